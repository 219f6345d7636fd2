"""Opening a PDF file: is it whole, does it open, has it the pages that it states; and repair where it is not so.

A file that was cut off, or whose pages are not all there, never passes as the whole document: it is refused, or it is
repaired and the document says how many pages were found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from pincite.errors import DamagedDocument, DocumentError, EncryptedDocument, MissingExtra
from pincite.parse.pdf import repair
from pincite.text.counts import count_of

if TYPE_CHECKING:
    import pypdfium2 as pdfium

MAX_PAGES = 20_000

_WRONG_PASSWORD = 4
_START = re.compile(rb"startxref\s+(\d{1,12})")
_ROW = re.compile(rb"(\d{10}) \d{5} n")
_OBJECT = re.compile(rb"\s*\d+\s+\d+\s+obj")
_FIRST_ROWS = 200  # bytes
_TABLE = re.compile(rb"\s*(?:xref|\d+\s+\d+\s+obj)")
_BROKEN_TABLE = "The file's table of objects is broken; it was rebuilt from the objects found"
_INSTALL = "pip install 'pincite[repair]'"
_PAGE_MARK = re.compile(rb"/Type\s*/Page(?![A-Za-z])")

Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Whole(Generic[Read]):
    """A file that was read whole.

    Args:
        found: what was read.
        data, password: of the file that was read, the repaired one at need.
        notes: what was wrong with it, for people.
    """

    found: Read
    data: bytes
    password: str | None
    notes: tuple[str, ...] = ()


def read_whole(
    data: bytes, source: str, password: str | None, read: Callable[[pdfium.PdfDocument], Read]
) -> Whole[Read]:
    """What `read` gives for the file, repaired at need.

    Raises:
        EncryptedDocument: it needs a password, or another one.
        DamagedDocument: it is not whole, or has no pages or an unreadable one, and could not be repaired.
        DocumentError: it has more than `MAX_PAGES` pages.
    """
    if _is_cut(data):
        damage = DamagedDocument(
            f"Wanted a whole PDF, found {source} without its end (no %%EOF after the last object).",
            hint="Download or export it again.",
        )
        return _read_repaired(data, source, password, read, damage, "cut off")
    try:
        with _opened(data, source, password) as pdf:
            pages = len(pdf)
            found = read(pdf)
    except DamagedDocument as error:
        return _read_repaired(data, source, password, read, error, "damaged")
    if len(_PAGE_MARK.findall(data)) > pages and repair.open_pages(data) > pages:
        return _read_more(data, source, password, read, found, pages)
    table = () if _has_table(data) else (f"{_BROKEN_TABLE}, {_pages(pages)}.",)
    return Whole(found, data, password, table)


def _read_repaired(
    data: bytes,
    source: str,
    password: str | None,
    read: Callable[[pdfium.PdfDocument], Read],
    damage: DamagedDocument,
    state: str,
) -> Whole[Read]:
    try:
        whole = repair.repaired(data, source, password=password)
    except MissingExtra:
        raise DamagedDocument(
            damage.message, hint=f"Download or export it again; {_INSTALL} lets pincite read what is left of it."
        ) from damage
    if whole is None:
        raise damage
    with _opened(whole.data, source, None) as pdf:
        return Whole(read(pdf), whole.data, None, (_note(whole, state),))


def _read_more(
    data: bytes,
    source: str,
    password: str | None,
    read: Callable[[pdfium.PdfDocument], Read],
    found: Read,
    pages: int,
) -> Whole[Read]:
    """The same for a file that seems to have more pages than it states; earlier versions of it may have had them."""
    try:
        whole = repair.repaired(data, source, password=password)
    except MissingExtra:
        note = f"The file states {_pages(pages)} and may have more; {_INSTALL} lets pincite tell."
        return Whole(found, data, password, (note,))
    if whole is None or whole.found <= pages:
        return Whole(found, data, password)
    with _opened(whole.data, source, None) as pdf:
        note = f"The file states {_pages(pages)} and has {whole.found}; all were read."
        return Whole(read(pdf), whole.data, None, (note,))


def _note(whole: repair.Repaired, state: str) -> str:
    bare = f", {whole.bare} of them without content" if whole.bare else ""
    if state == "cut off":
        stated = f"of {whole.stated} stated" if whole.stated else "found; how many there were cannot be told"
        ending = "" if whole.stated and whole.stated > whole.found else "; the end of the text may be missing"
        return f"The file is cut off. What is left of it was read: {_pages(whole.found)} {stated}{bare}{ending}."
    stated = f", {whole.stated} stated" if whole.stated else ""
    return f"The file is damaged and was repaired for reading: {_pages(whole.found)} found{stated}{bare}."


def _pages(count: int) -> str:
    return count_of(count, "page")


def _is_cut(data: bytes) -> bool:
    """Whether the file was cut off: what is left of it would pass as the whole document."""
    end = data.rfind(b"%%EOF")
    return end < 0 or data.find(b" obj", end) >= 0


def _has_table(data: bytes) -> bool:
    """Whether the file's last word leads to its table of objects, and the first rows of the table to objects."""
    at = data.rfind(b"startxref")
    match = _START.match(data, at) if at >= 0 else None
    if match is None:
        return False
    shift = max(data.find(b"%PDF-", 0, 1024), 0)  # of files with something before their first byte
    return any(_is_table(data, int(match[1]) + by, by) for by in {0, shift})


def _is_table(data: bytes, at: int, shift: int) -> bool:
    if _TABLE.match(data, at) is None:
        return False
    rows = _ROW.findall(data[at : at + _FIRST_ROWS]) if data[at : at + 8].lstrip().startswith(b"xref") else []
    return all(_OBJECT.match(data, int(row) + shift) for row in rows)


@contextmanager
def _opened(data: bytes, source: str, password: str | None) -> Iterator[pdfium.PdfDocument]:
    import pypdfium2 as pdfium

    try:
        pdf = pdfium.PdfDocument(data, password=password)
    except pdfium.PdfiumError as error:
        found: DocumentError = open_error(error, source, password)
        if isinstance(found, EncryptedDocument) and b"/Encrypt" not in data:  # it says so of some broken ones, too
            found = _damaged("no page tree can be read", source)
        raise found from error
    try:
        if not len(pdf):
            raise DamagedDocument(f"Wanted a PDF with pages, found none in {source}.", hint="Export it again.")
        _check_count(pdf, source)
        yield pdf
    except pdfium.PdfiumError as error:
        raise DamagedDocument(
            f"Wanted to read every page, found one that cannot be loaded in {source}.",
            hint="Export it again.",
        ) from error
    finally:
        pdf.close()


def _check_count(pdf: pdfium.PdfDocument, source: str) -> None:
    """A file with too many pages is refused, unless it only states them: then reading stops at the first that lacks."""
    if len(pdf) > MAX_PAGES:
        pdf[MAX_PAGES].close()
        raise DocumentError(
            f"Wanted a PDF of at most {MAX_PAGES:,} pages, found {len(pdf):,} in {source}.",
            hint="Split it and add the parts.",
        )


def open_error(error: pdfium.PdfiumError, source: str, password: str | None) -> DamagedDocument | EncryptedDocument:
    """Why a PDF could not be opened, for people."""
    if getattr(error, "err_code", None) == _WRONG_PASSWORD or "password" in str(error).lower():
        found = "the given password does not open it" if password else "it needs a password"
        return EncryptedDocument(
            f"Wanted to read {source}, found it encrypted: {found}.",
            hint="Name its password with --password, or save a copy without one and add that.",
        )
    return _damaged(str(error).rstrip("."), source)


def _damaged(reason: str, source: str) -> DamagedDocument:
    return DamagedDocument(f"Wanted a PDF, found {source} damaged ({reason}).", hint="Download or export it again.")
