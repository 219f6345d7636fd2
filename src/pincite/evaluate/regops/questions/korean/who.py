"""Questions for who does it. A person asks that of a short deed alone: 점등계획은 누가 세우나요.

Of a rule with a figure, a period or a case one asks these: who reads the whole of it and asks 누가 knows all but that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pincite.evaluate.regops.questions.korean.clauses import Parts
from pincite.evaluate.regops.questions.korean.endings import DUTY, MAY, PLAIN, force_of
from pincite.evaluate.regops.questions.korean.natural import ASKING
from pincite.evaluate.regops.questions.korean.plain import with_particle
from pincite.evaluate.regops.questions.korean.slots import Mask
from pincite.evaluate.regops.types import QuestionType

MAX_OBJECT: Final = 30
_DEED = re.compile(
    r"^(?P<object>[^,\d]{4,60}?)(?P<particle>을|를) "
    r"(?P<verb>(?:[가-힣]+(?:(?<!에)게|히|로) |(?:정|마련|작성|수립)하여 )?[가-힣ㆍ]+(?:하여야|해야|야) 한다|"
    r"[가-힣ㆍ]+ 수 있다|[가-힣ㆍ]+(?:한다|운다|린다))$"
)
_JOINS = re.compile(r" 및 | 또는 |, |[가-힣](?:과|와) ")
_NOBODY = re.compile(r"^(?:정부|국가|국가와 지방자치단체|정부와 지방자치단체)$|자$|사람$|누구든지|위원장$")
# What describes the object by another deed, a case, or ties it to who acts.
_NO_OBJECT = re.compile(
    r"경우|때|면 |위하여|위해|에게|하여 |하고 |통하여|까지|마다|매년|불구|따라|"
    r"^(?:필요한|소속|소관|해당|자체|그 |다음)|[을를] |(?:사항|업무|조치)$| (?:소속|자신|해당) |[가-힣]{2,}(?:이|가) "
)
_NO_VERB = re.compile(r"구성|둔다|노력|협조|협력|고려|준용|납부")


def who_masks(found: Parts) -> Iterator[tuple[Mask, Parts]]:
    """The ask of a short statement for who acts."""
    yield from _setter(found)
    hit = _DEED.match(found.rest)
    if hit is None or not (found.is_actor and found.subject) or ASKING.search(found.rest):
        return
    if len(hit["object"]) > MAX_OBJECT or len(_JOINS.findall(hit["object"])) > 1 or len(found.subject) > MAX_OBJECT:
        return
    if _NOBODY.search(found.subject) or _NO_OBJECT.search(hit["object"]) or _NO_VERB.search(hit["verb"]):
        return
    if force_of(found.rest) in (DUTY, MAY, PLAIN):
        yield Mask(f"누가 {found.rest}", found.subject, QuestionType.ACTOR, "ko.actor.subject"), Parts("", False, "")


_SETS = re.compile(
    r"^(?:[^,]{4,50}?(?:협의하여|거쳐|들어) )?(?P<who>[가-힣ㆍ]+(?:장관|청장|위원회|기관의 장|의 장|원장))(?:이|가) "
    r"(?:따로 |별도로 )?(?:정한다|정하여 고시한다)$"
)


def _setter(found: Parts) -> Iterator[tuple[Mask, Parts]]:
    """Who sets the rest: 등대점검에 필요한 세부 사항은 장관이 정하여 고시한다."""
    hit = _SETS.match(found.rest)
    named = re.search(r"(?:사항|기준|절차|방법|요건|서식)$", found.subject)
    if hit is not None and named and MIN_MATTER <= len(found.subject) <= MAX_MATTER:
        yield Mask("누가 정한다", hit["who"], QuestionType.ACTOR, "ko.actor.sets"), replace(found, is_actor=False)


MIN_MATTER, MAX_MATTER = 12, 48
_ASKED = re.compile(r"^누가 (?P<object>[^?]+?)(?:을|를) (?P<verb>[^을를?]+\?)$")


def of_the_deed(question: str) -> str:
    """The question with the deed in front, as speech has it.

    >>> of_the_deed("누가 점등계획을 세워야 하나요?")
    '점등계획은 누가 세워야 하나요?'
    """
    found = _ASKED.match(question)
    return f"{with_particle(found['object'], '은/는')} 누가 {found['verb']}" if found else question
