"""Whether an answer is right and stands on the gold: Grounded Accuracy, Answer Accuracy, Token F1.

Answer Accuracy is a proxy by rule, without a judge: it reads figures, yes and no, and words. Questions whose reference
has to be reasoned out (`reasoning: yes`, or the category `reasoning`) are scored apart, since an answer that quotes the
rule they apply is grounded and yet no match.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pincite.evaluate.benchmark import HitRule, Question
from pincite.evaluate.case import Case, Scored
from pincite.evaluate.gold.touched import of_citation, quotes_of, touches_any
from pincite.evaluate.measures.denominators import answer_measure
from pincite.evaluate.measures.measure import AnswerMeasure, Over
from pincite.evaluate.measures.record_reading import answer_words, citations, is_answered
from pincite.evaluate.measures.support import passed_sentences
from pincite.evaluate.overlap import share_within, token_f1
from pincite.text.figures import Figure, figures, missing_figures
from pincite.text.negation import differs
from pincite.validate.content_words import content

QUOTE_SHARE: Final = 0.5
MAX_WORDS: Final = 120
FIGURES_SHARE: Final = 0.5
WORDS_SHARE: Final = 0.5

_YES = re.compile(r"\s*(?:yes\b|예(?=[\s,.]|$)|네(?=[\s,.]|$))", re.IGNORECASE)
_NO = re.compile(r"\s*(?:no(?=\s*[,.;:!—–-]|\s*$)|아니요|아니오)", re.IGNORECASE)


def cites_gold(scored: Scored) -> bool:
    """Whether a citation is a hit on some gold, alternatives included."""
    places = (of_citation(citation, scored) for citation in citations(scored.case.record))
    return any(touches_any(scored.benchmark, scored.question.gold, place) for place in places)


def quotes_gold(scored: Scored) -> bool:
    """Whether at least half of the gold quote's tokens stand in the cited quotes; true where gold has no quote.

    Several quotes prove an answer together where gold is places; elsewhere each is a piece by itself, and one suffices,
    of an alternative too.
    """
    cited = [citation.quote for citation in citations(scored.case.record)]
    if scored.benchmark.hit is HitRule.PLACE:
        parts = [found] if (found := quotes_of(scored.question.required)) else []
    else:
        parts = [(quote,) for quote in quotes_of(scored.question.gold)]
    return not parts or any((share_within(part, cited) or 0.0) >= QUOTE_SHARE for part in parts)


def grounded_accuracy(scored: Scored) -> float | None:
    """1 where all five conditions of Grounded Accuracy hold; None without gold, or where support is not known."""
    if not scored.question.gold:
        return None
    record = scored.case.record
    if not is_answered(record):
        return 0.0
    if len(answer_words(record).split()) > MAX_WORDS or not cites_gold(scored) or not quotes_gold(scored):
        return 0.0
    passed = passed_sentences(scored.case)
    return None if passed is None else float(bool(passed) and all(passed))


def is_reasoning(question: Question) -> bool:
    """Whether the reference has to be reasoned out."""
    return question.traits.get("reasoning") == "yes" or question.category == "reasoning"


def matches_reference(answer: str, reference: str) -> bool:
    """Whether an answer says what the reference does, as far as a rule can tell.

    All must hold: at least half of the reference's figures stand in the answer; where both begin with yes or no it is
    the same, else neither denies what the other says; at least half of the reference's other content words stand in
    the answer, or token F1 is at least one half. A reference of a bare yes or no must be met by one.
    """
    if not answer.strip() or not reference.strip():
        return False
    wanted = figures(reference)
    if wanted:
        lost = [figure for figure in missing_figures(reference, answer) if not figure.implied]
        if 1 - len(lost) / len(wanted) < FIGURES_SHARE:
            return False
    said, meant = _verdict(answer), _verdict(reference)
    if None not in (said, meant):
        if said is not meant:
            return False
    elif differs(reference, answer):
        return False
    words = content(_without_verdict(_without(reference, wanted)))
    if not words:
        return bool(wanted) or (meant is not None and said is meant)
    within = len(words & content(answer)) / len(words)
    return within >= WORDS_SHARE or token_f1(answer, reference) >= WORDS_SHARE


def _without(text: str, found: Sequence[Figure]) -> str:
    """The text without its figures, which are compared by themselves."""
    for figure in sorted(found, key=lambda figure: figure.span, reverse=True):
        text = f"{text[: figure.span.start]} {text[figure.span.end :]}"
    return text


def _verdict(text: str) -> bool | None:
    """Yes or no, where the text begins with it."""
    if _YES.match(text):
        return True
    return False if _NO.match(text) else None


def _without_verdict(text: str) -> str:
    return _NO.sub("", _YES.sub("", text, count=1), count=1) if _verdict(text) is not None else text


def answer_accuracy(scored: Scored) -> float | None:
    """1 where the answer matches the reference, 0 where it does not or was refused; None without a reference."""
    reference = scored.question.reference
    if not reference.strip():
        return None
    return float(_said(scored.case) and matches_reference(answer_words(scored.case.record), reference))


def answer_f1(scored: Scored) -> float | None:
    """Token F1 of answer and reference, 0 where it was refused; None without a reference."""
    reference = scored.question.reference
    if not reference.strip():
        return None
    return token_f1(answer_words(scored.case.record), reference) if _said(scored.case) else 0.0


def _said(case: Case) -> bool:
    return is_answered(case.record) and bool(answer_words(case.record))


_ACCURACY = (
    "1 where at least half of the reference's figures stand in the answer, yes, no and denials agree, and at least "
    "half of its other content words stand there or token F1 is at least 0.5; refused: 0"
)
_F1 = "F1 of the words of answer and reference, each as often as it stands in both, articles left out; refused: 0"
_SQUAD = "P. Rajpurkar et al., SQuAD (EMNLP 2016), section 6.1"

ANSWERS: Final[tuple[AnswerMeasure, ...]] = (
    answer_measure(
        "Grounded Accuracy",
        grounded_accuracy,
        Over.ANSWERABLE,
        definition="1 where it was answered, every sentence passes gate `standard`, a citation is a hit on gold or an "
        f"alternative, at least {QUOTE_SHARE:.0%} of the gold quote's tokens stand in the cited quotes and the answer "
        f"has at most {MAX_WORDS} words",
        source="CiteGuard-RAG, section on metrics, with our gate in the place of its judge",
        trap="Tokens are counted with function words, so a long quote covers some by chance; the page and the length "
        "bound that. It judges the evidence, not the answer's wording: read it beside Answer Accuracy. Several quotes "
        "of gold places count together; of other gold one suffices.",
    ),
    answer_measure(
        "Answer Accuracy",
        lambda scored: None if is_reasoning(scored.question) else answer_accuracy(scored),
        Over.ANSWERABLE,
        definition=f"{_ACCURACY}; without reasoning questions",
        source="own rule",
        trap="A proxy: it takes no paraphrase for right, and a long answer that says more than the reference for "
        "right. Papers ask a judge; their figures do not compare.",
    ),
    answer_measure(
        "Answer Accuracy (reasoning)",
        lambda scored: answer_accuracy(scored) if is_reasoning(scored.question) else None,
        Over.ANSWERABLE,
        definition=f"{_ACCURACY}; reasoning questions only",
        source="own rule",
        trap="As Answer Accuracy. An answer that quotes the rule without applying it is wrong here.",
    ),
    answer_measure(
        "Token F1",
        lambda scored: None if is_reasoning(scored.question) else answer_f1(scored),
        Over.ANSWERABLE,
        definition=f"{_F1}; without reasoning questions",
        source=_SQUAD,
        trap="Short references against quoted sentences give low precision: compare systems, read no level into it. "
        "SQuAD's script splits words otherwise.",
    ),
    answer_measure(
        "Token F1 (reasoning)",
        lambda scored: answer_f1(scored) if is_reasoning(scored.question) else None,
        Over.ANSWERABLE,
        definition=f"{_F1}; reasoning questions only",
        source=_SQUAD,
        trap="As Token F1.",
    ),
)
