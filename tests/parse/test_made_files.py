"""Every made file is read as its golden reading says; see `tests/makers/made_files`."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from made_files import MadeFile, made_files
from made_files._reading import GOLDEN, golden_path, missing_needs, reading_of


def _case(file: MadeFile) -> object:
    return pytest.param(file, id=file.name, marks=[pytest.mark.slow] if file.ocr else [])


@pytest.mark.parametrize("file", [_case(file) for file in made_files()])
def test_made_file_is_read_as_expected(file: MadeFile) -> None:
    missing = missing_needs(file)
    if missing:
        pytest.skip(f"needs {', '.join(missing)}")
    path = golden_path(file)
    assert path.is_file(), f"no golden reading: write it with python -m made_files --golden {file.name} and read it"
    with tempfile.TemporaryDirectory() as folder:  # a name that does not depend on the test
        found = reading_of(file, Path(folder))
    assert found == json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize("file", [pytest.param(file, id=file.name) for file in made_files()])
def test_made_file_has_the_same_bytes_at_every_call(file: MadeFile) -> None:
    if missing_needs(file):
        pytest.skip("what makes it is not here")
    assert file.make() == file.make()


def test_every_golden_reading_has_its_file() -> None:
    known = {golden_path(file).name for file in made_files()}
    assert {path.name for path in GOLDEN.glob("*.json")} <= known
