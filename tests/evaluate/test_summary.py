from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pincite.evaluate.measures.measure import AnswerMeasure, Over, SetMeasure
from pincite.evaluate.measures.registry import STANDARD_MEASURES, by_name, retrieval_name
from pincite.evaluate.results.intervals import wilson
from pincite.evaluate.results.summary import ALL, APART, Figure, Group, by_group, figures

MEASURES = by_name()


def cases(made: Any) -> list[Any]:
    """Answerable: right, right, wrong, refused; unanswerable: refused, answered; and one apart."""
    outcomes = [
        ("q1", "answerable", 3, "a", "x"), ("q2", "answerable", 3, "b", "x"), ("q3", "answerable", 4, "a", "y"),
        ("q4", "answerable", None, "a", "y"), ("q5", "unanswerable", None, "b", "x"),
        ("q6", "unanswerable", 4, "b", "y"), ("q7", "apart", 3, "b", "y"),
    ]  # fmt: skip
    found = []
    for id_, label, page, document, category in outcomes:
        gold = [made.place(pages=[3])] if label != "unanswerable" else []
        asked = made.question(id_, label, gold, document_id=document, category=category, traits={"kind": category})
        said = made.answered([made.sentence("word", 1)], [made.citation(1, "x", page_index=page)])
        ranked = [made.unit("c1", page_index=page or 0)]
        found.append(made.scored(asked, said if page else made.refused(), ranked, seconds=2.0))
    return found


def named(found: tuple[Figure, ...], name: str) -> Figure:
    return next(figure for figure in found if figure.name == name)


def test_figures_of_shares(made: Any) -> None:
    found = figures(cases(made))
    refusal = named(found, "False Refusal")
    assert (refusal.value, refusal.count, refusal.total, refusal.over) == (1 / 4, 1, 4, Over.ANSWERABLE)
    assert refusal.interval == wilson(1, 4)
    assert refusal.bootstrap is not None
    assert 0 <= refusal.bootstrap.low < refusal.bootstrap.high <= 1
    assert named(found, "True Refusal").value == 1 / 2
    assert named(found, "Retrieval Accuracy").count == 2
    assert str(refusal).startswith("1 of 4 (25.0%, 95 % interval ")


def test_no_gold_no_figure(made: Any) -> None:
    found = named(figures(cases(made)), "Exact Hit@8")
    assert (found.value, found.count, found.total, found.interval, found.bootstrap) == (None, None, 0, None, None)
    assert str(found) == "no score"
    assert all(figure.value is None for figure in figures([]))


def test_figure_of_a_set_measure(made: Any) -> None:
    found = named(figures(cases(made)), "Balanced Accuracy")
    assert found.value == (2 / 4 + 1 / 2) / 2
    assert (found.count, found.total) == (None, 6)
    assert found.interval == found.bootstrap
    assert named(figures(cases(made)), "Latency, median (s)").interval == (2.0, 2.0)


def test_every_measure_has_a_figure_in_its_order(made: Any) -> None:
    assert [figure.name for figure in figures(cases(made))] == [measure.name for measure in STANDARD_MEASURES]


def test_groups(made: Any) -> None:
    found = by_group(cases(made), [MEASURES["False Refusal"], MEASURES["True Refusal"]])
    assert list(found) == [
        ALL, Group("category", "x"), Group("category", "y"), Group("trait kind", "x"), Group("trait kind", "y"),
        Group("document", "a"), Group("document", "b"), APART,
    ]  # fmt: skip
    values = {group: tuple((f.count, f.total) for f in row) for group, row in found.items()}
    assert values[ALL] == ((1, 4), (1, 2))
    assert values[Group("category", "x")] == ((0, 2), (1, 1))
    assert values[Group("document", "a")] == ((1, 3), (None, 0))


def test_questions_apart_are_in_no_other_figure(made: Any) -> None:
    measures = [MEASURES["Retrieval Accuracy"], MEASURES["False Refusal"], MEASURES["Citation Validity"]]
    found = by_group(cases(made), measures)
    assert [f.total for f in found[APART]] == [1, 1, 1]
    assert [f.total for f in found[ALL]] == [4, 4, 4]
    assert APART not in by_group(cases(made)[:6], measures)


def test_a_measure_of_ones_own_sees_no_question_apart(made: Any) -> None:
    everything = replace(MEASURES["False Refusal"], name="everything", score=lambda scored: 1.0)
    found = by_group(cases(made), [everything])
    assert (found[ALL][0].total, found[APART][0].total) == (6, 1)


def test_empty_run_has_the_group_of_all() -> None:
    found = by_group([], [MEASURES["True Refusal"]])
    assert list(found) == [ALL]
    assert found[ALL][0].value is None


def test_same_seed_same_intervals(made: Any) -> None:
    chosen = [MEASURES["False Refusal"], MEASURES["Balanced Accuracy"]]
    assert figures(cases(made), chosen, seed=1) == figures(cases(made), chosen, seed=1)
    drawn = {figures(cases(made), chosen, seed=s, rounds=25)[1].bootstrap for s in range(6)}
    assert len(drawn) > 1


def test_documents_are_drawn_whole(made: Any) -> None:
    """All of one document scores 1, all of the other 0: a draw of two documents has a mean of 0, 1/2 or 1."""
    scored = [
        made.scored(made.question(f"q{n}", document_id="a" if n < 20 else "b"), None if n < 20 else made.answered())
        for n in range(40)
    ]
    (by_question,) = figures(scored, [MEASURES["False Refusal"]])
    (by_document,) = figures(scored, [MEASURES["False Refusal"]], by_document=True)
    assert by_question.value == by_document.value == 1 / 2
    assert by_question.bootstrap is not None
    assert by_question.bootstrap.low > 0.2
    assert by_document.bootstrap == (0.0, 1.0)
    assert by_document.interval == wilson(20, 40)


@pytest.mark.parametrize(
    ("model", "gate", "forced"),
    [
        pytest.param("extractive", "paper", True, id="quotes"),
        pytest.param("some-model", "standard", True, id="delivered-by-the-gate"),
        pytest.param("some-model", "paper", False, id="weaker-gate"),
    ],
)
def test_by_construction_is_said_where_it_holds(made: Any, model: str, gate: str, forced: bool) -> None:
    record = made.answered([made.sentence("x", 1)], [made.citation(1, "x")], model=model, gate=gate)
    case = made.scored(made.question(), record, recheck=(True,))
    valid, refusal = figures([case], [MEASURES["Evidence Support"], MEASURES["False Refusal"]])
    assert bool(valid.by_construction) is forced
    assert refusal.by_construction == ""
    drafted = made.scored(made.question(), {**record, "trace": {"attempts": [made.draft()]}})
    assert bool(figures([drafted], [MEASURES["Draft Evidence Support"]])[0].by_construction) is (model == "extractive")
    mixed = [case, replace(case, case=replace(case.case, record={**record, "model": "m", "gate": "paper"}))]
    assert figures(mixed, [MEASURES["Evidence Support"]])[0].by_construction == ""


@pytest.mark.parametrize("measure", STANDARD_MEASURES, ids=lambda m: m.name.replace(" ", "-"))
def test_measures_say_what_they_are(measure: AnswerMeasure | SetMeasure) -> None:
    for text in (measure.definition, measure.source, measure.trap):
        assert len(text) > 2
        assert "  " not in text
    assert measure.bounds[0] < measure.bounds[1]


def test_two_measures_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="False Refusal"):
        by_name([MEASURES["False Refusal"], MEASURES["False Refusal"]])


def test_retrieval_is_named_after_the_unit(made: Any) -> None:
    assert retrieval_name(made.scored(made.question()).benchmark) == "Page Hit@8"


HOSTILE: list[Any] = [
    {},
    {"status": "answered"},
    {"status": "answered", "sentences": None, "citations": 3, "evidence": "x", "trace": []},
    {"status": "answered", "sentences": [None, {"text": 3, "citations": "12", "support": []}], "citations": [{}, 4]},
    {"status": ["answered"], "trace": {"attempts": [{"decision": None, "markers": 3, "supported_ratio": "1"}, 7]}},
    {"status": "answered", "gate": 3, "model": None, "sentences": [{}], "trace": {"attempts": {"a": 1}},
     "citations": [{"number": 1e9, "page_index": 10**30, "page_index_end": 10**31, "position": {"start": -1}}]},
]  # fmt: skip


@pytest.mark.parametrize("record", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("label", ["answerable", "unanswerable"])
def test_no_record_stops_a_measure(made: Any, record: dict[str, Any], label: str) -> None:
    gold = [made.place("quoted words", pages=[3], sections=["4"])] if label == "answerable" else []
    asked = made.question(label=label, gold=gold, reference="30 days", document_id="guide")
    for figure in figures([made.scored(asked, record)]):
        assert figure.value is None or 0 <= figure.value <= 1
