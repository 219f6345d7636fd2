"""Calibrates refusal: fits the sufficiency rule on benchmarks and says, by cross-validation, what it does elsewhere.

A document's questions are judged by parameters that were fitted, threshold included, without any question about that
document. The parameters that are written are fitted on all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pincite.answer.sufficiency import chance
from pincite.answer.sufficiency_parameters import FEATURES, Parameters, Row
from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, Question
from pincite.evaluate.calibrate.cases import cases
from pincite.evaluate.calibrate.fit import (
    MAX_REFUSED,
    RIDGE,
    CalibrationCase,
    area_under_curve,
    fit,
    risk_coverage,
    stamped,
)
from pincite.evaluate.calibrate.folds import folds, most_folds
from pincite.evaluate.calibrate.measures import RefusalCounts, count_refusals
from pincite.evaluate.gold.locate import locate
from pincite.evaluate.run.events import OnEvalEvent, QuestionDone, RunStarted, unheard
from pincite.evaluate.run.library import Models, opened
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.library import Library

RULE_VERSION: Final = "2"
"""Of the features' definitions; a file's version is this and a digest of its rows."""
USED: Final[Mapping[str, tuple[str, ...]]] = {
    "multilingual-e5-small-q4": ("relevance", "around"),
    "words-en": ("own", "around", "kind"),
    "words-ko": ("around",),
}
"""Features by row where they are not `relevance`, `around` and `kind`. Words alone have no relevance, and 48 Korean
questions are too few to say what a kind that is asked for weighs."""
DEFAULT_USED: Final = ("relevance", "around", "kind")


@dataclass(frozen=True, slots=True)
class Judged:
    """A case with the chance that parameters fitted without its document give it, and their threshold."""

    case: CalibrationCase
    chance: float
    threshold: float

    @property
    def refused(self) -> bool:
        """Whether the rule refuses; where nothing can be quoted it always does."""
        return self.case.features is None or self.chance < self.threshold


@dataclass(frozen=True)
class Figures:
    """What the rule does on one benchmark's own questions.

    Args:
        held_out: refusals by parameters fitted without the question's document.
        fitted: the same by the parameters fitted on all, for the difference.
        area, fitted_area: under the ROC curve, 0 to 1; None where one kind of question is missing. Held out, chances
            of different fits are compared, which lowers it a little.
        made: refused among the made questions, held out, and their number.
        curve: coverage and risk, held out.
    """

    held_out: RefusalCounts
    fitted: RefusalCounts
    area: float | None
    fitted_area: float | None
    made: tuple[int, int]
    curve: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Calibration:
    """Parameters with what they did where they were not fitted.

    Args:
        figures: by benchmark.
        folds: what was held out at a time, in words.
        judged: every case, held out.
    """

    parameters: Parameters
    figures: Mapping[str, Figures]
    folds: str
    judged: tuple[Judged, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Calibrating:
    """What is calibrated on, and where its libraries and scores are kept.

    Args:
        benchmarks: one or more, of different names.
        work: folder for libraries and kept scores.
        folds: number of folds, or None to leave one document out at a time.
        max_refused: largest share of answerable questions that the threshold may refuse, 0 to 1, as a mean over the
            benchmarks.
        preset: None takes the one in force.
        embedder: name of the one to use, `none` for words alone; empty for the language's own.
    """

    benchmarks: Sequence[Benchmark]
    work: Path
    settings: Settings = field(default_factory=Settings)
    folds: int | None = None
    max_refused: float = MAX_REFUSED
    preset: str | None = None
    embedder: str = ""
    models: Models | None = None
    on_event: OnEvalEvent = unheard


def calibrate(asked: Calibrating) -> Calibration:
    """The parameters fitted on the benchmarks' questions, with cross-validated figures.

    Raises:
        InputError: no or the same benchmark twice, folds that its documents do not allow, or one kind of question only.
        ModelError: a model of the preset cannot be had.
    """
    names = [benchmark.name for benchmark in asked.benchmarks]
    if not names or len(set(names)) < len(names):
        raise InputError(f"Expected one or more benchmarks, each once, found {', '.join(names) or 'none'}.")
    parts = _parts(asked.benchmarks, asked.folds)  # before an hour is spent on what cannot be parted
    found: list[CalibrationCase] = []
    models: dict[str, str] = {}
    for benchmark in asked.benchmarks:
        found += _asked(asked, benchmark, models)
    return calibration(asked.benchmarks, found, parts, models, asked.max_refused)


def calibration(
    benchmarks: Sequence[Benchmark],
    found: Sequence[CalibrationCase],
    parts: Sequence[Mapping[str, frozenset[str]]],
    models: Mapping[str, str],
    max_refused: float = MAX_REFUSED,
) -> Calibration:
    """The calibration of cases that are there already.

    Args:
        parts: what is held out at a time: ids of questions by the benchmark's name.
        models: names of the models that the features are of, for the stamp.
    """
    rows = sorted({case.row for case in found if case.features is not None})
    if not rows:
        raise InputError("Wanted questions with evidence to calibrate on, found none.")
    fitted = {row: fit(found, row, USED.get(row, DEFAULT_USED), max_refused) for row in rows}
    judged = [judgement for part in parts for judgement in _held_out(found, part, max_refused)]
    stamp = _stamp(benchmarks, found, parts, models) | {"refused_wrongly_at_most": max_refused}
    parameters = numbered({row: stamped(value, stamp) for row, value in fitted.items()})
    figures = {benchmark.name: _figures(benchmark.name, judged, parameters) for benchmark in benchmarks}
    return Calibration(parameters, figures, stamp["folds"], tuple(judged))


def _asked(asked: Calibrating, benchmark: Benchmark, models: dict[str, str]) -> list[CalibrationCase]:
    """The benchmark's cases; names of the models go into `models`."""
    settings = asked.settings
    if benchmark.chunks is not None:
        settings = replace(settings, chunk=benchmark.chunks)
    with opened(
        benchmark, settings, asked.work, embedder=asked.embedder, models=asked.models, on_event=asked.on_event
    ) as held:
        preset = held.library.preset(asked.preset)
        models |= _models(held.library, preset)
        located = locate(benchmark, held.library).benchmark
        name = f"calibrate {benchmark.name}"
        asked.on_event(RunStarted(name, 0, len(benchmark.questions)))

        def tell(question: Question, done: int, total: int) -> None:
            asked.on_event(QuestionDone(name, question.id, done, total))

        return list(cases(located, held.library, preset, tell))


def _models(library: Library, preset: str) -> dict[str, str]:
    names = {f"embedder:{language}": name for language, name in library.store.meta().embedders.items()}
    return {**names, "preset": preset} | ({"reranker": library.reranker().name} if preset == "standard" else {})


def _parts(benchmarks: Sequence[Benchmark], k: int | None) -> list[Mapping[str, frozenset[str]]]:
    """Ids of the questions that are held out together, by benchmark: one document's, or a fold of each benchmark."""
    if k is not None:
        parted = {benchmark.name: folds(benchmark, k) for benchmark in benchmarks}
        return [{name: _ids(parts[n].held_out) for name, parts in parted.items()} for n in range(k)]
    found: list[Mapping[str, frozenset[str]]] = []
    for benchmark in benchmarks:
        most = most_folds(benchmark)
        if most == 1 and len(benchmarks) == 1:
            raise InputError(
                f"Wanted questions about two or more documents, found one document in {benchmark.name}.",
                hint="Cross-validation holds documents out; give a benchmark of several.",
            )
        parts = folds(benchmark, most) if most > 1 else ()
        found += [{benchmark.name: _ids(part.held_out)} for part in parts]
        found += [] if parts else [{benchmark.name: _ids(benchmark.questions)}]
    return found


def _ids(questions: Sequence[Question]) -> frozenset[str]:
    return frozenset(question.id for question in questions)


def _held_out(found: Sequence[CalibrationCase], part: Mapping[str, frozenset[str]], max_refused: float) -> list[Judged]:
    """The cases of a part, judged by rows that were fitted on all others."""

    def inside(case: CalibrationCase) -> bool:
        return case.question_id in part.get(case.benchmark, frozenset())

    others = [case for case in found if not inside(case)]
    rows: dict[str, Row] = {}
    judged = []
    for case in found:
        if not inside(case):
            continue
        if case.features is None:
            judged.append(Judged(case, 0.0, 1.0))
            continue
        if case.row not in rows:
            rows[case.row] = fit(others, case.row, USED.get(case.row, DEFAULT_USED), max_refused)
        row = rows[case.row]
        judged.append(Judged(case, chance(case.features, row), row.threshold))
    return judged


def _figures(name: str, judged: Sequence[Judged], parameters: Parameters) -> Figures:
    of_it = [j for j in judged if j.case.benchmark == name]
    own, made = [j for j in of_it if not j.case.made], [j for j in of_it if j.case.made]
    refitted = [_refitted(j.case, parameters) for j in own]
    labels = [j.case.holds for j in own]
    # Chances of different fits lie differently to their thresholds, so these are what they are ordered by.
    surplus = [j.chance - j.threshold for j in own]
    return Figures(
        held_out=count_refusals((j.case.holds, j.refused) for j in own),
        fitted=count_refusals((j.case.holds, j.refused) for j in refitted),
        area=area_under_curve(surplus, labels),
        fitted_area=area_under_curve([j.chance for j in refitted], labels),
        made=(sum(j.refused for j in made), len(made)),
        curve=tuple(risk_coverage(surplus, labels)),
    )


def _refitted(case: CalibrationCase, parameters: Parameters) -> Judged:
    if case.features is None:
        return Judged(case, 0.0, 1.0)
    row = parameters.row(case.row)
    return Judged(case, chance(case.features, row), row.threshold)


def _stamp(
    benchmarks: Sequence[Benchmark],
    found: Sequence[CalibrationCase],
    parts: Sequence[object],
    models: Mapping[str, str],
) -> dict[str, Any]:
    """What a row was fitted on, as JSON values: no question and no document is named."""
    counts = {benchmark.name: [c for c in found if c.benchmark == benchmark.name] for benchmark in benchmarks}
    return {
        "benchmarks": [
            {
                "name": benchmark.name,
                "version": benchmark.version,
                "answerable": sum(c.holds and not c.made for c in counts[benchmark.name]),
                "unanswerable": sum(not c.holds and not c.made for c in counts[benchmark.name]),
                "made": sum(c.made for c in counts[benchmark.name]),
            }
            for benchmark in benchmarks
        ],
        "models": dict(models),
        "ridge": RIDGE,
        "folds": f"{len(parts)}, by document" if parts else "none",
    }


def numbered(rows: Mapping[str, Row]) -> Parameters:
    """The parameters under a version that their numbers give: others never carry the same."""
    text = repr([(name, {**rows[name].as_json(), "fitted": None}, FEATURES) for name in sorted(rows)])
    return Parameters(f"{RULE_VERSION}-{sha256(text.encode()).hexdigest()[:8]}", rows)
