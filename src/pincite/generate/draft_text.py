"""A model's words to a draft's sentences, each with the numbers that it cites; what no source can carry is set aside.

A bare yes or no answers the question and says nothing that a source says: nobody can check it against one. It is taken
out, told of in the trace, and the sentence that gives the rule stands for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pincite.generate.source_blocks import as_text
from pincite.text.markers import read_markers
from pincite.types.answer import REFUSAL_SENTENCES, DraftSentence

_BARE: Final = re.compile(
    r"\W*(?:yes|no|nope|correct|true|false|예|네|아니요|아니오|그렇습니다|맞습니다|그렇다|아니다)\W*", re.IGNORECASE
)
_LED: Final = re.compile(r"\W*(?:(?:yes|no)\s*[,;:.–—-]+|(?:예|네|아니요|아니오)\s*[,.:])\s*(?=\S)", re.IGNORECASE)
_PREFACE: Final = re.compile(r"\W*(?:(?:final )?answer|답변?|정답)\s*:\W*\s", re.IGNORECASE)
_HEADING: Final = re.compile(r"#{1,6}\s.*|\*\*[^*]+\*\*:?|[-=*_]{3,}")
_BULLET: Final = re.compile(r"^(?:[-*•]|\d{1,2}[.)])\s+")
_EMPHASIS: Final = re.compile(r"(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1")
_REFUSALS: Final = frozenset(" ".join(s.split()).rstrip(".").lower() for s in REFUSAL_SENTENCES.values())
# A refusal in other words: sources, documents and the like that do not say it, and nothing else.
_REFUSES: Final = re.compile(
    r"(?:(?:i'm |i am )?sorry[,.]? (?:but )?)?(?:based on .{0,40}, )?(?:none of )?(?:the |these |any of the )?"
    r"(?:provided |given |numbered |above )*(?:documents?|sources?|texts?|information|context|passages?|excerpts?)"
    r"(?: provided| above| given)? (?:do(?:es)? not|don't|doesn't|did not)"
    r" (?:contain|provide|include|specify|mention|state|hold|say|give|answer|address|have)\b[^.]*"
    r"|(?:there is|there's) (?:no|not enough|insufficient) (?:information|evidence|text)\b[^.]*"
    r"|.{0,40}(?:자료|문서|제공된 정보).{0,40}(?:답|정보|내용|언급).{0,20}(?:없습니다|않습니다|없다)",
    re.IGNORECASE,
)


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


def from_text(text: str, sources: int) -> DraftText:
    """The sentences of running text with markers.

    Args:
        sources: how many there are; a bracketed number of more than two digits beyond it is the law's own.
    """
    set_aside: list[str] = []
    lines = list(_lines(text, set_aside))
    found = [(s.text, s.numbers) for s in read_markers("\n\n".join(lines), sources=sources)]
    return _draft(found, sources, set_aside)


def from_sentences(items: Sequence[Any], sources: int) -> DraftText | None:
    """The sentences of `[{text, sources}]`; None where it has another form.

    A source may come as a number or as text that holds one (`"2"`, `"S2"`); markers in the text count too.
    """
    found: list[tuple[str, tuple[int, ...]]] = []
    set_aside: list[str] = []
    for item in items:
        if not isinstance(item, Mapping) or not isinstance(item.get("text"), str):
            return None
        numbers = _numbers(item.get("sources", []))
        if numbers is None:
            return None
        for marked in read_markers("\n\n".join(_lines(item["text"], set_aside)), sources=sources):
            found.append((marked.text, tuple(dict.fromkeys((*numbers, *marked.numbers)))))
    return _draft(found, sources, set_aside)


def _numbers(value: Any) -> tuple[int, ...] | None:
    values = value if isinstance(value, list) else [value]
    found: list[int] = []
    for one in values:
        if isinstance(one, bool) or not isinstance(one, int | str):
            return None
        digits = [str(one)] if isinstance(one, int) else re.findall(r"\d{1,9}", one)
        if not digits:
            return None
        found += map(int, digits)
    return tuple(found)


def _lines(text: str, set_aside: list[str]) -> Iterator[str]:
    """The lines without Markdown; headings are set aside, a line that opens a list is joined to its first item."""
    opening = ""
    for line in (part.strip() for part in text.splitlines()):
        if not line or line.startswith("```"):
            continue
        if _HEADING.fullmatch(line):
            set_aside.append(line)
            continue
        plain = _EMPHASIS.sub(r"\2", _PREFACE.sub("", _BULLET.sub("", line), count=1)).strip()
        if plain.endswith(":"):
            opening = f"{opening} {plain}".strip()
            continue
        if plain:
            yield f"{opening} {plain}".strip()
            opening = ""
    if opening:
        yield opening


def _draft(found: Sequence[tuple[str, tuple[int, ...]]], sources: int, set_aside: list[str]) -> DraftText:
    said: list[DraftSentence] = []
    for text, numbers in found:
        words = as_text(text).strip()
        if _BARE.fullmatch(words) and all(1 <= n <= sources for n in numbers):
            set_aside.append(words)
            continue
        led = _LED.match(words)
        if led:
            set_aside.append(led.group().strip())
            words = words[led.end() :]
            words = words[:1].upper() + words[1:]
        if words or numbers:
            said.append(DraftSentence(words, numbers))
    outcomes = _refusal(said)
    if outcomes is not None:
        return DraftText((), True, tuple(set_aside), outcomes)
    return DraftText(tuple(said), not said, tuple(set_aside))


def _refusal(said: Sequence[DraftSentence]) -> tuple[str, ...] | None:
    """Outcomes of a draft that is nothing but a refusal; None where it says something."""
    text = " ".join(" ".join(s.text for s in said).split()).rstrip(".").lower()
    if text in _REFUSALS:
        return ()
    if len(said) == 1 and _REFUSES.fullmatch(text):
        return ("refusal_in_other_words",)
    return None
