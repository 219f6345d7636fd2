"""The text of Word's paragraphs: runs, fields, tracked changes, hidden text, breaks, signs, text boxes.

Tracked changes read as accepted: what was inserted or moved here is text, what was deleted or moved away is not. Of a
field its result is shown and not its instruction. Comments are no text. What was left out is counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pincite.parse.office.docx.blocks import Piece
from pincite.parse.office.docx.package import children, find, is_on, number, value
from pincite.parse.office.docx.styles import ParagraphStyle, Styles
from pincite.parse.office.docx.symbols import is_symbol_font, symbol

_AROUND = frozenset(
    "w:hyperlink w:smartTag w:customXml w:sdt w:sdtContent w:fldSimple w:dir w:bdo w:ruby w:rubyBase".split()
)
_KEPT = frozenset({"w:ins", "w:moveTo"})
_GONE = frozenset({"w:del", "w:moveFrom"})
_MADE = {"w:tab": " ", "w:ptab": " ", "w:br": "\n", "w:cr": "\n", "w:noBreakHyphen": "-"}
_DRAWN = frozenset({"w:drawing", "w:pict", "w:object"})
_NUMBER_FIELDS = ("LISTNUM", "AUTONUM")


class NoteReference(NamedTuple):
    """Where a paragraph refers to a note.

    Args:
        kind: `footnotes` or `endnotes`.
        own_mark: the paragraph writes the mark itself, such as `*`.
    """

    kind: str
    note_id: str
    own_mark: bool


@dataclass(slots=True)
class Inline:
    """What stands in one paragraph.

    Args:
        boxes: the text boxes that are anchored in it (w:txbxContent).
        bold: whether all its letters are.
    """

    pieces: list[Piece] = field(default_factory=list)
    notes: list[NoteReference] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)
    bold: bool = True


class _Look(NamedTuple):
    """How a run is set, as far as it changes what is read."""

    raised: bool
    bold: bool
    font: str | None


class TextReader:
    """Reads paragraphs in their order; fields run over several.

    Args:
        tally: what was met, for the document's notes.
    """

    def __init__(self, styles: Styles, defaults: Element | None) -> None:
        self.tally: Counter[str] = Counter()
        self._styles = styles
        self._defaults = defaults
        self._fields: list[str] = []  # of the open fields: `code`, or `result` behind the separator
        self._style = ParagraphStyle()
        self._inline = Inline()
        self._own_mark = False

    def read(self, paragraph: Element, style: ParagraphStyle) -> Inline:
        """What stands in a paragraph of a style."""
        self._inline, self._style, self._own_mark = Inline(), style, False
        self._read_inline(paragraph)
        return self._inline

    def is_hidden_mark(self, properties: Element | None) -> bool:
        """Whether the mark that ends a paragraph is hidden, so that the next one goes on in its line."""
        rpr = find(properties, "w:rPr")
        return bool(is_on(rpr, "w:vanish") or is_on(rpr, "w:specVanish"))

    def _read_inline(self, element: Element) -> None:
        for child in element:
            tag = child.tag
            if tag == "w:r":
                self._read_run(child)
            elif tag in _KEPT:
                self.tally["inserted"] += 1
                self._read_inline(child)
            elif tag in _GONE:
                self.tally["deleted"] += 1
            elif tag in _AROUND:
                self._read_inline(child)
            elif tag == "mc:AlternateContent":
                self._read_inline(chosen(child))
            elif tag in ("m:oMath", "m:oMathPara"):
                self._add("".join(_formula(child)), _Look(False, True, None))

    def _read_run(self, run: Element) -> None:
        rpr = find(run, "w:rPr")
        style = self._styles.run(value(find(rpr, "w:rStyle")))
        if self._is(rpr, style, "w:vanish"):
            self._count_hidden(run)
            return
        fonts = find(rpr, "w:rFonts")
        look = _Look(
            raised=_is_raised(rpr),
            bold=self._is(rpr, style, "w:b"),
            font=value(fonts, "w:ascii") or value(fonts, "w:hAnsi"),
        )
        self._read_children(run, look)

    def _read_children(self, run: Element, look: _Look) -> None:
        for child in run:
            tag = child.tag
            if tag == "w:t":
                self._read_letters(child.text or "", look)
            elif tag in _MADE:
                self._add(_MADE[tag], look, copied=False)
            elif tag == "w:sym":
                self._read_symbol(child, look)
            elif tag == "w:fldChar":
                self._read_field(child, look)
            elif tag == "w:instrText":
                if (child.text or "").strip().upper().startswith(_NUMBER_FIELDS):
                    self.tally["number fields"] += 1
            elif tag in ("w:footnoteReference", "w:endnoteReference"):
                self._read_reference(child)
            elif tag == "w:commentReference":
                self.tally["comments"] += 1
            elif tag in _DRAWN:
                self._inline.boxes += text_boxes(child)
            elif tag == "mc:AlternateContent":
                self._read_children(chosen(child), look)
            elif tag == "w:ruby":
                self._read_inline(child)

    def _read_letters(self, text: str, look: _Look) -> None:
        if self._own_mark:  # of a note whose mark the writer typed
            self._own_mark = False
            return
        if not is_symbol_font(look.font):
            self._add(text, look)
            return
        for letter in text:
            self._add_symbol(symbol(look.font or "", ord(letter)), look)

    def _read_symbol(self, element: Element, look: _Look) -> None:
        try:
            code = int(element.get("w:char", "")[:8], 16)
        except ValueError:
            code = 0
        self._add_symbol(symbol(element.get("w:font", ""), code), look)

    def _add_symbol(self, sign: str, look: _Look) -> None:
        if sign:
            self._add(sign, look, copied=False)
        elif not self._is_in_code():
            self.tally["signs"] += 1

    def _read_field(self, element: Element, look: _Look) -> None:
        kind = element.get("w:fldCharType")
        if kind == "begin":
            box = find(element, "w:ffData", "w:checkBox")
            if box is not None:
                checked = is_on(box, "w:checked")
                self._add("☒" if (is_on(box, "w:default") if checked is None else checked) else "☐", look, copied=False)
            self._fields.append("code")
        elif self._fields and kind == "separate":
            self._fields[-1] = "result"
        elif self._fields and kind == "end":
            self._fields.pop()

    def _read_reference(self, element: Element) -> None:
        if self._is_in_code():
            return
        self._own_mark = element.get("w:customMarkFollows") in ("1", "true", "on")
        kind = f"{element.tag[2:].removesuffix('Reference')}s"
        self._inline.notes.append(NoteReference(kind, element.get("w:id", ""), self._own_mark))

    def _add(self, text: str, look: _Look, *, copied: bool = True) -> None:
        if self._is_in_code() or not text:
            return
        self._inline.pieces.append(Piece(text, copied, look.raised))
        if text.strip():
            self._inline.bold = self._inline.bold and look.bold

    def _is_in_code(self) -> bool:
        return "code" in self._fields

    def _is(self, rpr: Element | None, style: ParagraphStyle, name: str) -> bool:
        """Whether a property of letters is on: the run's own, its style's, the paragraph style's, the default's."""
        for stated in (is_on(rpr, name), style.letters(name), self._style.letters(name), is_on(self._defaults, name)):
            if stated is not None:
                return stated
        return False

    def _count_hidden(self, run: Element) -> None:
        for child in run:
            if child.tag == "w:t" and not self._is_in_code():
                self.tally["hidden"] += len((child.text or "").strip())
            elif child.tag == "w:fldChar":
                self._read_field(child, _Look(False, True, None))


def _is_raised(rpr: Element | None) -> bool:
    """Whether letters stand raised: as such, or moved up by two points (four halves) at least."""
    moved = number(value(find(rpr, "w:position"))) or 0
    return value(find(rpr, "w:vertAlign")) == "superscript" or moved >= 4


def chosen(alternate: Element) -> Element:
    """Of several forms of one thing (mc:AlternateContent) the first, which newer programs show."""
    choice = find(alternate, "mc:Choice")
    if choice is None:
        choice = find(alternate, "mc:Fallback")
    return alternate if choice is None else choice


def text_boxes(element: Element) -> list[Element]:
    """The contents of the text boxes in a drawing, each once; boxes in boxes are found when these are read."""
    if element.tag == "w:txbxContent":
        return [element]
    inside = chosen(element) if element.tag == "mc:AlternateContent" else element
    return [box for child in inside for box in text_boxes(child)]


def _formula(element: Element) -> list[str]:
    """The letters of a formula in a row, a fraction with its stroke."""
    if element.tag == "m:t":
        return [element.text or ""]
    if element.tag == "m:f":
        parts = [["("], [], [")/("], [], [")"]]
        parts[1], parts[3] = (
            [t for part in children(element, f"m:{name}") for t in _formula(part)] for name in ("num", "den")
        )
        if all(sum(map(len, parts[place])) < 2 for place in (1, 3)):
            parts[0], parts[2], parts[4] = [], ["/"], []
        return [text for part in parts for text in part]
    return [text for child in element for text in _formula(child)]


def row_is_deleted(row: Element) -> bool:
    """Whether a row of a table was deleted."""
    return find(row, "w:trPr", "w:del") is not None


def mark_is_deleted(properties: Element | None) -> bool:
    """Whether the mark that ends a paragraph was deleted, so that it and the next are one."""
    rpr = find(properties, "w:rPr")
    return find(rpr, "w:del") is not None or find(rpr, "w:moveFrom") is not None


def span_of(properties: Element | None, name: str, most: int) -> int:
    """A number such as that of columns, from 1 to `most`."""
    return min(max(number(value(find(properties, name))) or 1, 1), most)
