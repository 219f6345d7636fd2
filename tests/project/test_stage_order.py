"""The way of the data is the order of the imports: a stage knows the stages before it, and nothing of those after."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "pincite"

STAGES = ("types", "text", "parse", "chunk", "store", "index", "graph", "retrieve", "generate", "validate", "answer")
"""In the order of the data; each may import itself and those before it."""
BESIDE = {"errors": (), "settings": ("errors",)}
"""Every stage may import these; what each of them may import."""
ON_TOP = ("ingest", "evaluate", "cli", "api", "audit")
"""May import everything, as may the modules that lie in no folder, such as `library` and `testing`."""

ALLOWED = {
    ("answer/pipeline.py", "library"): "names the type of the library that it is given; not imported when it runs",
    ("answer/methods.py", "library"): "names the type of the library that it is given; not imported when it runs",
    ("answer/refwalk.py", "library"): "names the type of the library that it is given; not imported when it runs",
    ("answer/refwalk_retrieval.py", "library"): "names the type of the library it is given; not imported when it runs",
}
"""Imports against the order, for type checkers only, with the reason of each."""

MODULES = sorted(PACKAGE.rglob("*.py"))


def part(module: Path) -> str:
    """The stage or the top module that a file belongs to."""
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(module: Path) -> Iterator[tuple[int, str]]:
    """Line and part of every import of pincite in a file, inside functions and for type checkers too."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno} imports relatively"
            base = node.module or ""
            names = [f"{base}.{alias.name}" if base == "pincite" else base for alias in node.names]
        else:
            continue
        for name in names:
            first, *rest = name.split(".")
            if first == "pincite" and rest != ["__version__"]:
                yield node.lineno, rest[0] if rest and _is_part(rest[0]) else "__init__"


def _is_part(name: str) -> bool:
    return (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file()


def may_import(own: str) -> tuple[str, ...] | None:
    """The parts that a part may import; None for all."""
    if own in BESIDE:
        return (own, *BESIDE[own])
    if own not in STAGES:
        return None
    return ("types",) if own == "types" else (*STAGES[: STAGES.index(own) + 1], *BESIDE)


@pytest.mark.parametrize("module", MODULES, ids=lambda m: str(m.relative_to(PACKAGE)))
def test_module_imports_no_later_stage(module: Path) -> None:
    allowed = may_import(part(module))
    place = module.relative_to(PACKAGE).as_posix()
    later = [
        f"{place}:{line} imports {other}"
        for line, other in imports(module)
        if allowed is not None and other not in allowed and (place, other) not in ALLOWED
    ]
    assert later == []


def test_every_folder_of_the_package_has_its_place_in_the_order() -> None:
    assert {part(module) for module in MODULES if module.parent != PACKAGE} <= {*STAGES, *ON_TOP}


def test_allowed_imports_are_for_type_checkers_only_and_still_there() -> None:
    for place, other in ALLOWED:
        module = PACKAGE / place
        assert other in {name for _, name in imports(module)}
        tree = ast.parse(module.read_text("utf-8"))
        guarded = [n for n in ast.walk(tree) if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING"]
        lines = {inner.lineno for n in guarded for inner in ast.walk(n) if isinstance(inner, ast.ImportFrom)}
        assert {line for line, name in imports(module) if name == other} <= lines


def test_an_import_against_the_order_is_found(tmp_path: Path) -> None:
    module = tmp_path / "sample.py"
    module.write_text("def f():\n    from pincite.answer.verify import verify\n    import pincite.store\n")
    assert list(imports(module)) == [(2, "answer"), (3, "store")]
    assert "answer" not in (may_import("chunk") or ())
    assert "chunk" in (may_import("answer") or ())
