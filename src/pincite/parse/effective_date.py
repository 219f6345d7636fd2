"""The day of entry into force that a Korean law prints under its title: `[시행 2025. 3. 1.] [법률 제12345호, …]`."""

from __future__ import annotations

import re
from datetime import date

HEAD_CHARS = 1000
_IN_FORCE = re.compile(r"^[ \t]*\[\s*시행\s*(\d{4})\.\s*(\d{1,2})\.\s*(\d{1,2})\.?\s*\]", re.MULTILINE)
_FIRST_ARTICLE = re.compile(r"^[ \t]*제\s*1\s*조", re.MULTILINE)


def stated_in_head(text: str) -> str | None:
    """The ISO date in the head of a text, before its first article; None where none is printed, or no such day is."""
    article = _FIRST_ARTICLE.search(text, 0, HEAD_CHARS)
    found = _IN_FORCE.search(text, 0, article.start() if article else HEAD_CHARS)
    if found is None:
        return None
    try:
        return date(*map(int, found.groups())).isoformat()
    except ValueError:
        return None
