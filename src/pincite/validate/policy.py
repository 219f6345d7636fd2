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
from pincite.validate.figures_check import FiguresCheck
from pincite.validate.meaning_checks import ModalityCheck, NegationCheck, PartiesCheck
from pincite.validate.repair import attach, elsewhere
from pincite.validate.spans import supporting
from pincite.validate.support_checks import CoverageCheck, OverlapCheck

if TYPE_CHECKING:
    from pincite.index.embedders import Embedder


@dataclass(frozen=True, slots=True)
class Gate:
    """Which checks a sentence must pass.

    Args:
        required_checks: each must have passed; one that could not run is no pass.
        partial_checks: run beside them; where one fails, the span carries a part of the sentence only.
        encodes: alignment uses the embedder.
        repairs: a sentence that cites nothing is attached to the one source that passes every check, and of one that
            cites the wrong source the right one is told to the next draft.
    """

    name: str
    required_checks: tuple[Check, ...]
    partial_checks: tuple[Check, ...] = ()
    encodes: bool = True
    repairs: bool = False

    def findings(self, sentence: DraftSentence, context: CheckContext) -> tuple[Finding, ...]:
        """A finding for each check, required or not."""
        return tuple(check(sentence, context) for check in (*self.required_checks, *self.partial_checks))

    @property
    def required_names(self) -> tuple[str, ...]:
        """Names of the required checks."""
        return tuple(check.name for check in self.required_checks)


PAPER: Final = Gate("paper", (CitationCheck(), OverlapCheck()), encodes=False)
STANDARD: Final = Gate(
    "standard",
    (CitationCheck(), AlignmentCheck(), FiguresCheck(), NegationCheck(), PartiesCheck(), ModalityCheck()),
    (CoverageCheck(),),
    repairs=True,
)
GATES: Final = {gate.name: gate for gate in (PAPER, STANDARD)}

# With the span found, these failing alone mean that it carries a part.
_PARTIAL_NAMES: Final = frozenset(("figures", "coverage"))


def check_draft(
    draft: Draft, evidence: Sequence[Evidence], gate: Gate, embedder: Embedder | None = None, *, repair: bool = True
) -> tuple[CheckedSentence, ...]:
    """Every sentence of the draft with a finding for each check of the gate.

    Args:
        embedder: of the draft's language; None aligns by words.
        repair: attach sentences that cite nothing, where the gate does so.
    """
    context = CheckContext(tuple(evidence), embedder)
    return tuple(_checked(sentence, context, gate, repair) for sentence in draft.sentences)


def _checked(sentence: DraftSentence, context: CheckContext, gate: Gate, repair: bool) -> CheckedSentence:
    if repair and gate.repairs and not sentence.citations and (found := attach(sentence, context, gate.findings)):
        alignment, findings = found
        number = (alignment.number,)
        place = ((alignment.number, alignment.span),)
        return CheckedSentence(sentence.text, number, Support.FULL, findings, place, repaired=True, attached=number)
    findings = gate.findings(sentence, context)
    support = _support(findings)
    spans = supporting(sentence, context if gate.encodes else CheckContext(context.evidence))
    aligned = tuple((alignment.number, alignment.span) for alignment in spans)
    citations, carrying = sentence.citations, tuple(dict.fromkeys(number for number, _ in aligned))
    known = {item.number for item in context.evidence}
    other = None
    if repair and gate.repairs and support is not Support.FULL and citations and known.issuperset(citations):
        other = elsewhere(sentence, context, gate.findings)
    idle = support is Support.FULL and bool(carrying) and set(citations) > set(carrying)
    if idle:  # a source that carries nothing of the sentence is not cited for it
        citations = tuple(number for number in dict.fromkeys(citations) if number in carrying)
    return CheckedSentence(sentence.text, citations, support, findings, aligned, repaired=idle, elsewhere=other)


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


def decide(
    draft: Draft,
    checked: Sequence[CheckedSentence],
    *,
    attempt: int,
    max_regenerations: int,
    before: float | None,
) -> Decision:
    """Deliver, write once more, or refuse.

    A language model that refuses at once is asked again, since the evidence was found sufficient; a second refusal
    counts. What is no draft at all is past repair. Another draft is worth writing only while the drafts get better.

    Args:
        attempt: 0 for the first draft.
        max_regenerations: drafts that may follow the first.
        before: supported ratio of the draft before; None for the first.
    """
    if draft.fault is not None:
        return Decision.REFUSE
    left = attempt < max_regenerations
    if draft.refused:
        return Decision.REGENERATE if left and attempt == 0 and draft.writing is not None else Decision.REFUSE
    if checked and all(sentence.passed for sentence in checked):
        return Decision.ACCEPT
    improves = before is None or supported_ratio(checked) > before
    return Decision.REGENERATE if left and improves else Decision.REFUSE
