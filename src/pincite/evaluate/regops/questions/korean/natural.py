"""Whether a Korean question reads as a person would ask it: one situation, one thing asked, nothing left hanging.

What the law says in one long sentence nobody asks in one: a question that recites it with a blank in it, that speaks of
what a citation named, or that says its own answer is left out. It is better to ask less.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from typing import Final

from pincite.evaluate.regops.questions.giveaways import words_of

MAX_CHARS: Final = 80
SHORT: Final = 58
MAX_CLAUSES, MAX_CLAUSES_SHORT = 1, 2
MAX_BEHIND = 2
LONG_WORD = 3
MAX_JOINS = 3
MAX_OF_ANSWER = 0.5
"""A condition that is asked for may share so much of its words with the question."""
MAX_OF_PARTY = 0.34
"""The same of the words of a party, which are compared whole: 과학기술 is no name of a minister."""
_NAME = re.compile(r"[가-힣]{2,}")
# A clause that another follows.
_CLAUSE = re.compile(
    r"(?:하여|하고|하며|거쳐|받아|되어|으며|이며|하거나|되거나|하되|한 후|된 후|"
    r"해서|려고|여야 하고|(?<!통)(?<!대)(?<!관)(?<!관련)해),? "
)
# A deed with nothing before it that says of what: 매년 평가를 실시하고.
_DEED_ALONE = re.compile(
    r"(?:^|[은는] |, |매년 |매월 |자주 |누가 |경우에? |때에? )(?P<deed>[가-힣]{2})[을를] "
    r"(?:실시|진행|수행|추진|하는|할|하려|하면|했|한 )"
)
_POINTED = re.compile(r"해당 (?!연도|사업연도|회계연도|기관)(?P<noun>[가-힣]{2,3})(?=[ ㆍ])")
_DESCRIBING = re.compile(r"[가-힣](?:하는|되는|있는|없는|받은|[가-힣]한|[가-힣]된|할|될|려는) (?=[가-힣])")
_JOINING = re.compile(r" 및 | 또는 |, |ㆍ")
ASKING: Final = re.compile(r"누구|누가|어느|언제|어떤|어떻게|어디|얼마나 자주|얼마|며칠|몇 |무엇|왜")
_WHETHER = re.compile(r"(?:해도 되나요|할 수 있나요|않아도 되나요)\?$")
_BURIED = re.compile(
    r"(?:어떤|무엇|누구|누가|몇|얼마|언제)[^?]{0,25}?(?:하여|고|거쳐|받아) [가-힣ㆍ]+(?:하는|한|된|되는) "
)
# Words that point to what the question does not say.
_HANGING: Final = re.compile(
    r"(?:^|[ ,])(?:이|동|본|위|이러한|그러한|해당|당해|각) (?!밖|연도|회계연도|사업연도|단계)"
    r"|(?:^|[ ,])(?:이를|이에|그에|그것|이와|위와|전항|각각|같은)(?: |$)"
    r"|다른 관계|그 밖의|그 외 |(?<![가-힣])상기|(?<![가-힣])하기의|기타 |경우에 한해|당초의|누구에게 [가-힣ㆍ]+하기 전"
    r"|연도(?:의)? 언제까지|어떤 경우에 (?:기간|시기|비용|내용|금액|관련 규정|보완)"
    r"|하게 한 [가-힣]+(?:에|을|를) |되었는지|필요시|원칙으로 하나요|정하는 금액|보고받은 |지정받은 업무|의 구분에 "
    r"|(?<![가-힣])수립된 |지정된 (?![가-힣]{5,})|[가-힣]{2}등(?:은|을|의|에|에는|이) "
)
# Turns that no speaker takes: a blank inside a description, two deeds of which the second is asked.
_TWISTED: Final = re.compile(
    r"중에서 [^?]*기관인가요|사람이 되나요|기준에 따라 정한|때 [^?]*확정해야|어떤 [가-힣]+의 합"
    r"|(?:필요한|이외의|하는|되는|있는|받은) 어떤 |어떤 [가-힣ㆍ]+이나 어떤|어떤 요건을 [^?]*경우에만"
    r"|(?:하며|하고),? (?:누가|어디에)|두며, |(?:고|후), [^?]*어떤 예외|[을를] 그 [가-힣 ]+에 포함"
    r"|마련하는 [^?]*(?:평가|조사|점검|분석)에는|[가-힣]{2}별로? [^?]*[가-힣]{2}별로? |[이가] [^?]{40,}하게 할 수"
    r"|(?:않은|하는|되는|있는) 얼마|금액의 [^?]*금액|어떤 경우에 [^?]*것으로 (?:산정|계산|간주)하나요"
    r"|(?:며칠|몇 [가-힣]+|얼마) ?(?:이상|이하|초과|미만)[^?]*(?:음에도|는데도|경우)[^?]*[야 ] ?하나요"
)
_VAGUE_VERB = re.compile(
    r"노력해야|노력하여야|협조해야|협력해야|시책을 |적절한 조치|필요한 (?:조치|시책|사항|경비|지원)|충실히|최대한"
)
# Brackets that narrow what stands before them: without them the question would say too much. Those that widen it do no
# harm, since the answer has them.
NARROWING: Final = re.compile(r"\([^()]*(?:제외|한정|한한다|만 해당)[^()]*\)")
_STARTS_OPEN = re.compile(
    r"^(?:[가-힣]+(?:한|된|받은|하는) (?:날|때|경우|자료|결과|기간)|동안|날부터|다만|단,|또는|및)"
    # What is to be changed or stopped, a place said that was cited.
    r"|(?:^|[은는] )(?:(?:변경|중단|해약|취소|해제|포기|연장)(?:이나|나|하거나| 또는| 및|ㆍ) ?)?"
    r"(?:변경|중단|해약|취소|해제|포기|연장)[을를] "
)
_WORD = re.compile(r"[가-힣]{4,}")
_LONG_SHARED, _LONG_TWICE = 7, 8
"""Letters that two words may not begin with alike, and of one that may not stand twice."""
_OFFICE_WORD = re.compile(
    r"평가|점검|조사|지원(?!금)|지정|심의|승인|관리|검토|분석|계상|사용|협약|통보|제출|통합|등록|(?:계획|신청|보고)(?!서)"
)
MAX_OF_OFFICE_WORD = 2
_PARTICLE = re.compile(r"(?:에게|에서|으로|에는|은|는|이|가|을|를|의|에|로|과|와)$")


_THAT = re.compile(r"(?:^|[ ,])그 (?!밖|해)(?P<noun>[가-힣]{2})")
_CASE = re.compile(r"(?:경우|때|면|후|뒤),? ?$|(?:경우|때|면)[ ,]")


def hangs(question: str) -> bool:
    """Whether it says 그 of what it has not named: 그 결과 needs a 결과, 그 사실 a case before it.

    >>> hangs("기관은 그 결과를 언제 알리나요?"), hangs("기관은 점검 결과가 나온 날부터 며칠 안에 그 결과를 알리나요?")
    (True, False)
    """
    for found in _THAT.finditer(question):
        before = question[: found.start()]
        told = found["noun"] in before or (found["noun"] in ("사실", "내용", "사유", "결과") and _CASE.search(before))
        if not told:
            return True
    return False


def matter_is_left_out(question: str, sentence: str) -> bool:
    """Whether a question names a deed alone, or a thing that the law's sentence points back to with 해당.

    >>> matter_is_left_out("장관은 매년 평가를 실시하고 어떤 서류를 작성해야 하나요?", "")
    True
    >>> matter_is_left_out("언제 밝기 항목의 시험을 생략할 수 있나요?", "장은 해당 밝기 항목의 시험을 생략할 수 있다.")
    True
    """
    if " 관련해 " in question:
        return False
    alone = _DEED_ALONE.search(question)
    if alone is not None and question.count(alone["deed"]) == 1:
        return True
    pointed = {found["noun"] for found in _POINTED.finditer(sentence)}
    return any(
        question.count(noun) == 1 and re.search(rf"(?:^|[은는] |에 |언제 |[을를] |, ){noun}(?=[ ㆍ])", question)
        for noun in pointed
    )


_LONG_THING = re.compile(
    r"[가-힣]{5,}?(?=,|(?<![을를의은는과와]) (?:제공|제출|사용|이용|활용|관리|금액|비용)|"
    r"(?:으로|마다|[을를의에은는이가과와로])(?:[ 에게서만]|$))"
)
_OFFICE = re.compile(r"장관?$")
_OWN_NAME = 7
"""Letters from which on a body's name tells its field."""


def tells_no_field(question: str, subject: str) -> bool:
    """Whether it is asked when something is done with things of common names only, by one who does many things.

    >>> tells_no_field("해양등대장관은 어떤 경우에 자료 제출을 생략하게 할 수 있나요?", "해양등대장관")
    True
    >>> tells_no_field("해양등대장관은 어떤 경우에 안개신호기록을 생략할 수 있나요?", "해양등대장관")
    False
    """
    if " 관련해 " in question or (len(subject) >= _OWN_NAME and not _OFFICE.search(subject)):
        return False
    return not _LONG_THING.search(question.replace(subject, "", 1))


# Verbs that say nothing without what is done, and the ends of a question behind them.
_DOES = re.compile(
    r"(?:실시|수행|추진|시행|처리|운영|이용|활용|제출|보고|통보|지급|작성|변경|등록|공개|결정|수립|마련|신청|승인|사용|지정)"
    r"(?:해야|할 수(?! 있는)|하게 할 수|하면|해서는|하지 않아도|하나요)"
)


# An object that belongs to what describes a noun: 전문성을 갖춘 기관.
_DESCRIBED_BY = re.compile(
    r"[가-힣ㆍ]+[을를] (?:[가-힣ㆍ]+게 )?[가-힣]*(?:춘|진|한|는|은|된|인|할|던|운) (?=[가-힣])(?!수 )"
)


def wants_object(question: str) -> bool:
    """Whether a verb of doing stands without what is done.

    >>> wants_object("장관은 어떤 경우에 의뢰해 실시할 수 있나요?"), wants_object("누가 조사를 실시할 수 있나요?")
    (True, False)
    """
    if not _DOES.search(question):
        return False
    own = _DESCRIBED_BY.sub("", question)
    return not re.search(
        r"[을를](?: |$)|무엇|어떤 [가-힣ㆍ]+(?:이|가) |[가-힣]+(?:도|만|은|는) (?=[^?]*하나요|누가 )", own
    )


def says_twice(question: str) -> bool:
    """Whether a long word stands twice: the law's care, nobody's speech."""
    words = [_PARTICLE.sub("", word) for word in _WORD.findall(_THAT.sub(" ", question))]
    long = [word for word in words if len(word) > LONG_WORD]
    if any(
        a != b and a[:_LONG_SHARED] == b[:_LONG_SHARED] and len(a) >= _LONG_SHARED for a, b in combinations(long, 2)
    ):
        return True
    if any(len(word) >= _LONG_TWICE and long.count(word) > 1 for word in long):
        return True
    if max(Counter(_OFFICE_WORD.findall(question)).values(), default=0) > MAX_OF_OFFICE_WORD:
        return True
    return len(long) - len(set(long)) > (1 if len(question) <= SHORT else 0)


def clauses_in(question: str) -> int:
    """How many clauses of a question another one follows; a lead-in such as 점등과 관련해 is none."""
    return len(_CLAUSE.findall(question.replace("관련해 ", "", 1)))


def is_natural(question: str) -> bool:
    """Whether a question is short, of one clause beside its own, and closed in itself.

    >>> is_natural("연구개발과제의 전체 연구개발기간은 몇 년을 초과할 수 없나요?")
    True
    >>> is_natural("해당 기관은 이를 언제까지 내야 하나요?")
    False
    """
    asking = list(ASKING.finditer(question))
    whether = not asking and _WHETHER.search(question)
    if len(question) > MAX_CHARS or len(asking) > 1 or not (asking or whether):
        return False
    allowed = MAX_CLAUSES_SHORT if len(question) <= SHORT else MAX_CLAUSES
    behind = question[asking[0].end() :] if asking else ""
    return (
        len(_CLAUSE.findall(question)) <= allowed
        and len(_DESCRIBING.findall(behind)) <= MAX_BEHIND
        and len(_DESCRIBING.findall(question)) <= MAX_BEHIND + 1
        and len(_JOINING.findall(question)) <= MAX_JOINS
        and not any(p.search(question) for p in (_HANGING, _TWISTED, _VAGUE_VERB, _BURIED, _STARTS_OPEN))
        and not hangs(question)
        and not wants_object(question)
        and not says_twice(question)
    )


def tells_answer(question: str, answer: str, template: str) -> bool:
    """Whether a question says much of the condition or party that it asks for."""
    if not any(
        kind in template for kind in (".condition", ".exception", ".case", ".subject", ".recipient", ".proviso")
    ):
        return False
    if "actor" in template:
        named = {_PARTICLE.sub("", word) for word in _NAME.findall(answer)}
        return bool(named) and sum(word in question for word in named) > MAX_OF_PARTY * len(named)
    words = words_of(answer)
    return bool(words) and len(words & words_of(question)) > MAX_OF_ANSWER * len(words)
