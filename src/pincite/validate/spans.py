"""The spans that a sentence is held against, and their words."""

from __future__ import annotations

from typing import Final

from pincite.text import lists
from pincite.types.answer import CheckState, DraftSentence, Finding
from pincite.types.document import Span
from pincite.types.retrieval import Evidence
from pincite.validate.alignment import Alignment, aligned
from pincite.validate.context import CheckContext

# How far before an item of a list the sentence that governs it is looked for.
_MAX_ITEMS_BEFORE: Final = 20


def supporting(sentence: DraftSentence, context: CheckContext) -> tuple[Alignment, ...]:
    """The best alignment and the further ones near enough to count; empty where nothing aligns or none can be made."""
    try:
        found = context.alignments(sentence)
    except Exception:  # the alignment check has told of it
        return ()
    return (*found[:1], *(a for a in found[1:] if aligned(a, context.threshold(sentence))))


def unaligned(name: str) -> Finding:
    """The finding of a check that has nothing to hold the sentence against."""
    return Finding(name, CheckState.NOT_CHECKED, None, "there is no span to hold the sentence against")


def source_of(alignment: Alignment, context: CheckContext) -> Evidence:
    """The evidence that the alignment lies in."""
    return next(item for item in context.evidence if item.number == alignment.number)


def span_text(alignment: Alignment, context: CheckContext) -> str:
    """The words of the span."""
    return alignment.span.cut(source_of(alignment, context).chunk.text)


def stated(alignment: Alignment, context: CheckContext) -> str:
    """What the span states: its words, items of a list each with the sentence that governs them."""
    item = source_of(alignment, context)
    text, head = alignment.span.cut(item.chunk.text), _governing(item, alignment.span, context)
    return lists.spelled_out(f"{head} {text}" if head else text)


def _governing(item: Evidence, span: Span, context: CheckContext) -> str:
    """The sentence before a list that the span begins within; empty where it begins with no item."""
    text = item.chunk.text
    parts = [part.span for part in context.sentences(item) if part.span.start <= span.start]
    if not parts or not lists.is_item(parts[-1].cut(text)):
        return ""
    for part in reversed(parts[-_MAX_ITEMS_BEFORE - 1 : -1]):
        words = part.cut(text)
        if lists.ends_open(words):
            return words.strip() if lists.opens_list(words) else ""
        if not lists.is_item(words):
            return ""
    return ""
