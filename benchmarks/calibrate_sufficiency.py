"""Sets the weights and the threshold of refusal on one half of the housing documents; reports on the other half.

    python benchmarks/calibrate_sufficiency.py --library DIR --data DIR [--scorer cross-encoder|embedder|words]

The halves are by document: sorted by the SHA-256 of their ids, the first nine are for choosing. Beside the set's own
unanswerable questions the choosing half has made ones: each answerable question with the passages that hold its gold
taken out of the library's ranking. The threshold is the lowest at which every unanswerable question of the choosing
half is refused, but never so high that more than one in eight of its answerable ones is.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from housing_split import choosing_half, is_gold_chunk

from pincite.answer.methods import question_language
from pincite.answer.sufficiency import figures
from pincite.evaluate.benchmarks.housing import Question, holds_quote, read_questions
from pincite.evaluate.intervals import wilson
from pincite.generate.judge import EmbedderScorer, SentenceJudge
from pincite.generate.weights import SUFFICIENCY_WEIGHTS, row_name
from pincite.library import Library
from pincite.retrieve.hybrid import HybridRetriever
from pincite.retrieve.protocol import Query
from pincite.retrieve.rerank import Reranker, rerank
from pincite.types.retrieval import Evidence, Ranking, ScoredChunk

MAX_WRONG_SHARE = 1 / 8
# Weight of a case in the fit: the set's own unanswerable questions are few and sure, the made ones many and noisy.
WEIGHT_OWN, WEIGHT_MADE = 1.5, 0.5


@dataclass(frozen=True)
class Case:
    """A question with evidence, and whether that evidence holds the answer."""

    question: Question
    made: bool
    holds: bool
    figures: tuple[float, float, float]


def main() -> None:
    """Reads the arguments, runs, prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, required=True, help="a library of the 18 housing documents")
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds housing/")
    parser.add_argument("--scorer", choices=["cross-encoder", "embedder", "words"], default="cross-encoder")
    options = parser.parse_args()
    questions = read_questions(options.data / "housing" / "questions.jsonl")
    with Library.open(options.library) as library:
        scorer = _scorer(library, options.scorer)
        name = row_name(scorer.name if scorer else None, "en")
        cases = [c for q in questions for c in _cases(library, q, scorer, SUFFICIENCY_WEIGHTS[name].floor)]
    report(name, cases, choosing_half({q.document_id for q in questions}))


def _scorer(library: Library, kind: str) -> Reranker | None:
    if kind == "cross-encoder":
        return library.reranker()
    return EmbedderScorer(library.embedder("en")) if kind == "embedder" else None


def _cases(library: Library, question: Question, scorer: Reranker | None, floor: float) -> list[Case]:
    retriever = HybridRetriever(library.store, library.index, library.embedder)
    base = retriever(Query(question.text, question_language(question.text)), 40)
    rankings = [(False, base.items)]
    if question.answerable:
        rankings.append((True, tuple(i for i in base.items if not _holds(question, i))))
    found = []
    for made, items in rankings:
        ranking = replace(base, items=tuple(replace(i, rank=n) for n, i in enumerate(items[:20], 1)))
        if scorer is not None and not isinstance(scorer, EmbedderScorer):
            ranking = rerank(question.text, ranking, scorer)
        judge = SentenceJudge(lambda language: scorer, library.word_weights)
        judged = judge(question.text, _evidence(ranking))
        found.append(Case(question, made, question.answerable and not made, figures(judged, floor)))
    return found


def _holds(question: Question, item: ScoredChunk) -> bool:
    return is_gold_chunk(question, item.chunk) or holds_quote(question, item.chunk.text)


def _evidence(ranking: Ranking) -> list[Evidence]:
    return [Evidence(n, i.chunk, "", "", "", i.scores) for n, i in enumerate(ranking.items[:4], 1)]


def fitted(x: np.ndarray, y: np.ndarray, weights: np.ndarray, ridge: float = 1.0) -> np.ndarray:
    """Logistic regression by Newton's method with an L2 penalty on all but the constant; (1 + n_features,)."""
    x = np.c_[np.ones(len(x)), x]
    b = np.zeros(x.shape[1])
    penalty = np.eye(len(b)) * ridge
    penalty[0, 0] = 0.0
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ b))
        gradient = x.T @ (weights * (y - p)) - penalty @ b
        b = b + np.linalg.solve((x * (weights * p * (1 - p))[:, None]).T @ x + penalty, gradient)
    return b


def report(name: str, cases: list[Case], choosing: frozenset[str]) -> None:
    """Prints the row for `pincite.generate.weights` and what it does on both halves."""
    x = np.array([c.figures for c in cases])
    y = np.array([float(c.holds) for c in cases])
    inside = np.array([c.question.document_id in choosing for c in cases])
    weights = np.where(y == 1, 1.0, np.where([c.made for c in cases], WEIGHT_MADE, WEIGHT_OWN))
    mean, spread = x[inside].mean(0), x[inside].std(0) + 1e-9
    b = fitted((x[inside] - mean) / spread, y[inside], weights[inside])
    per_unit = b[1:] / spread
    constant = b[0] - float(per_unit @ mean)
    p = 1 / (1 + np.exp(-(constant + x @ per_unit)))
    own = ~np.array([c.made for c in cases])
    threshold = _threshold(p[inside & own & (y == 0)], p[inside & own & (y == 1)])
    floor = SUFFICIENCY_WEIGHTS[name].floor
    print(f'"{name}": SufficiencyWeights({floor}, {constant:.3f}, ', end="")
    print(", ".join(f"{v:.4f}" for v in per_unit), f", {threshold:.3f}),", sep="")
    for half, chosen in (("choosing half", inside), ("other half", ~inside)):
        right = (p[chosen & own & (y == 0)] < threshold).sum(), (chosen & own & (y == 0)).sum()
        wrong = (p[chosen & own & (y == 1)] < threshold).sum(), (chosen & own & (y == 1)).sum()
        line = f"{half}: refused rightly {_share(right)}, refused wrongly {_share(wrong)}"
        if (chosen & ~own).any():
            line += f", made ones {_share(((p[chosen & ~own] < threshold).sum(), (chosen & ~own).sum()))}"
        print(line)


def _threshold(unanswerable: np.ndarray, answerable: np.ndarray) -> float:
    cap = float(np.sort(answerable)[int(MAX_WRONG_SHARE * len(answerable))])
    return min(float(unanswerable.max()) + 0.001, cap)


def _share(counts: tuple[int, int]) -> str:
    low, high = wilson(int(counts[0]), int(counts[1]))
    return f"{counts[0]} of {counts[1]} [{100 * low:.0f}-{100 * high:.0f} %]"


if __name__ == "__main__":
    main()
