"""Questions for what a term means."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.evaluate.regops.corpus import BenchCorpus, Sentence
from pincite.evaluate.regops.questions.claims import MAX_ITEMS, item_claim
from pincite.evaluate.regops.questions.korean.clauses import is_actor
from pincite.evaluate.regops.questions.korean.plain import with_particle
from pincite.evaluate.regops.types import Ask, Claim, Need, QuestionType
from pincite.types.provision import is_ancestor
from pincite.types.reference import EdgeType

_DEFINES = re.compile(
    r"^[\"“](?P<term>[^\"“”]{2,30})[\"”](?:이란|란|이라 함은|라 함은) (?P<meaning>.+?)(?:을|를|"
    r"것을) (?:각각 )?말한다\.?$"
)
MIN_MEANING = 60
SHORT_TERM = 6
"""Terms of so many syllables or fewer are of daily use too: the question says whose term is meant."""
MIN_OWN = 24
"""Letters that a meaning needs beside its references, or it says nothing of its own."""
_LAW = r"(?:「[^「」]+」\s?(?:\([^()]*\)\s?)?)?(?:[법영]\s?)?"
_PLACE = rf"{_LAW}제\d+[^ ]*(?: 각 ?[호목])?"
# A meaning that opens with a term of another place: 법 제2조제1호에 따른 점등사업 중 ….
_TAKEN = re.compile(
    rf"^{_PLACE}(?:에 따른|의 규정에 의한|에서 정한) "
    r"(?P<term>[가-힣ㆍ]{2,30}?)(?P<rest>(?:[을를은는이가의로과와]|으로|에서)?(?:[ ,(].*)?)$"
)
_CITED = re.compile(rf"{_PLACE}(?:에 따라|에 따른|의 규정에 의하여|의 규정에 의한) ")


def definition_asks(corpus: BenchCorpus, sentence: Sentence) -> Iterator[Ask]:
    """The ask of a sentence that defines a term."""
    found = _DEFINES.match(sentence.text)
    if found is None or _delegated(found["term"]) or "(" in found["term"]:
        return
    term, meaning = found["term"], found["meaning"]
    taken = _taken(corpus, sentence, meaning)
    doubt = "definition_rests_elsewhere" if _rests_on_part(meaning) else ""
    if taken is None and _is_hollow(term, meaning):
        return
    where = ""
    if len(term.replace(" ", "")) <= SHORT_TERM or _is_defined_elsewhere(corpus, sentence, term):
        where = f"{corpus.members[sentence.document_id].standing.title}에서 말하는 "
    finals: tuple[str, ...] = (
        f"{with_particle(term, '이란/란')} 무엇인가요?",
        f"{with_particle(term, '은/는')} 무엇을 뜻하나요?",
        f"어떤 것을 {with_particle(term, '이라고/라고')} 하나요?",
        f"{with_particle(term, '이라는/라는')} 말은 무슨 뜻인가요?",
    )
    finals = tuple(where + final for final in finals if not where or not final.startswith("어떤"))
    if is_actor(term) or term.endswith("인력"):
        finals = tuple(final for final in finals if not final.startswith("어떤"))
    items = corpus.children(sentence.provision)
    if len(items) > MAX_ITEMS:
        return
    yield Ask(
        QuestionType.DEFINITION,
        "ko.definition.reference" if taken else "ko.definition.term",
        sentence.provision.id,
        sentence.span,
        finals,
        (item_claim(corpus, sentence.provision.id),),
        needs=(taken,) if taken else (),
        needed=(item_claim(corpus, taken.target),) if taken else (),
        words=meaning,
        subject=term,
        doubt=doubt,
    )


def _is_hollow(term: str, meaning: str) -> bool:
    """Whether a meaning is the term by itself, or says little beside what it cites: 제4조에 따라 지정하는 기관."""
    if re.search(rf"(?<![가-힣]){re.escape(term)}$", meaning) and len(meaning) < MIN_MEANING:
        return True
    own, cited = _CITED.subn("", meaning)
    return cited > 0 and len(own.replace(" ", "")) < MIN_OWN


# A citation of a part of an item: what the term is called by stands there, not where its last word is defined.
_PART = re.compile(rf"^{_LAW}제\d+[^ ]*호(?:의\d+)?\s?[가-힣]목(?:에 따른|의 규정에 의한|에서 정한) ")


def _rests_on_part(meaning: str) -> bool:
    return _PART.match(meaning) is not None


def _taken(corpus: BenchCorpus, sentence: Sentence, meaning: str) -> Need | None:
    """Where the term that a meaning opens with is defined: by its name in the cited document, as numbers move."""
    found = _TAKEN.match(meaning)
    opening = sentence.span.start + len(sentence.text) - len(meaning)
    cited = [r for r in corpus.references.get(sentence.provision.id, ()) if r.targets]
    if found is None or not cited:
        return None
    first = min(cited, key=lambda r: r.reference.span.start)
    document_id = first.targets[0].partition("/")[0]
    if first.reference.span.start > opening or document_id not in corpus.seeds or first.reference.through:
        return None
    if "각" in meaning[: found.start("term")]:  # several terms of one list
        target = first.targets[0] if first.reason is None and len(first.targets) == 1 else ""
    else:
        target = _defining(corpus, document_id, found["term"])
    if not target or is_ancestor(target, sentence.provision.id) or is_ancestor(sentence.provision.id, target):
        return None
    return Need(sentence.provision.id, target, "named", str(EdgeType.REFERENCES))


def _defining(corpus: BenchCorpus, document_id: str, term: str) -> str:
    """Id of the finest provision of a document that gives a term its meaning; empty where none or several do."""
    places = [d.span.start for d in corpus.members[document_id].law.definitions if d.term == term]
    inside = [
        [p for p in corpus.tree(document_id) if p.span.start <= place < p.span.end and not p.deleted]
        for place in places
    ]
    finest = {min(found, key=lambda p: p.span.end - p.span.start).id for found in inside if found}
    return finest.pop() if len(finest) == 1 else ""


def _is_defined_elsewhere(corpus: BenchCorpus, sentence: Sentence, term: str) -> bool:
    others = (corpus.members[d] for d in corpus.seeds if d != sentence.document_id)
    return any(definition.term == term for member in others for definition in member.law.definitions)


def _delegated(term: str) -> bool:
    return "정하는" in term or "경우" in term


def term_of(ask: Ask) -> str:
    """The term that an ask of this kind is about."""
    return ask.subject


__all__ = ["Claim", "definition_asks", "term_of"]
