"""What the tools of `pincite mcp` give back, as schemas that a client sees.

`quote`, `text`, `label`, `title` and `heading_path` repeat what stands in documents: data, whatever it says.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field


class Place(BaseModel):
    """Where something stands in a document."""

    document_id: str
    label: str = Field(description="The printed pincite: cite it like this.")
    page_index: int | None = Field(description="0-based place of the page in the file; null without pages.")
    page_label: str | None = Field(description="The number printed on the page.")
    section_id: str | None
    provision_id: str | None = Field(description="For get_provision and trace; null for what is no law.")


class Step(BaseModel):
    """An edge of the graph of provisions."""

    source: str = Field(description="Provision id.")
    target: str = Field(description="Provision id.")
    type: str = Field(description="REFERENCES, DELEGATES_TO, SPECIFIES, REQUIRES_FORM, DEFINES or PART_OF.")
    manner: str = Field(description="Finer sense, such as exception; may be empty.")


class Found(Place):
    """A passage that was found."""

    rank: int
    score: float
    chunk_id: str
    heading_path: list[str]
    effective_date: str | None = Field(description="ISO date of the text; null where it states none.")
    text: str = Field(description="The passage, as it stands in the document.")
    via: list[Step] = Field(description="The citations along which it was found; empty for direct hits.")


class SearchResult(BaseModel):
    """Passages, best first."""

    query: str
    results: list[Found]
    left_out_places: list[str] = Field(description="Jurisdictions whose passages were left out.")
    notes: list[str]


class Joined(BaseModel):
    """A provision that another one is joined to."""

    id: str
    label: str
    edge: Step
    forward: bool = Field(description="Whether the edge leads to it; else it leads from it.")


class ProvisionResult(BaseModel):
    """A provision with its text and what it is joined to."""

    id: str
    kind: str
    document_id: str | None
    document_title: str | None
    effective_date: str | None
    label: str = Field(description="The printed pincite.")
    title: str
    text: str = Field(description="As it stands in the document; empty for a whole document or an act outside.")
    text_cut: bool = Field(description="Whether the text was cut at its end for its length.")
    parts: list[str] = Field(description="Ids of the provisions right below it.")
    joined: list[Joined]
    joined_left_out: int = Field(description="How many further ones there are.")


class TraceResult(BaseModel):
    """A shortest way from one provision to another."""

    found: bool
    start: str
    end: str
    steps: list[Joined]


class CitedQuote(Place):
    """What a sentence of an answer rests on."""

    number: int = Field(description="The marker in `text`.")
    sentence: int = Field(description="0-based place in `sentences`.")
    quote: str = Field(description="The words that stand there.")
    start: int = Field(description="Of the quote in the document's text, in code points.")
    end: int
    file_sha256: str
    effective_date: str | None


class AnswerSentence(BaseModel):
    """A sentence that passed every check."""

    text: str
    citations: list[int]


class WhyRefused(BaseModel):
    """Why no answer was given, which is a result and no error."""

    reason: str = Field(
        description="no_evidence, insufficient_evidence, other_jurisdiction, model_refused, validation_failed or "
        "model_error."
    )
    why: str
    what_helps: str
    nearest: list[Place] = Field(description="The passages that came nearest.")


class AskResult(BaseModel):
    """A checked answer, or a refusal with its reason."""

    status: str = Field(description="answered or refused.")
    question: str
    text: str = Field(description="The sentences with their markers, such as [1]; the refusal sentence when refused.")
    sentences: list[AnswerSentence]
    citations: list[CitedQuote]
    refusal: WhyRefused | None
    method: str
    model: str
    as_of: str | None
    index_digest: str
    record: dict[str, Any] | None = Field(description="The answer file pincite.answer/1, where `full` was asked for.")


class Finding(BaseModel):
    """One thing in an answer file that does not check out."""

    place: str = Field(description="JSON pointer into the file.")
    rule: str
    detail: str


class NewerEdition(BaseModel):
    """An edition of a cited work that is newer than the cited one."""

    document_id: str
    title: str
    effective_date: str
    in_force: bool


class CitationNow(BaseModel):
    """What became of a citation since the answer was given."""

    number: int
    sentence: int
    document_id: str
    label: str
    state: str = Field(description="unchanged, moved, text_changed or removed.")
    detail: str
    superseded: bool
    superseded_by: NewerEdition | None


class VerifyResult(BaseModel):
    """An answer file held against today's library."""

    ok: bool = Field(description="Nothing was found that does not check out.")
    complete: bool = Field(description="And everything could be checked again.")
    current: bool = Field(description="And no citation has changed or is superseded.")
    checked_on: str
    findings: list[Finding]
    not_checked: list[Finding]
    citations: list[CitationNow]
