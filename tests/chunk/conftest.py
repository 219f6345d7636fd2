"""Documents set from paragraphs, headings and running heads, page by page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

from pincite.parse.sections import Heading, sections_from
from pincite.text.normalize import one_line
from pincite.types.document import Document, Page, Span, TextMap, TextQuality, TextRun


class Part(NamedTuple):
    """A paragraph; a heading where `level` is above 0, a running head or foot where `furniture` is set."""

    text: str
    level: int = 0
    furniture: bool = False


PageParts = Sequence[Part | str]


def make_document(
    pages: Sequence[PageParts], *, paged: bool = True, quality: TextQuality = TextQuality.GOOD, language: str = "en"
) -> Document:
    """A document of these pages; without page numbers where `paged` is not set."""
    text, headings, made = "", list[Heading](), list[Page]()
    for index, parts in enumerate(pages):
        text += ("\f" if paged else "\n\n") if index else ""
        start, furniture = len(text), list[Span]()
        for place, part in enumerate(parts):
            part = Part(part) if isinstance(part, str) else part
            text += "\n\n" if place else ""
            span = Span(len(text), len(text) + len(part.text))
            text += part.text
            if part.level and part.text.strip():
                headings.append(Heading(span, one_line(part.text), part.level))
            if part.furniture:
                furniture.append(span)
        made.append(Page(index, Span(start, len(text)), str(index + 1), quality, furniture=tuple(furniture)))
    return Document(
        id="act",
        title="Harbor Act",
        source="act.pdf",
        media_type="application/pdf",
        file_sha256="0" * 64,
        text=text,
        text_map=TextMap((TextRun(0, len(text), -1, 0),)),
        pages=tuple(made) if paged else (),
        sections=sections_from(headings, len(text)),
        language=language,
    )


@pytest.fixture(scope="session")
def make() -> Callable[..., Document]:
    return make_document


@pytest.fixture(scope="session")
def part() -> type[Part]:
    return Part
