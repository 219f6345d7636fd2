"""How well each sentence of the evidence answers the question: what the writer chooses by and sufficiency rests on.

A sentence is judged by three things: a model's score of question and sentence, where a model is there; the share of
the question's words in it and around it; and whether it holds the kind of thing that is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pincite.generate.candidates import Candidate, candidates
from pincite.generate.weights import SENTENCE_WEIGHTS, row_name
from pincite.index.embedders import Embedder
from pincite.index.snapshot import index_language
from pincite.index.tokenizers import WordTokenizer, tokenizer_for
from pincite.retrieve.rerank import Reranker
from pincite.text import tokens
from pincite.text.asked import FRAME_WORDS, Asked, asked, holds
from pincite.text.question import core
from pincite.types.document import Place
from pincite.types.retrieval import Evidence

Weigh = Callable[[str, Sequence[str]], Mapping[str, float]]
MAX_HEADING_CHARS = 100
DEFAULT_READ = 8  # sentences that a model without a row reads


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate with its figures.

    Args:
        own: share of the question's words, by weight, that the sentence holds, 0 to 1.
        around: the same with the sentences on both sides, the list's opening and the heading.
        fits: it holds the kind of thing asked for; True where no kind is.
        score: the model's; None where it was not read or there is no model.
        cosine: of question and sentence by an embedder beside that model; None where it was not asked.
    """

    candidate: Candidate
    own: float
    around: float
    fits: bool
    score: float | None = None
    cosine: float | None = None


class EmbedderScorer(Reranker):
    """Cosine of question and passage by an embedder, as a reranker."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.name = embedder.name

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """See `Reranker.scores`."""
        if not passages:
            return []
        return [float(s) for s in self._embedder.embed_passages(passages) @ self._embedder.embed_query(question)]


class SentenceJudge:
    """Judges the sentences of one question's evidence, once, whoever asks.

    Args:
        scorer: language to the model that scores pairs, or None.
        weigh: language and words to their weights in the library: rare words say more.
        beside: language to a second model, which gives the cosine of the sentences that the first one read and that
            hold what is asked for; a model that errs otherwise tells more than the same one asked twice.
        max_tokens: of what the model reads at a time.
    """

    def __init__(
        self,
        scorer: Callable[[str], Reranker | None],
        weigh: Weigh,
        *,
        beside: Callable[[str], Reranker | None] = lambda language: None,
        max_tokens: int = 96,
    ) -> None:
        self._scorer = scorer
        self._weigh = weigh
        self._beside = beside
        self._max_tokens = max_tokens
        self._last: tuple[tuple[str, ...], tuple[Judged, ...]] | None = None

    def row(self, evidence: Sequence[Evidence]) -> str:
        """Name of the row of `pincite.generate.weights` by which the sentences of the evidence are weighed."""
        language = index_language(evidence[0].chunk.language)
        scorer = self._scorer(language)
        return row_name(scorer.name if scorer else None, language)

    def __call__(self, question: str, evidence: Sequence[Evidence]) -> tuple[Judged, ...]:
        """All candidates of the evidence, in its order; those that the model read carry its score."""
        key = (question, *(e.chunk.id for e in evidence))
        if self._last is None or self._last[0] != key:
            self._last = (key, self._judge(asked_core(question, evidence), evidence))
        return self._last[1]

    def _judge(self, question: str, evidence: Sequence[Evidence]) -> tuple[Judged, ...]:
        judged = self._by_words(question, evidence)
        if not judged:
            return ()
        scorer = self._scorer(index_language(evidence[0].chunk.language))
        if scorer is None:
            return judged
        read = SENTENCE_WEIGHTS[self.row(evidence)].read or DEFAULT_READ
        order = sorted(range(len(judged)), key=lambda i: (-_promise(judged[i]), i))[:read]
        headings = {e.number: _heading(e) for e in evidence}
        passages = [self._passage(judged[i].candidate, headings) for i in order]
        found = dict(zip(order, scorer.scores(question, passages), strict=True))
        near = self._cosines(question, judged, order, index_language(evidence[0].chunk.language))
        return tuple(replace(j, score=found.get(i), cosine=near.get(i)) for i, j in enumerate(judged))

    def _cosines(self, question: str, judged: Sequence[Judged], read: Sequence[int], language: str) -> dict[int, float]:
        """The second model's figures of the sentences read that fit, each text once: repeats are common in sources."""
        beside = self._beside(language)
        if beside is None:
            return {}
        texts = {i: judged[i].candidate.text for i in read if judged[i].fits}
        different = list(dict.fromkeys(texts.values()))
        figures = dict(zip(different, beside.scores(question, different), strict=True))
        return {i: figures[text] for i, text in texts.items()}

    def _by_words(self, question: str, evidence: Sequence[Evidence]) -> tuple[Judged, ...]:
        found = candidates(evidence)
        if not found:
            return ()
        language = index_language(evidence[0].chunk.language)
        tokenizer = tokenizer_for(language)
        weights = self._weigh(language, sorted(_content_words(question, tokenizer)))
        total = sum(weights.values()) or 1.0
        kinds = asked(question)
        words = [frozenset(tokenizer.words(c.text)) & weights.keys() for c in found]
        headings = {e.number: frozenset(tokenizer.words(_heading(e))) & weights.keys() for e in evidence}
        leads = [
            frozenset(tokenizer.words(c.lead_text)) & weights.keys() if c.lead_text else frozenset() for c in found
        ]

        def share(held: frozenset[str]) -> float:
            return sum(weights[w] for w in held) / total

        judged: list[Judged] = []
        for i, c in enumerate(found):
            beside = [words[j] for j in (i - 1, i + 1) if 0 <= j < len(found) and found[j].number == c.number]
            around = words[i].union(leads[i], headings[c.number], *beside)
            judged.append(Judged(c, share(words[i]), share(around), _fits(kinds, c.text)))
        return tuple(judged)

    def _passage(self, candidate: Candidate, headings: Mapping[int, str]) -> str:
        """Heading, then the list's opening, then the sentence: what a reader would need to understand it."""
        before = f"{headings[candidate.number]}\n{candidate.lead_text}".strip()
        room = self._max_tokens - tokens.count(candidate.text)
        while before and tokens.count(before) > max(room, 0):
            before = before.partition(" ")[2]
        return f"{before} {candidate.text}".strip()


def asked_core(question: str, evidence: Sequence[Evidence]) -> str:
    """The question without its places and sources, those of the evidence included: what the sentences are held to."""
    return core(question, _places(evidence))


def _content_words(question: str, tokenizer: WordTokenizer) -> frozenset[str]:
    """The question's index words without those by which any question asks; all of them where nothing else is there."""
    words = frozenset(tokenizer.words(question))
    return words - frozenset(tokenizer.words(" ".join(FRAME_WORDS))) or words


def _places(evidence: Sequence[Evidence]) -> list[Place]:
    return [Place((name.lower(),), name) for name in dict.fromkeys(e.jurisdiction for e in evidence) if name]


def _heading(evidence: Evidence) -> str:
    path = evidence.chunk.heading_path
    return path[-1][:MAX_HEADING_CHARS] if path else ""


def _fits(kinds: Sequence[Asked], text: str) -> bool:
    return not kinds or any(holds(kind, text) for kind in kinds)


def _promise(judged: Judged) -> float:
    """What a sentence promises by words alone: enough to choose which ones the model reads."""
    return judged.own + judged.around + 0.5 * judged.fits - 0.05 * judged.candidate.number
