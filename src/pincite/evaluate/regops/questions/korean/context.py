"""The matter of a question, where its own words do not tell it: the article's subject stands in front.

어떤 경우에 추가 자료를 요청할 수 있나요 could be asked of many articles; 등대점검과 관련해 says of which.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.questions.korean.natural import clauses_in, says_twice
from pincite.evaluate.regops.questions.korean.plain import with_particle
from pincite.evaluate.regops.questions.korean.shorter import shortened
from pincite.evaluate.regops.types import Ask, QuestionType

MIN_LETTERS, MAX_LETTERS = 4, 20
LONG_WORD = 2
MIN_LETTERS_OF_REST = 6
"""A shorter word alone, such as 연구기관, is of every matter."""
NAMED: Final = "+matter"
MAX_CHARS: Final = 84
MAX_ACTOR: Final = 68
"""A question for somebody that is longer recites the rule."""
MAX_CLAUSES = 1
"""Beside the lead-in: with more, the question would be a recital."""
_GENERAL = re.compile(
    r"^(?:목적|정의|적용\s?범위|기본\s?원칙|다른 .*관계|재검토.*|비용|권한.*위임.*|업무.*위탁.*|"
    r"협조.*|준용|기타.*|벌칙.*|서식|그 밖.*|책무.*|국가.*책무|.*책임)$"
)
_TAIL = re.compile(
    r"(?:\s?등|에 관한 사항|의 (?:기준|절차|방법|내용|세부내용|구성 및 운영|구성|실시)(?: 등)?|"
    r" (?:공통 )?(?:사용|계상|인정|구분|정산)기준| 공통)$"
)
_HEADING = re.compile(r"관련|절차|적용|세부|방법|기준|구분|대상|종류|범위|지침|체제|체계")
"""Words of headings: as a lead-in they would read as one."""


def matter_of(corpus: BenchCorpus, provision_id: str) -> str:
    """What an article is about, as its title names it; empty where the title says nothing or too much."""
    title = " ".join(re.sub(r"\([^()]*\)", "", corpus.title(provision_id)).split())
    title = _TAIL.sub("", _TAIL.sub("", title).strip()).strip()
    letters = len(title.replace(" ", ""))
    if (
        _GENERAL.match(title)
        or _HEADING.search(title)
        or not MIN_LETTERS <= letters <= MAX_LETTERS
        or re.search(r"[,「」제]\d|[,「」]", title)
    ):
        return ""
    return title


def in_context(corpus: BenchCorpus, ask: Ask) -> Ask | None:
    """The ask with its matter in front; None where it has none, names it already or would get too long."""
    if _NO_LEAD_IN.search(ask.template) or NAMED in ask.template:
        return None
    title = matter_of(corpus, ask.provision)
    placed = tuple(_placed(final, title) for final in ask.finals)
    if not all(placed):
        matter = _unsaid(ask.finals[0], title)
        if not matter or _names(ask.finals[0], matter) or _THING_FIRST.match(ask.finals[0]):
            return None
        opened = with_particle(matter, "과/와") + " 관련해 "
        placed = tuple(opened + final for final in ask.finals)
    worded = (shortened(final) for final in placed)
    finals = tuple(f for f in worded if len(f) <= MAX_CHARS and clauses_in(f) <= MAX_CLAUSES and not says_twice(f))
    if ask.type is QuestionType.ACTOR:
        finals = tuple(f for f in finals if len(f) <= MAX_ACTOR)
    return replace(ask, finals=finals, template=f"{ask.template}{NAMED}") if finals else None


def _placed(question: str, title: str) -> str:
    """The question with the title in the place of its last word; empty where that word is not one thing of its own.

    실태조사 is 등대기름 저장고의 실태조사, where the article's title ends in it.
    """
    noun = title.rpartition(" ")[2]
    if len(noun) < MIN_NOUN or title == noun:
        return ""
    found = list(re.finditer(rf"(?<![가-힣ㆍ]){re.escape(noun)}(?=(?:을|를|은|는|이|가|의|에는) )", question))
    if len(found) != 1 or question.count(noun) > 1:
        return ""
    before = question[: found[0].start()]
    words = [w for w in re.split(r"[ ㆍ]", title.removesuffix(noun)) if len(w) > 1]
    if (before and not _STANDS_ALONE.search(before)) or any(w in question for w in words):
        return ""
    return before + title + question[found[0].end() :]


MIN_NOUN = 2
_STANDS_ALONE = re.compile(r"(?:[은는] |까지 |경우에 |매년 |자주 |에게 |누가 |[을를] |, )$")
_NO_LEAD_IN = re.compile(r"actor\.subject|set\.as|permission\.allowed|\+applied|list\.whole|document\.contents")
"""Asks that are so short that a heading before them would say more than they do, or of another's rule."""
_THING_FIRST = re.compile(r"[가-힣]{2,6}(?:에는|에) ")
"""A question that opens with a thing of a common name: whose it is, a lead-in before it does not tell."""
_JOINS = re.compile(r"(?:에 (?:따른|관한|대한)|[을를] 위한|의|및|ㆍ)$")


def _unsaid(question: str, matter: str) -> str:
    """The matter without the words at its end that the question has: 등대점검 결과에 따른 시정조치 is 등대점검 결과."""
    words = matter.split()
    while words and len(words[-1]) > LONG_WORD and words[-1] in question:
        words.pop()
        rest = _JOINS.sub("", " ".join(words)).strip()
        words = rest.split()
    rest = " ".join(words)
    if rest == matter:
        return matter
    return rest if len(words) > 1 or len(rest) > MIN_LETTERS_OF_REST else ""


def _names(question: str, matter: str) -> bool:
    """Whether a question has a long word of the matter: said twice it would read as a heading, not as speech."""
    words = [w.removesuffix("의") for w in re.split(r"[ ㆍ·]", matter)]
    asked = [
        w
        for w in re.findall(r"[가-힣]+?(?=(?:은|는|이|가|을|를|의|에는|에|과|와)? |[?ㆍ])", question)
        if len(w) > LONG_WORD
    ]
    if sum(word in question for word in words if len(word) > 1) > 1:
        return True
    return any(word in question for word in words if len(word) > LONG_WORD) or any(word in matter for word in asked)
