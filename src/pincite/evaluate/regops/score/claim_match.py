"""What an answer says against what it should say: claims matched by words, figures and negation, without a model.

The matcher is strict and simple. A claim is matched where most of its words stand in the other, all of its figures do,
and neither denies what the other says; it knows no synonyms, so that a right answer in other words scores too low for
every system alike. Its two shares were set beforehand and on no data.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final, Protocol

from pincite.evaluate.regops.predictions.read import Prediction
from pincite.evaluate.regops.predictions.recovery import without_footer
from pincite.evaluate.regops.score.bench import BenchQuestion

MATCH_SHARE: Final = 0.7
PARTIAL_SHARE: Final = 0.4
MOST_CLAIMS: Final = 40
"""Sentences of an answer that are read; an answer of more is no answer to one question."""
MOST_CLAIM_CHARS: Final = 5_000
"""A claim is read so far."""
_TAG = re.compile(r"\[[^\[\]\n]{1,80}\]")
_LIST_MARK = re.compile(r"^[\s>*#•·-]+|\*\*|__|^\s*\d{1,2}[.)]\s+")
_LEAST_WORDS: Final = 2


class MatchLabel(StrEnum):
    """How far one claim is the other."""

    MATCH = "match"
    PARTIAL = "partial"
    NONE = "none"


WEIGHTS: Final = {MatchLabel.MATCH: 1.0, MatchLabel.PARTIAL: 0.5, MatchLabel.NONE: 0.0}
Labels = list[list[MatchLabel]]
"""A row for each predicted claim, a column for each gold one."""


class Matcher(Protocol):
    """What labels the claims of an answer against the gold ones."""

    name: str

    def gold(self, question: BenchQuestion) -> tuple[str, ...] | None:
        """The gold claims of a question; None where they could not be made out."""
        ...

    def labels(self, question: BenchQuestion, prediction: Prediction, gold: Sequence[str]) -> Labels | None:
        """The labels of an answer's claims; no row for an answer without claims; None where they could not be made."""
        ...


class WordMatcher:
    """Matches by words, figures and negation."""

    name = "words"

    def gold(self, question: BenchQuestion) -> tuple[str, ...]:
        """The benchmark's claims, else the sentences of its answer."""
        return question.claims or claims_in(question.answer)

    def labels(self, question: BenchQuestion, prediction: Prediction, gold: Sequence[str]) -> Labels:
        """See `Matcher.labels`."""
        return [[label(claim, wanted) for wanted in gold] for claim in predicted_claims(prediction)]


def predicted_claims(prediction: Prediction) -> tuple[str, ...]:
    """The claims that a system lists, else the sentences of its answer; none of a refusal or an error."""
    if not prediction.answered:
        return ()
    said = prediction.claims or claims_in(without_footer(prediction.answer))
    return tuple(claim[:MOST_CLAIM_CHARS] for claim in said[:MOST_CLAIMS])


@lru_cache(maxsize=10_000)
def claims_in(text: str) -> tuple[str, ...]:
    """The sentences of a text without tags, markers and marks of lists, each once.

    >>> claims_in("The fee is $10 [1]. It is due on Monday.")
    ('The fee is $10.', 'It is due on Monday.')
    """
    from pincite.text.sentences import split

    bare = (_LIST_MARK.sub("", _TAG.sub("", sentence)).strip() for sentence in split(text))
    flat = (re.sub(r"\s+([.,;!?。])", r"\1", " ".join(sentence.split())) for sentence in bare)
    return tuple(dict.fromkeys(sentence for sentence in flat if len(_words(sentence)) >= _LEAST_WORDS))


@lru_cache(maxsize=50_000)  # systems that copy from the same law say the same
def label(claim: str, gold: str) -> MatchLabel:
    """How far a claim says what a gold one does.

    >>> label("The fee is $10 and is due on Monday.", "The fee is $10.").value
    'match'
    >>> label("The fee is $20 and is due on Monday.", "The fee is $10.").value
    'partial'
    """
    from pincite.text.figures import missing_figures
    from pincite.text.negation import differs

    wanted = _words(gold)
    share = len(wanted & _words(claim)) / len(wanted) if wanted else 0.0
    if share < PARTIAL_SHARE or differs(claim, gold):
        return MatchLabel.NONE
    return MatchLabel.PARTIAL if share < MATCH_SHARE or missing_figures(gold, claim) else MatchLabel.MATCH


@lru_cache(maxsize=50_000)
def _words(text: str) -> frozenset[str]:
    from pincite.validate.content_words import content

    return content(text)


def claim_scores(labels: Labels, gold_count: int, *, one_to_one: bool = False) -> dict[str, float | None]:
    """Claim precision, recall and F1.

    Each claim counts by its best label on the other side, partial ones half: a sentence may say two gold claims.

    Args:
        gold_count: of the question; without gold claims there is no score.
        one_to_one: pairs are drawn, full matches first, and each claim is in one pair at most (the authors' way).
    """
    if not gold_count:
        return {"Claim P": None, "Claim R": None, "Claim F1": None}
    if not labels:
        return {"Claim P": None, "Claim R": 0.0, "Claim F1": 0.0}
    if one_to_one:
        said = wanted = sum(_pairs(labels))
    else:
        said = sum(max(WEIGHTS[each] for each in row) for row in labels)
        wanted = sum(max(WEIGHTS[row[at]] for row in labels) for at in range(gold_count))
    precision, recall = said / len(labels), wanted / gold_count
    total = precision + recall
    return {"Claim P": precision, "Claim R": recall, "Claim F1": 2 * precision * recall / total if total else 0.0}


def _pairs(labels: Labels) -> list[float]:
    """The weights of the pairs, drawn greedily in the order of claims."""
    places = [(row, at) for row in range(len(labels)) for at in range(len(labels[row]))]
    used_rows: set[int] = set()
    used_gold: set[int] = set()
    weights: list[float] = []
    for row, at in sorted(places, key=lambda place: -WEIGHTS[labels[place[0]][place[1]]]):
        weight = WEIGHTS[labels[row][at]]
        if weight and row not in used_rows and at not in used_gold:
            used_rows.add(row)
            used_gold.add(at)
            weights.append(weight)
    return weights
