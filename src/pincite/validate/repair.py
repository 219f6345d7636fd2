"""Sentences without a marker, attached to the one source that carries them.

Small models lose markers. A sentence that names no source is held against each, and where one passes every check of the
gate and no other does, that source is attached: the sentence is as well supported as one that cites, only nobody can
say that its writer knew by what. So it is recorded apart, and the choice is never the writer's citation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pincite.types.answer import CheckState, DraftSentence, Finding
from pincite.validate.alignment import Alignment, align
from pincite.validate.citation_checks import CitationCheck
from pincite.validate.context import CheckContext

Judge = Callable[[DraftSentence, CheckContext], Sequence[Finding]]


def attach(
    sentence: DraftSentence, context: CheckContext, judge: Judge
) -> tuple[Alignment, tuple[Finding, ...]] | None:
    """The span of the only source that passes every check, with its findings; None where none or several do.

    Args:
        sentence: one that cites nothing.
        judge: makes the findings of every check of the gate.
    """
    found = _only(sentence, context, judge, [item.number for item in context.evidence])
    if found is None:
        return None
    alignment, findings = found
    return alignment, tuple(_told(finding, alignment.number) for finding in findings)


def elsewhere(sentence: DraftSentence, context: CheckContext, judge: Judge) -> int | None:
    """The one source, of those that a failed sentence does not cite, that passes every check; None where there is none.

    The sentence stays failed: its writer named the wrong source. The next draft is told the right one.
    """
    others = [item.number for item in context.evidence if item.number not in sentence.citations]
    found = _only(sentence, context, judge, others)
    return found[0].number if found else None


def _only(
    sentence: DraftSentence, context: CheckContext, judge: Judge, numbers: Sequence[int]
) -> tuple[Alignment, tuple[Finding, ...]] | None:
    """The only one of some sources that passes every check."""
    everywhere = replace(sentence, citations=tuple(numbers))
    try:
        found = align(everywhere, context, each=True)
    except Exception:  # whatever a model's runtime raises: nothing is attached by what could not run
        return None
    carrying = []
    for alignment in found:
        cited = replace(sentence, citations=(alignment.number,))
        findings = tuple(judge(cited, context.pinned(cited, alignment)))
        if all(finding.state is CheckState.PASSED for finding in findings):
            carrying.append((alignment, findings))
    return carrying[0] if len(carrying) == 1 else None


def _told(finding: Finding, number: int) -> Finding:
    """The finding on citations tells that the writer gave none: its value counts those that the writer gave."""
    if finding.check != CitationCheck.name:
        return finding
    detail = f"the writer cited no source; [{number}] was attached, the only one that passes every check"
    return replace(finding, value=0.0, detail=detail)
