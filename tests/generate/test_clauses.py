"""Clauses are found by their words, several where there are several, and names and dates by what is around them."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import InputError
from pincite.generate.clause_features import MARKS
from pincite.generate.clause_model import SHIPPED, clause_parameters, from_json, read_parameters
from pincite.generate.clause_types import CLAUSE_TYPES, clause_type, type_name
from pincite.generate.clauses import MAX_CLAUSES, ClauseFinder, ClauseGenerator
from pincite.text.clause_request import ClauseRequest
from pincite.types.answer import Draft, DraftSentence

CONTRACT = (
    "Berth Lease\n\n"
    "1. The Harbor shall be insured by the Tenant at its own cost.\n"
    "2. The Tenant shall keep an insured boat, and shall show the policy on demand.\n"
    "3. Fees are due on the first of each month.\n"
    "4. Insurance:\n"
    "(a) covers storms; and\n"
    "(b) is insured with a local firm of good name.\n"
)


def values(**changed: Any) -> dict[str, Any]:
    """Parameters by which `insur` speaks for insurance, and every date for the agreement's date."""
    weights = bytes([127, 0, 0])
    marks = [-2.0 if name == "constant" else 0.0 for name in MARKS]
    row = {"prior": 0.0, "scale": 2.0, "marks": marks, "weights": b64encode(weights).decode()}
    return {
        "schema": "pincite.clauses/1",
        "version": "test",
        "words": ["insur", "month"],
        "rarity": [2.0, 2.0],
        "headings": ["fee"],
        "types": {"insurance": row, "agreement_date": row},
        "presence": {"constant": 0.0, "best": 1.0, "prior": 1.0},
        "threshold": 0.5,
        "near": 1.0,
        "phrases": {"agreement_date": {"kind:date": 3.0, "date:0": 1.0}},
        "phrase_near": {"agreement_date": 0.5},
        **changed,
    }


@pytest.fixture
def finder() -> ClauseFinder:
    return ClauseFinder(from_json(values()))


def test_every_sentence_with_the_types_word_is_given_in_the_documents_order(
    finder: ClauseFinder, make_evidence
) -> None:
    found = finder("insurance", [make_evidence(CONTRACT)])
    assert found.there
    # 2 (weight) * 3 (length of a vector with one word) - 2 (constant) = 4 log odds, all alike.
    assert found.chance == pytest.approx(1 / (1 + 2.718281828**-4), abs=1e-3)
    texts = [p.text for p in found.passages]
    assert texts[0].startswith("1. The Harbor shall be insured")
    assert texts[1].startswith("2. The Tenant shall keep an insured boat")
    assert [CONTRACT[p.span.start : p.span.end].split() for p in found.passages] == [t.split() for t in texts]


def test_an_item_of_a_list_comes_with_what_opens_the_list(finder: ClauseFinder, make_evidence) -> None:
    texts = [p.text for p in finder("insurance", [make_evidence(CONTRACT)]).passages]
    at = texts.index("(b) is insured with a local firm of good name.")
    assert texts[at - 1] == "4. Insurance:"


def test_a_sentence_that_two_chunks_share_is_given_once(finder: ClauseFinder, make_evidence) -> None:
    twice = [make_evidence(CONTRACT, 1), make_evidence(CONTRACT, 2)]
    assert len(finder("insurance", twice).passages) == len(finder("insurance", twice[:1]).passages)


def test_no_more_than_the_most_are_given(finder: ClauseFinder, make_evidence) -> None:
    text = " ".join(f"Part {n} of the hull is insured by the Tenant." for n in range(1, 20))
    assert len(finder("insurance", [make_evidence(text)]).passages) == MAX_CLAUSES


@pytest.mark.parametrize("text", ["Fees are due each month.", "Insured", ""])
def test_where_nothing_speaks_for_the_type_it_is_not_there(finder: ClauseFinder, make_evidence, text: str) -> None:
    assert not finder("insurance", [make_evidence(text)]).there


def test_a_date_is_given_without_its_sentence(make_evidence) -> None:
    finder = ClauseFinder(from_json(values(threshold=0.01)))
    text = "This Lease is made on 3 May 2031 between Harbor and Tenant, and ends on 4 May 2032."
    (found,) = finder("agreement_date", [make_evidence(text)]).passages
    assert found.text == found.span.cut(text) == "3 May 2031"


def test_the_generator_quotes_and_leaves_other_questions_alone(finder: ClauseFinder, make_evidence) -> None:
    asked: list[str] = []

    class Ordinary:
        name = "ordinary"

        def __call__(self, question, language, evidence, feedback=None):
            asked.append(question)
            return Draft((DraftSentence("So.", (1,)),), self.name)

    generate = ClauseGenerator(finder, Ordinary())
    evidence = [make_evidence(CONTRACT)]
    draft = generate("Show me the clauses about insurance", "en", evidence)
    assert [s.quoted.cut(CONTRACT).split() for s in draft.sentences if s.quoted] == [
        s.text.split() for s in draft.sentences
    ]
    assert not asked
    generate("Who pays for storms?", "en", evidence)
    generate("Show me the clauses about storms", "en", evidence)
    generate("보험에 관한 조항을 찾아줘", "ko", [make_evidence("제1조 보험에 든다.", language="ko")])
    assert asked == ["Who pays for storms?", "storms", "보험"]


def test_every_name_of_the_table_is_its_own_types() -> None:
    for type_ in CLAUSE_TYPES:
        for name in type_.names:
            assert clause_type(ClauseRequest(name)) == type_.key, name
        assert clause_type(ClauseRequest(type_name(type_.key).title())) == type_.key
    assert clause_type(ClauseRequest("parking of boats")) is None


def test_the_packages_parameters_know_the_tables_types_and_hold_single_words_only() -> None:
    assert clause_parameters(None).keys == {type_.key for type_ in CLAUSE_TYPES}
    assert SHIPPED.stat().st_size < 300_000
    held = json.loads(SHIPPED.read_text("utf-8"))
    assert all(" " not in word and not word.isdigit() for word in (*held["words"], *held["headings"]))
    assert all(" " not in name for rule in held["phrases"].values() for name in rule)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("{", "cannot be used", id="no-json"),
        pytest.param("[]", "cannot be used", id="a-list"),
        pytest.param(json.dumps(values(schema="pincite.clauses/9")), "pincite.clauses/9", id="another-version"),
        pytest.param(json.dumps(values(words=["insur"])), "cannot be used", id="too-few-words"),
        pytest.param(json.dumps(values(presence={})), "constant", id="no-constant"),
    ],
)
def test_a_file_of_another_form_is_refused(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "parameters.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=says):
        read_parameters(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.json"):
        read_parameters(tmp_path / "none.json")
