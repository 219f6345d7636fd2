"""OpenDocument texts: numbers of lists and headings, tables, notes, tracked changes, hidden text, boxes."""

from __future__ import annotations

from made_files import MadeFile
from made_files._zips import zip_of

_MIMETYPE = "application/vnd.oasis.opendocument.text"
_URN = "urn:oasis:names:tc:opendocument:xmlns"
SPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in (
        ("office", f"{_URN}:office:1.0"), ("text", f"{_URN}:text:1.0"), ("table", f"{_URN}:table:1.0"),
        ("style", f"{_URN}:style:1.0"), ("draw", f"{_URN}:drawing:1.0"), ("svg", f"{_URN}:svg-compatible:1.0"),
        ("dc", "http://purl.org/dc/elements/1.1/"),
    )
)  # fmt: skip

_OUTLINE = """<text:outline-style style:name="Outline">
<text:outline-level-style text:level="1" style:num-format="I" style:num-prefix="Article "/>
<text:outline-level-style text:level="2" style:num-format="1" style:num-suffix="."/></text:outline-style>"""
_STYLES = """
<style:style style:name="Gone" style:family="text"><style:text-properties text:display="none"/></style:style>
<style:style style:name="Shown" style:family="text" style:parent-style-name="Gone">
<style:text-properties text:display="true"/></style:style>
<style:style style:name="Up" style:family="text">
<style:text-properties style:text-position="super 58%"/></style:style>
<text:list-style style:name="Clauses">
<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
<text:list-level-style-number text:level="2" style:num-format="1" text:display-levels="2"/>
<text:list-level-style-number text:level="3" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/>
</text:list-style>
<text:list-style style:name="Korean">
<text:list-level-style-number text:level="1" style:num-format="가, 나, 다, ..." style:num-suffix="."/>
<text:list-level-style-number text:level="2" style:num-format="①, ②, ③, ..."/></text:list-style>
<text:list-style style:name="Dots"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>
"""


def odt(body: str, *, title: str = "", manifest: str = "") -> bytes:
    """A file of a body's XML."""
    parts = {
        "content.xml": f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {SPACES}>'
        f"<office:automatic-styles>{_STYLES}</office:automatic-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>",
        "styles.xml": f"<office:document-styles {SPACES}><office:styles>{_OUTLINE}</office:styles>"
        "<office:master-styles><style:master-page><style:header><text:p>Larkhaven draft</text:p></style:header>"
        "</style:master-page></office:master-styles></office:document-styles>",
        "meta.xml": f"<office:document-meta {SPACES}><office:meta><dc:title>{title}</dc:title></office:meta>"
        "</office:document-meta>",
    }
    if manifest:
        parts["META-INF/manifest.xml"] = manifest
    return zip_of(parts, _MIMETYPE)


def _item(*blocks: str) -> str:
    return f"<text:list-item>{''.join(blocks)}</text:list-item>"


def numbers() -> bytes:
    """Headings of the outline, nested lists, a list that goes on, one that begins anew, Korean numbers."""
    due = _item("<text:p>매월 말일</text:p>")
    inner = f"<text:list>{_item('<text:p>in cash,</text:p>')}{_item('<text:p>by transfer.</text:p>')}</text:list>"
    middle = (
        f"<text:list>{_item('<text:p>It is paid</text:p>', inner)}{_item('<text:p>It is kept.</text:p>')}</text:list>"
    )
    body = (
        '<text:h text:outline-level="1">Deposit</text:h>'
        f'<text:list text:style-name="Clauses">{_item("<text:p>The deposit is one rent.</text:p>", middle)}</text:list>'
        "<text:p>Between the clauses.</text:p>"
        '<text:list text:style-name="Clauses" text:continue-numbering="true">'
        f"{_item('<text:p>The second clause.</text:p>', '<text:p>Its second paragraph.</text:p>')}</text:list>"
        '<text:h text:outline-level="2">Keys</text:h><text:h text:outline-level="2">Doors</text:h>'
        '<text:h text:outline-level="1">Fees</text:h>'
        f'<text:list text:style-name="Clauses">{_item("<text:p>A list that begins anew.</text:p>")}</text:list>'
        f'<text:list text:style-name="Korean">{_item("<text:p>보증금</text:p>")}'
        f"{_item('<text:p>차임</text:p>', '<text:list>' + due + '</text:list>')}</text:list>"
        f'<text:list text:style-name="Dots">{_item("<text:p>a dot</text:p>")}</text:list>'
    )
    return odt(body, title="Lease of Homes")


def text() -> bytes:
    """A note, tracked changes, hidden text, a comment, raised figures, a text box, tabs and blanks."""
    body = (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>ten days</text:p></text:deletion>"
        "</text:changed-region></text:tracked-changes>"
        '<text:p>The deposit is paid back within<text:s text:c="3"/><text:change/>thirty days'
        '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>'
        "<text:p>Counted from the last day.</text:p></text:note-body></text:note>."
        '<text:span text:style-name="Gone">The owner may never pay.</text:span>'
        "<office:annotation><text:p>Is that so?</text:p></office:annotation></text:p>"
        '<text:p>An area of 40 m<text:span text:style-name="Up">2</text:span>,<text:tab/>see the plan'
        "<text:line-break/>below.<draw:frame><draw:text-box><text:p>Keep this notice.</text:p></draw:text-box>"
        "<svg:desc>a box</svg:desc></draw:frame></text:p>"
        '<text:section text:display="none"><text:p>Nobody sees this.</text:p></text:section>'
        "<text:p>Last paragraph.</text:p>"
    )
    return odt(body)


def _cell(said: str, attributes: str = "") -> str:
    return f"<table:table-cell {attributes}><text:p>{said}</text:p></table:table-cell>"


def tables() -> bytes:
    """A header that is repeated, merged cells, a million repeated rows, a list in a cell; a table around prose."""
    seasons = _item("<text:p>summer</text:p>") + _item("<text:p>winter</text:p>")
    listed = f'<text:list text:style-name="Clauses">{seasons}</text:list>'
    body = (
        "<text:p>The fees:</text:p><table:table><table:table-header-rows><table:table-row>"
        f"{_cell('Item')}{_cell('Fee')}{_cell('When')}</table:table-row></table:table-header-rows>"
        f"<table:table-row>{_cell('Rent', 'table:number-rows-spanned=' + chr(34) + '2' + chr(34))}{_cell('$500')}"
        f"<table:table-cell>{listed}</table:table-cell></table:table-row>"
        f"<table:table-row><table:covered-table-cell/>{_cell('$600')}{_cell('June')}</table:table-row>"
        f"<table:table-row>{_cell('All without heating', 'table:number-columns-spanned=' + chr(34) + '3' + chr(34))}"
        "<table:covered-table-cell/><table:covered-table-cell/></table:table-row>"
        f'<table:table-row table:number-rows-repeated="1000000">{_cell("")}{_cell("")}{_cell("")}</table:table-row>'
        "</table:table><table:table><table:table-row><table:table-cell><text:h text:outline-level='2'>Notice</text:h>"
        "<text:p>Prose in a box.</text:p></table:table-cell></table:table-row></table:table>"
    )
    return odt(body)


def locked() -> bytes:
    """A file that needs a password."""
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>'
        "</manifest:manifest>"
    )
    return odt("<text:p>x</text:p>", manifest=manifest)


FILES = (
    MadeFile("numbers.odt", "numbers of headings and lists, which the file does not hold", numbers),
    MadeFile("changes.odt", "notes, tracked changes, hidden text, comments, a text box", text),
    MadeFile("tables.odt", "merged cells, repeated rows, lists in cells, a box around prose", tables),
    MadeFile("locked.odt", "a file that needs a password", locked),
)
