"""Whether a sentence says a thing more strongly, or as another sort of rule, than its source does."""

from __future__ import annotations

import re
from typing import Final

from pincite.text import sentences
from pincite.text.force_words import BENEFITS, Force
from pincite.text.statements import HANGUL, Statement, matched, statements

# Claim and source: what may not be said of what. A ban against a duty or a permission is the matter of negation.
CONFLICTS: Final = frozenset(
    {
        (Force.DUTY, Force.PERMISSION),
        (Force.DUTY, Force.ABILITY),
        (Force.DUTY, Force.ADVICE),
        (Force.DUTY, Force.EXEMPTION),
        (Force.EXEMPTION, Force.DUTY),
        (Force.PERMISSION, Force.DUTY),
        (Force.BAN, Force.EXEMPTION),
        (Force.EXEMPTION, Force.BAN),
        (Force.PLAIN, Force.PERMISSION),
    }
)


def shifted(claim: str, evidence: str) -> tuple[Statement, Statement] | None:
    """The statements of claim and evidence of which one allows what the other demands; None where there are none.

    >>> shifted("The landlord must enter the unit.", "The landlord may enter the unit.") is not None
    True
    >>> shifted("The landlord has to give notice.", "The landlord shall give notice.") is None
    True
    """
    sources = statements(evidence)
    for statement, near in matched(statements(claim), sources):
        if all(_conflict(statement, source) for source in near):
            return statement, near[0]
    return None


def _conflict(claim: Statement, source: Statement) -> bool:
    if claim.force is Force.PERMISSION and claim.verb in BENEFITS:
        return False
    return (claim.force, source.force) in CONFLICTS


# Words that shut out everything else, or every exception, with what in the source says as much.
_TOTALS: Final = (
    (
        re.compile(r"\b(?:only|solely|exclusively)\b(?!\s(?:a|one|the)\b)|만(?=\s)(?<=[가-힣]만)|오직|오로지"),
        re.compile(
            r"\b(?:only|solely|exclusively|sole|unless|until|except|without|no|not|never|nor|limited|other than|"
            r"restricted|just|must|shall|all|no one|nothing)\b|만|오직|오로지|한하여|한정|외에는|제외|아니|없|않|못"
        ),
    ),
    (
        re.compile(
            r"\b(?:always|under all circumstances|in all cases|in every case|at all times)\b|항상|언제나|반드시"
        ),
        re.compile(
            r"\b(?:always|all|any|each|every|ever|never|no|must|shall|at all times|whenever)\b"
            r"|항상|언제나|반드시|모든|매|각|야\s?(?:한|합|하)|아니|없|않|못"
        ),
    ),
)
_ALL = re.compile(r"\b(?:all|every|everyone|everybody)\b|모든|전부|모두")
_SOME = re.compile(
    r"\b(?:some|certain|most|many|several|usually|often|sometimes|typically|generally|few)\b|일부|대부분|일반적으로|통상"
)


def overstated(claim: str, evidence: str) -> str | None:
    """The word of the claim that shuts out more than the evidence does: `only`, `always`, `all` for `some`.

    >>> overstated("Only students may enter.", "Students may enter.")
    'only'
    """
    near = _nearest(claim, evidence).lower()
    said = claim.lower()
    for word, as_much in _TOTALS:
        found = word.search(said)
        if found and not as_much.search(near):
            return found[0]
    every = _ALL.search(said)
    return every[0] if every and _SOME.search(near) and not _ALL.search(near) else None


def _nearest(claim: str, evidence: str) -> str:
    """The sentences of the evidence that share most words with the claim, all of it where they are few."""
    parts = [evidence[low:high] for low, high in sentences.spans(evidence)]
    if len(parts) < 2 or HANGUL.search(claim):
        return evidence
    wanted = set(re.findall(r"[a-z]{4,}", claim.lower()))
    shares = [len(wanted & set(re.findall(r"[a-z]{4,}", part.lower()))) for part in parts]
    return " ".join(part for part, share in zip(parts, shares, strict=True) if share >= max(shares) - 1)
