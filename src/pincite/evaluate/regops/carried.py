"""The rule of a higher text that a sentence carries out: 법 제8조제5항에 따라 이의신청을 할 수 있는 기간은 10일.

The lower text sets the particular, the higher one gives the right or the duty: an answer rests on both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pincite.evaluate.regops.claims import item_claim, sentence_claim
from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.rivals import Rivals
from pincite.evaluate.regops.types import Ask, Claim, Need, QuestionType
from pincite.types.provision import ProvisionKind, is_ancestor
from pincite.types.reference import Edge, EdgeType

MIN_SHARED = 0.24
"""Of the question's weight, so much must stand in the cited rule, or it is of another matter."""
MIN_INHERITED = 0.25
"""The same where another paragraph of the article cites the rule."""
MIN_DETAILED = 0.6
"""A lower provision with so much of the question's weight speaks of what is asked."""
RENUMBERED = 1.3
"""A paragraph that shares so many times more of the sentence's words is the one that was meant."""
MAX_LIST_CHARS = 700
# What a citation says of the place that it names: 법 제13조제7항에 따른 정산.
_NAMED = re.compile(r"(?:\s?(?:각 호 외의 부분 )?(?:본문|단서|전단|후단))?에 (?:따른|의한) (?P<word>[가-힣]{2,})")


def carried_out(corpus: BenchCorpus, ask: Ask, rivals: Rivals) -> tuple[Need, Claim] | None:
    """The rule that the answering sentence carries out, with what it says; None where it carries out none."""
    if ask.type is QuestionType.DEFINITION:
        return None
    edge = _first(corpus, ask)
    if edge is None or edge.target.partition("/")[0] not in corpus.seeds:
        return None
    target = _paragraph(corpus, edge.target)
    rule = corpus.provision(target)
    if rule is None or rule.deleted or not _is_one(corpus, target) or not _speaks_of(corpus, edge, target):
        return None
    asked, said = rivals.keys(ask.finals[0]), rivals.keys(corpus.cut(target))
    if sum(map(rivals.weight, sorted(asked & said))) < MIN_SHARED * rivals.total(ask.finals[0]):
        return None
    claim = _claim(corpus, target, _cites_proviso(corpus, edge))
    return (Need(edge.source, target, "carried_out", _name(edge)), claim) if claim else None


def inherited(corpus: BenchCorpus, ask: Ask, rivals: Rivals) -> tuple[Need, Claim] | None:
    """The rule that the article around a sentence carries out, where a paragraph beside it cites that.

    Only the first paragraph of such an article cites the higher text; the rest go on from there. That the rule is of
    the question's matter is told by a word of both that few rules have.
    """
    if ask.type is QuestionType.DEFINITION or _first(corpus, ask) is not None:
        return None
    asked, total = rivals.keys(ask.finals[0]), rivals.total(ask.finals[0])
    shares: dict[str, tuple[float, Edge]] = {}
    words = matter_words(ask, rivals)
    for edge in _cited_around(corpus, ask):
        for target in _rules_at(corpus, edge.target):
            own = " ".join(s.text for s in corpus.by_provision.get(target, ()))  # a list below it is of many matters
            if target not in shares and any(word in own for word in words):
                shared = sum(map(rivals.weight, sorted(asked & rivals.keys(own))))
                shares[target] = (shared, edge)
    best = sorted(shares, key=lambda t: (-shares[t][0], t))
    if not best or shares[best[0]][0] < MIN_INHERITED * total:
        return None
    claim = _claim(corpus, best[0], proviso=False)
    return (
        (Need(shares[best[0]][1].source, best[0], "carried_out", _name(shares[best[0]][1])), claim) if claim else None
    )


def matter_words(ask: Ask, rivals: Rivals) -> tuple[str, ...]:
    """The telling words of a question, those of who acts left out: an office acts in many matters."""
    return tuple(word for word in rivals.telling_words(ask.finals[0]) if word not in ask.subject)


def _cited_around(corpus: BenchCorpus, ask: Ask) -> Iterator[Edge]:
    """The edges from an article's paragraphs to rules of other governing documents."""
    document_id, article = ask.provision.partition("/")[0], corpus.article(ask.provision)
    for provision in corpus.tree(document_id):
        if not is_ancestor(article, provision.id):
            continue
        for edge in corpus.edges_out.get(provision.id, ()):
            other = edge.target.partition("/")[0]
            carries = edge.type is EdgeType.SPECIFIES and edge.manner in ("", "condition")
            if carries and other != document_id and other in corpus.seeds:
                yield edge


def _rules_at(corpus: BenchCorpus, provision_id: str) -> tuple[str, ...]:
    """The rule that a citation names, or the paragraphs of the article that it names as a whole."""
    target = _paragraph(corpus, provision_id)
    rule = corpus.provision(target)
    if rule is None or rule.deleted:
        return ()
    if _is_one(corpus, target):
        return (target,)
    return tuple(p.id for p in corpus.children(rule) if p.kind is ProvisionKind.PARAGRAPH and not p.deleted)


def detailed(corpus: BenchCorpus, ask: Ask, rules: Iterable[str], rivals: Rivals) -> list[Need]:
    """Provisions of lower texts that carry out a rule of the gold and speak of what the question asks."""
    if ask.type is QuestionType.DEFINITION or "actor.subject" in ask.template:
        return []
    shares = rivals.shares(ask.finals[0])
    words = matter_words(ask, rivals)
    found: dict[str, Need] = {}
    for rule in sorted(rules):
        for edge in corpus.edges_in.get(rule, ()):
            source = _paragraph(corpus, edge.source)
            crosses = source.partition("/")[0] != rule.partition("/")[0]
            if not crosses or edge.type is not EdgeType.SPECIFIES or edge.manner not in ("", "condition"):
                continue
            text = corpus.cut(source)
            speaks = shares.get(source, 0.0) >= MIN_DETAILED and any(word in text for word in words)
            if speaks and rivals.could_answer(source, ask.finals[0]):
                found.setdefault(source, Need(rule, source, "detailed", _name(edge)))
    return [found[source] for source in sorted(found)]


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
    assert edge.span is not None  # `_first` wants one
    spoken = _NAMED.match(corpus.texts[edge.source.partition("/")[0]], edge.span.end)
    return spoken is None or spoken["word"][:2] in corpus.cut(target)


def _cites_proviso(corpus: BenchCorpus, edge: Edge) -> bool:
    assert edge.span is not None  # `_first` wants one
    behind = corpus.texts[edge.source.partition("/")[0]][edge.span.end : edge.span.end + 3]
    return behind.strip().startswith("단서")


def is_renumbered(corpus: BenchCorpus, ask: Ask, rivals: Rivals) -> bool:
    """Whether the cited paragraph is of another matter and one beside it is of this: its number has changed."""
    edge = _first(corpus, ask)
    if edge is None:
        return False
    target = _paragraph(corpus, edge.target)
    asked = rivals.keys(ask.sentence.cut(corpus.texts[ask.provision.partition("/")[0]]))
    around = corpus.provision(target.rpartition("/")[0])
    if around is None or corpus.provision(target) is None:
        return False
    shared = {p.id: _shared(corpus, asked, p.id, rivals) for p in corpus.children(around) if not p.deleted}
    own = shared.pop(target, 0.0)
    return max(shared.values(), default=0.0) > RENUMBERED * own


def _shared(corpus: BenchCorpus, asked: frozenset[str], provision_id: str, rivals: Rivals) -> float:
    return sum(map(rivals.weight, sorted(asked & rivals.keys(corpus.cut(provision_id)))))


def _claim(corpus: BenchCorpus, provision_id: str, proviso: bool) -> Claim | None:
    """The rule's first sentence; the whole where its proviso is cited or it is a short list; None where it is long."""
    sentences = corpus.by_provision.get(provision_id, ())
    if not sentences:
        return None
    if "다음 각" not in sentences[0].text and not (proviso and len(sentences) > 1):
        return sentence_claim(corpus, sentences[0])
    claim = item_claim(corpus, provision_id)
    return claim if len(claim.quote) <= MAX_LIST_CHARS else None


def _name(edge: Edge) -> str:
    return f"{edge.type}/{edge.manner}" if edge.manner else str(edge.type)
