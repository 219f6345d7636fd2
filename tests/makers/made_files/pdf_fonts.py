"""PDF files whose letters say too little of what they are: ligatures, private use, fonts with no map or a wrong one."""

from __future__ import annotations

from collections.abc import Mapping

from made_files import MadeFile
from made_files._pdf import PROSE, Pdf, prose, text


def _map(letters: Mapping[str, str]) -> bytes:
    """A map from the codes of ASCII letters to Unicode."""
    rows = b"\n".join(
        b"<%02X> <%s>" % (ord(code), value.encode("utf-16-be").hex().upper().encode())
        for code, value in letters.items()
    )
    return (
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Made def /CMapType 2 def\n"
        b"1 begincodespacerange <00> <FF> endcodespacerange\n%d beginbfchar\n%s\nendbfchar\nendcmap end end"
        % (len(letters), rows)
    )


def _mapped(letters: Mapping[str, str], *lines: str, base: str = "Helvetica") -> bytes:
    pdf = Pdf()
    number = pdf.stream(_map(letters))
    pdf.fonts["F3"] = pdf.add(
        b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /ToUnicode %d 0 R >>" % (base.encode(), number)
    )
    pdf.page(prose(PROSE), *(text(72, 500 - 20 * i, line, font="F3") for i, line in enumerate(lines)))
    return pdf.written()


def _private_use() -> bytes:
    pdf = Pdf()
    number = pdf.stream(_map({"1": "\uf0b7", "2": "\uf0a3", "3": "\ue123", "4": "\uf8ff"}))
    pdf.fonts["F3"] = pdf.add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Symbol /ToUnicode %d 0 R >>" % number)
    lines = (
        b"/F3 11 Tf (1) Tj /F1 11 Tf ( the first duty;) Tj",
        b"/F3 11 Tf (1) Tj /F1 11 Tf ( the second, for a rent ) Tj /F3 11 Tf (2) Tj /F1 11 Tf ( 900 dollars.) Tj",
        b"/F3 11 Tf (3) Tj /F1 11 Tf ( A seal) Tj /F3 11 Tf (4) Tj /F1 11 Tf ( stands here, and so it ends.) Tj",
    )
    pdf.page(prose(PROSE), *(b"BT 72 %d Td %s ET" % (500 - 20 * i, line) for i, line in enumerate(lines)))
    return pdf.written()


def _ligature_names() -> bytes:
    differences = b"/Encoding << /Type /Encoding /Differences [1 /fi 2 /fl 3 /ffi 4 /ffl 5 /f_f_i] >>"
    pdf = Pdf({"F3": b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica %s >>" % differences})
    pdf.page(
        prose(PROSE),
        b"BT /F3 11 Tf 72 500 Td (The \\001rst o\\003ce \\002oods, the ru\\004e is baf\\002ing.) Tj ET",
    )
    return pdf.written()


def _identity(*, words: str) -> bytes:
    """Text by glyph numbers of an embedded font, which the file gives no map for."""
    pdf = Pdf()
    descriptor = pdf.add(
        b"<< /Type /FontDescriptor /FontName /ABCDEF+Mystery /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0"
        b" /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>"
    )
    descendant = pdf.add(
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Mystery /CIDSystemInfo << /Registry (Adobe)"
        b" /Ordering (Identity) /Supplement 0 >> /FontDescriptor %d 0 R /DW 500 >>" % descriptor
    )
    pdf.fonts["F3"] = pdf.add(
        b"<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Mystery /Encoding /Identity-H /DescendantFonts [%d 0 R] >>"
        % descendant
    )
    glyphs = {letter: 3 + place for place, letter in enumerate(sorted(set(words)))}
    lines = [words[i : i + 60] for i in range(0, len(words), 60)]
    shown = []
    for row, line in enumerate(lines):
        codes = b"".join(b"%04X" % (glyphs[letter] + 200) for letter in line)
        shown.append(b"BT /F3 11 Tf 72 %d Td <%s> Tj ET" % (700 - 16 * row, codes))
    pdf.page(*shown)
    pdf.page(prose(PROSE))
    return pdf.written()


def _drawn_letters() -> bytes:
    """A font whose letters are drawings without names; its codes are those of ASCII."""
    pdf = Pdf()
    drawing = pdf.stream(b"600 0 0 0 500 700 d1 0 0 500 700 re f")
    names = b" ".join(b"/a%d" % code for code in range(32, 127))
    shapes = b" ".join(b"/a%d %d 0 R" % (code, drawing) for code in range(32, 127))
    pdf.fonts["F3"] = pdf.add(
        b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << %s >>"
        b" /Encoding << /Differences [32 %s] >> /FirstChar 32 /LastChar 126 /Widths [%s] >>"
        % (shapes, names, b" ".join(b"500" for _ in range(32, 127)))
    )
    pdf.page(*(text(72, 700 - 14 * i, line, font="F3") for i, line in enumerate(_lines(PROSE))))
    return pdf.written()


def _lines(words: str) -> list[str]:
    import textwrap

    return textwrap.wrap(words, 70)


def _shifted() -> bytes:
    """A map that gives each small letter the next consonants."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    wrong = "xbcdqfghzjklmnpprstvwvwxkz"
    return _mapped(dict(zip(letters, wrong, strict=True)), *(_lines(PROSE) * 4))


FILES = (
    MadeFile(
        "ligatures.pdf",
        "the font's map gives ligatures for fi, ffl, ff and long st",
        lambda: _mapped(
            {"1": "ﬁ", "2": "ﬄ", "3": "ﬃ", "4": "ﬀ", "5": "ﬅ"}, "The 1rst o3ce ru2es no o4er for the la5 time."
        ),
        ("office", "The first"),
    ),
    MadeFile("ligature_names.pdf", "the font names its ligatures and has no map", _ligature_names, ("office",)),
    MadeFile(
        "private_use.pdf",
        "bullets, a sign of a symbol font and signs without a meaning, all as private-use characters",
        _private_use,
    ),
    MadeFile(
        "font_without_map.pdf",
        "the first page is set in a font without a Unicode map, the second is not",
        lambda: _identity(words=PROSE),
    ),
    MadeFile(
        "font_without_map_ascii.pdf",
        "a font of unnamed drawings without a map, which counts its letters as ASCII does",
        _drawn_letters,
    ),
    MadeFile("font_with_wrong_map.pdf", "the font's map gives wrong letters", _shifted),
)
