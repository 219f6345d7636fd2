"""The code digest of an evaluation: it covers the code that it names."""

from __future__ import annotations

import pytest

from pincite.evaluate.surroundings import ANSWERING, TAKING_IN, code_digest


@pytest.mark.parametrize("parts", [TAKING_IN, ANSWERING], ids=["taking-in", "answering"])
def test_each_part_counts(parts: tuple[str, ...]) -> None:
    whole = code_digest(parts)
    assert all(code_digest(parts[:at] + parts[at + 1 :]) != whole for at in range(len(parts)))


def test_a_part_that_is_not_there_is_a_fault() -> None:
    with pytest.raises(FileNotFoundError):
        code_digest(("types", "no_such_part.py"))
