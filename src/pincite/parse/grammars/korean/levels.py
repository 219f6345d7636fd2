"""Which labels become provisions of Korean law, and where they hang."""

from __future__ import annotations

import re

from pincite.parse.grammars.korean.amending import Amending
from pincite.parse.grammars.korean.annexes import annex_title
from pincite.parse.grammars.korean.lists import circled_below, is_paragraph, list_base, listed
from pincite.parse.grammars.korean.marks import ArticleForm, Label, Level, Line, begins_anew, label_at
from pincite.parse.grammars.korean.notes import is_deleted
from pincite.parse.grammars.outline import Node, Outline, follows
from pincite.types.document import Document, Span
from pincite.types.provision import ProvisionKind

ANNEXES = (ProvisionKind.ANNEX, ProvisionKind.FORM)
_TOP = (ProvisionKind.ADDENDA, *ANNEXES)
_STRUCTURE = (Level.DIVISION, Level.CHAPTER, Level.SUBCHAPTER, Level.SUBPART)
_LINE = re.compile(r"[^\n\f]*\S[^\n\f]*")
_PARAGRAPH_TITLE = re.compile(r"[ \t]?\(([^()\n]{1,100}(?:\([^()\n]*\)[^()\n]{0,60})*)\)(?=[ \t])")


class Levels:
    """The outline so far and what decides about the next label."""

    def __init__(self, document: Document, plain: str) -> None:
        self.outline = Outline(document.id, document.text)
        self.amending = Amending()
        self.lists_closed = False
        """In an annex, behind its remarks."""
        self._plain = plain
        self._section_starts = {section.span.start for section in document.sections}
        self._addenda_start: int | None = None
        self._addenda = 0
        self._odd_forms: list[Span] = []

    def take(self, label: Label, line: Line) -> int | None:
        """Open the provision of a label; where its label and title end, None where the label is mere text."""
        if label.level is Level.ADDENDA:
            return self._take_addenda(label, line)
        if label.level in (Level.ANNEX, Level.FORM):
            return self._take_annex(label, line)
        if label.level in _STRUCTURE:
            return self._take_structure(label, line)
        if label.level is Level.ARTICLE:
            return self._take_article(label, line)
        if label.level is Level.PARAGRAPH:
            return self._take_paragraph(label, line)
        return self._take_listed(label, line)

    def in_annex(self) -> bool:
        """Whether an annex or a form is being read."""
        top = self.outline.open[0] if self.outline.open else None
        return top is not None and top.kind in ANNEXES

    def article_base(self) -> Node | None:
        """What the ids of articles hang on: an addendum or an annex, None for the document."""
        return self.outline.innermost(*_TOP)

    def paragraph_base(self) -> Node | None:
        """What a paragraph is part of: the open article, else an addendum without articles."""
        return self.outline.innermost(ProvisionKind.ARTICLE, *_TOP)

    def warn_of_forms(self) -> None:
        """Say once where labels stand in full-width forms, which other programs may not read."""
        if self._odd_forms:
            detail = f"{len(self._odd_forms)} labels in full-width forms, the first here"
            self.outline.warn("unusual_form", self._odd_forms[0], detail)

    def _open(self, label: Label, start: int, base: Node | None, *, number: str | None = None, rank: int = -1) -> int:
        written = "-".join(str(part) for part in label.number) if number is None else number
        self.outline.add(
            label.level.kind, label.level.rank if rank < 0 else rank, written,
            start=start, heading=Span(start, label.end), title=self.outline.text[slice(*label.title)],
            order=label.number, through=label.through, base=base,
        )  # fmt: skip
        mark = slice(start, label.title[0] or label.end)
        if self._plain[mark] != self.outline.text[mark]:
            self._odd_forms.append(Span(start, label.end))
        return label.end

    def _take_addenda(self, label: Label, line: Line) -> int:
        if _is_bare(label) and self._addenda_next(label.end):
            # A bare heading over the addenda that follow is the head of the first one.
            self.outline.close(0, line.start)
            self._addenda_start = line.start
            return label.end
        self._addenda += 1
        self._open(label, line.start, None, number=label.name or str(self._addenda))
        self._begin_earlier(self._addenda_start)
        self._addenda_start = None
        self.amending = Amending()
        return label.end

    def _addenda_next(self, at: int) -> bool:
        match = _LINE.search(self._plain, at)
        if match is None:
            return False
        start = match.end() - len(match[0].lstrip())
        label = label_at(self._plain, start, match.end())
        return label is not None and label.level is Level.ADDENDA and not _is_bare(label)

    def _begin_earlier(self, start: int | None) -> None:
        if start is not None:
            self.outline.open[-1].start = start

    def _take_annex(self, label: Label, line: Line) -> int | None:
        top = self.outline.innermost(*_TOP)
        if top is not None and (top.kind, top.order) == (label.level.kind, label.number):
            # The form's next page.
            return None
        if self.amending.active:
            return None
        began = line.before.start if self._is_mere_heading(line.before) else line.start
        deleted = is_deleted(self._plain, label.end, line.end)
        title = None if deleted else annex_title(self._plain, label.end, line.end)
        end = label.end if title is None else title[1]
        self.outline.close(0, began)
        self._open(label._replace(end=end), line.start, None, number=label.name)
        self._begin_earlier(began)
        self.outline.open[-1].title = "" if title is None else title[0]
        self.lists_closed, self.amending = False, Amending()
        return label.end

    def _is_mere_heading(self, line: Span) -> bool:
        """Whether a line is one of the document's own headings over what comes next, and no provision's label."""
        if line.start == line.end or line.start not in self._section_starts:
            return False
        return label_at(self._plain, *line) is None

    def _take_structure(self, label: Label, line: Line) -> int | None:
        if self.outline.innermost(*_TOP) is not None:
            return None
        self.outline.close(label.level.rank, line.start)
        return self._open(label, line.start, self.outline.innermost())

    def _take_article(self, label: Label, line: Line) -> int | None:
        base = self.article_base()
        if base is not None and base.kind in ANNEXES:
            return None
        fits = follows(self.outline.last_number(base, label.level.rank), label.number)
        if self.amending.hides_article(label.number, fits=fits):
            return None
        if label.form is ArticleForm.TEXT and not (fits and begins_anew(self._plain, line)):
            return None
        self.amending = Amending()
        return self._open(label, line.start, base)

    def _take_paragraph(self, label: Label, line: Line) -> int | None:
        base = self.paragraph_base()
        if base is None or base.kind in ANNEXES:
            return None
        last = self.outline.last_number(base, label.level.rank)
        fits, forward = follows(last, label.number), last is None or label.number > last
        if self.amending.hides_paragraph(self._plain[line.start : line.end], fits=fits, forward=forward):
            return None
        if self._plain[line.start] == "<" and not fits:
            return None
        if circled_below(self.outline, label, fits=fits):
            return self._take_listed(label._replace(level=Level.CIRCLED_BELOW), line)
        if self.outline.innermost(ProvisionKind.ADDENDA) is not None:
            # Addenda without articles give their paragraphs titles: ①(시행일).
            title = _PARAGRAPH_TITLE.match(self._plain, label.end)
            label = label if title is None else label._replace(end=title.end(), title=title.span(1))
        self.amending.quoted = False
        return self._open(label, line.start, base)

    def _take_listed(self, label: Label, line: Line) -> int | None:
        """Items and what is below them."""
        if self.amending.active or (self.lists_closed and self.in_annex()):
            return None
        if label.level is Level.NUMBER_BRACKETED and is_paragraph(self.outline, self.paragraph_base(), label):
            return self._take_paragraph(label._replace(level=Level.PARAGRAPH), line)
        base, rank = list_base(self.outline, label)
        if base is None or not listed(self.outline, base, label, rank, self._plain, line):
            return None
        return self._open(label, line.start, base, rank=rank)


def _is_bare(label: Label) -> bool:
    """Whether a label of addenda says nothing but 부칙."""
    return not label.name and label.title[0] == label.title[1]
