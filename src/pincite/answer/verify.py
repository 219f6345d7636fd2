"""Re-checks an answer file against the library, without a model.

Everything that the file says of a document is taken from the document again and compared: hashes, quotes, positions,
pages, labels, sections. Everything that the file says of itself is compared too: text against sentences, markers
against citations. And each sentence is held against its quotes by the gate's checks that need no model. All findings
are reported, not the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from pincite.answer.citations import cite
from pincite.answer.evidence_checks import evidence_findings
from pincite.answer.record import compose_text, find_flaws
from pincite.answer.support import Judge, judge_without_model, required_checks
from pincite.answer.verify_findings import VerifyFinding, flat, occurrences
from pincite.errors import UnknownDocument
from pincite.types.answer import CheckState, refusal_sentence
from pincite.types.document import Document, Span

Record = Mapping[str, Any]


class DocumentStore(Protocol):
    """What verification needs of a library."""

    def document(self, document_id: str, /) -> Document:
        """The document; raises `UnknownDocument` where there is none."""


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What was checked and every finding; an answer file is verified where there is none.

    Args:
        sentences, citations, documents: how many were checked.
    """

    findings: tuple[VerifyFinding, ...]
    sentences: int = 0
    citations: int = 0
    documents: int = 0

    @property
    def ok(self) -> bool:
        """Whether everything in the file checks out."""
        return not self.findings

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {"ok": self.ok, **asdict(self), "findings": [asdict(finding) for finding in self.findings]}


def verify(record: Record, store: DocumentStore, *, judge: Judge = judge_without_model) -> VerifyReport:
    """Holds an answer file against the library.

    Args:
        record: the parsed file; where it breaks the schema, those breaches are the report.
        judge: the gate's checks that need no model.

    Returns:
        All findings: first of the file in itself, then of its evidence, citations and sentences.
    """
    flaws = find_flaws(record)
    if flaws:
        return VerifyReport(tuple(VerifyFinding(flaw.place, "schema", flaw.rule) for flaw in flaws))
    documents = _Documents(store)
    answered = record["status"] == "answered"
    findings = [*_text_findings(record), *_number_findings(record)]
    findings += _pointer_findings(record) if answered else []
    findings += documents.findings(record)
    for place, citation in enumerate(record["citations"]):
        document = documents.get(citation["document_id"])
        if document is not None:
            findings += _citation_findings(f"/citations/{place}", citation, document)
    for place, evidence in enumerate(record["evidence"]):
        document = documents.get(evidence["document_id"])
        if document is not None and not _edition_changed(record["citations"], evidence["document_id"], document):
            findings += evidence_findings(f"/evidence/{place}", evidence, document)
    if answered:
        findings += _sentence_findings(record, judge)
    return VerifyReport(tuple(findings), len(record["sentences"]), len(record["citations"]), len(documents.known))


class _Documents:
    """The documents that a record names, each read once."""

    def __init__(self, store: DocumentStore) -> None:
        self._store = store
        self._read: dict[str, Document | None] = {}

    def get(self, document_id: str) -> Document | None:
        if document_id not in self._read:
            try:
                self._read[document_id] = self._store.document(document_id)
            except UnknownDocument:
                self._read[document_id] = None
        return self._read[document_id]

    @property
    def known(self) -> list[Document]:
        return [document for document in self._read.values() if document is not None]

    def findings(self, record: Record) -> Iterator[VerifyFinding]:
        """One finding for each place that names a document which the library does not hold."""
        for part in ("evidence", "citations"):
            for place, item in enumerate(record[part]):
                if self.get(item["document_id"]) is None:
                    detail = f"the library holds no document {item['document_id']!r}"
                    yield VerifyFinding(f"/{part}/{place}/document_id", "document", detail)


def _text_findings(record: Record) -> Iterator[VerifyFinding]:
    """`text` must be the sentences with their markers, or the refusal sentence."""
    refused = record["status"] == "refused"
    wanted = refusal_sentence(record["language"]) if refused else compose_text(record["sentences"])
    found = record["text"]
    if found == wanted:
        return
    at = next((i for i, (a, b) in enumerate(zip(found, wanted, strict=False)) if a != b), min(len(found), len(wanted)))
    what = "the refusal sentence" if refused else "the sentences with their markers"
    detail = f"differs from {what} at character {at}: {found[at : at + 40]!r} for {wanted[at : at + 40]!r}"
    yield VerifyFinding("/text", "text", detail)


def _number_findings(record: Record) -> Iterator[VerifyFinding]:
    """Evidence is numbered from 1 in order, and says of itself whether it is cited."""
    cited = {citation["number"] for citation in record["citations"]}
    for place, evidence in enumerate(record["evidence"]):
        number = evidence["number"]
        if number != place + 1:
            yield VerifyFinding(f"/evidence/{place}/number", "number", f"is {number}, expected {place + 1}")
        if evidence["cited"] != (number in cited):
            detail = f"says {evidence['cited']}, but {'a' if number in cited else 'no'} citation points to it"
            yield VerifyFinding(f"/evidence/{place}/cited", "cited", detail)


def _pointer_findings(record: Record) -> Iterator[VerifyFinding]:
    """Sentences name evidence, citations name sentences and evidence, and the two name each other."""
    evidence = {item["number"]: item for item in record["evidence"]}
    sentences = record["sentences"]
    pairs = {(citation["sentence"], citation["number"]) for citation in record["citations"]}
    for at, sentence in enumerate(sentences):
        place = f"/sentences/{at}/citations"
        if not sentence["citations"]:
            yield VerifyFinding(place, "uncited", "the sentence has no citation")
        if len(set(sentence["citations"])) < len(sentence["citations"]):
            yield VerifyFinding(place, "marker", "a number stands twice")
        for number in dict.fromkeys(sentence["citations"]):
            if number not in evidence:
                yield VerifyFinding(place, "marker", f"[{number}] names no evidence")
            elif (at, number) not in pairs:
                yield VerifyFinding(place, "marker", f"[{number}] has no citation with a quote")
    for at, citation in enumerate(record["citations"]):
        yield from _target_findings(f"/citations/{at}", citation, sentences, evidence.get(citation["number"]))


def _target_findings(
    place: str, citation: Record, sentences: Sequence[Record], evidence: Record | None
) -> Iterator[VerifyFinding]:
    number = citation["number"]
    if citation["sentence"] >= len(sentences):
        yield VerifyFinding(f"{place}/sentence", "marker", f"there is no sentence {citation['sentence']}")
    elif number not in sentences[citation["sentence"]]["citations"]:
        detail = f"sentence {citation['sentence']} does not carry the marker [{number}]"
        yield VerifyFinding(f"{place}/number", "marker", detail)
    if evidence is None:
        yield VerifyFinding(f"{place}/number", "marker", f"there is no evidence {number}")
        return
    if evidence["document_id"] != citation["document_id"]:
        detail = f"evidence {number} is of {evidence['document_id']!r}, the citation of {citation['document_id']!r}"
        yield VerifyFinding(f"{place}/document_id", "document", detail)
    if evidence["provision_id"] != citation["provision_id"]:
        yield VerifyFinding(f"{place}/provision_id", "provision", f"differs from that of evidence {number}")
    if flat(citation["quote"]["exact"]) not in flat(evidence["text"]):
        yield VerifyFinding(f"{place}/quote", "evidence", f"the quote does not stand in evidence {number}")


def _edition_changed(citations: Iterable[Record], document_id: str, document: Document) -> bool:
    """Whether the file was written from another text of the document than the library's."""
    hashes = {citation["text_sha256"] for citation in citations if citation["document_id"] == document_id}
    return bool(hashes) and document.text_sha256 not in hashes


def _citation_findings(place: str, citation: Record, document: Document) -> Iterator[VerifyFinding]:
    """A citation against its document."""
    position, quote = citation["position"], citation["quote"]["exact"]
    span = Span(position["start"], position["end"])
    stands = span.cut(document.text) == quote
    if citation["text_sha256"] != document.text_sha256:
        yield VerifyFinding(f"{place}/text_sha256", "edition", f"another text: {_whereabouts(document, span, quote)}")
        return
    if citation["file_sha256"] != document.file_sha256:
        yield VerifyFinding(f"{place}/file_sha256", "edition", "another file of the same text")
    if stands:
        yield from _field_findings(place, citation, document, span)
    else:
        yield VerifyFinding(f"{place}/quote/exact", "quote", _whereabouts(document, span, quote))


def _whereabouts(document: Document, span: Span, quote: str) -> str:
    """Where a quote stands now, in words."""
    if span.cut(document.text) == quote:
        return "the quote still stands at the same place"
    found = occurrences(document.text, quote, limit=3)
    if not found:
        return f"the quote does not stand in {document.id!r}"
    places = ", ".join(f"{start}-{start + len(quote)}" for start in found)
    return f"the quote does not stand at {span.start}-{span.end}, but at {places} of {document.id!r}"


_FIELDS = (
    ("label", "label"),
    ("page_index", "page"),
    ("page_index_end", "page"),
    ("page_label", "page"),
    ("section_id", "section"),
)


def _field_findings(place: str, citation: Record, document: Document, span: Span) -> Iterator[VerifyFinding]:
    """What the citation says of the quote's place, against what the document says."""
    wanted = cite(document, span, number=citation["number"], sentence=citation["sentence"])
    for field, rule in _FIELDS:
        if citation[field] != getattr(wanted, field):
            detail = f"says {citation[field]!r}, the document {getattr(wanted, field)!r}"
            yield VerifyFinding(f"{place}/{field}", rule, detail)
    for field in ("prefix", "suffix"):
        if citation["quote"][field] != getattr(wanted.quote, field):
            detail = f"says {citation['quote'][field]!r}, the document {getattr(wanted.quote, field)!r}"
            yield VerifyFinding(f"{place}/quote/{field}", "quote", detail)


def _sentence_findings(record: Record, judge: Judge) -> Iterator[VerifyFinding]:
    """Each sentence of an answered file: what the file says of its checks, and the same checks once more."""
    required = required_checks(record["gate"])
    for at, sentence in enumerate(record["sentences"]):
        place = f"/sentences/{at}"
        if sentence["support"] != "full":
            yield VerifyFinding(f"{place}/support", "support", f"is {sentence['support']}, an answer needs full")
        states = {check["name"]: check["state"] for check in sentence["checks"]}
        for name in required:
            state = states.get(name, CheckState.NOT_CHECKED.value)
            if state != CheckState.PASSED:
                yield VerifyFinding(f"{place}/checks", "check", f"{name} is {state}, gate {record['gate']} needs it")
        quotes = [c["quote"]["exact"] for c in record["citations"] if c["sentence"] == at]
        for finding in judge(sentence["text"], quotes, record["gate"]) if quotes else ():
            if finding.state is not CheckState.PASSED:
                yield VerifyFinding(f"{place}/text", finding.check, finding.detail or "the quotes do not carry it")
