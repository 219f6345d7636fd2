from __future__ import annotations

import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def own_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What killed runs of others left on this machine is none of these libraries' business."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))


def outdated(tmp_path: Path, cli: Any, note: Path) -> None:
    cli("add", note)
    with sqlite3.connect(tmp_path / "pincite-library" / "library.sqlite3") as connection:
        connection.execute("UPDATE documents SET parser = 'plain/0'")
    connection.close()


def test_sound_library(cli: Any, note: Path) -> None:
    cli("add", note)
    result = cli("doctor")
    assert (result.code, result.out) == (0, "sound\n")
    assert cli("doctor", "--json").json == {"sound": True, "findings": []}


def test_outdated_text_is_told_then_mended(cli: Any, note: Path, tmp_path: Path) -> None:
    outdated(tmp_path, cli, note)
    told = cli("doctor")
    assert told.code == 1
    assert told.out.splitlines() == [
        "wrong   rules: its text was read by plain/0, which is not the one at hand",
        "        run: pincite doctor --fix",
        "1 to be mended",
    ]
    fixed = cli("doctor", "--fix", "--json")
    assert (fixed.code, fixed.json["sound"]) == (0, True)
    (finding,) = fixed.json["findings"]
    assert (finding["kind"], finding["document_id"], finding["mended"]) == ("parser", "rules", True)
    assert cli("doctor").out == "sound\n"


def test_what_cannot_be_mended_is_exit_code_1(cli: Any, note: Path, tmp_path: Path) -> None:
    outdated(tmp_path, cli, note)
    note.unlink()
    result = cli("doctor", "--fix")
    assert result.code == 1
    assert "wrong   rules: its text was read by plain/0" in result.out
    assert "note    rules: the file it was read from is gone" in result.out
    assert result.out.endswith("1 to be mended\n")


def test_source_that_is_gone_is_a_note(cli: Any, note: Path) -> None:
    cli("add", note)
    note.unlink()
    result = cli("doctor")
    assert (result.code, result.out.splitlines()[-1]) == (0, "sound")


def test_files_are_dropped_only_with_fix(cli: Any, note: Path) -> None:
    cli("add", note)
    assert cli("doctor", "--drop-files").code == 2


def test_absent_library_is_told(cli: Any) -> None:
    result = cli("doctor")
    assert (result.code, "pincite add PATH" in result.err) == (1, True)


HOLD = """
import sys, time
from pincite.store.library import SqliteStore
with SqliteStore.open(sys.argv[1], command="pincite add") as store, store.writing():
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
"""


def test_second_writer_waits_with_a_message_or_is_told(cli: Any, note: Path, tmp_path: Path) -> None:
    cli("add", note)
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path / "pincite-library"), "2.5"], stdout=subprocess.PIPE
    )
    assert other.stdout is not None
    assert other.stdout.readline() == b"held\n"
    told = cli("rm", "rules", "--wait", "0")
    assert told.code == 1
    assert f"process {other.pid} (pincite add, since " in told.err
    waited = cli("rm", "rules", "--wait", "30")
    other.communicate()
    assert waited.code == 0
    assert f"waiting for process {other.pid} (pincite add, since " in waited.err
    assert cli("ls", "--json").json["documents"] == []
