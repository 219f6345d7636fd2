"""What Korean twins ask about: papers, committees, designations that the corpus names, and what it never says.

Each kind is a row: what it is asked of, the words that would answer, the question in several phrasings. A twin is kept
only where no provision and no manual of the whole corpus has the topic's name beside such words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.questions.korean.names import names_of
from pincite.evaluate.regops.questions.korean.plain import with_particle
from pincite.evaluate.regops.types import QuestionType

_T = QuestionType
PAPER, BODY, DESIGNATED = "paper", "body", "designated"


@dataclass(frozen=True, slots=True)
class Topic:
    """A named thing of one rule.

    Args:
        kind: `paper`, `body` or `designated`.
        name: as the corpus writes it.
        provision: the rule that names it first.
        said: the same with the noun before it, as a question says it: 등대기름 사용실적보고서.
    """

    kind: str
    name: str
    provision: str
    said: str


@dataclass(frozen=True, slots=True)
class TopicKind:
    """One thing that is not said of a topic.

    Args:
        of: kind of topic.
        answers: words beside the topic's name that would answer.
        asks: phrasings; `{}` is the name, `{은는}` and so on the name with its particle.
    """

    name: str
    of: str
    type: QuestionType
    answers: re.Pattern[str]
    asks: tuple[str, ...]


_TOPICS: Final = (
    (
        PAPER,
        re.compile(
            r"(?<![가-힣ㆍ·])(?P<name>[가-힣]{3,12}(?:"
            r"신청서|보고서|요청서|명세서|동의서|확약서|의견서|확인서|제안서|계획서|사유서))"
            r"(?=(?:\s?\([^()]*\))?(?:[을를](?: [가-힣ㆍ]+){0,5} ?(?:제출|첨부)|에 [^.]{0,40}?첨부[^.]{0,40}?제출))"
        ),
    ),
    (BODY, re.compile(r"(?<![가-힣ㆍ·])(?P<name>[가-힣]{3,16}(?:위원회|협의회|평가단|심의회))(?=[을를은는의])")),
    (
        DESIGNATED,
        re.compile(r"(?<![가-힣ㆍ·])(?P<name>[가-힣]{3,14}(?:기관|센터))(?=(?:으로|로)(?: [가-힣]+){0,2} ?지정)"),
    ),
)


def _kind(name: str, of: str, kind: QuestionType, answers: str, *asks: str) -> TopicKind:
    return TopicKind(name, of, kind, re.compile(answers), asks)


TOPIC_KINDS: Final = (
    _kind(
        "keeping", PAPER, _T.DEADLINE, r"보관|보존|폐기|유지",
        "{을를} 낸 뒤 사본을 몇 년 동안 보관해야 하나요?", "{은는} 몇 년이 지나면 폐기해도 되나요?",
    ),
    _kind(
        "fee", PAPER, _T.LIMIT, r"수수료|납부|인지|무료",
        "{을를} 낼 때 수수료는 얼마인가요?", "{을를} 접수하는 데 수수료가 얼마나 드나요?",
    ),
    _kind(
        "penalty", PAPER, _T.LIMIT, r"과태료|벌금|벌칙|과징금|징역|부가금|참여제한|연체",
        "{을를} 기한 안에 내지 않으면 과태료를 얼마나 내야 하나요?", "{을를} 늦게 내면 과태료가 얼마인가요?",
    ),
    _kind(
        "language", PAPER, _T.PERMISSION, r"영문|영어|외국어|국문|번역|한글",
        "{은는} 영어로 써서 내도 되나요?", "{을를} 외국어로 쓰면 번역문도 붙여야 하나요?",
    ),
    _kind(
        "copies", PAPER, _T.DOCUMENT, r"\d+ ?부(?![가-힣])|사본|부수|우편|방문|팩스",
        "{은는} 몇 부를 내야 하나요?", "{을를} 우편으로 보내도 되나요?",
    ),
    _kind(
        "quorum", BODY, _T.PROCEDURE, r"과반수|의결정족수|출석위원|정족수|찬성",
        "{은는} 위원 몇 명이 나와야 회의를 열 수 있나요?", "{의} 안건은 위원 몇 명이 찬성하면 통과되나요?",
    ),
    _kind(
        "term", BODY, _T.DEADLINE, r"임기|연임|위촉기간",
        "{의} 위원은 임기가 몇 년인가요?", "{의} 위원은 몇 번까지 연임할 수 있나요?",
    ),
    _kind(
        "allowance", BODY, _T.LIMIT, r"수당|여비|사례|실비|회의비|자문료|심사비|평가비",
        "{의} 위원은 회의에 나오면 수당을 얼마나 받나요?", "{에} 참석한 위원에게 주는 여비는 얼마인가요?",
    ),
    _kind(
        "meetings", BODY, _T.DEADLINE, r"매년|분기|연 \d|정기|소집|개최|회의는|월 \d|반기",
        "{은는} 1년에 회의를 몇 번 열어야 하나요?", "{의} 회의는 며칠 전까지 알려야 하나요?",
    ),
    _kind(
        "minutes", BODY, _T.PROCEDURE, r"회의록|속기|녹음|공개|기록",
        "{의} 회의록은 누구나 볼 수 있나요?", "{의} 회의는 녹음해 두어야 하나요?",
    ),
    _kind(
        "validity", DESIGNATED, _T.DEADLINE, r"유효기간|지정기간|지정 기간|재지정|갱신|\d+년",
        "{으로} 지정되면 몇 년 동안 효력이 있나요?", "{으로} 지정된 뒤 몇 년마다 다시 지정받아야 하나요?",
    ),
    _kind(
        "objection", DESIGNATED, _T.PROCEDURE, r"이의|불복|재심|재검토|소명|심판|행정소송",
        "{으로} 지정받지 못하면 며칠 안에 이의를 신청해야 하나요?",
        "{으로} 지정받지 못하면 어디에 이의를 신청해야 하나요?",
    ),
    _kind(
        "insurance", DESIGNATED, _T.PROCEDURE, r"보험|공제|보증금|담보",
        "{으로} 지정받으려면 보증금을 얼마나 맡겨야 하나요?", "{은는} 어떤 책임보험에 들어야 하나요?",
    ),
)  # fmt: skip
_PLAIN_WORD = re.compile(
    r"^(?:해당|소속|관련|다른|위의|그밖의|각종|관계|상기|별도의)|(?:따른|의한|하는|받은|또는|이하)"
)


# An office hands its own paper in: it pays no fee for it, nobody fines it.
_OF_OFFICE = re.compile(
    r"^(?:[가-힣ㆍ, ]{0,24}(?:장관|청장|처장)|정부|국가|(?:관계 |소관 )?중앙행정기관의 장)[은이는] "
)
# A noun right before a name that belongs to it: it carries no particle and describes nothing.
_NOUN_BEFORE = re.compile(
    r"(?<![가-힣ㆍ·])(?!및|또는|관련|해당|매년|표준|각각)[가-힣]{3,12}"
    r"(?<![을를은는이가의에로과와하한된할될인여며고게면지터]) $"
)


def topics(corpus: BenchCorpus) -> Iterator[Topic]:
    """The topics of the Korean documents that govern, each name once, in the order of the texts."""
    seen: set[str] = set()
    for sentence in corpus.sentences:
        if corpus.language(sentence.document_id) != "ko":
            continue
        for kind, pattern in _TOPICS:
            for found in pattern.finditer(sentence.text):
                name = found["name"]
                if kind == PAPER and _OF_OFFICE.match(sentence.text):
                    continue
                if name not in seen and not _PLAIN_WORD.search(name):
                    seen.add(name)
                    before = _NOUN_BEFORE.search(sentence.text[: found.start()])
                    said = f"{before[0]}{name}" if before and kind == PAPER else name
                    yield Topic(kind, name, sentence.provision.id, said)


def worded(ask: str, name: str) -> str:
    """A phrasing with a topic's name in it.

    >>> worded("{은는} 몇 부를 내야 하나요?", "신청서")
    '신청서는 몇 부를 내야 하나요?'
    """
    for mark, pair in (("{은는}", "은/는"), ("{을를}", "을/를"), ("{으로}", "으로/로")):
        if mark in ask:
            return ask.replace(mark, with_particle(name, pair))
    return ask.replace("{의}", f"{name}의").replace("{에}", f"{name}에")


REACH = 1500
"""Characters around a mention that are read: an article is of one matter, a manual's section of many."""


def said_somewhere(corpus: BenchCorpus, topic: Topic, kind: TopicKind) -> bool:
    """Whether any provision of the whole corpus, manuals included, names the topic and has words that would answer."""
    if kind.answers.search(corpus.cut(corpus.article(topic.provision))):
        return True
    for document_id, text in sorted(corpus.texts.items()):
        for name in (topic.name, *_short(corpus, document_id, topic.name)):
            for found in re.finditer(re.escape(name), text):
                if kind.answers.search(text, max(0, found.start() - REACH // 2), found.end() + REACH // 2):
                    return True
    return False


def _short(corpus: BenchCorpus, document_id: str, name: str) -> tuple[str, ...]:
    """Short names that a document has for it."""
    if corpus.language(document_id) != "ko":
        return ()
    return tuple(n.short for n in names_of(corpus, document_id) if n.full == name and len(n.short) > SHORTEST)


SHORTEST = 2
