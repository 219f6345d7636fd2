"""Text of documents without what neither Markdown, HTML nor SVG may hold."""

from __future__ import annotations

import re
from typing import Final

REPLACEMENT: Final = "\ufffd"
# Control characters, lone surrogates, non-characters; and the marks that turn the direction of all that follows.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\u202a-\u202e\u2066-\u2069]"
)


def plain(text: str) -> str:
    """The text with `REPLACEMENT` for each character that must not stand in a report; tab and line feed stay."""
    return _UNPRINTABLE.sub(REPLACEMENT, text.replace("\r\n", "\n"))
