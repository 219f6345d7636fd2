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

# Names of the environment that are no settings: where tests and benchmarks find data, keys, a password, tokens.
NOT_SETTINGS: Final = frozenset(
    {"PINCITE_DATA", "PINCITE_MODEL_KEY", "PINCITE_RERANK_KEY", "PINCITE_PDF_PASSWORD", "PINCITE_TOKENS_FILE"}
)

Preset = Literal["paper", "standard"]
GateName = Literal["paper", "standard"]
Form = Literal["auto", "markers", "sentences"]
WalkedEdge = Literal["REFERENCES", "DELEGATES_TO", "SPECIFIES", "REQUIRES_FORM", "DEFINES", "PART_OF"]
ViewChoice = Literal["narrow", "mid", "wide"]
ClosureNeed = Literal["delegated", "exception", "applied", "governing", "detail", "cited"]
Fusion = Literal["rrm", "rrf", "weighted", "narrow", "mid", "wide"]
ChunkUnit = Literal["auto", "pages", "paragraphs"]
OcrChoice = Literal["never", "missing"]
Isolation = Literal["auto", "always", "never"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Inclusive limits of a number, in a form that pydantic asks for by itself."""

    low: float
    high: float

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        """Pydantic's rule for the number, with the limits."""
        return handler(source) | {"ge": self.low, "le": self.high}


@dataclass(frozen=True, slots=True)
class Listed:
    """Lets a list also be written as words between commas, as an environment has them."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        """Pydantic's rule for the list, with strings cut at commas first."""
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(_cut_at_commas, handler(source))


def _cut_at_commas(value: Any) -> Any:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


@dataclass(frozen=True, slots=True)
class ChunkSettings:
    """How documents are cut.

    Args:
        max_tokens: longest chunk, by the rule of `pincite.text.tokens` (CiteGuard: 600).
        overlap_tokens: what a chunk repeats of the one before (CiteGuard: 120); less than `max_tokens`.
        max_pages: most pages that a chunk may touch, so that its pincite stays one (CiteGuard: "limited").
        min_tokens: from this size on, an unnumbered heading starts a new chunk; numbered ones always do. Smaller parts
            of an article that is cut share a chunk.
        unit: `auto` makes each provision a chunk where a document is law, and else does as `pages`, which packs
            paragraphs into chunks by the sizes above; `paragraphs` makes each paragraph a chunk of its own, headings
            and running heads aside, and cuts it only above `max_tokens`; the other sizes do not count then. It is for
            texts whose paragraphs are units already, such as segments.
    """

    max_tokens: Annotated[int, Bounds(50, 4000)] = 600
    overlap_tokens: Annotated[int, Bounds(0, 2000)] = 120
    max_pages: Annotated[int, Bounds(1, 20)] = 2
    min_tokens: Annotated[int, Bounds(0, 4000)] = 100
    unit: ChunkUnit = "auto"

    def __post_init__(self) -> None:
        if self.overlap_tokens >= self.max_tokens:
            raise SettingsError(
                f"chunk.overlap_tokens must be less than chunk.max_tokens, found {self.overlap_tokens} and "
                f"{self.max_tokens}.",
                hint="Lower the first or raise the second.",
            )


@dataclass(frozen=True, slots=True)
class ParseSettings:
    """How files are read.

    Args:
        ocr: `missing` reads pages without usable text from their pictures (extra `ocr`); `never` reports them.
        ocr_languages: of the recognition, as tesseract names them; several are tried together.
        isolate: which files are read in a process of their own, whose crash, hang or hunger fails that file alone:
            `auto` those that a library outside Python takes apart (PDF, zip-based) and all above 20 kB; `always`;
            `never`.
        stall_s: processor time without a page or a stage done after which such a process is ended, in seconds; one
            more is given for each MB of the file, and six for each million characters that are cut into chunks.
        memory_mb: most memory of such a process.
        max_file_mb: largest file that is read; members of archives have a limit of their own, 128 MB.
    """

    ocr: OcrChoice = "never"
    ocr_languages: Annotated[tuple[str, ...], Listed()] = ("eng", "kor")
    isolate: Isolation = "auto"
    stall_s: Annotated[float, Bounds(1, 3600)] = 15.0
    memory_mb: Annotated[int, Bounds(256, 1_000_000)] = 900
    max_file_mb: Annotated[int, Bounds(1, 100_000)] = 512


@dataclass(frozen=True, slots=True)
class RetrieveSettings:
    """How evidence is found.

    Args:
        preset: `paper` as published, `standard` with the cross-encoder; None takes `standard` where that is installed.
        alpha: weight of the dense score beside the lexical one (CiteGuard: 0.65).
        top_k: chunks that retrieval hands on (CiteGuard: 8).
        max_sources: of these, most that the generator sees (CiteGuard: 4).
        clause_sources: the same for a request for clauses, which often stand in several places.
        rerank_pairs: most pairs that the cross-encoder scores.
        rerank_tokens: longest window that it reads, place and heading included.
        heuristic_rerank: the paper's reranker by query overlap and legal cue words.
        bm25_k1, bm25_b: of BM25; the paper gives neither.
    """

    preset: Preset | None = None
    alpha: Annotated[float, Bounds(0, 1)] = 0.65
    top_k: Annotated[int, Bounds(1, 100)] = 8
    max_sources: Annotated[int, Bounds(1, 20)] = 4
    clause_sources: Annotated[int, Bounds(1, 20)] = 8
    rerank_pairs: Annotated[int, Bounds(1, 100)] = 20
    rerank_tokens: Annotated[int, Bounds(16, 512)] = 128
    heuristic_rerank: bool = False
    bm25_k1: Annotated[float, Bounds(0, 5)] = 1.2
    bm25_b: Annotated[float, Bounds(0, 1)] = 0.75


@dataclass(frozen=True, slots=True)
class RefWalkSettings:
    """How RefWalk finds provisions; named after the paper where it has the setting.

    Args:
        anchor: `vocabulary` makes it of the question and the corpus's own words, `model` asks the language model,
            `auto` the model where one writes the answer.
        anchor_in_retrieval, anchor_in_prompt: where it is used; without the first every view is the question.
        seed_pool: provisions found with each of the seeds' views before anything is walked (RefWalk: 50).
        seed_views: with which they are found (RefWalk: mid alone). An anchor that misses the matter must not lose what
            the question alone finds.
        seed_by: how they are found (RefWalk: dense); words alone where the library has no vectors.
        seeds: the first of them whose edges are walked (RefWalk: 10).
        hops: steps along edges (RefWalk: 1); 0 walks none.
        direction: along the edges, against them, or both (RefWalk).
        edges: types that are walked (RefWalk: these three).
        decay: share of its seed's score that a neighbour takes, for each hop (RefWalk: 0.7).
        units_per_edge: most units that one edge leads to, where it names an article that is indexed by its parts.
        rank_by: what ranks the pool for each view: the hybrid score, or a cross-encoder.
        reranker: the cross-encoder: empty for the installed one, else `URL#NAME` of a server with `/v1/rerank`.
        alpha: weight of the dense score beside the lexical one; None takes `retrieve.alpha`.
        alpha_by_words: whether that weight falls where one provision holds much of a view's words, beyond the paper.
        fusion: `rrm` (RefWalk), `rrf`, `weighted`, or one view alone.
        rank_constant: what is added to ranks by `rrm` and `rrf` (RefWalk: 60).
        narrow_weight, mid_weight, wide_weight: of the views, where several are joined (RefWalk: all the same). What is
            first without the question in it should not tie with what is first for the question.
        statute_weight, decree_weight, rule_weight, notice_weight, manual_weight, other_weight: share of the fused score
            that counts, by level of authority (RefWalk: manuals 0.7).
        closure: whether what the governing text makes necessary is brought in behind it, beyond the paper.
        closure_needs: the reasons for which a provision is necessary, see `pincite.retrieve.closure.Need`.
        closure_top: first provisions of the fused ranking whose necessary edges are followed.
        closure_units, closure_tokens: most provisions that this brings in, and most tokens of them together.
        top_k: provisions that retrieval hands on (RefWalk scores 10).
        max_sources: of these, most that the generator sees (RefWalk: 5 to 10).
        bound: whether the server is bound to the form of claims by a JSON schema, or asked for it in the prompt alone.
        closure_check: whether an answer must cite the exceptions and delegated details that its rules rest on.
    """

    anchor: Literal["auto", "vocabulary", "model"] = "auto"
    anchor_in_retrieval: bool = True
    anchor_in_prompt: bool = True
    seed_pool: Annotated[int, Bounds(1, 1000)] = 50
    seed_views: Annotated[tuple[ViewChoice, ...], Listed()] = ("narrow", "mid")
    seed_by: Literal["dense", "hybrid", "lexical"] = "dense"
    seeds: Annotated[int, Bounds(0, 1000)] = 10
    hops: Annotated[int, Bounds(0, 3)] = 1
    direction: Literal["both", "out", "in"] = "both"
    edges: Annotated[tuple[WalkedEdge, ...], Listed()] = ("REFERENCES", "DELEGATES_TO", "SPECIFIES")
    decay: Annotated[float, Bounds(0, 1)] = 0.7
    units_per_edge: Annotated[int, Bounds(1, 50)] = 6
    rank_by: Literal["hybrid", "reranker"] = "hybrid"
    reranker: str = ""
    alpha: Annotated[float, Bounds(0, 1)] | None = None
    alpha_by_words: bool = True
    fusion: Fusion = "rrm"
    rank_constant: Annotated[int, Bounds(0, 1000)] = 60
    narrow_weight: Annotated[float, Bounds(0, 10)] = 1.0
    mid_weight: Annotated[float, Bounds(0, 10)] = 1.0
    wide_weight: Annotated[float, Bounds(0, 10)] = 0.9
    statute_weight: Annotated[float, Bounds(0, 1)] = 1.0
    decree_weight: Annotated[float, Bounds(0, 1)] = 1.0
    rule_weight: Annotated[float, Bounds(0, 1)] = 1.0
    notice_weight: Annotated[float, Bounds(0, 1)] = 1.0
    manual_weight: Annotated[float, Bounds(0, 1)] = 0.7
    other_weight: Annotated[float, Bounds(0, 1)] = 1.0
    closure: bool = True
    closure_needs: Annotated[tuple[ClosureNeed, ...], Listed()] = ("delegated", "exception", "applied", "governing")
    closure_top: Annotated[int, Bounds(1, 50)] = 4
    closure_units: Annotated[int, Bounds(0, 50)] = 4
    closure_tokens: Annotated[int, Bounds(0, 100_000)] = 2000
    top_k: Annotated[int, Bounds(1, 100)] = 10
    max_sources: Annotated[int, Bounds(1, 20)] = 8
    bound: Literal["schema", "prompt"] = "schema"
    closure_check: bool = True


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """How drafts are judged.

    Args:
        gate: `paper` is the published rule, a baseline; `standard` is the one to rely on.
        max_regenerations: drafts after the first that a failed one may get (CiteGuard: 1).
        sufficiency: file of the parameters by which evidence is judged, as `pincite eval calibrate` writes it; None
            takes the package's own.
        clauses: file of the parameters by which clauses are found, as `python -m pincite.evaluate.clauses.train` writes
            it; None takes the package's own.
    """

    gate: GateName = "standard"
    max_regenerations: Annotated[int, Bounds(0, 3)] = 1
    sufficiency: Path | None = None
    clauses: Path | None = None


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
class ServeSettings:
    """How `pincite serve` serves.

    Args:
        host, port: where it listens; beyond the own machine it needs named tokens.
        hosts: further names by which it may be addressed, such as that of a proxy before it.
        workers: questions that are worked on at a time; None takes as many as there are processors.
        queue: further questions that may wait; those beyond are told when to come again.
        question_s: longest time for a question, in seconds.
        requests_per_minute: most questions, searches, checks and changes of one token.
        upload_mb, upload_files: largest file, and most files, of one upload.
        models: names of language models that callers may ask for beside `model.name` and `extractive`.
    """

    host: str = "127.0.0.1"
    port: Annotated[int, Bounds(0, 65_535)] = 8230
    hosts: Annotated[tuple[str, ...], Listed()] = ()
    workers: Annotated[int, Bounds(1, 256)] | None = None
    queue: Annotated[int, Bounds(0, 10_000)] = 64
    question_s: Annotated[float, Bounds(1, 86_400)] = 600.0
    requests_per_minute: Annotated[int, Bounds(1, 1_000_000)] = 300
    upload_mb: Annotated[int, Bounds(1, 100_000)] = 100
    upload_files: Annotated[int, Bounds(1, 10_000)] = 100
    models: Annotated[tuple[str, ...], Listed()] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings.

    Args:
        library: folder of the library.
        offline: nothing leaves the machine.
        wait_s: how long another process that writes to the library is waited for, in seconds.
    """

    library: Path = Path(DEFAULT_LIBRARY)
    offline: bool = False
    wait_s: Annotated[float, Bounds(0, 86_400)] = 60.0
    parse: ParseSettings = field(default_factory=ParseSettings)
    chunk: ChunkSettings = field(default_factory=ChunkSettings)
    retrieve: RetrieveSettings = field(default_factory=RetrieveSettings)
    refwalk: RefWalkSettings = field(default_factory=RefWalkSettings)
    answer: AnswerSettings = field(default_factory=AnswerSettings)
    model: ModelSettings = field(default_factory=ModelSettings)
    serve: ServeSettings = field(default_factory=ServeSettings)

    def as_dict(self) -> dict[str, Any]:
        """Plain nested values, for the trace of an answer."""
        values = asdict(self) | {"library": str(self.library)}
        values["model"]["cache"] = None if self.model.cache is None else str(self.model.cache)
        for name in ("sufficiency", "clauses"):
            path = values["answer"][name]
            values["answer"][name] = None if path is None else str(path)
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
    ends: dict[str, list[str]] = {}
    for full in known:
        ends.setdefault(full.rpartition(".")[2], []).append(full)
    near = get_close_matches(name, known, n=3, cutoff=0.6)
    alike = [full for end in get_close_matches(name.rpartition(".")[2], ends, n=3, cutoff=0.7) for full in ends[end]]
    near += [full for full in alike if full not in near]
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
