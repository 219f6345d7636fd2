"""The documents that a benchmark is made from, read once: texts, provisions, the graph, and each provision's sentences.

Nothing of the questions is known here: text, provisions and edges are those of any library.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import InputError
from pincite.graph.okg import KnowledgeGraph
from pincite.types.document import Document, Span
from pincite.types.law import AuthorityLevel
from pincite.types.provision import Provision, ProvisionKind, ProvisionTree
from pincite.types.reference import Edge

if TYPE_CHECKING:
    from pincite.graph.lookup import Member
    from pincite.graph.resolve import Resolution

WALKED = ("REFERENCES", "DELEGATES_TO", "SPECIFIES")
"""Types of the edges that hops are counted over."""
MISMATCH = "edition_mismatch"
_UNITS = (
    ProvisionKind.ARTICLE,
    ProvisionKind.SECTION,
    ProvisionKind.ANNEX,
    ProvisionKind.RECITAL,
    ProvisionKind.CLAUSE,
)
_BELOW = (ProvisionKind.PARAGRAPH, ProvisionKind.ITEM, ProvisionKind.SUBITEM)
_LOOSE = (ProvisionKind.ADDENDA, ProvisionKind.FORM)
_SEEDS = (*_UNITS, *_BELOW)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a provision's own text.

    Args:
        provision: the finest provision that holds it.
        span: in the document's text, notes on amendments at its end left out.
        text: the words, blanks between them single.
        place: among the sentences of the provision's own text, from 0.
    """

    provision: Provision
    document_id: str
    span: Span
    text: str
    place: int


@dataclass(frozen=True)
class BenchCorpus:
    """Documents that count, with their graph.

    Args:
        texts: document id to its text, of the documents in the graph.
        places: document id to the name of its jurisdiction, where one is known.
        unread: ids of documents beside that were not read, PDF files: who cites one of them has invented nothing.
    """

    graph: KnowledgeGraph
    texts: Mapping[str, str]
    places: Mapping[str, str] = field(default_factory=dict)
    unread: tuple[str, ...] = ()

    @cached_property
    def members(self) -> dict[str, Member]:
        """The documents, by id."""
        return {part.member.id: part.member for part in self.graph.parts}

    @cached_property
    def seeds(self) -> tuple[str, ...]:
        """Ids of the documents that govern: manuals and what stands outside the order explain others' rules."""
        lawful = [m for m in self.members.values() if m.tree.grammar and m.standing.level < AuthorityLevel.MANUAL]
        return tuple(sorted(m.id for m in lawful))

    def tree(self, document_id: str) -> ProvisionTree:
        """A document's provisions."""
        return self.members[document_id].tree

    def provision(self, provision_id: str) -> Provision | None:
        """The provision of an id; None for other nodes."""
        member = self.members.get(provision_id.partition("/")[0])
        return member.tree.get(provision_id) if member else None

    def language(self, document_id: str) -> str:
        """`ko` or `en`, by the grammar that read the document."""
        return "ko" if self.members[document_id].tree.grammar.startswith("korean") else "en"

    def cut(self, provision_id: str) -> str:
        """A provision's text, its children included."""
        found = self.provision(provision_id)
        return found.span.cut(self.texts[provision_id.partition("/")[0]]).strip() if found else ""

    def children(self, provision: Provision) -> tuple[Provision, ...]:
        """The provisions right below one."""
        return self.tree(provision.id.partition("/")[0]).children.get(provision.id, ())

    def article(self, provision_id: str) -> str:
        """Id of the article, section or annex around a provision."""
        return self.graph.lifted(provision_id)

    def title(self, provision_id: str) -> str:
        """Title of the article around a provision."""
        found = self.provision(self.article(provision_id))
        return found.title if found else ""

    def stem(self, provision: Provision) -> Span:
        """Where a provision's own text stands: behind its heading, before its first child."""
        children = self.children(provision)
        end = children[0].span.start if children else provision.span.end
        return Span(min(provision.heading.end, end), end)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences of the governing documents' own provisions; addenda, annexes and what is deleted left out."""
        return tuple(s for document_id in self.seeds for p in self.tree(document_id) for s in self._of(document_id, p))

    def _of(self, document_id: str, provision: Provision) -> Iterator[Sentence]:
        if provision.deleted or provision.kind not in _SEEDS or provision.kind is ProvisionKind.ANNEX:
            return
        if any(segment[:1] in ("x", "n", "f") and segment[1:2].isdigit() for segment in provision.segments):
            return
        yield from self.sentences_of(document_id, provision)

    def sentences_of(self, document_id: str, provision: Provision) -> Iterator[Sentence]:
        """The sentences of a provision's own text, in order."""
        from pincite.text.sentences import spans

        text, stem = self.texts[document_id], self.stem(provision)
        for place, found in enumerate(_closed(stem.cut(text), spans(stem.cut(text)))):
            span = _without_notes(text, Span(found.start + stem.start, found.end + stem.start), provision.notes)
            if words := " ".join(span.cut(text).split()):
                yield Sentence(provision, document_id, span, words, place)

    @cached_property
    def by_provision(self) -> dict[str, tuple[Sentence, ...]]:
        """Provision id to its sentences."""
        found: dict[str, list[Sentence]] = {}
        for sentence in self.sentences:
            found.setdefault(sentence.provision.id, []).append(sentence)
        return {key: tuple(value) for key, value in found.items()}

    @cached_property
    def edges_out(self) -> dict[str, tuple[Edge, ...]]:
        """Provision id to the walked edges that its own text makes; a mismatch of editions tells nothing."""
        found: dict[str, list[Edge]] = {}
        for edge in self.graph.edges:
            if edge.type in WALKED and edge.manner != MISMATCH:
                found.setdefault(edge.source, []).append(edge)
        return {key: tuple(value) for key, value in found.items()}

    @cached_property
    def edges_in(self) -> dict[str, tuple[Edge, ...]]:
        """Provision id to the walked edges that lead to it."""
        found: dict[str, list[Edge]] = {}
        for edges in self.edges_out.values():
            for edge in edges:
                found.setdefault(edge.target, []).append(edge)
        return {key: tuple(sorted(value, key=lambda e: (e.source, e.type, e.manner))) for key, value in found.items()}

    @cached_property
    def references(self) -> dict[str, tuple[Resolution, ...]]:
        """Provision id to the outcomes of the references in its own text."""
        found: dict[str, list[Resolution]] = {}
        for _, resolution in self.graph.resolutions():
            found.setdefault(resolution.reference.source, []).append(resolution)
        return {key: tuple(value) for key, value in found.items()}

    def units(self) -> Iterator[Provision]:
        """Every provision from articles down, in order, with the addenda and forms that hold no article.

        These are the passages of the benchmark's corpus: what an index by provision may retrieve has to be known there.
        """
        for document_id in sorted(self.members):
            for provision in self.tree(document_id):
                inside = any(segment[:1] in "asnrk" for segment in provision.segments)
                below = provision.kind in _BELOW and inside
                alone = provision.kind in _LOOSE and all(c.kind not in _UNITS for c in self.children(provision))
                if not provision.deleted and (provision.kind in _UNITS or below or alone):
                    yield provision


def _closed(text: str, found: Sequence[Span]) -> list[Span]:
    """Sentences, those joined whose brackets close in a later one: (… 말한다. 이하 같다)."""
    joined: list[Span] = []
    for span in found:
        if joined and _is_open(joined[-1].cut(text)):
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return joined


def _is_open(text: str) -> bool:
    return text.count("(") > text.count(")")


def _without_notes(text: str, span: Span, notes: Sequence[Span]) -> Span:
    """A sentence's place without the notes on amendments at its ends."""
    start, end = span
    for note in sorted(notes, reverse=True):
        if note.start <= end <= note.end + 1 and note.start > start:
            end = note.start
        while end > start and text[end - 1].isspace():
            end -= 1
    for note in sorted(notes):
        if note.start <= start < note.end:
            start = min(note.end, end)
        while start < end and text[start].isspace():
            start += 1
    return Span(start, end)


def read_corpus(folder: Path) -> BenchCorpus:
    """The corpus of a folder of documents or of a library.

    Args:
        folder: a library's folder, or one with documents and, where wanted, a `corpus.toml`.

    Raises:
        InputError: it is no folder, or holds no document with provisions.
    """
    if not folder.is_dir():
        raise InputError(
            f"Wanted a folder of documents or a library, found no folder {folder}.", hint="Check the path."
        )
    corpus = _of_library(folder) if _is_library(folder) else _of_files(folder)
    if not corpus.seeds:
        raise InputError(
            f"Wanted law with numbered provisions, found none in {folder}{_beside(corpus)}.",
            hint="Manuals and texts without articles or sections give no questions; say levels in a corpus.toml.",
        )
    return corpus


def _beside(corpus: BenchCorpus) -> str:
    count = len(corpus.unread)
    return f" ({count} PDF {'file was' if count == 1 else 'files were'} not read: give law as text)" if count else ""


def _is_library(folder: Path) -> bool:
    from pincite.store.connection import DATABASE_NAME

    return (folder / DATABASE_NAME).is_file()


def _of_library(folder: Path) -> BenchCorpus:
    from pincite.library import Library

    with Library.open(folder) as library:
        graph = library.graph()
        documents = [library.document(part.member.id) for part in graph.parts]
    return BenchCorpus(graph, {d.id: d.text for d in documents}, _places(documents))


def _of_files(folder: Path) -> BenchCorpus:
    from pincite.graph.corpus import with_declared
    from pincite.graph.corpus_file import declared_beside
    from pincite.graph.kept import read_safely
    from pincite.graph.link import Linker
    from pincite.graph.lookup import Member
    from pincite.ingest.files import find_files
    from pincite.store.identity import document_stem

    linker = Linker(None)
    documents: dict[str, Document] = {}
    members: list[Member] = []
    unread: list[str] = []
    for path in find_files([folder]):
        if not path.is_file() or path.stem.upper() == "README":
            continue
        if path.suffix.lower() == ".pdf":  # pages have no provisions
            unread.append(document_stem(path))
            continue
        document = _read(path, documents)
        law = read_safely(document)
        documents[document.id] = document
        members.append(Member(with_declared(law.standing, declared_beside(path)), law))
    linker.change(members)
    graph = linker.graph()
    counted = [documents[part.member.id] for part in graph.parts]
    others = sorted(set(unread) - set(documents))
    return BenchCorpus(graph, {d.id: d.text for d in counted}, _places(counted), tuple(others))


def _places(documents: Sequence[Document]) -> dict[str, str]:
    return {d.id: d.jurisdiction.name for d in documents if d.jurisdiction}


def _read(path: Path, taken: Mapping[str, Document]) -> Document:
    """A file as a document, under the id that a library would give it."""
    import hashlib

    from pincite.parse import read
    from pincite.store.identity import document_stem

    stem = document_stem(path)
    if stem in taken:
        stem = f"{stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}"
    return read(path, document_id=stem)
