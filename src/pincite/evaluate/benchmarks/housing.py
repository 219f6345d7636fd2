"""The housing-law question set: questions whose gold is a PDF page or a section of a text.

`gold_pages` and `alt_pages` of the file hold 1-based PDF page numbers for paged documents and section ids for texts.
Here pages are 0-based `page_index`es, as everywhere in pincite.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pincite.errors import InputError

_MARK = re.compile(r"^(?:§+|secs?\.|sections?)\s*", re.IGNORECASE)
_CONTINUED = re.compile(r"\s*\(continued\)\s*$", re.IGNORECASE)
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one document.

    Args:
        category: `factual`, `procedural`, `reasoning` or `edge`.
        document_id: of the document that it is about.
        answerable: whether that document holds the answer; if not, all gold is empty and refusing is right.
        answer: short reference answer.
        gold_page_indexes, gold_section_ids: where the answer stands; one of the two is empty.
        alt_page_indexes, alt_section_ids: further places that say the same; the list may not be complete.
        gold_quotes: parts of the gold that prove the answer, with runs of white space as one blank.
    """

    id: str
    text: str
    category: str
    document_id: str
    answerable: bool
    answer: str = ""
    gold_page_indexes: frozenset[int] = frozenset()
    gold_section_ids: frozenset[str] = frozenset()
    alt_page_indexes: frozenset[int] = frozenset()
    alt_section_ids: frozenset[str] = frozenset()
    gold_quotes: tuple[str, ...] = ()


def read_questions(path: Path) -> tuple[Question, ...]:
    """The questions of a `questions.jsonl`, in its order.

    Raises:
        InputError: a line is no question; the message names the file and the line.
    """
    questions = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            questions.append(_question(json.loads(line)))
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"Expected a housing question in line {number} of {path}, found none: {error!r}."
            ) from error
    return tuple(questions)


def is_gold(
    question: Question,
    document_id: str,
    page_indexes: Iterable[int] = (),
    section_ids: Iterable[str | None] = (),
) -> bool:
    """Whether a piece of a document touches a gold page or section of the question, or an alternative one.

    Args:
        page_indexes: 0-based pages on which the piece stands.
        section_ids: numbers of the sections in which it stands; a leading `§` or `Sec.` is left off.
    """
    if document_id != question.document_id:
        return False
    pages = question.gold_page_indexes | question.alt_page_indexes
    sections = question.gold_section_ids | question.alt_section_ids
    return not pages.isdisjoint(page_indexes) or not sections.isdisjoint(
        section_key(section_id) for section_id in section_ids if section_id
    )


def holds_quote(question: Question, text: str) -> bool:
    """Whether a gold quote of the question stands in `text`, white space aside."""
    flat = " ".join(text.split())
    return any(quote in flat for quote in question.gold_quotes)


def section_key(section_id: str) -> str:
    """A section id as the set spells it: without `§`, `Sec.`, a closing stop and `(continued)`, with plain hyphens.

    >>> section_key("Sec. 34.03.070.")
    '34.03.070'
    """
    return _MARK.sub("", _CONTINUED.sub("", section_id.strip())).rstrip(".:").strip().translate(_DASHES)


def _question(row: dict[str, object]) -> Question:
    gold, alternative = _places(row["gold_pages"]), _places(row["alt_pages"])
    quotes = row["gold_quotes"]
    if not isinstance(quotes, list) or not isinstance(row["answerable"], bool):
        raise TypeError("gold_quotes is a list, answerable true or false")
    return Question(
        id=str(row["id"]),
        text=str(row["question"]),
        category=str(row["category"]),
        document_id=str(row["doc_id"]),
        answerable=row["answerable"],
        answer=str(row["answer"]),
        gold_page_indexes=gold[0],
        gold_section_ids=gold[1],
        alt_page_indexes=alternative[0],
        alt_section_ids=alternative[1],
        gold_quotes=tuple(" ".join(str(quote).split()) for quote in quotes),
    )


def _places(values: object) -> tuple[frozenset[int], frozenset[str]]:
    """0-based pages and section keys of a list that holds 1-based PDF pages or section ids."""
    if not isinstance(values, list):
        raise TypeError(f"pages are a list, not {values!r}")
    pages = frozenset(value - 1 for value in values if isinstance(value, int))
    return pages, frozenset(section_key(value) for value in values if isinstance(value, str))
