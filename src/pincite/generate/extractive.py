"""An answer without a language model: the evidence's own sentences that answer the question, word for word.

The best one, those nearly as good, the opening of the list in which one of them is an item, and the conditions and
exceptions that qualify them: at most four, and no more words than are read at a glance. A list that answers is given
whole where it fits.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from pincite.generate.candidates import is_table_head, opens_list
from pincite.generate.judge import Judged, SentenceJudge
from pincite.generate.weights import SENTENCE_WEIGHTS, SentenceWeights
from pincite.text.figures import missing_figures
from pincite.types.answer import Draft, DraftSentence, Feedback
from pincite.types.retrieval import Evidence

MAX_SENTENCES = 4
MAX_WITH_ITEMS = 8
"""Sentences of an answer that gives a whole list."""
MAX_WORDS = 120
"""Words of an answer; only a single sentence may be longer, since cutting it could lose its condition."""
NOTHING = float("-inf")  # worth of a sentence that must not be said for itself
# Share of the shorter sentence's words that two sentences of the same meaning have in common.
REPEATED = 0.8
# What an example loses against the rule that it illustrates.
EXAMPLE_COST = 3.0
_LABEL = r"^\W*(?:\(?\w{1,4}[).]\s+)?"
_LIMITS_THE_ONE_BEFORE = re.compile(
    rf"{_LABEL}(?:however|but|except|unless|provided|notwithstanding|otherwise|if the (?:landlord|tenant|owner))\b"
    r"|\b(?:provided,? (?:however|that)|except (?:that|as|where|when)|unless otherwise)\b|다만|단서|그러하지 아니하다",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"(?:this|these|that|those|such|it|they|he|she|in (?:that|this|such)|then|also|therefore|as a result)\b"
    r"(?! (?:section|chapter|subsection|act|part|rule|agreement|lease|notice)\b)",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"\W*(?:for (?:example|instance)|suppose|say,|assume|e\.g\.|example\b|예를 들)", re.IGNORECASE)
# "when can I change them, and what do I owe?": what follows the first answer often holds the second.
_SEVERAL_PARTS = re.compile(
    r"\b(?:and|or),? (?:how|what|when|where|who|which|by when|within what|is|are|do|does|can|must)\b|\?.+\?"
    r"|[고며],? .*[?까]",
    re.IGNORECASE,
)
READ_ON = 3
_LIMITS_ITS_SECTION = re.compile(
    r"\bth(?:is|ese) (?:section|subsection|paragraph|chapter|part|rule|limit|requirement|provision)s?\b.{0,60}"
    r"\b(?:(?:does|do|shall|will) not apply|applies only|shall apply only)\b"
    r"|\bexempt from (?:the (?:provisions|requirements) of )?th(?:is|ese)\b"
    r"|\b(?:applies|apply) to\b.{0,60}\bbut not to\b"
    r"|(?:이|본) (?:조|항|규정).{0,30}적용하지 아니한다",
    re.IGNORECASE,
)


class ExtractiveGenerator:
    """Writes a draft out of judged sentences; asked again it writes the same, so what failed stays failed."""

    name = "extractive"

    def __init__(
        self, judge: SentenceJudge, max_sentences: int = MAX_SENTENCES, max_with_items: int = MAX_WITH_ITEMS
    ) -> None:
        self._judge = judge
        self._max_sentences = max_sentences
        self._max_with_items = max_with_items

    def __call__(
        self, question: str, language: str, evidence: Sequence[Evidence], feedback: Feedback | None = None
    ) -> Draft:
        """See `Generator.__call__`."""
        judged = self._judge(question, evidence)
        if not judged:
            return Draft((), self.name, refused=True)
        weights = SENTENCE_WEIGHTS[self._judge.row(evidence)]
        chosen = _chosen(question, judged, weights, self._max_sentences, self._max_with_items)
        return Draft(tuple(_sentence(judged[i]) for i in chosen), self.name, refused=not chosen)


def worth(judged: Judged, weights: SentenceWeights, has_model: bool) -> float:
    """What a sentence is worth to the answer; one that a model at hand did not read is worth nothing."""
    if has_model and judged.score is None:
        return NOTHING
    illustrates = EXAMPLE_COST if _EXAMPLE.match(judged.candidate.text) else 0.0
    return (
        -illustrates
        + weights.scale * (judged.score or 0.0)
        + weights.fits * judged.fits
        + weights.around * judged.around
        + weights.own * judged.own
    )


def _chosen(
    question: str, judged: Sequence[Judged], weights: SentenceWeights, limit: int, with_items: int
) -> list[int]:
    """Places of the sentences to say, best passage first and in the document's order inside each."""
    has_model = any(j.score is not None for j in judged)
    everything = range(len(judged))
    worths = [worth(judged[i], weights, has_model) if _stands(judged, everything, i) else NOTHING for i in everything]
    order = sorted(everything, key=lambda i: (-worths[i], i))
    if worths[order[0]] == NOTHING:
        return []
    chosen = _Chosen(judged, limit)
    for i in _by_passage(judged, worths, order, weights.near):
        if not _said(judged, chosen.places, i) and chosen.take(_whole(judged, i, worths), _needed(judged, i, worths)):
            for j in _qualifiers(judged, i):
                chosen.take([j])
    answering = frozenset(chosen.places)
    if chosen.places and _SEVERAL_PARTS.search(question):
        for j in _next(judged, chosen.places[0]):
            chosen.take([j])
    for i in list(chosen.places):
        # Of a table the row that answers is enough; the head is there already.
        items = [] if is_table_head(judged[i].candidate) else sorted(_items(judged, i), key=lambda j: -worths[j])
        if i not in answering or not chosen.take(items, limit=max(limit, with_items)):
            for j in items:
                chosen.take([j])
    first = {judged[i].candidate.number: place for place, i in reversed(list(enumerate(chosen.places)))}
    kept: list[int] = []
    for i in sorted(chosen.places, reverse=True):  # from the end, so that items are there before what opens them
        if _stands(judged, kept, i):
            kept.append(i)
    return sorted(kept, key=lambda i: (first[judged[i].candidate.number], i))


def _stands(judged: Sequence[Judged], among: Container[int], place: int) -> bool:
    """Whether a sentence says something beside the others: what opens a list says nothing without one of its items."""
    candidate = judged[place].candidate
    opens = opens_list(candidate.text) or is_table_head(candidate)
    return not opens or any(i in among for i in _items(judged, place))


def _by_passage(judged: Sequence[Judged], worths: Sequence[float], order: Sequence[int], near: float) -> Iterator[int]:
    """The sentences nearly as good as the best, those of the passage that holds most of them first.

    One passage read on is clearer than the best lines of three; but the best line of all is never left behind.
    """
    least = worths[order[0]] - near
    good = [i for i in order if worths[i] >= least]
    mass: dict[int, float] = {}
    for i in good:
        number = judged[i].candidate.number
        mass[number] = mass.get(number, 0.0) + worths[i] - least
    ranked = sorted(good, key=lambda i: (-mass[judged[i].candidate.number], -worths[i]))
    return iter(dict.fromkeys((ranked[0], order[0], *ranked)))


class _Chosen:
    """The places chosen so far, within the limits of an answer's sentences and words."""

    def __init__(self, judged: Sequence[Judged], limit: int) -> None:
        self.places: list[int] = []
        self._limit = limit
        self._words = [len(j.candidate.text.split()) for j in judged]

    def take(self, places: Sequence[int], needed: Sequence[int] = (), limit: int = 0) -> bool:
        """Adds all of `places` that are new, or none where they do not fit.

        Args:
            needed: the least of them, with which an answer begins where all of them are too long.
            limit: of sentences, where it is another one than the answer's own.
        """
        if not self.places and needed and self._length(places) > MAX_WORDS:
            places = needed
        new = [p for p in dict.fromkeys(places) if p not in self.places]
        fits = not self.places or self._length([*self.places, *new]) <= MAX_WORDS
        if not fits or len(self.places) + len(new) > (limit or self._limit):
            return False
        self.places += new
        return True

    def _length(self, places: Sequence[int]) -> int:
        return sum(self._words[p] for p in places)


def _said(judged: Sequence[Judged], chosen: Sequence[int], place: int) -> bool:
    """Whether a chosen sentence says the same: the same words, and the same figures.

    Sister rules differ in a figure only ("two and a half times", "three and a half times"), and then both are said.
    """
    text = judged[place].candidate.text
    words = set(text.lower().split())
    for i in chosen:
        other = judged[i].candidate.text
        others = set(other.lower().split())
        same_words = len(words & others) >= REPEATED * min(len(words), len(others))
        if same_words and not missing_figures(text, other) and not missing_figures(other, text):
            return True
    return False


def _whole(judged: Sequence[Judged], place: int, worths: Sequence[float]) -> list[int]:
    """A sentence with what it cannot stand without.

    For a list's item that is the list's opening; for an opening its best item; for "This means", for a limit, and
    where the question's words stand in the sentence before rather than in this one, the sentence before.
    """
    item = judged[place].candidate
    if item.lead is not None:
        opening = [i for i, j in enumerate(judged) if _is_at(j, item.number, item.lead)]
    else:
        before = [i for i, j in enumerate(judged) if _is_at(j, item.number, item.place - 1)]
        opening = [i for i in before if _leans(item.text) or judged[i].own > judged[place].own]
    items = list(_items(judged, place))
    best = [max(items, key=lambda i: worths[i])] if items else []
    return [*opening, place, *best]


def _needed(judged: Sequence[Judged], place: int, worths: Sequence[float]) -> list[int]:
    """The least that a sentence needs beside it: the opening of its list, or the best item of the list it opens."""
    lead = judged[place].candidate.lead
    return [
        i
        for i in _whole(judged, place, worths)
        if i == place or judged[i].candidate.place == lead or judged[i].candidate.lead == judged[place].candidate.place
    ]


def _leans(text: str) -> bool:
    """Whether a sentence says little without the one before it."""
    return bool(_LEANS.match(text) or _LIMITS_ITS_SECTION.search(text) or _LIMITS_THE_ONE_BEFORE.match(text))


def _qualifiers(judged: Sequence[Judged], place: int) -> Iterator[int]:
    """The sentence behind, where it limits this one, and those of its passage that limit all of it."""
    for i, other in enumerate(judged):
        same = other.candidate.number == judged[place].candidate.number
        behind = same and other.candidate.place == judged[place].candidate.place + 1
        if (behind and _LIMITS_THE_ONE_BEFORE.search(other.candidate.text)) or (
            same and i != place and _LIMITS_ITS_SECTION.search(other.candidate.text)
        ):
            yield i


def _next(judged: Sequence[Judged], place: int) -> Iterator[int]:
    """The next sentences of the passage, in order."""
    after = judged[place].candidate
    return (
        i
        for i, j in enumerate(judged)
        if j.candidate.number == after.number and 0 < j.candidate.place - after.place <= READ_ON
    )


def _items(judged: Sequence[Judged], place: int) -> Iterator[int]:
    """The items of the list that this sentence opens."""
    opening = judged[place].candidate
    return (
        i for i, j in enumerate(judged) if j.candidate.number == opening.number and j.candidate.lead == opening.place
    )


def _is_at(judged: Judged, number: int, place: int) -> bool:
    return judged.candidate.number == number and judged.candidate.place == place


def _sentence(judged: Judged) -> DraftSentence:
    return DraftSentence(judged.candidate.text, (judged.candidate.number,), judged.candidate.span)
