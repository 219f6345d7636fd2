"""Predicates of Korean law as a person asks for them, 하여야 한다 as 해야 하나요."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

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
    (r"지 아니 ?하(?=[고는다도며])", "지 않"),
    (r"지 아니하여(?= )", "지 않아"),
    (r"아니한(?= )", "않은"),
    (r"아니할(?= )", "않을"),
    (r"하고자 하는", "하려는"),
    (r"위하여(?= )", "위해"),
    (r"통하여(?= )", "통해"),
    (r"지체 ?없이", "지체 없이"),
    (r"각각 ", ""),
    (r"(?<![가-힣])(?:당해|해당) (?=[가-힣])(?!연도|회계연도)", ""),
    (r"당해 (?=연도|회계연도)", "해당 "),
    (r"(?<=[가-힣])야할(?= )", "야 할"),
    (r"(?<=[가-힣])받고자", "받으려"),
)
_BLANKS = re.compile(r"\s+")
_MODERN_ROWS = tuple((re.compile(old), new) for old, new in _MODERN)


def modern(text: str) -> str:
    """A text in today's words."""
    for old, new in _MODERN_ROWS:
        text = old.sub(new, text)
    return _BLANKS.sub(" ", text)


# Verbs of offices and what people say instead, where an object stands before them.
_PLAINER: Final = (
    (r"제출해야", "내야"), (r"제출할 수", "낼 수"), (r"제출하지 않", "내지 않"), (r"(?:통보|통지)해야", "알려야"),
    (r"(?:통보|통지)할 수", "알릴 수"), (r"실시해야", "해야"), (r"실시할 수", "할 수"), (r"수립해야", "세워야"),
    (r"송부해야", "보내야"), (r"구비해야", "갖춰야"), (r"기재해야", "적어야"), (r"납부해야", "내야"),
)  # fmt: skip
_PLAINER_ROWS = tuple((re.compile(rf"(?<=[을를] ){old}"), new) for old, new in _PLAINER)
# The same anywhere: of periods, and of nouns and verbs that only statutes have.
_SPOKEN: Final = (
    (r"며칠 (?:이내에|이내|내에)(?= )", "며칠 안에"), (r"몇 개월 (?:이내에|이내|내에)(?= )", "몇 개월 안에"),
    (r"몇 (?P<unit>주|년|시간) (?:이내에|이내|내에)(?= )", r"몇 \g<unit> 안에"),
    (r"하려는 경우에?는? ", "하려면 "),
    (r"받으려는 경우에?는? ", "받으려면 "), (r"하고자 하는 경우에?는? ", "하려면 "),
    (r"(?:하고자 |하려고 )하는 때에?는? ", "하려면 "), (r"하려는 때에?는? ", "하려면 "),
    (r"(?P<verb>하는|한|된|되는) 때에는 ", r"\g<verb> 때 "),
    (r"(?P<verb>하는|한|된|되는|인) 경우에는 ", r"\g<verb> 경우 "),
    (r"하려 ?할 (?:경우|때)에?는? ", "하려면 "), (r"성별을 고려(?:하여|해) ", ""),
    (r"소집하는", "여는"), (r"하여 ", "해 "), (r"되어 ", "돼 "), (r"를 말한다", "인가요"),
)  # fmt: skip
_SPOKEN_ROWS = tuple((re.compile(old), new) for old, new in _SPOKEN)


def plainer(question: str) -> str:
    """A question in daily words.

    >>> plainer("보고서를 제출해야 하나요?")
    '보고서를 내야 하나요?'
    """
    for old, new in _PLAINER_ROWS:
        question = old.sub(new, question)
    for old, new in _SPOKEN_ROWS:
        question = old.sub(new, question)
    return question
