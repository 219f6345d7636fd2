"""Delegations out: words that leave a matter to lower law (대통령령으로 정하는, 장관이 정하여 고시하는)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.graph.korean.words import DOT
from pincite.types.document import Span

# Instruments by their kind; the longer name first.
_INSTRUMENT = (
    r"(?:대통령령|국무총리령|총리령|[가-힣]{1,20}부령|부령|시행령|시행규칙|[가-힣]{0,12}조례|(?:국회"
    r"|대법원|헌법재판소|중앙선거관리위원회|감사원|교육)규칙"
    r"|규칙|훈령|예규|고시|법률)"
)
_OR = rf"(?:[ ]?(?:[{DOT},]|및|또는|이나|나)[ ]?)"
_HOW = r"(?:(?:달리|따로|별도로|각각|구체적으로|미리)[ ])?"
_SET = r"정(?:하는|한다|하여|하되|할|해|한|하며|하고|하도록|하지|함)"
_BY_INSTRUMENT = re.compile(
    rf"(?<![가-힣])(?P<who>{_INSTRUMENT}(?:{_OR}{_INSTRUMENT}){{0,3}})"
    rf"(?:(?:으로|로)[ \n]{{0,2}}{_HOW}{_SET}|(?<=령)(?:이|에서)[ ]{_SET})"
)
_ONE = re.compile(_INSTRUMENT)
_OF_OTHER = re.compile(r"(?:다른|이[ ]|같은|외국|국제)[ ]?$")

# Who may make a notice. Of other bodies only what says that it makes one counts.
_OFFICE = r"[가-힣]{0,20}(?:부[ ]?장관|처장관|장관|청장|처장|위원회|위원장)"
_OTHER_OFFICE = (
    rf"(?:[가-힣]{{0,12}}(?:행정기관|자치단체)의[ ]장|시[{DOT}]도지사|[가-힣]{{1,10}}시장|시장|도지사|군수|구청장"
    r"|교육감|국가정보원장|감사원)"
)
_WITH = r"(?:[^.,()\"“”\n]{1,40}[와과][ ](?:미리[ ])?(?:협의|공동으로|합의)(?:하여[ ]|[ ])?)?"
_NOTICE = (
    r"정하여[ ](?:관보에[ ])?(?:고시|공고)(?:하는|한다|할|하여야[ ]한다|해야[ ]한다|하고|한)"
    r"|고시(?:하는|한다|한|하여야[ ]한다|해야[ ]한다)"
)
# Only what sets rules: 지정한 때에는 고시하여야 한다 publishes an act.
_RULE = (
    r"(?:정하여[ ](?:관보에[ ])?고시(?:하는|한다|할|하여야[ ]한다|해야[ ]한다)"
    r"|고시하는(?=[ ](?:[가-힣]+[ ]){0,4}(?:기준|지침|방법|규정|절차|바)))"
)
_BY_OFFICE = re.compile(
    rf"(?<![가-힣])(?P<who>{_OFFICE})[이가][ \n]{{0,2}}{_WITH}{_HOW}(?:{_NOTICE}|{_SET})"
    rf"|(?<![가-힣])(?P<other>{_OTHER_OFFICE})[이가][ \n]{{0,2}}{_WITH}{_HOW}(?:{_NOTICE}"
    rf"|정하는(?=[ ](?:바에|기준|절차|방법)))"
)
# The office is the subject some way before: 장관은 다음 각 호의 기준을 정하여 고시하여야 한다.
_FAR = re.compile(rf"(?<![가-힣])(?P<who>{_OFFICE})[은는이가][ ](?P<between>[^.\n]{{1,140}}?)(?P<verb>{_RULE})")
_ANOTHER_OFFICE = re.compile(rf"{_OFFICE}[은는이가]")


def delegations(text: str) -> Iterator[tuple[Span, str]]:
    """Every delegation with the words that make it and the instrument or office that they name, in order."""
    found = [*_by_instruments(text), *_by_offices(text)]
    near = sorted(found)
    far = [one for one in _far(text) if not any(one[0].overlaps(span) for span, _ in _around(near, one[0]))]
    yield from sorted([*near, *far])


def _around(found: list[tuple[Span, str]], span: Span) -> list[tuple[Span, str]]:
    from bisect import bisect_left

    at = bisect_left(found, (span, ""))
    return found[max(at - 2, 0) : at + 2]


def _by_instruments(text: str) -> Iterator[tuple[Span, str]]:
    for match in _BY_INSTRUMENT.finditer(text):
        if _OF_OTHER.search(text[max(match.start() - 4, 0) : match.start()]):
            continue
        members = list(_ONE.finditer(text, match.start("who"), match.end("who")))
        for member in members[:-1]:
            yield Span(*member.span()), member[0]
        yield Span(members[-1].start(), match.end()), members[-1][0]


def _by_offices(text: str) -> Iterator[tuple[Span, str]]:
    for match in _BY_OFFICE.finditer(text):
        yield Span(*match.span()), " ".join((match["who"] or match["other"]).split())


def _far(text: str) -> Iterator[tuple[Span, str]]:
    for match in _FAR.finditer(text):
        if not _ANOTHER_OFFICE.search(match["between"]):
            yield Span(match.start("verb"), match.end("verb")), match["who"]
