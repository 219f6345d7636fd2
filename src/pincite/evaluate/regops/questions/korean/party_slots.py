"""What may be asked of a Korean statement about those beside the one who acts: whom one asks first, where one turns.

국가자문회의의 심의를 거쳐 is asked as 어디의 심의를 거쳐, 항구장의 의견을 들어야 한다 as 누구의 의견을 들어야 하나요.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.evaluate.regops.questions.korean.slots import Mask
from pincite.evaluate.regops.types import QuestionType

_T = QuestionType
_NAME: Final = (
    r"(?:(?!경우|때|[가-힣]+[여해후을를] )(?:[가-힣ㆍ·]+의 |[가-힣ㆍ·]+ ))?[가-힣ㆍ·]*"
    r"(?:장관|청장|원장|위원장|이사장|의 장|기관장|위원회|"
    r"심의회|회의|이사회|평가단|국회)"
)
_PARTIES: Final = rf"{_NAME}(?:(?:, | 및 | 또는 |과 |와 ){_NAME}){{0,2}}"
_STEP: Final = (
    r"의 (?P<step>(?:사전 )?(?:의견을 들|승인을 받|동의를 받|동의를 얻|심의를 거|심의를 받|의결을 거|"
    r"인정을 받|협의를 거|심의ㆍ의결을 거|허락을 받|확인을 받))"
)
# Before the whole name: the end of another part of the sentence.
_OPEN: Final = r"(?:^|(?<=[을를] )|(?<=, )|(?<=[경우때]에는 )|(?<=경우 )|(?<=[하되]고 )|(?<=면 )|(?<=까지 ))"
_ASKED_OF = re.compile(rf"{_OPEN}(?P<who>{_PARTIES}){_STEP}")
_WITH = re.compile(rf"{_OPEN}(?P<who>{_PARTIES})(?:과|와) (?P<step>협의하|협의해|공동으로 )")
_OBJECT_BEHIND = re.compile(
    r"^(?P<join>[가-힣]*) (?P<what>[^,]{4,60}?(?<!승인)(?<!동의)(?<!의견)[을를]) (?P<verb>[^을를,]{2,24})$"
)
_BODY = re.compile(r"(?:위원회|회의|심의회|이사회|평가단|국회)$")
_SHARED = re.compile(r", | 및 | 또는 |(?<=[회장관])[과와] ")
# Where something goes that is no person: 회의에 보고하여야, 재단에 위탁한다.
_TO_BODY = re.compile(
    rf"(?:{_OPEN}|(?<=장관이 ))"
    r"(?P<who>(?:[가-힣A-Z]+(?<![을를은는이가에로한된할인]) ){0,2}?[가-힣ㆍ·]*"
    r"(?:위원회|회의|심의회|재단|기관|진흥원|평가원|연구원|국회|국고|은행))에 "
    r"(?=(?:[가-힣ㆍ]+[을를] )?(?:[가-힣]+으로 )?"
    r"(?:보고|제출|통보|통지|위탁|납부|납입|신청|요청|요구|알려|알릴|예치|반납)[가-힣]*(?: |$))"
)


def party_masks(text: str) -> list[Mask]:
    """The statement asked for whom it wants asked, and where it wants something brought."""
    return [*_consulted(text), *_where_to(text)]


def _consulted(text: str) -> list[Mask]:
    found = [*_ASKED_OF.finditer(text), *_WITH.finditer(text)]
    if len(found) != 1:
        return []
    hit = found[0]
    names = _SHARED.split(hit["who"])
    bodies = [bool(_BODY.search(name)) for name in names]
    if any(bodies) and not all(bodies):
        return []
    word = "어디" if bodies[0] else "누구"
    joint = hit.re is _WITH
    step = f"{word}{'와' if joint else '의'} {hit['step']}"
    before, behind = text[: hit.start()], text[hit.end() :]
    if not before and (long := _OBJECT_BEHIND.match(behind)):  # what it is about first, then who is asked
        asked = f"{long['what']} {step}{long['join']} {long['verb']}"
    else:
        asked = f"{before}{step}{behind}"
    return [Mask(asked, hit["who"], _T.ACTOR, "ko.actor.consulted")]


def _where_to(text: str) -> list[Mask]:
    found = list(_TO_BODY.finditer(text))
    if len(found) != 1:
        return []
    asked = f"{text[: found[0].start()]}어디에 {text[found[0].end() :]}"
    return [Mask(asked, found[0]["who"], _T.ACTOR, "ko.actor.body")]


# What a thing is that the subject names, by its last noun: the question behind it and the type.
_SET: Final = (
    (r"(?:기관|재단|센터|연구원)$", "어느 기관인가요?", _T.ACTOR),
    (r"(?:위원장|단장|의장|간사|책임자|위원)$", "누가 맡나요?", _T.ACTOR),
    (r"대상$", "무엇인가요?", _T.PERMISSION),
    (r"범위$", "어디까지인가요?", _T.PERMISSION),
    (r"(?:기준일)$", "언제인가요?", _T.DEADLINE),
    (r"(?:사람|자)$", "누구인가요?", _T.PERMISSION),
)
_SET_AS = re.compile(r"^(?P<what>[^\d]{4,90}?)(?:(?:으로|로) 한다|(?:이|가) 된다|(?:이|가) 맡는다)$")


_BODY_OF = re.compile(r"(?P<of>[가-힣ㆍ ]{2,}?) ?(?P<kind>기관|재단|센터|연구원|위원회|위원장|단장|책임자|위원|대상)")


def set_masks(subject: str, rest: str) -> list[Mask]:
    """The subject of a statement that says what it is: 전담기관은 등대연구원으로 한다."""
    found = _SET_AS.match(rest)
    if found is None or not subject or "다음" in rest or re.search(r"경우|원칙|[을를] ", rest[:-4]):
        return []
    if (own := _BODY_OF.fullmatch(found["what"])) and subject.endswith(own["kind"]) and own["of"] in subject:
        return []  # 점검할 기관은 점검기관으로 한다 says nothing
    for pattern, asks, kind in _SET:
        if re.search(pattern, subject):
            return [Mask(asks, found["what"], kind, "ko.set.as")]
    return []
