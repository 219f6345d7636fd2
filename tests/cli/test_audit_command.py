"""`pincite audit`: verify says what was done to a log and where, show says what is in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pincite.audit.log import AuditLog, log_files

Cli = Callable[..., Any]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A folder with a log of three entries."""
    folder = tmp_path / "library"
    log = AuditLog(folder)
    answer = {"id": "a1", "status": "answered", "reason": None, "text": "By the tenth. [1]"}
    log.append("ask", by="clinic", details={"question": "When is \x1b[31mrent due?", "answer": answer})
    refused = {"id": "a2", "status": "refused", "reason": "no_evidence"}
    log.append("ask", by=None, details={"question": "Who won?", "answer": refused})
    log.append("upload", by="clinic", details={"document_id": "act"})
    return folder


def test_a_whole_log_verifies_and_its_head_is_shown(cli: Cli, library: Path) -> None:
    head = AuditLog(library).head()
    assert head is not None
    result = cli("audit", "verify", "--library", library)
    assert result.code == 0
    assert result.out.splitlines()[0] == "whole: 3 entries"
    assert result.out.splitlines()[1].startswith(f"head: {head.hash} (entry 3, ")
    assert cli("audit", "verify", "--library", library, "--expect-head", head.hash).code == 0
    found = cli("audit", "verify", "--library", library, "--json").json
    assert (found["ok"], found["entries"], found["head"]["hash"]) == (True, 3, head.hash)


def test_a_forged_line_ends_with_4_and_is_named(cli: Cli, library: Path) -> None:
    path = log_files(library)[0]
    path.write_bytes(path.read_bytes().replace(b"Who won?", b"Who lost?"))
    result = cli("audit", "verify", "--library", library)
    assert result.code == 4
    assert result.out.splitlines() == [
        "audit.jsonl, line 2: edited: entry 2 does not have the hash that it states",
        "broken: 3 entries, 1 finding",
    ]
    assert cli("audit", "verify", path).code == 4


def test_a_cut_end_ends_with_4_against_the_expected_head(cli: Cli, library: Path) -> None:
    head = AuditLog(library).head()
    assert head is not None
    path = log_files(library)[0]
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    assert cli("audit", "verify", "--library", library).code == 0
    result = cli("audit", "verify", "--library", library, "--expect-head", head.hash)
    assert result.code == 4
    assert "log: truncated: no entry has the expected hash" in result.out
    path.unlink()
    assert cli("audit", "verify", "--library", library, "--expect-head", head.hash).code == 4


def test_no_log_is_an_error_and_no_hash_a_usage_error(cli: Cli, tmp_path: Path) -> None:
    missing = cli("audit", "verify", "--library", tmp_path)
    assert (missing.code, missing.out) == (1, "")
    assert "no audit log" in missing.err
    assert cli("audit", "verify", "--library", tmp_path, "--expect-head", "abc").code == 2


def test_files_that_were_moved_elsewhere_verify_too(cli: Cli, tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "library", max_bytes=400)
    for _ in range(6):
        log.append("ask", by=None)
    files = log_files(tmp_path / "library")
    assert len(files) > 2
    result = cli("audit", "verify", *files[1:])
    assert result.code == 0
    assert "note: goes on from entry" in result.out


def test_show_lists_entries_and_acts_on_no_terminal(cli: Cli, library: Path) -> None:
    result = cli("audit", "show", "--library", library)
    assert result.code == 0
    lines = result.out.splitlines()
    assert [line.split()[0] for line in lines] == ["1", "2", "3"]
    assert lines[0].endswith("rent due? -> answered")
    assert lines[1].endswith("Who won? -> refused (no_evidence)")
    assert "\x1b" not in result.out
    assert [entry["sequence"] for entry in cli("audit", "show", "--library", library, "--json").json] == [1, 2, 3]


@pytest.mark.parametrize(
    ("since", "code", "count"),
    [("2001-01-01", 0, 3), ("2999-01-01", 0, 0), ("2001-01-01T09:00+09:00", 0, 3), ("soon", 2, 0)],
)
def test_show_since(cli: Cli, library: Path, since: str, code: int, count: int) -> None:
    result = cli("audit", "show", "--library", library, "--since", since)
    assert (result.code, len(result.out.splitlines())) == (code, count)
