"""Places where what looks like a reference is none: labels of provisions, source notes, running heads."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from pincite.graph.english.labels import COARSE_NUMBER, SECTION_NUMBER
from pincite.types.document import Document, Span
from pincite.types.provision import ProvisionTree

# [65 FR 82802, Dec. 28, 2000, as amended at …], [Deleted by P.L. 2022, ch. 206, § 1.], (Acts 1975, ch. 245, § 1.)
_NOTES = re.compile(
    r"\[\s?(?:\d{1,3}\s(?:FR|Fed\.\sReg\.)\s|Deleted|Repealed|Reserved|Added|Amended|Redesignated|As\samended)[^\[\]]{0,1500}\]"
    r"|\((?:Acts|Added|Amended|Laws|Stats?\.|P\.L\.|Pub\.\sL\.)\s(?:by\s|of\s)?\d{4}[^()]{0,400}(?:\([^()]{0,60}\)[^()]{0,400}){0,8}\)"
    r"|(?:Repealed|Recodified|Renumbered|Reserved)\.\s(?:\d{4},\sNo\.|Pub\.\s?L\.|P\.\s?L\.|Acts\s)[^\n]{0,200}"
    r"|\b(?:Acts\s)?\d{4},\s(?:Sp\.\sSess\.\s[IVX]+,\s)?cc?\.\s\d{1,4}(?:(?:,|\sand)\s\d{1,4}(?!\d))*(?:,\s(?:§{1,2}|cl\.)\s?[\d.:-]{1,14})?"
    r"|\b(?:P\.\s?L\.|Pub\.\sL\.|Laws|Acts|St\.)\s(?:of\s)?\d{4},\s(?:No\.|ch\.|c\.|act)\s\d{1,4}(?:,\s(?:§{1,2}|secs?\.|art\.)\s?[\d()a-zA-Z.-]{1,12})?"
    r"|\b\d{4},\sNo\.\s\d{1,4}(?:\s\([^()]{0,30}\))?,\s§{1,2}\s?[\d()a-zA-Z.,-]{1,20}"
    r"|(?<=\n)[ \t]*(?:Source|SOURCE|History|HISTORY|Credits?|CREDITS?):[^\n]{0,600}"
)
# A heading's label at the beginning of a line: `§ 164.502 Uses`, `Sec. 5. Title`, `ARTICLE IV`, `105 CMR 410.000: …`.
_LABEL_LINE = re.compile(
    rf"(?:^|(?<=[\n\f]))[ \t]*(?:§{{1,2}}[ ]?{SECTION_NUMBER}|\d{{1,3}}[ ]CMR(?:[ ]{SECTION_NUMBER})?(?=:)"
    rf"|(?:Secs?\.|SEC\.|Section|SECTION|Art\.|Rule|RULE|§)[ ]{SECTION_NUMBER}"
    r"|(?:Article|ARTICLE|Chapter|CHAPTER|Subchapter|SUBCHAPTER|Part|PART|Subpart|SUBPART|Title|TITLE|Division|DIVISION"
    r"|Appendix|APPENDIX|Annex|ANNEX|Exhibit|EXHIBIT|Schedule|SCHEDULE|Attachment|ATTACHMENT|Subtitle|SUBTITLE)"
    rf"[ ](?:{COARSE_NUMBER}|[0-9]{{1,4}}))"
    r"(?P<after>[.:]?[ ]?[—–-]?[ \t]*(?=[\n\f]|\Z)|[.:—–][ \t]|[ ][—–-][ ]|[ ](?=[A-Z“\"(]))",
    re.MULTILINE,
)
_GOES_ON = re.compile(
    r"[,(;]\s*\Z|\b(?:in|by|under|of|and|or|with|to|from|see|than|per|the|through)\s*\Z", re.IGNORECASE
)
_BEFORE = 60


class Skips:
    """Spans of a text in which no reference is looked for."""

    def __init__(self, document: Document, tree: ProvisionTree) -> None:
        spans = sorted({*_labels(document.text, tree), *_notes(document, tree), *_furniture(document)})
        self._spans = list(_merged(spans))
        self._starts = [span.start for span in self._spans]

    def end_at(self, offset: int) -> int:
        """Where the span that holds an offset ends; -1 where none does."""
        at = bisect_right(self._starts, offset) - 1
        return self._spans[at].end if at >= 0 and offset < self._spans[at].end else -1


def _labels(text: str, tree: ProvisionTree) -> Iterator[Span]:
    for provision in tree:
        title = text.find(provision.title, provision.heading.start, provision.heading.end) if provision.title else -1
        end = title if title > provision.heading.start else provision.heading.end
        if end - provision.heading.start <= 80:
            yield Span(provision.heading.start, end)
    for found in _LABEL_LINE.finditer(text):
        if not _GOES_ON.search(text, max(0, found.start() - _BEFORE), found.start()):
            yield Span(found.start(), found.start("after"))


def _notes(document: Document, tree: ProvisionTree) -> Iterator[Span]:
    for provision in tree:
        yield from provision.notes
    for found in _NOTES.finditer(document.text):
        yield Span(*found.span())


def _furniture(document: Document) -> Iterator[Span]:
    for page in document.pages:
        yield from page.furniture


def _merged(spans: list[Span]) -> Iterator[Span]:
    last: Span | None = None
    for span in spans:
        if last is not None and span.start <= last.end:
            last = Span(last.start, max(last.end, span.end))
            continue
        if last is not None:
            yield last
        last = span
    if last is not None:
        yield last
