"""Whether an answer says all that it needs: what its words leave to other texts must be there too, or it is dropped.

Each claim is read for delegations (대통령령으로 정하는 사항), for annexes, and for places
whose content it takes up (제8조제2항에 따른 사업). What the graph fills becomes a need with
a claim of its own, which is read in the same way; what it cannot fill, because the number is
of another edition or the filling text is not in the corpus, is a reason to drop the ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.questions.claims import item_claim
from pincite.evaluate.regops.types import Ask, Claim, Need, QuestionType
from pincite.graph.resolve import Resolution
from pincite.types.document import Span
from pincite.types.provision import is_ancestor
from pincite.types.reference import Edge, EdgeType, ReferenceForm, Unresolved

MAX_ROUNDS = 3
MAX_NAMED = 2
OPEN: Final = (Unresolved.NO_FILLING_PROVISION, Unresolved.EDITION_MISMATCH, Unresolved.NO_SUCH_PROVISION)
_BROAD: Final = ("answer_points_to_range", "answer_points_to_many")
"""Reasons that do not hold against a definition: what it mentions is no part of what the term means."""
_LEFT_TO = re.compile(
    r"(?:대통령령|총리령|[가-힣]{2,14}부령)으로 정하(?:는(?! 바)|여야)"
    r"|정하여 ?고시(?:하는(?! 바)|한)|고시로 정하는(?! 바)"
    r"|(?:장관|위원회|청장)이 (?:따로 |별도로 )?정하는(?! 바)"
)
# The last item of a list, open to what an office finds further: no text of law says that.
_RESIDUAL = re.compile(r"(?:^|(?<=[\s.]))그 ?밖[에의][^.]{0,120}$")
_OF_OFFICE = re.compile(r"(?:장관|위원회|청장)이 (?:따로 |별도로 )?정하는")
_ANNEX = re.compile(r"별표")
# Behind a reference: the words take up what stands there, and say little without it. A noun that another follows is a
# part of a name (제6조에 따른 사업 전략계획), and that says what it is.
_TAKES_UP = re.compile(
    r"\s?(?:각 호 외의 부분 )?(?:각 ?[호목](?:의 어느 하나)?|본문|단서|전단|후단)?\s?"
    r"(?:에 해당하|(?:까지)?(?:의 규정)?에 ?(?:따른|의한) "
    r"(?:사업|사항|금액|기준|비율|요건|서류|자료|내용|업무|경우|비용|범위|기간|한도|조치|"
    r"용도|사유|자격)(?:(?:[을를은는이가의에과와도]|으로|로|에서|까지|부터|마다){1,2}(?=[\s,.)]|$)"
    r"|(?= ?(?:[\n,.()]|및|또는|중|등|외|이외|이상|이하|이내|미만|초과|범위|각각|전부|일부|모두|사본|일체)|$))"
    r"|의 (?:사항|요건|기준|서류|금액|사유|내용)(?![^,.]{0,20}증명)"
    r"|(?:까지)?에서 (?:규정한|정한|정하는) (?:사항|요건|기준|서류|금액|사유|내용|자|사람))"
)
# Behind a reference: what stands there has its name from it.
_NAMES = re.compile(r"\s?(?:각 호 외의 부분 )?(?:각 ?[호목]|본문|단서|전단|후단)?(?:의 규정)?에 ?(?:따른|의한) ")
_AND = re.compile(r"(?:까지)?(?:,| 및| 또는|ㆍ)\s?")
_MORE = re.compile(r"\s?(?:에 따른|의) [^,.]{1,25}? (?:외에|이외에|뿐만 아니라)")


@dataclass(frozen=True, slots=True)
class Completed:
    """What a set of claims needs beside itself.

    Args:
        reason: why it cannot be completed; empty where it can.
    """

    needs: tuple[Need, ...] = ()
    claims: tuple[Claim, ...] = ()
    reason: str = ""


def complete(corpus: BenchCorpus, claims: Iterable[Claim], held: Iterable[str], kind: QuestionType) -> Completed:
    """The needs of some claims, and of what these bring in.

    Args:
        claims: what the answer says so far.
        held: ids that the gold has already.
        kind: of the question: what a definition mentions is no part of what the term means.
    """
    needs: dict[str, Need] = {}
    added: dict[str, Claim] = {}
    holding = set(held)
    waiting = list(claims)
    for _ in range(MAX_ROUNDS):
        found: list[Need] = []
        for claim in waiting:
            reason = _gaps(corpus, claim, found)
            if reason and not (kind is QuestionType.DEFINITION and reason in _BROAD):
                return Completed(reason=reason)
        if kind is QuestionType.DEFINITION:
            found = [need for need in found if need.kind == "delegated"]
        fresh = [n for n in found if not any(is_ancestor(h, n.target) for h in (*holding, *needs))]
        if not fresh:
            return Completed(tuple(needs[t] for t in sorted(needs)), tuple(added[t] for t in sorted(added)))
        waiting = []
        for need in fresh:
            needs[need.target] = need
            added[need.target] = item_claim(corpus, need.target)
            waiting.append(added[need.target])
    return Completed(reason="chain_too_long")


def place_of(corpus: BenchCorpus, claim: Claim) -> Span | None:
    """Where a claim's words stand in its document."""
    provision = corpus.provision(claim.provision)
    if provision is None:
        return None
    start = corpus.texts[claim.provision.partition("/")[0]].find(claim.quote, provision.span.start)
    return Span(start, start + len(claim.quote)) if start >= 0 else None


def _gaps(corpus: BenchCorpus, claim: Claim, found: list[Need]) -> str:
    """Add the needs of a claim; why one of them cannot be filled."""
    document_id = claim.provision.partition("/")[0]
    place = place_of(corpus, claim)
    if place is None or corpus.language(document_id) != "ko":
        return ""
    if _ANNEX.search(claim.quote):
        return "answer_in_annex"
    ids = [claim.provision, *(p.id for p in corpus.tree(document_id) if _is_below(claim.provision, p.id))]
    edges = [e for i in ids for e in corpus.edges_out.get(i, ()) if e.span and place.start <= e.span.start < place.end]
    reason = _delegations(corpus, claim, place, edges, found)
    return reason or _references(corpus, claim, place, ids, found)


def _is_below(above: str, below: str) -> bool:
    return above != below and is_ancestor(above, below)


def _delegations(corpus: BenchCorpus, claim: Claim, place: Span, edges: list[Edge], found: list[Need]) -> str:
    filling = [e for e in edges if e.type is EdgeType.DELEGATES_TO and e.manner == "claimed" and e.span]
    for hit in _LEFT_TO.finditer(_without_quoted(claim.quote)):
        start, end = place.start + hit.start(), place.start + hit.end()
        filled = [e for e in filling if e.span and e.span.start <= end and start <= e.span.end]
        if not filled and not _is_residual(claim.quote, hit):
            return "answer_left_open"
        for edge in filled:
            if corpus.provision(edge.target) is not None:
                found.append(Need(edge.source, edge.target, "delegated", f"{edge.type}/{edge.manner}"))
    return ""


def _is_residual(quote: str, hit: re.Match[str]) -> bool:
    """Whether an office may add to a list: 그 밖에 장관이 정하는 사항."""
    return bool(_OF_OFFICE.fullmatch(hit[0]) and _RESIDUAL.search(quote[: hit.start()]))


def _without_quoted(quote: str) -> str:
    """A quote with the words between quotation marks blanked: a filling text repeats there what it fills."""
    return re.sub(r"[\"“][^\"“”]*[\"”]", lambda m: " " * len(m[0]), quote)


def _references(corpus: BenchCorpus, claim: Claim, place: Span, ids: list[str], found: list[Need]) -> str:
    text = corpus.texts[claim.provision.partition("/")[0]]
    named: list[Need] = []
    for row in _rows(text, [r for i in ids for r in corpus.references.get(i, ()) if _stands_in(r, place)]):
        end = row[-1].reference.span.end
        taken_up = _TAKES_UP.match(text, end)
        closed = [r.reason for r in row if r.reason in OPEN]
        if closed and (taken_up or _NAMES.match(text, end)):
            return f"answer_points_to_{closed[0]}"
        if not taken_up:
            continue
        outer = _list_around(claim.provision)
        if any(r.reference.through and not all(is_ancestor(outer, t) for t in r.targets) for r in row):
            return "answer_points_to_range"
        if len(row) > MAX_NAMED:
            return "answer_points_to_many"
        named.extend(need for r in row if not r.reference.through for need in _named(corpus, claim, r))
    if len(named) > MAX_NAMED:
        return "answer_points_to_many"
    found.extend(named)
    return ""


def _stands_in(resolution: Resolution, place: Span) -> bool:
    reference = resolution.reference
    return place.start <= reference.span.start < place.end and reference.form is not ReferenceForm.DELEGATION_OUT


def _rows(text: str, resolutions: Sequence[Resolution]) -> Iterator[list[Resolution]]:
    """References in a row, such as 제3조, 제5조 및 제7조제2항: what stands behind the last is said of all."""
    row: list[Resolution] = []
    for resolution in sorted(resolutions, key=lambda r: r.reference.span):
        span = resolution.reference.span
        if row and not _AND.fullmatch(text[row[-1].reference.span.end : max(span.start, row[-1].reference.span.end)]):
            yield row
            row = []
        row.append(resolution)
    if row:
        yield row


def _list_around(provision_id: str) -> str:
    """The paragraph or article of a list's item: what its items say of each other is in the answer."""
    last = provision_id.rpartition("/")[2]
    return provision_id.rpartition("/")[0] if last[:1] in "ib" else provision_id


def _named(corpus: BenchCorpus, claim: Claim, resolution: Resolution) -> Iterator[Need]:
    for target in resolution.targets:
        outer = _list_around(claim.provision)
        if corpus.provision(target) is None or is_ancestor(outer, target) or is_ancestor(target, outer):
            continue
        if target.partition("/")[0] in corpus.seeds:
            yield Need(resolution.reference.source, target, "named", str(EdgeType.REFERENCES))


def goes_on(corpus: BenchCorpus, provision_id: str) -> bool:
    """Whether another provision adds to this one: 제1항에 따른 서류 외에."""
    for edge in corpus.edges_in.get(provision_id, ()):
        if edge.span and _MORE.match(corpus.texts[edge.source.partition("/")[0]], edge.span.end):
            return True
    return False


# What moves a date, a period or a bound that a paragraph beside sets.
_MOVES = re.compile(
    r"(?:기한|기간|시기|기일|일정|날짜|한도|비율|금액|제출일)[^.]{0,40}?(?:연장|단축|조정|변경|달리 정|늘리|줄이|초과)"
    r"|(?:연장|단축|조정)할 수 있다|달리 정할 수 있다|따로 정할 수 있다"
)


def qualified(corpus: BenchCorpus, ask: Ask, provision_id: str) -> Iterator[Need]:
    """Paragraphs of the same article that let the date, period or bound of a paragraph be another."""
    if ask.type not in (QuestionType.DEADLINE, QuestionType.LIMIT):
        return
    article = corpus.article(provision_id)
    for edge in corpus.edges_in.get(provision_id, ()):
        source = _list_around(edge.source)
        beside = corpus.article(source) == article and not is_ancestor(source, provision_id)
        if beside and not is_ancestor(provision_id, source) and _MOVES.search(corpus.cut(source)):
            yield Need(provision_id, source, "qualified", f"{edge.type}/{edge.manner}".rstrip("/"))
