"""Short names that a text gives to works: `the Public Lamp Act (PL Act)`, `Act means the Social Lamp Act`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.graph.english.labels import GAP
from pincite.graph.english.words import CITED_NAME_ENDS, NO_WORKS
from pincite.graph.english.works import EUROPEAN, LAW, clean_name, named_before, work_at

_ENDS = "|".join(CITED_NAME_ENDS)
# Works that a bracket may give a short name to; `the Internet Protocol (IP)` is none.
_NAMED = (
    "Act|Code|Statutes|Laws?|Constitution|Treaty|Convention|Regulations?|Rules|Charter|Ordinance|Directive|Agreement"
)
_LEAD = (
    rf"(?:(?:hereinafter|hereafter|herein|referred{GAP}to|called|cited|known|the|or|as|also|collectively"
    rf"|in{GAP}this{GAP}\w+){GAP}|,{GAP}?)"
)
_SHORT = r"[A-Z][\w&.’'-]{0,30}(?:\ (?:of\ |and\ )?[A-Z][\w&.’'-]{0,30}){0,4}"
_BRACKET = re.compile(
    rf"(?P<end>\b(?:{_NAMED})(?:,?\ (?:of\ )?\d{{4}})?)(?:,{GAP}as{GAP}amended,?)?{GAP}"
    rf"(?P<bracket>\({_LEAD}{{0,8}}[“\"‘']?(?P<short>{_SHORT})[”\"’']?"
    r"(?:\s(?:or|and)\s[“\"][^”\"()]{1,40}[”\"])?\))",
    re.VERBOSE,
)
_FIXED_BRACKET = re.compile(
    rf"(?:{LAW}|{EUROPEAN})[^()\n;]{{0,160}}?{GAP}"
    rf"(?P<bracket>\({_LEAD}{{0,8}}[“\"‘'](?P<short>[A-Z][^”\"’'()\n]{{1,40}})[”\"’']\))",
    re.VERBOSE,
)
_QUOTED = re.compile(r"[“\"‘']")
_MEANS = re.compile(
    rf"(?:(?<=\n)|\A|[“\"(]|(?<=\)\ ))[ \t]*[“\"]?"
    rf"(?P<short>(?:[A-Z][\w&.-]{{0,30}}\ ){{0,3}}(?:{_ENDS}|[A-Z]{{2,8}}))(?P<close>[”\"]?),?{GAP}"
    rf"(?:means?|stands{GAP}for|refers{GAP}to|shall{GAP}mean){GAP}(?:the{GAP}|any{GAP})?(?=[A-Z])",
    re.VERBOSE,
)
_CITED_AS = re.compile(
    rf"\b(?:may|shall){GAP}be{GAP}(?:cited|known|referred{GAP}to)(?:{GAP}and{GAP}(?:may{GAP}be{GAP})?cited)?{GAP}as{GAP}(?:the{GAP})?"
    rf"(?P<quote>[“\"])?(?P<name>[A-Z][^“”\".;\n]{{2,100}}?\b(?:{_ENDS})(?:{GAP}of{GAP}\d{{4}})?)"
    r"(?=[.,]?[”\".;,]|\s)"
)
_MAX = 200
_SHORTEST = 2


class Aliases(NamedTuple):
    """Short names to full ones, and the spans of the words that define them."""

    names: dict[str, str]
    defining: tuple[tuple[int, int], ...]
    own: frozenset[str]


def aliases_of(text: str, title: str) -> Aliases:
    """The short names of a text.

    Args:
        title: of the document, which is what its own short title stands for.
    """
    names: dict[str, str] = {}
    defining: list[tuple[int, int]] = []
    own: set[str] = set()
    for short, full, span in (*_brackets(text), *_meanings(text)):
        defining.append(span)
        if len(names) < _MAX and len(short) >= _SHORTEST and short != full:
            names.setdefault(short, full)
    for found in _CITED_AS.finditer(text):
        defining.append(found.span("name"))
        own.add(clean_name(found["name"]))
        names.setdefault(clean_name(found["name"]), title)
    return Aliases(names, tuple(sorted(defining)), frozenset(own))


def _brackets(text: str) -> Iterator[tuple[str, str, tuple[int, int]]]:
    for found in _BRACKET.finditer(text):
        word = re.match(r"\w+", found["end"])
        work = named_before(text, found.start("end"), found.start("end") + len(word.group() if word else ""), 0)
        short = found["short"].strip()
        if work is not None and _is_short_name(short, found["bracket"], work.name):
            full = clean_name(text[work.start : found.end("end")])
            yield short, full, found.span("bracket")
    for found in _FIXED_BRACKET.finditer(text):
        yield found["short"].strip(), clean_name(found["law"] or found["eu"]), found.span("bracket")


def _is_short_name(short: str, bracket: str, full: str) -> bool:
    """Whether a bracket holds a short name and not an aside such as `(District)`."""
    last = short.split()[-1]
    return (
        last in CITED_NAME_ENDS
        or bool(re.fullmatch(r"[A-Z][A-Z&.]{1,9}", short))
        or _QUOTED.search(bracket) is not None
    )


def _meanings(text: str) -> Iterator[tuple[str, str, tuple[int, int]]]:
    for found in _MEANS.finditer(text):
        work = work_at(text, found.end(), {})
        short = " ".join(found["short"].split())
        if work is None or re.match(r"\s[A-Z]", text[work.end : work.end + 2]):
            continue
        if not work.alias and short not in NO_WORKS - {"Code"} and work.name.split()[-1] != "Regulations":
            yield short, work.name, (found.start("short"), found.end("close"))
