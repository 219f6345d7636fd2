"""Rich text: letters in their encodings, groups that are no text, tables, notes, changes."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_files import office_rtf

from pincite.parse import read_data
from pincite.parse.office.rtf import is_rtf, parse_rtf
from pincite.parse.versions import RTF


def text(body: str, head: str = r"\ansi\ansicpg1252\deff0") -> str:
    return parse_rtf(f"{{\\rtf1{head} {body}}}".encode("latin-1"), "x.rtf").text


ROWS = [
    ("words", r"Two sets.\par", "Two sets."),
    ("escapes", r"a \{b\} \\ c", "a {b} \\ c"),
    ("paragraphs", r"a\par b\par\par c", "a\n\nb\n\nc"),
    ("line", r"a\line b", "a\nb"),
    ("break_by_sign", "a\\\nb", "a\n\nb"),
    ("line_ends_are_nothing", "a\nb\r\nc", "abc"),
    ("hex", r"caf\'e9", "café"),
    ("unicode", r"\u8364?5", "€5"),
    ("unicode_negative", r"\u-10179?\u-8704?", "😀"),
    ("unicode_skips_many", r"{\uc3\u8364abc5}", "€5"),
    ("unicode_skips_hex", r"\u8364\'805", "€5"),
    ("unicode_skip_ends_at_a_group", r"{\u8364}5", "€5"),
    ("unicode_out_of_range", r"a\u99999999?b", "ab"),
    ("signs", r"\ldblquote a\rdblquote\emdash b\~c\_d\-e", "“a”—b c-de"),
    ("tab", r"1.\tab Rent", "1. Rent"),
    ("listtext", r"{\listtext\pard\plain 1.2\tab}Rent", "1.2 Rent"),
    ("old_list", r"{\pntext\f1 a)\tab}{\*\pn\pnlvlbody}Rent", "a) Rent"),
    ("header", r"{\header x\par}{\footerf y}Rent", "Rent"),
    ("comment", r"Rent{\*\annotation late}{\*\atnid A}", "Rent"),
    ("unknown_group", r"Rent{\*\nobody knows}", "Rent"),
    ("long_number", r"a\revdttm1669067904 b\fs-99999999999999 c", "abc"),
    ("unknown_word", r"\nobody Rent", "Rent"),
    ("field", r"{\field{\*\fldinst PAGE}{\fldrslt 12}} Rent", "12 Rent"),
    ("picture", r"{\pict\pngblip 8950}Rent", "Rent"),
    ("text_box", r"Rent{\shp{\*\shpinst{\sp{\sn a}{\sv b}}{\shptxt Box\par}}{\shprslt twice}}", "RentBox"),
    ("hidden", r"Rent{\v late} is\v  due\v0  now", "Rent is now"),
    ("deleted", r"{\deleted ten}{\revised five} days", "five days"),
    ("raised_note", r"Rent.{\super 12} Due", "Rent. Due"),
    ("raised_exponent", r"40 m{\super 2}", "40 m²"),
    ("risen", r"40 m{\up6 2}", "40 m²"),
    ("upr", r"{\upr{e}{\*\ud{\u233 e}}}", "é"),
    ("bin", "a{\\bin4 }}}}b}c", "abc"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_words(body: str, expected: str) -> None:
    assert text(body) == expected


def test_fonts_have_encodings() -> None:
    coded = "".join(f"\\'{byte:02x}" for byte in "보증금".encode("cp949"))
    fonts = r"{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset129 Batang;}}"
    assert text(rf"{fonts}\f1 {coded}\f0  \'e9") == "보증금 é"
    assert text(coded, r"\ansi\ansicpg949") == "보증금"


def test_a_letter_of_two_bytes_may_look_like_ascii() -> None:
    data = b"{\\rtf1\\ansi\\ansicpg949 \\'b5A rest}"  # a lead byte as such, its trail byte as a letter
    assert parse_rtf(data, "x.rtf").text == b"\xb5A rest".decode("cp949", "replace")


def test_notes_stand_below_their_paragraph() -> None:
    body = (
        r"Rent{\super\chftn}{\footnote\pard\plain{\super\chftn} In cash.} is due.\par "
        r"Keys{\super\chftn}{\footnote{\super\chftn} Two.}.\par"
    )
    assert text(body) == "Rent is due.\n\n1 In cash.\n\nKeys.\n\n2 Two."
    own = (
        r"Fees*{\footnote * Net.}{\super\chftn}{\footnote{\super\chftn} Yearly.}{\super\chftn}{\footnote{\super\chftn}}"
    )
    assert text(own) == "Fees*\n\n* Net.\n\n1 Yearly."


def table(*rows: str) -> str:
    return "".join(rows) + r"\pard After."


TWO = r"\trowd\cellx100\cellx200\intbl "
THREE = r"\trowd\cellx100\cellx200\cellx300\intbl "
INNER = r"\itap2 x\nestcell y\nestcell{\*\nesttableprops\trowd\nestrow}\itap1"
TABLES = [
    ("cells", table(TWO + r"a\cell b\cell\row", TWO + r"1\cell 2\cell\row"), "a | b\n1 | 2\n\nAfter."),
    (
        "over_columns_by_width",
        table(TWO + r"a\cell b\cell\row", r"\trowd\cellx200\intbl both\cell\row"),
        "a | b\nboth\n\nAfter.",
    ),
    (
        "over_columns_by_mark",
        table(TWO + r"a\cell b\cell\row", r"\trowd\clmgf\cellx100\clmrg\cellx200\intbl c\cell\cell\row"),
        "a | b\nc\n\nAfter.",
    ),
    (
        "over_rows",
        table(
            r"\trowd\clvmgf\cellx100\cellx200\intbl a\cell 1\cell\row",
            r"\trowd\clvmrg\cellx100\cellx200\intbl\cell 2\cell\row",
        ),
        "a | 1\na | 2\n\nAfter.",
    ),
    (
        "empty_cell",
        table(THREE + r"a\cell\cell c\cell\row", THREE + r"a\cell x\cell c\cell\row"),
        "a | | c\na | x | c\n\nAfter.",
    ),
    ("paragraphs_in_a_cell", table((TWO + r"a\par b\cell c\cell\row") * 2), "a b | c\na b | c\n\nAfter."),
    ("nested", table((TWO + "a" + INNER + r"\cell c\cell\row") * 2), "a x y | c\na x y | c\n\nAfter."),
    ("one_row", table(TWO + r"a\cell b\cell\row"), "a\n\nb\n\nAfter."),
    ("one_column", table(r"\trowd\cellx100\intbl a\cell\row" * 2), "a\n\na\n\nAfter."),
]


@pytest.mark.parametrize(("body", "expected"), [row[1:] for row in TABLES], ids=[row[0] for row in TABLES])
def test_tables(body: str, expected: str) -> None:
    assert text(body) == expected


def test_the_repeated_rows_are_the_header() -> None:
    body = r"\trowd\trhdr\cellx100\cellx200\intbl Item\cell Fee\cell\row" + TWO + r"a\cell b\cell\row"
    parsed = parse_rtf(f"{{\\rtf1 {body}}}".encode(), "x.rtf")
    (found,) = parsed.tables
    assert found.header is not None
    assert found.header.cut(parsed.text) == "Item | Fee"


def test_headings_by_style_and_outline() -> None:
    body = (
        r"{\stylesheet{\s1 heading 1;}{\s2\outlinelevel1 Own;}}\s1 Lease\par\pard\s2 Keys\par"
        r"\pard\outlinelevel2 Doors\par\pard Two sets.\par"
    )
    parsed = parse_rtf(f"{{\\rtf1 {body}}}".encode(), "x.rtf")
    assert [(s.heading, s.level) for s in parsed.sections] == [("Lease", 1), ("Keys", 2), ("Doors", 3)]
    assert parsed.title == "Lease"


def test_what_was_left_out_is_said() -> None:
    document = read_data(office_rtf.lease(), "lease.rtf")
    assert document.notes == ("Tracked changes are read as accepted.", "Hidden text was left out: 24 characters.")
    assert document.parser == RTF
    cut = read_data(office_rtf.cut_off(), "cut.rtf")
    assert cut.notes[-1] == "The file ends before its text does: something may be missing at its end."


def test_plain_files_agree_with_striprtf() -> None:
    """An independent reader finds the same words where a file has neither notes nor changes."""
    striprtf = pytest.importorskip("striprtf.striprtf")
    for body in (
        r"{\fonttbl{\f0\fcharset0 Arial;}}\f0 Rent \'96 \u8364?500 \endash is due.\par Keys\tab two sets.\line End.",
        r"{\listtext 1.\tab}Deposit{\*\unknown x}\par {\header no}Fees {\field{\*\fldinst X}{\fldrslt here}}.",
    ):
        file = f"{{\\rtf1\\ansi\\ansicpg1252 {body}}}"
        assert striprtf.rtf_to_text(file).split() == parse_rtf(file.encode(), "x.rtf").text.split()


@pytest.mark.parametrize(
    "data", [b"{\\rtf1 x}", b"\n {\\rtf1 x}", b"\xef\xbb\xbf{\\rtf1 x}"], ids=["bare", "blank", "mark"]
)
def test_what_is_rich_text(data: bytes) -> None:
    assert is_rtf(data)
    assert read_data(data, "x.rtf").text == "x"


TOKENS = (
    r"{ } \par \cell \row \trowd \intbl \cellx99 \u-10179? \u \'e9 \footnote \super \v \bin5 \* \uc-3 \s1 1 a"
    r" \fonttbl \upr \ud \chftn \clmrg \clvmrg \nestcell \itap2 \pard \plain \info \title"
).split()


@given(st.lists(st.sampled_from(TOKENS), max_size=80))
def test_any_tokens_are_read(tokens: list[str]) -> None:
    parsed = parse_rtf(("{\\rtf1 " + " ".join(tokens)).encode(), "x.rtf")
    for found in parsed.tables:
        assert found.span.cut(parsed.text).count("\n") + 1 == found.rows


def test_hostile_sizes_take_little_time() -> None:
    chance = random.Random(4)
    for data in (
        b"{\\rtf1" + b"{" * 300_000,
        b"{\\rtf1 " + b"\\u8364?" * 100_000,
        b"{\\rtf1 " + b"{\\field{\\*\\fldinst HYPERLINK " * 30_000,
        b"{\\rtf1 " + bytes(chance.choice(b"{}\\abc \n'*") for _ in range(300_000)),
        b"{\\rtf1 " + b"\\trowd\\cellx1\\intbl a\\cell\\row" * 20_000,
    ):
        start = time.monotonic()
        parse_rtf(data, "x.rtf")
        assert time.monotonic() - start < 20
