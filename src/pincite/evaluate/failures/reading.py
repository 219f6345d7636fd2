"""What the rules of failure ask of one question's outcome, each thing found out once and only when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from pincite.evaluate.benchmark import Benchmark, Question
from pincite.evaluate.case import Scored
from pincite.evaluate.cases_file import Seeded
from pincite.evaluate.gold.touched import Location, first_units, of_ranked, quotes_of, touches_any
from pincite.evaluate.measures.answers import answer_accuracy, cites_gold, quotes_gold
from pincite.evaluate.measures.record_reading import Sentence, Source, drafts, is_answered, sentences, sources
from pincite.evaluate.measures.retrieval import TOP_K
from pincite.evaluate.measures.support import passed_sentences
from pincite.evaluate.overlap import flat, share_within
from pincite.evaluate.run.careless_model import SOUND

WORDS_SHARE: Final = 0.8
"""Share of a gold quote's words from which on a source holds it, allowing for what a chunk's end cuts off."""


class Outcome:
    """A case as the rules read it.

    Args:
        error: type, message and hint of the error in which the question ended; empty where there is a case.
        seeded: sentences that a careless model wrote.
    """

    def __init__(
        self,
        scored: Scored,
        error: Mapping[str, str] | None = None,
        seeded: Sequence[Seeded] = (),
    ) -> None:
        self.scored = scored
        self.error: Mapping[str, str] = error or {}
        self.seeded = seeded

    @property
    def question(self) -> Question:
        """The question with its gold."""
        return self.scored.question

    @property
    def benchmark(self) -> Benchmark:
        """The benchmark with its rules."""
        return self.scored.benchmark

    @property
    def record(self) -> Mapping[str, Any]:
        """The answer file."""
        return self.scored.case.record

    @cached_property
    def answered(self) -> bool:
        """Whether an answer was delivered."""
        return is_answered(self.record)

    @cached_property
    def refusal(self) -> str:
        """The reason of a refusal; empty for an answer."""
        found = self.record.get("refusal")
        reason = found.get("reason") if isinstance(found, Mapping) and not self.answered else None
        return reason if isinstance(reason, str) else ""

    @cached_property
    def unsupported(self) -> tuple[tuple[int, Sentence], ...]:
        """The sentences of the answer that do not pass gate `standard`, with their places; empty where unknown."""
        passed = passed_sentences(self.scored.case) if self.answered else None
        found = zip(enumerate(sentences(self.record)), passed or (), strict=False)
        return tuple(pair for pair, let_through in found if not let_through)

    @cached_property
    def faults_delivered(self) -> tuple[str, ...]:
        """Names of the faults put into sentences that were delivered; of markers, those that nothing put right."""
        if not self.answered or not self.seeded:
            return ()
        last = len(drafts(self.record) or ()) - 1
        faulty = [(flat(s.text), s.fault) for s in self.seeded if s.draft == last and s.fault != SOUND]
        said = [(flat(str(item.get("text", ""))), item) for item in _objects(self.record.get("sentences"))]
        found = [
            fault
            for text, fault in faulty
            for own, item in said
            if own and own in text and not (fault.endswith("marker") and item.get("repaired"))
        ]
        return tuple(dict.fromkeys(found))

    @cached_property
    def hit_rank(self) -> int | None:
        """Rank from 1 of the first unit that is a hit on gold; None where none of the first eight is."""
        return next(
            (rank for rank, unit in enumerate(first_units(self.scored.case, TOP_K), 1) if self._hit(unit)), None
        )

    @cached_property
    def shown(self) -> tuple[Source, ...]:
        """The sources that the writer was shown."""
        return tuple(source for source in sources(self.record) if source.number not in self._left_out)

    @cached_property
    def hits_shown(self) -> tuple[Source, ...]:
        """Those of the sources shown that are a hit on gold."""
        return tuple(source for source in self.shown if self._hit(self.location(source)))

    @cached_property
    def words_shown(self) -> bool:
        """Whether one of these holds most words of a gold quote; true where gold has no quote."""
        quotes = quotes_of(self.question.gold)
        texts = [flat(source.text) for source in self.hits_shown]
        if not quotes or any(quote in text for quote in quotes for text in texts):
            return True
        return any((share_within([q], [text]) or 0.0) >= WORDS_SHARE for q in quotes for text in texts)

    @cached_property
    def cites_gold(self) -> bool:
        """Whether a citation is a hit on gold or an alternative."""
        return cites_gold(self.scored)

    @cached_property
    def quotes_gold(self) -> bool:
        """Whether the cited quotes hold half of the gold quote's tokens."""
        return quotes_gold(self.scored)

    @cached_property
    def differs_from_reference(self) -> bool:
        """Whether there is a reference that the answer does not match."""
        return answer_accuracy(self.scored) == 0.0

    @cached_property
    def required_quotes(self) -> tuple[str, ...]:
        """The different quotes of the required gold."""
        return quotes_of(self.question.required)

    def cited_text(self, sentence: Sentence) -> str:
        """The texts of the sources that a sentence cites."""
        return "\n".join(source.text for source in sources(self.record) if source.number in sentence.citations)

    def location(self, source: Source) -> Location:
        """Where a source stands: as it was ranked, else by what the record says of it."""
        ranked = self._ranked.get(source.chunk_id)
        return ranked if ranked is not None else _by_record(source, self._evidence.get(source.number, {}))

    def is_hit(self, source: Source) -> bool:
        """Whether a source is a hit on gold."""
        return self._hit(self.location(source))

    def label(self, source: Source) -> str:
        """The printed place of a source; its document where the record has none."""
        label = self._evidence.get(source.number, {}).get("label")
        return label if isinstance(label, str) and label else source.document_id

    def _hit(self, place: Location) -> bool:
        return touches_any(self.benchmark, self.question.gold, place)

    @cached_property
    def _ranked(self) -> dict[str, Location]:
        return {item.chunk_id: of_ranked(item) for item in self.scored.case.ranked if item.chunk_id}

    @cached_property
    def _evidence(self) -> dict[int, Mapping[str, Any]]:
        numbered = [(item.get("number"), item) for item in _objects(self.record.get("evidence"))]
        return {number: item for number, item in reversed(numbered) if isinstance(number, int)}

    @cached_property
    def _left_out(self) -> frozenset[int]:
        """Numbers of the sources for which no prompt had room."""
        trace = self.record.get("trace")
        attempts = _objects(trace.get("attempts")) if isinstance(trace, Mapping) else []
        writings = [w for w in (attempt.get("writing") for attempt in attempts) if isinstance(w, Mapping)]
        left_out = [w["left_out"] for w in writings if isinstance(w.get("left_out"), list | tuple)]
        numbers = [frozenset(n for n in found if isinstance(n, int)) for found in left_out]
        return frozenset.intersection(*numbers) if numbers else frozenset()


def _by_record(source: Source, item: Mapping[str, Any]) -> Location:
    first, last = item.get("page_index"), item.get("page_index_end")
    pages = range(first, (last if isinstance(last, int) else first) + 1) if isinstance(first, int) else range(0)
    section, provision = item.get("section_id"), item.get("provision_id")
    return Location(
        source.document_id,
        pages=pages,
        section_id=section if isinstance(section, str) else "",
        provision_id=provision if isinstance(provision, str) else "",
        text=source.text,
    )


def _objects(value: object) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list | tuple) else []
