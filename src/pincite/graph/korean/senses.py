"""In which sense a text points: what stands behind the last member of a list is said of all of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from pincite.graph.korean import words
from pincite.graph.korean.found import Found
from pincite.types.document import Span
from pincite.types.reference import Manner, ReferenceForm

_FORM = ReferenceForm
_REACH = 260
# Where a sentence or an item ends; what follows says nothing of a reference before it.
_ENDS = re.compile(r"다\.|\n\n|\n(?=[①-⑳]|\d{1,2}\.[ ]|[가-하]\.[ ])|[:;]|\f")
_B = words.B
# What may stand between a reference and what is said of it.
_LEAD = (
    rf"\]?(?:\([^()\n]{{1,120}}\))?{words.PARTS}{_B}(?:까지)?{_B}(?:의{_B}(?:개정)?규정)?{_B}"
    r"(?:(?:및|또는)[ ]그[ ][가-힣]{1,10})?"
)


_ROWS: tuple[tuple[Manner, str], ...] = (
    (Manner.EXCEPTION, r"에도?[ \n]{0,2}불구하고"),
    (
        Manner.EXCEPTION,
        r"(?:의[ ]경우|(?:에[ ]해당하는|에[ ]따른|의|에[ ]따라"
        r"|에서[ ]정한)(?:(?![을를][ ])[^.,()│\n]){1,50})?[을를은는][ \n]{0,2}제외(?:하고|하고는"
        r"|한(?!다[ ]?고)|하며|하되|한다)",
    ),
    (Manner.EXCEPTION, r"에[ ]해당하(?:지|는[ ]경우가)[ ](?:아니|않)"),
    (Manner.MUTATIS_MUTANDIS, r"[을를](?=[ \n가-힣])(?:(?![을를][ \n])[^.]){0,80}?준용"),
    (
        Manner.MUTATIS_MUTANDIS,
        r"[은는][ ](?![^.]{0,100}(?:제\d{1,4}(?:조|항)|」)[^.]{0,40}준용)[^.]{0,100}?준용(?:한다|하며|하고|할)",
    ),
    (Manner.MUTATIS_MUTANDIS, r"(?:[ ]?중|의)[ ][^.「」]{1,60}?규정[을를][ ]?[^.「」]{0,40}?준용"),
    (
        Manner.DEFINITION,
        r"(?:에[ ]따른|에서[ ]정한|에서[ ]정하는|에[ ]의한|에[ ]해당하는|의)[ \n][^.,()]{1,80}?[을를][ ]말한",
    ),
    (Manner.DEFINITION, r"에서[ \n](?:규정한[ ])?[\"“‘'][^\"”’']{1,120}[\"”’'](?:이)?란"),
    (Manner.CONDITION, r"(?:에[ ]해당하는|의|에[ ]따른)[ ](?:경우|때)"),
    (Manner.CONDITION, r"에[ ]따라[ ][^.,()]{1,60}?(?:하는|한|되는|된|려는|으면|는)[ ](?:경우|때)(?:에|로|$|[ ,])"),
)
_PATTERNS = tuple((manner, re.compile(_LEAD + pattern)) for manner, pattern in _ROWS)
# One of these stands in every row's words: most tails have none and need no closer look.
_KEY = re.compile("불구|제외|아니|않|준용|말한|란|경우|때")
_APPLIED_BEFORE = re.compile(r"준용(?:되는|하는|한)[ ]?$")

_AMENDS = re.compile(
    _LEAD + r"(?:[ ]?중(?:[ ][가-힣ㆍ, ]{0,30})?[ ]?[\"“]|[을를][ ](?:각각[ ])?다음과[ ]같이"
    r"|[을를][ ](?:각각[ ])?제\d|으로[ ]하|로[ ]하"
    r"|에[ ](?:[^.\n]{0,40})(?:신설|[\"“])|(?:[을를][ ])?(?:각각[ ])?신설|[을를][ ][\"“]|의[ ]제목|[ ]?중[ ]?제\d)"
)
_REPEALS = re.compile(_LEAD + r"(?:[은는을를](?:[ ]이를)?(?:[ ]각각)?[ ]폐지|[을를](?:[ ]각각)?[ ]삭제)")
_AMENDS_WORK = re.compile(r"\]?" + words.AMENDS_WORK.pattern)


def say_senses(text: str, found: list[Found]) -> None:
    """Set the manner of every reference from the words around its list."""
    for _, members in groupby(found, key=lambda f: f.group):
        group = list(members)
        manner = _manner(text, group)
        for member in group:
            member.manner = manner


def tail_of(text: str, end: int) -> str:
    """What stands behind a reference in its sentence."""
    tail = text[end : end + _REACH]
    stop = _ENDS.search(tail)
    return tail[: stop.start() + 1] if stop else tail


def _manner(text: str, group: list[Found]) -> Manner:
    first, last = group[0], group[-1]
    tail = tail_of(text, last.end)
    if last.work and not last.path and _AMENDS_WORK.match(tail):
        return Manner.AMENDS
    if _REPEALS.match(tail):
        return Manner.REPEALS if last.work else _sense(text, first, tail)
    if _amending(first, last) and _AMENDS.match(tail):
        return Manner.AMENDS
    return _sense(text, first, tail)


def _amending(first: Found, last: Found) -> bool:
    """Only addenda amend; their own words about the law they belong to do not."""
    return bool(last.work) and "/x" in first.source


def _sense(text: str, first: Found, tail: str) -> Manner:
    if _APPLIED_BEFORE.search(text[max(first.start - 8, 0) : first.start]):
        return Manner.MUTATIS_MUTANDIS
    if _KEY.search(tail) is None:
        return Manner.PLAIN
    return next((manner for manner, pattern in _PATTERNS if pattern.match(tail)), Manner.PLAIN)


# A lower text that says which delegation it fills

_DELEGATED = (
    r"(?:대통령령|총리령|부령|시행령|시행규칙|조례|고시|훈령|예규|규칙)(?:으로|로|이|에서)\s?(?:달리[ ]|따로[ ])?정"
    r"|(?:장관|청장|처장|위원회|위원장|의[ ]장)[이가][^\"”]{0,60}?(?:정하|고시)"
)
_QUOTING = re.compile(
    _LEAD
    + r"(?:에서|의|에)[ \n]{0,2}(?:규정한[ ])?(?P<quote>[\"“‘']"
    + rf"(?=[^\"”’']{{0,300}}?(?:{_DELEGATED}))[^\"”’']{{1,400}}[\"”’'])"
)
_BY_LAW = re.compile(
    _LEAD
    + r"(?:에[ ](?:따라|따른|의하여|의한)|에서)[ \n](?P<quote>(?:[^.,()\"“\n은는]{0,30}[ ])?"
    + r"(?:대통령령|총리령|[가-힣]{0,20}부령|조례)(?:으로|로)[ ]정)"
)
_ENTRUSTED = re.compile(_LEAD + r"(?:에서|에[ ]따라|에[ ]의하여|[이가])[ ]위임(?:된|한|하는|받)")
_UPWARD = (_FORM.ALIAS, _FORM.NAMED_WORK, _FORM.ANAPHORA)


def say_delegations_back(text: str, found: list[Found]) -> list[Span]:
    """Set the form of references that say which delegation is filled; returns the delegating words so taken."""
    taken: list[Span] = []
    for _, members in groupby(found, key=lambda f: f.group):
        group = list(members)
        taken.extend(_backs(text, group))
    return taken


def _backs(text: str, group: list[Found]) -> Iterator[Span]:
    end = group[-1].end
    tail = text[end : end + 2 * _REACH]
    upward = [f for f in group if f.path and f.form in _UPWARD and f.root is not _FORM.OWN_DOCUMENT and f.work]
    quoting = _QUOTING.match(tail)
    if quoting and (upward or group[-1].path):
        _become_back(upward or [f for f in group if f.path])
    elif upward and (_ENTRUSTED.match(tail) or (all(_by_alias(f) for f in upward) and _BY_LAW.match(tail))):
        _become_back(upward)
        quoting = _BY_LAW.match(tail)
    else:
        return
    if quoting:
        yield Span(end + quoting.start("quote"), end + quoting.end("quote"))


def _by_alias(found: Found) -> bool:
    return found.form in (_FORM.ALIAS, _FORM.ANAPHORA)


def _become_back(found: Iterable[Found]) -> None:
    for one in found:
        one.form, one.manner = _FORM.DELEGATION_BACK, Manner.PLAIN
