"""A real HTTP server on this machine that speaks OpenAI's chat protocol as a script says, with every fault.

A test takes it by the fixture `model_server`; see `ModelServer`.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Act = Callable[["Handler"], None]
"""What is done with one request."""
DRIP_S = 0.02
"""Between two bytes that drip."""


class Asked:
    """One request as it came."""

    def __init__(self, method: str, path: str, headers: dict[str, str], body: bytes) -> None:
        self.method = method
        self.path = path
        self.headers = headers
        self.raw = body
        self.body: Any = json.loads(body) if body else None


class ModelServer:
    """A server whose answers are given in advance.

    `answers` takes what each coming question gets, in order: a text for a completion with that text, a dictionary for
    that body with status 200, or one of the acts that the methods make. A question without an answer left gets status
    418. `pages` says what `GET` paths get; others get 404. `asked` keeps the requests.
    """

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.pages: dict[str, Any] = {}
        self.stopping = threading.Event()
        self._answers: deque[Any] = deque()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self._server.model_server = self
        self._server.handle_error = lambda *_: None
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def questions(self) -> list[Asked]:
        """The requests for completions."""
        return [asked for asked in self.asked if asked.method == "POST"]

    def answers(self, answers: Iterable[Any]) -> None:
        self._answers.extend(answers)

    def stop(self) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()

    def next_act(self, asked: Asked) -> Act:
        if asked.method == "GET":
            return _act(self.pages[asked.path]) if asked.path in self.pages else status(404, "Not Found")
        if not asked.path.endswith(("/chat/completions", "/rerank")):
            return status(404, "Not Found")
        return _act(self._answers.popleft()) if self._answers else status(418, "no answer is left")

    # Sound answers

    def completion(self, text: Any, *, finish_reason: str | None = "stop", **message: Any) -> dict[str, Any]:
        """The body of an answer; what stands in `message` is added to its message."""
        choice = {"index": 0, "message": {"role": "assistant", "content": text, **message}}
        if finish_reason is not None:
            choice["finish_reason"] = finish_reason
        return {"object": "chat.completion", "model": "served", "choices": [choice], "usage": _USAGE}

    # Faults

    def status(self, code: int, message: Any = "", **headers: str) -> Act:
        """An error in OpenAI's form, or with `message` as its body where it is a dictionary."""
        return status(code, message, **headers)

    def page(self, body: bytes | str, code: int = 200, content_type: str = "text/html", **headers: str) -> Act:
        """Any body at all."""
        raw = body.encode() if isinstance(body, str) else body
        return lambda handler: handler.reply(code, raw, {"Content-Type": content_type, **headers})

    def redirect(self, url: str) -> Act:
        return self.page(b"", 307, Location=url)

    def slow(self, seconds: float, text: str = "late") -> Act:
        """Nothing for some seconds, then an answer."""

        def act(handler: Handler) -> None:
            self.stopping.wait(seconds)
            handler.reply(200, _json(self.completion(text)))

        return act

    def dripping_head(self) -> Act:
        """A header that never ends."""
        return lambda handler: handler.drip(b"HTTP/1.1 200 OK\r\nX-Padding: ", b"x")

    def dripping_body(self, before: bytes = b"", drop: bytes = b" ") -> Act:
        """A body that never ends, slow enough to be harmless to all but those who wait for its end."""
        return lambda handler: handler.drip(_HEAD + b"\r\n" + before, drop)

    def flood(self, before: bytes = b"", block: bytes = b" " * 65536) -> Act:
        """A body that never ends, as fast as it goes."""

        def act(handler: Handler) -> None:
            handler.wfile.write(_HEAD + b"\r\n" + before)
            while not self.stopping.is_set():
                handler.wfile.write(block)

        return act

    def cut(self, sent: bytes = b'{"choices": [{"mess') -> Act:
        """A body that breaks off before the length that its header promises."""
        return lambda handler: handler.wfile.write(_HEAD + b"Content-Length: 1000\r\n\r\n" + sent)

    def reset(self) -> Act:
        """The connection is torn down without a word."""

        def act(handler: Handler) -> None:
            linger = struct.pack("ii", 1, 0)
            handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            handler.connection.close()

        return act


class Handler(BaseHTTPRequestHandler):
    """Does with each request what the server's script says."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # or each answer waits 40 ms between its header and its body

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def _answer(self) -> None:
        owner: ModelServer = self.server.model_server
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        asked = Asked(self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body)
        owner.asked.append(asked)
        self.close_connection = True  # an act that leaves a connection open says so
        with suppress(OSError):
            owner.next_act(asked)(self)

    def reply(self, code: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(code)
        for name, value in ({"Content-Type": "application/json"} | (headers or {})).items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = False

    def drip(self, before: bytes, drop: bytes) -> None:
        self.wfile.write(before)
        while not self.server.model_server.stopping.wait(DRIP_S):
            self.wfile.write(drop)

    def log_message(self, *_: Any) -> None:
        pass


_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
_USAGE = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}


def status(code: int, message: Any = "", **headers: str) -> Act:
    body = message if isinstance(message, dict) else {"error": {"message": message, "code": code}}
    return lambda handler: handler.reply(code, _json(body), headers)


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()


def _act(answer: Any) -> Act:
    if callable(answer):
        return answer
    if isinstance(answer, str):
        answer = ModelServer.completion(None, answer)  # it needs nothing of a server
    return lambda handler: handler.reply(200, _json(answer))


@contextmanager
def running() -> Iterator[ModelServer]:
    server = ModelServer()
    try:
        yield server
    finally:
        server.stop()
