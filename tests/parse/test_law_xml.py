"""Law in XML: eCFR and USLM files of our own, what they become, and files that must not be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.errors import DamagedDocument, UnsupportedFormat
from pincite.parse import read
from pincite.parse.grammars import us_code, us_regulations
from pincite.parse.text_files.ecfr_xml import parse_ecfr_xml
from pincite.parse.text_files.uslm_xml import parse_uslm_xml
from pincite.types.document import Document

Parse = Callable[..., Document]

ECFR = """<?xml version="1.0" encoding="UTF-8"?>
<DIV5 N="12" NODE="99:2.0.1.2.27" TYPE="PART">
<HEAD>PART 12—LANTERNS</HEAD>
<AUTH><HED>Authority:</HED><PSPACE>99 U.S.C. 1, 2.</PSPACE></AUTH>
<DIV6 N="A" TYPE="SUBPART"><HEAD>Subpart A—General &amp; Other Provisions</HEAD>
<DIV8 N="§ 12.1" TYPE="SECTION"><HEAD>§ 12.1   Keeping of lanterns.</HEAD>
<P>(a) <I>Standard</I>—(1) <I>General rule.</I> A keeper must:</P>
<P>(i) Clean the lantern;<SU>1</SU> and</P>
<P>(ii) Either:</P><P>(A) Light it at <E T="03">dusk;</E> or</P><P>(B) Do both:</P>
<P>(<I>1</I>) This; and</P><P>(<I>2</I>) That.</P>
<P>(2) <I>Exception.</I> None.</P>
<P>(b)-(c) [Reserved]</P>
<P>(d) Récit ½, 40 m<SU>2</SU>.</P>
<CITA TYPE="N">[65 FR 101, Dec. 28, 2030]</CITA>
</DIV8>
<DIV8 N="§ 12.2" TYPE="SECTION"><HEAD>§ 12.2   [Reserved]</HEAD></DIV8>
</DIV6>
<DIV9 N="Appendix A to Part 12" TYPE="APPENDIX"><HEAD>Appendix A to Part 12—Shapes</HEAD><img src="x.gif"/>
<TABLE><TR><TH>Shape</TH><TH>Fee</TH></TR><TR><TD>Round</TD><TD>$1</TD></TR></TABLE></DIV9>
</DIV5>
"""

ECFR_TEXT = """PART 12—LANTERNS

Authority: 99 U.S.C. 1, 2.

Subpart A—General & Other Provisions

§ 12.1 Keeping of lanterns.

(a) Standard—(1) General rule. A keeper must:
(i) Clean the lantern; and
(ii) Either:
(A) Light it at dusk; or
(B) Do both:
(1) This; and
(2) That.
(2) Exception. None.
(b)-(c) [Reserved]
(d) Récit ½, 40 m².
[65 FR 101, Dec. 28, 2030]

§ 12.2 [Reserved]

Appendix A to Part 12—Shapes

Shape | Fee
Round | $1"""

USLM = """<?xml version="1.0" encoding="UTF-8"?>
<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0" xmlns:dc="http://purl.org/dc/elements/1.1/">
<meta><dc:title>Title 99</dc:title><docNumber>99</docNumber></meta>
<main><title><num value="99">Title 99—</num><heading>LANTERNS</heading>
<chapter><num value="4">CHAPTER 4—</num><heading>KEEPING</heading>
<toc><tocItem>§ 41. Definitions</tocItem></toc>
<section><num value="41">§ 41.</num><heading> Definitions</heading>
<chapeau>As used in this chapter—</chapeau>
<paragraph><num value="1">(1)</num><content> the term “lantern”<ref class="footnoteRef" idref="f1">1</ref><note
type="footnote" id="f1"><num>1</num> So in original.</note> means a case for a light; and</content></paragraph>
<paragraph><num value="2">(2)</num><chapeau> the term “keeper” means</chapeau>
<subparagraph><num value="A">(A)</num><content><p>a person; or</p></content></subparagraph>
<subparagraph><num value="B">(B)</num><content> a town,</content></subparagraph>
<continuation>as the case may be.</continuation></paragraph>
<sourceCredit>(<ref href="/us/pl/1/1">Pub. L. 140–3</ref>, § 2, May 4, 2031, 145 Stat. 7.)</sourceCredit>
<notes type="uscNote"><note><heading>Construction</heading><p>(a) A note is no provision.</p></note></notes>
</section>
<section><num value="42">§ 42.</num><heading> Duties</heading>
<subsection><num value="a">(a)</num><heading> In general</heading>
<content><p>A keeper shall clean.</p></content></subsection>
<subsection><num value="b">(b)</num><content> It is free.</content></subsection>
</section>
</chapter></title></main></uscDoc>
"""

USLM_TEXT = """Title 99—LANTERNS

CHAPTER 4—KEEPING

§ 41. Definitions

As used in this chapter—
(1) the term “lantern” means a case for a light; and
(2) the term “keeper” means
(A) a person; or
(B) a town,
as the case may be.
(Pub. L. 140–3, § 2, May 4, 2031, 145 Stat. 7.)
Construction
(a) A note is no provision.
1 So in original.

§ 42. Duties

(a) In general
A keeper shall clean.
(b) It is free."""


@pytest.fixture
def parsed(tmp_path: Path) -> Parse:
    def parse(xml: str, encoding: str = "utf-8") -> Document:
        path = tmp_path / "act.xml"
        path.write_bytes(xml.encode(encoding))
        return read(path)

    return parse


CASES = [("ecfr", ECFR, ECFR_TEXT, "ecfr-xml/1"), ("uslm", USLM, USLM_TEXT, "uslm-xml/1")]


@pytest.mark.parametrize(("xml", "text", "parser"), [row[1:] for row in CASES], ids=[row[0] for row in CASES])
def test_text_and_the_way_back(parsed: Parse, xml: str, text: str, parser: str) -> None:
    document = parsed(xml)
    assert document.text == text
    assert (document.media_type, document.parser.split()[0]) == ("application/xml", parser)
    for run in document.text_map.runs:
        assert document.text[run.start : run.start + run.length] == xml[run.raw_start : run.raw_start + run.length]
    written = {at for run in document.text_map.runs for at in range(run.start, run.start + run.length)}
    lost = [c for at, c in enumerate(text) if at not in written and not c.isspace() and c not in "&|²"]
    assert lost == []


def test_headings_of_a_regulation(parsed: Parse) -> None:
    document = parsed(ECFR)
    assert document.title == "99 CFR PART 12—LANTERNS"
    assert [(s.id, s.level) for s in document.sections] == [
        ("Part 12", 5), ("Subpart A", 6), ("12.1", 8), ("12.2", 8), (None, 9),
    ]  # fmt: skip


def test_provisions_of_a_regulation(parsed: Parse) -> None:
    document = parsed(ECFR)
    assert us_regulations.score(document) == 0.95
    tree = us_regulations.read(document)
    assert [p.id.removeprefix("act/") for p in tree] == (
        "pt12 spA s12.1 s12.1/pa s12.1/pa/p1 s12.1/pa/p1/pi s12.1/pa/p1/pii s12.1/pa/p1/pii/pA s12.1/pa/p1/pii/pB "
        "s12.1/pa/p1/pii/pB/p1 s12.1/pa/p1/pii/pB/p2 s12.1/pa/p2 s12.1/pb s12.1/pc s12.1/pd s12.2 nA"
    ).split()
    assert [p.title for p in tree if p.title] == [
        "LANTERNS", "General & Other Provisions", "Keeping of lanterns", "Standard", "General rule", "Exception",
        "Shapes",
    ]  # fmt: skip
    appendix = tree.get("act/nA")
    assert appendix is not None
    assert appendix.parent == "act/pt12"


def test_provisions_of_the_code(parsed: Parse) -> None:
    document = parsed(USLM)
    assert document.title == "Title 99"
    assert us_code.score(document) == 0.95
    tree = us_code.read(document)
    assert [p.id.removeprefix("act/") for p in tree] == (
        "t99 c4 s41 s41/p1 s41/p2 s41/p2/pA s41/p2/pB s42 s42/pa s42/pb"
    ).split()
    by_id = {p.id.removeprefix("act/"): p for p in tree}
    assert by_id["s41/p2/pB"].span.cut(document.text) == "(B) a town,"
    assert by_id["s41/p2"].span.cut(document.text).endswith("as the case may be.")
    assert by_id["s42/pa"].title == "In general"
    assert by_id["s41"].notes[0].cut(document.text).endswith("1 So in original.")


def test_other_encodings(parsed: Parse) -> None:
    assert parsed(ECFR.replace("UTF-8", "UTF-16"), "utf-16").text == ECFR_TEXT


def test_other_xml_is_read_as_before(parsed: Parse) -> None:
    assert parsed("<?xml version='1.0'?>\n<note><to>Ann</to></note>").media_type == "text/plain"


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
REFUSED = [
    ("billion_laughs", f'<!DOCTYPE DIV5 [<!ENTITY l0 "ha">{LAUGHS}]>', "&l9;", UnsupportedFormat),
    ("external_file", '<!DOCTYPE DIV5 [<!ENTITY f SYSTEM "file:///etc/passwd">]>', "&f;", UnsupportedFormat),
    ("parameter_entity", '<!DOCTYPE DIV5 [<!ENTITY % p SYSTEM "http://example.org/x">%p;]>', "", UnsupportedFormat),
    ("unknown_entity", "", "&nothing;", DamagedDocument),
    ("not_closed", "", "<P>(a) x", DamagedDocument),
    ("deep", "", "<E>" * 500 + "</E>" * 500, DamagedDocument),
]


@pytest.mark.parametrize(("doctype", "inside", "error"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_hostile_files_are_refused(parsed: Parse, doctype: str, inside: str, error: type[Exception]) -> None:
    xml = f'<?xml version="1.0"?>{doctype}<DIV5 N="1" TYPE="PART"><HEAD>PART 1—X</HEAD><P>{inside}</P></DIV5>'
    with pytest.raises(error) as caught:
        parsed(xml)
    assert caught.value.hint  # type: ignore[attr-defined]


def test_a_plain_doctype_is_no_harm(parsed: Parse) -> None:
    xml = '<!DOCTYPE DIV5 SYSTEM "ecfr.dtd"><DIV5 N="1" TYPE="PART"><HEAD>PART 1—X</HEAD><P>Text.</P></DIV5>'
    assert parsed(xml).text == "PART 1—X\n\nText."


WORDS = st.text(alphabet="ab(1) ½é\u0301§\u00a0\n&", max_size=30)


@settings(max_examples=100, deadline=None)
@given(st.lists(WORDS, max_size=6))
def test_any_words_keep_their_places(words: list[str]) -> None:
    inner = "".join(f"<P>{w.replace('&', '&amp;')}<I>{w.replace('&', '&#38;')}</I></P>" for w in words)
    for xml, parse in (
        (f'<DIV5 N="1" TYPE="PART"><HEAD>PART 1</HEAD>{inner}</DIV5>', parse_ecfr_xml),
        (
            f'<lawDoc xmlns="http://schemas.gpo.gov/xml/uslm"><main>{inner.replace("P>", "p>")}</main></lawDoc>',
            parse_uslm_xml,
        ),
    ):
        found = parse(xml)
        for run in found.text_map.runs:
            assert found.text[run.start : run.start + run.length] == xml[run.raw_start : run.raw_start + run.length]
        for section in found.sections:
            assert section.heading == " ".join(section.span.cut(found.text).split()) or "\n" in section.span.cut(
                found.text
            )
