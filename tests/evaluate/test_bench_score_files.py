"""Bad input: every finding has its severity, line and remedy; and what is no file of the kind at all."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.errors import InputError
from pincite.evaluate.regops.findings import Finding, Severity, lines, worst
from pincite.evaluate.regops.predictions.aliases import FIELDS
from pincite.evaluate.regops.predictions.read import read_predictions
from pincite.evaluate.regops.score.bench import ScoreBench, read_bench
from pincite.evaluate.regops.score.claim_match import WordMatcher
from pincite.evaluate.regops.score.compatible import CompatibleRules
from pincite.evaluate.regops.score.systems import ScoreOptions, as_record, score
from pincite.evaluate.regops.score.trec import write_trec

QUESTIONS = [
    {"qa_id": "b1", "question": "Who keeps the hive?", "gt_references": ["beeact/a1"], "difficulty": "L1"},
    {"qa_id": "b2", "question": "When is honey taken?", "gt_references": ["beeact/a2"], "difficulty": "L2"},
]
CORPUS = [{"id": "beeact/a1"}, {"id": "beeact/a2"}, {"id": "beeact/a2/p1"}]
SOUND = {"retrieved_node_ids": ["beeact/a1"], "answer": "The keeper does.", "cited_node_ids": ["beeact/a1"]}


def write(path: Path, rows: list[Any]) -> Path:
    text = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join(text) + "\n", "utf-8")
    return path


def bench_of(folder: Path, questions: list[Any] = QUESTIONS, corpus: list[Any] = CORPUS) -> ScoreBench:
    folder.mkdir(exist_ok=True)
    write(folder / "questions.jsonl", questions)
    write(folder / "corpus.jsonl", corpus)
    return read_bench(folder)


def findings(tmp_path: Path, rows: list[Any]) -> list[Finding]:
    file = write(tmp_path / "p.jsonl", rows)
    return list(read_predictions([("", file)], bench_of(tmp_path / "bench")).findings)


def both(**changed: Any) -> list[Any]:
    """Two sound lines, the second one changed; a value None takes a field out."""
    second = {key: value for key, value in {"qa_id": "b2", **SOUND, **changed}.items() if value is not None}
    return [{"qa_id": "b1", **SOUND}, second]


E, W, N = Severity.ERROR, Severity.WARNING, Severity.NOTE
BAD = [
    ("wrong-join-keys", [{"qa_id": "x1", **SOUND}, {"qa_id": "x2", **SOUND}], E, "wrong_join_keys", 1, "--bench"),
    ("join-keys-by-question", [{"qa_id": "7", "question": "When is honey taken?", **SOUND}], E, "wrong_join_keys", 1,
     "b2"),
    ("join-keys-by-case", [{"qa_id": "B1", **SOUND}], E, "wrong_join_keys", 1, "case"),
    ("other-corpus", [{"qa_id": "b1", **SOUND, "retrieved_node_ids": ["chunk-1"]},
                      {"qa_id": "b2", **SOUND, "retrieved_node_ids": ["chunk-2"]}], E, "other_corpus", 1, "node_id"),
    ("some-ids-of-another-corpus", both(retrieved_node_ids=["chunk-2"]), W, "not_in_corpus", 2, "corpus"),
    ("duplicate", [*both(), {"qa_id": "b2", **SOUND}], E, "duplicate_prediction", 3, "variant"),
    ("no-id", both(qa_id=None), E, "no_qa_id", 2, "qa_id"),
    ("id-that-is-none", both(qa_id=["b2"]), E, "no_qa_id", 2, "qa_id"),
    ("no-ranking", both(retrieved_node_ids=None), W, "no_retrieved", 2, "retrieved_node_ids"),
    ("no-answer", both(answer=None), W, "no_answer", 2, "answer"),
    ("no-citation", both(cited_node_ids=None), W, "no_citation", 2, "[Citations]"),
    ("unknown-question", [*both(), {"qa_id": "b22", **SOUND}], W, "unknown_question", 3, "'b2'"),
    ("question-of-another-build", both(question="Where is wax sold?"), W, "other_question", 2, "anew"),
    ("missing-question", both()[:1], W, "missing_questions", None, "--only-predicted"),
    ("no-json", [*both(), '{"qa_id": "b2",'], E, "not_json", 3, "line"),
    ("a-list-for-an-object", [*both(), ["b2"]], E, "not_json", 3, "object"),
    ("nested-too-deep", [*both(), "[" * 20_000], E, "not_json", 3, "line"),
    ("number-for-a-ranking", both(retrieved_node_ids=3), E, "bad_retrieved", 2, "list"),
    ("numbers-for-citations", both(cited_node_ids=[1, 2]), E, "bad_cited", 2, "ids"),
    ("number-for-an-answer", both(answer=5), E, "bad_answer", 2, "text"),
    ("contexts-without-ids", both(retrieved_node_ids=["beeact/a1", {"score": 1}]), W, "no_id_in_context", 2, "node_id"),
    ("not-by-score", both(retrieved_node_ids=[{"id": "beeact/a1", "score": 0.1}, {"id": "beeact/a2", "score": 0.9}]),
     W, "not_by_score", 2, "best"),
    ("unknown-status", both(status="perhaps"), W, "unknown_status", 2, "answered"),
    ("status-that-is-no-text", both(status=200), W, "unknown_status", 2, "answered"),
    ("claims-that-are-no-list", both(claims="The keeper does."), W, "bad_claims", 2, "list"),
    ("nothing-cited-is-known", [{**row, "cited_node_ids": ["waspact/a1"]} for row in both()], W, "no_cited_in_corpus",
     1, "CFP"),
    ("endless-answer", both(answer="Bees. " * 40_000), W, "long_answer", 2, "alone"),
    ("score-that-is-no-number", both(retrieved_node_ids={"beeact/a1": float("nan")}), E, "bad_retrieved", 2, "list"),
    ("scores-as-texts", both(retrieved_node_ids=[["beeact/a1", 0.1], ["beeact/a2", "0.9"]]), W, "no_id_in_context", 2,
     "node_id"),
    ("not-by-score-in-texts",
     both(retrieved_node_ids=[{"id": "beeact/a1", "score": "0.1"}, {"id": "beeact/a2", "score": "0.9"}]), W,
     "not_by_score", 2, "best"),
    ("numbers-of-chunks", [{**row, "retrieved_node_ids": [1, 2]} for row in both()], E, "other_corpus", 1, "chunks"),
    ("rows-under-a-key", [{"predictions": both()}], E, "no_qa_id", 1, "'predictions'"),
    ("rows-by-id", [{"b1": SOUND, "b2": SOUND}], E, "no_qa_id", 1, "'b1'"),
    ("number-with-a-point-for-an-id", both(qa_id=2.0), E, "no_qa_id", 2, "text"),
    ("zero-bytes", [*both(), "{\0\"\0"], E, "not_json", 3, "UTF-8"),
    ("object-over-lines", ["{", '"qa_id": "b1"}'], E, "not_json", 1, "jq"),
    ("unknown-citation", both(cited_node_ids=["beeact/a9"]), N, "cited_not_in_corpus", 2, ""),
    ("over-deep-citation", both(cited_node_ids=["beeact/a2/p1/i1"]), N, "over_deep", None, ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "severity", "code", "line", "remedy"), [pytest.param(*row[1:], id=row[0]) for row in BAD]
)
def test_each_fault_has_severity_line_and_remedy(
    tmp_path: Path, rows: list[Any], severity: Severity, code: str, line: int | None, remedy: str
) -> None:
    found = [finding for finding in findings(tmp_path, rows) if finding.code == code]
    assert found, findings(tmp_path, rows)
    assert (found[0].severity, found[0].line) == (severity, line)
    assert remedy in found[0].remedy
    assert found[0].file == "p.jsonl"


def test_sound_files_have_no_findings(tmp_path: Path) -> None:
    assert findings(tmp_path, both()) == []


BENCH = [
    ("empty-gold", [{**QUESTIONS[0], "gt_references": []}, QUESTIONS[1]], W, "empty_gold", 1),
    ("no-gold-at-all", [{"qa_id": row["qa_id"], "question": row["question"]} for row in QUESTIONS], E, "no_gold", 1),
    ("unanswerable-needs-none", [{**QUESTIONS[0], "gt_references": [], "answerable": False}], None, "", 0),
    ("some-gold-of-another-corpus", [{**QUESTIONS[0], "gt_references": ["beeact/a9"]}, QUESTIONS[1]], W,
     "gold_not_in_corpus", 1),
    ("all-gold-of-another-corpus", [{**QUESTIONS[0], "gt_references": ["waspact/a1"]}], E, "gold_of_another_corpus", 1),
    ("unanswerable-with-gold", [{**QUESTIONS[0], "answerable": False}], W, "gold_of_unanswerable", 1),
    ("answerable-in-words", [QUESTIONS[0], {**QUESTIONS[1], "answerable": "no"}], E, "bad_answerable", 2),
    ("truth-value-for-an-id", [QUESTIONS[0], {**QUESTIONS[1], "qa_id": True}], E, "no_id", 2),
    ("composed-otherwise", [{**QUESTIONS[0], "qa_id": "\u1112\u1161", "gt_references": ["beeact/a1"]}], None, "", 0),
    ("gold-finer-than-the-corpus", [{**QUESTIONS[0], "gt_references": ["beeact/a2/p1/i1"]}], N, "over_deep_gold", 1),
    ("question-twice", [*QUESTIONS, QUESTIONS[0]], E, "duplicate_question", 3),
    ("text-twice", [*QUESTIONS, {**QUESTIONS[0], "qa_id": "b3"}], N, "repeated_text", 3),
    ("no-id", [QUESTIONS[0], {"question": "Why?", "gt_references": []}], E, "no_id", 2),
    ("gold-that-is-no-list", [{**QUESTIONS[0], "gt_references": "beeact/a1"}], E, "bad_gold", 1),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "severity", "code", "line"), [pytest.param(*row[1:], id=row[0]) for row in BENCH])
def test_faults_of_the_benchmark(
    tmp_path: Path, rows: list[Any], severity: Severity | None, code: str, line: int
) -> None:
    found = bench_of(tmp_path / "bench", rows).findings
    assert worst(found) is severity
    assert [(f.code, f.line) for f in found] == ([(code, line)] if code else [])


def test_an_id_twice_in_the_corpus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="line 1 again"):
        bench_of(tmp_path / "bench", corpus=[*CORPUS, CORPUS[0]])


@pytest.mark.parametrize(
    "text",
    [pytest.param("", id="empty"), pytest.param('[{"qa_id": "b1"', id="cut-list"), pytest.param("\x80", id="bytes")],
)
def test_what_is_no_file_of_predictions_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "p.jsonl"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(InputError):
        read_predictions([("", file)], bench_of(tmp_path / "bench"))


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere"):
        read_predictions([("", tmp_path / "nowhere.jsonl")], bench_of(tmp_path / "bench"))


def test_a_file_that_was_cut_off_is_said_so(tmp_path: Path) -> None:
    file = write(tmp_path / "p.jsonl", both())
    file.write_bytes(file.read_bytes()[:-30])
    found = read_predictions([("", file)], bench_of(tmp_path / "bench")).findings
    assert (found[0].code, found[0].line) == ("not_json", 2)
    assert "cut off" in found[0].remedy


BYTES = [
    ("byte-order-mark", lambda text: b"\xef\xbb\xbf" + text.encode()),
    ("carriage-returns", lambda text: text.replace("\n", "\r\n").encode()),
    ("blank-lines", lambda text: text.replace("\n", "\n\n \n").encode()),
    ("no-last-line-end", lambda text: text.rstrip().encode()),
    ("as-a-list", lambda text: f"[{','.join(text.splitlines())}]".encode()),
    ("decomposed", lambda text: normalize("NFD", text).encode()),
    ("decomposed-in-escapes", lambda text: "".join(
        json.dumps(json.loads(normalize("NFD", line))) + "\n" for line in text.splitlines()).encode()),
]  # fmt: skip


@pytest.mark.parametrize("written", [pytest.param(row[1], id=row[0]) for row in BYTES])
def test_the_same_lines_in_other_bytes_are_the_same_file(tmp_path: Path, written: Callable[[str], bytes]) -> None:
    """Questions, corpus and predictions alike, with Korean ids, names and words."""
    row = {"qa_id": "문1", "retrieved_node_ids": ["양봉법_제5조의2"], "answer": "양봉법 제5조의2제1항에 따라 지킨다."}
    text = json.dumps(row, ensure_ascii=False) + "\n"
    bench = tmp_path / "bench"
    bench.mkdir()
    asked = {"qa_id": "문1", "question": "누가 지키나요?", "gt_references": ["양봉법_제5조의2_제1항"]}
    passages = ({"node_id": f"양봉법_제5조의2{part}", "document_name": "양봉법"} for part in ("", "_제1항"))
    (bench / "questions.jsonl").write_bytes(written(json.dumps(asked, ensure_ascii=False) + "\n"))
    (bench / "corpus.jsonl").write_bytes(
        written("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in passages))
    )
    (tmp_path / "p.jsonl").write_bytes(written(text))
    read = read_bench(bench)
    assert read.findings == ()
    systems, found = read_predictions([("", tmp_path / "p.jsonl")], read)
    assert [f.code for f in found] == ["cited_from_text"]
    made = systems[0].predictions["문1"]
    assert (made.retrieved, made.cited) == (("양봉법/a5-2",), ("양봉법/a5-2/p1",))


def test_what_no_file_holds_is_replaced(tmp_path: Path) -> None:
    row = r'{"qa_id": "b1", "answer": "\ud800", "retrieved": ["beeact/a1", "\udc00"], "variant": "\ud800\u001b[2J"}'
    system = read_predictions([("", write(tmp_path / "p.jsonl", [row]))], bench_of(tmp_path / "bench")).systems[0]
    "".join([system.name, system.predictions["b1"].answer, *system.predictions["b1"].written_retrieved]).encode()
    assert "\x1b" not in system.name


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"id": "beeact/a1"}\n{"id": "bee', id="cut"),
        pytest.param('{"id": "beeact/a1"}\nnull\n', id="null"),
        pytest.param('{"id": "beeact/a1"}\n{"text": "Bees."}\n', id="no-id"),
        pytest.param("", id="empty"),
    ],
)
def test_a_broken_corpus_is_refused_with_a_remedy(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "bench"
    bench_of(folder)
    (folder / "corpus.jsonl").write_text(text, "utf-8")
    with pytest.raises(InputError) as error:
        read_bench(folder)
    assert "corpus.jsonl" in error.value.message
    assert error.value.hint


def test_a_json_list_is_read_as_lines_are(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    file.write_text(json.dumps(both(), indent=1), "utf-8")
    systems, found = read_predictions([("", file)], bench_of(tmp_path / "bench"))
    assert sorted(systems[0].predictions) == ["b1", "b2"]
    assert not found


def test_a_pipe_is_read_as_a_file_is(tmp_path: Path) -> None:
    pipe = tmp_path / "p.jsonl"
    os.mkfifo(pipe)
    text = "".join(json.dumps(row) + "\n" for row in both())
    writer = Thread(target=pipe.write_text, args=(text, "utf-8"), daemon=True)
    writer.start()
    systems, _ = read_predictions([("", pipe)], bench_of(tmp_path / "bench"))
    writer.join(10)
    assert sorted(systems[0].predictions) == ["b1", "b2"]


def test_variants_are_systems_of_their_own(tmp_path: Path) -> None:
    rows = [{**row, "variant": variant} for variant in ("a", "b") for row in both()]
    file = write(tmp_path / "p.jsonl", rows)
    systems, found = read_predictions([("", file)], bench_of(tmp_path / "bench"))
    assert [system.name for system in systems] == ["p/a", "p/b"]
    assert not found


def test_files_with_one_name_go_by_their_own(tmp_path: Path) -> None:
    files = [write(tmp_path / f"{name}.jsonl", [{**row, "model": "m"} for row in both()]) for name in ("one", "two")]
    systems, _ = read_predictions([("", file) for file in files], bench_of(tmp_path / "bench"))
    assert [system.name for system in systems] == ["one", "two"]
    with pytest.raises(InputError, match="NAME=FILE"):
        read_predictions([("x", files[0]), ("x", files[1])], bench_of(tmp_path / "bench"))


def test_many_findings_of_a_sort_are_shown_in_short() -> None:
    many = [Finding(W, "not_in_corpus", "p.jsonl", line, "m.", "r.") for line in range(1, 10)]
    shown = lines([Finding(N, "x", "p.jsonl", None, "n.", ""), *many])
    assert len(shown) == 5
    assert shown[0].startswith("warning: p.jsonl:1:")
    assert "6 more" in shown[3]


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(
    ["beeact/a1", "beeact/a2/p1", "양봉법 제1조", "[1]", "[참조] beeact/a1", "0.5", "\ud800", "\x1b[31m"]
)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["node_id", "id", "score", "text", "metadata", "documents", "x"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)
ANY_FIELD = st.sampled_from([*(name for names in FIELDS.values() for name in names), "status", "error", "llm"])


@given(st.lists(st.dictionaries(ANY_FIELD, VALUES, max_size=6), max_size=3))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_stands_in_the_lines_is_read_scored_and_written(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    bench = bench_of(tmp_path / "bench")
    named = [{"qa_id": f"b{number}", **row} for number, row in enumerate(rows, 1)]
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(row) + "\n" for row in [*named, both()[0]]), "utf-8")
    systems, found = read_predictions([("", tmp_path / "p.jsonl")], bench)
    "\n".join(lines(found)).encode("utf-8", "replace")
    for options in (ScoreOptions(matcher=WordMatcher()), ScoreOptions(compatible=CompatibleRules())):
        made = score(bench, systems, options)
        json.dumps(as_record(made), allow_nan=False, ensure_ascii=False).encode()
        write_trec(tmp_path / "trec", bench, systems)


def test_gold_in_a_prediction_file_is_never_read(tmp_path: Path) -> None:
    file = write(tmp_path / "p.jsonl", [{"qa_id": "b1", "gt_references": ["beeact/a2"], **SOUND}])
    bench = bench_of(tmp_path / "bench")
    read_predictions([("", file)], bench)
    assert bench.by_id["b1"].gold == ("beeact/a1",)


def test_beir_layout_is_a_benchmark_too(tmp_path: Path) -> None:
    folder = tmp_path / "beir"
    (folder / "qrels").mkdir(parents=True)
    write(folder / "corpus.jsonl", [{"_id": "beeact/a1", "text": "Bees."}])
    write(folder / "queries.jsonl", [{"_id": "b1", "text": "Who?"}])
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nb1\tbeeact/a1\t1\n", "utf-8")
    assert read_bench(folder).by_id["b1"].gold == ("beeact/a1",)
