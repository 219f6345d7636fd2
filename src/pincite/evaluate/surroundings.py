"""What figures depend on beside the data: the code, the machine, the memory that was taken."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

_PACKAGE: Final = Path(__file__).resolve().parents[1]
TAKING_IN: Final = (
    "types", "text", "parse", "chunk", "store", "index", "graph", "ingest", "evaluate/run/materialise.py",
)  # fmt: skip
"""The code that shapes a library."""
ANSWERING: Final = (
    *TAKING_IN, "retrieve", "generate", "validate", "answer", "library.py", "settings.py",
    "evaluate/run/pipeline.py", "evaluate/run/careless_model.py",
)  # fmt: skip
"""The code that shapes an answer. Measures and reports are not in it: they are computed anew from the cases."""


_COUNTED: Final = frozenset({".py", ".json", ".npz", ".md", ".txt"})
"""Code, and the parameters and prompts beside it."""


@lru_cache(maxsize=8)
def code_digest(parts: Sequence[str] = ANSWERING) -> str:
    """SHA-256 over the package's files in the parts, by name and content, hex.

    Raises:
        FileNotFoundError: the package has no such part; passed over, its code could change unseen.
    """
    digest = sha256()
    for part in parts:
        place = (_PACKAGE / part).resolve(strict=True)
        for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if file.is_file() and file.suffix in _COUNTED:
                digest.update(file.relative_to(_PACKAGE).as_posix().encode() + b"\0")
                digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def machine_facts() -> dict[str, Any]:
    """The machine as far as times depend on it; neither its name nor its user's."""
    from pincite.index.model_files import threads

    return {
        "system": f"{platform.system()} {platform.release()}".strip(),
        "machine": platform.machine(),
        "processor": _processor(),
        "processors": threads(),
        "load_at_start": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "python": platform.python_version(),
    }


def peak_memory_mb() -> float | None:
    """Most memory that this process had at a time, in MiB; None where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    unit = 1024**2 if sys.platform == "darwin" else 1024
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit, 1)


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return platform.processor()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor())
