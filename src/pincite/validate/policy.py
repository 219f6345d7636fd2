"""The gates, and what becomes of a draft that was held against one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.types.answer import CheckedSentence, CheckState, Decision, Draft, DraftSentence, Finding, Support
from pincite.types.retrieval import Evidence
from pincite.validate.alignment import AlignmentCheck
from pincite.validate.citation_checks import CitationCheck
from pincite.validate.context import Check, CheckContext
from pincite.validate.support_checks import CoverageCheck, FiguresCheck, NegationCheck, OverlapCheck, supporting

if TYPE_CHECKING:
    from pincite.index.embedders import Embedder


@dataclass(frozen=True, slots=True)
class Gate:
    """Which checks a sentence must pass.

    Args:
        required_checks: each must have passed; one that could not run is no pass.
        partial_checks: run beside them; where one fails, the span carries a part of the sentence only.
        encodes: alignment uses the embedder.
    """

    name: str
    required_checks: tuple[Check, ...]
    partial_checks: tuple[Check, ...] = ()
    encodes: bool = True

    @property
    def required_names(self) -> tuple[str, ...]:
        """Names of the required checks."""
        return tuple(check.name for check in self.required_checks)


PAPER: Final = Gate("paper", (CitationCheck(), OverlapCheck()), encodes=False)
STANDARD: Final = Gate(
    "standard", (CitationCheck(), AlignmentCheck(), FiguresCheck(), NegationCheck()), (CoverageCheck(),)
)
GATES: Final = {gate.name: gate for gate in (PAPER, STANDARD)}

# With the span found, these failing alone mean that it carries a part.
_PARTIAL_NAMES: Final = frozenset(("figures", "coverage"))


def check_draft(
    draft: Draft, evidence: Sequence[Evidence], gate: Gate, embedder: Embedder | None = None
) -> tuple[CheckedSentence, ...]:
    """Every sentence of the draft with a finding for each check of the gate.

    Args:
        embedder: of the draft's language; None aligns by words.
    """
    context = CheckContext(tuple(evidence), embedder)
    return tuple(_checked(sentence, context, gate) for sentence in draft.sentences)


def _checked(sentence: DraftSentence, context: CheckContext, gate: Gate) -> CheckedSentence:
    findings = tuple(check(sentence, context) for check in (*gate.required_checks, *gate.partial_checks))
    support = _support(findings)
    spans = supporting(sentence, context if gate.encodes else CheckContext(context.evidence))
    aligned = tuple((alignment.number, alignment.span) for alignment in spans)
    citations, carrying = sentence.citations, tuple(dict.fromkeys(number for number, _ in aligned))
    repaired = support is Support.FULL and bool(carrying) and set(citations) > set(carrying)
    if repaired:  # a source that carries nothing of the sentence is not cited for it
        citations = tuple(number for number in dict.fromkeys(citations) if number in carrying)
    return CheckedSentence(sentence.text, citations, support, findings, aligned, repaired)


def _support(findings: Sequence[Finding]) -> Support:
    """Full when every check passed; partial when the span was found and only a part of the sentence is not in it."""
    short = [finding for finding in findings if finding.state is not CheckState.PASSED]
    if not short:
        return Support.FULL
    if all(finding.check in _PARTIAL_NAMES and finding.state is CheckState.FAILED for finding in short):
        return Support.PARTIAL
    return Support.NONE


def supported_ratio(checked: Sequence[CheckedSentence]) -> float:
    """(n - u) / n with u unsupported sentences of n (CiteGuard-RAG); 0 for an empty draft."""
    return sum(sentence.passed for sentence in checked) / len(checked) if checked else 0.0


def decide(checked: Sequence[CheckedSentence], attempt: int, max_regenerations: int, draft: Draft) -> Decision:
    """Deliver, write once more, or refuse.

    Args:
        attempt: 0 for the first draft.
        max_regenerations: drafts that may follow the first.
    """
    if draft.refused:
        return Decision.REFUSE
    if checked and all(sentence.passed for sentence in checked):
        return Decision.ACCEPT
    return Decision.REGENERATE if attempt < max_regenerations else Decision.REFUSE
