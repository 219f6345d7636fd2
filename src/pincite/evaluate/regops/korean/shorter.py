"""Long Korean questions without the parties and steps that they do not ask for."""

from __future__ import annotations

import re
from typing import Final

LONG: Final = 66
"""Questions of more characters lose what another question would ask for."""
_PARTY = r"(?:[가-힣ㆍ]+ ){0,2}?[가-힣ㆍ]*(?:장관|청장|위원장|이사장|기관의 장|의 장|위원회|회의|심의회)"
_STEPS: Final = (
    re.compile(rf"(?<=[은는,] ){_PARTY}(?:과|와)의? (?:협의를 거쳐|협의하여|협의해) (?!정한|정하는|확정|선정|지정)"),
    re.compile(
        rf"(?<=[은는,] ){_PARTY}의 (?:사전 )?(?:심의|협의|승인|의견|의결)(?:ㆍ의결)?(?:를|을) (?:거쳐|"
        rf"받아|들어) (?!정한|정하는|확정된|선정된|지정된)"
    ),
    re.compile(r"(?<=[은는,] )[^,?]{4,46}?(?:하기|되기|높이기|이루기|시키기) (?:위해|위하여),? "),
    re.compile(rf"(?<=[을를] ){_PARTY}에게 (?=(?:제출|통보|보고|내|알려|보내)[가-힣]*야)"),
    re.compile(rf"(?<=까지 ){_PARTY}에게 "),
    re.compile(r"(?<=[을를] )(?:공문|문서|서면|전자문서)(?:으로|로) "),
)


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
