"""Word files whose numbers only Word prints: the file holds lists and levels, and the reader has to count."""

from __future__ import annotations

from made_files import MadeFile
from made_files._docx import definition, docx, headings, level, num, p, r, restart, style, table, tc, tr

_DECIMALS = (level(0, "%1."), level(1, "%1.%2"), level(2, "(%3)", "lowerLetter"), level(3, "(%4)", "lowerRoman"))
_PARTIES = 'This agreement is made by and between Quay Ltd. (the "Client") and Bright LLC (the "Contractor").'


def _contract() -> bytes:
    """1., 1.2, (a), (i) through heading styles and the list of clauses."""
    return docx(
        [
            p("MARKET HALL AGREEMENT", style="Title"), p(_PARTIES),
            p("SERVICES", style="Heading1"), p("The Contractor cleans the hall:", style="Heading2"),
            p("the floors; and", num=(1, 2)), p("the doors:", num=(1, 2)), p("inside; and", num=(1, 3)),
            p("outside.", num=(1, 3)), p("It does so every day.", style="Heading2"),
            p("FEES", style="Heading1"), p("The Client pays 400 euros a month.", style="Heading2"),
            p("An invoice is due within 30 days.", style="Heading2"), p("TERM", style="Heading1"),
            p("The term is a year.", style="Heading2"),
        ],
        styles=headings(1, 2),
        numbering=definition(0, *_DECIMALS) + num(1, 0),
    )  # fmt: skip


def _articles() -> bytes:
    """Article IV, Section 4.02 (isLgl with decimalZero), (a)."""
    levels = (
        level(0, "Article %1", "upperRoman", suffix="space"),
        level(1, "Section %1.%2", "decimalZero", more="<w:isLgl/>", suffix="space"),
        level(2, "(%3)", "lowerLetter"),
    )
    body = [p("BOND DEED", style="Title"), p(_PARTIES)]
    for article, sections in (("Definitions", 2), ("Loan", 1), ("Interest", 2), ("Covenants", 2)):
        body.append(p(article, num=(1, 0)))
        for place in range(sections):
            body.append(p(f"{('Scope', 'Records')[place]}. The Client keeps the records of this part.", num=(1, 1)))
    body += [p("the ledger; and", num=(1, 2)), p("the receipts.", num=(1, 2))]
    return docx(body, styles=headings(None, 1), numbering=definition(0, *levels) + num(1, 0))


def _korean() -> bytes:
    """제1조 (목적), ①, 1., 가. with a chapter level above."""
    levels = (
        level(0, "제%1장", suffix="space"), level(1, "제%2조", more='<w:lvlRestart w:val="0"/>', suffix="nothing"),
        level(2, "%3", "decimalEnclosedCircle"), level(3, "%4."), level(4, "%5.", "ganada"),
    )  # fmt: skip
    body = [
        p("임대차 계약서", style="Title"), p("총칙", num=(1, 0)),
        p("(목적) 이 계약은 창고의 임대차에 관한 사항을 정한다.", num=(1, 1)),
        p("(기간)", num=(1, 1)), p("기간은 1년으로 한다.", num=(1, 2)),
        p("다음 각 호의 경우에는 연장한다.", num=(1, 2)),
        p("당사자가 합의한 때", num=(1, 3)), p("다음 각 목의 사유가 있는 때", num=(1, 3)), p("천재지변", num=(1, 4)),
        p("공사", num=(1, 4)), p("차임", num=(1, 0)), p("(차임의 지급) 차임은 매월 말일에 지급한다.", num=(1, 1)),
    ]  # fmt: skip
    return docx(body, styles=headings(None, 1), numbering=definition(0, *levels) + num(1, 0))


_FORMATS = (
    "decimal decimalZero lowerLetter upperLetter lowerRoman upperRoman ordinal cardinalText ordinalText ganada chosung "
    "koreanDigital koreanCounting koreanLegal decimalEnclosedCircle decimalEnclosedParen decimalFullWidth "
    "ideographDigital chicago none"
).split()


def _formats() -> bytes:
    """Three paragraphs in each format of numbers, from 9 on."""
    definitions = [definition(place, level(0, "%1)", form, start=9)) for place, form in enumerate(_FORMATS)]
    nums = [num(place + 1, place) for place in range(len(_FORMATS))]
    body = [
        p(f"{form}, {count}", num=(place + 1, 0))
        for place, form in enumerate(_FORMATS)
        for count in ("first", "second", "third")
    ]
    return docx(body, numbering="".join(definitions + nums))


def _restarts() -> bytes:
    """Two lists of one definition, the second with a number of its own to start from, then the first again."""
    body = [
        p("one", num=(1, 0)), p("two", num=(1, 0)), p("inner", num=(1, 1)), p("anew at seven", num=(2, 0)),
        p("eight", num=(2, 0)), p("inner of eight", num=(2, 1)), p("the first list goes on", num=(1, 0)),
        p("anew at one", num=(3, 0)), p("two again", num=(3, 0)),
    ]  # fmt: skip
    lists = num(1, 0) + num(2, 0, restart(0, 7)) + num(3, 0, restart(0, 1))
    return docx(body, numbering=definition(0, level(0, "%1."), level(1, "%1.%2")) + lists)


def _level_restarts() -> bytes:
    """A third level that only the first one starts anew, and a second that nothing does."""
    levels = (
        level(0, "%1."), level(1, "%1.%2", more='<w:lvlRestart w:val="0"/>'),
        level(2, "(%3)", "lowerLetter", more='<w:lvlRestart w:val="1"/>'),
    )  # fmt: skip
    rows = [0, 1, 2, 2, 1, 2, 0, 1, 2]
    return docx(
        [p(f"row {place} of level {depth}", num=(1, depth)) for place, depth in enumerate(rows, 1)],
        numbering=definition(0, *levels) + num(1, 0),
    )


def _styles_chain() -> bytes:
    """Numbers through styles only: a chain of bases, a level found by its style, a style that takes the number off."""
    list_ = '<w:numPr><w:numId w:val="1"/></w:numPr>'
    styles = (
        style("Normal", "Normal") + style("Clause", "Clause", based_on="Normal", ppr=list_)
        + style("ClauseSmall", "Clause Small", based_on="Clause")
        + style("Sub", "Sub Clause", based_on="Clause")
        + style("Plain", "Clause Plain", based_on="Clause", ppr='<w:numPr><w:numId w:val="0"/></w:numPr>')
    )  # fmt: skip
    levels = (level(0, "%1.", more='<w:pStyle w:val="Clause"/>'), level(1, "%1.%2", more='<w:pStyle w:val="Sub"/>'))
    body = [
        p("by its style", style="Clause"), p("by the base of its style", style="ClauseSmall"),
        p("a level by its style", style="Sub"), p("no number by style", style="Plain"),
        p("no number of its own", style="Clause", properties='<w:numPr><w:numId w:val="0"/></w:numPr>'),
        p("goes on", style="Sub"), p("and on", style="Clause"),
    ]  # fmt: skip
    return docx(body, styles=styles, numbering=definition(0, *levels) + num(1, 0))


def _linked() -> bytes:
    """A definition that stands for a list style, which another definition holds."""
    styles = style("Normal", "Normal") + style(
        "Legal", "Legal List", kind="numbering", ppr='<w:numPr><w:numId w:val="1"/></w:numPr>'
    )
    holds = definition(0, level(0, "Clause %1:"), level(1, "%1-%2"), before='<w:styleLink w:val="Legal"/>')
    stands = definition(1, before='<w:numStyleLink w:val="Legal"/>')
    body = [p("first", num=(2, 0)), p("inner", num=(2, 1)), p("second", num=(2, 0)), p("third", num=(1, 0))]
    return docx(body, styles=styles, numbering=holds + stands + num(1, 0) + num(2, 1))


def _across_tables() -> bytes:
    """A list that goes on in the cells of a table and behind it."""
    body = [
        p("before the table", num=(1, 0)),
        table(tr("Duty", "Who"), tr(tc(p("sweep the hall", num=(1, 0))), "Contractor"),
              tr(tc(p("lock the doors", num=(1, 0))), "Client")),
        p("behind the table", num=(1, 0)),
    ]  # fmt: skip
    return docx(body, numbering=definition(0, level(0, "%1.")) + num(1, 0))


def _deleted() -> bytes:
    """Numbered paragraphs that were deleted as a tracked change: those behind them move up."""
    gone = '<w:del w:id="1" w:author="A" w:date="2026-01-05T10:00:00Z"/>'
    body = [
        p("The tenant pays rent.", num=(1, 0)),
        p('<w:del w:id="2" w:author="A"><w:r><w:delText>The tenant pays a fee.</w:delText></w:r></w:del>', num=(1, 0),
          mark=gone),
        p('<w:ins w:id="3" w:author="A"><w:r><w:t>The tenant gives notice.</w:t></w:r></w:ins>', num=(1, 0)),
        p("", num=(1, 0)), p("The landlord repairs.", num=(1, 0)),
    ]  # fmt: skip
    return docx(body, numbering=definition(0, level(0, "%1.")) + num(1, 0))


def _skipped_level() -> bytes:
    """Lists that begin on their second level, and one that leaves its second level out."""
    body = [
        p("second level first", num=(1, 1)), p("then the first", num=(1, 0)), p("third at once", num=(1, 2)),
        p("second", num=(1, 1)),
    ]  # fmt: skip
    levels = (level(0, "%1."), level(1, "%1.%2"), level(2, "%1.%2.%3"))
    return docx(body, numbering=definition(0, *levels) + num(1, 0))


def _bullets() -> bytes:
    """Bullets of symbol fonts and of letters, among numbers."""
    font = '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'
    symbol = level(0, "\uf0b7", "bullet").replace("</w:lvl>", f"<w:rPr>{font}</w:rPr></w:lvl>")
    definitions = definition(0, symbol, level(1, "–", "bullet")) + definition(1, level(0, "%1."))
    body = [
        p("The hall is:"), p("cleaned,", num=(1, 0)), p("swept:", num=(1, 0)), p("by day", num=(1, 1)),
        p("A step", num=(2, 0)), p("locked.", num=(1, 0)), p("Another step", num=(2, 0)),
    ]  # fmt: skip
    return docx(body, numbering=definitions + num(1, 0) + num(2, 1))


def _suffixes() -> bytes:
    """A tab, a blank and nothing behind the number, texts around it, and a number without text of its own."""
    definitions = "".join(
        definition(place, level(0, text, suffix=suffix))
        for place, (text, suffix) in enumerate([("%1.", "tab"), ("§ %1", "space"), ("[%1]", "nothing"), ("", "tab")])
    )
    body = [p(f"words {place}", num=(place, 0)) for place in (1, 2, 3, 4)] + [
        p(r(""), num=(1, 0)),
        p("end", num=(1, 0)),
    ]
    return docx(body, numbering=definitions + "".join(num(place + 1, place) for place in range(4)))


def _override_level() -> bytes:
    """A list that writes a level of its definition in its own way; both count on from each other."""
    own = f'<w:lvlOverride w:ilvl="0">{level(0, "Step %1:", "upperLetter")}</w:lvlOverride>'
    body = [p("one", num=(1, 0)), p("two", num=(2, 0)), p("three", num=(1, 0))]
    return docx(body, numbering=definition(0, level(0, "%1.")) + num(1, 0) + num(2, 0, own))


def _huge() -> bytes:
    """Numbers out of all reason, unknown lists and levels, styles based on each other in a circle."""
    lists = num(1, 0, restart(0, 2_000_000_000)) + num(2, 1, restart(0, 32_767)) + num(3, 99) + num(4, 2)
    definitions = (
        definition(0, level(0, "%1.", "upperRoman")) + definition(1, level(0, "%1.", "lowerLetter"))
        + definition(2, before='<w:numStyleLink w:val="Circle"/>')
    )  # fmt: skip
    styles = (
        style("A", "A", based_on="B") + style("B", "B", based_on="A")
        + style("Circle", "Circle", kind="numbering", ppr='<w:numPr><w:numId w:val="4"/></w:numPr>')
    )  # fmt: skip
    body = [
        p("two thousand million", num=(1, 0)), p("many letters", num=(2, 0)),
        p("a list without definition", num=(3, 0)),
        p("a link in a circle", num=(4, 0)), p("an unknown list", num=(77, 0)), p("an unknown level", num=(1, 12)),
        p("a circle of styles", style="A"), p("an unknown style", style="None"),
    ]  # fmt: skip
    return docx(body, styles=styles, numbering=definitions + lists)


def _clauses() -> bytes:
    """A lease as most people write it: a heading, then clauses as a plain list with their titles in the line."""
    body = [
        p("Berth Lease", style="Heading1"),
        p('This lease is made on 1 March 2026 between Quay Ltd. (the "Owner") and Ada Holm (the "Tenant").'),
        p("Term. The lease runs for twelve months from 1 April 2026.", num=(1, 0)),
        p("Rent. The Tenant pays 400 euros a month, due on the first day.", num=(1, 0)),
        p("A late fee of 20 euros is due after five days.", num=(1, 1)),
        p("There is one late fee for any month.", num=(1, 1)),
        p("Deposit. The Tenant pays a deposit of 800 euros. The Owner returns it within 21 days.", num=(1, 0)),
    ]
    levels = (level(0, "%1."), level(1, "%2.", "lowerLetter"))
    return docx(body, styles=headings(None, 1), numbering=definition(0, *levels) + num(1, 0))


def _steps() -> bytes:
    """A guide with a list of steps, which are no clauses: nobody cites them by their number."""
    body = [
        p("Harbor Guide", style="Title"), p("The gate", style="Heading1"), p("To open the gate:"),
        p("turn the key;", num=(1, 0)), p("wait for the light;", num=(1, 0)), p("lift the bar.", num=(1, 0)),
        p("The gate closes by itself after a minute. Boats of more than 12 metres call the keeper first."),
        p("The keeper answers from 6 to 22 o'clock on channel 12; at night the light on the pier shows the way."),
    ]  # fmt: skip
    return docx(body, styles=headings(None, 1), numbering=definition(0, level(0, "%1.")) + num(1, 0))


FILES = (
    MadeFile(
        "numbered_clauses.docx", "a lease whose clauses are a plain list of numbers, with letters below", _clauses
    ),
    MadeFile("numbered_steps.docx", "a guide with a plain list of steps", _steps),
    MadeFile("numbered_contract.docx", "clauses 1., 1.2, (a), (i) numbered by heading styles and a list", _contract),
    MadeFile("numbered_articles.docx", "Article IV with Section 4.02, in roman and legal numbers", _articles),
    MadeFile("numbered_korean.docx", "제1장, 제1조, ①, 1., 가. of a Korean contract", _korean),
    MadeFile("number_formats.docx", "each format of numbers, from 9 to 11", _formats),
    MadeFile("number_restarts.docx", "lists of one definition, of which two start anew", _restarts),
    MadeFile("number_level_restarts.docx", "levels that other levels do not start anew (lvlRestart)", _level_restarts),
    MadeFile(
        "number_styles.docx", "numbers through styles, their bases and their levels, and taken off", _styles_chain
    ),
    MadeFile("number_style_link.docx", "a list that stands for a list style", _linked),
    MadeFile("number_in_table.docx", "a list that goes on through a table", _across_tables),
    MadeFile("number_deleted.docx", "a numbered paragraph that was deleted, one inserted, one empty", _deleted),
    MadeFile("number_skipped_level.docx", "a list that begins on its second level", _skipped_level),
    MadeFile("number_bullets.docx", "bullets of a symbol font among numbers", _bullets),
    MadeFile("number_suffixes.docx", "tab, blank or nothing behind the number, words around it", _suffixes),
    MadeFile("number_own_level.docx", "a list with a level of its own, of a shared definition", _override_level),
    MadeFile("number_hostile.docx", "huge numbers, unknown lists, circles of styles and links", _huge),
)
