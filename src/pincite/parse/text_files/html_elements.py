"""HTML's elements as far as reading needs them: which are open, where their text belongs, which break lines.

The standard library's tokenizer is used since it tells the offset of each piece of text; libraries that build a tree
lose it. End tags that HTML allows to be left out are put in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum, auto
from html.parser import HTMLParser
from typing import NamedTuple

BLOCKS = frozenset(
    "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form"
    " h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu ol p pre section summary table tbody tfoot thead"
    " title tr ul caption".split()
)
LINES = frozenset("li tr dt dd".split())
"""Blocks that end a line but not a paragraph: list items and rows of one list or table stay together."""
VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())

_DROPPED = frozenset(
    "script style nav noscript template svg iframe object head select textarea button datalist math canvas audio video"
    .split()
)  # fmt: skip
# Elements whose end tag may be left out, with the elements that end them.
_IMPLIED_END = {
    "p": BLOCKS - LINES | {"li", "dt", "dd"}, "li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"},
    "tr": {"tr", "tbody", "tfoot", "thead"}, "td": {"td", "th", "tr"}, "th": {"td", "th", "tr"},
    "head": {"body"}, "option": {"option"},
}  # fmt: skip
_HIDDEN_STYLE = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_FURNITURE_ROLES = frozenset("contentinfo complementary search dialog alertdialog".split())
_BANNER_NAME = re.compile(
    r"(?:cookie|consent|gdpr|ccpa)s?[-_]?(?:law[-_]?)?(?:banner|bar|notice|consent|popup|modal|overlay|dialog|message)",
    re.IGNORECASE,
)

Attributes = Mapping[str, str | None]


class Zone(Enum):
    """What part of a page an element belongs to."""

    BODY = auto()
    SECTION = auto()
    ARTICLE = auto()
    MAIN = auto()
    HEADER = auto()
    """The page's own header, in no section, article or main part."""
    FURNITURE = auto()
    """The page's footer, its complementary parts, searches, dialogs and cookie banners."""
    HIDDEN = auto()
    """What no reader sees, and navigation."""


class Element(NamedTuple):
    """An open element."""

    tag: str
    zone: Zone


class ElementParser(HTMLParser):
    """Follows the open elements and tells a subclass what opens and ends."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.open: list[Element] = []

    @property
    def zone(self) -> Zone:
        """Where text that comes now belongs."""
        return self.open[-1].zone if self.open else Zone.BODY

    @property
    def in_title(self) -> bool:
        """Whether text that comes now is the title of the page; pictures have titles too."""
        return bool(self.open) and self.open[-1].tag == "title" and all(e.tag != "svg" for e in self.open)

    def opened(self, tag: str) -> None:
        """An element is open now, `zone` being its own."""

    def ended(self, element: Element) -> None:
        """An element was closed."""

    def void(self, tag: str, attributes: Attributes) -> None:
        """An element that holds nothing."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """See `HTMLParser`."""
        while self.open and tag in _IMPLIED_END.get(self.open[-1].tag, ()):
            self.ended(self.open.pop())
        if tag in VOID:
            self.void(tag, dict(attrs))
            return
        self.open.append(Element(tag, _zone(tag, dict(attrs), self.zone)))
        self.opened(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """HTML knows no self-closed elements but void ones: `<div/>` opens a division."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """See `HTMLParser`; ends the elements inside too. An end without a start counts for nothing."""
        if not any(element.tag == tag for element in self.open):
            return
        while self.open:
            element = self.open.pop()
            self.ended(element)
            if element.tag == tag:
                break


def is_hidden(attributes: Attributes) -> bool:
    """Whether an element is there but not shown."""
    return "hidden" in attributes or _HIDDEN_STYLE.search(attributes.get("style") or "") is not None


def _zone(tag: str, attributes: Attributes, around: Zone) -> Zone:
    role = (attributes.get("role") or "").strip().lower()
    if around is Zone.HIDDEN or tag in _DROPPED or role == "navigation" or is_hidden(attributes):
        return Zone.HIDDEN
    if tag == "dialog" and "open" not in attributes:
        return Zone.HIDDEN
    if around is Zone.MAIN or tag == "main" or role == "main":
        return Zone.MAIN
    if around is Zone.ARTICLE or tag == "article" or role == "article":
        return Zone.ARTICLE
    return _page_zone(tag, role, attributes) if around is Zone.BODY else around


def _page_zone(tag: str, role: str, attributes: Attributes) -> Zone:
    """The zone of an element that stands in no section, article or main part."""
    if tag in ("footer", "dialog") or role in _FURNITURE_ROLES:
        return Zone.FURNITURE
    if tag == "header" or role == "banner":
        return Zone.HEADER
    if tag == "section":  # by its name a section of a privacy notice is no cookie banner
        return Zone.SECTION
    names = f"{attributes.get('id') or ''} {attributes.get('class') or ''}"
    return Zone.FURNITURE if _BANNER_NAME.search(names) else Zone.BODY
