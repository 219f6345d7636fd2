"""Systems scored on a benchmark: figures with intervals over all questions, by level and by type, and differences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pincite.evaluate.measures.provisions import Cover
from pincite.evaluate.regops.predictions.read import ERROR, Prediction, System
from pincite.evaluate.regops.score.bench import BenchQuestion, ScoreBench
from pincite.evaluate.regops.score.claim_match import Matcher, claim_scores
from pincite.evaluate.regops.score.compatible import CompatibleRules, CompatibleScorer
from pincite.evaluate.regops.score.intervals import drawn_weights, intervals
from pincite.evaluate.regops.score.measures import MeasureFacts, Rules, Scores, facts, prediction_scores
from pincite.evaluate.results.intervals import Interval

SCHEMA: Final = "pincite.bench-score/1"
LEAST_PAIRS: Final = 10
"""Of fewer questions a bootstrap's interval is far too narrow: of one it has no width at all."""
CLAIMS: Final = (
    MeasureFacts("Claim P", "Claims", "claims of the answer that a gold claim says / all of them, partial ones half"),
    MeasureFacts("Claim R", "Claims", "gold claims that the answer says / all of them, partial ones half"),
    MeasureFacts("Claim F1", "Claims", "harmonic mean of both, 0 where nothing is said"),
)


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """What is asked of the scoring.

    Args:
        only_predicted: leave questions out that a system has no prediction for; else each is a failure.
        skip_errors: leave predictions out that ended in an error; else each is a failure.
        compatible: the authors' definitions in place of ours.
        matcher: of claims; None measures none.
        seed: of the bootstrap.
    """

    rules: Rules = field(default_factory=Rules)
    only_predicted: bool = False
    skip_errors: bool = False
    compatible: CompatibleRules | None = None
    matcher: Matcher | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure of one system over some questions.

    Args:
        value: the mean; None where no question has a score.
        interval: 95 %, bootstrap over questions.
        questions: that have a score: for the paragraph's level the eligible ones.
        difference: mean of this system's scores minus the first system's, over the questions that both have a score
            of, with its interval; None for the first one.
        difference_interval: 95 %, questions drawn in pairs.
        pairs: questions that both have a score of.
    """

    value: float | None
    interval: Interval | None
    questions: int
    difference: float | None = None
    difference_interval: Interval | None = None
    pairs: int = 0

    @property
    def differs(self) -> bool:
        """Whether zero lies outside the difference's interval, over enough questions for it to say something."""
        found = self.difference_interval
        return found is not None and self.pairs >= LEAST_PAIRS and (found.low > 0 or found.high < 0)


Figures = Mapping[str, Mapping[str, Figure]]
"""System to measure to figure."""


@dataclass(frozen=True)
class ScoreReport:
    """What came of a scoring.

    Args:
        measures: in the order of the tables.
        overall: of all questions.
        groups: kind of group (`level`, `type`) to its values to figures.
        counts: system to its counts: answered, refused, errors, missing, unknown citations of how many, unjudged.
        per_question: system to question id to scores.
    """

    bench: ScoreBench
    systems: tuple[System, ...]
    measures: tuple[MeasureFacts, ...]
    overall: Figures
    groups: Mapping[str, Mapping[str, Figures]]
    counts: Mapping[str, Mapping[str, int]]
    per_question: Mapping[str, Mapping[str, Scores]]
    sizes: Mapping[str, int]


def score(
    bench: ScoreBench,
    systems: Sequence[System],
    options: ScoreOptions,
    on_done: Callable[[str, int, int], None] = lambda name, done, total: None,
) -> ScoreReport:
    """Scores systems on a benchmark.

    Args:
        on_done: told the system's name, and how many of its questions are done of how many.
    """
    scorer = _scorer(bench, options)
    rows: dict[str, dict[str, Scores]] = {}
    for system in systems:
        rows[system.name] = _system_rows(bench, system, scorer, options, on_done)
    measures = _measures(options)
    questions = bench.questions
    groups = {
        kind: {value: _figures(rows, measures, members, options.seed) for value, members in parts.items()}
        for kind, parts in _groups(questions).items()
    }
    return ScoreReport(
        bench=bench,
        systems=tuple(systems),
        measures=measures,
        overall=_figures(rows, measures, [q.id for q in questions], options.seed),
        groups=groups,
        counts={system.name: _counts(bench, system, rows[system.name]) for system in systems},
        per_question=rows,
        sizes={f"{kind} {value}": len(m) for kind, parts in _groups(questions).items() for value, m in parts.items()},
    )


Scorer = Callable[[BenchQuestion, Prediction], Scores]


def _scorer(bench: ScoreBench, options: ScoreOptions) -> Scorer:
    if options.compatible is not None:
        return CompatibleScorer(bench.known, options.compatible)
    return lambda question, prediction: prediction_scores(question, prediction, bench.known, options.rules)


def _measures(options: ScoreOptions) -> tuple[MeasureFacts, ...]:
    rules = options.rules
    if options.compatible is not None:
        rules = Rules((Cover.HIERARCHICAL if options.compatible.hierarchical else Cover.STRICT,))
        rules = Rules((Cover.ARTICLE,)) if options.compatible.article else rules
    return (*facts(rules), *(CLAIMS if options.matcher else ()))


def _system_rows(
    bench: ScoreBench,
    system: System,
    scorer: Scorer,
    options: ScoreOptions,
    on_done: Callable[[str, int, int], None],
) -> dict[str, Scores]:
    """The scores of each question that counts for a system."""
    left_out = _left_out(system)
    found: dict[str, Scores] = {}
    for done, question in enumerate(bench.questions, 1):
        prediction = system.predictions.get(question.id)
        if prediction is None:
            if options.only_predicted or options.compatible is not None:
                continue
            prediction = Prediction(question.id, 0, (), status=ERROR)
        elif prediction.status == ERROR and options.skip_errors:
            continue
        scores = scorer(question, prediction)
        if options.matcher is not None:
            scores |= _claims(question, prediction, options.matcher, one_to_one=options.compatible is not None)
        found[question.id] = {name: None if name.startswith(left_out) else value for name, value in scores.items()}
        on_done(system.name, done, len(bench.questions))
    return found


def _left_out(system: System) -> tuple[str, ...]:
    """Beginnings of the measures that a system has no figure of: without any ranking, or without any answer."""
    rows = system.predictions.values()
    ranked = any(row.retrieved is not None for row in rows)
    said = any(row.answer or row.cited or row.status != "answered" for row in rows)
    retrieval, answers = ("R@", "nDCG@", "FullCov@"), ("CP ", "CR ", "CF1 ", "Claim ", "Refused ")
    return (*(() if ranked else retrieval), *(() if said else answers))


def _claims(question: BenchQuestion, prediction: Prediction, matcher: Matcher, *, one_to_one: bool) -> Scores:
    """Claim scores; none where the question has no gold claims or the matcher could not tell."""
    none: Scores = {fact.name: None for fact in CLAIMS}
    if not question.answerable:
        return none
    gold = matcher.gold(question)
    if not gold:
        return none
    labels = matcher.labels(question, prediction, gold)
    return none if labels is None else dict(claim_scores(labels, len(gold), one_to_one=one_to_one))


def _groups(questions: Iterable[BenchQuestion]) -> dict[str, dict[str, list[str]]]:
    """Level and type to the ids of their questions, by name."""
    found: dict[str, dict[str, list[str]]] = {"level": {}, "type": {}}
    for question in questions:
        for kind, value in (("level", question.level), ("type", question.type)):
            if value:
                found[kind].setdefault(value, []).append(question.id)
    return {kind: dict(sorted(parts.items())) for kind, parts in found.items() if parts}


def _figures(
    rows: Mapping[str, Mapping[str, Scores]], measures: Sequence[MeasureFacts], members: Sequence[str], seed: int
) -> Figures:
    """The figures of all systems over some questions, with intervals and the differences to the first system."""
    import numpy as np

    names, width = list(rows), len(measures)
    table = np.full((len(members), len(names) * width), np.nan)
    for column, name in enumerate(names):
        for at, question in enumerate(members):
            scores = rows[name].get(question)
            if scores is not None:
                table[at, column * width : (column + 1) * width] = [_number(scores.get(m.name)) for m in measures]
    differences = table - np.tile(table[:, :width], len(names))
    weights = drawn_weights(len(members), seed=seed)
    bounds = intervals(np.hstack([table, differences]), weights)
    found: dict[str, dict[str, Figure]] = {}
    for column, name in enumerate(names):
        found[name] = {}
        for at, measure in enumerate(measures):
            place = column * width + at
            known = table[:, place][~np.isnan(table[:, place])]
            paired = differences[:, place][~np.isnan(differences[:, place])]
            found[name][measure.name] = Figure(
                value=float(known.mean()) if len(known) else None,
                interval=bounds[place],
                questions=len(known),
                difference=float(paired.mean()) if column and len(paired) else None,
                difference_interval=bounds[len(names) * width + place] if column else None,
                pairs=len(paired) if column else 0,
            )
    return found


def _number(value: float | None) -> float:
    return float("nan") if value is None else value


def _counts(bench: ScoreBench, system: System, rows: Mapping[str, Scores]) -> dict[str, int]:
    predictions = list(system.predictions.values())
    cited = [node for row in predictions if row.answered for node in row.cited]
    states = [row.status for row in predictions]
    return {
        "predicted": len(predictions),
        "missing": len(bench.questions) - len(predictions),
        "answered": states.count("answered"),
        "refused": states.count("refused"),
        "errors": states.count(ERROR),
        "cited": len(cited),
        "cited_unknown": sum(map(bench.known.is_unknown, cited)) if bench.known.complete else 0,
        "scored": len(rows),
    }


def as_record(report: ScoreReport, **more: Any) -> dict[str, Any]:
    """The report as JSON."""
    return {
        "schema": SCHEMA,
        "bench": report.bench.file,
        "corpus": report.bench.corpus_file or None,
        "questions": len(report.bench.questions),
        **more,
        "measures": [{"name": m.name, "block": m.block, "definition": m.definition, "lower_is_better": m.lower}
                     for m in report.measures],
        "systems": [
            {
                "name": system.name,
                "file": system.file,
                "counts": dict(report.counts[system.name]),
                "figures": _figure_records(report.overall[system.name]),
                "groups": {
                    kind: {value: _figure_records(figures[system.name]) for value, figures in parts.items()}
                    for kind, parts in report.groups.items()
                },
            }
            for system in report.systems
        ],
    }  # fmt: skip


def _figure_records(figures: Mapping[str, Figure]) -> dict[str, Any]:
    return {
        name: {
            "value": figure.value,
            "interval": list(figure.interval) if figure.interval else None,
            "questions": figure.questions,
            "difference": figure.difference,
            "difference_interval": list(figure.difference_interval) if figure.difference_interval else None,
        }
        for name, figure in figures.items()
    }
