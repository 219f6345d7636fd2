"""The audit log's chain: what is written reads as whole, and whatever is done to it afterwards shows."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.audit.chain import GENESIS, hash_of, line_of, read_entry
from pincite.audit.log import AuditLog, log_files
from pincite.audit.verify import AuditReport, read_log, verify_log
from pincite.errors import LibraryError

WRITER = """
import sys
from pincite.audit.log import AuditLog
log = AuditLog(sys.argv[1], max_bytes=int(sys.argv[4]))
for number in range(int(sys.argv[3])):
    head = log.append("ask", by=sys.argv[2], details={"question": f"q{number}", "answer": {"text": "x" * 2000}})
    print(head.sequence, head.hash, flush=True)
"""


def check(folder: Path, expected_head: str | None = None) -> AuditReport:
    return verify_log(log_files(folder), expected_head=expected_head)


def current(folder: Path) -> Path:
    return folder / "audit" / "audit.jsonl"


def found(report: AuditReport) -> list[tuple[str, int]]:
    return [(finding.rule, finding.line) for finding in report.findings]


def writer(folder: Path, name: str, count: int, max_bytes: int = 2**26) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(folder), name, str(count), str(max_bytes)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A log of five entries."""
    log = AuditLog(tmp_path)
    for number in range(1, 6):
        log.append("ask", by="clinic", details={"question": f"질문 {number}"})
    return tmp_path


def test_what_is_written_reads_as_whole(folder: Path) -> None:
    report = check(folder)
    assert (report.ok, report.entries, report.notes) == (True, 5, ())
    assert report.head == AuditLog(folder).head()
    first = json.loads(current(folder).read_text("utf-8").splitlines()[0])
    assert first["previous"] == GENESIS
    assert (first["sequence"], first["by"], first["action"], first["question"]) == (1, "clinic", "ask", "질문 1")
    assert first["time"].endswith("Z")


def test_the_file_is_for_its_owner_alone(folder: Path) -> None:
    if os.name == "posix":
        assert stat.S_IMODE(current(folder).stat().st_mode) == 0o600


def _edit(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], lines[2].replace("질문 3".encode(), "질문 9".encode()), *lines[3:]]


def _forge(lines: list[bytes]) -> list[bytes]:
    """Entry 3 with another question and a hash that fits it."""
    entry = json.loads(lines[2])
    fields = {key: value for key, value in entry.items() if key not in ("sequence", "previous", "hash")}
    _, line = line_of({**fields, "question": "another"}, 3, entry["previous"])
    return [*lines[:2], line, *lines[3:]]


def _forge_last(lines: list[bytes]) -> list[bytes]:
    entry = json.loads(lines[4])
    fields = {key: value for key, value in entry.items() if key not in ("sequence", "previous", "hash")}
    return [*lines[:4], line_of({**fields, "question": "another"}, 5, entry["previous"])[1]]


def _insert(lines: list[bytes]) -> list[bytes]:
    entry = json.loads(lines[2])
    _, line = line_of({"time": entry["time"], "by": "x", "action": "ask"}, 3, entry["previous"])
    return [*lines[:3], line, *lines[3:]]


def _insert_unnumbered(lines: list[bytes]) -> list[bytes]:
    return [*lines[:3], b"someone was here\n", *lines[3:]]


def _respaced(lines: list[bytes]) -> list[bytes]:
    """The same values, written otherwise: what a canonical form is for."""
    return [
        *lines[:2],
        json.dumps(json.loads(lines[2]), ensure_ascii=False, sort_keys=True).encode() + b"\n",
        *lines[3:],
    ]


def _doubled_key(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], lines[2].replace(b'{"action"', b'{"action":"rm","action"'), *lines[3:]]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (_edit, [("edited", 3)]),
        (_forge, [("edited", 3)]),
        (_respaced, [("edited", 3)]),
        (_doubled_key, [("edited", 3)]),
        (_insert, [("inserted", 4)]),
        (_insert_unnumbered, [("unreadable", 4)]),
        (lambda lines: lines[:2] + lines[3:], [("deleted", 3)]),
        (lambda lines: lines[2:], [("deleted", 1)]),
        (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], [("reordered", 3)]),
        (lambda lines: [*lines[1:], lines[0]], [("reordered", 5)]),
        (lambda lines: [*lines[:3], lines[1], *lines[3:]], [("inserted", 4)]),
        (lambda lines: [*lines[:2], b"\n", *lines[3:]], [("unreadable", 3), ("deleted", 4)]),
    ],
    ids="edit forge respaced doubled_key insert insert_text delete behead swap move repeat blank".split(),
)
def test_a_change_is_found_with_its_line(
    folder: Path, change: Callable[[list[bytes]], list[bytes]], expected: list[tuple[str, int]]
) -> None:
    path = current(folder)
    path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))
    report = check(folder)
    assert found(report) == expected
    assert not report.ok


@pytest.mark.parametrize(
    "change", [lambda lines: lines[:3], lambda lines: [*lines[:4], lines[4][:30]], _forge_last],
    ids=["cut_off", "torn", "last_one_forged"],
)  # fmt: skip
def test_what_happens_at_the_end_shows_only_against_a_head_kept_elsewhere(
    folder: Path, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    head = AuditLog(folder).head()
    assert head is not None
    path = current(folder)
    path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))
    assert check(folder).ok
    assert found(check(folder, head.hash)) == [("truncated", 0)]


def test_a_whole_log_written_anew_shows_against_a_head_kept_elsewhere(tmp_path: Path, folder: Path) -> None:
    head = AuditLog(folder).head()
    assert head is not None
    current(folder).unlink()
    for number in range(5):
        AuditLog(folder).append("ask", by="clinic", details={"question": f"{number}"})
    assert check(folder).ok
    assert not check(folder, head.hash).ok


def test_an_older_head_is_still_there_when_the_log_has_grown(folder: Path) -> None:
    head = AuditLog(folder).head()
    assert head is not None
    AuditLog(folder).append("export", by=None)
    report = check(folder, head.hash.upper())
    assert report.ok
    assert [note.detail for note in report.notes] == ["1 entry was added after the expected one"]


def test_a_log_that_is_gone_shows_against_its_head() -> None:
    assert found(verify_log([], expected_head="a" * 64)) == [("truncated", 0)]


@pytest.mark.parametrize("cut", [1, 40, -1])
def test_a_line_that_was_cut_off_is_told_of_then_sealed(folder: Path, cut: int) -> None:
    path = current(folder)
    whole = path.read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    path.write_bytes(whole + last[:cut] if cut > 0 else whole[:-1])
    assert check(folder).ok
    AuditLog(folder).append("ask", by=None, details={"question": "after"})
    report = check(folder)
    assert report.ok
    if cut == -1:  # only the line break was missing: the entry counts
        assert (report.entries, report.notes) == (6, ())
    else:
        assert report.entries == 7
        assert [(note.rule, note.line) for note in report.notes] == [("torn", 6)]
        assert last[:cut] in path.read_bytes()


def test_a_seal_that_was_cut_off_too_is_sealed(folder: Path) -> None:
    with current(folder).open("ab") as file:
        file.write(b'{"action":"ask"\n{"action":"torn_li')
    AuditLog(folder).append("ask", by=None)
    report = check(folder)
    assert report.ok
    assert [(note.rule, note.line) for note in report.notes] == [("torn", 6), ("torn", 7)]


def test_a_sealed_line_cannot_be_changed_or_taken_out(folder: Path) -> None:
    with current(folder).open("ab") as file:
        file.write(b"half a li")
    AuditLog(folder).append("ask", by=None)
    whole = current(folder).read_bytes()
    current(folder).write_bytes(whole.replace(b"half a li", b"half a la"))
    assert found(check(folder)) == [("unreadable", 6)]
    current(folder).write_bytes(whole.replace(b"half a li\n", b""))
    assert found(check(folder)) == [("deleted", 6)]


def test_long_logs_go_on_in_a_new_file(tmp_path: Path) -> None:
    log = AuditLog(tmp_path, max_bytes=900)
    for number in range(12):
        log.append("ask", by=None, details={"question": f"{number}"})
    files = log_files(tmp_path)
    assert len(files) > 2
    report = check(tmp_path)
    assert (report.ok, report.entries) == (True, 12)
    assert found(verify_log(files[1:])) == [("deleted", 1)]
    part = verify_log(files[1:], whole=False)
    assert part.ok
    assert part.notes[0].rule == "begins"
    files[1].unlink()
    assert [finding.rule for finding in check(tmp_path).findings] == ["deleted"]


def test_a_kill_between_two_files_breaks_nothing(tmp_path: Path) -> None:
    log = AuditLog(tmp_path)
    log.append("ask", by=None)
    current(tmp_path).rename(current(tmp_path).with_name("audit.000000000001.jsonl"))
    log.append("ask", by=None)
    assert check(tmp_path).entries == 2
    current(tmp_path).write_bytes(b"")
    log.append("ask", by=None)
    assert (check(tmp_path).ok, check(tmp_path).entries) == (True, 2)


def test_secrets_are_withheld_wherever_they_stand(tmp_path: Path) -> None:
    log = AuditLog(tmp_path, secrets=("sk-1234567890", "short"))
    log.append(
        "ask", by="sk-1234567890", details={"question": "is sk-1234567890 short?", "sk-1234567890": [["sk-1234567890"]]}
    )
    text = current(tmp_path).read_text("utf-8")
    assert "sk-1234567890" not in text
    assert "is [withheld] short?" in text
    assert check(tmp_path).ok


def test_the_model_servers_key_is_withheld_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_MODEL_KEY", "sk-of-the-server")
    AuditLog(tmp_path).append("ask", by=None, details={"question": "my key is sk-of-the-server"})
    assert "sk-of-the-server" not in current(tmp_path).read_text("utf-8")


def test_threads_share_a_log(tmp_path: Path) -> None:
    log = AuditLog(tmp_path)
    threads = [threading.Thread(target=lambda: [log.append("ask", by=None) for _ in range(10)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (check(tmp_path).ok, check(tmp_path).entries) == (True, 40)


def test_a_log_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "audit").write_text("a file where the folder should be")
    with pytest.raises(LibraryError, match="audit log"):
        AuditLog(tmp_path).append("ask", by=None)


def test_the_program_of_the_docs_checks_a_log(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (Path(__file__).parents[2] / "docs" / "audit.md").read_text("utf-8")
    program = text.split("```python\n")[1].split("```")[0]
    monkeypatch.chdir(current(folder).parent)
    exec(program, {})
    current(folder).write_bytes(current(folder).read_bytes().replace("질문 3".encode(), "질문 4".encode()))
    with pytest.raises(AssertionError):
        exec(program, {})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters()), inner, max_size=3),
    max_leaves=8,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(details=st.dictionaries(st.text(st.characters(), max_size=8), JSON, max_size=4), by=st.none() | st.text())
def test_any_details_leave_a_whole_log(folder: Path, details: dict[str, object], by: str | None) -> None:
    AuditLog(folder).append("upload", by=by, details=details)
    assert check(folder).findings == ()


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=60).map(lambda text: json.dumps({"sequence": text}).encode()))
def test_any_line_reads_or_does_not(line: bytes) -> None:
    entry = read_entry(line)
    assert entry is None or hash_of(entry)


@pytest.mark.parametrize(
    "line", [b"[" * 100_000, b'{"sequence":' + b"9" * 5000 + b"}", b"NaN", b"null", b"{}", b"\xff"],
    ids=["deep", "long_number", "nan", "null", "empty", "no_utf8"],
)  # fmt: skip
def test_hostile_lines_are_no_entries(line: bytes) -> None:
    assert read_entry(line) is None


def test_processes_write_at_once_and_the_chain_is_whole(tmp_path: Path) -> None:
    running = [writer(tmp_path, f"w{number}", 25, max_bytes=30_000) for number in range(3)]
    printed = [tuple(line.split()) for process in running for line in process.communicate()[0].splitlines()]
    assert [process.returncode for process in running] == [0, 0, 0]
    report = check(tmp_path)
    assert (report.findings, report.notes, report.entries) == ((), (), 75)
    kept = {(str(e["sequence"]), e["hash"]) for _, _, e in read_log(log_files(tmp_path)) if e}
    assert set(printed) == kept
    assert len(report.files) > 2


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills as POSIX does")
def test_what_was_reported_as_logged_survives_a_kill(tmp_path: Path) -> None:
    reported: set[tuple[str, ...]] = set()
    for round_ in range(6):
        process = writer(tmp_path, f"r{round_}", 100_000, max_bytes=200_000)
        assert process.stdout is not None
        reported.add(tuple(process.stdout.readline().split()))
        time.sleep(0.02 * round_)
        os.kill(process.pid, signal.SIGKILL)
        lines = process.communicate()[0].splitlines(keepends=True)
        reported |= {tuple(line.split()) for line in lines if line.endswith("\n")}
    AuditLog(tmp_path).append("ask", by=None)
    report = check(tmp_path)
    kept = {(str(e["sequence"]), e["hash"]) for _, _, e in read_log(log_files(tmp_path)) if e}
    assert report.findings == ()
    assert reported <= kept
