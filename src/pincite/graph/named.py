"""The documents of a work that a reference names: by the text's own short names, by the family, by title or by code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.graph.corpus import code_of, code_part, name_key
from pincite.graph.lookup import Member, Questions
from pincite.types.law import AuthorityLevel
from pincite.types.provision import ProvisionKind, split_segment

_LOWER_SUFFIXES = (("시행령", AuthorityLevel.DECREE), ("시행규칙", AuthorityLevel.RULE))
_FAMILY_WORDS = {
    "법": AuthorityLevel.STATUTE,
    "법률": AuthorityLevel.STATUTE,
    "모법": AuthorityLevel.STATUTE,
    "영": AuthorityLevel.DECREE,
    "시행령": AuthorityLevel.DECREE,
    "법시행령": AuthorityLevel.DECREE,
    "규칙": AuthorityLevel.RULE,
    "시행규칙": AuthorityLevel.RULE,
    "법시행규칙": AuthorityLevel.RULE,
}


@dataclass(frozen=True, slots=True)
class Works:
    """The documents that a reference speaks of; none, with the work's name, where they are outside the corpus."""

    members: tuple[Member, ...] = ()
    external: str = ""
    unknown: bool = False


def named_works(source: Member, work: str, path: tuple[str, ...], ask: Questions) -> Works:
    """The documents of a work that is named, by the text's own short names, then by the family, then by title."""
    full = _full_name(source, work)
    code = code_of(full)
    if code:
        part = code_part(full)
        return in_code(code, (f"pt{part}",) if part and not path else path, ask, full)
    named = _nearest_of(source, ask.named(name_key(full)))
    if named:
        return Works(tuple(named))
    level = _FAMILY_WORDS.get(name_key(full))
    if level is None and (below := _below(full, ask)):
        return Works(below)
    if level is None:
        unknown = full == work and len(name_key(full)) < 2
        return Works(external=full, unknown=unknown)
    return _of_family(source, level, ask)


def _below(full: str, ask: Questions) -> tuple[Member, ...]:
    """The decree or rule of an act by the act's family, whatever its title is."""
    for suffix, level in _LOWER_SUFFIXES:
        act = name_key(full).removesuffix(suffix)
        if act and act != name_key(full):
            return tuple(ask.of_family(act, level))
    return ()


def _full_name(source: Member, work: str) -> str:
    """A work's name with the short names that the text defines written out: 법 시행령, 혁신법."""
    aliases = source.law.aliases
    if work in aliases:
        return aliases[work]
    for suffix, _ in _LOWER_SUFFIXES:
        head = work.removesuffix(suffix).strip()
        if head != work.strip() and head in aliases:
            return f"{aliases[head]} {suffix}"
    return work


def _of_family(source: Member, level: AuthorityLevel, ask: Questions) -> Works:
    family = source.standing.family
    if not family:
        return Works(unknown=True)
    members = ask.of_family(family, level)
    if members:
        return Works(tuple(members))
    suffix = next((suffix for suffix, of in _LOWER_SUFFIXES if of is level), "")
    return Works(external=f"{family} {suffix}".strip())


def _nearest_of(source: Member, members: Sequence[Member]) -> list[Member]:
    """Of works of one name those of the source's family, where there are such: sister acts share names."""
    family = [m for m in members if m.standing.family == source.standing.family]
    return list(family or members)


def in_code(code: str, path: tuple[str, ...], ask: Questions, name: str = "") -> Works:
    """The document of a code that holds a section or part, or in whose run of numbers it would stand."""
    members = [m for m in ask.of_code(code) if not m.standing.part_of]
    external = name or (code.upper() if code_of(code) else "")
    if not path:
        return Works(external=external)
    kind, number = split_segment(path[0])
    if kind == ProvisionKind.SECTION:
        holding = [m for m in members if path[0] in m.sections]
        return Works(tuple(holding or [m for m in members if m.holds_number(path[0])]), external)
    if kind == ProvisionKind.PART:
        return Works(tuple(m for m in members if number.lower() in m.code_parts), external)
    return Works(tuple(m for m in members if path[0] in {p.segments[0] for p in m.tree}), external)
