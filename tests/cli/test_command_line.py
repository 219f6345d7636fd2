from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

COMMANDS = ["add", "ls", "show", "rm", "info", "doctor", "reindex", "search", "ask", "verify", "check"]
MAIN = [sys.executable, "-m", "pincite.cli.main"]


def test_help_lists_every_command(cli: Any) -> None:
    result = cli("--help")
    assert result.code == 0
    assert [name for name in COMMANDS if f"\n  {name} " not in result.out] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command_tells_its_options_wholly(cli: Any, command: str) -> None:
    result = cli(command, "--help")
    assert result.code == 0
    assert all(option in result.out for option in ("--library", "--json", "--config"))
    assert "..." not in cli("--help").out.split("Commands:")[1]


def test_version(cli: Any) -> None:
    result = cli("--version")
    assert (result.code, result.out.split()[0]) == (0, "pincite")


def test_help_is_quick_and_loads_nothing_heavy() -> None:
    heavy = ("numpy", "pydantic", "rich", "pypdfium2", "onnxruntime", "sqlite3", "jsonschema", "bm25s")
    code = (
        "import sys; from pincite.cli.main import run; run(['--help']);"
        f"sys.exit(', '.join(n for n in {heavy!r} if n in sys.modules) or None)"
    )
    times = []
    for _ in range(3):
        started = time.perf_counter()
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        times.append(time.perf_counter() - started)
        assert (found.returncode, found.stderr) == (0, "")
    # The aim is 0.3 s; a busy machine gets some room.
    assert min(times) < 0.6


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([], id="nothing"),
        pytest.param(["frobnicate"], id="unknown-command"),
        pytest.param(["ask"], id="no-question"),
        pytest.param(["ask", "x", "--gate", "strict"], id="gate-strict"),
        pytest.param(["ask", "x", "--preset", "best"], id="unknown-preset"),
        pytest.param(["ask", "x", "--method", "walk"], id="unknown-method"),
        pytest.param(["search", "x", "-k", "0"], id="k-zero"),
        pytest.param(["search", "x", "--mode", "walk"], id="unknown-mode"),
        pytest.param(["ls", "--frobnicate"], id="unknown-option"),
        pytest.param(["check", "--sources", "x"], id="check-without-text"),
        pytest.param(["show", "x", "--text", "--page", "1"], id="two-parts"),
    ],
)
def test_a_command_line_that_cannot_be_read_is_exit_code_2(cli: Any, arguments: list[str]) -> None:
    result = cli(*arguments)
    assert (result.code, result.out) == (2, "")
    assert "Usage: pincite" in result.err
    assert "Traceback" not in result.err


def test_usage_errors_are_json_too(cli: Any) -> None:
    result = cli("ask", "x", "--gate", "strict", "--json")
    assert result.code == 2
    assert result.json["error"]["type"] == "UsageError"
    assert "'strict' is not one of 'paper', 'standard'" in result.json["error"]["message"]


@pytest.mark.parametrize("command", [["ls"], ["info"], ["search", "x"], ["ask", "x"], ["rm", "x"], ["show", "x"]])
def test_no_library_is_an_error_with_the_way_out(cli: Any, command: list[str]) -> None:
    result = cli(*command, "--library", "absent")
    assert (result.code, result.out) == (1, "")
    assert "absent" in result.err
    assert "pincite add" in result.err


def test_errors_are_json_too(cli: Any) -> None:
    result = cli("--json", "ls", "--library", "absent")
    assert result.code == 1
    assert result.json["error"]["type"] == "LibraryNotFound"
    assert result.json["error"]["hint"]


def test_options_stand_before_or_after_the_command(cli: Any, demo_library: Path) -> None:
    before = cli("--library", demo_library, "--json", "ls")
    after = cli("ls", "--json", "--library", demo_library)
    assert before.code == after.code == 0
    assert before.json == after.json


def test_the_later_option_counts(cli: Any, demo_library: Path) -> None:
    assert cli("--library", "absent", "ls", "--library", demo_library).code == 0


def test_library_from_the_environment_and_the_file(cli: Any, demo_library: Path, monkeypatch: Any) -> None:
    Path("own.toml").write_text(f"library = {str(demo_library)!r}\n")
    assert cli("ls", "--config", "own.toml").code == 0
    monkeypatch.setenv("PINCITE_LIBRARY", "absent")
    assert cli("ls", "--config", "own.toml").code == 1
    assert cli("ls", "--config", "own.toml", "--library", demo_library).code == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("[retrieve]\ntopk = 3\n", "retrieve.top_k", id="unknown-key-lists-near-ones"),
        pytest.param("[answer]\ngate = 'strict'\n", "answer.gate", id="unknown-choice"),
        pytest.param("[chunk\n", "TOML", id="broken"),
    ],
)
def test_bad_settings_are_an_error(cli: Any, demo_library: Path, text: str, said: str) -> None:
    Path("pincite.toml").write_text(text)
    result = cli("ls", "--library", demo_library)
    assert (result.code, result.out) == (1, "")
    assert said in result.err


def test_missing_settings_file_is_an_error(cli: Any) -> None:
    result = cli("ls", "--config", "absent.toml")
    assert result.code == 1
    assert "absent.toml" in result.err


def test_a_reader_that_goes_away_ends_the_command_quietly(demo_library: Path) -> None:
    command = [*MAIN, "show", "larkhaven-tenancy-act", "--text", "--library", str(demo_library)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        said = process.stderr.read()
    assert (process.returncode, said) == (141, b"")


def test_interrupt_shows_no_traceback(cli: Any, demo_library: Path, monkeypatch: Any) -> None:
    def interrupted(self: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pincite.library.Library.documents", interrupted)
    result = cli("ls", "--library", demo_library)
    assert (result.code, result.out) == (130, "")
    assert "Traceback" not in result.err


def test_output_in_a_pipe_is_plain(demo_library: Path) -> None:
    command = [*MAIN, "ls", "--library", str(demo_library)]
    environment = os.environ | {"FORCE_COLOR": "1", "PYTHONIOENCODING": "ascii"}
    found = subprocess.run(command, capture_output=True, check=True, env=environment)
    assert b"\x1b" not in found.stdout + found.stderr
    assert found.stdout.startswith(b"DOCUMENT")
