"""What an answer file says of its evidence, against the document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pincite.answer.verify_findings import VerifyFinding, occurrences
from pincite.text.labels import label
from pincite.types.document import Document, Span
from pincite.types.provision import ProvisionTree

MAX_PLACES = 64
"""At so many places a chunk's longest line is looked for; one that stands more often is a form's blank."""

_LINES = re.compile(r"[^\n\f]+")


def evidence_findings(
    place: str, evidence: Mapping[str, Any], document: Document, tree: ProvisionTree | None
) -> Iterator[VerifyFinding]:
    """Findings on one piece of evidence; its document's text is the one the file was written from.

    Args:
        tree: of a document that is cited by provision; None for others.
    """
    wanted = {
        "title": document.title,
        "jurisdiction": str(document.jurisdiction) if document.jurisdiction else None,
        "effective_date": document.effective_date,
    }
    for field, value in wanted.items():
        if evidence[field] != value:
            yield VerifyFinding(f"{place}/{field}", field, f"says {evidence[field]!r}, the document {value!r}")
    if not evidence["chunk_id"].startswith(f"{document.id}#"):
        yield VerifyFinding(f"{place}/chunk_id", "document", f"is no chunk of {document.id!r}")
    yield from _section_findings(place, evidence, document)
    yield from _page_findings(place, evidence, document)
    spans = list(_spans(evidence["text"], document))
    if not spans:
        yield VerifyFinding(f"{place}/text", "evidence", f"does not stand in {document.id!r}")
        return
    segments: tuple[str, ...] = ()
    if evidence["provision_id"] is not None:
        provision = tree.get(evidence["provision_id"]) if tree else None
        if provision is None:
            detail = f"the document has no provision {evidence['provision_id']!r}"
            yield VerifyFinding(f"{place}/provision_id", "provision", detail)
            return
        inside = [span for span in spans if provision.span.start <= span.start and span.end <= provision.span.end]
        if not inside:
            yield VerifyFinding(f"{place}/provision_id", "provision", "the text does not stand in that provision")
            return
        spans, segments = inside, provision.segments
    if all(evidence["label"] != label(document, span, segments) for span in spans):
        detail = f"says {evidence['label']!r}, the document {label(document, spans[0], segments)!r}"
        yield VerifyFinding(f"{place}/label", "label", detail)


def _section_findings(place: str, evidence: Mapping[str, Any], document: Document) -> Iterator[VerifyFinding]:
    """The section must be one of the document's; that the text stands in it is the label's to say."""
    if evidence["section_id"] not in {None, *(section.id for section in document.sections)}:
        yield VerifyFinding(f"{place}/section_id", "section", f"the document has no section {evidence['section_id']!r}")
    path = tuple(evidence["heading_path"])
    if path and all(path != section.heading_path for section in document.sections):
        yield VerifyFinding(f"{place}/heading_path", "section", f"the document has no heading {' > '.join(path)!r}")


def _page_findings(place: str, evidence: Mapping[str, Any], document: Document) -> Iterator[VerifyFinding]:
    first, last = evidence["page_index"], evidence["page_index_end"]
    count = len(document.pages)
    if not count:
        known = [field for field in ("page_index", "page_index_end", "page_label") if evidence[field] is not None]
        yield from (VerifyFinding(f"{place}/{field}", "page", "the document has no pages") for field in known)
    elif first is None or last is None or not first <= last < count:
        yield VerifyFinding(f"{place}/page_index", "page", f"says {first} to {last} of {count} pages")
    elif evidence["page_label"] != document.pages[first].label:
        detail = f"says {evidence['page_label']!r}, the document {document.pages[first].label!r}"
        yield VerifyFinding(f"{place}/page_label", "page", detail)


def _spans(chunk_text: str, document: Document) -> Iterator[Span]:
    """Where all lines of a chunk stand, in order: it is parts of the document with running heads left out.

    The header of a table may be repeated before rows that stand elsewhere, so it is tried without it as well.
    """
    lines = [line.strip() for line in _LINES.findall(chunk_text) if line.strip()]
    headers = {tuple(table.header.cut(document.text).split("\n")) for table in document.tables if table.header}
    known = [header for header in sorted(headers) if all(line in lines for line in header)]
    yield from _places(lines, document.text)
    for repeated in (*known, *([tuple(line for header in known for line in header)] if len(known) > 1 else [])):
        yield from _places([line for line in lines if line not in repeated], document.text)


def _places(lines: Sequence[str], document_text: str) -> Iterator[Span]:
    if not lines:
        return
    middle = max(range(len(lines)), key=lambda at: len(lines[at]))  # the longest line is the rarest
    for at in occurrences(document_text, lines[middle], limit=MAX_PLACES):
        start = _before(lines[:middle], document_text, at)
        end = _after(lines[middle + 1 :], document_text, at + len(lines[middle]))
        if start is not None and end is not None:
            yield Span(start, end)


def _before(lines: Sequence[str], text: str, start: int) -> int | None:
    """Where the first of the lines starts that stand, in order and nearest, before `start`."""
    for line in reversed(lines):
        start = text.rfind(line, 0, start)
        if start < 0:
            return None
    return start


def _after(lines: Sequence[str], text: str, end: int) -> int | None:
    """Where the last of the lines ends that stand, in order and nearest, from `end` on."""
    for line in lines:
        at = text.find(line, end)
        if at < 0:
            return None
        end = at + len(line)
    return end
