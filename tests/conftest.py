"""Fixtures of the whole suite: where the shared data and the demo lie; and a count of tests without data."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from pincite.errors import MissingExtra
from pincite.index.tokenizers import tokenizer_for
from pincite.library import Library
from pincite.settings import Settings
from pincite.store.library import SqliteStore

MakeLibrary = Callable[..., Library]
ROOT = Path(__file__).resolve().parents[1]
NO_DATA = "needs the data folder: set PINCITE_DATA or lay it at ../shared/data"


def find_data() -> Path | None:
    """The data folder: `$PINCITE_DATA`, else `../shared/data` beside the checkout; None where neither is a folder."""
    named = os.environ.get("PINCITE_DATA")
    folder = Path(named) if named else ROOT.parent / "shared" / "data"
    return folder.resolve() if folder.is_dir() else None


@pytest.fixture(scope="session")
def data_dir() -> Path:
    folder = find_data()
    if folder is None:
        pytest.skip(NO_DATA)
    return folder


@pytest.fixture(scope="session")
def demo_dir() -> Path:
    return ROOT / "demo"


class _Maker:
    """Makes libraries out of texts, with test doubles or nothing in the models' places, and closes them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._opened: list[Library] = []

    def __call__(
        self,
        files: Mapping[str, str],
        *,
        embedder: Any = None,
        reranker: Any = None,
        tags: Mapping[str, Sequence[str]] = MappingProxyType({}),
        name: str = "library",
        **settings: Any,
    ) -> Library:
        """A library; `files` are names with texts, `tags` names with tags, `settings` sections of Settings."""
        library = Library(
            SqliteStore.open(self._folder / name, create=True),
            Settings(**settings),
            embedder_for=(lambda language: embedder) if embedder is not None else _missing,
            reranker=(lambda: reranker) if reranker is not None else _missing,
        )
        self._opened.append(library)
        documents = self._folder / "documents"
        documents.mkdir(exist_ok=True)
        groups: dict[tuple[str, ...], list[Path]] = {}
        for file, text in files.items():
            (documents / file).write_text(text, "utf-8")
            groups.setdefault(tuple(tags.get(file, ())), []).append(documents / file)
        for given, paths in groups.items():
            assert [r.error for r in library.add(paths, given) if r.error] == []
        return library

    def close(self) -> None:
        for library in self._opened:
            library.close()


def _missing(*asked: str) -> Any:
    raise MissingExtra("There is no model in this test.")


@pytest.fixture
def make_library(tmp_path: Path) -> Iterator[MakeLibrary]:
    """Makes a test's own libraries; their documents lie in `tmp_path / "documents"`."""
    maker = _Maker(tmp_path)
    yield maker
    maker.close()


@pytest.fixture(scope="module")
def make_shared_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MakeLibrary]:
    """Makes libraries that the tests of a module only read."""
    maker = _Maker(tmp_path_factory.mktemp("shared"))
    yield maker
    maker.close()


@pytest.fixture(scope="session")
def model_server_module() -> Any:
    """`tests/model_server.py`, which no import finds, since the tests' folders are no packages."""
    spec = spec_from_file_location("model_server", ROOT / "tests" / "model_server.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def model_server(model_server_module: Any) -> Iterator[Any]:
    """A real server of language models on this machine; its answers are scripted, see `tests/model_server.py`."""
    with model_server_module.running() as server:
        yield server


@pytest.fixture
def korean_bigrams(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Korean without its analyser, which takes seconds to load."""
    monkeypatch.setitem(sys.modules, "kiwipiepy", None)
    tokenizer_for.cache_clear()
    yield
    tokenizer_for.cache_clear()


@pytest.fixture(autouse=True)
def _own_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the caller's library, settings or model key."""
    for name in [n for n in os.environ if n.startswith("PINCITE_") and n != "PINCITE_DATA"]:
        monkeypatch.delenv(name)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line with the number of tests that had no data to run on."""
    skipped = terminalreporter.stats.get("skipped", [])
    missing = sum(NO_DATA in str(report.longrepr) for report in skipped)
    terminalreporter.write_line(f"{missing} tests skipped for want of data")
