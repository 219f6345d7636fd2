"""Claims without a model: the rules' own governing sentences, with provisos and what they rest on (RefWalk).

The sentences that answer are chosen as for any extractive answer. Behind them stand the provisos of the same rules,
where the question leaves a condition open that they may be about, and the best sentence of each provision that one of
them rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from pincite.generate.extractive import ExtractiveGenerator
from pincite.generate.judge import Judged, SentenceJudge
from pincite.graph.rests_on import RestsOn, quoted_in
from pincite.text.provisos import is_proviso
from pincite.types.anchor import TopicAnchor
from pincite.types.answer import Draft, DraftSentence, Feedback
from pincite.types.retrieval import Evidence

MAX_ADDED: Final = 4
"""Most sentences that stand behind those that answer."""


class RuleSentences:
    """Writes a draft of the rules' sentences.

    Args:
        rests_on: gives what tells what a sentence rests on; None adds no such provision.
        anchor_in_prompt: whether the anchor's open conditions bring provisos; without, every question does.
    """

    name = ExtractiveGenerator.name

    def __init__(
        self, judge: SentenceJudge, rests_on: Callable[[], RestsOn] | None = None, *, anchor_in_prompt: bool = True
    ) -> None:
        self._judge = judge
        self._rests_on = rests_on
        self._extractive = ExtractiveGenerator(judge)
        self._anchor_counts = anchor_in_prompt

    def __call__(
        self,
        question: str,
        language: str,
        evidence: Sequence[Evidence],
        feedback: Feedback | None = None,
        anchor: TopicAnchor | None = None,
    ) -> Draft:
        """See `Generator.__call__`; asked again it looks for what is missing among sources that came meanwhile."""
        draft = self._extractive(question, language, evidence, feedback)
        if draft.refused:
            return draft
        judged = self._judge(question, evidence)
        added: list[DraftSentence] = []
        if anchor is None or not self._anchor_counts or anchor.open:
            added += _provisos(draft.sentences, judged)
        if self._rests_on is not None:
            added += self._details((*draft.sentences, *added[:MAX_ADDED]), judged, evidence)
        return replace(draft, sentences=(*draft.sentences, *added[:MAX_ADDED]))

    def _details(
        self, sentences: Sequence[DraftSentence], judged: Sequence[Judged], evidence: Sequence[Evidence]
    ) -> Iterator[DraftSentence]:
        """The best sentence of each provision that is among the sources, rested on and not cited yet."""
        assert self._rests_on is not None
        chunks = {e.number: e.chunk for e in evidence}
        said = list(sentences)
        places = [list(quoted_in(chunks[s.citations[0]], s.quoted)) for s in said if s.quoted is not None]
        for missing in self._rests_on().missing(places):
            found = _best(judged, [e.number for e in evidence if e.chunk.id in missing.units])
            if found is not None and not any(s.quoted == found.quoted and s.citations == found.citations for s in said):
                said.append(found)
                yield found


def _provisos(chosen: Sequence[DraftSentence], judged: Sequence[Judged]) -> Iterator[DraftSentence]:
    """The sentence behind each chosen one, where it is a proviso and not chosen itself."""
    at = {(j.candidate.number, j.candidate.place): j for j in judged}
    taken = {(s.citations[0], s.quoted) for s in chosen}
    for place, j in at.items():
        before = at.get((place[0], place[1] - 1))
        if before is None or (place[0], before.candidate.span) not in taken:
            continue
        if (place[0], j.candidate.span) not in taken and is_proviso(j.candidate.text):
            yield _sentence(j)


def _best(judged: Sequence[Judged], numbers: Sequence[int]) -> DraftSentence | None:
    """The sentence of some sources that says most of what is asked."""
    own = [j for j in judged if j.candidate.number in numbers]
    if not own:
        return None
    return _sentence(max(own, key=lambda j: (j.own + j.around + 0.5 * j.fits, j.score or 0.0)))


def _sentence(judged: Judged) -> DraftSentence:
    return DraftSentence(judged.candidate.text, (judged.candidate.number,), judged.candidate.span)
