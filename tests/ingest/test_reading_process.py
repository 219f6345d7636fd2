"""Files that are read in a process of their own: what breaks it fails one file, and nothing is left behind."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from pincite.errors import DamagedDocument, DocumentError, EncryptedDocument
from pincite.ingest import Ingest, reading_process
from pincite.ingest.prepare import Task
from pincite.ingest.reading_process import Reader, abandoned_folders, needs_process, remove_abandoned_folders
from pincite.settings import ChunkSettings, ParseSettings
from pincite.store.library import SqliteStore
from pincite.testing import HashEmbedder

Write = Callable[[str, str], Path]
RULES = "# Rules\n\n## 1. Gates\n\nThe keeper must lock the gate at dusk and open it at dawn.\n"
FAULTS = """
import sys, os, signal, time
sys.path.append(sys.argv[1])
import pincite.ingest.prepare as prepare
real = prepare.read
def read(source, **options):
    if "crash" in source:
        os.kill(os.getpid(), signal.SIGSEGV)
    if "exit" in source:
        os._exit(3)
    if "hang" in source:
        import re
        re.match(r"(a+)+$", "a" * 60 + "b")
    if "eat" in source:
        kept = []
        while True:
            kept.append(bytearray(10**7))
    if "lie" in source:
        os.write(9, b"never")
    if "litter" in source:
        import tempfile
        tempfile.mkstemp(); tempfile.mkdtemp(prefix="left")
    if "odd" in source:
        raise ZeroDivisionError("division by zero")
    print("something that is no answer")
    return real(source, **options)
prepare.read = read
from pincite.ingest.child import main
main()
"""


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Has files misbehave by their names; returns the folder of temporary files."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    monkeypatch.setattr(reading_process, "_START", FAULTS)
    return place


def always(**given: float) -> ParseSettings:
    return ParseSettings(isolate="always", **given)  # type: ignore[arg-type]


def task(path: Path, parse: ParseSettings) -> Task:
    return Task(str(path), path.stem, ChunkSettings(), parse)


ROWS = [
    ("crash", "broke down over it (SIGSEGV"),
    ("exit", "ended over it (exit code 3)"),
    ("hang", "took over 1 s of processor time without getting a page further"),
    ("eat", "took more memory than the 300 MB"),
    ("odd", "unexpected ZeroDivisionError in reading it"),
]


@pytest.mark.skipif(os.name == "nt", reason="signals and limits of POSIX")
@pytest.mark.parametrize(("kind", "message"), ROWS, ids=[row[0] for row in ROWS])
def test_what_breaks_the_process_fails_one_file(
    faults: Path, write: Write, store: SqliteStore, kind: str, message: str
) -> None:
    paths = [write("before.md", RULES), write(f"{kind}.md", RULES + "x"), write("after.md", RULES + "y")]
    parse = always(stall_s=1, memory_mb=300)
    with Ingest(store, HashEmbedder, ChunkSettings(), parse=parse) as ingest:
        before, bad, after = [ingest.add(path) for path in paths]
    assert [before.status, bad.status, after.status] == ["added", "failed", "added"]
    assert message in bad.error
    assert list(store.check()) == []
    assert list(faults.iterdir()) == []


def test_same_document_comes_out_of_either_process(write: Write) -> None:
    path = write("rules.md", RULES)
    with Reader() as reader:
        here = reader.prepare(task(path, ParseSettings(isolate="never")), lambda stage, size: None)
        stages: list[str] = []
        there = reader.prepare(task(path, always()), lambda stage, size: stages.append(stage))
    assert there == here
    assert stages == ["reading", "chunking"]


def test_errors_keep_their_kind_and_the_password_stays_out(write: Write, tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir(exist_ok=True)
    empty = tmp_path / "documents" / "empty.md"
    empty.write_text(" ")
    asked = Task(str(empty), "empty", ChunkSettings(), always(), password="secret-7")
    assert "secret-7" not in repr(asked)
    with Reader() as reader, pytest.raises(DocumentError, match="found nothing in") as caught:
        reader.prepare(asked, lambda stage, size: None)
    assert "secret-7" not in str(caught.value)
    assert type(caught.value).__name__ == "EmptyDocument"


def test_litter_is_removed_with_the_process(faults: Path, write: Write) -> None:
    with Reader() as reader:
        reader.prepare(task(write("litter.md", RULES), always()), lambda stage, size: None)
        (folder,) = faults.iterdir()
        assert len(list(folder.iterdir())) == 2
    assert list(faults.iterdir()) == []


def test_folder_of_a_killed_parent_is_removed_by_the_next(faults: Path, write: Write) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    gone = faults / f"{reading_process.FOLDER_PREFIX}{ended.pid}-x"
    ours = faults / f"{reading_process.FOLDER_PREFIX}{os.getpid()}-x"
    other = faults / "pincite-reading-notes"
    for folder in (gone, ours, other):
        folder.mkdir()
    assert abandoned_folders() == [gone]
    assert remove_abandoned_folders() == [gone]
    assert sorted(faults.iterdir()) == [ours, other]


def test_process_ends_when_its_parent_is_killed(tmp_path: Path, write: Write) -> None:
    code = (
        "import sys, time; from pathlib import Path; from pincite.ingest.reading_process import Reader;"
        "from pincite.ingest.prepare import Task; from pincite.settings import ChunkSettings, ParseSettings;"
        "r = Reader(); r.prepare(Task(sys.argv[1], 'x', ChunkSettings(), ParseSettings(isolate='always')),"
        " lambda s, n: None); print(r._process._process.pid, flush=True); time.sleep(60)"
    )
    path = write("rules.md", RULES)
    parent = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    for _ in range(100):
        if not runs(child):
            break
        time.sleep(0.05)
    assert not runs(child)


def runs(pid: int) -> bool:
    """Whether a process runs; one that only waits to be counted by its new parent does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_which_files_get_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    auto = ParseSettings()

    def needed(data: bytes, parse: ParseSettings = auto) -> bool:
        return needs_process(Task("x", "x", ChunkSettings(), parse, data))

    assert [needed(b"%PDF-1.7"), needed(b"\xef\xbb\xbf\n%PDF-1.4"), needed(b"PK\x03\x04...")] == [True] * 3
    assert not needed(b"text")
    monkeypatch.setattr(reading_process, "SMALL_BYTES", 3)
    assert needed(b"text")
    assert needed(b"x", always())
    assert not needed(b"%PDF-1.7", ParseSettings(isolate="never"))


def test_file_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.md"
    with path.open("wb") as file:
        file.truncate(2_000_001)
    with Reader() as reader, pytest.raises(DocumentError, match="at most 1 MB, found 2 MB"):
        reader.prepare(task(path, ParseSettings(max_file_mb=1)), lambda stage, size: None)


HOSTILE = [
    ("function", b"cos\nsystem\n(S'true'\ntR."),
    ("through_a_module", pickle.dumps(None)[:0] + b"\x80\x04\x8c\x12pincite.chunk.by_page\x8c\x06sha256\x93."),
    ("dotted", b"\x80\x04\x8c\x12pincite.chunk.by_page\x8c\x0bChunk.__new__\x93."),
    ("error", b"\x80\x04\x8c\x0epincite.errors\x8c\x0cPinciteError\x93."),
]


@pytest.mark.parametrize("data", [row[1] for row in HOSTILE], ids=[row[0] for row in HOSTILE])
def test_answer_that_is_more_than_values_is_refused(data: bytes) -> None:
    with pytest.raises((pickle.UnpicklingError, AttributeError)):
        reading_process._Values(BytesIO(data)).load()


def test_encrypted_pdf_is_told_apart(make_encrypted: bytes, tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    path.write_bytes(make_encrypted)
    with Reader() as reader, pytest.raises(EncryptedDocument) as caught:
        reader.prepare(task(path, ParseSettings()), lambda stage, size: None)
    assert "it needs a password" in str(caught.value)


@pytest.fixture
def make_encrypted() -> bytes:
    pikepdf = pytest.importorskip("pikepdf")
    out = BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(out, encryption=pikepdf.Encryption(user="open-7", owner="own-7"))
    return out.getvalue()


def test_damaged_pdf_is_told(tmp_path: Path) -> None:
    path = tmp_path / "broken.pdf"
    path.write_bytes(b"%PDF-1.7\nnothing more\n%%EOF")
    with Reader() as reader, pytest.raises(DamagedDocument):
        reader.prepare(task(path, ParseSettings()), lambda stage, size: None)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not say what memory was had")
def test_process_that_had_much_memory_is_followed_by_another(
    faults: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow = 'if "grow" in source:\n        bytearray(b"x") * 200_000_000\n    if "crash"'
    monkeypatch.setattr(reading_process, "_START", FAULTS.replace('if "crash"', grow, 1))
    with Reader() as reader:
        pids = []
        for name in ("a.md", "grow.md", "b.md", "c.md"):
            reader.prepare(task(write(name, RULES), always(memory_mb=300)), lambda stage, size: None)
            pids.append(reader._process._process.pid)  # type: ignore[union-attr]
    assert [pid == pids[0] for pid in pids] == [True, True, False, False]
    assert pids[2] == pids[3]


def test_provisions_with_their_faults_come_over(write: Write) -> None:
    text = "# Code\n\n## § 1. Gates\n\n(a) One gate.\n\n(c) Two gates.\n\n## § 1. Boats\n\n(a) One boat.\n"
    path = write("code.md", text)
    with Reader() as reader:
        here = reader.prepare(task(path, ParseSettings(isolate="never")), lambda stage, size: None)
        there = reader.prepare(task(path, always()), lambda stage, size: None)
    assert here.law is not None
    assert here.law.tree.warnings
    assert there == here
