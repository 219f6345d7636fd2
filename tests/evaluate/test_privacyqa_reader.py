from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question
from pincite.evaluate.benchmarks import load
from pincite.types.document import Span

HARBOR = ["We keep boat names.", "We sell no boat names.", "Write to the keeper.", "Gates shut at dusk."]


def policy(name: str = "harbor", *, lines: Sequence[str] = HARBOR, whole: bool = True) -> dict[str, Any]:
    segments = [{"id": f"{name}-s{n}", "text": text} for n, text in enumerate(lines)]
    return {"doc_id": name, "complete": whole, "ordered": whole, "segments": segments}


def question(agreement: str = "majority", **changes: Any) -> dict[str, Any]:
    row = {
        "id": "harbor-q0", "doc_id": "harbor", "question": "do you sell names?", "agreement": agreement,
        "evidence": ["harbor-s0", "harbor-s1"], "evidence_majority": ["harbor-s1"], "opp115": ["first"],
    }  # fmt: skip
    return row | changes


def read(folder: Path, policies: Sequence[Any], questions: Sequence[Any]) -> Benchmark:
    (folder / "policies.jsonl").write_text("\n".join(map(json.dumps, policies)), "utf-8")
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, questions)), "utf-8")
    return load("privacyqa", folder)


def marks(found: Question) -> list[tuple[str, bool]]:
    return [(gold.unit, gold.alternative) for gold in found.gold]


def test_majority_is_required_and_other_evidence_an_alternative(tmp_path: Path) -> None:
    benchmark = read(tmp_path, [policy()], [question()])
    (found,) = benchmark.questions
    assert found.label is Label.ANSWERABLE
    assert marks(found) == [("harbor/1", False), ("harbor/0", True)]
    assert found.gold[0].quote == HARBOR[1]
    assert found.scope == (found.document_id,) == ("harbor",)
    assert benchmark.hit is HitRule.SEGMENT
    assert benchmark.chunks is not None
    assert benchmark.chunks.unit == "paragraphs"


def test_evidence_is_required_where_the_majority_is_not_known(tmp_path: Path) -> None:
    (found,) = read(tmp_path, [policy()], [question(evidence_majority=None)]).questions
    assert marks(found) == [("harbor/0", False), ("harbor/1", False)]
    assert found.traits["majority_known"] == "no"


@pytest.mark.parametrize(
    ("agreement", "label"),
    [
        pytest.param("majority", Label.ANSWERABLE, id="majority"),
        pytest.param("none", Label.UNANSWERABLE, id="none"),
        pytest.param("minority_or_unknown", Label.APART, id="minority"),
        pytest.param("what else", Label.APART, id="unknown-word"),
    ],
)
def test_label_follows_the_agreement(tmp_path: Path, agreement: str, label: Label) -> None:
    row = question(agreement, evidence=[], evidence_majority=None)
    assert read(tmp_path, [policy()], [row]).questions[0].label is label


def test_neighbours_count_on_whole_policies_only(tmp_path: Path) -> None:
    both = read(tmp_path, [policy(), policy("moor", whole=False)], [question()])
    assert (both.neighbours, both.whole) == (True, {"harbor"})
    assert not read(tmp_path, [policy(whole=False)], [question()]).neighbours


def test_spans_and_starts_count_in_the_segments_text(tmp_path: Path) -> None:
    lines = ["We  keep\n names.", "\u200b", "*Sell* none."]
    row = question(evidence=["harbor-s2", "harbor-s0", "harbor-s1"], evidence_majority=None)
    benchmark = read(tmp_path, [policy(lines=lines)], [row])
    (document,) = benchmark.documents
    text = "\n\n".join(segment for segment in document.segments if segment)
    assert text == "We keep names.\n\n*Sell* none."
    last, first, empty = benchmark.questions[0].gold
    assert (last.span, first.span, empty.span) == (Span(16, 28), Span(0, 14), None)
    assert (empty.unit, empty.quote) == ("harbor/1", "")
    assert benchmark.segment_starts == {"harbor": (0, 16, 16)}


@pytest.mark.parametrize(
    ("policies", "questions", "place"),
    [
        pytest.param([policy() | {"segments": "x"}], [question()], "policies.jsonl", id="segments-no-list"),
        pytest.param([policy() | {"segments": [{"id": "a"}]}], [question()], "policies.jsonl", id="no-text"),
        pytest.param([policy() | {"segments": [{"id": "a", "text": "x"}] * 2}], [], "policies.jsonl", id="id-twice"),
        pytest.param([3], [question()], "policies.jsonl", id="policy-no-object"),
        pytest.param([policy()], [question(doc_id="moor")], "questions.jsonl", id="unknown-policy"),
        pytest.param([policy()], [question(evidence=["harbor-s9"])], "questions.jsonl", id="unknown-segment"),
        pytest.param([policy()], [question(evidence=None)], "questions.jsonl", id="evidence-null"),
        pytest.param([policy()], [question(question=7)], "questions.jsonl", id="question-no-text"),
    ],
)  # fmt: skip
def test_bad_line_is_named(tmp_path: Path, policies: list[Any], questions: list[Any], place: str) -> None:
    with pytest.raises(InputError, match=f"line 1 of .*{place}"):
        read(tmp_path, policies, questions)


# The authors' table


def table(rows: Sequence[Mapping[str, str]], tab: str = ",") -> str:
    columns = list(rows[0])
    return "\n".join([tab.join(columns), *(tab.join(row[c] for c in columns) for row in rows)]) + "\n"


def marked(query: str, by: Mapping[int, str], annotators: int = 6, document: str = "Harbor _1") -> list[dict[str, str]]:
    """Rows of a question; `by` has the numbers of the segments with the annotators' marks, `R`, `I` or `-`."""
    names = {"R": "Relevant", "I": "Irrelevant", "-": "None"}
    return [
        {
            "DocID": document, "QueryID": query, "SentID": f"{document}_{n}", "Query": f"is it {query}",
            "Segment": text, "Any_Relevant": "Relevant",
        } | {f"Ann{a + 1}": names[by.get(n, "I" * annotators)[a]] for a in range(annotators)}
        for n, text in enumerate(HARBOR)
    ]  # fmt: skip


def read_table(
    folder: Path, rows: Sequence[Mapping[str, str]], tab: str = ",", name: str = "policy_test_data.csv"
) -> Any:
    (folder / name).write_text(table(rows, tab), "utf-8")
    return load("privacyqa", folder)


@pytest.mark.parametrize(
    ("by", "label", "units"),
    [
        pytest.param({1: "RRRIII"}, Label.ANSWERABLE, [(1, False)], id="half"),
        pytest.param({1: "RRIIII"}, Label.APART, [(1, False)], id="third"),
        pytest.param({0: "RIIIII", 2: "RRRRII"}, Label.ANSWERABLE, [(2, False), (0, True)], id="one-more"),
        pytest.param({}, Label.UNANSWERABLE, [], id="nobody"),
        pytest.param({n: "RRI---" if n == 1 else "III---" for n in range(4)}, Label.APART, [(1, False)], id="three"),
        pytest.param(dict.fromkeys(range(4), "------"), Label.APART, [], id="not-judged"),
    ],
)
def test_annotators_are_counted(
    tmp_path: Path, by: dict[int, str], label: Label, units: list[tuple[int, bool]]
) -> None:
    benchmark = read_table(tmp_path, marked("q1", by))
    (found,) = benchmark.questions
    assert found.label is label
    assert marks(found) == [(f"{found.document_id}/{n}", alternative) for n, alternative in units]


def test_each_annotators_marks_are_kept(tmp_path: Path) -> None:
    (found,) = read_table(tmp_path, marked("q1", {0: "RIIII-", 2: "RRRIR-", 1: "IIIII-", 3: "IIIII-"})).questions
    assert [gold.marked_by for gold in found.gold] == [("Ann1", "Ann2", "Ann3", "Ann5"), ("Ann1",)]
    assert found.traits["annotators"] == "Ann1+Ann2+Ann3+Ann4+Ann5"


def test_tabs_byte_order_mark_and_blanks_in_names_are_read_as_well(tmp_path: Path) -> None:
    rows = marked("q1", {1: "RRRRRR"})
    commas = read_table(tmp_path, rows).questions
    head, rest = table(rows, "\t").split("\n", 1)
    data = "\ufeff" + head.replace("\t", " \t ") + "\n" + rest
    (tmp_path / "policy_test_data.csv").write_text(data, "utf-8")
    assert load("privacyqa-csv", tmp_path).questions == commas
    assert load("privacyqa-csv", tmp_path / "policy_test_data.csv").questions == commas


def test_segments_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    rows = marked("q1", {1: "RRRRRR"})
    (document,) = read_table(tmp_path, [rows[2], rows[0], rows[3], rows[1]]).documents
    assert list(document.segments) == HARBOR
    benchmark = read_table(tmp_path, rows[:2] + rows[3:])
    assert (benchmark.whole, benchmark.neighbours) == (frozenset(), False)


def test_one_column_of_labels_is_one_annotator(tmp_path: Path) -> None:
    rows = [
        {k: row[k] for k in ("DocID", "QueryID", "SentID", "Query", "Segment")} | {"Label": row["Ann1"]}
        for row in [*marked("q1", {1: "RRRRRR"}), *marked("q2", {})]
    ]
    benchmark = read_table(tmp_path, rows, name="policy_train_data.csv")
    assert [q.label for q in benchmark.questions] == [Label.ANSWERABLE, Label.UNANSWERABLE]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("DocID,QueryID\n1,2\n", "SentID, Query, Segment", id="columns-missing"),
        pytest.param("DocID,QueryID,SentID,Query,Segment\n1,2,3,4,5\n", "Ann1", id="no-marks"),
        pytest.param(table(marked("q1", {})).split("\n")[0], "found none", id="no-rows"),
        pytest.param("", "Expected the columns", id="empty"),
        pytest.param(
            table([*marked("q1", {}), marked("q2", {})[0] | {"Segment": "Other."}]), "another", id="two-texts"
        ),
        pytest.param(table([*marked("q1", {}), *marked("q1", {}, document="Moor")]), "q1", id="two-documents"),
    ],
)
def test_bad_table_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "policy_test_data.csv").write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        load("privacyqa", tmp_path)


def test_the_set_at_hand_reads_whole(data_dir: Path) -> None:
    benchmark = load("privacyqa", data_dir)
    assert Counter(q.label for q in benchmark.questions) == {
        Label.ANSWERABLE: 94, Label.APART: 134, Label.UNANSWERABLE: 21,
    }  # fmt: skip
    assert sum(len(d.segments) for d in benchmark.documents) == 789
    assert benchmark.whole == {"fiverr"}
    assert not any(isinstance(g, Gold) for q in benchmark.questions if q.label is Label.UNANSWERABLE for g in q.gold)
    assert all(q.required for q in benchmark.questions if q.answerable)
    known = [q for q in benchmark.questions if q.traits["majority_known"] == "yes"]
    assert len(known) == 55
