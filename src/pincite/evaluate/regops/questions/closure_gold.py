"""The gold of an ask: the provision that governs, and what its answering sentence cannot be read without.

The closure is typed. From the answering sentence it follows delegations that the question asks through
(`delegated`), provisions that the answer's own words name or that tell which thing they mean (`named`), what is applied
with changes (`applied`), the rule of a higher text that the sentence carries out (`carried_out`),
paragraphs beside it that move its date or bound (`qualified`), and back along the edges of exceptions that take the
rule back (`exception`). What answers is read in the same way, see `completeness`; what only stands around the answer
(the rule that is carried out, the rule before a proviso, the rest of a sentence that says several things) is not.
Where the words that answer point to a place that the corpus cannot tell, the ask is dropped and the reason counted: its
gold would not be complete.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pincite.evaluate.regops.corpus import MISMATCH, BenchCorpus
from pincite.evaluate.regops.questions.answering import (
    BEARS,
    answering,
    bearing,
    further_claims,
    is_told_further,
    presupposed,
    told_by,
)
from pincite.evaluate.regops.questions.carried import carried_out, is_renumbered
from pincite.evaluate.regops.questions.claims import item_claim
from pincite.evaluate.regops.questions.completeness import OPEN, complete, goes_on, qualified
from pincite.evaluate.regops.questions.english.around import takes_back
from pincite.evaluate.regops.questions.rivals import Rivals
from pincite.evaluate.regops.types import Ask, Claim, Need, QuestionType
from pincite.types.document import Span
from pincite.types.provision import ProvisionKind, is_ancestor
from pincite.types.reference import Edge, EdgeType, Manner, Unresolved

MAX_GOLD = 4
MAX_CLAIM_CHARS = 1500
_FIXED = (QuestionType.ACTOR, QuestionType.DEADLINE, QuestionType.LIMIT, QuestionType.DEFINITION)
"""Types whose answer stands in the sentence, whatever a decree says of the way."""
_GENERAL = 3
"""An exception to more provisions than this is one to a whole part of a law, and no answer names it."""
_BY_DECREE = re.compile(r"(?:대통령령|총리령|부령)으로 정하는 바에 (?:따라|의하여)|정하여 ?고시하는 바에 따라")


@dataclass(frozen=True, slots=True)
class Closed:
    """An ask with its complete gold, or why there is none.

    Args:
        ask: with all claims; needs say why each further provision is in.
        dropped: reason; empty where the gold is complete.
    """

    ask: Ask
    gold: tuple[str, ...] = ()
    dropped: str = ""


def close(corpus: BenchCorpus, ask: Ask, rivals: Rivals) -> Closed:
    """The ask with its gold.

    Args:
        rivals: weighs words, to tell whether a cited rule is of the same matter.
    """
    reason = ask.doubt or _open_end(corpus, ask)
    if reason:
        return Closed(ask, dropped=reason)
    if is_renumbered(corpus, ask, rivals):
        return Closed(ask, dropped="answer_points_to_renumbered")
    if _is_own_term(corpus, ask):
        return Closed(ask, dropped="answer_is_a_term")
    if is_told_further(corpus, ask):
        return Closed(ask, dropped="answer_told_further")
    ask = replace(ask, claims=(*ask.claims, *further_claims(corpus, ask, rivals)))
    needs = {need.target: need for need in ask.needs}
    claims = {c.provision: c for c in ask.needed}
    for need in (*_named(corpus, ask), *told_by(corpus, ask), *_listed(corpus, ask)):
        _take(corpus, ask, need, needs)
    for provision_id in (ask.provision, *sorted(t for t in needs if needs[t].kind == "delegated")):
        exceptions = tuple(_exceptions(corpus, ask, provision_id))
        if not all(_bears(corpus, ask, need, rivals) for need in exceptions):
            return Closed(ask, dropped="exception_of_another_matter")
        for need in (*exceptions, *qualified(corpus, ask, provision_id)):
            _take(corpus, ask, need, needs)
    for target in needs:
        claims.setdefault(target, item_claim(corpus, target))
    further = [c for t, c in claims.items() if not (t in needs and needs[t].kind == "exception" and ask.type in _FIXED)]
    answers, held = (*answering(corpus, ask), *further), {ask.provision, *needs}
    found = complete(corpus, answers, held, ask.type)
    if found.reason:
        return Closed(ask, dropped=found.reason)
    borne = {need.target for need in complete(corpus, bearing(corpus, ask, answers), held, ask.type).needs}
    kept = {need.target for need in found.needs if need.kind != "named" or need.target in borne}
    needs.update({need.target: need for need in found.needs if need.target in kept})
    claims.update({claim.provision: claim for claim in found.claims if claim.provision in kept})
    for need in presupposed(corpus, ask):
        _take(corpus, ask, need, needs)
        claims.setdefault(need.target, item_claim(corpus, need.target))
    if (carried := carried_out(corpus, ask, rivals)) is not None:
        needs.setdefault(carried[0].target, carried[0])
        claims.setdefault(carried[0].target, carried[1])
    return _checked(corpus, ask, needs, claims)


def _take(corpus: BenchCorpus, ask: Ask, need: Need, needs: dict[str, Need]) -> None:
    known = corpus.provision(need.target) is not None
    if known and need.target not in needs and not _holds(ask.provision, need.target):
        needs[need.target] = need


def _checked(corpus: BenchCorpus, ask: Ask, needs: dict[str, Need], claims: dict[str, Claim]) -> Closed:
    gold = _finest({ask.provision, *needs})
    if len(gold) > MAX_GOLD or any(len(c.quote) > MAX_CLAIM_CHARS for c in claims.values()):
        return Closed(ask, dropped="gold_too_large")
    if any(corpus.provision(target).deleted for target in gold):  # type: ignore[union-attr]  # looked up before
        return Closed(ask, dropped="gold_deleted")
    further = tuple(claims[t] for t in sorted(claims) if t in needs)
    return Closed(replace(ask, needs=tuple(needs[t] for t in sorted(needs)), needed=further), gold)


def _finest(ids: set[str]) -> tuple[str, ...]:
    """The ids, one below another left out: the outer one stands for it."""
    return tuple(sorted(i for i in ids if not any(is_ancestor(other, i) and other != i for other in ids)))


def _holds(one: str, other: str) -> bool:
    return is_ancestor(one, other) or is_ancestor(other, one)


def _open_end(corpus: BenchCorpus, ask: Ask) -> str:
    """Why the words that answer lead to a place that cannot be told."""
    text = corpus.texts[ask.provision.partition("/")[0]]
    if "「" in ask.words and "definition" not in ask.template:
        return "answer_points_outside"
    if goes_on(corpus, ask.provision):
        return "answer_goes_on_elsewhere"
    if _BY_DECREE.search(ask.sentence.cut(text)) and ask.type not in _FIXED:
        return "answer_by_decree"
    for resolution in corpus.references.get(ask.provision, ()):
        span = resolution.reference.span
        if not _inside(ask.sentence, span) or resolution.reason not in OPEN:
            continue
        is_mismatch = resolution.reason is Unresolved.EDITION_MISMATCH
        if is_mismatch and ask.template.endswith("definition.reference"):
            continue  # its term is followed by name
        if " ".join(span.cut(text).split()) in ask.words or is_mismatch:
            return f"answer_points_to_{resolution.reason}"
    return ""


def _inside(sentence: Span, span: Span) -> bool:
    return sentence.start <= span.start < sentence.end


def _named(corpus: BenchCorpus, ask: Ask) -> Iterator[Need]:
    """Provisions that the words of the answer name."""
    if ask.type is QuestionType.DEFINITION:
        return  # what a definition mentions is no part of what the term means
    text = corpus.texts[ask.provision.partition("/")[0]]
    for edge in corpus.edges_out.get(ask.provision, ()):
        if edge.span is None or not _inside(ask.sentence, edge.span) or edge.type is EdgeType.DELEGATES_TO:
            continue
        if " ".join(edge.span.cut(text).split()) in ask.words:
            yield Need(edge.source, edge.target, "named", _name(edge))
        elif edge.manner == Manner.MUTATIS_MUTANDIS:
            yield Need(edge.source, edge.target, "applied", _name(edge))


def _listed(corpus: BenchCorpus, ask: Ask) -> Iterator[Need]:
    """What the items of a list that answers leave to a lower text."""
    provision = corpus.provision(ask.provision)
    if provision is None or not any(c.provision != ask.provision for c in ask.claims):
        return
    for child in corpus.children(provision):
        for edge in corpus.edges_out.get(child.id, ()):
            if edge.type is EdgeType.DELEGATES_TO and edge.manner == "claimed":
                yield Need(edge.source, edge.target, "delegated", _name(edge))


def _exceptions(corpus: BenchCorpus, ask: Ask, provision_id: str) -> Iterator[Need]:
    """Provisions that take back a rule of the gold. Who acts and what a term means stay as they are."""
    if ask.type in (QuestionType.ACTOR, QuestionType.DEFINITION):
        return
    article = corpus.article(provision_id)
    for target in _lineage(provision_id, article):
        for edge in corpus.edges_in.get(target, ()):
            if edge.manner != Manner.EXCEPTION or _holds(edge.source, provision_id):
                continue
            if not _takes_back(corpus, edge, ask):
                continue
            if edge.source.partition("/")[0] in corpus.seeds and not _is_general(corpus, edge):
                source = corpus.provision(edge.source)
                addenda = edge.source.split("/")[1].startswith(ProvisionKind.ADDENDA)
                if source is not None and source.kind is not ProvisionKind.SUBITEM and not addenda:
                    yield Need(target, edge.source, "exception", _name(edge))


# Words behind a reference that take back what it leads to, and the part of it that they mean.
_NOTWITHSTANDING = re.compile(
    r"\s?(?P<part>후단|단서)?\s?(?:본문|전단|각 호(?: 외의 부분)?)?(?:까지)?(?:의 규정)?에도? 불구하고"
)


def _takes_back(corpus: BenchCorpus, edge: Edge, ask: Ask) -> bool:
    """Whether an exception is one to the answering sentence, and no exclusion from a list or of a term."""
    document_id = edge.source.partition("/")[0]
    if edge.span is None or corpus.language(document_id) != "ko":
        return edge.span is not None and takes_back(corpus, edge, ask.provision)
    found = _NOTWITHSTANDING.match(corpus.texts[document_id], edge.span.end)
    if found is None:
        return False
    if not is_ancestor(edge.target, ask.provision):
        return not found["part"]
    sentences = corpus.by_provision.get(ask.provision, ())
    is_first = not sentences or ask.sentence.start <= sentences[0].span.start
    return not (found["part"] and is_first)


def _bears(corpus: BenchCorpus, ask: Ask, need: Need, rivals: Rivals) -> bool:
    """Whether an exception is one to the rule that is asked: one to a whole article may be one to another paragraph."""
    above = corpus.provision(need.source)
    if corpus.language(need.source.partition("/")[0]) != "ko" or above is None or need.source == ask.provision:
        return True
    if sum(child.kind is ProvisionKind.PARAGRAPH for child in corpus.children(above)) < 2:
        return True
    asked = rivals.keys(ask.finals[0])
    said = rivals.keys(corpus.cut(need.target))
    return sum(map(rivals.weight, sorted(asked & said))) >= BEARS * rivals.total(ask.finals[0])


def _is_own_term(corpus: BenchCorpus, ask: Ask) -> bool:
    """Whether the body that answers is only a term of the same text: who that is, its definition says."""
    if ask.type is not QuestionType.ACTOR or not ask.template.startswith("ko.set.as"):
        return False
    terms = corpus.members[ask.provision.partition("/")[0]].law.definitions
    return any(definition.term == ask.words.strip() for definition in terms)


def _is_general(corpus: BenchCorpus, edge: Edge) -> bool:
    same = [e for e in corpus.edges_out.get(edge.source, ()) if e.manner == Manner.EXCEPTION]
    return len({e.target for e in same}) > _GENERAL


def _lineage(provision_id: str, article: str) -> Iterator[str]:
    parts = provision_id.split("/")
    for depth in range(len(parts), article.count("/"), -1):
        yield "/".join(parts[:depth])


def _name(edge: Edge) -> str:
    return f"{edge.type}/{edge.manner}" if edge.manner else str(edge.type)


__all__ = ["MISMATCH", "Claim", "Closed", "close"]
