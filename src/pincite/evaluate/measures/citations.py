"""Whether citations are what they claim to be, and of the right document."""

from __future__ import annotations

from typing import Final

from pincite.evaluate.case import Scored
from pincite.evaluate.gold.touched import of_citation, touches_any
from pincite.evaluate.measures.denominators import answer_measure
from pincite.evaluate.measures.measure import AnswerMeasure, Over
from pincite.evaluate.measures.record_reading import citations, drafts, sentences, sources
from pincite.evaluate.measures.support import BY_CONSTRUCTION, QUOTES


def citation_validity(scored: Scored) -> float | None:
    """1 where every sentence cites something, every number exists, and every citation's quote and place are sound."""
    record = scored.case.record
    said, cited = sentences(record), citations(record)
    known = {source.number for source in sources(record)}
    if not said or not cited or not all(sentence.citations for sentence in said):
        return 0.0
    numbers_exist = all(known.issuperset(sentence.citations) for sentence in said)
    pointed = {citation.number for citation in cited}
    sound = all(
        c.well_formed and c.number in known and c.sentence is not None and c.sentence < len(said) for c in cited
    )
    backed = all(pointed.issuperset(sentence.citations) for sentence in said)
    return float(numbers_exist and sound and backed)


def draft_citation_validity(scored: Scored) -> float | None:
    """The share of the first draft's markers that name a source, as written; 0 where it has sentences and no marker."""
    made = drafts(scored.case.record)
    if not made or made[0].written is None or made[0].invalid is None:
        return None
    first = made[0]
    if not made[0].written:
        return 0.0 if first.sentences else None
    return max(made[0].written - made[0].invalid, 0) / made[0].written


def wrong_document_rate(scored: Scored) -> float | None:
    """The share of an answer's citations that point to another document than the question's and hit no gold."""
    question, cited = scored.question, citations(scored.case.record)
    if not question.document_id or not cited:
        return None
    wrong = [c for c in cited if c.document_id != question.document_id]
    places = (of_citation(citation, scored) for citation in wrong)
    return sum(not touches_any(scored.benchmark, question.gold, place) for place in places) / len(cited)


CITATIONS: Final[tuple[AnswerMeasure, ...]] = (
    answer_measure(
        "Citation Validity",
        citation_validity,
        Over.ANSWERED,
        definition="1 where every sentence cites a source, every cited number is one of the evidence and has a "
        "citation, and every citation has words, a position as long as they are, and a page, section or label",
        source="CiteGuard-RAG, section on metrics",
        trap="Valid is not supported: a citation of the wrong place is valid. Whether the words stand there is what "
        "`pincite verify` checks.",
        by_construction=BY_CONSTRUCTION,
    ),
    answer_measure(
        "Draft Citation Validity",
        draft_citation_validity,
        Over.DRAFTED,
        definition="markers of the first draft that name a source / all of them, before any repair",
        source="CiteGuard-RAG, section on metrics, of what the writer wrote",
        trap="Sentences without a marker count only where the draft has no marker at all.",
        by_construction=QUOTES,
    ),
    answer_measure(
        "Wrong-document Citations",
        wrong_document_rate,
        Over.ANSWERED,
        definition="citations of another document than the one the question is about, hits on gold aside / all "
        "citations of the answer; questions about one document only",
        source="own",
        trap="A mean of shares: one wrong citation of three is a third of a question.",
        higher_is_better=False,
    ),
)
