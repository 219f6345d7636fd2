"""Labels of English law: what they may count, on which level they stand; titles and notes beside them."""

from __future__ import annotations

import pytest

from pincite.parse.grammars.english.labels import label_at, readings, roman_value, written
from pincite.parse.grammars.english.levels import Levels, place
from pincite.parse.grammars.english.notes import is_gone
from pincite.parse.grammars.english.titles import closed_title, paragraph_title

CFR = Levels.in_order("(a", "(1", "(i", "(A", "(1", "(i")
USC = Levels.in_order("(a", "(1", "(A", "(i", "(I", "(aa", "(AA")

# Labels.

READINGS = [
    ("letter", "paren", "h", {("(a", 8, 0)}),
    ("letter_or_roman", "paren", "i", {("(a", 9, 0), ("(i", 1, 0)}),
    ("roman_fifty", "paren", "l", {("(a", 12, 0), ("(i", 50, 0)}),
    ("double_or_next", "paren", "cc", {("(a", 29, 0), ("(aa", 3, 0), ("(i", 200, 0)}),
    ("second_round", "paren", "ab", {("(a", 28, 0)}),
    ("upper_roman", "paren", "IV", {("(I", 4, 0)}),
    ("digit", "dot", "12", {(".1", 12, 0)}),
    ("inserted_letter", "paren", "a-1", {("(a", 1, 2)}),
    ("inserted_digit", "paren", "2A", {("(1", 2, 2)}),
    ("lost_bracket", "close", "i", {(")a", 9, 0), (")i", 1, 0), ("(a", 9, 0), ("(i", 1, 0)}),
    ("word", "paren", "the", set()),
    ("ordinal", "paren", "2nd", set()),
    ("mixed_case", "paren", "Ab", set()),
]


@pytest.mark.parametrize(("shape", "word", "expected"), [r[1:] for r in READINGS], ids=[r[0] for r in READINGS])
def test_what_a_label_may_count(shape: str, word: str, expected: set[tuple[str, int, int]]) -> None:
    assert {tuple(step) for step in readings(shape, word)} == expected


@pytest.mark.parametrize("kind", ["(1", "(a", "(A", "(i", "(I"])
def test_written_labels_are_read_back(kind: str) -> None:
    for value in range(1, 100):
        word = written(kind, value)
        assert (kind, value, 0) in {tuple(step) for step in readings("paren", word)}, word


@pytest.mark.parametrize(("word", "value"), [("i", 1), ("iv", 4), ("xiv", 14), ("xl", 40), ("mcmxc", 1990)])
def test_roman_values(word: str, value: int) -> None:
    assert roman_value(word) == value


LEVELS = [
    ("roman_behind_h", CFR, "a b c d e f g h 1 i ii 2", "a b c d e f g h h1 h1i h1ii h2"),
    ("letter_behind_h", CFR, "a b c d e f g h 1 2 i 1 2 j", "a b c d e f g h h1 h2 i i1 i2 j"),
    ("letter_i_is_last", CFR, "a b c d e f g h i", "a b c d e f g h i"),
    ("roman_i_alone_with_children", CFR, "a b c d e f g h 1 i A B ii 2", "a b c d e f g h h1 h1i h1iA h1iB h1ii h2"),
    ("v_and_x_letters", CFR, "u v w x y z", None),
    ("letters_to_x_over_roman", CFR, "a b 1 i ii iii iv v vi 2 c", "a b b1 b1i b1ii b1iii b1iv b1v b1vi b2 c"),
    ("digits_once_more_below_capitals", CFR, "a 1 i A 1 2 B ii 2", "a a1 a1i a1iA a1iA1 a1iA2 a1iB a1ii a2"),
    ("six_levels", CFR, "a 1 i A 1 i ii 2 B", "a a1 a1i a1iA a1iA1 a1iA1i a1iA1ii a1iA2 a1iB"),
    ("code_order", USC, "a 1 A i I II ii B 2 b", "a a1 a1A a1Ai a1AiI a1AiII a1Aii a1B a2 b"),
    ("code_double_letters", USC, "a 1 A i I aa bb II", "a a1 a1A a1Ai a1AiI a1AiIaa a1AiIbb a1AiII"),
    ("digits_outermost", Levels(), "1 a b 2 a b c", "1 1a 1b 2 2a 2b 2c"),
    ("capitals_outermost", Levels(), "A 1 2 a b 3 B", "A A1 A2 A2a A2b A3 B"),
    ("inserted", Levels(), "a a-1 a-2 b 1 2 2A 3 c", "a a-1 a-2 b b1 b2 b2A b3 c"),
    ("l_and_m_letters", CFR, "j k l m n", None),
    ("c_and_d", CFR, "a 1 2 b c 1 2 d", "a a1 a2 b c c1 c2 d"),
]


def paths(words: str, levels: Levels) -> list[str]:
    labels = []
    for word in words.split():
        label = label_at(f"({word})", 0, len(word) + 2)
        assert label is not None
        labels.append(label)
    open_: list[str] = []
    found = []
    for placed in place(labels, levels):
        open_[placed.depth :] = [placed.label.number]
        found.append("".join(open_) if placed.depth >= 0 else "-")
    return found


@pytest.mark.parametrize(("levels", "words", "expected"), [r[1:] for r in LEVELS], ids=[r[0] for r in LEVELS])
def test_level_of_labels(levels: Levels, words: str, expected: str | None) -> None:
    assert paths(words, levels) == (expected or words).split()


# Titles and notes.

TITLES = [
    ("sentence_behind", "Standard: Notice. The office must give notice.", "", False, "Standard: Notice"),
    ("own_line", "Exceptions to the rule", "Nothing applies.", False, "Exceptions to the rule"),
    ("dash", "In general.—The office shall", "", False, "In general"),
    ("children_below", "Written notice.", "The office", True, "Written notice"),
    ("colon_with_children", "Implementation specifications:", "Names", True, "Implementation specifications"),
    ("whole_rule", "A health plan.", "", False, ""),
    ("modal", "The office shall act. Then it rests.", "", False, ""),
    ("verb_and_colon", "A lantern is:", "lit", True, ""),
    ("citation", "See 42 U.S.C. 1320d for the fee.", "", False, ""),
    ("lower_case_below", "The making of loans", "for buying a lantern", True, ""),
]


@pytest.mark.parametrize(("rest", "below", "parent", "title"), [r[1:] for r in TITLES], ids=[r[0] for r in TITLES])
def test_titles_of_paragraphs(rest: str, below: str, parent: bool, title: str) -> None:
    assert paragraph_title(rest, below, has_children=parent) == title


def test_closed_title_says_where_the_rule_begins() -> None:
    title, after = closed_title("Fees.—The fee is $5.")
    assert (title, "Fees.—The fee is $5."[after:]) == ("Fees", "The fee is $5.")


@pytest.mark.parametrize("words", ["[Reserved]", "Repealed.", "[Expired May 1, 2003]", "[Removed and reserved]"])
def test_what_is_gone(words: str) -> None:
    assert is_gone(words)


def test_what_is_not_gone() -> None:
    assert not is_gone("Reserved seats stay where they are.")
