"""A benchmark as files: our records, its passages and counts, and the same in BEIR's layout.

    questions.jsonl     a question a line, with gold, claims, difficulty and how it was made
    corpus.jsonl        every provision from articles down, a line each, with its parent
    statistics.json     types by levels, what was dropped and why, the corpus
    beir/corpus.jsonl, beir/queries.jsonl, beir/qrels/test.tsv, beir/qrels/article.tsv

In BEIR's layout the passages are the same provisions; `test` has the gold as written, `article` its articles. Questions
without answer have no judgements. Nothing depends on the time or the machine: the same benchmark gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pincite.errors import InputError
from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.questions.build import Built
from pincite.evaluate.regops.questions.giveaways import says_heading
from pincite.evaluate.regops.types import LEVELS, Question, QuestionType
from pincite.text.provision_labels import provision_label

SCHEMA = "pincite.regops/1"


def question_record(question: Question) -> dict[str, Any]:
    """A question as a line of `questions.jsonl`."""
    hard = question.difficulty
    return {
        "qa_id": question.id,
        "question": question.text,
        "answer": " ".join(claim.text for claim in question.claims),
        "claims": [{"provision": c.provision, "text": c.text, "quote": c.quote} for c in question.claims],
        "gt_references": list(question.gold),
        "difficulty": hard.level if hard else None,
        "hop_count": hard.hops if hard else None,
        "cross_document": hard.cross_document if hard else None,
        "conditional": bool(hard.conditional) if hard else None,
        "conditions": list(hard.conditional) if hard else [],
        "parallel_pairs": hard.parallel if hard else None,
        "type": question.type.value,
        "answerable": question.answerable,
        "made_by": question.made_by,
    }


def passage_records(corpus: BenchCorpus) -> Iterator[dict[str, Any]]:
    """The provisions as lines of `corpus.jsonl`; a document that was not read is one line without text."""
    for provision in corpus.units():
        document_id = provision.id.partition("/")[0]
        member = corpus.members[document_id]
        language = corpus.language(document_id)
        above = provision.id.rpartition("/")[0]
        yield {
            "id": provision.id,
            "document_id": document_id,
            "document_title": member.standing.title,
            "level": str(member.standing.level),
            "label": provision_label(provision.segments, language),
            "title": corpus.title(provision.id),
            "parent": above if corpus.provision(above) else None,
            "text": corpus.cut(provision.id),
        }
    for document_id in corpus.unread:
        yield {
            "id": document_id, "document_id": document_id, "document_title": document_id, "level": "", "label": "",
            "title": "", "parent": None, "text": "",
        }  # fmt: skip


def statistics(built: Built) -> dict[str, Any]:
    """The counts of a benchmark."""
    answerable = [q for q in built.questions if q.answerable]
    cells = Counter((q.type, q.difficulty.level) for q in answerable if q.difficulty)
    hops = Counter(q.difficulty.hops for q in answerable if q.difficulty)
    return {
        "schema": SCHEMA,
        "seed": built.seed,
        "questions": len(answerable),
        "unanswerable": len(built.questions) - len(answerable),
        "levels": {level: sum(cells[kind, level] for kind in QuestionType) for level in LEVELS},
        "types": {
            kind.value: {level: cells[kind, level] for level in LEVELS if cells[kind, level]} for kind in QuestionType
        },
        "hops": {str(count): hops[count] for count in sorted(hops)},
        "cross_document": sum(bool(q.difficulty and q.difficulty.cross_document) for q in answerable),
        "conditional": sum(bool(q.difficulty and q.difficulty.conditional) for q in answerable),
        "gold_sizes": _counted(len(q.gold) for q in answerable),
        "gold_provisions": len({g for q in answerable for g in q.gold}),
        "gold_documents": _counted(d for q in answerable for d in sorted({g.partition("/")[0] for g in q.gold})),
        "templates": _counted("+".join(map(str, _templates(q))) for q in built.questions),
        "heading_in_question": sum(says_heading(built.corpus, q.text, q.gold) for q in answerable),
        "unanswerable_types": _counted(q.type.value for q in built.questions if not q.answerable),
        "candidates": built.candidates,
        "drops": built.drops,
        "paraphrased": built.paraphrased,
        "documents": {
            m.id: {"title": m.standing.title, "level": str(m.standing.level), "seeds": m.id in built.corpus.seeds}
            for m in sorted(built.corpus.members.values(), key=lambda m: m.id)
        },
        "corpus_sha256": _digest(built.corpus),
    }


def _templates(question: Question) -> list[object]:
    named = question.made_by.get("templates", [])
    return list(named) if isinstance(named, list) else []


def _counted(values: Iterable[Any]) -> dict[str, int]:
    found = Counter(values)
    return {str(key): found[key] for key in sorted(found)}


def _digest(corpus: BenchCorpus) -> str:
    digest = hashlib.sha256()
    for document_id in sorted(corpus.texts):
        digest.update(f"{document_id}\0{corpus.texts[document_id]}\0".encode())
    return digest.hexdigest()


def check_folder(folder: Path, corpus: Path) -> None:
    """Sees to it before the work that a benchmark can be written there.

    Raises:
        InputError: the folder is the corpus's own, or a file stands in its way.
    """
    if folder.resolve() == corpus.resolve():
        raise InputError(
            f"Wanted another folder for the benchmark than its corpus, found {folder} for both.",
            hint="Name a folder of its own with --out.",
        )
    for part in (folder / "beir" / "qrels", *(folder / "beir" / "qrels").parents):
        if part.exists():
            if not part.is_dir() or not os.access(part, os.W_OK):
                raise InputError(
                    f"Wanted a folder to write the benchmark to, found {part}, "
                    f"which {'may not be written' if part.is_dir() else 'is a file'}.",
                    hint="Name another folder with --out.",
                )
            return


def write(built: Built, folder: Path) -> None:
    """Writes all files of a benchmark into a folder, which is made where it is not there.

    All are written beside first and get their names together: an end in between leaves the files that were there.
    """
    (folder / "beir" / "qrels").mkdir(parents=True, exist_ok=True)
    halves: dict[Path, Path] = {}
    try:
        for name, text in _files(built):
            path = folder / name
            halves[path] = path.with_name(f"{path.name}.part")
            halves[path].write_text(text, "utf-8", newline="\n")
        for path, half in halves.items():
            os.replace(half, path)
    finally:
        for half in halves.values():
            half.unlink(missing_ok=True)


def _files(built: Built) -> Iterator[tuple[str, str]]:
    """Name and content of each file."""
    passages = list(passage_records(built.corpus))
    yield "questions.jsonl", _lines(map(question_record, built.questions))
    yield "corpus.jsonl", _lines(passages)
    yield "statistics.json", json.dumps(statistics(built), ensure_ascii=False, indent=2) + "\n"
    titled = ({"_id": p["id"], "title": _title(p), "text": p["text"]} for p in passages if p["text"])
    yield "beir/corpus.jsonl", _lines(titled)
    yield "beir/queries.jsonl", _lines({"_id": q.id, "text": q.text} for q in built.questions)
    yield "beir/qrels/test.tsv", _judged((q.id, g) for q in built.questions for g in q.gold)
    lifted = ((q.id, a) for q in built.questions for a in sorted({built.corpus.article(g) for g in q.gold}))
    yield "beir/qrels/article.tsv", _judged(lifted)


def _title(passage: dict[str, Any]) -> str:
    return f"{passage['document_title']} {passage['label']}".rstrip()


def _lines(records: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def _judged(pairs: Iterable[tuple[str, str]]) -> str:
    return "query-id\tcorpus-id\tscore\n" + "".join(f"{query}\t{passage}\t1\n" for query, passage in pairs)
