"""An answer as a Word file whose pincites are Word's own footnotes.

Written by hand, since a library for it would be larger than what is needed: eight parts in a zip. They are stored, not
compressed, since two versions of zlib may compress the same bytes differently, and the same record must give the same
file.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Final
from xml.sax.saxutils import escape

from pincite.answer.export import docx_parts as parts
from pincite.answer.export.content import Content, ExportedSentence, Footnote

MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
LANGUAGE_TAGS: Final = {"en": "en-US", "ko": "ko-KR"}

_CORE = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
_DATE_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|\+00:00)")
_FIRST_DAY: Final = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say
_MARK_RUN: Final = '<w:b/><w:color w:val="8A1C0B"/>'


def to_docx(content: Content) -> bytes:
    """The content as a .docx file."""
    language = LANGUAGE_TAGS[content.language]
    files = {
        "[Content_Types].xml": parts.CONTENT_TYPES,
        "_rels/.rels": parts.PACKAGE_RELATIONS,
        "docProps/core.xml": _core(content, language),
        "docProps/app.xml": parts.APP,
        "word/document.xml": _document(content),
        "word/_rels/document.xml.rels": parts.DOCUMENT_RELATIONS,
        "word/styles.xml": parts.styles(language),
        "word/settings.xml": parts.SETTINGS,
        "word/footnotes.xml": _footnotes(content),
    }
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, text in files.items():
            info = zipfile.ZipInfo(name, _FIRST_DAY)
            info.create_system = 0  # else it would say on which system it was written
            archive.writestr(info, text.encode())
    return buffer.getvalue()


def _core(content: Content, language: str) -> str:
    asked = _DATE_TIME.fullmatch(content.asked_at or "")
    created = f'<dcterms:created xsi:type="dcterms:W3CDTF">{asked[1]}Z</dcterms:created>' if asked else ""
    return (
        f'{parts.XML}<cp:coreProperties xmlns:cp="{_CORE}" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{escape(content.question)}</dc:title><dc:creator>pincite</dc:creator>"
        f"<dc:identifier>urn:sha256:{content.digest}</dc:identifier>"
        f"{created}<dc:language>{language}</dc:language></cp:coreProperties>"
    )


def _document(content: Content) -> str:
    body = "".join(_body(content))
    return f'{parts.XML}<w:document xmlns:w="{parts.WORD}"><w:body>{body}{parts.PAGE}</w:body></w:document>'


def _body(content: Content) -> Iterator[str]:
    words = content.words
    yield _paragraph(_run(content.question), "Title")
    yield _paragraph(_run(words["no_answer" if content.refusal else "answer"]), "Heading1")
    yield from (_sentences(paragraph) for paragraph in content.paragraphs)
    if content.refusal:
        yield _paragraph(_run(content.refusal), "Refusal")
        yield _paragraph(_run(f"{words['why']}: ", "<w:b/>") + _run(f"{content.why}."))
        yield _paragraph(_run(f"{words['help']}: ", "<w:b/>") + _run(f"{content.helps}."))
    if content.nearest:
        yield _paragraph(_run(words["nearest"]), "Heading1")
        yield from (_paragraph(_run(label, "<w:b/>") + _run(f": “{text}”")) for label, text in content.nearest)
    yield _paragraph(_run(words["sources"]), "Heading1")
    for title, date, further in content.sources:
        yield _paragraph(_run(title, "<w:b/>") + _run(f" ({date}; {further})"), "Facts")
    yield _paragraph(_run(words["made"]), "Heading1")
    for name, value in content.facts:
        yield _paragraph(_run(f"{name}: ", "<w:b/>") + _run(value), "Facts")
    yield _paragraph(_run(content.disclaimer, "<w:i/>"), "Facts")


def _sentences(sentences: tuple[ExportedSentence, ...]) -> str:
    runs = []
    for at, sentence in enumerate(sentences):
        gap = " " if at else ""
        runs.append(_run(gap + sentence.text) + _references(sentence.notes))
    return _paragraph("".join(runs))


def _references(notes: tuple[Footnote, ...]) -> str:
    """The raised numbers; Word counts footnotes itself, and a comma parts those that stand side by side."""
    runs = [
        f'<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="{note.number}"/></w:r>'
        for note in notes
    ]
    return '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:t>,</w:t></w:r>'.join(runs)


def _footnotes(content: Content) -> str:
    notes = "".join(map(_footnote, content.notes))
    return f'{parts.XML}<w:footnotes xmlns:w="{parts.WORD}">{parts.SEPARATORS}{notes}</w:footnotes>'


def _footnote(note: Footnote) -> str:
    own = '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>'
    quotes = "".join(_run(f" {label}", "<w:b/>") + _run(f": “{quote}”") for label, quote in note.quotes)
    marks = "".join(_run(f" {mark}.", _MARK_RUN) for mark in note.marks)
    body = _paragraph(f"{own}{quotes}{_run(f' ({note.date}).')}{marks}", "FootnoteText")
    return f'<w:footnote w:id="{note.number}">{body}</w:footnote>'


def _paragraph(runs: str, style: str = "") -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}{runs}</w:p>"


def _run(text: str, properties: str = "") -> str:
    own = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{own}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'
