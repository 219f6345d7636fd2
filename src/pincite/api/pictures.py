"""Pictures of pages, the last ones kept in memory."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from threading import Lock

from pincite.parse.view.pages import page_picture

KEPT_BYTES = 64_000_000
"""Most bytes of pictures that are kept."""


class _Kept:
    """Pictures by file, page and width."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[tuple[str, int, int], bytes] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, key: tuple[str, int, int]) -> bytes | None:
        with self._lock:
            if key in self._pictures:
                self._pictures.move_to_end(key)
            return self._pictures.get(key)

    def put(self, key: tuple[str, int, int], png: bytes) -> None:
        with self._lock:
            self._bytes += len(png) - len(self._pictures.get(key, b""))
            self._pictures[key] = png
            while self._bytes > KEPT_BYTES and self._pictures:
                _, oldest = self._pictures.popitem(last=False)
                self._bytes -= len(oldest)


_KEPT = _Kept()


def picture(path: Path, file_sha256: str, index: int, width_px: int, *, password: str | None = None) -> bytes:
    """The picture of a page as a PNG file.

    Args:
        file_sha256: of the file at `path`.
        password: by which it opens, if it needs one.

    Raises:
        DocumentError: the file has no such picture.
    """
    key = (file_sha256, index, width_px)
    found = _KEPT.get(key)
    if found is None:
        found = page_picture(path, index, width_px=width_px, password=password).png
        _KEPT.put(key, found)
    return found
