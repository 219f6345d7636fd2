"""Parsing: a file becomes a `Document`, canonical text with its pages and sections and the way back to the file."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import EmptyDocument, UnsupportedFormat
from pincite.parse.decode import decode
from pincite.parse.parsed import Parsed
from pincite.parse.source_file import file_sha256, read_bytes
from pincite.parse.versions import PARSER_VERSIONS
from pincite.types.document import Document

if TYPE_CHECKING:
    from pincite.parse.ocr.options import OcrOptions

__all__ = ["PARSER_VERSIONS", "file_sha256", "read", "read_data"]

_SAMPLE_CHARS = 8000
_MAX_TITLE = 500  # it stands in front of every chunk; a line of megabytes is none
_SLICES = 4
_HTML = re.compile(r"<!doctype\s+html|<html[\s>]|<(?:head|body)[\s>]", re.IGNORECASE)
_TAG = re.compile(r"</(?:p|div|h[1-6]|li|td|tr|span|section|article)>", re.IGNORECASE)
_MARKDOWN_HEADING = re.compile(r"^#{1,6}[ \t]+\S", re.MULTILINE)
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_COMPOUND = b"\xd0\xcf\x11\xe0"
_BLANKS = b"\xef\xbb\xbf \t\r\n"
_MAIL_HEAD = re.compile(rb"\s*(?:From |[!-9;-~]{1,76}:)")
_BINARY = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"II*\x00", "a TIFF picture"),
    (b"MM\x00*", "a TIFF picture"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!\x1a", "a RAR archive"),
)


def read(
    path: Path | str, *, document_id: str | None = None, password: str | None = None, ocr: OcrOptions | None = None
) -> Document:
    """Parse the file at `path`; what it is follows from its content, not from its name.

    Args:
        path: of a PDF, a Word (.docx), OpenDocument (.odt), RTF or Hangul (.hwpx) text, a mail message (.eml), an HTML,
            Markdown or plain text file, or of a law in XML (eCFR, USLM).
        document_id: the file's stem unless given.
        password: for an encrypted PDF; the empty one is always tried.
        ocr: how pages of a PDF without usable text are read from their pictures; None reports them without text.

    Raises:
        MissingExtra: recognition is asked for, and the program for it is not installed.
        UnsupportedFormat: a file of another kind, or one that is not safe to read: over a limit, or with XML that has
            entities of its own.
        DamagedDocument: a file that cannot be read whole.
        EncryptedDocument: a PDF that needs another password, or another file that needs one.
        EmptyDocument: no text in it.
        DocumentError: the file cannot be opened.

    Example:
        >>> read("handbook.pdf").pages[7].label  # doctest: +SKIP
        '1'
    """
    path = Path(path)
    return read_data(read_bytes(path), path, document_id=document_id, password=password, ocr=ocr)


def read_data(
    data: bytes,
    source: Path | str,
    *,
    document_id: str | None = None,
    password: str | None = None,
    ocr: OcrOptions | None = None,
) -> Document:
    """The document that a file's content is; for files that do not lie open, such as a member of an archive.

    Args:
        data: the whole content.
        source: what the document's `source` is to be; its name gives the id, the suffix and, at need, the title.
        document_id, password, ocr: as for `read`.

    Raises:
        DocumentError: as for `read`.
    """
    path = Path(source)
    if not data.strip():
        raise EmptyDocument(f"Wanted a document, found nothing in {path}.", hint="Check the file and add it again.")
    parsed = _parse(data, path, password, ocr)
    if not parsed.text.strip():
        raise EmptyDocument(f"Wanted a document, found no text in {path}.", hint="Check the file and add it again.")
    return _document(parsed, path, document_id or path.stem, sha256(data).hexdigest())


def _parse(data: bytes, path: Path, password: str | None, ocr: OcrOptions | None) -> Parsed:
    if b"%PDF-" in data[:1024]:
        from pincite.parse.pdf.parser import parse_pdf

        return parse_pdf(data, str(path), password=password, ocr=ocr)
    parsed = _parse_office(data, path)
    if parsed is not None:
        return parsed
    for mark, name in _BINARY:
        if data.startswith(mark):
            raise _unsupported(path, name)
    decoded = decode(data)
    if decoded is None:
        raise _unsupported(path, "bytes that are no text")
    return _parse_text(*decoded, path)


def _parse_office(data: bytes, path: Path) -> Parsed | None:
    """What a file of an office or mail program holds; None where the file is no such."""
    if data.startswith(_ZIP):
        from pincite.parse.office.containers import parse_zipped

        return parse_zipped(data, str(path))
    if data.startswith(_COMPOUND):
        from pincite.parse.office.containers import compound_error

        raise compound_error(data, str(path))
    if data.lstrip(_BLANKS).startswith(b"{\\rtf"):
        from pincite.parse.office.rtf import parse_rtf

        return parse_rtf(data, str(path))
    if _MAIL_HEAD.match(data):
        from pincite.parse.office.eml import is_eml, parse_eml

        return parse_eml(data, str(path)) if is_eml(data, path.suffix) else None
    return None


def _parse_text(raw: str, encoding: str, path: Path) -> Parsed:
    suffix = path.suffix.lower()
    law = _parse_law_xml(raw)
    if law is not None:
        parsed = law
    elif suffix not in (".md", ".markdown") and _looks_like_html(raw):
        from pincite.parse.text_files.html import parse_html

        parsed = parse_html(raw)
    elif suffix in (".md", ".markdown") or _MARKDOWN_HEADING.search(raw):
        from pincite.parse.text_files.markdown import parse_markdown

        parsed = parse_markdown(raw)
    else:
        from pincite.parse.text_files.plain import parse_plain

        parsed = parse_plain(raw)
    return _with_encoding(parsed, encoding)


def _parse_law_xml(raw: str) -> Parsed | None:
    """What a law in XML holds; None where the file is no such."""
    if not raw[:64].lstrip().startswith("<"):
        return None
    from pincite.parse.text_files.ecfr_xml import is_ecfr_xml, parse_ecfr_xml
    from pincite.parse.text_files.uslm_xml import is_uslm_xml, parse_uslm_xml

    if is_ecfr_xml(raw):
        return parse_ecfr_xml(raw)
    return parse_uslm_xml(raw) if is_uslm_xml(raw) else None


def _looks_like_html(raw: str) -> bool:
    return _HTML.search(raw[:2048]) is not None or (raw.lstrip().startswith("<") and _TAG.search(raw) is not None)


def _with_encoding(parsed: Parsed, encoding: str) -> Parsed:
    """The parser's name with the encoding, which offsets into the decoded file depend on."""
    from dataclasses import replace

    return replace(parsed, parser=f"{parsed.parser} ({encoding})")


def _unsupported(path: Path, found: str) -> UnsupportedFormat:
    is_picture = found.endswith(" picture")
    return UnsupportedFormat(
        f"Wanted PDF, Word, OpenDocument, RTF, HWPX, mail, HTML, Markdown, text or law XML, found {found}: {path}.",
        hint="Save it as PDF and add that, to be read with OCR."
        if is_picture
        else "Save it as PDF or text and add that.",
    )


def _document(parsed: Parsed, path: Path, document_id: str, digest: str) -> Document:
    from pincite.parse.effective_date import stated_in_head
    from pincite.parse.title import title_from_name
    from pincite.text.language import detect
    from pincite.text.places import main_place

    title = (parsed.title or title_from_name(str(path)))[:_MAX_TITLE]
    language = detect(_sample(parsed.text))
    return Document(
        id=document_id,
        title=title,
        source=str(path),
        media_type=parsed.media_type,
        file_sha256=digest,
        text=parsed.text,
        text_map=parsed.text_map,
        pages=parsed.pages,
        sections=parsed.sections,
        parser=parsed.parser,
        language=language,
        jurisdiction=main_place(title, parsed.text),
        effective_date=parsed.effective_date or (stated_in_head(parsed.text) if language == "ko" else None),
        stated=parsed.stated,
        tables=parsed.tables,
    )


def _sample(text: str) -> str:
    """Enough of a long text to tell its language."""
    if len(text) <= _SAMPLE_CHARS:
        return text
    step = len(text) // _SLICES
    return " ".join(text[i * step : i * step + _SAMPLE_CHARS // _SLICES] for i in range(_SLICES))
