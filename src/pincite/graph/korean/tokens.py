"""The words of a text that references are made of, in their order, before it is said what they make together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from pincite.graph.korean import words


class TokenKind(StrEnum):
    """What a word does in a reference."""

    LEVEL = "level"
    """제3조, 별표 2, 가목, 부칙."""
    NAME = "name"
    """「가나법」."""
    WORK = "work"
    """법, 혁신법, 가나법 시행령 before a number; a short name that the text defines."""
    AMENDED = "amended"
    """A name without brackets that is amended or repealed."""
    SELF = "self"
    SAME = "same"
    PREVIOUS = "previous"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class Extra:
    """A further number of the same unit (제1ㆍ2항, 제4~6호)."""

    number: str
    start: int
    end: int
    ranged: bool


@dataclass(frozen=True, slots=True)
class Token:
    """A word with its place.

    Args:
        letters, number: of a level; the number is empty for 별표 without one and for 부칙.
        word: of the others: what follows 이, 같은, 전 or 다음, or the name.
        bare: a level without 제, which is none unless something before it says so.
    """

    kind: TokenKind
    start: int
    end: int
    letters: str = ""
    number: str = ""
    word: str = ""
    bare: bool = False
    extras: tuple[Extra, ...] = ()

    @property
    def segment(self) -> str:
        """Letters and number, as paths have them."""
        return f"{self.letters}{self.number}"

    @property
    def rank(self) -> int:
        """How fine the level is; 9 for other words."""
        return words.RANKS.get(self.letters, 9)


def tokens(text: str, short_names: tuple[str, ...]) -> Iterator[Token]:
    """The words of a text that may be part of a reference, in order and apart.

    Args:
        short_names: of works, as the text defines them; they count without a number too.
    """
    for match in _pattern(short_names).finditer(text):
        group = match.lastgroup or ""
        made = _MAKERS[group](match[0], match.start())
        if made is not None:
            yield made


@cache
def _pattern(short_names: tuple[str, ...]) -> re.Pattern[str]:
    rows = [
        ("name", words.NAME), ("form", words.FORM), ("annex", words.ANNEX), ("self", words.SELF), ("same", words.SAME),
        ("previous", words.PREVIOUS), ("next", words.NEXT), ("amended", words.AMENDED), ("work", words.WORK),
    ]  # fmt: skip
    if short_names:
        longer = sorted((name for name in short_names if len(name) > 1), key=len, reverse=True)
        known = "|".join(
            [*map(re.escape, longer), *(name + words.AFTER_SYLLABLE for name in short_names if len(name) == 1)]
        )
        lower = r"(?:[ ]?시행(?:령|규칙)(?=[^가-힣]|의|에|을|은|과))?"
        rows.append(("short", rf"(?<![가-힣{words.DOT}\"“‘'])(?:{known}){lower}(?![\"”’']){words.AFTER_WORD}"))
    rows.append(("level", words.LEVEL))
    return re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in rows))


def _level(written: str, start: int) -> Token | None:
    end = start + len(written)
    if written == "부칙":
        return Token(TokenKind.LEVEL, start, end, "x")
    if written[0] in words.SUBITEMS and written[1] == "목":
        branch = f"-{_digits(written[3:])}" if len(written) > 3 else ""
        return Token(TokenKind.LEVEL, start, end, "b", f"{words.SUBITEMS.index(written[0]) + 1}{branch}")
    if "①" <= written[0] <= "⑳":
        return Token(TokenKind.LEVEL, start, end, "p", str(ord(written[0]) - ord("①") + 1))
    parts = words.LEVEL_PARTS.fullmatch(written)
    if parts is None:
        return None
    branch = parts["branch"] or parts["early"]
    number = _digits(parts["number"]) + (f"-{_digits(branch)}" if branch else "")
    return Token(
        TokenKind.LEVEL, start, end, words.KINDS[parts["unit"]], number,
        bare=written[0] != "제", extras=tuple(_extras(parts, start)),
    )  # fmt: skip


def _extras(parts: re.Match[str], start: int) -> Iterator[Extra]:
    at = start + parts.start("list")
    for member in words.LIST_MEMBER.finditer(parts["list"]):
        low, high = member.span("number")
        yield Extra(_digits(member["number"]), at + low, at + high, member["join"] in words.WAVE)


def _digits(written: str) -> str:
    return str(int(written))


def _attached(letters: str, written: str, start: int) -> Token:
    found = words.NUMBER_OF.search(written)
    number = ""
    if found is not None:
        number = _digits(found[1]) + (f"-{_digits(found[2])}" if found[2] else "")
    return Token(TokenKind.LEVEL, start, start + len(written), letters, number)


def _annex(written: str, start: int) -> Token:
    return _attached("n", written, start)


def _form(written: str, start: int) -> Token:
    return _attached("f", written, start)


def _name(written: str, start: int) -> Token:
    return Token(TokenKind.NAME, start, start + len(written), word=work_name(written[1:-1]))


def _work(written: str, start: int) -> Token | None:
    if words.NO_WORK.fullmatch(written):
        return None
    return Token(TokenKind.WORK, start, start + len(written), word=work_name(written))


def _amended(written: str, start: int) -> Token:
    return Token(TokenKind.AMENDED, start, start + len(written), word=work_name(written))


def _self(written: str, start: int) -> Token:
    found = words.SELF_WORD.fullmatch(written)
    return Token(TokenKind.SELF, start, start + len(written), word=found["word"] if found else "")


def _same(written: str, start: int) -> Token:
    found = words.SAME_WORD.fullmatch(written)
    return Token(TokenKind.SAME, start, start + len(written), word=found["word"] if found else "")


def _previous(written: str, start: int) -> Token:
    return Token(
        TokenKind.PREVIOUS,
        start,
        start + len(written),
        word=written[-1],
        number=written[-2] if written[-2].isdecimal() else "1",
    )


def _next(written: str, start: int) -> Token:
    return Token(TokenKind.NEXT, start, start + len(written), word=written[-1], number="1")


_BRACKET = re.compile(r"(?<=.)[ ]?\([^()]*\)$|^\([^()]*\)[ ]?(?=.)")
_DOTS = re.compile(f"[ ]?[{words.DOT}][ ]?")


def work_name(written: str) -> str:
    r"""A work's name in one spelling: single blanks, ㆍ for all dots, no bracket at its ends.

    >>> work_name("가나 의\n설립･운영에 관한 법률(2020. 1. 1. 시행)")
    '가나 의 설립ㆍ운영에 관한 법률'
    """
    return _DOTS.sub("ㆍ", _BRACKET.sub("", " ".join(written.replace("│", " ").split())))


_MAKERS = {
    "name": _name, "form": _form, "annex": _annex, "self": _self, "same": _same, "previous": _previous, "next": _next,
    "amended": _amended, "work": _work, "short": _work, "level": _level,
}  # fmt: skip
