"""The models of a server, each loaded once, whichever state of the library asks for them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from threading import RLock
from typing import TYPE_CHECKING, Literal

from pincite.answer.pipeline import EXTRACTIVE
from pincite.errors import InputError
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.generate.protocol import LanguageModel
    from pincite.index.embedders import Embedder
    from pincite.retrieve.rerank import Reranker


class SharedModels:
    """Embedders, the cross-encoder and language models.

    Args:
        language_model: gives the language model of a name; those of `pincite.generate.models` by default.
    """

    def __init__(self, settings: Settings, language_model: Callable[[str], LanguageModel] | None = None) -> None:
        self._settings = settings
        self._source = language_model
        self._making = RLock()
        self._embedders: dict[str, Embedder] = {}
        self._reranker: Reranker | None = None
        self._language_models: dict[str, LanguageModel] = {}
        self.forms: dict[str, Literal["markers", "sentences"]] = {}

    def embedder(self, language: str) -> Embedder:
        """See `pincite.index.embedders.embedder_for`."""
        from pincite.index.embedders import embedder_for

        with self._making:
            if language not in self._embedders:
                found = embedder_for(language)
                found.embed_query("a")  # loads it, while no other thread does so too
                self._embedders[language] = found
            return self._embedders[language]

    def reranker(self) -> Reranker:
        """The installed cross-encoder; raises ModelError where there is none."""
        from pincite.retrieve.rerank import CrossEncoder

        with self._making:
            if self._reranker is None:
                found = CrossEncoder()
                found.scores("a", ["a"])
                self._reranker = found
            return self._reranker

    def language_model(self, name: str) -> LanguageModel:
        """See `pincite.generate.models.language_model`."""
        from pincite.generate.models import language_model

        with self._making:
            if name not in self._language_models:
                self._language_models[name] = (
                    self._source(name)
                    if self._source
                    else language_model(name, self._settings.model, offline=self._settings.offline)
                )
            return self._language_models[name]

    def offered(self) -> tuple[str, ...]:
        """Names of the language models that callers may ask for, the one in force first."""
        return tuple(dict.fromkeys((self._settings.model.name, EXTRACTIVE, *self._settings.serve.models)))

    def require_offered(self, name: str | None) -> None:
        """Refuse a model that the server's keeper did not name: a caller must not send text or keys where it likes.

        Raises:
            InputError: it is none of those.
        """
        if name is not None and name not in self.offered():
            raise InputError(
                "This server offers no such model.",
                hint="See /api/v1/version for those that it offers; the setting serve.models names further ones.",
            )

    def close(self) -> None:
        """Give them back."""
        with ExitStack() as last_to_first:
            for model in self._language_models.values():
                if close := getattr(model, "close", None):
                    last_to_first.callback(close)
            self._language_models = {}
