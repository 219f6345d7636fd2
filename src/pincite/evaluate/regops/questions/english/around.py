"""What stands around an English sentence and belongs to its answer, or takes it away from under it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.evaluate.regops.corpus import BenchCorpus, Sentence
from pincite.evaluate.regops.types import Need
from pincite.types.provision import ProvisionKind, is_ancestor
from pincite.types.reference import Edge

_FURTHER = re.compile(
    r"^(?:However|Provided|Except|Notwithstanding|Unless|But|Nothing|"
    r"For (?:the )?purposes? of|This (?:requirement|limit|limitation|prohibition|paragraph|"
    r"subsection|section|provision|period)\b)"
    r"|\b(?:shall|does|do|will) not apply\b|\b(?:extend|extended|shorten|shortened)\b|\bpresumed\b|\bneed not\b|"
    r"\bnot required to\b",
)
_NOUN = re.compile(
    r"\b(?:such|this|these|those|the same|that(?= (?:notice|period|amount|request|date|person|"
    r"agreement|landlord|tenant|owner|unit)\b)) (?P<noun>[a-z][a-z-]{3,})",
    re.IGNORECASE,
)
_NOT_BACK = re.compile(
    r"^(?:sub)?(?:section|paragraph|part|subpart|chapter|title|subchapter|clause|act|code|time|"
    r"purpose|case|event)s?$"
)
_LEADING = re.compile(r"^(?:it|they|he or she|this|these|those|such)\b", re.IGNORECASE)
_CONDITIONAL = re.compile(
    r"\b(?:if|when|where|unless|except|following|provided that|one of|any of|all of|either|shall|must|may|"
    r"in order|by)\b",
    re.IGNORECASE,
)
_SCOPE = re.compile(
    r"^(?:In|For|Where|If|When|During|With)\b|\b(?:containing|consisting|with (?:one|two|three|more)|only)\b"
)


def further(following: Sequence[Sentence]) -> list[Sentence]:
    """The later sentences of a provision that bound, move or take back what an earlier one says."""
    return [s for s in following if _FURTHER.search(s.text)]


def leans_back(text: str) -> bool:
    """Whether a sentence takes up a thing that another one named.

    >>> leans_back("If such breach recurs, the keeper may leave."), leans_back("A notice is due; such notice is kept.")
    (True, False)
    """
    if _LEADING.match(text):
        return True
    for found in _NOUN.finditer(text):
        noun = found["noun"].lower()
        if not _NOT_BACK.match(noun) and noun.rstrip("s") not in text[: found.start()].lower():
            return True
    return False


def chapeau_doubt(corpus: BenchCorpus, sentence: Sentence) -> str:
    """Why a rule cannot be read without the words above it; empty where it can."""
    document_id = sentence.document_id
    above = sentence.provision.id.rpartition("/")[0]
    while (outer := corpus.provision(above)) is not None and outer.kind is ProvisionKind.PARAGRAPH:
        stem = " ".join(corpus.stem(outer).cut(corpus.texts[document_id]).split())
        stem = re.sub(r"^\([\w-]{1,5}\)\s*", "", stem)
        last = re.split(r"(?<=[.]) ", stem)[-1]
        if last.rstrip().endswith((":", "--", "—")) and _CONDITIONAL.search(last):
            return "rule_under_a_condition"
        if last and not last.endswith((".", ";")) and _CONDITIONAL.search(last) and len(last.split()) > 4:
            return "rule_under_a_condition"
        if _SCOPE.search(stem) and len(stem) < 160:
            return "rule_under_a_condition"
        above = above.rpartition("/")[0]
    return ""


_OPEN_STEM = re.compile(r"^(?P<subject>[^.:;]{3,160}?)(?P<modal> (?:shall|must|may)(?: not)?)?\s*(?::|--|—|–)?$")
_STARTS = re.compile(r"^(?:\([\w-]{1,5}\)\s*)*(?P<modal>(?:shall|must|may)\b)?(?P<word>[A-Za-z][a-z]+)?", re.IGNORECASE)
_OR = re.compile(r"\bor\s*$")


def stem_of(corpus: BenchCorpus, sentence: Sentence) -> Sentence | None:
    """The words above an item that it goes on from: `A keeper shall`; None where the item is a sentence of its own.

    Items of which one is to be chosen go on from nothing: one of them alone is no rule.
    """
    above = corpus.provision(sentence.provision.id.rpartition("/")[0])
    if sentence.place or above is None or above.kind not in (ProvisionKind.PARAGRAPH, ProvisionKind.SECTION):
        return None
    stems = list(corpus.sentences_of(sentence.document_id, above))
    found = _OPEN_STEM.match(stems[-1].text) if stems else None
    if found is None:
        return None
    modal = _STARTS.match(sentence.text)
    begins = modal is not None and modal["modal"] is not None
    if bool(found["modal"]) == begins:
        return None
    siblings = corpus.children(above)
    texts = [p.span.cut(corpus.texts[sentence.document_id]).strip() for p in siblings]
    chosen = any(_OR.search(t) for t in texts) and not (found["modal"] or "").strip().startswith("may")
    return None if chosen else stems[-1]


_NOTWITHSTANDING = re.compile(r"notwithstanding (?:[^.;:,]{0,60} )?$", re.IGNORECASE)
_NOT_APPLYING = re.compile(r"^[^.;:]{0,40}\b(?:shall|does|do|will) not apply\b", re.IGNORECASE)


def takes_back(corpus: BenchCorpus, edge: Edge, provision_id: str) -> bool:
    """Whether an edge leads from a rule that takes another back: by `notwithstanding`, or by saying it does not apply.

    `Except as provided in` points the other way: the rule that says it yields. A section that is set aside as a whole
    says nothing of a single rule in it.
    """
    document_id = edge.source.partition("/")[0]
    if edge.span is None or "/p" not in edge.target or not is_ancestor(edge.target, provision_id):
        return False
    before = corpus.texts[document_id][max(0, edge.span.start - 90) : edge.span.start]
    return _NOTWITHSTANDING.search(" ".join(before.split()) + " ") is not None


def set_aside(corpus: BenchCorpus, provision_id: str) -> Iterator[Need]:
    """Provisions that say of a paragraph, or of one around it, that it does not apply."""
    for target in (provision_id, provision_id.rpartition("/")[0]):
        for edge in corpus.edges_in.get(target, ()) if "/p" in target else ():
            behind = corpus.texts[edge.source.partition("/")[0]][edge.span.end :][:90] if edge.span else ""
            related = is_ancestor(edge.source, provision_id) or is_ancestor(provision_id, edge.source)
            if not related and _NOT_APPLYING.match(" ".join(behind.split())):
                yield Need(target, edge.source, "exception", str(edge.type))
