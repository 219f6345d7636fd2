"""The HIPAA set of the RefWalk authors: rules extracted from 45 CFR Part 164, and questions with one gold rule each.

Each rule is a document of its own, under the title that it came with; its fields, which stand between bars, become
items of a list. No edge joins two of them, so the set measures anchor, views and ranking, and nothing of a walk.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question, SourceDocument
from pincite.evaluate.benchmarks.rows import (
    as_markdown,
    bad_row,
    digest,
    library_id,
    one_plain_line,
    read_rows,
    text_of,
    texts_of,
)

FILES: Final = ("peer_articles.jsonl", "peer_bench.jsonl")
_READING: Final = "hipaa-peer/2"
_BAR: Final = " | "
_DASH: Final = " — "
"""Behind the number of the section in a rule's title."""


def read_hipaa_peer(folder: Path) -> Benchmark:
    """The set in a folder with `peer_articles.jsonl` and `peer_bench.jsonl`.

    Raises:
        InputError: a line is no rule or no question, an id stands there twice, or a question names a rule that is not
            there.
    """
    articles, bench = (folder / name for name in FILES)
    documents = tuple(_documents(articles))
    sections = {document.id: document.text.partition("\n")[0].partition(_DASH)[0].strip("# ") for document in documents}
    return Benchmark(
        name="hipaa-peer",
        version=digest([articles, bench], _READING),
        documents=documents,
        questions=tuple(_questions(bench, sections)),
        hit=HitRule.DOCUMENT,
        broad_hallucination="No citation of the gold rule, or a sentence without full support.",
        remarks=(
            "Rules and questions are the RefWalk authors', as a language model wrote them; no edge joins two rules.",
            "Some question texts stand there twice with different gold rules, and some answers say that their rule is "
            "not enough; all are counted.",
        ),
    )


def _documents(path: Path) -> Iterator[SourceDocument]:
    seen: set[str] = set()
    for number, row in read_rows(path, "a rule"):
        try:
            name, text = library_id(text_of(row, "node_id")), text_of(row, "text")
            title = one_plain_line(row.get("article_title") or "")
        except (KeyError, TypeError) as error:
            raise bad_row(path, number, "a rule", f"none: {error!r}") from error
        if name in seen:
            raise bad_row(path, number, "an id of its own", repr(row["node_id"]))
        seen.add(name)
        fields = "\n".join(f"- {as_markdown(one_plain_line(part))}" for part in text.split(_BAR))
        parts = [f"# {as_markdown(title)}" if title else "", fields]
        yield SourceDocument(name, text="\n\n".join(part for part in parts if part), suffix=".md")


def _questions(path: Path, sections: Mapping[str, str]) -> Iterator[Question]:
    for number, row in read_rows(path, "a question"):
        try:
            question = _question(row)
        except (KeyError, TypeError) as error:
            raise bad_row(path, number, "a question", f"none: {error!r}") from error
        if missing := [gold.unit for gold in question.gold if gold.unit not in sections]:
            raise bad_row(path, number, f"rules of {FILES[0]}", repr(missing[0]))
        named = ", ".join(dict.fromkeys(sections[gold.unit] for gold in question.gold))
        yield replace(question, traits={**question.traits, "section": named})


def _question(row: dict[str, Any]) -> Question:
    gold = dict.fromkeys(map(library_id, texts_of(row["gt_references"], "gt_references")))
    return Question(
        id=text_of(row, "qa_id"),
        text=text_of(row, "question"),
        label=Label.ANSWERABLE,
        category=str(row.get("difficulty") or ""),
        reference=text_of(row, "answer"),
        gold=tuple(Gold(name, unit=name) for name in gold),
        traits={"conditional": "yes" if row.get("conditional") is True else "no"},
    )
