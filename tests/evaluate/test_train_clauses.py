"""The clause finder's training: the fit is the optimum, folds are kept apart, and what is written can be read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question, SourceDocument
from pincite.evaluate.clauses import train as train_clauses
from pincite.evaluate.clauses.contracts import Contract, contracts
from pincite.evaluate.clauses.fit import fit
from pincite.generate.clause_model import from_json
from pincite.library import Library
from pincite.types.document import Span

MakeLibrary = Callable[..., Library]
LAW = "This Agreement shall be governed by the laws of the State of {place}, without regard to conflicts of law."
AUDIT = "The Harbor may inspect and audit the books and records of the Tenant once in each year at its own expense."
FILLER = (
    "The Tenant shall keep the berth clean and dry during the season.",
    "The Harbor shall supply power and water to the berth of the Tenant.",
    "Fees are due on the first day of each month without any deduction.",
    "The Tenant shall moor its boat with ropes of sufficient strength.",
    "The Harbor shall light the quay from dusk until dawn on every day.",
)
PLACES = ("Merrow", "Sandwell", "Tarn", "Ostrey", "Quill", "Vane", "Lorne", "Fenwick")


def text_of(n: int) -> str:
    clauses = [*FILLER[n % 5 :], *FILLER[: n % 5], LAW.format(place=PLACES[n])]
    if n % 2:
        clauses.insert(2, AUDIT)
    return "\n\n".join((f"This Berth Agreement is made on {n + 1} May 2031 by the Harbor.", *clauses)) + "\n"


def question(n: int, name: str, quote: str) -> Question:
    text, id_ = text_of(n), f"berth{n}"
    start = text.find(quote) if quote else -1
    gold = (Gold(id_, quote, Span(start, start + len(quote))),) if start >= 0 else ()
    label = Label.ANSWERABLE if gold else Label.UNANSWERABLE
    return Question(f"{id_}-{name}", f'Show me the clauses about "{name}"', label, name, id_, (id_,), gold=gold)


@pytest.fixture
def found(make_library: MakeLibrary) -> list[Contract]:
    library = make_library({f"berth{n}.txt": text_of(n) for n in range(8)})
    questions = [
        question(n, name, quote)
        for n in range(8)
        for name, quote in (
            ("Governing Law", LAW.format(place=PLACES[n])),
            ("Audit Rights", AUDIT),
            ("Agreement Date", f"{n + 1} May 2031"),
        )
    ]
    documents = tuple(SourceDocument(f"berth{n}", text=text_of(n)) for n in range(8))
    return contracts(Benchmark("berths", "1", documents, tuple(questions), HitRule.SPAN), library)


def test_the_fit_is_where_the_penalised_likelihood_has_no_slope() -> None:
    rng = np.random.default_rng(3)
    x = np.hstack([rng.normal(size=(200, 3)), np.ones((200, 1))]).astype(np.float32)
    y = (rng.random((200, 2)) < 1 / (1 + np.exp(-x @ np.array([[1, 0], [-2, 1], [0, 0], [0.5, -1]])))).astype(
        np.float32
    )
    w = fit(x, y, 2.0)
    slope = x.T @ (1 / (1 + np.exp(-(x @ w))) - y) + 2.0 * w
    assert np.abs(slope).max() < 0.3  # the slope at zeros is above 40


def test_a_column_of_its_own_kind_only_is_fitted_without_overflow() -> None:
    w = fit(np.ones((50, 1), np.float32) * 1e3, np.ones((50, 1), np.float32), 1.0)
    assert np.isfinite(w).all()


def test_sentences_are_labelled_by_the_gold_spans(found: list[Contract]) -> None:
    assert len(found) == 8
    for n, contract in enumerate(found):
        law = [u.reading.sentence.text for u in contract.units if contract.positive(u, "governing_law", phrase=False)]
        audit = [u for u in contract.units if contract.positive(u, "audit_rights", phrase=False)]
        date = [u.reading.sentence.text for u in contract.units if contract.positive(u, "agreement_date", phrase=True)]
        assert law == [LAW.format(place=PLACES[n])]
        assert len(audit) == n % 2
        assert date == [f"This Berth Agreement is made on {n + 1} May 2031 by the Harbor."]


def test_folds_share_no_contract_and_leave_none_out(found: list[Contract]) -> None:
    parts = train_clauses.parts(found, 3)
    assert sorted(i for part in parts for i in part) == list(range(8))


def test_what_a_fold_was_not_fitted_on_is_found(found: list[Contract]) -> None:
    keys = sorted(found[0].gold)
    rows = [
        row
        for values, held in train_clauses.cross_validated(found, keys, 4)
        for row in train_clauses.simulated(from_json(json.loads(json.dumps(values))), held)
    ]
    assert len(rows) == 24
    figures = train_clauses.summary([row for row in rows if row["key"] == "governing_law"])
    assert figures["matched of answered answerable"] == 1.0
    assert figures["hit@8"] == 1.0


def test_no_name_that_few_contracts_have_is_kept(found: list[Contract]) -> None:
    words = train_clauses.vocabulary(found).words
    assert "harbor" in words
    assert not {"merrow", "sandwel", "tarn", "fenwick"} & set(words)


def test_figures_are_the_sums_that_their_names_say() -> None:
    base = {"hit": True, "chance": 0.5, "given": 2, "gold": 2, "right": 1, "gold_found": 1}
    rows = [
        {**base, "present": True, "answered": True, "matched": True},
        {**base, "present": True, "answered": True, "matched": False, "right": 0, "gold_found": 0},
        {**base, "present": True, "answered": False, "matched": True, "hit": False},
        {**base, "present": False, "answered": True, "matched": False},
        {**base, "present": False, "answered": False, "matched": False},
    ]
    figures = train_clauses.summary(rows)
    assert figures["true refusal"] == 1 / 2
    assert figures["false refusal"] == pytest.approx(1 / 3, abs=1e-4)
    assert figures["matched of answered"] == pytest.approx(1 / 3, abs=1e-4)
    assert figures["matched of answered answerable"] == 1 / 2
    assert figures["accuracy"] == pytest.approx((1 / 3 + 1 / 2) / 2, abs=1e-4)
    assert figures["hit@8"] == pytest.approx(2 / 3, abs=1e-4)


def test_the_command_writes_parameters_that_are_read(
    found: list[Contract], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(train_clauses, "_read", lambda *given: found)
    out = tmp_path / "clauses.json"
    train_clauses.main(["--data", "d", "--work", "w", "--folds", "4", "--out", str(out)])
    values = json.loads(out.read_text("utf-8"))
    assert from_json(values).keys == {"governing_law", "audit_rights", "agreement_date"}
    assert '"questions": 24' in capsys.readouterr().out
