"""A model's words to a draft's sentences, each with the numbers that it cites; what no source can carry is set aside.

A bare yes or no answers the question and says nothing that a source says: nobody can check it against one. It is taken
out, told of in the trace, and the sentence that gives the rule stands for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pincite.generate.draft_lines import paragraphs
from pincite.generate.source_blocks import CUT, as_data, as_text, seen
from pincite.text.marker_shapes import find_markers
from pincite.text.markers import read_markers
from pincite.types.answer import REFUSAL_SENTENCES, DraftSentence

_BARE: Final = re.compile(
    r"\W*(?:yes|no|nope|correct|true|false|예|네|아니요|아니오|그렇습니다|맞습니다|그렇다|아니다)\W*", re.IGNORECASE
)
# `Yes, …`, `No. The …`; never `No-fault evictions …` or `No. 12 of the schedule …`.
_LED: Final = re.compile(
    r"\W{0,8}(?:yes\s?[,;:.–—]++\s*+|no\s?[,;:–—]++\s*+|no\.\s++(?![\d§(#])|(?:yes|no)\s-++\s++"
    r"|(?:예|네|아니요|아니오)\s?[,.:]\s*+)(?=\S)",
    re.IGNORECASE,
)
# The sign that a source was cut, repeated with its first or last sentence.
_CUT: Final = re.compile(rf"\A{CUT}\s+(?![a-z])|(?<=[.!?:;。”\"])\s+{CUT}\Z")
_REFUSALS: Final = frozenset(" ".join(s.split()).rstrip(".").lower() for s in REFUSAL_SENTENCES.values())
# A refusal in other words: sources, documents and the like that do not say it, and nothing else.
_REFUSES: Final = re.compile(
    r"(?:(?:i'm |i am )?sorry[,.]? (?:but )?)?(?:based on .{0,40}, )?(?:none of )?(?:the |these |any of the )?"
    r"(?:provided |given |numbered |above )*(?:documents?|sources?|texts?|information|context|passages?|excerpts?)"
    r"(?: provided| above| given)? (?:do(?:es)? not|don't|doesn't|did not)"
    r" (?:contain|provide|include|specify|mention|state|hold|say|give|answer|address|have)\b[^.]*"
    r"|(?:there is|there's) (?:no|not enough|insufficient) (?:information|evidence|text)\b[^.]*"
    r"|.{0,40}(?:(?:자료|문서|정보)(?:들)?(?:에는|에서는|에서|만으로는|로는)|(?:제공된|주어진) (?:자료|문서|정보)에)"
    r" .{0,40}(?:답|정보|내용|언급|규정|설명|기재|나와).{0,20}(?:없습니다|않습니다|없다)",
    re.IGNORECASE,
)
# Where a marker of a source's own stands in a draft: its letters, moved out of the way while the markers are read.
_ASIDE: Final = 0xF0000
_MOVED: Final = re.compile(f"[{chr(_ASIDE)}-{chr(_ASIDE + 0xFFFF)}]")
_BEFORE_CHARS: Final = 32
_MIN_BEFORE: Final = 8


@dataclass(frozen=True, slots=True)
class DraftText:
    """A model's words as sentences.

    Args:
        refused: nothing but a refusal was said.
        set_aside: what was taken out, as it stood.
        outcomes: `refusal_in_other_words` where the sentence was not the one asked for.
    """

    sentences: tuple[DraftSentence, ...]
    refused: bool = False
    set_aside: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()


def from_text(text: str, sources: int, shown: Sequence[str] = ()) -> DraftText:
    """The sentences of running text with markers.

    Args:
        sources: how many there are; a bracketed number of more than two digits beyond it is the law's own.
        shown: the sources' texts. What reads as a marker and is repeated out of one (`within 21 days⁷`) is its own.
    """
    reader = _Reader(sources, shown)
    return reader.draft(reader.sentences(text))


def from_sentences(items: Sequence[Any], sources: int, shown: Sequence[str] = ()) -> DraftText | None:
    """The sentences of `[{text, sources}]`; None where it has another form.

    A source may come as a number or as text that holds one (`"2"`, `"S2"`); markers in the text count too.
    """
    reader = _Reader(sources, shown)
    found: list[tuple[str, tuple[int, ...]]] = []
    for item in items:
        if not isinstance(item, Mapping) or not isinstance(item.get("text"), str):
            return None
        numbers = _numbers(item.get("sources"), sources)
        if numbers is None:
            return None
        said = list(reader.sentences(item["text"]))
        found += [(text, tuple(dict.fromkeys((*numbers, *marked)))) for text, marked in said]
        if not said and not reader.known(numbers):
            found.append(("", numbers))  # a source that does not exist is found, with words or without
    return reader.draft(found)


def _numbers(value: Any, sources: int) -> tuple[int, ...] | None:
    values = value if isinstance(value, list) else [] if value is None else [value]
    found: list[int] = []
    for one in values:
        if isinstance(one, bool) or not isinstance(one, int | str):
            return None
        numbers = [one] if isinstance(one, int) else _numbers_in(one, sources)
        if not numbers:
            return None
        found += numbers
    return tuple(found)


def _numbers_in(text: str, sources: int) -> list[int]:
    """The numbers of a text that names sources: those of its first marker, since a place may follow, else all."""
    markers = find_markers(text, sources) or find_markers(f"[{text}]", sources)
    return list(markers[0].numbers) if markers else [int(digits) for digits in re.findall(r"\d{1,9}", text)]


class _Reader:
    """Reads one draft, and keeps what is set aside on the way."""

    def __init__(self, sources: int, shown: Sequence[str]) -> None:
        self._sources = sources
        self._shown = "\n".join(" ".join(as_data(text).split()) for text in shown)
        self._set_aside: list[str] = []
        self._outcomes: list[str] = []

    def sentences(self, text: str) -> Iterator[tuple[str, tuple[int, ...]]]:
        """The sentences of a text, each with the numbers of its markers."""
        clean = _MOVED.sub("", seen(text))
        if clean != text.replace("\r\n", "\n") and "unseen_removed" not in self._outcomes:
            self._outcomes.append("unseen_removed")
        lines = paragraphs(clean, self._sources, self._set_aside)
        for marked in read_markers(self._without_own("\n\n".join(lines)), sources=self._sources):
            yield _MOVED.sub(lambda char: chr(ord(char[0]) - _ASIDE), marked.text), marked.numbers

    def known(self, numbers: Sequence[int]) -> bool:
        """Whether each is the number of a source."""
        return all(1 <= number <= self._sources for number in numbers)

    def draft(self, found: Iterator[tuple[str, tuple[int, ...]]] | Sequence[tuple[str, tuple[int, ...]]]) -> DraftText:
        """The draft of sentences with their numbers."""
        said = [sentence for text, numbers in found if (sentence := self._sentence(text, numbers))]
        refusal = self._refusal(said)
        if refusal is not None:
            return DraftText((), True, tuple(self._set_aside), (*self._outcomes, *refusal))
        return DraftText(tuple(said), not said, tuple(self._set_aside), tuple(self._outcomes))

    def _sentence(self, text: str, numbers: tuple[int, ...]) -> DraftSentence | None:
        """A sentence, without the yes or no that leads it; None where nothing is left that a source could carry."""
        words = _CUT.sub("", as_text(text).strip())
        if _BARE.fullmatch(words) and self.known(numbers):
            self._set_aside.append(words)
            return None
        led = _LED.match(words)
        if led:
            self._set_aside.append(led.group().strip())
            words = words[led.end() :]
            words = words[:1].upper() + words[1:]
        return DraftSentence(words, numbers) if words or numbers else None

    def _without_own(self, text: str) -> str:
        """The text with the sources' own markers moved aside: those that stand in a source behind the same words."""
        if not self._shown:
            return text
        parts: list[str] = []
        at = 0
        for marker in find_markers(text, self._sources):
            start, end = marker.span.start, marker.span.end
            before = " ".join(text[max(start - _BEFORE_CHARS, 0) : start].rpartition("\n\n")[2].split()[-4:])
            if len(before) < _MIN_BEFORE or not self._holds(before, text[start - 1 : start], text[start:end]):
                continue
            parts += [text[at:start], "".join(map(_moved, text[start:end]))]
            at = end
        return "".join((*parts, text[at:]))

    def _holds(self, before: str, blank: str, marker: str) -> bool:
        glue = " " if blank.isspace() else ""
        return f"{before}{glue}{' '.join(marker.split())}" in self._shown

    def _refusal(self, said: Sequence[DraftSentence]) -> tuple[str, ...] | None:
        """Outcomes of a draft that is nothing but a refusal; None where it says something."""
        if not said or not all(_plain(s.text) in _REFUSALS or self._declines(s) for s in said):
            return None
        asked_for = all(_plain(s.text) in _REFUSALS for s in said)
        return () if asked_for else ("refusal_in_other_words",)

    def _declines(self, sentence: DraftSentence) -> bool:
        """Whether it refuses in other words; what a cited source says word for word is none."""
        text = " ".join(sentence.text.split())
        if not _REFUSES.fullmatch(_plain(text)):
            return False
        return not (sentence.citations and as_data(text).rstrip(".") in self._shown)


def _moved(char: str) -> str:
    return chr(_ASIDE + ord(char)) if ord(char) <= 0xFFFF else char


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(".").lower()
