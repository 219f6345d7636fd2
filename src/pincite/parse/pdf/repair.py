"""Damaged PDF files, repaired in memory by pikepdf (extra `repair`): what is left of them becomes a whole file."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from pincite.errors import EncryptedDocument, MissingExtra

MAX_OBJECT = 1 << 20
"""Bytes around the type of a page tree in which its count is looked for."""

_TREE = re.compile(rb"/Type\s*/Pages\b")
_PAGE = re.compile(rb"/Type\s*/Page(?![A-Za-z])")
_COUNT = re.compile(rb"/Count\s+(\d{1,9})\b")
_NUMBER = re.compile(rb"(\d{1,9})\s+\d{1,5}\s*\Z")


@dataclass(frozen=True, slots=True)
class Repaired:
    """A file made whole.

    Args:
        data: its bytes, without encryption.
        found: how many pages it has.
        stated: how many the damaged file says that it has; None where that is lost.
        bare: how many of the pages found have no content.
    """

    data: bytes
    found: int
    stated: int | None
    bare: int


def repaired(data: bytes, source: str, *, password: str | None = None) -> Repaired | None:
    """What can be made of a damaged PDF; None where not even its pages are left.

    Raises:
        MissingExtra: pikepdf is not installed.
        EncryptedDocument: it needs a password, or another one.
    """
    try:
        import pikepdf
    except ImportError as error:
        raise MissingExtra(
            "Wanted to repair a damaged PDF, found no pikepdf.", hint="Install it: pip install 'pincite[repair]'."
        ) from error
    try:
        with _quiet(), pikepdf.open(BytesIO(data), password=password or "", suppress_warnings=True) as pdf:
            found = len(pdf.pages)
            bare = sum(1 for page in pdf.pages if _is_bare(page))
            out = BytesIO()
            pdf.save(out, encryption=False, fix_metadata_version=False)
    except pikepdf.PasswordError as error:
        state = "the given password does not open it" if password else "it needs a password"
        raise EncryptedDocument(
            f"Wanted to repair {source}, found it damaged and encrypted: {state}.",
            hint="Name its password with --password, or download or export it again.",
        ) from error
    except (pikepdf.PdfError, RuntimeError, ValueError, LookupError, TypeError, AttributeError, OverflowError):
        return None
    return Repaired(out.getvalue(), found, stated_pages(data), bare) if found else None


@contextmanager
def _quiet() -> Iterator[None]:
    """What pikepdf finds wrong is expected here, and nobody's to read."""
    logger = logging.getLogger("pikepdf")
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)


def _is_bare(page: Any) -> bool:
    contents = page.obj.get("/Contents")
    return contents is None or (contents._type_name == "array" and not len(contents))


def stated_pages(data: bytes) -> int | None:
    """The largest count that a page tree of the file states, as far as these stand in it openly."""
    counts = []
    for tree in _TREE.finditer(data):
        start = data.rfind(b" obj", max(tree.start() - MAX_OBJECT, 0), tree.start())
        end = data.find(b"endobj", tree.end(), tree.end() + MAX_OBJECT)
        match = _COUNT.search(data, max(start, 0), end if end >= 0 else tree.end() + MAX_OBJECT)
        counts += [int(match[1])] if match else []
    return max(counts, default=None)


def open_pages(data: bytes) -> int:
    """How many page objects, by their numbers, stand openly in the file; those of older versions of it count too."""
    numbers = set()
    for page in _PAGE.finditer(data):
        at = data.rfind(b" obj", max(page.start() - MAX_OBJECT, 0), page.start())
        match = _NUMBER.search(data[max(at - 20, 0) : at]) if at > 0 else None
        numbers |= {match[1]} if match else set()
    return len(numbers)
