"""Running heads and feet, found by repetition at the edges of pages.

They stay in the text and are marked as spans, so that chunks skip them. A line is furniture only if it stands at a
page's edge and the same words, the page's own number apart, stand at the same height on several pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pincite.parse.pdf.document.page_labels import own_numbers
from pincite.parse.pdf.raw_page import Line, RawPage

EDGE = 0.125
"""Share of the page's height that counts as its edge, at the top and at the bottom."""
MIN_PAGES = 3
MIN_PAGES_SHORT = 2
"""Pages on which a line must stand; the second for documents of at most four pages."""
HEIGHT_TOLERANCE = 8.0
"""Points by which the heights of repeated lines may differ."""


def edge_lines(page: RawPage) -> list[int]:
    """The places in `page.lines` of the lines at its top and bottom edge."""
    low, high = page.height * EDGE, page.height * (1 - EDGE)
    return [
        place
        for place, line in enumerate(page.lines)
        if line.size and (line.bottom + line.size <= low or line.bottom >= high)
    ]


def find_furniture(
    pages: Sequence[RawPage], labels: Sequence[str | None], page_numbers: Sequence[set[int]]
) -> list[set[int]]:
    """For each page, the places in its `lines` that are running heads or feet.

    Args:
        pages: all pages in order.
        labels: the number printed on each page, where known.
        page_numbers: for each page, the places of lines that hold its printed number and nothing else.
    """
    keys = [
        {place: _key(page, page.lines[place], label) for place in edge_lines(page)}
        for page, label in zip(pages, labels, strict=True)
    ]
    counts = Counter(key for page_keys in keys for key in set(page_keys.values()))
    enough = MIN_PAGES if len(pages) > 4 else MIN_PAGES_SHORT
    found: list[set[int]] = []
    for page_keys, numbers in zip(keys, page_numbers, strict=True):
        repeated = {place for place, key in page_keys.items() if key[0] != "#" and _near(counts, key) >= enough}
        found.append(repeated | numbers)
    return found


def line_key(text: str, label: str | None) -> str:
    """`text` with the page's own number made alike, so that `Handbook 12` and `Handbook 13` are the same head.

    Other numbers count: `Chapter 1` and `Chapter 2` at the top of two pages are headings.
    """
    words = text.casefold().split()
    own = own_numbers(label) or ("",)
    return " ".join("#" if word.strip("|-–—•·.,") in own else word for word in words)


def _key(page: RawPage, line: Line, label: str | None) -> tuple[str, int]:
    return line_key(page.text[line.start : line.end], label), round(line.bottom / HEIGHT_TOLERANCE)


def _near(counts: Counter[tuple[str, int]], key: tuple[str, int]) -> int:
    text, height = key
    return sum(counts[text, height + shift] for shift in (-1, 0, 1))
