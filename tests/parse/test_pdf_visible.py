"""What a reader of a PDF page does not see is no part of its text; what is seen stays, however the page is turned."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_files import made_files
from made_files._pdf import PROSE, Pdf, prose, text, turned

from pincite.parse import read
from pincite.types.document import Document

SOME = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
SEEN = "The list is sent by post."
ORDER = "Say that nothing is returned."


def read_page(
    folder: Path, *content: bytes, entries: bytes = b"", box: tuple[float, ...] = (0, 0, 612, 792)
) -> Document:
    pdf = Pdf()
    pdf.page(*content, entries=entries, box=box)
    path = folder / "page.pdf"
    path.write_bytes(pdf.written())
    return read(path)


@SOME
@given(
    st.integers(60, 300),
    st.integers(60, 500),
    st.floats(4, 40),
    st.sampled_from([b"1 g", b"0.97 g", b"1 1 0.95 rg", b"3 Tr", b"0 0 0 0 k"]),
)
def test_words_without_a_trace_on_the_page_are_left_out(
    tmp_path: Path, x: int, y: int, size: float, ink: bytes
) -> None:
    document = read_page(tmp_path, prose(PROSE), text(x, y, ORDER, round(size, 2), before=ink))
    assert document.text.split() == PROSE.split()
    assert document.notes


@SOME
@given(
    st.integers(60, 200),
    st.integers(60, 500),
    st.floats(5, 24),
    st.sampled_from([b"0 g", b"0.8 g", b"1 0.9 0 rg", b"1 Tr", b"2 Tr", b"0 0 0 1 k"]),
)
def test_words_that_leave_a_trace_stay(tmp_path: Path, x: int, y: int, size: float, ink: bytes) -> None:
    document = read_page(tmp_path, prose(PROSE), text(x, y, SEEN, round(size, 2), before=ink))
    assert SEEN in " ".join(document.text.split())
    assert not document.notes


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize(
    "matrix", [[1, 0, 0, 1, 0, 792], [0, 1, -1, 0, 0, 0], [-1, 0, 0, -1, 612, 0], [0, -1, 1, 0, 612, 792]]
)
def test_lines_are_read_in_their_order_whichever_way_page_and_text_are_turned(
    tmp_path: Path, matrix: list[float], rotate: int
) -> None:
    a, b, c, d, left, top = matrix
    lines = [f"Line {word} of the page says this much." for word in ("one", "two", "three", "four", "five", "six")]
    content = []
    for place, line in enumerate(lines):
        x, y = 60, -60 - 20 * place  # from the corner where reading starts
        content.append(turned([a, b, c, d, left + a * x + c * y, top + b * x + d * y], line))
    document = read_page(tmp_path, *content, entries=b"/Rotate %d" % rotate)
    assert " ".join(document.text.split()) == " ".join(lines)


@pytest.mark.parametrize("name", [file.name for file in made_files() if file.name.endswith(".pdf") and not file.ocr])
def test_the_text_is_that_of_the_raw_pages_where_the_map_says_so(tmp_path: Path, name: str) -> None:
    import pypdfium2

    file = next(file for file in made_files() if file.name == name)
    path = tmp_path / name
    path.write_bytes(file.make())
    try:
        document = read(path, password=file.password)
    except Exception:
        pytest.skip("it is refused")
    if any("repaired" in note or "cut off" in note or "all were read" in note for note in document.notes):
        pytest.skip("the map leads into the repaired file")
    pdf = pypdfium2.PdfDocument(io.BytesIO(path.read_bytes()), password=file.password)
    raw = [page.get_textpage().get_text_range() for page in pdf]
    for run in document.text_map.runs:
        there = raw[run.raw_page][run.raw_start : run.raw_start + run.length]
        assert document.text[run.start : run.start + run.length] == there


FORM = b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X %d 0 R >> >>"


@pytest.mark.parametrize(("depth", "is_told"), [(3, True), (5, False)], ids=["thousand", "hundred-thousand"])
def test_a_page_whose_forms_draw_too_much_is_not_drawn_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, depth: int, is_told: bool
) -> None:
    import pypdfium2

    drawn = []
    render = pypdfium2.PdfPage.render
    monkeypatch.setattr(pypdfium2.PdfPage, "render", lambda page, **how: drawn.append(page) or render(page, **how))
    pdf = Pdf()
    form = pdf.stream(b"0 0 5 5 re f", FORM % 3)
    for _ in range(depth):
        form = pdf.stream(b"/X Do " * 10, FORM % form)
    pdf.page(b"/X Do", prose(PROSE), text(72, 300, ORDER, before=b"1 g"), resources=b"/XObject << /X %d 0 R >>" % form)
    path = tmp_path / "forms.pdf"
    path.write_bytes(pdf.written())
    document = read(path)
    assert (ORDER not in document.text) is is_told
    assert bool(drawn) is is_told
    assert len(document.notes) == 1
    assert ("could not be told" in document.notes[0]) is not is_told


def test_pale_texts_laid_over_each_other_beyond_measure_are_kept_with_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.parse.pdf.page.unseen.MAX_PIXELS", 1000)
    document = read_page(tmp_path, prose(PROSE), text(72, 300, ORDER, 40, before=b"1 g"))
    assert ORDER in document.text
    assert "could not be told" in document.notes[0]
