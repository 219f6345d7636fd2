"""Grammars of American law: which level a label stands on, ids, titles, notes; and what is no law at all."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.parse.grammars import MIN_SCORE, contract, eu_act, us_code, us_regulations, us_state
from pincite.parse.grammars.english.labels import written
from pincite.parse.parsed import Parsed
from pincite.parse.text_files.markdown import parse_markdown
from pincite.parse.text_files.plain import parse_plain
from pincite.testing import document_of
from pincite.types.document import Document
from pincite.types.provision import ProvisionKind, ProvisionTree

GRAMMARS = (us_regulations.GRAMMAR, us_code.GRAMMAR, us_state.GRAMMAR, contract.GRAMMAR, eu_act.GRAMMAR)


def law(text: str, parse: Callable[[str], Parsed] = parse_markdown) -> Document:
    """The document that parsing makes of a text."""
    parsed = parse(text)
    return replace(
        document_of(parsed.text, id="act", title=parsed.title or "Act"), sections=parsed.sections, parser=parsed.parser
    )


def outline(tree: ProvisionTree) -> list[str]:
    return [provision.id.removeprefix("act/") for provision in tree]


def check(document: Document, tree: ProvisionTree) -> None:
    """What holds for every tree."""
    assert len({p.id for p in tree}) == len(tree.provisions)
    ends: dict[str | None, int] = {}
    for provision in tree:
        parent = tree.get(provision.parent) if provision.parent else None
        assert provision.parent is None or parent is not None, "parents come first"
        low, high = parent.span if parent else (0, len(document.text))
        assert low <= provision.span.start <= provision.heading.end <= provision.span.end <= high
        assert provision.heading.start == provision.span.start
        assert ends.get(provision.parent, 0) <= provision.span.start, "siblings do not overlap"
        ends[provision.parent] = provision.span.end
        assert all(low <= note.start <= note.end <= high for note in provision.notes)
    covered = 0
    for provision in tree:
        if provision.parent is None:
            if covered:
                assert not document.text[covered : provision.span.start].strip(" \n\f-*+•·>")
            covered = provision.span.end
    assert not covered or not document.text[covered:].strip()


# Documents.

REGULATION = """# 99 CFR Part 12 — Lanterns

## Subpart A — Keeping

### § 12.1 Definitions

As used in this part:
Keeper means a person who:
  (1) Owns a lantern; or
  (2) Either:
    (i) Lights it; or
    (ii) Cleans it.
Lantern means a case for a light.
[65 FR 101, Dec. 28, 2030]

### § 12.2 Duties

(a) Standard: Cleaning. A keeper must clean the lantern.
(b) Standard: Lighting (1) General rule. A keeper must light it:
(i) At dusk, under
§ 12.3; and
(ii) In fog--
(A) In the harbor; or
(B) Where:
(1) It is dark; and
(2) It is cold. [66 FR 7, Jan. 2, 2031]
(2) Exception. None in summer.
(c)-(e) [Reserved]
(f) Records.
[65 FR 102, Dec. 28, 2030, as amended at 66 FR 7, Jan. 2, 2031]

### § 12.3 [Reserved]

## Subpart B — Towns

### § 12.10 Counting

The town counts.

## Appendix A to Subpart A of Part 12 — Shapes

1. Round.
2. Square.
"""

REGULATION_IDS = """pt12 spA s12.1 s12.1/pkeeper s12.1/pkeeper/p1 s12.1/pkeeper/p2
s12.1/pkeeper/p2/pi s12.1/pkeeper/p2/pii s12.1/plantern s12.2 s12.2/pa s12.2/pb s12.2/pb/p1 s12.2/pb/p1/pi
s12.2/pb/p1/pii s12.2/pb/p1/pii/pA s12.2/pb/p1/pii/pB
s12.2/pb/p1/pii/pB/p1 s12.2/pb/p1/pii/pB/p2 s12.2/pb/p2 s12.2/pc s12.2/pd s12.2/pe s12.2/pf s12.3 spB s12.10 nA nA/p1
nA/p2""".split()


def test_a_regulation() -> None:
    document = law(REGULATION)
    tree = us_regulations.read(document)
    check(document, tree)
    assert outline(tree) == REGULATION_IDS
    assert not tree.warnings
    by_id = {p.id.removeprefix("act/"): p for p in tree}
    assert by_id["pt12"].title == "Lanterns"
    assert by_id["s12.2"].parent == "act/spA"
    assert by_id["spA"].parent == "act/pt12"
    assert by_id["s12.2/pb"].title == "Standard: Lighting"
    assert by_id["s12.2/pb/p1"].title == "General rule"
    assert by_id["s12.1/pkeeper"].title == "Keeper"
    assert [i for i, p in by_id.items() if p.deleted] == ["s12.2/pc", "s12.2/pd", "s12.2/pe", "s12.3"]
    assert [n.cut(document.text)[:10] for n in by_id["s12.2"].notes] == ["[65 FR 102"]
    assert [n.cut(document.text) for n in by_id["s12.2/pb/p1/pii/pB/p2"].notes] == ["[66 FR 7, Jan. 2, 2031]"]
    assert by_id["s12.2/pf"].span.cut(document.text) == "(f) Records."
    assert by_id["s12.2"].heading.cut(document.text) == "§ 12.2 Duties"


def test_plain_text_is_read_like_markdown() -> None:
    plain = REGULATION.replace("#", "").replace("99 CFR Part 12 — Lanterns", "99 CFR PART 12 — LANTERNS")
    tree = us_regulations.read(law(plain, parse_plain))
    assert [i for i in outline(tree) if i[0] == "s"] == [i for i in REGULATION_IDS if i[0] == "s"]


CODE = """# United States Code, Title 99, Chapter 4 - Lanterns

SUBCHAPTER I— GENERALLY

## § 41. Duties

##### (a) In general

A keeper shall

(1) light a lantern—

(A) at dusk; or

(B) in fog:

(i) of rain; or

(ii) of smoke, and

(I) by hand; or

(II) by a device; and

(2) clean it.

##### (b) Exceptions

(1) In general

Nothing in subsection (a) shall apply in summer.

(Pub. L. 140–3, § 2, May 4, 2031, 145 Stat. 7.)

Amendments

2032—Subsec. (a). Pub. L. 141–9.

(a) This is a note.

SUBCHAPTER II— TOWNS

## § 51–1a. Repealed. Pub. L. 141–9, § 3
"""


def test_a_chapter_of_the_code() -> None:
    document = law(CODE)
    tree = us_code.read(document)
    check(document, tree)
    assert (
        outline(tree)
        == (
            "c4 scI s41 s41/pa s41/pa/p1 s41/pa/p1/pA s41/pa/p1/pB s41/pa/p1/pB/pi s41/pa/p1/pB/pii "
            "s41/pa/p1/pB/pii/pI "
            "s41/pa/p1/pB/pii/pII s41/pa/p2 s41/pb s41/pb/p1 scII s51-1a"
        ).split()
    )
    section = tree.get("act/s41")
    assert section is not None
    assert section.notes[0].cut(document.text).startswith("(Pub. L. 140–3")
    assert section.notes[0].cut(document.text).endswith("This is a note.")
    repealed = tree.get("act/s51-1a")
    assert repealed is not None
    assert (repealed.deleted, repealed.title) == (True, "")


STATES = [
    ("digits_first", "## 83.1 Deposits\n- (1)(a) Hold it.\n- (b) Post it:\n1. Here.\n2. There:\n- a. "
        "Up.\n- b. Down.\n- (2) End.\n\n## 83.2 Rent\nPay it.",
     "s83.1 s83.1/p1 s83.1/p1/pa s83.1/p1/pb s83.1/p1/pb/p1 s83.1/p1/pb/p2 s83.1/p1/pb/p2/pa "
     "s83.1/p1/pb/p2/pb s83.1/p2 s83.2"),
    ("capitals_with_stops", "## § 55.1-12. Deposits\nA. No more:\n1. Than one.\n2. Than two.\nB. End.",
     "s55.1-12 s55.1-12/pA s55.1-12/pA/p1 s55.1-12/pA/p2 s55.1-12/pB"),
    ("capitals_in_brackets", "## 410.001: Purpose\n(A) One:\n(1) Two:\n(a) Three:\n1. Four;\n2. "
        "Five.\n(B) Six.\n## 410.001 (continued)\n(C) Seven.",
     "s410.001 s410.001/pA s410.001/pA/p1 s410.001/pA/p1/pa s410.001/pA/p1/pa/p1 s410.001/pA/p1/pa/p2 "
     "s410.001/pB s410.001/pC"),
    ("inserted", "## § 42–3502.06a. Rent.\n(f)\n(1) One.\n(2) Two.\n(2A)\n(A) Three.\n(B) Four.\n(3) Five.\n(f-1) Six.",
     "s42-3502.06a s42-3502.06a/pf s42-3502.06a/pf/p1 s42-3502.06a/pf/p2 s42-3502.06a/pf/p2A s42-3502.06a/pf/p2A/pA "
     "s42-3502.06a/pf/p2A/pB s42-3502.06a/pf/p3 s42-3502.06a/pf-1"),
    ("chapters_and_articles", "# Code\n\nCHAPTER 1\n\n## ARTICLE 1 GENERAL\n\n## § 1. A\nx\n\n## "
        "ARTICLE 2 OTHER\n\n## § 2. B\ny\n\nCHAPTER 2\n\n## ARTICLE 1 MORE\n\n## § 3. C\nz",
     "c1 c1/a1 s1 a2 s2 c2 c2/a1 s3"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in STATES], ids=[row[0] for row in STATES])
def test_forms_of_the_states(text: str, expected: str) -> None:
    document = law(text)
    tree = us_state.read(document)
    check(document, tree)
    assert outline(tree) == expected.split()


def test_contents_open_nothing() -> None:
    rows = "".join(f"## 410.{n}: Title {n}\n" for n in range(100, 110))
    text = f"# State Code\n\n{rows}\n" + rows.replace("\n", "\nThe rule is long enough to be one of its own.\n")
    tree = us_state.read(law(text))
    assert outline(tree) == [f"s410.{n}" for n in range(100, 110)]


# Bad input.


BAD = [
    ("section_twice", "§ 1. A\n\nx\n\n§ 1. B\n\ny\n\n§ 2. C\n\nz", "s1 s1~2 s2", "duplicate_number"),
    (
        "paragraph_twice",
        "§ 1. A\n\n(a) x;\n\n(b) y;\n\n(b) z;\n\n(c) u.",
        "s1 s1/pa s1/pb s1/pb~2 s1/pc",
        "duplicate_number",
    ),
    ("section_back", "§ 2. A\n\nx\n\n§ 1. B\n\ny", "s2 s1", "out_of_order"),
    ("paragraph_back", "§ 1. A\n\n(a) x;\n\n(c) y;\n\n(b) z.", "s1 s1/pa s1/pc s1/pb", "out_of_order"),
    ("gap", "§ 1. A\n\n(a) x;\n\n(b) y;\n\n(e) z.", "s1 s1/pa s1/pb s1/pe", "number_gap"),
    ("first_missing", "§ 1. A\n\n(b) x;\n\n(c) y.", "s1 s1/pb s1/pc", "number_gap"),
    ("missing_title", "§ 1. A\n\nx\n\n§ 2. B\n\ny\n\n§ 3.\n\nz", "s1 s2 s3", "missing_title"),
]


@pytest.mark.parametrize(("text", "expected", "rule"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_bad_input_is_kept_with_a_warning(text: str, expected: str, rule: str) -> None:
    document = law(text, parse_plain)
    tree = us_state.read(document)
    check(document, tree)
    assert outline(tree) == expected.split()
    assert rule in {w.rule for w in tree.warnings}
    assert all(w.span.cut(document.text) for w in tree.warnings)


def test_wrapped_references_are_no_labels() -> None:
    text = "§ 1. A\n\n(a) A keeper acts under paragraph\n(b) of this section, under (c) and\n(d) too.\n\n(b) End."
    assert outline(us_state.read(law(text, parse_plain))) == ["s1", "s1/pa", "s1/pb"]


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="(a1iA).§ \nSec.2[xRe]—“”PartI–", max_size=300))
def test_any_text_gives_a_sound_tree(text: str) -> None:
    for parse in (parse_plain, parse_markdown):
        document = law(text, parse)
        for grammar in GRAMMARS:
            assert 0 <= grammar.score(document) <= 1
            check(document, grammar.read(document))


# Round trip.

Tree = list["tuple[str, Tree]"]
STYLES = {
    "regulations": (us_regulations.GRAMMAR, ("(a", "(1", "(i", "(A", "(1", "(i")),
    "code": (us_code.GRAMMAR, ("(a", "(1", "(A", "(i", "(I", "(aa")),
    "digits": (us_state.GRAMMAR, ("(1", "(a", ".1", ".a")),
    "capitals": (us_state.GRAMMAR, (".A", ".1", ".a", "(1")),
}
SIZES = st.sampled_from([2, 2, 3, 4, 5, 10, 13, 23, 28])


@st.composite
def members(draw: st.DrawFn, kinds: Sequence[str], budget: int = 40) -> Tree:
    """Lists of two to 28 members, some with a list of the next kind below."""
    count = draw(SIZES) if kinds[0] != "(aa" else draw(st.integers(2, 5))
    found: Tree = []
    for value in range(1, count + 1):
        has_list = len(kinds) > 1 and budget > 0 and draw(st.integers(0, 3)) == 0
        below = draw(members(kinds[1:], budget // 4)) if has_list else []
        found.append((written(kinds[0], value), below))
    return found


def render(tree: Tree, kinds: Sequence[str], lead: str = "") -> list[str]:
    lines = []
    for number, below in tree:
        label = f"({number})" if kinds[0][0] == "(" else f"{number}."
        lines.append(f"{lead}{label} The keeper shall act in this {'case:' if below else 'case;'}")
        lines += render(below, kinds[1:])
    return lines


def ids_of(tree: Tree, around: str) -> list[str]:
    found = []
    for number, below in tree:
        found += [f"{around}/p{number}", *ids_of(below, f"{around}/p{number}")]
    return found


@pytest.mark.parametrize("style", sorted(STYLES))
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_rendered_trees_are_read_back(style: str, data: st.DataObject) -> None:
    grammar, kinds = STYLES[style]
    trees = [data.draw(members(kinds)) for _ in range(data.draw(st.integers(1, 2)))]
    text = "# Code\n\n" + "\n".join(
        f"## § 7.{n} Title of {n}\n\n" + "\n".join(render(tree, kinds)) + "\n" for n, tree in enumerate(trees, start=1)
    )
    document = law(text)
    tree = grammar.read(document)
    check(document, tree)
    expected = [i for n, t in enumerate(trees, start=1) for i in (f"s7.{n}", *ids_of(t, f"s7.{n}"))]
    assert outline(tree) == expected
    assert [p.title for p in tree if p.kind is ProvisionKind.SECTION] == [
        f"Title of {n + 1}" for n in range(len(trees))
    ]
    for provision in tree:
        assert provision.heading.cut(document.text).strip("().").endswith(provision.number) or provision.title


# Time.


@pytest.mark.parametrize("line", ["(a) x\n", "(i)\n", "§ 1 Rule\n\n", "(a)", "Keeper means x.\n", "Foo ("])
def test_time_grows_with_the_text(line: str) -> None:
    def seconds(size: int) -> float:
        document = law("§ 9. Definitions.\n\n" + line * (size // len(line)), parse_plain)
        begin = time.process_time()
        for grammar in GRAMMARS:
            grammar.score(document)
        us_state.read(document)
        return time.process_time() - begin

    seconds(1000)
    assert seconds(40_000) < 8 * seconds(10_000) + 1.0


# What is no law in sections.

NO_LAW = [
    ("opinion", "Doe v. Town of Harbor\n\nOPINION\n\nI.\n\nThe tenant sued under § 14.101 of the Code.\n\nA. Facts\n\n"
                "Under § 14.102(a), a deposit\n§ 14.103 permits is held. The court finds so.\n\nII.\n\nAFFIRMED."),
    ("guide", "# A Guide to Renting\n\n## 1. Before you rent\n\nAsk for the lease. See Section 5 of the Code.\n\n"
              "## 2. Moving in\n\n1. Take photographs.\n2. Keep them.\n\n## 3. Moving out\n\nClean the flat."),
    ("privacy_policy", "# Privacy Policy\n\n## 1. Information we collect\n\n(a) Your name;\n(b) your address.\n\n"
                       "## 2. How we use it\n\nWe and our partners use it. By using the services you "
                           "agree.\n\n## 3. Changes\n\nWe may."),
]  # fmt: skip


@pytest.mark.parametrize("text", [row[1] for row in NO_LAW], ids=[row[0] for row in NO_LAW])
def test_other_texts_are_not_taken_for_law(text: str) -> None:
    document = law(text, parse_markdown if text.startswith("#") else parse_plain)
    assert max(grammar.score(document) for grammar in GRAMMARS) < MIN_SCORE


@pytest.mark.parametrize(
    ("text", "name"), [(REGULATION, "us-regulations"), (CODE, "us-code"), (STATES[1][1], "us-state")]
)
def test_each_law_goes_to_its_grammar(text: str, name: str) -> None:
    document = law(text)
    assert max(GRAMMARS, key=lambda g: g.score(document)).name == name


def test_lists_of_a_wrapped_text_are_read_whole() -> None:
    """A line that ends in `paragraph (a); or` closes; the label in the next line is none of a reference."""
    items = "".join(f"({n}) act under paragraph (a); or\n" for n in range(1, 6))
    text = "§ 1. Duties\n\n" + "".join(f"({letter}) In this case the keeper shall:\n{items}" for letter in "abc")
    assert len(us_state.read(law(text, parse_plain)).provisions) == 1 + 3 * 6
