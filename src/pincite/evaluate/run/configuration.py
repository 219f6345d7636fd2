"""What a named run comes to, once the command line, the settings and the benchmark have been asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark
from pincite.evaluate.run.ablations import CARELESS, EvaluatedGate, Mode, NamedRun
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.library import Library

# These change how an answer is come by, never what it says.
_NOT_SHAPING: Final = frozenset({"cache", "timeout_s", "retries", "threads", "name"})


@dataclass(frozen=True, slots=True)
class Configuration:
    """One run's choices, all of them made; the preset may still be None, which the library decides."""

    name: str
    settings: Settings
    method: str
    model: str
    gate: EvaluatedGate
    preset: str | None
    mode: Mode
    sufficiency: bool
    embedder: str
    changes: tuple[str, ...] = ()


class NotHere(InputError):
    """A named run that does not fit this benchmark or this command line; the message says why."""


def configured(
    named: NamedRun, benchmark: Benchmark, settings: Settings, method: str, models_given: bool
) -> Configuration:
    """The choices of a named run.

    Args:
        settings: in force, what the command line gave included.
        models_given: whether a language model was asked for.

    Raises:
        NotHere: the run needs what is not given, or has no meaning for the benchmark.
    """
    if named.not_here:
        raise NotHere(named.not_here)
    if named.needs and not models_given:
        raise NotHere(f"it needs a language model; give one with {named.needs}")
    if benchmark.chunks is not None and any(name.startswith("chunk.") for name in named.settings):
        raise NotHere("the benchmark's units are fixed: it has no chunk size to change")
    base = replace(settings, chunk=benchmark.chunks) if benchmark.chunks is not None else settings
    changed = with_values(base, named.settings)
    model = named.model or changed.model.name
    if model == CARELESS:  # it is quick, and what it would answer changes with its code
        changed = replace(changed, model=replace(changed.model, cache=None))
    return Configuration(
        name=named.name,
        settings=changed,
        method=named.method or method,
        model=model,
        gate=named.gate or changed.answer.gate,
        preset=named.preset or changed.retrieve.preset,
        mode=named.mode,
        sufficiency=named.sufficiency,
        embedder=named.embedder,
        changes=named.changes,
    )


def with_values(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """The settings with dotted names set to values."""
    for name, value in values.items():
        section, _, key = name.partition(".")
        inner = replace(getattr(settings, section), **{key: value})
        settings = replace(settings, **{section: inner})
    return settings


def shaping(
    configuration: Configuration, library: Library, *, method: str, preset: str, model: str, rule: str, depth: int
) -> dict[str, Any]:
    """All that shapes the run's answers, as JSON values.

    Args:
        method, preset: the ones in force.
        model: name that tells no path.
        rule: name of the rule of sufficiency, its version included.
    """
    settings = configuration.settings
    meta = library.store.meta()
    uses_model = model != "extractive"
    return {
        "method": method,
        "model": model,
        "preset": preset,
        "gate": configuration.gate,
        "mode": configuration.mode,
        "sufficiency": configuration.sufficiency,
        "sufficiency_rule": rule,
        "embedders": dict(meta.embedders),
        "tokenizers": dict(meta.tokenizers),
        "reranker": library.reranker().name if preset == "standard" else None,
        "depth": depth,
        "index": library.index().digest,
        "chunk": _plain(settings.chunk),
        "retrieve": {**_plain(settings.retrieve), "preset": preset},
        "answer": {**_plain(settings.answer), "gate": configuration.gate},
        "refwalk": _plain(settings.refwalk) if configuration.method != "citeguard" else {},
        "changes": list(configuration.changes),
        "written_by": {k: v for k, v in _plain(settings.model).items() if k not in _NOT_SHAPING} if uses_model else {},
    }


def _plain(section: Any) -> dict[str, Any]:
    """A section of settings as JSON values; of a file what is in it counts, not where it lies."""
    return {name: _value(value) for name, value in asdict(section).items()}


def _value(value: Any) -> Any:
    if not isinstance(value, Path):
        return value
    return f"sha256:{sha256(value.read_bytes()).hexdigest()}" if value.is_file() else str(value)


def digest(values: Mapping[str, Any]) -> str:
    """SHA-256 over JSON values, hex; the same for the same values."""
    return sha256(json.dumps(values, sort_keys=True, ensure_ascii=False, default=str).encode()).hexdigest()
