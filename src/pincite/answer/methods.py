"""The methods by name: how each fills a pipeline."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from pincite.answer.clause_retrieval import ClauseRetrieval
from pincite.answer.clause_sufficiency import ClauseSufficiency
from pincite.answer.pipeline import EXTRACTIVE, Pipeline, checked_question
from pincite.answer.sufficiency import Sufficiency
from pincite.answer.sufficiency_parameters import parameters
from pincite.errors import InputError, ModelError
from pincite.generate.clause_model import clause_parameters
from pincite.generate.clauses import ClauseFinder, ClauseGenerator
from pincite.generate.extractive import ExtractiveGenerator
from pincite.generate.judge import EmbedderScorer, SentenceJudge
from pincite.generate.protocol import Generator
from pincite.retrieve.hybrid import HybridRetriever
from pincite.retrieve.protocol import Query
from pincite.retrieve.rerank import Reranker, heuristic_rerank, rerank
from pincite.text.clause_request import clause_request
from pincite.text.language import working_language
from pincite.types.anchor import TopicAnchor
from pincite.types.retrieval import Ranking, RetrievalFilter
from pincite.validate.policy import GATES

if TYPE_CHECKING:
    from pincite.library import Library

METHODS = ("auto", "citeguard", "refwalk")
MODES = ("hybrid", "dense", "lexical")
Retrieval = Callable[[str, RetrievalFilter, int], Ranking]


def citeguard_retrieval(
    library: Library, preset: str, mode: Literal["hybrid", "dense", "lexical"] = "hybrid"
) -> Retrieval:
    """CiteGuard's retrieval: hybrid, then by preset the cross-encoder, then by setting the paper's heuristic.

    Beside the paper's preset, a request for clauses is asked by their name and ordered by what the chunks hold of it.

    Raises:
        InputError: an unknown mode, or, when called, fewer than one chunk asked for.
    """
    if mode not in MODES:
        raise InputError(f"There is no mode {mode!r}.", hint=f"Modes are: {', '.join(MODES)}.")
    settings = library.settings.retrieve
    retriever = HybridRetriever(library.store, library.index, library.embedder, alpha=settings.alpha, mode=mode)
    clauses = ClauseRetrieval(retriever, clause_finder(library), library.store.documents)

    def retrieve(question: str, where: RetrievalFilter, k: int) -> Ranking:
        text = checked_question(question)
        if k < 1:
            raise InputError(f"At least 1 chunk must be asked for, found k = {k}.")
        language = working_language(text)
        request = clause_request(text) if preset == "standard" and mode == "hybrid" else None
        if request is not None:
            found = clauses(request, language, where, k)
            if found is not None:
                return found
            text = request.query
        query = Query(text, language, where)
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


def pipeline(
    library: Library, *, method: str, model: str, preset: str, gate: str, anchor: TopicAnchor | None = None
) -> Pipeline:
    """The pipeline of a method.

    Args:
        method: `citeguard`, `refwalk`, or `auto`: RefWalk where the evidence is provisions that citations join.
        anchor: the caller's own, for RefWalk; None has one made.
        model: `extractive`, `URL#NAME` of an OpenAI-compatible server, or `llama:FILE` of a GGUF file.

    Raises:
        InputError: an unknown method, model or gate, or a file of sufficiency parameters that cannot be used.
        ModelError: the model cannot be had, or text would leave the machine and may not.
    """
    if method not in METHODS:
        raise InputError(f"There is no method {method!r}.", hint=f"Methods are: {', '.join(METHODS)}.")
    if gate not in GATES:
        raise InputError(f"There is no gate {gate!r}.", hint=f"Gates are: {', '.join(GATES)}.")
    judge = sentence_judge(library, preset)
    finder = clause_finder(library)
    rule = Sufficiency(judge, parameters(library.settings.answer.sufficiency))
    written = writer(library, model, judge)
    found = Pipeline(
        library=library,
        method="citeguard",
        preset=preset,
        gate=gate,
        retrieve=citeguard_retrieval(library, preset),
        sufficiency=ClauseSufficiency(finder, rule, SentenceJudge(lambda language: None, library.word_weights)),
        generate=ClauseGenerator(finder, written) if model == EXTRACTIVE else written,
    )
    if method == "citeguard":
        return found
    from pincite.answer.refwalk import auto_retrieval, walked, walking

    walk = walking(library, model, anchor)
    if method == "refwalk":
        return replace(found, method=method, retrieve=walk, sufficiency=rule, walked=walked(library, model, judge))
    chosen = auto_retrieval(library, walk, found.retrieve)
    return replace(found, method=method, retrieve=chosen, walked=walked(library, model, judge))


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


def clause_finder(library: Library) -> ClauseFinder:
    """What finds clauses, by the parameters that the settings name or the package's own."""
    return ClauseFinder(clause_parameters(library.settings.answer.clauses))


def sentence_judge(library: Library, preset: str) -> SentenceJudge:
    """What judges the sentences of the evidence, by the models of the preset."""
    return SentenceJudge(
        lambda language: _scorer(library, preset, language),
        library.word_weights,
        beside=lambda language: _beside(library, preset, language),
    )


def _beside(library: Library, preset: str, language: str) -> Reranker | None:
    """The embedder, where it is not the scorer itself."""
    return _embedder_scorer(library, language) if preset == "standard" and language == "en" else None


def _embedder_scorer(library: Library, language: str) -> Reranker | None:
    try:
        return EmbedderScorer(library.embedder(language))
    except ModelError:
        return None


def _scorer(library: Library, preset: str, language: str) -> Reranker | None:
    """What scores question and sentence: the cross-encoder in English, else the embedder, else words alone."""
    if preset == "standard" and language == "en":
        try:
            return library.reranker()
        except ModelError:
            return None
    return _embedder_scorer(library, language)
