"""Questions for what an English term means."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.evaluate.regops.claims import MAX_ITEMS, item_claim
from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.types import Ask, QuestionType

MAX_CHARS = 1200


def definition_asks(corpus: BenchCorpus, document_id: str, place: str) -> Iterator[Ask]:
    """The asks for the terms that a document defines; a term that it defines twice is left out."""
    definitions = corpus.members[document_id].law.definitions
    terms = [d.term for d in definitions]
    for definition in definitions:
        provision = corpus.provision(definition.provision)
        text = corpus.texts[document_id]
        behind = text[definition.span.end : definition.span.end + 40]
        if provision is None or terms.count(definition.term) > 1 or " mean" not in behind:
            continue
        if len(corpus.children(provision)) > MAX_ITEMS or len(corpus.cut(provision.id)) > MAX_CHARS:
            continue
        opened = f"{place}, what" if place else "What"
        finals = (f"{opened} does “{definition.term}” mean?", f"{opened} is meant by “{definition.term}”?")
        yield Ask(
            QuestionType.DEFINITION, "en.definition.term", provision.id, provision.span, finals,
            (item_claim(corpus, provision.id),), words="", subject=definition.term,
        )  # fmt: skip
