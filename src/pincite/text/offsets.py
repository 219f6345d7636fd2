"""Build text and its way back to the raw characters at the same time."""

from __future__ import annotations

import re
import unicodedata

from pincite.types.document import TextMap, TextRun

# NFC never composes across white space, so that tokens and blanks can be composed one by one.
_TOKENS = re.compile(r"\S+|\s+")
_LAST_TOKEN = re.compile(r"\S+\Z")


class TextMapBuilder:
    """Collects text piece by piece: copied from the raw text, or made by the parser.

    The text is NFC throughout. Copied places that NFC changes are kept as text without a raw place, so that for
    each run of the map `text[run] == raw[run]`.
    """

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._runs: list[TextRun] = []
        self._length = 0

    def __len__(self) -> int:
        return self._length

    @property
    def last(self) -> str:
        """The last character so far; empty at the start."""
        return self._pieces[-1][-1] if self._pieces else ""

    def make(self, text: str) -> None:
        """Append `text` that has no raw place."""
        rest = text[self._mend_seam(text) :]
        if rest:
            self._push(unicodedata.normalize("NFC", rest))

    def copy(self, raw: str, start: int, end: int, page: int = -1, *, before: int = 0) -> None:
        """Append `raw[start:end]`, `page` being its 0-based page or -1 without pages.

        Args:
            before: raw characters before `raw`, where that is only a part of the raw text.
        """
        piece, start = raw[start:end], start + before
        if piece.isascii():
            self._copy_exact(piece, start, page)
            return
        used = self._mend_seam(piece)
        start, piece = start + used, piece[used:]
        if unicodedata.is_normalized("NFC", piece):
            self._copy_exact(piece, start, page)
            return
        for token in _TOKENS.finditer(piece):
            self._copy_token(token.group(), start + token.start(), page)

    def text(self) -> str:
        """All text so far."""
        return "".join(self._pieces)

    def text_from(self, start: int) -> str:
        """The text from `start` on; cheap near the end."""
        taken: list[str] = []
        at = self._length
        for piece in reversed(self._pieces):
            if at <= start:
                break
            at -= len(piece)
            taken.append(piece)
        return "".join(reversed(taken))[max(start - at, 0) :]

    def text_map(self) -> TextMap:
        """The map of all text so far."""
        return TextMap(tuple(self._runs))

    def _push(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)

    def _copy_exact(self, piece: str, raw_start: int, page: int) -> None:
        length = len(piece)
        if not length:
            return
        start, runs = self._length, self._runs
        self._pieces.append(piece)
        self._length = start + length
        if runs:
            before, size, raw_page, raw_before = runs[-1]
            if raw_before + size == raw_start and before + size == start and raw_page == page:
                runs[-1] = TextRun(before, size + length, page, raw_before)
                return
        runs.append(TextRun(start, length, page, raw_start))

    def _copy_token(self, token: str, raw_start: int, page: int) -> None:
        composed = unicodedata.normalize("NFC", token)
        if composed == token:
            self._copy_exact(token, raw_start, page)
            return
        limit = min(len(token), len(composed))
        head = next((i for i in range(limit) if token[i] != composed[i]), limit)
        tail = next((i for i in range(limit - head) if token[-1 - i] != composed[-1 - i]), limit - head)
        if head:
            self._copy_exact(token[:head], raw_start, page)
        if composed[head : len(composed) - tail]:
            self._push(composed[head : len(composed) - tail])
        if tail:
            self._copy_exact(token[-tail:], raw_start + len(token) - tail, page)

    def _mend_seam(self, coming: str) -> int:
        """How many characters of `coming` were composed with the end of the text and are appended already."""
        if not self._pieces or not coming or coming[0] < "\u0300" or coming[0].isspace():
            return 0
        tail = self._last_token()
        head = coming.split(maxsplit=1)[0]
        if unicodedata.is_normalized("NFC", tail[-1:] + head[0]) and not unicodedata.combining(head[0]):
            return 0
        composed = unicodedata.normalize("NFC", tail + head)
        if composed == tail + head:
            return 0
        keep = next((i for i, (a, b) in enumerate(zip(tail, composed, strict=False)) if a != b), len(tail))
        self._drop(len(tail) - keep)
        self._push(composed[keep:])
        return len(head)

    def _last_token(self) -> str:
        taken: list[str] = []
        for piece in reversed(self._pieces):
            token_end = _LAST_TOKEN.search(piece)
            taken.append(token_end.group() if token_end else "")
            if len(taken[-1]) < len(piece):
                break
        return "".join(reversed(taken))

    def _drop(self, count: int) -> None:
        """Take the last `count` characters back."""
        self._length -= count
        while count:
            piece = self._pieces.pop()
            if len(piece) > count:
                self._pieces.append(piece[:-count])
            count = max(count - len(piece), 0)
        while self._runs and self._runs[-1].start + self._runs[-1].length > self._length:
            run = self._runs.pop()
            if run.start < self._length:
                self._runs.append(run._replace(length=self._length - run.start))
