"""What became of an answer's sources since it was given: each citation held against the library as it is today.

`verify` says whether an answer file checks out. This says for each of its citations, for people: the words still stand
where they stood, they moved, they were changed, the document is gone, or a newer edition of the law is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from pincite.answer.citations import cite
from pincite.answer.record import find_flaws
from pincite.answer.verify import VerifyReport, verify
from pincite.answer.whereabouts import quote_places, whereabouts
from pincite.chunk import has_provisions
from pincite.errors import UnknownDocument
from pincite.graph.corpus import name_key, with_declared
from pincite.store.protocol import DocumentInfo, LawStamp
from pincite.types.document import Document, Span
from pincite.types.law import LawText, Standing
from pincite.types.provision import ProvisionTree

if TYPE_CHECKING:
    from pincite.index.embedders import Embedder

Record = Mapping[str, Any]


class ChangeState(StrEnum):
    """What became of a citation's quote."""

    UNCHANGED = "unchanged"
    """Its words stand under the same pincite."""
    MOVED = "moved"
    """Its words stand under another pincite, or in a document of another id."""
    TEXT_CHANGED = "text_changed"
    """Its words do not stand in the document any more."""
    REMOVED = "removed"
    """The library does not hold the document any more."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A newer edition of a cited work.

    Args:
        effective_date: ISO date, later than that of the text which was cited.
        in_force: whether that date has come.
    """

    document_id: str
    title: str
    effective_date: str
    in_force: bool


@dataclass(frozen=True, slots=True)
class CitationChange:
    """What became of one citation.

    Args:
        place: 0-based, in the record's `citations`.
        number, sentence, document_id, label: as the citation has them.
        effective_date: of the text that was cited; None where it states none.
        document_changed: the document has another text now, even where the quote still stands.
        detail: where the words stand now, or what stands in their place; for people.
        now: where they stand: `document_id`, `label`, `page_index`, `start`, `end`; None where they do not.
        superseded_by: the newest edition in force, or the next one that will be; None where the cited one is current.
    """

    place: int
    number: int
    sentence: int
    document_id: str
    label: str
    effective_date: str | None
    state: ChangeState
    document_changed: bool
    detail: str
    now: Mapping[str, Any] | None = None
    superseded_by: Edition | None = None

    @property
    def changed(self) -> bool:
        """Whether the words stand elsewhere than cited, or nowhere."""
        return self.state is not ChangeState.UNCHANGED

    @property
    def superseded(self) -> bool:
        """Whether a newer edition is in force."""
        return self.superseded_by is not None and self.superseded_by.in_force

    def to_dict(self) -> dict[str, Any]:
        """The change as JSON values, with `changed` and `superseded` as well."""
        return asdict(self) | {"state": self.state.value, "changed": self.changed, "superseded": self.superseded}


@dataclass(frozen=True, slots=True)
class AnswerChanges:
    """An answer held against the library again.

    Args:
        checked_on: ISO date, by which editions are in force or not.
        report: of `verify`.
        citations: one for each citation of the record, in its order.
    """

    checked_on: str
    report: VerifyReport
    citations: tuple[CitationChange, ...]

    @property
    def current(self) -> bool:
        """Whether the answer verifies, and no citation has changed or is superseded."""
        return self.report.ok and not any(item.changed or item.superseded for item in self.citations)

    def to_dict(self) -> dict[str, Any]:
        """The verification's report as JSON values, with `checked_on`, `current` and `per_citation` beside it."""
        told = {"checked_on": self.checked_on, "current": self.current}
        return self.report.to_dict() | told | {"per_citation": [item.to_dict() for item in self.citations]}


class _Stamps(Protocol):
    def law_stamps(self, document_id: str | None = None, /) -> Mapping[str, LawStamp]: ...


class TodaysLibrary(Protocol):
    """What is asked of a library; `pincite.library.Library` has it."""

    @property
    def store(self) -> _Stamps:
        """Where what `corpus.toml` says of documents is kept."""

    def document(self, document_id: str, /) -> Document:
        """The document; raises `UnknownDocument` where there is none."""

    def documents(self) -> Sequence[DocumentInfo]:
        """All of them."""

    def law(self, document_id: str, /) -> LawText:
        """A document that is there, read as law."""


def changes(
    record: Record, library: TodaysLibrary, *, embedder: Embedder | None = None, today: date | None = None
) -> AnswerChanges:
    """What became of an answer's citations.

    Args:
        record: an answer file; where it breaks the schema, those breaches are the report, and no citation is looked at.
        library: today's.
        embedder: see `verify`.
        today: by which editions are in force; None for the date of this machine.
    """
    day = (today or date.today()).isoformat()
    report = verify(record, library, embedder=embedder)
    found = () if find_flaws(record) else tuple(_citation_changes(record, _Held(library, day)))
    return AnswerChanges(day, report, found)


class _Held:
    """Today's library, each document read once."""

    def __init__(self, library: TodaysLibrary, today: str) -> None:
        self._library = library
        self._today = today
        self._infos = {info.id: info for info in library.documents()}
        self._stamps = dict(library.store.law_stamps())
        self._documents: dict[str, Document] = {}
        self._laws: dict[str, LawText] = {}

    def document_of(self, citation: Record) -> Document | None:
        """The cited document, else one of another id with the same text."""
        document_id = citation["document_id"]
        if document_id not in self._infos:
            same = (i.id for i in self._infos.values() if i.text_sha256 == citation["text_sha256"])
            document_id = next(same, None)
        return None if document_id is None else self._document(document_id)

    def _document(self, document_id: str) -> Document | None:
        if document_id not in self._documents:
            try:
                self._documents[document_id] = self._library.document(document_id)
            except UnknownDocument:  # taken out a moment ago
                return None
        return self._documents[document_id]

    def tree(self, document: Document) -> ProvisionTree | None:
        """The provisions of a document that is cited by them; None for others."""
        tree = self._law(document.id).tree
        return tree if has_provisions(tree, len(document.text)) else None

    def _law(self, document_id: str) -> LawText:
        if document_id not in self._laws:
            self._laws[document_id] = self._library.law(document_id)
        return self._laws[document_id]

    def newer_edition(self, evidence: Record, document: Document | None) -> Edition | None:
        """The newest edition that is in force and later than the cited text, else the next one that will be.

        Args:
            evidence: what the answer says of the cited text.
            document: that holds it now; None where none does.
        """
        cited = evidence["effective_date"] or self._declared(evidence["document_id"])
        if not cited:
            return None
        later = sorted(
            (day, info.id, info.title)
            for info, day in self._editions(evidence, document)
            if day is not None and day > cited
        )
        in_force = [edition for edition in later if edition[0] <= self._today]
        found = in_force[-1] if in_force else next(iter(later), None)
        return Edition(found[1], found[2], found[0], bool(in_force)) if found else None

    def _editions(self, evidence: Record, document: Document | None) -> Iterator[tuple[DocumentInfo, str | None]]:
        """The documents that are editions of the cited work, with their dates."""
        own = self._infos.get(document.id if document else evidence["document_id"])
        if own is not None:
            names = self._names(own)
            work = self._standing(own.id).work
            for info in self._infos.values():
                if info.id == own.id or (names & self._names(info) and self._standing(info.id).work == work):
                    yield info, self._date(info)
            return
        wanted = name_key(evidence["title"]), evidence["jurisdiction"]
        for info in self._infos.values():  # the document is gone: of one title and place, and dated
            if (name_key(info.title), str(info.jurisdiction) if info.jurisdiction else None) == wanted:
                yield info, self._date(info)

    def _names(self, info: DocumentInfo) -> set[str]:
        """Keys of which two editions share one; cheaper than reading a document as law, which then decides."""
        stamp = self._stamps.get(info.id)
        declared = stamp.declared if stamp else None
        names = (info.title, info.work, declared.work if declared else None)
        return {name_key(name) for name in names if name}

    def _standing(self, document_id: str) -> Standing:
        stamp = self._stamps.get(document_id)
        return with_declared(self._law(document_id).standing, stamp.declared if stamp else None)

    def _date(self, info: DocumentInfo) -> str | None:
        return self._declared(info.id) or info.effective_date

    def _declared(self, document_id: str) -> str | None:
        """The date that `corpus.toml` says."""
        stamp = self._stamps.get(document_id)
        return stamp.declared.effective_date if stamp and stamp.declared else None


def _citation_changes(record: Record, held: _Held) -> Iterator[CitationChange]:
    evidence = {item["number"]: item for item in record["evidence"]}
    for place, citation in enumerate(record["citations"]):
        source = evidence.get(citation["number"])
        document = held.document_of(citation)
        state, detail, now = _whereabouts(citation, document, held)
        yield CitationChange(
            place=place,
            number=citation["number"],
            sentence=citation["sentence"],
            document_id=citation["document_id"],
            label=citation["label"],
            effective_date=source["effective_date"] if source else None,
            state=state,
            document_changed=document is None or document.text_sha256 != citation["text_sha256"],
            detail=detail,
            now=now,
            superseded_by=held.newer_edition(source, document) if source else None,
        )


def _whereabouts(
    citation: Record, document: Document | None, held: _Held
) -> tuple[ChangeState, str, dict[str, Any] | None]:
    if document is None:
        return ChangeState.REMOVED, "the library does not hold the document any more", None
    span = _span_now(citation, document)
    if span is None:
        return ChangeState.TEXT_CHANGED, whereabouts(document, citation), None
    tree = held.tree(document) if citation["provision_id"] is not None else None
    today = cite(document, span, number=citation["number"], sentence=citation["sentence"], tree=tree)
    now = {
        "document_id": document.id,
        "label": today.label,
        "page_index": today.page_index,
        "start": span.start,
        "end": span.end,
    }
    if document.id != citation["document_id"]:
        return ChangeState.MOVED, f"the library holds the same text as {document.id!r} now", now
    if today.label != citation["label"]:
        return ChangeState.MOVED, f"the quote now stands at {today.label}", now
    if document.text_sha256 != citation["text_sha256"]:
        return ChangeState.UNCHANGED, "the document has changed, but the quote still stands at the same pincite", now
    return ChangeState.UNCHANGED, "", now


def _span_now(citation: Record, document: Document) -> Span | None:
    """Where the quote stands; the same place where that still holds it, else the one with the likest surroundings."""
    position, quote = citation["position"], citation["quote"]
    span = Span(position["start"], position["end"])
    if document.text_sha256 == citation["text_sha256"] and span.cut(document.text) == quote["exact"]:
        return span
    return next(iter(quote_places(document.text, quote)), None)
