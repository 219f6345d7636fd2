"""Signs that Word writes as letters of a symbol font, as the characters that they look like.

The file says which letter of the font it is (w:sym, or a private-use character in a run of that font). Signs that look
like no character of Unicode, or that nobody has mapped, are left out and counted.
"""

from __future__ import annotations

_GREEK = dict(zip("abgdezhqiklmnxoprstufcyw", "αβγδεζηθικλμνξοπρστυφχψω", strict=True))
_SYMBOL = {ord(latin): greek for latin, greek in _GREEK.items()} | {
    ord(latin.upper()): greek.upper() for latin, greek in _GREEK.items()
} | {
    0xA2: "′", 0xA3: "≤", 0xA5: "∞", 0xB0: "°", 0xB1: "±", 0xB2: "″", 0xB3: "≥", 0xB4: "×", 0xB7: "•", 0xB8: "÷",
    0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xBC: "…", 0xAC: "←", 0xAE: "→", 0xD2: "®", 0xD3: "©", 0xD4: "™", 0xD6: "√",
    0xE2: "®", 0xE3: "©", 0xE4: "™", 0x2D: "−",
}  # fmt: skip
_WINGDINGS = {
    0x6C: "•", 0x6E: "■", 0x6F: "□", 0x70: "□", 0x71: "❑", 0x72: "❒", 0x75: "◆", 0x76: "❖", 0x77: "◆", 0x9F: "•",
    0xA7: "▪", 0xA8: "☐", 0xD8: "➢", 0xE0: "→", 0xDF: "←", 0xE8: "➔", 0xF0: "⇨", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒",
    0xFE: "☑",
} | {0x81 + place: chr(ord("①") + place) for place in range(10)}  # fmt: skip
_WINGDINGS_2 = {0x50: "✓", 0x4F: "✗", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0xA3: "☐", 0x2A: "☐"}
_FONTS = {"symbol": _SYMBOL, "wingdings": _WINGDINGS, "wingdings 2": _WINGDINGS_2}
_PRIVATE = range(0xF000, 0xF100)


def is_symbol_font(font: str | None) -> bool:
    """Whether letters of a font are signs."""
    return font is not None and (font.lower() in _FONTS or font.lower().startswith(("wingdings", "webdings")))


def symbol(font: str, code: int) -> str:
    """The character that a letter of a font looks like; empty where there is none.

    >>> symbol("Wingdings", 0xF0FE), symbol("Symbol", 0xF0B0), symbol("Arial", 0x2713)
    ('☑', '°', '✓')
    """
    low = code - 0xF000 if code in _PRIVATE else code
    if is_symbol_font(font):
        return _FONTS.get(font.lower(), {}).get(low, "")
    usable = 0x20 <= low <= 0x10FFFF and not 0xD800 <= low <= 0xDFFF and not 0xE000 <= low <= 0xF8FF
    return chr(low) if usable else ""
