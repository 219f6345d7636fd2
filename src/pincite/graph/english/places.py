"""Where in a document a reference stands, and what its words leave out because of that place.

`paragraph (1)` in subsection (a) is (a)(1); `this subsection` is the first level below the section; `such section` is
the one that was cited before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

from pincite.graph.english.words import CODES, UNITS, Unit
from pincite.types.document import Document
from pincite.types.provision import Provision, ProvisionKind, ProvisionTree

_BASES = frozenset({ProvisionKind.SECTION, ProvisionKind.ARTICLE, ProvisionKind.RECITAL, ProvisionKind.ANNEX})
_EUROPEAN_CHARS = 40_000
_EUROPEAN = re.compile(r"\b(?:Regulation|Directive|Decision) \((?:EU|EC|EEC)\)|\bMember States?\b")
_CITED_PARAGRAPHS = re.compile(r"\b[Pp]aragraphs? \([a-z]\)[^.;\n]{0,40}? of this section")
_CITED_SUBSECTIONS = re.compile(r"\b[Ss]ubsections? \(")
_TITLE_UNIT = re.compile(
    r"\b(title|division|chapter|subchapter|part|subpart|article)\s+([\dIVXLC][\w.-]*|[A-Z]\b)", re.I
)
_TERM_WORDS = 8
_TERM = re.compile(r"[^a-z0-9]+")
_ABOVE_SECTION = ("title", "subtitle", "division", "chapter", "subchapter", "part", "subpart")


class Place:
    """A document with its tree, as references ask about it.

    Args:
        contract: its provisions are numbered clauses.
        european: labels below an article are a paragraph and points.
        one_name: every level below the section is called paragraph, as in the Code of Federal Regulations.
    """

    def __init__(self, document: Document, tree: ProvisionTree) -> None:
        self.document, self.tree = document, tree
        kinds = {provision.kind for provision in tree}
        self.contract = ProvisionKind.CLAUSE in kinds
        self.european = ProvisionKind.ARTICLE in kinds and _is_european(document)
        self.one_name = _names_all_paragraphs(document.text)
        self.regulation = _is_regulation(document)
        self.own_codes = frozenset(_own_codes(document.title))
        self.own_units = {word.lower(): number for word, number in _TITLE_UNIT.findall(document.title)}
        self._tops = {p.segments[0] for p in tree if p.segments}
        self._path_of = lru_cache(maxsize=64)(self._path)

    def source(self, offset: int) -> Provision | None:
        """The finest provision that holds the character."""
        return self.tree.at(offset)

    def has(self, path: Sequence[str]) -> bool:
        """Whether the document has a provision of that path."""
        return "/".join((self.tree.document_id, *path)) in self.tree

    def has_top(self, segment: str) -> bool:
        """Whether a provision hangs on the document under this segment."""
        return segment in self._tops

    @cached_property
    def dashed(self) -> bool:
        """Whether sections are numbered with a dash (`27-978`): more of them than without."""
        sections = [s for s in self._tops if re.match(r"s\d", s)]
        return 2 * sum("-" in s for s in sections) > len(sections)

    def choose(self, *candidates: tuple[str, ...]) -> tuple[str, ...]:
        """The first path that the document has; else the first."""
        return next((path for path in candidates if self.has(path)), candidates[0])

    # The provisions around a place

    def around(self, provision: Provision | None) -> Iterator[Provision]:
        """The provision and those above it, from the inside."""
        while provision is not None:
            yield provision
            provision = self.tree.get(provision.parent) if provision.parent else None

    def base(self, provision: Provision | None) -> Provision | None:
        """The section, article, annex or outermost clause around a provision."""
        chain = list(self.around(provision))
        found = next((p for p in chain if p.kind in _BASES), None)
        if found is not None:
            return found
        clauses = [p for p in chain if p.kind is ProvisionKind.CLAUSE]
        return clauses[-1] if clauses else None

    def in_annex(self, provision: Provision | None) -> bool:
        """Whether a provision stands in an annex, whose clauses are numbered anew."""
        return any(above.kind is ProvisionKind.ANNEX for above in self.around(provision))

    def path_in_base(self, provision: Provision | None) -> tuple[str, ...]:
        """The segments between the section and the provision, its own included."""
        return self._path_of(provision.id) if provision else ()

    def _path(self, provision_id: str) -> tuple[str, ...]:
        provision = self.tree.get(provision_id)
        base = self.base(provision)
        return provision.segments[len(base.segments) :] if provision and base else ()

    # What words leave out

    def complete(self, provision: Provision | None, labels: tuple[str, ...], unit: Unit) -> tuple[str, ...]:
        """The whole path below the section of labels that stand alone: the nearest level that has such a label.

        Args:
            labels: segments, such as `("p1", "pA")`.
        """
        if unit.depth == 1 or not labels:
            return labels
        base = self.base(provision)
        for above in self.around(provision):
            if base is None or len(above.segments) < len(base.segments):
                break
            if f"{above.id}/{'/'.join(labels)}" in self.tree:
                return (*above.segments[len(base.segments) :], *labels)
        return labels

    def inside(self, provision: Provision | None, unit: Unit | None, labels: tuple[str, ...]) -> tuple[str, ...]:
        """The path below the section of `(1) of this subsection`."""
        level = self.level(provision, unit) if unit else ()
        if unit is None or not self.has((*self._base_segments(provision), *level, *labels)):
            completed = self.complete(provision, labels, UNITS["paragraph"])
            if self.has((*self._base_segments(provision), *completed)):
                return completed
        return (*level, *labels)

    def level(self, provision: Provision | None, unit: Unit) -> tuple[str, ...]:
        """The path below the section of `this paragraph`: of the source's levels the one that is called so."""
        path = self.path_in_base(provision)
        if unit.name == "subsection" and not self.contract:
            return path[:1]
        if self.one_name or self.contract or not unit.depth:
            return path
        if self.european:
            return path[: 1 if unit.name == "paragraph" else 2]
        return path[: unit.depth] if len(path) >= unit.depth else path

    def definition(self, provision: Provision | None) -> tuple[str, ...]:
        """The path below the section of the definition that a provision stands in."""
        path = self.path_in_base(provision)
        ends = [at for at, segment in enumerate(path, start=1) if _is_term(segment)]
        return path[: ends[0]] if ends else ()

    def defined(self, provision: Provision | None, section: tuple[str, ...], term: str) -> tuple[str, ...]:
        """The whole path of a term's definition: in the section named, in the one around, or the only one there is.

        Where the document has none, the section named (if any) and the term's segment, since another may have it.
        """
        segment = f"p{_slug(term)}"
        path = (*(section or self._base_segments(provision)), segment)
        if self.has(path):
            return path
        known = self._terms.get(segment, ())
        return known[0] if len(known) == 1 and not section else (*section, segment)

    def term_at(self, text: str) -> str:
        """The longest term that the document defines at the beginning of a text; empty for none."""
        words = text.split(" ", _TERM_WORDS + 1)
        for count in range(min(_TERM_WORDS, len(words)), 0, -1):
            term = " ".join(words[:count]).strip('“”",.;:)')
            if f"p{_slug(term)}" in self._terms:
                return term
        return ""

    @cached_property
    def _terms(self) -> dict[str, list[tuple[str, ...]]]:
        """Segments of defined terms to the paths of their definitions."""
        found: dict[str, list[tuple[str, ...]]] = {}
        for provision in self.tree:
            last = provision.segments[-1:]
            if last and last[0][0] == "p" and len(provision.segments) > 1 and _is_term(last[0]):
                found.setdefault(last[0], []).append(provision.segments)
        return found

    def _base_segments(self, provision: Provision | None) -> tuple[str, ...]:
        base = self.base(provision)
        return base.segments if base else ()

    def this(self, provision: Provision | None, word: str) -> tuple[str, ...]:
        """The whole path of `this section`, `this paragraph`, `this part`; empty for the document itself."""
        unit = UNITS.get(word)
        if unit is None:
            return self._this_annex(provision, word)
        base = self._base_segments(provision)
        if unit.depth:
            return (*base, *self.level(provision, unit))
        kind = {"section": ProvisionKind.SECTION, "rule": ProvisionKind.SECTION}.get(word)
        for above in self.around(provision):
            if above.kind.value == unit.letter or (kind is not None and above.kind in (kind, ProvisionKind.CLAUSE)):
                return self._own_level(provision) if above.kind is ProvisionKind.CLAUSE else above.segments
        return self._above(unit) if word in _ABOVE_SECTION else base if word in ("section", "article") else ()

    def _own_level(self, provision: Provision | None) -> tuple[str, ...]:
        """A contract's `this Section`: the numbered clause of two levels (1.2) around, else what there is."""
        segments = next((p.segments for p in self.around(provision) if p.kind is ProvisionKind.CLAUSE), ())
        return tuple(s for at, s in enumerate(segments) if at == 0 or s[1:2].isdigit())

    def _this_annex(self, provision: Provision | None, word: str) -> tuple[str, ...]:
        if word not in ("annex", "appendix", "schedule", "exhibit", "attachment", "addendum"):
            return ()
        return next((p.segments for p in self.around(provision) if p.kind is ProvisionKind.ANNEX), ())

    def _above(self, unit: Unit) -> tuple[str, ...]:
        """What `this title` is in a document that is one chapter of it: the title, which reaches beyond the document.

        Empty where the document is that unit, or does not say what it is. A unit inside the document that the tree
        has not stays without a number, since it is not the whole document.
        """
        ranks = {word: UNITS[word].rank for word in self.own_units if word in UNITS}
        if not ranks or unit.rank == max(ranks.values()):
            return ()
        return (f"{unit.letter}{self.own_units.get(unit.name, '')}",)

    def beside(self, provision: Provision | None, word: str) -> tuple[str, ...]:
        """The whole path of `the preceding section`; empty where there is none."""
        unit = UNITS.get(word)
        here = self.this(provision, word) if unit else ()
        found = self.tree.get("/".join((self.tree.document_id, *here))) if here else None
        if found is None:
            return ()
        before = self._before.get(found.id)
        return before.segments if before else ()

    @cached_property
    def _before(self) -> dict[str, Provision]:
        """Provision to the one of its kind that stands before it under the same parent."""
        return {
            later.id: earlier
            for siblings in self.tree.children.values()
            for earlier, later in pairwise(siblings)
            if earlier.kind is later.kind
        }


def _is_term(segment: str) -> bool:
    """Whether a segment is a defined term's, and no label's."""
    return re.fullmatch(r"p[a-z][a-z0-9]*(?:-[a-z0-9]+)+|p[a-z]{4,}", segment) is not None


def _slug(term: str) -> str:
    return _TERM.sub("-", term.lower()).strip("-")


def _is_european(document: Document) -> bool:
    head = f"{document.title}\n{document.text[:_EUROPEAN_CHARS]}"
    return len(_EUROPEAN.findall(head)) > 1


def _names_all_paragraphs(text: str) -> bool:
    return len(_CITED_PARAGRAPHS.findall(text)) > len(_CITED_SUBSECTIONS.findall(text))


def _is_regulation(document: Document) -> bool:
    return (
        re.search(r"\bC\.?F\.?R\b|\bD?CMR\b|\bregulations?\b|\brules\b|\bAdministrative Code\b", document.title, re.I)
        is not None
    )


def _own_codes(title: str) -> Iterator[str]:
    """The works that a document's title says it is of: `42 U.S.C.`, `AS`."""
    for code in CODES:
        name = re.search(rf"(?<!\w)(?:{code.full or code.pattern})(?!\w)", title, re.VERBOSE if not code.full else 0)
        if name is None:
            continue
        if not code.titled:
            yield code.name
        elif number := re.search(r"\b(\d+)\W{0,3}$", title[: name.start()]) or re.search(r"[Tt]itle (\d+)", title):
            yield f"{number[1]} {code.name}"
