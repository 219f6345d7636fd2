"""References of English law: one row a form; the law is fictional."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.graph.find import find_references
from pincite.graph.patterns_en import aliases_en, references_en
from pincite.parse.statute import provisions
from pincite.types.document import Document, Span, TextMap
from pincite.types.provision import Provision, ProvisionKind, ProvisionTree
from pincite.types.reference import CrossReference, ReferenceForm

CASES = Path(__file__).with_name("references_en_cases.txt")
KINDS = sorted((kind.value for kind in ProvisionKind), key=len, reverse=True)


def document(text: str, title: str = "") -> Document:
    return Document(
        id="act", title=title, source="act.md", media_type="text/markdown", file_sha256="", text=text,
        text_map=TextMap(()),
    )  # fmt: skip


def law(*rows: tuple[str, str], title: str = "") -> tuple[Document, ProvisionTree]:
    """A document and its tree from (path, text); what follows with a longer path of the same beginning is inside."""
    text, starts = "", []
    for _, words in rows:
        starts.append(len(text))
        text += words + "\n"
    found = []
    for at, (path, words) in enumerate(rows):
        if not path:
            continue
        inside = [n for n in range(at + 1, len(rows)) if not rows[n][0].startswith(f"{path}/")]
        end = starts[inside[0]] - 1 if inside else len(text) - 1
        head, _, segment = path.rpartition("/")
        kind = next(k for k in KINDS if segment.startswith(k) and (len(k) == 1 or not segment[len(k)].islower()))
        heading = Span(starts[at], starts[at] + len(words.split(" ", 1)[0]))
        parent = f"act/{head}" if head else None
        found.append(
            Provision(f"act/{path}", ProvisionKind(kind), segment[len(kind) :], parent, Span(starts[at], end), heading)
        )
    return document(text, title), ProvisionTree("act", "test", tuple(found))


def one_section(text: str) -> tuple[Document, ProvisionTree]:
    whole = Provision("act/s1", ProvisionKind.SECTION, "1", None, Span(0, len(text)), Span(0, 0))
    return document(text), ProvisionTree("act", "test", (whole,))


def shown(text: str, reference: CrossReference) -> str:
    """`words = form path @work ..through !manner`, without what there is none of."""
    marks = (("", "/".join(reference.path)), ("@", reference.work), ("..", reference.through), ("!", reference.manner))
    said = "".join(f" {mark}{value}" for mark, value in marks if value)
    return f"{reference.span.cut(text)} = {reference.form}{said}".replace("\n", "⏎")


# Words alone: one section of a statute around them.


def cases() -> Iterator[tuple[str, str, list[str]]]:
    """Name, text and expected references of each case of the file beside this one."""
    for block in CASES.read_text("utf-8").split("\n\n")[1:]:
        name, text, *expected = block.strip("\n").splitlines()
        yield name.removeprefix("# "), text.replace("⏎", "\n"), [line.strip() for line in expected]


ROWS = list(cases())


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_words_say(text: str, expected: list[str]) -> None:
    found, tree = one_section(f"Lamps.\n{text}" if text.startswith(("§", "Sec", "ART")) else text)
    assert [shown(found.text, r) for r in references_en(found, tree)] == expected


def test_there_are_enough_rows() -> None:
    assert len(ROWS) >= 150
    assert len({row[0] for row in ROWS}) == len(ROWS)


# What the place says: a tree around the words; `at` is where the reference under test stands.


def found_in(*rows: tuple[str, str], title: str = "", at: str) -> list[str]:
    whole, tree = law(*rows, title=title)
    return [shown(whole.text, r) for r in references_en(whole, tree) if r.source == (f"act/{at}" if at else "act")]


CODE = (
    ("s5", "§ 5. Lamps"),
    ("s5/pa", "(a) A lamp is lit."),
    ("s5/pa/p1", "(1) by day, under {0}"),
    ("s5/pa/p1/pA", "(A) early or"),
    ("s5/pa/p1/pB", "(B) late."),
    ("s5/pa/p2", "(2) by night."),
    ("s5/pb", "(b) Under subsection (a) a candle is a lamp."),
    ("s6", "§ 6. Candles"),
)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("paragraph (2)", "paragraph (2) = own_article pa/p2"),
        ("subparagraph (B)", "subparagraph (B) = own_article pa/p1/pB"),
        ("subsection (b)", "subsection (b) = own_article pb"),
        ("paragraph (2) of this subsection", "paragraph (2) of this subsection = own_article pa/p2"),
        ("subparagraph (A) of this paragraph", "subparagraph (A) of this paragraph = own_article pa/p1/pA"),
        ("paragraph (9)", "paragraph (9) = own_article p9"),
        ("this subsection", "this subsection = self s5/pa"),
        ("this paragraph", "this paragraph = self s5/pa/p1"),
        ("this paragraph (1)", "this paragraph (1) = own_article pa/p1"),
        ("this section", "this section = self s5"),
        ("the preceding section", "the preceding section = anaphora"),
    ],
)
def test_place_completes_what_words_leave_out(words: str, expected: str) -> None:
    rows = [(path, text.format(words)) for path, text in CODE]
    assert found_in(*rows, at="s5/pa/p1") == [expected]


def test_preceding_is_the_one_before() -> None:
    rows = [*CODE[:-1], ("s6", "§ 6. As the preceding section says.")]
    assert found_in(*rows, at="s6") == ["the preceding section = anaphora s5"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("under § 9.5(a) and paragraph (1) of that section", "paragraph (1) of that section = anaphora s9.5/p1"),
        ("under § 9.5(a) and that section", "that section = anaphora s9.5"),
        ("under subsection (b); such subsection", "such subsection = anaphora s5/pb"),
        ("under paragraph (2); that paragraph", "that paragraph = anaphora s5/pa/p2"),
        ("the Lamp Act; section 3 of such Act", "section 3 of such Act = anaphora s3 @Lamp Act"),
        ("chapter 8 of title 2; such chapter", "such chapter = anaphora c8 @title 2"),
        ("that section", "that section = anaphora"),
    ],
)
def test_anaphora_takes_up_what_was_cited(words: str, expected: str) -> None:
    rows = [(path, text.format(words)) for path, text in CODE]
    assert found_in(*rows, at="s5/pa/p1")[-1] == expected


def test_antecedent_is_where_it_stands_and_only_where_there_is_one() -> None:
    whole, tree = law(*((path, text.format("§ 9.5(a) or that section")) for path, text in CODE))
    last = next(r for r in references_en(whole, tree) if r.form is ReferenceForm.ANAPHORA)
    assert last.antecedent is not None
    assert last.antecedent.cut(whole.text) == "§ 9.5(a)"
    whole, tree = one_section("as that section says")
    assert [r.antecedent for r in references_en(whole, tree)] == [None]


def test_plural_takes_up_every_member() -> None:
    rows = [(path, text.format("subsections (a) and (b); these subsections")) for path, text in CODE]
    assert found_in(*rows, at="s5/pa/p1")[2:] == [
        "these subsections = anaphora s5/pa",
        "these subsections = anaphora s5/pb",
    ]


def test_words_of_things_are_no_anaphora() -> None:
    whole, tree = one_section("that part of the roof, such title, such act or omission, the same act, at this point")
    assert references_en(whole, tree) == []


REGULATION = (
    ("spA", "Subpart A—Lamps"),
    ("s9.1", "§ 9.1 Definitions."),
    ("s9.1/poil-lamp", "Oil lamp means:"),
    ("s9.1/poil-lamp/p1", "(1) a lamp with oil, other than in paragraph (2) of this definition; or"),
    ("s9.1/poil-lamp/p2", "(2) a lamp named in paragraph (b)(1) of § 9.2."),
    ("s9.2", "§ 9.2 Use."),
    ("s9.2/pa", "(a) What is in paragraph (1) of the definition of oil lamp is lit under this subpart."),
    ("s9.2/pb", "(b) Under this subchapter and 7 CFR 9.1, or 7 CFR 8.1, one is."),
)


def test_definitions_are_places() -> None:
    assert found_in(*REGULATION, at="s9.1/poil-lamp/p1") == [
        "paragraph (2) of this definition = own_article poil-lamp/p2 !exception"
    ]
    assert found_in(*REGULATION, at="s9.2/pa") == [
        "paragraph (1) of the definition of oil lamp = own_document s9.1/poil-lamp/p1",
        "this subpart = self",
    ]


def test_own_code_is_the_own_document() -> None:
    found = found_in(*REGULATION, title="7 CFR Part 9 — Lamps", at="s9.2/pb")
    assert found == [
        "this subchapter = self sc",
        "7 CFR 9.1 = own_document s9.1",
        "7 CFR 8.1 = named_work s8.1 @7 CFR",
    ]


def test_units_above_the_document_reach_beyond_it() -> None:
    rows = (
        (
            "s4-1.01",
            "§ 4-1.01. Under this title, this chapter and chapter 34 of this title, or § 4-1.01 of this title.",
        ),
    )
    found = found_in(*rows, title="Northern Official Code, Title 4, Chapter 1. Lamps", at="s4-1.01")
    assert found == [
        "this title = self t4",
        "this chapter = self",
        "chapter 34 of this title = own_document t4/c34",
        "§ 4-1.01 of this title = own_document s4-1.01",
    ]


CONTRACT = (
    ("k1", "1 General"),
    ("k1/k1", "1.1 As Section 2.1(b), clause 2.2, Article 2 and Exhibit A say."),
    ("k2", "2 Delivery"),
    ("k2/k1", "2.1 Seller shall:"),
    ("k2/k1/ka", "(a) deliver under paragraph (b) and this Section; and"),
    ("k2/k1/kb", "(b) help."),
    ("k2/k2", "2.2 Sections 2.1 through 2.2 and 1.1 of this Agreement; regulations adopted by the Board."),
    ("nA", "EXHIBIT A"),
)


def test_contract_numbers_are_clauses() -> None:
    assert found_in(*CONTRACT, at="k1/k1") == [
        "Section 2.1(b) = own_document k2/k1/kb",
        "clause 2.2 = own_document k2/k2",
        "Article 2 = own_document k2",
        "Exhibit A = annex nA",
    ]
    assert found_in(*CONTRACT, at="k2/k1/ka") == ["paragraph (b) = own_article k1/kb", "this Section = self k2/k1"]
    assert found_in(*CONTRACT, at="k2/k2") == [
        "Sections 2.1 through 2.2 = own_document k2/k1 ..k2",
        "1.1 = own_document k1/k1",
    ]


EUROPEAN = (
    ("", "Regulation (EU) 2099/1 on lamps"),
    ("a1", "Article 1"),
    ("a1/p1", "1. This Regulation binds Member States under paragraph 2 and Article 2."),
    ("a1/p2", "2. By way of derogation from paragraph 1, they shall:"),
    ("a1/p2/ia", "(a) act under point (b) of this paragraph or paragraph 1(c);"),
    ("a1/p2/ib", "(b) wait, without prejudice to Directive 2009/12/EC."),
    ("a2", "Article 2"),
)


def test_european_labels_are_paragraphs_and_points() -> None:
    assert found_in(*EUROPEAN, at="a1/p1") == [
        "This Regulation = self",
        "paragraph 2 = own_article p2",
        "Article 2 = own_document a2",
    ]
    assert found_in(*EUROPEAN, at="a1/p2/ia") == [
        "point (b) of this paragraph = own_article p2/ib",
        "paragraph 1(c) = own_article p1/ic",
    ]
    assert found_in(*EUROPEAN, at="") == []  # the title cites nothing


# Short names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("under the Public Lamp Service Act (PLS Act), as", {"PLS Act": "Public Lamp Service Act"}),
        ("the Social Lamp Act (the Act)", {"Act": "Social Lamp Act"}),
        ("the Lamp Act of 1974 (hereinafter referred to as the “Lamp Law”)", {"Lamp Law": "Lamp Act of 1974"}),
        ("the Lamp Income Security Act of 1974 (LISA)", {"LISA": "Lamp Income Security Act of 1974"}),
        ("Lamps.\nAct means the Social Lamp Act.", {"Act": "Social Lamp Act"}),
        ("“Act” means the Social Lamp Act of 1990;", {"Act": "Social Lamp Act of 1990"}),
        ("Lamps.\nLISA stands for the Lamp Income Act.", {"LISA": "Lamp Income Act"}),
        ("Regulation (EU) 2016/679 of the Council (“LDPR”)", {"LDPR": "Regulation (EU) 2016/679"}),
        ("may be cited as the “Lamp and Candle Act”.", {"Lamp and Candle Act": "Title of the Act"}),
        ("shall be known and may be cited as the “Lamp Act.”", {"Lamp Act": "Title of the Act"}),
        ("the Internet Protocol (IP) and the District (“District”)", {}),
        ("Lamps.\nALJ means Administrative Law Judge.", {}),
        ("the Lamp Act (see below)", {}),
    ],
)
def test_short_names(text: str, expected: dict[str, str]) -> None:
    found, tree = document(text, "Title of the Act"), ProvisionTree("act", "test", ())
    assert aliases_en(found, tree) == expected


def test_short_names_are_found_where_they_are_used_and_not_where_they_are_given() -> None:
    text = "Under the Lamp Income Act (LIA), section 3(7) of LIA, and the Fuel Lamp Act (FL Act). LIA or the FL Act."
    whole, tree = one_section(text)
    assert [shown(text, r) for r in references_en(whole, tree)] == [
        "Lamp Income Act = named_work @Lamp Income Act",
        "section 3(7) of LIA = alias s3/p7 @LIA",
        "Fuel Lamp Act = named_work @Fuel Lamp Act",
        "LIA = alias @LIA",
        "FL Act = alias @FL Act",
    ]


def test_regulation_that_stands_on_an_act_claims_its_sections() -> None:
    text = "For purposes of section 5 of the Act, a lamp is lit. The Lamp Act (the Act) is old."
    whole, tree = law(("s1", text), title="7 CFR Part 9")
    assert shown(whole.text, references_en(whole, tree)[0]) == "section 5 of the Act = delegation_back s5 @Act"
    whole, tree = law(("s1", text), title="The Lamp Code")
    assert shown(whole.text, references_en(whole, tree)[0]) == "section 5 of the Act = alias s5 @Act"


def test_source_is_the_finest_provision_or_the_document() -> None:
    whole, tree = law(*((path, text.format("§ 9.5")) for path, text in CODE))
    assert [r.source for r in references_en(whole, tree)] == ["act/s5/pa/p1", "act/s5/pb"]
    alone = document("under § 9.5")
    assert [r.source for r in references_en(alone, ProvisionTree("act", "", ()))] == ["act"]


# Properties

WORDS = st.sampled_from(
    "section sections § §§ paragraph paragraphs subsection (a) (1) (ii) (A) 5 12.5 164.502 1320d–8 of this that such "
    "the and or , ; . through to – - Act Title Part Article 42 U.S.C. CFR AS M.G.L. c. Exhibit A Annex III recital "
    "2016/679 Regulation (EU) except as provided in subject definition (the “Act”) means \n ( ) [ ] “ ” May by rule "
    "Secretary shall issue regulations 제1조 ① \f".split(" ")
)
TEXTS = st.lists(WORDS, max_size=60).map(" ".join) | st.text(max_size=200)


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_any_text_gives_references_whose_spans_cut_it(text: str) -> None:
    found = document(text)
    tree = provisions(found)
    references = find_references(found, tree)
    assert references == find_references(found, tree)
    for reference in references:
        source = tree.get(reference.source)
        span = source.span if source else Span(0, len(text))
        assert span.start <= reference.span.start < reference.span.end <= len(text)
        assert reference.span.start < span.end
        assert reference.span.cut(text).strip() == reference.span.cut(text)
        assert all(segment and segment == segment.strip() for segment in reference.path)
    for one, other in pairwise(references):
        assert one.span == other.span or one.span.end <= other.span.start


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=6, unique=True).map(sorted))
def test_list_has_every_member(labels: list[str]) -> None:
    text = "paragraphs " + ", ".join(f"({label})" for label in labels[:-1])
    text += f"{' and ' if labels[1:] else ''}({labels[-1]}) of this section"
    whole, tree = one_section(text)
    assert [r.path for r in references_en(whole, tree)] == [(f"p{label}",) for label in labels]


HOSTILE = (
    "§ 1, ",
    "(a)",
    "paragraph (a) of ",
    "the A Act ",
    "rules ",
    "section 1-",
    "(a) or ",
    "except as provided in ",
    "(",
    "1.",
)


@pytest.mark.parametrize("unit", HOSTILE, ids=range(len(HOSTILE)))
def test_time_grows_with_the_text_and_not_faster(unit: str) -> None:
    def seconds(chars: int) -> float:
        whole, tree = one_section((unit * chars)[:chars])
        start = time.process_time()
        references_en(whole, tree)
        return time.process_time() - start

    seconds(2_000)
    assert seconds(60_000) < 9 * seconds(15_000) + 1.0


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["§ 1, ", "(a) of this section ", "a lamp under the Lamp Act and "], ids=range(3))
def test_a_megabyte_is_read_in_seconds(unit: str) -> None:
    whole, tree = one_section((unit * 1_000_000)[:1_000_000])
    start = time.perf_counter()
    references_en(whole, tree)
    assert time.perf_counter() - start < 60


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("section 27–2056.11", "section 27–2056.11 = own_document s27-2056.11"),
        ("sections 27-978 and 27-101", "sections 27-978 = own_document s27-978"),
        ("§§ 27-101–27-103", "§§ 27-101–27-103 = own_document s27-101 ..s27-103"),
    ],
    ids=["en-dash", "not-there", "range"],
)
def test_number_with_a_dash_is_no_range_where_sections_are_numbered_so(words: str, expected: str) -> None:
    rows = [("s27-101", f"§ 27-101. Under {words}."), ("s27-102", "§ 27-102. Lamps"), ("s27-103", "§ 27-103. Ends")]
    assert found_in(*rows, at="s27-101")[0] == expected
