"""How findings say what is wrong: one line, for people and for the next draft, with the words of both sides."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from pincite.text.figures import Figure, FigureKind
from pincite.types.answer import CheckState, Finding

MAX_CHARS: Final = 300
QUOTE_CHARS: Final = 90
NEAREST_CHARS: Final = 200
MAX_NAMED: Final = 3

_MARKER = re.compile(r"\[(\d+)\]")
_KINDS: Final = {
    FigureKind.PERCENT: "percentage", FigureKind.ORDINAL: "ordinal number", FigureKind.SECTION: "section number",
}  # fmt: skip


def plain(text: str) -> str:
    """The text on one line, without control characters, and with no marker of ours in it: `{1}` for `[1]`."""
    shown = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text)
    return _MARKER.sub(r"{\1}", " ".join(shown.split()))


def quoted(text: str, limit: int = QUOTE_CHARS) -> str:
    """The words in quotation marks, cut to about `limit` characters."""
    words = plain(text)
    return f"'{words}'" if len(words) <= limit else f"'{words[: limit - 1].rstrip()}…'"


def failed(check: str, value: float | None, detail: str) -> Finding:
    """A failed finding, its detail on one line of at most 300 characters."""
    return Finding(check, CheckState.FAILED, value, line(detail))


def line(detail: str) -> str:
    """The detail on one line of at most 300 characters, without control characters."""
    shown = "".join(" " if unicodedata.category(c)[0] == "C" else c for c in detail)
    return shown if len(shown) <= MAX_CHARS else f"{shown[: MAX_CHARS - 1]}…"


def against(claim: str, source: str, number: int) -> str:
    """What the sentence and its source say, side by side."""
    return f"wrote {quoted(claim)}; source [{number}] says {quoted(source)}"


def figure_lost(figure: Figure, claim: str, standing: Sequence[str], number: int) -> str:
    """A figure that does not stand in the source, with those of its kind that do."""
    wrote = f"wrote {quoted(figure.span.cut(claim))}"
    if not standing:
        kind = _KINDS.get(figure.kind, figure.kind.value)
        return f"{wrote}; source [{number}] gives no {kind}"
    says = ", ".join(quoted(text, 40) for text in list(dict.fromkeys(standing))[:MAX_NAMED])
    return f"{wrote}; source [{number}] says {says}"


def around(text: str, figure: Figure, chars: int = 24) -> str:
    """A figure with the words around it."""
    low, high = max(figure.span.start - chars, 0), min(figure.span.end + chars, len(text))
    cut = text[low:high]
    if low:
        cut = cut[cut.find(" ", 0, figure.span.start - low) + 1 :]
    if high < len(text) and " " in cut[-chars:]:
        cut = cut[: cut.rfind(" ")]
    return cut
