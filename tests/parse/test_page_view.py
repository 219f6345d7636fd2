"""Pictures of pages, and where the words of a document stand on them: ink is where the boxes say, and nowhere else."""

from __future__ import annotations

import os
import struct
import threading
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from made_files import MadeFile
from made_files._pdf import PROSE, Pdf, prose, text
from made_files.view_pages import FILES
from numpy.typing import NDArray

from pincite.errors import DocumentError, EncryptedDocument, UnsupportedFormat
from pincite.parse import read
from pincite.parse.pdf.utf16 import unit_offsets
from pincite.parse.view import open_pages
from pincite.parse.view.boxes import ShownPage
from pincite.parse.view.pages import (
    MAX_PIXELS,
    Box,
    PageLayer,
    close_files,
    page_layer,
    page_picture,
    quote_boxes,
)
from pincite.parse.view.png import png
from pincite.types.document import Document, Span
from pincite.types.page_words import PageWord, PageWords

DARK = 160
BY_NAME = {file.name: file for file in FILES}
Pixels = NDArray[np.uint8]


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    close_files()


@pytest.fixture
def guide(tmp_path: Path) -> Path:
    made = Pdf()
    for number in range(6):
        made.page(prose(PROSE), text(300, 40, str(number + 1)))
    path = tmp_path / "guide.pdf"
    path.write_bytes(made.written())
    return path


def pixels_of(data: bytes) -> Pixels:
    """The pixels of a PNG as `pincite.parse.view.png` writes it: each row the difference to the one above."""
    width, height, depth, colour = struct.unpack(">IIBB", data[16:26])
    assert (data[:8], depth) == (b"\x89PNG\r\n\x1a\n", 8)
    at, packed = 8, b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    channels = 3 if colour == 2 else 1
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, -1)
    assert set(rows[:, 0]) <= {2}
    found = np.cumsum(rows[:, 1:], axis=0, dtype=np.uint64).astype(np.uint8)
    return found.reshape((height, width, 3) if channels == 3 else (height, width))


def made(file: MadeFile, folder: Path) -> tuple[Document, Path]:
    path = folder / file.name
    path.write_bytes(file.make())
    return read(path), path


def quote_of(document: Document, words: str) -> Span:
    start = document.text.index(words)
    return Span(start, start + len(words))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_ink_lies_in_the_boxes_of_words_and_each_box_has_ink(file: MadeFile, tmp_path: Path) -> None:
    document, path = made(file, tmp_path)
    for page in document.pages:
        layer = page_layer(document, path, page.index)
        picture = page_picture(path, page.index, width_px=1600)
        ink = pixels_of(picture.png) < DARK
        assert ink.any()
        covered = np.zeros_like(ink)
        for word in layer.words:
            assert word.text == word.span.cut(document.text)
            part = _slices(word.box, picture.width, picture.height)
            assert ink[part].any(), word
            covered[part] = True
        outside = (ink & ~covered).sum() / ink.sum()
        assert outside < 0.002, f"{outside:.2%} of the ink lies outside all words"  # a line end's hyphen is in none


def _slices(box: Box, width: int, height: int, margin: int = 1) -> tuple[slice, slice]:
    return (
        slice(max(round(box.top * height) - margin, 0), round(box.bottom * height) + margin),
        slice(max(round(box.left * width) - margin, 0), round(box.right * width) + margin),
    )


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_layer_holds_every_word_once_and_in_order(file: MadeFile, tmp_path: Path) -> None:
    document, path = made(file, tmp_path)
    for page in document.pages:
        words = page_layer(document, path, page.index).words
        places = [place for word in words for place in range(*word.span)]
        assert places == sorted(set(places))
        letters = [at for at in range(*page.span) if not document.text[at].isspace()]
        assert places == letters


def test_box_of_a_quote_is_that_of_its_words(tmp_path: Path) -> None:
    document, path = made(BY_NAME["view_turned_90.pdf"], tmp_path)
    span = quote_of(document, "the whole deposit back.")
    words = [word for word in page_layer(document, path, 0).words if word.span.overlaps(span)]
    (found,) = quote_boxes(document, path, span)
    assert found.page_index == 0
    assert [tuple(box) for box in found.boxes] == [
        (
            min(w.box.left for w in words), min(w.box.top for w in words),
            max(w.box.right for w in words), max(w.box.bottom for w in words),
        )
    ]  # fmt: skip


def test_quote_has_a_box_for_each_line_on_each_page(tmp_path: Path) -> None:
    document, path = made(BY_NAME["view_over_pages.pdf"], tmp_path)
    start = document.text.index("be kept. Ordinary")
    found = quote_boxes(document, path, Span(start, document.text.index("says so")))
    assert [(page.page_index, len(page.boxes)) for page in found] == [(0, 3), (1, 1)]
    tops = [box.top for box in found[0].boxes]
    assert tops == sorted(tops)
    assert found[1].boxes[0].top < 0.15 < 0.85 < found[0].boxes[-1].top


def test_part_of_a_word_is_narrower_than_the_word(tmp_path: Path) -> None:
    document, path = made(BY_NAME["view_upright_cropped.pdf"], tmp_path)
    whole = quote_boxes(document, path, quote_of(document, "deductions"))[0].boxes[0]
    part = quote_boxes(document, path, quote_of(document, "duct"))[0].boxes[0]
    assert whole.left < part.left < part.right < whole.right


def test_broken_word_is_two_on_its_two_lines(tmp_path: Path) -> None:
    document, path = made(BY_NAME["view_hyphen.pdf"], tmp_path)
    span = quote_of(document, "damages")
    words = [word for word in page_layer(document, path, 0).words if word.span.overlaps(span)]
    assert [word.text for word in words] == ["dam", "ages"]
    assert words[0].box.left > 0.45 > words[1].box.left


def test_line_up_the_page_is_one_box_higher_than_wide(tmp_path: Path) -> None:
    document, path = made(BY_NAME["view_line_up_the_edge.pdf"], tmp_path)
    (found,) = quote_boxes(document, path, quote_of(document, "Copy for the tenant"))
    (box,) = found.boxes
    assert box.bottom - box.top > 4 * (box.right - box.left)


def test_layer_says_the_size_of_the_shown_page(tmp_path: Path) -> None:
    sizes = []
    for turn in ("upright_cropped", "turned_90", "turned_180"):
        document, path = made(BY_NAME[f"view_{turn}.pdf"], tmp_path)
        layer = page_layer(document, path, 0)
        sizes.append((round(layer.width_pt), round(layer.height_pt)))
    assert sizes == [(480, 640), (640, 480), (480, 640)]


def test_text_beyond_the_edge_has_no_place(tmp_path: Path) -> None:
    shown = ShownPage(0, 0, 100, 200, 0)
    assert shown.box(90, 10, 130, 20) == pytest.approx(Box(0.9, 0.9, 1.0, 0.95))
    assert shown.box(101, 10, 130, 20) is None
    assert ShownPage(0, 0, 0, 0, 0).box(0, 0, 1, 1) is None


@pytest.mark.parametrize(
    ("quarters", "expected"),
    [
        pytest.param(0, (0.1, 0.7, 0.3, 0.8), id="upright"),
        pytest.param(1, (0.2, 0.1, 0.3, 0.3), id="right"),
        pytest.param(2, (0.7, 0.2, 0.9, 0.3), id="over"),
        pytest.param(3, (0.7, 0.7, 0.8, 0.9), id="left"),
    ],
)
def test_box_is_turned_with_the_page(quarters: int, expected: tuple[float, ...]) -> None:
    assert ShownPage(0, 0, 100, 100, quarters).box(10, 20, 30, 30) == pytest.approx(expected)


# Pictures


def test_picture_has_the_width_asked_for(guide: Path) -> None:
    picture = page_picture(guide, 0, width_px=600)
    assert (picture.width, picture.height) == (600, 777)
    assert pixels_of(picture.png).shape == (777, 600)


def test_picture_keeps_colours_where_there_are_any(tmp_path: Path) -> None:
    coloured = Pdf()
    coloured.page(text(72, 700, "Red", 60, before=b"1 0 0 rg"))
    path = tmp_path / "red.pdf"
    path.write_bytes(coloured.written())
    found = pixels_of(page_picture(path, 0, width_px=300).png)
    assert found.shape == (389, 300, 3)
    assert (found == (255, 0, 0)).all(axis=2).any()


def test_picture_of_a_large_or_long_page_is_bounded(tmp_path: Path) -> None:
    long = Pdf()
    long.page(text(10, 10, "a"), box=(0, 0, 200, 14000))
    path = tmp_path / "long.pdf"
    path.write_bytes(long.written())
    picture = page_picture(path, 0, width_px=4000)
    assert picture.width * picture.height <= MAX_PIXELS * 1.01


@given(arrays(np.uint8, st.one_of(array_shapes(min_dims=2, max_dims=2), st.just((3, 5, 3)), st.just((4, 2, 3)))))
def test_png_holds_the_pixels(pixels: Pixels) -> None:
    found = pixels_of(png(pixels))
    expected = pixels
    if pixels.ndim == 3 and (pixels == pixels[:, :, :1]).all():
        expected = pixels[:, :, 0]
    assert np.array_equal(found, expected)


def test_png_is_read_by_another_library() -> None:
    image = pytest.importorskip("PIL.Image")
    import io

    pixels = np.random.default_rng(3).integers(0, 256, (17, 23, 3), np.uint8)
    assert np.array_equal(np.asarray(image.open(io.BytesIO(png(pixels)))), pixels)


# What is refused


def test_another_file_at_the_path_is_refused_even_of_the_same_size(guide: Path) -> None:
    document = read(guide)
    page_layer(document, guide, 0)
    data = guide.read_bytes()
    guide.write_bytes(data.replace(b"whole", b"WHOLE"))
    os.utime(guide, ns=(1, 1))
    with pytest.raises(DocumentError, match="found another content"):
        page_layer(document, guide, 0)
    with pytest.raises(DocumentError, match="found another content"):
        quote_boxes(document, guide, Span(0, 5))


REFUSED: list[Any] = [
    pytest.param(lambda path: page_picture(path, 6), DocumentError, "found 6 pages", id="page-behind-the-last"),
    pytest.param(lambda path: page_picture(path, -1), DocumentError, "found 6 pages", id="page-before-the-first"),
    pytest.param(lambda path: page_picture(path.parent / "none.pdf", 0), DocumentError, "no such file", id="no-file"),
    pytest.param(lambda path: page_picture(path.parent, 0), DocumentError, "a folder", id="folder"),
    pytest.param(lambda path: page_picture(path, 0, width_px=4001), ValueError, "16..4000", id="too-wide"),
    pytest.param(lambda path: page_picture(path, 0, width_px=0), ValueError, "16..4000", id="no-width"),
    pytest.param(lambda path: quote_boxes(read(path), path, Span(3, 3)), ValueError, "no text at 3..3", id="empty"),
    pytest.param(lambda path: quote_boxes(read(path), path, Span(0, 10**6)), ValueError, "no text at", id="beyond"),
]


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_what_cannot_be_shown_is_refused(
    guide: Path, call: Callable[[Path], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call(guide)


def test_document_without_pages_has_none_to_show(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text("A note on the deposit.", "utf-8")
    with pytest.raises(UnsupportedFormat, match="no PDF"):
        page_picture(path, 0)
    with pytest.raises(DocumentError, match="has no pages"):
        quote_boxes(read(path), path, Span(0, 6))


def test_damaged_and_encrypted_files_say_so(tmp_path: Path, make_pdf: Callable[..., bytes]) -> None:
    path = tmp_path / "broken.pdf"
    path.write_bytes(b"%PDF-1.7\n nothing that is one\n%%EOF\n")
    with pytest.raises(DocumentError):
        page_picture(path, 0)
    path.write_bytes(make_pdf([[]], encrypted=True))
    with pytest.raises(EncryptedDocument):
        page_picture(path, 0)


def test_words_that_are_not_where_the_document_says_have_no_box(guide: Path) -> None:
    document = read(guide)
    shifted = replace(document, text_map=type(document.text_map)(tuple(
        run._replace(raw_start=run.raw_start + 3) for run in document.text_map.runs
    )))  # fmt: skip
    assert page_layer(shifted, guide, 0).words == ()
    assert quote_boxes(shifted, guide, Span(0, 20))[0].boxes == ()


# Files that stay open


def test_few_files_stay_open(guide: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = guide.read_bytes()
    for number in range(open_pages.KEPT_OPEN + 3):
        path = guide.with_name(f"copy{number}.pdf")
        path.write_bytes(data)
        page_picture(path, 0, width_px=20)
    assert len(open_pages._open) == open_pages.KEPT_OPEN
    close_files()
    assert not open_pages._open


def test_open_file_is_not_opened_again(guide: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page_picture(guide, 0, width_px=20)
    monkeypatch.setattr(open_pages, "_opened", None)
    assert page_picture(guide, 5, width_px=20).width == 20


def test_pages_are_shown_to_many_threads_at_once(guide: Path) -> None:
    document = read(guide)
    expected = [page_layer(document, guide, index) for index in range(6)]
    found: dict[int, PageLayer] = {}
    failures: list[BaseException] = []

    def work(index: int) -> None:
        try:
            for _ in range(3):
                page_picture(guide, index, width_px=100)
                found[index] = page_layer(document, guide, index)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert [found[index] for index in range(6)] == expected


# Recognised words


fractions = st.floats(0, 1)
words = st.builds(
    PageWord, st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1),
    st.builds(Box, fractions, fractions, fractions, fractions), st.integers(0, 100),
)  # fmt: skip


@given(st.lists(words, max_size=5))
def test_packed_words_come_back_as_near_as_they_are_kept(given_words: list[PageWord]) -> None:
    packed = PageWords.of(given_words)
    assert len(packed) == len(given_words)
    for found, word in zip(packed, given_words, strict=True):
        assert (found.start, found.end, found.confidence) == (word.start, word.end, word.confidence)
        assert found.box == pytest.approx(word.box, abs=1 / 65535)
    assert PageWords.of(packed) == packed == PageWords(packed.packed)


@pytest.mark.parametrize(
    "word",
    [PageWord(-1, 2, Box(0, 0, 1, 1), 5), PageWord(0, 2**32, Box(0, 0, 1, 1), 5), PageWord(0, 1, Box(0, 0, 1, 1), 101)],
    ids=["before", "far", "sure"],
)
def test_words_that_cannot_be_kept_are_refused(word: PageWord) -> None:
    with pytest.raises(ValueError, match=r"a word cannot|a confidence"):
        PageWords.of([word])
    with pytest.raises(ValueError, match="no number of words"):
        PageWords(b"12345")


def test_recognised_words_are_shown_without_the_pages_text(guide: Path) -> None:
    document = read(guide)
    page = document.pages[0]
    lines = [
        PageWord(0, 1, Box(0.1, 0.1, 0.2, 0.12), 90), PageWord(2, 8, Box(0.21, 0.1, 0.3, 0.12), 91),
        PageWord(9, 12, Box(0.1, 0.13, 0.2, 0.15), 92),
    ]  # fmt: skip
    read_so = replace(page, read_by="ocr", confidence=91.0, words=PageWords.of(lines))
    changed = replace(document, pages=(read_so, *document.pages[1:]))
    layer = page_layer(changed, guide, 0)
    assert [word.text for word in layer.words] == ["A", "tenant", "who"]
    (found,) = quote_boxes(changed, guide, Span(0, 12))
    assert list(found.boxes) == [pytest.approx(b, abs=1e-4) for b in ((0.1, 0.1, 0.3, 0.12), lines[2].box)]


@given(st.text(max_size=20))
def test_units_are_those_of_utf_16(value: str) -> None:
    value = value.encode("utf-8", "ignore").decode()
    expected = [len(value[:at].encode("utf-16-le")) // 2 for at in range(len(value) + 1)]
    assert (unit_offsets(value) or list(range(len(value) + 1))) == expected


# Damaged files


def test_pages_of_a_file_that_was_cut_off_are_shown_as_they_were_read(guide: Path) -> None:
    pytest.importorskip("pikepdf")
    data = guide.read_bytes()
    guide.write_bytes(data[: data.index(b"xref\n")])
    document = read(guide)
    assert document.notes
    for page in document.pages:
        assert len(page_layer(document, guide, page.index).words) == len(page.span.cut(document.text).split())
        assert page_picture(guide, page.index, width_px=100).width == 100
    count = len(document.pages)
    with pytest.raises(DocumentError, match=f"found {count} pages"):
        page_picture(guide, count)


def test_page_that_cannot_be_loaded_is_shown_where_the_file_is_repaired(guide: Path) -> None:
    pytest.importorskip("pikepdf")
    data = guide.read_bytes()
    lost = data.replace(b"/Type /Page ", b"/Type /Pane ", 1)
    guide.write_bytes(lost)
    document = read(guide)
    for page in document.pages:
        layer = page_layer(document, guide, page.index)
        assert len(layer.words) == len(page.span.cut(document.text).split())
