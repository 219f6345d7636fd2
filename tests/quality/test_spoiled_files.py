"""Spoiled and random files of every kind do no harm; `benchmarks/fuzz_files.py` takes in many more of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "fuzz_files.py"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="measures memory as Linux tells it")
def test_a_hundred_spoiled_files_do_no_harm() -> None:
    done = subprocess.run(
        [sys.executable, str(BENCHMARK), "--count", "100", "--seed", "11"],
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
        env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no harm done" in done.stdout
