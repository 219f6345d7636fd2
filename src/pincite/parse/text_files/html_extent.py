"""Which part of a web page is the document, and which is the site around it.

Menus, site headers and footers, complementary columns and cookie banners answer no question about a document, yet they
read like text. The rules, by what a page says of itself and never by the site:

- navigation, and what is not shown, is left out everywhere;
- a page with a main part, else with articles, is read there only, if they hold a fair share of its text: an empty
  `<main>` that a script would fill, or one small card that calls itself an article, decides nothing;
- else the page's own header, footer, complementary parts, searches, dialogs and cookie banners are left out. Those
  inside a section or an article are the document's, and so is a page's header that holds its only `<h1>`; an `<aside>`
  without a role may be a note and stays;
- where that would leave out most of the text, nothing but navigation is left out: furniture too much is a nuisance, a
  rule that is missing a fault.
"""

from __future__ import annotations

import re
from collections import Counter

from pincite.parse.text_files.html_elements import ElementParser, Zone

MIN_SHARE = 0.25
"""Share of a page's text that a part must hold to stand for the whole."""

_SEEN = frozenset(Zone) - {Zone.HIDDEN}
_INNER = frozenset({Zone.BODY, Zone.SECTION, Zone.ARTICLE, Zone.MAIN})
# Pages without any of these are one zone, and are not read twice.
_HAS_ZONES = re.compile(r"<(?:main|article|header|footer|dialog)\b|\brole\s*=|cookie|consent|gdpr|ccpa", re.IGNORECASE)


def zones_to_read(raw: str) -> frozenset[Zone]:
    """The zones of the page whose text is the document."""
    if _HAS_ZONES.search(raw) is None:
        return _SEEN
    counter = _ZoneCounter()
    counter.feed(raw)
    counter.close()
    return _chosen(counter.characters, counter.top_headings)


def _chosen(characters: Counter[Zone], top_headings: Counter[Zone]) -> frozenset[Zone]:
    inner = sum(characters[zone] for zone in _INNER)
    for zone in (Zone.MAIN, Zone.ARTICLE):
        if characters[zone] and characters[zone] >= MIN_SHARE * inner:
            return frozenset({zone})
    titled = top_headings[Zone.HEADER] and not any(top_headings[zone] for zone in _INNER)
    zones = _INNER | {Zone.HEADER} if titled else _INNER
    kept = sum(characters[zone] for zone in zones)
    return zones if kept and kept >= MIN_SHARE * sum(characters[zone] for zone in _SEEN) else _SEEN


class _ZoneCounter(ElementParser):
    """Counts the characters and the `<h1>` of each zone."""

    def __init__(self) -> None:
        super().__init__()
        self.characters: Counter[Zone] = Counter()
        self.top_headings: Counter[Zone] = Counter()

    def opened(self, tag: str) -> None:
        if tag == "h1":
            self.top_headings[self.zone] += 1

    def handle_data(self, data: str) -> None:
        if not self.in_title:
            self.characters[self.zone] += sum(map(len, data.split()))
