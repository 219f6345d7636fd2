"""What the head of a GGUF file says of its model."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

MAGIC = b"GGUF"
_STRING, _ARRAY = 8, 9
_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
"""Bytes of a value by the number of its type."""
_INTEGERS = {4: "<I", 5: "<i", 10: "<Q", 11: "<q"}
_LONGEST_KEY = 1 << 16


def is_gguf(path: Path) -> bool:
    """Whether a file begins as GGUF files do.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def trained_context(path: Path) -> int | None:
    """Tokens that the model was trained on at a time; None where the head does not say or cannot be read."""
    try:
        with path.open("rb") as file:
            return _context_length(file)
    except (OSError, ValueError, struct.error, OverflowError):
        return None


def _context_length(file: BinaryIO) -> int | None:
    """Entries lie one behind the other, so all before the wanted one are passed over."""
    if file.read(len(MAGIC)) != MAGIC or _number(file, "<I") < 2:
        return None
    _number(file, "<Q")  # tensors
    for _ in range(_number(file, "<Q")):
        length = _number(file, "<Q")
        if length > _LONGEST_KEY:
            return None
        key = file.read(length)
        kind = _number(file, "<I")
        if key.endswith(b".context_length") and kind in _INTEGERS:
            found = _number(file, _INTEGERS[kind])
            return found if found > 0 else None
        _pass_over(file, kind)
    return None


def _pass_over(file: BinaryIO, kind: int) -> None:
    if kind == _STRING:
        file.seek(_number(file, "<Q"), 1)
    elif kind == _ARRAY:
        inner, count = _number(file, "<I"), _number(file, "<Q")
        if inner in _SIZES:
            file.seek(_SIZES[inner] * count, 1)
        else:
            for _ in range(count):
                _pass_over(file, inner)
    elif kind in _SIZES:
        file.seek(_SIZES[kind], 1)
    else:
        raise ValueError(f"a value of unknown type {kind}")


def _number(file: BinaryIO, form: str) -> int:
    found: int = struct.unpack(form, file.read(struct.calcsize(form)))[0]
    return found
