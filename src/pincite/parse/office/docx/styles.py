"""Word's styles: what a paragraph has from its style and from those that the style is based on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from pincite.parse.office.docx.package import children, find, is_on, number, value

_MAX_BASES = 50
_BUILT_IN = re.compile(r"heading ?(\d)\Z", re.IGNORECASE)
# Styles of firms and of other languages' templates: "Clause Heading 2", "Level 1 Heading", "제목 1", "Überschrift 1".
_NAMED = re.compile(
    r"\bheading\b|\bheading ?\d|\bhead ?\d\b|^(?:제목|개요)\s*\d?\Z|^überschrift\b|^titre \d|^título \d", re.IGNORECASE
)
_NO_HEADING = re.compile(r"\b(?:toc|table|tbl|figure|body|text|char|index|header|footer|note|page)\b", re.IGNORECASE)
_DIGIT = re.compile(r"([1-9])(?!\d)")


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """What paragraphs of a style have, its bases included.

    Args:
        names: of the style and its bases, the style's own first, in small letters.
        outline: 1 for the outermost heading; None where it is none.
        num_id, ilvl: of its list; None where nothing is said, `num_id` 0 where it has none.
        chain: ids of the style and its bases.
        properties: of its letters (w:rPr), the style's own first.
    """

    names: tuple[str, ...] = ()
    outline: int | None = None
    num_id: int | None = None
    ilvl: int | None = None
    chain: tuple[str, ...] = ()
    properties: tuple[Element, ...] = ()

    @property
    def is_title(self) -> bool:
        """Whether it is the style of a document's title."""
        return self.names[:1] in (("title",), ("제목",), ("표제",))

    @property
    def is_contents(self) -> bool:
        """Whether it is that of a table of contents."""
        return any(name.startswith(("toc", "table of ")) for name in self.names)

    def letters(self, name: str) -> bool | None:
        """Whether a property of its letters, such as `w:vanish`, is on; None where nothing is said."""
        return next((found for rpr in self.properties if (found := is_on(rpr, name)) is not None), None)


class Styles:
    """The styles of a file; those it does not have are styles that say nothing."""

    def __init__(self, root: Element | None) -> None:
        self._elements: dict[str, Element] = {}
        self._default = ""
        self._read: dict[str, ParagraphStyle] = {}
        self.numbering: dict[str, int] = {}
        """Ids of list styles to the lists that they stand for."""
        for style in children(root, "w:style"):
            style_id = style.get("w:styleId", "")
            if style.get("w:type") == "numbering":
                found = number(value(find(style, "w:pPr", "w:numPr", "w:numId")))
                if found is not None:
                    self.numbering[style_id] = found
                continue
            self._elements[style_id] = style
            if style.get("w:type") == "paragraph" and style.get("w:default") in ("1", "true", "on"):
                self._default = style_id

    def paragraph(self, style_id: str | None) -> ParagraphStyle:
        """The style of an id; the file's default one for None and for ids that it does not have.

        A file without any styles names those that every program knows, such as `Heading1`.
        """
        if style_id is not None and not self._elements:
            names = (style_id.lower(),)
            return ParagraphStyle(names, _outline(None, names))
        wanted = style_id if style_id in self._elements else self._default
        assert wanted is not None
        if wanted not in self._read:
            self._read[wanted] = self._made(wanted)
        return self._read[wanted]

    def run(self, style_id: str | None) -> ParagraphStyle:
        """The style of letters of an id; one that says nothing for None."""
        return ParagraphStyle() if style_id not in self._elements else self.paragraph(style_id)

    def _made(self, style_id: str) -> ParagraphStyle:
        chain = self._chain(style_id)
        elements = [self._elements[known] for known in chain]
        names = tuple((value(find(e, "w:name")) or known).lower() for e, known in zip(elements, chain, strict=True))
        pprs = [ppr for e in elements if (ppr := find(e, "w:pPr")) is not None]
        outlines = [number(value(find(ppr, "w:outlineLvl"))) for ppr in pprs]
        stated = next((level for level in outlines if level is not None), None)
        return ParagraphStyle(
            names=names,
            outline=_outline(stated, names),
            num_id=_first(pprs, "w:numPr", "w:numId"),
            ilvl=_first(pprs, "w:numPr", "w:ilvl"),
            chain=chain,
            properties=tuple(rpr for e in elements if (rpr := find(e, "w:rPr")) is not None),
        )

    def _chain(self, style_id: str) -> tuple[str, ...]:
        """A style and those it is based on; a circle ends where it closes."""
        chain: list[str] = []
        known: str | None = style_id
        while known in self._elements and known not in chain and len(chain) < _MAX_BASES:
            chain.append(known)
            known = value(find(self._elements[known], "w:basedOn"))
        return tuple(chain)


def _first(pprs: list[Element], *path: str) -> int | None:
    found = (number(value(find(ppr, *path))) for ppr in pprs)
    return next((stated for stated in found if stated is not None), None)


def _outline(stated: int | None, names: tuple[str, ...]) -> int | None:
    """The level of a style's headings: the one that it states, else the one in its name."""
    if stated is not None:
        return stated + 1 if 0 <= stated < 9 else None  # 9 is that of body text
    if not names or names[0].startswith("toc"):
        return None
    built_in = next((found for name in names if (found := _BUILT_IN.match(name))), None)
    if built_in is not None:
        return int(built_in[1])
    if _NAMED.search(names[0]) and not _NO_HEADING.search(names[0]):
        digit = _DIGIT.search(names[0])
        return int(digit[1]) if digit else 1
    return None
