"""Prose as small language models write it, against sources of ours: faithful, or turned round.

Each row of `prose_pairs.tsv` is held against its source by the whole gate, by words. A faithful one that shares too few
words with its source must still pass every check of what it says. The set `held_out` was written before any of the
mechanisms it tries, and nothing was tuned on it. `MISSED` are the rows that the gate gets wrong, so that a change
either way is seen.
"""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from pincite.types.answer import CheckState, Draft, DraftSentence
from pincite.types.retrieval import Evidence
from pincite.validate.policy import STANDARD, check_draft

MakeEvidence = Callable[..., Evidence]

PAIRS = Path(__file__).with_name("prose_pairs.tsv")
with PAIRS.open(encoding="utf-8", newline="") as _file:
    ROWS = list(csv.DictReader(_file, delimiter="\t", quoting=csv.QUOTE_NONE))
MISSED = {
    "rent-on-time": "`not paid on time` is read as the denial of `has to be paid on time`",
    "heat-24-hours": "`failure of the heat` is read as a denial",
    "vacation-days": "`one and a half days` is no 1.5",
    "sixteen-years": "`the age of 16` has no unit",
    "ko-committee-may-turned": "a plain Korean `구성한다` is not taken for a duty",
    "marina-fee-payer-turned": "parties of no table change places over two sentences",
    "rooms": "`flat` and `costs` are not in a bare list of prices",
    "newsletter": "`according to the policy` and `address` are not in the source",
    "two-keys": "`fee` and `additional` stand for `costs` and `further`",
    "two-periods": "`renters` and `goes up` stand for `tenancy` and `raised`",
    "employer-tools": "`free of charge` and `at no charge` differ in a negation",
}


def passed(claim: str, source: Evidence, says: bool) -> bool:
    """Whether the gate passes the claim; of a faithful one, whatever its distance in words."""
    (checked,) = check_draft(Draft((DraftSentence(claim, (1,)),), "test"), [source], STANDARD)
    if says:
        return all(f.state is CheckState.PASSED for f in checked.checks if f.check != "alignment")
    return checked.passed


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_prose_passes_where_its_source_says_it(row: dict[str, str], make_evidence: MakeEvidence) -> None:
    says = row["says"] == "yes"
    right = passed(row["claim"], make_evidence(row["source"]), says) is says
    assert right is (row["id"] not in MISSED)


@pytest.mark.parametrize("name", ["tuned", "held_out"])
def test_half_of_the_rows_are_turned_round(name: str) -> None:
    said = [row["says"] == "yes" for row in ROWS if row["set"] == name]
    assert 0.4 < sum(said) / len(said) < 0.6


def test_rows_have_ids_of_their_own() -> None:
    ids = [row["id"] for row in ROWS]
    assert len(set(ids)) == len(ids)
    assert set(MISSED) <= set(ids)
