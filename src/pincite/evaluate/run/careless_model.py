"""A scripted model that writes from the evidence as a hasty person would: mostly right, with faults put in by rule.

It stands where a large language model would, so that the figures of trust can be measured without one: how many of the
faults that it was made to write are delivered, by which gate. It is deterministic: what it writes, and which fault it
makes, follows from a hash of the question, the number of the draft and the seed. It reads nothing but the prompt.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from pincite.evaluate.cases_file import Seeded
from pincite.generate.prompts import prompt_words
from pincite.generate.protocol import Completion, Message
from pincite.generate.source_blocks import as_text
from pincite.text import sentences
from pincite.text.language import detect
from pincite.types.answer import refusal_sentence

NAME: Final = "careless/1"
"""With a version: another way of writing is another model."""
_SOURCE = re.compile(r"^\[(\d+)\] [^\n]*\n<text>\n(.*?)\n</text>", re.DOTALL | re.MULTILINE)
_QUESTION = re.compile(r"^(?:Question|질문):\s*(.*?)$", re.MULTILINE)
_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"(?<![\w.,§])\d[\d,]*(?![\w,]*[\d%])")
_AUXILIARY = re.compile(r"\b(?:shall|must|may|will|can|is|are|was|were|has|have|does|do)\b(?! not\b)", re.IGNORECASE)
_DENIED = re.compile(r"\b(shall|must|may|will|can|is|are|was|were|has|have|does|do) not\b", re.IGNORECASE)
_CONDITION = re.compile(
    r",? (?:unless|except|provided that|if|only if|after|before|within|until)\b[^.;]*", re.IGNORECASE
)
_DANGLING = re.compile(r",?\s+(?:even|and|or|but|only|except|not)$", re.IGNORECASE)
_DUTY = re.compile(r"\b(?:shall|must)\b")
_LEAVE = re.compile(r"\bmay\b(?! not\b)")
_LEAST_CHARS, _MOST_CHARS = 30, 400
# Said of no document: what a model adds out of what it takes for common knowledge.
_ADDED: Final = (
    "A written request has to be answered by registered letter.",
    "The rule does not apply to agreements that were signed by a guarantor.",
    "Interest is owed at the rate that the central bank has set for the quarter.",
    "Anyone who disagrees can turn to the ombudsman free of charge.",
    "The parties may settle the matter before a notary instead.",
    "Later amendments have raised this amount twice.",
)


def _other_figure(text: str) -> str | None:
    found = _NUMBER.search(text)
    if found is None:
        return None
    value = int(found.group().replace(",", ""))
    other = str(value * 2 if value < 1000 else value + 500)
    return text[: found.start()] + other + text[found.end() :]


def _negated(text: str) -> str | None:
    if denied := _DENIED.search(text):
        return text[: denied.start()] + denied.group(1) + text[denied.end() :]
    found = _AUXILIARY.search(text)
    return None if found is None else f"{text[: found.end()]} not{text[found.end() :]}"


def _without_condition(text: str) -> str | None:
    found = _CONDITION.search(text)
    if found is None or found.start() < _LEAST_CHARS:
        return None
    before = _DANGLING.sub("", text[: found.start()].rstrip())
    return f"{before}{text[found.end() :]}" if len(before) >= _LEAST_CHARS else None


def _other_modality(text: str) -> str | None:
    if _DUTY.search(text):
        return _DUTY.sub("may", text, count=1)
    return _LEAVE.sub("must", text, count=1) if _LEAVE.search(text) else None


_CHANGES: Final[Mapping[str, Callable[[str], str | None]]] = {
    "changed_figure": _other_figure,
    "negation": _negated,
    "other_modality": _other_modality,
    "dropped_condition": _without_condition,
}
"""A sentence to its faulty form; None where it cannot be given the fault."""
REFUSAL: Final = "refusal"
SHARES: Final[Mapping[str, int]] = {
    "changed_figure": 12,
    "negation": 10,
    "other_modality": 8,
    "dropped_condition": 8,
    "unsupported_sentence": 10,
    "wrong_marker": 8,
    "unknown_marker": 4,
    "no_marker": 6,
    REFUSAL: 6,
}
"""Fault to the hundredths of the drafts that it is put into; the other 28 are without one."""
SOUND: Final = "none"
# Among so many of the best sentences one is looked for that can be given the fault.
_BEST: Final = 4
# A second draft is without a fault more often: so many in a hundred, before the shares count.
MENDED: Final = 60


_Sentence = tuple[str, tuple[int, ...], str]


@dataclass(frozen=True, slots=True)
class _Source:
    number: int
    sentences: tuple[str, ...]


class CarelessModel:
    """Takes the sentences that share most words with the question, and puts one fault into most drafts.

    Args:
        seed: another seed puts other faults into the same drafts.

    Attributes:
        written: sentences since they were last taken: number of the call from 0, text, fault (`none` for a sound one).
    """

    host: str | None = None

    def __init__(self, seed: int = 0) -> None:
        self.name = NAME if seed == 0 else f"{NAME}-seed{seed}"
        self.written: list[Seeded] = []
        self._calls = 0
        self._seed = seed

    def take_seeded(self) -> tuple[Seeded, ...]:
        """The sentences written since this was last called, each with its fault."""
        taken, self.written = tuple(self.written), []
        self._calls = 0
        return taken

    def context_tokens(self) -> int | None:
        """More than any prompt: it reads all of it."""
        return 32_768

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
        seed: int = 0,
    ) -> Completion:
        """See `LanguageModel.complete`; writes JSON where a schema is given, else text with markers."""
        prompt = messages[-1].content
        question = _last_question(prompt)
        sources = [_Source(int(number), _usable(text)) for number, text in _SOURCE.findall(prompt)]
        drafted = self._draft(question, sources, _is_second(prompt))
        said = [(as_text(text), fault) for text, _, fault in drafted] or [("", REFUSAL)]
        self.written += [Seeded(self._calls, text, fault) for text, fault in said]
        self._calls += 1
        if schema is not None:
            bound = {"sentences": [{"text": text, "sources": list(numbers)} for text, numbers, _ in drafted]}
            return Completion(json.dumps(bound, ensure_ascii=False), "stop", self.name)
        marked = " ".join(text + "".join(f" [{number}]" for number in numbers) for text, numbers, _ in drafted)
        return Completion(marked or refusal_sentence(detect(question)), "stop", self.name)

    def _draft(self, question: str, sources: Sequence[_Source], second: bool) -> list[tuple[str, tuple[int, ...], str]]:
        """Sentences with their source numbers and faults; none where it refuses, or has nothing to write from."""
        found = _best(question, sources)
        draw = _Draws(self._seed, question, second)
        fault = draw.fault(second)
        if not found or fault == REFUSAL:
            return []
        drafted: list[_Sentence] = [(text, (number,), SOUND) for number, text in found[: 1 + draw.below(2)]]
        text, numbers, _ = drafted[0]
        others = [source.number for source in sources if source.number not in numbers]
        if fault in _CHANGES:
            drafted[0] = _changed(fault, found) or drafted[0]
        elif fault == "unsupported_sentence":
            drafted.append((_ADDED[draw.below(len(_ADDED))], numbers, fault))
        elif fault == "no_marker":
            drafted[0] = (text, (), fault)
        elif fault == "wrong_marker" and others:
            drafted[0] = (text, (others[draw.below(len(others))],), fault)
        elif fault in ("wrong_marker", "unknown_marker"):
            drafted[0] = (text, (max(source.number for source in sources) + 3,), "unknown_marker")
        return drafted


def _changed(fault: str, found: Sequence[tuple[int, str]]) -> _Sentence | None:
    """The first of the best sentences that can be given the fault, else another one; None where none can be given."""
    names = list(_CHANGES)
    place = names.index(fault)
    for name in (*names[place:], *names[:place]):
        for number, text in found[:_BEST]:
            if (changed := _CHANGES[name](text)) is not None:
                return changed, (number,), name
    return None


class _Draws:
    """Numbers that follow from a seed, a question and the place of the draft."""

    def __init__(self, seed: int, question: str, second: bool) -> None:
        self._data = sha256(f"{seed}\0{second}\0{question}".encode("utf-8", "replace")).digest()
        self._at = 0

    def below(self, limit: int) -> int:
        """The next number, 0 or more and below `limit`."""
        self._at += 2
        return int.from_bytes(self._data[self._at - 2 : self._at], "big") % limit

    def fault(self, second: bool) -> str:
        """The fault of a draft."""
        if second and self.below(100) < MENDED:
            return SOUND
        place = self.below(100)
        for name, share in SHARES.items():
            if place < share:
                return name
            place -= share
        return SOUND


def _last_question(prompt: str) -> str:
    found = _QUESTION.findall(prompt)
    return str(found[-1]) if found else ""


def _is_second(prompt: str) -> bool:
    """Whether the prompt tells of a draft before."""
    words = [prompt_words(language) for language in ("en", "ko")]
    return any(told in prompt for word in words for told in (word.again, word.again_refused))


def _usable(text: str) -> tuple[str, ...]:
    """The sentences of a source that can stand for themselves."""
    found = (" ".join(span.cut(text).split()).strip("… ") for span in sentences.spans(text))
    return tuple(s for s in found if _LEAST_CHARS <= len(s) <= _MOST_CHARS and s.endswith((".", "다")))


def _best(question: str, sources: Sequence[_Source]) -> list[tuple[int, str]]:
    """Sentences with the numbers of their sources, those first that share most words with the question."""
    asked = {word for word in _words(question) if len(word) > 2}
    pairs = [(source.number, text) for source in sources for text in source.sentences]
    return sorted(pairs, key=lambda pair: -len(asked & _words(pair[1])))


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))
