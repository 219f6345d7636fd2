"""What may be asked of a Korean statement: patterns of figures, parties, lists and papers, as rows. Data first.

Each row finds the words that answer and says which question word stands for them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pincite.evaluate.regops.types import QuestionType

_T = QuestionType
_UNITS: Final = {
    "일": "며칠",
    "개월": "몇 개월",
    "월": "몇 개월",
    "주": "몇 주",
    "주일": "몇 주",
    "년": "몇 년",
    "시간": "몇 시간",
}


@dataclass(frozen=True, slots=True)
class Mask:
    """A question word in the place of an answer.

    Args:
        text: the statement with the question word.
        answer: the words that it stands for.
        type, template: see `Ask`.
    """

    text: str
    answer: str
    type: QuestionType
    template: str


_DATE = re.compile(r"(?P<date>\d{1,2}월(?: \d{1,2}일| 말일| 말)?)(?P<rest>까지)(?!의)")
_PERIOD = re.compile(
    r"(?<![\d,제])(?P<number>\d+)(?P<unit>개월|주일|일|주|년|시간)(?P<rest> ?(?:이내에?|내에|"
    r"이상|이하|전까지|전에|동안|간|마다|을 초과|를 초과|의 범위|까지))"
)
_TERM = re.compile(r"(?<![\d,제])(?P<number>\d+)(?P<unit>개월|주일|일|주|년)(?:으로|로) (?:한다|하되)")
_ANY_TIME = re.compile(r"\d+(?:개월|주일|일|주|년|시간|월)(?![가-힣]*법)")
_AMOUNT: Final = (
    (re.compile(r"(?P<answer>\d[\d,]*(?:억|천만|백만|만|천)?(?:\d[\d,]*만)? ?원)"), "얼마"),
    (re.compile(r"(?P<answer>1?[0,\d]*0분의 \d[\d.]*)"), "몇 퍼센트"),
    (re.compile(r"(?P<answer>\d[\d.]*(?:퍼센트|%))"), "몇 퍼센트"),
    (re.compile(r"(?P<answer>\d+(?:명|인) 이상 \d+(?:명|인) (?:이내|이하))(?=의 |으로)"), "몇 명"),
    (re.compile(r"(?P<answer>\d+(?:명|인)(?: 이내| 이상| 이하)?)(?=의 위원|으로 구성|의 평가위원)"), "몇 명"),
    (re.compile(r"(?P<answer>\d+(?:명|인))(?= 이상| 이내| 이하)"), "몇 명"),
    (re.compile(r"(?P<answer>\d+회)(?= 이상| 이내| 이하)"), "몇 회"),
    (re.compile(r"(?P<answer>\d+개)(?= 이상| 이내| 이하|로 (?:제한|정|한다))"), "몇 개"),
)
_ANY_AMOUNT = re.compile(r"\d[\d,.]*(?:억|만|천)* ?원|분의 \d|\d(?:퍼센트|%)|\d+회|\d+개(?!월)")
_PROMPT = re.compile(
    r"(?P<answer>지체 ?없이|즉시)(?= (?:[^,]{0,40} )?[가-힣ㆍ]*"
    r"(?:제출|통보|통지|보고|등록|변경|반영|공고|송부|입력|공개|신고|반납|알려|신청))"
)


def times(text: str) -> list[Mask]:
    """The statement asked for its one deadline or period."""
    if len(_ANY_TIME.findall(text)) == 1:
        if found := _TERM.search(text):
            asked = f"{text[: found.start()]}{_UNITS[found['unit']]}인가요?"
            return [Mask(asked, found[0], _T.DEADLINE, "ko.deadline.term")]
        if found := _PERIOD.search(text):
            word = _UNITS[found["unit"]]
            asked = text[: found.start()] + word + found["rest"] + text[found.end() :]
            kind = _T.LIMIT if "초과" in found["rest"] or "범위" in found["rest"] else _T.DEADLINE
            return [Mask(asked, found[0], kind, "ko.deadline.period")]
    dates = list(_DATE.finditer(text))
    if len(dates) == 1 and len(_ANY_TIME.findall(text)) <= 2:
        asked = text[: dates[0].start()] + "언제까지" + text[dates[0].end() :]
        return [Mask(asked, dates[0][0], _T.DEADLINE, "ko.deadline.date")]
    if not _ANY_TIME.search(text) and len(found_all := list(_PROMPT.finditer(text))) == 1:
        found = found_all[0]
        asked = text[: found.start()] + "언제까지" + text[found.end() :]
        return [Mask(asked, found[0], _T.DEADLINE, "ko.deadline.promptly")]
    return []


_PART_OF_IT = re.compile(r"(?P<first>\d+(?:개|명|회))(?:으로|로), 그 중 [^?]*?\d+(?:개|명|회)(?=(?:으로|로) )")


def amounts(text: str) -> list[Mask]:
    """The statement asked for its one limit or amount, or the first of two where the second is a part of it."""
    text = _PART_OF_IT.sub(r"\g<first>", text)
    for pattern, word in _AMOUNT:
        found = list(pattern.finditer(text))
        if found and len(_ANY_AMOUNT.findall(text)) <= 1 and len({m["answer"] for m in found}) == 1:
            last = found[-1]
            asked = text[: last.start()] + word + text[last.end() :]
            return [Mask(asked, last["answer"], _T.LIMIT, "ko.limit.amount")]
    return []


_PARTY = (
    r"(?:[가-힣]+ 관련 )?(?:[가-힣ㆍ·]{2,16}의 )?[가-힣ㆍ·]{0,20}(?:장관|청장|원장|위원장|장|위원회|기관|자|사람|"
    r"연구자|책임자|기업|재단|회의)"
)
_TO = re.compile(
    rf"(?<![가-힣ㆍ·])(?P<who>(?:(?:관계|소관|해당) )?(?:{_PARTY}(?:, | 및 | 또는 |과 |"
    rf"와 )){{0,4}}{_PARTY})에게 (?=(?:[가-힣ㆍ·,]+ ){{0,5}}?(?:제출|통보|보고|신청|요청|알|통지|"
    rf"송부|위탁|납부|제보|권고|승인))"
)
_THROUGH = re.compile(
    r"(?<![가-힣ㆍ·])(?P<how>(?:(?:관계|소관|해당) )?(?:중앙행정기관의 |"
    r"[가-힣]{2,10}의 )?(?:[가-힣ㆍ·]{2,20}(?:장관|위원회|회의|장|이사회|기관|평가단)(?:의|과의|"
    r"와의)? )(?:사전 )?(?P<what>심의|협의|승인|동의|의결|의견|검토)(?:ㆍ[가-힣]{2})?(?:를|을)? "
    r"(?:거쳐|받아|얻어|들어)(?:야)?)"
)


_JOINED = re.compile(r"(?:,|및|또는|과|와|ㆍ|등|하는|된|한|할|있는|받은|의|장관|관련) ?$")


def _listed_on(text: str, start: int) -> bool:
    """Whether the words before a place belong to the words at it: a list's earlier members, what describes them."""
    return _JOINED.search(text[:start]) is not None


def recipients(text: str) -> list[Mask]:
    """The statement asked to whom something goes."""
    found = list(_TO.finditer(text))
    if len(found) != 1 or _listed_on(text, found[0].start()):
        return []
    asked = text[: found[0].start()] + "누구에게 " + text[found[0].end() :]
    return [Mask(asked, found[0]["who"], _T.ACTOR, "ko.actor.recipient")]


def ways(text: str) -> list[Mask]:
    """The statement asked for the step that must come before: 심의를 거쳐."""
    found = list(_THROUGH.finditer(text))
    if len(found) != 1 or _listed_on(text, found[0].start()):
        return []
    word = "어떤 절차를 거쳐야" if found[0]["how"].endswith("야") else "어떤 절차를 거쳐"
    asked = text[: found[0].start()] + word + text[found[0].end() :]
    return [Mask(asked, found[0]["how"], _T.PROCEDURE, "ko.procedure.step")]


_PAPER = (
    r"[가-힣ㆍ·]*(?:신청서|계획서|보고서|요청서|명세서|증명서|동의서|확약서|의견서|확인서|"
    r"제안서|내역서|서류|제안요청서|결과서|심의요청서|사유서)"
)
_PAPERS = re.compile(
    rf"(?<![가-힣ㆍ·])(?P<paper>(?:{_PAPER}(?:, | 및 |과 |와 |"
    rf" 또는 )){{0,2}}{_PAPER})(?P<particle>을|를)(?= (?:[가-힣ㆍ·,]+ ){{0,4}}?(?:제출|첨부|작성|"
    rf"갖추|보관|내|교부|구비))"
)


# What may stand before a paper's whole name: a particle or a clause's end, no noun that belongs to the name.
_OPENED = re.compile(r"(?:^|[을를]|에게|에서|에는|까지|이내에|마다|하여|받아|으로|은|[관장자]는|,|면) $|^$")


def papers(text: str) -> list[Mask]:
    """The statement asked for the paper that it wants."""
    found = list(_PAPERS.finditer(text))
    if len(found) != 1 or not _OPENED.search(text[: found[0].start()]):
        return []
    asked = text[: found[0].start()] + "어떤 서류를" + text[found[0].end() :]
    return [Mask(asked, found[0]["paper"], _T.DOCUMENT, "ko.document.paper")]


# What a list is a list of, by the noun behind 다음 각 호의: the question word and the type; the first row that fits.
LISTED: Final = (
    (r"자|사람", "누구", _T.PERMISSION),
    (
        r".*(?:기관|단체|법인|기업|인력|위원|연구자|대학|과제|사업|대상|지역|분야|시설|장비|기술|비용|연구시설장비|성과)",
        "어떤 {}",
        _T.PERMISSION,
    ),
    (r".*(?:경우|사유|때)", "어떤 {}", _T.PERMISSION),
    (r".*(?:서류|자료|신청서|서식|문서|증명서|서면)", "어떤 {}", _T.DOCUMENT),
    (r".*(?:금액|비율|한도|범위|기준|요건|조건)", "어떤 {}", _T.LIMIT),
    (r"날|기한|시기|시점|때", "언제", _T.DEADLINE),
    (r".*(?:기간|기한|날|시기|시점)", "어떤 {}", _T.DEADLINE),
    (
        r".*(?:사항|내용|정보|업무|조치|방법|절차|방식|항목|행위|활동|역할|시책|기능|계획|결과|용도|목적|원칙|권한|의무|지원)",
        "어떤 {}",
        _T.PROCEDURE,
    ),
)
_NOUN = r"(?P<noun>(?:세부 |구체적인 )?[가-힣ㆍ·]{1,14}?)"
_BEHIND = (
    r"(?P<particle>에게는|에게|에는|에만|에서|에|으로|로|은|는|이|가|을|를|의|과|와|도|마다|까지|부터)?(?=[ ,.]|$)"
)
LIST: Final = re.compile(
    rf"다음 (?:각 ?[호목]|[호목])(?:의 ?어느 하나)?(?:에 해당하는|의 구분에 따른|의 구분에 의한|"
    rf"에서 정하는|에서 정한|의|에 관한|에 따른)? ?(?:모든 |모두 |각각의 )?{_NOUN}{_BEHIND}"
)
_PAPER_NEAR = re.compile(
    r"(?:신청서|계획서|보고서|요청서|제안서|동의서|협약|명세서|서면|의견서|확인서|관리대장|기본계획|시행계획)"
    r"|(?:계획|지침|규정|전략|대책|공고문)(?:에는?|에도) "
)
_WRITTEN = re.compile(r"(?:포함|적은|적어|기재|작성|담은|명시|첨부)")


def listed(noun: str, text: str) -> tuple[str, QuestionType] | None:
    """The question word and type for a list's noun."""
    for pattern, word, kind in LISTED:
        if re.fullmatch(pattern, noun):
            if kind is _T.PROCEDURE and _PAPER_NEAR.search(text) and _WRITTEN.search(text):
                kind = _T.DOCUMENT
            return word.format(noun), kind
    return None


def with_question_word(word: str, particle: str) -> str:
    """A question word with its particle; it cannot be a topic."""
    from pincite.evaluate.regops.questions.korean.plain import with_particle

    if word == "누구" and particle in ("은", "는", "이", "가"):
        return "누가"
    if particle in ("은", "는", "이", "가"):
        return with_particle(word, "이/가")
    if particle in ("을", "를"):
        return with_particle(word, "을/를")
    if particle in ("에는", "에만"):
        return word + "에"
    if particle == "에게는":
        return word + "에게"
    return word + particle
