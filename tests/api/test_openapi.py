"""The API's description, and requests made of it: none may break the server."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

MAX_EXAMPLES = "5"


@pytest.fixture(scope="module")
def described(server: Any) -> Any:
    return server.get("/api/v1/openapi.json").json()


def test_every_path_is_described_in_words(described: Any) -> None:
    for path, methods in described["paths"].items():
        for method, facts in methods.items():
            assert facts.get("description"), f"{method} {path}"
            assert facts.get("tags"), f"{method} {path}"


def test_every_reference_leads_somewhere(described: Any) -> None:
    text = json.dumps(described)
    names = {part.split('"')[0] for part in text.split('"#/components/schemas/')[1:]}
    assert names <= set(described["components"]["schemas"])


def test_every_error_is_described_as_a_problem(described: Any) -> None:
    for path, methods in described["paths"].items():
        if path.startswith("/api/"):
            for facts in methods.values():
                errors = {status: found for status, found in facts["responses"].items() if int(status) >= 400}
                assert all("application/problem+json" in found["content"] for found in errors.values()), path


def test_no_page_of_another_host_describes_it(server: Any) -> None:
    assert [server.get(path).status_code for path in ("/docs", "/redoc", "/openapi.json")] == [404] * 3


@pytest.mark.slow
def test_no_request_that_can_be_made_of_it_breaks_the_server(make_server: Any) -> None:
    pytest.importorskip("schemathesis", reason="needs the package schemathesis")
    one = make_server(requests_per_minute=1_000_000)
    found = subprocess.run(
        [
            *(sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()", "run"),
            f"{one.url}/api/v1/openapi.json",
            *("--checks", "not_a_server_error", "--max-examples", MAX_EXAMPLES, "--phases", "coverage,fuzzing"),
            *("--generation-deterministic", "--no-color"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout[-6000:]
    assert one.ask("Within how many days must the landlord return the deposit?").status_code == 200
