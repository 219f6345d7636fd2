"""What the private-use characters of symbol fonts show: the fonts count their signs, and Unicode has them elsewhere."""

from __future__ import annotations

# Places 0xF020 to 0xF0FF of the fonts, by the sign that they draw; only signs that carry meaning in running text.
_SYMBOL = {
    0x61: "α", 0x62: "β", 0x67: "γ", 0x64: "δ", 0x6D: "μ", 0x70: "π", 0x73: "σ", 0x44: "Δ", 0x53: "Σ", 0x57: "Ω",
    0xA3: "≤", 0xB3: "≥", 0xB0: "°", 0xB1: "±", 0xB4: "×", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBB: "≈", 0xA2: "′",
    0xB2: "″", 0xAC: "←", 0xAE: "→", 0xD2: "®", 0xD3: "©", 0xD4: "™", 0xD8: "¬", 0xE2: "®", 0xE3: "©", 0xE4: "™",
}  # fmt: skip
_WINGDINGS = {
    0x6C: "●", 0x6E: "■", 0x6F: "□", 0x70: "□", 0x71: "❑", 0x72: "❒", 0x75: "◆", 0x76: "❖", 0x77: "◆", 0x9F: "•",
    0xA1: "○", 0xA7: "▪", 0xA8: "□", 0xB7: "•", 0xD8: "➢", 0xDC: "➢", 0xE0: "→", 0xDF: "←", 0xE8: "➔", 0xF0: "⇨",
    0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip


def sign_of(character: str, font: str) -> str | None:
    """What a private-use character of a font shows; None where that is not known."""
    place = ord(character) - 0xF000
    name = font.casefold()
    if "wingdings" in name and "wingdings2" not in name.replace(" ", "").replace("-", ""):
        return _WINGDINGS.get(place)
    return _SYMBOL.get(place) if "symbol" in name else None
