"""A language model behind a server that speaks OpenAI's protocol: Ollama, llama.cpp, vLLM, hosted ones."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pincite.errors import InputError, SchemaUnsupported, ServerError
from pincite.generate.adapters.address import KEY_VARIABLE, Address
from pincite.generate.adapters.chat import NoAnswer, completion_of, request
from pincite.generate.adapters.context_window import Window, model_names, window_of
from pincite.generate.adapters.exchange import Deadline, Exchange, NoReply, Reply
from pincite.generate.adapters.turned_down import Adjustments, is_model_missing, is_schema_refused
from pincite.generate.adapters.words import Redactor, parsed, server_words
from pincite.generate.protocol import Completion, Message

RETRIED: Final = frozenset({429, 500, 502, 503, 504})
FIRST_WAIT_S: Final = 0.25
"""Before the second request; each further wait is twice the one before."""
LONGEST_WAIT_S: Final = 8.0
LONGEST_ASKED_WAIT_S: Final = 30.0
"""Most that a server's `Retry-After` is heeded."""
ASIDE_S: Final = 5.0
"""For questions beside the completion: which models there are, how long a prompt may be."""
MOST_LISTED: Final = 20


class OpenAIServer:
    """A model of a server. Threads may share it.

    A request that fails on the way (no connection, a cut one, 429, 500, 502, 503, 504) is sent again after a wait; all
    of them together have `timeout_s`. A parameter that the server turns down as foreign is renamed or left out from
    then on (`max_tokens`, `seed`, and `temperature`, which hosted reasoning models fix).

    Args:
        model: name as the server knows it; None takes the only one that the server has.
        key: bearer token, sent to this server alone and shown nowhere.
        timeout_s: of one completion, in seconds, retries and waits included.
        retries: most requests after the first.

    Raises:
        InputError: `model` is None and the server has several, or the key is one that no header takes.
        ServerError: `model` is None, and the server does not say which it has.
        ModelError: the environment names a proxy that cannot be used.
    """

    def __init__(
        self, address: Address, model: str | None, *, key: str | None = None, timeout_s: float = 300.0, retries: int = 2
    ) -> None:
        self.host = address.host
        self._address = address
        self._redact = Redactor(_sound(key))
        self._timeout_s = timeout_s
        self._retries = retries
        self._has_key = key is not None
        # What stays on this machine must not pass through a proxy elsewhere.
        self._exchange = Exchange(key, proxies=not address.local)
        self._adjustments = Adjustments()
        self._window: Window | None = None
        self._asking = threading.Lock()
        self._model = self._only_model() if model is None else model
        self.name = f"{address.root}#{self._model}"

    def __repr__(self) -> str:
        return f"OpenAIServer({self.name!r})"

    @property
    def changed_parameters(self) -> tuple[str, ...]:
        """Names of the parameters that the server did not take, and that are renamed or left out."""
        return tuple(sorted(self._adjustments.renamed | self._adjustments.left_out))

    def close(self) -> None:
        """Closes the connections; the model cannot be asked any more."""
        self._exchange.close()

    def context_tokens(self) -> int | None:
        """See `LanguageModel.context_tokens`; the server is asked once, and None also means that it did not answer."""
        with self._asking:
            if self._window is None or self._window.assumed:
                try:
                    self._window = window_of(self._address, self._model, self._get_within(Deadline(self._aside_s())))
                except NoReply:
                    return None
            return self._window.tokens

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
            SchemaUnsupported: the server turns the schema down.
            ServerError: no answer in time, none that is of the protocol, or an error of the server's.
        """
        deadline = Deadline(self._timeout_s)
        body = request(self._model, messages, schema, max_tokens, temperature, seed)
        adjustments = self._adjustments
        while True:
            reply = self._ask(adjustments.apply(body), deadline)
            status, words = _verdict(reply)
            if status == 200:
                self._adjustments = adjustments
                return self._completion(reply)
            changed = adjustments.and_one_more(status, words)
            if changed is None:
                raise self._error(reply, status, words, with_schema=schema is not None)
            adjustments = changed

    def _ask(self, body: Mapping[str, Any], deadline: Deadline) -> Reply:
        """The reply to a request, sent again where that may help."""
        for tries_left in range(self._retries, -1, -1):
            wait = min(FIRST_WAIT_S * 2 ** (self._retries - tries_left), LONGEST_WAIT_S)
            try:
                reply = self._exchange.send("POST", f"{self._address.api}/chat/completions", body, deadline.left())
            except NoReply as problem:
                if problem.loss not in ("unreached", "cut") or not tries_left or wait >= deadline.left():
                    raise self._unanswered(problem) from problem
            else:
                if reply.status not in RETRIED or not tries_left:
                    return reply
                if reply.retry_after_s is not None:
                    wait = min(reply.retry_after_s, LONGEST_ASKED_WAIT_S)
                refused = "response_format" in body and is_schema_refused(reply.status, server_words(reply.body))
                if refused or wait >= deadline.left():
                    return reply
            time.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _completion(self, reply: Reply) -> Completion:
        value = parsed(reply.body)
        try:
            if value is None:
                raise NoAnswer("it is empty" if not reply.body.strip() else "it is no JSON")
            answer = completion_of(value, self._model)
            clean = self._redact.without_key  # a server that echoes the key must not bring it into an answer file
            return replace(answer, text=clean(answer.text), reasoning=clean(answer.reasoning))
        except NoAnswer as problem:
            found = self._redact(reply.body.decode("utf-8", "replace"))
            raise ServerError(
                f"The model server at {self._address.label} sent no answer of the protocol: {problem}"
                + (f" ({found})." if found else "."),
                hint="Is the URL that of an OpenAI-compatible server?",
            ) from problem

    def _error(self, reply: Reply, status: int, words: str, *, with_schema: bool) -> ServerError:
        """What is raised for a reply that is an error."""
        said = self._redact(words)
        told = f"The model server at {self._address.label} answered {status}" + (f": {said}." if said else ".")
        if reply.location:
            return ServerError(
                f"The model server at {self._address.label} redirects to {self._redact(reply.location)}.",
                hint="Redirects are not followed, since text and key would go along. Give the address itself.",
            )
        if status in (401, 403):
            was = "was not taken" if self._has_key else "is not set"
            return ServerError(told, hint=f"The key comes from ${KEY_VARIABLE}, which {was}.")
        if with_schema and is_schema_refused(status, words):
            return SchemaUnsupported(told, hint="Set model.form to markers.")
        if is_model_missing(status, words):
            return ServerError(told, hint=self._models_hint())
        if reply.retry_after_s is not None:
            return ServerError(told, hint=f"It asks to wait {reply.retry_after_s:g} s.")
        return ServerError(told, hint="Lower model.context_tokens." if "context" in words else "")

    def _unanswered(self, problem: NoReply) -> ServerError:
        hints = {
            "late": "Raise model.timeout_s, or lower model.max_tokens.",
            "unreached": "Is it running, and is the URL right?",
        }
        late = f"sent no whole answer within {self._timeout_s:g} s"  # of which the last request had but a part
        reason = late if problem.loss == "late" else self._redact(problem.reason)
        return ServerError(f"The model server at {self._address.label} {reason}.", hint=hints.get(problem.loss, ""))

    def _models_hint(self) -> str:
        try:
            names = self._models()
        except NoReply:
            names = []
        if not names:
            return "Is the URL right?"
        return f"It has: {self._listed(names)}." if self._model not in names else "Is the URL right?"

    def _only_model(self) -> str:
        try:
            names = self._models()
        except NoReply as problem:
            raise self._unanswered(problem) from problem
        if not names:
            raise ServerError(
                f"The model server at {self._address.label} does not say which models it has.",
                hint="Name one behind the URL: URL#NAME.",
            )
        if len(names) > 1:
            raise InputError(
                f"The model server at {self._address.label} has {len(names)} models.",
                hint=f"Name one behind the URL, as in URL#{self._redact(names[0])}: {self._listed(names)}.",
            )
        return names[0]

    def _models(self) -> list[str]:
        return model_names(self._get_within(Deadline(self._aside_s()))(f"{self._address.api}/models"))

    def _listed(self, names: Sequence[str]) -> str:
        more = len(names) - MOST_LISTED
        return ", ".join(map(self._redact, names[:MOST_LISTED])) + (f" and {more} more" if more > 0 else "")

    def _aside_s(self) -> float:
        return min(self._timeout_s, ASIDE_S)

    def _get_within(self, deadline: Deadline) -> Any:
        """A function that gets the JSON value at a URL before the deadline, None where something else comes."""

        def get(url: str) -> Any:
            try:
                reply = self._exchange.send("GET", url, None, deadline.left())
            except NoReply as problem:
                if problem.loss in ("late", "unreached"):
                    raise
                return None
            return parsed(reply.body) if reply.status == 200 else None

        return get


def _verdict(reply: Reply) -> tuple[int, str]:
    """Status of a reply, and its words where that is not 200. Some servers report an error in a body of status 200."""
    if reply.status != 200:
        return reply.status, server_words(reply.body)
    value = parsed(reply.body)
    if isinstance(value, dict) and value.get("error") and not value.get("choices"):
        error = value["error"]
        code = error.get("code") if isinstance(error, dict) else None
        return code if type(code) is int and 400 <= code < 600 else 500, server_words(reply.body)
    return 200, ""


def _sound(key: str | None) -> str | None:
    if key is not None and not (key.isascii() and key.isprintable() and " " not in key):
        raise InputError(
            f"${KEY_VARIABLE} holds characters that no key has.", hint="Set it anew, without quotes or line ends."
        )
    return key
