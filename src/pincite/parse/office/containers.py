"""Files that hold other files: which document a zip archive or a compound file (OLE) is, and who reads it."""

from __future__ import annotations

import re

from pincite.errors import DocumentError, EncryptedDocument, UnsupportedFormat
from pincite.parse.parsed import Parsed
from pincite.parse.zipped import Zipped, open_zip

COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ODF = "application/vnd.oasis.opendocument."
_MIMETYPE_BYTES = 200
_UNREAD = {
    "spreadsheetml": ("an Excel workbook (.xlsx)", "Save its sheets as PDF and add that."),
    "presentationml": ("a PowerPoint presentation (.pptx)", "Save it as PDF and add that."),
    "epub": ("an e-book (.epub)", "Save it as PDF or HTML and add that."),
    "opendocument": ("an OpenDocument file that is no text", "Save it as PDF and add that."),
}
# Names of the parts of compound files, which stand in them in UTF-16.
_COMPOUND_PARTS = (
    ("WordDocument", "an old Word file (.doc)", "Save it as .docx or PDF and add that."),
    ("HwpSummaryInformation", "an old Hangul file (.hwp)", "Save it as .hwpx or PDF and add that."),
    ("Workbook", "an old Excel workbook (.xls)", "Save its sheets as PDF and add that."),
    ("PowerPoint Document", "an old PowerPoint presentation (.ppt)", "Save it as PDF and add that."),
    ("__substg1.0_", "an Outlook message (.msg)", "Save it as .eml or PDF and add that."),
)


def parse_zipped(data: bytes, source: str) -> Parsed:
    """Parse a document that is a zip archive of parts.

    Raises:
        UnsupportedFormat: it is another kind of file, or an archive of files.
        DocumentError: as the parsers do.
    """
    archive = open_zip(data, source)
    mimetype = _mimetype(archive)
    if mimetype in (f"{_ODF}text", f"{_ODF}text-template", f"{_ODF}text-master", f"{_ODF}text-web"):
        from pincite.parse.office.odt import parse_odt

        return parse_odt(archive, source)
    if mimetype in ("application/hwp+zip", "application/haansofthwpx"):
        from pincite.parse.office.hwpx import parse_hwpx

        return parse_hwpx(archive, source)
    if _is_word(archive):
        from pincite.parse.office.docx.parser import parse_docx

        return parse_docx(archive, source)
    raise _unread(archive, mimetype, source)


def compound_error(data: bytes, source: str) -> DocumentError:
    """Why a compound file is not read: it is of an old kind, or locked with a password, which Office wraps in one."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        return EncryptedDocument(
            f"Wanted a file that opens without a password, found an encrypted Office file: {source}.",
            hint="Open it in Word, take the password off (File, Info, Protect Document), save it and add that.",
        )
    for part, found, hint in _COMPOUND_PARTS:
        if part.encode("utf-16-le") in data:
            return _unsupported(found, source, hint)
    return _unsupported("an old Office file", source, "Save it as .docx or PDF and add that.")


def _mimetype(archive: Zipped) -> str:
    """What the archive says it is, in the part that formats keep for that."""
    if "mimetype" not in archive.names or archive.size("mimetype") > _MIMETYPE_BYTES:
        return ""
    return archive.read("mimetype").decode("ascii", "replace").strip()


def _is_word(archive: Zipped) -> bool:
    names = {name.lower() for name in archive.names}
    if "word/document.xml" in names:
        return True
    kinds = re.search(rb"wordprocessingml\.(?:document|template)\.main|ms-word\.\w+\.macroEnabled", _types(archive))
    return kinds is not None


def _types(archive: Zipped) -> bytes:
    """The list of what each part of an Office file is; empty where there is none."""
    name = next((name for name in archive.names if name.lower() == "[content_types].xml"), None)
    return b"" if name is None else archive.read(name)


def _unread(archive: Zipped, mimetype: str, source: str) -> UnsupportedFormat:
    types = _types(archive).decode("utf-8", "replace")
    for mark, (found, hint) in _UNREAD.items():
        if mark in types or mark in mimetype:
            return _unsupported(found, source, hint)
    return _unsupported(
        "a zip archive",
        source,
        "pincite add takes the files in an archive: run it with the archive's path, or unpack it.",
    )


def _unsupported(found: str, source: str, hint: str) -> UnsupportedFormat:
    return UnsupportedFormat(f"Wanted a document that can be read, found {found}: {source}.", hint=hint)
