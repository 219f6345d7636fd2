from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pincite.answer import methods
from pincite.answer.record import parse_record
from pincite.errors import ServerError
from pincite.types.answer import Draft, DraftFault, DraftSentence

ANSWERED = "How many days does a landlord in Larkhaven have to return the deposit?"
REFUSED = "What is the monthly price of Fernway Plus?"


def test_search_ranks_with_labels_and_scores(cli: Any, demo_library: Path) -> None:
    result = cli("search", "late fee on the rent in Larkhaven", "-k", "3", "--library", demo_library, "--json")
    assert result.code == 0
    results = result.json["results"]
    assert [r["rank"] for r in results] == [1, 2, 3]
    assert {r["section_id"] for r in results} & {"14.108"}
    text = cli("search", "late fee on the rent in Larkhaven", "-k", "3", "--library", demo_library).out
    assert text.startswith("1. ")
    assert results[0]["label"].split(",")[0] in text


def test_search_keeps_to_the_documents_and_tags_asked_for(cli: Any, demo_library: Path) -> None:
    only = ("search", "notice", "--library", demo_library, "--json", "--document", "fernway-privacy-notice")
    assert {r["document_id"] for r in cli(*only).json["results"]} == {"fernway-privacy-notice"}
    assert cli("search", "notice", "--library", demo_library, "--tag", "demo").code == 0
    assert cli("search", "notice", "--library", demo_library, "--tag", "absent").code == 1
    assert cli("search", "notice", "--library", demo_library, "--document", "absent").code == 1


def test_ask_answers_with_pincite_and_quote(cli: Any, demo_library: Path) -> None:
    result = cli("ask", ANSWERED, "--library", demo_library)
    assert result.code == 0
    assert "[1]" in result.out
    assert "21 days" in result.out
    assert "Larkhaven" in result.out.split("[1]", 1)[1]
    assert "gate standard" in result.out
    assert "\x1b" not in result.out


def test_ask_refuses_with_its_reason_and_exit_code_3(cli: Any, demo_library: Path) -> None:
    result = cli("ask", REFUSED, "--library", demo_library)
    assert result.code == 3
    assert "The document does not contain sufficient information to answer this question." in result.out
    assert "Why:" in result.out


def test_ask_refuses_for_another_jurisdiction(cli: Any, demo_library: Path) -> None:
    question = "How long does a landlord in Florida have to return a deposit?"
    result = cli("ask", question, "--library", demo_library, "--json")
    assert result.code == 3
    assert result.json["refusal"]["reason"] == "other_jurisdiction"


@dataclass
class Writer:
    """A script in the place of a language model."""

    drafts: tuple[Draft, ...]
    host: str | None = None
    name: str = "small"
    seen: list[str] = field(default_factory=list)

    def __call__(self, question: str, *rest: Any) -> Draft:
        if not self.drafts:
            raise ServerError("The model server 127.0.0.1:9 did not answer.", hint="Start it.")
        self.seen.append(question)
        return self.drafts[min(len(self.seen), len(self.drafts)) - 1]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Writer]:
    """Puts a script in the writer's place."""

    def put(*drafts: Draft, host: str | None = None) -> Writer:
        writer = Writer(drafts, host)
        monkeypatch.setattr(methods, "writer", lambda *_: writer)
        return writer

    return put


UNSOUND = Draft((DraftSentence("Purple umbrellas belong to zealous ferrymen.", (1,)),), "small")


def test_line_names_the_host_before_text_is_sent(
    cli: Any, demo_library: Path, written: Callable[..., Writer], capsys: pytest.CaptureFixture[str]
) -> None:
    before: list[str] = []

    class Watching(Writer):
        def __call__(self, question: str, *rest: Any) -> Draft:
            before.append(capsys.readouterr().err)
            return UNSOUND

    writer = written(UNSOUND, host="models.example\x1b[31m")
    writer.__class__ = Watching
    result = cli("ask", ANSWERED, "--library", demo_library, "--model", "https://models.example#small", "--json")
    assert before[0].startswith("note: the question and the sources go to models.example")
    assert "\x1b" not in before[0]
    assert before[0].count("\n") == 1
    assert result.err == ""
    assert "the question and the sources were sent to" in " ".join(result.json["trace"]["notes"])


def test_nothing_is_said_of_a_host_where_nothing_is_sent(
    cli: Any, demo_library: Path, written: Callable[..., Writer]
) -> None:
    writer = written(UNSOUND, host="models.example")
    question = "How long does a landlord in Florida have to return a deposit?"
    result = cli("ask", question, "--library", demo_library)
    assert (result.code, result.err, writer.seen) == (3, "", [])


def test_draft_that_failed_is_refused_without_a_word_of_it(
    cli: Any, demo_library: Path, written: Callable[..., Writer]
) -> None:
    written(UNSOUND)
    result = cli("ask", ANSWERED, "--library", demo_library, "--model", "llama:small.gguf")
    assert result.code == 3
    assert "Why: an answer was written, but the passages do not carry every sentence of it" in result.out
    assert "model small" in result.out
    assert not [word for word in ("umbrellas", "ferrymen") if word in result.out + result.err]


def test_faulty_answer_of_a_model_is_a_refusal(cli: Any, demo_library: Path, written: Callable[..., Writer]) -> None:
    written(Draft((), "small", fault=DraftFault.CUT))
    result = cli("ask", ANSWERED, "--library", demo_library)
    assert result.code == 3
    assert "Why: the model's answer was cut off" in result.out
    assert "model.max_tokens" in result.out
    refused = cli("ask", ANSWERED, "--library", demo_library, "--json")
    assert (refused.code, refused.json["refusal"]["reason"]) == (3, "model_error")


def test_server_that_is_gone_is_an_error_and_no_answer(
    cli: Any, demo_library: Path, written: Callable[..., Writer]
) -> None:
    written()
    result = cli("ask", ANSWERED, "--library", demo_library)
    assert (result.code, result.out) == (1, "")
    assert "did not answer" in result.err
    as_json = cli("ask", ANSWERED, "--library", demo_library, "--json")
    assert (as_json.code, as_json.json["error"]["type"]) == (1, "ServerError")


def test_model_elsewhere_is_an_error_offline(cli: Any, demo_library: Path) -> None:
    result = cli("ask", ANSWERED, "--library", demo_library, "--offline", "--model", "https://models.example/v1#small")
    assert (result.code, result.out) == (1, "")
    assert "models.example" in result.err
    assert "offline" in result.err


def test_unknown_model_says_which_there_are(cli: Any, demo_library: Path) -> None:
    result = cli("ask", ANSWERED, "--library", demo_library, "--model", "oracle")
    assert (result.code, result.out) == (1, "")
    assert "extractive, URL#NAME" in result.err
    assert "llama:FILE" in result.err


def test_model_of_the_settings_file_counts(cli: Any, demo_library: Path) -> None:
    Path("pincite.toml").write_text('[model]\nname = "llama:absent.gguf"\n')
    result = cli("ask", ANSWERED, "--library", demo_library)
    assert result.code == 1
    assert "absent.gguf" in result.err
    assert cli("ask", ANSWERED, "--library", demo_library, "--model", "extractive").code == 0


def test_stages_are_shown_on_a_terminal_only(
    cli: Any, demo_library: Path, written: Callable[..., Writer], monkeypatch: pytest.MonkeyPatch
) -> None:
    written(UNSOUND, host="models.example")
    assert cli("ask", ANSWERED, "--library", demo_library).err.count("\n") == 1
    shown: list[str] = []
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("rich.status.Status.update", lambda self, words: shown.append(words))
    result = cli("ask", ANSWERED, "--library", demo_library)
    assert shown == ["searching", "writing", "checking", "writing again", "checking"]
    assert "note: the question and the sources go to models.example" in result.err


@pytest.mark.parametrize(
    ("question", "said"),
    [pytest.param("", "question", id="empty"), pytest.param(" \n\t", "question", id="blank")],
)
def test_an_empty_question_is_an_error(cli: Any, demo_library: Path, question: str, said: str) -> None:
    result = cli("ask", question, "--library", demo_library, "--json")
    assert result.code == 1
    assert said in result.json["error"]["message"].lower()


def test_a_question_of_100_kb_is_an_error_or_a_refusal(cli: Any, demo_library: Path) -> None:
    result = cli("ask", "What about the deposit? " * 4300, "--library", demo_library)
    assert result.code in (1, 3)
    assert "Traceback" not in result.err


def test_asking_an_empty_library_says_what_to_do(cli: Any, note: Path) -> None:
    cli("add", note)
    cli("rm", "rules")
    result = cli("ask", "How much is the deposit for a key?")
    assert (result.code, result.out) == (1, "")
    assert "pincite add" in result.err


def test_an_answer_file_verifies_and_a_changed_one_does_not(cli: Any, demo_library: Path, tmp_path: Path) -> None:
    written = cli("ask", ANSWERED, "--library", demo_library, "--json")
    record = parse_record(written.out)
    assert record["status"] == "answered"
    file = tmp_path / "answer.json"
    file.write_text(written.out)
    sound = cli("verify", file, "--library", demo_library)
    assert (sound.code, sound.out.split(":")[0]) == (0, "verified")

    record["citations"][0]["page_label"] = "999"
    file.write_text(json.dumps(record))
    broken = cli("verify", file, "--library", demo_library, "--json")
    assert broken.code == 4
    assert broken.json["ok"] is False
    assert broken.json["findings"]


def test_a_refusal_verifies_too(cli: Any, demo_library: Path, tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    file.write_text(cli("ask", REFUSED, "--library", demo_library, "--json").out)
    assert cli("verify", file, "--library", demo_library).code == 0


@pytest.mark.parametrize("content", ["", "no json", "[]", "{}", '{"schema": "other/1"}'])
def test_no_answer_file_is_an_error(cli: Any, demo_library: Path, tmp_path: Path, content: str) -> None:
    file = tmp_path / "answer.json"
    file.write_text(content)
    result = cli("verify", file, "--library", demo_library)
    assert (result.code, result.out) == (1, "")
    assert "Traceback" not in result.err


def test_a_file_that_breaks_the_schema_is_not_verified(cli: Any, demo_library: Path, tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    file.write_text('{"schema": "pincite.answer/1"}')
    assert cli("verify", file, "--library", demo_library).code == 4


def test_verify_of_a_missing_file_is_an_error(cli: Any, demo_library: Path) -> None:
    result = cli("verify", "absent.json", "--library", demo_library)
    assert result.code == 1
    assert "absent.json" in result.err


def test_check_tells_supported_sentences_from_others(cli: Any, note: Path, tmp_path: Path) -> None:
    text = tmp_path / "claims.txt"
    text.write_text("A boat must be back by 9 p.m. on the day on which it was taken out.")
    sound = cli("check", "--text", text, "--sources", note)
    assert (sound.code, sound.out.splitlines()[-1]) == (0, "1 of 1 sentence supported")

    text.write_text(text.read_text() + " Each member pays a deposit of $60 for one key.")
    mixed = cli("check", "--text", text, "--sources", note, "--json")
    assert mixed.code == 4
    assert [s["supported"] for s in mixed.json["sentences"]] == [True, False]
    assert "NOT SUPPORTED: Each member" in cli("check", "--text", text, "--sources", note).out


def test_check_takes_documents_of_the_library_and_further_sources(cli: Any, demo_library: Path, note: Path) -> None:
    text = note.with_name("claims.txt")
    text.write_text("A text message is not a notice. [1] Each member gets one key. [2]")
    result = cli(
        "check", "--text", text, "--sources", "larkhaven-enforcement-rules", note, "--library", demo_library, "--json"
    )
    assert result.code == 0
    sources = [[place["source"] for place in s["places"]] for s in result.json["sentences"]]
    assert sources == [["larkhaven-enforcement-rules"], [str(note)]]


def test_check_refuses_a_text_that_is_no_text(cli: Any, note: Path) -> None:
    text = note.with_name("claims.txt")
    text.write_bytes(b"\xff\xfe\x00")
    result = cli("check", "--text", text, "--sources", note)
    assert (result.code, result.out) == (1, "")
    assert "UTF-8" in result.err
