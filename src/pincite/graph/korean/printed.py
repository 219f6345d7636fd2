"""Articles of other law that a text prints word for word, as manuals do: 법 제13조(지급) ① … 제2항에 따라 ….

Only for texts without articles of their own, whose 제2항 would otherwise be nobody's.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pincite.graph.korean import words
from pincite.graph.korean.around import Places
from pincite.graph.korean.tokens import work_name
from pincite.types.document import Span

_WORK = r"(?:[「｢](?P<named>[^「」｢｣\n]{2,80})[」｣]|(?P<plain>[가-힣]{0,30}(?:법|시행령|규칙|고시|기준|지침)|영))"
_TITLE = r"\([^()\n]{1,60}(?:\([^()\n]{0,40}\)[^()\n]{0,40})?\)"
# The article's words follow its title at once; a particle there makes it a reference in a sentence.
_BODY = r"(?=[ ]?(?:[①-⑳<]|[^ \n에의을를은는,및와과부]|[ ][^및\n]))"
_HEAD = re.compile(
    rf"^\[?(?:(?:{_WORK})[ ]?(?P<lower>시행령|시행규칙)?[ ]?)?"
    rf"(?P<article>제[ ]?(?P<number>\d{{1,4}})[ ]?조(?:의(?P<branch>\d{{1,3}}))?"
    rf"[ ]?(?:{_TITLE}\]?|(?<=조)\](?=[ ]?①))){_BODY}",
    re.MULTILINE,
)
# A line that is a law's title; those of notices have their number behind.
_TITLE_LINE = re.compile(
    r"[「｢]?(?:(?P<act>[가-힣ㆍ·･][가-힣ㆍ·･ ]*(?:법|법률|시행령|시행규칙))[」｣]?(?:[ ]?\([^()]*\))?"
    r"|(?P<other>[가-힣ㆍ·･][가-힣ㆍ·･ ]*(?:기준|고시|대책|지침|규정|요령))[」｣]?"
    r"[ ]?\([^()]*(?:고시|훈령|예규)[^()]*호\))"
)
_LONGEST_TITLE = 100
# Lines that no law has: bullets, questions, frames of the text around.
_OTHER_LINE = re.compile(r"[ ]{0,8}(?:[Qq]\d?|[□■○◦▪※➊-➓❶-❿➋►▶•∙∘þ◎●◇◆☞→*]|[-–][ ]|<(?:표|그림)|\[[a-z0-9])")
_MARK = re.compile(
    r"[ ]{0,8}(?:(?P<p>[①-⑳])|(?P<i>\d{1,3})(?:의\d{1,2})?\.(?!\d)"
    r"|(?P<b>[가나다라마바사아자차카타파하])\.[ ]|(?P<d>\d{1,2})\)[ ])"
)
_GOES_ON = re.compile(r"(?:이[ ]경우|다만|단,|\(?(?:중략|생략)|<|\[(?:본조|전문|제목))")
_ENDED = re.compile(r"(?:다\.|[>\]])[ ]?$")
_LETTERS = "가나다라마바사아자차카타파하"
# Shorter lines are not broken ones; behind an empty line, a short numbered one is a heading of the text around.
_WRAPPED = 30
_SHORT = 20
_LONGEST = 12_000
_RUN = 400


@dataclass(frozen=True, slots=True)
class PrintedArticle:
    """An article of other law that a text prints.

    Args:
        start, end: of its words behind the title.
        work: as its heading says it, or as the heading of the one right before it does; empty where none does.
        path: of the article.
        heading: its number and title, where its own heading does not say the work: title and number then tell it.
        marks: offsets of its paragraphs and items, with the segments of the finest.
    """

    start: int
    end: int
    work: str
    path: tuple[str, ...]
    heading: Span | None = None
    marks: tuple[tuple[int, tuple[str, ...]], ...] = ()

    def inner(self, offset: int) -> tuple[str, ...]:
        """The segments below the article at an offset: paragraph, item, sub-item."""
        at = bisect_right([start for start, _ in self.marks], offset) - 1
        return self.marks[at][1] if at >= 0 else ()


def is_bullet(text: str, offset: int) -> bool:
    """Whether an offset stands in a bullet or note of the text's own words, not behind a paragraph's or item's mark."""
    low = max(offset - _RUN, 0)
    for line in reversed(text[low:offset].split("\n")):
        if _OTHER_LINE.match(line):
            return True
        if _MARK.match(line) or not line.strip():
            return False
    return False


class Printed:
    """The articles that a text prints, by place."""

    def __init__(self, text: str, places: Places, short: Mapping[str, str]) -> None:
        self._articles = [] if places.has_articles else list(_articles(text, short))
        self._starts = [article.start for article in self._articles]

    def at(self, offset: int) -> PrintedArticle | None:
        """The article whose words stand at an offset."""
        at = bisect_right(self._starts, offset) - 1
        return self._articles[at] if at >= 0 and offset < self._articles[at].end else None


def _articles(text: str, short: Mapping[str, str]) -> Iterator[PrintedArticle]:
    """The printed articles; one whose work is not said belongs to the work of the one right before it, if any."""
    heads = list(_HEAD.finditer(text))
    work, end = "", -1
    for at, head in enumerate(heads):
        said = _said(head, short)
        if not said and head.start() > end + 1:
            work = ""
        work = said or _above(text, head.start()) or work
        stop = heads[at + 1].start() if at + 1 < len(heads) else len(text)
        end, marks = _body(text, head.end(), min(stop, head.end() + _LONGEST))
        branch = f"-{int(head['branch'])}" if head["branch"] else ""
        heading = None if said else Span(head.start("article"), head.end())
        yield PrintedArticle(head.end(), end, work, (f"a{int(head['number'])}{branch}",), heading, marks)


def _above(text: str, start: int) -> str:
    """The work that a line of its own names right above an article."""
    line = text[text.rfind("\n", 0, max(start - 1, 0)) + 1 : max(start - 1, 0)].strip()
    named = _TITLE_LINE.fullmatch(line) if len(line) <= _LONGEST_TITLE else None
    return work_name(named["act"] or named["other"]) if named else ""


def _body(text: str, start: int, stop: int) -> tuple[int, tuple[tuple[int, tuple[str, ...]], ...]]:
    """Where the words of an article end, and its paragraphs and items.

    Law goes on in the order of its numbers; a line without one goes on only where the line before was broken.
    """
    marks: list[tuple[int, tuple[str, ...]]] = []
    at, before, blank = start, "", False
    heading = text[text.rfind("\n", 0, start) + 1 : start]
    inner: tuple[str, ...] = ()
    while at < stop:
        line_end = text.find("\n", at, stop)
        line_end = stop if line_end < 0 else line_end
        line = text[at:line_end]
        if not line.strip(" \f"):
            blank = True
        else:
            following = _next(inner, line, first=at == start, before=before, blank=blank)
            if following is None:
                return max(at - 1, start), tuple(marks)
            if following != inner:
                marks.append((at, following))
            inner, before, blank = following, f"{heading}{line}" if at == start else line, False
        at = line_end + 1
    return stop, tuple(marks)


def _next(inner: tuple[str, ...], line: str, *, first: bool, before: str, blank: bool) -> tuple[str, ...] | None:
    """The segments below the article in a line; None where the line is no part of the article."""
    mark = _MARK.match(line)
    if mark is not None:
        is_heading = blank and not mark["p"] and (mark["b"] == "가" or len(line) < _SHORT)
        return None if is_heading else _marked(inner, mark)
    if first:
        return inner
    if _OTHER_LINE.match(line) or blank:
        return None
    if _GOES_ON.match(line):
        return inner
    return None if _ENDED.search(before) or len(before) < _WRAPPED else inner


def _marked(inner: tuple[str, ...], mark: re.Match[str]) -> tuple[str, ...] | None:
    held = {segment[0]: int(segment[1:]) for segment in inner}
    if mark["p"]:
        number = ord(mark["p"]) - ord("①") + 1
        return (f"p{number}",) if number > held.get("p", 0) else None
    above = tuple(s for s in inner if s[0] == "p")
    if mark["i"]:
        number = int(mark["i"])
        return (*above, f"i{number}") if number >= held.get("i", 0) else None
    if mark["b"]:
        number = _LETTERS.index(mark["b"]) + 1
        above = tuple(s for s in inner if s[0] in "pi")
        goes_on = number == held.get("b", 0) + 1 if "b" in held else number == 1 and "i" in held
        return (*above, f"b{number}") if goes_on else None
    return inner if "b" in held or "i" in held else None


def _said(head: re.Match[str], short: Mapping[str, str]) -> str:
    name = head["named"] or head["plain"] or ""
    if not name:
        return ""
    whole = work_name(f"{name} {head['lower']}" if head["lower"] else name)
    known = head["named"] or name in short or whole.replace(" ", "") in words.FAMILY_WORDS or name.endswith("법")
    return whole if known else ""
