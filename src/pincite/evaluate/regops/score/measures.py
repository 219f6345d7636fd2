"""The measures of one prediction, by ids alone: retrieval, citations at three levels, unknown citations, refusals.

Retrieval and citations are measured by the functions that `eval run` has (`measures.provisions`,
`measures.provision_citations`); without places in a text these compare ids. Differences that follow from that:

strict        a retrieved id is the gold; an article around it is no hit, since how much of it was shown is not known
hierarchical  it is the gold, above it or below it
paragraph     only ids below an article count on both sides, so that a system which lists an article and names the
              paragraph in its words is not marked down for the article
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question
from pincite.evaluate.case import Case, Ranked, Scored
from pincite.evaluate.gold.provision_levels import ARTICLE, PARAGRAPH
from pincite.evaluate.measures.provision_citations import (
    STRICT,
    Sides,
    citation_f1,
    citation_precision,
    citation_recall,
    sides_of,
)
from pincite.evaluate.measures.provisions import Cover, full_coverage, provision_ndcg, provision_recall
from pincite.evaluate.regops.known_ids import KnownIds
from pincite.evaluate.regops.node_ids import below_article, document_of
from pincite.evaluate.regops.predictions.read import REFUSED, Prediction
from pincite.evaluate.regops.predictions.recovery import finer_clauses
from pincite.evaluate.regops.score.bench import BenchQuestion
from pincite.types.provision import is_ancestor

Scores = dict[str, float | None]
"""Measure to its score; None where the question is not in its denominator."""
K: Final = 10
_BENCHMARK: Final = Benchmark("score", "", (), (), HitRule.PROVISION)
_RETRIEVAL: Final[Mapping[str, Callable[[Scored, Cover], float | None]]] = {
    "R@5": lambda scored, cover: provision_recall(scored, cover, 5),
    f"R@{K}": lambda scored, cover: provision_recall(scored, cover, K),
    f"nDCG@{K}": lambda scored, cover: provision_ndcg(scored, cover, K),
    f"FullCov@{K}": lambda scored, cover: full_coverage(scored, cover, K),
}
_CITATION: Final[Mapping[str, Callable[[Sides], float | None]]] = {
    "CP": citation_precision,
    "CR": citation_recall,
    "CF1": citation_f1,
}


@dataclass(frozen=True, slots=True)
class Rules:
    """How predictions are scored.

    Args:
        covers: the hit rules whose figures are made.
        clauses: whether clauses that the answer names are added to its citations below the article's level.
    """

    covers: tuple[Cover, ...] = (Cover.STRICT, Cover.HIERARCHICAL)
    clauses: bool = True


@dataclass(frozen=True, slots=True)
class MeasureFacts:
    """What is to be known of a measure.

    Args:
        block: the table it stands in.
        lower: less of it is better.
    """

    name: str
    block: str
    definition: str
    lower: bool = False


def prediction_scores(question: BenchQuestion, prediction: Prediction, known: KnownIds, rules: Rules) -> Scores:
    """All measures of one prediction but those of claims.

    A refusal and an error have cited nothing; what they retrieved counts.
    """
    cited = prediction.cited if prediction.answered else ()
    finer: tuple[str, ...] = ()
    if rules.clauses and prediction.answered:
        finer = finer_clauses(prediction.answer, prediction.row, cited, prediction.retrieved or (), known)
    found: Scores = {}
    ranked = scored(question.gold, prediction.retrieved or ())
    for cover in rules.covers:
        for name, measure in _RETRIEVAL.items():
            found[f"{name} {cover}"] = measure(ranked, cover)
    found |= citation_scores(question.gold, cited, finer)
    found["CFP"] = unknown_share(cited, known)
    found["ctxCFP"] = unseen_share(cited, prediction.retrieved)
    found |= refusal_scores(question, prediction)
    return found


def citation_scores(gold: Sequence[str], cited: Sequence[str], finer: Sequence[str] = ()) -> Scores:
    """Precision, recall and F1 at the article's level, strict, and at the paragraph's.

    Args:
        finer: clauses that the answer names beside; they count below the article's level.
    """
    named = (*cited, *finer)
    levels = {
        "article": sides_of(cited, gold, ARTICLE),
        "strict": sides_of(named, gold, STRICT),
        "paragraph": sides_of(filter(below_article, named), filter(below_article, gold), PARAGRAPH),
    }
    return {
        f"{name} {level}": measure(sides) if sides.gold else None
        for level, sides in levels.items()
        for name, measure in _CITATION.items()
    }


def unknown_share(cited: Sequence[str], known: KnownIds) -> float | None:
    """CFP: the share of the cited ids that name nothing in the corpus, before any repair.

    Returns:
        None where nothing is cited, or the corpus is not known.
    """
    if not cited or not known.complete:
        return None
    return sum(map(known.is_unknown, cited)) / len(cited)


def unseen_share(cited: Sequence[str], retrieved: Sequence[str] | None) -> float | None:
    """CtxCFP: the share of the cited ids of which nothing was retrieved: neither it nor what is above or below it.

    Returns:
        None where nothing is cited, or nothing is said of retrieval.
    """
    if not cited or retrieved is None:
        return None
    return sum(not any(is_ancestor(r, c) or is_ancestor(c, r) for r in retrieved) for c in cited) / len(cited)


def refusal_scores(question: BenchQuestion, prediction: Prediction) -> Scores:
    """Whether a refusal was right, and whether it was wrong."""
    refused = float(prediction.status == REFUSED)
    return {
        "Refused (answerable)": refused if question.answerable else None,
        "Refused (unanswerable)": None if question.answerable else refused,
    }


def scored(gold: Iterable[str], retrieved: Iterable[str]) -> Scored:
    """Ids in the form in which the measures of retrieval take them."""
    asked = Question("", "", Label.ANSWERABLE, gold=tuple(Gold(document_of(node), unit=node) for node in gold))
    ranked = tuple(Ranked(node, document_of(node), (), "", provision_id=node) for node in retrieved)
    return Scored(_BENCHMARK, asked, Case("", ranked, {}))


def facts(rules: Rules) -> tuple[MeasureFacts, ...]:
    """The measures that predictions are scored by, in the order of the tables; those of claims follow theirs."""
    made = []
    for cover in rules.covers:
        block = f"Retrieval, {cover}"
        for name in _RETRIEVAL:
            made.append(MeasureFacts(f"{name} {cover}", block, f"{_DEFINITIONS[name]}; a hit is {_HITS[cover]}"))
    for level, what in _LEVELS.items():
        for name, said in _CITED.items():
            made.append(MeasureFacts(f"{name} {level}", f"Citations, {level}", f"{said}; {what}"))
    made += [
        MeasureFacts("CFP", "Unknown citations", "cited ids that name nothing in the corpus / all cited", lower=True),
        MeasureFacts("ctxCFP", "Unknown citations", "cited ids of which nothing was retrieved / all cited", lower=True),
        MeasureFacts("Refused (answerable)", "Refusals", "answerable questions that were refused", lower=True),
        MeasureFacts("Refused (unanswerable)", "Refusals", "unanswerable questions that were refused"),
    ]
    return tuple(made)


_DEFINITIONS: Final = {
    "R@5": "gold covered by the first 5 / all gold, each counted once",
    f"R@{K}": f"gold covered by the first {K} / all gold, each counted once",
    f"nDCG@{K}": f"ranks up to {K} that cover gold not covered before, discounted, against the best order",
    f"FullCov@{K}": f"1 where all gold is covered by the first {K}",
}
_HITS: Final = {
    Cover.STRICT: "the gold's own id",
    Cover.HIERARCHICAL: "the gold's id, one above or one below it",
    Cover.ARTICLE: "an id of the gold's article, each gold article counted once",
}
_LEVELS: Final = {
    "article": "both sides cut to the article, as the system declared them",
    "strict": "as written, clauses that the answer names added; a citation below gold is right",
    "paragraph": "ids below an article alone, cut to the paragraph; only questions with such gold",
}
_CITED: Final = {
    "CP": "cited provisions that are gold / all cited; no score where nothing is cited",
    "CR": "gold provisions that are cited / all gold",
    "CF1": "harmonic mean of both, 0 where nothing is cited",
}
