"""The pipeline of a named run, with what an evaluation needs of it: the ranking that it used, and what it leaves out.

Nothing here can be reached from `ask`: a gate that lets everything through is no gate of `pincite.validate.policy`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from pincite.answer.attempts import shown_evidence
from pincite.answer.pipeline import Pipeline, SufficiencyRule
from pincite.evaluate.run.ablations import EvaluatedGate, Mode
from pincite.generate.protocol import Completion, LanguageModel, Message
from pincite.generate.wrapped import WrappedModel
from pincite.types.answer import (
    Answer,
    CheckedSentence,
    Citation,
    Draft,
    DraftSentence,
    Feedback,
    Refusal,
    Support,
)
from pincite.types.retrieval import Evidence, Ranking, RetrievalFilter, SufficiencyVerdict
from pincite.validate.context import CheckContext
from pincite.validate.policy import STANDARD, check_draft
from pincite.validate.spans import supporting

if TYPE_CHECKING:
    from pincite.library import Library

OFF: Final = "off"
LEAST_DEPTH: Final = 10
"""So many chunks are kept of a ranking at least: measures at 10 need them, the writer sees fewer."""


class RecordedRetrieval:
    """A retrieval that keeps its last ranking, deeper than what it hands on.

    Args:
        depth: chunks to rank; the first ones are the same as without it.
    """

    def __init__(self, pipeline: Pipeline, depth: int) -> None:
        self.retrieve = pipeline.retrieve
        self.depth = depth
        self.last: Ranking | None = None

    def __call__(self, question: str, where: RetrievalFilter, k: int) -> Ranking:
        """The first `k` of the ranking that is kept."""
        self.last = self.retrieve(question, where, max(k, self.depth))
        return self.last.first(k)


class UnappliedSufficiency:
    """Judges the evidence as a rule does, and lets every question through."""

    def __init__(self, rule: SufficiencyRule) -> None:
        self.name = f"{rule.name}, not applied"
        self._rule = rule

    def __call__(self, question: str, evidence: Sequence[Evidence]) -> SufficiencyVerdict:
        """The rule's score without its reason."""
        return SufficiencyVerdict(self._rule(question, evidence).score)


@dataclass(frozen=True)
class UngatedPipeline(Pipeline):
    """Delivers every draft as it was written: what an answer would be without validation, to compare with."""

    def _draft(self, run: Any, attempt: int, feedback: Feedback | None) -> tuple[Draft, tuple[CheckedSentence, ...]]:
        with run.timed("generate"):
            draft = self._write(run, feedback)
        context = CheckContext(shown_evidence(draft, run.evidence))
        return draft, tuple(_unchecked(sentence, context) for sentence in draft.sentences)

    def _citations(self, evidence: Sequence[Evidence], checked: Sequence[CheckedSentence]) -> tuple[Citation, ...]:
        known = {item.number for item in evidence}
        sound = [replace(s, citations=tuple(n for n in dict.fromkeys(s.citations) if n in known)) for s in checked]
        return super()._citations(evidence, sound)


def _unchecked(sentence: DraftSentence, context: CheckContext) -> CheckedSentence:
    """The sentence as written, let through; its nearest spans are only where a reader would be led."""
    aligned = tuple((found.number, found.span) for found in supporting(sentence, context))
    return CheckedSentence(sentence.text, sentence.citations, Support.FULL, (), aligned)


def pipeline_for(
    library: Library,
    *,
    method: str,
    model: str,
    preset: str,
    gate: EvaluatedGate,
    mode: Mode = "hybrid",
    sufficiency: bool = True,
) -> tuple[Pipeline, RecordedRetrieval]:
    """The pipeline of a run, and where its last ranking is kept.

    Raises:
        InputError: an unknown method, model, mode or gate.
        ModelError: the model cannot be had, or text would leave the machine and may not.
    """
    from pincite.answer.methods import citeguard_retrieval, pipeline

    made = pipeline(library, method=method, model=model, preset=preset, gate="standard" if gate == OFF else gate)
    if gate == OFF:
        made = UngatedPipeline(**{**_fields(made), "gate": OFF})
    if mode != "hybrid":
        made = replace(made, retrieve=citeguard_retrieval(library, preset, mode))
    if not sufficiency:
        made = replace(made, sufficiency=UnappliedSufficiency(made.sufficiency))
    recorded = RecordedRetrieval(made, depth(library, preset))
    return replace(made, retrieve=recorded), recorded


def depth(library: Library, preset: str) -> int:
    """How many chunks of a ranking are kept.

    The paper's heuristic reorders what it is given, so it must be given no more than without an evaluation.
    """
    settings = library.settings.retrieve
    return settings.top_k if settings.heuristic_rerank and preset == "paper" else max(settings.top_k, LEAST_DEPTH)


def _fields(pipeline: Pipeline) -> dict[str, Any]:
    return {name: getattr(pipeline, name) for name in pipeline.__dataclass_fields__}


def rechecked(pipeline: Pipeline, outcome: Answer | Refusal) -> tuple[bool, ...] | None:
    """Whether each sentence passes gate `standard`, as written; None where that gate judged them already."""
    if outcome.gate == STANDARD.name:
        return None
    draft = Draft(tuple(DraftSentence(s.text, s.citations) for s in outcome.sentences), outcome.model)
    embedder = pipeline._embedder(outcome.language)
    return tuple(s.passed for s in check_draft(draft, outcome.evidence, STANDARD, embedder, repair=False))


class CountedModel(WrappedModel):
    """A model that counts how often it was really asked, beside a folder of kept answers."""

    def __init__(self, model: LanguageModel) -> None:
        super().__init__(model)
        self.calls = 0

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
        seed: int = 0,
    ) -> Completion:
        """See `LanguageModel.complete`."""
        self.calls += 1
        return self.model.complete(messages, schema=schema, max_tokens=max_tokens, temperature=temperature, seed=seed)

    def close(self) -> None:
        """Closes the model where it can be."""
        if close := getattr(self.model, "close", None):
            close()
