"""Whether a Korean question reads as a person would ask it: one situation, one thing asked, nothing left hanging.

What the law says in one long sentence nobody asks in one: a question that recites it with a blank in it, that speaks of
what a citation named, or that says its own answer is left out. It is better to ask less.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.evaluate.regops.giveaways import words_of

MAX_CHARS: Final = 84
SHORT: Final = 58
MAX_CLAUSES, MAX_CLAUSES_SHORT = 1, 2
MAX_BEHIND = 2
LONG_WORD = 3
MAX_JOINS = 3
MAX_OF_ANSWER = 0.5
"""A condition that is asked for may share so much of its words with the question."""
# A clause that another follows.
_CLAUSE = re.compile(
    r"(?:하여|하고|하며|거쳐|받아|되어|으며|이며|하거나|되거나|하되|한 후|된 후|"
    r"해서|려고|여야 하고|정해|작성해|포함해|위해),? "
)
_DESCRIBING = re.compile(r"[가-힣](?:하는|되는|있는|없는|받은|[가-힣]한|[가-힣]된|할|될|려는) (?=[가-힣])")
_JOINING = re.compile(r" 및 | 또는 |, |ㆍ")
ASKING: Final = re.compile(r"누구|누가|어느|언제|어떤|어떻게|어디|얼마|며칠|몇 |무엇|왜")
_BURIED = re.compile(
    r"(?:어떤|무엇|누구|누가|몇|얼마|언제)[^?]{0,25}?(?:하여|고|거쳐|받아) [가-힣ㆍ]+(?:하는|한|된|되는) "
)
# Words that point to what the question does not say.
_HANGING: Final = re.compile(
    r"(?:^|[ ,])(?:그|이|동|본|위|이러한|그러한|해당|당해|각) (?!밖)"
    r"|(?:^|[ ,])(?:이를|이에|그에|그것|이와|위와|전항|각각|같은)(?: |$)"
    r"|다른 관계|그 밖의|상기|하기의|기타 |경우에 한해|당초의|누구에게 [가-힣ㆍ]+하기 전"
    r"|연도(?:의)? 언제까지|어떤 경우에 (?:기간|시기|비용|내용|금액|관련 규정|보완)"
    r"|되었는지|필요시|원칙으로 하나요|중에서 [^?]*기관인가요|기준에 따라 정한|때 [^?]*확정해야"
    r"|정하는 금액|보고받은 |수립된 |지정받은 업무|지정된 "
    r"|[가-힣]{2}등(?:은|을|의|에|에는|이) "
)
_VAGUE_VERB = re.compile(
    r"노력해야|노력하여야|협조해야|협력해야|시책을 |적절한 조치|필요한 (?:조치|시책|사항|경비)|충실히|최대한"
)
# Brackets that narrow what stands before them: without them the question would say too much.
NARROWING: Final = re.compile(r"\([^()]*(?:제외|한정|한한다|만 해당|포함)[^()]*\)")
_STARTS_OPEN = re.compile(
    r"^(?:[가-힣]+(?:한|된|받은|하는) (?:날|때|경우|자료|결과|기간)|동안|날부터|다만|단,|또는|및)"
)
_WORD = re.compile(r"[가-힣]{4,}")
_PARTICLE = re.compile(r"(?:에게|에서|으로|에는|은|는|이|가|을|를|의|에|로|과|와)$")


def says_twice(question: str) -> bool:
    """Whether a long word stands twice: the law's care, nobody's speech."""
    words = [_PARTICLE.sub("", word) for word in _WORD.findall(question)]
    long = [word for word in words if len(word) > LONG_WORD]
    return len(long) != len(set(long))


def is_natural(question: str) -> bool:
    """Whether a question is short, of one clause beside its own, and closed in itself.

    >>> is_natural("연구개발과제의 전체 연구개발기간은 몇 년을 초과할 수 없나요?")
    True
    >>> is_natural("해당 기관은 이를 언제까지 내야 하나요?")
    False
    """
    asking = list(ASKING.finditer(question))
    if len(question) > MAX_CHARS or len(asking) != 1:
        return False
    allowed = MAX_CLAUSES_SHORT if len(question) <= SHORT else MAX_CLAUSES
    behind = question[asking[0].end() :]
    return (
        len(_CLAUSE.findall(question)) <= allowed
        and len(_DESCRIBING.findall(behind)) <= MAX_BEHIND
        and len(_DESCRIBING.findall(question)) <= MAX_BEHIND + 1
        and len(_JOINING.findall(question)) <= MAX_JOINS
        and not any(p.search(question) for p in (_HANGING, _VAGUE_VERB, _BURIED, _STARTS_OPEN))
        and not says_twice(question)
    )


def tells_answer(question: str, answer: str, template: str) -> bool:
    """Whether a question says much of the condition or party that it asks for."""
    if not any(
        kind in template for kind in (".condition", ".exception", ".case", ".subject", ".recipient", ".proviso")
    ):
        return False
    words = words_of(answer)
    limit = 0.34 if "actor" in template else MAX_OF_ANSWER
    return bool(words) and len(words & words_of(question)) > limit * len(words)
