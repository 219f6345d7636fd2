"""A GGUF file as a language model in this process, by llama.cpp as the package xllamacpp carries it."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
import threading
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pincite.errors import BrokenModel, InputError, MissingExtra, ModelError, SchemaUnsupported
from pincite.generate.adapters.chat import NoAnswer, completion_of, request
from pincite.generate.adapters.gguf import is_gguf, trained_context
from pincite.generate.adapters.turned_down import is_schema_refused
from pincite.generate.adapters.words import Redactor, server_words, wire
from pincite.generate.protocol import Completion, Message
from pincite.index.model_files import threads as processors

DEFAULT_CONTEXT = 4096
PROMPT_STEP = 128
"""Tokens of a prompt that are read at a time; only between two steps can a call be ended."""
LONGEST_SOCKET = 100
"""Characters of a socket's path; systems take about 104."""
_PACKAGE = "xllamacpp"


class LlamaFile:
    """The model of a GGUF file. It is loaded at the first question; threads may share it, one is answered at a time.

    The sources of one prompt are not read again for the next that begins with them. Where its beginning was read
    before, a prompt can get another answer in rare ties, although temperature and seed are fixed.

    Args:
        path: of the file, or of the first of its parts.
        context_tokens: of prompt and answer together; `DEFAULT_CONTEXT` by default, and never more than the model was
            trained for.
        threads: None takes what the processors allow.
        timeout_s: of one completion, in seconds, loading not counted.

    Raises:
        InputError: there is no such file.
        BrokenModel: it is no GGUF file.
        MissingExtra: xllamacpp is not installed.
    """

    host: str | None = None

    def __init__(
        self, path: Path, *, context_tokens: int | None = None, threads: int | None = None, timeout_s: float = 300.0
    ) -> None:
        _check(path)
        self.name = f"llama:{path.name}"
        self._path = path
        wanted = context_tokens or DEFAULT_CONTEXT
        self._context = min(wanted, trained_context(path) or wanted)
        self._threads = threads or processors()
        self._timeout_s = timeout_s
        self._one_at_a_time = threading.Lock()
        self._server: Any = None

    def __repr__(self) -> str:
        return f"LlamaFile({self.name!r})"

    def close(self) -> None:
        """Gives the model's memory back; the next question loads it again."""
        with self._one_at_a_time:
            self._server = None

    def context_tokens(self) -> int:
        """See `LanguageModel.context_tokens`."""
        return self._context

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
        seed: int = 0,
    ) -> Completion:
        """See `LanguageModel.complete`.

        Raises:
            SchemaUnsupported: the schema is none that can be enforced.
            BrokenModel: the file, or xllamacpp, cannot be loaded.
            ModelError: no whole answer in time, or the prompt is too long.
        """
        body = request(self.name, messages, schema, max_tokens, temperature, seed)
        body |= {"stream": True, "return_progress": True, "stream_options": {"include_usage": True}}
        with self._one_at_a_time:
            if self._server is None:
                self._server = _load(self._path, self._context, self._threads)
            call = _Call(self._server, json.loads(wire(body)))
            if not call.wait(self._timeout_s):
                raise ModelError(
                    f"The model {self.name} wrote no whole answer within {self._timeout_s:g} s.",
                    hint="Raise model.timeout_s, lower model.max_tokens, or take a smaller model.",
                )
        if call.error:
            raise self._error(call.error, with_schema=schema is not None)
        try:
            return completion_of(call.answer(), self.name)
        except NoAnswer as problem:
            raise ModelError(f"The model {self.name} gave no answer of the protocol: {problem}.") from problem

    def _error(self, words: str, *, with_schema: bool) -> ModelError:
        told = f"The model {self.name} did not take the request: {Redactor(None)(words)}."
        if with_schema and is_schema_refused(500, words):
            return SchemaUnsupported(told, hint="Set model.form to markers.")
        return ModelError(told, hint="Raise model.context_tokens." if "context" in words else "")


class _Call:
    """One completion on a thread of its own, so that a deadline or Ctrl-C ends it at the next token.

    It is streamed for that alone: an answer in one piece could not be ended before it is whole.
    """

    def __init__(self, server: Any, body: dict[str, Any]) -> None:
        self.error = ""
        self._texts: dict[str, list[str]] = {"content": [], "reasoning_content": []}
        self._finish_reason: Any = None
        self._usage: Any = None
        self._ended = threading.Event()
        self._given_up = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(server, body), name="pincite-llama", daemon=True)

    def wait(self, timeout_s: float) -> bool:
        """Runs the call; whether it ended by itself. Afterwards the server is free in either case."""
        self._thread.start()
        try:
            return self._ended.wait(timeout_s)
        finally:
            self._given_up.set()
            self._thread.join()

    def answer(self) -> dict[str, Any]:
        """The pieces as one answer of the protocol."""
        message = {name: "".join(texts) for name, texts in self._texts.items()}
        return {"choices": [{"message": message, "finish_reason": self._finish_reason}], "usage": self._usage}

    def _run(self, server: Any, body: dict[str, Any]) -> None:
        try:
            server.handle_chat_completions(body, self._take)
        except Exception as error:  # whatever the package raises is for the caller's thread to tell
            self.error = str(error) or type(error).__name__
        finally:
            self._ended.set()

    def _take(self, piece: Any) -> bool:
        """Adds a piece; whether to end the call. It must not raise: the package would print that and go on."""
        if self._given_up.is_set():
            return True
        if not isinstance(piece, dict):
            return False
        if piece.get("error"):
            self.error = server_words(wire(piece))
        self._usage = piece.get("usage") or self._usage
        for choice in piece.get("choices") or ():
            self._finish_reason = choice.get("finish_reason") or self._finish_reason
            for name, texts in self._texts.items():
                if isinstance(text := (choice.get("delta") or {}).get(name), str):
                    texts.append(text)
        return False


def _check(path: Path) -> None:
    try:
        sound = is_gguf(path)
    except OSError as error:
        raise InputError(
            f"The model file {path} cannot be read: {error.strerror}.", hint="Name a GGUF file: llama:FILE."
        ) from error
    if not sound:
        raise BrokenModel(f"The model file {path} is no GGUF file.", hint="Download it again, or convert the model.")
    try:
        there = find_spec(_PACKAGE) is not None
    except (ImportError, ValueError):
        there = False
    if not there:
        raise MissingExtra(
            f"GGUF files need the package {_PACKAGE}, which is not installed.",
            hint="Install it with: pip install 'pincite[llama]'.",
        )


def _load(path: Path, context: int, threads: int) -> Any:
    """A loaded model. The server that the package opens beside it is out of reach, and it logs nothing."""
    try:
        import xllamacpp
    except ImportError as error:
        raise BrokenModel(
            f"The package {_PACKAGE} is installed and cannot be loaded ({error}).",
            hint="Reinstall it with: pip install --force-reinstall 'pincite[llama]'.",
        ) from error
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx = context
    params.n_parallel = 1
    params.n_batch = PROMPT_STEP
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.cache_ram_mib = 0  # past prompts would take up to 8 GiB; the last one stays at hand without it
    params.cache_idle_slots = False
    params.warmup = False
    params.verbosity = -1
    params.ui = False
    params.api_keys = [secrets.token_urlsafe(32)]
    # The folder, which only this user can enter, is gone when the model is loaded: then nobody can connect.
    with tempfile.TemporaryDirectory(prefix="pincite-") as folder:
        socket = f"{folder}/llama.sock"
        if os.name == "posix" and len(socket) <= LONGEST_SOCKET:
            params.hostnames = [socket]
        try:
            return xllamacpp.Server(params)
        except (RuntimeError, ValueError, OSError) as error:
            raise BrokenModel(
                f"The model file {path} cannot be loaded ({error}).",
                hint="It may be damaged, of a kind that this llama.cpp does not know, or too large for the memory.",
            ) from error
