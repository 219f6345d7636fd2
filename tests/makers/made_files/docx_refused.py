"""Files that look like Word's and are refused, each with its reason."""

from __future__ import annotations

from made_files import MadeFile
from made_files._docx import docx, p, packed

_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def _compound(*parts: str) -> bytes:
    """The begin of a compound file with the names of its parts, as its directory has them."""
    return _COMPOUND + bytes(504) + b"".join(part.encode("utf-16-le").ljust(128, b"\0") for part in parts)


def _entities() -> bytes:
    laughs = '<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><w>&b;&b;</w>'
    return docx("", extra={"word/document.xml": laughs})


def _deep() -> bytes:
    return docx("<w:tbl><w:tr><w:tc>" * 2000 + p("Deep down.") + "</w:tc></w:tr></w:tbl>" * 2000)


def _repeated() -> bytes:
    data = docx(p("One text."), extra={"word/document.xmm": "<another/>"})
    return data.replace(b"word/document.xmm", b"word/document.xml")


def _bomb() -> bytes:
    return docx("<w:p/>" * 4_000_000)


def _workbook() -> bytes:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    types = f'<Types><Override PartName="/xl/workbook.xml" ContentType="{kind}"/></Types>'
    return packed({"[Content_Types].xml": types, "xl/workbook.xml": "<workbook/>"})


FILES = (
    MadeFile("encrypted.docx", "locked with a password, which Office wraps in a compound file",
             lambda: _compound("EncryptionInfo", "EncryptedPackage")),
    MadeFile("old_word.doc", "the old form of Word", lambda: _compound("WordDocument", "1Table")),
    MadeFile("old_hangul.hwp", "the old form of Hangul", lambda: _compound("FileHeader", "\x05HwpSummaryInformation")),
    MadeFile("entities.docx", "entities of its own that stand for many letters", _entities),
    MadeFile("deep.docx", "tables 2,000 deep in one another", _deep),
    MadeFile("two_texts.docx", "two text parts of one name", _repeated),
    MadeFile("bomb.docx", "24 million letters of XML that say nothing", _bomb),
    MadeFile("not_well_formed.docx", "a text part that breaks off",
             lambda: docx("", extra={"word/document.xml": "<w"})),
    MadeFile("no_text.docx", "a package without a text part",
             lambda: packed({"[Content_Types].xml": "<Types/>", "word/document.xml": "<other/>"})),
    MadeFile("empty.docx", "paragraphs without text", lambda: docx(p("") + p(" "))),
    MadeFile("workbook.xlsx", "a workbook", _workbook),
    MadeFile("letters.zip", "an archive of files", lambda: packed({"a.txt": "one", "b/c.md": "two"})),
)  # fmt: skip
