"""What all models around another model have: they are known as that one is."""

from __future__ import annotations

from pincite.generate.protocol import LanguageModel


class WrappedModel:
    """A model around another one, of its name, host and limits; `complete` is left to those who make one.

    Attributes:
        model: who is asked.
    """

    def __init__(self, model: LanguageModel) -> None:
        self.name = model.name
        self.host = model.host
        self.model = model

    @property
    def changed_parameters(self) -> tuple[str, ...]:
        """Names of the parameters that the model's server did not take."""
        return tuple(getattr(self.model, "changed_parameters", ()))

    def context_tokens(self) -> int | None:
        """See `LanguageModel.context_tokens`."""
        return self.model.context_tokens()
