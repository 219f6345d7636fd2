"""Word files whose text is more than runs in paragraphs: changes, hidden text, fields, notes, boxes, signs, tables."""

from __future__ import annotations

from made_files import MadeFile
from made_files._docx import (
    definition,
    docx,
    headings,
    level,
    note,
    num,
    p,
    r,
    reference,
    style,
    table,
    tc,
    tr,
)

_BY = 'w:author="A" w:date="2026-01-05T10:00:00Z"'


def _ins(*runs: str) -> str:
    return f'<w:ins w:id="1" {_BY}>{"".join(runs)}</w:ins>'


def _del(text: str) -> str:
    return f'<w:del w:id="2" {_BY}><w:r><w:delText xml:space="preserve">{text}</w:delText></w:r></w:del>'


def _changes() -> bytes:
    gone = f'<w:del w:id="3" {_BY}/>'
    return docx(
        [
            p("The rent is ", _del("400"), _ins(r("450")), r(" euros a month.")),
            p("The deposit is", mark=gone), p(r(" one month's rent.")),
            p(f'<w:moveFrom w:id="5" {_BY}><w:r><w:t>Pets are allowed.</w:t></w:r></w:moveFrom>',
              mark=f'<w:moveFrom w:id="6" {_BY}/>'),
            p("The term is a year."),
            p(f'<w:moveTo w:id="7" {_BY}><w:r><w:t>Pets are allowed.</w:t></w:r></w:moveTo>'),
            table(tr("Item", "Fee"), tr(tc(p(_del("Key"))), tc(p(_del("5 euros"))), properties=gone),
                  tr("Bin", "9 euros")),
            p(r("Bold since yesterday.", f'<w:b/><w:rPrChange w:id="8" {_BY}><w:rPr/></w:rPrChange>')),
        ]
    )  # fmt: skip


def _hidden() -> bytes:
    hidden = style("Normal", "Normal") + style("Secret", "Secret", kind="character", rpr="<w:vanish/>")
    return docx(
        [
            p("Notice is ", r("(draft: check with counsel) ", "<w:vanish/>"), r("thirty days.")),
            p("The fee is ", r("secretly ", '<w:rStyle w:val="Secret"/>'),
              r("ten euros", '<w:rStyle w:val="Secret"/><w:vanish w:val="0"/>'), r(".")),
            p("Payment.", style="Heading2", mark="<w:vanish/><w:specVanish/>"),
            p(r(" The Client pays within a month.")),
            p(r("Nothing of this paragraph is printed.", "<w:vanish/>"), num=(1, 0), mark="<w:vanish/>"),
            p("The first that counts.", num=(1, 0)),
        ],
        styles=hidden + headings(None, 2),
        numbering=definition(0, level(0, "%1.")) + num(1, 0),
    )  # fmt: skip


def _char(kind: str, inside: str = "") -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}">{inside}</w:fldChar></w:r>'


def _code(text: str) -> str:
    return f'<w:r><w:instrText xml:space="preserve"> {text} </w:instrText></w:r>'


def _field(code: str, *result: str) -> str:
    shown = "".join((_char("separate"), *result)) if result else ""
    return f"{_char('begin')}{_code(code)}{shown}{_char('end')}"


def _fields() -> bytes:
    box = _char("begin", '<w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData>')
    nested = _char("begin") + _code("IF") + _field("MERGEFIELD x", r("1")) + _code("= 1") + _char("separate")
    contents = [
        p(_char("begin"), _code("TOC \\o"), _char("separate"), r("Rent\t1"), style="TOC1"),
        p(r("Term\t2"), _char("end"), style="TOC1"),
    ]
    return docx(
        [
            p("Contents"), *contents, p("Rent", style="Heading1"),
            p("As ", _field("REF _Ref1 \\r \\h", r("clause 2.1")), r(" says, on page "),
              _field("PAGEREF _Ref1", r("7")), r(".")),
            p("Dated ", '<w:fldSimple w:instr=" DATE ">' + r("5 January 2026") + "</w:fldSimple>", r(".")),
            p(nested, r("The condition holds."), _char("end")),
            p(_field('XE "rent"'), r("An index entry prints nothing.")),
            p(box, _code("FORMCHECKBOX"), _char("end"), r(" Yes, I agree.")),
            p("Duties: ", _field("LISTNUM LegalDefault"), r(" sweep and "),
              _field("LISTNUM LegalDefault"), r(" lock.")),
            p("Term", style="Heading1"), p("A year."),
        ],
        styles=headings(None, 1) + style("TOC1", "toc 1", based_on="Heading1"),
    )  # fmt: skip


def _notes() -> bytes:
    star = "<w:r><w:t>*</w:t></w:r>"
    footnotes = "".join((
        note(-1, '<w:p><w:r><w:separator/></w:r></w:p>'), note(2, "In euros, taxes included."),
        note(3, p(star, r(" Of the year before.")), ), note(4, "First part.", "Second part."), note(5, "Of the table."),
    ))  # fmt: skip
    endnotes = note(2, "Kept at the end.", kind="endnote")
    own = '<w:r><w:footnoteReference w:customMarkFollows="1" w:id="3"/><w:t>*</w:t></w:r>'
    return docx(
        [
            p("The rent is 450 euros", reference(2), r(" and grows with the index."), own),
            p("The area is 40 m", r("2", '<w:vertAlign w:val="superscript"/>'), r("."), reference(4),
              reference(2, "endnote")),
            table(tr("Item", "Fee"), tr(tc(p("Key", reference(5))), "5 euros")),
            p("The last paragraph."),
        ],
        footnotes=footnotes,
        endnotes=endnotes,
    )  # fmt: skip


def _boxes() -> bytes:
    content = "<w:txbxContent>" + p("In the box.") + p("Its second line.") + "</w:txbxContent>"
    choice = f'<mc:Choice Requires="wps"><w:drawing><wp:inline><wps:txbx>{content}</wps:txbx></wp:inline></w:drawing>'
    fallback = f"<mc:Fallback><w:pict><v:textbox>{content}</v:textbox></w:pict></mc:Fallback>"
    both = f"<w:r><mc:AlternateContent>{choice}</mc:Choice>{fallback}</mc:AlternateContent></w:r>"
    shape = f"<w:pict><v:shape><v:textbox>{content}</v:textbox></v:shape></w:pict>"
    old = f"<w:r>{shape.replace('In the box', 'In the old box')}</w:r>"
    return docx([p("Before the box.", both, r(" Behind it.")), p("With an old box.", old), p("The end.")])


def _signs() -> bytes:
    def sign(font: str, code: str) -> str:
        return f'<w:r><w:sym w:font="{font}" w:char="{code}"/></w:r>'

    symbol = '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'
    return docx(
        [
            p(sign("Wingdings", "F0FE"), r(" accepted "), sign("Wingdings", "F0A8"), r(" refused "),
              sign("Wingdings", "F04A"), r("(a smile)")),
            p("At most 20 ", sign("Symbol", "F0B0"), r("C, "), r("\uf0a3", symbol), r(" 5, "),
              r("b", symbol), r(" = 1.")),
            p("A\ttab, a\u00a0blank,  two blanks, § ", "<w:r><w:t>27</w:t><w:noBreakHyphen/><w:t>2005, post</w:t>"
              "<w:softHyphen/><w:t>card, co\u00adoperate.</w:t></w:r>"),
            p("One line\nand the next."),
            p("Before the page break", '<w:r><w:br w:type="page"/></w:r>', r("and behind it"),
              "<w:r><w:lastRenderedPageBreak/></w:r>", r(" goes on.")),
            p("Cafe\u0301 is written in two characters."),
            p("Half: ", "<m:oMath><m:r><m:t>x</m:t></m:r><m:r><m:t>=</m:t></m:r><m:f><m:num><m:r><m:t>1</m:t></m:r>"
              "</m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>", r(".")),
            p("Ruby: ", "<w:r><w:ruby><w:rt><w:r><w:t>reading</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>base</w:t></w:r>"
              "</w:rubyBase></w:ruby></w:r>", r(".")),
        ]
    )  # fmt: skip


def _controls() -> bytes:
    def sdt(inside: str) -> str:
        return f"<w:sdt><w:sdtPr/><w:sdtContent>{inside}</w:sdtContent></w:sdt>"

    row = tr("Name", "Quay Ltd.")
    return docx(
        [
            sdt(p("A whole paragraph in a control.")),
            p("The tenant is ", sdt(r("Ann Ford")), r(", of "),
              f"<w:smartTag w:element=\"place\">{r('Hull')}</w:smartTag>", r(".")),
            p("See ", f'<w:hyperlink r:id="rId9">{r("the house rules")}</w:hyperlink>', r(".")),
            table(sdt(row), tr("Town", "Hull")),
            f'<w:customXml w:element="clause">{p("In custom markup.")}</w:customXml>',
            p("With a comment.", '<w:commentRangeStart w:id="0"/>', '<w:r><w:commentReference w:id="0"/></w:r>'),
            '<w:altChunk r:id="rId5"/>',
        ],
        comments=f'<w:comment w:id="0" w:author="A">{p("Is this right?")}</w:comment>',
        extra={
            "word/_rels/document.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
            'relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
            'relationships/styles" Target="http://127.0.0.1:9/styles.xml" TargetMode="External"/></Relationships>',
            "word/header1.xml": "<x/>",
        },
    )  # fmt: skip


def _tables() -> bytes:
    def merged(kind: str, *blocks: str) -> str:
        return tc(*blocks, properties=f'<w:vMerge w:val="{kind}"/>' if kind else "<w:vMerge/>")

    wide = tc("Fees of the year", properties='<w:gridSpan w:val="3"/>')
    return docx(
        [
            p("Below is the table."),
            table(
                tr(wide, properties="<w:tblHeader/>"), tr("Item", "Fee", "Due", properties="<w:tblHeader/>"),
                tr(merged("restart", "Keys"), "5 euros", "at once"), tr(merged("", ""), "9 euros", ""),
                tr(tc("Deposit and rent", properties='<w:gridSpan w:val="2"/>'), "monthly"),
                tr(tc("In two", "paragraphs\nand a line"), "1", "2"), tr("", "", ""),
                grid=3,
            ),
            p("Behind the table."),
            table(tr(tc(p("A box around a text."), p("With a second paragraph."))), grid=1),
            table(tr(tc("Left column, ", table(tr("a", "b"), tr("c", "d")), p("")), tc("right column."))),
        ]
    )  # fmt: skip


def _headings() -> bytes:
    styles = (
        headings(None, 2) + style("Firm2", "Firm Level 2 Heading") + style("KoHead", "제목 1")
        + style("TableHead", "Table Heading") + style("Cap", "Caption Text")
        + style("Long", "heading 3", based_on="Normal")
    )  # fmt: skip
    long = (
        "The tenant keeps the hall clean, sweeps the yard every day, and returns both in the state they were in. " * 2
    )
    return docx(
        [
            p("House rules of the market hall", style="Title"), p("Use", style="Heading1"), p("Be kind."),
            p("Noise", style="Firm2"), p("None after ten."), p("별관", style="KoHead"), p("Closed."),
            p("Not a heading", style="TableHead"), p("By its own level", properties='<w:outlineLvl w:val="1"/>'),
            p("Text below."), p("Body by its own level", style="Heading1", properties='<w:outlineLvl w:val="9"/>'),
            p(long.strip(), style="Long"), p("", style="Heading1"),
            p("4.2 Typed number", style="Heading2"), p("The end."),
        ],
        styles=styles,
        title="Template of another firm",
    )  # fmt: skip


def _typed() -> bytes:
    bold = "<w:b/>"
    return docx(
        [
            p(r("LEASE OF A GARAGE", bold), properties='<w:jc w:val="center"/>'),
            p('This lease is made by and between Ann Ford (the "Landlord") and Bo Reed (the "Tenant").'),
            p(r("1.\tPREMISES", bold)), p("1.1\tThe Landlord lets the garage at 4 Mill Lane."),
            p("1.2\tThe Tenant may:"), p("(a)\tpark a car; and"), p("(b)\tkeep tools."), p(r("2.\tRENT", bold)),
            p("2.1\tThe rent is 90 euros a month."), p(r("Closing words", bold)), p("Signed today."),
        ]
    )  # fmt: skip


def _strict() -> bytes:
    return docx(
        [p("Duties", style="Heading1"), p("Sweep the hall.", num=(1, 0)), p("Lock it.", num=(1, 0))],
        strict=True,
        styles=headings(None, 1),
        numbering=definition(0, level(0, "(%1)", "lowerLetter")) + num(1, 0),
    )


def _bare() -> bytes:
    return docx(
        [
            p("Only this part.", style="Heading1"),
            p("With a list it lacks.", num=(1, 0)),
            p("And a note.", reference(4)),
        ],
        main="word/document2.xml",
        extra={"word/_rels/document.xml.rels": "<Relationships/>"},
    )


FILES = (
    MadeFile("tracked_changes.docx", "insertions, deletions, a move, a deleted paragraph mark and row", _changes),
    MadeFile(
        "hidden_text.docx", "hidden text by run, by style, a style separator, a hidden numbered paragraph", _hidden
    ),
    MadeFile("fields.docx", "fields with and without results, one in another, a table of contents", _fields),
    MadeFile("notes.docx", "footnotes, one with a mark of its own, an endnote, one in a table", _notes),
    MadeFile("text_boxes.docx", "a text box in two forms, and one of the old form", _boxes),
    MadeFile("signs.docx", "signs of symbol fonts, blanks, hyphens, breaks, a formula, ruby", _signs),
    MadeFile("controls.docx", "content controls, links, a comment, a relationship to an outside place", _controls),
    MadeFile("tables.docx", "merged cells, header rows, an empty row, a box, a table in a table", _tables),
    MadeFile("headings.docx", "headings by style names and own levels, a wrong title in the properties", _headings),
    MadeFile("typed_numbers.docx", "a contract without styles, with typed numbers and bold headings", _typed),
    MadeFile("strict.docx", "the strict form of the standard, with other namespaces", _strict),
    MadeFile("bare.docx", "no styles, lists or notes, and a text part of another name", _bare),
)
