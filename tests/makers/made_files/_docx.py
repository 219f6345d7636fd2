"""Writes small Word files: the parts that programs need and nothing else, always the same bytes."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from xml.sax.saxutils import escape

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_STRICT = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "http://purl.oclc.org/ooxml/wordprocessingml/main",
    _OFFICE: "http://purl.oclc.org/ooxml/officeDocument",
}
SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    f'xmlns:r="{_OFFICE}/relationships" xmlns:m="{_OFFICE}/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
)
_KIND = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_PARTS = ("styles", "numbering", "footnotes", "endnotes", "settings", "comments")
_TAGS = {"document": "document", **{part: part for part in _PARTS}}


def docx(
    body: str | Sequence[str],
    *,
    strict: bool = False,
    title: str = "",
    main: str = "word/document.xml",
    extra: Mapping[str, str] | None = None,
    **parts: str,
) -> bytes:
    """A Word file.

    Args:
        body: inside of `w:body`.
        title: of the file's properties.
        extra: more members, or others in place of those made here.
        parts: insides of `styles`, `numbering`, `footnotes`, `endnotes`, `settings`, `comments`.
    """
    inside = body if isinstance(body, str) else "".join(body)
    members = {
        "[Content_Types].xml": _content_types(main, parts),
        "_rels/.rels": _relations(
            {"officeDocument": main} | ({"core-properties": "docProps/core.xml"} if title else {})
        ),
        main: _part("document", f"<w:body>{inside}<w:sectPr/></w:body>"),
        "word/_rels/document.xml.rels": _relations({part: f"{part}.xml" for part in parts}),
        **{f"word/{part}.xml": _part(part, content) for part, content in parts.items()},
    }
    if title:
        members["docProps/core.xml"] = (
            '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
            f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{escape(title)}</dc:title></cp:coreProperties>'
        )
    members.update(extra or {})
    return packed({name: _strict(text) if strict else text for name, text in members.items()})


def packed(members: Mapping[str, str | bytes]) -> bytes:
    """A zip archive, with one time for all members."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            data = content.encode() if isinstance(content, str) else content
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def p(*runs: str, style: str = "", num: tuple[int, int] | None = None, properties: str = "", mark: str = "") -> str:
    """A paragraph; runs without markup are text.

    Args:
        num: its list and level.
        mark: properties of the mark that ends it.
    """
    ppr = f'<w:pStyle w:val="{style}"/>' if style else ""
    if num is not None:
        ppr += f'<w:numPr><w:ilvl w:val="{num[1]}"/><w:numId w:val="{num[0]}"/></w:numPr>'
    ppr += properties + (f"<w:rPr>{mark}</w:rPr>" if mark else "")
    inside = "".join(run if run.startswith("<") else r(run) for run in runs)
    return f"<w:p>{f'<w:pPr>{ppr}</w:pPr>' if ppr else ''}{inside}</w:p>"


def r(text: str, properties: str = "") -> str:
    """A run of text; a tab and a line feed become Word's."""
    rpr = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    inside = escape(text).replace("\t", "</w:t><w:tab/><w:t>").replace("\n", "</w:t><w:br/><w:t>")
    return f'<w:r>{rpr}<w:t xml:space="preserve">{inside}</w:t></w:r>'.replace("<w:t></w:t>", "")


def table(*rows: str, grid: int = 2) -> str:
    """A table of rows made by `tr`."""
    columns = '<w:gridCol w:w="2400"/>' * grid
    return f"<w:tbl><w:tblPr/><w:tblGrid>{columns}</w:tblGrid>{''.join(rows)}</w:tbl>"


def tr(*cells: str, properties: str = "") -> str:
    """A row; cells without markup are text."""
    trpr = f"<w:trPr>{properties}</w:trPr>" if properties else ""
    return f"<w:tr>{trpr}{''.join(cell if cell.startswith('<w:tc>') else tc(cell) for cell in cells)}</w:tr>"


def tc(*blocks: str, properties: str = "") -> str:
    """A cell; blocks without markup are paragraphs of text."""
    tcpr = f"<w:tcPr>{properties}</w:tcPr>" if properties else ""
    inside = "".join(block if block.startswith("<") else p(block) for block in blocks)
    return f"<w:tc>{tcpr}{inside}</w:tc>"


def level(
    place: int, text: str, number_format: str = "decimal", *, start: int = 1, more: str = "", suffix: str = ""
) -> str:
    """One level of a list's definition; `more` goes before its text, where the standard has it."""
    suff = f'<w:suff w:val="{suffix}"/>' if suffix else ""
    return (
        f'<w:lvl w:ilvl="{place}"><w:start w:val="{start}"/><w:numFmt w:val="{number_format}"/>{more}{suff}'
        f'<w:lvlText w:val="{escape(text)}"/></w:lvl>'
    )


def definition(number: int, *levels: str, before: str = "") -> str:
    """A list's definition (w:abstractNum)."""
    kind = '<w:multiLevelType w:val="multilevel"/>'
    return f'<w:abstractNum w:abstractNumId="{number}">{kind}{before}{"".join(levels)}</w:abstractNum>'


def num(number: int, definition_id: int, *overrides: str) -> str:
    """A list (w:num)."""
    inside = f'<w:abstractNumId w:val="{definition_id}"/>{"".join(overrides)}'
    return f'<w:num w:numId="{number}">{inside}</w:num>'


def restart(place: int, start: int) -> str:
    """A list's own first number on a level."""
    return f'<w:lvlOverride w:ilvl="{place}"><w:startOverride w:val="{start}"/></w:lvlOverride>'


def style(
    style_id: str, name: str, *, based_on: str = "", ppr: str = "", rpr: str = "", kind: str = "paragraph"
) -> str:
    """A style."""
    base = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    inside = (f"<w:pPr>{ppr}</w:pPr>" if ppr else "") + (f"<w:rPr>{rpr}</w:rPr>" if rpr else "")
    return f'<w:style w:type="{kind}" w:styleId="{style_id}"><w:name w:val="{name}"/>{base}{inside}</w:style>'


def headings(num_id: int | None = None, count: int = 3) -> str:
    """The styles of headings, with their outline levels, and their list where they have one."""
    made = [style("Normal", "Normal"), style("Title", "Title", rpr="<w:b/>")]
    for place in range(count):
        number = "" if num_id is None else _number_properties(num_id, place)
        made.append(
            style(f"Heading{place + 1}", f"heading {place + 1}", based_on="Normal",
                  ppr=f'{number}<w:outlineLvl w:val="{place}"/>')
        )  # fmt: skip
    return "".join(made)


def note(note_id: int, *blocks: str, kind: str = "footnote") -> str:
    """A footnote or an endnote."""
    mark = f"<w:r><w:{kind}Ref/></w:r>"
    inside = "".join(block if block.startswith("<") else p(mark, r(f" {block}")) for block in blocks)
    return f'<w:{kind} w:id="{note_id}">{inside}</w:{kind}>'


def reference(note_id: int, kind: str = "footnote", more: str = "") -> str:
    """Where the text refers to a note."""
    raised = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
    return f'<w:r>{raised}<w:{kind}Reference{more} w:id="{note_id}"/></w:r>'


def _number_properties(num_id: int, place: int) -> str:
    return f'<w:numPr><w:ilvl w:val="{place}"/><w:numId w:val="{num_id}"/></w:numPr>'


def _part(name: str, content: str) -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:{_TAGS[name]} {SPACES}>{content}</w:{_TAGS[name]}>'
    )


def _content_types(main: str, parts: Mapping[str, str]) -> str:
    listed = "".join(
        f'<Override PartName="/word/{part}.xml" ContentType="{_KIND}.{part}+xml"/>' for part in parts
    )  # fmt: skip
    return (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/{main}" ContentType="{_KIND}.document.main+xml"/>{listed}</Types>'
    )


def _relations(targets: Mapping[str, str]) -> str:
    rows = []
    for place, (kind, target) in enumerate(targets.items()):
        office = "http://schemas.openxmlformats.org/package/2006" if kind == "core-properties" else _OFFICE
        name = f"metadata/{kind}" if kind == "core-properties" else kind
        rows.append(f'<Relationship Id="rId{place}" Type="{office}/relationships/{name}" Target="{target}"/>')
    return (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f"{''.join(rows)}</Relationships>"
    )


def _strict(text: str) -> str:
    for loose, strict in _STRICT.items():
        text = text.replace(loose, strict)
    return text
