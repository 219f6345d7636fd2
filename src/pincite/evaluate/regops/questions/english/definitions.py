"""Questions for what an English term means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.questions.claims import MAX_ITEMS, item_claim, sentence_claim
from pincite.evaluate.regops.types import Ask, Claim, Need, QuestionType
from pincite.types.law import Definition
from pincite.types.provision import Provision, ProvisionKind, is_ancestor
from pincite.types.reference import EdgeType

MAX_CHARS = 1200
_ELSEWHERE = re.compile(
    r"\b(?:has|have|having) (?:the|its) (?:same )?meaning|\bsame meaning as\b|"
    r"\bmeans? [^.;]{0,30}\bas defined (?:in|by|under)\b"
)
_TWO = re.compile(r"\bmeans\b.*[.;\d]\s[A-Z][\w /'’-]{2,60} means\b", re.DOTALL)
_TERMLESS = re.compile(r"(?:\([A-Z]{2,8}\) )?means?\b")
_DOUBLED = re.compile(r"^(?:.* )?(?P<stem>\w{4,})\w* or (?P=stem)\w*$", re.IGNORECASE)
"""A headword with its verb, which nobody quotes so: Mooring or moored."""
_PLACES = (ProvisionKind.SECTION, ProvisionKind.PARAGRAPH)
_RUNNING = re.compile(r"\(continued\)|\b\d+ \d+/")


def definition_asks(corpus: BenchCorpus, document_id: str, place: str) -> Iterator[Ask]:
    """The asks for the terms that a document defines; a term that it defines twice is left out."""
    definitions = corpus.members[document_id].law.definitions
    terms = [d.term.casefold() for d in definitions]
    holders = [d.provision for d in definitions]
    for definition in definitions:
        provision = corpus.provision(definition.provision)
        text = corpus.texts[document_id]
        behind = text[definition.span.end : definition.span.end + 40]
        if provision is None or terms.count(definition.term.casefold()) > 1 or " mean" not in behind:
            continue
        if len(corpus.children(provision)) > MAX_ITEMS or len(corpus.cut(provision.id)) > MAX_CHARS:
            continue
        claims = _claims(corpus, document_id, provision, definition)
        if not claims:
            continue
        several = holders.count(provision.id) > 1
        said = " ".join(c.quote for c in claims)
        needs = _pointed(corpus, provision, said)
        opened = f"{place}, what" if place else "What"
        how = f"{place}, how" if place else "How"
        finals = (
            f"{opened} does “{definition.term}” mean?", f"{opened} is meant by “{definition.term}”?",
            f"{how} is “{definition.term}” defined?",
        )  # fmt: skip
        yield Ask(
            QuestionType.DEFINITION, "en.definition.term", provision.id, provision.span, finals,
            claims, needs=needs or (), words="", subject=definition.term,
            doubt=_doubt(definition.term, said, several, needs is None),
        )  # fmt: skip


def _pointed(corpus: BenchCorpus, provision: Provision, said: str) -> tuple[Need, ...] | None:
    """The definitions that a definition only points to; None where one of them is not in the corpus."""
    if not _ELSEWHERE.search(said):
        return ()
    found: dict[str, Need] = {}
    for resolution in corpus.references.get(provision.id, ()):
        for target in resolution.targets or ("",):
            place = corpus.provision(target)
            if place is None or is_ancestor(target, provision.id) or place.kind not in _PLACES:
                return None
            found[target] = Need(provision.id, target, "named", str(EdgeType.REFERENCES))
    return tuple(found.values()) or None


def _doubt(term: str, said: str, several: bool, unknown: bool) -> str:
    if unknown:
        return "definition_elsewhere"
    if _DOUBLED.match(term):
        return "term_doubled"
    if _TWO.search(said) or _RUNNING.search(said) or several:
        return "definition_not_clear"
    return ""


def _with_term(claim: Claim, term: str) -> Claim:
    """A claim with the term in front, where the text has it as a heading."""
    return replace(claim, text=f"“{term}” {claim.text}") if _TERMLESS.match(claim.text) else claim


def _claims(corpus: BenchCorpus, document_id: str, provision: Provision, definition: Definition) -> tuple[Claim, ...]:
    """All of a paragraph that opens with the term; of another the sentence that defines it, and those behind it."""
    text = corpus.texts[document_id]
    opening = text[provision.heading.end : definition.span.start]
    if len(opening.strip(" \n\t“\"‘'*_(")) <= 40 and "." not in opening.strip():
        return (_with_term(item_claim(corpus, provision.id), definition.term),)
    if corpus.children(provision):
        return ()
    found = [s for s in corpus.sentences_of(document_id, provision) if s.span.end > definition.span.start]
    kept = found[:1] + [s for s in found[1:] if definition.term.casefold() in s.text.casefold()]
    return tuple(sentence_claim(corpus, s) for s in kept)
