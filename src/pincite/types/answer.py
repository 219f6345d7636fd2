"""Drafts, findings, answers and refusals.

A `Draft` is unchecked; an `Answer` is what the gate accepted; a `Refusal` is none given, with its reason. Only the
policy of `pincite.validate` makes an `Answer` out of a `Draft`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pincite.types.document import Span
from pincite.types.retrieval import Evidence

REFUSAL_SENTENCES: Mapping[str, str] = {
    "en": "The document does not contain sufficient information to answer this question.",
    "ko": "이 문서에는 이 질문에 답하기에 충분한 정보가 없습니다.",
}
"""What is said instead of an answer, by the question's language; the English one is CiteGuard-RAG's, word for word."""


def refusal_sentence(language: str) -> str:
    """The refusal sentence for a question in `language`: Korean for `ko`, else English."""
    return REFUSAL_SENTENCES.get(language, REFUSAL_SENTENCES["en"])


class Support(StrEnum):
    """How far the cited evidence carries a sentence."""

    FULL = "full"
    PARTIAL = "partial"
    NONE = "none"


class CheckState(StrEnum):
    """Outcome of one check; `not_checked` is no pass."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_CHECKED = "not_checked"


class Decision(StrEnum):
    """What the policy does with a checked draft."""

    ACCEPT = "accept"
    REGENERATE = "regenerate"
    REFUSE = "refuse"


class RefusalReason(StrEnum):
    """Why no answer was given."""

    NO_EVIDENCE = "no_evidence"
    INSUFFICIENT_EVIDENCE = "insufficient_evidence"
    OTHER_JURISDICTION = "other_jurisdiction"
    MODEL_REFUSED = "model_refused"
    VALIDATION_FAILED = "validation_failed"
    MODEL_ERROR = "model_error"


@dataclass(frozen=True, slots=True)
class DraftSentence:
    """One sentence as the generator wrote it.

    Args:
        text: without markers.
        citations: evidence numbers, as written; they may be wrong, that is for the gate to find.
        quoted: span of the first cited evidence's chunk text that the sentence repeats word for word; None for prose.
        provision_id: to which the writer binds it, the finest one (RefWalk); None where it binds it to none. Where it
            stands is settled by the span that carries it.
    """

    text: str
    citations: tuple[int, ...]
    quoted: Span | None = None
    provision_id: str | None = None


class DraftFault(StrEnum):
    """Why what a model answered is no draft at all."""

    CUT = "cut"
    """It ran into the limit of tokens (`finish_reason` is `length`)."""
    EMPTY = "empty"
    """It said nothing, or only reasoned."""
    WHITESPACE = "whitespace"
    """It wrote blanks until the limit, as servers that enforce a schema can be made to."""
    MALFORMED = "malformed"
    """JSON was wanted and none was found, the repair included."""
    FILTERED = "filtered"
    """The server withheld it."""
    PROMPT_CUT = "prompt_cut"
    """The server read less of the prompt than was sent."""


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of a language model, for the trace.

    Args:
        prompt_sha256: of all that was sent, by which drafts are kept and compared.
        finish_reason: as the server gave it.
        prompt_tokens, completion_tokens: as the server counted them, where it did.
        outcomes: names of what was met and dealt with, such as `reasoning_removed` or `prose_around_json`.
    """

    prompt_sha256: str
    finish_reason: str
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    outcomes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Writing:
    """How a language model came to its draft.

    Args:
        form: `markers` in running text, or `sentences` bound by a schema.
        calls: in order; a second one is the repair of the first.
        shown: number of each source that the prompt held, with the span of its chunk's text that was shown.
        left_out: numbers of the sources that did not fit.
        set_aside: sentences taken out because no source can carry them: a bare yes or no, a heading.
    """

    form: str
    calls: tuple[ModelCall, ...]
    shown: tuple[tuple[int, Span], ...]
    left_out: tuple[int, ...] = ()
    set_aside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """An unchecked answer.

    Args:
        sentences: in reading order; empty when the generator refused.
        model: name of what wrote it.
        refused: the generator itself declined.
        fault: what the model answered is no draft; None where it is one.
        raw: what the model said, reasoning taken out; empty without a model.
        writing: how a language model came to it; None without one.
    """

    sentences: tuple[DraftSentence, ...]
    model: str
    refused: bool = False
    fault: DraftFault | None = None
    raw: str = ""
    writing: Writing | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check on one sentence.

    Args:
        check: its name, such as `alignment`.
        value: the figure that was compared, where there is one.
        detail: what was found, for people and for the next draft.
    """

    check: str
    state: CheckState
    value: float | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """W3C TextQuoteSelector: the exact words with up to 32 characters on both sides."""

    exact: str
    prefix: str
    suffix: str


@dataclass(frozen=True, slots=True)
class Citation:
    """An answer's pointer: `document.text[position]` is `quote.exact`.

    Args:
        number: of the evidence.
        sentence: 0-based place of the citing sentence.
        page_index, page_index_end: of the quote, 0-based and inclusive.
        position: W3C TextPositionSelector, in `document.text`.
        label: printed pincite of the quote.
    """

    number: int
    sentence: int
    document_id: str
    file_sha256: str
    text_sha256: str
    label: str
    quote: Quote
    position: Span
    page_index: int | None = None
    page_index_end: int | None = None
    page_label: str | None = None
    section_id: str | None = None
    provision_id: str | None = None


@dataclass(frozen=True, slots=True)
class CheckedSentence:
    """A sentence with the findings of every check of the gate.

    Args:
        citations: evidence numbers after the repair.
        repaired: they differ from those that the writer gave.
        attached: those of them that the writer did not give; no report counts them as its citations.
        elsewhere: of a failed sentence, the one other source that would carry it, for the next draft; else None.
    """

    text: str
    citations: tuple[int, ...]
    support: Support
    checks: tuple[Finding, ...]
    aligned: tuple[tuple[int, Span], ...] = ()
    repaired: bool = False
    attached: tuple[int, ...] = ()
    elsewhere: int | None = None

    @property
    def passed(self) -> bool:
        """Whether the gate lets the sentence through."""
        return self.support is Support.FULL


@dataclass(frozen=True, slots=True)
class Feedback:
    """What the next draft is told of the one before: itself, and what the gate found of each of its sentences."""

    draft: Draft
    checked: tuple[CheckedSentence, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """How a result came about.

    Args:
        attempts: one mapping for each draft: decision, supported ratio, sentences with findings.
        timings_ms: stage name to milliseconds.
        settings: those that shaped the result.
        index_digest: of the snapshots that were searched.
        versions: of pincite, the tokenizer, the embedder, the reranker.
        notes: what was done otherwise than asked.
        walk: the topic anchor and how each unit came into the ranking (RefWalk); None without one.
    """

    attempts: tuple[Mapping[str, Any], ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    index_digest: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    walk: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What `Answer` and `Refusal` share.

    Args:
        as_of: ISO date at which editions were chosen; None where no document has one.
        gate: name of the gate that judged.
    """

    question: str
    language: str
    method: str
    model: str
    preset: str
    gate: str
    evidence: tuple[Evidence, ...]
    trace: Trace
    as_of: str | None = None


@dataclass(frozen=True, slots=True)
class Answer(Outcome):
    """Sentences that all passed the gate, each with its citations."""

    sentences: tuple[CheckedSentence, ...] = ()
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal(Outcome):
    """No answer, with its reason."""

    reason: RefusalReason = RefusalReason.NO_EVIDENCE
    detail: str = ""
    sentences: tuple[CheckedSentence, ...] = ()
