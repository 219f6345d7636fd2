"""What a line of Korean law begins with: the labels of its levels, as patterns and numbers.

Full-width digits and every sort of bracket are read in a plain copy of the text, one character for one, so that its
offsets are the text's own.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from pincite.parse.grammars.outline import Number
from pincite.types.document import Span
from pincite.types.provision import ProvisionKind

_PLAIN = str.maketrans(
    "０１２３４５６７８９（）［］〔〕【】＜＞〈〉．｡，､･・｢｣　\xa0",
    "0123456789()[][][]<><>..,,··「」  ",
)


_ENDED = '.>])"”:」'


def plain(text: str) -> str:
    """The text with plain digits, brackets and blanks, of the same length."""
    return text.translate(_PLAIN)


class Line(NamedTuple):
    """A line, or what is left of it, without blanks at its ends; and the line before it."""

    start: int
    end: int
    before: Span


def begins_anew(text: str, line: Line) -> bool:
    """Whether what stands before a line is whole, so that the line is not the rest of a sentence."""
    if line.before.end == 0 or "\n\n" in text[line.before.end : line.start]:
        return True
    return text[line.before.end - 1] in _ENDED


class Level(Enum):
    """Levels with their rank (deeper is higher) and kind."""

    ADDENDA = (0, ProvisionKind.ADDENDA)
    ANNEX = (0, ProvisionKind.ANNEX)
    FORM = (0, ProvisionKind.FORM)
    DIVISION = (1, ProvisionKind.DIVISION)
    CHAPTER = (2, ProvisionKind.CHAPTER)
    SUBCHAPTER = (3, ProvisionKind.SUBCHAPTER)
    SUBPART = (4, ProvisionKind.SUBPART)
    ARTICLE = (5, ProvisionKind.ARTICLE)
    PARAGRAPH = (6, ProvisionKind.PARAGRAPH)
    ITEM = (7, ProvisionKind.ITEM)
    """1."""
    LETTER = (8, ProvisionKind.SUBITEM)
    """가."""
    NUMBER_CLOSED = (10, ProvisionKind.SUBITEM)
    """1)"""
    LETTER_CLOSED = (11, ProvisionKind.SUBITEM)
    """가)"""
    NUMBER_BRACKETED = (12, ProvisionKind.SUBITEM)
    """(1)"""
    LETTER_BRACKETED = (13, ProvisionKind.SUBITEM)
    """(가)"""
    CIRCLED_BELOW = (14, ProvisionKind.SUBITEM)
    """① in a list below an item, in texts that number so against the rule."""

    def __init__(self, rank: int, kind: ProvisionKind) -> None:
        self.rank = rank
        self.kind = kind


class ArticleForm(Enum):
    """How an article's label goes on; the later ones need more evidence that this is no running text."""

    TITLED = 0
    BARE = 1
    """Nothing else on the line, or 삭제, 생략, ①."""
    TEXT = 2


class Label(NamedTuple):
    """A label at the start of a line.

    Args:
        through: the number of the last provision where one label stands for several, else empty.
        end: of the label and its title.
        title: start and end of the title in the text, equal where there is none.
        name: number as written, for levels whose numbers have no order.
    """

    level: Level
    number: Number
    end: int
    title: tuple[int, int] = (0, 0)
    through: Number = ()
    form: ArticleForm = ArticleForm.BARE
    name: str = ""


# ①–⑳, ㉑–㉟, ㊱–㊿ are three blocks of Unicode.
CIRCLED = {
    chr(first + i): number + i
    for first, count, number in ((0x2460, 20, 1), (0x3251, 15, 21), (0x32B1, 15, 36))
    for i in range(count)
}
CIRCLED_CLASS = "①-⑳㉑-㉟㊱-㊿"
_BRACKETED_NUMBERS = {chr(0x2474 + i): i + 1 for i in range(20)}
_BRACKETED_LETTERS = {chr(0x320E + i): i + 1 for i in range(14)}
# 가 나 다 … 하, then 거 너 더 … 허, 고 노 …: 14 plain consonants with one vowel after the other. The code of a syllable
# is 0xAC00 + (consonant * 21 + vowel) * 28, with consonants and vowels in the order of Unicode's jamo.
_CONSONANTS = (0, 2, 3, 5, 6, 7, 9, 11, 12, 14, 15, 16, 17, 18)
_VOWEL_PLACES = (0, 4, 8, 13, 18, 20)
LETTERS = {
    chr(0xAC00 + (consonant * 21 + vowel) * 28): 1 + 14 * row + column
    for row, vowel in enumerate(_VOWEL_PLACES)
    for column, consonant in enumerate(_CONSONANTS)
}

_BRANCH = r"((?:의 ?\d{1,3})*)"
_TITLE = r"\(([^()]{0,200}(?:\([^()]{0,100}\)[^()]{0,200}){0,4})\)|\[([^\[\]\n]{1,100})\]|<([^<>\n]{1,100})>"
# A particle right behind shows that the label is part of a sentence: 제5조(목적)에 따른, 제5조를 삭제한다. 이 in 이 법
# is no particle.
_PARTICLE = (
    r"(?:에|의|을|를|은|는|과|와|로|으로|까지|부터|에서|중|및|또는|내지|가"
    r"|이(?!\s?(?:법|영|령|규칙|조례|규정|고시|훈령|예규|지침|기준|요령|대책)))"
)
# Several dots in a row lead to a page number.
_CONJUNCTION = r"(?:및|또는|부터|내지|에도|에서|까지|[ㆍ·](?![ㆍ·])|,)"
_RUNS_ON = re.compile(rf"{_PARTICLE}|제 ?\d|[\"”'’」]|[ \t]?{_CONJUNCTION}")
_RUNS_ON_UNTITLED = re.compile(
    rf"{_CONJUNCTION}|(?:의|중|단서|본문|각 ?호|각 ?항|전단|후단|외의|이상|전부|제목)(?=[ \t\n.,ㆍ])|제 ?\d"
)
_ARTICLE = re.compile(rf"제 ?(\d{{1,4}}) ?조{_BRANCH}")
_ARTICLE_TITLE = re.compile(rf"[ \t]?(?:{_TITLE})")
_ARTICLE_RANGE = re.compile(
    rf"[ \t]*(?:부터|내지|및|와|과|ㆍ|·|,)[ \t]*제? ?(\d{{1,4}}) ?조{_BRANCH}[ \t]*(?:까지)?(?=[ \t]*(?:생략|삭제))"
)
_PARAGRAPH_RANGE = re.compile(
    rf"[ \t]*(?:부터|내지|및|와|과|ㆍ|·|,)[ \t]*(?:([{CIRCLED_CLASS}])|[<(](\d{{1,4}})[>)])[ \t]*(?:까지)?"
    r"(?=[ \t]*(?:생략|삭제))"
)
_NO_TEXT = re.compile(rf"[ \t]*(?:$|<?삭[ \t]?제|생략|[{CIRCLED_CLASS}]|<\d|\[)", re.MULTILINE)
_PART = re.compile(
    rf"제 ?(\d{{1,3}}) ?(편|장|절|관){_BRANCH}(?:[ \t]+|(?=[가-힣(])|(?=$))([^\n\f]{{0,100}}?)[ \t]*"
    r"(?:<[^<>\n]*>|\[[^\[\]\n]*\])?[ \t]*$",
    re.MULTILINE,
)
_PARTS = {"편": Level.DIVISION, "장": Level.CHAPTER, "절": Level.SUBCHAPTER, "관": Level.SUBPART}
_PART_RUNS_ON = re.compile(
    r"(?:에|의|을|를|은|는|과|와|로|으로|까지|부터|에서|중|및|또는|내지|이|가|단서|각)(?:[\s,.]|따|규|서|도)"
)
_NUMBERED = re.compile(r"(\d{1,3})((?:의 ?\d{1,3})*)(?:[ \t]?\.(?!\d)|(\)))[ \t]*")
_NUMBER_BRACKETED = re.compile(r"\((\d{1,3})\)[ \t]*")
_LETTERED = re.compile(r"([가-히])((?:의 ?\d{1,3})*)(?:[ \t]?\.(?!\d)|(\)))[ \t]*")
_LETTER_BRACKETED = re.compile(r"\(([가-히])\)[ \t]*")
_ANGLED = re.compile(r"<(\d{1,4})>[ \t]*")
# The heading of addenda may go over several lines.
_ADDENDA = re.compile(
    r"부[ \t]{0,9}칙[ \t]*(?:\n?\(([^()]{0,200}(?:\([^()]{0,100}\)[^()]{0,200}){0,4})\))?[ \t]*"
    r"(?:\n?[<\[(]([^<>\[\]()]{0,100})[>\])])?[ \t]*$",
    re.MULTILINE,
)
_PROMULGATED = re.compile(r"제 ?(\d[\d-]*) ?호")
_ANNEX = re.compile(
    r"(?P<maker>[■□▣◆○●※*][^\[\]<>\n]{0,80})?(?P<open>[\[<(])?[ \t]?별(?P<sort>표|지)"
    r"[ \t]*(?:제[ \t]?)?(?P<number>\d{1,3})?[ \t]?(?:호)?"
    rf"{_BRANCH}[ \t]?(?:호)?[ \t]?(?:서식|도면)?[ \t]?(?P<close>[\]>)])?"
)
_ANNEX_TITLED = re.compile(r"[ \t]+[^\n]{2,150}관련[ \t]?\)[ \t]*(?:<[^<>\n]*>)?[ \t]*$", re.MULTILINE)
_ANNEX_REST = re.compile(r"[ \t]*(?:<[^<>\n]*>[ \t]*|\([^()\n]*\)[ \t]*)*$", re.MULTILINE)


def label_at(text: str, start: int, end: int) -> Label | None:
    """The label at the start of a line of plain text; None for other lines. It may be running text all the same."""
    first = text[start]
    if first in CIRCLED:
        return _circled(text, start)
    if first == "제":
        return _part(text, start, end) or _article(text, start, end)
    if first in "0123456789":
        return _numbered(text, start)
    if first == "(":
        return _bracketed(text, start) or _annex(text, start, end)
    if first in "부별[■□▣◆○●※*<":
        return _addenda(text, start) or _annex(text, start, end) or _angled(text, start) or _lettered(text, start)
    if first in _BRACKETED_NUMBERS:
        return Label(Level.NUMBER_BRACKETED, (_BRACKETED_NUMBERS[first],), start + 1)
    if first in _BRACKETED_LETTERS:
        return Label(Level.LETTER_BRACKETED, (_BRACKETED_LETTERS[first],), start + 1)
    return _lettered(text, start) if first in LETTERS else None


def _branches(first: str, rest: str) -> Number:
    return (int(first), *(int(part) for part in re.findall(r"\d+", rest)))


def _circled(text: str, start: int) -> Label:
    through = _PARAGRAPH_RANGE.match(text, start + 1)
    return Label(Level.PARAGRAPH, (CIRCLED[text[start]],), start + 1, through=_through(through))


def _angled(text: str, start: int) -> Label | None:
    """`<16>`, as the registry prints a paragraph beyond ⑮."""
    match = _ANGLED.match(text, start)
    if match is None:
        return None
    end = match.start() + len(match[0].rstrip())
    return Label(Level.PARAGRAPH, (int(match[1]),), end, through=_through(_PARAGRAPH_RANGE.match(text, end)))


def _through(match: re.Match[str] | None) -> Number:
    if match is None:
        return ()
    return (CIRCLED[match[1]],) if match[1] else (int(match[2]),)


def _part(text: str, start: int, end: int) -> Label | None:
    match = _PART.match(text, start)
    if match is None or _PART_RUNS_ON.match(match[4]) or match[4].endswith((".", ",", ";", ":")):
        return None
    title = match.span(4) if not re.match(r"<?삭[ \t]?제", match[4]) else (match.end(3), match.end(3))
    return Label(_PARTS[match[2]], _branches(match[1], match[3]), title[1], title)


def _article(text: str, start: int, end: int) -> Label | None:
    match = _ARTICLE.match(text, start)
    if match is None:
        return None
    number, at = _branches(match[1], match[2]), match.end()
    several = _ARTICLE_RANGE.match(text, at)
    if several is not None:
        return Label(Level.ARTICLE, number, several.end(), through=_branches(several[1], several[2]))
    title = _ARTICLE_TITLE.match(text, at)
    if title is not None and not _is_note(title) and title[0].count("\n") <= 1:
        if _RUNS_ON.match(text, title.end()):
            return None
        return Label(Level.ARTICLE, number, title.end(), title.span(title.lastindex or 0), form=ArticleForm.TITLED)
    if _NO_TEXT.match(text, at, end):
        return Label(Level.ARTICLE, number, at)
    if text[at] not in " \t" or _RUNS_ON_UNTITLED.match(text, at + 1):
        return None
    return Label(Level.ARTICLE, number, at, form=ArticleForm.TEXT)


def _is_note(title: re.Match[str]) -> bool:
    """`<삭제 2020.1.1>` and `[본조신설 …]` behind a label without a title."""
    return title[1] is None and re.match(r"삭|\d|개정|신설|본조|전문|제목|종전", title[2] or title[3]) is not None


def _numbered(text: str, start: int) -> Label | None:
    match = _NUMBERED.match(text, start)
    if match is None:
        return None
    end = start + len(match[0].rstrip())
    return Label(Level.NUMBER_CLOSED if match[3] else Level.ITEM, _branches(match[1], match[2]), end)


def _bracketed(text: str, start: int) -> Label | None:
    match = _NUMBER_BRACKETED.match(text, start)
    if match is not None:
        return Label(Level.NUMBER_BRACKETED, (int(match[1]),), match.start() + len(match[0].rstrip()))
    match = _LETTER_BRACKETED.match(text, start)
    if match is None or match[1] not in LETTERS:
        return None
    return Label(Level.LETTER_BRACKETED, (LETTERS[match[1]],), match.start() + len(match[0].rstrip()))


def _lettered(text: str, start: int) -> Label | None:
    match = _LETTERED.match(text, start)
    if match is None or match[1] not in LETTERS:
        return None
    number = (LETTERS[match[1]], *(int(part) for part in re.findall(r"\d+", match[2])))
    return Label(Level.LETTER_CLOSED if match[3] else Level.LETTER, number, start + len(match[0].rstrip()))


def _addenda(text: str, start: int) -> Label | None:
    match = _ADDENDA.match(text, start)
    if match is None:
        return None
    dated = match[2] if match[2] is not None else match[1] if re.search(r"\d{4}", match[1] or "") else None
    number = _PROMULGATED.search((dated or "").replace("\n", ""))
    title = match.span(1) if match[1] is not None and match[1] is not dated else (0, 0)
    end = start + len(match[0].rstrip())
    return Label(Level.ADDENDA, (), end, title, name=number[1].strip("-") if number else "")


def _annex(text: str, start: int, end: int) -> Label | None:
    match = _ANNEX.match(text, start)
    if match is None or match.end() > end or bool(match["open"]) is not bool(match["close"]):
        return None
    if match["maker"] and not match["open"]:
        return None
    at = match.end()
    rest = text[at:end].strip()
    alone = _ANNEX_REST.match(text, at, end) is not None
    headed = bool(match["open"]) and not _RUNS_ON.match(text, at) and len(rest) <= 120 and not rest.endswith("다.")
    if not (alone or headed or (match["number"] and _ANNEX_TITLED.match(text, at))):
        return None
    number = _branches(match["number"], match[5]) if match["number"] else ()
    level = Level.ANNEX if match["sort"] == "표" else Level.FORM
    return Label(level, number, at, name="-".join(str(part) for part in number))
