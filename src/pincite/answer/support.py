"""The gate's checks that need no model, as `verify` and `check` use them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from pincite.answer.verify_findings import flat
from pincite.types.answer import CheckState, Finding

_WORD = re.compile(r"[^\W_]+")
_HANGUL = re.compile(r"[가-힣]{2,}")
PAPER_OVERLAP = 0.10
STANDARD_OVERLAP = 0.50


class Judge(Protocol):
    """Findings on one sentence held against quotes, without a model."""

    def __call__(self, sentence: str, quotes: Sequence[str], gate: str, /) -> Sequence[Finding]:
        """One finding for each check of the gate that could run."""


def required_checks(gate: str) -> tuple[str, ...]:
    """The names of the checks that every sentence of an answer must have passed."""
    return ("citation", "overlap") if gate == "paper" else ("citation", "alignment", "figures", "negation")


def words(text: str) -> set[str]:
    """The words by which texts are compared: lower case; Korean ones as pairs of letters, since particles stick."""
    found: set[str] = set()
    for word in _WORD.findall(text.lower()):
        if _HANGUL.match(word):
            found.update(word[at : at + 2] for at in range(len(word) - 1))
        else:
            found.add(word)
    return found


def judge_without_model(sentence: str, quotes: Sequence[str], gate: str) -> Sequence[Finding]:
    """Alignment by words, figures and negation of a sentence against its quotes taken together.

    A sentence that stands in a quote word for word passes without more.
    """
    evidence = "\n".join(quotes)
    if flat(sentence) in flat(evidence):  # joined: a sentence over a page break has two quotes
        return (Finding("alignment", CheckState.PASSED, 1.0),)
    if gate == "paper":
        return (_overlap(sentence, evidence, PAPER_OVERLAP),)
    return (_overlap(sentence, evidence, STANDARD_OVERLAP), _figures(sentence, evidence), _negation(sentence, evidence))


def _overlap(sentence: str, evidence: str, threshold: float) -> Finding:
    needed = words(sentence)
    share = len(needed & words(evidence)) / len(needed) if needed else 0.0
    state = CheckState.PASSED if share >= threshold else CheckState.FAILED
    return Finding("alignment", state, share, f"{share:.2f} of the words stand in the quote, needed {threshold:.2f}")


def _figures(sentence: str, evidence: str) -> Finding:
    from pincite.text.figures import missing_figures

    missing = [figure.span.cut(sentence) for figure in missing_figures(sentence, evidence)]
    state = CheckState.FAILED if missing else CheckState.PASSED
    return Finding("figures", state, float(len(missing)), f"not in the quote: {', '.join(missing)}" if missing else "")


def _negation(sentence: str, evidence: str) -> Finding:
    """Held against the nearest sentence of the evidence alone: a `not` beside it negates something else."""
    from pincite.text import sentences
    from pincite.text.negation import differs

    needed = words(sentence)
    parts = [span.cut(evidence) for span in sentences.spans(evidence)]
    nearest = max(parts, key=lambda part: len(needed & words(part)), default="")
    state = CheckState.FAILED if differs(sentence, nearest) else CheckState.PASSED
    return Finding("negation", state, None, "negated on one side only" if state is CheckState.FAILED else "")
