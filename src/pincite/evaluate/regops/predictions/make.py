"""Prediction files of pincite's own methods and of plain baselines: from kept evaluations, or by asking a library.

All baselines of one call get the same library, so the same passages, as many of them, the same model at temperature 0
and the same longest answer. They differ in how passages are found, and in how an answer is written and cites.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from pincite.errors import InputError, PinciteError
from pincite.evaluate.cases_file import read_header, read_rows
from pincite.evaluate.regops.score.bench import BenchQuestion
from pincite.evaluate.run.ablations import EvaluatedGate, Mode

if TYPE_CHECKING:
    from pincite.evaluate.case import Case
    from pincite.evaluate.run.pipeline import RecordedRetrieval
    from pincite.library import Library
    from pincite.types.answer import Answer, Refusal
    from pincite.types.retrieval import Ranking

Row = dict[str, Any]
EXTRACTIVE: Final = "extractive"
FUTILE_ERRORS: Final = 5
"""So many questions that end in an error, none before them in anything else, end the run: the rest would too."""
_NO_GRAPH: Final[Mapping[str, Any]] = MappingProxyType(
    {"refwalk.hops": 0, "refwalk.closure": False, "refwalk.closure_check": False}
)


@dataclass(frozen=True, slots=True)
class PredictRun:
    """One baseline.

    Args:
        method: whose retrieval.
        mode: of CiteGuard's.
        writer: `own` is the method's; `native` answers in running text and cites afterwards, in a footer; `eager` is
            the method's own with all that was shown as cited.
        settings: dotted names to values.
    """

    name: str
    title: str
    method: Literal["citeguard", "refwalk"] = "citeguard"
    mode: Mode = "hybrid"
    writer: Literal["own", "native", "eager"] = "own"
    settings: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


RUNS: Final[tuple[PredictRun, ...]] = (
    PredictRun("bm25", "BM25 alone", mode="lexical"),
    PredictRun("dense", "vectors alone", mode="dense"),
    PredictRun("hybrid", "both, fused"),
    PredictRun(
        "hybrid-views",
        "three views of the question, each ranked by both, joined by reciprocal rank fusion; no graph",
        method="refwalk",
        settings=MappingProxyType({**_NO_GRAPH, "refwalk.fusion": "rrf", "refwalk.seed_by": "hybrid"}),
    ),
    PredictRun("native-rag", "hybrid, an answer in running text, cited afterwards", writer="native"),
    PredictRun("refwalk-native", "RefWalk's retrieval with the native prompt", method="refwalk", writer="native"),
    PredictRun("refwalk-eager", "RefWalk, citing all that it was shown", method="refwalk", writer="eager"),
    PredictRun("refwalk", "RefWalk as its settings are", method="refwalk"),
)


def named_runs(names: Sequence[str]) -> tuple[PredictRun, ...]:
    """The runs of some names, or of `all`; each once.

    Raises:
        InputError: there is no such run.
    """
    by_name = {run.name: (run,) for run in RUNS} | {"all": RUNS}
    for name in names:
        if name not in by_name:
            raise InputError(f"There is no baseline {name!r}.", hint=f"Baselines are: {', '.join(by_name)}.")
    return tuple({run.name: run for name in names for run in by_name[name]}.values())


class Exported(NamedTuple):
    """The predictions of one run of an evaluation."""

    run: str
    rows: list[Row]


def from_cases(path: Path) -> Exported:
    """The predictions in a cases file of `eval run`.

    Raises:
        InputError: it is no such file.
    """
    run = str(read_header(path).get("run") or path.parent.name)
    rows = []
    for row in read_rows(path):
        if row.case is None:
            message = (row.error or {}).get("message", "")
            rows.append(_failed(row.question_id, run, message))
        else:
            rows.append(_of_case(row.case, run))
    return Exported(run, rows)


def _of_case(case: Case, run: str) -> Row:
    ranked = [item.provision_id or item.unit or item.document_id for item in case.ranked]
    return _row(case.question_id, run, ranked, case.record)


def _row(question_id: str, run: str, ranked: Sequence[str], record: Mapping[str, Any], *, eager: bool = False) -> Row:
    """A prediction of an answer file; ids of text without provisions are their documents'."""
    cited = record["evidence"] if eager else record["citations"]
    answered = record["status"] == "answered"
    row: Row = {
        "qa_id": question_id,
        "retrieved_node_ids": list(dict.fromkeys(ranked)),
        "answer": record["text"],
        "cited_node_ids": list(dict.fromkeys(_id(item) for item in cited)) if answered else [],
        "status": "answered" if answered else "refused",
        "variant": run,
    }
    claims = record.get("claims")
    return row | {"claims": claims} if answered and claims else row


def _id(item: Mapping[str, Any]) -> str:
    return str(item.get("provision_id") or item["document_id"])


def _failed(question_id: str, run: str, message: str) -> Row:
    return {"qa_id": question_id, "retrieved_node_ids": [], "answer": "", "cited_node_ids": [], "status": "error",
            "error": message, "variant": run}  # fmt: skip


def ask_all(
    library: Library,
    run: PredictRun,
    questions: Sequence[BenchQuestion],
    *,
    model: str = EXTRACTIVE,
    preset: str = "paper",
    gate: EvaluatedGate = "off",
    on_done: Callable[[str, int, int], None] = lambda name, done, total: None,
) -> Iterator[Row]:
    """The predictions of a baseline, one at a time.

    Args:
        library: opened with the run's settings.
        gate: `off` delivers every draft and judges no evidence, as other systems do.

    Raises:
        InputError: the run needs a language model.
        PinciteError: the first five questions all end in an error.
    """
    answer = _answerer(library, run, model, preset, gate)
    failures = 0
    for done, question in enumerate(questions, 1):
        try:
            row = answer(question)
        except PinciteError as error:
            failures += 1
            if failures == done == FUTILE_ERRORS:
                raise
            row = _failed(question.id, run.name, error.message)
        yield {"qa_id": question.id, "question": question.text, **row}
        on_done(run.name, done, len(questions))


def _answerer(
    library: Library, run: PredictRun, model: str, preset: str, gate: EvaluatedGate
) -> Callable[[BenchQuestion], Row]:
    from pincite.answer.record import to_record
    from pincite.evaluate.run.pipeline import pipeline_for
    from pincite.types.retrieval import RetrievalFilter

    pipeline, recorded = pipeline_for(
        library,
        method=run.method,
        model=model,
        preset=preset,
        gate=gate,
        mode=run.mode,
        sufficiency=gate != "off",
    )
    if run.writer == "native":
        return _native(library, run, model, recorded)

    def answer(question: BenchQuestion) -> Row:
        recorded.last = None
        outcome: Answer | Refusal = pipeline(question.text, RetrievalFilter())
        return _row(question.id, run.name, _ids(recorded.last), to_record(outcome), eager=run.writer == "eager")

    return answer


def _native(
    library: Library, run: PredictRun, model: str, retrieve: RecordedRetrieval
) -> Callable[[BenchQuestion], Row]:
    """The native prompt over the same retrieval; what it cites is in the answer's footer, as it was written."""
    from pincite.evaluate.regops.predictions.native import NativeWriter
    from pincite.types.retrieval import RetrievalFilter

    if model == EXTRACTIVE:
        raise InputError(
            f"The baseline {run.name} is written by a language model, and none is configured.",
            hint="Name one with --model.",
        )
    settings = library.settings
    writer = NativeWriter(library.language_model(model), settings.model)

    def answer(question: BenchQuestion) -> Row:
        # As deep as the other runs: what reorders a ranking makes another one of more.
        retrieve(question.text, RetrievalFilter(), settings.retrieve.top_k)
        assert retrieve.last is not None
        text = writer(question.text, retrieve.last.items[: settings.refwalk.max_sources])
        return {"qa_id": question.id, "retrieved_node_ids": _ids(retrieve.last), "answer": text, "status": "answered",
                "variant": run.name}  # fmt: skip

    return answer


def passages(library: Library) -> Iterator[Row]:
    """What a library's indexes hold, for other systems to index: a passage's id, header and text.

    Parts of one provision have one id, and text without provisions its document's, as in the predictions.
    """
    for chunk in library.store.each_chunk():
        yield {"node_id": chunk.provision_id or chunk.document_id, "title": chunk.header, "text": chunk.text}


def _ids(ranking: Ranking | None) -> list[str]:
    items = ranking.items if ranking else ()
    return list(dict.fromkeys(item.chunk.provision_id or item.chunk.document_id for item in items))
