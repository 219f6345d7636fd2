"""Re-checks an answer file against the library, without a model.

Everything that the file says of a document is taken from the document again and compared: hashes, quotes, positions,
pages, labels, sections. Everything that the file says of itself is compared too: text against sentences, markers
against citations, the states of its checks against its gate. And each sentence is held against its quotes by the same
gate once more. All findings are reported, not the first.

What cannot be checked again without the model that `ask` used is told apart from what failed: it is no finding, and no
pass either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Protocol

from pincite.answer.citations import cite
from pincite.answer.claim_checks import claim_findings, closure_findings, via_findings
from pincite.answer.evidence_checks import evidence_findings
from pincite.answer.pointer_checks import pointer_findings
from pincite.answer.record import compose_text, find_flaws, from_record
from pincite.answer.support import recheck
from pincite.answer.verify_findings import VerifyFinding, flat
from pincite.answer.whereabouts import whereabouts
from pincite.chunk import has_provisions
from pincite.errors import UnknownDocument
from pincite.types.answer import Answer, CheckState, refusal_sentence
from pincite.types.document import Document, Span
from pincite.types.law import LawText
from pincite.types.provision import ProvisionTree
from pincite.validate.policy import GATES, Gate

if TYPE_CHECKING:
    from pincite.index.embedders import Embedder

Record = Mapping[str, Any]
EXTRACTIVE = "extractive"


class HeldDocument(Protocol):
    """A document of the library, by name."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def file_sha256(self) -> str:
        """Of its file, hex."""


class DocumentStore(Protocol):
    """What verification needs of a library."""

    def document(self, document_id: str, /) -> Document:
        """The document; raises `UnknownDocument` where there is none."""

    def documents(self) -> Sequence[HeldDocument]:
        """All of them."""

    def law(self, document_id: str, /) -> LawText:
        """A document that is there, read as law."""


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What was checked, every finding, and what could not be checked again.

    Args:
        findings: what does not check out.
        not_checked: what needs the model that `ask` used.
        sentences, citations, documents: how many were checked.
    """

    findings: tuple[VerifyFinding, ...]
    not_checked: tuple[VerifyFinding, ...] = ()
    sentences: int = 0
    citations: int = 0
    documents: int = 0

    @property
    def ok(self) -> bool:
        """Whether nothing was found; see `complete` for whether everything was checked."""
        return not self.findings

    @property
    def complete(self) -> bool:
        """Whether everything was checked again and checks out."""
        return self.ok and not self.not_checked

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {"ok": self.ok, "complete": self.complete, **asdict(self)} | {
            name: [asdict(finding) for finding in getattr(self, name)] for name in ("findings", "not_checked")
        }


def verify(record: Record, store: DocumentStore, *, embedder: Embedder | None = None) -> VerifyReport:
    """Holds an answer file against the library.

    Args:
        record: the parsed file; where it breaks the schema, those breaches are the report.
        embedder: checks again what words alone do not settle; None reports it as not checked.

    Returns:
        All findings: first of the file in itself, then of its evidence, citations and sentences.
    """
    flaws = find_flaws(record)
    if flaws:
        return VerifyReport(tuple(VerifyFinding(flaw.place, "schema", flaw.rule) for flaw in flaws))
    documents = _Documents(store)
    outcome = from_record(record)
    findings = [*_text_findings(record), *pointer_findings(record), *documents.findings(record)]
    findings += [*_document_findings(record, documents), *via_findings(record, store)]
    not_checked: list[VerifyFinding] = []
    if isinstance(outcome, Answer):
        gate = GATES.get(outcome.gate)
        findings += [*_stated_findings(record, gate), *_verbatim_findings(record), *claim_findings(record)]
        failed, not_checked = _gate_findings(outcome, gate, embedder)
        left_out, unclosed = closure_findings(record, store)
        findings += [*failed, *left_out]
        not_checked += unclosed
    count = len(record["sentences"]), len(record["citations"]), len(documents.known)
    return VerifyReport(tuple(findings), tuple(not_checked), *count)


class _Documents:
    """The documents that a record names, each read once."""

    def __init__(self, store: DocumentStore) -> None:
        self._store = store
        self._read: dict[str, Document | None] = {}
        self._trees: dict[str, ProvisionTree | None] = {}

    def get(self, document_id: str) -> Document | None:
        if document_id not in self._read:
            try:
                self._read[document_id] = self._store.document(document_id)
            except UnknownDocument:
                self._read[document_id] = None
        return self._read[document_id]

    def tree(self, document: Document) -> ProvisionTree | None:
        """The provisions of a document that is cited by them; None for others."""
        if document.id not in self._trees:
            tree = self._store.law(document.id).tree
            self._trees[document.id] = tree if has_provisions(tree, len(document.text)) else None
        return self._trees[document.id]

    def tree_for(self, item: Record, document: Document) -> ProvisionTree | None:
        """The provisions for what an item says of one; None where it names none."""
        return None if item["provision_id"] is None else self.tree(document)

    @property
    def known(self) -> list[Document]:
        return [document for document in self._read.values() if document is not None]

    def findings(self, record: Record) -> Iterator[VerifyFinding]:
        """One finding for each place that names a document which the library does not hold."""
        hashes = {item["document_id"]: item["file_sha256"] for item in record["citations"]}
        for part in ("evidence", "citations"):
            for place, item in enumerate(record[part]):
                name = item["document_id"]
                if self.get(name) is None:
                    detail = f"the library holds no document {name!r}{self._other_name(hashes.get(name))}"
                    yield VerifyFinding(f"/{part}/{place}/document_id", "document", detail)

    def _other_name(self, file_sha256: str | None) -> str:
        names = [repr(held.id) for held in self._store.documents() if held.file_sha256 == file_sha256]
        return f"; it holds the same file as {' and '.join(names)}" if names else ""


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


def _document_findings(record: Record, documents: _Documents) -> Iterator[VerifyFinding]:
    """Citations and evidence against the documents that the library holds."""
    for place, citation in enumerate(record["citations"]):
        if document := documents.get(citation["document_id"]):
            yield from _citation_findings(f"/citations/{place}", citation, document, documents)
    for place, evidence in enumerate(record["evidence"]):
        document = documents.get(evidence["document_id"])
        if document and not _edition_changed(record["citations"], document):
            tree = documents.tree_for(evidence, document)
            yield from evidence_findings(f"/evidence/{place}", evidence, document, tree)


def _edition_changed(citations: Iterable[Record], document: Document) -> bool:
    """Whether the file was written from another text of the document than the library's; its citations tell of it."""
    hashes = {citation["text_sha256"] for citation in citations if citation["document_id"] == document.id}
    return bool(hashes) and document.text_sha256 not in hashes


def _citation_findings(
    place: str, citation: Record, document: Document, documents: _Documents
) -> Iterator[VerifyFinding]:
    """A citation against its document."""
    span = Span(citation["position"]["start"], citation["position"]["end"])
    same_file = citation["file_sha256"] == document.file_sha256
    if citation["text_sha256"] != document.text_sha256:
        what = "the same file is read as another text now" if same_file else "the document has changed"
        yield VerifyFinding(f"{place}/text_sha256", "edition", f"{what}: {whereabouts(document, citation)}")
        return
    if not same_file:
        yield VerifyFinding(f"{place}/file_sha256", "edition", "another file of the same text")
    if span.cut(document.text) == citation["quote"]["exact"]:
        yield from _field_findings(place, citation, document, span, documents.tree_for(citation, document))
    else:
        yield VerifyFinding(f"{place}/quote/exact", "quote", whereabouts(document, citation))


_FIELDS = (
    ("label", "label"),
    ("page_index", "page"),
    ("page_index_end", "page"),
    ("page_label", "page"),
    ("section_id", "section"),
    ("provision_id", "provision"),
)


def _field_findings(
    place: str, citation: Record, document: Document, span: Span, tree: ProvisionTree | None
) -> Iterator[VerifyFinding]:
    """What the citation says of the quote's place, against what the document says."""
    wanted = cite(document, span, number=citation["number"], sentence=citation["sentence"], tree=tree)
    for field, rule in _FIELDS:
        if citation[field] != getattr(wanted, field):
            detail = f"says {citation[field]!r}, the document {getattr(wanted, field)!r}"
            yield VerifyFinding(f"{place}/{field}", rule, detail)
    for field in ("prefix", "suffix"):
        if citation["quote"][field] != getattr(wanted.quote, field):
            detail = f"says {citation['quote'][field]!r}, the document {getattr(wanted.quote, field)!r}"
            yield VerifyFinding(f"{place}/quote/{field}", "quote", detail)


def _stated_findings(record: Record, gate: Gate | None) -> Iterator[VerifyFinding]:
    """What an answered file says of its own checks: each that its gate makes has passed, and support is full."""
    made = [check.name for check in (*gate.required_checks, *gate.partial_checks)] if gate else []
    for at, sentence in enumerate(record["sentences"]):
        if sentence["support"] != "full":
            detail = f"is {sentence['support']}, an answer needs full"
            yield VerifyFinding(f"/sentences/{at}/support", "support", detail)
        states = dict.fromkeys(made, "missing") | {check["name"]: check["state"] for check in sentence["checks"]}
        for name, state in states.items():
            if state != CheckState.PASSED:
                detail = f"{name} is {state}, gate {record['gate']} needs it passed"
                yield VerifyFinding(f"/sentences/{at}/checks", "check", detail)


def _verbatim_findings(record: Record) -> Iterator[VerifyFinding]:
    """An extractive answer is its quotes: each sentence says them word for word, blanks aside, and nothing else."""
    if record["model"] != EXTRACTIVE:
        return
    for at, sentence in enumerate(record["sentences"]):
        quotes = [c["quote"]["exact"] for c in record["citations"] if c["sentence"] == at]
        if flat(" ".join(quotes)) != flat(sentence["text"]):
            yield VerifyFinding(f"/sentences/{at}/text", "verbatim", "the sentence is not its quotes, word for word")


def _gate_findings(
    answer: Answer, gate: Gate | None, embedder: Embedder | None
) -> tuple[list[VerifyFinding], list[VerifyFinding]]:
    """What the gate finds of the sentences when it is asked again, and what it could not check."""
    if gate is None:
        detail = f"this version has no gate {answer.gate!r}, so no sentence was held against its quotes"
        return [], [VerifyFinding("/gate", "gate", detail)]
    found: dict[CheckState, list[VerifyFinding]] = {state: [] for state in CheckState}
    for place, finding in recheck(answer, gate, embedder):
        detail = finding.detail or "the quotes do not carry it"
        found[finding.state].append(VerifyFinding(f"/sentences/{place}/text", finding.check, detail))
    return found[CheckState.FAILED], found[CheckState.NOT_CHECKED]
