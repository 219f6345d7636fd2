"""Every setting of pincite with its default and bounds, and where its value may come from.

The stages take the frozen dataclasses below and need nothing else. `load` reads them from their sources, in falling
rank: flags, environment, file, defaults. It checks names and bounds by pydantic, which is imported only there, since
that takes a fifth of a second.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_type_hints

from pincite.errors import SettingsError

if TYPE_CHECKING:
    from pydantic import ValidationError

DEFAULT_FILE: Final = "pincite.toml"
DEFAULT_LIBRARY: Final = "pincite-library"
ENVIRONMENT_PREFIX: Final = "PINCITE_"

# Names of the environment that are no settings: where tests and benchmarks find data, and a model server's key.
NOT_SETTINGS: Final = frozenset({"PINCITE_DATA", "PINCITE_MODEL_KEY"})

Preset = Literal["paper", "standard"]
GateName = Literal["paper", "standard"]
Form = Literal["auto", "markers", "sentences"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Inclusive limits of a number, in a form that pydantic asks for by itself."""

    low: float
    high: float

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        """Pydantic's rule for the number, with the limits."""
        return handler(source) | {"ge": self.low, "le": self.high}


@dataclass(frozen=True, slots=True)
class ChunkSettings:
    """How documents are cut.

    Args:
        max_tokens: longest chunk, by the rule of `pincite.text.tokens` (CiteGuard: 600).
        overlap_tokens: what a chunk repeats of the one before (CiteGuard: 120); less than `max_tokens`.
        max_pages: most pages that a chunk may touch, so that its pincite stays one (CiteGuard: "limited").
        min_tokens: from this size on, an unnumbered heading starts a new chunk; numbered ones always do.
    """

    max_tokens: Annotated[int, Bounds(50, 4000)] = 600
    overlap_tokens: Annotated[int, Bounds(0, 2000)] = 120
    max_pages: Annotated[int, Bounds(1, 20)] = 2
    min_tokens: Annotated[int, Bounds(0, 4000)] = 100

    def __post_init__(self) -> None:
        if self.overlap_tokens >= self.max_tokens:
            raise SettingsError(
                f"chunk.overlap_tokens must be less than chunk.max_tokens, found {self.overlap_tokens} and "
                f"{self.max_tokens}.",
                hint="Lower the first or raise the second.",
            )


@dataclass(frozen=True, slots=True)
class RetrieveSettings:
    """How evidence is found.

    Args:
        preset: `paper` as published, `standard` with the cross-encoder; None takes `standard` where that is installed.
        alpha: weight of the dense score beside the lexical one (CiteGuard: 0.65).
        top_k: chunks that retrieval hands on (CiteGuard: 8).
        max_sources: of these, most that the generator sees (CiteGuard: 4).
        rerank_pairs: most pairs that the cross-encoder scores.
        rerank_tokens: longest window that it reads, place and heading included.
        heuristic_rerank: the paper's reranker by query overlap and legal cue words.
        bm25_k1, bm25_b: of BM25; the paper gives neither.
    """

    preset: Preset | None = None
    alpha: Annotated[float, Bounds(0, 1)] = 0.65
    top_k: Annotated[int, Bounds(1, 100)] = 8
    max_sources: Annotated[int, Bounds(1, 20)] = 4
    rerank_pairs: Annotated[int, Bounds(1, 100)] = 20
    rerank_tokens: Annotated[int, Bounds(16, 512)] = 128
    heuristic_rerank: bool = False
    bm25_k1: Annotated[float, Bounds(0, 5)] = 1.2
    bm25_b: Annotated[float, Bounds(0, 1)] = 0.75


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """How drafts are judged.

    Args:
        gate: `paper` is the published rule, a baseline; `standard` is the one to rely on.
        max_regenerations: drafts after the first that a failed one may get (CiteGuard: 1).
    """

    gate: GateName = "standard"
    max_regenerations: Annotated[int, Bounds(0, 3)] = 1


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """What writes the drafts, and how it is asked.

    Args:
        name: `extractive`, `URL#NAME` of an OpenAI-compatible server, or `llama:FILE` of a GGUF file.
        form: `markers` in running text, `sentences` bound by a JSON schema; `auto` asks for the second, and for the
            first where the server does not do schemas.
        context_tokens: of prompt and answer together; None asks the server.
        max_tokens: longest answer.
        source_tokens: most tokens of a source that are shown, around its best sentences, by the rule of
            `pincite.text.tokens`; None shows the whole chunk.
        timeout_s: of one call, in seconds, from the first byte sent to the last received.
        retries: further calls after one that failed on the way (connection, 429, 5xx).
        seed: of the sampling; temperature is 0.
        threads: of a GGUF file in this process; None takes what the processors allow.
        cache: folder that keeps what models answered, by hash of what they were asked; None keeps nothing.
    """

    name: str = "extractive"
    form: Form = "auto"
    context_tokens: Annotated[int, Bounds(256, 10_000_000)] | None = None
    max_tokens: Annotated[int, Bounds(16, 32_768)] = 512
    source_tokens: Annotated[int, Bounds(32, 4000)] | None = None
    timeout_s: Annotated[float, Bounds(0.05, 3600)] = 300.0
    retries: Annotated[int, Bounds(0, 10)] = 2
    seed: Annotated[int, Bounds(0, 2**31 - 1)] = 0
    threads: Annotated[int, Bounds(1, 256)] | None = None
    cache: Path | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings.

    Args:
        library: folder of the library.
        offline: nothing leaves the machine.
    """

    library: Path = Path(DEFAULT_LIBRARY)
    offline: bool = False
    chunk: ChunkSettings = field(default_factory=ChunkSettings)
    retrieve: RetrieveSettings = field(default_factory=RetrieveSettings)
    answer: AnswerSettings = field(default_factory=AnswerSettings)
    model: ModelSettings = field(default_factory=ModelSettings)

    def as_dict(self) -> dict[str, Any]:
        """Plain nested values, for the trace of an answer."""
        values = asdict(self) | {"library": str(self.library)}
        values["model"]["cache"] = None if self.model.cache is None else str(self.model.cache)
        return values


def load(
    config: Path | None = None,
    flags: Mapping[str, Any] = MappingProxyType({}),
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """The settings in force.

    Args:
        config: a TOML file; None takes `./pincite.toml` where there is one.
        flags: dotted names such as `answer.gate` to values; None means that the flag was not given.
        environment: `os.environ` by default; `PINCITE_RETRIEVE__TOP_K` is `retrieve.top_k`.

    Raises:
        SettingsError: a file that cannot be read, an unknown name, a value of the wrong kind or out of bounds.
    """
    sources = {
        "flag": _nested({name: value for name, value in flags.items() if value is not None}),
        "environment": _from_environment(os.environ if environment is None else environment),
        "file": _from_file(config),
    }
    for source, values in sources.items():
        _refuse_unknown(values, Settings, source)
    if not any(sources.values()):
        return Settings()
    return _validated(sources)


def _from_file(config: Path | None) -> dict[str, Any]:
    import tomllib

    path = config or Path(DEFAULT_FILE)
    if config is None and not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise SettingsError(
            f"The settings file {path} cannot be read: {reason}.", hint="Check the path after --config."
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"The settings file {path} is no valid TOML: {error}.", hint="Mend that line.") from error


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found = {
        name.removeprefix(ENVIRONMENT_PREFIX).lower().replace("__", "."): value
        for name, value in environment.items()
        if name.startswith(ENVIRONMENT_PREFIX) and name not in NOT_SETTINGS and value != ""
    }
    return _nested(found)


def _nested(dotted: Mapping[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, value in dotted.items():
        section, _, key = name.rpartition(".")
        if not section:
            result[key] = value
        elif isinstance(inner := result.setdefault(section, {}), dict):
            inner[key] = value
    return result


@cache
def _shape(kind: type) -> dict[str, Any]:
    """Field names of a settings class with their types; for a section the type is its class."""
    hints = get_type_hints(kind, include_extras=True)
    return {f.name: hints[f.name] for f in fields(kind)}


def names() -> tuple[str, ...]:
    """Every setting, dotted, in the order of the classes."""
    found: list[str] = []
    for name, kind in _shape(Settings).items():
        inside = _shape(kind) if isinstance(kind, type) and is_dataclass(kind) else {}
        found += [f"{name}.{inner}" for inner in inside] or [name]
    return tuple(found)


def _refuse_unknown(values: Mapping[str, Any], kind: type, source: str, section: str = "") -> None:
    shape = _shape(kind)
    for key, value in values.items():
        name = f"{section}{key}"
        if key not in shape:
            raise SettingsError(f"There is no setting {name!r} (from: {source}).", hint=_nearest(name))
        if is_dataclass(shape[key]):
            if not isinstance(value, Mapping):
                raise SettingsError(
                    f"{name!r} is a section of settings, found the value {value!r} (from: {source}).",
                    hint=f"It has: {', '.join(_shape(shape[key]))}.",
                )
            _refuse_unknown(value, shape[key], source, f"{name}.")


def _nearest(name: str) -> str:
    known = names()
    ends = {n.rpartition(".")[2]: n for n in known}
    near = get_close_matches(name, known, n=3, cutoff=0.6)
    near += [ends[e] for e in get_close_matches(name.rpartition(".")[2], ends, n=3, cutoff=0.7) if ends[e] not in near]
    return f"Did you mean {' or '.join(near)}?" if near else f"Settings are: {', '.join(known)}."


def _merged(sources: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Values by rank; the first source that names a setting wins."""
    result: dict[str, Any] = {}
    for values in sources.values():
        for key, value in values.items():
            if isinstance(value, Mapping):
                result[key] = {**value, **result.get(key, {})}
            else:
                result.setdefault(key, value)
    return result


def _validated(sources: Mapping[str, Mapping[str, Any]]) -> Settings:
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(Settings).validate_python(_merged(sources))
    except ValidationError as error:
        raise _settings_error(error, sources) from error


def _settings_error(error: ValidationError, sources: Mapping[str, Mapping[str, Any]]) -> SettingsError:
    first = error.errors()[0]
    path = [str(part) for part in first["loc"]]
    wanted = first["msg"].removeprefix("Input ").replace("should be", "must be")
    return SettingsError(
        f"The setting {'.'.join(path[:2])} {wanted}, found {first['input']!r} (from: {_origin(path, sources)}).",
        hint="Give it such a value or leave it out.",
    )


def _origin(path: list[str], sources: Mapping[str, Mapping[str, Any]]) -> str:
    for source, values in sources.items():
        inner: Any = values
        for part in path[:2]:
            inner = inner.get(part) if isinstance(inner, Mapping) else None
        if inner is not None:
            return source
    return "default"
