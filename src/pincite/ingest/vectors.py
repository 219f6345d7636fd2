"""Vectors of chunks: those that are missing, and a whole library's by another embedder."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pincite.index.embedders import Embedder
from pincite.index.snapshot import index_language
from pincite.ingest.reports import OnEvent, Progress
from pincite.store.protocol import Store, VectorSet, text_key
from pincite.types.chunk import Chunk
from pincite.types.retrieval import RetrievalFilter

EMBEDDED_AT_ONCE = 16
KEPT_AT_ONCE = 256
"""Vectors that are stored together while a library is embedded again: a kill costs these at most."""


def reindex(store: Store, embedder_for: Callable[[str], Embedder], on_event: OnEvent | None = None) -> dict[str, int]:
    """Vectors for every chunk by the embedders at hand, which are bound; language to number of new vectors.

    Vectors that are there already are kept, so an interrupted run goes on where it stopped, in the midst of a document
    too.
    """
    say = on_event or (lambda event: None)
    languages = sorted({index_language(d.language) for d in store.documents()})
    return {language: reindex_language(store, embedder_for(language), language, say) for language in languages}


def reindex_language(store: Store, embedder: Embedder, language: str, say: OnEvent) -> int:
    """Vectors by `embedder` for every chunk of a language that has none, and the embedder bound; the number made."""
    made = 0
    while True:
        documents = _contents(store, language)
        for document_id, path, *_ in documents:
            chunks = list(store.each_chunk(RetrievalFilter(document_ids=(document_id,))))

            def told(done: int, total: int, path: str = path) -> None:
                say(Progress(path, "embedding", done, total))

            made += len(new_vectors(store, embedder, chunks, told, keep=store.put_vectors).by_text)
        with store.writing():
            if _contents(store, language) == documents:  # else one came meanwhile, with vectors by the old embedder
                store.set_embedder(language, embedder.name, replace=True)
                return made


def _contents(store: Store, language: str) -> list[tuple[str, str, str, str]]:
    """What a language's vectors depend on: id, source, text and chunker of each document."""
    documents = (d for d in store.documents() if index_language(d.language) == language)
    return [(d.id, d.source, d.text_sha256, d.chunker) for d in documents]


def new_vectors(
    store: Store,
    embedder: Embedder,
    chunks: Sequence[Chunk],
    say: Callable[[int, int], None],
    *,
    keep: Callable[[VectorSet], None] | None = None,
) -> VectorSet:
    """Vectors of those chunks whose index text has none yet: unchanged text is never embedded twice.

    Args:
        say: is told how many of how many are done.
        keep: is given each `KEPT_AT_ONCE` of them as soon as they are made.
    """
    by_key = {text_key(c.index_text): c for c in chunks}
    known = store.known_vectors(embedder.name, list(by_key))
    new = {key: chunk for key, chunk in by_key.items() if key not in known}
    by_text: dict[str, bytes] = {}
    kept = 0
    keys = list(new)
    for start in range(0, len(keys), EMBEDDED_AT_ONCE):
        say(start, len(keys))
        part = [new[key] for key in keys[start : start + EMBEDDED_AT_ONCE]]
        rows = embedder.embed_passages([c.text for c in part], [f"{c.header}\n" for c in part])
        by_text |= {key: row.astype("<f4").tobytes() for key, row in zip(keys[start:], rows, strict=False)}
        if keep is not None and (len(by_text) - kept >= KEPT_AT_ONCE or len(by_text) == len(keys)):
            keep(VectorSet(embedder.name, {key: by_text[key] for key in keys[kept : len(by_text)]}))
            kept = len(by_text)
    return VectorSet(embedder.name, by_text)
