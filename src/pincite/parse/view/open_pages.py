"""Pages of PDF files for looking at: the last few files stay open, so that paging through one does not open it anew."""

from __future__ import annotations

import atexit
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import file_digest
from io import BufferedReader
from os import fstat
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import DamagedDocument, DocumentError, UnsupportedFormat
from pincite.parse.pdf.lock import LOCK
from pincite.parse.source_file import opened
from pincite.text.counts import count_of

if TYPE_CHECKING:
    import pypdfium2 as pdfium

KEPT_OPEN = 4
"""Files that stay open after use."""

_Key = tuple[str, int, int, int, int, str | None]


@dataclass(slots=True)
class _OpenFile:
    """An opened file.

    Args:
        sha256: empty until it was asked for.
        is_repaired: `pdf` is the file as the parser reads it, repaired at need.
    """

    file: BufferedReader
    pdf: pdfium.PdfDocument
    sha256: str = ""
    is_repaired: bool = False

    def close(self) -> None:
        self.pdf.close()
        self.file.close()


_open: OrderedDict[_Key, _OpenFile] = OrderedDict()


@contextmanager
def opened_page(
    path: Path | str, page_index: int, *, password: str | None = None, file_sha256: str | None = None
) -> Iterator[pdfium.PdfPage]:
    """A page of the PDF file at `path`; the PDF library is locked as long as it is open.

    Args:
        page_index: 0-based place in the file.
        file_sha256: that the file must have, hex; None: any.

    Raises:
        EncryptedDocument: it needs a password, or another one.
        DamagedDocument: it or the page cannot be opened.
        DocumentError: there is no such file or page, it is no PDF, or it is another file than was asked for.
    """
    with LOCK:
        entry = _entry(Path(path), password)
        if file_sha256 is not None:
            _require_same(entry, path, file_sha256)
        page = _page(entry, Path(path), page_index, password)
        try:
            yield page
        finally:
            page.close()


def close_files() -> None:
    """Give back the files that are kept open, such as before one is removed."""
    with LOCK:
        while _open:
            _open.popitem()[1].close()


def _entry(path: Path, password: str | None) -> _OpenFile:
    with opened(path) as file:
        facts = fstat(file.fileno())
        key = (str(path.absolute()), facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns, password)
    known = _open.get(key)
    if known is not None:
        _open.move_to_end(key)
        return known
    if not _open:
        # Before the library's own farewell, which complains of files left open: what is registered last goes first.
        atexit.unregister(close_files)
        atexit.register(close_files)
    _open[key] = entry = _opened(path, password)
    while len(_open) > KEPT_OPEN:
        _open.popitem(last=False)[1].close()
    return entry


def _opened(path: Path, password: str | None) -> _OpenFile:
    import pypdfium2 as pdfium

    file = path.open("rb")
    try:
        if b"%PDF-" not in file.read(1024):
            raise UnsupportedFormat(
                f"Wanted a file whose pages can be shown, found {path}, which is no PDF.", hint="Show its text."
            )
        file.seek(0)
        try:
            entry = _OpenFile(file, pdfium.PdfDocument(file, password=password))
        except pdfium.PdfiumError:
            entry = _OpenFile(file, _repaired(file, path, password), is_repaired=True)
        entry.pdf.init_forms()  # so that what was filled into a form is shown
        return entry
    except BaseException:
        file.close()
        raise


def _page(entry: _OpenFile, path: Path, page_index: int, password: str | None) -> pdfium.PdfPage:
    """The page; where the file lacks it or cannot load it, that of the file as it is repaired for reading, once."""
    import pypdfium2 as pdfium

    fault: pdfium.PdfiumError | None = None
    try:
        if 0 <= page_index < len(entry.pdf):
            return entry.pdf[page_index]
    except pdfium.PdfiumError as error:
        fault = error
    if page_index >= 0 and not entry.is_repaired:
        whole = _repaired(entry.file, path, password)
        entry.pdf.close()
        entry.pdf, entry.is_repaired = whole, True
        return _page(entry, path, page_index, password)
    if fault is not None:
        raise DamagedDocument(f"Wanted page {page_index + 1} of {path}, found it damaged ({fault}).") from fault
    raise DocumentError(f"Wanted page {page_index + 1} of {path}, found {count_of(len(entry.pdf), 'page')}.")


def _repaired(file: BufferedReader, path: Path, password: str | None) -> pdfium.PdfDocument:
    """The file as the parser reads it, repaired at need."""
    import pypdfium2 as pdfium

    from pincite.parse.pdf.file import read_whole

    file.seek(0)
    whole = read_whole(file.read(), str(path), password, _load_all)
    return pdfium.PdfDocument(whole.data, password=whole.password)


def _load_all(pdf: pdfium.PdfDocument) -> None:
    for page in pdf:
        page.close()


def _require_same(entry: _OpenFile, path: Path | str, file_sha256: str) -> None:
    if not entry.sha256:
        entry.file.seek(0)
        entry.sha256 = file_digest(entry.file, "sha256").hexdigest()
    if entry.sha256 != file_sha256:
        raise DocumentError(
            f"Wanted the file that the document was read from, found another content in {path}.",
            hint="Add the file again.",
        )
