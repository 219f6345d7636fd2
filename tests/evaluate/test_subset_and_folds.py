from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question, SourceDocument
from pincite.evaluate.calibrate.folds import folds, halves
from pincite.evaluate.subset import subset

LABELS = [Label.ANSWERABLE, Label.UNANSWERABLE, Label.APART]


def benchmark(*sizes: int, scoped: bool = True) -> Benchmark:
    """One document for each number, with so many questions; labels and categories in turn."""
    names = [f"d{n}" for n in range(len(sizes))]
    questions = [
        Question(
            f"{name}-{n}", "?", LABELS[n % 3], category=f"c{n % 4}", document_id=name, scope=(name,) if scoped else ()
        )
        for name, size in zip(names, sizes, strict=True)
        for n in range(size)
    ]
    documents = tuple(SourceDocument(name, text="x") for name in names)
    return Benchmark("tests", "1", documents, tuple(questions), HitRule.SPAN, whole=frozenset(names))


SETS = st.lists(st.integers(1, 30), min_size=1, max_size=8).map(lambda sizes: benchmark(*sizes))


@given(SETS, st.integers(1, 300), st.integers(0, 5))
def test_a_subset_has_the_make_up_of_the_whole(whole: Benchmark, n: int, seed: int) -> None:
    part = subset(whole, n, seed)
    total = len(whole.questions)
    n = min(n, total)
    assert len(part.questions) == n
    assert [q for q in whole.questions if q in part.questions] == list(part.questions)
    labels = Counter(q.label for q in part.questions)
    for label, count in Counter(q.label for q in whole.questions).items():
        assert abs(labels[label] - n * count / total) < 1
        documents = Counter(q.document_id for q in part.questions if q.label is label)
        for name, inside in Counter(q.document_id for q in whole.questions if q.label is label).items():
            assert abs(documents[name] - labels[label] * inside / count) < 1


@given(SETS, st.integers(1, 40))
def test_a_subset_follows_from_the_seed_alone(whole: Benchmark, n: int) -> None:
    assert subset(whole, n, 3) == subset(whole, n, 3)
    turned = replace(whole, questions=whole.questions[::-1])
    assert {q.id for q in subset(turned, n, 3).questions} == {q.id for q in subset(whole, n, 3).questions}


def test_another_seed_is_another_subset_with_another_version() -> None:
    whole = benchmark(30, 30)
    one, two = subset(whole, 20, 0), subset(whole, 20, 1)
    assert one.questions != two.questions
    assert len({whole.version, one.version, two.version, subset(whole, 21).version}) == 4
    assert (one.name, subset(whole, 20, name="daily").name) == ("tests-20-0", "daily")


def test_categories_keep_their_share() -> None:
    rows = [("a", 40), ("b", 40), ("rare", 8)]
    categories = [name for name, count in rows for _ in range(count)]
    whole = benchmark(*[22] * 4)
    questions = [
        replace(q, label=Label.ANSWERABLE, category=c) for q, c in zip(whole.questions, categories, strict=True)
    ]
    spread = [replace(q, document_id=f"d{n % 4}") for n, q in enumerate(questions)]
    part = subset(replace(whole, questions=tuple(spread)), 22)
    assert Counter(q.category for q in part.questions) == {"a": 10, "b": 10, "rare": 2}


def test_documents_that_no_question_needs_are_left_out() -> None:
    whole = benchmark(30, 1, 1, 1)
    part = subset(whole, 1)
    (question,) = part.questions
    assert [d.id for d in part.documents] == [question.document_id]
    assert part.whole == {question.document_id}
    gold = tuple(replace(q, gold=(Gold("d3"),)) for q in whole.questions)
    assert "d3" in [d.id for d in subset(replace(whole, questions=gold), 1).documents]


def test_all_documents_stay_where_all_are_searched() -> None:
    assert len(subset(benchmark(30, 1, 1, scoped=False), 1).documents) == 3


def test_a_subset_as_large_as_the_whole_is_the_whole() -> None:
    whole = benchmark(3, 4)
    assert subset(whole, 7) is whole
    with pytest.raises(InputError, match="found 0"):
        subset(whole, 0)


@given(SETS, st.integers(2, 8), st.integers(0, 3))
def test_folds_hold_each_question_out_once_and_documents_together(whole: Benchmark, k: int, seed: int) -> None:
    documents = len(whole.documents)
    if k > documents:
        with pytest.raises(InputError, match=f"found {k}"):
            folds(whole, k, seed)
        return
    found = folds(whole, k, seed)
    assert sorted(q.id for f in found for q in f.held_out) == sorted(q.id for q in whole.questions)
    assert folds(whole, k, seed) == found
    for fold in found:
        assert fold.held_out
        assert {q.document_id for q in fold.fit}.isdisjoint(q.document_id for q in fold.held_out)
        assert len(fold.fit) + len(fold.held_out) == len(whole.questions)


def test_folds_are_even() -> None:
    assert [len(f.held_out) for f in folds(benchmark(6, 1, 5, 2, 4, 3), 3)] == [7, 7, 7]


def test_questions_with_a_document_in_common_stay_together() -> None:
    golds = [("a", "b"), ("b", "c"), ("d",), (), ()]
    questions = tuple(
        Question(f"q{n}", "?", Label.ANSWERABLE, gold=tuple(map(Gold, names))) for n, names in enumerate(golds)
    )
    whole = Benchmark("tests", "1", (), questions, HitRule.DOCUMENT)
    held = sorted(sorted(q.id for q in fold.held_out) for fold in folds(whole, 4))
    assert held == [["q0", "q1"], ["q2"], ["q3"], ["q4"]]


@given(SETS, st.integers(0, 3))
def test_halves_part_the_documents(whole: Benchmark, seed: int) -> None:
    half = halves(whole, seed)
    choosing = {q.document_id for q in half.fit}
    reported = {q.document_id for q in half.held_out}
    assert choosing.isdisjoint(reported)
    assert len(choosing) == len(whole.documents) // 2
    assert len(half.fit) + len(half.held_out) == len(whole.questions)
    assert halves(replace(whole, questions=whole.questions[::-1]), seed).fit == half.fit[::-1]
