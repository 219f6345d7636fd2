"""kill -9 over all that changes a library, with readers at work; `benchmarks/kill_library.py` runs it at length."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "kill_library.py"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="starts its writers by fork")
def test_kills_lose_nothing_and_nothing_removed_is_shown() -> None:
    done = subprocess.run(
        [sys.executable, str(BENCHMARK), "--kills", "15", "--seed", "7"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    assert "nothing lost, nothing by halves, nothing removed was shown" in done.stdout
