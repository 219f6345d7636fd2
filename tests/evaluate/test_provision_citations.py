"""Citation precision, recall and F1 by level, and rules that were never shown."""

from __future__ import annotations

from typing import Any

import pytest

from pincite.evaluate.benchmark import Gold, HitRule
from pincite.evaluate.case import Scored
from pincite.evaluate.measures.registry import by_name

MEASURES = by_name()
LEVELS = ("article", "paragraph", "strict")


def score(name: str, scored: Scored) -> float | None:
    return MEASURES[name].score(scored)  # type: ignore[union-attr]


def case(made: Any, golds: list[str], cited: list[str], hit: HitRule = HitRule.PROVISION) -> Scored:
    """An answer that cites these provisions of the act, each in a sentence of its own."""
    quotes = [
        made.citation(n, "It is so.", of=n - 1, document_id="act", provision_id=f"act/{id_}" if id_ else None)
        for n, id_ in enumerate(cited, 1)
    ]
    sentences = [made.sentence("It is so.", n) for n, _ in enumerate(cited, 1)]
    record = made.answered(sentences, quotes) if cited else made.refused()
    asked = made.question(gold=[Gold("act", unit=f"act/{id_}") for id_ in golds])
    return made.scored(asked, record, hit=hit)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("golds", "cited", "expected"),
    [
        # Three cited ids, two of them gold; two of three gold ids.
        pytest.param(
            ["a1/p1", "a2", "a3/p2/i1"], ["a1/p1", "a2/p3", "a9"],
            {"article": (2 / 3, 2 / 3, 2 / 3), "paragraph": (2 / 3, 2 / 3, 2 / 3), "strict": (2 / 3, 2 / 3, 2 / 3)},
            id="below-an-article-is-right",
        ),
        pytest.param(
            ["a3/p2/i1"], ["a3/p2"],
            {"article": (1.0, 1.0, 1.0), "paragraph": (1.0, 1.0, 1.0), "strict": (0.0, 0.0, 0.0)},
            id="above-an-item-is-right-by-paragraph-only",
        ),
        pytest.param(
            ["a3/p2"], ["a3/p1", "a3/p2/i4"],
            {"article": (1.0, 1.0, 1.0), "paragraph": (1 / 2, 1.0, 2 / 3), "strict": (1 / 2, 1.0, 2 / 3)},
            id="wrong-paragraph-is-right-by-article-only",
        ),
        pytest.param(
            ["a1", "a2"], ["a1", "a1"],
            {"article": (1.0, 1 / 2, 2 / 3), "paragraph": (None, None, None), "strict": (1.0, 1 / 2, 2 / 3)},
            id="cited-twice-counts-once-and-articles-have-no-paragraph",
        ),
        pytest.param(
            ["a1/p1"], ["a1-2/p1"],
            dict.fromkeys(LEVELS, (0.0, 0.0, 0.0)),
            id="branch-article-is-another",
        ),
        pytest.param(["a1/p1"], [], dict.fromkeys(LEVELS, (None, 0.0, 0.0)), id="refusal-cites-nothing"),
        pytest.param(["a1/p1"], [""], dict.fromkeys(LEVELS, (0.0, 0.0, 0.0)), id="no-provision-cited"),
        pytest.param([], ["a1"], dict.fromkeys(LEVELS, (None, None, None)), id="no-gold"),
    ],
)  # fmt: skip
def test_by_level(made: Any, golds: list[str], cited: list[str], expected: dict[str, tuple[float | None, ...]]) -> None:
    scored = case(made, golds, cited)
    for level, values in expected.items():
        found = tuple(score(f"Citation {what} {level}", scored) for what in ("Precision", "Recall", "F1"))
        assert found == pytest.approx(values)


def test_documents_have_the_first_level_alone(made: Any) -> None:
    scored = case(made, ["x"], ["a1"], HitRule.DOCUMENT)
    assert score("Citation F1 article", scored) == 1.0
    assert score("Citation F1 strict", scored) is None
    assert score("Citation F1 paragraph", scored) is None


@pytest.mark.parametrize("hit", [HitRule.PLACE, HitRule.SPAN, HitRule.SEGMENT])
def test_other_benchmarks_have_no_score(made: Any, hit: HitRule) -> None:
    assert score("Citation F1 article", case(made, ["a1"], ["a1"], hit)) is None


def drafted(made: Any, *drafts: dict[str, Any]) -> Scored:
    record = made.answered([made.sentence("x", 1)], [made.citation(1, "x")], attempts=[{"sufficiency": 0.9}, *drafts])
    return made.scored(made.question(), record)  # type: ignore[no-any-return]


def called(*outcomes: list[str]) -> dict[str, Any]:
    return {"form": "claims", "calls": [{"outcomes": list(found)} for found in outcomes]}


def test_unknown_rules_count_before_repair_and_in_the_first_draft(made: Any) -> None:
    sound, marked = made.draft(), made.draft(invalid=1)
    named = {**sound, "writing": called(["unknown_rule", "unknown_rule"], [])}
    later = {**sound, "writing": called([], ["unknown_rule"])}
    assert score("Unknown Rules", drafted(made, sound)) == 0.0
    assert score("Unknown Rules", drafted(made, marked)) == 1.0
    assert score("Unknown Rules", drafted(made, named)) == 1.0
    assert score("Unknown Rules", drafted(made, later)) == 0.0
    assert score("Unknown Rules", drafted(made, sound, named)) == 0.0
    assert score("Unknown Rules", drafted(made)) is None


@pytest.mark.parametrize(
    "writing", [None, 3, {"calls": 3}, {"calls": [3]}, {"calls": [{"outcomes": 3}]}, {"calls": []}]
)
def test_records_of_others_never_stop_it(made: Any, writing: Any) -> None:
    assert score("Unknown Rules", drafted(made, {**made.draft(), "writing": writing})) == 0.0
