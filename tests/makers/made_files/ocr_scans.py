"""Pages that hold their text as a picture, whole or in part, and such as look like it and do not."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from made_files import MadeFile
from made_files._pdf import PROSE, Pdf, prose, text
from made_files._scans import KOREAN_FONT, add_scan, page_picture, scanned

if TYPE_CHECKING:
    from PIL import Image

LEASE = (
    "1. The deposit is $1,250.00 and is paid before the keys are handed over. It is held apart from the owner's money.",
    "2. The owner returns the deposit within thirty days after the tenant has left the home. If a part of it is kept,"
    " the owner sends a list of the damages with the cost of each repair.",
    "3. A tenant who does not agree with the list may object in writing within fifteen days after it was received.",
    "4. Ordinary wear is no damage. The owner may enter the home only after 24 hours' notice, or at once in an"
    " emergency.",
)
TITLE = "Lease of a home in Harbor Street"
KOREAN_TITLE = "주택 임대차 계약서"
KOREAN_LEASE = (
    "제1조(보증금) 임차인은 열쇠를 받기 전에 보증금 1,250,000원을 지급한다. 임대인은 이를 따로 보관하여야 한다.",
    "제2조(보증금의 반환) 임대인은 임차인이 집을 비운 날부터 30일 이내에 보증금을 돌려주어야 한다. 그 일부를 공제하려면"
    " 수리 내역과 금액을 적은 서면을 보내야 한다.",
    "제3조(이의) 임차인은 그 서면을 받은 날부터 15일 이내에 서면으로 이의를 제기할 수 있다.",
    "제4조(출입) 임대인은 긴급한 경우가 아니면 24시간 전에 알리고 집에 들어갈 수 있다.",
)


def _lease(**changes: object) -> Image.Image:
    return page_picture(LEASE, title=TITLE, number="17", **changes)  # type: ignore[arg-type]


def _korean(**changes: object) -> Image.Image:
    return page_picture(KOREAN_LEASE, title=KOREAN_TITLE, number="17", font=KOREAN_FONT, **changes)  # type: ignore[arg-type]


def _english() -> bytes:
    return scanned(_lease())


def _korean_page() -> bytes:
    return scanned(_korean())


def _korean_columns() -> bytes:
    return scanned(page_picture(KOREAN_LEASE * 2, title=KOREAN_TITLE, columns=2, size=34, font=KOREAN_FONT))


def _two_columns() -> bytes:
    return scanned(page_picture(LEASE * 2, title=TITLE, columns=2, size=36))


def _between_text() -> bytes:
    made = Pdf()
    made.page(prose(PROSE))
    add_scan(made, _lease())
    made.page(prose(PROSE.replace("tenant", "renter")))
    return made.written()


def _on_its_side() -> bytes:
    return scanned(_lease().rotate(90, expand=True))


def _upside_down() -> bytes:
    return scanned(_lease().rotate(180))


def _turned_by_the_file() -> bytes:
    return scanned(_lease().rotate(90, expand=True), turned=90)


def _poor() -> bytes:
    """Small, blurred, with specks, as a fax of a copy."""
    from PIL import ImageFilter

    picture = _lease().resize((430, 625)).filter(ImageFilter.GaussianBlur(0.9)).resize((1650, 2400))
    chance = random.Random(7)
    for _ in range(1500):
        place = (chance.randrange(1650), chance.randrange(2400))
        picture.paste(60, (*place, place[0] + 4, place[1] + 3))
    return scanned(picture)


def _photograph() -> bytes:
    """Grey shades without letters, between pages of text."""
    from PIL import Image

    picture = Image.linear_gradient("L").resize((1650, 2400)).effect_spread(60)
    chance = random.Random(11)
    small = Image.frombytes("L", (60, 88), bytes(chance.randrange(60, 220) for _ in range(60 * 88)))
    made = Pdf()
    made.page(prose(PROSE))
    add_scan(made, small.resize(picture.size, Image.Resampling.BICUBIC))
    return made.written()


def _stamped() -> bytes:
    made = Pdf()
    add_scan(made, _lease(), text(250, 560, "EXHIBIT B-17", 12, font="F2"))
    return made.written()


def _with_layer() -> bytes:
    """The invisible layer says 21 days where the picture says thirty, so that one sees which of them was read."""
    layer = [b"BT 3 Tr ET"]
    lines = (TITLE, *" ".join(LEASE).replace("thirty days", "21 days").split(". "))
    for place, line in enumerate(lines):
        layer.append(text(43, 520 - 24 * place, f"{line}.", 6, before=b"3 Tr"))
    made = Pdf()
    add_scan(made, _lease(), *layer)
    return made.written()


def _no_unicode_map() -> bytes:
    """Letters that look right and are mapped to private characters."""
    ranges = b"1 beginbfrange <20> <7e> <e020> endbfrange"
    head = b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def"
    span = b"1 begincodespacerange <00> <ff> endcodespacerange"
    made = Pdf()
    table = made.stream(b"%s %s %s endcmap end end" % (head, span, ranges))
    made.fonts["F1"] = made.add(
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode %d 0 R >>" % table
    )
    made.page(prose(" ".join(LEASE), size=12, step=17))
    return made.written()


_ENGLISH, _BOTH = ("eng",), ("eng", "kor")
_PIL, _NANUM = ("PIL",), ("PIL", KOREAN_FONT)

FILES = (
    MadeFile(
        "scan_english.pdf",
        "a scanned page",
        _english,
        ("The owner returns the deposit within",),
        ocr=_ENGLISH,
        needs=_PIL,
    ),
    MadeFile(
        "scan_korean.pdf",
        "a scanned Korean page; English is tried first",
        _korean_page,
        ("보증금의 반환",),
        ocr=_BOTH,
        needs=_NANUM,
    ),
    MadeFile(
        "scan_korean_columns.pdf", "a scanned Korean page of two columns", _korean_columns, ocr=("kor",), needs=_NANUM
    ),
    MadeFile("scan_two_columns.pdf", "a scanned page of two columns", _two_columns, ocr=_ENGLISH, needs=_PIL),
    MadeFile(
        "scan_between_text.pdf",
        "one scanned page between two with text",
        _between_text,
        ("The deposit is $1,250.00",),
        ocr=_ENGLISH,
        needs=_PIL,
    ),
    MadeFile(
        "scan_on_its_side.pdf",
        "a page scanned lying on its side",
        _on_its_side,
        ("Ordinary wear is no damage",),
        ocr=_ENGLISH,
        needs=_PIL,
    ),
    MadeFile(
        "scan_upside_down.pdf",
        "a page scanned upside down",
        _upside_down,
        ("Ordinary wear is no damage",),
        ocr=_ENGLISH,
        needs=_PIL,
    ),
    MadeFile(
        "scan_turned.pdf",
        "a page scanned on its side that the file turns upright",
        _turned_by_the_file,
        ("Ordinary wear is no damage",),
        ocr=_ENGLISH,
        needs=_PIL,
    ),
    MadeFile("scan_poor.pdf", "a poor scan", _poor, ocr=_ENGLISH, needs=_PIL),
    MadeFile(
        "scan_photograph.pdf", "a picture without letters behind a page of text", _photograph, ocr=_ENGLISH, needs=_PIL
    ),
    MadeFile("scan_stamped.pdf", "a scanned page whose only text is a stamp", _stamped, ocr=_ENGLISH, needs=_PIL),
    MadeFile(
        "scan_with_layer.pdf",
        "a scanned page with a good text layer, which is not read again",
        _with_layer,
        ocr=_ENGLISH,
        needs=_PIL,
    ),
    MadeFile(
        "scan_no_unicode_map.pdf", "letters whose font maps them to private characters", _no_unicode_map, ocr=_ENGLISH
    ),
    MadeFile("scan_unread.pdf", "a scanned page and no recognition asked for", _english, needs=_PIL),
)
