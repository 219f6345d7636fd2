"""One document read as law: tree, references, aliases, terms and standing, all that follows from it alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.graph.corpus import standing_of
from pincite.graph.definitions import definitions_of, uses_of
from pincite.types.document import Document
from pincite.types.law import LawText
from pincite.types.provision import ProvisionKind, ProvisionTree
from pincite.types.reference import CrossReference, ReferenceForm

LAW_READER = "law/3"
"""Raised when the same document would give other provisions, references, terms or another standing."""

_WORDS_AFTER = 60
_HEADING_CHARS = 40
_BLANKS = re.compile(r"\s+")
_IN_QUOTE = r"[^\"“”‘’'\n]"
# A page's line may end inside quoted words.
_QUOTE = re.compile(rf"[\"“‘']({_IN_QUOTE}{{1,120}}(?:\n{_IN_QUOTE}{{1,120}})?)[\"”’']")
_PRINTED_HEADING = re.compile(r"[^(\[\]]*\((.*)\)", re.DOTALL)
_TITLE_BEHIND = re.compile(r"\s?\(([^()\n]{2,60}(?:\n[^()\n]{1,40})?)\)")
_DELEGATING = re.compile(r"정[하한]|고시|prescribe|by (?:regulation|rule)")
_DOTTED_DATE = re.compile(r"(?<!\d)(\d{4})\s?\.\s?(\d{1,2})\s?\.\s?(\d{1,2})(?!\d)")
_WRITTEN_DATE = re.compile(r"\b([A-Z][a-z]{2,8})\.? (\d{1,2}), (\d{4})")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

FORMER = "종전의 "
"""What `LawText.words` has for a reference behind these words: another edition is meant. Others have no such blank."""
_FORMER = re.compile(r"(?<![가-힣])종전의\s*\Z")
_LISTED = re.compile(r"\s?(?:[,ㆍ·]|및|또는|부터|내지)?\s?")


def read_law(document: Document) -> LawText:
    """Everything that a document says as law."""
    from pincite.graph.find import find_references
    from pincite.parse.statute import provisions

    tree = provisions(document)
    return law_of(document, tree, find_references(document, tree), _aliases(document, tree))


def _aliases(document: Document, tree: ProvisionTree) -> dict[str, str]:
    if document.language == "ko" or tree.grammar.startswith("korean"):
        from pincite.graph.patterns_ko import aliases_ko

        return aliases_ko(document, tree)
    from pincite.graph.patterns_en import aliases_en

    return aliases_en(document, tree)


def law_of(
    document: Document, tree: ProvisionTree, references: Sequence[CrossReference], aliases: dict[str, str]
) -> LawText:
    """What follows from a document with its tree, references and aliases."""
    definitions = definitions_of(document, tree, aliases)
    return LawText(
        reader=LAW_READER,
        tree=tree,
        standing=standing_of(document, tree, aliases),
        references=tuple(references),
        words=dict(_words(document.text, references)),
        aliases=aliases,
        definitions=definitions,
        uses=uses_of(document, tree, definitions),
        amended=dict(_amended(document, tree)),
        dated=dict(_dated(document, tree)),
    )


def _words(text: str, references: Sequence[CrossReference]) -> Iterator[tuple[int, str]]:
    former = _former(text, references)
    for place, reference in enumerate(references):
        start, end = reference.span
        if place in former:
            yield place, FORMER
        elif reference.form is ReferenceForm.DELEGATION_OUT:
            yield place, bare_words(text[start : end + _WORDS_AFTER])
        elif reference.form is ReferenceForm.DELEGATION_BACK:
            yield place, bare_words(_quoted(text, start, end))
        elif reference.form is not ReferenceForm.ANAPHORA and reference.antecedent is not None:
            if heading := _PRINTED_HEADING.match(text, *reference.antecedent):
                yield place, f"{_article_of(heading[0])} {bare_words(heading[1])}"
        elif reference.path[:1] == ("x",):
            yield place, text[start:end]
        elif reference.form is ReferenceForm.OWN_DOCUMENT and (title := _TITLE_BEHIND.match(text, end)):
            yield place, bare_words(title[1])
        elif reference.form in (ReferenceForm.ANAPHORA, ReferenceForm.SELF):
            yield place, text[start : min(end, start + _WORDS_AFTER)]


def _former(text: str, references: Sequence[CrossReference]) -> set[int]:
    """Places of the references that speak of the text before an amendment, the later members of a list too."""
    found: set[int] = set()
    for place, reference in enumerate(references):
        start = reference.span.start
        before = references[place - 1].span.end if place else 0
        listed = place - 1 in found and _LISTED.fullmatch(text[before:start]) is not None
        if listed or _FORMER.search(text, max(start - 8, 0), start):
            found.add(place)
    return found


def _article_of(heading: str) -> str:
    """Segment of the article that a printed heading numbers."""
    numbers = re.findall(r"\d+", heading.partition("(")[0])
    return "a" + "-".join(str(int(number)) for number in numbers)


def _quoted(text: str, start: int, end: int) -> str:
    """The words that a lower text quotes of the delegation: the first behind the reference, else inside it."""
    quoted = [m[1] for m in (*_QUOTE.finditer(text, end, end + 2 * _WORDS_AFTER), *_QUOTE.finditer(text, start, end))]
    return next((words for words in quoted if _DELEGATING.search(words)), "")


def bare_words(text: str) -> str:
    """The words without blanks, as delegating and filling text are compared."""
    return _BLANKS.sub("", text)


def _amended(document: Document, tree: ProvisionTree) -> Iterator[tuple[str, str]]:
    for provision in tree:
        dates = [day for span in provision.notes for day in _dates(span.cut(document.text))]
        if dates:
            yield provision.id, max(dates)


def _dated(document: Document, tree: ProvisionTree) -> Iterator[tuple[str, str]]:
    for provision in tree:
        if provision.kind is ProvisionKind.ADDENDA:
            dates = list(_dates(document.text[provision.span.start : provision.heading.end + _HEADING_CHARS]))
            if dates:
                yield provision.id, dates[0]


def _dates(note: str) -> Iterator[str]:
    for year, month, day in _DOTTED_DATE.findall(note):
        yield f"{year}-{int(month):02d}-{int(day):02d}"
    for name, day, year in _WRITTEN_DATE.findall(note):
        if name[:3].lower() in _MONTHS:
            yield f"{year}-{_MONTHS.index(name[:3].lower()) + 1:02d}-{int(day):02d}"
