"""Predicates of Korean law as a person asks for them, 하여야 한다 as 해야 하나요."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pincite.evaluate.regops.questions.korean.plain import has_batchim

DUTY, MAY, BAN, CANNOT, NEED_NOT, PLAIN = "duty", "may", "ban", "cannot", "need_not", "plain"


@dataclass(frozen=True, slots=True)
class Ending:
    """How one predicate ends.

    Args:
        force: of the statement.
        statute: pattern of the statute's ending; group 1 stays.
        ends: questions' endings behind what stays.
    """

    force: str
    statute: re.Pattern[str]
    ends: tuple[str, ...]


def _row(force: str, statute: str, ends: str) -> Ending:
    return Ending(force, re.compile(rf"^(.*?){statute}$", re.DOTALL), tuple(ends.split("|")))


ENDINGS: Final = (
    _row(NEED_NOT, r"지 (?:아니할|않을) 수 있다", "지 않아도 되나요?|지 않을 수 있나요?"),
    _row(NEED_NOT, r"지 (?:아니하여도|않아도) 된다", "지 않아도 되나요?"),
    _row(BAN, r"하여서는 (?:아니 ?된다|안 된다)", "해서는 안 되나요?|하면 안 되나요?"),
    _row(BAN, r"서는 (?:아니 ?된다|안 된다)", "서는 안 되나요?"),
    _row(DUTY, r"지 (?:아니하여야|않아야) 한다", "지 않아야 하나요?"),
    _row(DUTY, r"하여야 한다", "해야 하나요?"),
    _row(DUTY, r"야 한다", "야 하나요?"),
    _row(CANNOT, r" 수 없다", " 수 없나요?"),
    _row(MAY, r" 수 있다", " 수 있나요?"),
    _row(PLAIN, r"(?<!원칙)(?<!원칙으)(?:으로|로) 한다", "인가요?"),
    _row(PLAIN, r"지 (?:아니한다|않는다)", "지 않나요?"),
    _row(PLAIN, r"한다", "하나요?"),
    _row(PLAIN, r"된다", "되나요?"),
    _row(PLAIN, r"본다", "보나요?"),
    _row(PLAIN, r"둔다", "두나요?"),
    _row(PLAIN, r"는다", "나요?"),
)
MODAL_JOIN: Final = re.compile(
    r"(?P<stem>(?:하여야|[가-힣]야) |(?:으로|로) )(?P<verb>하)(?:며|고),? "
    r"|(?P<may> 수 )(?P<is>있|없)(?:으며|고),? "
    r"|(?P<not>[가-힣]서는 아니 ?)(?P<be>되)(?:며|고),? "
)
"""Where a statement ends inside a sentence and another begins: 하여야 하며, 할 수 있고."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A clause turned into a question.

    Args:
        force: of its predicate.
        finals: whole questions.
    """

    force: str
    finals: tuple[str, ...]


def force_of(clause: str) -> str:
    """The force of a clause's predicate; empty where its ending is not known."""
    found = next((row for row in ENDINGS if row.statute.match(clause)), None)
    return found.force if found else ""


def asked(clause: str) -> Asked | None:
    """A statute's clause with a question word in it, as a question; None where its ending is not known.

    >>> asked("누가 결과를 알려야 한다").finals[0]
    '누가 결과를 알려야 하나요?'
    """
    for row in ENDINGS:
        if found := row.statute.match(clause):
            stem = modern(found[1])
            return Asked(row.force, tuple(stem + end for end in row.ends))
    return None


def split_statements(sentence: str) -> list[str]:
    """The statements of a sentence, each with an ending of its own.

    >>> split_statements("장은 정산을 하여야 하며, 결과를 알릴 수 있다")
    ['장은 정산을 하여야 한다', '결과를 알릴 수 있다']
    """
    parts: list[str] = []
    start = 0
    for found in MODAL_JOIN.finditer(sentence):
        if found["stem"]:
            end = found["stem"] + "한다"
        elif found["may"]:
            end = found["may"] + found["is"] + "다"
        else:
            end = found["not"] + ("된다" if found["be"] == "되" else "한다")
        parts.append(sentence[start : found.start()] + end)
        start = found.end()
    return [*parts, sentence[start:]]


# Words of statutes for which people have shorter ones; the sense is the same.
_MODERN: Final = (
    (r"언제(?:까지)? ?(?:내에|이내에|까지)", "언제까지"),
    (r"하여야(?= )", "해야"),
    (r"에 대하여(?:는)?(?= )", "에 대해"),
    (r"에 관하여(?:는)?(?= )", "에 관해"),
    (r"지 아니 ?하(?=[고는다도며더나])", "지 않"),
    (r"지 아니하여(?= )", "지 않아"),
    (r"아니한(?= )", "않은"),
    (r"아니할(?= )", "않을"),
    (r"하고자 하는", "하려는"),
    (r"받고자 하는", "받으려는"),
    (r"위하여(?= )", "위해"),
    (r"통하여(?= )", "통해"),
    (r"지체 ?없이", "지체 없이"),
    (r"각각 ", ""),
    (r"소관 분야", "맡은 분야"),
    (r"(?<![가-힣])소관(?:하는)? (?=[가-힣])", ""),
    (r"(?:을|를) 함에 있어(?:서)?(?= )", "할 때"),
    (r"함에 있어(?:서)?(?= )", "할 때"),
    (r"에 한(?:하여|정하여|해)(?= )", "에만"),
    (r"하였을 때에는", "했을 때"),
    (r"하였(?=[던을거으])", "했"),
    (r"되었(?=[던을거으])", "됐"),
    (r"(?:실시|수행)하고자", "하고자"),
    (r"(?<![가-힣])(?:당해|해당) (?=[가-힣])(?!연도|회계연도|사업연도)", ""),
    (r"(?<=년) 마다", "마다"),
    (r"당해 (?=연도|회계연도)", "해당 "),
    (r"(?<=[가-힣])야할(?= )", "야 할"),
    (r"(?P<noun>[을를] [가-힣]{2,4}) (?=하려는|하고자)", r"\g<noun>"),
    (r"(?<=[가-힣])받고자", "받으려"),
)
# Whom one lets do it: 기관으로 하여금 내게 is 기관이 내게.
_CAUSED = re.compile(r"(?P<who>[가-힣]+?)(?:으로|로) 하여금 (?=[^?]*(?:게|도록) )")
_BLANKS = re.compile(r"\s+")
_MODERN_ROWS = tuple((re.compile(old), new) for old, new in _MODERN)


def modern(text: str) -> str:
    """A text in today's words."""
    for old, new in _MODERN_ROWS:
        text = old.sub(new, text)
    text = _CAUSED.sub(lambda m: m["who"] + ("이 " if has_batchim(m["who"]) else "가 "), text)
    return _BLANKS.sub(" ", text)


# Verbs of offices and what people say instead, where an object stands before them.
_PLAINER: Final = (
    (r"제출해야", "내야"), (r"제출할 수", "낼 수"), (r"제출하지 않", "내지 않"), (r"(?:통보|통지)해야", "알려야"),
    (r"(?:통보|통지)할 수", "알릴 수"), (r"실시해야", "해야"), (r"실시할 수", "할 수"), (r"수립해야", "세워야"),
    (r"송부해야", "보내야"), (r"구비해야", "갖춰야"), (r"기재해야", "적어야"), (r"납부해야", "내야"),
)  # fmt: skip
_PLAINER_ROWS = tuple((re.compile(rf"(?:(?<=[을를] )|(?<=에게 )){old}"), new) for old, new in _PLAINER)
# The same anywhere: of periods, and of nouns and verbs that only statutes have.
_SPOKEN: Final = (
    (r"며칠 (?:이내에|이내|내에)(?= )", "며칠 안에"), (r"몇 개월 (?:이내에|이내|내에)(?= )", "몇 개월 안에"),
    (r"몇 (?P<unit>주|년|시간) (?:이내에|이내|내에)(?= )", r"몇 \g<unit> 안에"),
    (r"하려는 경우에?는? ", "하려면 "),
    (r"받으려는 경우에?는? ", "받으려면 "), (r"하고자 하는 경우에?는? ", "하려면 "),
    (r"(?:하고자 |하려고 )하는 때에?는? ", "하려면 "), (r"하려는 때에?는? ", "하려면 "),
    (r"끝나는 때에는 ", "끝나면 "), (r"(?P<verb>[하되]는|할|될|울|갖출) 때에는 ", r"\g<verb> 때 "),
    (r"(?P<verb>한|된|받은) 때에는 ", r"\g<verb> 때 "), (r"(?P<verb>[했됐았었렸])을 때에는 ", r"\g<verb>을 때 "),
    (r"(?P<verb>하는|한|된|되는|인) 경우에는 ", r"\g<verb> 경우 "),
    (r"하려 ?할 (?:경우|때)에?는? ", "하려면 "), (r"성별을 고려(?:하여|해) ", ""),
    (r"위한 (?=어떤 )", "위해 "), (r"(?P<tie>[대관])한 (?=어떤 )", r"\g<tie>해 "),
    (r"어떤 사항에 관한 업무를 수행", "어떤 업무를 수행"), (r"포함(?:시켜|시키어)서는 안 되나요", "넣으면 안 되나요"),
    (r"포함돼야 하나요", "포함되어야 하나요"),
    (r"(?<=[가-힣]) 등 (?=어떤 )", " 외에 "), (r"^위촉되는 ", ""), (r"지 아니 하나요", "지 않나요"),
    (r"(?P<noun>[가-힣])을 필요로 하지 않나요", r"\g<noun>이 필요 없나요"),
    (r"수립ㆍ시행해야", "세우고 시행해야"), (r"세우고 추진해야", "세워 추진해야"), (r"소집하는", "여는"),
    (r"(?P<before>필요하면 [^?]*)필요한 (?=자료)", r"\g<before>"),
    (r"하여 ", "해 "), (r"되어 ", "돼 "), (r"를 말한다", "인가요"),
)  # fmt: skip
_SPOKEN_ROWS = tuple((re.compile(old), new) for old, new in _SPOKEN)


# From when a period runs stands before what is done in it: not 협약을 통보한 날부터 며칠 안에 맺나요.
_PERIOD_FIRST = re.compile(
    r"(?<=[은는때] )(?P<what>[가-힣ㆍ ]{2,30}?[을를]) "
    r"(?P<when>(?:(?!때|경우)[가-힣ㆍ ]){2,24}?[가-힣](?:한|된|받은|하는) 날부터 "
    r"(?:며칠|몇 [가-힣]+) (?:안에|전까지)|어떤 [가-힣]+[을를] [가-힣]+할 때) "
)


_AIM_FIRST = re.compile(r"^(?P<what>어떤 [가-힣]+[을를]) (?P<aim>[^?을를]{4,40}[을를] [가-힣]+하는 데) ")


def plainer(question: str) -> str:
    """A question in daily words.

    >>> plainer("보고서를 제출해야 하나요?")
    '보고서를 내야 하나요?'
    """
    for old, new in _PLAINER_ROWS:
        question = old.sub(new, question)
    for old, new in _SPOKEN_ROWS:
        question = old.sub(new, question)
    question = _AIM_FIRST.sub(r"\g<aim> \g<what> ", question, count=1)
    return _PERIOD_FIRST.sub(r"\g<when> \g<what> ", question, count=1)
