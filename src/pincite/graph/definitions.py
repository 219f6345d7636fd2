"""Terms that a text defines, where it says what they mean, and where it uses them inside their scope.

    "연구과제"란 …을 말한다            (이하 "센터"라 한다)            (이하 이 조에서 "신청인"이라 한다)
    Boat means a vessel that …       “Premises” means …           (the “Services”)

Names of other laws (이하 "법"이라 한다) are aliases and no terms. A use is counted once for each provision and term, so
there are at most as many as provisions times terms, and in practice a few for each provision.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pincite.types.document import Document, Span
from pincite.types.law import Definition, TermUse
from pincite.types.provision import Provision, ProvisionKind, ProvisionTree

MIN_LETTERS = 2
MAX_LETTERS = 80

_QUOTED = r"[\"“”‘']\s*(?P<term>[^\"“”‘’'\n]{2,60}?)\s*[\"“”’']"
_MEANT_KO = re.compile(rf"{_QUOTED}\s*(?:\([^()\n]{{0,80}}\)\s*)?(?:이란|란|이라\s?함은|라\s?함은)(?![가-힣])")
_IS_KO = re.compile(
    rf"^\W*(?:\w{{1,3}}\.\s*)?{_QUOTED}\s*(?:\([^()\n]{{0,80}}\)\s*)?(?:은|는)(?![가-힣])", re.MULTILINE
)
_SHORT_KO = re.compile(
    r"\(\s*이하\s*(?:이\s?(?P<unit>조|항|호|목|장|절|편|관|별표)에서(?:는)?\s*)?(?P<terms>[^()\n]{2,160}?)"
    r"(?:이?라)?\s?(?:고\s?)?(?:한다|함|칭한다|합니다)\.?\s*\)"
)
_EACH_QUOTED = re.compile(_QUOTED)
_DELEGATED = re.compile(r"(?:령|규칙|고시|조례)(?:으로|로)|정하(?:는|여)")
_USED_HERE_KO = re.compile(r"(?:이\s?(?P<unit>조|항|장|절|편|관|별표)에서|용어의?\s?(?:정의|뜻))")
_TITLE_KO = re.compile(r"정의|용어")

_MEANS = r"(?:means?|shall mean|ha(?:s|ve) the (?:same )?meaning|(?:is|are) defined|refers to|includes?)\b"
_BARE_EN = re.compile(
    r"^[ \t]*(?:\(\w{1,5}\)[ \t]*|\d{1,3}\.[ \t]*)?(?:The term )?"
    r"(?P<term>[A-Za-z][\w'’/&-]*(?:[ ,]+(?:\([^()\n]{1,20}\)|[\w'’/&-]+)){0,8}?)"
    rf",?\s+{_MEANS}",
    re.MULTILINE,
)
_QUOTED_EN = re.compile(
    rf"[“\"](?P<term>[A-Za-z][^“”\"\n]{{1,80}})[”\"](?:\s*(?:,|or)\s+[“\"][^“”\"\n]{{1,80}}[”\"])*,?\s+{_MEANS}"
)
_CALLED_EN = re.compile(
    r"\((?:(?:the|each|an?|collectively|together|individually|here(?:in)?after|referred to as|as|and|or),?\s+){0,6}"
    r"[“\"](?P<term>[A-Z][^“”\"\n]{1,60})[”\"]\s*\)"
)
_TITLE_EN = re.compile(r"\bdefinitions?\b|\bdefined terms\b", re.IGNORECASE)
_USED_HERE_EN = re.compile(
    r"\b(?:as used in|for (?:the )?purposes? of|when used in|in|under|throughout|applies to)\s+this\s+"
    r"(?P<unit>section|paragraph|subsection|subpart|part|chapter|subchapter|article|title|clause|act|agreement)",
    re.IGNORECASE,
)
_NO_TERM_EN = re.compile(
    r"^(?:it|this|that|these|those|which|who|whose|what|the|such|also|and|or|each|any|no|for|if|when|as|except)\b"
    r"|\b(?:which|that|who|do not|does not)\b",
    re.IGNORECASE,
)

_ABBREVIATED = re.compile(r" \([A-Z][\w&-]{1,12}\)$")

_UNIT_KINDS: Mapping[str, tuple[ProvisionKind, ...]] = {
    "조": (ProvisionKind.ARTICLE,),
    "항": (ProvisionKind.PARAGRAPH,),
    "호": (ProvisionKind.ITEM,),
    "목": (ProvisionKind.SUBITEM,),
    "장": (ProvisionKind.CHAPTER,),
    "절": (ProvisionKind.SUBCHAPTER,),
    "관": (ProvisionKind.SUBPART,),
    "편": (ProvisionKind.PART, ProvisionKind.DIVISION),
    "별표": (ProvisionKind.ANNEX,),
    "section": (ProvisionKind.SECTION,),
    "paragraph": (ProvisionKind.PARAGRAPH,),
    "subsection": (ProvisionKind.PARAGRAPH, ProvisionKind.SECTION),
    "subpart": (ProvisionKind.SUBPART,),
    "part": (ProvisionKind.PART,),
    "chapter": (ProvisionKind.CHAPTER,),
    "subchapter": (ProvisionKind.SUBCHAPTER,),
    "article": (ProvisionKind.ARTICLE,),
    "title": (ProvisionKind.TITLE,),
    "clause": (ProvisionKind.CLAUSE,),
}
_BEARERS = (ProvisionKind.ARTICLE, ProvisionKind.SECTION, ProvisionKind.CLAUSE)
_INTRO_CHARS = 300

# What may follow a Korean word without making another word of it.
_PARTICLE = (
    "은|는|이|가|을|를|의|에|와|과|로|으로|도|만|나|이나|란|이란|인|이며|이고|이라|라|이거나|거나|든지|이든지|부터|까지|마다|보다|"
    "에게|에서|에는|에게서|으로서|로서|으로써|로써|별|등|들|간|별로|마다|이자|임|이라고|라고|이었던|였던|외|내|상|중|당"
)
_AFTER_KO = re.compile(rf"(?:{_PARTICLE}){{0,3}}(?![가-힣])")
_WORD_START = re.compile(r"(?<!\w)\w\w")


@dataclass(frozen=True, slots=True)
class _Units:
    """The articles and sections, for scopes and titles."""

    tree: ProvisionTree

    def chain(self, offset: int) -> Iterator[Provision]:
        """The provisions around an offset, from the finest up."""
        provision = self.tree.at(offset)
        while provision is not None:
            yield provision
            provision = self.tree.get(provision.parent) if provision.parent else None

    def around(self, offset: int, unit: str | None) -> str:
        """Id of the unit (`조`, `section`) around an offset; the document's where it names none that is there."""
        kinds = _UNIT_KINDS.get((unit or "").lower(), ())
        return next((p.id for p in self.chain(offset) if p.kind in kinds), self.tree.document_id)

    def bearer(self, offset: int) -> Provision | None:
        """The article, section or clause around an offset."""
        return next((p for p in self.chain(offset) if p.kind in _BEARERS), None)


def definitions_of(document: Document, tree: ProvisionTree, aliases: Collection[str] = ()) -> tuple[Definition, ...]:
    """The terms that a document defines, by place; the first of a term in a provision counts.

    Args:
        aliases: short names of laws, which are no terms.
    """
    is_korean = document.language == "ko" or tree.grammar.startswith("korean")
    found = _korean(document, tree) if is_korean else _english(document, tree)
    kept: dict[tuple[str, str], Definition] = {}
    for definition in sorted(found, key=lambda d: d.span):
        letters = sum(map(str.isalnum, definition.term))
        if MIN_LETTERS <= letters <= MAX_LETTERS and definition.term not in aliases:
            kept.setdefault((definition.provision, definition.term), definition)
    return tuple(kept.values())


def _korean(document: Document, tree: ProvisionTree) -> Iterator[Definition]:
    text, units = document.text, _Units(tree)
    for found in _MEANT_KO.finditer(text):
        if not _DELEGATED.search(found["term"]):
            yield _definition(found, units, _scope_ko(text, units, found.start()))
    for found in _IS_KO.finditer(text):
        bearer = units.bearer(found.start("term"))
        if bearer and _TITLE_KO.search(bearer.title) and not _DELEGATED.search(found["term"]):
            yield _definition(found, units, _scope_ko(text, units, found.start("term")))
    for found in _SHORT_KO.finditer(text):
        unit = found["unit"]
        for term in _EACH_QUOTED.finditer(text, *found.span("terms")):
            scope = units.around(term.start(), unit) if unit else tree.document_id
            yield _definition(term, units, scope, since=found.end())


def _scope_ko(text: str, units: _Units, offset: int) -> str:
    """이 조에서 … in the same sentence or in the article's opening words; else the whole document."""
    bearer = units.bearer(offset)
    start = bearer.heading.end if bearer else max(offset - 40, 0)
    opening = text[start : min(start + _INTRO_CHARS, offset)]
    near = text[max(offset - 40, 0) : offset]
    found = [*_USED_HERE_KO.finditer(opening), *_USED_HERE_KO.finditer(near)]
    unit = next((match["unit"] for match in found if match["unit"]), None)
    return units.around(offset, unit)


def _english(document: Document, tree: ProvisionTree) -> Iterator[Definition]:
    text, units = document.text, _Units(tree)
    for found in _BARE_EN.finditer(text):
        bearer = units.bearer(found.start("term"))
        if bearer and _TITLE_EN.search(bearer.title) and not _NO_TERM_EN.search(found["term"]):
            yield _definition(found, units, _scope_en(text, units, found.start("term")), any_case=True)
    for found in _QUOTED_EN.finditer(text):
        yield _definition(found, units, _scope_en(text, units, found.start()), any_case=found["term"].islower())
    for found in _CALLED_EN.finditer(text):
        yield _definition(found, units, tree.document_id, since=found.end())


def _scope_en(text: str, units: _Units, offset: int) -> str:
    """As used in this subpart, … in the same line or in the section's opening words; else the whole document."""
    bearer = units.bearer(offset)
    start = bearer.heading.end if bearer else max(offset - _INTRO_CHARS, 0)
    line = max(text.rfind("\n", start, offset), start, offset - _INTRO_CHARS)
    for opening in (text[line:offset], text[start : min(start + _INTRO_CHARS, offset)]):
        found = _USED_HERE_EN.search(opening)
        if found:
            return units.around(offset, found["unit"])
    return units.tree.document_id


def _definition(
    found: re.Match[str], units: _Units, scope: str, *, since: int = 0, any_case: bool = False
) -> Definition:
    span = Span(*found.span("term"))
    provision = units.tree.at(span.start)
    term = _ABBREVIATED.sub("", " ".join(found["term"].split())).strip(" ,")
    return Definition(term, provision.id if provision else units.tree.document_id, span, scope, since, any_case)


def uses_of(document: Document, tree: ProvisionTree, definitions: Sequence[Definition]) -> tuple[TermUse, ...]:
    """The first use of each term in each provision inside its scope, by place; its own definition is no use."""
    if not definitions:
        return ()
    terms, scopes = _Terms(definitions), _Scopes(document, tree, definitions)
    defined = {definition.span.start for definition in definitions}
    uses: dict[tuple[str, int], TermUse] = {}
    at = 0
    for start in _WORD_START.finditer(document.text):
        if start.start() < at or start.start() in defined:
            continue
        for pattern, places in terms.beginning(start.group()):
            match = pattern.match(document.text, start.start())
            if match is None:
                continue
            at = match.end()
            provision = tree.at(match.start())
            place = scopes.meant(places, match.start())
            if provision and place is not None and definitions[place].provision != provision.id:
                uses.setdefault((provision.id, place), TermUse(provision.id, place, Span(*match.span())))
            break
    return tuple(uses.values())


class _Terms:
    """Terms by their first two letters, the longest first."""

    def __init__(self, definitions: Sequence[Definition]) -> None:
        by_term: dict[tuple[str, bool], list[int]] = {}
        for place, definition in enumerate(definitions):
            by_term.setdefault((definition.term, definition.any_case), []).append(place)
        self._by_start: dict[str, list[tuple[re.Pattern[str], list[int]]]] = {}
        for (term, any_case), places in sorted(by_term.items(), key=lambda item: (-len(item[0][0]), item[0])):
            self._by_start.setdefault(term[:2].casefold(), []).append((_pattern(term, any_case), places))

    def beginning(self, letters: str) -> list[tuple[re.Pattern[str], list[int]]]:
        return self._by_start.get(letters.casefold(), [])


@lru_cache(maxsize=4096)
def _pattern(term: str, any_case: bool) -> re.Pattern[str]:
    words = r"\s+".join(map(re.escape, term.split()))
    if any("가" <= character <= "힣" for character in term[-1:]):
        return re.compile(rf"{words}(?={_AFTER_KO.pattern})")
    flags = re.IGNORECASE if any_case else 0
    return re.compile(rf"{words}(?:'s|’s|s|es)?(?!\w)", flags)


class _Scopes:
    """Which of several definitions of a term is meant at a place."""

    def __init__(self, document: Document, tree: ProvisionTree, definitions: Sequence[Definition]) -> None:
        whole = Span(0, len(document.text))
        self._since = [d.since for d in definitions]
        self._spans = [p.span if (p := tree.get(d.scope)) else whole for d in definitions]

    def meant(self, places: Sequence[int], offset: int) -> int | None:
        """The one of the narrowest scope around the offset, of these the last before it; None where none holds."""
        holding = [
            p for p in places if self._since[p] <= offset and self._spans[p].start <= offset < self._spans[p].end
        ]
        return min(holding, key=lambda p: (self._spans[p].end - self._spans[p].start, -self._since[p], p), default=None)
