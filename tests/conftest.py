"""Fixtures of the whole suite: where the shared data and the demo lie; and a count of tests without data."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NO_DATA = "needs the data folder: set PINCITE_DATA or lay it at ../shared/data"


def find_data() -> Path | None:
    """The data folder: `$PINCITE_DATA`, else `../shared/data` beside the checkout; None where neither is a folder."""
    named = os.environ.get("PINCITE_DATA")
    folder = Path(named) if named else ROOT.parent / "shared" / "data"
    return folder.resolve() if folder.is_dir() else None


@pytest.fixture(scope="session")
def data_dir() -> Path:
    folder = find_data()
    if folder is None:
        pytest.skip(NO_DATA)
    return folder


@pytest.fixture(scope="session")
def demo_dir() -> Path:
    return ROOT / "demo"


@pytest.fixture(autouse=True)
def _own_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the caller's library, settings or model key."""
    for name in [n for n in os.environ if n.startswith("PINCITE_") and n != "PINCITE_DATA"]:
        monkeypatch.delenv(name)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line with the number of tests that had no data to run on."""
    skipped = terminalreporter.stats.get("skipped", [])
    missing = sum(NO_DATA in str(report.longrepr) for report in skipped)
    terminalreporter.write_line(f"{missing} tests skipped for want of data")
