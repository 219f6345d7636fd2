"""One file into a library: what is reported, what is stored, and what a fault leaves behind."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pincite.ingest.one_file
import pincite.ingest.prepare
from pincite.errors import EmbedderMismatch, ModelError
from pincite.ingest import Ingest, find_files, reindex
from pincite.ingest.reports import NOTHING_TO_CITE
from pincite.settings import ChunkSettings
from pincite.store import connection
from pincite.store.library import SqliteStore
from pincite.store.protocol import text_key
from pincite.testing import HashEmbedder

Write = Callable[[str, str], Path]
OLDER = "# Older\n\nAn older text of these rules stood here once.\n"
RULES = "# Rules\n\n## 1. Gates\n\nThe keeper must lock the gate at dusk and open it at dawn.\n"


def add_all(ingest: Ingest, *paths: Path) -> list[tuple[str, str, str]]:
    """Name, status and error of each file."""
    reports = [ingest.add(path) for path in find_files(paths)]
    return [(Path(r.path).name, r.status, r.error) for r in reports]


# What cannot be read


def fifo(path: Path) -> None:
    os.mkfifo(path)


def a_socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # a socket's name must be short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


UNREADABLE: list[tuple[str, Callable[[Path], Any], str]] = [
    ("absent", lambda path: None, "found no such file"),
    ("empty", lambda path: path.write_text(""), "found nothing in"),
    ("folder_without_documents", lambda path: path.mkdir(), "found no file of a readable kind in the folder"),
    ("pipe", fifo, "found a pipe"),
    ("socket", a_socket, "found a socket"),
    ("broken_link", lambda path: path.symlink_to("nowhere.md"), "found a link to nowhere.md, where nothing is"),
    ("link_to_itself", lambda path: path.symlink_to(path.name), "symbolic links"),
    ("link_to_a_pipe", lambda path: (fifo(path.with_name("p")), path.symlink_to("p")), "found a pipe"),
    ("binary", lambda path: path.write_bytes(bytes(range(256))), "found bytes that are no text"),
]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs the special files of Unix")
@pytest.mark.parametrize(("make", "message"), [row[1:] for row in UNREADABLE], ids=[row[0] for row in UNREADABLE])
def test_unreadable_path_is_reported_and_the_rest_goes_on(
    ingest: Ingest, write: Write, make: Callable[[Path], Any], message: str
) -> None:
    good = write("rules.md", RULES)
    bad = good.with_name("bad.txt")
    make(bad)
    (name, status, error), after = add_all(ingest, bad, good)
    assert (name, status) == ("bad.txt", "failed")
    assert message in error
    assert error.endswith(".")
    assert after == ("rules.md", "added", "")


def test_what_may_not_be_read_is_reported(ingest: Ingest, write: Write) -> None:
    secret, good = write("secret.md", RULES), write("rules.md", RULES + "x")
    closed = write("closed/inside.md", RULES).parent
    secret.chmod(0)
    closed.chmod(0)
    if os.access(secret, os.R_OK):
        pytest.skip("the superuser may read everything")
    reports = {name: (status, error) for name, status, error in add_all(ingest, good.parent)}
    closed.chmod(0o700)
    assert reports["rules.md"] == ("added", "")
    assert "Permission denied" in reports["secret.md"][1]
    assert "look through the folder" in reports["closed"][1]


def test_name_that_no_file_can_have_is_reported(ingest: Ingest) -> None:
    assert "a name that no file can have" in ingest.add(Path("a\0b.md")).error


# Folders


def test_folder_gives_its_readable_files_in_order(write: Write) -> None:
    root = write("b.md", "x").parent
    for name in ("a/z.TXT", "a/c.html", ".hidden.md", ".git/x.md", "picture.png", "no-ending"):
        write(name, "x")
    (root / "linked").symlink_to("a")
    (root / "a" / "up").symlink_to("..")
    found = [path.relative_to(root).as_posix() for path in find_files([root, root / "no-ending"])]
    assert found == ["a/c.html", "a/z.TXT", "b.md", "no-ending"]


# Faults


def test_fault_of_a_parser_is_one_files_failure(
    ingest: Ingest, write: Write, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = write("a.md", RULES), write("b.md", RULES + "more")
    real = pincite.ingest.prepare.read

    def read(path: str, **options: Any) -> Any:
        if path == str(first):
            raise ZeroDivisionError("division by zero")
        return real(path, **options)

    monkeypatch.setattr(pincite.ingest.prepare, "read", read)
    (_, status, error), after = add_all(ingest, first, second)
    assert status == "failed"
    assert "unexpected ZeroDivisionError in reading it (test_ingest.py, line " in error
    assert "division by zero" in error
    assert "please report it" in error
    assert after == ("b.md", "added", "")
    assert [d.id for d in store.documents()] == ["b"]


@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit])
def test_being_stopped_is_no_failure(
    ingest: Ingest, write: Write, monkeypatch: pytest.MonkeyPatch, raised: type[BaseException]
) -> None:
    def read(path: Path, **options: Any) -> Any:
        raise raised

    monkeypatch.setattr(pincite.ingest.prepare, "read", read)
    with pytest.raises(raised):
        ingest.add(write("a.md", RULES))


def test_fault_while_storing_leaves_nothing(
    ingest: Ingest, write: Write, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.store.statements.insert_parts", lambda *a: 1 / 0)
    report = ingest.add(write("a.md", RULES))
    assert "ZeroDivisionError in storing it" in report.error
    assert store.documents() == []
    assert list(store.check()) == []


def test_busy_library_is_one_files_failure(write: Write, store: SqliteStore) -> None:
    with SqliteStore.open(store.folder, timeout_s=0.05) as impatient:
        ingest = Ingest(impatient, HashEmbedder, ChunkSettings())
        with connection.file_lock(store.folder / connection.WRITER_LOCK_NAME, 1.0):
            report = ingest.add(write("a.md", RULES))
        assert report.status == "failed"
        assert "is writing to it. Wait until it has ended and try again." in report.error
        assert ingest.add(Path(report.path)).status == "added"


# Again


def test_unchanged_changed_moved_and_copied(ingest: Ingest, write: Write) -> None:
    path = write("a.md", RULES)
    assert ingest.add(path).status == "added"
    assert ingest.add(path).status == "unchanged"
    copy = ingest.add(write("copy.md", RULES), tags=("t",))
    assert (copy.status, copy.document_id) == ("skipped", "a")
    path.write_text(RULES + "\nThe gate is painted green.\n")
    assert ingest.add(path).status == "replaced"
    moved = path.rename(path.with_name("moved.md"))
    report = ingest.add(moved)
    assert (report.status, report.document_id) == ("moved", "a")
    assert ingest.add(moved).status == "unchanged"


def test_file_is_read_again_where_parser_or_chunker_is_another(
    ingest: Ingest, write: Write, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("a.md", RULES)
    ingest.add(path)
    parser = store.document_info("a").parser
    assert parser.startswith("markdown/")
    assert ingest.add(path).status == "unchanged"
    monkeypatch.setattr(pincite.ingest.one_file, "PARSER_VERSIONS", frozenset({"markdown/99"}))
    report = ingest.add(path)
    assert (report.status, report.notes) == ("replaced", (f"it was read by {parser}",))
    monkeypatch.undo()
    for sizes in (ChunkSettings(max_tokens=900), ChunkSettings(min_tokens=7), ChunkSettings(unit="paragraphs")):
        assert Ingest(store, HashEmbedder, sizes).add(path).status == "replaced"


LAW = """# Harbor Code, Chapter 7

## § 7-1. Gates

The keeper must lock the gate at dusk and open it at dawn.

## § 7-2. Boats

A boat must carry a white lantern after dark.

## § 7-3. Wells

A well must be covered at night.
"""


def units(store: SqliteStore) -> list[str | None]:
    return [chunk.provision_id for chunk in store.each_chunk()]


def test_law_is_cut_by_provision(ingest: Ingest, write: Write, store: SqliteStore) -> None:
    report = ingest.add(write("act.md", LAW))
    assert (report.status, report.chunks, report.notes) == ("added", 3, ())
    assert units(store) == ["act/s7-1", "act/s7-2", "act/s7-3"]
    law = store.law("act")
    assert law is not None
    assert all(provision_id in law.tree for provision_id in units(store))


def test_law_that_was_cut_by_page_or_read_by_another_reader_is_cut_again(
    ingest: Ingest, write: Write, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("act.md", LAW)
    Ingest(store, HashEmbedder, ChunkSettings(unit="pages")).add(path)
    assert set(units(store)) == {None}
    report = ingest.add(path)
    assert report.status == "replaced"
    assert report.notes[0].startswith("it was cut into chunks by by-page/")
    assert None not in units(store)
    assert ingest.add(path).status == "unchanged"
    monkeypatch.setattr("pincite.graph.read_law.LAW_READER", "law/99")
    assert ingest.add(path).status == "replaced"


@pytest.mark.parametrize("place", ["pincite.graph.read_law.read_law", "pincite.chunk.choice.chunk_provisions"])
def test_law_that_cannot_be_read_or_cut_is_cut_by_page_with_a_note(
    ingest: Ingest, write: Write, store: SqliteStore, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    def fail(*given: Any) -> Any:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(place, fail)
    report = ingest.add(write("act.md", LAW))
    assert (report.status, report.chunks) == ("added", 3)
    assert report.notes[0].startswith("its provisions could not be read: ")
    assert units(store) == [None] * 3


def test_id_taken_meanwhile_is_the_provisions_too(
    ingest: Ingest, write: Write, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = write("one/act.md", LAW), write("two/act.md", LAW + "\nAt the east pier.\n")
    other = Ingest(store, HashEmbedder, ChunkSettings())
    interrupt(monkeypatch, one, lambda: other.add(two))
    report = ingest.add(one)
    assert report.document_id != "act"
    assert f"{report.document_id}/s7-1" in units(store)


def test_document_without_citable_text_says_so(ingest: Ingest, write: Write) -> None:
    path = write("a.md", "# Rules of the Harbor\n\n## Gates\n\n## Boats\n")
    report = ingest.add(path)
    assert (report.status, report.chunks, report.notes) == ("added", 0, (NOTHING_TO_CITE,))
    assert NOTHING_TO_CITE in ingest.add(path).notes


# Somebody else at the same time


def test_id_that_was_taken_meanwhile_is_chosen_again(
    ingest: Ingest, write: Write, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = write("one/act.md", RULES), write("two/act.md", RULES + "more")
    other = Ingest(store, HashEmbedder, ChunkSettings())
    interrupt(monkeypatch, one, lambda: other.add(two))
    report = ingest.add(one)
    assert report.status == "added"
    assert report.document_id is not None
    assert report.document_id.startswith("act-")
    assert {d.id for d in store.documents()} == {"act", report.document_id}
    assert all(c.id.startswith(f"{c.document_id}#") for c in store.each_chunk())
    assert list(store.check()) == []


def test_same_file_that_somebody_else_took_in_meanwhile_is_unchanged(
    ingest: Ingest, write: Write, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("act.md", RULES)
    interrupt(monkeypatch, path, lambda: Ingest(store, HashEmbedder, ChunkSettings()).add(path))
    report = ingest.add(path, tags=("mine",))
    assert (report.status, report.document_id) == ("unchanged", "act")
    assert store.document_info("act").tags == ("mine",)


def test_older_state_that_somebody_else_took_in_meanwhile_is_replaced(
    ingest: Ingest, write: Write, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("act.md", RULES)

    def meanwhile() -> None:
        path.write_text(OLDER)
        Ingest(store, HashEmbedder, ChunkSettings()).add(path)
        path.write_text(RULES)

    interrupt(monkeypatch, path, meanwhile)
    assert ingest.add(path).status == "replaced"
    assert "lock the gate" in store.document_text("act")


def test_document_that_somebody_else_removed_meanwhile_is_added(
    ingest: Ingest, write: Write, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("act.md", OLDER)
    ingest.add(path)
    path.write_text(RULES)
    interrupt(monkeypatch, path, lambda: store.remove("act"))
    assert ingest.add(path).status == "added"


def test_embedder_that_somebody_else_bound_meanwhile_is_kept(
    ingest: Ingest, write: Write, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("act.md", RULES)
    interrupt(monkeypatch, path, lambda: store.set_embedder("en", "another"))
    with pytest.raises(EmbedderMismatch):
        ingest.add(path)
    assert store.documents() == []


def no_embedder(language: str) -> HashEmbedder:
    raise ModelError("there is none")


def test_words_alone_where_somebody_else_had_no_embedder(
    ingest: Ingest, write: Write, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = write("one.md", RULES), write("two.md", OLDER)
    interrupt(monkeypatch, one, lambda: Ingest(store, no_embedder, ChunkSettings()).add(two))
    assert any("words alone" in note for note in ingest.add(one).notes)
    assert store.meta().embedders == {}


def test_a_document_without_text_to_cite_does_not_turn_vectors_off(
    ingest: Ingest, write: Write, store: SqliteStore
) -> None:
    assert ingest.add(write("heads.md", "# Only\n\n## Headings\n")).chunks == 0
    report = ingest.add(write("one.md", RULES))
    assert (report.chunks > 0, [note for note in report.notes if "words alone" in note]) == (True, [])
    assert set(store.meta().embedders) == {"en"}


# Embedding again


def test_reindex_embeds_what_came_meanwhile_too(write: Write, store: SqliteStore) -> None:
    Ingest(store, no_embedder, ChunkSettings()).add(write("one.md", RULES))
    added: list[str] = []

    def meanwhile(event: Any) -> None:
        if not added:
            added.append("two")
            Ingest(store, no_embedder, ChunkSettings()).add(write("two.md", OLDER))

    embedder = HashEmbedder()
    assert reindex(store, lambda language: embedder, meanwhile) == {"en": 2}
    keys = {text_key(chunk.index_text) for chunk in store.each_chunk()}
    assert store.known_vectors(embedder.name, keys) == keys
    assert reindex(store, lambda language: embedder) == {"en": 0}


def interrupt(monkeypatch: pytest.MonkeyPatch, path: Path, meanwhile: Callable[[], Any]) -> None:
    """Let `meanwhile` happen once, while `path` is being read."""
    real = pincite.ingest.prepare.read
    done: list[bool] = []

    def read(place: str, **options: Any) -> Any:
        if place == str(path) and not done:
            done.append(True)
            meanwhile()
        return real(place, **options)

    monkeypatch.setattr(pincite.ingest.prepare, "read", read)
