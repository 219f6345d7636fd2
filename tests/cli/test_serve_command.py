"""`pincite serve` as a process: it says where it listens, serves, and refuses what is unsafe."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="needs the extra serve")

TOKEN = "anna-0123456789-abcdefghij"


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "pincite", "serve", *arguments]


@pytest.mark.slow
def test_it_serves_an_empty_library_until_it_is_told_to_end(tmp_path: Path) -> None:
    import httpx

    (tmp_path / "anna").write_text(TOKEN)
    arguments = ("--library", str(tmp_path / "new"), "--port", "0", "--json", "--token", f"anna:{tmp_path / 'anna'}")
    with subprocess.Popen(command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        text = ""
        while not text.rstrip().endswith("}"):
            text += process.stdout.readline()
        found = json.loads(text)
        assert found["tokens"] == ["anna"]
        end = time.monotonic() + 30
        while True:
            try:
                if httpx.get(f"{found['url']}/api/v1/health").json()["status"] == "ready":
                    break
            except httpx.TransportError:
                pass
            assert time.monotonic() < end
            time.sleep(0.1)
        assert httpx.get(f"{found['url']}/api/v1/documents").status_code == 401
        headers = {"Authorization": f"Bearer {TOKEN}"}
        assert httpx.get(f"{found['url']}/api/v1/documents", headers=headers).json() == {"documents": []}
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
        assert "Traceback" not in said
        assert TOKEN not in said


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        pytest.param(("--host", "0.0.0.0"), "there is no token", id="everywhere"),
        pytest.param(("--host", "::"), "there is no token", id="everywhere-6"),
        pytest.param(("--token", "anna"), "NAME:FILE", id="no-file"),
        pytest.param(("--token", "anna:/nowhere/token"), "cannot be read", id="missing-file"),
        pytest.param(
            ("--host", "203.0.113.1", "--token", "anna:TOKEN"), "listen on 203.0.113.1", id="not-this-machine"
        ),
    ],
)
def test_it_refuses_what_is_unsafe_or_cannot_be(tmp_path: Path, arguments: tuple[str, ...], wanted: str) -> None:
    (tmp_path / "anna").write_text(TOKEN)
    given = [argument.replace("TOKEN", str(tmp_path / "anna")) for argument in arguments]
    found = subprocess.run(
        command("--library", str(tmp_path / "new"), *given),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=os.environ | {"PINCITE_LIBRARY": str(tmp_path / "new")},
    )
    assert found.returncode == 1
    assert wanted in found.stderr
    assert "Traceback" not in found.stderr
    assert TOKEN not in found.stderr
