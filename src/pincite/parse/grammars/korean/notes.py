"""Notes of the registry in Korean law texts: when a provision came, changed or went. They are no part of the rule."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.types.document import Span

_DATE = r"\d{4}[ \t]?\.[ \t]?\d{1,2}[ \t]?\.[ \t]?\d{1,2}"
_ANGLED = (
    r"<(?:(?:개정|신설|삭제|전[문부][ \t]?개정|폐지|이동|시행일|단서|후단|본문|생략)[^<>\n]{0,2000}"
    rf"|[ \t]?{_DATE}[^<>\n]{{0,2000}})>"
)
_WORDS = (
    r"본[조항호장절편관][ \t]?신설|전[문부][ \t]?개정|제목[ \t]?(?:개정|변경|신설)|개정|신설|삭제|종전|유효기간"
    r"|위임행정규칙|헌법불합치|단순위헌|한정위헌|위헌|(?:법률|대통령령)[ \t]제"
    r"|제[ \t]?\d+조(?:의\d+)*(?:에서|는|은)[^\[\]\n]{0,40}이동"
    rf"|\[?시행일|{_DATE}"
)
_SQUARE = rf"\[(?:{_WORDS})(?:[^\[\]\n]|\[[^\[\]\n]{{0,200}}\]){{0,2000}}\]"
# A second closing bracket belongs to `[[시행일 …] …]`.
_NOTE = re.compile(rf"{_ANGLED}|\[\[시행일[^\[\]\n]{{0,200}}\][^\[\]\n]{{0,500}}\]|{_SQUARE}")
_SQUARE_LINE = re.compile(rf"(?:(?:\[\[시행일[^\[\]\n]{{0,200}}\][^\[\]\n]{{0,500}}\]|{_SQUARE})[ \t]*)+")
_DELETED = re.compile(rf"\s*(?:<?삭[ \t]?제>?[ \t]?\.?|<삭[ \t]?제[^<>\n]*>)(?:\s*(?:{_ANGLED}|{_SQUARE}))*\s*")


def notes(plain: str) -> Iterator[Span]:
    """All notes, in order."""
    return (Span(*match.span()) for match in _NOTE.finditer(plain))


def is_article_note(plain: str, start: int, end: int) -> bool:
    """Whether a line is nothing but notes in square brackets, which speak of the whole article."""
    return plain[start] == "[" and _SQUARE_LINE.fullmatch(plain, start, end) is not None


def is_deleted(plain: str, start: int, end: int) -> bool:
    """Whether nothing but 삭제 and notes stands there."""
    return _DELETED.fullmatch(plain, start, end) is not None
