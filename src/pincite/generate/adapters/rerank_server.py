"""A cross-encoder behind a server with `/v1/rerank`: Jina, Cohere, vLLM, llama.cpp.

It lies here and not beside the other rerankers since it goes by the rules of this folder: which URLs are taken, what
of them is shown, where the key comes from.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pincite.errors import InputError, Offline, ServerError
from pincite.generate.adapters.address import Address, address_of
from pincite.generate.adapters.exchange import Deadline, Exchange, NoReply, Reply
from pincite.generate.adapters.words import Redactor, parsed, server_words

RERANK_KEY_VARIABLE: Final = "PINCITE_RERANK_KEY"
"""Its own, so that a model server's key never goes to another host."""
RETRIED: Final = frozenset({429, 500, 502, 503, 504})
FIRST_WAIT_S: Final = 0.25
_END = "/rerank"


class RerankServer:
    """A cross-encoder of a server; a `Reranker`. Threads may share it.

    Args:
        model: name as the server knows it; empty where it has one only.
        key: bearer token, sent to this server alone and shown nowhere.
        timeout_s: of one ranking, in seconds, retries included.
        retries: most requests after the first.
    """

    def __init__(
        self, address: Address, model: str, *, key: str | None = None, timeout_s: float = 60.0, retries: int = 2
    ) -> None:
        self.host = address.host
        self.name = f"{address.root}#{model}"
        self._address = address
        self._model = model
        self._redact = Redactor(key)
        self._has_key = key is not None
        self._timeout_s = timeout_s
        self._retries = retries
        self._exchange = Exchange(key, proxies=not address.local)

    def __repr__(self) -> str:
        return f"RerankServer({self.name!r})"

    def close(self) -> None:
        """Closes the connections; it cannot be asked any more."""
        self._exchange.close()

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """See `Reranker.scores`; in whatever range the server's model has.

        Raises:
            ServerError: no answer in time, none that gives every passage one score, or an error of the server's.
        """
        if not passages:
            return []
        body: dict[str, Any] = {"query": question, "documents": list(passages), "top_n": len(passages)}
        if self._model:
            body["model"] = self._model
        reply = self._asked(body)
        if reply.status != 200:
            raise self._error(reply)
        scores = _scores(parsed(reply.body), len(passages))
        if scores is None:
            found = self._redact(reply.body.decode("utf-8", "replace"))
            raise ServerError(
                f"The rerank server at {self._address.label} did not give every passage one score ({found}).",
                hint="Is the URL that of a server with /v1/rerank?",
            )
        return scores

    def _asked(self, body: Mapping[str, Any]) -> Reply:
        """The reply to a request, sent again where that may help."""
        deadline = Deadline(self._timeout_s)
        url = f"{self._address.api}{_END}"
        for tried in range(self._retries + 1):
            wait = FIRST_WAIT_S * 2**tried
            last = tried == self._retries or wait >= deadline.left()
            try:
                reply = self._exchange.send("POST", url, body, deadline.left())
            except NoReply as problem:
                if last or problem.loss not in ("unreached", "cut"):
                    reason = self._redact(problem.reason)
                    raise ServerError(
                        f"The rerank server at {self._address.label} {reason}.",
                        hint="Is it running, and is the URL right?",
                    ) from problem
            else:
                if last or reply.status not in RETRIED:
                    return reply
            time.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _error(self, reply: Reply) -> ServerError:
        label = self._address.label
        if reply.location:
            return ServerError(
                f"The rerank server at {label} redirects to {self._redact(reply.location)}.",
                hint="Redirects are not followed, since text and key would go along. Give the address itself.",
            )
        hint = ""
        if reply.status in (401, 403):
            was = "was not taken" if self._has_key else "is not set"
            hint = f"The key comes from ${RERANK_KEY_VARIABLE}, which {was}."
        said = self._redact(server_words(reply.body))
        return ServerError(
            f"The rerank server at {label} answered {reply.status}" + (f": {said}." if said else "."), hint=hint
        )


def _scores(value: Any, count: int) -> list[float] | None:
    """One finite score for each passage, by its place; None where the value is not that."""
    rows = value.get("results", value.get("data")) if isinstance(value, dict) else value
    if not isinstance(rows, list) or len(rows) != count:
        return None
    found: dict[int, float] = {}
    for row in rows:
        place = row.get("index") if isinstance(row, dict) else None
        score = row.get("relevance_score", row.get("score")) if isinstance(row, dict) else None
        if type(place) is not int or not 0 <= place < count or not isinstance(score, int | float):
            return None
        found[place] = float(score)
    if len(found) != count or not all(map(math.isfinite, found.values())):
        return None
    return [found[place] for place in range(count)]


def rerank_server(
    name: str, *, offline: bool, timeout_s: float = 60.0, environment: Mapping[str, str] | None = None
) -> RerankServer:
    """The cross-encoder that a name means.

    Args:
        name: `URL#NAME`, with or without `/v1` or `/v1/rerank` at the URL's end; `#NAME` may be left out.
        offline: whether a server elsewhere than on this machine is refused.
        environment: `os.environ` by default; the key comes from `$PINCITE_RERANK_KEY` alone.

    Raises:
        InputError: no http(s) URL with a host, or one that holds a key.
        Offline: text would leave the machine.
    """
    url, _, model = name.partition("#")
    address = address_of(url.rstrip("/").removesuffix(_END))
    if offline and not address.local:
        raise Offline(
            f"The rerank server {address.label} is not this machine, and offline is set.",
            hint="Leave offline out, or take a server on this machine.",
        )
    variables = os.environ if environment is None else environment
    key = variables.get(RERANK_KEY_VARIABLE, "").strip() or None
    if key is not None and not (key.isascii() and key.isprintable() and " " not in key):
        raise InputError(f"${RERANK_KEY_VARIABLE} holds characters that no key has.", hint="Set it anew.")
    return RerankServer(address, model.strip(), key=key, timeout_s=timeout_s)
