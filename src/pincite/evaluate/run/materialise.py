"""A benchmark's documents as a library in a folder: made once, gone on with where it was interrupted.

FOLDER/library            the library
FOLDER/documents          the files that were written for it; those at hand are read where they lie
FOLDER/materialised.json  what it was made of, so that it is known again
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.errors import InputError, ModelError, UnknownDocument
from pincite.evaluate.benchmark import Benchmark, SourceDocument
from pincite.graph.corpus_file import NAME as CORPUS_FILE
from pincite.settings import Settings
from pincite.store.identity import document_stem

if TYPE_CHECKING:
    from pincite.ingest import OnEvent
    from pincite.library import Library

SCHEMA = "pincite.eval-library/1"
_STAMP = "materialised.json"

OpenLibrary = Callable[[Path, Settings], "Library"]


def materialise(
    benchmark: Benchmark,
    folder: Path,
    settings: Settings | None = None,
    on_event: OnEvent | None = None,
    *,
    open_library: OpenLibrary | None = None,
) -> Library:
    """The open library that holds the benchmark's documents, each under its id.

    Args:
        folder: of this benchmark's library; made where it is missing. Documents of another benchmark in it are removed.
        settings: in force, but for the benchmark's own way of cutting, where it has one.
        on_event: is told of the progress of each file.
        open_library: opens or makes the library of a folder; with the installed models by default.

    Raises:
        InputError: a document cannot be taken in, or its text does not stand in the library as the benchmark has it.
        EmbedderMismatch, LibraryError: as for `Library`.
    """
    settings = settings or Settings()
    settings = replace(settings, library=folder / "library", chunk=benchmark.chunks or settings.chunk)
    folder.mkdir(parents=True, exist_ok=True)
    library = (open_library or _open)(settings.library, settings)
    try:
        if not _is_made(benchmark, folder, library):
            (folder / _STAMP).unlink(missing_ok=True)
            not_taken = _take_in(benchmark, folder, library, on_event)
            _write(folder / _STAMP, json.dumps(_stamp(benchmark, library) | {"not_taken": not_taken}).encode())
    except BaseException:
        library.close()
        raise
    return library


def not_taken(folder: Path) -> dict[str, str]:
    """Ids of the documents of a made library that hold no text, with the reason."""
    return dict(_read_stamp(folder).get("not_taken", {}))


def _open(folder: Path, settings: Settings) -> Library:
    from pincite.library import Library

    return Library.open(folder, create=True, settings=settings)


def _is_made(benchmark: Benchmark, folder: Path, library: Library) -> bool:
    stamp = _read_stamp(folder)
    stamp.pop("not_taken", None)
    return stamp == _stamp(benchmark, library)


def _read_stamp(folder: Path) -> dict[str, Any]:
    try:
        stamp = json.loads((folder / _STAMP).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def _stamp(benchmark: Benchmark, library: Library) -> dict[str, Any]:
    """What the library depends on."""
    from pincite.chunk import CHUNKERS
    from pincite.parse import PARSER_VERSIONS

    return {
        "schema": SCHEMA,
        "benchmark": benchmark.version,
        "documents": len(library.documents()),
        "chunks": asdict(library.settings.chunk) | {"chunker": CHUNKERS},
        "parsers": sorted(PARSER_VERSIONS),
        "embedders": _embedders(library),
    }


def _embedders(library: Library) -> dict[str, str]:
    """The embedder at hand of each language of the library; empty where there is none."""
    from pincite.index.snapshot import index_language

    found = {}
    for language in sorted({index_language(document.language) for document in library.documents()}):
        try:
            found[language] = library.embedder_at_hand(language).name
        except ModelError:
            found[language] = ""
    return found


def _take_in(benchmark: Benchmark, folder: Path, library: Library, on_event: OnEvent | None) -> dict[str, str]:
    """Every document into the library, what is in it beside them out of it; what holds no text, with the reason."""
    _same_embedders(library, on_event)
    empty: dict[str, str] = {}
    kept: set[str] = set()
    for source, path in _files(benchmark, folder, empty):
        _add(library, source, path, on_event)
        _check_text(library, source)
        kept.add(source.id)
    for document in library.documents():
        if document.id not in kept:
            library.remove(document.id)
    if not kept:
        raise InputError(f"Expected documents in the benchmark {benchmark.name}, found none with text.")
    _same_embedders(library, on_event)
    library.index()
    return empty


def _same_embedders(library: Library, on_event: OnEvent | None) -> None:
    """Vectors by the embedders at hand where the library has others or none of a language."""
    bound = library.store.meta().embedders
    at_hand = _embedders(library)
    if any(name and bound.get(language) != name for language, name in at_hand.items()) and all(at_hand.values()):
        library.reindex(on_event)


def _files(benchmark: Benchmark, folder: Path, empty: dict[str, str]) -> Iterator[tuple[SourceDocument, Path]]:
    """Each document with its file, written where there is only a text; one document in memory at a time."""
    documents = folder / "documents"
    documents.mkdir(exist_ok=True)
    if benchmark.corpus_file:
        _write(documents / CORPUS_FILE, benchmark.corpus_file.encode())
    twins: dict[bytes, int] = {}
    for source in benchmark.documents:
        if document_stem(f"{source.id}.x") != source.id:
            raise InputError(f"Expected an id that a file can be named by, found {source.id!r} in {benchmark.name}.")
        if source.path is not None:
            beside = bool(benchmark.corpus_file)
            yield source, _named_by_id(source, source.path, documents, beside)
        elif not source.text.strip():
            empty[source.id] = "no text"
        else:
            # A library takes the same bytes once; further empty lines make another file with the same text.
            key = sha256(source.text.encode()).digest()
            lines = twins[key] = twins.get(key, 0) + 1
            path = documents / f"{source.id}{source.suffix}"
            _write(path, (source.text + "\n" * lines).encode())
            yield source, path


def _named_by_id(source: SourceDocument, path: Path, documents: Path, beside: bool) -> Path:
    """The file where it lies, or a copy: whose name gives it the benchmark's id, or that lies beside a corpus file."""
    if document_stem(path) == source.id and not beside:
        return path
    copy = documents / f"{source.id}{path.suffix}"
    _write(copy, path.read_bytes())
    return copy


def _write(path: Path, data: bytes) -> None:
    """Make the file hold the data, whole or not at all; one that does already is left as it is."""
    if path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data:
        return
    half = path.with_name(f"{path.name}.part")
    half.write_bytes(data)
    os.replace(half, path)


def _add(library: Library, source: SourceDocument, path: Path, on_event: OnEvent | None) -> None:
    from pincite.ingest import Ingest

    known = library.store.document_at(path)
    if known is not None and known.id != source.id:
        library.remove(known.id)
    if known is None:  # the id may be that of a file elsewhere, of another benchmark or a folder that was moved
        with suppress(UnknownDocument):
            library.remove(source.id)
    report = Ingest(library.store, library.embedder, library.settings.chunk, on_event).add(path)
    if report.error or report.document_id != source.id or report.status == "skipped":
        found = report.error or f"it as {report.document_id} ({', '.join(report.notes) or report.status})"
        raise InputError(f"Wanted to take in {source.id} from {path}, found: {found}")


def _check_text(library: Library, source: SourceDocument) -> None:
    """Units are counted in the library's text, so it must be the segments and nothing else."""
    if source.segments and library.document(source.id).text != "\n\n".join(s for s in source.segments if s):
        raise InputError(f"Expected the text of {source.id} in the library as its segments, found another.")
