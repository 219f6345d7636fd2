"""A sentence whose source was recognised from a picture passes as any other, and its check says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.types.answer import CheckState, Draft, DraftSentence, Support
from pincite.types.retrieval import Evidence
from pincite.validate.policy import GATES, check_draft

RENT = "The rent is due on the first day of each month."


@pytest.mark.parametrize("gate", GATES)
def test_check_names_the_sources_that_were_read_by_ocr(gate: str, make_evidence: Callable[..., Evidence]) -> None:
    evidence = [
        make_evidence(RENT, 1, label="Lease, p. 3 (PDF p. 4 of 9, read by OCR)"),
        make_evidence(RENT, 2, label="Lease, p. 5 (PDF p. 6 of 9)"),
    ]
    for citations, detail in (((1,), "[1] was read by OCR; compare it with the page"), ((2,), "")):
        (checked,) = check_draft(Draft((DraftSentence(RENT, citations),), "test"), evidence, GATES[gate])
        found = checked.checks[0]
        assert (found.check, found.state, found.detail) == ("citation", CheckState.PASSED, detail)
        assert checked.support is Support.FULL


def test_failed_check_says_what_failed(make_evidence: Callable[..., Evidence]) -> None:
    evidence = [make_evidence(RENT, 1, label="Lease, PDF p. 4 of 9, read by OCR")]
    (checked,) = check_draft(Draft((DraftSentence(RENT, (7,)),), "test"), evidence, GATES["standard"])
    assert "there is no source [7]" in checked.checks[0].detail
