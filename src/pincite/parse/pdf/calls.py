"""Functions of the PDF library that take pointers as plain addresses, which halves what a call costs."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, cast


@cache
def by_address(name: str, *types: type, result: type = ctypes.c_int) -> Callable[..., int]:
    """The library's function `name`; a null pointer comes back as None.

    Args:
        types: of its arguments behind the first, which is an address. Where the others are C ints and pointers that
            `ctypes.byref` made they need no types, and a call without looks at types costs a third less.
        result: of what it returns.
    """
    import pypdfium2.raw as raw

    function = getattr(raw, name)
    twin: Any = type(function)(ctypes.cast(function, ctypes.c_void_p).value)  # of the same calling convention
    twin.argtypes = (ctypes.c_void_p, *types)
    twin.restype = result
    return cast("Callable[..., int]", twin)


def address(wrapped: Any) -> int:
    """The address of a page or text page of the PDF library; good as long as it lives."""
    return ctypes.addressof(wrapped.raw.contents)
