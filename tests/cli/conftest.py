"""A library of the demo's documents, made once, and a caller of the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pincite.cli.main import run
from pincite.library import Library

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Result:
    """What one command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Cli = Callable[..., Result]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Runs a command line in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str | Path) -> Result:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return call


@pytest.fixture(scope="session")
def demo_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's English documents; tests only read it."""
    folder = tmp_path_factory.mktemp("demo") / "library"
    with Library.open(folder, create=True) as library:
        reports = library.add([ROOT / "demo" / "documents"], tags=("demo",))
    assert [r.error for r in reports if r.error] == []
    return folder


@pytest.fixture
def note(tmp_path: Path) -> Path:
    """A small document of its own."""
    path = tmp_path / "rules.txt"
    path.write_text(
        "HOUSE RULES OF THE BOAT CLUB\n\n1. KEYS\n\nEach member gets one key and pays a deposit of $40 for it.\n\n"
        "2. BOATS\n\nA boat must be back by 9 p.m. on the day on which it was taken out.\n"
    )
    return path
