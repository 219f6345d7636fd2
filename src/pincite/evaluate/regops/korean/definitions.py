"""Questions for what a term means."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.evaluate.regops.claims import MAX_ITEMS, item_claim
from pincite.evaluate.regops.corpus import BenchCorpus, Sentence
from pincite.evaluate.regops.korean.clauses import is_actor
from pincite.evaluate.regops.korean.plain import with_particle
from pincite.evaluate.regops.types import Ask, Claim, QuestionType

_DEFINES = re.compile(
    r"^[\"“](?P<term>[^\"“”]{2,30})[\"”](?:이란|란|이라 함은|라 함은) (?P<meaning>.+?)(?:을|를|"
    r"것을) (?:각각 )?말한다\.?$"
)
MIN_MEANING = 60
SHORT_TERM = 5
"""Terms of so many syllables or fewer are of daily use too: the question says whose term is meant."""
_BY_REFERENCE = re.compile(r"^.{0,60}제\d+(?:조|항|호)[^,]{0,25}(?:에 따른|의 규정에 의한|에서 정한) [^ ]+(?: [^ ]+)?$")


def definition_asks(corpus: BenchCorpus, sentence: Sentence) -> Iterator[Ask]:
    """The ask of a sentence that defines a term."""
    found = _DEFINES.match(sentence.text)
    if found is None or _delegated(found["term"]) or "(" in found["term"]:
        return
    term = found["term"]
    if re.search(rf"(?<![가-힣]){re.escape(term)}$", found["meaning"]) and len(found["meaning"]) < MIN_MEANING:
        return  # the term by itself: 연구비란 법에 따른 연구비를 말한다
    where = ""
    if len(term) <= SHORT_TERM or _is_defined_elsewhere(corpus, sentence, term):
        where = f"{corpus.members[sentence.document_id].standing.title}에서 말하는 "
    finals: tuple[str, ...] = (
        f"{with_particle(term, '이란/란')} 무엇을 말하나요?",
        f"{with_particle(term, '은/는')} 무엇을 뜻하나요?",
        f"어떤 것을 {with_particle(term, '이라고/라고')} 하나요?",
        f"{with_particle(term, '이라는/라는')} 말은 무슨 뜻인가요?",
    )
    finals = tuple(where + final for final in finals if not where or not final.startswith("어떤"))
    if is_actor(term):
        finals = tuple(final for final in finals if not final.startswith("어떤"))
    items = corpus.children(sentence.provision)
    if len(items) > MAX_ITEMS:
        return
    claims = (item_claim(corpus, sentence.provision.id),)
    yield Ask(
        QuestionType.DEFINITION,
        "ko.definition.term" if not _BY_REFERENCE.match(found["meaning"]) else "ko.definition.reference",
        sentence.provision.id,
        sentence.span,
        finals,
        claims,
        words=found["meaning"],
        subject=term,
    )


def _is_defined_elsewhere(corpus: BenchCorpus, sentence: Sentence, term: str) -> bool:
    others = (corpus.members[d] for d in corpus.seeds if d != sentence.document_id)
    return any(definition.term == term for member in others for definition in member.law.definitions)


def _delegated(term: str) -> bool:
    return "정하는" in term or "경우" in term


def term_of(ask: Ask) -> str:
    """The term that an ask of this kind is about."""
    return ask.subject


__all__ = ["Claim", "definition_asks", "term_of"]
