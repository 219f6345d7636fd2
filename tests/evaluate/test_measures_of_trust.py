from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pincite.evaluate.measures.attribution import (
    attribution_measures,
    citation_precision,
    citation_recall,
    gate_supports,
)
from pincite.evaluate.measures.citations import CITATIONS
from pincite.evaluate.measures.hallucination import HALLUCINATION
from pincite.evaluate.measures.refusals import REFUSALS
from pincite.evaluate.measures.support import SUPPORT

MEASURES = {m.name: m for m in (*CITATIONS, *SUPPORT, *HALLUCINATION, *REFUSALS)}


def score(name: str, made: Any, record: dict[str, Any], *, label: str = "answerable", **more: Any) -> float | None:
    fields = {key: more.pop(key) for key in ("gold", "document_id") if key in more}
    return MEASURES[name].score(made.scored(made.question(label=label, **fields), record, **more))


BROKEN = [
    pytest.param({"quote": {"exact": ""}}, id="no-words"),
    pytest.param({"quote": None}, id="no-quote"),
    pytest.param({"position": {"start": 0, "end": 5}}, id="longer-than-its-words"),
    pytest.param({"position": {"start": 4, "end": 0}}, id="turned-round"),
    pytest.param({"position": {"start": True, "end": 4}}, id="no-number"),
    pytest.param({"number": 7}, id="no-such-source"),
    pytest.param({"number": None}, id="no-source"),
    pytest.param({"sentence": 3}, id="no-such-sentence"),
    pytest.param({"document_id": ""}, id="no-document"),
    pytest.param({"label": "", "page_index": None}, id="no-place"),
    pytest.param({"page_index": 4, "page_index_end": 3}, id="pages-turned-round"),
]


@pytest.mark.parametrize("change", BROKEN)
def test_citation_that_is_not_sound_is_invalid(made: Any, change: dict[str, Any]) -> None:
    sound = made.citation(1, "word")
    sources = [made.source(1)]
    assert score("Citation Validity", made, made.answered([made.sentence("x", 1)], [sound], sources)) == 1.0
    record = made.answered([made.sentence("x", 1)], [sound | change], sources)
    assert score("Citation Validity", made, record) == 0.0


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        pytest.param([(1,), (1, 2)], 1.0, id="all-exist"),
        pytest.param([(1,), (3,)], 0.0, id="no-such-source"),
        pytest.param([(1,), ()], 0.0, id="sentence-without"),
        pytest.param([(1,), ("2",)], 0.0, id="no-number"),
        pytest.param([(1,), (4,)], 0.0, id="source-without-a-citation"),
        pytest.param([], 0.0, id="no-sentence"),
    ],
)
def test_citation_validity_of_numbers(made: Any, numbers: list[Any], expected: float) -> None:
    cited = [made.citation(1, "word"), made.citation(2, "word")] if numbers else []
    record = made.answered([made.sentence("x", *n) for n in numbers], cited, [made.source(n) for n in (1, 2, 4)])
    assert score("Citation Validity", made, record) == expected


@pytest.mark.parametrize(
    ("gate", "recheck", "passed", "expected"),
    [
        pytest.param("standard", None, (True, False, True), 2 / 3, id="from-the-record"),
        pytest.param("standard", None, (), 0.0, id="no-sentence"),
        pytest.param("paper", None, (True, True), None, id="weaker-gate"),
        pytest.param("paper", (True, False), (True, True), 1 / 2, id="checked-again"),
        pytest.param("paper", (True,), (True, True), None, id="other-sentences-checked"),
        pytest.param("", None, (True,), None, id="gate-not-named"),
    ],
)
def test_evidence_support(
    made: Any, gate: str, recheck: tuple[bool, ...] | None, passed: Sequence[bool], expected: float | None
) -> None:
    record = made.answered([made.sentence("x", 1, passed=p) for p in passed], [made.citation(1, "x")], gate=gate)
    assert score("Evidence Support", made, record, recheck=recheck) == expected
    known = None if expected is None else float(expected < 1)
    assert score("Unsupported Hallucination Rate", made, record, recheck=recheck) == known
    assert score("Unsupported Hallucination Rate of Answers", made, record, recheck=recheck) == known


def test_check_that_could_not_run_is_no_support(made: Any) -> None:
    said = made.sentence("x", 1)
    said["checks"].append({"name": "figures", "state": "not_checked", "value": None, "detail": ""})
    assert score("Evidence Support", made, made.answered([said], [made.citation(1, "x")])) == 0.0


GOLD_PAGE, OTHER_PAGE = 3, 4


@pytest.mark.parametrize(
    ("label", "page", "passed", "expected"),
    [
        pytest.param("answerable", GOLD_PAGE, True, 0.0, id="sound"),
        pytest.param("answerable", GOLD_PAGE, False, 1.0, id="unsupported"),
        pytest.param("answerable", OTHER_PAGE, True, 1.0, id="not-on-gold"),
        pytest.param("unanswerable", GOLD_PAGE, True, 1.0, id="unanswerable-answered"),
        pytest.param("apart", OTHER_PAGE, False, None, id="not-settled"),
    ],
)
def test_broad_hallucination(made: Any, label: str, page: int, passed: bool, expected: float | None) -> None:
    record = made.answered([made.sentence("x", 1, passed=passed)], [made.citation(1, "x", page_index=page)])
    gold = [made.place(pages=[GOLD_PAGE])] if label != "unanswerable" else []
    assert score("Hallucination Rate", made, record, label=label, gold=gold) == expected
    assert score("Hallucination Rate of Answers", made, record, label=label, gold=gold) == expected


def test_hallucination_of_a_refusal(made: Any) -> None:
    for name in ("Hallucination Rate", "Unsupported Hallucination Rate"):
        assert score(name, made, made.refused()) == 0.0
        assert score(f"{name} of Answers", made, made.refused()) is None


def test_hallucination_is_unknown_where_only_support_would_tell(made: Any) -> None:
    def rate(page: int) -> float | None:
        record = made.answered([made.sentence("x", 1)], [made.citation(1, "x", page_index=page)], gate="paper")
        return score("Hallucination Rate", made, record, gold=[made.place(pages=[GOLD_PAGE])])

    assert rate(GOLD_PAGE) is None
    assert rate(OTHER_PAGE) == 1.0


def test_hallucination_without_gold_has_no_score(made: Any) -> None:
    record = made.answered([made.sentence("x", 1)], [made.citation(1, "x")])
    assert score("Hallucination Rate", made, record) is None


@pytest.mark.parametrize(
    ("name", "label", "of_answer", "of_refusal"),
    [
        pytest.param("True Refusal", "unanswerable", 0.0, 1.0, id="true-refusal"),
        pytest.param("True Refusal", "answerable", None, None, id="true-refusal-answerable"),
        pytest.param("False Refusal", "answerable", 0.0, 1.0, id="false-refusal"),
        pytest.param("False Refusal", "unanswerable", None, None, id="false-refusal-unanswerable"),
        pytest.param("False Answer", "unanswerable", 1.0, 0.0, id="false-answer"),
        pytest.param("False Answer", "apart", None, None, id="apart"),
    ],
)
def test_refusals(made: Any, name: str, label: str, of_answer: float | None, of_refusal: float | None) -> None:
    assert score(name, made, made.answered(), label=label) == of_answer
    assert score(name, made, made.refused(), label=label) == of_refusal


@pytest.mark.parametrize(
    ("attempts", "status", "attempted", "accepted"),
    [
        pytest.param([("accept",)], "answered", 0.0, None, id="first-delivered"),
        pytest.param([("regenerate",), ("accept",)], "answered", 1.0, 1.0, id="second-delivered"),
        pytest.param([("regenerate",), ("refuse",)], "refused", 1.0, 0.0, id="second-refused"),
        pytest.param([("regenerate",)], "refused", 1.0, 0.0, id="second-never-came"),
        pytest.param([], "refused", 0.0, None, id="nothing-written"),
    ],
)
def test_regeneration(
    made: Any, attempts: list[tuple[str]], status: str, attempted: float, accepted: float | None
) -> None:
    verdict = {"sufficiency": 0.9, "rule": "made up"}
    drafts = [verdict, *(made.draft(decision) for (decision,) in attempts)]
    record = made.answered(attempts=drafts) if status == "answered" else made.refused(*drafts)
    assert score("Regeneration Attempt", made, record) == attempted
    assert score("Regeneration Accepted", made, record) == accepted


def test_regeneration_without_a_trace_is_unknown(made: Any) -> None:
    record = made.answered()
    del record["trace"]
    assert score("Regeneration Attempt", made, record) is None
    assert score("Regeneration Accepted", made, record) is None


@pytest.mark.parametrize(
    ("draft", "validity", "support"),
    [
        pytest.param({"written": 4, "invalid": 1}, 3 / 4, 0.5, id="one-of-four"),
        pytest.param({"written": 0}, 0.0, 0.5, id="no-marker"),
        pytest.param({"written": 0, "sentences": 0}, None, None, id="nothing-written"),
    ],
)
def test_drafts_as_written(made: Any, draft: dict[str, int], validity: float | None, support: float | None) -> None:
    record = made.refused(made.draft("regenerate", 0.5, **draft), made.draft("refuse", 1.0))
    assert score("Draft Citation Validity", made, record) == validity
    assert score("Draft Evidence Support", made, record) == support


def test_no_draft_no_score(made: Any) -> None:
    assert score("Draft Citation Validity", made, made.refused()) is None
    assert score("Draft Evidence Support", made, made.refused()) is None


@pytest.mark.parametrize(
    ("documents", "expected"),
    [
        pytest.param(["guide", "guide"], 0 / 2, id="all-right"),
        pytest.param(["guide", "act", "other"], 1 / 3, id="one-wrong-one-gold"),
        pytest.param([], None, id="no-citation"),
    ],
)
def test_wrong_document_citations(made: Any, documents: list[str], expected: float | None) -> None:
    cited = [made.citation(1, "x", document_id=d, page_index=3) for d in documents]
    record = made.answered([made.sentence("x", 1)], cited)
    gold = [made.place(pages=[3], document_id="other", alternative=True)]
    assert score("Wrong-document Citations", made, record, gold=gold, document_id="guide") == expected
    assert score("Wrong-document Citations", made, record, gold=gold) is None


# ALCE: sources by letter; a sentence is supported where its letters all stand in the texts given.
def holds(sentence: str, texts: Sequence[str]) -> bool:
    assert texts
    return set(sentence) <= set("".join(texts))


SOURCES = {1: "a", 2: "b", 3: "ab", 4: "z"}


@pytest.mark.parametrize(
    ("said", "recall", "precision"),
    [
        pytest.param([("a", 1)], 1 / 1, 1 / 1, id="one"),
        pytest.param([("ab", 1, 2)], 1 / 1, 2 / 2, id="both-needed"),
        pytest.param([("a", 1, 4)], 1 / 1, 1 / 2, id="one-irrelevant"),
        pytest.param([("ab", 3, 1)], 1 / 1, 1 / 2, id="one-can-be-spared"),
        pytest.param([("a", 1, 3)], 1 / 1, 2 / 2, id="each-carries-alone"),
        pytest.param([("c", 1, 2)], 0 / 1, 0 / 2, id="not-carried"),
        pytest.param([("a", 1), ("c", 2, 3)], 1 / 2, 1 / 3, id="one-of-two-sentences"),
        pytest.param([("a",)], 0 / 1, 0.0, id="uncited"),
        pytest.param([("a", 1), ("b",)], 1 / 2, 1 / 1, id="one-uncited"),
        pytest.param([("a", 1, 9)], 1 / 1, 1 / 2, id="no-such-source"),
        pytest.param([("a", 1, 1)], 1 / 1, 1 / 1, id="cited-twice"),
        pytest.param([], None, None, id="nothing-said"),
    ],
)
def test_alce(made: Any, said: list[Any], recall: float | None, precision: float | None) -> None:
    sources = [made.source(n, text) for n, text in SOURCES.items()]
    record = made.answered([made.sentence(text, *numbers) for text, *numbers in said], [], sources)
    assert citation_recall(record, holds) == recall
    assert citation_precision(record, holds) == precision
    case = made.scored(made.question(), record)
    assert [m.score(case) for m in attribution_measures(holds)] == [recall, precision]


def test_alce_counts_answers_only(made: Any) -> None:
    case = made.scored(made.question(), made.refused())
    assert [m.score(case) for m in attribution_measures(holds)] == [None, None]


def test_gate_supports_what_its_texts_say() -> None:
    supports = gate_supports()
    rule = "The landlord must return the deposit within 30 days after the tenant moves out."
    assert supports("The landlord must return the deposit within 30 days.", [rule])
    assert not supports("The landlord must return the deposit within 60 days.", [rule])
    assert not supports(
        "The landlord must return the deposit within 30 days.", ["Pets are allowed on the second floor."]
    )
