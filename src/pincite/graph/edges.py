"""Edges of the six types from a document's tree, terms and resolved references, at the finest level named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.graph.corpus import code_of, name_key
from pincite.graph.lookup import Member, Questions
from pincite.graph.resolve import Resolution
from pincite.types.law import AuthorityLevel, Definition
from pincite.types.provision import is_ancestor
from pincite.types.reference import Edge, EdgeType, ReferenceForm, Unresolved

USE = "use"
"""Manner of a DEFINES edge from a provision that uses a term; the plain one leads from the term to its definition."""
EXTERNAL = "external"

_FORM = ReferenceForm
_NO_ID = re.compile(r"[\s/#]+")


def definition_id(definition: Definition) -> str:
    """Id of a term's node: that of the provision that defines it and the term.

    >>> from pincite.types.document import Span
    >>> definition_id(Definition("flood zone", "act/s2/p1", Span(0, 10), "act"))
    'act/s2/p1/def:flood_zone'
    """
    return f"{definition.provision}/def:{_NO_ID.sub('_', definition.term)}"


def external_id(name: str) -> str:
    """Id of an act outside the corpus.

    >>> external_id("Fair Housing Act")
    'external:fair_housing_act'
    >>> external_id("42 U.S.C."), external_id("42 USC")
    ('external:42_usc', 'external:42_usc')
    """
    return f"{EXTERNAL}:{_NO_ID.sub('_', code_of(name) or name_key(name))}"


def edges_of(source: Member, resolutions: Sequence[Resolution], ask: Questions) -> tuple[Edge, ...]:
    """The edges that start in a document, sorted; several may join the same two nodes."""
    edges = [*_parts(source), *_terms(source)]
    for resolution in resolutions:
        edges.extend(_of_reference(source, resolution, ask))
    return tuple(sorted(set(edges), key=_order))


def _order(edge: Edge) -> tuple[str, str, str, str, int, int]:
    start, end = edge.span or (-1, -1)
    return (edge.source, edge.type.value, edge.target, edge.manner, start, end)


def _parts(source: Member) -> Iterator[Edge]:
    for provision in source.tree:
        yield Edge(provision.id, provision.parent or source.id, EdgeType.PART_OF, span=provision.heading)


def _terms(source: Member) -> Iterator[Edge]:
    definitions = source.law.definitions
    for definition in definitions:
        yield Edge(definition_id(definition), definition.provision, EdgeType.DEFINES, span=definition.span)
    for use in source.law.uses:
        yield Edge(use.provision, definition_id(definitions[use.definition]), EdgeType.DEFINES, USE, use.span)


def _of_reference(source: Member, resolution: Resolution, ask: Questions) -> Iterator[Edge]:
    reference = resolution.reference
    if resolution.external:
        target = external_id(resolution.external)
        yield Edge(reference.source, target, EdgeType.REFERENCES, reference.manner.value, reference.span)
    for target in resolution.targets:
        if target == reference.source or (reference.form is _FORM.SELF and is_ancestor(target, reference.source)):
            continue
        kind, manner = _kind(source, resolution, target, ask)
        yield Edge(reference.source, target, kind, manner, reference.span)


def _kind(source: Member, resolution: Resolution, target: str, ask: Questions) -> tuple[EdgeType, str]:
    reference = resolution.reference
    manner = reference.manner.value
    if resolution.reason is Unresolved.EDITION_MISMATCH:
        manner = Unresolved.EDITION_MISMATCH.value
    if reference.form is _FORM.DELEGATION_OUT:
        return EdgeType.DELEGATES_TO, resolution.manner
    if reference.form is _FORM.FORM:
        return EdgeType.REQUIRES_FORM, manner
    if reference.form is _FORM.DELEGATION_BACK:
        return EdgeType.SPECIFIES, manner
    owner = target.split("/")[0]
    higher = ask.member(owner) if owner != source.id else None
    return (EdgeType.SPECIFIES if higher and _specifies(source, higher) else EdgeType.REFERENCES), manner


def _specifies(lower: Member, higher: Member) -> bool:
    """Whether the one stands below the other in the same family."""
    mine, other = lower.standing, higher.standing
    if AuthorityLevel.OTHER in (mine.level, other.level):
        return False
    return bool(mine.family) and mine.family == other.family and mine.level > other.level
