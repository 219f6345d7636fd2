"""The kinds of failure, one row each, in the order in which a case's first kind is chosen.

First what would mislead a reader, then where the way to the answer broke off, then what an answer lacks. A case of
which no row is true is no failure. The rows go by rule, so they name what can be seen in a case, not its cause in the
model: a right answer from a place that is not marked as gold reads as `wrong_place`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from pincite.evaluate.benchmark import HitRule, Label
from pincite.evaluate.failures.reading import Outcome
from pincite.evaluate.measures.answers import MAX_WORDS, QUOTE_SHARE, is_reasoning
from pincite.evaluate.measures.citations import citation_validity, wrong_document_rate
from pincite.evaluate.measures.record_reading import answer_words, citations, sentences
from pincite.evaluate.measures.retrieval import TOP_K
from pincite.evaluate.measures.spans import span_hit
from pincite.evaluate.overlap import share_within
from pincite.text.figures import missing_figures
from pincite.text.negation import differs
from pincite.types.answer import RefusalReason


class FailureGroup(StrEnum):
    """What kinds have in common."""

    STOPPED = "the question ended in an error"
    MISLEADS = "the answer says what it should not"
    RETRIEVAL = "the answer's place did not reach the writer"
    REFUSED = "refused, though it can be answered"
    LACKING = "answered, but not as wanted"


@dataclass(frozen=True, slots=True)
class FailureKind:
    """A kind of failure.

    Args:
        title: for people, one line.
        rule: when a case is of it, in words.
        applies: the rule.
    """

    name: str
    group: FailureGroup
    title: str
    rule: str
    applies: Callable[[Outcome], bool]


def _answerable(outcome: Outcome) -> bool:
    return outcome.question.label is Label.ANSWERABLE


def _with_gold(outcome: Outcome) -> bool:
    return _answerable(outcome) and bool(outcome.question.gold)


def _refused_for(*reasons: RefusalReason) -> Callable[[Outcome], bool]:
    return lambda outcome: _answerable(outcome) and outcome.refusal in reasons


def _false_answer(outcome: Outcome) -> bool:
    return outcome.answered and outcome.question.label is Label.UNANSWERABLE


def _seeded_fault(outcome: Outcome) -> bool:
    return bool(outcome.faults_delivered)


def _wrong_document(outcome: Outcome) -> bool:
    return bool(outcome.answered and wrong_document_rate(outcome.scored))


def _figure_error(outcome: Outcome) -> bool:
    return any(
        any(not figure.implied for figure in missing_figures(sentence.text, outcome.cited_text(sentence)))
        for _, sentence in outcome.unsupported
        if sentence.citations
    )


def _negation_error(outcome: Outcome) -> bool:
    cited = citations(outcome.record)
    return any(
        differs(sentence.text, citation.quote)
        for at, sentence in outcome.unsupported
        for citation in cited
        if citation.sentence == at
    )


def _unsupported(outcome: Outcome) -> bool:
    return bool(outcome.unsupported)


def _uncited(outcome: Outcome) -> bool:
    said = sentences(outcome.record)
    return outcome.answered and (not said or not all(sentence.citations for sentence in said))


def _invalid_citation(outcome: Outcome) -> bool:
    return outcome.answered and not _uncited(outcome) and citation_validity(outcome.scored) == 0.0


def _retrieval_miss(outcome: Outcome) -> bool:
    return _with_gold(outcome) and outcome.hit_rank is None


def _not_shown(outcome: Outcome) -> bool:
    return _with_gold(outcome) and outcome.hit_rank is not None and not outcome.hits_shown


def _words_not_shown(outcome: Outcome) -> bool:
    if not _with_gold(outcome) or not outcome.hits_shown or (outcome.answered and outcome.quotes_gold):
        return False
    return not outcome.words_shown


def _wrong_place(outcome: Outcome) -> bool:
    return outcome.answered and _with_gold(outcome) and not outcome.cites_gold


def _wrong_sentence(outcome: Outcome) -> bool:
    return outcome.answered and _with_gold(outcome) and outcome.cites_gold and not outcome.quotes_gold


def _partial(outcome: Outcome) -> bool:
    if not outcome.answered or not _with_gold(outcome) or not outcome.cites_gold:
        return False
    if outcome.benchmark.hit not in (HitRule.PLACE, HitRule.SPAN) or not outcome.quotes_gold:
        return False
    quotes = outcome.required_quotes
    cited = [citation.quote for citation in citations(outcome.record)]
    return len(quotes) > 1 and any((share_within([quote], cited) or 0.0) < QUOTE_SHARE for quote in quotes)


def _too_wide(outcome: Outcome) -> bool:
    if not outcome.answered or not _with_gold(outcome) or outcome.benchmark.hit is not HitRule.SPAN:
        return False
    return outcome.cites_gold and outcome.quotes_gold and span_hit(outcome.scored) == 0.0


def _too_long(outcome: Outcome) -> bool:
    return _answerable(outcome) and outcome.answered and len(answer_words(outcome.record).split()) > MAX_WORDS


def _differs_from_reference(outcome: Outcome) -> bool:
    return outcome.answered and _answerable(outcome) and outcome.differs_from_reference


def _reasoning_missing(outcome: Outcome) -> bool:
    return _differs_from_reference(outcome) and is_reasoning(outcome.question)


def _reference_differs(outcome: Outcome) -> bool:
    return _differs_from_reference(outcome) and not is_reasoning(outcome.question)


_HALF: Final = f"{QUOTE_SHARE:.0%}"
_G = FailureGroup

KINDS: Final[tuple[FailureKind, ...]] = (
    FailureKind(
        "error", _G.STOPPED, "Error", "the question ended in an error, so there is no case", lambda o: bool(o.error)
    ),
    FailureKind(
        "model_error",
        _G.STOPPED,
        "Model error",
        "an answerable question was refused because what the model wrote was cut, empty or malformed",
        _refused_for(RefusalReason.MODEL_ERROR),
    ),
    FailureKind(
        "false_answer",
        _G.MISLEADS,
        "Answer to an unanswerable question",
        "the documents hold no answer by the benchmark's labels, and one was given",
        _false_answer,
    ),
    FailureKind(
        "wrong_document",
        _G.MISLEADS,
        "Wrong document cited",
        "a citation points to another document than the one the question is about, and is no hit on gold",
        _wrong_document,
    ),
    FailureKind(
        "seeded_fault",
        _G.MISLEADS,
        "Seeded fault let through",
        "a sentence into which the scripted careless model put a fault was delivered, a wrong or missing marker that "
        "was put right aside; only its runs have it",
        _seeded_fault,
    ),
    FailureKind(
        "figure_error",
        _G.MISLEADS,
        "Figure not in the source",
        "a sentence does not pass gate `standard`, and a figure of it does not stand in the sources that it cites",
        _figure_error,
    ),
    FailureKind(
        "negation_error",
        _G.MISLEADS,
        "Negation turned round",
        "a sentence does not pass gate `standard`, and it denies what its quote affirms, or the other way round",
        _negation_error,
    ),
    FailureKind(
        "unsupported_sentence",
        _G.MISLEADS,
        "Unsupported sentence",
        "a sentence of the answer does not pass gate `standard` by what it cites",
        _unsupported,
    ),
    FailureKind(
        "missing_citation",
        _G.MISLEADS,
        "Missing citation",
        "a sentence of the answer cites nothing, or there is no sentence",
        _uncited,
    ),
    FailureKind(
        "invalid_citation",
        _G.MISLEADS,
        "Invalid citation",
        "a citation names no source of the evidence, or its quote and position do not fit together",
        _invalid_citation,
    ),
    FailureKind(
        "retrieval_miss",
        _G.RETRIEVAL,
        "Retrieval miss",
        f"none of the first {TOP_K} retrieved units is a hit on gold",
        _retrieval_miss,
    ),
    FailureKind(
        "not_shown",
        _G.RETRIEVAL,
        "Retrieved, not shown",
        f"one of the first {TOP_K} units is a hit on gold, and none of the sources that the writer was shown is",
        _not_shown,
    ),
    FailureKind(
        "words_not_shown",
        _G.RETRIEVAL,
        "Place shown, not the words",
        "a source that the writer was shown is a hit on gold, but none holds four fifths of the words of a gold "
        f"quote, and the answer quotes less than {_HALF} of them",
        _words_not_shown,
    ),
    FailureKind(
        "validation_failed",
        _G.REFUSED,
        "Refused by the gate",
        "an answerable question was refused because no draft passed the gate",
        _refused_for(RefusalReason.VALIDATION_FAILED),
    ),
    FailureKind(
        "model_refused",
        _G.REFUSED,
        "Refused by the model",
        "an answerable question was refused because the model found no answer in the sources",
        _refused_for(RefusalReason.MODEL_REFUSED),
    ),
    FailureKind(
        "other_jurisdiction",
        _G.REFUSED,
        "Refused for another place",
        "an answerable question was refused because it names a place of which the library was taken to hold nothing",
        _refused_for(RefusalReason.OTHER_JURISDICTION),
    ),
    FailureKind(
        "over_refusal",
        _G.REFUSED,
        "Over-refusal",
        "an answerable question was refused because the evidence was judged not to hold the answer",
        _refused_for(RefusalReason.NO_EVIDENCE, RefusalReason.INSUFFICIENT_EVIDENCE),
    ),
    FailureKind(
        "wrong_place",
        _G.LACKING,
        "Answered from another place",
        "no citation of the answer is a hit on gold or an alternative",
        _wrong_place,
    ),
    FailureKind(
        "wrong_sentence",
        _G.LACKING,
        "Right place, another sentence",
        f"a citation is a hit on gold, but less than {_HALF} of the gold quote's tokens stand in the cited quotes",
        _wrong_sentence,
    ),
    FailureKind(
        "partial_answer",
        _G.LACKING,
        "Partial answer",
        f"gold has several quotes (pages, sections or spans), and of one of them less than {_HALF} of the tokens stand "
        "in the cited quotes",
        _partial,
    ),
    FailureKind(
        "quote_too_wide",
        _G.LACKING,
        "Quote too wide",
        "gold is spans, the cited quotes hold the words of one, and no cited quote is that span (Jaccard 0.5): there "
        "is more beside it than there should be",
        _too_wide,
    ),
    FailureKind(
        "reasoning_missing",
        _G.LACKING,
        "Rule quoted, step not taken",
        "a reasoning question whose answer does not match the reference (Answer Accuracy (reasoning))",
        _reasoning_missing,
    ),
    FailureKind(
        "reference_differs",
        _G.LACKING,
        "Not what the reference says",
        "the answer does not match the reference (Answer Accuracy); the rule takes no paraphrase for a match",
        _reference_differs,
    ),
    FailureKind("too_long", _G.LACKING, "Answer too long", f"the answer has more than {MAX_WORDS} words", _too_long),
)

BY_NAME: Final[Mapping[str, FailureKind]] = MappingProxyType({kind.name: kind for kind in KINDS})
PRECEDENCE: Final = (
    "A case counts under the first kind that is true of it, in the order of this table; further kinds that are true "
    "stand beside it."
)
