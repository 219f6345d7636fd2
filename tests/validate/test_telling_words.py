"""A sentence may say hardly a word that its source does not have."""

from collections.abc import Callable

import pytest

from pincite.types.answer import CheckState, Draft, DraftSentence
from pincite.types.retrieval import Evidence
from pincite.validate.policy import STANDARD, check_draft
from pincite.validate.telling_words import telling

MakeEvidence = Callable[..., Evidence]
FEE = "Talk first, then write. The fee is $30; households with a low income do not pay it."
PET = "A ban on pets is waived where the owner knew of the pet for three months and did not start a proceeding."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The landlord must return the deposit within 30 days.", ["landlord", "return", "deposit"]),
        ("Each tenant's keys; the tenant’s keys", ["tenant", "keys"]),
        ("It applies as the rule of this section says.", []),
        ("보증금은 30일 안에 돌려준다.", []),
        ("", []),
    ],
    ids=["rule", "owners", "light", "korean", "empty"],
)
def test_telling_words(text: str, words: list[str]) -> None:
    assert list(telling(text).values()) == words


def test_verbs_of_one_meaning_are_one_word() -> None:
    assert telling("refunded").keys() == telling("returns").keys()


@pytest.mark.parametrize(
    ("claim", "source", "new"),
    [
        ("The fee for the copy of a lease is $30.", FEE, "'copy', 'lease'"),
        ("The fee is $30.", FEE, ""),
        ("The fee is $30 for everyone.", FEE, ""),
        ("The tenant may start a lawsuit to enforce the ban on pets.", PET, "'tenant', 'lawsuit', 'enforce'"),
    ],
    ids=["qualified", "plain", "one-word", "conclusion"],
)
def test_words_that_the_source_lacks_are_named(claim: str, source: str, new: str, make_evidence: MakeEvidence) -> None:
    (checked,) = check_draft(Draft((DraftSentence(claim, (1,)),), "test"), [make_evidence(source)], STANDARD)
    coverage = next(f for f in checked.checks if f.check == "coverage")
    assert (coverage.state is CheckState.FAILED) is bool(new)
    assert new in coverage.detail
