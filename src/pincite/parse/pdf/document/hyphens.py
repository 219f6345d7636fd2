"""Words broken at line ends: joined, unless the hyphen is the word's own.

A PDF tells only that a line ended in a hyphen. Whether `month-` + `to-month` keeps it is decided by the document's
own words: the form that it uses elsewhere wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

# What PDF readers put where a line ended in a hyphen, and the soft hyphen.
BREAK_MARKS = "\x02\ufffe\xad"

_MARK = re.compile(f"[{BREAK_MARKS}]")
_WORD = re.compile(r"[^\W\d_]+(?:[-‐‑][^\W\d_]+)*")
_LEFT = re.compile(r"[^\W_]+(?:[-‐‑–][^\W_]+)*[-‐‑–]?\Z")
_RIGHT = re.compile(r"[^\W_]+(?:[-‐‑–][^\W_]+)*")

# Beginnings that English writes with a hyphen before almost any word.
_HYPHENATED = frozenset(
    "self non ex quasi all well cross half vice co post pro anti mid semi two three four multi".split()
)
# Words that are also the beginning of closed compounds; their halves being words proves nothing.
_CLOSED = frozenset(
    "any down every for here in inter into mean more no off on other out over some sub there through to under up where"
    " with not house land foot back water hand break work with".split()
)


class Vocabulary:
    """The words of one document, as far as they are not broken at a line end; read when the first is asked for.

    Args:
        texts: of the document, in any order.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = tuple(texts)

    @cached_property
    def _words(self) -> frozenset[str]:
        tokens: set[str] = set()
        for text in self._texts:
            tokens.update(text.split())
        tokens = set(" ".join(tokens).lower().split())
        words = set(filter(str.isalpha, tokens))  # most of them; the others are looked into
        # A fragment of a broken word would pass as a word.
        whole = (token for token in tokens - words if not _MARK.search(token))
        return frozenset(words.union(_WORD.findall(" ".join(whole))))

    def keeps_hyphen(self, before: str, after: str) -> bool:
        """Whether the hyphen between the texts `before` and `after` belongs to the word.

        Args:
            before: text up to the break, without the hyphen.
            after: text from the break on.
        """
        left_match, right_match = _LEFT.search(before), _RIGHT.match(after)
        if left_match is None or right_match is None:
            return True
        left, right = left_match.group(), right_match.group()
        if any(c.isdigit() for c in left[-1] + right[0]):
            return True
        return self._judge(left.lower(), right.lower(), left, right)

    def _judge(self, left: str, right: str, left_form: str, right_form: str) -> bool:
        hyphenated, joined = f"{left}-{right}", left + right
        if hyphenated in self._words or joined in self._words:
            return hyphenated in self._words and joined not in self._words
        if right_form[0].isupper() and not left_form[-1].isupper():
            return True
        first, last = left.rsplit("-", 1)[-1], right.split("-", 1)[0]
        if "-" in left or "-" in right:
            # A compound already: join only where the two halves make a word that the document knows.
            return first + last not in self._words
        if left in _HYPHENATED:
            return True
        return left not in _CLOSED and len(right) > 2 and left in self._words and right in self._words
