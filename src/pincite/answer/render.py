"""An outcome as a person reads it on a terminal: sentences with markers, then the pincites with their quotes.

Sentences that follow each other in the document run on; a new paragraph begins where words were left out between them,
and a new line at a list's item. A quote that repeats its sentence word for word is shown by its first and last words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pincite.answer.reasons import what_helps, why
from pincite.answer.record import to_record, without_markers
from pincite.answer.screen import KEEP, begun, safe, shortened, wrap
from pincite.answer.verify_findings import flat
from pincite.text import sentences
from pincite.types.answer import Answer, Refusal
from pincite.validate.content_words import content

DEFAULT_WIDTH = 80
MIN_WIDTH = 20
MIN_QUOTE = 48
"""Columns that a quote's first and last words may take, on a narrow screen on two lines."""
MAX_QUOTE_LINES = 12
"""A longer quote, such as a whole chunk under gate `paper`, is shown by its first and last words."""
LINE = 60
"""Characters by which a sentence says enough to be shown of a passage."""
NEAREST = 4
"""Pieces of evidence that a refusal names."""

LIST_ITEM = re.compile(
    r"(?:\(\w{1,4}(?:[-.]\d)?\)|(?:\d{1,3}|[A-Za-z]|[ivx]{2,4}|[가-하])[.)]|[•●▪◦‣*–—-]|[①-⑳])\s", re.IGNORECASE
)
# What belongs together in a label: a page with its number, `(PDF p. 18 of 147)`, `§ 83.49`.
_TOGETHER = re.compile(
    r"\((?:PDF|file) pp?\. [^)]*\)|(?:PDF |file )?pp?\. \S+(?: of \d+)?|§§? \S+(?: to \S+)?|para?s?\. \S+"
)
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"

Record = Mapping[str, Any]

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "why": "Why",
        "help": "What would help",
        "nearest": "Nearest passages",
        "documents": "documents",
        "as of": "as of",
        "own words": "word for word",
        "note": "note",
        "attached": "sentence {} had no marker; its source was found by the checks",
        "attached several": "sentences {} had no marker; their sources were found by the checks",
    },
    "ko": {
        "why": "이유",
        "help": "도움이 되는 것",
        "nearest": "가장 가까운 부분",
        "documents": "문서",
        "as of": "기준일",
        "own words": "원문 그대로",
        "note": "참고",
        "attached": "문장 {}에는 표시가 없었으며 출처는 검사에서 찾았습니다",
        "attached several": "문장 {}에는 표시가 없었으며 출처는 검사에서 찾았습니다",
    },
}


def to_text(outcome: Answer | Refusal | Record, *, width: int | None = None, color: bool = False) -> str:
    """The outcome as text for a terminal.

    Args:
        outcome: a result, or a sound answer file.
        width: columns, at least 20; None for 80.
        color: with ANSI bold and dim. Escape sequences in documents are neutralised either way.

    Returns:
        Lines that end in a line break.
    """
    record = outcome if isinstance(outcome, Mapping) else to_record(outcome)
    width = max(width or DEFAULT_WIDTH, MIN_WIDTH)
    body = _refusal(record, width, color) if record["status"] == "refused" else _answer(record, width, color)
    foot = [_styled(line, _DIM, color) for part in _foot(record) for line in wrap(part, width, rest="  ")]
    return "\n".join([*body, "", *foot]) + "\n"


def _language(record: Record) -> str:
    return "ko" if record["language"] == "ko" else "en"


def _answer(record: Record, width: int, color: bool) -> list[str]:
    lines = list(_body(record, width))
    for number in sorted({citation["number"] for citation in record["citations"]}):
        lines += ["", *_pincites(number, record, width, color)]
    return lines


def _body(record: Record, width: int) -> Iterator[str]:
    """The sentences with their markers: paragraphs, and the items of lists on lines of their own."""
    paragraph: list[str] = []
    indent = ""
    for at, sentence in enumerate(record["sentences"]):
        item = bool(LIST_ITEM.match(sentence["text"]))
        if paragraph and (item or not runs_on(record, at)):
            yield from wrap(" ".join(paragraph), width, first=indent, rest=indent * 2)
            paragraph = []
            if not item:
                yield ""
        indent = "  " if item else indent if paragraph else ""
        paragraph.append(_sentence(sentence))
    yield from wrap(" ".join(paragraph), width, first=indent, rest=indent * 2)


def _sentence(sentence: Record) -> str:
    markers = "".join(f"[{number}]" for number in sentence["citations"])
    return f"{without_markers(safe(sentence['text']))}{KEEP if markers else ''}{markers}"


def runs_on(record: Record, at: int) -> bool:
    """Whether a sentence goes on from the one before: a writer's own do, a document's where nothing lies between."""
    before, own = _verbatim(record, at - 1), _verbatim(record, at)
    if not before or not own:
        return True
    passages = (flat(item["text"]) for item in record["evidence"])
    return any(f"{before} {own}" in passage for passage in passages)


def _verbatim(record: Record, at: int) -> str:
    """The sentence where one of its sources says it word for word, else nothing."""
    if at >= len(record["sentences"]):
        return ""
    words = flat(record["sentences"][at]["text"])
    quotes: dict[int, list[str]] = {}
    for citation in record["citations"]:
        if citation["sentence"] == at:
            quotes.setdefault(citation["number"], []).append(citation["quote"]["exact"])
    return words if any(flat(" ".join(parts)) == words for parts in quotes.values()) else ""


def _pincites(number: int, record: Record, width: int, color: bool) -> list[str]:
    """The labels of one source with their quotes; the marker stands before the first."""
    marker = f"[{number}] "
    indent = " " * len(marker)
    lines: list[str] = []
    shown: dict[str, dict[str, bool]] = {}
    for citation in record["citations"]:
        if citation["number"] == number:
            quotes = shown.setdefault(safe(citation["label"]), {})
            quotes.setdefault(safe(citation["quote"]["exact"]), bool(_verbatim(record, citation["sentence"])))
    for label, quotes in shown.items():
        lines += _label(label, width, color, first=indent if lines else marker, rest=indent)
        for quote, repeats in quotes.items():
            room = max(width - len(indent) - 2, MIN_QUOTE)
            words = shortened(quote, room if repeats else room * MAX_QUOTE_LINES)
            lines += wrap(f"“{words}”", width, first=indent, rest=indent)
    return lines


def _label(label: str, width: int, color: bool, *, first: str, rest: str) -> list[str]:
    bound = _TOGETHER.sub(lambda found: found.group().replace(" ", KEEP), label)
    return [_styled(line, _BOLD, color) for line in wrap(bound, width, first=first, rest=rest)]


def _refusal(record: Record, width: int, color: bool) -> list[str]:
    language = _language(record)
    words = _WORDS[language]
    lines = wrap(safe(record["text"]), width)
    lines += ["", *wrap(f"{words['why']}: {safe(why(record, language))}.", width, rest="  ")]
    lines += wrap(f"{words['help']}: {what_helps(record, language)}.", width, rest="  ")
    nearest = {safe(evidence["label"]): evidence["text"] for evidence in reversed(record["evidence"])}
    labels = list(dict.fromkeys(safe(evidence["label"]) for evidence in record["evidence"]))[:NEAREST]
    if labels:
        lines += ["", f"{words['nearest']}:"]
    for label in labels:
        lines += _label(label, width, color, first="  - ", rest="    ")
        lines += [f"    “{begun(nearest_sentence(record['question'], nearest[label]), width - 6)}”"]
    return lines


def nearest_sentence(question: str, text: str) -> str:
    """The sentence that shares most words with the question; of equals the first that is a line long."""
    asked = content(question)
    parts = [span.cut(text) for span in sentences.spans(text)]
    return safe(max(parts, key=lambda part: (len(asked & content(part)), min(len(part), LINE)), default=text))


def _foot(record: Record) -> Iterator[str]:
    """How the outcome came about, and from which documents."""
    words = _WORDS[_language(record)]
    own = f" ({words['own words']})" if record["model"] == "extractive" and record["status"] == "answered" else ""
    parts = [
        record["method"],
        f"preset {record['preset']}",
        f"gate {record['gate']}",
        f"model {record['model']}{own}",
        f"{words['as of']} {record['as_of']}" if record["as_of"] else "",
    ]
    yield " · ".join(safe(part) for part in parts if part)
    cited = [item for item in record["evidence"] if item["cited"]] or record["evidence"]
    documents = dict.fromkeys(safe(item["document_id"]) for item in cited)
    if documents:
        yield f"{words['documents']}: {', '.join(documents)}"
    if attached := _attached(record):
        yield f"{words['note']}: {attached}"
    yield from (f"{words['note']}: {safe(note)}" for note in record["trace"].get("notes", ()))


def _attached(record: Record) -> str:
    """Which sentences the writer left without a marker; empty where none."""
    places = [str(at) for at, sentence in enumerate(record["sentences"], 1) if sentence.get("attached")]
    if not places or record["status"] != "answered":
        return ""
    form = _WORDS[_language(record)]["attached" if len(places) == 1 else "attached several"]
    return form.format(", ".join(places))


def _styled(line: str, style: str, color: bool) -> str:
    return f"{style}{line}{_PLAIN}" if color else line
