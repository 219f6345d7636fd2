"""The block of `key: value` lines between `---` lines at the start of a Markdown file."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

_BLOCK = re.compile(r"---[ \t]*\r?\n(.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_LINE = re.compile(r"^([^\s:#\-][^:\r\n]{0,60}):[ \t]+(.+?)[ \t]*\r?$", re.MULTILINE)
_LIST = re.compile(r"^([^\s:#\-][^:\r\n]{0,60}):[ \t]*(\[\][ \t]*)?\r?$((?:\r?\n(?:[ \t]+|-[ \t]).*)*)", re.MULTILINE)
_ENTRY = re.compile(r"^-[ \t]", re.MULTILINE)
_ENTRY_LINE = re.compile(r"^[ \t]*([^\s:][^:\r\n]{0,60}):[ \t]+(.+?)[ \t]*\r?$", re.MULTILINE)
_ISO_DATE = re.compile(r"(\d{4})[-.](\d{1,2})[-.](\d{1,2})|(\d{4})(\d{2})(\d{2})(?!\d)")

# Keys that state the title or the day of entry into force, in the languages that pincite reads.
_TITLE_KEYS = ("title", "제목", "법령명", "행정규칙명")
_DATE_KEYS = ("effective_date", "effective date", "effective", "시행일자", "시행일")

# Keys that state the level of authority, and the lists of annexes and forms with the keys of an entry.
_LEVEL_KEYS = ("level", "authority_level", "authority level", "법령구분", "행정규칙종류")
_LIST_KEYS = ("attachments", "첨부파일")
_NUMBER_KEYS = ("number", "별표번호")
_BRANCH_KEYS = ("branch", "별표가지번호")
_KIND_KEYS = ("kind", "별표구분")
_KINDS = {"annex": "annex", "appendix": "annex", "별표": "annex", "form": "form", "서식": "form", "별지": "form"}


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the block states; `end` is the offset of the text after it, 0 without a block.

    Args:
        stated: see `Document.stated`.
    """

    end: int = 0
    title: str | None = None
    effective_date: str | None = None
    stated: tuple[tuple[str, str], ...] = ()


def read_front_matter(raw: str) -> FrontMatter:
    """The front matter of `raw`; a block without a single `key: value` line is a rule, not front matter."""
    match = _BLOCK.match(raw)
    if match is None:
        return FrontMatter()
    values = {key.strip().lower(): _plain(value) for key, value in _LINE.findall(match[1])}
    if not values:
        return FrontMatter()
    level = _first(values, _LEVEL_KEYS)
    stated = (*((("level", level),) if level else ()), *_attachments(match[1]))
    title = _first(values, _TITLE_KEYS) or None
    return FrontMatter(match.end(), title, _iso(_first(values, _DATE_KEYS)), stated)


def _attachments(block: str) -> Iterator[tuple[str, str]]:
    """Annexes and forms that the block lists, as `("form", "5-2 Title")`; `("attachments", "")` says that it does."""
    for key, _, body in _LIST.findall(block):
        if key.strip().lower() not in _LIST_KEYS:
            continue
        yield "attachments", ""
        for entry in _ENTRY.split(body)[1:]:
            values = {name.strip().lower(): _plain(value) for name, value in _ENTRY_LINE.findall(entry)}
            kind = _KINDS.get(_first(values, _KIND_KEYS).lower())
            if kind:
                number = _number(_first(values, _NUMBER_KEYS), _first(values, _BRANCH_KEYS))
                yield kind, f"{number} {_first(values, _TITLE_KEYS)}".strip()


def _number(number: str, branch: str) -> str:
    """`0005` and `02` as `5-2`; 0 stands for the only one, which has no number."""
    first, second = number.lstrip("0"), branch.lstrip("0")
    return f"{first or '0'}-{second}" if second else first or "0"


def _first(values: dict[str, str], keys: tuple[str, ...]) -> str:
    return next((values[key] for key in keys if values.get(key)), "")


def _plain(value: str) -> str:
    return html.unescape(value.strip("\"' "))


def _iso(value: str) -> str | None:
    match = _ISO_DATE.match(value)
    if match is None:
        return None
    year, month, day = (int(part) for part in match.groups() if part)
    return f"{year:04d}-{month:02d}-{day:02d}" if 1 <= month <= 12 and 1 <= day <= 31 else None
