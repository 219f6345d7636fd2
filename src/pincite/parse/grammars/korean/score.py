"""How far a text is Korean law, and not a manual that quotes some: its articles come in their order and fill it."""

from __future__ import annotations

import re
from itertools import islice

from pincite.parse.grammars.korean.annexes import is_table_line
from pincite.parse.grammars.korean.contents import contents_end
from pincite.parse.grammars.korean.marks import ArticleForm, Label, Level, label_at, plain
from pincite.parse.grammars.outline import Number, follows
from pincite.types.document import Document, Section

_LINE = re.compile(r"[^\n\f]+")
_HINT = re.compile(r"^[ \t]*(?:제 ?\d{1,4} ?조|[^\n]{0,90}별 ?[표지])", re.MULTILINE)
_LAW_SECTION = re.compile(r"제 ?\d+ ?(?:편|장|절|관|조)|부 *칙|[\[<(■]?.{0,80}별[표지]")
_ENOUGH_LABELS = 0.3
"""Share of lines that begin with a label: more than half in law with a line each provision, less where lines break."""
_LONGEST = 8000
"""Characters an article: laws, their annexes included, have fewer on average."""
_NEAR = 5
_SAMPLE = 200_000
"""Characters looked at: a longer text shows by then what it is."""


def score(document: Document) -> float:
    """The share of article and annex labels that come in their order, times the share of the text behind the first.

    It shrinks where few lines begin with a label, articles are far between, or the text's own headings are no law's.
    """
    text = plain(document.text[:_SAMPLE])
    if _HINT.search(text) is None:
        return 0.0
    labelled, lines, first, counted = 0, 0, -1, _Counted()
    begin = contents_end(text)
    for match in _LINE.finditer(text, begin):
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        if start == match.end():
            continue
        lines += 1
        table = is_table_line(text, start, match.end())
        label = None if table else label_at(text, start, match.end())
        labelled += table or label is not None or counted.expects_text
        counted.see(label)
        if first < 0 and counted.total:
            first = start
    if first < 0:
        return 0.0
    covered = (len(text) - first) / (len(text) - begin)
    dense = min(1.0, labelled / lines / _ENOUGH_LABELS) * min(1.0, _LONGEST * counted.total / len(text))
    # Squared, since a manual that goes through a law has more than half of its quotations in order.
    return counted.in_order() ** 2 * covered * dense * _law_sections(document, text)


class _Counted:
    """Labels of articles and annexes seen, and how many of them came in order."""

    def __init__(self) -> None:
        self.total = 0
        self.expects_text = False
        self._fits = 0.0
        self._last: dict[tuple[Level, bool], Number] = {}
        self._addenda = False

    def see(self, label: Label | None) -> None:
        self.expects_text = label is not None and label.level is Level.ARTICLE
        if label is None:
            return
        if label.level is Level.ADDENDA:
            self._addenda = True
        # Addenda quote other law as a matter of course.
        if self._addenda or label.level not in (Level.ARTICLE, Level.ANNEX, Level.FORM):
            return
        if label.form is ArticleForm.TEXT:
            return
        key = (label.level, self._addenda)
        last = self._last.get(key)
        self.total += 1
        self._fits += _credit(last, label.number)
        self._last[key] = label.through or label.number

    def in_order(self) -> float:
        return self._fits / self.total


def _credit(last: Number | None, number: Number) -> float:
    """How well a number comes after another: a badly numbered law is still one."""
    if last is None or follows(last, number):
        return 1.0
    if number == last:
        return 0.5
    return 0.75 if number > last and number[0] - last[0] <= _NEAR else 0.0


def _law_sections(document: Document, text: str) -> float:
    """The share of the document's own headings that are a law's, or stand over an annex; 1 where it has none."""
    others = [s for s in document.sections if s.heading != document.title and s.span.start < len(text)]
    if not others:
        return 1.0
    return sum(_is_law_section(section, text) for section in others) / len(others)


def _is_law_section(section: Section, text: str) -> bool:
    if _LAW_SECTION.match(section.heading):
        return True
    below = next(islice(_LINE.finditer(text, *section.span), 1, None), None)
    label = label_at(text, below.start(), below.end()) if below is not None else None
    return label is not None and label.level in (Level.ANNEX, Level.FORM)
