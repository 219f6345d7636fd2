"""A real server of pincite on a free port of this machine, over a library that a test makes."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pincite.library import Library
from pincite.settings import ServeSettings, Settings

Serve = Callable[..., Any]
READY_S = 60.0
HANDBOOK = """# Renting in Larkmoor

## Deposits

The landlord must return the deposit within 21 days after the tenant moves out. The deposit may not be more than two
months' rent.

## Heat

The landlord must keep the home at 68 degrees or more from October to May.
"""
LEASE = """# Lease of the Quay Street flat

## Notice

Either party may end this lease by giving 45 days' notice in writing to the other party.
"""
DOCUMENTS: Mapping[str, str] = {"larkmoor-handbook.md": HANDBOOK, "quay-lease.md": LEASE}
DEPOSIT = "Within how many days must the landlord return the deposit?"
FOREIGN = "Who won the chess tournament of 1911?"


@dataclass
class Server:
    """A server that runs.

    Attributes:
        client: of httpx, at its address; with the first token, where there are tokens.
    """

    url: str
    folder: Path
    client: Any
    app: Any
    tokens: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(path, **more)

    def post(self, path: str, **more: Any) -> Any:
        return self.client.post(path, **more)

    def ask(self, question: str, **more: Any) -> Any:
        return self.client.post("/api/v1/ask", json={"question": question, "preset": "paper", **more})

    def events(self, method: str, path: str, **more: Any) -> list[tuple[str, Any]]:
        """The events of a path until they end."""
        headers = {"Accept": "text/event-stream"}
        with self.client.stream(method, path, headers=headers, **more) as response:
            assert response.status_code == 200, response.read()
            return list(parsed(response.iter_lines()))

    def taken_in(self, files: Mapping[str, bytes], tags: tuple[str, ...] = ()) -> list[tuple[str, Any]]:
        """The events of an upload until it is done."""
        parts = [("files", (name, data)) for name, data in files.items()]
        response = self.client.post("/api/v1/documents", files=parts, data={"tags": list(tags)})
        assert response.status_code == 202, response.text
        return self.events("GET", f"/api/v1/jobs/{response.json()['job']}/events")


def parsed(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    """Names and data of server-sent events."""
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


@contextmanager
def running(folder: Path, settings: Settings, **options: Any) -> Iterator[Server]:
    """A server over the library in `folder`, once it is ready."""
    import httpx
    import uvicorn

    from pincite.api.app import create_app
    from pincite.api.listening import listening

    app = create_app(folder, settings, **options)
    with listening("127.0.0.1", 0) as socket:
        url = f"http://127.0.0.1:{socket.getsockname()[1]}"
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=2))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [socket]}, daemon=True)
        thread.start()
        try:
            with httpx.Client(base_url=url, timeout=60) as client:
                _wait(client)
                yield Server(url, folder, client, app)
        finally:
            server.should_exit = True
            thread.join(30)
            assert not thread.is_alive()


def _wait(client: Any) -> None:
    end = time.monotonic() + READY_S
    while time.monotonic() < end:
        try:
            if client.get("/api/v1/health").json()["status"] == "ready":
                return
        except OSError:
            pass
        except Exception as error:  # httpx has its own errors of connections
            if "onnect" not in type(error).__name__:
                raise
        time.sleep(0.05)
    raise AssertionError("the server did not become ready")


@pytest.fixture(scope="module")
def make_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Makes servers over libraries of their own, and ends them."""
    pytest.importorskip("fastapi", reason="needs the extra serve")
    from contextlib import ExitStack

    with ExitStack() as stack:

        def make(
            documents: Mapping[str, str] = DOCUMENTS,
            *,
            tags: Mapping[str, tuple[str, ...]] | None = None,
            tokens: Mapping[str, str] | None = None,
            language_model: Any = None,
            model: Any = None,
            **serve: Any,
        ) -> Server:
            place = tmp_path_factory.mktemp("server")
            with Library.open(place / "library", create=True) as library:
                for name, text in documents.items():
                    (place / name).write_text(text, "utf-8")
                    given = (tags or {}).get(name, ())
                    assert [r.error for r in library.add([place / name], given) if r.error] == []
            options: dict[str, Any] = {"language_model": language_model}
            if tokens:
                options["tokens"] = _tokens(place, tokens)
            more = {"model": model} if model else {}
            settings = Settings(library=place / "library", serve=ServeSettings(**serve), **more)
            server = stack.enter_context(running(place / "library", settings, **options))
            server.tokens = dict(tokens or {})
            if tokens:
                server.client.headers["Authorization"] = f"Bearer {next(iter(tokens.values()))}"
            return server

        yield make


def _tokens(place: Path, tokens: Mapping[str, str]) -> Any:
    from pincite.api.tokens import read_tokens

    file = place / "tokens"
    file.write_text("\n".join(f"{name}:{token}" for name, token in tokens.items()), "utf-8")
    return read_tokens((), file)


@pytest.fixture(scope="module")
def server(make_server: Serve) -> Server:
    """A server that the tests of a module share."""
    found: Server = make_server(tags={"quay-lease.md": ("quay",)})
    return found
