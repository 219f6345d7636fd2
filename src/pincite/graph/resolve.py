"""A reference's target: exactly one provision at the finest level named, or a reason why there is none.

A range has every provision inside it as target. Delegations out are resolved apart, by what claims them
(`pincite.graph.delegations`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.graph.corpus import name_key
from pincite.graph.locate import Located, between, locate
from pincite.graph.lookup import Member, Questions
from pincite.graph.named import Works, in_code, named_works
from pincite.graph.read_law import FORMER
from pincite.types.provision import ProvisionKind, split_segment
from pincite.types.reference import CrossReference, ReferenceForm, Unresolved

_FORM = ReferenceForm
# Words of an anaphora that take up no words before them but a place: 전조, 다음 항; the preceding section.
_BY_PLACE = re.compile(
    r"\s*(?:전\s?[조항호각]|다음\s?[조항]|앞의?\s|(?:the\s+)?(?:preceding|foregoing))", re.IGNORECASE
)
# Words by which only law calls itself.
_OF_LAW = re.compile(r"(?:이|본)\s?(?:법|영|규칙|고시|훈령|예규|조|항|호|목)")
_PROMULGATION = re.compile(r"제\s?(\d+)\s?호")
_DATE = re.compile(r"(\d{4})\s?\.\s?(\d{1,2})\s?\.\s?(\d{1,2})")
# Units that hold a document of a code and reach beyond it: this title, this chapter, part 160.
_UNITS_ABOVE = (
    ProvisionKind.TITLE,
    ProvisionKind.SUBTITLE,
    ProvisionKind.DIVISION,
    ProvisionKind.PART,
    ProvisionKind.CHAPTER,
    ProvisionKind.SUBCHAPTER,
    ProvisionKind.SUBPART,
)
_BASES = (
    ProvisionKind.ARTICLE,
    ProvisionKind.SECTION,
    ProvisionKind.ANNEX,
    ProvisionKind.FORM,
    ProvisionKind.RECITAL,
    ProvisionKind.CLAUSE,
)


@dataclass(frozen=True, slots=True)
class Resolution:
    """What became of a reference.

    Args:
        targets: provision ids (the document's id for a work as a whole); one, more for a range or a delegation. With
            the reason `edition_mismatch` the provision that bears the number today.
        reason: why there is no target.
        external: name of the work outside the corpus.
        nearest: the last provision on the way to what is not there.
        manner: of a delegation: `claimed` or `cited`, see `pincite.graph.delegations`.
    """

    reference: CrossReference
    targets: tuple[str, ...] = ()
    reason: Unresolved | None = None
    external: str = ""
    nearest: str = ""
    manner: str = ""


def resolve(source: Member, ask: Questions) -> tuple[Resolution, ...]:
    """The outcome for every reference of a document, in their order; delegations out are left open."""
    return tuple(
        _resolve(source, reference, source.law.words.get(place, ""), ask)
        for place, reference in enumerate(source.law.references)
    )


def _resolve(source: Member, reference: CrossReference, words: str, ask: Questions) -> Resolution:
    if reference.form is _FORM.DELEGATION_OUT:
        return Resolution(reference, reason=Unresolved.NO_FILLING_PROVISION)
    if words == FORMER:
        works = _works(source, reference, "", ask)
        if works.members or works.unknown:
            return Resolution(reference, reason=Unresolved.EDITION_MISMATCH)
        return _in_works(source, reference, "", works, ask)
    by_place = bool(reference.path) and _BY_PLACE.match(words)
    if reference.form is _FORM.ANAPHORA and reference.antecedent is None and not by_place:
        return Resolution(reference, reason=Unresolved.ANTECEDENT_UNKNOWN)
    if reference.form is not _FORM.ANAPHORA and reference.antecedent is not None and words:
        return _in_printed(source, reference, words, ask)
    works = _works(source, reference, words, ask)
    return _in_works(source, reference, words, works, ask)


def _in_works(source: Member, reference: CrossReference, words: str, works: Works, ask: Questions) -> Resolution:
    if works.unknown:
        return Resolution(reference, reason=Unresolved.ANTECEDENT_UNKNOWN)
    if not works.members:
        return Resolution(reference, reason=Unresolved.OUTSIDE_CORPUS, external=works.external)
    if reference.path[:1] == ("x",):
        addenda = _of_addenda(reference, works.members, words)
        if len(addenda) > 1:
            return Resolution(reference, reason=Unresolved.AMBIGUOUS, nearest=works.members[0].id)
        full = replace(reference, path=(*addenda, *reference.path[1:])) if addenda else reference
        if addenda:
            return replace(_in_works(source, full, words, works, ask), reference=reference)
    found = [(work, _find(source, reference, work, ask)) for work in works.members]
    there = [(work, place) for work, place in found if place.provision_id]
    if len(there) > 1 or (not there and any(place.ambiguous for _, place in found)):
        return Resolution(reference, reason=Unresolved.AMBIGUOUS, nearest=found[0][1].nearest)
    if not there:
        return _missing(source, reference, works.members, found[0][1], ask)
    return _checked(source, reference, ask, *there[0])


def _in_printed(source: Member, reference: CrossReference, words: str, ask: Questions) -> Resolution:
    """A reference in the words of an article that the text prints without saying whose it is.

    Number and title of the article tell it, where one law of the family has both; else, where the article stands
    right behind one whose law is said, that law, unless its article of this number is another one.
    """
    article, _, title = words.partition(" ")
    full = replace(reference, antecedent=None)
    if reference.form is _FORM.OWN_ARTICLE:
        full = replace(full, form=_FORM.OWN_DOCUMENT, path=(article, *reference.path))
    works = _entitled(source, article, title, ask)
    if works.unknown and reference.work:
        works = named_works(source, reference.work, full.path, ask)
        own = {m.id: found.title for m in works.members if (found := m.tree.get(f"{m.id}/{article}"))}
        if own:
            fitting = tuple(m for m in works.members if name_key(own.get(m.id, "")) == name_key(title))
            works = Works(fitting, unknown=not fitting)
    return replace(_in_works(source, full, words, works, ask), reference=reference)


def _of_addenda(reference: CrossReference, works: Sequence[Member], words: str) -> list[str]:
    """Segments of the addenda with the article that 부칙 제2조 of another law may mean.

    Those of the number or date of promulgation that the words name; without them all of them.
    """
    if len(works) != 1:
        return []
    tree, dated = works[0].tree, works[0].law.dated
    number, date = _PROMULGATION.search(words), _DATE.search(words)
    day = f"{date[1]}-{int(date[2]):02d}-{int(date[3]):02d}" if date else ""
    own = [p for p in tree if p.kind is ProvisionKind.ADDENDA and p.parent is None]
    if number:
        own = [p for p in own if p.number == number[1]]
    elif day:
        own = [p for p in own if dated.get(p.id) == day]
    kept = (p.segments[0] for p in own)
    return [segment for segment in kept if locate(tree, (segment, *reference.path[1:])).provision_id]


# Which works


def _works(source: Member, reference: CrossReference, words: str, ask: Questions) -> Works:
    if not reference.work:
        return _own(source, reference, words, ask)
    return named_works(source, reference.work, reference.path, ask)


def _own(source: Member, reference: CrossReference, words: str, ask: Questions) -> Works:
    """The document itself; where it has no such provision, its annexes, the work whose annexes it is, or its code."""
    if _is_foreign(source, reference, words):
        return _entitled(source, reference.path[0] if reference.path else "", words, ask)
    if _holds(source, reference):
        return Works((source,))
    nearby = [*_mains(source, ask), *ask.parts_of(source)]
    if holding := [m for m in nearby if _holds(m, reference)]:
        return Works(tuple(holding))
    beyond = _beyond(source, reference.path, ask)
    if beyond is not None:
        return beyond
    if not source.tree.grammar and reference.form is not _FORM.SELF:
        return Works(unknown=True)
    return Works((source,))


def _is_foreign(source: Member, reference: CrossReference, words: str) -> bool:
    """Whether a text without provisions speaks of another text's: 제1항 is no section of it, 이 법 not the text."""
    if source.tree.grammar:
        return False
    if reference.form is _FORM.SELF:
        return bool(_OF_LAW.match(words))
    head = split_segment(reference.path[0])[0] if reference.path else ""
    return head in (ProvisionKind.ARTICLE, ProvisionKind.PARAGRAPH, ProvisionKind.ITEM, ProvisionKind.SUBITEM)


def _entitled(source: Member, article: str, title: str, ask: Questions) -> Works:
    """The law of the family whose article bears the number and the title that a text without articles puts behind it.

    A manual does not say whose articles it cites: 제19조(연구비의 부담) tells it, 제19조 alone does not.
    """
    family = source.standing.family
    entitled = [
        member
        for member in (ask.of_code(family) if family and title else ())
        if (provision := member.tree.get(f"{member.id}/{article}")) is not None
        and member.tree.grammar
        and name_key(provision.title) == name_key(title)
    ]
    return Works(tuple(entitled)) if len(entitled) == 1 else Works(unknown=True)


def _beyond(source: Member, path: tuple[str, ...], ask: Questions) -> Works | None:
    """Where a section or a larger unit that the document has not stands in its code; None where it would stand here.

    Codes alone number their sections through all their documents. A section stands here where its number lies within
    those of the document, a unit where the document is made of such units; a chapter, say, that holds a document made
    of sections reaches beyond it and beyond the corpus.
    """
    head = split_segment(path[0])[0] if path else ""
    if head not in (ProvisionKind.SECTION, *_UNITS_ABOVE) or not source.standing.family or not source.sections:
        return None
    if head == ProvisionKind.SECTION and source.holds_number(path[0]):
        return None
    others = in_code(source.standing.family, path, ask)
    is_own_unit = head != ProvisionKind.SECTION and any(p.kind == head for p in source.tree)
    return None if is_own_unit and not others.members else others


def _mains(source: Member, ask: Questions) -> list[Member]:
    return ask.named(source.standing.part_of) if source.standing.part_of else []


# Which provision


def _holds(member: Member, reference: CrossReference) -> bool:
    there = _located(member, reference).provision_id
    return bool(there) or (bool(reference.through) and bool(_range(member, reference)))


def _find(source: Member, reference: CrossReference, work: Member, ask: Questions) -> Located:
    """The place in a work, or in the documents that hold its annexes and forms."""
    place = _located(work, reference)
    if place.provision_id or place.ambiguous:
        return place
    if reference.through and (inside := _range(work, reference)):
        return Located(inside[0], nearest=work.id)
    parts = [found for part in ask.parts_of(work) if (found := _located(part, reference)).provision_id]
    if len(parts) == 1:
        return parts[0]
    return replace(place, ambiguous=len(parts) > 1)


def _located(member: Member, reference: CrossReference) -> Located:
    tree, path = member.tree, reference.path
    if path and split_segment(path[0])[0] == ProvisionKind.PART:
        number = split_segment(path[0])[1].lower()
        if path[0] not in {p.segments[0] for p in tree} and number in member.code_parts:
            path = path[1:]  # the document is that part
    if reference.form is not _FORM.OWN_ARTICLE:
        return locate(tree, path, near=_near(reference))
    places = [locate(tree, path, base, reference.source) for base in _bases(member, reference.source)]
    return next((place for place in places if place.provision_id), places[0])


def _near(reference: CrossReference) -> str:
    """The source where the words say that its own surroundings are meant: 이 조, 전항, the addenda around it."""
    by_place = reference.form is _FORM.ANAPHORA and reference.antecedent is None
    is_addenda = bool(reference.path) and split_segment(reference.path[0])[0] == ProvisionKind.ADDENDA
    return reference.source if reference.form is _FORM.SELF or by_place or is_addenda else ""


def _bases(member: Member, source: str) -> list[str]:
    """From where a relative path goes on: the article or section around the source, then what is nearer."""
    chain: list[str] = []
    article = ""
    provision = member.tree.get(source)
    while provision is not None:
        chain.append(provision.id)
        article = provision.id if provision.kind in _BASES else article
        provision = member.tree.get(provision.parent) if provision.parent else None
    return list(dict.fromkeys([article, *chain] if article else chain)) or [member.tree.document_id]


def _range(member: Member, reference: CrossReference) -> tuple[str, ...]:
    """Ids inside a range, the deleted ones too."""
    is_relative = reference.form is _FORM.OWN_ARTICLE
    bases = _bases(member, reference.source) if is_relative else [member.tree.document_id]
    for base in bases:
        above = locate(member.tree, reference.path[:-1], base).provision_id
        inside = between(member.tree, f"{above}/{reference.path[-1]}", reference.through) if above else ()
        if inside:
            return tuple(p.id for p in inside)
    return ()


def _checked(source: Member, reference: CrossReference, ask: Questions, work: Member, place: Located) -> Resolution:
    """The target, unless it was deleted or is not the text that the source knew."""
    holder = ask.member(place.provision_id.split("/")[0]) or work
    named = _range(holder, reference) if reference.through else (place.provision_id,)
    targets = tuple(t for t in named if (provision := holder.tree.get(t)) is None or not provision.deleted)
    older = _is_older(source, reference, work)
    if not targets:
        reason = Unresolved.EDITION_MISMATCH if older else Unresolved.DELETED
        return Resolution(reference, reason=reason, nearest=place.provision_id)
    if older and any(holder.changed.get(target, "") > source.date_of(reference.source) for target in targets):
        return Resolution(reference, targets, Unresolved.EDITION_MISMATCH)
    return Resolution(reference, targets)


def _is_older(source: Member, reference: CrossReference, work: Member) -> bool:
    """Whether the work's edition came into force after the source, so that the source may speak of another text.

    Addenda are as old as their heading says, against the body of their own law too.
    """
    mine, other = source.date_of(reference.source), work.standing.effective_date
    return bool(mine and other and mine < other)


def _missing(
    source: Member, reference: CrossReference, works: Sequence[Member], place: Located, ask: Questions
) -> Resolution:
    """Why a work that is in the corpus has no such provision."""
    if reference.form in (_FORM.FORM, _FORM.ANNEX) or _is_attached(reference.path):
        return _attached(source, reference, works, ask)
    if any(_is_older(source, reference, work) for work in works):
        return Resolution(reference, reason=Unresolved.EDITION_MISMATCH, nearest=place.nearest)
    return Resolution(reference, reason=Unresolved.NO_SUCH_PROVISION, nearest=place.nearest)


def _is_attached(path: tuple[str, ...]) -> bool:
    return bool(path) and split_segment(path[0])[0] in (ProvisionKind.ANNEX, ProvisionKind.FORM)


def _attached(source: Member, reference: CrossReference, works: Sequence[Member], ask: Questions) -> Resolution:
    """An annex or form without text here: known by the work's own list, or not known at all.

    A form is a node of the document that owns it, even without its text, where that document's list has it.
    """
    owner = next((main for work in works for main in _mains(work, ask)), works[0])
    kind, number = split_segment(reference.path[0]) if reference.path else (str(ProvisionKind.FORM), "0")
    is_form = kind == ProvisionKind.FORM
    listed = owner.standing.forms if is_form else owner.standing.annexes
    title = _listed_title(listed, number)
    if listed is not None and title is None:
        reason = Unresolved.EDITION_MISMATCH if _is_older(source, reference, owner) else Unresolved.NO_SUCH_PROVISION
        return Resolution(reference, reason=reason, nearest=owner.id)
    if title and title.startswith("삭제"):
        return Resolution(reference, reason=Unresolved.DELETED, nearest=owner.id)
    form = (f"{owner.id}/f{number or '0'}",) if is_form else ()
    if title is not None and is_form and len(reference.path) <= 1:
        return Resolution(reference, form)
    return Resolution(reference, form, Unresolved.OUTSIDE_CORPUS, nearest=owner.id)


def _listed_title(listed: tuple[tuple[str, str], ...] | None, number: str) -> str | None:
    """The title in a list of annexes or forms; the only one may go without a number, there or here."""
    titles = dict(listed or ())
    if not number and len(titles) == 1:
        return next(iter(titles.values()))
    return titles.get(number, titles.get("0"))
