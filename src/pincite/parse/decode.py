"""From bytes to characters."""

from __future__ import annotations

import codecs

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes) -> tuple[str, str] | None:
    """The text of `data` and the encoding that reads it; None where the bytes are no text.

    A byte order mark decides; else UTF-8, Korean (cp949) where it yields Hangul, and Western European (cp1252).
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _try(data, encoding)
    if b"\x00" in data:
        return None
    return _try(data, "utf-8") or _korean(data) or _western(data)


def _try(data: bytes, encoding: str) -> tuple[str, str] | None:
    try:
        return data.decode(encoding), encoding
    except UnicodeDecodeError:
        return None


def _korean(data: bytes) -> tuple[str, str] | None:
    """cp949 reads many Western texts too: it counts only where most of what is not ASCII becomes Hangul."""
    found = _try(data, "cp949")
    if found is None:
        return None
    foreign = [c for c in found[0] if c > "\x7f"]
    hangul = sum("가" <= c <= "힣" for c in foreign)
    return found if hangul * 2 > len(foreign) else None


def _western(data: bytes) -> tuple[str, str] | None:
    # Bytes that no text holds: more than a few control characters are a sign of a binary file.
    controls = sum(byte < 32 and byte not in b"\t\n\r\f\x0b\x1a" for byte in data[:4096])
    if controls > len(data[:4096]) * 0.01:
        return None
    found = _try(data, "cp1252")
    return found or (data.decode("latin-1"), "latin-1")
