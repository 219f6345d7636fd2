from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pincite.answer.record import parse_record

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
    assert (sound.code, sound.out.splitlines()[-1]) == (0, "1 of 1 sentences supported")

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
