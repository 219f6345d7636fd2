"""CUAD v1 (Hendrycks et al., NeurIPS 2021): 41 clause categories asked of each contract, with spans or none.

Two forms: `contracts.jsonl` with `questions.jsonl`, and the authors' `CUADv1.json`, which is laid out as SQuAD 2 is. A
question is asked of its own contract only. Several spans together are the answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question, SourceDocument
from pincite.evaluate.benchmarks.rows import bad_row, digest, library_id, read_rows, text_of, writable
from pincite.types.document import Span

FILES = ("contracts.jsonl", "questions.jsonl")
SQUAD_FILES = ("CUADv1.json",)
_READING = "cuad/1"
_BROAD = (
    "A clause was given where the category is absent, or no cited span shares a character with a gold one, or a "
    "sentence is without full support."
)
_REMARKS = (
    "A span marks one occurrence; the same words elsewhere are not marked. The authors match by word overlap "
    "(Jaccard of at least 0.5).",
    "Absent means that the annotators found nothing, which is not free of omissions.",
)


def read_cuad(folder: Path) -> Benchmark:
    """The set in a folder with `contracts.jsonl` and `questions.jsonl`.

    Raises:
        InputError: a line is not what it should be, or a question names an unknown contract.
    """
    texts: dict[str, str] = {}
    path = folder / FILES[0]
    for number, row in read_rows(path, "a contract"):
        try:
            texts[text_of(row, "doc_id")] = text_of(row, "text")
        except (KeyError, TypeError) as error:
            raise bad_row(path, number, "a contract", f"none: {error!r}") from error
    path = folder / FILES[1]
    questions = []
    for number, row in read_rows(path, "a CUAD question"):
        try:
            spans = [(item["start"], text_of(item, "text")) for item in row["evidence"]]
            questions.append(
                _question(text_of(row, "id"), text_of(row, "question"), text_of(row, "category"),
                          text_of(row, "doc_id"), spans, row["answerable"], texts)
            )  # fmt: skip
        except (KeyError, TypeError, ValueError) as error:
            raise bad_row(path, number, "a CUAD question", f"none: {error!r}") from error
    return _benchmark(texts, questions, digest([folder / name for name in FILES], _READING))


def read_cuad_squad(path: Path) -> Benchmark:
    """The set of a `CUADv1.json`; a contract's paragraphs, of which the file has one, are joined by an empty line.

    Raises:
        InputError: the file is no such JSON.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))["data"]
    except OSError as error:
        raise InputError(f"Wanted to read {path}, found: {error.strerror}.", hint="Check the path.") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"Expected JSON with `data` as in SQuAD in {path}, found none: {error!r:.80}.") from error
    texts: dict[str, str] = {}
    questions: list[Question] = []
    for place, entry in enumerate(data if isinstance(data, list) else [data]):
        try:
            _add_contract(entry, texts, questions)
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"Expected a contract at data[{place}] of {path}, found none: {error!r:.120}.") from error
    return _benchmark(texts, questions, digest([path], _READING))


def _add_contract(entry: dict[str, Any], texts: dict[str, str], questions: list[Question]) -> None:
    title = text_of(entry, "title")
    if title in texts:
        raise ValueError(f"the title {title!r} stands there twice")
    contexts = [text_of(paragraph, "context") for paragraph in entry["paragraphs"]]
    texts[title] = "\n\n".join(contexts)
    at = 0
    for context, paragraph in zip(contexts, entry["paragraphs"], strict=True):
        for row in paragraph["qas"]:
            id_ = text_of(row, "id")
            spans = [(at + answer["answer_start"], text_of(answer, "text")) for answer in row["answers"]]
            category = id_.rpartition("__")[2]
            answerable = not row.get("is_impossible", not spans)
            questions.append(_question(id_, text_of(row, "question"), category, title, spans, answerable, texts))
        at += len(context) + len("\n\n")


def _question(
    id_: str,
    text: str,
    category: str,
    contract: str,
    spans: Sequence[tuple[int, str]],
    answerable: object,
    texts: Mapping[str, str],
) -> Question:
    if not isinstance(answerable, bool) or answerable != bool(spans):
        raise ValueError(f"answerable is {answerable!r} with {len(spans)} spans")
    document_id = library_id(contract)
    length = len(texts[contract])
    gold = []
    for start, words in spans:
        if not isinstance(start, int) or not 0 <= start < start + len(words) <= length:
            raise ValueError(f"a span at {start!r:.20} of {len(words)} characters in a text of {length}")
        source = Span(start, start + len(words))
        gold.append(Gold(document_id, " ".join(writable(words).split()), source_span=source))
    return Question(
        id=id_,
        text=text,
        label=Label.ANSWERABLE if answerable else Label.UNANSWERABLE,
        category=category,
        document_id=document_id,
        scope=(document_id,),
        gold=tuple(gold),
    )


def _benchmark(texts: Mapping[str, str], questions: Sequence[Question], version: str) -> Benchmark:
    documents = tuple(SourceDocument(library_id(name), text=writable(text)) for name, text in texts.items())
    return Benchmark(
        name="cuad",
        version=version,
        documents=documents,
        questions=tuple(questions),
        hit=HitRule.SPAN,
        broad_hallucination=_BROAD,
        remarks=_REMARKS,
    )
