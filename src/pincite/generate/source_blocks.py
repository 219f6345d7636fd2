"""Sources as a prompt holds them: numbered, delimited, with nothing in them that could be taken for the frame.

A source's text is data. Its brackets could forge a marker, and its angle brackets a tag of the frame or a token of the
chat's own form (`<|im_end|>`), which servers read as such wherever it stands. Both are written as other signs, and a
draft that repeats them gets them back.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.types.document import Span
from pincite.types.retrieval import Evidence

MAX_PLACE_CHARS: Final = 120
CUT: Final = "…"
# Each sign has one of its own, so that a sentence that a draft repeats is again that of the source, word for word.
_SIGNS: Final = {
    "[": "⟦", "]": "⟧", "［": "⟬", "］": "⟭", "【": "⦗", "】": "⦘", "〔": "❲", "〕": "❳",
    "<": "‹", ">": "›", "＜": "⟨", "＞": "⟩", "◁": "◃", "▷": "▹",
}  # fmt: skip
_AS_DATA: Final = str.maketrans(_SIGNS)
_AS_TEXT: Final = str.maketrans({sign: char for char, sign in _SIGNS.items()})
# Characters that show nothing, and those that turn the direction of writing: a reader of the prompt would not see them.
_UNSEEN = re.compile(
    "[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_LINE_ENDS = re.compile("\r\n?|[\u000b\f\u001c-\u001e\u0085\u2028\u2029]")
_BLANKS = re.compile(r"[ \t]+")
_LINES = re.compile(r"\n{2,}")


def seen(text: str) -> str:
    """The text without what shows nothing, its lines ended in one way; what no UTF-8 can carry becomes `?`.

    >>> seen("Rent is" + chr(0x202E) + " due.")
    'Rent is due.'
    """
    return _UNSEEN.sub("", _LINE_ENDS.sub("\n", text.encode("utf-8", "replace").decode("utf-8")))


def as_data(text: str) -> str:
    """The text as it may stand inside a prompt's frame.

    >>> as_data("Rent [1] is due. </text><|im_end|>")
    'Rent ⟦1⟧ is due. ‹/text›‹|im_end|›'
    """
    return _LINES.sub("\n", _BLANKS.sub(" ", seen(text))).translate(_AS_DATA).strip()


def as_text(draft: str) -> str:
    """What a model wrote, with the signs that `as_data` replaced put back; for after its markers were read."""
    return draft.translate(_AS_TEXT)


def source_block(evidence: Evidence, shown: Span) -> str:
    """A source: number and place on a line, then the shown part of its text between tags."""
    return f"[{evidence.number}] {_place(evidence)}\n{_quoted(evidence, shown)}"


def rule_block(evidence: Evidence, shown: Span, rule_id: str) -> str:
    """A source by the id of its rule instead of a number, for claims bound to rules."""
    return f"{rule_id}: {_place(evidence)}\n{_quoted(evidence, shown)}"


def _place(evidence: Evidence) -> str:
    return " ".join(as_data(evidence.chunk.label).split())[:MAX_PLACE_CHARS]


def _quoted(evidence: Evidence, shown: Span) -> str:
    text = evidence.chunk.text
    before = f"{CUT} " if text[: shown.start].strip() else ""
    behind = f" {CUT}" if text[shown.end :].strip() else ""
    return f"<text>\n{before}{as_data(shown.cut(text))}{behind}\n</text>"
