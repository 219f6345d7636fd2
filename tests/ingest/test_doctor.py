"""What the doctor finds, mends and leaves alone."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import MissingExtra
from pincite.ingest.doctor import Finding, is_sound
from pincite.ingest.reading_process import FOLDER_PREFIX
from pincite.library import Library
from pincite.settings import ChunkSettings, Settings
from pincite.store.library import SqliteStore
from pincite.store.protocol import VectorSet, text_key
from pincite.testing import HashEmbedder

RULES = "# Rules\n\n## § 1. Gates\n\nThe keeper must lock the gate at dusk and open it at dawn.\n"
BOATS = "# Boats\n\n## § 1. Lights\n\nA boat must carry a white lantern after dark on the river.\n"


def missing(*asked: str) -> Any:
    raise MissingExtra("There is no model in this test.")


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "rules.md").write_text(RULES)
    (folder / "boats.md").write_text(BOATS)
    return folder


@pytest.fixture
def library(tmp_path: Path, documents: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    store = SqliteStore.open(tmp_path / "library", create=True)
    with Library(store, embedder_for=HashEmbedder, reranker=missing) as opened:
        assert [r.status for r in opened.add([documents])] == ["added", "added"]
        yield opened


def kinds(findings: list[Finding]) -> list[tuple[str, str | None, bool]]:
    return [(f.kind, f.document_id, f.mended) for f in findings]


def change(library: Library, sql: str, *values: Any) -> None:
    """Change the database behind the library's back."""
    with sqlite3.connect(library.store.file) as connection:
        connection.execute(sql, values)
    connection.close()


def mended(library: Library, *expected: tuple[str, str | None]) -> list[Finding]:
    """What is found, first by looking alone; then it is mended, after which nothing is found."""
    looked = library.doctor()
    assert [(f.kind, f.document_id) for f in looked] == list(expected)
    assert not any(f.mended for f in looked)
    findings = library.doctor(fix=True)
    assert kinds(findings) == [(kind, document_id, True) for kind, document_id in expected]
    assert library.doctor() == []
    assert list(library.store.check()) == []
    return findings


def test_sound_library_has_no_findings(library: Library) -> None:
    assert library.doctor() == []
    assert library.doctor(fix=True) == []


# Outdated


def test_text_of_an_older_parser_is_read_again(library: Library) -> None:
    change(library, "UPDATE documents SET parser = 'markdown/0 (utf-8)' WHERE id = 'rules'")
    before = library.document("rules")
    library.store.add_tags("rules", ["club"])
    mended(library, ("parser", "rules"))
    after = library.document("rules")
    assert after.parser == before.parser.replace("markdown/0", after.parser.split(" ")[0])
    assert (after.text, after.title, after.tags, after.source) == (before.text, before.title, ("club",), before.source)


def test_text_of_an_older_parser_whose_file_is_gone_stays(library: Library, documents: Path) -> None:
    change(library, "UPDATE documents SET parser = 'markdown/0' WHERE id = 'rules'")
    (documents / "rules.md").unlink()
    findings = library.doctor(fix=True)
    assert kinds(findings) == [("parser", "rules", False), ("source_gone", "rules", False)]
    assert "pincite add PATH" in findings[0].todo
    assert not is_sound(findings)
    assert library.document("rules").parser == "markdown/0"


def test_text_of_an_older_parser_is_read_from_the_kept_file(library: Library, documents: Path) -> None:
    change(library, "UPDATE documents SET parser = 'markdown/0' WHERE id = 'rules'")
    kept = keep(library, RULES)
    (documents / "rules.md").unlink()
    mended(library, ("parser", "rules"))
    assert library.document("rules").title == "Rules"
    library.remove("rules")
    assert not kept.exists()


def test_chunks_of_another_chunker_are_cut_again_without_the_file(library: Library, documents: Path) -> None:
    change(library, "UPDATE documents SET chunker = 'by-page/0'")
    for path in documents.iterdir():
        path.unlink()
    findings = library.doctor(fix=True)
    assert kinds(findings) == [
        ("chunker", "boats", True),
        ("source_gone", "boats", False),
        ("chunker", "rules", True),
        ("source_gone", "rules", False),
    ]
    assert is_sound(findings)
    assert [f.kind for f in library.doctor()] == ["source_gone", "source_gone"]


def test_other_sizes_of_chunks_are_another_chunker(library: Library, documents: Path) -> None:
    settings = Settings(chunk=ChunkSettings(max_tokens=300))
    with Library(SqliteStore.open(library.store.folder), settings, embedder_for=HashEmbedder) as other:
        assert [f.kind for f in other.doctor()] == ["chunker", "chunker"]


def test_provisions_of_an_older_reader_are_read_again(library: Library) -> None:
    change(
        library, "UPDATE laws SET reader = 'law/0' WHERE document_key = (SELECT key FROM documents WHERE id = 'rules')"
    )
    mended(library, ("law", "rules"))
    law = library.store.law("rules")
    assert law is not None
    assert len(law.tree.provisions) > 0


def test_changed_file_is_told_and_not_taken_in(library: Library, documents: Path) -> None:
    (documents / "rules.md").write_text(RULES + "\nThe gate is green.\n")
    (finding,) = library.doctor(fix=True)
    assert (finding.kind, finding.mended, finding.matters) == ("source_changed", False, True)
    assert f"pincite add {documents / 'rules.md'}" in finding.todo
    assert "green" not in library.document("rules").text


def test_member_of_an_archive_is_found_in_it(library: Library, documents: Path) -> None:
    path = documents / "papers.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/wells.md", "# Wells\n\n## 1. Covers\n\nA well must be covered at night by the warden.\n")
    assert [r.status for r in library.add([path])] == ["added"]
    assert library.doctor() == []
    change(library, "UPDATE documents SET parser = 'markdown/0' WHERE id = 'wells'")
    mended(library, ("parser", "wells"))
    path.unlink()
    assert kinds(library.doctor()) == [("source_gone", "wells", False)]


# Damage


def test_damaged_text_is_read_again(library: Library) -> None:
    change(library, "UPDATE texts SET text = replace(text, 'must', 'may')")
    mended(library, ("damage", "boats"), ("damage", "rules"))
    assert "must lock" in library.document("rules").text


def test_damaged_text_without_its_file_is_told(library: Library, documents: Path) -> None:
    change(library, "UPDATE texts SET text = replace(text, 'must', 'may')")
    (documents / "rules.md").unlink()
    findings = library.doctor(fix=True)
    assert kinds(findings)[:2] == [("damage", "boats", True), ("damage", "rules", False)]
    assert not is_sound(findings)


def test_blob_that_is_none_is_told_and_mended(library: Library) -> None:
    change(
        library, "UPDATE texts SET text_map = x'00' WHERE document_key = (SELECT key FROM documents WHERE id = 'rules')"
    )
    mended(library, ("damage", "rules"))


def test_index_of_sqlite_is_made_anew(library: Library) -> None:
    with sqlite3.connect(library.store.file) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        sql = "CREATE INDEX documents_by_file ON documents (text_sha256)"
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'documents_by_file'", (sql,))
    connection.close()
    with Library(SqliteStore.open(library.store.folder), embedder_for=HashEmbedder) as opened:
        mended(opened, ("damage", None))


# Derived and left over


def test_missing_vectors_are_made(library: Library) -> None:
    change(library, "DELETE FROM vectors WHERE key = (SELECT max(key) FROM vectors)")
    findings = mended(library, ("vectors", None))
    assert "have no vector by hash-embedder" in findings[0].found


def test_missing_vectors_without_the_embedder_are_told(library: Library) -> None:
    change(library, "DELETE FROM vectors")
    with Library(SqliteStore.open(library.store.folder), embedder_for=missing) as bare:
        (finding,) = bare.doctor(fix=True)
    assert (finding.kind, finding.mended, "no model in this test" in finding.todo) == ("vectors", False, True)


def test_vectors_of_no_chunk_are_dropped_and_others_stay(library: Library) -> None:
    keys = {text_key(chunk.index_text) for chunk in library.store.each_chunk()}
    library.store.put_vectors(VectorSet("hash-embedder", {"0" * 64: b"\0" * 1024}))
    library.index()
    library.store.put_vectors(VectorSet("another", dict.fromkeys(keys, b"\0" * 8)))  # a reindex under way
    (finding,) = library.doctor()
    assert (finding.kind, finding.matters) == ("orphan_vectors", False)
    assert is_sound([finding])
    assert [f.mended for f in library.doctor(fix=True)] == [True]
    assert library.store.known_vectors("another", keys) == keys
    assert library.store.known_vectors("hash-embedder", keys) == keys


def test_damaged_snapshot_is_removed_and_built_again(library: Library) -> None:
    before = [hit.chunk.id for hit in library.search("Who locks the gate?").items]
    (snapshot,) = [path for path in (library.store.folder / "snapshots").iterdir() if path.is_dir()]
    file = next(path for path in sorted(snapshot.rglob("*")) if path.suffix == ".npy")
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    mended(library, ("snapshot", None))
    assert not snapshot.exists()
    with Library(SqliteStore.open(library.store.folder), embedder_for=HashEmbedder, reranker=missing) as again:
        assert [hit.chunk.id for hit in again.search("Who locks the gate?").items] == before


def test_leftovers_of_killed_builders_are_removed(library: Library) -> None:
    folder = library.store.folder / "snapshots"
    for name in (".unfinished-1", ".discarded-2"):
        (folder / name).mkdir()
        (folder / name / "x").write_text("x")
    mended(library, ("temporary", None))
    assert not list(folder.glob(".*"))


def test_old_snapshot_is_removed_and_the_current_stays(library: Library, documents: Path) -> None:
    library.index()
    folder = library.store.folder / "snapshots"
    (current,) = [path for path in folder.iterdir() if path.is_dir()]
    old = folder / ("0" * 32)
    old.mkdir()
    (old / "manifest.json").write_text('{"files": {}}')
    recent = time.time() - 5
    os.utime(old / "manifest.json", (recent, recent))
    assert library.doctor() == []  # a reader may still have it open
    os.utime(old / "manifest.json", (recent - 3600, recent - 3600))
    mended(library, ("snapshot", None))
    assert (current.exists(), old.exists()) == (True, False)


def test_temporary_files_of_killed_runs_are_removed(library: Library) -> None:
    left = Path(tempfile.gettempdir(), f"{FOLDER_PREFIX}{2**22 + 5}-x")
    (left / "deep").mkdir(parents=True)
    ours = Path(tempfile.gettempdir(), f"{FOLDER_PREFIX}{os.getpid()}-x")
    ours.mkdir()
    mended(library, ("temporary", None))
    assert (left.exists(), ours.exists()) == (False, True)


def keep(library: Library, text: str) -> Path:
    folder = library.store.folder / "files"
    folder.mkdir(exist_ok=True)
    path = folder / f"{sha256(text.encode()).hexdigest()}.md"
    path.write_text(text)
    return path


def test_kept_file_of_no_document_is_deleted_only_when_told(library: Library) -> None:
    needed, unneeded = keep(library, RULES), keep(library, "# Other\n")
    (library.store.folder / "files" / "notes.txt").write_text("mine")
    for fix in (False, True):
        (finding,) = library.doctor(fix=fix)
        assert (finding.kind, finding.mended, finding.matters) == ("kept_file", False, False)
    assert [f.mended for f in library.doctor(fix=True, drop_files=True)] == [True]
    assert (needed.exists(), unneeded.exists()) == (True, False)
    assert (library.store.folder / "files" / "notes.txt").exists()


def test_removed_document_takes_its_kept_file_along_unless_another_needs_it(library: Library, documents: Path) -> None:
    rules, boats = keep(library, RULES), keep(library, BOATS)
    change(
        library,
        "UPDATE documents SET file_sha256 = (SELECT file_sha256 FROM documents WHERE id = 'boats') WHERE id = 'rules'",
    )
    library.remove("rules")
    assert (rules.exists(), boats.exists()) == (True, True)
    library.remove("boats")
    assert not boats.exists()


def test_nothing_is_changed_by_looking(library: Library, documents: Path) -> None:
    change(library, "UPDATE documents SET parser = 'markdown/0'")
    keep(library, "x")
    before = {path: path.read_bytes() for path in library.store.folder.rglob("*") if path.is_file()}
    generation = library.store.generation
    library.doctor()
    assert library.store.generation == generation
    after = {path for path in library.store.folder.rglob("*") if path.is_file()}
    assert {path for path in before if not path.name.endswith(("-wal", "-shm"))} <= after


def test_library_that_somebody_writes_to_is_told_and_not_harmed(library: Library) -> None:
    change(library, "UPDATE documents SET parser = 'markdown/0' WHERE id = 'rules'")
    with Library(SqliteStore.open(library.store.folder, timeout_s=0), embedder_for=HashEmbedder) as other:
        with library.store.writing():
            (finding,) = other.doctor(fix=True)
        assert (finding.mended, "is writing to it" in finding.todo) == (False, True)
        assert [f.mended for f in other.doctor(fix=True)] == [True]
