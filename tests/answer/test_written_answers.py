"""From a question to an answer with a model behind a real server on this machine, through every fault it may have."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pincite.answer.record import dumps, find_flaws, from_record, to_record
from pincite.answer.verify import verify
from pincite.cli.main import run
from pincite.errors import PinciteError, ServerError
from pincite.generate.adapters import openai_server
from pincite.generate.prompts import PROMPTS
from pincite.library import Library
from pincite.settings import AnswerSettings, ModelSettings
from pincite.types.answer import REFUSAL_SENTENCES

MakeLibrary = Callable[..., Library]
RETURN = "A landlord shall return the deposit within 21 days after the tenant moves out."
LIMIT = "The landlord may not charge a deposit above one month's rent."
ENTRY = "A landlord shall give 24 hours' written notice before entering the dwelling."
ACT = f"# Harbor Tenancy Act\n\n## § 1. Deposits\n\n{RETURN} {LIMIT}\n\n## § 2. Entry\n\n{ENTRY}\n"
QUESTION = "How many days does a landlord have to return the deposit?"
WRONG = RETURN.replace("21", "45")
REFUSAL = REFUSAL_SENTENCES["en"]
KEY = "sk-secret-0123456789"


def bound(*rows: tuple[str, Sequence[int]]) -> str:
    return json.dumps({"sentences": [{"text": text, "sources": list(numbers)} for text, numbers in rows]})


GOOD, BAD, NONE = bound((RETURN, [1])), bound((WRONG, [1])), '{"sentences": []}'


@dataclass
class Asking:
    """A library and a server, whose model answers as a test says."""

    server: Any
    make_library: MakeLibrary

    def library(self, files: Mapping[str, str] | None = None, *, max_regenerations: int = 1, **model: Any) -> Library:
        settings = ModelSettings(**({"timeout_s": 5.0} | model))
        return self.make_library(
            files or {"act.md": ACT}, model=settings, answer=AnswerSettings(max_regenerations=max_regenerations)
        )

    def __call__(self, *answers: Any, gate: str | None = None, question: str = QUESTION, **settings: Any) -> Any:
        """The record of a question that is answered so, checked for its form; it verifies where it is an answer."""
        library = self.library(**settings)
        self.server.answers([self.said(answer) for answer in answers])
        outcome = library.ask(question, model=f"{self.server.url}#small", gate=gate)
        record = to_record(outcome)
        assert find_flaws(record) == []
        assert json.loads(dumps(record)) == record
        assert to_record(from_record(record)) == record
        assert verify(record, library).ok
        return record

    def said(self, answer: Any, finish_reason: str = "stop", **message: Any) -> Any:
        """A completion whose usage says nothing, for a text; anything else as it is."""
        if not isinstance(answer, str):
            return answer
        return self.server.completion(answer, finish_reason=finish_reason, **message) | {"usage": {}}


@pytest.fixture
def ask(model_server: Any, make_library: MakeLibrary, monkeypatch: pytest.MonkeyPatch) -> Asking:
    monkeypatch.setattr(openai_server, "FIRST_WAIT_S", 0.001)
    return Asking(model_server, make_library)


def drafts(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [attempt for attempt in record["trace"]["attempts"] if "decision" in attempt]


def decisions(record: Mapping[str, Any]) -> list[str]:
    return [draft["decision"] for draft in drafts(record)]


def reason(record: Mapping[str, Any]) -> str | None:
    return record["refusal"] and record["refusal"]["reason"]


# Answered


def test_answer_is_delivered_with_its_quote(ask: Asking) -> None:
    record = ask(GOOD)
    assert record["text"] == f"{RETURN} [1]"
    assert [c["quote"]["exact"] for c in record["citations"]] == [RETURN]
    assert record["model"] == f"{ask.server.url}#small"
    (draft,) = drafts(record)
    assert (draft["decision"], draft["supported_ratio"], draft["writing"]["form"]) == ("accept", 1.0, "sentences")
    (call,) = draft["writing"]["calls"]
    assert len(call["prompt_sha256"]) == 64
    (asked,) = ask.server.questions
    assert asked.body["model"] == "small"
    assert (asked.body["temperature"], asked.body["seed"], asked.body["max_tokens"]) == (0.0, 0, 512)


def test_wrong_figure_is_written_again(ask: Asking) -> None:
    record = ask(BAD, GOOD)
    assert (record["text"], decisions(record)) == (f"{RETURN} [1]", ["regenerate", "accept"])
    assert [draft["improved"] for draft in drafts(record)] == [None, True]
    assert drafts(record)[0]["sentences"][0]["failed"] == ["figures"]
    first, second = (asked.body["messages"] for asked in ask.server.questions)
    assert first[0] == second[0]
    sources = first[1]["content"].rpartition("</text>")[0]
    assert second[1]["content"].startswith(sources)
    assert "45 days" in second[1]["content"]
    assert WRONG not in second[1]["content"]


def test_refusal_against_the_evidence_is_asked_again(ask: Asking) -> None:
    record = ask(NONE, GOOD)
    assert (record["text"], decisions(record)) == (f"{RETURN} [1]", ["regenerate", "accept"])
    assert [draft["refused"] for draft in drafts(record)] == [True, False]
    assert ask.server.questions[1].body["messages"][1]["content"].endswith(PROMPTS["en"].again_refused)


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(f"<think>Let me see: 45 days?</think>{GOOD}", id="think-tags"),
        pytest.param(f"So 45 days?</think>\n{GOOD}", id="think-tag-that-was-never-opened"),
        pytest.param(f"Here it is:\n```json\n{GOOD}\n```\nAnything else?", id="prose-around-json"),
        pytest.param(f"{GOOD}<|im_end|>\n<|im_start|>user\nThank you", id="next-turn"),
        pytest.param(bound((f"Yes, {RETURN[0].lower()}{RETURN[1:]}", ["S1"])), id="yes-and-a-letter"),
        pytest.param(f"{RETURN} [1]", id="prose-with-a-marker"),
        pytest.param(f"**{RETURN}**【1】", id="bold-prose-with-a-marker-of-another-shape"),
    ],
)
def test_answer_is_found_in_what_came(ask: Asking, said: str) -> None:
    assert ask(said)["text"] == f"{RETURN} [1]"


def test_reasoning_kept_apart_is_no_part_of_the_answer(ask: Asking) -> None:
    record = ask(ask.said(GOOD, reasoning_content="Perhaps 45 days."))
    assert record["text"] == f"{RETURN} [1]"
    assert drafts(record)[0]["writing"]["calls"][0]["outcomes"] == ["reasoning_apart"]
    assert "45 days" not in dumps(record)


NO_SCHEMA = {"error": {"message": "response_format json_schema is not supported", "code": 400}}


def test_server_without_schemas_is_asked_for_markers(ask: Asking) -> None:
    record = ask(ask.server.status(400, NO_SCHEMA), f"{RETURN} [1]")
    assert record["text"] == f"{RETURN} [1]"
    assert drafts(record)[0]["writing"]["form"] == "markers"
    assert ["response_format" in asked.body for asked in ask.server.questions] == [True, False]


def test_schema_is_not_asked_for_again(ask: Asking) -> None:
    library = ask.library()
    prose = ask.said(f"{RETURN} [1]")
    ask.server.answers([ask.server.status(400, NO_SCHEMA), prose, prose])
    for _ in range(2):
        assert to_record(library.ask(QUESTION, model=f"{ask.server.url}#small"))["status"] == "answered"
    assert ["response_format" in asked.body for asked in ask.server.questions] == [True, False, False]


@pytest.mark.parametrize("code", [429, 500, 503])
def test_failure_on_the_way_is_tried_again(ask: Asking, code: int) -> None:
    record = ask(ask.server.status(code, "later"), GOOD)
    assert (record["text"], len(ask.server.questions)) == (f"{RETURN} [1]", 2)
    assert len(drafts(record)) == 1


# Markers


def test_sentence_without_a_marker_is_attached_in_the_standard_gate_only(ask: Asking) -> None:
    said = bound((RETURN, [1]), (LIMIT, []))
    record = ask(said)
    assert record["text"] == f"{RETURN} [1] {LIMIT} [1]"
    assert [sentence.get("attached", []) for sentence in record["sentences"]] == [[], [1]]
    assert drafts(record)[0]["markers"] == {"written": 1, "invalid": 0, "uncited": 1}
    assert drafts(record)[0]["repaired"] == 1


def test_sentence_without_a_marker_fails_the_papers_gate(ask: Asking) -> None:
    record = ask(*[bound((RETURN, [1]), (LIMIT, []))] * 2, gate="paper")
    assert (reason(record), drafts(record)[0]["repaired"]) == ("validation_failed", 0)


@pytest.mark.parametrize(
    ("said", "markers"),
    [
        pytest.param(f"{RETURN} [1][9]", {"written": 2, "invalid": 1, "uncited": 0}, id="beside-a-right-one"),
        pytest.param(f"{RETURN} [1] {LIMIT} [7, 8]", {"written": 3, "invalid": 2, "uncited": 0}, id="list"),
        pytest.param(f"{RETURN} (Source 5)", {"written": 1, "invalid": 1, "uncited": 0}, id="round"),
        pytest.param(f"Yes [9]. {RETURN} [1]", {"written": 2, "invalid": 1, "uncited": 0}, id="on-a-bare-yes"),
        pytest.param(f"## Deposits [9]\n{RETURN} [1]", {"written": 2, "invalid": 1, "uncited": 0}, id="on-a-heading"),
        pytest.param(bound((RETURN, [9])), {"written": 1, "invalid": 1, "uncited": 0}, id="bound"),
        pytest.param(bound((RETURN, [1]), ("", [9])), {"written": 2, "invalid": 1, "uncited": 0}, id="without-words"),
    ],
)
def test_source_that_is_not_there_fails_and_is_counted(ask: Asking, said: str, markers: Mapping[str, int]) -> None:
    record = ask(said, said)
    assert (reason(record), record["text"]) == ("validation_failed", REFUSAL)
    assert [draft["markers"] for draft in drafts(record)] == [markers, markers]
    failed = [c for s in record["sentences"] for c in s["checks"] if c["name"] == "citation" and c["state"] == "failed"]
    assert failed
    assert all("there is no source" in check["detail"] for check in failed)


# Refused


@pytest.mark.parametrize("said", [NONE, bound((REFUSAL, [1])), f"{REFUSAL} [1]"])
def test_refusal_twice_is_the_models(ask: Asking, said: str) -> None:
    record = ask(*[said] * 4)
    assert (reason(record), record["text"], record["citations"]) == ("model_refused", REFUSAL, [])
    assert decisions(record) == ["regenerate", "refuse"]


def test_nothing_improved_is_refused(ask: Asking) -> None:
    record = ask(*[BAD] * 4, max_regenerations=3)
    assert (reason(record), decisions(record)) == ("validation_failed", ["regenerate", "refuse"])
    assert "45 days" not in record["text"] + record["refusal"]["detail"]


FAULTS = [
    pytest.param(lambda a: a.said(GOOD, "length"), "cut", id="length"),
    pytest.param(lambda a: a.said(""), "empty", id="empty"),
    pytest.param(lambda a: a.said(" \n \t "), "empty", id="whitespace"),
    pytest.param(lambda a: a.said("\n" * 2000, "length"), "whitespace", id="endless-whitespace"),
    pytest.param(
        lambda a: a.said('{"sentences": [' + " " * 2000, "length"), "whitespace", id="endless-whitespace-inside"
    ),
    pytest.param(lambda a: a.said("", reasoning_content="So."), "empty", id="reasoned-only"),
    pytest.param(lambda a: a.said("<think>So."), "empty", id="thought-only"),
    pytest.param(lambda a: a.said(GOOD, "content_filter"), "filtered", id="withheld"),
    pytest.param(lambda a: a.said('{"answer": 1}'), "malformed", id="other-json"),
    pytest.param(lambda a: a.said(GOOD[:-3]), "malformed", id="broken-json"),
]


@pytest.mark.parametrize(("answer", "fault"), FAULTS)
def test_fault_of_the_answer_is_a_refusal_with_its_name(ask: Asking, answer: Any, fault: str) -> None:
    record = ask(*[answer(ask)] * 2)
    assert (reason(record), record["text"], record["sentences"]) == ("model_error", REFUSAL, [])
    assert [draft["fault"] for draft in drafts(record)] == [fault]
    assert "model" in record["refusal"]["detail"]


def test_malformed_answer_is_repaired_once(ask: Asking) -> None:
    record = ask(GOOD[:-3], GOOD, form="sentences")
    assert record["text"] == f"{RETURN} [1]"
    assert len(drafts(record)[0]["writing"]["calls"]) == 2
    assert ask.server.questions[1].body["messages"][-1]["content"] == PROMPTS["en"].again_unreadable


# No answer at all


ERRORS = [
    pytest.param(lambda s: s.status(500, "oops"), "answered 500: oops", id="500"),
    pytest.param(lambda s: s.status(429, "slow down"), "answered 429", id="429"),
    pytest.param(lambda s: s.status(404, "no such model"), "answered 404", id="404"),
    pytest.param(lambda s: s.page("<h1>Hello</h1>"), "no answer of the protocol", id="page"),
    pytest.param(lambda s: {"choices": []}, "no answer of the protocol", id="no-choice"),
    pytest.param(lambda s: s.cut(), "cut the connection", id="cut"),
    pytest.param(lambda s: s.reset(), "cut the connection", id="reset"),
]


@pytest.mark.parametrize(("fault", "said"), ERRORS)
def test_server_that_fails_is_an_error_and_no_answer(ask: Asking, fault: Any, said: str) -> None:
    with pytest.raises(ServerError, match=said):
        ask(*[fault(ask.server)] * 4)


def test_server_that_fails_at_the_second_draft_is_an_error(ask: Asking) -> None:
    with pytest.raises(ServerError, match="answered 404"):
        ask(BAD, ask.server.status(404, "gone"))


def test_server_that_is_not_there_is_an_error(ask: Asking) -> None:
    ask.server.stop()
    with pytest.raises(ServerError, match="could not be reached"):
        ask()


@pytest.mark.parametrize("fault", [lambda s: s.slow(30), lambda s: s.dripping_body()], ids=["late", "endless"])
def test_slow_server_is_left_at_the_deadline(ask: Asking, fault: Any) -> None:
    started = time.monotonic()
    with pytest.raises(ServerError, match=r"within 0\.3 s"):
        ask(fault(ask.server), timeout_s=0.3)
    assert time.monotonic() - started < 5


# The key, the language, the command


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param([GOOD], id="answered"),
        pytest.param([BAD, BAD], id="refused"),
        pytest.param([("status", 401, f"Incorrect key: {KEY}")], id="not-taken"),
        pytest.param([("status", 400, f"Bearer {KEY} is odd")] * 2, id="echoed"),
        pytest.param([("page", f"<p>{KEY}</p>")], id="echoed-on-a-page"),
    ],
)
def test_key_is_sent_and_shown_nowhere(
    ask: Asking, answers: list[Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("PINCITE_MODEL_KEY", KEY)
    acts = [a if isinstance(a, str) else getattr(ask.server, a[0])(*a[1:]) for a in answers]
    try:
        shown = dumps(ask(*acts))
    except PinciteError as error:
        shown = f"{error} {error!r} {error.hint} {error.__cause__!r} {error.__context__!r}"
    assert ask.server.questions[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in shown
    assert KEY not in caplog.text
    assert KEY not in ask.server.questions[0].raw.decode()


KO_RULE = "임대인은 임차인이 퇴거한 날부터 21일 이내에 보증금을 반환하여야 한다."
KO_ACT = (
    f"# 항구시 공유주거법\n\n## 제1조(보증금)\n\n{KO_RULE}\n\n## 제2조(출입)\n\n출입하기 24시간 전에 알려야 한다.\n"
)
KO_QUESTION = "공유주거법에서 보증금은 며칠 이내에 반환하여야 하나요?"


def test_korean_question_is_asked_in_korean(ask: Asking, korean_bigrams: None) -> None:
    record = ask(bound((KO_RULE, [1])), question=KO_QUESTION, files={"act.md": KO_ACT})
    assert (record["text"], record["language"]) == (f"{KO_RULE} [1]", "ko")
    system, user = ask.server.questions[0].body["messages"]
    assert system["content"].startswith(PROMPTS["ko"].rules)
    assert f"질문: {KO_QUESTION}\n" in user["content"]


def test_korean_refusal_is_given_and_taken_in_korean(ask: Asking, korean_bigrams: None) -> None:
    refusal = REFUSAL_SENTENCES["ko"]
    record = ask(*[refusal] * 2, question=KO_QUESTION, files={"act.md": KO_ACT}, form="markers")
    assert (record["text"], reason(record)) == (refusal, "model_refused")
    assert refusal in ask.server.questions[0].body["messages"][0]["content"]


def test_command_asks_a_model_on_this_machine_offline(
    ask: Asking, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ask.library().close()
    ask.server.answers([ask.said(GOOD)])
    model = f"{ask.server.url}#small"
    code = run(["ask", QUESTION, "--library", str(tmp_path / "library"), "--model", model, "--offline", "--json"])
    printed = capsys.readouterr()
    record = json.loads(printed.out)
    assert (code, printed.err, record["text"], record["model"]) == (0, "", f"{RETURN} [1]", model)
    (tmp_path / "answer.json").write_text(printed.out, "utf-8")
    assert run(["verify", "answer.json", "--library", str(tmp_path / "library")]) == 0
