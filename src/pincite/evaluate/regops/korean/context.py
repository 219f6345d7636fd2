"""The matter of a question, where its own words do not tell it: the article's subject stands in front.

어떤 경우에 추가 자료를 요청할 수 있나요 could be asked of many articles; 등대점검과 관련해 says of which.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.korean.plain import with_particle
from pincite.evaluate.regops.types import Ask

MIN_LETTERS, MAX_LETTERS = 4, 20
LONG_WORD = 3
MIN_LETTERS_OF_REST = 6
"""A shorter word alone, such as 연구기관, is of every matter."""
MAX_CHARS: Final = 92
_GENERAL = re.compile(
    r"^(?:목적|정의|적용\s?범위|기본\s?원칙|다른 .*관계|재검토.*|비용|권한.*위임.*|업무.*위탁.*|"
    r"협조.*|준용|기타.*|벌칙.*|서식|그 밖.*|책무.*|국가.*책무|.*책임)$"
)
_TAIL = re.compile(r"(?:\s?등|에 관한 사항|의 (?:기준|절차|방법|내용)(?: 등)?)$")


def matter_of(corpus: BenchCorpus, provision_id: str) -> str:
    """What an article is about, as its title names it; empty where the title says nothing or too much."""
    title = " ".join(re.sub(r"\([^()]*\)", "", corpus.title(provision_id)).split())
    title = _TAIL.sub("", title).strip()
    letters = len(title.replace(" ", ""))
    if _GENERAL.match(title) or not MIN_LETTERS <= letters <= MAX_LETTERS or re.search(r"[,「」제]\d|[,「」]", title):
        return ""
    return title


def in_context(corpus: BenchCorpus, ask: Ask) -> Ask | None:
    """The ask with its matter in front; None where it has none, names it already or would get too long."""
    question = ask.finals[0]
    matter = _unsaid(question, matter_of(corpus, ask.provision))
    if not matter or len(question) + len(matter) > MAX_CHARS or _names(question, matter):
        return None
    opened = with_particle(matter, "과/와") + " 관련해 "
    return replace(ask, finals=tuple(opened + final for final in ask.finals), template=f"{ask.template}+matter")


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
    return any(word in question for word in words if len(word) > LONG_WORD) or any(word in matter for word in asked)
