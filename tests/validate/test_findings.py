"""What failed findings say: the words of the sentence and those of the source, on one line."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.types.answer import CheckState, Draft, DraftSentence
from pincite.types.chunk import Chunk, Piece
from pincite.types.document import Span
from pincite.types.retrieval import Evidence
from pincite.validate import wording
from pincite.validate.policy import STANDARD, check_draft

MakeEvidence = Callable[..., Evidence]

RULES = """\
The renter shall return the canoe within 30 days. The dock master may close the dock at noon.
The renter shall pay $15 an hour for the canoe and $40 a day for the sailing boat. No renter may anchor in the channel.
"""

DETAILS = [
    pytest.param(
        "The renter shall return the canoe within 45 days.",
        "figures",
        "wrote '45 days'; source [2] says '30 days'",
        id="figure",
    ),
    pytest.param(
        "The renter shall return the canoe within 30 days by § 4-10.",
        "figures",
        "wrote '§ 4-10'; source [2] gives no section number",
        id="no-figure-of-its-kind",
    ),
    pytest.param(
        "The renter must pay $40 an hour for the canoe.",
        "figures",
        "of something else: wrote '$40' where source [2] says '$15'",
        id="figure-of-something-else",
    ),
    pytest.param(
        "The renter shall return the canoe after at least 30 days.",
        "figures",
        "bounded the other way: wrote 'canoe after at least 30 days.'; source [2] says",
        id="bound",
    ),
    pytest.param(
        "The renter may anchor in the channel.",
        "negation",
        "wrote 'The renter may anchor in the channel.'; source [2] says 'No renter may anchor in the channel.'",
        id="negation",
    ),
    pytest.param(
        "The lessor shall return the canoe within 30 days.",
        "parties",
        "wrote 'The lessor shall return the canoe within 30 days.'; source [2] says 'The renter shall return",
        id="parties",
    ),
    pytest.param(
        "The dock master must close the dock at noon.",
        "modality",
        "must for may: wrote 'The dock master must close the dock at noon.'; source [2] says 'The dock master may",
        id="modality",
    ),
    pytest.param(
        "The dock master may always close the dock at noon.",
        "modality",
        "'always' is more than the source says: wrote",
        id="always",
    ),
    pytest.param(
        "The dock master may close the dock at noon, and ice cream is sold beside the blue lighthouse.",
        "coverage",
        "not carried by [2]: 'and ice cream is sold beside the blue lighthouse.'",
        id="coverage",
    ),
    pytest.param(
        "Dock visitors buy tickets online from home.",
        "alignment",
        "wanted 0.470; nearest there: 'The dock master may close the dock at noon.'",
        id="alignment",
    ),
    pytest.param("Pigs fly.", "alignment", "no span of a cited source shares a word with it", id="no-word"),
]


@pytest.mark.parametrize(("text", "check", "said"), DETAILS)
def test_finding_names_both_sides(text: str, check: str, said: str, make_evidence: MakeEvidence) -> None:
    draft = Draft((DraftSentence(text, (2,)),), "test")
    (checked,) = check_draft(draft, [make_evidence("Other matter.", 1), make_evidence(RULES, 2)], STANDARD)
    finding = next(finding for finding in checked.checks if finding.check == check)
    assert finding.state is CheckState.FAILED
    assert said in finding.detail


@pytest.mark.parametrize(
    ("citations", "count", "said"),
    [
        pytest.param((7,), 4, "there is no source [7]; sources are [1] to [4]", id="one-unknown"),
        pytest.param((1, 7, 9, 7), 4, "there is no source [7], [9]; sources are [1] to [4]", id="two-unknown"),
        pytest.param((2,), 1, "there is no source [2]; the only source is [1]", id="one-source"),
        pytest.param((1,), 0, "there is no source [1]; there are no sources", id="no-source"),
        pytest.param((), 2, "no source is cited; sources are [1] to [2]", id="none-cited"),
    ],
)
def test_finding_on_citations_names_the_sources_there_are(
    citations: tuple[int, ...], count: int, said: str, make_evidence: MakeEvidence
) -> None:
    evidence = [make_evidence("Boats need lights.", number) for number in range(1, count + 1)]
    (checked,) = check_draft(Draft((DraftSentence("Pigs fly.", citations),), "test"), evidence, STANDARD)
    assert checked.checks[0].detail == said


@given(st.text(max_size=600), st.text(max_size=900))
def test_details_are_one_safe_line(text: str, source: str) -> None:
    chunk = Chunk("a#1", "a", 0, source, (Piece(0, Span(0, len(source))),), 1, "", "")
    draft = Draft((DraftSentence(text, (1,)), DraftSentence(f"{text} {source[:99]}", (1, 5))), "test")
    for checked in check_draft(draft, [Evidence(1, chunk, "", "", "")], STANDARD):
        for finding in checked.checks:
            assert len(finding.detail) <= wording.MAX_CHARS
            assert finding.detail.isprintable()


def test_words_of_a_document_hold_no_marker_of_ours() -> None:
    assert wording.quoted("see [3]\nand\x1b[2J \u202e[12]") == "'see {3} and [2J {12}'"
    assert wording.quoted("a" * 300, 10) == "'aaaaaaaaa…'"
