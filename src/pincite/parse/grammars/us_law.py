"""How the laws of the United States are read: sections in parts and chapters, paragraphs in sections.

Codes, regulations and state statutes differ in which labels stand below which, so that each is a row over this reading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.parse.grammars.english.heads import Head, heads_of, is_continued
from pincite.parse.grammars.english.lines import is_wrapped, lines_of
from pincite.parse.grammars.english.notes import is_credit, is_gone
from pincite.parse.grammars.english.paragraphs import Style, read_paragraphs
from pincite.parse.grammars.english.tree import Draft, build
from pincite.parse.sections import Unit, heading_number
from pincite.types.document import Document, Span
from pincite.types.provision import ParseWarning, ProvisionKind, ProvisionTree

_SECTION_LINE = re.compile(
    r"^[ \t]*(?:§§?[ ]?\d|(?:Sec\.|SEC\.|SECTION|Section) \d+[\d.\-–:A-Za-z]*\.[ \n])", re.MULTILINE
)
_AGREEMENT = re.compile(
    r"\b(?:this|the) (?:[a-z]+ ){0,3}(?:agreement|lease|contract|deed)\b|\bby and between\b|\bWITNESSETH\b|"
    r"\bhereinafter\b|\bthe parties (?:hereto|agree)\b",
    re.IGNORECASE,
)
_LAW = re.compile(
    r"\b(?:Code|Statutes?|Laws?|Acts?|Ordinances?|Regulations?|Rules?|C\.?F\.?R|C\.?M\.?R|U\.?S\.?C|V\.?S\.?A)\b",
    re.IGNORECASE,
)
_SAMPLE = 6000
_MIN_SIGNS = 2
_CREDITS_IN = 200_000


def law_score(document: Document) -> float:
    """How far a text is a law in sections: about the share of it that stands under section headings with a sign.

    Sections by bare number, such as `83.49`, count where the title speaks of a code or statute; an agreement's do not.
    """
    signed, bare = _section_starts(document)
    starts = signed if len(signed) >= len(bare) else bare
    text = document.text
    if not starts or not text:
        return 0.0
    if starts is bare and (len(bare) < _MIN_SIGNS or not _LAW.search(document.title)):
        return 0.0
    if len(starts) < _MIN_SIGNS and starts[0] > 500:
        return 0.0
    share = 1 - starts[0] / len(text)
    spread = _spread(starts, len(text))
    agreement = len(_AGREEMENT.findall(text[:_SAMPLE])) >= 2 and not _LAW.search(document.title)
    return 0.9 * share * spread * (0.3 if agreement else 1.0)


def federal_score(document: Document, parser: str, named: re.Pattern[str], credit: re.Pattern[str]) -> float:
    """`law_score` above that of other laws where a text is of one federal code, and well below it where it is not.

    Args:
        parser: prefix of the name of the parser that reads this code alone.
        named: names the code in a title.
        credit: a source note of this code; two of them near the beginning tell it too.
    """
    found = law_score(document)
    if not found:
        return 0.0
    if document.parser.startswith(parser):
        return 0.95
    is_ours = named.search(document.title) or len(credit.findall(document.text, 0, _CREDITS_IN)) > 1
    return min(found + 0.05, 1.0) if is_ours else found * 0.4


def _section_starts(document: Document) -> tuple[list[int], list[int]]:
    """Where sections begin that carry a sign, and those with a bare number of several parts."""
    signed = {found.end() - len(found.group().lstrip()) for found in _SECTION_LINE.finditer(document.text)}
    bare: list[int] = []
    for section in document.sections:
        number = heading_number(section.heading)
        if number is None or number.unit is not Unit.SECTION or section.heading[0] == "제":
            continue
        if section.heading[0] in "§Ss":
            signed.add(section.span.start)
        elif "." in number.id or "-" in number.id:
            bare.append(section.span.start)
    return sorted(signed), bare


def _spread(starts: Sequence[int], length: int) -> float:
    """1 where sections follow one another; less where a stretch without any takes more than half of the text."""
    ends = [*starts[1:], length]
    longest = max(end - start for start, end in zip(starts, ends, strict=True))
    others = length - starts[0] - longest
    return 1.0 if len(starts) < 3 or longest < 20_000 or longest <= others else others / longest


def read_us_law(document: Document, grammar: str, style: Style) -> ProvisionTree:
    """The provisions of a law in sections."""
    return _Reader(document, style).read(grammar)


class _Reader:
    """Reads from heading to heading; which container stands in which follows from which came first."""

    def __init__(self, document: Document, style: Style) -> None:
        self.document = document
        self.style = style
        self.drafts: list[Draft] = []
        self.warnings: list[ParseWarning] = []
        self._open: list[Draft] = []
        self._order: dict[ProvisionKind, int] = {}
        self._wrapped = is_wrapped(document)
        self._skip = {span.start for page in document.pages for span in page.furniture}

    def read(self, grammar: str) -> ProvisionTree:
        heads = self._opening(heads_of(self.document))
        for place, head in enumerate(heads):
            end = heads[place + 1].start if place + 1 < len(heads) else len(self.document.text)
            if head.kind is ProvisionKind.SECTION:
                self._section(head, end)
            else:
                self._container(head, end)
        self._warn_of_titles()
        return build(self.document, grammar, self.drafts, self.warnings)

    def _opening(self, heads: Sequence[Head]) -> list[Head]:
        """Headings without those that repeat the one they stand under: running heads, `(continued)`."""
        kept: list[Head] = []
        current: dict[ProvisionKind, Head] = {}
        for head in heads:
            same = current.get(head.kind)
            repeats = same is not None and same.number == head.number
            if repeats and (is_continued(head, self.document.text) or self._is_running(head, same)):
                continue
            current[head.kind] = head
            kept.append(head)
        return kept

    def _is_running(self, head: Head, same: Head | None) -> bool:
        if head.kind is ProvisionKind.SECTION or same is None:
            return False
        return same.whole or not head.title or head.title.casefold() == same.title.casefold()

    def _container(self, head: Head, end: int) -> None:
        if head.kind is ProvisionKind.ANNEX:
            self._close_for_annex(head)
        else:
            rank = self._order.setdefault(head.kind, len(self._order))
            while self._open and self._order.get(self._open[-1].kind, rank) >= rank:
                self._open.pop()
        gone = is_gone(head.title)
        draft = Draft(
            head.kind,
            head.number,
            head.start,
            head.end,
            "" if gone else head.title,
            parent=self._open[-1] if self._open else None,
            may_repeat=True,
            deleted=gone,
        )
        self._open.append(draft)
        self.drafts.append(draft)
        if head.kind is ProvisionKind.ANNEX:
            self._paragraphs(draft, end)
        else:
            lines = lines_of(self.document.text, head.end, end, self._skip)
            draft.notes += [Span(n.text_start, n.end) for n in lines if is_credit(self.document.text, n)]

    def _close_for_annex(self, head: Head) -> None:
        """An appendix stands in what it says that it is an appendix to, else in the innermost that is open."""
        kinds = {draft.kind for draft in self._open}
        while self._open and (
            self._open[-1].kind is ProvisionKind.ANNEX
            or (head.belongs_to in kinds and self._open[-1].kind is not head.belongs_to)
        ):
            self._open.pop()

    def _section(self, head: Head, end: int) -> None:
        while self._open and self._open[-1].kind is ProvisionKind.ANNEX:
            self._open.pop()
        parent = self._open[-1] if self._open else None
        gone = is_gone(head.title)
        title = "" if gone else head.title
        draft = Draft(ProvisionKind.SECTION, head.number, head.start, head.end, title, parent=parent, deleted=gone)
        self.drafts.append(draft)
        self._paragraphs(draft, end)

    def _paragraphs(self, around: Draft, end: int) -> None:
        drafts, warnings = read_paragraphs(
            self.document.text, around, end, self.style, self._skip, wrapped=self._wrapped
        )
        self.drafts += drafts
        self.warnings += warnings

    def _warn_of_titles(self) -> None:
        """A section without a title among sections that have one, and numbers that go back."""
        sections = [d for d in self.drafts if d.kind is ProvisionKind.SECTION]
        titled = sum(bool(d.title) for d in sections)
        before = ""
        for draft in sections:
            place = Span(draft.start, draft.heading_end)
            if not draft.title and not draft.deleted and titled * 2 > len(sections):
                self.warnings.append(ParseWarning("missing_title", place, f"§ {draft.number} has no title"))
            if before and _is_behind(before, draft.number):
                self.warnings.append(ParseWarning("out_of_order", place, f"§ {draft.number} stands behind § {before}"))
            before = draft.number


def _is_behind(before: str, number: str) -> bool:
    """Whether a section number goes back, with its last part read as a whole number and as decimals.

    >>> _is_behind("83.425", "83.43"), _is_behind("164.9", "164.10"), _is_behind("12.7", "12.5")
    (False, False, True)
    """
    if _order(number) >= _order(before):
        return False
    *head, last = number.split(".")
    *head_before, last_before = before.split(".")
    return head != head_before or last < last_before


def _order(number: str) -> tuple[tuple[int, str], ...]:
    """Sort key of a section number: `3502.03a` behind `3502.03`, before `3502.04`."""
    return tuple((int(digits or 0), letters) for digits, letters in re.findall(r"(\d*)([A-Za-z]*)[^\dA-Za-z]*", number))
