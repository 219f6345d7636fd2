"""An answer file as measures read it: what is there and sound, in fixed types; the rest is as if it were not there.

Records may be anybody's: a field that is missing or of another type never stops an evaluation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pincite.types.document import Span

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an answer.

    Args:
        support: `full`, `partial` or `none`; empty where it is not said.
        unpassed: names of the checks that failed or could not run.
    """

    text: str
    citations: tuple[int, ...]
    support: str
    unpassed: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether the gate that the record names let it through."""
        return self.support == "full" and not self.unpassed


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation of an answer.

    Args:
        number: of its source; None where it is no whole number.
        page_index, page_index_end: 0-based, inclusive.
        position: in the document's text; None where there is no sound one.
    """

    number: int | None
    sentence: int | None
    document_id: str
    quote: str
    position: Span | None = None
    page_index: int | None = None
    page_index_end: int | None = None
    section_id: str = ""
    provision_id: str = ""
    label: str = ""

    @property
    def well_formed(self) -> bool:
        """Whether quote and place can be looked up: words, as long as their position, and the name of a place."""
        if not self.document_id or not self.quote.strip() or self.position is None:
            return False
        if self.position.end - self.position.start != len(self.quote):
            return False
        first, last = self.page_index, self.page_index_end
        if first is not None and last is not None and last < first:
            return False
        return first is not None or bool(self.section_id or self.provision_id or self.label)


@dataclass(frozen=True, slots=True)
class Source:
    """A numbered source of the record's evidence."""

    number: int
    chunk_id: str
    document_id: str
    text: str


@dataclass(frozen=True, slots=True)
class DraftAttempt:
    """A draft in the record's trace.

    Args:
        supported_ratio: by the gate that judged it; None where it is not said.
        written, invalid, uncited: markers as the writer wrote them, those that name no source, and sentences without
            one; None where they were not counted.
    """

    decision: str
    refused: bool
    sentences: int
    supported_ratio: float | None
    written: int | None = None
    invalid: int | None = None
    uncited: int | None = None


def is_answered(record: Record) -> bool:
    """Whether the record says that an answer was delivered."""
    return record.get("status") == "answered"


def sentences(record: Record) -> tuple[Sentence, ...]:
    """The sentences of an answer; empty for a refusal."""
    return tuple(map(_sentence, _objects(record.get("sentences")))) if is_answered(record) else ()


def citations(record: Record) -> tuple[Cited, ...]:
    """The citations of an answer; empty for a refusal."""
    return tuple(map(_cited, _objects(record.get("citations")))) if is_answered(record) else ()


def sources(record: Record) -> tuple[Source, ...]:
    """The numbered evidence; of two with one number the first."""
    found: dict[int, Source] = {}
    for item in _objects(record.get("evidence")):
        number = _whole(item.get("number"))
        if number is not None:
            found.setdefault(
                number,
                Source(number, _text(item, "chunk_id"), _text(item, "document_id"), _text(item, "text")),
            )
    return tuple(found.values())


def drafts(record: Record) -> tuple[DraftAttempt, ...] | None:
    """The drafts of the trace in order, without the verdict on the evidence; None where nothing was traced."""
    trace = record.get("trace")
    attempts = trace.get("attempts") if isinstance(trace, Mapping) else None
    if not isinstance(attempts, list | tuple):
        return None
    return tuple(_draft(item) for item in _objects(attempts) if "decision" in item)


def answer_words(record: Record) -> str:
    """What the answer says, without markers; empty for a refusal."""
    return " ".join(" ".join(sentence.text.split()) for sentence in sentences(record))


def model(record: Record) -> str:
    """Name of what wrote the answer; empty where it is not said."""
    return _text(record, "model")


def gate(record: Record) -> str:
    """Name of the gate that judged the answer; empty where it is not said."""
    return _text(record, "gate")


def _sentence(item: Record) -> Sentence:
    checks = _objects(item.get("checks"))
    return Sentence(
        text=_text(item, "text"),
        citations=_numbers(item.get("citations")),
        support=_text(item, "support"),
        unpassed=tuple(_text(check, "name") for check in checks if check.get("state") != "passed"),
    )


def _cited(item: Record) -> Cited:
    quote = item.get("quote")
    return Cited(
        number=_whole(item.get("number")),
        sentence=_whole(item.get("sentence")),
        document_id=_text(item, "document_id"),
        quote=_text(quote, "exact") if isinstance(quote, Mapping) else "",
        position=_span(item.get("position")),
        page_index=_whole(item.get("page_index")),
        page_index_end=_whole(item.get("page_index_end")),
        section_id=_text(item, "section_id"),
        provision_id=_text(item, "provision_id"),
        label=_text(item, "label"),
    )


def _draft(item: Record) -> DraftAttempt:
    markers = item.get("markers")
    counts: Record = markers if isinstance(markers, Mapping) else {}
    ratio = item.get("supported_ratio")
    sound = isinstance(ratio, int | float) and not isinstance(ratio, bool) and 0 <= ratio <= 1
    return DraftAttempt(
        decision=_text(item, "decision"),
        refused=item.get("refused") is True,
        sentences=len(_objects(item.get("sentences"))),
        supported_ratio=float(ratio) if sound and ratio is not None else None,
        written=_whole(counts.get("written")),
        invalid=_whole(counts.get("invalid")),
        uncited=_whole(counts.get("uncited")),
    )


def _objects(value: object) -> list[Record]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list | tuple) else []


def _numbers(value: object) -> tuple[int, ...]:
    """Numbers as they are cited; what is none of them becomes 0, which names no source."""
    return tuple(_whole(item) or 0 for item in value) if isinstance(value, list | tuple) else ()


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _text(item: Record, key: str) -> str:
    value = item.get(key)
    return value if isinstance(value, str) else ""


def _span(value: object) -> Span | None:
    if not isinstance(value, Mapping):
        return None
    start, end = _whole(value.get("start")), _whole(value.get("end"))
    return Span(start, end) if start is not None and end is not None and start < end else None
