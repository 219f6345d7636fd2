"""A finding of verification, and how quotes are looked up."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VerifyFinding:
    """One thing in an answer file that does not check out.

    Args:
        place: JSON pointer into the file.
        rule: such as `quote`, `page` or `edition`.
        detail: what was found, for people.
    """

    place: str
    rule: str
    detail: str


def flat(text: str) -> str:
    """The text with every run of white space as one blank."""
    return " ".join(text.split())


def occurrences(text: str, part: str, *, limit: int) -> list[int]:
    """Where `part` starts in `text`, the first `limit` places."""
    found: list[int] = []
    at = text.find(part)
    while at >= 0 and len(found) < limit:
        found.append(at)
        at = text.find(part, at + 1)
    return found
