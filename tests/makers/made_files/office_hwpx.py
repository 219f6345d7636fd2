"""Hangul files: numbers of outlines and lists, tables, notes, tracked changes, running heads, boxes."""

from __future__ import annotations

from made_files import MadeFile
from made_files._zips import zip_of

_HWPML = "http://www.hancom.co.kr/hwpml/2011"
SPACES = " ".join(
    f'xmlns:{prefix}="{_HWPML}/{part}"'
    for prefix, part in (("hp", "paragraph"), ("hh", "head"), ("hs", "section"), ("hc", "core"))
)


def _head(level: int, form: str, pattern: str) -> str:
    return f'<hh:paraHead level="{level}" start="1" numFormat="{form}">{pattern}</hh:paraHead>'


_HEADER = f"""<?xml version="1.0" encoding="UTF-8"?><hh:head {SPACES}><hh:refList>
<hh:charProperties><hh:charPr id="0"/><hh:charPr id="1"><hh:supscript/></hh:charPr></hh:charProperties>
<hh:numberings><hh:numbering id="1" start="0">{_head(1, "ROMAN_CAPITAL", "^1.")}{_head(2, "DIGIT", "^2.")}
{_head(3, "HANGUL_SYLLABLE", "^3.")}{_head(4, "DIGIT", "(^4)")}{_head(5, "CIRCLED_DIGIT", "^5")}</hh:numbering>
<hh:numbering id="2" start="0">{_head(1, "DIGIT", "제^1조")}{_head(2, "CIRCLED_DIGIT", "^2")}
{_head(3, "DIGIT", "^n)")}</hh:numbering></hh:numberings>
<hh:bullets><hh:bullet id="1" char="○"/></hh:bullets>
<hh:paraProperties><hh:paraPr id="0"><hh:heading type="NONE" idRef="0" level="0"/></hh:paraPr>
{"".join(f'<hh:paraPr id="1{n}"><hh:heading type="OUTLINE" idRef="0" level="{n}"/></hh:paraPr>' for n in range(5))}
{"".join(f'<hh:paraPr id="2{n}"><hh:heading type="NUMBER" idRef="2" level="{n}"/></hh:paraPr>' for n in range(3))}
<hh:paraPr id="30"><hh:heading type="BULLET" idRef="1" level="0"/></hh:paraPr></hh:paraProperties>
</hh:refList></hh:head>"""


def p(content: str, shape: int = 0) -> str:
    """A paragraph of one run; `content` is XML of the run, or plain words."""
    inside = content if content.startswith("<") else f"<hp:t>{content}</hp:t>"
    return f'<hp:p paraPrIDRef="{shape}"><hp:run charPrIDRef="0">{inside}</hp:run></hp:p>'


def hwpx(*sections: str, title: str = "", manifest: str = "", header: str = _HEADER) -> bytes:
    """A file of sections' paragraphs."""
    parts = {
        "Contents/header.xml": header,
        "Contents/content.hpf": '<opf:package xmlns:opf="http://www.idpf.org/2007/opf/"><opf:metadata>'
        f"<opf:title>{title}</opf:title></opf:metadata></opf:package>",
    }
    shape = '<hp:p paraPrIDRef="0"><hp:run><hp:secPr outlineShapeIDRef="1"/></hp:run></hp:p>'
    for place, body in enumerate(sections):
        parts[f"Contents/section{place}.xml"] = f"<hs:sec {SPACES}>{shape}{body}</hs:sec>"
    if manifest:
        parts["META-INF/manifest.xml"] = manifest
    return zip_of(parts, "application/hwp+zip")


def numbers() -> bytes:
    """Outlines and numbered articles over two sections, bullets, levels that begin anew."""
    first = (
        p("총칙", 10) + p("목적", 11) + p("이 규정은 항만시설의 사용에 관한 사항을 정한다.", 12) + p("적용범위", 11)
        + p("항만시설에 적용한다.", 12) + p("부두", 13) + p("선박", 14) + p("사용료", 10) + p("부과", 11)
    )  # fmt: skip
    second = (
        p("(목적) 이 계약은 보증금을 정한다.", 20) + p("보증금은 500,000원으로 한다.", 21)
        + p("보증금은 30일 안에 반환한다.", 21) + p("현금", 22) + p("(열쇠) 열쇠는 두 벌이다.", 20)
        + p("임대인의 의무", 30)
    )  # fmt: skip
    return hwpx(first, second, title="항만시설 사용 규정")


def text() -> bytes:
    """A note, tracked changes over a paragraph's end, a running head, a hidden comment, a box, raised figures."""
    note = (
        '<hp:ctrl><hp:footNote number="1"><hp:subList><hp:p paraPrIDRef="0"><hp:run><hp:ctrl>'
        '<hp:autoNum num="1" numType="FOOTNOTE"><hp:autoNumFormat type="DIGIT" suffixChar=")"/></hp:autoNum></hp:ctrl>'
        "<hp:t> 마지막 날부터 센다.</hp:t></hp:run></hp:p></hp:subList></hp:footNote></hp:ctrl>"
    )
    head = "<hp:ctrl><hp:header><hp:subList>" + p("머리말") + "</hp:subList></hp:header></hp:ctrl>"
    hidden = "<hp:ctrl><hp:hiddenComment><hp:subList>" + p("숨은 설명") + "</hp:subList></hp:hiddenComment></hp:ctrl>"
    box = (
        "<hp:rect><hp:drawText><hp:subList>" + p("이 안내문을 보관하십시오.") + "</hp:subList></hp:drawText></hp:rect>"
    )
    body = (
        p(head + "<hp:t>보증금은 </hp:t>" + hidden + '<hp:t><hp:deleteBegin Id="1"/>열흘<hp:deleteEnd Id="1"/>'
          '<hp:insertBegin Id="2"/>30일<hp:insertEnd Id="2"/> 안에 반환한다</hp:t>' + note + "<hp:t>.</hp:t>")
        + p('<hp:t>첫 줄은<hp:deleteBegin Id="3"/> 여기서 끝나고</hp:t>')
        + p('<hp:t>다음 줄이<hp:deleteEnd Id="3"/> 이어진다.<hp:lineBreak/>둘째<hp:nbSpace/>줄<hp:tab/>끝.</hp:t>')
        + '<hp:p paraPrIDRef="0"><hp:run charPrIDRef="0"><hp:t>넓이는 40m</hp:t></hp:run>'
        '<hp:run charPrIDRef="1"><hp:t>2</hp:t></hp:run><hp:run charPrIDRef="0"><hp:t>이다.</hp:t></hp:run></hp:p>'
        + p(box)
    )  # fmt: skip
    return hwpx(body)


def _cell(said: str, column: int, *, columns: int = 1, rows: int = 1, header: bool = False) -> str:
    return (
        f'<hp:tc header="{int(header)}"><hp:subList>{p(said)}</hp:subList><hp:cellAddr colAddr="{column}" rowAddr="0"/>'
        f'<hp:cellSpan colSpan="{columns}" rowSpan="{rows}"/></hp:tc>'
    )


def tables() -> bytes:
    """A table with a caption and merged cells, a box of one cell around text."""
    rows = (
        [_cell("구분", 0, header=True), _cell("금액", 1, header=True), _cell("기한", 2, header=True)],
        [_cell("사용료", 0, rows=2), _cell("40,000원", 1), _cell("매월 말일", 2)],
        [_cell("95,000원", 1), _cell("입항일", 2)],
        [_cell("부가가치세는 따로 낸다", 0, columns=3)],
    )
    caption = "<hp:caption><hp:subList>" + p("표 1 사용료") + "</hp:subList></hp:caption>"
    lines = "".join(f"<hp:tr>{''.join(row)}</hp:tr>" for row in rows)
    table = f"<hp:tbl>{caption}{lines}</hp:tbl>"
    box = (
        "<hp:tbl><hp:tr><hp:tc><hp:subList>"
        + p("입 찰 공 고")
        + p("다음과 같이 공고한다.")
        + "</hp:subList></hp:tc></hp:tr></hp:tbl>"
    )
    return hwpx(p(box) + p("사용료는 다음 표와 같다.") + p(table) + p("끝."))


def locked() -> bytes:
    """A file that needs a password."""
    manifest = (
        '<odf:manifest xmlns:odf="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        "<odf:file-entry><odf:encryption-data/></odf:file-entry></odf:manifest>"
    )
    return hwpx(p("x"), manifest=manifest)


def newer() -> bytes:
    """The names of the standard of 2024."""

    def renamed(text: str) -> str:
        return text.replace(_HWPML, "http://www.owpml.org/owpml/2024")

    parts = {
        "Contents/header.xml": renamed(_HEADER),
        "Contents/section0.xml": renamed(f"<hs:sec {SPACES}>{p('보증금은 500,000원으로 한다.', 20)}</hs:sec>"),
    }
    return zip_of(parts, "application/hwp+zip")


FILES = (
    MadeFile("numbers.hwpx", "numbers of outlines and articles, which the file does not hold", numbers),
    MadeFile("changes.hwpx", "notes, tracked changes, running heads, hidden comments, a box", text),
    MadeFile("tables.hwpx", "merged cells, a caption, a box of one cell", tables),
    MadeFile("locked.hwpx", "a file that needs a password", locked),
    MadeFile("newer.hwpx", "the names of the standard of 2024", newer),
)
