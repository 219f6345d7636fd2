"""The grammar of contracts: clause paths, articles with sections, schedules, and lists inside clauses."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.parse.grammars import MIN_SCORE, contract, eu_act, us_code, us_regulations, us_state
from pincite.parse.text_files.plain import parse_plain
from pincite.testing import document_of
from pincite.types.document import Document
from pincite.types.provision import ProvisionKind, ProvisionTree

OPENING = (
    'MARKET HALL AGREEMENT\n\nThis agreement is made by and between Quay Ltd. (the "Client") and Bright LLC '
    '(the "Contractor"), hereinafter the parties.\n\n'
)


def agreement(text: str, opening: str = OPENING) -> Document:
    parsed = parse_plain(opening + text)
    return replace(
        document_of(parsed.text, id="c", title=parsed.title or ""), sections=parsed.sections, parser=parsed.parser
    )


def outline(tree: ProvisionTree) -> list[str]:
    return [provision.id.removeprefix("c/") for provision in tree]


FORMS = [
    (
        "decimals",
        "1. SERVICES\n\n1.1 The Contractor shall:\n\n(a) clean; and\n\n(b) mend:\n\n(i) doors; and\n\n(ii) locks.\n\n"
        "1.2 The Client pays.\n\n2. TERM\n\n2.1 The term is a year.",
        "k1 k1/k1 k1/k1/ka k1/k1/kb k1/k1/kb/ki k1/k1/kb/kii k1/k2 k2 k2/k1",
    ),
    (
        "articles_and_sections",
        "ARTICLE I\n\nDEFINITIONS\n\nSection 1.1 Terms. They are these.\n\nSection 1.2 Fees. They are due.\n\n"
        "ARTICLE IV\n\nLIABILITY\n\nSection 4.1 Limit. There is one.\n\nSection 4.2 None. There is none.",
        "k1 k1/k1 k1/k2 k4 k4/k1 k4/k2",
    ),
    (
        "sections_anew_in_articles",
        "ARTICLE 1 SCOPE\n\nSection 1. Hall. It is cleaned.\n\nSection 2. Yard. It is swept.\n\n"
        "ARTICLE 2 FEES\n\nSection 1. Rate. It is low.\n\n1. First.\n\n2. Second.",
        "k1 k1/k1 k1/k2 k2 k2/k1 k2/k1/k1 k2/k1/k2",
    ),
    (
        "lists_inside_clauses",
        "1. SERVICES. The Contractor cleans:\n\n1. floors;\n\n2. windows.\n\n2. TERM. The term is a "
        "year.\n\n3. FEES. They are low.",
        "k1 k1/k1 k1/k2 k2 k3",
    ),
    (
        "schedules",
        "1. SERVICES\n\nThe Contractor cleans.\n\n2. TERM\n\nA year.\n\n3. FEES\n\nNone.\n\nSCHEDULE "
        "1\n\n1. Floors.\n\n"
        "1.1 Daily floors are swept.\n\nEXHIBIT A - FORM OF INVOICE\n\nThe form.",
        "k1 k2 k3 n1 n1/k1 n1/k1/k1 nA",
    ),
    (
        "exhibit_and_schedule_of_one_letter",
        "1. SERVICES\n\nx\n\n2. TERM\n\ny\n\nEXHIBIT A\n\nz\n\nSCHEDULE A\n\nu",
        "k1 k2 nexhibit-A nschedule-A",
    ),
    ("clause_missing", "1. SERVICES\n\n1.1 They are these.\n\n4.2 The fee is due.", "k1 k1/k1 k4/k2"),
    (
        "three_parts",
        "1. A\n\n1.1 Bells\n\n1.1.1 The bell rings.\n\n1.1.2 It stops.\n\n1.2 Doors",
        "k1 k1/k1 k1/k1/k1 k1/k1/k2 k1/k2",
    ),
    (
        "contents",
        "TABLE OF CONTENTS\n\n1. SERVICES 1\n\n2. TERM 4\n\n3. FEES 5\n\n1. SERVICES\n\nThey are "
        "these.\n\n2. TERM\n\nA year.\n\n"
        "3. FEES\n\nNone.",
        "k1 k2 k3",
    ),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in FORMS], ids=[row[0] for row in FORMS])
def test_forms_of_clauses(text: str, expected: str) -> None:
    document = agreement(text)
    tree = contract.read(document)
    assert outline(tree) == expected.split()
    assert all(p.kind in (ProvisionKind.CLAUSE, ProvisionKind.ANNEX) for p in tree)


def test_titles_and_spans() -> None:
    document = agreement(
        "1. SERVICES\n\n1.1 Cleaning. The Contractor cleans.\n\n1.2 The Client pays.\n\nSCHEDULE 1 - RATES\n\nNone."
    )
    tree = contract.read(document)
    assert [p.title for p in tree] == ["SERVICES", "Cleaning", "", "RATES"]
    assert [p.span.cut(document.text)[:20] for p in tree] == [
        "1. SERVICES\n\n1.1 Cle", "1.1 Cleaning. The Co", "1.2 The Client pays.", "SCHEDULE 1 - RATES\n\n",
    ]  # fmt: skip
    assert tree.provisions[1].heading.cut(document.text) == "1.1 Cleaning."


ODD = [
    ("twice", "1. A\n\nx\n\n2. NOTICES\n\ny\n\n2. OTHER\n\nz", "k1 k2 k2~2", "duplicate_number"),
    ("gap", "1. A\n\nx\n\n2. B\n\ny\n\n4. FEES\n\nz", "k1 k2 k4", "number_gap"),
    ("back", "1. A\n\nx\n\n2. B\n\ny\n\n3. C\n\nz\n\n1. FEES\n\nu", "k1 k2 k3 k1~2", "out_of_order"),
]


@pytest.mark.parametrize(("text", "expected", "rule"), [row[1:] for row in ODD], ids=[row[0] for row in ODD])
def test_odd_numbers_are_kept_with_a_warning(text: str, expected: str, rule: str) -> None:
    tree = contract.read(agreement(text))
    assert outline(tree) == expected.split()
    assert rule in {w.rule for w in tree.warnings}


def test_score_wants_clauses_and_the_words_of_a_contract() -> None:
    clauses = FORMS[0][1] + "\n\n" + FORMS[0][1].replace("1", "3")
    document = agreement(clauses)
    assert contract.score(document) >= MIN_SCORE
    others = (us_regulations, us_code, us_state, eu_act)
    assert max(other.score(document) for other in others) < MIN_SCORE
    assert contract.score(agreement(clauses, "GUIDE TO THE MARKET HALL\n\n")) == 0
    assert contract.score(agreement("The parties agree. " * 50)) == 0


@settings(max_examples=100, deadline=None)
@given(sizes=st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=4), min_size=3, max_size=6))
def test_rendered_clauses_are_read_back(sizes: list[list[int]]) -> None:
    lines, expected = [], []
    for top, clauses in enumerate(sizes, start=1):
        lines.append(f"{top}. MATTER OF {chr(64 + top)}")
        expected.append(f"k{top}")
        for inner, letters in enumerate(clauses, start=1):
            lines.append(f"{top}.{inner} The Contractor shall act as follows:")
            expected.append(f"k{top}/k{inner}")
            for letter in "abcde"[:letters]:
                lines.append(f"({letter}) in case {letter};")
                expected.append(f"k{top}/k{inner}/k{letter}")
    tree = contract.read(agreement("\n\n".join(lines)))
    assert outline(tree) == expected
    assert not [w for w in tree.warnings if w.rule != "number_gap"]


def test_real_contracts_read_as_contracts(data_dir: Path) -> None:
    rows = [json.loads(line) for line in (data_dir / "cuad" / "contracts.jsonl").read_text("utf-8").splitlines()]
    read = 0
    for row in rows:
        document = agreement(row["text"], "")
        best = max((us_regulations, us_code, us_state, contract, eu_act), key=lambda g: g.score(document))
        assert best is contract or best.score(document) < MIN_SCORE
        tree = contract.read(document)
        assert len({p.id for p in tree}) == len(tree.provisions)
        read += contract.score(document) >= MIN_SCORE
    # Those that are left over have lost their line breaks: they stay with their sections.
    assert read == 37


def test_real_policies_are_no_contracts(data_dir: Path) -> None:
    rows = [json.loads(line) for line in (data_dir / "privacyqa" / "policies.jsonl").read_text("utf-8").splitlines()]
    for row in rows:
        document = agreement("\n\n".join(segment["text"] for segment in row["segments"]), "")
        assert max(g.score(document) for g in (us_regulations, us_code, us_state, contract, eu_act)) < MIN_SCORE
