"""The grammar of EU acts: recitals, articles with paragraphs and points, chapters with sections, annexes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.parse.grammars import MIN_SCORE, contract, eu_act, us_code, us_regulations, us_state
from pincite.parse.grammars.english.labels import written
from pincite.parse.text_files.markdown import parse_markdown
from pincite.parse.text_files.plain import parse_plain
from pincite.testing import document_of
from pincite.types.document import Document
from pincite.types.provision import ProvisionTree

ACT = """REGULATION (EU) 2031/77 OF THE EUROPEAN PARLIAMENT AND OF THE COUNCIL

of 4 May 2031

on the keeping of lanterns

Whereas:

(1) Lanterns are lit in all Member States, as Article 1
says.

(2) They should be kept clean.

HAVE ADOPTED THIS REGULATION:

CHAPTER I

General provisions

Article 1

Subject matter

1. This Regulation lays down rules on lanterns.

It does so for all of them.

2. It applies to:

(a) lanterns of glass;

(b) lanterns of paper, where:

(i) they are lit; or

(ii) they are hung.

Article 2

Definitions

For the purposes of this Regulation:

(1) ‘lantern’ means a case for a light;

(2) ‘keeper’ means:

(a) a person who keeps a lantern;

(b) a town.

CHAPTER II

Duties

SECTION 1

Keepers

Article 3

Duty to clean

A keeper shall clean the lantern.

SECTION 2

Towns

Article 4a

Duty of towns

1. Towns shall count lanterns.

ANNEX I

List of lanterns

1. Glass.

2. Paper.

ANNEX II

Forms
"""

IDS = """r1 r2 cI a1 a1/p1 a1/p2 a1/p2/ia a1/p2/ib a1/p2/ib/bi a1/p2/ib/bii a2 a2/i1 a2/i2 a2/i2/ba a2/i2/bb
cII cII/sc1 a3 cII/sc2 a4a a4a/p1 nI nI/p1 nI/p2 nII""".split()


def act(text: str, *, markdown: bool = False) -> Document:
    parsed = (parse_markdown if markdown else parse_plain)(text)
    return replace(
        document_of(parsed.text, id="e", title=parsed.title or ""), sections=parsed.sections, parser=parsed.parser
    )


def outline(tree: ProvisionTree) -> list[str]:
    return [provision.id.removeprefix("e/") for provision in tree]


def test_an_act() -> None:
    document = act(ACT)
    tree = eu_act.read(document)
    assert outline(tree) == IDS
    assert not tree.warnings
    by_id = {p.id.removeprefix("e/"): p for p in tree}
    assert (by_id["a3"].parent, by_id["a1"].parent) == ("e/cII/sc1", "e/cI")
    assert (by_id["cI"].title, by_id["a1"].title, by_id["nI"].title) == (
        "General provisions",
        "Subject matter",
        "List of lanterns",
    )
    assert by_id["r2"].span.cut(document.text) == "(2) They should be kept clean."
    assert by_id["a1/p1"].span.cut(document.text).endswith("for all of them.")
    assert by_id["nII"].span.cut(document.text) == "ANNEX II\n\nForms"


def test_markdown_headings_are_read_alike() -> None:
    marked = ACT.replace("CHAPTER", "## CHAPTER").replace("\nArticle", "\n### Article").replace("ANNEX", "## ANNEX")
    assert outline(eu_act.read(act(marked, markdown=True))) == IDS


def test_title_in_the_line_of_the_article() -> None:
    text = "# Treaty of Lanterns\n\n## Article 1 — Light\n\n1. Be lit.\n\n2. Be seen.\n\n## Article 2: Dark\n\nNone."
    tree = eu_act.read(act(text, markdown=True))
    assert [(p.number, p.title) for p in tree if p.kind.value == "a"] == [("1", "Light"), ("2", "Dark")]


ODD = [
    ("article_twice", "Article 1\n\nRule\n\nx.\n\nArticle 1\n\nMore\n\ny.", "a1 a1~2", "duplicate_number"),
    ("article_back", "Article 2\n\nRule\n\nx.\n\nArticle 1\n\nMore\n\ny.", "a2 a1", "out_of_order"),
    (
        "no_title",
        "Article 1\n\nRule\n\nx.\n\nArticle 2\n\nMore\n\ny.\n\nArticle 3\n\nz.",
        "a1 a2 a3",
        "missing_title",
    ),
    ("recital_missing", "Whereas:\n\n(1) A.\n\n(3) B.\n\nArticle 1\n\nx.", "r1 r3 a1", "number_gap"),
]


@pytest.mark.parametrize(("text", "expected", "rule"), [row[1:] for row in ODD], ids=[row[0] for row in ODD])
def test_odd_input_is_kept_with_a_warning(text: str, expected: str, rule: str) -> None:
    tree = eu_act.read(act(text))
    assert outline(tree) == expected.split()
    assert rule in {w.rule for w in tree.warnings}


def test_references_at_the_start_of_a_line_open_nothing() -> None:
    text = (
        "Article 1\n\nRule\n\nA keeper acts under\nArticle 2 of this act and\nArticle 3(1).\n\nArticle 2\n\nOther\n\nx."
    )
    assert outline(eu_act.read(act(text))) == ["a1", "a2"]


def test_score() -> None:
    document = act(ACT)
    assert eu_act.score(document) >= MIN_SCORE
    assert max(other.score(document) for other in (us_regulations, us_code, us_state, contract)) < MIN_SCORE
    assert eu_act.score(act("As Article 6 of the Treaty on European Union says, there is light.\n" * 20)) == 0


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.integers(0, 28), max_size=9), min_size=2, max_size=5))
def test_rendered_articles_are_read_back(articles: list[list[int]]) -> None:
    lines, expected = ["DIRECTIVE (EU) 2031/1"], []
    for number, paragraphs in enumerate(articles, start=1):
        lines += [f"Article {number}", f"Matter {chr(64 + number)}", "There is a rule."]
        expected.append(f"a{number}")
        for place, points in enumerate(paragraphs, start=1):
            lines.append(f"{place}. The keeper shall act:")
            expected.append(f"a{number}/p{place}")
            letters = [written("(a", value) for value in range(1, points + 1)]
            lines += [f"({letter}) in this case;" for letter in letters]
            expected += [f"a{number}/p{place}/i{letter}" for letter in letters]
    tree = eu_act.read(act("\n\n".join(lines)))
    assert outline(tree) == expected
