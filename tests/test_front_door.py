"""`Library`: what is embedded and when, whose vectors count, and what other processes' changes do."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.errors import EmbedderMismatch, EmptyLibrary, LibraryNotFound, MissingExtra, UnknownDocument
from pincite.library import Library
from pincite.store.library import SqliteStore
from pincite.testing import HashEmbedder
from pincite.types.answer import Answer
from pincite.types.retrieval import RetrievalFilter

MakeLibrary = Callable[..., Library]
ACT = (
    "# Harbor Act\n\n## § 1. Deposits\n\nThe landlord must return the deposit within 21 days after the move.\n\n"
    "## § 2. Roofs\n\nThe landlord keeps the roof of the dwelling tight.\n"
)
CLUB = "# Boat Club\n\n## Keys\n\nA member pays $40 for the key of the boat house.\n"
QUESTION = "When must the landlord return the deposit?"
BY_WORDS = "searched by words alone"


def documents(library: Library) -> list[str]:
    return [d.id for d in library.documents()]


def notes(library: Library) -> str:
    return "; ".join(library.search(QUESTION, preset="paper").notes)


# What is embedded


def test_unchanged_text_is_never_embedded_twice(make_library: MakeLibrary, tmp_path: Path) -> None:
    embedder = HashEmbedder()
    library = make_library({"act.md": ACT}, embedder=embedder)
    first = list(embedder.embedded)
    assert len(first) == library.info()["chunks"] == 2
    (report,) = library.add([tmp_path / "documents" / "act.md"])
    assert report.status == "unchanged"
    library.search(QUESTION, preset="paper")
    assert library.reindex() == {"en": 0}
    assert embedder.embedded == first


def test_changed_file_embeds_only_its_new_chunks(make_library: MakeLibrary, tmp_path: Path) -> None:
    embedder = HashEmbedder()
    library = make_library({"act.md": ACT}, embedder=embedder)
    before = len(embedder.embedded)
    file = tmp_path / "documents" / "act.md"
    file.write_text(ACT + "\n## § 3. Pets\n\nPets need the landlord's consent.\n", "utf-8")
    (report,) = library.add([file])
    assert (report.status, report.chunks) == ("replaced", 3)
    assert embedder.embedded[before:] == ["Pets need the landlord's consent."]


def test_the_same_text_in_another_document_is_embedded_under_its_own_header_only(make_library: MakeLibrary) -> None:
    embedder = HashEmbedder()
    make_library({"act.md": ACT, "copy.md": ACT + "\n"}, embedder=embedder)
    assert len(embedder.embedded) == 2  # title and headings are the same too
    other = HashEmbedder()
    make_library({"act.md": ACT, "other.md": ACT.replace("Harbor", "Quay")}, embedder=other, name="other")
    assert len(other.embedded) == 4


# Whose vectors


def test_another_embedder_is_refused_and_reindex_is_the_way_out(make_library: MakeLibrary, tmp_path: Path) -> None:
    make_library({"act.md": ACT}, embedder=HashEmbedder()).close()
    library = make_library({}, embedder=HashEmbedder(name="newer-embedder"))
    for attempt in (lambda: library.search(QUESTION, preset="paper"), lambda: library.ask(QUESTION, preset="paper")):
        with pytest.raises(EmbedderMismatch, match=r"hash-embedder.*newer-embedder.*pincite reindex"):
            attempt()
    new = tmp_path / "documents" / "club.md"
    new.write_text(CLUB, "utf-8")
    with pytest.raises(EmbedderMismatch):
        library.add([new])
    assert documents(library) == ["act"]
    assert library.reindex() == {"en": 2}
    assert library.search(QUESTION, preset="paper").items[0].scores.dense is not None
    assert isinstance(library.ask(QUESTION, preset="paper"), Answer)


def test_library_without_embedder_searches_by_words_and_says_so(make_library: MakeLibrary, tmp_path: Path) -> None:
    library = make_library({"act.md": ACT})
    assert BY_WORDS in notes(library)
    (item, *_) = library.search(QUESTION, mode="dense", preset="paper").items
    assert item.chunk.section_id == "1"
    assert item.scores.dense is None
    file = tmp_path / "documents" / "club.md"
    file.write_text(CLUB, "utf-8")
    (report,) = library.add([file])
    assert any("by words alone" in note for note in report.notes)


def test_reindex_without_embedder_is_an_error(make_library: MakeLibrary) -> None:
    with pytest.raises(MissingExtra):
        make_library({"act.md": ACT}).reindex()


def test_reindex_adds_vectors_to_a_library_of_words(make_library: MakeLibrary, tmp_path: Path) -> None:
    make_library({"act.md": ACT}).close()
    embedder = HashEmbedder()
    library = make_library({}, embedder=embedder)
    file = tmp_path / "documents" / "club.md"
    file.write_text(CLUB, "utf-8")
    (report,) = library.add([file])
    assert any("`pincite reindex` adds vectors" in note for note in report.notes)
    assert embedder.embedded == []
    assert BY_WORDS in notes(library)
    digest = library.index().digest
    assert library.reindex() == {"en": 3}
    assert notes(library) == ""
    assert library.index().digest != digest


# Several at once


def test_two_libraries_are_open_at_once(make_library: MakeLibrary) -> None:
    one = make_library({"act.md": ACT}, name="one", embedder=HashEmbedder())
    two = make_library({"club.md": CLUB}, name="two", embedder=HashEmbedder(name="another"))
    assert [i.chunk.document_id for i in one.search(QUESTION, preset="paper").items][:1] == ["act"]
    assert [i.chunk.document_id for i in two.search("What is the key?", preset="paper").items] == ["club"]
    assert (documents(one), documents(two)) == (["act"], ["club"])


def test_index_follows_what_another_connection_does(make_library: MakeLibrary, tmp_path: Path) -> None:
    reader = make_library({"act.md": ACT})
    assert reader.search("key of the boat house", preset="paper").items == ()
    writer = make_library({"club.md": CLUB})
    assert [i.chunk.document_id for i in reader.search("key of the boat house", preset="paper").items] == ["club"]
    writer.remove("act")
    assert reader.search(QUESTION, preset="paper").items == ()
    assert documents(reader) == ["club"]


def test_index_follows_what_another_process_does(make_library: MakeLibrary, tmp_path: Path) -> None:
    reader = make_library({"act.md": ACT})
    before = reader.index().digest
    code = (
        "import sys\nfrom pincite.store.library import SqliteStore\n"
        "with SqliteStore.open(sys.argv[1]) as store: store.remove('act')"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "library")], check=True)
    with pytest.raises(EmptyLibrary):
        reader.search(QUESTION)
    assert documents(reader) == []
    make_library({"act.md": ACT})
    assert reader.index().digest == before
    assert reader.search(QUESTION, preset="paper").items


def test_change_between_search_and_citation_is_not_seen(make_library: MakeLibrary, tmp_path: Path) -> None:
    """A document that is replaced while a question runs is cited as it was searched."""
    from pincite.answer.methods import pipeline

    reader = make_library({"act.md": ACT})
    writer = make_library({})
    run = pipeline(reader, method="auto", model="extractive", preset="paper", gate="standard")
    generate = run.generate

    class Slow:
        name = "slow"

        def __call__(self, *arguments: object) -> object:
            file = tmp_path / "documents" / "act.md"
            file.write_text(f"# Harbor Act\n\nA preface that moves all places.\n\n{ACT}", "utf-8")
            assert [r.status for r in writer.add([file])] == ["replaced"]
            return generate(*arguments)  # type: ignore[arg-type]

    before = reader.document("act")
    outcome = replace(run, generate=Slow())(QUESTION, RetrievalFilter())  # type: ignore[arg-type]
    assert isinstance(outcome, Answer)
    (citation,) = outcome.citations
    assert citation.text_sha256 == before.text_sha256
    assert citation.position.cut(before.text) == citation.quote.exact
    assert citation.quote.exact.startswith("The landlord must return")
    assert reader.document("act").text_sha256 != before.text_sha256


# Documents in, documents out


def test_missing_library_is_not_made_unasked(tmp_path: Path) -> None:
    with pytest.raises(LibraryNotFound):
        Library.open(tmp_path / "none")
    assert not (tmp_path / "none").exists()
    with Library.open(tmp_path / "none", create=True) as library:
        assert documents(library) == []


def test_empty_library_says_so(make_library: MakeLibrary) -> None:
    library = make_library({})
    for call in (library.search, library.ask):
        with pytest.raises(EmptyLibrary, match="pincite add"):
            call(QUESTION)
    assert library.info()["index_digest"] is None


def test_library_of_documents_without_citable_text_finds_nothing(make_library: MakeLibrary) -> None:
    library = make_library({})
    store = library.store
    document = make_library({"act.md": ACT}, name="other").document("act")
    store.add(document, (), chunker="test")
    outcome = library.ask(QUESTION, preset="paper")
    assert outcome.evidence == ()
    assert library.search(QUESTION, preset="paper").items == ()


def test_bad_file_does_not_stop_the_rest(make_library: MakeLibrary, tmp_path: Path) -> None:
    library = make_library({})
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4 nothing")
    (tmp_path / "act.md").write_text(ACT, "utf-8")
    reports = library.add([tmp_path / "bad.pdf", tmp_path / "none.md", tmp_path / "act.md"])
    assert [r.status for r in reports] == ["failed", "failed", "added"]
    assert all(r.error for r in reports[:2])
    assert documents(library) == ["act"]


def test_removed_document_is_not_found_again(make_library: MakeLibrary) -> None:
    library = make_library({"act.md": ACT, "club.md": CLUB})
    library.remove("act")
    assert {i.chunk.document_id for i in library.search(QUESTION, preset="paper").items} <= {"club"}
    for call in (library.remove, library.document):
        with pytest.raises(UnknownDocument):
            call("act")


def test_info_counts_what_is_there(make_library: MakeLibrary) -> None:
    library = make_library({"act.md": ACT, "club.md": CLUB}, embedder=HashEmbedder(), tags={"act.md": ["law"]})
    info = library.info()
    assert (info["documents"], info["chunks"], info["tags"]) == (2, 3, ["law"])
    assert info["embedders"] == {"en": "hash-embedder"}
    assert info["preset"] == "paper"


def test_rare_words_weigh_more(make_library: MakeLibrary) -> None:
    from math import log

    library = make_library({"act.md": ACT, "club.md": CLUB})
    weights = library.word_weights("en", ["landlord", "roof", "ferri"])
    assert weights == pytest.approx(
        {n: log(1 + (3 - k + 0.5) / (k + 0.5)) for n, k in (("landlord", 2), ("roof", 1), ("ferri", 0))}
    )


def test_damaged_snapshot_is_built_again(make_library: MakeLibrary, tmp_path: Path) -> None:
    library = make_library({"act.md": ACT})
    (snapshot,) = (tmp_path / "library" / "snapshots").glob("*/index.json")
    snapshot.write_text("{}")
    with Library(SqliteStore.open(tmp_path / "library")) as again:
        assert again.search(QUESTION, preset="paper").items
    assert library.search(QUESTION, preset="paper").items
