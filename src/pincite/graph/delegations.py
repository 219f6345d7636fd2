"""Delegations out (대통령령으로 정하는 바에 따라) matched with the provisions of lower texts that fill them.

A lower provision fills a delegation where it claims it in so many words (법 제10조에서 "대통령령으로 정하는 기관"이란):
manner `claimed`; several delegations of one provision are told apart by the quoted words. Where nobody claims it, those
provisions fill it that cite exactly the delegating provision from the level that it names: manner `cited`. A closing
paragraph (제3항에 따른 절차는 대통령령으로 정한다) is filled by what cites the paragraph on whose matter it is:
manner `matter`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pincite.graph.lookup import Member, Questions
from pincite.graph.resolve import Resolution
from pincite.types.law import AuthorityLevel
from pincite.types.provision import ProvisionKind, is_ancestor, split_segment
from pincite.types.reference import CrossReference, Manner, ReferenceForm, Unresolved

CLAIMED, CITED, MATTER = "claimed", "cited", "matter"

# Which level an abstract delegation names, by the first row that its words fit.
_LEVELS: tuple[tuple[str, tuple[AuthorityLevel, ...]], ...] = (
    (r"조례", ()),  # of a municipality: below no family
    (r"대통령령|시행령", (AuthorityLevel.DECREE,)),
    (r"총리령|부령|시행규칙|규칙으로", (AuthorityLevel.RULE,)),
    (r"고시|훈령|예규|지침|공고|장관|[청처]장|위원장|위원회|기관의?장", (AuthorityLevel.NOTICE,)),
    (r"regulation|\brules?\b|prescribe", (AuthorityLevel.DECREE, AuthorityLevel.RULE)),
    (r"order", (AuthorityLevel.DECREE, AuthorityLevel.RULE, AuthorityLevel.NOTICE)),
)
# A manual explains what fills a delegation and fills none.
_LOWER = (AuthorityLevel.DECREE, AuthorityLevel.RULE, AuthorityLevel.NOTICE)
_UPWARD = (ReferenceForm.ALIAS, ReferenceForm.NAMED_WORK, ReferenceForm.ANAPHORA)
_OWN = (ReferenceForm.OWN_ARTICLE, ReferenceForm.OWN_DOCUMENT, ReferenceForm.ANAPHORA)
_FILLING = (Manner.PLAIN, Manner.CONDITION)
_DEFINITIONS = re.compile(r"정\s?의$|definition", re.IGNORECASE)
# A subject may stand before the provision that a rule is about, in characters.
_OPENING = 45
_WHOLE = (ProvisionKind.ITEM, ProvisionKind.SUBITEM)
# 절차는 대통령령으로 정한다: a closing paragraph on the matter of others.
_CLOSING = re.compile(r".{0,30}?정(?:한다|하고|하며|함)")
_MADE_ONCE = (AuthorityLevel.DECREE, AuthorityLevel.RULE)


@dataclass(frozen=True, slots=True, order=True)
class Claim:
    """A lower provision that speaks of a higher one as that which it fills.

    Args:
        target: the higher provision.
        claimer: the lower provision.
        words: quoted of the delegation, blanks left out; empty where none are.
        formal: whether it says that it fills a delegation, and does not only cite the provision.
        leading: whether the citation opens the claimer's text, as what the rule is about, outside of definitions and
            addenda; one further on, or behind another article of the same text, only mentions the provision.
    """

    target: str
    claimer: str
    level: AuthorityLevel
    words: str
    formal: bool
    leading: bool = True


def claims_of(source: Member, resolutions: Sequence[Resolution]) -> dict[str, tuple[Claim, ...]]:
    """What a document claims of higher ones: document id to the claims on it, sorted."""
    found: dict[str, set[Claim]] = {}
    first: dict[tuple[str, str], str] = {}
    for place, resolution in enumerate(resolutions):
        form, manner = resolution.reference.form, resolution.reference.manner
        formal = form is ReferenceForm.DELEGATION_BACK
        if not formal and (form not in _UPWARD or manner not in _FILLING or resolution.reference.through):
            continue
        for target in resolution.targets:
            owner = target.split("/")[0]
            if owner != source.id and target != owner:
                words = source.law.words.get(place, "") if formal else ""
                opened = first.setdefault((resolution.reference.source, owner), _article(target))
                leading = opened == _article(target) and _leads(source, resolution.reference)
                claim = Claim(target, resolution.reference.source, source.standing.level, words, formal, leading)
                found.setdefault(owner, set()).add(claim)
    return {owner: tuple(sorted(claims)) for owner, claims in found.items()}


def _leads(source: Member, reference: CrossReference) -> bool:
    provision = source.tree.get(reference.source)
    if provision is None or reference.source.split("/")[1].startswith(ProvisionKind.ADDENDA):
        return False
    article = source.tree.get(_article(reference.source))
    if article is not None and _DEFINITIONS.search(article.title):
        return False
    return reference.span.start - provision.heading.end <= _OPENING


def with_delegations(
    source: Member, resolutions: Sequence[Resolution], claims: Iterable[Claim], ask: Questions
) -> tuple[Resolution, ...]:
    """The resolutions with the delegations out resolved by the claims on the document."""
    by_article: dict[str, list[Claim]] = {}
    for claim in claims:
        by_article.setdefault(_article(claim.target), []).append(claim)
    filled: list[Resolution] = []
    for place, resolution in enumerate(resolutions):
        if resolution.reference.form is ReferenceForm.DELEGATION_OUT:
            words, matters = source.law.words.get(place, ""), _matters(resolutions, place)
            resolution = _filled(source, resolution, words, matters, by_article, ask)
        filled.append(resolution)
    return tuple(filled)


def _matters(resolutions: Sequence[Resolution], place: int) -> list[str]:
    """The provisions whose matter a delegation is about: what its own provision names before it, since the last one."""
    source = resolutions[place].reference.source
    named: list[str] = []
    for before in reversed(resolutions[:place]):
        form = before.reference.form
        if before.reference.source != source or form is ReferenceForm.DELEGATION_OUT:
            break
        if form in _OWN and before.reference.manner in _FILLING:
            named.extend(before.targets)
    return named


def _article(provision_id: str) -> str:
    return "/".join(provision_id.split("/")[:2])


def _filled(
    source: Member,
    resolution: Resolution,
    words: str,
    matters: Sequence[str],
    claims: Mapping[str, list[Claim]],
    ask: Questions,
) -> Resolution:
    reference = resolution.reference
    named = _levels(reference, words)
    levels = tuple(level for level in named if level > source.standing.level)
    near = [c for c in claims.get(_article(reference.source), ()) if c.level in levels]
    citing = (c.claimer for c in near if not c.formal and c.leading and c.target == reference.source)
    on_matters = (c for matter in matters for c in claims.get(_article(matter), ()) if c.target == matter)
    closing = matters if _CLOSING.match(words) else ()
    about = (c.claimer for c in on_matters if closing and _is_on(c) and c.level in levels)
    for manner, found in ((CLAIMED, _claimed(reference, words, near)), (CITED, citing), (MATTER, about)):
        targets = tuple(dict.fromkeys(found))
        if targets:
            return replace(resolution, targets=targets, reason=None, manner=manner)
    reason = _why_not(source, levels, near, ask) if named else Unresolved.OUTSIDE_CORPUS
    return replace(resolution, targets=(), reason=reason, manner="")


def _is_on(claim: Claim) -> bool:
    """Whether a claimer is a rule of its own on the matter that it cites, and no item of a list."""
    finest = claim.claimer.rpartition("/")[2]
    return claim.leading and claim.level in _MADE_ONCE and split_segment(finest)[0] not in _WHOLE


def _levels(reference: CrossReference, words: str) -> tuple[AuthorityLevel, ...]:
    for said in (reference.work, words):
        for pattern, levels in _LEVELS:
            if said and re.search(pattern, said, re.IGNORECASE):
                return levels
    return _LOWER


def _claimed(reference: CrossReference, words: str, claims: Sequence[Claim]) -> Iterator[str]:
    """The claimers of this delegation: by the quoted words, else by the provision where no words were quoted."""
    delegating = reference.source
    formal = [c for c in claims if c.formal and _related(c.target, delegating)]
    quoting = [c for c in formal if c.words and _same_words(words, _from(reference.work, c.words))]
    exact = [c for c in quoting if c.target == delegating]
    silent = [c for c in formal if not c.words and c.target == delegating]
    return (c.claimer for c in exact or quoting or silent)


def _from(who: str, quoted: str) -> str:
    """Quoted words from those on that name who decides: they may begin before the delegation."""
    at = quoted.find(who) if who else -1
    return quoted[at:] if at >= 0 else quoted


def _same_words(delegating: str, quoted: str) -> bool:
    """Whether quoted words are those of a delegation, as far as both go: what stands behind a delegation is cut."""
    return delegating.startswith(quoted) or (len(quoted) > len(delegating) > 0 and quoted.startswith(delegating))


def _related(one: str, other: str) -> bool:
    return is_ancestor(one, other) or is_ancestor(other, one)


def _why_not(source: Member, levels: Sequence[AuthorityLevel], near: Sequence[Claim], ask: Questions) -> Unresolved:
    """Outside the corpus where the text that would fill it is not here; else nobody claims it.

    A family has one decree and few rules. Of its many notices each cites the article that it is based on, so where no
    notice here cites the delegating article, the one meant is not here.
    """
    family = source.standing.family
    if not levels:
        return Unresolved.NO_FILLING_PROVISION
    members = [m for level in levels for m in ask.of_family(family, level)] if family else []
    noticed = all(level is AuthorityLevel.NOTICE for level in levels)
    is_here = bool(near) if noticed else bool(members)
    return Unresolved.NO_FILLING_PROVISION if is_here else Unresolved.OUTSIDE_CORPUS
