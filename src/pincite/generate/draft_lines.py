"""The lines of what a model wrote, as paragraphs without Markdown: what belongs together stands together.

A model that repeats a source repeats the ends of its lines too, in the middle of sentences; and an item of a list says
what it says only together with the line that opens the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pincite.text.marker_shapes import find_markers

_HEADING: Final = re.compile(r"#{1,6}\s.*|\*\*[^*]+\*\*:?|[-=*_]{3,}")
_HEADING_MARKS: Final = re.compile(r"#{1,6}\s+")
_MARKS: Final = "#*_: \t"
_STOPPED: Final = re.compile(r"[.!?。][\"'”’)]*\Z")
_FEW_WORDS: Final = 3  # `**Note.**` is a heading
_FENCE: Final = re.compile(r"```\s*\w*")
_BULLET: Final = re.compile(r"(?:[-*•]|\d{1,2}[.)])\s+")
_STRONG: Final = re.compile(r"(\*\*\*|\*\*|__|```|`)(?=[^\s*_`])(.{1,600}?)(?<=[^\s*_`])\1")
_ITALIC: Final = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]{1,600})(?<=\S)\*(?![\w*])")
# Links, pictures and tags are the model's own: what looks like them in a source has other signs in the prompt. The tags
# that are markers are left for those who read these.
_LINK: Final = re.compile(
    r"(?P<picture>!)?\[(?P<words>[^\[\]\n]{0,300})\]\((?:[^()\s]|\([^()\s]{0,100}\)){1,2000}(?:\s\"[^\"\n]{0,100}\")?\s?\)"
)
_TAG: Final = re.compile(
    r"</?(?!(?:sources?|src|cite|citations?|refs?|docs?|document|co|sup)\b)[a-z][^<>\n]{0,300}>", re.IGNORECASE
)
_ANSWER: Final = r"(?:(?:the )?(?:final )?answer|답변?|정답)"
_PREFACE: Final = re.compile(rf"\W{{0,4}}{_ANSWER}[*_]{{0,3}}\s?:[\s*_]*(?=\S)", re.IGNORECASE)
_LEAD_IN: Final = re.compile(
    rf"[#*_\s]{{0,8}}(?:{_ANSWER}|(?:(?:sure|certainly|of course)\W{{1,3}})?"
    r"(?:(?:based on|according to|from) the (?:provided |given |numbered |above )*"
    r"(?:sources?|documents?|information|texts?)(?: provided| given| above)?,? ?)?"
    r"(?:(?:here(?:'s|’s| is| are)|the answers? (?:is|are))\b[^\d\[(:]{0,80})?"
    r"|다음은 [^\d\[(:]{0,80}|다음과 같습니다):[*_]{0,3}",
    re.IGNORECASE,
)
# What cannot end a sentence, what ends one, and what can only go on with it.
_OPEN_END: Final = re.compile(
    r"(?:[,;(–—]|\b(?:a|an|and|any|at|by|for|from|if|in|may|must|no|not|of|on|or|shall|that|the|this|to|under|which"
    r"|with|within))\Z",
    re.IGNORECASE,
)
_CLOSED: Final = frozenset(".!?:。…])）】］〕⟧\"'”’⁰¹²³⁴⁵⁶⁷⁸⁹")
_GOES_ON: Final = re.compile(r"[a-z\d가-힣]")
_MOST_REPEATED: Final = 400


class _Opening(NamedTuple):
    """A line that opens a list: how far it is indented, -1 where it is no item itself."""

    indent: int
    text: str


def paragraphs(text: str, sources: int, set_aside: list[str]) -> Iterator[str]:
    """The paragraphs, each item of a list being one, with the line before it that opens the list.

    Args:
        sources: how many there are; a heading that cites none of them stays, so that the gate finds it.
        set_aside: takes headings, lead-ins (`Here is the answer:`), links and tags as they stood.
    """
    reader = _Lines()
    for raw in text.splitlines():
        line = raw.strip()
        if _FENCE.fullmatch(line):
            continue
        if not line:
            yield from reader.flush()
        elif _LEAD_IN.fullmatch(line) or _is_heading(line, sources):
            set_aside.append(line)
            yield from reader.close()
        else:
            bullet = _BULLET.match(line)
            plain = _plain(_without_markup(line[bullet.end() :] if bullet else line, sources, set_aside))
            yield from reader.take(plain, len(raw) - len(raw.lstrip()) if bullet else None)
    yield from reader.close()


class _Lines:
    """Joins lines to paragraphs."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._openings: list[_Opening] = []
        self._waiting = False  # the last opening has no item yet

    def take(self, line: str, indent: int | None) -> Iterator[str]:
        """Adds a line; `indent` is that of an item, None for what is no item."""
        if indent is None and self._parts and _continues(self._parts[-1], line):
            self._parts.append(line)
            return
        yield from self.flush()
        if not line:
            return
        self._leave(indent)
        if line.endswith(":"):
            self._openings.append(_Opening(-1 if indent is None else indent, line))
            self._waiting = True
            return
        self._parts = [*(opening.text for opening in self._openings), line]
        too_long = sum(map(len, self._parts)) - len(line) > _MOST_REPEATED
        if indent is None or too_long:
            self._openings = []
        self._waiting = False

    def flush(self) -> Iterator[str]:
        """The paragraph so far."""
        if self._parts:
            yield " ".join(self._parts)
        self._parts = []

    def close(self) -> Iterator[str]:
        """The paragraph so far, and the opening that no item followed."""
        yield from self.flush()
        if self._waiting:
            yield " ".join(opening.text for opening in self._openings)
        self._openings, self._waiting = [], False

    def _leave(self, indent: int | None) -> None:
        """Leaves the lists that a line is no part of; the first line behind an opening belongs to it in any case."""
        if self._waiting:
            return
        if indent is None:
            self._openings = []
        while self._openings and indent is not None and self._openings[-1].indent >= indent:
            self._openings.pop()


def _without_markup(line: str, sources: int, set_aside: list[str]) -> str:
    """The line without links, of which the words stay, without pictures and without tags."""

    def words_of(link: re.Match[str]) -> str:
        if find_markers(link[0], sources):
            return link[0]
        set_aside.append(link[0])
        return "" if link["picture"] else link["words"]

    def nothing(tag: re.Match[str]) -> str:
        set_aside.append(tag[0])
        return ""

    return _TAG.sub(nothing, _LINK.sub(words_of, line)).strip()


def _plain(line: str) -> str:
    """The line without what marks headings, answers and emphasis."""
    if heading := _HEADING_MARKS.match(line):
        line = line[heading.end() :]
    if preface := _PREFACE.match(line):
        line = line[preface.end() :]
    return _ITALIC.sub(r"\1", _STRONG.sub(r"\2", line)).strip()


def _is_heading(line: str, sources: int) -> bool:
    """Whether a line is a heading and nothing else: no sentence, no lone marker, none of a source that is not there."""
    if not _HEADING.fullmatch(line):
        return False
    markers = find_markers(line, sources)
    if any(not 1 <= number <= sources for marker in markers for number in marker.numbers):
        return False
    bare = line
    for marker in reversed(markers):
        bare = bare[: marker.span.start] + bare[marker.span.end :]
    if markers and not any(char.isalnum() for char in bare):
        return False
    words = bare.strip(_MARKS)
    return not (_STOPPED.search(words) and (markers or len(words.split()) > _FEW_WORDS))


def _continues(before: str, line: str) -> bool:
    """Whether a line goes on with the sentence of the line before."""
    if not line or before[-1:] in _CLOSED:
        return False
    return bool(_GOES_ON.match(line) or _OPEN_END.search(before[-24:]))
