"""What an exported answer says, whatever its form: sentences with footnotes, or a refusal; sources; how it was made.

Every text in it is safe to show: one line, without control characters, marks that turn the direction of writing, or
what XML cannot hold. It may still hold the letters of any markup, which each form escapes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pincite.answer.reasons import what_helps, why
from pincite.answer.render import LIST_ITEM, NEAREST, nearest_sentence, runs_on
from pincite.answer.screen import SHOWN, safe
from pincite.text.titles import whole_label

if TYPE_CHECKING:
    from pincite.answer.changes import AnswerChanges, CitationChange

Record = Mapping[str, Any]

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "question": "Question",
        "answer": "Answer",
        "no_answer": "No answer",
        "why": "Why",
        "help": "What would help",
        "nearest": "Nearest passages",
        "notes": "Citations",
        "sources": "Documents",
        "made": "How this answer was made",
        "effective": "text of {}",
        "undated": "date not known",
        "asked_at": "Asked",
        "as_of": "As of",
        "method": "Method",
        "preset": "Preset",
        "gate": "Gate",
        "model": "Model",
        "own_words": "word for word from the sources",
        "index": "Index",
        "version": "pincite",
        "note": "Note",
        "checked": "Checked again",
        "current": "on {}: every citation stands as it did",
        "not_current": "on {}: {} of {} citations changed or superseded; the verification found {}",
        "file": "file SHA-256",
        "moved": "now at: {}",
        "text_changed": "these words do not stand in the library's text any more",
        "removed": "the library does not hold this document any more",
        "superseded": "superseded by the edition of {}",
        "to_come": "the edition of {} will supersede it",
        "disclaimer": "Each sentence was held against the passage that its footnote quotes. This is not legal advice.",
        "disclaimer_refused": "No answer was given, since none could be shown to stand in the documents.",
        "back": "back to the text",
    },
    "ko": {
        "question": "질문",
        "answer": "답",
        "no_answer": "답 없음",
        "why": "이유",
        "help": "도움이 되는 것",
        "nearest": "가장 가까운 부분",
        "notes": "인용",
        "sources": "문서",
        "made": "이 답이 만들어진 방법",
        "effective": "{} 시행",
        "undated": "날짜 미상",
        "asked_at": "질문한 때",
        "as_of": "기준일",
        "method": "방법",
        "preset": "프리셋",
        "gate": "게이트",
        "model": "모델",
        "own_words": "원문 그대로",
        "index": "색인",
        "version": "pincite",
        "note": "참고",
        "checked": "다시 확인",
        "current": "{}: 모든 인용이 그대로입니다",
        "not_current": "{}: 인용 {}건({}건 중)이 바뀌었거나 대체되었고, 검증에서 {}건이 발견되었습니다",
        "file": "파일 SHA-256",
        "moved": "현재 위치: {}",
        "text_changed": "이 문구는 현재 문서에 없습니다",
        "removed": "문서함에 더 이상 없는 문서입니다",
        "superseded": "{} 시행본으로 대체되었습니다",
        "to_come": "{} 시행본으로 대체될 예정입니다",
        "disclaimer": "각 문장은 각주에 인용된 부분과 대조하여 확인되었습니다. 법률 자문이 아닙니다.",
        "disclaimer_refused": "문서에 있음을 보일 수 있는 답이 없어 답하지 않았습니다.",
        "back": "본문으로",
    },
}
"""By the question's language."""


@dataclass(frozen=True, slots=True)
class Footnote:
    """One pincite of one sentence.

    Args:
        number: from 1, in the order of the sentences.
        quotes: labels with the words that stand there; several where the sentence is drawn from several places.
        date: of the text, in words.
        marks: what became of it since, in words; empty where nothing did, or where it was not looked at.
    """

    number: int
    quotes: tuple[tuple[str, str], ...]
    date: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportedSentence:
    """A sentence, without markers, and its footnotes."""

    text: str
    notes: tuple[Footnote, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """What every form shows.

    Args:
        language: `en` or `ko`, of the headings.
        paragraphs: of an answer; a paragraph of one sentence may be an item of a list.
        refusal: the refusal sentence, empty for an answer; then `why` and `helps` are told too.
        nearest: labels of evidence with the sentence nearest to the question, of a refusal.
        sources: title, date in words and further facts of each document.
        facts: names and values of how the answer was made.
        asked_at: ISO date and time; None where it is not known.
        digest: SHA-256, hex, of the content's own facts, which stands for the record in forms that need an id.
    """

    language: str
    question: str
    paragraphs: tuple[tuple[ExportedSentence, ...], ...]
    refusal: str
    why: str
    helps: str
    nearest: tuple[tuple[str, str], ...]
    sources: tuple[tuple[str, str, str], ...]
    facts: tuple[tuple[str, str], ...]
    disclaimer: str
    asked_at: str | None
    digest: str

    @property
    def words(self) -> Mapping[str, str]:
        """Headings in the content's language."""
        return WORDS[self.language]

    @property
    def notes(self) -> tuple[Footnote, ...]:
        """All footnotes, by number."""
        return tuple(note for paragraph in self.paragraphs for sentence in paragraph for note in sentence.notes)


def content_of(record: Record, *, asked_at: str | None = None, changes: AnswerChanges | None = None) -> Content:
    """What is shown of a sound record; see `pincite.answer.export.export`."""
    language = "ko" if record["language"] == "ko" else "en"
    refused = record["status"] == "refused"
    return Content(
        language=language,
        question=sound(record["question"]),
        paragraphs=() if refused else tuple(_paragraphs(record, language, changes)),
        refusal=sound(record["text"]) if refused else "",
        why=sound(why(record, language)) if refused else "",
        helps=sound(what_helps(record, language)) if refused else "",
        nearest=tuple(_nearest(record)) if refused else (),
        sources=tuple(_sources(record, language)),
        facts=tuple(_facts(record, language, asked_at, changes)),
        disclaimer=WORDS[language]["disclaimer_refused" if refused else "disclaimer"],
        asked_at=asked_at,
        digest=sha256(repr((record["question"], record["text"], asked_at)).encode("utf-8", "replace")).hexdigest(),
    )


def sound(text: str) -> str:
    """The text on one line, without anything that acts on a reader's program or that XML has no form for."""
    return safe(text).replace("\ufffe", SHOWN).replace("\uffff", SHOWN)


def change_marks(change: CitationChange, language: str) -> tuple[str, ...]:
    """What became of a citation, in words for people; empty where nothing did.

    Args:
        language: `en` or `ko`.
    """
    words, marks = WORDS[language], []
    if change.changed:
        now = sound(change.now["label"]) if change.now else ""
        marks.append(words[change.state].format(now))
    if change.superseded_by is not None:
        word = words["superseded" if change.superseded else "to_come"]
        marks.append(word.format(change.superseded_by.effective_date))
    return tuple(marks)


def _paragraphs(record: Record, language: str, changes: AnswerChanges | None) -> Iterator[tuple[ExportedSentence, ...]]:
    """As the terminal shows them: a list's item, and what does not follow in the document, begin a new one."""
    paragraph: list[ExportedSentence] = []
    count = 0
    for at, sentence in enumerate(record["sentences"]):
        notes = tuple(_notes(record, at, count, language, changes))
        count += len(notes)
        if paragraph and (LIST_ITEM.match(sentence["text"]) or not runs_on(record, at)):
            yield tuple(paragraph)
            paragraph = []
        paragraph.append(ExportedSentence(sound(sentence["text"]), notes))
    if paragraph:
        yield tuple(paragraph)


def _notes(
    record: Record, sentence: int, before: int, language: str, changes: AnswerChanges | None
) -> Iterator[Footnote]:
    """The footnotes of a sentence, one for each source that it cites."""
    dates = {item["number"]: item["effective_date"] for item in record["evidence"]}
    titles = {item["number"]: item["title"] for item in record["evidence"]}
    own: dict[int, list[int]] = {}
    for place, citation in enumerate(record["citations"]):
        if citation["sentence"] == sentence:
            own.setdefault(citation["number"], []).append(place)
    for at, (number, places) in enumerate(own.items(), before + 1):
        cited = [record["citations"][place] for place in places]
        title = titles.get(number, "")
        quotes = dict.fromkeys((sound(whole_label(c["label"], title)), sound(c["quote"]["exact"])) for c in cited)
        marks = [mark for place in places for mark in _marks(changes, place, language)]
        yield Footnote(at, tuple(quotes), date_words(dates.get(number), language), tuple(dict.fromkeys(marks)))


def _marks(changes: AnswerChanges | None, place: int, language: str) -> Sequence[str]:
    return change_marks(changes.citations[place], language) if changes else ()


def date_words(effective_date: str | None, language: str) -> str:
    """The date of a text in words, or that it states none."""
    words = WORDS[language]
    return words["effective"].format(effective_date) if effective_date else words["undated"]


def _nearest(record: Record) -> Iterator[tuple[str, str]]:
    passages = {sound(item["label"]): item["text"] for item in reversed(record["evidence"])}
    for label in list(dict.fromkeys(sound(item["label"]) for item in record["evidence"]))[:NEAREST]:
        yield label, sound(nearest_sentence(record["question"], passages[label]))


def _sources(record: Record, language: str) -> Iterator[tuple[str, str, str]]:
    """The documents that are cited; of a refusal those that were looked at."""
    hashes = {citation["document_id"]: citation["file_sha256"] for citation in record["citations"]}
    evidence = [item for item in record["evidence"] if item["cited"]] or record["evidence"]
    first: dict[str, Record] = {}
    for item in evidence:
        first.setdefault(item["document_id"], item)
    for item in first.values():
        known = hashes.get(item["document_id"])
        further = [sound(item["document_id"])] + ([f"{WORDS[language]['file']} {known}"] if known else [])
        yield sound(item["title"]), date_words(item["effective_date"], language), ", ".join(further)


def _facts(
    record: Record, language: str, asked_at: str | None, changes: AnswerChanges | None
) -> Iterator[tuple[str, str]]:
    words = WORDS[language]
    trace = record["trace"]
    own = f" ({words['own_words']})" if record["model"] == "extractive" and record["status"] == "answered" else ""
    rows = (
        (words["asked_at"], _minute(asked_at)),
        (words["as_of"], record["as_of"]),
        (words["method"], record["method"]),
        (words["preset"], record["preset"]),
        (words["gate"], record["gate"]),
        (words["model"], record["model"] + own),
        (words["index"], trace["index_digest"]),
        (words["version"], trace["versions"].get("pincite")),
    )
    yield from ((name, sound(value)) for name, value in rows if value)
    yield from ((words["note"], sound(note)) for note in trace.get("notes", ()))
    if changes is not None:
        yield words["checked"], _checked_words(changes, words)


def _minute(asked_at: str | None) -> str | None:
    """A time of the history as people write it."""
    try:
        moment = datetime.fromisoformat(asked_at or "")
    except ValueError:
        return asked_at
    return f"{moment:%Y-%m-%d %H:%M} {moment.tzname() or ''}".strip()


def _checked_words(changes: AnswerChanges, words: Mapping[str, str]) -> str:
    if changes.current:
        return words["current"].format(changes.checked_on)
    changed = sum(item.changed or item.superseded for item in changes.citations)
    counts = changed, len(changes.citations), len(changes.report.findings)
    return words["not_current"].format(changes.checked_on, *counts)
