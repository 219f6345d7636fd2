"""RefWalk's retrieval of a library, filled by its settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from pincite.answer.pipeline import checked_question
from pincite.errors import InputError
from pincite.generate.protocol import LanguageModel
from pincite.retrieve.protocol import Query
from pincite.retrieve.refwalk import AnchorMaker, RefWalkRetriever, vocabulary_anchor
from pincite.retrieve.rerank import Reranker
from pincite.text.language import working_language
from pincite.types.anchor import TopicAnchor
from pincite.types.retrieval import Ranking, RetrievalFilter

if TYPE_CHECKING:
    from pincite.library import Library
    from pincite.retrieve.walk_state import WalkState


class AnchoredRetrieval(Protocol):
    """Question, filter and number of units to a ranking, with the caller's own anchor or one that is made."""

    def __call__(self, question: str, where: RetrievalFilter, k: int, anchor: TopicAnchor | None = None) -> Ranking:
        """At most `k` units, best first."""
        ...


def refwalk_retrieval(
    library: Library, model: LanguageModel | None = None, walk: WalkState | None = None
) -> AnchoredRetrieval:
    """RefWalk's retrieval.

    Args:
        model: the language model that is asked for the anchor where the settings let one; None for none.
        walk: graph and vocabulary; None for the library's own.

    Raises:
        InputError: when called, fewer than one unit asked for, or an unsound question.
        ModelError: when called, the cross-encoder that the settings name cannot be had.
    """
    settings = library.settings.refwalk
    retriever = RefWalkRetriever(
        library.store,
        library.index,
        library.embedder,
        walk or library.walk(),
        settings,
        alpha=library.settings.retrieve.alpha,
        anchor_of=_anchor_maker(library, model),
        reranker=_reranker(library),
        # The installed one reads some 160 tokens; a server's reads what it is sent.
        window_tokens=None if settings.reranker else library.settings.retrieve.rerank_tokens,
    )

    def retrieve(question: str, where: RetrievalFilter, k: int, anchor: TopicAnchor | None = None) -> Ranking:
        text = checked_question(question)
        if k < 1:
            raise InputError(f"At least 1 unit must be asked for, found k = {k}.")
        return retriever(Query(text, working_language(text), where), k, anchor)

    return retrieve


def _anchor_maker(library: Library, model: LanguageModel | None) -> AnchorMaker:
    if model is None or library.settings.refwalk.anchor == "vocabulary":
        return vocabulary_anchor
    from pincite.generate.anchor_model import ModelAnchor

    return ModelAnchor(model, library.settings.model)


def _reranker(library: Library) -> Callable[[], Reranker]:
    name = library.settings.refwalk.reranker
    return library.reranker if not name else lambda: library.rerank_server(name)
