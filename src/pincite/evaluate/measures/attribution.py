"""ALCE's citation precision and recall, with a support check of our own in the place of its entailment model.

They cost up to two checks a citation, so they are made on demand: `attribution_measures(gate_supports())`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pincite.evaluate.case import Scored
from pincite.evaluate.measures.denominators import answer_measure
from pincite.evaluate.measures.measure import AnswerMeasure, Over
from pincite.evaluate.measures.record_reading import Record, sentences, sources

if TYPE_CHECKING:
    from pincite.index.embedders import Embedder

Supports = Callable[[str, Sequence[str]], bool]
"""Whether a sentence is supported by some texts together; never called without texts."""


def gate_supports(embedder: Embedder | None = None, gate: str = "standard") -> Supports:
    """Our gate as the check, of a sentence that cites all the texts given.

    Args:
        embedder: of the answers' language; None compares by words.
    """
    from pincite.types.answer import Draft, DraftSentence
    from pincite.types.chunk import Chunk
    from pincite.types.retrieval import Evidence
    from pincite.validate.policy import GATES, check_draft

    def supports(sentence: str, texts: Sequence[str]) -> bool:
        evidence = [
            Evidence(n, Chunk(f"source#{n}", "source", n - 1, text, (), 0, "", ""), "", "", "")
            for n, text in enumerate(texts, start=1)
        ]
        draft = Draft((DraftSentence(sentence, tuple(item.number for item in evidence)),), "")
        return all(found.passed for found in check_draft(draft, evidence, GATES[gate], embedder, repair=False))

    return supports


def citation_recall(record: Record, supports: Supports) -> float | None:
    """Sentences that their cited sources support together, of all; None for a record without sentences."""
    texts = {source.number: source.text for source in sources(record)}
    said = sentences(record)
    carried = [_carried(s.text, _cited(s.citations, texts), supports) for s in said]
    return sum(carried) / len(said) if said else None


def citation_precision(record: Record, supports: Supports) -> float | None:
    """Citations that are needed, or support their sentence alone, of all; None for a record without sentences.

    Those of a sentence that its sources together do not support are none of them; a number that names no source is not
    either. A sentence's repeated number is one citation. Without any citation it is 0.
    """
    texts = {source.number: source.text for source in sources(record)}
    said = sentences(record)
    total = sum(len(set(sentence.citations)) for sentence in said)
    if not said or not total:
        return 0.0 if said else None
    return sum(_needed(s.text, _cited(s.citations, texts), supports) for s in said) / total


def _cited(numbers: Sequence[int], texts: dict[int, str]) -> list[str]:
    return [texts[number] for number in dict.fromkeys(numbers) if texts.get(number, "").strip()]


def _carried(sentence: str, texts: list[str], supports: Supports) -> bool:
    return bool(texts) and supports(sentence, texts)


def _needed(sentence: str, texts: list[str], supports: Supports) -> int:
    """How many of the texts count: all where there is one; else each that carries the sentence or cannot be spared."""
    if not _carried(sentence, texts, supports):
        return 0
    if len(texts) == 1:
        return 1
    kept = 0
    for at, text in enumerate(texts):
        others = texts[:at] + texts[at + 1 :]
        kept += supports(sentence, [text]) or not supports(sentence, others)
    return kept


def attribution_measures(supports: Supports) -> tuple[AnswerMeasure, AnswerMeasure]:
    """Citation recall and precision by a check."""
    source = "T. Gao et al., ALCE (EMNLP 2023), section 3: citation quality, with our check for its entailment model"

    def recall(scored: Scored) -> float | None:
        return citation_recall(scored.case.record, supports)

    def precision(scored: Scored) -> float | None:
        return citation_precision(scored.case.record, supports)

    return (
        answer_measure(
            "ALCE Citation Recall",
            recall,
            Over.ANSWERED,
            definition="sentences that their cited sources support together / all sentences",
            source=source,
            trap="The check is ours and may be the one that delivered; ALCE's is an entailment model.",
        ),
        answer_measure(
            "ALCE Citation Precision",
            precision,
            Over.ANSWERED,
            definition="citations that support their sentence alone, or without which the others do not / all citations"
            "; those of a sentence that all together do not support count as none",
            source=source,
            trap="As recall. One answer that cites nothing has 0, as in ALCE's script.",
        ),
    )
