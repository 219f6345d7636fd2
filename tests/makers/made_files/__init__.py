"""Small files made for the tests, each with one thing that real files have and that may go wrong.

Each module of this package has `FILES`, a tuple of `MadeFile`. What reading one should give lies beside the tests of
parsing, in `golden/<name>.json`; `python -m made_files --golden` writes these anew, and a person reads the difference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules


@dataclass(frozen=True, slots=True)
class MadeFile:
    """One file.

    Args:
        name: with its suffix, unique over all modules, such as `rotated_page.pdf`.
        fault: what is special about it, one line.
        make: gives its bytes, the same at every call.
        quotes: texts of it whose boxes are part of what is expected.
        password: by which it opens, where it needs one.
        ocr: whether it is read with optical recognition (language codes), which makes its test a slow one.
        needs: modules without which its test is skipped, such as `pikepdf`.
    """

    name: str
    fault: str
    make: Callable[[], bytes]
    quotes: tuple[str, ...] = ()
    password: str | None = None
    ocr: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


def made_files() -> list[MadeFile]:
    """All of them, by name."""
    found: list[MadeFile] = []
    for module in iter_modules(__path__):
        if not module.name.startswith("_"):
            found += getattr(import_module(f"{__name__}.{module.name}"), "FILES", ())
    names = [file.name for file in found]
    assert len(set(names)) == len(names), "two made files of one name"
    return sorted(found, key=lambda file: file.name)
