"""The methods by name: how each fills a pipeline. CiteGuard is the one at hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from pincite.answer.pipeline import EXTRACTIVE, Pipeline, checked_question
from pincite.answer.sufficiency import Sufficiency
from pincite.errors import InputError, ModelError
from pincite.generate.extractive import ExtractiveGenerator
from pincite.generate.judge import EmbedderScorer, SentenceJudge
from pincite.generate.protocol import Generator
from pincite.retrieve.hybrid import HybridRetriever
from pincite.retrieve.protocol import Query
from pincite.retrieve.rerank import Reranker, heuristic_rerank, rerank
from pincite.text.language import detect
from pincite.types.retrieval import Ranking, RetrievalFilter
from pincite.validate.policy import GATES

if TYPE_CHECKING:
    from pincite.library import Library

MODES = ("hybrid", "dense", "lexical")
Retrieval = Callable[[str, RetrievalFilter, int], Ranking]


def citeguard_retrieval(
    library: Library, preset: str, mode: Literal["hybrid", "dense", "lexical"] = "hybrid"
) -> Retrieval:
    """CiteGuard's retrieval: hybrid, then by preset the cross-encoder, then by setting the paper's heuristic.

    Raises:
        InputError: an unknown mode, or, when called, fewer than one chunk asked for.
    """
    if mode not in MODES:
        raise InputError(f"There is no mode {mode!r}.", hint=f"Modes are: {', '.join(MODES)}.")
    settings = library.settings.retrieve
    retriever = HybridRetriever(library.store, library.index, library.embedder, alpha=settings.alpha, mode=mode)

    def retrieve(question: str, where: RetrievalFilter, k: int) -> Ranking:
        text = checked_question(question)
        if k < 1:
            raise InputError(f"At least 1 chunk must be asked for, found k = {k}.")
        query = Query(text, question_language(text), where)
        if preset == "standard":
            ranking = retriever(query, max(k, settings.rerank_pairs))
            ranking = rerank(
                text,
                ranking,
                library.reranker(),
                max_pairs=settings.rerank_pairs,
                max_tokens=settings.rerank_tokens,
            )
        else:
            ranking = retriever(query, k)
        if settings.heuristic_rerank:
            ranking = heuristic_rerank(text, ranking)
        return ranking.first(k)

    return retrieve


def question_language(question: str) -> str:
    """The language whose index is searched: Korean where the question is, else English."""
    return "ko" if detect(question) == "ko" else "en"


def pipeline(library: Library, *, method: str, model: str, preset: str, gate: str) -> Pipeline:
    """The pipeline of a method.

    Args:
        model: `extractive`, `URL#NAME` of an OpenAI-compatible server, or `llama:FILE` of a GGUF file.

    Raises:
        InputError: an unknown method, model or gate.
        ModelError: the model cannot be had, or text would leave the machine and may not.
    """
    if method not in ("auto", "citeguard"):
        raise InputError(f"There is no method {method!r}.", hint="Methods are: auto, citeguard.")
    if gate not in GATES:
        raise InputError(f"There is no gate {gate!r}.", hint=f"Gates are: {', '.join(GATES)}.")
    judge = SentenceJudge(lambda language: _scorer(library, preset, language), library.word_weights)
    return Pipeline(
        library=library,
        method="citeguard",
        preset=preset,
        gate=gate,
        retrieve=citeguard_retrieval(library, preset),
        sufficiency=Sufficiency(judge),
        generate=writer(library, model, judge),
    )


def writer(library: Library, model: str, judge: SentenceJudge) -> Generator:
    """What writes the drafts: the evidence's own sentences, or a language model.

    Raises:
        InputError: an unknown model.
        ModelError: the model cannot be had, or text would leave the machine and may not.
    """
    if model == EXTRACTIVE:
        return ExtractiveGenerator(judge)
    from pincite.generate.cited_text import CitedTextGenerator

    return CitedTextGenerator(library.language_model(model), library.settings.model, judge, library.forms)


def _scorer(library: Library, preset: str, language: str) -> Reranker | None:
    """What scores question and sentence: the cross-encoder in English, else the embedder, else words alone."""
    try:
        if preset == "standard" and language == "en":
            return library.reranker()
        return EmbedderScorer(library.embedder(language))
    except ModelError:
        return None
