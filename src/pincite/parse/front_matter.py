"""The block of `key: value` lines between `---` lines at the start of a Markdown file."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BLOCK = re.compile(r"---[ \t]*\r?\n(.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_LINE = re.compile(r"^([^\s:#\-][^:\r\n]{0,60}):[ \t]+(.+?)[ \t]*\r?$", re.MULTILINE)
_ISO_DATE = re.compile(r"(\d{4})[-.](\d{1,2})[-.](\d{1,2})")

# Keys that state the title or the day of entry into force, in the languages that pincite reads.
_TITLE_KEYS = ("title", "제목", "법령명", "행정규칙명")
_DATE_KEYS = ("effective_date", "effective date", "effective", "시행일자", "시행일")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the block states; `end` is the offset of the text after it, 0 without a block."""

    end: int = 0
    title: str | None = None
    effective_date: str | None = None


def read_front_matter(raw: str) -> FrontMatter:
    """The front matter of `raw`; a block without a single `key: value` line is a rule, not front matter."""
    match = _BLOCK.match(raw)
    if match is None:
        return FrontMatter()
    values = {key.strip().lower(): value.strip("\"' ") for key, value in _LINE.findall(match[1])}
    if not values:
        return FrontMatter()
    title = next((values[key] for key in _TITLE_KEYS if values.get(key)), None)
    date = next((values[key] for key in _DATE_KEYS if values.get(key)), "")
    return FrontMatter(match.end(), title, _iso(date))


def _iso(value: str) -> str | None:
    match = _ISO_DATE.match(value)
    if match is None:
        return None
    year, month, day = (int(part) for part in match.groups())
    return f"{year:04d}-{month:02d}-{day:02d}" if 1 <= month <= 12 and 1 <= day <= 31 else None
