from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.titles import MAX_NAME, in_title_case, short_title, shown_title, whole_label
from pincite.types.document import Place

MERROW = Place(("merrow",), "Merrow")
NEW_YORK = Place(("us", "ny"), "New York")
NEW_YORK_CITY = Place(("us", "ny", "new york city"), "New York City")
DISTRICT = Place(("us", "dc"), "District of Columbia")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        pytest.param("Tenancy Act", "Tenancy Act", id="short"),
        pytest.param("A Guide: for Renters", "A Guide: for Renters", id="short-with-separator"),
        pytest.param(
            "Elbonia Statutes, Chapter 83, Part II - Residential Tenancies Generally",
            "Elbonia Statutes, Chapter 83, Part II",
            id="dash",
        ),
        pytest.param(
            "E.B. Official Code, Title 42, Chapter 35. Rental Housing Generally (Act of 1985)",
            "E.B. Official Code, Title 42, Chapter 35",
            id="stop-not-in-an-abbreviation",
        ),
        pytest.param(
            "105 EBR 410 — Minimum Standards of Fitness for Human Habitation, Chapter II", "105 EBR 410", id="number"
        ),
        pytest.param(
            "Landlord-Tenant Rights & Responsibilities under Merrow Law — Fair Housing Office of Harbor County",
            "Landlord-Tenant Rights & Responsibilities under Merrow Law",
            id="name-that-ends-a-little-later",
        ),
        pytest.param(
            "Landlord-Tenant Rights & Responsibilities under Merrow Law",
            "Landlord-Tenant Rights & Responsibilities under Merrow Law",
            id="a-little-too-long",
        ),
        pytest.param(
            "Rights and Duties of Landlords and Tenants in Harbor City and Elsewhere",
            "Rights and Duties of Landlords and Tenants in…",
            id="no-separator",
        ),
        pytest.param("x" * 70, "x" * 49 + "…", id="one-word"),
        pytest.param("  Tenancy \n Act ", "Tenancy Act", id="white-space"),
    ],
)
def test_short_title(title: str, expected: str) -> None:
    assert short_title(title) == expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        pytest.param("TENANTS’ RIGHTS GUIDE", "Tenants’ Rights Guide", id="apostrophe"),
        pytest.param("TENANTS' RIGHTS GUIDE", "Tenants' Rights Guide", id="straight-apostrophe"),
        pytest.param("THE LANDLORD'S DUTIES", "The Landlord's Duties", id="genitive"),
        pytest.param("O’BRIEN LEASE", "O’Brien Lease", id="name-with-an-apostrophe"),
        pytest.param("TITLE 27 - CHAPTER 2 HOUSING CODE", "Title 27 - Chapter 2 Housing Code", id="numbers"),
        pytest.param("CHAPTER XIV GENERAL RULES", "Chapter XIV General Rules", id="roman-number"),
        pytest.param("RULES OF THE CLUB AND FOR ALL", "Rules of the Club and for All", id="small-words"),
        pytest.param("WHAT TO LOOK FOR", "What to Look For", id="small-word-at-the-end"),
        pytest.param("NYC RENT GUIDE: THE BASICS", "NYC Rent Guide: The Basics", id="small-word-after-a-colon"),
        pytest.param("HUD RULES UNDER 24 CFR PART 5", "HUD Rules under 24 CFR Part 5", id="abbreviations"),
        pytest.param("THE U.S. CODE AND U.S.C. § 5", "The U.S. Code and U.S.C. § 5", id="with-stops"),
        pytest.param("SCHEDULE A FEES", "Schedule A Fees", id="lettered-part"),
        pytest.param("A GUIDE TO RENT", "A Guide to Rent", id="article"),
        pytest.param("LANDLORD-TENANT RENT-TO-OWN LAW", "Landlord-Tenant Rent-to-Own Law", id="hyphens"),
        pytest.param("ST. OSWIN CODE", "St. Oswin Code", id="saint"),
        pytest.param("SMITH V. JONES", "Smith v. Jones", id="case-name"),
        pytest.param("2ND EDITION OF 1999", "2nd Edition of 1999", id="ordinal"),
        pytest.param("LOI SUR LE LOYER À PAYER", "Loi Sur Le Loyer À Payer", id="accents"),
        pytest.param("TENANT GUIDE — Office of Rent", "Tenant Guide — Office of Rent", id="one-part-of-two"),
        pytest.param("LEASE", "LEASE", id="one-word-stays"),
        pytest.param("105 CMR 410", "105 CMR 410", id="one-word-with-numbers-stays"),
        pytest.param("E.B. Official Code of the NDA", "E.B. Official Code of the NDA", id="not-all-in-capitals"),
        pytest.param("ncjrs 76315 scanned", "ncjrs 76315 scanned", id="name-of-a-file"),
        pytest.param("시험연구법 ABC DEF", "시험연구법 ABC DEF", id="letters-without-case"),
        pytest.param("", "", id="empty"),
    ],
)
def test_title_case(title: str, expected: str) -> None:
    assert in_title_case(title) == expected


@pytest.mark.parametrize(
    ("title", "place", "expected"),
    [
        pytest.param("Tenant Guide", MERROW, "Tenant Guide (Merrow)", id="place-added"),
        pytest.param("Tenant Guide", None, "Tenant Guide", id="place-unknown"),
        pytest.param("Merrow Tenants", MERROW, "Merrow Tenants", id="place-named"),
        pytest.param("RIGHTS UNDER MERROW LAW", MERROW, "Rights under Merrow Law", id="named-in-capitals"),
        pytest.param("Merrowing Rules", MERROW, "Merrowing Rules (Merrow)", id="part-of-a-word-is-no-name"),
        pytest.param("D.C. Official Code", DISTRICT, "D.C. Official Code", id="other-name-of-the-place"),
        pytest.param(
            "New York Housing Code", NEW_YORK_CITY, "New York Housing Code (New York City)", id="state-names-no-city"
        ),
        pytest.param("New York City Code", NEW_YORK, "New York City Code", id="city-names-its-state"),
        pytest.param(
            "TENANTS’ RIGHTS GUIDE — Office of the State Attorney General of New York",
            NEW_YORK,
            "Tenants’ Rights Guide (New York)",
            id="name-cut-off",
        ),
        pytest.param("SUPPLY AGREEMENT", MERROW, "Supply Agreement", id="contract"),
        pytest.param("Fernway Privacy Policy", MERROW, "Fernway Privacy Policy", id="policy"),
        pytest.param(
            "Model Lease for Furnished Rooms, to be used in all of New York and not elsewhere",
            NEW_YORK,
            "Model Lease for Furnished Rooms (New York)",
            id="contract-that-names-it",
        ),
        pytest.param("시험연구법 시행령", None, "시험연구법 시행령", id="korean"),
    ],
)
def test_place_of_a_title(title: str, place: Place | None, expected: str) -> None:
    assert shown_title(title, place) == expected


def test_places_of_one_path_keep_their_names() -> None:
    assert shown_title("Rules", Place(("merrow",), "State of Merrow")) == "Rules (State of Merrow)"
    assert shown_title("Rules", MERROW) == "Rules (Merrow)"


@given(st.text(alphabet="AB ÀI.V’'-—2(): OF THE", max_size=80))
def test_title_case_changes_case_only(title: str) -> None:
    found = in_title_case(title)
    assert found.upper() == title
    assert in_title_case(found) == found


@given(st.text(min_size=1, max_size=120))
def test_short_title_is_short(title: str) -> None:
    assert len(short_title(title)) <= MAX_NAME


LONG = "Residential Tenancy Act of the City of Larkhaven and of the Islands before its Harbor"
GUIDE = "TENANTS’ RIGHTS GUIDE — Office of the Attorney General of Merrow, Second Edition"
WHOLE = [
    ("short_title", "Harbor Act, § 3", "Harbor Act", "Harbor Act, § 3"),
    ("long_title", f"{short_title(LONG)}, § 3", LONG, f"{LONG}, § 3"),
    (
        "place_that_the_whole_title_names",
        "Tenants’ Rights Guide (Merrow), p. 3",
        GUIDE,
        "Tenants’ Rights Guide — Office of the Attorney General of Merrow, Second Edition, p. 3",
    ),
    ("place_that_it_does_not_name", f"{short_title(LONG)} (Merrow), § 3", LONG, f"{LONG} (Merrow), § 3"),
    ("page_in_brackets", f"{short_title(LONG)}, p. 3 (PDF p. 4 of 9)", LONG, f"{LONG}, p. 3 (PDF p. 4 of 9)"),
    ("another_documents_label", "Pier Rules, § 3", LONG, "Pier Rules, § 3"),
    ("korean", "시험연구법 제20조", "시험연구법", "시험연구법 제20조"),
]


@pytest.mark.parametrize(("label", "title", "expected"), [row[1:] for row in WHOLE], ids=[row[0] for row in WHOLE])
def test_a_label_with_the_whole_title(label: str, title: str, expected: str) -> None:
    assert whole_label(label, title) == expected


def test_the_long_title_of_these_rows_is_cut() -> None:
    assert short_title(LONG) != LONG
