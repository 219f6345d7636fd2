"""Rich text files: printed numbers, tables, notes, tracked changes, hidden text, old encodings, a file cut off."""

from __future__ import annotations

from made_files import MadeFile

_LEASE = r"""{\rtf1\ansi\ansicpg1252\uc1\deff0{\fonttbl{\f0\froman\fcharset0 Times New Roman;}}
{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}{\s2\outlinelevel1 heading 2;}}
{\info{\title Lease of Homes}{\author Nobody}}
{\header\pard Larkhaven \chpgn\par}{\footer\pard draft\par}
\pard\plain\s1 Lease of Homes\par
\pard\plain\s2 {\listtext\pard\plain 1.\tab}Deposit\par
\pard\plain {\listtext\pard\plain 1.1\tab}The tenant pays \u8364?500{\super\chftn}
{\footnote\pard\plain{\super\chftn} In cash or by transfer.} before the keys are handed over.\par
\pard\plain {\listtext\pard\plain 1.2\tab}The deposit is paid back within
 {\deleted\revauthdel1 ten}{\revised\revauth1 thirty} days.{\v The owner may never pay.}\par
\pard\plain\s2 {\listtext\pard\plain 2.\tab}Fees\par
\trowd\trhdr\cellx2000\cellx4000\cellx6000\pard\intbl Item\cell Fee\cell When\cell\row
\trowd\clvmgf\cellx2000\cellx4000\cellx6000\pard\intbl Rent\cell\pard\intbl $500\par (summer)\cell May\cell\row
\trowd\clvmrg\cellx2000\cellx4000\cellx6000\pard\intbl\cell $600\cell June\cell\row
\trowd\cellx6000\pard\intbl All without heating\cell\row
\pard\plain See {\field{\*\fldinst HYPERLINK "https://larkhaven.example"}{\fldrslt our page}}.
{\*\bkmkstart x}{\*\bkmkend x}\line Second line\~of it.\par
{\*\unknown nothing of this}{\pict\pngblip 89504e47}\pard Signed \emdash  Anna Larsen.\par}
"""


def lease() -> bytes:
    """All of it."""
    return _LEASE.encode("ascii")


def korean() -> bytes:
    """Korean letters as bytes of a font's code page, as numbers, and as two halves."""

    def coded(text: str) -> str:
        return "".join(f"\\'{byte:02x}" for byte in text.encode("cp949"))

    body = (
        r"{\rtf1\ansi\ansicpg949\deff0{\fonttbl{\f0\fcharset129 Batang;}{\f1\fcharset0 Arial;}}"
        rf"\f0 {coded('제1조(목적)')} {coded('이 계약은 보증금을 정한다.')}\par "
        r"\uc2\u-14308 ??\u50 ??\u-14224 ??\uc1 (\f1 Deposit\f0)\par "
        r"\u-10179?\u-8704? \u8364?500\par}"
    )
    return body.encode("ascii")


def cut_off() -> bytes:
    """A file that ends before its text does."""
    return _LEASE.encode("ascii")[:900]


FILES = (
    MadeFile("lease.rtf", "printed numbers, notes, changes, hidden text, merged cells, a field", lease),
    MadeFile("korean.rtf", "letters of a Korean code page, as numbers and as halves", korean),
    MadeFile("cut_off.rtf", "a file that ends in the middle", cut_off),
)
