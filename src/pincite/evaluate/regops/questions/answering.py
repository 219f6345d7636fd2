"""Which words of a gold answer: what they leave to other texts belongs to the answer, what the rest leaves does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.questions.claims import span_claim
from pincite.evaluate.regops.questions.completeness import place_of
from pincite.evaluate.regops.questions.rivals import Rivals
from pincite.evaluate.regops.types import Ask, Claim, Need, QuestionType
from pincite.types.document import Span
from pincite.types.provision import is_ancestor
from pincite.types.reference import EdgeType, ReferenceForm

BEARS = 0.3
"""A further sentence with so much of the question's weight bears on it."""
MAX_PRESUPPOSED = 2
_IN_SENTENCE = (QuestionType.DEADLINE, QuestionType.LIMIT)
"""Types whose answer is a few words of the sentence, where no list answers."""
BEFORE, AFTER = 30, 12
"""Characters around a date or bound that may tell what it is counted from."""
_NEXT = re.compile(r"(?:하고|하며|하되|으며|이며|되며|되고|있고|있으며|하거나), ")
_FURTHER = re.compile(r"^이 경우[ ,]")
_CONDITION = (".permission.condition", ".exception.condition")
# What a thing must have in it, asked and said: 평가에는 어떤 사항이 포함되어야 하나요.
HOLDS = re.compile(r"포함(?:하여|해야|한다|된다|되어|돼야|시켜)|담(?:아|겨)야")
_DUTY = re.compile(r"(?:하여야|해야|되어야|돼야|받아야|얻어야) 한다")
_WHAT_TO_DO = re.compile(r"무엇을 해야 하나요\?$")
# What those who are asked have to do about it: no part of what may be asked of them.
_COMPLIES = re.compile(r"(?:이에|요청에|요구에) (?:따라야|협조하여야|협조해야|응하여야|응해야)|따라야 한다\.?$")
_BY = re.compile(r"\s?에 (?:따른|의한) ")
_OF = re.compile(r"\s?에 (?:따른|의한) (?!바)[가-힣]")
_WHEN = re.compile(r"(?:경우|때)(?:에는|에|는)?,? ")


def answering(corpus: BenchCorpus, ask: Ask) -> Iterator[Claim]:
    """The claims of an ask that answer, or the part of one.

    Of a sentence that is asked who acts, its provisos only: they may say who does not. Of one that is asked for a date
    or bound, the words around that. The rule before a proviso only says what the proviso is one to.
    """
    if ask.template.endswith("definition.reference"):
        return  # the term that it takes is followed by its name
    is_listed = ".list." in ask.template or ".delegated" in ask.template
    for claim in ask.claims:
        place = place_of(corpus, claim)
        if place is None or (claim.provision == ask.provision and place.end <= ask.sentence.start):
            continue
        is_own = claim.provision == ask.provision and place.start <= ask.sentence.start
        if ask.type is QuestionType.ACTOR and not is_listed:
            if "actor.subject" in ask.template and claim.provision == ask.provision and not is_own:
                yield claim
        elif ask.type in _IN_SENTENCE and not is_listed:
            if claim.provision == ask.provision:
                yield _around(corpus, ask, place) if is_own else claim
        else:
            yield claim


def _around(corpus: BenchCorpus, ask: Ask, place: Span) -> Claim:
    """The words asked out with what stands right before them; the whole sentence where they are not found.

    What the rest of a sentence cites says what is done by the date, not which date.
    """
    quote = place.cut(corpus.texts[ask.provision.partition("/")[0]])
    first = ask.words.split(" ")[0]
    at = quote.find(first) if first else -1
    if at < 0:
        return span_claim(corpus, ask.provision, place)
    start = max([at - BEFORE, 0, *(found.end() for found in _NEXT.finditer(quote) if found.end() <= at)])
    end = min([at + len(ask.words) + AFTER, len(quote)])
    return span_claim(corpus, ask.provision, Span(place.start + start, place.start + end))


def bearing(corpus: BenchCorpus, ask: Ask, claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """Claims whose citations bear on the answer: of a sentence that is asked for its condition, the condition only.

    The rest says what may be done then, which the question has.
    """
    return tuple(_condition_of(corpus, ask, claim) for claim in claims)


def _condition_of(corpus: BenchCorpus, ask: Ask, claim: Claim) -> Claim:
    place = place_of(corpus, claim)
    is_own = place is not None and claim.provision == ask.provision and place.start <= ask.sentence.start
    if place is None or not is_own or not ask.template.split("+")[0].endswith(_CONDITION):
        return claim
    at = claim.quote.find(ask.words) if ask.words else -1
    if at < 0:
        return claim
    return span_claim(corpus, claim.provision, Span(place.start + at, place.start + at + len(ask.words)))


def told_by(corpus: BenchCorpus, ask: Ask) -> Iterator[Need]:
    """What says who the party or body is that answers: 제5조에 따른 등대관리기관."""
    if ask.type is not QuestionType.ACTOR or not ask.words:
        return
    text = corpus.texts[ask.provision.partition("/")[0]]
    starts = {ask.sentence.start + m.start() for m in re.finditer(re.escape(ask.words), ask.sentence.cut(text))}
    for edge in corpus.edges_out.get(ask.provision, ()):
        found = _BY.match(text, edge.span.end) if edge.span and edge.type is not EdgeType.DELEGATES_TO else None
        if found is not None and found.end() in starts:
            yield Need(edge.source, edge.target, "named", str(EdgeType.REFERENCES))


def is_told_further(corpus: BenchCorpus, ask: Ask) -> bool:
    """Whether what must be done is asked at large, and another provision has duties on what this one lays down."""
    if not any(_WHAT_TO_DO.search(final) for final in ask.finals):
        return False
    sources = {e.source for e in corpus.edges_in.get(ask.provision, ()) if not is_ancestor(ask.provision, e.source)}
    return any(_DUTY.search(corpus.cut(source)) for source in sources)


def further_claims(corpus: BenchCorpus, ask: Ask, rivals: Rivals) -> Iterator[Claim]:
    """What the sentences behind the answering one add to it: 이 경우 분석에는 …도 포함하여야 한다."""
    if ask.type in (QuestionType.ACTOR, QuestionType.DEFINITION):
        return
    question = ask.finals[0].rpartition(" 관련해 ")[2]
    asked, total = rivals.keys(question), rivals.total(question)
    said = {claim.quote for claim in ask.claims}
    behind = [s for s in corpus.by_provision.get(ask.provision, ()) if s.span.start >= ask.sentence.end]
    for sentence in behind[:1]:
        shared = sum(map(rivals.weight, sorted(asked & rivals.keys(sentence.text))))
        holds = HOLDS.search(question) and HOLDS.search(sentence.text)
        bears = (_FURTHER.match(sentence.text) or holds) and not _COMPLIES.search(sentence.text)
        claim = span_claim(corpus, ask.provision, sentence.span)
        if bears and shared >= BEARS * total and claim.quote not in said:
            yield claim


def presupposed(corpus: BenchCorpus, ask: Ask) -> Iterator[Need]:
    """The paragraphs beside that tell which thing a condition or an exception means: 제2항에 따른 조사를 하는 경우."""
    text = corpus.texts[ask.provision.partition("/")[0]]
    template = ask.template.split("+")[0]
    if template.endswith(_CONDITION):
        found = _WHEN.search(ask.sentence.cut(text))
        place = Span(ask.sentence.start, ask.sentence.start + (found.start() if found else 0))
    elif ask.type is QuestionType.EXCEPTION:
        rules = [s.span for s in corpus.by_provision.get(ask.provision, ()) if s.span.end <= ask.sentence.start]
        place = rules[-1] if rules else Span(0, 0)
    else:
        return
    targets = {t: Need(ask.provision, t, "named", str(EdgeType.REFERENCES)) for t in _beside(corpus, ask, place)}
    if len(targets) <= MAX_PRESUPPOSED:
        yield from targets.values()


def _beside(corpus: BenchCorpus, ask: Ask, place: Span) -> Iterator[str]:
    """Ids of the paragraphs of the same article that a place's words name things of."""
    text, article = corpus.texts[ask.provision.partition("/")[0]], corpus.article(ask.provision)
    for resolution in corpus.references.get(ask.provision, ()):
        reference = resolution.reference
        inside = place.start <= reference.span.start < place.end
        is_one = reference.form is not ReferenceForm.DELEGATION_OUT and not reference.through
        if inside and is_one and _OF.match(text, reference.span.end):
            for target in resolution.targets:
                if target != article and is_ancestor(article, target) and not is_ancestor(ask.provision, target):
                    yield target
