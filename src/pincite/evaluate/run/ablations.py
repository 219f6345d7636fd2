"""The named runs: what each changes against the run asked for, one row each, by the tables of the CiteGuard-RAG paper.

The paper's runs have no cross-encoder, so rows about retrieval fix the preset `paper`; others keep the preset asked
for. No figure of the paper stands here, since none is at hand; who has the paper gives its figures in a file, and they
are shown beside ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Final, Literal

from pincite.errors import InputError
from pincite.evaluate.run.ablations_refwalk import REFWALK_RUNS

Mode = Literal["hybrid", "dense", "lexical"]
EvaluatedGate = Literal["standard", "paper", "off"]
BASE_NAME: Final = "base"
CARELESS: Final = "careless"
"""Name of the scripted model of `pincite.evaluate.run.careless_model`."""
OTHER_DATA: Final = "the paper's documents, questions and models are others than these"


@dataclass(frozen=True, slots=True)
class NamedRun:
    """One way to answer a benchmark's questions. What is None or empty is as the command line and the settings say.

    Args:
        group: rows that are compared with one another.
        title: what it changes, for reports.
        mode: how chunks are scored; the paper's hybrid by default.
        gate: `off` delivers every draft; it is for evaluation, and nothing that answers people has it.
        sufficiency: whether the verdict on the evidence is applied; its score is kept in any case.
        embedder: name of one of `pincite.index.model_facts`; empty for the language's own.
        settings: dotted names to values.
        needs: what has to be given on the command line for it, such as `--model`.
        not_here: why it cannot be run, whatever is installed.
        changes: what an evaluation alone changes of the pipeline; see `pincite.evaluate.run.changes`.
    """

    name: str
    group: str
    title: str
    mode: Mode = "hybrid"
    preset: Literal["paper", "standard"] | None = None
    gate: EvaluatedGate | None = None
    sufficiency: bool = True
    method: str = ""
    model: str = ""
    embedder: str = ""
    settings: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    needs: str = ""
    not_here: str = ""
    changes: tuple[str, ...] = ()


BASE: Final = NamedRun(BASE_NAME, BASE_NAME, "as asked for on the command line")


def _weight(alpha: float) -> NamedRun:
    title = f"{alpha:.2f} dense + {1 - alpha:.2f} lexical"
    return NamedRun(f"weights-{alpha:.2f}", "weights", title, preset="paper", settings={"retrieve.alpha": alpha})


def _chunks(tokens: int) -> NamedRun:
    # The paper gives 120 for 600; the others repeat the same share.
    sizes = {"chunk.max_tokens": tokens, "chunk.overlap_tokens": tokens // 5}
    title = f"chunks of {tokens} tokens, {tokens // 5} of them repeated"
    return NamedRun(f"chunks-{tokens}", "chunks", title, preset="paper", settings=sizes)


def _careless(name: str, title: str, **changed: Any) -> NamedRun:
    return NamedRun(f"careless-{name}", "trust", f"careless model, {title}", model=CARELESS, **changed)


# The gate alone: the first draft is delivered as it is, and a model's refusal counts at once.
_FIRST_DRAFT: Final = MappingProxyType({"answer.max_regenerations": 0})

_CITEGUARD: Final = (
    NamedRun("lexical", "retrieval", "BM25 alone", mode="lexical", preset="paper"),
    NamedRun("dense", "retrieval", "vectors alone", mode="dense", preset="paper"),
    NamedRun("hybrid", "retrieval", "both, fused", preset="paper"),
    *(_weight(alpha) for alpha in (0.80, 0.65, 0.50, 0.35)),
    *(_chunks(tokens) for tokens in (400, 600, 800)),
    NamedRun("reranker-off", "rerankers", "no reranker", preset="paper"),
    NamedRun(
        "reranker-heuristic",
        "rerankers",
        "the paper's heuristic",
        preset="paper",
        settings={"retrieve.heuristic_rerank": True},
    ),
    NamedRun("reranker-cross-encoder", "rerankers", "cross-encoder on short windows", preset="standard"),
    NamedRun(
        "embedder-bge-small", "embedders", "bge-small-en-v1.5, int8", preset="paper", embedder="bge-small-en-v1.5-int8"
    ),
    NamedRun(
        "embedder-e5-small",
        "embedders",
        "multilingual-e5-small, 4 bits",
        preset="paper",
        embedder="multilingual-e5-small-q4",
    ),
    NamedRun("embedder-none", "embedders", "no embedder: words alone", preset="paper", embedder="none"),
    NamedRun(
        "embedder-bge-base",
        "embedders",
        "BAAI/bge-base-en-v1.5, the paper's",
        preset="paper",
        not_here="it comes from a model hub, and pincite loads no weights from one yet",
    ),
    NamedRun("gate-standard", "gates", "gate standard", gate="standard"),
    NamedRun("gate-paper", "gates", "gate paper", gate="paper"),
    NamedRun("validation-off", "gates", "no validation", gate="off", settings=_FIRST_DRAFT),
    NamedRun(
        "sufficiency-off", "gates", "gate standard, evidence not judged beforehand", gate="standard", sufficiency=False
    ),
    NamedRun(
        "all-off", "gates", "no validation, evidence not judged", gate="off", sufficiency=False, settings=_FIRST_DRAFT
    ),
    NamedRun("generator-extractive", "generators", "the evidence's own sentences", model="extractive"),
    NamedRun("generator-model", "generators", "the model of --model", needs="--model"),
    NamedRun("generator-careless", "generators", "scripted careless model", model=CARELESS),
    _careless("standard", "gate standard", gate="standard"),
    _careless("paper", "gate paper", gate="paper"),
    _careless("off", "no validation", gate="off", settings=_FIRST_DRAFT),
    _careless("all-standard", "gate standard, evidence not judged", gate="standard", sufficiency=False),
    _careless("all-paper", "gate paper, evidence not judged", gate="paper", sufficiency=False),
    _careless("all-off", "no validation, evidence not judged", gate="off", sufficiency=False, settings=_FIRST_DRAFT),
    NamedRun("extractive-paper", "presets", "extractive, preset paper", preset="paper", model="extractive"),
    NamedRun("extractive-standard", "presets", "extractive, preset standard", preset="standard", model="extractive"),
)

# These rows are the CiteGuard paper's tables: they change its method, whatever method the run itself has.
NAMED_RUNS: Final = (
    *(replace(run, method="citeguard") for run in _CITEGUARD),
    NamedRun("method-auto", "methods", "method auto", method="auto"),
    NamedRun("method-citeguard", "methods", "method citeguard", method="citeguard"),
    NamedRun("method-refwalk", "methods", "method refwalk", method="refwalk"),
    *(NamedRun(**row) for row in REFWALK_RUNS),
)
"""All of them, group after group."""

EVERYTHING: Final = "all"


def groups(runs: Sequence[NamedRun] = NAMED_RUNS) -> dict[str, tuple[NamedRun, ...]]:
    """Group to its rows, in their order."""
    found: dict[str, tuple[NamedRun, ...]] = {}
    for run in runs:
        found[run.group] = (*found.get(run.group, ()), run)
    return found


def named_runs(names: Iterable[str]) -> tuple[NamedRun, ...]:
    """The rows of names, of groups, or of `all`; each once, in the order asked for.

    Raises:
        InputError: there is no such row or group.
    """
    by_name = {run.name: (run,) for run in NAMED_RUNS} | groups() | {EVERYTHING: NAMED_RUNS}
    found: list[NamedRun] = []
    for name in names:
        if name not in by_name:
            near = get_close_matches(name, by_name, n=3)
            hint = f"Did you mean {' or '.join(near)}?" if near else f"Groups are: {', '.join(groups())}, {EVERYTHING}."
            raise InputError(f"There is no named run {name!r}.", hint=hint)
        found += by_name[name]
    return tuple({run.name: run for run in found}.values())


def only_ranking(runs: Iterable[NamedRun]) -> tuple[NamedRun, ...]:
    """The same runs without answers."""
    return tuple(replace(run, changes=(*run.changes, "no-answer")) for run in runs)
