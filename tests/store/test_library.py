"""Changes, filters, tags, vectors and errors of a library."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import EmbedderMismatch, LibraryBusy, LibraryError, UnknownDocument
from pincite.store import statements
from pincite.store.library import SqliteStore
from pincite.store.protocol import Store, VectorSet, text_key
from pincite.types.retrieval import RetrievalFilter

Make = Callable[..., Any]


def table_counts(store: SqliteStore) -> dict[str, int]:
    tables = "documents texts pages sections chunks edges tags vectors".split()
    with sqlite3.connect(store.file) as connection:
        return {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}


def test_sqlite_store_is_a_store(store: SqliteStore) -> None:
    as_protocol: Store = store  # for the type checker
    assert all(hasattr(as_protocol, name) for name in vars(Store) if not name.startswith("_"))


def test_add_replace_remove(store: SqliteStore, make: Make) -> None:
    make("act").add_to(store)
    make("rules").add_to(store)
    assert make("act").is_in(store)
    make("act", 1).replace_in(store)
    assert make("act", 1).is_in(store)
    assert make("rules").is_in(store)
    store.remove("act")
    assert [info.id for info in store.documents()] == ["rules"]
    assert store.generation == 4
    store.remove("rules")
    assert {table for table, count in table_counts(store).items() if count} == {"vectors"}


def test_replace_keeps_id_date_and_tags(store: SqliteStore, make: Make) -> None:
    make("act", tags=("city",)).add_to(store)
    before = store.document_info("act")
    make("act", 1, tags=("new", "city")).replace_in(store)
    after = store.document_info("act")
    assert (after.id, after.added_at, after.tags) == ("act", before.added_at, ("city", "new"))
    assert after.text_sha256 != before.text_sha256


def test_taken_id_or_path_is_refused(store: SqliteStore, make: Make) -> None:
    parts = make("act")
    parts.add_to(store)
    with pytest.raises(LibraryError, match="act has its id or its path"):
        parts.add_to(store)
    with pytest.raises(LibraryError, match="its path"):
        store.add(replace(parts.document, id="other"), [])


def test_documents_without_a_path_do_not_clash(store: SqliteStore, make: Make) -> None:
    for name in ("one", "two"):
        store.add(replace(make(name).document, source=""), [])
    assert len(store.documents()) == 2


@pytest.mark.parametrize(
    "call",
    [
        lambda store: store.document("no"),
        lambda store: store.document_info("no"),
        lambda store: store.document_text("no"),
        lambda store: store.edges("no"),
        lambda store: store.remove("no"),
        lambda store: store.add_tags("no", ["t"]),
        lambda store: store.relocate("no", "/x"),
    ],
)
def test_unknown_document_is_named(store: SqliteStore, call: Callable[[SqliteStore], object]) -> None:
    with pytest.raises(UnknownDocument, match="Document no was wanted"):
        call(store)
    assert store.generation == 0


@pytest.mark.parametrize("change", ["add", "replace"])
@pytest.mark.parametrize("broken", ["edges", "vectors", "insert"])
def test_failure_in_the_middle_rolls_back_whole(
    store: SqliteStore, make: Make, change: str, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make("act").add_to(store)
    before = table_counts(store)
    parts = make("act", 1) if change == "replace" else make("rules")

    def stops() -> Iterator[Any]:
        yield from parts.vectors if broken == "vectors" else parts.edges[:1]
        raise OSError("pulled out")

    given = {broken: stops()} if broken != "insert" else {}
    if broken == "insert":
        monkeypatch.setattr(statements, "insert_vectors", lambda *_: next(stops()) and (_ for _ in ()).throw(OSError))
        given = {"vectors": parts.vectors}
    with pytest.raises((OSError, RuntimeError)):
        getattr(store, change)(parts.document, parts.chunks, **given)
    assert table_counts(store) == before
    assert make("act").is_in(store)
    assert store.generation == 1
    monkeypatch.undo()
    (parts.replace_in if change == "replace" else parts.add_to)(store)
    assert parts.is_in(store)


def test_chunk_that_the_text_does_not_have_is_refused(store: SqliteStore, make: Make) -> None:
    parts = make("act")
    with pytest.raises(ValueError, match="is not the document's"):
        store.add(parts.document, [replace(parts.chunks[0], text="invented " + parts.chunks[0].text)])
    with pytest.raises(ValueError, match="is not number 0"):
        store.add(parts.document, [replace(parts.chunks[0], document_id="other")])
    assert store.documents() == []


FILTERS = [
    ("all", RetrievalFilter(), ["act", "guide", "rules"]),
    ("one_document", RetrievalFilter(document_ids=("rules",)), ["rules"]),
    ("two_documents", RetrievalFilter(document_ids=("rules", "act")), ["act", "rules"]),
    ("unknown_document", RetrievalFilter(document_ids=("no",)), []),
    ("one_tag", RetrievalFilter(tags=("city",)), ["act", "rules"]),
    ("any_of_two_tags", RetrievalFilter(tags=("law", "draft")), ["act", "guide"]),
    ("tag_and_document", RetrievalFilter(document_ids=("guide", "act"), tags=("city",)), ["act"]),
    ("unknown_tag", RetrievalFilter(tags=("no",)), []),
    ("quote_in_tag", RetrievalFilter(tags=("'; DROP TABLE tags; --",)), []),
]


@pytest.mark.parametrize(("where", "ids"), [row[1:] for row in FILTERS], ids=[row[0] for row in FILTERS])
def test_every_read_path_takes_the_filter(
    store: SqliteStore, make: Make, where: RetrievalFilter, ids: list[str]
) -> None:
    for name, tags in (("rules", ("city",)), ("act", ("city", "law")), ("guide", ("draft",))):
        make(name, tags=tags, place=name).add_to(store)
    assert [info.id for info in store.documents(where)] == ids
    assert [document_id for document_id, _ in store.document_texts(where)] == ids
    wanted = [chunk for document_id in ids for chunk in make(document_id).chunks]
    assert store.chunk_ids(where) == [chunk.id for chunk in wanted]
    assert [chunk.id for chunk in store.each_chunk(where)] == [chunk.id for chunk in wanted]
    keys = store.chunk_keys(where)
    assert [(key.id, key.document_id, key.language) for key in keys] == [(c.id, c.document_id, "en") for c in wanted]
    assert [key.jurisdiction and key.jurisdiction.path for key in keys] == [(c.document_id,) for c in wanted]
    assert all(key.tags == store.document_info(key.document_id).tags for key in keys)


def test_chunks_of_a_document_are_one_run(store: SqliteStore, make: Make) -> None:
    for name in ("b", "c", "a"):
        make(name).add_to(store)
    at, ids = 0, store.chunk_ids()
    for info in store.documents():
        run = ids[at : at + info.chunk_count]
        assert [chunk.id for chunk in make(info.id).chunks] == run
        at += info.chunk_count
    assert at == len(ids)


def test_unknown_chunks_are_absent_and_the_order_is_the_callers(store: SqliteStore, make: Make) -> None:
    make("act").add_to(store)
    wanted = store.chunk_ids()[::-1]
    assert list(store.chunks([*wanted, "act#gone"])) == wanted
    assert store.chunks([]) == {}


def test_more_ids_than_one_statement_takes(store: SqliteStore, make: Make) -> None:
    make("act").add_to(store)
    ids = [*(f"no#{number}" for number in range(40_000)), *store.chunk_ids()]
    assert len(store.chunks(ids)) == len(store.chunk_ids())


def test_tags_are_added_and_removed(store: SqliteStore, make: Make) -> None:
    make("act", tags=()).add_to(store)
    store.add_tags("act", ["x", "y", "x"])
    assert store.document_info("act").tags == ("x", "y")
    generation, digest = store.generation, store.content_digest()
    store.add_tags("act", ["y"])
    assert store.generation == generation
    store.remove_tags("act", ["x", "absent"])
    assert store.document("act").tags == ("y",)
    assert store.content_digest() == digest


def test_vectors_by_text_and_embedder(store: SqliteStore) -> None:
    store.put_vectors(VectorSet("small", {text_key("a"): b"\0" * 8, text_key("b"): b"\1" * 8}))
    store.put_vectors(VectorSet("large", {text_key("a"): b"\2" * 16}))
    keys = [text_key(text) for text in ("a", "b", "c")]
    assert store.vectors("small", keys) == {keys[0]: b"\0" * 8, keys[1]: b"\1" * 8}
    assert store.known_vectors("large", keys) == {keys[0]}
    assert store.vectors("other", keys) == {}


@pytest.mark.parametrize("blob", [b"", b"\0" * 7, b"\0" * 12], ids=["empty", "no_float32", "other_length"])
def test_vectors_of_another_form_are_refused(store: SqliteStore, blob: bytes) -> None:
    store.put_vectors(VectorSet("small", {text_key("a"): b"\0" * 8}))
    with pytest.raises(ValueError, match="float32 of one length"):
        store.put_vectors(VectorSet("small", {text_key("b"): blob}))


def test_vectors_outlive_their_document_until_vacuum(store: SqliteStore, make: Make) -> None:
    store.set_embedder("en", "test-embedder")
    make("act").add_to(store)
    make("rules").add_to(store)
    store.put_vectors(VectorSet("replaced-embedder", {text_key(make("rules").chunks[0].index_text): b"\0" * 4}))
    store.remove("act")
    keys = set(make("act").vectors[0].by_text)
    assert store.known_vectors("test-embedder", keys) == keys
    assert store.vacuum() == len(keys) + 1
    assert store.known_vectors("test-embedder", keys) == set()
    assert make("rules").is_in(store)


def test_removed_text_is_wiped_from_the_file(store: SqliteStore, make: Make) -> None:
    make("act").add_to(store)
    words = make("act").document.title.encode()
    store.close()
    assert words in store.file.read_bytes()
    with SqliteStore.open(store.folder) as opened:
        opened.remove("act")
    assert words not in store.file.read_bytes()


def test_vacuum_leaves_nothing_of_a_removed_document(store: SqliteStore, make: Make) -> None:
    make("act").add_to(store)
    words = make("act").document.title.encode()
    store.remove("act")
    store.vacuum()
    assert all(words not in path.read_bytes() for path in store.folder.rglob("*") if path.is_file())


def test_another_embedder_is_refused_with_the_way_out(store: SqliteStore) -> None:
    store.set_embedder("en", "small")
    store.set_embedder("en", "small")
    store.set_embedder("ko", "korean")
    store.set_tokenizer("en", "english/1")
    with pytest.raises(EmbedderMismatch, match=r"by small; the embedder at hand is large.*pincite reindex"):
        store.set_embedder("en", "large")
    store.set_embedder("en", "large", replace=True)
    meta = store.meta()
    assert (meta.embedders, meta.tokenizers) == ({"en": "large", "ko": "korean"}, {"en": "english/1"})
    assert meta.generation == 4


def test_content_digest_depends_on_content_alone(tmp_path: Path, make: Make) -> None:
    digests = []
    for names in (("act", "rules"), ("rules", "act")):
        with SqliteStore.open(tmp_path / names[0], create=True) as store:
            for name in names:
                make(name).add_to(store)
            digests.append(store.content_digest())
            make("act", 1).replace_in(store)
            assert store.content_digest() != digests[-1]
    assert digests[0] == digests[1]


def test_reading_sees_one_state(store: SqliteStore, make: Make) -> None:
    make("act").add_to(store)
    with SqliteStore.open(store.folder) as other, store.reading():
        ids = store.chunk_ids()
        make("act", 1).replace_in(other)
        make("rules").add_to(other)
        assert store.generation == 1
        assert store.chunk_ids() == ids
        assert make("act").is_in(store)
        with pytest.raises(RuntimeError, match="inside reading"):
            store.remove("act")
    assert make("act", 1).is_in(store)
    assert store.generation == 3


def test_reading_fixes_the_state_from_its_beginning(store: SqliteStore, make: Make) -> None:
    with SqliteStore.open(store.folder) as other, store.reading():
        make("act").add_to(other)
        assert store.documents() == []


def test_second_writer_is_told_and_readers_go_on(store: SqliteStore, make: Make) -> None:
    make("act").add_to(store)
    with SqliteStore.open(store.folder, timeout_s=0.05) as other, store.writing():
        with pytest.raises(LibraryBusy, match=rf"process {os.getpid()} \(.+, since .+\) is writing"):
            make("rules").add_to(other)
        assert make("act").is_in(other)
        make("guide").add_to(store)
        assert make("guide").is_in(other)
    with SqliteStore.open(store.folder) as other:
        make("rules").add_to(other)


def test_threads_share_a_store(store: SqliteStore, make: Make) -> None:
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for step in range(5):
                parts = make(f"d{number}-{step}")
                parts.add_to(store)
                assert parts.is_in(store)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(store.documents()) == store.generation == 20


DAMAGES = [
    ("text", "UPDATE texts SET text = 'x'", "the text is not the one"),
    ("page", "DELETE FROM pages WHERE place = 0", "not as noted"),
    ("chunk", "UPDATE chunks SET text = 'x'", "the chunks are not those"),
    ("orphan", "DELETE FROM documents", "belongs to no document"),
]


@pytest.mark.parametrize(("sql", "found"), [row[1:] for row in DAMAGES], ids=[row[0] for row in DAMAGES])
def test_check_finds_damage(store: SqliteStore, make: Make, sql: str, found: str) -> None:
    make("act").add_to(store)
    assert list(store.check()) == []
    with sqlite3.connect(store.file) as connection:
        connection.execute(sql)
    assert any(found in line for line in store.check())
