from __future__ import annotations

import pytest

from pincite.evaluate.calibrate.measures import RefusalCounts, Share, count_refusals

COUNTS = RefusalCounts(answered_answerable=70, refused_answerable=12, answered_unanswerable=4, refused_unanswerable=14)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("precision", 14 / (14 + 12), id="precision"),
        pytest.param("recall", 14 / (14 + 4), id="recall"),
        pytest.param("refused_wrongly", 12 / (12 + 70), id="refused-wrongly"),
        pytest.param("answered_wrongly", 4 / (14 + 4), id="answered-wrongly"),
    ],
)
def test_shares(name: str, expected: float) -> None:
    share = getattr(COUNTS, name)
    assert share.value == expected
    assert share.interval.low < expected < share.interval.high


def test_counts_of_pairs() -> None:
    pairs = [(True, False), (True, False), (True, True), (False, False), (False, True)]
    assert count_refusals(pairs) == RefusalCounts(2, 1, 1, 1)


def test_nothing_counted_has_no_share() -> None:
    assert RefusalCounts().precision.value is None
    assert RefusalCounts().precision.interval is None
    assert str(Share(0, 0)) == "0 of 0"


def test_share_reads_with_its_interval() -> None:
    assert str(Share(14, 18)) == "14 of 18 (77.8%, 95 % interval 54.8% to 91.0%)"
