"""Chunks of a document that numbers its provisions: an article or section whole where it fits, else its parts.

What is too large is cut where its own numbering cuts it, and a last part that is still too large at sentences, so a
chunk is one provision, or a part of one, or small sisters in a row. What an article says before its first paragraph is
a part like these. The headings and leading words above a part go into its header, which the indexes read and no quote
is taken of. Text outside the provisions is cut as in `by_page`, and nothing that is indexed there is lost here, but for
what is left of a deleted provision.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pincite.chunk.blocks import Block, blocks
from pincite.chunk.by_page import ChunkReport, by_section, chunk_of, counted, header, packed, with_heading
from pincite.settings import ChunkSettings
from pincite.text import tokens
from pincite.text.labels import label
from pincite.types.chunk import Chunk
from pincite.types.document import Document, Section, Span
from pincite.types.provision import Provision, ProvisionKind, ProvisionTree

PROVISION_CHUNKER_VERSION = "by-provision/1"
DELETED = "deleted_provision"
LEAD_TOKENS = 40
"""So much of what leads in a part stands in its header."""

_K = ProvisionKind
_DIVISIONS = frozenset({_K.TITLE, _K.SUBTITLE, _K.DIVISION, _K.PART, _K.CHAPTER, _K.SUBCHAPTER, _K.SUBPART})
"""They order articles and are no rule themselves: never a chunk, whatever their size. Addenda are one: those of an
amending act say together when and how it takes effect, in articles of a line each."""


@dataclass(frozen=True, slots=True)
class _Atom:
    """A block, or the part of one that stands in one finest provision.

    Args:
        path: the provisions around it, from the outermost in.
    """

    block: Block
    path: tuple[Provision, ...]


@dataclass(frozen=True, slots=True)
class _Unit:
    """What becomes a chunk, or several where it is too large.

    Args:
        provision: that it is, or that holds it; None outside all.
        lead: what the provisions around it say before it.
    """

    provision: Provision | None
    atoms: tuple[_Atom, ...]
    lead: tuple[_Atom, ...] = ()

    @property
    def tokens(self) -> int:
        return sum(atom.block.tokens for atom in self.atoms)


def chunk_provisions(document: Document, tree: ProvisionTree, settings: ChunkSettings | None = None) -> ChunkReport:
    """Chunks of a document with provisions, in the order of its text.

    Args:
        tree: of the document, by a grammar.
        settings: sizes in tokens of `pincite.text.tokens`.
    """
    sizes = settings or ChunkSettings()
    left_out: Counter[str] = Counter()
    atoms: list[_Atom] = []
    for block in blocks(document):
        if block.left_out is None:
            atoms += _atoms(document, tree, block)
        else:
            left_out[block.left_out.value] += 1
    chunks: list[Chunk] = []
    for unit in _units(tree, None, 0, atoms, sizes):
        if unit.provision is not None and all(atom.path and atom.path[-1].deleted for atom in unit.atoms):
            left_out[DELETED] += len(unit.atoms)
        else:
            chunks += _chunks(document, tree, unit, sizes, len(chunks))
    return ChunkReport(tuple(chunks), dict(left_out))


def _atoms(document: Document, tree: ProvisionTree, block: Block) -> Iterator[_Atom]:
    """The block, cut where provisions begin and end."""
    cuts = [p.span.start for p in tree.starting_in(block.span)]
    paths = {at: tree.around(at) for at in (block.span.start, *cuts)}
    ends = {p.span.end for path in paths.values() for p in path if block.span.start < p.span.end < block.span.end}
    places = sorted({block.span.start, *cuts, *ends})
    first = True
    for start, end in zip(places, [*places[1:], block.span.end], strict=True):
        span = _trimmed(document.text, start, end)
        if span:
            part = replace(block, span=span, continues=block.continues and first)
            yield _Atom(part if span == block.span else counted(document, part), tree.around(span.start))
            first = False


def _trimmed(text: str, start: int, end: int) -> Span | None:
    part = text[start:end]
    bare = part.strip()
    start += len(part) - len(part.lstrip())
    return Span(start, start + len(bare)) if bare else None


def _units(
    tree: ProvisionTree, around: Provision | None, depth: int, atoms: Sequence[_Atom], sizes: ChunkSettings
) -> Iterator[_Unit]:
    """What the text of a provision is cut into: itself where it may be whole and fits, else its parts.

    Args:
        depth: how many provisions the path to its parts goes through.
    """
    divides = around is None or _divides(tree, around)
    if not divides and _fits(atoms, sizes):
        yield _Unit(around, tuple(atoms))
        return
    parts: list[_Unit] = []
    lead: tuple[_Atom, ...] = ()
    for child, run in groupby(atoms, key=lambda atom: atom.path[depth] if len(atom.path) > depth else None):
        inside = tuple(run)
        if child is None:
            lead = inside if not parts and not divides else lead
            parts.append(_Unit(around, inside))
        else:
            parts += (replace(u, lead=lead + u.lead) for u in _units(tree, child, depth + 1, inside, sizes))
    yield from parts if around is None or divides else _joined(around, parts, sizes)


def _divides(tree: ProvisionTree, provision: Provision) -> bool:
    """Whether a provision only orders those that are units; an article of a code may hold its sections."""
    if provision.kind is not _K.ARTICLE:
        return provision.kind in _DIVISIONS
    return any(child.kind is _K.SECTION for child in tree.children.get(provision.id, ()))


def _fits(atoms: Sequence[_Atom], sizes: ChunkSettings) -> bool:
    if sum(atom.block.tokens for atom in atoms) > sizes.max_tokens:
        return False
    first, last = atoms[0].block.page_index, atoms[-1].block.page_index
    return first is None or last is None or last - first < sizes.max_pages


def _joined(around: Provision, parts: Iterable[_Unit], sizes: ChunkSettings) -> Iterator[_Unit]:
    """Sisters in a row, joined where one of them is small; together they count as text of the one around them."""
    group: _Unit | None = None
    waiting: _Unit | None = None  # the group before, which a small last one joins
    for part in parts:
        if group is not None and _may_join(around, group, part, sizes):
            group = _Unit(around, (*group.atoms, *part.atoms), group.lead)
            continue
        if waiting is not None:
            yield waiting
        waiting, group = group, part
    if waiting is not None and group is not None and _may_join(around, group, waiting, sizes):
        group, waiting = _Unit(around, (*waiting.atoms, *group.atoms), waiting.lead), None
    yield from (unit for unit in (waiting, group) if unit is not None)


def _may_join(around: Provision, small: _Unit, other: _Unit, sizes: ChunkSettings) -> bool:
    """Whether a small part of a provision may share a chunk with the one beside it."""
    sisters = all(u.provision is not None and around.id in (u.provision.id, u.provision.parent) for u in (small, other))
    if not sisters or small.tokens >= sizes.min_tokens:
        return False
    return _fits(sorted((*small.atoms, *other.atoms), key=lambda atom: atom.block.span), sizes)


def _chunks(
    document: Document, tree: ProvisionTree, unit: _Unit, sizes: ChunkSettings, ordinal: int
) -> Iterator[Chunk]:
    """The unit's chunks: one where it fits."""
    section = _section(document, tree, unit)
    inside = _with_headings(document, unit, section)
    groups = by_section(document, inside, sizes) if unit.provision is None else [inside]
    packs = [pack for group in groups for pack in packed(document, group, sizes)]
    for place, pack in enumerate(packs):
        around = section if unit.provision is not None and place == 0 else pack[0].section
        made = chunk_of(document, pack, ordinal + place, around)
        if unit.provision is None:
            yield made
        else:
            yield replace(
                made,
                header=_header(document, unit, around),
                label=label(document, made.span, unit.provision.segments),
                provision_id=unit.provision.id,
            )


def _beginning(document: Document, unit: _Unit) -> int:
    """Where the unit begins, with the heading above its first word that is in no block.

    Of the provisions that begin there it is the outermost one's, from the unit's own in.
    """
    first = unit.atoms[0]
    at = first.block.span.start
    inside = first.path[first.path.index(unit.provision) :] if unit.provision in first.path else ()
    starts = (p.heading.start for p in inside if not document.text[p.heading.end : at].strip())
    return min(next(starts, at), at)


def _section(document: Document, tree: ProvisionTree, unit: _Unit) -> Section | None:
    """The innermost section around the unit, which may be the unit's own; a sister's heading is not above it."""
    if unit.provision is None:
        return unit.atoms[0].block.section
    path = unit.atoms[0].path
    around = {provision.id for provision in path[: path.index(unit.provision) + 1]}
    last = bisect_right(document.sections, _beginning(document, unit), key=lambda s: s.span.start)
    for section in reversed(document.sections[:last]):
        owner = tree.at(section.span.start)
        if owner is None or owner.id in around:
            return section
    return None


def _with_headings(document: Document, unit: _Unit, section: Section | None) -> list[Block]:
    """The unit's blocks, those that begin another section inside it behind its heading."""
    beginning = _beginning(document, unit)
    found: list[Block] = []
    for atom in unit.atoms:
        block = atom.block
        fresh = block.section is not None and block.section is not section and block.section.span.start >= beginning
        found += with_heading(document, block) if fresh and unit.provision is not None else [block]
        section = block.section if fresh else section
    return found


def _header(document: Document, unit: _Unit, section: Section | None) -> str:
    """What the indexes read first: title and place, the headings, and what leads the unit in."""
    lines = [header(document, section)]
    if unit.lead:
        words = " ".join(" ".join(atom.block.span.cut(document.text) for atom in unit.lead).split())
        lines.append(_cut(words))
    return "\n".join(lines)


def _cut(words: str) -> str:
    """The last words, so many as a header has room for: what stands right before a list leads it in."""
    kept = words.split(" ")
    while len(kept) > 1 and tokens.count(" ".join(kept)) > LEAD_TOKENS:
        kept = kept[max(len(kept) // 8, 1) :]
    return " ".join(kept)
