"""A real server on a real socket, and a real Chromium that says what went wrong in it."""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytest.importorskip("fastapi", reason="needs the extra serve")
pytest.importorskip("uvicorn", reason="needs the extra serve")

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Route, sync_playwright

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none"]
TIMEOUT_MS = 20_000
START_S = 30
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


class Server:
    """An application on a free port of this machine, in a thread."""

    def __init__(self, app: Any) -> None:
        import uvicorn

        from pincite.api.listening import listening

        self._uvicorn = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="on"))
        self._listening = listening("127.0.0.1", 0)
        socket = self._listening.__enter__()
        self.url = f"http://127.0.0.1:{socket.getsockname()[1]}"
        self._thread = threading.Thread(target=lambda: asyncio.run(self._uvicorn.serve([socket])), daemon=True)
        self._thread.start()
        self._await_start()

    def _await_start(self) -> None:
        deadline = time.monotonic() + START_S
        while not self._uvicorn.started:
            assert self._thread.is_alive(), "the server ended at once"
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.02)

    def close(self) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(20)
        self._listening.__exit__(None, None, None)


@dataclass
class Watched:
    """What a page must not do: speak of errors, break the policy, ask another host."""

    faults: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()

    def console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in self.expected):
            self.faults.append(f"console {message.type}: {message.text} {message.location.get('url')}")


NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = os.environ.get("PINCITE_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("needs Chromium: install it, or set PINCITE_CHROMIUM to its path")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Makes servers: `serve(folder=…, tokens=…)`; each is closed at the end."""
    from pincite.api.app import create_app
    from pincite.settings import RetrieveSettings, Settings

    # Without the cross-encoder, which is slow on a small machine and changes nothing of the page.
    settings = Settings(retrieve=RetrieveSettings(preset="paper"))
    started: list[Server] = []

    def make(folder: Path | None = None, **options: Any) -> Server:
        server = Server(create_app(folder or tmp_path_factory.mktemp("library"), settings, **options))
        started.append(server)
        return server

    yield make
    for server in started:
        server.close()


@pytest.fixture(scope="session")
def library_folder(tmp_path_factory: pytest.TempPathFactory, demo_dir: Path) -> Path:
    """The demo's documents: the handbook for tenants, the rest of Larkhaven's as law, the Korean ones."""
    from pincite import Library

    folder = tmp_path_factory.mktemp("demo")
    with Library.open(folder, create=True) as library:
        library.add([demo_dir / "documents/larkhaven-renting-handbook.pdf"], ["tenants"])
        library.add([demo_dir / "documents/larkhaven-tenancy-act.md"], ["law"])
        library.add([demo_dir / "documents/larkhaven-enforcement-rules.html"], ["law"])
        library.add([demo_dir / "documents-ko"], ["korea"])
    return folder


@pytest.fixture(scope="session")
def demo(serve: Callable[..., Server], library_folder: Path) -> str:
    """The address of a server over the demo's documents; tests leave these as they are."""
    return serve(library_folder).url


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Opens pages in contexts of their own; at the end none may have complained or asked another host."""
    contexts: list[BrowserContext] = []
    watched = Watched()

    def make(*, expected: tuple[str, ...] = (), phone: bool = False, **options: Any) -> Page:
        watched.expected += expected
        shape = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {"viewport": DESKTOP}
        context = browser.new_context(**{"locale": "en-US", **shape, **options})
        context.set_default_timeout(TIMEOUT_MS)
        contexts.append(context)
        context.route("**/*", lambda route: _only_own(route, watched))
        page = context.new_page()
        context.on("console", watched.console)
        context.on("weberror", lambda error: watched.faults.append(f"error: {error.error}"))
        page.on("dialog", lambda dialog: (watched.faults.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        return page

    yield make
    for context in contexts:
        context.close()
    assert watched.faults == []


def _only_own(route: Route, watched: Watched) -> None:
    request: Request = route.request
    if request.url.startswith(("http://127.0.0.1:", "blob:", "data:")):
        route.continue_()
    else:
        watched.faults.append(f"asked another host: {request.url}")
        route.abort()
