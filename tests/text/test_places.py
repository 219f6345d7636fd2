"""Places named in titles, texts and questions: listed ones, and unlisted ones by the form of their names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.place_names import CITIES, STATES
from pincite.text.places import FEDERAL, main_place, named_places, places_in, unified
from pincite.types.document import Place

OHIO = Place(("us", "oh"), "Ohio")
MERROW = Place(("merrow",), "Merrow")
LARKHAVEN = Place(("merrow", "larkhaven"), "Larkhaven")

NAMED = [
    pytest.param("What does my Ohio landlord owe me?", [("us", "oh")], id="state"),
    pytest.param("Oregon's limit", [("us", "or")], id="possessive"),
    pytest.param("UNDER OHIO LAW", [("us", "oh")], id="capitals"),
    pytest.param("West Virginia law", [("us", "wv")], id="longest-name"),
    pytest.param("Washington, D.C. rules", [("us", "dc")], id="capital-is-no-state"),
    pytest.param("Washington State rules", [("us", "wa")], id="state-named-as-one"),
    pytest.param("in New York City", [("us", "ny", "new york city")], id="city-named-like-its-state"),
    pytest.param("Fla. Stat. § 83.49", [("us", "fl")], id="citation-form"),
    pytest.param("Ohio and then Texas", [("us", "oh"), ("us", "tx")], id="two-in-order"),
    pytest.param("federal law", [("us",)], id="federal"),
    pytest.param("Miami County, Ohio", [("us", "oh", "miami county")], id="county-with-state"),
    pytest.param("Dunmore County", [("dunmore county",)], id="county-alone"),
    pytest.param("COUNTY OF DUNMORE", [("dunmore county",)], id="county-of-in-capitals"),
    pytest.param("DUNMORE COUNTY", [("dunmore county",)], id="county-in-capitals"),
    pytest.param("Brookfield, Ohio", [("us", "oh", "brookfield")], id="town-with-state"),
    pytest.param("Does County law apply to Every County?", [], id="county-as-a-word"),
    pytest.param("Texan, Ohioan, oregon pine", [], id="other-words"),
    pytest.param("Does a Virginia-Highland flat count?", [], id="name-inside-a-name"),
    pytest.param("the landlord must give notice", [], id="none"),
    pytest.param("", [], id="empty"),
]


@pytest.mark.parametrize(("text", "paths"), NAMED)
def test_places_of_a_text(text: str, paths: list[tuple[str, ...]]) -> None:
    assert [place.path for place, _ in places_in(text)] == paths


def test_every_listed_name_stands_for_its_place() -> None:
    for code, (name, others) in STATES.items():
        for text in (name, *others):
            assert [p.path for p, _ in places_in(text)] == [("us", code)], text
    for name, code, others in CITIES:
        for text in (name, *others):
            assert [p.path for p, _ in places_in(text)] == [("us", code, name.lower())], text


@given(st.text("Ohio, New York City County of D.C. federal Merrow", max_size=60))
def test_spans_ascend_and_do_not_overlap(text: str) -> None:
    end = 0
    for _, span in places_in(text, [MERROW]):
        assert end <= span.start < span.end <= len(text)
        end = span.end


def test_places_of_the_library_are_known_by_name() -> None:
    ((place, span),) = places_in("Is this so in Larkhaven's old town?", [LARKHAVEN])
    assert (place, span) == (LARKHAVEN, (14, 23))
    assert places_in("Larkhavener rules", [LARKHAVEN]) == []


QUESTIONS = [
    pytest.param("in Ohio or in Ohio", (), [("us", "oh")], id="each-once"),
    pytest.param("in Miami County, under Ohio law", (), [("us", "oh", "miami county"), ("us", "oh")], id="one-state"),
    pytest.param(
        "in Miami County, Ohio or Texas",
        (),
        [("us", "oh", "miami county"), ("us", "tx")],
        id="county-with-its-state-and-another",
    ),
    pytest.param(
        "in Dunmore County",
        (Place(("us", "oh", "dunmore county"), "Dunmore County"),),
        [("us", "oh", "dunmore county")],
        id="county-completed-from-the-library",
    ),
    pytest.param("in Dunmore County, Ohio and Texas law", (), None, id="county-between-two-states"),
    pytest.param("may a Larkhaven landlord do so?", (LARKHAVEN,), [LARKHAVEN.path], id="fictional-town"),
]


@pytest.mark.parametrize(("question", "known", "paths"), QUESTIONS)
def test_places_of_a_question(question: str, known: tuple[Place, ...], paths: list[tuple[str, ...]] | None) -> None:
    found = [p.path for p in named_places(question, known)]
    assert found == (paths if paths is not None else [("us", "oh", "dunmore county"), ("us", "tx")])


def test_short_and_full_forms_of_a_place_are_one() -> None:
    short = Place(("larkhaven",), "Larkhaven")
    assert unified([short, LARKHAVEN, MERROW, OHIO]) == {
        short: LARKHAVEN,
        LARKHAVEN: LARKHAVEN,
        MERROW: MERROW,
        OHIO: OHIO,
    }
    assert unified([]) == {}


DOCUMENTS = [
    pytest.param("Ohio Tenants' Handbook", "Texas Texas Texas", ("us", "oh"), id="title-decides"),
    pytest.param("City of Larkhaven Housing Code", "", ("larkhaven",), id="city-by-form-without-the-title's-words"),
    pytest.param("Rules of the CITY OF LARKHAVEN", "", ("larkhaven",), id="city-in-capitals"),
    pytest.param("Tenancy Act", "State of Merrow\nSection 1", ("merrow",), id="state-by-form-in-the-head"),
    pytest.param("Housing Guide", "Ohio. " + "x" * 1600 + "Texas Texas", ("us", "oh"), id="head-counts-five-times"),
    pytest.param("Housing Guide", "Write to us at 1 Main St, Columbus, OH 43215 or Texas", ("us", "tx"), id="address"),
    pytest.param("Fair Housing", "federal law of the United States", ("us",), id="federal"),
    pytest.param("Fair Housing", "federal law, and Ohio", ("us", "oh"), id="state-beside-federal"),
    pytest.param("Dunmore County Handbook", "Ohio law. Ohio. Texas.", ("us", "oh", "dunmore county"), id="county"),
    pytest.param("New York rules for New York City", "", ("us", "ny", "new york city"), id="deeper-place-in-the-title"),
    pytest.param("Terms of Use", "You agree.", None, id="none"),
    pytest.param("", "", None, id="empty"),
]


@pytest.mark.parametrize(("title", "text", "path"), DOCUMENTS)
def test_main_place_of_a_document(title: str, text: str, path: tuple[str, ...] | None) -> None:
    place = main_place(title, text)
    assert (place.path if place else None) == path


def test_federal_contains_every_state_and_no_fictional_one() -> None:
    assert FEDERAL.contains(OHIO)
    assert not OHIO.contains(FEDERAL)
    assert not FEDERAL.contains(MERROW)
