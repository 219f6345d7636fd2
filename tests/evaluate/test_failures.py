from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import InputError
from pincite.evaluate.benchmark import HitRule
from pincite.evaluate.case import Case, Scored
from pincite.evaluate.cases_file import CaseRow, Seeded
from pincite.evaluate.failures.file import FailureCounts, read_failures, write_failures
from pincite.evaluate.failures.find import excerpt, find_failure, find_failures, outcomes
from pincite.evaluate.failures.kinds import BY_NAME, KINDS
from pincite.evaluate.failures.reading import Outcome

QUOTE = "The mill opens at seven and closes at noon."
OTHER = "The baker pays the miller in loaves."
GOLD_UNIT = {"page_index": 2, "page_index_end": 2}


class World:
    """Cases about one question whose gold is `QUOTE` on the third page of the guide."""

    def __init__(self, made: Any) -> None:
        self.made = made
        self.gold = made.place(QUOTE, pages=[2])

    def hit(self, chunk_id: str = "c1", text: str = f"{QUOTE} {OTHER}") -> Any:
        return self.made.unit(chunk_id, text, **GOLD_UNIT)

    def miss(self, chunk_id: str = "c2") -> Any:
        return self.made.unit(chunk_id, OTHER, page_index=7, page_index_end=7)

    def sources(self, *texts: str) -> list[Any]:
        return [self.made.source(number, text) for number, text in enumerate(texts, 1)]

    def answer(self, text: str, quote: str = QUOTE, *, passed: bool = True, **where: Any) -> dict[str, Any]:
        place = {**GOLD_UNIT, **where}
        record: dict[str, Any] = self.made.answered(
            [self.made.sentence(text, 1, passed=passed)],
            [self.made.citation(1, quote, **place)],
            self.sources(f"{QUOTE} {OTHER}", OTHER),
        )
        return record

    def refused(self, reason: str, *texts: str) -> dict[str, Any]:
        refused: dict[str, Any] = self.made.refused()
        return {**refused, "refusal": {"reason": reason, "detail": ""}, "evidence": self.sources(*texts)}

    def kinds(
        self,
        record: dict[str, Any],
        ranked: Any = None,
        *,
        label: str = "answerable",
        gold: Any = None,
        seeded: tuple[Seeded, ...] = (),
        question: dict[str, Any] | None = None,
        **fields: Any,
    ) -> tuple[str, ...]:
        asked = self.made.question("q1", label, [self.gold] if gold is None else gold, **(question or {}))
        units = [self.hit(), self.miss()] if ranked is None else ranked
        found = find_failure(Outcome(self.made.scored(asked, record, units, **fields), seeded=seeded))
        return found.kinds if found else ()


@pytest.fixture
def world(made: Any) -> World:
    return World(made)


def test_a_right_answer_is_no_failure(world: World) -> None:
    assert world.kinds(world.answer(QUOTE)) == ()


def test_a_right_refusal_is_no_failure(world: World) -> None:
    assert world.kinds(world.refused("insufficient_evidence", OTHER), label="unanswerable", gold=[]) == ()


def test_a_question_whose_labels_settle_nothing_is_no_failure(world: World) -> None:
    assert world.kinds(world.refused("insufficient_evidence", OTHER), label="apart") == ()


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        ("no_evidence", "over_refusal"),
        ("insufficient_evidence", "over_refusal"),
        ("other_jurisdiction", "other_jurisdiction"),
        ("model_refused", "model_refused"),
        ("validation_failed", "validation_failed"),
        ("model_error", "model_error"),
    ],
)
def test_refused_although_gold_was_shown(world: World, reason: str, kind: str) -> None:
    assert world.kinds(world.refused(reason, f"{QUOTE} {OTHER}")) == (kind,)


@pytest.mark.parametrize(
    ("ranked", "sources", "first"),
    [
        (["miss"], [OTHER], "retrieval_miss"),
        (["miss", "hit"], ["", OTHER], "not_shown"),
        (["hit_elsewhere"], [OTHER], "words_not_shown"),
    ],
)
def test_where_the_way_broke_off_comes_before_the_refusal(
    world: World, ranked: list[str], sources: list[str], first: str
) -> None:
    units = {"hit": world.hit("c9"), "miss": world.miss("c1"), "hit_elsewhere": world.hit("c1", OTHER)}
    record = world.refused("insufficient_evidence", *sources)
    assert world.kinds(record, [units[name] for name in ranked]) == (first, "over_refusal")


def test_a_hit_behind_the_eighth_unit_is_a_miss(world: World) -> None:
    misses = [world.miss(f"m{number}") for number in range(8)]
    record = world.refused("insufficient_evidence", OTHER)
    assert world.kinds(record, [*misses, world.hit()])[0] == "retrieval_miss"
    assert world.kinds(record, [*misses[1:], world.hit()])[0] != "retrieval_miss"


def test_a_source_for_which_the_prompt_had_no_room_was_not_shown(world: World) -> None:
    attempt = {"decision": "refuse", "writing": {"left_out": [1]}}
    record = {**world.refused("model_refused", QUOTE, OTHER), "trace": {"attempts": [attempt]}}
    assert world.kinds(record) == ("not_shown", "model_refused")


def test_gold_on_a_source_that_is_not_ranked_is_found_by_its_page(world: World) -> None:
    source = world.made.source(1, QUOTE, chunk_id="expanded") | GOLD_UNIT
    record = {**world.refused("model_refused"), "evidence": [source]}
    assert world.kinds(record) == ("model_refused",)


def test_an_answer_to_an_unanswerable_question(world: World) -> None:
    assert world.kinds(world.answer(QUOTE), label="unanswerable", gold=[]) == ("false_answer",)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("The mill opens at 9.", "figure_error"),
        ("The mill does not open at seven.", "negation_error"),
        ("Pigeons nest under the roof of the tower.", "unsupported_sentence"),
    ],
)
def test_what_gate_standard_does_not_let_through(world: World, text: str, first: str) -> None:
    kinds = world.kinds(world.answer(text, passed=False))
    assert kinds[0] == first
    assert "unsupported_sentence" in kinds


def test_a_recheck_counts_where_another_gate_delivered(world: World) -> None:
    record = {**world.answer("Pigeons nest under the roof."), "gate": "off"}
    assert world.kinds(record) == ()
    assert world.kinds(record, recheck=(False,)) == ("unsupported_sentence",)


def test_a_citation_of_another_document(world: World) -> None:
    kinds = world.kinds(world.answer(QUOTE, document_id="almanac"), question={"document_id": "guide"})
    assert kinds == ("wrong_document", "wrong_place")


def test_a_sentence_without_citation(world: World) -> None:
    record = world.answer(QUOTE)
    record["sentences"].append(world.made.sentence("And so on."))
    assert world.kinds(record) == ("missing_citation",)


def test_a_citation_of_no_source(world: World) -> None:
    record = world.answer(QUOTE)
    record["sentences"][0]["citations"] = [1, 9]
    assert world.kinds(record) == ("invalid_citation",)


def test_answered_from_another_place(world: World) -> None:
    assert world.kinds(world.answer(OTHER, OTHER, page_index=7, page_index_end=7)) == ("wrong_place",)


def test_the_right_place_but_another_sentence(world: World) -> None:
    assert world.kinds(world.answer(OTHER, OTHER)) == ("wrong_sentence",)


def test_one_of_two_quotes_is_a_partial_answer(world: World) -> None:
    gold = [world.gold, world.made.place("Flour is sold by the pound.", pages=[4])]
    record = world.answer(QUOTE)
    assert world.kinds(record, gold=gold) == ("partial_answer",)
    record["citations"].append(world.made.citation(2, "Flour is sold by the pound.", page_index=4))
    assert world.kinds(record, gold=gold) == ()


def test_a_quote_much_wider_than_the_span(world: World) -> None:
    long = f"{QUOTE} {OTHER} Anyone may look on from the bridge while the wheel turns and the water runs below."
    gold = [world.made.span(QUOTE, 0)]
    assert world.kinds(world.answer(long, long), gold=gold, hit=HitRule.SPAN) == ("quote_too_wide",)
    assert world.kinds(world.answer(QUOTE), gold=gold, hit=HitRule.SPAN) == ()


@pytest.mark.parametrize(("traits", "kind"), [({}, "reference_differs"), ({"reasoning": "yes"}, "reasoning_missing")])
def test_another_answer_than_the_reference(world: World, traits: dict[str, str], kind: str) -> None:
    question = {"reference": "It is shut for 19 hours.", "traits": traits}
    assert world.kinds(world.answer(QUOTE), question=question) == (kind,)


def test_an_answer_of_more_than_120_words(world: World) -> None:
    assert world.kinds(world.answer(f"{QUOTE} " + "on " * 112)) == ("too_long",)
    assert world.kinds(world.answer(f"{QUOTE} " + "on " * 111)) == ()


@pytest.mark.parametrize(
    ("fault", "draft", "repaired", "found"),
    [
        ("negation", 0, False, True),
        ("negation", 1, False, False),
        ("none", 0, False, False),
        ("wrong_marker", 0, False, True),
        ("wrong_marker", 0, True, False),
    ],
)
def test_a_seeded_fault_that_was_delivered(world: World, fault: str, draft: int, repaired: bool, found: bool) -> None:
    record = {**world.answer(QUOTE), "trace": {"attempts": [world.made.draft()]}}
    record["sentences"][0]["repaired"] = repaired
    kinds = world.kinds(record, seeded=(Seeded(draft, f"{QUOTE}  ", fault),))
    assert kinds == (("seeded_fault",) if found else ())


def test_an_error_is_that_and_nothing_else(world: World) -> None:
    asked = world.made.question("q1", "answerable", [world.gold])
    scored = world.made.scored(asked)
    row = CaseRow("q1", None, 0.1, {"type": "ServerError", "message": "Gone.", "hint": ""})
    (outcome,) = outcomes(scored.benchmark, [row, CaseRow("unknown", None, 0.1)])
    failure = find_failure(outcome)
    assert failure is not None
    assert failure.kinds == ("error",)
    assert failure.to_record()["error"]["message"] == "Gone."


def test_names_and_titles_are_unique_and_rules_are_said() -> None:
    assert len(BY_NAME) == len(KINDS) == len({kind.title for kind in KINDS})
    assert all(kind.rule and not kind.rule.endswith(".") for kind in KINDS)


def test_the_listing_says_where_gold_was_and_what_was_left_out(world: World) -> None:
    asked = world.made.question("q1", "answerable", [world.gold])
    record = world.refused("insufficient_evidence", "word " * 300, OTHER)
    scored = world.made.scored(asked, record, [world.miss("c1"), world.hit("c2")])
    (failure,) = find_failures([scored])
    found = failure.to_record()
    assert [(g["pages"], g["rank"], g["shown_as"], g["quote"]) for g in found["gold"]] == [([3], 2, [2], QUOTE)]
    first, second = found["evidence"]
    assert len(first["excerpt"]) + first["left_out"] == len(" ".join(["word"] * 300))
    assert (first["cited"], first["hit"]) == (False, False)
    assert (second["excerpt"], second["left_out"], second["hit"]) == (OTHER, 0, True)
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize("text", ["", "short", "x" * 1000, "a b " * 400, "가나다 " * 200])
def test_an_excerpt_loses_nothing_without_saying(text: str) -> None:
    found = excerpt(text, 100)
    whole = " ".join(text.split())
    assert len(found.text) <= 100
    assert whole.startswith(found.text)
    assert len(whole) - len(found.text) - found.left_out == 0
    assert (str(found) == whole) is (found.left_out == 0)


@pytest.mark.parametrize(
    "record",
    [
        {"status": "answered"},
        {"status": "answered", "sentences": 3, "citations": [{}], "evidence": [{"number": []}], "trace": []},
        {"status": "refused", "refusal": 4, "evidence": [{"number": 1, "page_index": "x"}], "trace": {"attempts": [1]}},
        {"status": "refused", "trace": {"attempts": [{"decision": 1, "writing": {"left_out": [[], {}, 1]}}]}},
        {"status": None},
    ],
)
def test_records_of_any_form_are_read(world: World, record: dict[str, Any]) -> None:
    asked = world.made.question("q1", "answerable", [world.gold])
    failure = find_failure(Outcome(world.made.scored(asked, record)))
    assert failure is not None
    json.dumps(failure.to_record(), allow_nan=False)


def test_a_file_of_failures_counts_first_and_further_kinds(world: World, tmp_path: Path) -> None:
    asked = world.made.question("q1", "answerable", [world.gold])
    apart = world.made.question("q2", "apart", [world.gold])
    bad = world.refused("insufficient_evidence", QUOTE)
    cases = [
        Outcome(world.made.scored(asked, bad, [world.miss("c1")])),
        Outcome(world.made.scored(asked, bad, [world.hit("c1")])),
        Outcome(world.made.scored(asked, world.answer(QUOTE), [world.hit()])),
        Outcome(world.made.scored(apart, bad, [world.miss()])),
    ]
    path = tmp_path / "run" / "failures.jsonl"
    counts = write_failures(path, cases, {"run": "base"})
    assert (counts.cases, counts.failed) == (3, 2)
    first, *rows = read_failures(path)
    assert first["kinds"] == {
        "retrieval_miss": {"first": 1, "any": 1},
        "over_refusal": {"first": 1, "any": 2},
    }
    assert [row["kinds"] for row in rows] == [["retrieval_miss", "over_refusal"], ["over_refusal"]]
    assert sum(kind["first"] for kind in first["kinds"].values()) == first["failed"]
    assert [file.name for file in path.parent.iterdir()] == ["failures.jsonl"]
    before = path.read_bytes()
    write_failures(path, cases, {"run": "base"})
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["", "[]\n", '{"schema": "other/1"}\n', "\udc80"])
def test_what_is_no_file_of_failures_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "failures.jsonl"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError):
        list(read_failures(path))
    with pytest.raises(InputError):
        list(read_failures(tmp_path / "none"))


def test_counts_without_failures() -> None:
    counts = FailureCounts()
    counts.add(())
    assert counts.to_record() == {"cases": 1, "failed": 0, "kinds": {}}


def test_scored_and_outcome_agree(world: World) -> None:
    asked = world.made.question("q1", "answerable", [world.gold])
    scored: Scored = world.made.scored(asked, world.answer(QUOTE), [world.hit()])
    assert isinstance(scored.case, Case)
    assert list(find_failures([scored])) == []
