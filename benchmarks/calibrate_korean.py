"""Sets the Korean weights and threshold of refusal on one act and reports them on three other texts.

    python benchmarks/calibrate_korean.py --data DIR [--scorer embedder|words]

The 48 questions in `korean_questions.jsonl` are ours: 24 that an article of one of four texts of `regops_ko` answers,
chosen by the article's heading and not read by a lawyer, and 24 that none of them answers (15 on other subjects, 9
near theirs). Choosing part: the questions on the Innovation Act and every second unanswerable one.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from calibrate_sufficiency import Case, report

from pincite.answer.sufficiency import figures
from pincite.evaluate.benchmarks.housing import Question
from pincite.generate.judge import EmbedderScorer, SentenceJudge
from pincite.generate.weights import SUFFICIENCY_WEIGHTS, row_name
from pincite.library import Library
from pincite.retrieve.hybrid import HybridRetriever
from pincite.retrieve.protocol import Query
from pincite.types.retrieval import Evidence

TEXTS = ("innovation_act", "performance_act", "research_note_guideline", "security_measures")
CHOOSING = "innovation_act"
UNANSWERABLE = "unanswerable"


def main() -> None:
    """Reads the arguments, runs, prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds regops_ko/")
    parser.add_argument("--scorer", choices=["embedder", "words"], default="embedder")
    options = parser.parse_args()
    rows = [json.loads(line) for line in _questions().read_text("utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as folder, Library.open(folder, create=True) as library:
        library.add(options.data / "regops_ko" / "documents" / f"{name}.md" for name in TEXTS)
        scorer = EmbedderScorer(library.embedder("ko")) if options.scorer == "embedder" else None
        name = row_name(scorer.name if scorer else None, "ko")
        retriever = HybridRetriever(library.store, library.index, library.embedder)
        cases = []
        for place, row in enumerate(rows):
            ranking = retriever(Query(row["question"], "ko"), 8)
            evidence = [Evidence(n, i.chunk, "", "", "", i.scores) for n, i in enumerate(ranking.items[:4], 1)]
            judged = SentenceJudge(lambda language: scorer, library.word_weights)(row["question"], evidence)
            found = figures(judged, SUFFICIENCY_WEIGHTS[name].floor)
            document = row["document_id"] or (CHOOSING if place % 2 else UNANSWERABLE)
            question = Question(row["id"], row["question"], "", document, row["answerable"])
            cases.append(Case(question, False, row["answerable"], found))
    report(name, cases, frozenset({CHOOSING}))


def _questions() -> Path:
    return Path(__file__).with_name("korean_questions.jsonl")


if __name__ == "__main__":
    main()
