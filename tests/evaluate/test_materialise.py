from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import InputError, MissingExtra
from pincite.evaluate.benchmark import Benchmark, HitRule, SourceDocument
from pincite.evaluate.benchmarks import load
from pincite.evaluate.benchmarks.privacyqa import Policy, segment_benchmark
from pincite.evaluate.gold.units import unit_of
from pincite.evaluate.run.materialise import materialise, not_taken
from pincite.library import Library
from pincite.settings import ChunkSettings, Settings
from pincite.store.library import SqliteStore
from pincite.testing import HashEmbedder

Open = Callable[[Path, Settings], Library]
GATES = SourceDocument("gates", text="The keeper shuts the gate at dusk.")
BOATS = SourceDocument("boats", text="Boats moor at the northern quay.")


def opener(embedder: Any = None) -> Open:
    """Opens libraries with an embedder of tests, or without one."""

    def embedder_for(language: str) -> Any:
        if embedder is None:
            raise MissingExtra("There is no model in this test.")
        return embedder

    return lambda folder, settings: Library(
        SqliteStore.open(folder, create=True), settings, embedder_for=embedder_for, reranker=lambda: embedder_for("en")
    )


def benchmark(*documents: SourceDocument, version: str = "1", **changes: Any) -> Benchmark:
    return replace(Benchmark("tests", version, documents, (), HitRule.SPAN), **changes)


def make(folder: Path, source: Benchmark, *, embedder: Any = None, settings: Settings | None = None) -> dict[str, str]:
    """The texts of the library that is made, by id."""
    with materialise(source, folder, settings, open_library=opener(embedder)) as library:
        return {d.id: library.document(d.id).text for d in library.documents()}


def test_texts_and_files_have_the_benchmarks_ids(tmp_path: Path) -> None:
    lying, other = tmp_path / "moor.md", tmp_path / "elsewhere.txt"
    lying.write_text("# Moor\n\nThe moor is open.\n")
    other.write_text("The well is deep.\n")
    source = benchmark(GATES, SourceDocument("moor", path=lying), SourceDocument("well", path=other))
    assert set(make(tmp_path / "made", source)) == {"gates", "moor", "well"}
    with materialise(source, tmp_path / "made", open_library=opener()) as library:
        assert library.store.document_info("moor").source == str(lying)


def test_the_same_text_twice_is_two_documents(tmp_path: Path) -> None:
    twins = [replace(GATES, id=name) for name in ("a", "b", "c")]
    assert make(tmp_path, benchmark(*twins)) == {t.id: GATES.text for t in twins}
    assert make(tmp_path, benchmark(*twins, version="2")) == {t.id: GATES.text for t in twins}


def test_a_second_run_takes_nothing_in(tmp_path: Path) -> None:
    embedder = HashEmbedder()
    make(tmp_path, benchmark(GATES, BOATS), embedder=embedder)
    done = len(embedder.embedded)
    files = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.name == "gates.txt"}
    make(tmp_path, benchmark(GATES, BOATS), embedder=embedder)
    assert len(embedder.embedded) == done == 2
    assert {path: path.stat().st_mtime_ns for path in files} == files


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    class Interrupted(HashEmbedder):
        def embed_passages(self, texts: Any, headers: Any = ()) -> Any:
            if "Boats" in texts[0]:
                raise KeyboardInterrupt
            return super().embed_passages(texts, headers)

    with pytest.raises(KeyboardInterrupt):
        make(tmp_path, benchmark(GATES, BOATS), embedder=Interrupted())
    embedder = HashEmbedder()
    assert set(make(tmp_path, benchmark(GATES, BOATS), embedder=embedder)) == {"gates", "boats"}
    assert embedder.embedded == [BOATS.text]


def test_documents_that_changed_are_replaced_and_others_removed(tmp_path: Path) -> None:
    make(tmp_path, benchmark(GATES, BOATS))
    changed = replace(GATES, text="The keeper opens the gate at dawn.")
    assert make(tmp_path, benchmark(changed, version="2")) == {"gates": changed.text}


def test_a_file_that_moved_keeps_its_id(tmp_path: Path) -> None:
    for folder, text in (("one", "The moor is open.\n"), ("two", "The moor is shut.\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "moor.txt").write_text(text)
    for version in ("one", "two", "one"):
        source = benchmark(SourceDocument("moor", path=tmp_path / version / "moor.txt"), version=version)
        assert make(tmp_path / "made", source) == {"moor": (tmp_path / version / "moor.txt").read_text().strip()}


def test_other_sizes_and_another_embedder_are_noticed(tmp_path: Path) -> None:
    embedder = HashEmbedder()
    make(tmp_path, benchmark(GATES), embedder=embedder)
    sizes = Settings(chunk=ChunkSettings(max_tokens=50, overlap_tokens=0))
    with materialise(benchmark(GATES), tmp_path, sizes, open_library=opener(embedder)) as library:
        assert "50/0" in library.store.document_info("gates").chunker
    other = HashEmbedder(name="another")
    with materialise(benchmark(GATES), tmp_path, sizes, open_library=opener(other)) as library:
        assert library.store.meta().embedders == {"en": "another"}
    with materialise(benchmark(GATES), tmp_path, sizes, open_library=opener(other)) as library:
        assert library.search("gate", preset="paper").items[0].scores.dense is not None


def test_vectors_come_once_there_is_an_embedder(tmp_path: Path) -> None:
    make(tmp_path, benchmark(GATES))
    with materialise(benchmark(GATES), tmp_path, open_library=opener(HashEmbedder())) as library:
        assert library.store.meta().embedders == {"en": "hash-embedder"}


def test_a_document_without_text_is_noted(tmp_path: Path) -> None:
    assert set(make(tmp_path, benchmark(GATES, SourceDocument("empty", text=" \n")))) == {"gates"}
    assert not_taken(tmp_path) == {"empty": "no text"}
    with pytest.raises(InputError, match="found none with text"):
        make(tmp_path / "other", benchmark(SourceDocument("empty")))


@pytest.mark.parametrize(
    ("document", "message"),
    [
        pytest.param(SourceDocument("a/b", text="x"), "'a/b'", id="id-no-file-has"),
        pytest.param(SourceDocument("gone", path=Path("/nowhere/gone.txt")), "no such file", id="missing-file"),
        pytest.param(SourceDocument("zip", text="PK\x03\x04 and more"), "whole zip file", id="text-no-parser-takes"),
        pytest.param(
            SourceDocument("parts", text="One.\n\nTwo.", segments=("One.", "Three.")), "as its segments", id="segments"
        ),
    ],
)
def test_a_document_that_cannot_be_taken_in_is_named(tmp_path: Path, document: SourceDocument, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make(tmp_path, benchmark(GATES, document))


# Units


def test_each_segment_is_a_chunk_and_its_unit(tmp_path: Path) -> None:
    lines = ("(a)", "NOTICE", "We keep names.", "", "1. *Gates* shut.", "word " * 700, "# Home", "We keep names.")
    lines = tuple(line.strip() for line in lines)
    policy = Policy("harbor", {}, lines, whole=True)
    source = segment_benchmark([policy], [], "1", ())
    with materialise(source, tmp_path, open_library=opener()) as library:
        chunks = list(library.store.each_chunk())
        units = [(unit_of(source, chunk), chunk.text) for chunk in chunks]
    whole = [(unit, text) for unit, text in units if unit != "harbor/5"]
    assert whole == [(f"harbor/{n}", line) for n, line in enumerate(lines) if line and n != 5]
    assert " ".join(text for unit, text in units if unit == "harbor/5") == lines[5]


def test_a_document_is_the_unit_of_a_retrieval_set(tmp_path: Path) -> None:
    source = benchmark(GATES, BOATS, hit=HitRule.DOCUMENT)
    with materialise(source, tmp_path, open_library=opener()) as library:
        assert {unit_of(source, chunk) for chunk in library.store.each_chunk()} == {"gates", "boats"}
        assert {unit_of(benchmark(GATES), chunk) for chunk in library.store.each_chunk()} == {""}


def test_every_segment_at_hand_survives(data_dir: Path, tmp_path: Path) -> None:
    source = load("privacyqa", data_dir)
    with materialise(source, tmp_path, open_library=opener()) as library:
        found = {unit_of(source, chunk): chunk.text for chunk in library.store.each_chunk()}
        assert len(list(library.store.each_chunk())) == len(found) == 789
    rows = [
        (f"{document.id}/{n}", segment) for document in source.documents for n, segment in enumerate(document.segments)
    ]
    assert [found[unit] for unit, _ in rows] == [segment for _, segment in rows]
    raw = {r["id"]: r["text"] for r in _segments(data_dir)}
    assert [" ".join(text.split()) for text in raw.values()] == [segment for _, segment in rows]


def _segments(data_dir: Path) -> list[dict[str, str]]:
    import json

    lines = (data_dir / "privacyqa" / "policies.jsonl").read_text("utf-8").splitlines()
    return [segment for line in lines for segment in json.loads(line)["segments"]]
