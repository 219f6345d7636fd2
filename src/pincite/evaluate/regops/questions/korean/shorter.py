"""Long Korean questions without the parties and steps that they do not ask for."""

from __future__ import annotations

import re
from typing import Final

LONG: Final = 66
"""Questions of more characters lose what another question would ask for."""
_PARTY = (
    r"(?:(?![가-힣ㆍ]*[해여아어쳐] )[가-힣ㆍ]+ ){0,2}?[가-힣ㆍ]*(?:장관|청장|위원장|이사장|기관의 장|의 장|위원회|"
    r"회의|심의회)"
)
_STEPS: Final = (
    re.compile(rf"(?<=[은는,] ){_PARTY}(?:과|와)의? (?:협의를 거쳐|협의하여|협의해) (?!정한|정하는|확정|선정|지정)"),
    re.compile(
        rf"(?<=[은는,] ){_PARTY}의 (?:사전 )?(?:심의|협의|승인|의견|의결)(?:ㆍ의결)?(?:를|을) (?:거쳐|"
        rf"받아|들어) (?!정한|정하는|확정된|선정된|지정된)"
    ),
    re.compile(r"(?<=[은는,] )[^,?]{4,46}?(?:하기|되기|높이기|이루기|시키기) (?:위해|위하여),? "),
    re.compile(r"(?<=[은는] )[가-힣ㆍ]{2,8}[을를] 위해 (?!필요)"),
    re.compile(rf"(?<=[을를] ){_PARTY}에게 (?=(?:제출|통보|보고|내|알려|보내)[가-힣]*야)"),
    re.compile(rf"(?<=까지 ){_PARTY}에게 "),
    re.compile(rf"(?<=첨부해 ){_PARTY}에게 "),
    re.compile(r"(?:매년 )?\d+월 \d+일까지 (?=[^?]*어떤)"),
    re.compile(r"(?<=[을를] )(?:공문|문서|서면|전자문서)(?:으로|로) "),
)


def named_once(question: str) -> str:
    """A question without a long name that it has said already, where another noun follows that stands by itself.

    >>> named_once("등대점검위원회로 지정받으려면 등대점검위원회 지정신청서를 누구에게 내나요?")
    '등대점검위원회로 지정받으려면 지정신청서를 누구에게 내나요?'
    """
    for found in re.finditer(r"(?<= )(?P<name>[가-힣ㆍ]{5,}) (?=[가-힣ㆍ]{2,}[을를은는이가의에 ])", question):
        if question.find(found["name"]) < found.start() and not _ENDS.search(found["name"]):
            question = question[: found.start()] + question[found.end() :]
            break
    return _by_its_kind(question)


# A long name said again is its kind: 등대점검위원회 위원은 위원회의 심의에서.
_KIND = re.compile(r"(?<![가-힣])(?P<own>[가-힣]{3,}?)(?P<kind>위원회|협의회|평가단|협약|시스템)(?![가-힣]{3})")


def _by_its_kind(question: str) -> str:
    for found in _KIND.finditer(question):
        name = found["own"] + found["kind"]
        first, _, behind = question.partition(name)
        if behind.count(name) == 1:
            return f"{first}{name}{behind.replace(name, found['kind'])}"
    return question


_ENDS = re.compile(r"(?:[을를은는이가의에로과와]|하여|하는|되는|에서|에게|까지|하고|하면|한|된|할)$")


# What a question of a step or of a period does not need: the other of the two.
_BESIDE: Final = (
    re.compile(r"(?:매년 |다음 해 )?\d+월 \d+일까지 (?=[^?]*(?:어떤 절차|어디의 |누구의 |누구와 ))"),
    re.compile(r"(?<=어떤 절차를 거쳐 )(?:매년 )?\d+월 \d+일까지 "),
    re.compile(rf"(?<=마다 ){_PARTY}의 (?:사전 )?(?:심의|협의|승인)(?:ㆍ의결)?를 거쳐 "),
    re.compile(r"(?<=몇 년마다 )[^?]{4,60}?[을를] (?:종합|반영|포함)한 "),
    re.compile(r"(?<=몇 년마다 )[^?]{6,60}?기 위해 "),
)
_LATE = re.compile(
    r"(?P<when>(?:몇 (?:년|개월)마다|얼마나 자주)) (?P<what>[^?을를]{2,60}[을를]) "
    r"(?P<verb>[가-힣ㆍ]+(?:야 하나요|하나요|나요)\?)$"
)


def said_late(question: str) -> str:
    """A question of how often as speech has it: what is done first, then when, then the deed.

    >>> said_late("장관은 몇 년마다 점등계획을 세워야 하나요?")
    '장관은 점등계획을 몇 년마다 세워야 하나요?'
    """
    for pattern in _BESIDE:
        question = pattern.sub("", question, count=1)
    return _LATE.sub(r"\g<what> \g<when> \g<verb>", question)


def shortened(question: str) -> str:
    """A long question without steps, purposes and parties beside what it asks; a short one as it is.

    A step is taken out only while the question is long, and never the words that ask.
    """
    for pattern in _STEPS:
        if len(question) <= LONG:
            break
        shorter = pattern.sub("", question, count=1)
        if re.search(r"누구|누가|어떤|어느|언제|몇|며칠|얼마|무엇", shorter):
            question = shorter
    return question
