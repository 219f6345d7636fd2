"""RefWalk in the pipeline: its retrieval, its writer, its check, and when `auto` takes it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from pincite.answer.pipeline import EXTRACTIVE, Walked, checked_question
from pincite.answer.refwalk_retrieval import AnchoredRetrieval, refwalk_retrieval
from pincite.errors import InputError
from pincite.generate.claims import ClaimsGenerator
from pincite.generate.judge import SentenceJudge
from pincite.generate.protocol import AnchoredGenerator
from pincite.generate.rule_sentences import RuleSentences
from pincite.retrieve.hybrid import HybridRetriever
from pincite.retrieve.protocol import Query
from pincite.text.clause_request import clause_request
from pincite.text.language import working_language
from pincite.types.anchor import TopicAnchor
from pincite.types.reference import EdgeType
from pincite.types.retrieval import Evidence, Ranking, RetrievalFilter

if TYPE_CHECKING:
    from pincite.graph.rests_on import RestsOn
    from pincite.library import Library

Retrieval = Callable[[str, RetrievalFilter, int], Ranking]
PEEKED: Final = 8
"""Units among which `auto` looks for a citation."""
FIRST: Final = 4
"""Of these, how many must be law: the first, and most of them."""
CITING: Final = frozenset({EdgeType.REFERENCES, EdgeType.DELEGATES_TO, EdgeType.SPECIFIES})


def walking(library: Library, model: str, anchor: TopicAnchor | None = None) -> Retrieval:
    """RefWalk's retrieval, as deep as its settings say.

    Args:
        model: as for `ask`; one that writes also makes the anchor where the settings let it.
        anchor: the caller's own; None has one made.

    Raises:
        InputError: the settings want a model for the anchor, and there is none.
        ModelError: the model cannot be had, or text would leave the machine and may not.
    """
    settings = library.settings.refwalk
    if settings.anchor == "model" and model == EXTRACTIVE:
        raise InputError(
            "The setting refwalk.anchor is `model`, and no language model is configured.",
            hint="Name one with --model, or set refwalk.anchor to `auto`.",
        )

    @cache  # late, so that `auto` needs no model for an anchor that it does not make
    def walk() -> AnchoredRetrieval:
        return refwalk_retrieval(library, None if model == EXTRACTIVE else library.language_model(model))

    def retrieve(question: str, where: RetrievalFilter, k: int) -> Ranking:
        return walk()(question, where, max(k, settings.top_k), anchor)

    return retrieve


def auto_retrieval(library: Library, walk: Retrieval, chunks: Retrieval) -> Retrieval:
    """RefWalk's retrieval where the likeliest units are provisions and citations join some of them, else CiteGuard's.

    Args:
        walk, chunks: the two to choose from.
    """
    peek = HybridRetriever(
        library.store, library.index, library.embedder, alpha=library.settings.retrieve.alpha, mode="hybrid"
    )

    def retrieve(question: str, where: RetrievalFilter, k: int) -> Ranking:
        text = checked_question(question)
        if clause_request(text):  # it asks for parts of a contract, not for a rule
            return chunks(question, where, k)
        first = peek(Query(text, working_language(text), where), PEEKED)
        return (walk if is_cited_law(library, first) else chunks)(question, where, k)

    return retrieve


def is_cited_law(library: Library, ranking: Ranking) -> bool:
    """Whether the likeliest unit and most of the first are law, and a citation joins two of the provisions at hand.

    Law are provisions, and the manuals of a family of laws, which RefWalk ranks below these.
    """
    units = {item.chunk.id for item in ranking.items if item.chunk.provision_id is not None}
    if not units:
        return False
    with library.store.reading():
        walkable = library.walk().current()
        families = {part.member.id for part in walkable.graph.parts if part.member.standing.family}
        law = [i.chunk.provision_id is not None or i.chunk.document_id in families for i in ranking.items[:FIRST]]
        if not law[0] or 2 * sum(law) <= len(law):
            return False
        steps = (step for unit in units for step in walkable.edges.walked(unit, CITING, "out"))
        return any(not units.isdisjoint(step.units) for step in steps)


def walked(library: Library, model: str, judge: SentenceJudge) -> Walked:
    """What a pipeline does otherwise where the ranking was made by an anchor.

    Raises:
        InputError: an unknown model.
        ModelError: the model cannot be had, or text would leave the machine and may not.
    """
    settings = library.settings.refwalk
    rests_on = library.rests_on if settings.closure_check else None
    return Walked(lambda: _writer(library, model, judge, rests_on), settings.max_sources, rests_on)


def _writer(
    library: Library, model: str, judge: SentenceJudge, rests_on: Callable[[], RestsOn] | None
) -> AnchoredGenerator:
    settings = library.settings.refwalk
    if model == EXTRACTIVE:
        return RuleSentences(judge, rests_on, anchor_in_prompt=settings.anchor_in_prompt)

    def finer(item: Evidence) -> list[str]:
        return sorted(library.walk().current().units.covers(item.chunk.id))

    return ClaimsGenerator(
        library.language_model(model),
        library.settings.model,
        finer,
        judge,
        bound=settings.bound,
        anchor_in_prompt=settings.anchor_in_prompt,
        unbound=library.forms,
    )
