"""The history of answers: kept as they are, newest first, by several processes at once, through kills."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.errors import LibraryError, UnknownAnswer
from pincite.store import answers
from pincite.store.answers import ANSWERS_NAME, AnswerHistory
from pincite.store.connection import WRITER_LOCK_NAME, file_lock

WRITER = """
import sys
from pincite.store.answers import AnswerHistory
history = AnswerHistory.open(sys.argv[1])
for number in range(int(sys.argv[3])):
    record = {"question": f"{sys.argv[2]} {number}", "text": "x" * 3000, "status": "answered"}
    print(history.put(record, asked_by=None), number, flush=True)
"""


def record_of(question: str, text: str = "Rent is due monthly. [1]") -> dict[str, Any]:
    return {"schema": "pincite.answer/1", "question": question, "status": "answered", "text": text}


def writer(folder: Path, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(folder), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.fixture
def history(tmp_path: Path) -> Iterator[AnswerHistory]:
    with AnswerHistory.open(tmp_path) as opened:
        yield opened


def test_an_answer_comes_back_as_it_was_put(history: AnswerHistory) -> None:
    record = record_of("보증금은 언제 돌려받나요?") | {"trace": {"b": 1, "a": [None, 0.1, "\0", "\ud800", "\udc00"]}}
    kept = history.get(history.put(record, asked_by="clinic"))
    assert kept.record == record
    assert list(kept.record) == list(record)
    assert kept.asked_by == "clinic"
    assert kept.asked_at.endswith("+00:00")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(question=st.text(st.characters(), max_size=40), by=st.none() | st.text(st.characters(), max_size=10))
def test_any_text_comes_back_and_is_found_by_its_words(history: AnswerHistory, question: str, by: str | None) -> None:
    answer_id = history.put(record_of(question), asked_by=by)
    kept = history.get(answer_id)
    assert (kept.record["question"], kept.asked_by) == (question, by)
    found = history.list(limit=1, query=question)
    assert found.answers[0].id == answer_id


def test_ids_are_unguessable_and_sort_by_time(history: AnswerHistory) -> None:
    ids = [history.put(record_of(str(at)), asked_by=None) for at in range(50)]
    assert ids == sorted(ids)
    assert len({answer_id[10:] for answer_id in ids}) == 50
    assert {len(answer_id) for answer_id in ids} == {26}


def test_ids_go_on_rising_where_the_clock_is_set_back(monkeypatch: pytest.MonkeyPatch, history: AnswerHistory) -> None:
    first = history.put(record_of("first"), asked_by=None)

    class Earlier(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return cls(2001, 1, 1, tzinfo=tz)

    monkeypatch.setattr(answers, "datetime", Earlier)
    second = history.put(record_of("second"), asked_by=None)
    assert second > first
    assert history.get(second).asked_at.startswith("2001-01-01")


def test_list_is_newest_first_in_pages(history: AnswerHistory) -> None:
    ids = [history.put(record_of(str(at)), asked_by=None) for at in range(7)]
    seen: list[str] = []
    before = None
    while page := history.list(limit=3, before=before).answers:
        seen += [kept.id for kept in page]
        before = page[-1].id
    assert seen == ids[::-1]
    assert history.list(limit=3, before=ids[2]).total == 7


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["ko", "deposit", "fee"]),
        ("DEPOSIT", ["deposit"]),
        ("deposit return", ["deposit"]),
        ("return deposit fee", []),
        ("보증금", ["ko"]),
        ("fifty dollars", ["fee"]),
        ("%", []),
        ("' OR 1 --", []),
    ],
)
def test_query_looks_for_its_words_in_question_and_answer(history: AnswerHistory, query: str, found: list[str]) -> None:
    records = {
        "fee": record_of("Is there a late fee?", "It is Fifty Dollars. [1]"),
        "deposit": record_of("When must they RETURN the deposit?"),
        "ko": record_of("보증금은 언제 돌려받나요?"),
    }
    names = {history.put(record, asked_by=None): name for name, record in records.items()}
    page = history.list(query=query)
    assert [names[kept.id] for kept in page.answers] == found
    assert page.total == len(found)


@pytest.mark.parametrize("answer_id", ["", "nothing", "' OR 1=1 --", "\0", "\ud800"])
def test_unknown_id_is_an_error(history: AnswerHistory, answer_id: str) -> None:
    history.put(record_of("one"), asked_by=None)
    with pytest.raises(UnknownAnswer):
        history.get(answer_id)
    with pytest.raises(UnknownAnswer):
        history.remove(answer_id)


def test_removed_answer_leaves_nothing_in_the_file(tmp_path: Path, history: AnswerHistory) -> None:
    answer_id = history.put(record_of("PASSPHRASE-OF-THE-CASE"), asked_by=None)
    history.remove(answer_id)
    history.close()
    assert all(b"PASSPHRASE" not in file.read_bytes() for file in tmp_path.iterdir())


def test_keeping_waits_for_no_writer_of_the_library(tmp_path: Path, history: AnswerHistory) -> None:
    with file_lock(tmp_path / WRITER_LOCK_NAME, 1.0):
        before = time.perf_counter()
        history.put(record_of("now"), asked_by=None)
    assert time.perf_counter() - before < 2.0


def test_threads_share_a_history(history: AnswerHistory) -> None:
    def work(name: int) -> None:
        for at in range(20):
            history.put(record_of(f"{name} {at}"), asked_by=None)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert history.list(limit=500).total == 80


def test_read_only_makes_nothing(tmp_path: Path) -> None:
    with AnswerHistory.open(tmp_path, read_only=True) as history:
        assert history.list() == ((), 0)
        with pytest.raises(UnknownAnswer):
            history.get("x")
        with pytest.raises(LibraryError, match="read only"):
            history.put(record_of("one"), asked_by=None)
    assert list(tmp_path.iterdir()) == []


def test_read_only_reads_what_another_writes(tmp_path: Path, history: AnswerHistory) -> None:
    with AnswerHistory.open(tmp_path, read_only=True) as reader:
        answer_id = history.put(record_of("one"), asked_by=None)
        assert reader.get(answer_id).record["question"] == "one"


def test_closed_history_is_an_error(history: AnswerHistory) -> None:
    history.close()
    with pytest.raises(LibraryError, match="closed"):
        history.list()


def test_other_programs_file_is_left_alone(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / ANSWERS_NAME)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    with pytest.raises(LibraryError, match="another program"):
        AnswerHistory.open(tmp_path)


def test_newer_and_damaged_files_are_errors(tmp_path: Path, history: AnswerHistory) -> None:
    history.close()
    file = sqlite3.connect(tmp_path / ANSWERS_NAME)
    file.execute("PRAGMA user_version = 99")
    file.close()
    with pytest.raises(LibraryError, match="schema version 99"):
        AnswerHistory.open(tmp_path)
    (tmp_path / ANSWERS_NAME).write_bytes(b"no database" * 500)
    with pytest.raises(LibraryError, match="damaged"):
        AnswerHistory.open(tmp_path)


def test_an_empty_file_left_by_a_kill_becomes_a_history(tmp_path: Path) -> None:
    (tmp_path / ANSWERS_NAME).touch()
    assert AnswerHistory.open(tmp_path, read_only=True).list().total == 0
    with AnswerHistory.open(tmp_path) as history:
        history.put(record_of("one"), asked_by=None)


def test_processes_write_at_once_and_lose_nothing(tmp_path: Path) -> None:
    running = [writer(tmp_path, f"writer{number}", 30) for number in range(3)]  # the first of them makes the file
    printed = [line.split()[0] for process in running for line in process.communicate()[0].splitlines()]
    assert [process.returncode for process in running] == [0, 0, 0]
    with AnswerHistory.open(tmp_path, read_only=True) as history:
        kept = history.list(limit=500)
    assert {item.id for item in kept.answers} == set(printed)
    assert kept.total == 90


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills as POSIX does")
def test_what_was_reported_as_kept_survives_a_kill(tmp_path: Path) -> None:
    reported: set[str] = set()
    for round_ in range(4):
        process = writer(tmp_path, f"round{round_}", 100_000)
        assert process.stdout is not None
        reported.add(process.stdout.readline().split()[0])
        time.sleep(0.03 * round_)
        os.kill(process.pid, signal.SIGKILL)
        lines = process.communicate()[0].splitlines(keepends=True)
        reported |= {line.split()[0] for line in lines if line.endswith("\n")}
        with AnswerHistory.open(tmp_path) as history:
            kept = {row[0]: json.loads(row[1]) for row in history._rows("SELECT id, record FROM answers")}
        assert reported <= kept.keys()
        assert all(len(record["text"]) == 3000 for record in kept.values())
