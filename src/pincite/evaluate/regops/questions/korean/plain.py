"""Korean sentences of law without what a person would not say: citations, brackets, references to lists."""

from __future__ import annotations

import re
from typing import Final

_BRACKETS = re.compile(r"\s?\([^()]*\)")
_LAW = (
    r"(?:「[^」]+」|법|영|규칙|(?<![가-힣])(?:같은|이|동) ?(?:법|영|규칙|조|항|호|고시|기준|"
    r"지침)|[가-힣]{2,8}법(?: 시행령| 시행규칙)?)"
)
_NUMBER = r"제\d+(?:조(?:의\d+)?|항|호(?:의\d+)?)"
_PLACE = (
    rf"(?:{_NUMBER}(?:{_NUMBER})*(?:[가나다라마바사아자차카타파하]목)?|"
    rf"(?<![가-힣])[가나다라마바사아자차카타파하]목|별표 ?\d*(?:의\d+)?|별지 ?제?\d*호?(?:의\d+)? ?서식)"
)
_PART = r"(?:\s?(?:본문|단서|전단|후단|각 ?호(?: 외의 부분)?|각 ?목|의 규정|까지의 규정))"
_ONE = rf"(?:{_LAW}\s?)?{_PLACE}{_PART}*|{_LAW}(?=에 (?:따른|따라|의한|의하여|근거하여))"
_LIST = rf"(?:{_ONE})(?:(?:\s?(?:,|및|또는|부터|까지|내지|과|와|ㆍ|·)\s?)+(?:{_ONE}))*(?:까지)?{_PART}*"
_BY = (
    r"(?:에 ?(?:따른|따라|따라서|의한|의하여|의해|의거하여|근거하여)|에서 (?:정하는|정한|규정하는|규정한)"
    r"|의? ?규정에 ?(?:따른|따라|의한|의하여|불구하고)|에서 정하는 바에 (?:따라|따른)|으로 정하는 바에 따라)"
)
CITED: Final = re.compile(rf"(?:{_LIST}){_BY}\s?(?:각각 )?")
NOTWITHSTANDING: Final = re.compile(rf"(?:{_LIST})(?:에도 불구하고|의 규정에도 불구하고|에 불구하고),?\s?")
_DECREED = re.compile(
    r"(?:대통령령|총리령|[가-힣]{2,12}부령|[가-힣]{2,14}(?:장관|위원회|의 장|청장)이)(?:으로)? "
    r"(?:정하는 바에 따라|정하는 바에 의하여|정하여 고시하는 바에 따라),?\s?"
)
OPEN_END: Final = "※"
"""Stands before a word that the citation taken out told apart: 제2항에 따른 기간."""
_BARE = re.compile(
    r"(?:[가-힣]{2}ㆍ)?(?:용도|검증|중단|예고|사항|업무|조치|통보|요청|금액|기간|기한|기준|대상|기관|계획|자료|결과|심의|평가|협의|방법|절차|비용|범위|바|점검|"
    r"보고|신청|지정|승인|위원회|보고서|서류|사업|지원|회의|조사|검토|의견|취소|등록|처분|시책|단체|협약|수익|비율|공고|예고|"
    r"결정|활용|경우|규정|제출|이의신청|정보|전문기관|위원|의결|제한|변경|해약|내용|요건|사유|값|한도|간행물|행위)"
    r"(?:등)?(?:은|는|이|가|을|를|의|에|에서|으로|로|과|와|도|만|까지|이나|나)?(?=[ ,.]|$)"
)
LEFT: Final = re.compile(
    r"(?:대통령령|총리령|부령|장관이)(?:으로)? 정하|"
    r"※|(?:^|(?<!에) )따른|제\s?\d+\s?(?:조|항|호|장|절)|"
    r"(?<![가-힣])[가나다라마바사아자차카타파하]목(?=의|에|부터|까지|과|와|[ ,.]|$)|(?<![가-힣])각 ?호|"
    r"(?<![가-힣])각 ?목(?!적)|별표|별지|「|」|<|전항|동조|[①-⑳]|\d\)|같은 (?:조|항|호|법|영)|본문|단서|후단|\*|\||_{2}"
)
"""What may not stand in a question."""


def without_brackets(text: str) -> str:
    """A text without round brackets and what stands in them.

    >>> without_brackets("연구책임자(이하 같다)는")
    '연구책임자는'
    """
    before = ""
    while before != text:
        before, text = text, _BRACKETS.sub("", text)
    return text


def without_citations(text: str) -> str:
    """A text without the places of law that it cites.

    >>> without_citations("등대지기는 제4항에 따라 등대를 보수해야 한다")
    '등대지기는 등대를 보수해야 한다'
    >>> without_citations("법 제13조제1항에 따른 연구개발비")
    '연구개발비'
    """
    text = _BESIDE.sub("", text)
    text = _OWN_THING.sub(lambda m: "" if len(m["noun"]) >= LONG_NOUN else OPEN_END, text)
    text = _OWN_WORK.sub("", _OWN_LIST.sub("", NOTWITHSTANDING.sub("", text)))
    text = CITED.sub(_left_of, re.sub(rf"({CITED.pattern}){_RESULT.pattern}", _without_result, text))
    return " ".join(_DECREED.sub("", text).split())


# What a thing is of by a place beside it, and those that a list beside it names: left out, the rest is whole.
_OWN_WORK = re.compile(r"제\d+항에 따른 (?:업무|사업|점검|사항)(?:에 관한|의) (?=[가-힣])")
_OWN_THING = re.compile(r"(?<![가-힣\d])제\d+항의 (?!규정)(?=(?P<noun>[가-힣ㆍ]+(?:의 [가-힣]+)?))")
LONG_NOUN: Final = 5
"""Letters from which on a noun says by itself what it is."""
_BESIDE = re.compile(r"^(?:제\d+항|이 [영조법])[^,.]{0,24}?(?:규정|정)한 (?:사항|것) ?외에,? ")
_OWN_LIST = re.compile(r"제\d+항 각 ?호의 (?=(?:연구개발)?(?:기관|단체|법인)[이은는의])")
_RESULT = re.compile(
    r"(?:설립|제출|결정|수립|통보|실시|작성|요청|신청|산정|확정|징수|회수|마련|접수|보고|설정|시행|공고|구성|심의)"
    r"(?:한|된|하는|하여 결정한) (?=[가-힣])"
)
"""What was done at the place that was cited: 제1항에 따라 제출한 평가 결과 is 평가 결과."""


_DONE_BY = re.compile(r"(?:에 ?(?:따라|따라서|의하여|의거하여|근거하여)|정하는 바에 따라)\s?(?:각각 )?$")


# Deeds that say nothing of whose they are: 법 제15조에 따라 변경이나 중단을 요청한다.
_BARE_DEED = re.compile(r"(?:변경|중단|해약|조치|취소|이의신청|예고)(?:이나|나|을|를|또는| )")


def _left_of(found: re.Match[str]) -> str:
    """Nothing, or a mark where what follows says nothing without the place that was cited."""
    own = re.match(r"제\d+[항호]", found[0]) and found[0].rstrip().endswith(("따른", "의한"))
    short = own and re.match(r"[가-힣]{1,4}(?:은|는|이|가|을|를|의|에|과|와)?(?=[ ,.]|$)", found.string[found.end() :])
    if re.match(r"[가-힣]+(?:는지|은지)", found.string[found.end() :]):
        return OPEN_END
    how = re.match(r"(?:법|영|규칙|「)", found[0]) and _DONE_BY.search(found[0])  # says how, not which
    bare = not how or _BARE_DEED.match(found.string, found.end())
    return OPEN_END if short or (bare and _BARE.match(found.string, found.end())) else ""


def _without_result(found: re.Match[str]) -> str:
    """The citation alone: what was done there goes with it."""
    return found[1]


def has_batchim(word: str) -> bool:
    """Whether a word ends in a consonant, which chooses between particles.

    >>> has_batchim("기관"), has_batchim("기구"), has_batchim("30")
    (True, False, True)
    """
    for letter in reversed(word):
        if "가" <= letter <= "힣":
            return (ord(letter) - 0xAC00) % 28 != 0
        if letter.isdigit():
            return letter in "013678"
        if letter.isalpha():
            return letter.lower() in "lmnr"
    return False


def with_particle(word: str, pair: str) -> str:
    """A word with the one of two particles that its last sound wants.

    Args:
        pair: behind a consonant and behind a vowel, such as `은/는`, `이/가`, `을/를`, `과/와`, `이란/란`.

    >>> with_particle("기관", "은/는"), with_particle("기구", "은/는")
    ('기관은', '기구는')
    """
    behind_consonant, behind_vowel = pair.split("/")
    return word + (behind_consonant if has_batchim(word) else behind_vowel)
