"""The state of the library that questions are answered from, and how the next one takes its place.

A new state is made beside the old one: its index is built by a process of its own, its graph brought up to date and a
first question asked of it, and only then is it put in place. Questions that began with the old one end with it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pincite.api.models import SharedModels
from pincite.api.pinned import LibraryState, PinnedStore
from pincite.errors import EmptyLibrary, LibraryBusy, PinciteError
from pincite.graph.kept import KeptGraph
from pincite.index.snapshot import index_language
from pincite.settings import Settings
from pincite.store.library import SqliteStore

_LOG = logging.getLogger(__name__)
LOOK_EVERY_S = 2.0
"""How often other programs' changes are looked for, in seconds."""
BUILDS = 3
"""Tries to have the index built for a library that goes on changing meanwhile."""
_FIRST_QUESTIONS = {"en": "Who must give notice of what, and when?", "ko": "누가 언제까지 무엇을 알려야 하는가?"}


class _Held:
    """A state, and how many use it."""

    def __init__(self, library: LibraryState) -> None:
        self.library = library
        self.users = 0
        self.retired = False


class LibraryStates:
    """Keeps the current state of the library in `folder`, which is made where there is none; `start` begins.

    Args:
        connections: most that read a state at a time.
        build_index: has the index of the library built in a process of its own, and waits for it.
    """

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        models: SharedModels,
        *,
        connections: int,
        build_index: Callable[[], None],
    ) -> None:
        self._folder = folder
        self._settings = settings
        self._models = models
        self._connections = connections
        self._build_index = build_index
        self._live = SqliteStore.open(folder, create=True)
        self._graph = KeptGraph(None)
        self._current: _Held | None = None
        self._guard = threading.Lock()
        self._renewing = threading.Lock()
        self._ended = threading.Event()
        self._ready = threading.Event()
        self._paused = 0
        self._watcher = threading.Thread(target=self._watch, name="pincite-states", daemon=True)

    def start(self) -> None:
        """Make the first state in the background, and then look for changes."""
        self._watcher.start()

    @property
    def is_ready(self) -> bool:
        """Whether there is a state to answer from."""
        return self._ready.is_set()

    @contextmanager
    def use(self, wait_s: float = 60.0) -> Iterator[LibraryState]:
        """The current state, which stays as it is inside; the thread may read it.

        Raises:
            LibraryBusy: there is none yet.
        """
        if not self._ready.wait(wait_s):
            raise LibraryBusy("The library is still being made ready.", hint="Try again in a moment.")
        with self._guard:
            held = self._current
            if held is None:
                raise LibraryBusy("The server is being stopped.")
            held.users += 1
        try:
            with held.library.pinned.borrowed():
                yield held.library
        finally:
            self._done_with(held)

    def _done_with(self, held: _Held) -> None:
        with self._guard:
            held.users -= 1
            unused = held.retired and held.users == 0
        if unused:
            held.library.close()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Within it nobody looks for changes, as while files are taken in one after the other."""
        with self._guard:
            self._paused += 1
        try:
            yield
        finally:
            with self._guard:
                self._paused -= 1

    def renew(self) -> None:
        """Put the library as it is now in place, unless it is so already; returns when questions are answered from it.

        Raises:
            PinciteError: it cannot be; the old state stays.
        """
        with self._renewing:
            held = self._current
            if held is not None and held.library.generation == self._live.generation:
                return
            self._put(self._made())

    def _put(self, library: LibraryState) -> None:
        with self._guard:
            old, self._current = self._current, _Held(library)
            unused = old is not None and old.users == 0
            if old is not None:
                old.retired = True
        self._ready.set()
        if old is not None and unused:
            old.library.close()

    def _made(self) -> LibraryState:
        """A state of the library as it is now, with all that the first question needs."""
        for _ in range(BUILDS):
            library = self._pinned()
            try:
                with library.pinned.borrowed():
                    if library.has_index():
                        self._warm(library)
                        return library
            except BaseException:
                library.close()
                raise
            library.close()
            self._build_index()
        library = self._pinned()
        with library.pinned.borrowed():
            self._warm(library)
        return library

    def _pinned(self) -> LibraryState:
        store = PinnedStore.pin(self._folder, self._connections)
        return LibraryState(store, self._settings, self._models)

    def _warm(self, library: LibraryState) -> None:
        library.take_graph(self._graph.current(library.store))
        try:
            library.index()
        except EmptyLibrary:
            return
        languages = sorted({index_language(info.language) for info in library.documents()})
        has_law = any(part.member.tree.grammar for part in library.graph().parts)
        for language in languages:
            if has_law:
                library.walk().current().vocabulary(language)
            try:
                library.ask(_FIRST_QUESTIONS[language], model="extractive")
            except PinciteError as error:  # such as a model that is not installed: the question's own affair
                _LOG.info("a first question in %s: %s", language, error)

    def _watch(self) -> None:
        while not self._ended.is_set():
            with self._guard:
                looks = self._paused == 0
            if looks:
                self._renew_quietly()
            self._ended.wait(LOOK_EVERY_S)

    def _renew_quietly(self) -> None:
        try:
            self.renew()
        except PinciteError as error:
            _LOG.warning("the library as it is now could not be made ready: %s", error)
        except Exception:
            _LOG.exception("the library as it is now could not be made ready")

    def close(self) -> None:
        """Give everything back; questions that are still worked on must have ended."""
        self._ended.set()
        if self._watcher.is_alive():
            self._watcher.join()
        with self._guard:
            held, self._current = self._current, None
        if held is not None:
            held.library.close()
        self._live.close()
