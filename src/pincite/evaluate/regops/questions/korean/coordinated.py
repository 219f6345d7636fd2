"""Korean statements of several deeds in a row, as the one that a question is about.

계획을 세우고, 심의를 거쳐 장관에게 알려야 한다 is two duties: asked how often, it is
계획을 세워야 한다; asked to whom, it is 계획을 장관에게 알려야 한다.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.evaluate.regops.questions.korean.endings import DUTY, MAY, PLAIN, force_of
from pincite.evaluate.regops.questions.korean.plain import with_particle

# Stems of verbs that join: how they join, how they end as a duty, as a permission and plainly.
_VERBS: Final = (
    ("세우", "세워야 한다", "세울 수 있다", "세운다"),
    ("갖추", "갖추어야 한다", "갖출 수 있다", "갖춘다"),
    ("거치", "거쳐야 한다", "거칠 수 있다", "거친다"),
    ("받", "받아야 한다", "받을 수 있다", "받는다"),
    ("알리", "알려야 한다", "알릴 수 있다", "알린다"),
    ("두", "두어야 한다", "둘 수 있다", "둔다"),
    ("하", "하여야 한다", "할 수 있다", "한다"),
)
_JOIN = re.compile(r"(?P<noun>[가-힣ㆍ]*?)(?P<stem>" + "|".join(v[0] for v in _VERBS) + r")고,? (?=[^ ])")
# A making verb whose object is what the next deed is done with: 계획을 세우고 알려야, 보고서를 작성하여 내야.
_MAKES = re.compile(
    r"(?P<made>(?:[가-힣A-Za-z0-9ㆍ·]+ ){0,8}?[가-힣A-Za-z0-9ㆍ·]{2,})(?P<particle>을|를) "
    r"(?:(?:수립|작성|마련|확정|결정|정)하(?:고|여)|(?:수립|작성|마련|확정|결정|정)해|세우고|세워),? (?P<then>.+)$"
)
_DESCRIBES = re.compile(
    r"[가-힣](?:하는|되는|려는|받은|있는|없는|하여 정한|하도록) |(?:경우|때)(?:에는|에|는)?,? |다음 각"
)
_CASE = re.compile(r"(?:경우|때)(?:에는|에|는)?,? ")
_OBJECT = re.compile(r"[을를](?= )")
# What comes before a thing is made: a body's consent, others' opinions.
_STEPS = re.compile(r"(?:(?!수립|작성|마련|세우|확정|결정)[^,]){4,60}?(?:거쳐|들어|반영하여|종합하여|협의하여),? ")
_DATED = re.compile(r"[가-힣]+ 날부터 \d+일 이내에 |\d+년 ?마다 |매년 ")
_STEP = re.compile(r"(?:의견|심의|승인|동의|협의|의결)[을를] (?:들어|거쳐|받아|얻어)")
_POINTING = re.compile(r"^(?:그|이를|이에) ?")


def first_deed(rest: str) -> str:
    """The first of several deeds, with the force of the last; empty where there is one only.

    >>> first_deed("등대기름조사를 5년마다 실시하고, 조사 결과를 장관에게 알려야 한다")
    '등대기름조사를 5년마다 실시하여야 한다'
    """
    force = force_of(rest)
    joins = list(_JOIN.finditer(rest))
    if len(joins) > 1:
        return ""
    for found in joins:
        before, behind = rest[: found.start()], rest[found.end() :]
        if not _OBJECT.search(before + " ") or _DESCRIBES.search(behind) or force not in (DUTY, MAY, PLAIN):
            continue
        ends = next(v for v in _VERBS if v[0] == found["stem"])
        end = ends[{DUTY: 1, MAY: 2, PLAIN: 3}[force]]
        return f"{before}{found['noun']}{end}"
    return ""


_LAST = re.compile(
    r"[,가-힣](?:하여|하고|세우고|거쳐|들어|하며),? "
    r"(?P<last>(?:매년 |그 해 |다음 해 |회계연도 |\d+월 |\d+년 ?마다 ).+)$"
)


def last_deed(rest: str) -> str:
    """The last of several deeds, where it opens with its date and has an object of its own; empty where it has none.

    >>> last_deed("불을 점검하여 매년 1월 15일까지 점등실적을 장관에게 내야 한다")
    '매년 1월 15일까지 점등실적을 장관에게 내야 한다'
    """
    found = _LAST.search(rest)
    if found is None or not _OBJECT.search(_STEP.sub("", found["last"])) or re.search(r"이를 |그 결과", found["last"]):
        return ""
    return "" if _CASE.search(rest[: found.start("last")]) else found["last"]


_RESUMED = re.compile(r"^(?:관계 )?(?P<this>이를) (?=[가-힣]+(?:하였|한|할|하는|하려))")
_OWN_OBJECT = re.compile(
    r"^(?P<what>[^,을를]{4,50})[을를] [가-힣ㆍ]+(?:하여야 한다|할 수 있다|한다|해야 한다|세워야 한다)$"
)


_OWN_DEED = re.compile(
    r"(?:^|거쳐 )(?P<what>[^,을를]{2,40}(?:평가|조사|점검|분석|검토))[을를] (?:[^을를 ]+ )?실시(?:하여야|해야) 한다$"
)


def resumed(before: str, statement: str) -> str:
    """A statement that goes on with 이를 of what the one before it does, with that named.

    >>> resumed("등대 조사를 실시할 수 있다", "이를 실시하였을 때에는 알려야 한다")
    '등대 조사를 실시하였을 때에는 알려야 한다'
    """
    if statement.startswith("그 결과를 ") and (own := _OWN_DEED.search(before)) is not None:
        return f"{own['what']} {statement.removeprefix('그 ')}"
    this, own = _RESUMED.match(statement), _OWN_OBJECT.search(re.sub(r"^.*(?:거쳐|별도로) ", "", before))
    if this is None or own is None:
        return statement
    what = own["what"]
    return f"{with_particle(what, '을/를')} {statement[this.end() :]}"


def with_object_carried(rest: str) -> str:
    """A deed on what was made right before, with that as its own object.

    >>> with_object_carried("점등계획을 수립하여 매년 3월 31일까지 장관에게 알려야 한다")
    '점등계획을 매년 3월 31일까지 장관에게 알려야 한다'
    """
    case = [m.end() for m in _CASE.finditer(rest)]
    start = case[-1] if case else 0
    if dated := _DATED.match(rest, start):
        start = dated.end()
    if step := _STEPS.match(rest, start):
        start = step.end()
    found = _MAKES.match(rest, start)
    if found is None:
        return rest
    made, then = found["made"], _POINTING.sub("", found["then"]) if found["then"].startswith("이를 ") else found["then"]
    if _OBJECT.search(_STEP.sub("", then)) or _POINTING.match(then) or re.search(r"[은는] |마다|매년|까지", made):
        return rest
    opening = rest[: case[-1] if case else 0]
    when = rest[dated.start() : dated.end()] if dated else ""
    return f"{opening}{made}{found['particle']} {when}{then}"
