"""Language models by name: `URL#NAME` of a server, `llama:FILE` of a GGUF file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from pincite.errors import InputError, Offline
from pincite.generate.adapters.address import KEY_VARIABLE, address_of
from pincite.generate.protocol import LanguageModel
from pincite.settings import ModelSettings

LLAMA = "llama:"
_SCHEMES = ("http://", "https://")
FORMS = (
    "Models are: extractive, URL#NAME of an OpenAI-compatible server such as http://localhost:11434#qwen2.5, "
    "and llama:FILE of a GGUF file."
)


def language_model(
    name: str, settings: ModelSettings, *, offline: bool, environment: Mapping[str, str] | None = None
) -> LanguageModel:
    """The model that a name means. A file is loaded at the first question.

    Args:
        name: `URL#NAME` or `llama:FILE`; without `#NAME` the server is asked which model it has.
        offline: whether a server elsewhere than on this machine is refused, before its name is looked up.
        environment: `os.environ` by default; the server's key comes from `$PINCITE_MODEL_KEY` alone.

    Raises:
        InputError: a name of neither form, a URL with a key in it, a file that is not there, or no `#NAME` where the
            server has several models.
        Offline: text would leave the machine.
        MissingExtra, BrokenModel: of a GGUF file.
        ModelError: a server was asked for its model and did not say.
    """
    variables = os.environ if environment is None else environment
    if name.startswith(LLAMA):
        return _file(name.removeprefix(LLAMA), settings)
    if name.lower().startswith(_SCHEMES):
        return _server(name, settings, offline, variables.get(KEY_VARIABLE, "").strip() or None)
    # A mistyped URL, or the key itself put in the wrong place: the name is not repeated.
    raise InputError("There is no model of this name.", hint=FORMS)


def _file(path: str, settings: ModelSettings) -> LanguageModel:
    from pincite.generate.adapters.llama_file import LlamaFile

    if not path.strip():
        raise InputError("The model llama: names no file.", hint=FORMS)
    return LlamaFile(
        Path(path.strip()).expanduser(),
        context_tokens=settings.context_tokens,
        threads=settings.threads,
        timeout_s=settings.timeout_s,
    )


def _server(name: str, settings: ModelSettings, offline: bool, key: str | None) -> LanguageModel:
    from pincite.generate.adapters.openai_server import OpenAIServer

    url, _, model = name.partition("#")
    address = address_of(url)
    if offline and not address.local:
        raise Offline(
            f"The model server {address.label} is not this machine, and offline is set.",
            hint="Leave offline out, or take a model on this machine.",
        )
    return OpenAIServer(address, model.strip() or None, key=key, timeout_s=settings.timeout_s, retries=settings.retries)
