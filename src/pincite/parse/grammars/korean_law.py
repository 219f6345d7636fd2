"""Korean law: 편 장 절 관 조 항 호 목, 부칙 with articles of their own, 별표 and 별지 서식.

Read line by line, since every printed form begins a line with each provision; only ② and later, and articles of a text
without line breaks, may follow inside one. What begins like a label and does not fit is text of the provision around
it: nothing is ever left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.parse.grammars import Grammar
from pincite.parse.grammars.korean.annexes import is_remark, is_table_line
from pincite.parse.grammars.korean.contents import contents_end
from pincite.parse.grammars.korean.levels import Levels
from pincite.parse.grammars.korean.marks import CIRCLED_CLASS, Label, Level, Line, label_at, plain
from pincite.parse.grammars.korean.notes import is_article_note, is_deleted, notes
from pincite.parse.grammars.korean.score import score
from pincite.parse.grammars.outline import Node, Outline, follows
from pincite.types.document import Document, Span
from pincite.types.provision import ProvisionKind, ProvisionTree

__all__ = ["GRAMMAR"]

_NAME = "korean-law"
_LINE = re.compile(r"[^\n\f]+")
_INLINE = re.compile(
    rf"(?:(?<=[.>\])])|(?<=생략))[ \t]*([{CIRCLED_CLASS}]|제 ?\d{{1,4}} ?조(?:의 ?\d{{1,3}})*[ \t]?\()"
)
_ODD_SHARE = 0.5
_MAX_RANGE = 200


class _Reader:
    """One pass over a text."""

    def __init__(self, document: Document) -> None:
        self.plain = plain(document.text)
        self.levels = Levels(document, self.plain)
        self._label: Label | None = None
        self._label_end = 0
        self._repeats = False
        self._furniture = {
            match.start()
            for page in document.pages
            for span in page.furniture
            for match in _LINE.finditer(self.plain, *span)
        }

    def read(self) -> None:
        before = Span(0, 0)
        for match in _LINE.finditer(self.plain, contents_end(self.plain)):
            if match.start() in self._furniture:
                continue
            start, end = _inside(self.plain, max(match.start(), self._label_end), match.end())
            if start == end:
                continue
            if self._label is not None and match.start() < self._label_end:
                # A title went on into this line.
                self._behind(self._label, Line(start, end, before))
            elif self._repeats and self.plain[start:end] == self.plain[slice(*before)]:
                self._label_end += start - before.start
            else:
                self._line(Line(start, end, before))
            before = Span(start, end)
        self.levels.outline.close(0, len(self.plain))

    def _line(self, line: Line) -> None:
        if is_table_line(self.plain, line.start, line.end):
            return
        label = label_at(self.plain, line.start, line.end)
        if label is None:
            self._text(line)
        elif self._is_repeated(label, line):
            return
        elif self._take(label, line):
            self._behind(label, line)
        else:
            self._text(line)

    def _take(self, label: Label, line: Line) -> bool:
        end = self.levels.take(label, line)
        if end is None:
            return False
        self._label, self._label_end, self._repeats = label, end, False
        return True

    def _behind(self, label: Label, line: Line) -> None:
        """What follows a label in its line: a first paragraph or item, then later paragraphs and text."""
        start, end = _inside(self.plain, min(self._label_end, line.end), line.end)
        if start == end:
            return
        rest = line._replace(start=start, end=end)
        if label.level is Level.ARTICLE:
            below = label_at(self.plain, start, end)
            if below is not None and below.level in (Level.PARAGRAPH, Level.ITEM) and self._take(below, rest):
                self._behind(below, rest)
                return
        self._inline(rest)

    def _text(self, line: Line) -> None:
        """A line without a label of its own."""
        outline = self.levels.outline
        if is_article_note(self.plain, line.start, line.end):
            outline.close(Level.PARAGRAPH.rank, line.start)
        elif not self.levels.in_annex():
            self._inline(line, self.plain[slice(*line.before)])
        elif is_remark(self.plain, line.start, line.end):
            outline.close(Level.ANNEX.rank + 1, line.start)
            self.levels.lists_closed = True

    def _inline(self, line: Line, before: str = "") -> None:
        """Take the paragraphs and articles that follow inside a line, which may be the rest of one `before` it."""
        if self.levels.in_annex():
            return
        start = at = line.start
        while (match := _INLINE.search(self.plain, at, line.end)) is not None:
            at = match.end(1)
            label = label_at(self.plain, match.start(1), line.end)
            if label is None or match.start(1) == line.start or not self._comes_next(label):
                continue
            self.levels.amending.see(self.plain[start : match.start(1)].rstrip(), before)
            rest = line._replace(start=match.start(1))
            if self._take(label, rest):
                if label.level is Level.ARTICLE:
                    self._behind(label, rest)
                    return
                start, at, before = self._label_end, self._label_end, ""
        self.levels.amending.see(self.plain[start : line.end].strip(), before)

    def _comes_next(self, label: Label) -> bool:
        base = self.levels.article_base() if label.level is Level.ARTICLE else self.levels.paragraph_base()
        last = self.levels.outline.last_number(base, label.level.rank)
        return last is not None and follows(last, label.number)

    def _is_repeated(self, label: Label, line: Line) -> bool:
        """The same label again with nothing between, as in running heads: one provision, one warning."""
        before = self._label
        same = before is not None and (before.level, before.number, before.name) == (label[0], label[1], label.name)
        if not same or self.plain[self._label_end : line.start].strip():
            return False
        if not self._repeats:
            span = Span(line.start, label.end)
            self.levels.outline.warn("repeated_label", span, "the same label again, with nothing between")
        self._repeats, self._label_end = True, max(label.end, self._label_end)
        return True


def read(document: Document) -> ProvisionTree:
    """The provisions of a text that is Korean law."""
    reader = _Reader(document)
    reader.read()
    outline = reader.levels.outline
    outline.give_notes(notes(reader.plain))
    parents = {id(node.parent) for node in outline.nodes}
    for node in outline.nodes:
        node.deleted = id(node) not in parents and is_deleted(reader.plain, node.body, node.end)
    outline.nodes = [each for node in outline.nodes for each in _deleted_together(outline, node)]
    _warn_of_missing_titles(reader.levels)
    reader.levels.warn_of_forms()
    return outline.tree(_NAME)


def _deleted_together(outline: Outline, node: Node) -> Iterator[Node]:
    """A provision and the others that 제5조부터 제7조까지 삭제 speaks of, all at the same place."""
    yield node
    if node.deleted and node.kind is ProvisionKind.ARTICLE and len(node.order) == len(node.through) == 1:
        first, last = node.order[0], node.through[0]
        node.through = node.order
        yield from (outline.sibling(node, (number,)) for number in range(first + 1, min(last, first + _MAX_RANGE) + 1))


def _warn_of_missing_titles(levels: Levels) -> None:
    """Articles without a title in a text where most have one; addenda often do without."""
    outline = levels.outline
    own = [n for n in outline.nodes if n.kind is ProvisionKind.ARTICLE and n.id_parent == outline.document_id]
    untitled = [node for node in own if not node.title and not node.deleted]
    if len(untitled) < _ODD_SHARE * len(own):
        for node in untitled:
            outline.warn("missing_title", node.heading, f"{node.id} has no title")


def _inside(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without blanks at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


GRAMMAR = Grammar(_NAME, ("ko",), score, read)
