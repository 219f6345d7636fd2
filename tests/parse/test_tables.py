"""Tables: rows and cells of Markdown, HTML and ruled PDFs, their headers, and the way back to the page."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_files import made_files, tables_pdf
from made_files._pdf import Pdf

from pincite.parse import read, read_data
from pincite.parse.pdf.tables.grid import OUTSIDE, grid_of
from pincite.parse.pdf.tables.rulings import Frame, Rule
from pincite.parse.table_rows import EMPTY, CellSize, arranged, names_columns, row_text
from pincite.parse.text_files.html import parse_html
from pincite.parse.text_files.markdown import parse_markdown
from pincite.types.document import Document, Span

DRAWN = {file.name: file for file in tables_pdf.FILES}


def read_made(name: str) -> Document:
    return read_data(DRAWN[name].make(), name)


def table_texts(document: Document) -> list[str]:
    return [table.span.cut(document.text) for table in document.tables]


# What holds for every table of every made file


@pytest.mark.parametrize("name", [file.name for file in made_files() if "table" in file.name])
def test_tables_are_lines_between_blank_lines(name: str, tmp_path: Path) -> None:
    file = next(file for file in made_files() if file.name == name)
    path = tmp_path / name
    path.write_bytes(file.make())
    document = read(path)
    ends = [0]
    for table in document.tables:
        text = table.span.cut(document.text)
        assert table.rows == len(text.split("\n")) > 0
        assert all(line == line.strip() != "" for line in text.split("\n"))
        assert document.text[table.span.start - 2 : table.span.start] in ("\n\n", "") or "\f" in (
            document.text[table.span.start - 1],
        )
        assert document.text[table.span.end : table.span.end + 2] in ("\n\n", "") or (
            document.text[table.span.end] == "\f"
        )
        assert table.span.start >= ends[-1]
        ends.append(table.span.end)
        if table.header is not None:
            inside = table.header.start == table.span.start and table.header.end < table.span.end
            assert inside or (table.continues and table.header.end < table.span.start)
            assert table.header.cut(document.text) == table.header.cut(document.text).strip()


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_each_word_of_a_table_has_its_place_on_the_page(name: str) -> None:
    document = read_made(name)
    for table in document.tables:
        page = document.page_at(table.span.start)
        assert page is not None
        for at in range(*table.span):
            char = document.text[at]
            places = document.text_map.raw_spans(Span(at, at + 1))
            if char.isalnum() and char.isascii():
                assert [index for index, _ in places] == [page.index]
            elif char in "|\n":
                assert places == () or char == "|"  # a cell may hold a bar of its own


# Ruled tables of PDFs


def test_a_ruled_table_is_read_row_by_row() -> None:
    document = read_made("table_plain.pdf")
    assert table_texts(document) == [
        "Permit | Fee | Valid for\nSmall boat | $40 | 12 months\nLarge boat | $95 | 12 months\nVisitor | $12 | 7 days"
    ]
    header = document.tables[0].header
    assert header is not None
    assert header.cut(document.text) == "Permit | Fee | Valid for"
    assert [section.heading for section in document.sections] == ["Harbor Fees"]


@pytest.mark.parametrize("name", ["table_header_repeated.pdf", "table_header_once.pdf"], ids=["repeated", "once"])
def test_a_table_over_two_pages_has_one_header(name: str) -> None:
    document = read_made(name)
    first, second = document.tables
    assert (first.continues, second.continues) == (False, True)
    assert first.header is not None
    assert second.header is not None
    assert second.header.cut(document.text) == first.header.cut(document.text) == "Berth | Fee | Notice"
    own = second.header.start >= second.span.start
    assert own == (name == "table_header_repeated.pdf")


def test_cells_over_rows_are_said_again_and_cells_over_columns_keep_theirs() -> None:
    assert table_texts(read_made("table_merged_cells.pdf"))[0].split("\n") == [
        "Zone | Kind | Rent a month |",
        "Zone | Kind | Summer | Winter",
        "North | Studio | $900 | $700",
        "North | One bed | $1,100 | $850",
        "North | Two beds | $1,400 | $990",
        "All figures without heating",
        "South | Studio | $800 | $640",
    ]


@pytest.mark.parametrize(
    "name", ["table_box_of_prose.pdf", "table_page_frames.pdf", "table_chart.pdf"], ids=["box", "frames", "chart"]
)
def test_what_is_drawn_with_lines_and_is_no_table(name: str) -> None:
    document = read_made(name)
    assert document.tables == ()
    assert " | " not in document.text


def test_ruled_heads_of_pages_are_furniture() -> None:
    document = read_made("table_page_frames.pdf")
    for page in document.pages:
        assert [span.cut(document.text) for span in page.furniture][:2] == ["Procedure HR-12", "Edition 4"]


@pytest.mark.parametrize("name", ["table_turned_page.pdf", "table_sideways.pdf"], ids=["page", "table"])
def test_a_table_that_stands_sideways(name: str) -> None:
    document = read_made(name)
    assert table_texts(document)[0].split("\n")[:2] == ["Permit | Fee | Valid for", "Small boat | $40 | 12 months"]


def test_the_letters_of_a_page_with_tables_are_all_in_its_text() -> None:
    for name in DRAWN:
        document = read_made(name)
        from io import BytesIO

        import pypdfium2 as pdfium

        pdf = pdfium.PdfDocument(BytesIO(DRAWN[name].make()))
        raw = "".join(page.get_textpage().get_text_range() for page in pdf)
        wanted = sorted(c for c in raw if c.isalpha())
        found = sorted(c for c in document.text if c.isalpha())
        missing = [c for c in set(wanted) if wanted.count(c) > found.count(c)]
        assert missing == [], name


def test_tables_agree_with_pdfplumber() -> None:
    """An independent reader finds the same cells in tables without merged cells."""
    pdfplumber = pytest.importorskip("pdfplumber")
    from io import BytesIO

    for name in ("table_plain.pdf", "table_empty_cells.pdf", "table_forged.pdf"):
        with pdfplumber.open(BytesIO(DRAWN[name].make())) as pdf:
            wanted = [
                [[(cell or "").split() for cell in row] for row in table] for table in pdf.pages[0].extract_tables()
            ]
        document = read_made(name)
        texts = [text.split("\n") for text in table_texts(document)]
        made = [[row_text([" ".join(cell) for cell in row]) for row in table] for table in wanted]
        assert texts == made, name


def test_a_page_with_too_many_lines_is_read_as_text() -> None:
    pdf = Pdf()
    drawn = b"\n".join(b"%d 100 m %d 700 l S" % (x, x) for x in range(72, 540)) * 3
    drawn += b"\n".join(b"72 %g m 540 %g l S" % (y / 2, y / 2) for y in range(200, 1400)) * 20
    pdf.page(drawn, tables_pdf.words((("a", "b"), ("c", "d")), (72, 200), 700))
    document = read_data(pdf.written(), "lines.pdf")
    assert document.tables == ()
    assert set(document.text.split()) == {"a", "b", "c", "d"}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_any_lines_on_a_page_lose_no_letter(seed: int) -> None:
    chance = random.Random(seed)
    pdf = Pdf()
    rules = []
    for _ in range(chance.randint(0, 30)):
        x, y, length = chance.uniform(40, 500), chance.uniform(40, 700), chance.uniform(2, 400)
        across = chance.random() < 0.5
        rules.append(tables_pdf.line(x, y, x + length * across, y + length * (not across)))
    said = [f"W{n}x" for n in range(40)]
    words = [
        tables_pdf.text(60 + 120 * (n % 4) + chance.uniform(0, 20), 700 - 60 * (n // 4), word)
        for n, word in enumerate(said)
    ]
    pdf.page(*rules, *words)
    document = read_data(pdf.written(), "any.pdf")
    assert set(said) <= set(document.text.replace("|", " ").split())


@pytest.mark.parametrize("quarter", range(4), ids=["upright", "left", "over", "right"])
def test_a_turned_frame_has_the_same_cells(quarter: int) -> None:
    across = tuple(Rule(y, 0, 300) for y in (0, 20, 60))
    down = tuple(Rule(x, 0, 60) for x in (0, 100, 300))
    frame = Frame(across, down).turned(quarter)
    grid = grid_of(frame)
    assert grid is not None
    assert len(grid.cells) == 4
    turns = [(50.0, 40.0), (40.0, -50.0), (-50.0, -40.0), (-40.0, 50.0)]
    assert grid.cell_at(*turns[quarter]) == (0, 1, 3, 2)[quarter]
    assert grid.cell_at(1000.0, 0.0) == OUTSIDE


# Markdown and HTML

MARKDOWN = [
    ("ruled", "| a | b |\n|---|---|\n| 1 | 2 |", "a | b\n1 | 2", "a | b"),
    ("without_bars_at_the_ends", "a | b\n--|--\n1 | 2", "a | b\n1 | 2", "a | b"),
    ("empty_cells", "| | b | c |\n|--|--|--|\n| 1 | | 3 |", "| b | c\n1 | | 3", "| b | c"),
    ("missing_cells", "| a | b | c |\n|--|--|--|\n| 1 |", "a | b | c\n1 | |", "a | b | c"),
    ("empty_row", "| a | b |\n|--|--|\n| | |\n| 1 | 2 |", "a | b\n1 | 2", "a | b"),
    ("escaped_bar", "| a | b |\n|--|--|\n| x \\| y | 2 |", "a | b\nx | y | 2", "a | b"),
    ("no_rule", "| a | b |\n| 1 | 2 |", "a | b\n1 | 2", None),
    ("marks", "| **a** | b |\n|--|--|\n| [x](y) | `z` |", "a | b\nx | z", "a | b"),
]


@pytest.mark.parametrize(("raw", "text", "header"), [row[1:] for row in MARKDOWN], ids=[row[0] for row in MARKDOWN])
def test_tables_of_markdown(raw: str, text: str, header: str | None) -> None:
    parsed = parse_markdown(f"before\n{raw}\n\nafter\n")
    assert parsed.text == f"before\n\n{text}\n\nafter"
    (table,) = parsed.tables
    assert table.span.cut(parsed.text) == text
    assert (table.header.cut(parsed.text) if table.header else None) == header


@pytest.mark.parametrize(
    "raw", ["a | b in a sentence", "| one row |", "```\n| a |\n|--|\n| b |\n```"], ids=["bar", "one_row", "code"]
)
def test_what_is_no_table_of_markdown(raw: str) -> None:
    assert parse_markdown(raw).tables == ()


ROW = "<tr><td>{}</td><td>{}</td></tr>"
HTML = [
    ("heads", f"<tr><th>A<th>B{ROW.format(1, 2)}", "A | B\n1 | 2", "A | B"),
    ("thead", f"<thead>{ROW.format('A', 'B')}</thead>{ROW.format(1, 2)}", "A | B\n1 | 2", "A | B"),
    ("no_head", ROW.format("A", 1) + ROW.format("B", 2), "A | 1\nB | 2", None),
    ("blocks", ROW.format("<p>A</p><p>x", "<br>1") + ROW.format("<ul><li>B<li>y</ul>", 2), "A x | 1\nB y | 2", None),
    ("rowspan", f"<tr><td rowspan=2>A<td>1</tr><tr><td>2</tr>{ROW.format('B', 3)}", "A | 1\nA | 2\nB | 3", None),
    ("colspan", f"<tr><td colspan=2>A</tr>{ROW.format(1, 2)}{ROW.format(3, 4)}", "A\n1 | 2\n3 | 4", None),
    ("spacers", "<tr><td>A<td><td>1</tr><tr><td>B<td><td>2</tr>", "A | 1\nB | 2", None),
    ("empty", ROW.format("A", "") + ROW.format("", 2) + ROW.format("", ""), "A |\n| 2", None),
    ("hidden", "<tr><td>A<td hidden>x<td>1</tr><tr><td>B<td hidden>y<td>2</tr>", "A | 1\nB | 2", None),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "text", "header"), [row[1:] for row in HTML], ids=[row[0] for row in HTML])
def test_tables_of_html(rows: str, text: str, header: str | None) -> None:
    parsed = parse_html(f"<p>before</p><table>{rows}</table><p>after</p>")
    assert parsed.text == f"before\n\n{text}\n\nafter"
    (table,) = parsed.tables
    assert table.span.cut(parsed.text) == text
    assert (table.header.cut(parsed.text) if table.header else None) == header


LAYOUT = [
    ("one_row", "<tr><td>a<td>b</tr>"),
    ("one_column", "<tr><td>a</tr><tr><td>b</tr>"),
    ("nested", "<tr><td><table><tr><td>a</table><td>b</tr><tr><td>c<td>d</tr>"),
    ("headings", "<tr><td><h2>a</h2><td>b</tr><tr><td>c<td>d</tr>"),
    ("long", f"<tr><td>{'word ' * 500}<td>b</tr><tr><td>c<td>d</tr>"),
]


@pytest.mark.parametrize("rows", [row[1] for row in LAYOUT], ids=[row[0] for row in LAYOUT])
def test_tables_that_set_a_page_are_none(rows: str) -> None:
    assert parse_html(f"<table>{rows}</table>").tables == ()


@given(st.text("|\n -:ab\\`#<>", max_size=200))
def test_any_markdown_has_tables_within_its_text(raw: str) -> None:
    parsed = parse_markdown(raw)
    for table in parsed.tables:
        assert table.span.cut(parsed.text).count("\n") + 1 == table.rows > 0


TAGS = st.sampled_from(
    "<table>,</table>,<tr>,</tr>,<td>,</td>,<th>,<thead>,</thead>,<td rowspan=3>,<td colspan=9999999>,<p>,</p>,<h2>,"
    "</h2>,<b hidden>,</b>, word ,&amp;,<br>,<sup>,1,</sup>,<table hidden>".split(",")
)


@given(st.lists(TAGS, max_size=60))
def test_any_html_has_tables_within_its_text(parts: list[str]) -> None:
    parsed = parse_html("".join(parts))
    for table in parsed.tables:
        assert table.span.cut(parsed.text).count("\n") + 1 == table.rows > 1


# Rows

SIZES = st.builds(CellSize, st.integers(0, 100), st.integers(-1, 5), st.integers(-1, 5))


@given(st.lists(st.lists(SIZES, max_size=6), max_size=8))
def test_every_cell_with_text_stands_in_its_row(rows: list[list[CellSize]]) -> None:
    found = arranged(rows)
    assert len(found) == len(rows)
    first = 0
    for row, places in zip(rows, found, strict=True):
        own = [at for at in range(first, first + len(row)) if row[at - first].length]
        assert [place for place in places if place in own] == own
        assert all(place == EMPTY or place < first + len(row) for place in places)
        first += len(row)


NAMES = [
    ("names", [["Item", "Fee", "When"], ["a", "$1", "May"], ["b", "$2", "June"]], True),
    ("figures_under_two_names", [["Item", "Fee"], ["a", "$1"], ["b", "$2"]], True),
    ("names_and_values", [["Keeper", "Anna"], ["Pier", "Five"], ["Door", "Red"]], False),
    ("figures", [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"]], False),
    ("a_hole", [["Item", "", "When"], ["a", "$1", "May"], ["b", "$2", "June"]], False),
    ("no_name_for_the_first", [["", "Fee", "When"], ["a", "$1", "May"], ["b", "$2", "June"]], True),
    ("too_few", [["Item", "Fee", "When"], ["a", "$1", "May"]], False),
    ("prose", [["Item", "x" * 90, "When"], ["a", "$1", "May"], ["b", "$2", "June"]], False),
    ("korean", [["구분", "금액"], ["소형", "40,000원"], ["대형", "95,000원"]], True),
]


@pytest.mark.parametrize(("rows", "expected"), [row[1:] for row in NAMES], ids=[row[0] for row in NAMES])
def test_the_first_row_names_the_columns(rows: list[list[str]], expected: bool) -> None:
    assert names_columns(rows) is expected


def test_a_made_pdf_of_pages_without_lines_is_not_asked_for_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    import pincite.parse.pdf.tables.find as module

    def fail(*arguments: object) -> None:
        raise AssertionError("the letters of a page without ruling lines were measured")

    monkeypatch.setattr(module, "_letters", fail)
    pdf = Pdf()
    pdf.page(tables_pdf.prose("No lines at all on this page of the harbor rules."))
    assert read_data(pdf.written(), "plain.pdf").tables == ()
