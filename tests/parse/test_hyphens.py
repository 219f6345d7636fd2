"""Words broken at line ends."""

from __future__ import annotations

import pytest

from pincite.parse.pdf.document.hyphens import Vocabulary

DOCUMENT = (
    "An apartment is considered vacant. A month-to-month tenancy, self-help, owner-occupied homes, rent for a landlord"
    " and a tenant, out-of-pocket costs, landlord-tenant law, the word stabilized, ten ants"
)
ROWS = [
    ("joined_form_known", "is con", "sidered", False),
    ("joined_form_unknown", "is exas", "perating", False),
    ("hyphenated_form_known", "the landlord", "tenant law", True),
    ("compound_goes_on", "out-of", "pocket", True),
    ("compound_breaks_inside_word", "rent-stabil", "ized", False),
    ("prefix", "a self", "employed person", True),
    ("two_known_words", "the rent", "tenant relation", True),
    ("closed_compound", "with", "in ten days", False),
    ("digits", "sections 13400", "13424", True),
    ("digit_and_letter", "a 30", "day notice", True),
    ("name_after_prefix", "non", "American", True),
    ("capitals", "TEN", "ANCY", False),
]


@pytest.mark.parametrize(("before", "after", "keeps"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_document_decides_whether_the_hyphen_stays(before: str, after: str, keeps: bool) -> None:
    assert Vocabulary([DOCUMENT]).keeps_hyphen(before, after) is keeps


@pytest.mark.parametrize("mark", ["\x02", "\ufffe", "\xad"], ids=["control", "noncharacter", "soft"])
def test_fragments_of_broken_words_are_no_words(mark: str) -> None:
    vocabulary = Vocabulary([f"the con{mark}sidered case"])
    assert not vocabulary.keeps_hyphen("con", "sidered")
