"""Bodies of requests, and those of responses whose form no other file defines."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pincite.answer.pipeline import MAX_QUESTION_CHARS

MAX_NAMES = 1000
Name = Annotated[str, Field(min_length=1, max_length=300)]
Names = Annotated[list[Name], Field(max_length=MAX_NAMES)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Asked(_Body):
    """A question to the library."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"question": "How long is the notice period?", "tags": ["renting"]}]},
    )

    question: str = Field(
        min_length=1, max_length=MAX_QUESTION_CHARS, description="In your own words; name the place or document."
    )
    method: Literal["auto", "citeguard", "refwalk"] = Field(
        "auto", description="`auto` walks citations where the evidence is cited law."
    )
    preset: Literal["paper", "standard"] | None = Field(
        None, description="`standard` reranks with the cross-encoder, and is taken where that is installed."
    )
    gate: Literal["paper", "standard"] | None = Field(
        None, description="What a sentence must pass; `standard` unless set."
    )
    model: str | None = Field(
        None,
        max_length=500,
        description="Who writes: one of those that `/api/v1/version` offers; the first unless set.",
    )
    documents: Names = Field(default_factory=list, description="Ids of the documents to search; empty for all.")
    tags: Names = Field(default_factory=list, description="Search documents with at least one of these; empty for all.")


class Tagged(_Body):
    """All tags of a document."""

    tags: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=50)] = Field(
        description="They take the place of those that it has."
    )


class CheckSource(_Body):
    """A source to hold a text against."""

    name: Name = Field(description="By which places name it.")
    text: str = Field(max_length=2_000_000, description="Its text, in any language.")


class Checked(_Body):
    """Anyone's text, to be held against sources."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "text": "Notice is thirty days. [1]",
                    "sources": [{"name": "lease", "text": "Either party may end it on 30 days' notice."}],
                }
            ]
        },
    )

    text: str = Field(min_length=1, max_length=200_000, description="A marker such as [2] names the second source.")
    sources: Annotated[list[CheckSource], Field(min_length=1, max_length=50)] = Field(
        description="In the order in which markers number them."
    )
    gate: Literal["paper", "standard"] | None = Field(None, description="What a sentence must pass.")


class Problem(BaseModel):
    """What was wanted, what was found and what to do (RFC 9457)."""

    type: str = Field(description="Kind of problem, as a URN.", examples=["urn:pincite:problem:unknown-document"])
    title: str = Field(description="The status in words.")
    status: int
    detail: str = Field(description="What was wanted and what was found.")
    hint: str = Field(description="What to do about it; empty where nothing helps.")
    errors: list[dict[str, str]] | None = Field(None, description="Of an invalid request: each fault with its place.")


class Health(BaseModel):
    """Whether the server answers questions."""

    status: Literal["ready", "starting"]
    running: int = Field(description="Questions that are worked on.")
    waiting: int = Field(description="Questions that wait.")


class Version(BaseModel):
    """What the server is and offers."""

    version: str
    models: list[str] = Field(description="Who may be asked to write; the first one does unless another is named.")
    methods: list[str]
    presets: list[str] = Field(description="Those whose models are installed.")
    gates: list[str]
    offline: bool = Field(description="Nothing leaves the machine.")
    tags: list[str]
    documents: int
    upload: dict[str, int] = Field(description="Most files of an upload, and most megabytes of a file.")
    settings: dict[str, Any] = Field(description="Those that shape answers; no paths, keys or tokens are among them.")


class DocumentRow(BaseModel):
    """A document of the library."""

    id: str
    title: str
    jurisdiction: str | None
    language: str
    media_type: str
    pages: int
    chunks: int
    sections: int | None = Field(description="None in lists where it is not known without reading the text.")
    tags: list[str]
    effective_date: str | None = Field(description="ISO date that the text states.")
    superseded: bool = Field(description="The library holds a newer edition of the same work.")
    file_sha256: str
    added_at: str
    updated_at: str


class DocumentList(BaseModel):
    """The documents of the library, by id."""

    documents: list[DocumentRow]


class OutlineItem(BaseModel):
    """A heading; of law a provision."""

    id: str | None
    heading: str
    level: int = Field(description="1 for the outermost.")
    start: int
    end: int
    page_index: int | None


class PageRow(BaseModel):
    """A page of the file."""

    index: int = Field(description="0-based place in the file.")
    label: str | None = Field(description="The number printed on it.")
    quality: str = Field(description="How far its text can be trusted: good, low, empty.")
    note: str = Field(description="Why it is not good.")
    read_by: str = Field(description="`ocr` where the text was recognised from the picture.")
    start: int
    end: int


class DocumentFull(DocumentRow):
    """A document with its parts; offsets are Unicode code points of its text."""

    characters: int
    text_sha256: str
    notes: list[str] = Field(description="What its parser did otherwise than a reader would expect.")
    original: bool = Field(description="Whether the file itself can be had, and pictures of its pages.")
    outline: list[OutlineItem]
    pages: list[PageRow]  # type: ignore[assignment]
    page_count: int


class TextRange(BaseModel):
    """A part of a document's text."""

    text: str
    start: int
    end: int


class LayerWordRow(BaseModel):
    """A word on a page."""

    text: str
    start: int
    end: int
    box: tuple[float, float, float, float] = Field(description="Left, top, right, bottom, as fractions of the page.")


class Layer(BaseModel):
    """The words of a page, and where a passage stands on it."""

    width: float = Field(description="In points.")
    height: float
    words: list[LayerWordRow]
    highlight: list[tuple[float, float, float, float]] = Field(description="A box for each line of the passage.")


class JobState(BaseModel):
    """An upload on its way into the library."""

    job: str
    state: Literal["queued", "running", "indexing", "done", "failed"]
    files: list[str]
    reports: list[dict[str, Any]] = Field(
        description="One for each file that has been read, as `pincite add --json` has them."
    )
    progress: dict[str, Any] | None
    problem: dict[str, Any] | None


class KeptRow(BaseModel):
    """An answer that was kept, as a list shows it."""

    id: str
    asked_at: str = Field(description="ISO date and time in UTC.")
    asked_by: str | None = Field(description="Name of the token that asked; null without one.")
    question: str
    language: str
    status: Literal["answered", "refused"]
    method: str


class AnswerList(BaseModel):
    """Answers, newest first."""

    answers: list[KeptRow]
    total: int = Field(description="That fit the query, on all pages.")


class AnswerFull(BaseModel):
    """An answer that was kept, with its record."""

    id: str
    asked_at: str
    asked_by: str | None
    record: dict[str, Any] = Field(description="The answer file, `pincite.answer/1`.")
