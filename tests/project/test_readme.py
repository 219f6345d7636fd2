"""The README shows what pincite prints: its first screen is run against the demo's documents and compared."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from pincite.cli.main import run
from pincite.library import Library

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
SHOWN = re.compile(
    r"<!-- shown: exactly as printed -->\n```console\n\$ pincite (?P<command>.*)\n(?P<output>(?:.*\n)*?)```\n"
)
EXIT_CODES = (0, 3)


class Example(NamedTuple):
    """A command of the README and what it is said to print."""

    command: list[str]
    output: str


EXAMPLES = [Example(shlex.split(match["command"]), match["output"]) for match in SHOWN.finditer(README)]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("readme") / "library"
    with Library.open(folder, create=True) as opened:
        opened.add([ROOT / "demo" / "documents"])
    return folder


def test_first_screen_shows_one_answer_and_one_refusal() -> None:
    assert len(EXAMPLES) == 2
    assert README.index("```console") < README.index("## Install")


@pytest.mark.parametrize(("place", "code"), list(enumerate(EXIT_CODES)), ids=["answered", "refused"])
def test_first_screen_is_what_is_printed(
    place: int, code: int, library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example = EXAMPLES[place]
    assert run(["--library", str(library), *example.command]) == code
    assert capsys.readouterr().out == example.output


SESSION = re.search(r"<!-- first session: run by a test -->\n```sh\n((?:.*\n)*?)```\n", README)


def test_first_session_runs_as_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert SESSION is not None
    lines = [shlex.split(line, comments=True) for line in SESSION[1].splitlines()]
    commands = [line[1:] for line in lines if line[0] == "pincite"]
    assert [line[0] for line in lines] == ["python3", "pip", *["pincite"] * 4]
    assert [command[0] for command in commands] == ["add", "ask", "ask", "serve"]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "demo").symlink_to(ROOT / "demo")
    assert [run(command) for command in commands[:3]] == [0, *EXIT_CODES]
    said = capsys.readouterr().out
    assert "5 added" in said
    assert [example.output in said for example in EXAMPLES] == [True, True]


def test_demo_asks_the_questions_of_the_first_screen() -> None:
    script = (ROOT / "demo" / "demo.sh").read_text("utf-8")
    assert [example.command[1] in script for example in EXAMPLES] == [True, True]


def test_python_of_the_readme_compiles() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert [len(block.splitlines()) for block in blocks] == [3]
    compile(blocks[0], "README.md", "exec")
