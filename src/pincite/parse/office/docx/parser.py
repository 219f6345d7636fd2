"""Word files (.docx, .docm, .dotx, .dotm): their text with the numbers that Word prints, which the files do not hold.

Read with the standard library alone. Headers, footers and comments are left out, tracked changes are accepted, hidden
text is left out; what was left out is said in the document's notes. A Word file has no pages before somebody prints it:
none are made up, whatever page breaks and kept page marks it has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pincite.errors import DamagedDocument
from pincite.parse.office.docx.blocks import Block
from pincite.parse.office.docx.body import BodyReader
from pincite.parse.office.docx.headings import sections_of
from pincite.parse.office.docx.package import Package, find
from pincite.parse.office.docx.writer import DocxWriter, Written
from pincite.parse.parsed import Parsed
from pincite.parse.title import MAX_LENGTH, metadata_title
from pincite.parse.versions import DOCX
from pincite.parse.zipped import Zipped
from pincite.text.normalize import one_line

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_SAMPLE = 3000
_NOTES = (
    ("hidden", "hidden text left out: {} character{s}"),
    ("comments", "comments left out: {}"),
    ("signs", "signs of symbol fonts left out, since no letter stands for them: {}"),
    ("number fields", "numbers that Word makes from LISTNUM and AUTONUM fields are not in the text: {}"),
    ("inserted files", "files inserted into this one were not read: {}"),
)


def parse_docx(archive: Zipped, source: str) -> Parsed:
    """Parse an opened Word file; the raw text that the map leads to is described in `pincite.parse.office.docx.writer`.

    Args:
        source: the file's path, for messages.

    Raises:
        DamagedDocument: it has no text part, or one that is not well-formed.
        UnsupportedFormat: it goes over a limit, or is not safe to read.
    """
    package = Package(archive, source)
    reader = BodyReader(package)
    writer = DocxWriter()
    writer.write(_blocks(package, reader, source))
    text = writer.out.text()
    title = _title(package.title(), text, writer.written)
    return Parsed(
        DOCX, MEDIA_TYPE, text, writer.out.text_map(),
        sections=sections_of(text, writer.written, reader.numbering.is_outline, title or ""),
        title=title,
        stated=tuple(("note", note) for note in _notes(reader.tally)),
        tables=tuple(writer.tables),
    )  # fmt: skip


def _blocks(package: Package, reader: BodyReader, source: str) -> list[Block]:
    """The blocks of the text; its tree, which takes most of the memory, is gone when they are written."""
    body = find(package.document(), "w:body")
    if body is None:
        raise DamagedDocument(
            f"Wanted a Word file, found no body in {package.main} of {source}.",
            hint="Open it in Word or LibreOffice, save it again, and add that.",
        )
    return reader.blocks(body)


def _title(stated: str, text: str, written: Sequence[Written]) -> str | None:
    """The paragraph that is set as the title; else what the file's properties say, where the text begins with it or
    nothing else is at hand, since they often name the file that this one was made from.
    """
    styled = next((here for here in written if here.paragraph.is_title and here.paragraph.text), None)
    if styled is not None:
        return one_line(styled.span.cut(text))[:MAX_LENGTH].strip()
    named = metadata_title(stated)
    if named and named.casefold() in one_line(text[:_SAMPLE]).casefold():
        return named
    first = next((here for here in written if here.paragraph.text), None)
    if first is not None and _stands_out(first):
        return first.paragraph.text
    return named


def _stands_out(first: Written) -> bool:
    """Whether the first paragraph looks like a title: short, and set apart."""
    paragraph = first.paragraph
    line = paragraph.text
    is_short = 3 <= len(line) <= MAX_LENGTH and not line.endswith((".", ";", ",", ":"))
    capitals = line == line.upper() != line.lower()
    set_apart = paragraph.is_bold or paragraph.is_centred or capitals or paragraph.outline == 1
    return is_short and set_apart and paragraph.number is None


def _notes(tally: Mapping[str, int]) -> list[str]:
    notes = []
    inserted, deleted = tally.get("inserted", 0), tally.get("deleted", 0)
    if inserted or deleted:
        notes.append(f"tracked changes read as accepted: {inserted} inserted, {deleted} deleted")
    for kind, form in _NOTES:
        count = tally.get(kind, 0)
        if count:
            notes.append(form.format(count, s="" if count == 1 else "s"))
    return notes
