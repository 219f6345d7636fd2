"""Claims: what a provision says, with its words as they stand."""

from __future__ import annotations

import re
from typing import Final

from pincite.evaluate.regops.corpus import BenchCorpus, Sentence
from pincite.evaluate.regops.types import Claim
from pincite.types.document import Span

MAX_ITEMS: Final = 12
_NOTE = re.compile(r"\s?<(?:개정|신설|삭제|전문개정|본조신설)[^<>]*>|\s?\[(?:전문개정|본조신설|제목개정)[^\[\]]*\]")


_DELETED = re.compile(r"(?:^|(?<=\s))(?:(?:\d+(?:의\d+)?|[가-하])\\?\.|\**[①-⑳]\**) ?삭제 ?<[^<>]*>")


def said(quote: str) -> str:
    """A quote as it is said: no notes on amendments, no deleted items. Citations stay, they are conditions too.

    >>> said("장은 제1항에 따라 제출한 결과를 알린다. <개정 2020>")
    '장은 제1항에 따라 제출한 결과를 알린다.'
    """
    return " ".join(_NOTE.sub("", _DELETED.sub("", quote)).split())


def sentence_claim(corpus: BenchCorpus, sentence: Sentence) -> Claim:
    """A sentence as a claim of its provision."""
    return span_claim(corpus, sentence.provision.id, sentence.span)


def span_claim(corpus: BenchCorpus, provision_id: str, span: Span) -> Claim:
    """Words of a provision as a claim: one sentence, or several in a row."""
    quote = span.cut(corpus.texts[provision_id.partition("/")[0]])
    return Claim(provision_id, said(quote), quote)


def claims_with_items(corpus: BenchCorpus, sentence: Sentence, listed: bool) -> tuple[Claim, ...]:
    """The sentence as a claim, and each item where a list answers; empty where the list is too long or not here."""
    claims = [sentence_claim(corpus, sentence)]
    if listed:
        items = [p for p in corpus.children(sentence.provision) if not p.deleted]
        if not 1 < len(items) <= MAX_ITEMS:
            return ()
        claims.extend(item_claim(corpus, p.id) for p in items)
    return tuple(claims)


def item_claim(corpus: BenchCorpus, provision_id: str) -> Claim:
    """A provision with all below it as a claim."""
    provision = corpus.provision(provision_id)
    assert provision is not None  # ids come from the trees
    text = corpus.texts[provision_id.partition("/")[0]]
    start = provision.heading.end
    cut = Span(start, provision.span.end).cut(text)
    end = start + len(cut.rstrip())
    start += len(cut) - len(cut.lstrip())
    notes = [n for n in provision.notes if n.start >= start and n.end >= end - 1]
    end = min([end, *(n.start for n in notes)])
    quote = text[start:end].rstrip()
    return Claim(provision_id, said(quote), quote)
