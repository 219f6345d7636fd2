from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.answer.record import (
    compose_text,
    dumps,
    find_flaws,
    from_record,
    parse_record,
    schema,
    to_record,
    without_markers,
)
from pincite.errors import AnswerFileError
from pincite.types.answer import Answer, Refusal, RefusalReason, Trace, refusal_sentence

Record = dict[str, Any]


def put(record: Record, pointer: str, value: Any) -> Record:
    """A copy of the record with one value exchanged; `...` removes it."""
    changed = copy.deepcopy(record)
    *path, last = [int(p) if p.isdigit() else p for p in pointer.strip("/").split("/")]
    target: Any = changed
    for part in path:
        target = target[part]
    if value is ...:
        del target[last]
    else:
        target[last] = value
    return changed


def test_answer_is_written_with_markers_after_the_full_stops(answer: Answer) -> None:
    record = to_record(answer)
    assert record["text"] == (
        "A landlord shall return the deposit within 21 days after the tenant moves out. [1] "
        "The landlord must answer within 10 days. [2]"
    )
    assert record["status"] == "answered"
    assert record["refusal"] is None
    assert [item["cited"] for item in record["evidence"]] == [True, True, False]
    assert find_flaws(record) == []


def test_quote_is_at_its_position_with_context(answer: Answer) -> None:
    citation = to_record(answer)["citations"][0]
    assert citation["quote"]["exact"] == answer.sentences[0].text
    assert citation["quote"]["prefix"].endswith("§ 7-2-10. Deposits\n\n(1) ")
    assert len(citation["quote"]["suffix"]) == 32
    assert citation["label"].endswith("§ 7-2-10(1)")


@pytest.mark.parametrize("language", ["en", "ko", "und"])
def test_refusal_says_the_refusal_sentence(refusal: Refusal, language: str) -> None:
    outcome = Refusal(
        question="?",
        language=language,
        method="citeguard",
        model="extractive",
        preset="paper",
        gate="standard",
        evidence=refusal.evidence,
        trace=Trace(),
        reason=RefusalReason.NO_EVIDENCE,
    )
    record = to_record(outcome)
    assert record["text"] == refusal_sentence(language)
    assert record["refusal"] == {"reason": "no_evidence", "detail": ""}
    assert record["citations"] == []
    assert not any(item["cited"] for item in record["evidence"])
    assert find_flaws(record) == []


def test_the_english_refusal_sentence_is_the_papers() -> None:
    expected = "The document does not contain sufficient information to answer this question."
    assert refusal_sentence("en") == expected


@pytest.mark.parametrize("name", ["answer", "refusal"])
def test_file_read_back_and_written_again_is_the_same(name: str, request: pytest.FixtureRequest) -> None:
    written = dumps(to_record(request.getfixturevalue(name)))
    outcome = from_record(parse_record(written))
    assert type(outcome) is type(request.getfixturevalue(name))
    assert dumps(to_record(outcome)) == written


WRITTEN = {
    "model": "small@models.example",
    "refused": False,
    "decision": "accept",
    "supported_ratio": 1.0,
    "fault": None,
    "improved": True,
    "repaired": 1,
    "markers": {"written": 3, "invalid": 1, "uncited": 1},
    "writing": {
        "form": "sentences",
        "calls": [
            {
                "prompt_sha256": "0f" * 32,
                "finish_reason": "stop",
                "prompt_tokens": None,
                "completion_tokens": 31,
                "outcomes": ["prose_around_json"],
            }
        ],
        "shown": [{"number": 1, "start": 0, "end": 80}],
        "left_out": [3],
        "set_aside": ["Yes."],
    },
    "sentences": [{"text": "x", "citations": [1], "support": "full", "failed": []}],
}


def of_a_language_model(answer: Answer) -> Answer:
    """The answer as if a language model had written it and the checks had found its second sentence's source."""
    attempts = (answer.trace.attempts[0], {**WRITTEN, "fault": "cut", "improved": None}, WRITTEN)
    first, second = answer.sentences
    return replace(
        answer,
        model="small@models.example",
        sentences=(first, replace(second, attached=second.citations)),
        trace=replace(answer.trace, attempts=attempts),
    )


def test_answer_of_a_language_model_comes_back_as_it_was(answer: Answer) -> None:
    record = to_record(of_a_language_model(answer))
    assert find_flaws(record) == []
    assert ["attached" in s for s in record["sentences"]] == [False, True]
    back = from_record(parse_record(dumps(record)))
    assert [s.attached for s in back.sentences] == [(), (2,)]
    assert to_record(back) == record
    assert dumps(to_record(back)) == dumps(record)


@pytest.mark.parametrize("name", ["fault", "improved", "repaired", "markers", "writing"])
def test_file_without_what_came_later_is_sound(answer: Answer, name: str) -> None:
    record = put(to_record(of_a_language_model(answer)), f"/trace/attempts/2/{name}", ...)
    assert find_flaws(record) == []
    assert to_record(from_record(record)) == record


LATER_BREACHES = [
    pytest.param("/sentences/1/attached", [], "/sentences/1/attached", id="nothing-attached"),
    pytest.param("/sentences/1/attached", [0], "/sentences/1/attached/0", id="number-zero"),
    pytest.param("/trace/attempts/2/fault", "odd", "/trace/attempts/2", id="unknown-fault"),
    pytest.param("/trace/attempts/2/markers/invalid", -1, "/trace/attempts/2", id="negative-count"),
    pytest.param("/trace/attempts/2/writing/prompt", "x", "/trace/attempts/2", id="prompt-in-the-file"),
    pytest.param("/trace/attempts/2/writing/calls/0/prompt_sha256", "x", "/trace/attempts/2", id="no-hash"),
]


@pytest.mark.parametrize(("pointer", "value", "place"), LATER_BREACHES)
def test_breach_in_what_came_later_is_named(answer: Answer, pointer: str, value: Any, place: str) -> None:
    record = put(to_record(of_a_language_model(answer)), pointer, value)
    assert place in [flaw.place for flaw in find_flaws(record)]


def test_citations_come_back_as_they_were(answer: Answer) -> None:
    back = from_record(to_record(answer))
    assert isinstance(back, Answer)
    assert back.citations == answer.citations
    assert back.evidence[0].via == answer.evidence[0].via
    assert [s.checks for s in back.sentences] == [s.checks for s in answer.sentences]


def test_file_is_utf_8_with_sorted_mappings(answer: Answer) -> None:
    text = dumps(to_record(answer))
    assert "§ 7-2-10" in text
    assert list(json.loads(text)["trace"]["timings_ms"]) == ["gate", "retrieve"]
    assert list(json.loads(text)["trace"]["settings"]) == ["alpha", "k"]
    assert json.loads(text)["evidence"][0]["scores"]["dense"] == 0.712346


def test_question_with_a_lone_surrogate_can_be_written(answer: Answer) -> None:
    record = to_record(replace(answer, question="what\udcff?"))
    assert dumps(record).encode("utf-8")
    assert record["question"] == "what??"


BREACHES = [
    pytest.param("/schema", "pincite.answer/2", "/schema", id="other-schema"),
    pytest.param("/question", ..., "", id="missing-key"),
    pytest.param("/extra", 1, "", id="extra-key"),
    pytest.param("/gate", "loose", "/gate", id="unknown-gate"),
    pytest.param("/refusal", {"reason": "no_evidence", "detail": ""}, "/refusal", id="answered-with-refusal"),
    pytest.param("/status", "refused", "/citations", id="refused-without-reason"),
    pytest.param("/sentences", [], "/sentences", id="answered-without-sentences"),
    pytest.param("/sentences/0/support", "mostly", "/sentences/0/support", id="unknown-support"),
    pytest.param("/sentences/0/note", "x", "/sentences/0", id="extra-key-inside"),
    pytest.param("/sentences/0/checks/0/state", "ok", "/sentences/0/checks/0/state", id="unknown-state"),
    pytest.param("/citations/0/file_sha256", "AB", "/citations/0/file_sha256", id="no-hash"),
    pytest.param("/citations/0/page_index", -1, "/citations/0/page_index", id="negative-page"),
    pytest.param("/citations/0/page_index", True, "/citations/0/page_index", id="boolean-page"),
    pytest.param("/citations/0/quote/exact", "", "/citations/0/quote/exact", id="empty-quote"),
    pytest.param("/citations/0/position", {"start": 9, "end": 9}, "/citations/0/position", id="start-not-before-end"),
    pytest.param("/citations/0/position", {"start": 9, "end": 12}, "/citations/0/position", id="length-of-the-quote"),
    pytest.param("/evidence/0/via/0/type", "CITES", "/evidence/0/via/0/type", id="unknown-edge"),
    pytest.param("/as_of", "yesterday", "/as_of", id="no-date"),
    pytest.param("/claims", {"r1": [{"text": "x"}]}, "/claims", id="claim-without-provision"),
    pytest.param("/trace/attempts/0", {"sufficiency": 1.5, "rule": "r"}, "/trace/attempts/0", id="no-share"),
    pytest.param("/trace/attempts/1/note", "x", "/trace/attempts/1", id="extra-key-in-an-attempt"),
    pytest.param("/trace/attempts/1/decision", "maybe", "/trace/attempts/1", id="unknown-decision"),
    pytest.param("/trace/timings_ms", {"gate": "fast"}, "/trace/timings_ms/gate", id="timing-no-number"),
]


@pytest.mark.parametrize(("pointer", "value", "place"), BREACHES)
def test_breach_is_named_with_its_place(answer: Answer, pointer: str, value: Any, place: str) -> None:
    record = put(to_record(answer), pointer, value)
    assert place in [flaw.place for flaw in find_flaws(record)]
    with pytest.raises(AnswerFileError, match=place or "root"):
        parse_record(record)


NO_RECORDS = [
    pytest.param("", "none", id="empty"),
    pytest.param("[]", "list", id="list"),
    pytest.param("{'a': 1}", "none", id="no-json"),
    pytest.param(b"\xff\xfe{}", "none", id="no-utf-8"),
    pytest.param('{"a": NaN}', "NaN", id="nan"),
    pytest.param('{"a": 1, "a": 2}', "twice", id="key-twice"),
    pytest.param("[" * 100_000, "none", id="too-deep"),
]


@pytest.mark.parametrize(("data", "says"), NO_RECORDS)
def test_what_is_no_answer_file_is_refused(data: str | bytes, says: str) -> None:
    with pytest.raises(AnswerFileError, match=says):
        parse_record(data)


def test_claims_of_refwalk_are_allowed(answer: Answer) -> None:
    claims = {"r1": [{"text": "x", "provision_id": "act/a1"}]}
    assert find_flaws(put(to_record(answer), "/claims", claims)) == []


def test_schema_is_a_schema() -> None:
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(schema())


def objects(part: Any) -> list[dict[str, Any]]:
    if isinstance(part, dict):
        return [part, *(found for value in part.values() for found in objects(value))]
    return [found for value in part for found in objects(value)] if isinstance(part, list) else []


ADDED_LATER = {"notes", "attached", "fault", "improved", "repaired", "markers", "writing", "walk"}
"""What files of the first versions lack."""


def test_every_object_of_fixed_form_is_closed_and_complete() -> None:
    fixed = [o for o in objects(schema()) if isinstance(o.get("properties"), dict) and o.get("type") == "object"]
    assert len(fixed) > 10
    for part in fixed:
        assert part["additionalProperties"] is False
        assert set(part["properties"]) - set(part["required"]) <= ADDED_LATER


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Pay. [1]", "Pay. {1}", id="forged"),
        pytest.param("as in [1, 2] and [3-5]", "as in {1, 2} and {3-5}", id="lists"),
        pytest.param("[\u200b1]", "{\u200b1}", id="hidden-space"),
        pytest.param("the [tenant] and a[0]", "the [tenant] and a{0}", id="words-stay"),
    ],
)
def test_markers_of_a_document_are_not_ours(text: str, expected: str) -> None:
    assert without_markers(text) == expected
    assert compose_text([{"text": text, "citations": [7]}]) == f"{expected} [7]"


@given(st.text(max_size=60), st.lists(st.integers(1, 9), min_size=1, max_size=3))
def test_only_our_markers_read_as_markers(words: str, numbers: list[int]) -> None:
    import re

    text = compose_text([{"text": words, "citations": numbers}])
    assert re.findall(r"\[\d+\]", text) == [f"[{number}]" for number in numbers]
