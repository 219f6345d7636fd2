"""What a PDF's parser did otherwise than a reader would expect, in sentences for people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby

from pincite.parse.pdf.document.text import PageText
from pincite.parse.pdf.raw_page import RawPage
from pincite.text.counts import count_of


def notes(pages: Sequence[RawPage], written: Sequence[PageText]) -> list[str]:
    """Hidden text that was left out, invisible layers that were kept, characters without a meaning."""
    hidden: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for page in pages:
        for reason, characters in page.hidden:
            hidden[reason].append((page.index, characters))
    found = [
        f"Text that nobody sees was left out: {count_of(sum(n for _, n in places), 'character')} {reason}"
        f" ({_places(at for at, _ in places)})."
        for reason, places in sorted(hidden.items())
    ]
    unsure = [page.index for page in pages if page.unsure]
    if unsure:
        found.append(
            "So much is drawn that whether some of the text is hidden could not be told; it was kept"
            f" ({_places(unsure)})."
        )
    layers = [page.index for page in pages if page.layered]
    if layers:
        found.append(
            "The text lies invisible over a picture, as a program for optical recognition left it; whether the two say"
            f" the same was not checked ({_places(layers)})."
        )
    dropped = [(page.index, place.dropped) for page, place in zip(pages, written, strict=True) if place.dropped]
    if dropped:
        found.append(
            f"Signs without a meaning outside their font were left out: "
            f"{count_of(sum(n for _, n in dropped), 'private-use character')} ({_places(at for at, _ in dropped)})."
        )
    return found


def _places(indexes: Iterable[int]) -> str:
    """`page 3 of the file`, `pages 1, 4-6 of the file`; places count from 1."""
    runs = []
    for _, run in groupby(enumerate(indexes), lambda one: one[1] - one[0]):
        places = [index + 1 for _, index in run]
        runs.append(str(places[0]) if len(places) == 1 else f"{places[0]}-{places[-1]}")
    word = "page" if len(runs) == 1 and "-" not in runs[0] else "pages"
    return f"{word} {', '.join(runs)} of the file"
