"""Questions through 준용: what is said of one is asked of the other, where the text says who takes whose place.

"대학의 학생인건비에 관하여는 제40조를 준용한다. 이 경우 '정부출연기관'은 '대학'으로 "
"본다": an ask of article 40 is asked
of universities, and its gold is both provisions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from pincite.evaluate.regops.corpus import BenchCorpus, Sentence
from pincite.evaluate.regops.questions.claims import span_claim
from pincite.evaluate.regops.questions.korean.plain import has_batchim
from pincite.evaluate.regops.types import Ask, Need
from pincite.types.document import Span
from pincite.types.provision import is_ancestor
from pincite.types.reference import Manner

_TAKES_PLACE = re.compile(
    r"[\"“](?P<one>[^\"“”]{2,20})[\"”][은는이가을를] [\"“](?P<other>[^\"“”]{2,20})[\"”](?:으로|로) 본다"
)
_PAIRS = ("은는", "이가", "을를", "과와")


def applied_asks(corpus: BenchCorpus, asks: Mapping[str, Sequence[Ask]]) -> Iterator[Ask]:
    """The asks of provisions that others apply, asked of those.

    Args:
        asks: provision id to its asks.
    """
    found: dict[tuple[str, tuple[str, ...]], list[tuple[int, Ask]]] = {}
    for provision_id in sorted(corpus.by_provision):
        sentences = corpus.by_provision[provision_id]
        for sentence, behind in pairwise(sentences):
            if "준용" not in sentence.text or len(_TAKES_PLACE.findall(behind.text)) != 1:
                continue
            for width, ask in _of(corpus, sentence, behind, asks):
                found.setdefault((ask.provision, ask.finals), []).append((width, ask))
    for key in sorted(found):
        yield from _narrowest(found[key])


def _narrowest(asks: Sequence[tuple[int, Ask]]) -> Iterator[Ask]:
    """Of asks in the same words the one that is applied most narrowly; none where two are as narrow."""
    least = min(width for width, _ in asks)
    best = [ask for width, ask in asks if width == least]
    if len(best) == 1:
        yield best[0]


def _of(
    corpus: BenchCorpus, sentence: Sentence, behind: Sentence, asks: Mapping[str, Sequence[Ask]]
) -> Iterator[tuple[int, Ask]]:
    """The asks of what a sentence applies, with how many places it applies."""
    takes_place = _TAKES_PLACE.search(behind.text)
    assert takes_place is not None  # the caller looked
    one, other = takes_place["one"], takes_place["other"]
    targets = [
        edge
        for edge in corpus.edges_out.get(sentence.provision.id, ())
        if edge.manner == Manner.MUTATIS_MUTANDIS
        and edge.span
        and sentence.span.start <= edge.span.start < sentence.span.end
    ]
    for edge in targets:
        for provision_id in sorted(p for p in asks if is_ancestor(edge.target, p)):
            for ask in asks[provision_id]:
                if one in ask.finals[0] and not any(need.kind == "applied" for need in ask.needs):
                    kind = f"{edge.type}/{edge.manner}"
                    yield len(targets), _asked_of(corpus, ask, sentence, behind, one, other, kind)


def _asked_of(
    corpus: BenchCorpus, ask: Ask, sentence: Sentence, behind: Sentence, one: str, other: str, edge: str
) -> Ask:
    applying = sentence.provision.id
    return replace(
        ask,
        template=f"{ask.template}+applied",
        finals=tuple(in_place(f, one, other) for f in ask.finals),
        subject=in_place(ask.subject, one, other),
        needs=(
            *ask.needs,
            Need(applying, ask.provision, "applied", edge),
            Need(ask.provision, applying, "applying", edge),
        ),
        needed=(*ask.needed, span_claim(corpus, applying, Span(sentence.span.start, behind.span.end))),
    )


def in_place(text: str, one: str, other: str) -> str:
    """A text with one name in another's place, particles behind it fitting.

    >>> in_place("정부출연기관은 어떤 비용을", "정부출연기관", "대학교")
    '대학교는 어떤 비용을'
    """
    text = re.sub(rf"(?<![가-힣]){re.escape(one)}", "⟦⟧", text)
    for pair in _PAIRS:
        right = pair[0] if has_batchim(other) else pair[1]
        text = re.sub(rf"⟦⟧[{pair}](?= )", f"{other}{right}", text)
    return text.replace("⟦⟧", other)
