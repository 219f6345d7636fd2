"""Acts of the European Union, and other law in articles: recitals, chapters, Article 6(1)(f), annexes.

A paragraph is `a6/p1`, its point (f) `a6/p1/if`, a point's own points are sub-items `b`; Section 1 of Chapter II is
`cII/sc1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.parse.grammars import Grammar
from pincite.parse.grammars.english.articles import ArticleHead, article_heads
from pincite.parse.grammars.english.labels import ANY, Step
from pincite.parse.grammars.english.levels import Levels
from pincite.parse.grammars.english.lines import is_wrapped, lines_of
from pincite.parse.grammars.english.notes import is_gone
from pincite.parse.grammars.english.paragraphs import Style, read_paragraphs
from pincite.parse.grammars.english.tree import Draft, build
from pincite.types.document import Document, Span
from pincite.types.provision import ParseWarning, ProvisionKind, ProvisionTree

NAME = "eu-act"
_CUES = re.compile(
    r"\b(?:European (?:Union|Parliament|Commission|Council|Community)|\((?:EU|EC|EEC)\)|Official Journal|"
    r"Treaty on (?:the Functioning|European)|Member States)\b"
)
_AGREEMENT = re.compile(
    r"\b(?:by and between|hereinafter referred to|hereto|WITNESSETH|IN WITNESS WHEREOF|AGREEMENT|CONTRACT)\b"
)
_WHEREAS = re.compile(r"\s*Whereas\s*:?\s*\Z", re.IGNORECASE)
_ADOPTED = re.compile(r"\s*(?:HAVE|HAS)(?: HEREBY)? (?:ADOPTED|AGREED|DECIDED)\b")
_RECITAL = re.compile(r"\((?P<number>\d{1,3})\)(?=\s)")
_SAMPLE = 6000
_MIN_ARTICLES = 2


def _kind(step: Step, around: Draft) -> ProvisionKind:
    """Paragraphs are `1.`, points `(a)`; what stands inside a point is a sub-item."""
    if around.kind in (ProvisionKind.ITEM, ProvisionKind.SUBITEM):
        return ProvisionKind.SUBITEM
    return ProvisionKind.PARAGRAPH if step.kind in (".1", ANY) else ProvisionKind.ITEM


_STYLE = Style(Levels({"": frozenset({".1", "(a", "(1"}), ".1": frozenset({"(a", "(1"})}), _kind, terms=False)


def score(document: Document) -> float:
    """The share of the text from its first recital or article on; less where it does not speak of the Union."""
    text = document.text
    heads = article_heads(document)
    articles = [h for h in heads if h.kind is ProvisionKind.ARTICLE]
    if len(articles) < _MIN_ARTICLES or not text:
        return 0.0
    recitals = next(_recitals(document, articles[0].start), None)
    start = min(heads[0].start, recitals[0] if recitals else heads[0].start)
    share = 1 - start / len(text)
    sample = text[:_SAMPLE]
    if _CUES.search(f"{document.title}\n{sample}"):
        return 0.92 * share
    return (0.25 if len(_AGREEMENT.findall(sample)) > 1 else 0.7) * share


def read(document: Document) -> ProvisionTree:
    """Recitals, articles in their chapters, annexes."""
    return _Reader(document).read()


class _Reader:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.drafts: list[Draft] = []
        self.warnings: list[ParseWarning] = []
        self._wrapped = is_wrapped(document)
        self._skip = {span.start for page in document.pages for span in page.furniture}
        self._open: list[Draft] = []
        self._order: dict[ProvisionKind, int] = {}

    def read(self) -> ProvisionTree:
        heads = article_heads(self.document)
        length = len(self.document.text)
        self._read_recitals(heads[0].start if heads else length)
        for place, head in enumerate(heads):
            end = heads[place + 1].start if place + 1 < len(heads) else length
            if head.kind in (ProvisionKind.ARTICLE, ProvisionKind.ANNEX):
                self._read_article(head, end)
            else:
                self._open_container(head)
        self._warn_of_articles()
        return build(self.document, NAME, self.drafts, self.warnings)

    def _read_recitals(self, end: int) -> None:
        last = 0
        for start, label_end, number, stop in _recitals(self.document, end):
            draft = Draft(ProvisionKind.RECITAL, str(number), start, label_end, stop=stop)
            self.drafts.append(draft)
            if number != last + 1:
                rule = "number_gap" if number > last else "out_of_order"
                self.warnings.append(ParseWarning(rule, Span(start, label_end), f"recital {number} follows {last}"))
            last = max(last, number)

    def _open_container(self, head: ArticleHead) -> None:
        rank = self._order.setdefault(head.kind, len(self._order))
        while self._open and self._order.get(self._open[-1].kind, len(self._order)) >= rank:
            self._open.pop()
        parent = self._open[-1] if self._open else None
        nested = parent if head.kind is ProvisionKind.SUBCHAPTER else None
        draft = Draft(
            head.kind, head.number, head.start, head.end, head.title, parent=parent, hangs_on=nested, may_repeat=True
        )
        self._open.append(draft)
        self.drafts.append(draft)

    def _read_article(self, head: ArticleHead, end: int) -> None:
        if head.kind is ProvisionKind.ANNEX:
            self._open.clear()
        parent = self._open[-1] if self._open else None
        gone = is_gone(head.title)
        title = "" if gone else head.title
        draft = Draft(head.kind, head.number, head.start, head.end, title, parent=parent, deleted=gone)
        self.drafts.append(draft)
        if head.kind is ProvisionKind.ANNEX:
            self._open.append(draft)
            self._order.setdefault(head.kind, -1)
        drafts, warnings = read_paragraphs(self.document.text, draft, end, _STYLE, self._skip, wrapped=self._wrapped)
        self.drafts += drafts
        self.warnings += warnings

    def _warn_of_articles(self) -> None:
        articles = [d for d in self.drafts if d.kind is ProvisionKind.ARTICLE]
        titled = sum(bool(d.title) for d in articles)
        last = (0, "")
        for draft in articles:
            place = Span(draft.start, draft.heading_end)
            if not draft.title and not draft.deleted and titled * 2 > len(articles):
                self.warnings.append(ParseWarning("missing_title", place, f"Article {draft.number} has no title"))
            order = _order(draft.number)
            if order < last:
                self.warnings.append(ParseWarning("out_of_order", place, f"Article {draft.number} is behind a later"))
            last = order


def _order(number: str) -> tuple[int, str]:
    digits = re.match(r"\d*", number)
    return int(digits.group() or 0) if digits else 0, number.lstrip("0123456789")


def _recitals(document: Document, end: int) -> Iterator[tuple[int, int, int, int | None]]:
    """(start, end of the label, number, where the recitals end) of each recital before `end`."""
    text = document.text
    lines = list(lines_of(text, 0, end))
    after = next((i + 1 for i, line in enumerate(lines) if _WHEREAS.match(text, line.start, line.end)), None)
    if after is None:
        return
    stop = next((line.start for line in lines[after:] if _ADOPTED.match(text, line.start, line.end)), end)
    last = 0
    for line in lines[after:]:
        found = _RECITAL.match(text, line.text_start, line.end)
        if line.start >= stop or found is None:
            continue
        number = int(found["number"])
        if line.apart or number == last + 1:
            last = number
            yield line.text_start, found.end(), number, stop


GRAMMAR = Grammar(NAME, ("en",), score, read)
