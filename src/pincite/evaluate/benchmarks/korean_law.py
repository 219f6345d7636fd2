"""Questions over Korean law whose gold is provisions: those of this project, or any file of the same form.

The texts of law lie in the data folder. The questions lie in the project's `benchmarks/`, with a `corpus.toml` for
what the texts do not say, and are found there in a checkout; elsewhere the file is named behind the colon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question, SourceDocument
from pincite.evaluate.benchmarks.rows import bad_row, digest, read_rows, text_of, texts_of

FILES: Final = ("documents",)
QUESTIONS_FILE: Final = "korean_law_questions.jsonl"
CORPUS_FILE: Final = "regops_ko.toml"
PARTS: Final = ("tune", "report")
REPORT: Final = "report"
CROSSES: Final = "crosses families"
_READING: Final = "korean-law/1"
_CHECKOUT: Final = Path(__file__).resolve().parents[4]


def read_korean_law(documents: Path, variant: str = "") -> Benchmark:
    """The questions over the documents of a folder.

    Args:
        documents: a folder of Markdown files, each a document whose id is its stem.
        variant: a part, `tune` or `report`; or the path of a file of questions; empty for all of the project's.

    Raises:
        InputError: there is no such file, or a line of it is no question over these documents.
    """
    part = variant if variant in PARTS else ""
    file = _questions_file("" if part else variant)
    corpus = file.with_name(CORPUS_FILE)
    texts = sorted(documents.glob("*.md"))
    questions = tuple(_with_crossings(list(_questions(file, {path.stem for path in texts}))))
    return Benchmark(
        name="korean-law",
        version=digest([file, *([corpus] if corpus.is_file() else ()), *texts], _READING),
        documents=tuple(SourceDocument(path.stem, path=path) for path in texts),
        questions=tuple(q for q in questions if not part or q.traits["part"] == part),
        hit=HitRule.PROVISION,
        broad_hallucination="No citation of a gold provision, or a sentence without full support.",
        remarks=(
            "A language model fixed questions and gold by one reading of the law, before any search was run; no lawyer "
            "reviewed them.",
            "Settings may be chosen on part tune and never on part report.",
            *([f"Part {part} alone."] if part else ()),
        ),
        corpus_file=corpus.read_text("utf-8") if corpus.is_file() else "",
    )


def _questions_file(named: str) -> Path:
    places = [Path(named)] if named else [folder / "benchmarks" / QUESTIONS_FILE for folder in (_CHECKOUT, Path())]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise InputError(
            f"Wanted the questions in {' or '.join(map(str, places))}, found no such file.",
            hint="Name the file behind the colon, as in korean-law:benchmarks/korean_law_questions.jsonl.",
        )
    return found


def _questions(path: Path, documents: set[str]) -> Iterator[Question]:
    for number, row in read_rows(path, "a question"):
        try:
            question = _question(row)
        except (KeyError, TypeError) as error:
            raise bad_row(path, number, "a question", f"none: {error!r}") from error
        if missing := [gold.unit for gold in question.gold if gold.document_id not in documents]:
            raise bad_row(path, number, "provisions of the documents at hand", repr(missing[0]))
        yield question


def _question(row: dict[str, Any]) -> Question:
    gold = tuple(dict.fromkeys(texts_of(row["gold"], "gold")))
    level = text_of(row, "level")
    return Question(
        id=text_of(row, "qa_id"),
        text=text_of(row, "question"),
        label=Label.ANSWERABLE,
        category=level,
        reference=text_of(row, "answer"),
        gold=tuple(Gold(id_.partition("/")[0], unit=id_) for id_ in gold),
        traits={
            "part": text_of(row, "part"),
            "levels": "L3, L4" if level in ("L3", "L4") else "L1, L2",
            "conditional": _yes(row["conditional"]),
            "several documents": _yes(row["cross_document"]),
            "type": text_of(row, "type"),
            CROSSES: ", ".join(texts_of(row["acts"], "acts")),
        },
    )


def _with_crossings(questions: list[Question]) -> Iterator[Question]:
    """Marks the questions to report whose gold reaches into families on which settings were chosen."""
    acts = {q.id: set(q.traits[CROSSES].split(", ")) for q in questions}
    chosen_on = {act for q in questions if q.traits["part"] != REPORT for act in acts[q.id]}
    for question in questions:
        crosses = question.traits["part"] == REPORT and bool(acts[question.id] & chosen_on)
        traits: Mapping[str, str] = {**question.traits, CROSSES: _yes(crosses)}
        yield replace(question, traits=traits)


def _yes(value: object) -> str:
    return "yes" if value is True else "no"
