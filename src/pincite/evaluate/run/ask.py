"""Asks a benchmark's questions as named runs say, and keeps what came of each.

One question is one retrieval and one run of the pipeline: what is kept of the ranking is what the answer was made from.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pincite.answer.events import AskEvent, TextLeaves
from pincite.answer.record import to_record
from pincite.errors import InputError, ModelError, PinciteError
from pincite.evaluate.benchmark import Benchmark, Question
from pincite.evaluate.case import Case, Ranked
from pincite.evaluate.cases_file import CaseRow, CasesFile, Header, Seeded
from pincite.evaluate.gold.locate import Located, locate
from pincite.evaluate.gold.units import unit_of
from pincite.evaluate.run.ablations import BASE_NAME, NamedRun
from pincite.evaluate.run.changes import with_changes
from pincite.evaluate.run.configuration import Configuration, NotHere, configured, digest, shaping
from pincite.evaluate.run.events import OnEvalEvent, QuestionDone, RunNotMade, RunStarted, unheard
from pincite.evaluate.run.library import Models, Opened, opened
from pincite.evaluate.run.pipeline import RecordedRetrieval, depth, pipeline_for, rechecked
from pincite.evaluate.surroundings import code_digest
from pincite.settings import Settings
from pincite.types.retrieval import RetrievalFilter, ScoredChunk

if TYPE_CHECKING:
    from pincite.answer.pipeline import Pipeline
    from pincite.types.answer import Answer, Refusal

CASES_FILE: Final = "cases.jsonl"
FUTILE_ERRORS: Final = 5
"""So many questions that end in an error, none before them in anything else, end the run: the rest would too."""


@dataclass(frozen=True)
class Asked:
    """What is asked, and where it is kept.

    Args:
        out: folder of the report; each run's cases lie in a folder of its name below it.
        work: folder of libraries, kept scores and kept answers, for runs to share.
        settings: in force; those of the command line included.
        models_given: whether a language model was named.
        fresh: begin anew where there are cases already.
    """

    benchmark: Benchmark
    out: Path
    work: Path
    settings: Settings = field(default_factory=Settings)
    method: str = "auto"
    models_given: bool = False
    fresh: bool = False
    models: Models | None = None
    on_event: OnEvalEvent = unheard


@dataclass(frozen=True, slots=True)
class Made:
    """One named run, made or not.

    Args:
        cases: its cases file; None where it was not made.
        configuration: all that shaped its answers; empty where it was not made.
        same_as: name of the run with the very same configuration whose cases these are; empty for its own.
        reason: why it was not made; empty where it was.
        resumed: questions whose cases were there before.
        located: the benchmark with the places of its gold in the library's text; None where it was not made.
    """

    named: NamedRun
    cases: Path | None = None
    configuration: dict[str, Any] = field(default_factory=dict)
    same_as: str = ""
    reason: str = ""
    resumed: int = 0
    located: Located | None = None


def run_all(asked: Asked, runs: Sequence[NamedRun]) -> list[Made]:
    """Makes the runs one after another; one that cannot be made here is told of, and the rest goes on.

    Raises:
        PinciteError: the run `base` cannot be made, or what lies in the folders is of something else.
    """
    made: list[Made] = []
    for named in runs:
        try:
            made.append(run(asked, named, made))
        except (NotHere, ModelError) as error:
            if named.name == BASE_NAME:
                raise
            asked.on_event(RunNotMade(named.name, str(error)))
            made.append(Made(named, reason=str(error)))
    return made


def run(asked: Asked, named: NamedRun, before: Sequence[Made] = ()) -> Made:
    """Makes one named run, or goes on with it where it was left.

    Args:
        before: runs made already; where one has the same configuration, its cases are taken.

    Raises:
        NotHere, ModelError: it cannot be made here.
        InputError: the cases file is of something else.
    """
    chosen = configured(named, asked.benchmark, _with_cache(asked), asked.method, asked.models_given)
    with opened(
        asked.benchmark,
        chosen.settings,
        asked.work,
        embedder=chosen.embedder,
        models=asked.models,
        on_event=asked.on_event,
    ) as held:
        preset = held.library.preset(chosen.preset)
        pipeline, recorded = _pipeline(named, chosen, held, preset)
        found = shaping(
            chosen,
            held.library,
            method=pipeline.method,
            preset=preset,
            model=pipeline.generate.name,
            rule=pipeline.sufficiency.name,
            depth=depth(held.library, preset),
        )
        located = next((m.located for m in before if m.located), None) or locate(asked.benchmark, held.library)
        pipeline, recorded = with_changes(pipeline, recorded, chosen.changes, located.benchmark, held.library)
        if twin := _twin(before, found):
            return Made(named, twin.cases, found, same_as=twin.named.name, located=located)
        path = asked.out / named.name / CASES_FILE
        with CasesFile.open(path, _header(asked, chosen, found), fresh=asked.fresh) as cases:
            _Asking(asked, held, pipeline, recorded, cases, named.name).all()
            return Made(named, path, found, resumed=len(cases.done), located=located)


def _pipeline(named: NamedRun, chosen: Configuration, held: Opened, preset: str) -> tuple[Pipeline, RecordedRetrieval]:
    try:
        return pipeline_for(
            held.library,
            method=chosen.method,
            model=chosen.model,
            preset=preset,
            gate=chosen.gate,
            mode=chosen.mode,
            sufficiency=chosen.sufficiency,
        )
    except InputError as error:
        if named.method:  # rows name methods that this version may not have
            raise NotHere(error.message) from error
        raise


class _Asking:
    """Asks one run's questions."""

    def __init__(
        self,
        asked: Asked,
        held: Opened,
        pipeline: Pipeline,
        recorded: RecordedRetrieval,
        cases: CasesFile,
        name: str,
    ) -> None:
        self._asked, self._held, self._pipeline, self._recorded = asked, held, pipeline, recorded
        self._cases, self._name = cases, name
        self._told: set[str] = set()

    def all(self) -> None:
        """Every question that has no case yet."""
        questions = self._asked.benchmark.questions
        done = sum(question.id in self._cases.done for question in questions)
        tell = self._asked.on_event
        tell(RunStarted(self._name, done, len(questions)))
        cases, errors = done, 0
        for question in questions:
            if question.id in self._cases.done:
                continue
            row, error = self._row(question)
            if error is not None:
                errors += 1
                if not cases and errors >= FUTILE_ERRORS:
                    raise error
            cases += error is None
            self._cases.append(row)
            done += 1
            tell(QuestionDone(self._name, question.id, done, len(questions), error.message if error else ""))

    def _row(self, question: Question) -> tuple[CaseRow, PinciteError | None]:
        started = time.perf_counter()
        calls = self._held.asked_models
        self._held.kept.begin()
        self._recorded.last = None
        try:
            outcome = self._pipeline(question.text, RetrievalFilter(question.scope), self._tell)
            seconds = time.perf_counter() - started
            record = to_record(outcome)
            anew = not self._held.kept.found and self._held.asked_models - calls == _calls(record)
            case = self._case(question, outcome, record, seconds if anew else None)
        except PinciteError as error:
            facts = {"type": type(error).__name__, "message": error.message, "hint": error.hint}
            return CaseRow(question.id, None, time.perf_counter() - started, facts, self._seeded()), error
        return CaseRow(question.id, case, seconds, None, self._seeded()), None

    def _case(
        self, question: Question, outcome: Answer | Refusal, record: dict[str, Any], seconds: float | None
    ) -> Case:
        items = self._recorded.last.items if self._recorded.last else ()
        ranked = tuple(_ranked(item, unit_of(self._asked.benchmark, item.chunk)) for item in items)
        verdicts = [a["sufficiency"] for a in record["trace"]["attempts"] if "sufficiency" in a]
        return Case(
            question_id=question.id,
            ranked=ranked,
            record=record,
            sufficiency=verdicts[0] if verdicts else None,
            seconds=seconds,
            recheck=rechecked(self._pipeline, outcome),
        )

    def _tell(self, event: AskEvent) -> None:
        """Tells once a run where text goes."""
        if isinstance(event, TextLeaves) and event.host not in self._told:
            self._told.add(event.host)
            self._asked.on_event(event)

    def _seeded(self) -> tuple[Seeded, ...]:
        """What the careless model put into the drafts of the last question."""
        models = [counted.model for counted in self._held.models.values()]
        return tuple(sentence for model in models for sentence in _take_seeded(model))


def _take_seeded(model: object) -> tuple[Seeded, ...]:
    from pincite.evaluate.run.careless_model import CarelessModel

    return model.take_seeded() if isinstance(model, CarelessModel) else ()


def _calls(record: dict[str, Any]) -> int:
    """How many calls of a language model the answer took, kept ones included."""
    attempts = record["trace"]["attempts"]
    return sum(len(attempt["writing"]["calls"]) for attempt in attempts if attempt.get("writing"))


def _ranked(item: ScoredChunk, unit: str) -> Ranked:
    chunk = item.chunk
    return Ranked(
        chunk_id=chunk.id,
        document_id=chunk.document_id,
        spans=tuple(piece.span for piece in chunk.pieces),
        text=chunk.text,
        page_index=chunk.page_index,
        page_index_end=chunk.page_index_end,
        section_id=chunk.section_id,
        provision_id=chunk.provision_id,
        unit=unit,
        score=item.score,
        dense=item.scores.dense,
        lexical=item.scores.lexical,
        rerank=item.scores.rerank,
    )


def _with_cache(asked: Asked) -> Settings:
    """The settings, with a folder for what models answered where none is named."""
    settings = asked.settings
    if settings.model.cache is not None:
        return settings
    return replace(settings, model=replace(settings.model, cache=asked.work / "answers"))


def _twin(before: Sequence[Made], found: dict[str, Any]) -> Made | None:
    wanted = digest(found)
    return next((m for m in before if m.cases and not m.same_as and digest(m.configuration) == wanted), None)


def _header(asked: Asked, chosen: Configuration, found: dict[str, Any]) -> Header:
    from pincite import __version__

    benchmark = asked.benchmark
    return Header(
        benchmark=benchmark.name,
        version=benchmark.version,
        questions=digest({"ids": [question.id for question in benchmark.questions]}),
        run=chosen.name,
        configuration=digest(found),
        pincite=__version__,
        code=code_digest(),
        settings=found,
    )
