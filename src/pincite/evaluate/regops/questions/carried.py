"""The rule of a higher text that a sentence carries out: 법 제8조제5항에 따라 이의신청을 할 수 있는 기간은 10일.

The lower text sets the particular, the higher one gives the right or the duty: an answer rests on both.
"""

from __future__ import annotations

import re

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.questions.answering import HOLDS
from pincite.evaluate.regops.questions.claims import item_claim, sentence_claim, span_claim
from pincite.evaluate.regops.questions.rivals import Rivals
from pincite.evaluate.regops.types import Ask, Claim, Need, QuestionType
from pincite.types.document import Span
from pincite.types.provision import ProvisionKind
from pincite.types.reference import Edge, EdgeType

MIN_SHARED = 0.15
"""Of the question's weight, so much must stand in the cited rule, or it is of another matter."""
LIKELY, SURE = 0.24, 0.45
"""With less than the second, the titles of the two articles must share a word, with less than the first a good part:
a number of an older edition leads anywhere."""
ALIKE = 0.25
"""That part, of the weight of the title that says less."""
RENUMBERED = 1.3
"""A paragraph that shares so many times more of the sentence's words may be the one that was meant."""
SAID, CLEARLY = 0.5, 1.5
"""A paragraph with this share of what a citation says of its place is meant; one beside it with so many times more."""
SAID_CHARS = 30
MAX_LIST_CHARS = 700
# What a citation says of the place that it names: 법 제13조제7항에 따른 정산.
_TAIL = r"(?:\s?(?:각 호 외의 부분 )?(?:본문|단서|전단|후단))?(?:의 규정)?에 "
_NAMED = re.compile(_TAIL + r"(?:따른|의한) (?P<word>[가-힣]{2,})")
_SAYS = re.compile(_TAIL + r"(?:따른|의한|따라|의하여) ")
# A body or system that the sentence uses on its way: the rule on it is not the one that is carried out.
_MEANS = re.compile(
    _TAIL + r"(?:따른|의한) (?:[가-힣ㆍ]+ ){0,3}[가-힣ㆍ]*(?:위원회|자문회의|시스템|센터)"
    r"(?:의 (?:심의|의결|자문|승인|의견|협의)|[을를] (?:통하여|통해|거쳐|이용하여))"
)

# One of several things that the sentence is about: 법 제7조에 따른 기본계획 및 제1항의 중장기계획 간 연계성 조사.
_ONE_OF = re.compile(
    _TAIL + r"(?:따른|의한) (?:[가-힣ㆍ]+ ){0,3}[가-힣ㆍ]+(?:\([^()]*\))?(?: 및| 또는|[과와]|,) "
    r"(?:같은 [조항]|[법영]\s?제\d|제\d)"
)


def carried_out(corpus: BenchCorpus, ask: Ask, rivals: Rivals) -> tuple[Need, Claim] | None:
    """The rule that the answering sentence carries out, with what it says; None where it carries out none."""
    if ask.type is QuestionType.DEFINITION:
        return None
    edge = _first(corpus, ask)
    if edge is None or edge.target.partition("/")[0] not in corpus.seeds:
        return None
    target = _meant(corpus, ask, edge, rivals)
    rule = corpus.provision(target)
    if rule is None or rule.deleted or not _is_one(corpus, target) or not _speaks_of(corpus, edge, target):
        return None
    behind = _behind(corpus, edge)
    if _MEANS.match(behind) or _ONE_OF.match(behind):
        return None
    asked, said = rivals.keys(ask.finals[0]), rivals.keys(corpus.cut(target))
    share = sum(map(rivals.weight, sorted(asked & said))) / max(rivals.total(ask.finals[0]), 1.0)
    if share < MIN_SHARED or (share < SURE and not _titles_meet(corpus, rivals, ask, target, share < LIKELY)):
        return None
    claim = _claim(corpus, target, _cites_proviso(corpus, edge), HOLDS.search(ask.finals[0]) is not None)
    return (Need(edge.source, target, "carried_out", _name(edge)), claim) if claim else None


def _titles_meet(corpus: BenchCorpus, rivals: Rivals, ask: Ask, target: str, well: bool) -> bool:
    """Whether the titles of two articles share a word, or a good part; where one has none, only the former."""
    one, other = (rivals.keys(corpus.title(p)) for p in (ask.provision, target))
    if not one or not other:
        return not well
    shared, least = (sum(map(rivals.weight, sorted(keys))) for keys in (one & other, min(one, other, key=len)))
    return shared >= ALIKE * least if well else shared > 0


def _paragraph(corpus: BenchCorpus, provision_id: str) -> str:
    """The paragraph or article around an item: an item alone states no rule."""
    found = corpus.provision(provision_id)
    while found is not None and found.kind in (ProvisionKind.ITEM, ProvisionKind.SUBITEM):
        provision_id = provision_id.rpartition("/")[0]
        found = corpus.provision(provision_id)
    return provision_id


def _first(corpus: BenchCorpus, ask: Ask) -> Edge | None:
    """The edge of the sentence's first citation, to another document: a later one names a means."""
    cited = [
        e
        for e in corpus.edges_out.get(ask.provision, ())
        if e.span and ask.sentence.start <= e.span.start < ask.sentence.end and e.type is not EdgeType.DELEGATES_TO
    ]
    if not cited:
        return None
    start = min(e.span.start for e in cited if e.span)
    first = [e for e in cited if e.span and e.span.start == start]
    fits = first[0].type in (EdgeType.SPECIFIES, EdgeType.REFERENCES) and first[0].manner in ("", "condition")
    crosses = first[0].target.partition("/")[0] != ask.provision.partition("/")[0]
    return first[0] if len(first) == 1 and fits and crosses else None


def _is_one(corpus: BenchCorpus, provision_id: str) -> bool:
    """Whether a place is one rule: a paragraph, or an article without paragraphs."""
    found = corpus.provision(provision_id)
    if found is None or found.kind in (ProvisionKind.ITEM, ProvisionKind.SUBITEM):
        return False
    below = corpus.children(found)
    return found.kind is ProvisionKind.PARAGRAPH or not any(c.kind is ProvisionKind.PARAGRAPH for c in below)


def _speaks_of(corpus: BenchCorpus, edge: Edge, target: str) -> bool:
    spoken = _NAMED.match(_behind(corpus, edge))
    return spoken is None or spoken["word"][:2] in corpus.cut(target)


def _cites_proviso(corpus: BenchCorpus, edge: Edge) -> bool:
    return _behind(corpus, edge)[:3].strip().startswith("단서")


def is_renumbered(corpus: BenchCorpus, ask: Ask, rivals: Rivals) -> bool:
    """Whether a citation's number has changed, and which paragraph was meant cannot be told."""
    edge = _first(corpus, ask)
    return edge is not None and not _meant(corpus, ask, edge, rivals)


def _meant(corpus: BenchCorpus, ask: Ask, edge: Edge, rivals: Rivals) -> str:
    """The paragraph that a citation means: the cited one, or one beside it that alone has what the citation says of it.

    Returns:
        Its id; empty where the cited one is of another matter and none beside it is clearly of this.
    """
    target = _paragraph(corpus, edge.target)
    around = corpus.provision(target.rpartition("/")[0])
    if around is None or corpus.provision(target) is None:
        return target
    beside = [p.id for p in corpus.children(around) if not p.deleted and not rivals.only_delegates(p.id)]
    sentence = rivals.keys(ask.sentence.cut(corpus.texts[ask.provision.partition("/")[0]]))
    shared = {p: _shared(corpus, sentence, p, rivals) for p in {*beside, target}}
    if max(shared.values()) <= RENUMBERED * shared[target]:
        return target
    spoken = rivals.keys(_said_of(corpus, edge))
    total = max(sum(map(rivals.weight, sorted(spoken))), 1.0)
    said = {p: _shared(corpus, spoken, p, rivals) / total for p in sorted(shared)}
    first, *others = sorted(said, key=lambda p: (-said[p], p))
    if said[target] >= SAID or said[first] < CLEARLY * said[target]:
        return target
    return first if said[first] >= SAID and said[first] >= CLEARLY * said[others[0]] else ""


def _said_of(corpus: BenchCorpus, edge: Edge) -> str:
    """What stands behind a citation: the matter that it is cited for."""
    behind = _behind(corpus, edge)
    found = _SAYS.match(behind)
    return behind[found.end() if found else 0 :][:SAID_CHARS]


def _behind(corpus: BenchCorpus, edge: Edge) -> str:
    """The text behind a citation."""
    assert edge.span is not None  # `_first` wants one
    return corpus.texts[edge.source.partition("/")[0]][edge.span.end : edge.span.end + 3 * SAID_CHARS]


def _shared(corpus: BenchCorpus, asked: frozenset[str], provision_id: str, rivals: Rivals) -> float:
    return sum(map(rivals.weight, sorted(asked & rivals.keys(corpus.cut(provision_id)))))


def _claim(corpus: BenchCorpus, provision_id: str, proviso: bool, contents: bool) -> Claim | None:
    """The rule's first sentence; the whole where its proviso is cited or it is a short list; None where it is long.

    Where contents are asked, the second sentence too if it says of some.
    """
    sentences = corpus.by_provision.get(provision_id, ())
    if not sentences:
        return None
    if "다음 각" not in sentences[0].text and not (proviso and len(sentences) > 1):
        if contents and len(sentences) > 1 and HOLDS.search(sentences[1].text):
            return span_claim(corpus, provision_id, Span(sentences[0].span.start, sentences[1].span.end))
        return sentence_claim(corpus, sentences[0])
    claim = item_claim(corpus, provision_id)
    return claim if len(claim.quote) <= MAX_LIST_CHARS else None


def _name(edge: Edge) -> str:
    return f"{edge.type}/{edge.manner}" if edge.manner else str(edge.type)
