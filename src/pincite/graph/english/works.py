"""Names of works as they are cited: `42 U.S.C.`, `Public Law 104-191`, `Directive 95/46/EC`, `the Fair Housing Act`."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pincite.graph.english.labels import GAP, MAY_GAP
from pincite.graph.english.words import (
    CITED_NAME_ENDS,
    CODES,
    CONNECTORS,
    NAME_ENDS,
    NO_WORKS,
    NOT_IN_NAMES,
    UNITS,
    Code,
)

_CAPITAL = r"[A-Z][\w’'&.\-]{0,40}"
_LAST_CAPITAL = r"[A-Z](?:[\w’'&\-]|\.(?=\w)){0,40}"
_SMALL = "|".join(sorted(CONNECTORS))
_BY_NAME = {code.name: code for code in CODES}


class Work(NamedTuple):
    """A work as named in a text.

    Args:
        name: as `CrossReference.work` has it.
        start, end: of the name, without `the`.
        code: where it is one whose citations go on with a number.
        alias: whether it is a short name: `the Act`.
    """

    name: str
    start: int
    end: int
    code: Code | None = None
    alias: bool = False


def _alternatives(titled: bool) -> str:
    codes = sorted((c for c in CODES if c.titled is titled), key=lambda c: len(c.pattern), reverse=True)
    return "|".join(f"(?P<{_group(code)}>{code.pattern})" for code in codes)


def _group(code: Code) -> str:
    return "c_" + re.sub(r"\W", "_", code.name)


_GROUPS = {_group(code): code for code in CODES}
# `42 U.S.C.`; a title's number may stick to the word before it (`by105 CMR`), never to a number.
TITLED: Final = (
    rf"(?<!\d)(?<!\d[.,/-])(?P<title>\d{{1,3}}(?:\.\d{{1,2}})?){MAY_GAP}(?:{_alternatives(True)})(?![A-Za-z])"
)
# `title 42 of the United States Code`, `title 42, U.S. Code`.
TITLE_OF: Final = (
    rf"(?P<long>[Tt]itle{GAP}(?P<number>\d{{1,3}}(?:\.\d{{1,2}})?),?{GAP}(?:of{GAP}(?:the{GAP})?)?"
    r"(?P<which>United\ States\ Code|U\.?S\.?\ Code|U\.?S\.?C\.?|Code\ of\ Federal\ Regulations|C\.?F\.?R\.?)"
    r"(?![A-Za-z]))"
)
UNTITLED: Final = rf"(?<![A-Z.])(?:{_alternatives(False)})(?![A-Za-z])"
LAW: Final = (
    r"(?P<law>(?:Public\ Law|Pub\.\ ?L\.|P\.\ ?L\.|D\.C\.\ Law|Private\ Law)\ (?:No\.?\ )?\d{1,3}[-–]\ ?\d{1,4}"
    r"|Executive\ Order\ (?:No\.?\ )?\d{4,5})(?!\d)"
)
EUROPEAN: Final = (
    r"(?P<eu>(?:(?:Council|Commission|Framework|Delegated|Implementing)\ ){0,3}(?:Regulation|Directive|Decision)"
    r"(?:\ \((?:EU|EC|EEC|Euratom|ECSC)(?:,\ ?(?:EU|EC|EEC|Euratom)){0,2}\))?(?:\ No\.?)?\ \d{1,4}/\d{1,4}"
    r"(?:/(?:EC|EU|EEC|JHA|Euratom|ECSC|CFSP)){0,2})(?![\w/])"
)
_WORKS = re.compile("|".join((TITLE_OF, TITLED, UNTITLED, LAW, EUROPEAN)), re.VERBOSE)

_NO_UNIT = rf"(?!(?i:{'|'.join(UNITS)})s?\b)"
_EXTENSION = (
    rf"(?:{GAP}(?:of|on|for|to|concerning){GAP}(?:the{GAP})?{_NO_UNIT}{_LAST_CAPITAL}"
    rf"(?:{GAP}(?:(?:of|and|for|the){GAP}){{0,2}}{_NO_UNIT}{_LAST_CAPITAL}){{0,5}})?"
)
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE = rf"(?:(?:{_MONTHS})\ \d{{1,2}},\ )?\d{{4}}(?!\d)"
_YEAR = rf"(?:,?\ (?:of\ )?{_DATE})?"
_ENDS = "|".join(CITED_NAME_ENDS)
_FORWARD = re.compile(
    rf"(?P<words>(?:{_CAPITAL}(?:,{GAP}(?:(?:and|or){GAP})?|{GAP}(?:(?:{_SMALL}){GAP}){{0,2}})){{0,12}}?)"
    rf"(?P<end>{_ENDS})(?![\w’'])(?:(?<=Act){_YEAR}|(?<!Act){_YEAR}(?P<of>{_EXTENSION}))"
)
_THE = re.compile(rf"(?:the|The|said){GAP}")
_SMALL_NAMES = re.compile(
    r"(?:[a-z]{2,12} ){0,4}rules\b|regulations(?= (?:of|issued|adopted|promulgated|prescribed|under)\b)"
    r"|constitution(?: of (?:the )?[A-Z]\w+(?: [A-Z]\w+)?)?"
)
_AFTER_NAME = re.compile(rf"(?:(?<=Act)|(?<=Amendments)){_YEAR}")
_BEHIND_RULES = re.compile(_EXTENSION)
_OF_DATE = re.compile(rf" of {_DATE}")
# `Error Code Reporting Rule` is no code.
_NAME_GOES_ON = re.compile(rf"[ ](?!(?i:{'|'.join(UNITS)})s?\b)[A-Z][a-z]")
_TOKEN = re.compile(r"[\w’'&.\-]+|[^\s\w]")
_WINDOW = 180
_ACRONYM = re.compile(r"(?:[A-Z][A-Za-z]{0,6}\.?\ ?)?[A-Z][A-Z0-9&.]{1,9}(?![\w])")
_TREATIES = ("TFEU", "TEU", "ECHR")


def fixed_work_at(text: str, at: int) -> Work | None:
    """The work with a fixed form of name that begins at an offset: a code, a public law, an act of the EU."""
    found = _WORKS.match(text, at)
    return None if found is None else work_of(found)


def work_of(found: re.Match[str]) -> Work:
    """The work of a match of one of the patterns above."""
    groups = found.groupdict()
    if groups.get("long"):
        code = _BY_NAME["CFR" if "F" in found["which"].replace("of", "").upper() else "U.S.C."]
        return Work(f"{found['number']} {code.name}", found.start("long"), found.end("long"), code)
    for group, code in _GROUPS.items():
        if groups.get(group):
            start = found.start("title") if code.titled else found.start(group)
            return Work(f"{found['title']} {code.name}" if code.titled else code.name, start, found.end(group), code)
    group = "law" if groups.get("law") else "eu"
    return Work(clean_name(found[group]), found.start(group), found.end(group))


def work_at(text: str, at: int, aliases: dict[str, str]) -> Work | None:
    """The work that begins at an offset, behind `of`; `the` before it is skipped."""
    the = _THE.match(text, at)
    start = the.end() if the else at
    return fixed_work_at(text, start) or _named_at(text, start, aliases)


def _named_at(text: str, at: int, aliases: dict[str, str]) -> Work | None:
    called = max((name for name in aliases if text.startswith(name, at)), key=len, default="")
    found = _FORWARD.match(text, at)
    longer = found is not None and found.end() > at + len(called) and "," not in found.group()
    if called and not longer and not text[at + len(called) : at + len(called) + 1].isalnum():
        return Work(called, at, at + len(called), alias=True)
    if found is not None:
        name = clean_name(found.group())
        if not found["words"].strip() and not found["of"] and name == found["end"]:
            return Work(name, at, found.end(), alias=True)
        if name not in NO_WORKS and first_word(name) not in NOT_IN_NAMES:
            return Work(name, at, found.end(), alias=name in aliases)
    acronym = _ACRONYM.match(text, at)
    if acronym is not None and not _is_number(acronym.group()):
        name = acronym.group().strip().rstrip(".") if acronym.group().count(".") == 1 else acronym.group().strip()
        return Work(name, at, at + len(name), alias=name in aliases)
    small = _SMALL_NAMES.match(text, at)
    return Work(clean_name(small.group()), at, small.end()) if small else None


def _is_number(word: str) -> bool:
    return re.fullmatch(r"[IVXLC]+", word.strip()) is not None or word.strip() in ("U.S", "D.C", "U.S.", "D.C.")


def first_word(name: str) -> str:
    """Its first word."""
    return name.split(" ", 1)[0]


def treaty_at(text: str, at: int) -> Work | None:
    """`TFEU` right behind an article's number."""
    name = next((name for name in _TREATIES if text.startswith(name, at)), None)
    return Work(name, at, at + len(name)) if name else None


def named_before(text: str, at: int, end: int, floor: int) -> Work | None:
    """The work whose name ends with the word from `at` to `end`: back over its capitalised words.

    Args:
        floor: nothing before it is looked at.
    """
    last = text[at:end]
    low = max(floor, at - _WINDOW)
    tokens = list(_TOKEN.finditer(text, low, at))
    start, right, seen_and = at, at, False
    for token in reversed(tokens):
        word = token.group()
        if token.start() == low > floor or "\n" in text[token.end() : right] or _stops(word, seen_and):
            break
        right = token.start()
        seen_and = seen_and or word in ("and", "or", "&")
        if word[0].isupper():
            start = token.start()
    if start == at:
        return None
    tail = _BEHIND_RULES.match(text, end) if last == "Rules" else _AFTER_NAME.match(text, end)
    stop = tail.end() if tail else end
    name = clean_name(text[start:stop])
    if name in NO_WORKS or name == last or _NAME_GOES_ON.match(text, stop):
        return None
    return Work(name, start, stop)


def dated_act(text: str, start: int, end: int) -> Work | None:
    """`Act of April 11, 1968`, from its first word to its end."""
    found = _OF_DATE.match(text, end)
    return Work(clean_name(text[start : found.end()]), start, found.end()) if found else None


def _stops(word: str, seen_and: bool) -> bool:
    """Whether a name cannot reach over this word."""
    if word == ",":
        return not seen_and
    if word[0].isupper():
        ends_sentence = word.endswith(".") and len(word) > 3 and word.count(".") == 1
        is_unit = word.lower().rstrip("s.") in UNITS or word in NAME_ENDS
        return ends_sentence or word in NOT_IN_NAMES or is_unit
    return word == "the" or word not in CONNECTORS


def clean_name(name: str) -> str:
    """A name with single blanks and plain hyphens between numbers."""
    name = " ".join(name.split())
    return re.sub(r"(?<=\d)[-–] ?(?=\d)", "-", name).rstrip(",")


_TITLE_BEHIND = re.compile(rf":{GAP}(?=[A-Z])")


def title_behind(text: str, at: int) -> int:
    """The end of the title that is printed behind a citation: `527 CMR 12.00: Electrical Code`; `at` for none."""
    colon = _TITLE_BEHIND.match(text, at)
    name = _FORWARD.match(text, colon.end()) if colon else None
    return name.end() if name else at
