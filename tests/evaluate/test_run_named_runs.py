from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pincite.answer.record import find_flaws
from pincite.errors import InputError, MissingExtra, ServerError
from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question, SourceDocument
from pincite.evaluate.cases_file import CaseRow, read_rows
from pincite.evaluate.run.ablations import BASE, NAMED_RUNS, groups, named_runs
from pincite.evaluate.run.ask import Asked, Made, run_all
from pincite.evaluate.run.careless_model import CarelessModel
from pincite.evaluate.run.events import EvalEvent, QuestionDone, RunNotMade, RunStarted
from pincite.evaluate.run.library import Models
from pincite.library import Library
from pincite.settings import AnswerSettings, ChunkSettings, ModelSettings, RetrieveSettings, Settings
from pincite.testing import HashEmbedder, OverlapReranker, ScriptedModel

RULES = """# Rules of the boat club

## 1. Boats

A member may take out a boat for 14 days. A boat that is not back on the last day costs 5 crowns a day.

## 2. Keys

Each member gets one key and pays a deposit of 40 crowns for it. The deposit is paid back within 3 days after the key
is returned.
"""
NOTES = """# Notes on the sauna

## 1. Hours

The sauna is open from 6 p.m. to 10 p.m. Guests must leave with the member who brought them.
"""
DOCUMENTS = (SourceDocument("rules", text=RULES, suffix=".md"), SourceDocument("notes", text=NOTES, suffix=".md"))
QUESTIONS = (
    Question("q1", "How many days may a member take out a boat?", Label.ANSWERABLE, "boats", "rules",
             reference="14 days", gold=(Gold("rules", "take out a boat for 14 days", section_ids=frozenset({"1"})),)),
    Question("q2", "What is the deposit for a key?", Label.ANSWERABLE, "keys", "rules", reference="40 crowns",
             gold=(Gold("rules", "pays a deposit of 40 crowns", section_ids=frozenset({"2"})),)),
    Question("q3", "When must guests leave the sauna?", Label.ANSWERABLE, "sauna", "notes", scope=("notes",),
             gold=(Gold("notes", "must leave with the member", section_ids=frozenset({"1"})),)),
    Question("q4", "Who repairs the bicycles of the treasurer?", Label.UNANSWERABLE, "none", "rules"),
)  # fmt: skip
BENCHMARK = Benchmark("boats", "v1", DOCUMENTS, QUESTIONS, HitRule.PLACE)


class Doubles:
    """Models of tests, and how often they were asked."""

    def __init__(self, model: Callable[[str, Settings], Any] | None = None) -> None:
        self.embedder = HashEmbedder()
        self.models = Models(self._embedder, OverlapReranker, model or self._language_model)

    def _embedder(self, name: str, language: str) -> Any:
        if name:
            raise MissingExtra(f"There is no embedder {name!r} in this test.")
        return self.embedder

    def _language_model(self, name: str, settings: Settings) -> Any:
        assert name == "careless"
        return CarelessModel()


def asked(folder: Path, benchmark: Benchmark = BENCHMARK, **fields: Any) -> Asked:
    doubles = fields.pop("doubles", None) or Doubles()
    settings = fields.pop("settings", None) or Settings(retrieve=RetrieveSettings(preset="paper"))
    places = {"out": folder / "out", "work": folder / "work"}
    return Asked(benchmark, **places, settings=settings, models=doubles.models, **fields)


def rows(made: Made) -> dict[str, CaseRow]:
    assert made.cases is not None
    return {row.question_id: row for row in read_rows(made.cases)}


def case_of(made: Made, question_id: str) -> Any:
    case = rows(made)[question_id].case
    assert case is not None
    return case


def test_every_question_has_a_case_with_ranking_and_record(tmp_path: Path) -> None:
    (made,) = run_all(asked(tmp_path), [BASE])
    assert list(rows(made)) == [q.id for q in QUESTIONS]
    first = case_of(made, "q1")
    assert first.record["status"] == "answered"
    assert "14 days" in first.record["text"]
    assert find_flaws(json.loads(json.dumps(dict(first.record)))) == []
    assert first.ranked[0].document_id == "rules"
    assert first.ranked[0].section_id == "1"
    assert first.sufficiency is not None
    assert first.seconds is not None
    assert first.recheck is None
    assert not case_of(made, "q4").answered
    assert made.located is not None
    assert (made.located.found, made.located.quotes) == (3, 3)


WORDS = "oak elm ash fir yew box bay fig gum nut tea koa sal teak pine".split()


@pytest.mark.parametrize("preset", ["paper", "standard"])
@pytest.mark.parametrize("heuristic", [False, True])
def test_the_ranking_kept_is_the_one_that_the_answer_was_made_from(
    tmp_path: Path, preset: Any, heuristic: bool
) -> None:
    long = "\n\n".join(
        f"## {n}. Boats {w}\n\n{w} {w}s take boats {w}ly for {n} days, {w}." for n, w in enumerate(WORDS, 1)
    )
    benchmark = replace(BENCHMARK, documents=(SourceDocument("rules", text=f"# Boats\n\n{long}", suffix=".md"),))
    benchmark = replace(benchmark, questions=QUESTIONS[:1])
    settings = Settings(
        retrieve=RetrieveSettings(preset=preset, heuristic_rerank=heuristic, top_k=6, max_sources=3),
        chunk=ChunkSettings(min_tokens=0),
    )
    (made,) = run_all(asked(tmp_path, benchmark, settings=settings), [BASE])
    case = case_of(made, "q1")
    assert [e["chunk_id"] for e in case.record["evidence"]] == [unit.chunk_id for unit in case.ranked[:3]]
    with Library.open(next((tmp_path / "work" / "libraries").iterdir()) / "library", settings=settings) as library:
        from pincite.answer.methods import citeguard_retrieval

        doubles = Doubles()
        library._embedder_source = lambda language: doubles.embedder
        library._reranker_source = OverlapReranker
        plain = citeguard_retrieval(library, preset)(QUESTIONS[0].text, _everything(), 6)
    assert [item.chunk.id for item in plain.items] == [unit.chunk_id for unit in case.ranked[:6]]
    assert len(case.ranked) == (6 if heuristic and preset == "paper" else 10)


def _everything() -> Any:
    from pincite.types.retrieval import RetrievalFilter

    return RetrievalFilter()


def test_only_the_scope_of_a_question_is_searched(tmp_path: Path) -> None:
    (made,) = run_all(asked(tmp_path), [BASE])
    assert {unit.document_id for unit in case_of(made, "q3").ranked} == {"notes"}
    assert {unit.document_id for unit in case_of(made, "q2").ranked} == {"rules", "notes"}


def test_a_run_that_was_stopped_goes_on_and_asks_nothing_twice(tmp_path: Path) -> None:
    def stop(event: EvalEvent) -> None:
        if isinstance(event, QuestionDone) and event.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_all(asked(tmp_path, on_event=stop), [BASE])
    told: list[EvalEvent] = []
    (made,) = run_all(asked(tmp_path, on_event=told.append), [BASE])
    assert made.resumed == 2
    assert [e.question_id for e in told if isinstance(e, QuestionDone)] == ["q3", "q4"]
    assert RunStarted("base", 2, 4) in told
    assert list(rows(made)) == ["q1", "q2", "q3", "q4"]


def test_other_settings_do_not_go_on_with_the_same_cases(tmp_path: Path) -> None:
    run_all(asked(tmp_path), [BASE])
    other = Settings(retrieve=RetrieveSettings(preset="paper", alpha=0.5))
    with pytest.raises(InputError, match="configuration"):
        run_all(asked(tmp_path, settings=other), [BASE])
    with pytest.raises(InputError, match="questions"):
        run_all(asked(tmp_path, replace(BENCHMARK, questions=QUESTIONS[:2])), [BASE])
    (made,) = run_all(asked(tmp_path, settings=other, fresh=True), [BASE])
    assert made.resumed == 0


def test_a_second_run_asks_no_model_again(tmp_path: Path) -> None:
    run_all(asked(tmp_path), [BASE])
    doubles = Doubles()
    (made,) = run_all(asked(tmp_path, doubles=doubles, fresh=True), [BASE])
    assert doubles.embedder.embedded == []
    assert all(row.case and row.case.seconds is None for row in rows(made).values())
    assert all(row.elapsed > 0 for row in rows(made).values())


class Failing(ScriptedModel):
    """Fails for the questions that hold a word."""

    def __init__(self, word: str) -> None:
        super().__init__([])
        self.word = word

    def complete(self, messages: Sequence[Any], **options: Any) -> Any:
        if self.word in messages[-1].content.rpartition("Question:")[2]:
            raise ServerError("The server did not answer.", hint="Start it.")
        return CarelessModel().complete(messages, **options)


def scripted(word: str) -> Any:
    return Doubles(lambda name, settings: Failing(word))


MODEL = Settings(retrieve=RetrieveSettings(preset="paper"), model=ModelSettings(name="http://127.0.0.1:1#m"))


def test_a_question_that_fails_is_kept_as_an_error_and_asked_again(tmp_path: Path) -> None:
    (made,) = run_all(asked(tmp_path, doubles=scripted("deposit"), settings=MODEL, models_given=True), [BASE])
    failed = rows(made)["q2"]
    assert failed.case is None
    assert failed.error == {"type": "ServerError", "message": "The server did not answer.", "hint": "Start it."}
    assert sum(row.case is not None for row in rows(made).values()) == 3
    (again,) = run_all(asked(tmp_path, doubles=scripted("nothing"), settings=MODEL, models_given=True), [BASE])
    assert again.resumed == 3
    assert all(row.case is not None for row in rows(again).values())


def test_a_model_that_fails_from_the_first_question_on_ends_the_run(tmp_path: Path) -> None:
    many = tuple(replace(QUESTIONS[0], id=f"q{n}") for n in range(9))
    started = asked(tmp_path, replace(BENCHMARK, questions=many), doubles=scripted("boat"), settings=MODEL)
    with pytest.raises(ServerError):
        run_all(started, [BASE])
    assert len((tmp_path / "out" / "base" / "cases.jsonl").read_text().splitlines()) <= 6


def test_runs_of_one_configuration_are_made_once(tmp_path: Path) -> None:
    runs = [BASE, *named_runs(["weights", "hybrid", "chunks-600", "method-citeguard"])]
    made = {one.named.name: one for one in run_all(asked(tmp_path, method="citeguard"), runs)}
    assert made["weights-0.65"].same_as == "base"
    assert made["hybrid"].same_as == "base"
    assert made["chunks-600"].same_as == "base"
    assert made["weights-0.80"].same_as == ""
    assert made["method-citeguard"].same_as == "base"
    assert made["hybrid"].cases == made["base"].cases


def test_modes_rank_by_what_they_say(tmp_path: Path) -> None:
    lexical, dense = run_all(asked(tmp_path), named_runs(["lexical", "dense"]))
    assert all(unit.dense is None for unit in case_of(lexical, "q1").ranked)
    assert all(unit.dense is not None for unit in case_of(dense, "q1").ranked)


def test_what_cannot_be_run_here_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    told: list[EvalEvent] = []
    names = ["embedder-bge-base", "embedder-e5-small", "generator-model", "embedder-none"]
    made = {one.named.name: one for one in run_all(asked(tmp_path, on_event=told.append), named_runs(names))}
    assert {name for name, one in made.items() if one.cases is None} == set(names[:3])
    assert "hub" in made["embedder-bge-base"].reason
    assert "no embedder" in made["embedder-e5-small"].reason
    assert "--model" in made["generator-model"].reason
    assert {e.run for e in told if isinstance(e, RunNotMade)} == set(names[:3])
    assert case_of(made["embedder-none"], "q1").ranked[0].dense is None


def test_a_benchmark_with_units_of_its_own_has_no_chunk_sizes_to_change(tmp_path: Path) -> None:
    benchmark = replace(BENCHMARK, chunks=ChunkSettings(max_tokens=300, overlap_tokens=0))
    base, other = run_all(asked(tmp_path, benchmark), [BASE, *named_runs(["chunks-400"])])
    assert base.configuration["chunk"]["max_tokens"] == 300
    assert "fixed" in other.reason


def test_without_the_base_there_is_no_report(tmp_path: Path) -> None:
    settings = Settings(retrieve=RetrieveSettings(preset="paper"), model=ModelSettings(name="no-such-model"))

    def none(name: str, settings: Settings) -> Any:
        raise InputError("There is no model of this name.")

    with pytest.raises(InputError):
        run_all(asked(tmp_path, settings=settings, doubles=Doubles(none)), [BASE])


def test_without_validation_every_draft_is_delivered_and_checked_afterwards(tmp_path: Path) -> None:
    many = tuple(replace(QUESTIONS[0], id=f"q{n}", text=f"{QUESTIONS[0].text[:-1]} {n}?") for n in range(40))
    started = asked(tmp_path, replace(BENCHMARK, questions=many))
    off, standard = run_all(started, named_runs(["careless-all-off", "careless-all-standard"]))
    given = [row.case for row in rows(off).values() if row.case and row.case.answered]
    held = [row.case for row in rows(standard).values() if row.case and row.case.answered]
    assert {case.record["gate"] for case in given} == {"off"}
    assert all(case.recheck is not None and len(case.recheck) == len(case.record["sentences"]) for case in given)
    assert any(not all(case.recheck or ()) for case in given)
    assert all(case.recheck is None for case in held)
    assert all(s["support"] == "full" and s["checks"] for case in held for s in case.record["sentences"])
    unknown = [n for case in given for s in case.record["sentences"] for n in s["citations"] if n > 4]
    assert unknown  # a marker that names no source is delivered as it was written
    assert all(find_flaws(json.loads(json.dumps(dict(case.record)))) for case in given)  # no answer file of ours
    seeded = {sentence.fault for row in rows(off).values() for sentence in row.seeded}
    assert {"none", "changed_figure"} <= seeded


def test_no_person_can_have_the_gate_that_is_off(tmp_path: Path) -> None:
    run_all(asked(tmp_path), [BASE])
    folder = next((tmp_path / "work" / "libraries").iterdir()) / "library"
    with Library.open(folder) as library, pytest.raises(InputError, match="no gate 'off'"):
        library.ask("How many days?", gate="off", preset="paper")


def test_evidence_that_does_not_suffice_is_told_and_written_from(tmp_path: Path) -> None:
    (made,) = run_all(asked(tmp_path), named_runs(["sufficiency-off"]))
    case = case_of(made, "q4")
    assert case.sufficiency is not None
    assert case.record["refusal"] is None or case.record["refusal"]["reason"] != "insufficient_evidence"


def test_the_library_is_made_again_for_other_code_and_its_vectors_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_all(asked(tmp_path), [BASE])
    (folder,) = (tmp_path / "work" / "libraries").iterdir()
    (folder / "of-the-old-code").touch()
    monkeypatch.setattr("pincite.evaluate.run.library.code_digest", lambda parts=(): "other")
    doubles = Doubles()
    run_all(asked(tmp_path, doubles=doubles), [BASE])
    assert not (folder / "of-the-old-code").exists()
    assert doubles.embedder.embedded == []


def test_names_and_groups_are_found_and_others_refused() -> None:
    assert [run.name for run in named_runs(["chunks", "chunks-400"])] == ["chunks-400", "chunks-600", "chunks-800"]
    assert named_runs(["all"]) == NAMED_RUNS
    assert len({run.name for run in NAMED_RUNS}) == len(NAMED_RUNS)
    assert not {run.name for run in NAMED_RUNS} & {*groups(), "all", "base"}
    with pytest.raises(InputError, match="weihgts") as raised:
        named_runs(["weihgts"])
    assert "weights" in raised.value.hint


def test_the_gate_of_the_settings_is_that_of_the_base(tmp_path: Path) -> None:
    settings = Settings(retrieve=RetrieveSettings(preset="paper"), answer=AnswerSettings(gate="paper"))
    (made,) = run_all(asked(tmp_path, settings=settings), [BASE])
    case = case_of(made, "q1")
    assert case.record["gate"] == "paper"
    assert case.recheck == (True,) * len(case.record["sentences"])


def test_a_file_of_parameters_counts_by_its_content(tmp_path: Path) -> None:
    from pincite.answer.sufficiency_parameters import SHIPPED

    named = []
    for place in ("a.json", "b.json"):
        (tmp_path / place).write_bytes(SHIPPED.read_bytes())
        answer = AnswerSettings(sufficiency=tmp_path / place)
        settings = Settings(retrieve=RetrieveSettings(preset="paper"), answer=answer)
        (made,) = run_all(asked(tmp_path, settings=settings), [BASE])
        named.append(made.configuration["answer"]["sufficiency"])
    assert named[0] == named[1]
    assert named[0].startswith("sha256:")
    assert made.resumed == len(QUESTIONS)
