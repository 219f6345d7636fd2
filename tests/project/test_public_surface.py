"""The public names are one sorted list, each there, each documented, and none of them loads anything heavy."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pincite

NAMES = [
    "Answer",
    "Citation",
    "Document",
    "Library",
    "PinciteError",
    "Refusal",
    "RefusalReason",
    "RetrievalFilter",
    "Settings",
    "__version__",
]
HEAVY = ("numpy", "pydantic", "onnxruntime", "tokenizers", "pypdfium2", "bm25s", "jsonschema", "rich", "typer")


def loaded_after(statement: str) -> list[str]:
    """Heavy modules that an interpreter has loaded after the statement."""
    code = f"import sys\n{statement}\nprint(*(n for n in {HEAVY!r} if n in sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return found.stdout.split()


def test_public_names_are_these_and_sorted() -> None:
    assert pincite.__all__ == NAMES == sorted(NAMES)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "__version__"])
def test_public_name_is_there_and_documented(name: str) -> None:
    value = getattr(pincite, name)
    assert value.__name__ == name
    assert value.__doc__


def test_version_is_three_numbers() -> None:
    assert all(part.isdecimal() for part in pincite.__version__.split("."))
    assert pincite.__version__.count(".") == 2


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Oracle'"):
        _ = pincite.Oracle


def test_star_import_brings_the_public_names() -> None:
    names: dict[str, object] = {}
    exec("from pincite import *", names)
    assert names.keys() - {"__builtins__"} == set(NAMES)


@pytest.mark.parametrize("statement", ["import pincite", "from pincite import *"], ids=["import", "all-names"])
def test_public_names_load_nothing_heavy(statement: str) -> None:
    assert loaded_after(statement) == []


def test_importing_touches_no_logging_and_no_environment() -> None:
    code = (
        "import logging, os\nbefore = dict(os.environ), logging.root.level, list(logging.root.handlers)\n"
        "from pincite import *\n"
        "assert before == (dict(os.environ), logging.root.level, list(logging.root.handlers))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
