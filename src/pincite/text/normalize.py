"""Unicode rules that every parser keeps to: composed characters (NFC) and blanks that are plain blanks.

NFC and not NFKC: compatibility forms such as `½`, `①` or `㎡` carry meaning in legal text and stay as printed.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

# One class without alternatives, so that the usual text without any of these is passed over at full speed.
_SUSPECT = re.compile(
    r"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\xa0\xad\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ue000-\uf8ff\ufeff"
    r"\ufff9-\ufffb\ufffe\uffff]"
)
_ODD = re.compile(
    # Every blank that is no line break becomes a plain one, so that "§ 5" with a no-break space is found as "§ 5".
    r"(?P<blank>[ \t\x0b\x0c\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]{2,}"
    r"|[\t\x0b\x0c\xa0\u1680\u2000-\u200a\u202f\u205f\u3000])"
    # Symbol fonts' bullets reach the text as private-use characters.
    r"|(?P<bullet>[\uf020-\uf0ff](?=[ \t\xa0]))"
    # What prints nothing: controls, zero-width marks, soft hyphens, byte order marks, characters that are none.
    r"|[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b\u2060\ufeff\ufff9-\ufffb\ufffe\uffff]"
)
# First bytes in UTF-8 of the characters from U+E000 on.
_HIGH_FIRST = (b"\xee", b"\xef", b"\xf0", b"\xf1", b"\xf2", b"\xf3", b"\xf4")


class Replacement(NamedTuple):
    """`text[start:end]` is written as `written`."""

    start: int
    end: int
    written: str


def odd_places(text: str, start: int = 0, end: int | None = None) -> list[Replacement]:
    """What has to be written otherwise in `text[start:end]`: odd and repeated blanks, invisible characters.

    Line feeds and carriage returns are the parsers' matter.
    """
    stop = len(text) if end is None else end
    if text.find("  ", start, stop) >= 0:
        return [Replacement(*match.span(), _written(match)) for match in _ODD.finditer(text, start, stop)]
    found: list[Replacement] = []
    done = start
    for suspect in _SUSPECT.finditer(text, start, stop):
        at = suspect.start()
        if at < done:
            continue
        if at > done and text[at - 1] == " ":
            at -= 1
        odd = _ODD.match(text, at, stop) or _ODD.match(text, suspect.start(), stop)
        if odd is not None:
            found.append(Replacement(*odd.span(), _written(odd)))
            done = odd.end()
    return found


def _written(match: re.Match[str]) -> str:
    if match["blank"]:
        return " "
    return "•" if match["bullet"] else ""


def has_high(text: str) -> bool:
    """Whether `text` has a character from U+E000 on (private use, or a sign that few texts have) other than U+FFFE.

    That is by what PDF readers mark a hyphen at a line's end. Faster than a search.

    >>> has_high("§ 5 – 임대차"), has_high("\uf0b7 5")
    (False, True)
    """
    if text.isascii():
        return False
    encoded = text.encode("utf-8", "surrogatepass").replace(b"\xef\xbf\xbe", b"")
    return any(first in encoded for first in _HIGH_FIRST)


def nfc(text: str) -> str:
    """`text` in composed form."""
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def one_line(text: str) -> str:
    """`text` with every run of white space as one blank, none at the ends."""
    return " ".join(text.split())
