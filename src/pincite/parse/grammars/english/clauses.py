"""The numbered clauses of a contract, and its schedules: which lines open one.

`3.` opens a clause where it is the next number of the contract, and stands for a member of a list where it counts on
from a list inside a clause. What is left over is read as paragraphs of the clause around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.parse.grammars.english.labels import roman_value
from pincite.parse.grammars.english.lines import Line, lines_of
from pincite.parse.grammars.english.titles import closed_title, is_title
from pincite.text.normalize import one_line
from pincite.types.document import Document
from pincite.types.provision import ProvisionKind

_ARTICLE = re.compile(r"(?P<word>ARTICLE|Article)\s+(?P<number>\d{1,3}|[IVXLC]+)(?P<stop>[.:]?)(?=[\s—–-]|\Z)")
_SECTION = re.compile(
    r"(?P<word>SECTION|Section|CLAUSE|Clause)\s+(?P<number>\d{1,3}(?:\.\d{1,3}){0,3})(?P<stop>[.:)]?)(?=[\s—–-]|\Z)"
)
_DECIMAL = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3}){1,4})(?P<stop>[.:)]?)(?=\s*[\"“‘'(\[A-Z]|\s*\Z)")
_TOP = re.compile(r"(?P<number>\d{1,3})(?P<stop>[.:])(?=\s+[\"“‘'(\[A-Z]|\s*\Z)")
_NUMBERED = re.compile(
    r"(?:(?:ARTICLE|Article|SECTION|Section|CLAUSE|Clause)\s+)?(?P<number>\d{1,3}(?:\.\d{1,3})*|[IVX]+\b)[.:)]?(?=\s|\Z)"
)
_NUMBERED_END = re.compile(r"^\D*(?=\d)|[.:)]*$")
_ANNEX = re.compile(
    r"(?P<word>EXHIBIT|SCHEDULE|APPENDIX|ANNEX|ATTACHMENT|Exhibit|Schedule|Appendix|Annex|Attachment)\s+"
    r"(?:No\. )?[\"“']?(?P<number>[A-Z]{1,2}(?:-?\d{1,2})?|\d{1,2}(?:-?[A-Z])?|[IVX]+)[\"”']?"
    r"(?=[\s:.—–-]|\Z)(?!\.\d)(?P<rest>.*)",
    re.DOTALL,
)
_PAGED = re.compile(r"[A-Za-z.\s]\s\d{1,3}\Z")
_CONTENTS = re.compile(r"\W*(?:TABLE OF )?CONTENTS\W*\Z", re.IGNORECASE)
_MARKS = " \t\n.:;—–-"
_MAX_ANNEX_LINE = 150
MIN_CONTENTS = 3
"""Entries that make a table of contents."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A line that opens a clause or a schedule.

    Args:
        start, end: of its number and title.
        path: `(4, 2)` for 4.2; empty for a schedule.
        word: `ARTICLE`, `SECTION`, `EXHIBIT` …; empty for a bare number.
        name: the number as printed, without a closing mark.
        titled: the number stands before a title, or alone in its line.
        paged: a number ends the line, as in a table of contents.
    """

    start: int
    end: int
    kind: ProvisionKind
    path: tuple[int, ...]
    word: str
    name: str
    title: str
    titled: bool
    paged: bool = False


def clauses_of(document: Document) -> list[Clause]:
    """The clauses and schedules of a contract in the order of the text."""
    text = document.text
    skip = {span.start for page in document.pages for span in page.furniture}
    return _accepted(_without_contents(list(_candidates(text, list(lines_of(text, 0, len(text), skip))))))


def _candidates(text: str, lines: Sequence[Line]) -> Iterator[Clause | None]:
    """Lines that may open a clause; None where a table of contents begins."""
    taken = 0
    for place, line in enumerate(lines):
        if line.text_start < taken:
            continue  # the title of the clause above
        if _CONTENTS.match(text, line.text_start, line.end):
            yield None
        following = lines[place + 1] if place + 1 < len(lines) else None
        found = _annex(text, line) or _clause(text, line, following)
        if found is not None:
            taken = found.end
            yield found


def _annex(text: str, line: Line) -> Clause | None:
    if not line.apart or line.end - line.text_start > _MAX_ANNEX_LINE:
        return None
    found = _ANNEX.match(text, line.text_start, line.end)
    if found is None:
        return None
    rest = found["rest"].strip()
    title = rest.strip(_MARKS)
    if title and (not is_title(title) or rest[-1:] in ".,;"):
        return None
    if line.start < 200 and re.match(r"Exhibit \d", found.group()):
        return None  # the number of the contract among the exhibits of a filing
    return Clause(
        line.text_start, line.end, ProvisionKind.ANNEX, (), found["word"].capitalize(), found["number"], title, True
    )


def _clause(text: str, line: Line, following: Line | None) -> Clause | None:
    for pattern in (_ARTICLE, _SECTION, _DECIMAL, _TOP):
        found = pattern.match(text, line.text_start, line.end)
        if found is not None:
            break
    else:
        return None
    word = (found.groupdict().get("word") or "").upper()
    number = found["number"]
    if word and not line.apart and not found["stop"] and not number.isdigit():
        return None
    path = (roman_value(number),) if number.isalpha() else tuple(int(part) for part in number.split("."))
    rest_start = found.end() + len(text[found.end() : line.end]) - len(text[found.end() : line.end].lstrip(_MARKS))
    rest = text[rest_start : line.end]
    if word and rest[:1].islower():
        return None  # "Section 4.2 of this agreement"
    title, end = _title(text, rest, rest_start, found.end(), line, following)
    return Clause(
        line.text_start, end, ProvisionKind.CLAUSE, path, word, number, one_line(title), bool(title) or not rest,
        _PAGED.search(rest) is not None,
    )  # fmt: skip


def _title(
    text: str, rest: str, rest_start: int, label_end: int, line: Line, following: Line | None
) -> tuple[str, int]:
    """The title behind a number, and where the heading ends."""
    title, after = closed_title(rest)
    if title:
        goes_on = bool(rest[after:].strip()) or _is_inside(text, following, text[line.text_start : label_end])
        return (title, rest_start + after) if goes_on else ("", label_end)
    if rest and rest[-1] not in ".,;:" and is_title(rest) and following is not None:
        return rest, line.end
    if not rest and following is not None:  # ARTICLE IV, with the title in the next line
        below = text[following.text_start : following.end]
        if is_title(below) and below[-1] not in ".,;:" and not re.match(r"[\d(]|Section|SECTION", below):
            return below, following.end
    return "", label_end


def _is_inside(text: str, line: Line | None, label: str) -> bool:
    """Whether a line belongs to the clause above it: `1.1` below `1.`, `(a)` or plain text, not the next number."""
    if line is None or _annex(text, line) is not None:
        return False
    number = _NUMBERED.match(text, line.text_start, line.end)
    return number is None or number["number"].startswith(f"{_NUMBERED_END.sub('', label)}.")


def _without_contents(found: Sequence[Clause | None]) -> list[Clause]:
    """Leave out what stands between the words "Table of Contents" and the place where its first entry comes again."""
    kept: list[Clause] = []
    place = 0
    while place < len(found):
        clause = found[place]
        if clause is not None:
            kept.append(clause)
        else:
            first = next((c for c in found[place + 1 :] if c is not None), None)
            again = _place_of(first, found, place + 2) if first is not None else place
            place = max(place, again - 1)
        place += 1
    return _without_paged(kept)


def _place_of(first: Clause, found: Sequence[Clause | None], start: int) -> int:
    """Where a clause comes again from `start` on; 0 where it does not."""
    for place in range(start, len(found)):
        clause = found[place]
        if clause is not None and (clause.word, clause.path) == (first.word, first.path):
            return place
    return 0


def _without_paged(clauses: list[Clause]) -> list[Clause]:
    """Leave out a stretch of entries that end in page numbers and come again below."""
    last = {(clause.word, clause.path): place for place, clause in enumerate(clauses)}
    again = [last[clause.word, clause.path] > place for place, clause in enumerate(clauses)]
    entries = [place for place, clause in enumerate(clauses) if clause.paged and again[place]]
    if len(entries) < MIN_CONTENTS:
        return clauses
    start, end = entries[0], entries[-1] + 1
    while start and again[start - 1]:
        start -= 1
    return clauses[:start] + clauses[end:]


def _accepted(candidates: Sequence[Clause]) -> list[Clause]:
    """The candidates that open a clause; a bare `2.` may count on from a list inside of one."""
    kept: list[Clause] = []
    top, inner, by_article = 0, 0, False
    for place, clause in enumerate(candidates):
        if clause.kind is ProvisionKind.ANNEX:
            top, inner, by_article = 0, 0, False
        elif clause.word == "ARTICLE":
            top, inner, by_article = clause.path[0], 0, True
        elif len(clause.path) > 1:
            if not _in_place(clause, top, kept):
                continue
            top, inner = clause.path[0], 0
        elif by_article:
            if clause.word != "SECTION":
                continue  # numbered anew in each article: a paragraph of it
            clause = replace(clause, path=(top, *clause.path))
        elif clause.word or _opens(clause, top, inner, candidates[place + 1 :]):
            top, inner = clause.path[0], 0
        else:
            inner = clause.path[0]
            continue
        kept.append(clause)
    return kept


def _in_place(clause: Clause, top: int, kept: Sequence[Clause]) -> bool:
    """Whether a number such as 4.2 is one of the contract's: of the open clause, or the first of a later one."""
    if clause.word or not kept or clause.path[0] == top:
        return True
    return top < clause.path[0] <= top + 3 or (clause.titled and clause.path[0] < top)


def _opens(clause: Clause, top: int, inner: int, following: Sequence[Clause]) -> bool:
    number = clause.path[0]
    if following and len(following[0].path) > 1 and following[0].path[0] == number:
        return True
    if number == top + 1:
        return not (inner and number == inner + 1 and not clause.titled)
    if not clause.titled or not clause.title:
        return False
    return top <= number <= top + 3 or clause.title.isupper()
