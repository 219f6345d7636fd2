"""The housing-law question set: questions whose gold is a PDF page or a section of a text.

`gold_pages` and `alt_pages` of the file hold 1-based PDF page numbers for paged documents and section ids for texts.
Here pages are 0-based `page_index`es, as everywhere in pincite. The questions name their place or document, so each is
asked of all documents.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question, SourceDocument
from pincite.evaluate.benchmarks.rows import bad_row, digest, read_rows, text_of, texts_of
from pincite.evaluate.gold.touched import section_key

__all__ = ["FILES", "Question", "gold_quotes", "holds_quote", "is_gold", "read_housing", "read_questions"]

FILES = ("questions.jsonl", "documents.jsonl", "documents")
_READING = "housing/1"
_BROAD = (
    "Answered where refusing was right, or no citation on a gold or alternative place, or a sentence without "
    "full support."
)


@dataclass(frozen=True, slots=True)
class _Places:
    pages: frozenset[int]
    sections: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.pages or self.sections)


def read_housing(folder: Path) -> Benchmark:
    """The set in a folder with `questions.jsonl`, `documents.jsonl` and the files that the latter names.

    Raises:
        InputError: a line is not what it should be, or names a file that is missing or outside the folder.
    """
    documents = tuple(_documents(folder))
    questions = read_questions(folder / "questions.jsonl")
    known = {document.id for document in documents}
    for question in questions:
        if question.document_id not in known:
            raise InputError(
                f"Expected documents of {folder / 'documents.jsonl'} in the questions, found {question.document_id!r} "
                f"in question {question.id}."
            )
    files = [folder / "questions.jsonl", *(d.path for d in documents if d.path is not None)]
    return Benchmark(
        name="housing",
        version=digest(files, _READING),
        documents=documents,
        questions=questions,
        hit=HitRule.PLACE,
        broad_hallucination=_BROAD,
        remarks=(
            "Questions were written by a language model from the pages and audited; no lawyer reviewed them.",
            "A hit is a page or section in common; the list of alternative pages does not claim to be complete.",
        ),
    )


def read_questions(path: Path) -> tuple[Question, ...]:
    """The questions of a `questions.jsonl`, in its order.

    Raises:
        InputError: a line is no question; the message names the file and the line.
    """
    questions = []
    for number, row in read_rows(path, "a housing question"):
        try:
            questions.append(_question(row))
        except (ValueError, KeyError, TypeError) as error:
            raise bad_row(path, number, "a housing question", f"none: {error!r}") from error
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
    pages = frozenset(page_indexes)
    sections = frozenset(section_key(section_id) for section_id in section_ids if section_id)
    return any(
        gold.document_id == document_id
        and not (gold.page_indexes.isdisjoint(pages) and gold.section_ids.isdisjoint(sections))
        for gold in question.gold
    )


def gold_quotes(question: Question) -> tuple[str, ...]:
    """The quotes that prove the answer, each run of white space one blank."""
    return tuple(gold.quote for gold in question.gold if gold.quote)


def holds_quote(question: Question, text: str) -> bool:
    """Whether a gold quote of the question stands in `text`, white space aside."""
    flat = " ".join(text.split())
    return any(quote in flat for quote in gold_quotes(question))


def _documents(folder: Path) -> Iterable[SourceDocument]:
    path = folder / "documents.jsonl"
    for number, row in read_rows(path, "a housing document"):
        try:
            name, file = text_of(row, "doc_id"), folder / text_of(row, "file")
        except (KeyError, TypeError) as error:
            raise bad_row(path, number, "a housing document", f"none: {error!r}") from error
        try:
            inside = file.resolve().is_relative_to(folder.resolve()) and file.is_file()
        except (OSError, ValueError):
            inside = False
        if not inside:
            raise bad_row(path, number, f"a file inside {folder}", repr(row["file"]))
        yield SourceDocument(name, path=file)


def _question(row: dict[str, Any]) -> Question:
    gold, alternative = _places(row["gold_pages"]), _places(row["alt_pages"])
    quotes = texts_of(row["gold_quotes"], "gold_quotes")
    document_id, category = str(row["doc_id"]), str(row["category"])
    if not isinstance(row["answerable"], bool):
        raise TypeError("answerable is true or false")
    found = [
        Gold(document_id, " ".join(quote.split()), page_indexes=gold.pages, section_ids=gold.sections)
        for quote in quotes or ([""] if gold else [])
    ]
    if alternative:
        found.append(
            Gold(document_id, page_indexes=alternative.pages, section_ids=alternative.sections, alternative=True)
        )
    return Question(
        id=str(row["id"]),
        text=str(row["question"]),
        label=Label.ANSWERABLE if row["answerable"] else Label.UNANSWERABLE,
        category=category,
        document_id=document_id,
        reference=str(row["answer"]),
        gold=tuple(found) if row["answerable"] else (),
        traits={"reasoning": "yes" if category == "reasoning" else "no"},
    )


def _places(values: object) -> _Places:
    """0-based pages and section keys of a list that holds 1-based PDF pages or section ids."""
    if not isinstance(values, list):
        raise TypeError(f"pages are a list, not {values!r}")
    pages = frozenset(value - 1 for value in values if isinstance(value, int))
    return _Places(pages, frozenset(section_key(value) for value in values if isinstance(value, str)))
