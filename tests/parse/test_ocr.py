"""Recognition of pages without text: with a program that stands in for tesseract, and with tesseract itself."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made_files import MadeFile
from made_files._pdf import PROSE, Pdf, prose
from made_files._reading import missing_needs
from made_files._scans import DPI
from made_files.ocr_scans import FILES, KOREAN_LEASE, KOREAN_TITLE, LEASE, TITLE
from numpy.typing import NDArray

from pincite.errors import EmptyDocument, MissingExtra
from pincite.parse import PARSER_VERSIONS, read
from pincite.parse.ocr.columns import stack, unstacked
from pincite.parse.ocr.lines import read_page
from pincite.parse.ocr.options import OcrOptions, Tesseract, find_tesseract
from pincite.parse.ocr.tesseract import OcrWord, Recognised, _words, recognise
from pincite.parse.pdf.raw_page import RawPage
from pincite.parse.view.pages import page_layer, page_picture, quote_boxes
from pincite.text.labels import is_read_by_ocr, label
from pincite.types.document import Document, Page, Span, TextQuality
from pincite.types.page_words import Box

HAS_TESSERACT = shutil.which("tesseract") is not None
needs_tesseract = pytest.mark.skipif(not HAS_TESSERACT, reason="needs tesseract")
BY_NAME = {file.name: file for file in FILES}
HEADER = "level page_num block_num par_num line_num word_num left top width height conf text".replace(" ", "\t")

# It writes down how it was called and does what the file beside it says.
STAND_IN = """#!{python}
import sys, time
from pathlib import Path
here = Path(__file__).parent
arguments = sys.argv[1:]
if arguments == ["--version"]:
    print("tesseract 5.9.1\\n leptonica-1.0")
elif arguments == ["--list-langs"]:
    print('List of available languages in "/data" (3):\\neng\\nkor\\nosd')
else:
    picture = sys.stdin.buffer.read()
    with open(here / "calls", "a") as calls:
        print(*arguments, len(picture), picture[:20].split()[1:3], file=calls)
    said = (here / "says").read_text("utf-8")
    if said == "sleep":
        time.sleep(60)
    if said == "fail":
        print("Error in pixRead: no good\\nError during processing.", file=sys.stderr)
        sys.exit(1)
    sys.stdout.buffer.write(said.encode())
"""

StandIn = Callable[[str], Path]


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """Put a program that says `said` in the place of tesseract; returns the file with its calls."""
    folder = tmp_path / "programs"
    folder.mkdir()

    def put(said: str) -> Path:
        program = folder / "tesseract"
        program.write_text(STAND_IN.format(python=sys.executable), "utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        (folder / "says").write_text(said, "utf-8")
        (folder / "calls").write_text("", "utf-8")
        monkeypatch.setenv("PATH", str(folder))
        return folder / "calls"

    return put


def table(*lines: Sequence[tuple[str, float]], text: str = "") -> str:
    """What tesseract writes of lines of words with confidences, each word 100 by 40 pixels, lines 60 apart."""
    rows = [HEADER, "1\t1\t0\t0\t0\t0\t0\t0\t1000\t1000\t-1\t"]
    for number, line in enumerate(lines, start=1):
        rows.append(f"4\t1\t1\t1\t{number}\t0\t100\t{60 * number}\t900\t40\t-1\t")
        for place, (word, confidence) in enumerate(line):
            rows.append(
                f"5\t1\t1\t1\t{number}\t{place + 1}\t{100 + 120 * place}\t{60 * number}\t100\t40\t{confidence}\t{word}"
            )
    return "\n".join(rows) + "\n" + (text or "\n".join(" ".join(word for word, _ in line) for line in lines)) + "\n\f"


def picture_page() -> bytes:
    """One page that is a grey picture, 200 by 100 points."""
    made = Pdf()
    entries = b"/Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8"
    number = made.stream(b"\x20\xf0", entries)
    made.page(
        b"q 200 0 0 100 0 0 cm /Scan Do Q", box=(0, 0, 200, 100), resources=b"/XObject << /Scan %d 0 R >>" % number
    )
    return made.written()


def written(folder: Path, data: bytes, name: str = "scan.pdf") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


# What is asked for


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"languages": ()}, id="no-language"),
        pytest.param({"languages": ("--psm",)}, id="an-option"),
        pytest.param({"languages": ("eng+kor",)}, id="two-in-one"),
        pytest.param({"languages": ("../x",)}, id="a-path"),
        pytest.param({"dpi": 20}, id="too-coarse"),
        pytest.param({"timeout_s": 0}, id="no-time"),
    ],
)
def test_options_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"wanted|must be"):
        OcrOptions(**wrong)


def test_missing_program_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingExtra, match=r"tesseract is not installed.*apt install tesseract-ocr"):
        find_tesseract(OcrOptions())


def test_languages_are_those_asked_for_that_are_there(stand_in: StandIn) -> None:
    stand_in("")
    found = find_tesseract(OcrOptions(languages=("fra", "kor", "eng", "kor")))
    assert (found.version, found.languages, found.lacking, found.orients) == ("5.9.1", ("kor", "eng"), ("fra",), True)
    assert found.stamp == "ocr:kor+eng"
    with pytest.raises(MissingExtra, match=r"chi_sim was wanted, but tesseract has eng, kor.*tesseract-ocr-chi-sim"):
        find_tesseract(OcrOptions(languages=("chi_sim",)))


def test_another_program_of_the_name_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "tesseract"
    program.write_text("#!/bin/sh\necho hello\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingExtra, match="does not say its version"):
        find_tesseract(OcrOptions())


# Which pages are read


def test_good_pages_are_never_read(stand_in: StandIn, tmp_path: Path) -> None:
    calls = stand_in(table([("wrong", 99)]))
    made = Pdf()
    made.page(prose(PROSE))
    made.page(prose("Short."))
    document = read(written(tmp_path, made.written()), ocr=OcrOptions())
    assert calls.read_text("utf-8") == ""
    assert [page.read_by for page in document.pages] == ["file", "file"]
    assert "wrong" not in document.text
    assert document.notes == ()


def test_all_pages_are_read_when_asked(stand_in: StandIn, tmp_path: Path) -> None:
    calls = stand_in(table([("other", 97), ("words", 97)]))
    made = Pdf()
    made.page(prose(PROSE))
    document = read(written(tmp_path, made.written()), ocr=OcrOptions(pages="all"))
    assert document.text == "other words"
    assert len(calls.read_text("utf-8").splitlines()) == 1


def test_file_with_a_page_read_says_so(stand_in: StandIn, tmp_path: Path) -> None:
    stand_in(table([("The", 96), ("deposit", 90)], [("is", 95), ("$1,250.", 40)]))
    path = written(tmp_path, picture_page())
    document = read(path, ocr=OcrOptions(languages=("eng", "fra")))
    assert document.text == "The deposit\nis $1,250."
    (page,) = document.pages
    assert (page.read_by, page.quality, page.confidence) == ("ocr", TextQuality.GOOD, 73.1)
    assert [document.text[w.start : w.end] for w in page.words] == ["The", "deposit", "is", "$1,250."]
    assert [w.confidence for w in page.words] == [96, 90, 95, 40]
    assert document.notes == (
        "read by OCR (eng): page 1",
        "OCR was unsure of figures on page 1; compare them with the picture",
        "OCR had no data of the language fra",
    )
    assert document.parser.endswith("+ocr:eng (tesseract 5.9.1)")
    assert document.parser.split("+")[0] in PARSER_VERSIONS
    assert label(document, Span(0, 3)) == "scan, PDF p. 1 of 1, read by OCR"
    numbered = replace(document, pages=(replace(page, label="12"),))
    assert label(numbered, Span(0, 3)) == "scan, p. 12 (PDF p. 1 of 1, read by OCR)"


def test_boxes_of_a_page_read_are_those_of_its_words(stand_in: StandIn, tmp_path: Path) -> None:
    calls = stand_in(table([("The", 96), ("deposit", 90)], [("is", 95), ("held", 95)]))
    path = written(tmp_path, picture_page())
    document = read(path, ocr=OcrOptions())
    width, height = (int(part.strip("[],b'")) for part in calls.read_text("utf-8").split()[-2:])
    (found,) = quote_boxes(document, path, Span(4, 14))
    expected = [(220, 60, 320, 100), (100, 120, 200, 160)]
    assert [tuple(box) for box in found.boxes] == [
        pytest.approx((left / width, top / height, right / width, bottom / height), abs=1e-4)
        for left, top, right, bottom in expected
    ]
    layer = page_layer(document, path, 0)
    assert [word.text for word in layer.words] == ["The", "deposit", "is", "held"]
    assert (layer.width_pt, layer.height_pt) == (200, 100)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        pytest.param("fail", "tesseract failed (Error during processing.)", id="fails"),
        pytest.param(table(), "OCR found no words", id="nothing"),
        pytest.param(table([("x~", 20), ("nape", 30)]), "too unsure of what it read (mean confidence 27", id="unsure"),
        pytest.param("\0\n\xff" * 9, "OCR found no words", id="garbage"),
    ],
)
def test_page_on_which_nothing_is_read_stays_as_it_is(
    stand_in: StandIn, tmp_path: Path, said: str, reason: str
) -> None:
    stand_in(said)
    made = Pdf()
    made.page(prose(PROSE))
    made.page()
    document = read(written(tmp_path, made.written()), ocr=OcrOptions())
    assert [page.read_by for page in document.pages] == ["file", "file"]
    assert document.pages[1].quality is TextQuality.EMPTY
    assert reason in document.pages[1].quality_note
    assert document.notes == ("OCR (eng) read nothing on page 2",)
    with pytest.raises(EmptyDocument, match=r"OCR read nothing in it either \(languages: eng\)"):
        read(written(tmp_path, picture_page()), ocr=OcrOptions())


def test_page_that_takes_too_long_is_given_up(stand_in: StandIn, tmp_path: Path) -> None:
    stand_in("sleep")
    made = Pdf()
    made.page(prose(PROSE))
    made.page()
    document = read(written(tmp_path, made.written()), ocr=OcrOptions(timeout_s=0.4))
    assert "tesseract took longer than 0.4 s" in document.pages[1].quality_note


def test_poorly_read_page_is_of_low_quality_and_heads_nothing(stand_in: StandIn, tmp_path: Path) -> None:
    stand_in(table([("LEASE", 50), ("OF", 60)], [("the", 52), ("home", 50)]))
    document = read(written(tmp_path, picture_page()), ocr=OcrOptions())
    (page,) = document.pages
    assert (page.quality, page.read_by) == (TextQuality.LOW, "ocr")
    assert page.quality_note == "read by OCR with a mean confidence of 52 of 100"
    assert (document.title, document.sections) == ("scan", ())


def test_poor_text_of_the_file_is_kept_where_recognition_is_no_surer(stand_in: StandIn, tmp_path: Path) -> None:
    stand_in(table([("deposit", 60)]))
    made = Pdf()
    made.page(prose("thxt dxpxst wlls rtrnd wthn " * 5))
    document = read(written(tmp_path, made.written()), ocr=OcrOptions())
    assert document.pages[0].quality is TextQuality.LOW
    assert document.pages[0].read_by == "file"
    assert "OCR was no surer of it (mean confidence 60 of 100)" in document.pages[0].quality_note


def test_text_without_letters_gives_way_to_what_was_read(stand_in: StandIn, tmp_path: Path) -> None:
    stand_in(table([("deposit", 60)]))
    document = read(written(tmp_path, BY_NAME["scan_no_unicode_map.pdf"].make()), ocr=OcrOptions())
    assert (document.text, document.pages[0].quality) == ("deposit", TextQuality.LOW)


def test_languages_are_tried_alone_then_together(stand_in: StandIn, tmp_path: Path) -> None:
    calls = stand_in(table([("word", 80)]))
    read(written(tmp_path, picture_page()), ocr=OcrOptions(languages=("eng", "kor")))
    tried = [line.split()[line.split().index("-l") + 1] for line in calls.read_text("utf-8").splitlines()]
    assert tried == ["eng", "kor", "eng+kor"]


def test_no_file_is_left_behind(stand_in: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(table([("word", 96)]))
    path = written(tmp_path, picture_page())
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr("tempfile.tempdir", None)
    before = sorted(os.listdir(tmp_path))
    read(path, ocr=OcrOptions())
    assert sorted(os.listdir(tmp_path)) == before
    assert os.listdir(temporary) == []


# What the program writes


def test_pieces_of_korean_words_are_joined_as_the_text_says() -> None:
    said = table([("임", 90), ("차", 90), ("인은", 90), ("열쇠를", 90)], text="임차인은 열쇠를")
    assert [(word.text, word.spaced) for word in _words(said)] == [
        ("임", False), ("차", False), ("인은", False), ("열쇠를", True),
    ]  # fmt: skip


def test_words_are_parted_where_the_text_is_another_one() -> None:
    said = table([("one", 90), ("two", 90)], text="something else")
    assert [word.spaced for word in _words(said)] == [True, True]


def test_specks_and_strokes_of_a_line_read_twice_are_left_out() -> None:
    rows = table([("~", 20)], [("Lease", 95), ("of", 95)], [("—", 90)]).replace("\t60\t100\t40", "\t118\t100\t10")
    assert [word.text for word in _words(rows)] == ["Lease", "of", "—"]
    strokes = table([("ㄴㄴ", 60)], [("Lease", 95), ("of", 95)]).replace("100\t60\t100\t40", "100\t125\t100\t10")
    assert [word.text for word in _words(strokes)] == ["Lease", "of"]


def test_words_are_in_composed_form() -> None:
    (word,) = _words(table([("cafe\u0301", 90)]))
    assert word.text == "café"


# Columns


def lines_of_ink(pixels: NDArray[np.uint8], left: int, right: int, top: int, count: int) -> None:
    for place in range(count):
        pixels[top + 60 * place : top + 60 * place + 30, left:right] = 0


def test_columns_are_laid_one_below_the_other() -> None:
    pixels = np.full((1600, 1600), 255, np.uint8)
    pixels[100:160, 100:1500] = 0  # a heading over both
    lines_of_ink(pixels, 100, 740, 300, 12)
    lines_of_ink(pixels, 860, 1500, 300, 12)
    stacked, strips = stack(pixels)
    assert len(strips) == 3
    assert (stacked < 128).sum() == (pixels < 128).sum()
    assert [(strip.left < 400, strip.top < 200) for strip in strips] == [(True, True), (True, False), (False, False)]
    for strip in strips:
        right, down = unstacked(strips, 40.0, float(strip.at + 5))
        assert (right, down) == (strip.left - 40, strip.top - strip.at)


@pytest.mark.parametrize("kind", ["one-column", "table", "empty", "small"])
def test_picture_of_one_column_stays_as_it_is(kind: str) -> None:
    pixels = np.full((200, 200) if kind == "small" else (1600, 1600), 255, np.uint8)
    if kind == "one-column":
        lines_of_ink(pixels, 100, 1500, 300, 12)
    if kind == "table":  # short cells in two columns
        for place in range(12):
            lines_of_ink(pixels, 100, 200 + 45 * (place % 5), 300 + 60 * place, 1)
            lines_of_ink(pixels, 860, 960 + 130 * (place % 5), 300 + 60 * place, 1)
    stacked, strips = stack(pixels)
    assert stacked is pixels
    assert len(strips) == 1
    assert unstacked(strips, 3.0, 4.0) == (0.0, 0.0)


# Lines


def recognised(*words: tuple[str, int, tuple[float, float, float, float]], quarters: int = 0) -> Recognised:
    made = tuple(OcrWord(text, line, *sides, 90.0, True) for text, line, sides in words)
    return Recognised(made, 1000, 2000, quarters)


def test_lines_are_measured_in_points_and_small_differences_of_size_are_none() -> None:
    raw = RawPage(0, "", (), 0.0, 0.0, "7")
    found = read_page(
        recognised(
            ("Title", 1, (100, 100, 400, 172)), ("Then", 2, (100, 300, 200, 336)), ("gap", 2, (220, 312, 280, 348)),
            ("nose", 3, (100, 400, 200, 426)), ("of", 4, (100, 460, 150, 496)), ("dam-", 4, (160, 460, 220, 496)),
        ),
        raw, 100,
    )  # fmt: skip
    page = found.raw
    assert page.text == "Title\r\nThen gap\r\nnose\r\nof dam-\r\n"
    assert (page.width, page.height, page.pdf_label) == (720.0, 1440.0, "7")
    title, second, third, fourth = page.lines
    assert title.size > 1.5 * second.size
    assert second.size == third.size == fourth.size
    assert (second.left, second.right) == (72.0, pytest.approx(201.6))
    assert title.bottom > second.bottom > third.bottom > fourth.bottom
    assert fourth.broken
    assert page.text[fourth.start : fourth.end] == "of dam"
    assert [page.text[word.start : word.end] for word in found.words] == ["Title", "Then", "gap", "nose", "of", "dam-"]


@pytest.mark.parametrize(
    ("quarters", "expected"),
    [
        pytest.param(0, (0.1, 0.1, 0.4, 0.15), id="upright"),
        pytest.param(1, (0.1, 0.6, 0.15, 0.9), id="turned-right-to-be-read"),
        pytest.param(2, (0.6, 0.85, 0.9, 0.9), id="turned-over"),
        pytest.param(3, (0.85, 0.1, 0.9, 0.4), id="turned-left"),
    ],
)
def test_boxes_are_on_the_page_as_it_is_shown(quarters: int, expected: tuple[float, ...]) -> None:
    found = read_page(
        recognised(("word", 1, (100, 200, 400, 300)), quarters=quarters), RawPage(0, "", (), 0, 0, ""), 100
    )
    assert found.words[0].box == pytest.approx(Box(*expected))


# Labels


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        pytest.param("Lease, p. 3 (PDF p. 4 of 9, read by OCR)", True, id="printed-number"),
        pytest.param("Lease, PDF p. 4 of 9, read by OCR", True, id="place-in-the-file"),
        pytest.param("Lease, p. 3 (PDF p. 4 of 9)", False, id="from-the-file"),
        pytest.param("A text, read by OCR", False, id="a-title"),
    ],
)
def test_labels_tell_pages_that_were_read(printed: str, expected: bool) -> None:
    assert is_read_by_ocr(printed) is expected


# Tesseract itself


def word_errors(wanted: Sequence[str], found: Sequence[str]) -> float:
    """The share of words that are missing, wrong or too many (Levenshtein distance of the words)."""
    row = list(range(len(found) + 1))
    for i, word in enumerate(wanted, start=1):
        before, row[0] = row[0], i
        for j, other in enumerate(found, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (word != other))
    return row[-1] / len(wanted)


def reading(file: MadeFile, folder: Path) -> tuple[Document, Path]:
    if missing := missing_needs(file):
        pytest.skip(f"needs {', '.join(missing)}")
    path = written(folder, file.make(), file.name)
    return read(path, ocr=OcrOptions(languages=file.ocr)), path


def plain(page: Page, document: Document) -> list[str]:
    return page.span.cut(document.text).replace("’", "'").split()


ENGLISH_WORDS = " ".join((TITLE, *LEASE)).split()


@pytest.mark.slow
@needs_tesseract
@pytest.mark.parametrize(
    ("name", "page", "wanted"),
    [
        pytest.param("scan_english.pdf", 0, [*ENGLISH_WORDS, "17"], id="upright"),
        pytest.param("scan_between_text.pdf", 1, [*ENGLISH_WORDS, "17"], id="between-text"),
        pytest.param("scan_on_its_side.pdf", 0, [*ENGLISH_WORDS, "17"], id="on-its-side"),
        pytest.param("scan_upside_down.pdf", 0, [*ENGLISH_WORDS, "17"], id="upside-down"),
        pytest.param("scan_turned.pdf", 0, [*ENGLISH_WORDS, "17"], id="turned-by-the-file"),
        pytest.param("scan_two_columns.pdf", 0, [*TITLE.split(), *" ".join(LEASE * 2).split()], id="two-columns"),
        pytest.param("scan_stamped.pdf", 0, ["EXHIBIT", "B-17", *ENGLISH_WORDS, "17"], id="stamped"),
        pytest.param("scan_no_unicode_map.pdf", 0, " ".join(LEASE).split(), id="no-unicode-map"),
    ],
)
def test_clean_english_page_is_read_word_for_word(tmp_path: Path, name: str, page: int, wanted: list[str]) -> None:
    document, _ = reading(BY_NAME[name], tmp_path)
    assert document.pages[page].read_by == "ocr"
    assert document.pages[page].quality is TextQuality.GOOD
    assert word_errors(wanted, plain(document.pages[page], document)) <= 0.01


@pytest.mark.slow
@needs_tesseract
@pytest.mark.parametrize(
    ("name", "paragraphs"),
    [("scan_korean.pdf", (*KOREAN_LEASE, "17")), ("scan_korean_columns.pdf", KOREAN_LEASE * 2)],
    ids=["one-column", "two-columns"],
)
def test_clean_korean_page_is_read_nearly_word_for_word(tmp_path: Path, name: str, paragraphs: tuple[str, ...]) -> None:
    document, _ = reading(BY_NAME[name], tmp_path)
    wanted = " ".join((KOREAN_TITLE, *paragraphs)).split()
    assert word_errors(wanted, plain(document.pages[0], document)) <= 0.04
    assert document.language == "ko"


@pytest.mark.slow
@needs_tesseract
@pytest.mark.parametrize(
    "name", ["scan_english.pdf", "scan_on_its_side.pdf", "scan_upside_down.pdf", "scan_turned.pdf"]
)
def test_ink_of_a_page_read_lies_in_the_boxes_of_its_words(tmp_path: Path, name: str) -> None:
    image = pytest.importorskip("PIL.Image")
    import io

    document, path = reading(BY_NAME[name], tmp_path)
    picture = page_picture(path, 0, width_px=1600)
    ink = np.asarray(image.open(io.BytesIO(picture.png))) < 128
    covered = np.zeros_like(ink)
    for word in page_layer(document, path, 0).words:
        left, top, right, bottom = word.box
        part = (
            slice(round(top * picture.height) - 2, round(bottom * picture.height) + 2),
            slice(round(left * picture.width) - 2, round(right * picture.width) + 2),
        )
        assert ink[part].any(), word
        covered[part] = True
    assert (ink & ~covered).sum() / ink.sum() < 0.005  # the tip of a comma


@pytest.mark.slow
@needs_tesseract
def test_poor_scan_is_of_low_quality(tmp_path: Path) -> None:
    document, _ = reading(BY_NAME["scan_poor.pdf"], tmp_path)
    assert document.pages[0].quality is TextQuality.LOW
    assert (document.pages[0].confidence or 0) < 70


@pytest.mark.slow
@needs_tesseract
def test_nothing_is_read_in_a_photograph_and_a_layer_is_kept(tmp_path: Path) -> None:
    document, _ = reading(BY_NAME["scan_photograph.pdf"], tmp_path)
    assert [page.read_by for page in document.pages] == ["file", "file"]
    document, _ = reading(BY_NAME["scan_with_layer.pdf"], tmp_path)
    assert "21 days" in document.text
    assert document.pages[0].read_by == "file"


@pytest.mark.slow
@needs_tesseract
def test_blank_picture_gives_no_words() -> None:
    tesseract = find_tesseract(OcrOptions())
    assert isinstance(tesseract, Tesseract)
    found = recognise(np.full((400, 400), 255, np.uint8), tesseract, OcrOptions(), dpi=DPI)
    assert (found.words, found.confidence, found.failure) == ((), 0.0, "")
