from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import InputError
from pincite.evaluate.case import Case, Ranked
from pincite.evaluate.cases_file import CaseRow, CasesFile, Header, Seeded, read_header, read_rows
from pincite.types.document import Span

HEADER = Header("boats", "v1", "ids", "base", "digest", "1.0.0", "code", {"top_k": 8})
FAILED = {"type": "ServerError", "message": "no answer", "hint": "ask again"}
UNIT = Ranked("guide#1", "guide", (Span(3, 9), Span(12, 20)), "A boat\nis due.", 1, 2, None, None, "", 0.5, 0.4, None)


def row(id_: str, *, error: dict[str, str] | None = None, **fields: Any) -> CaseRow:
    case = Case(id_, (UNIT,), {"status": "answered", "text": "물때 [1]"}, 0.8, 1.25, (True, False))
    return CaseRow(id_, None if error else replace(case, **fields), 1.5, error, (Seeded(0, "A boat.", "none"),))


def written(path: Path, *rows: CaseRow, header: Header = HEADER) -> Path:
    with CasesFile.open(path, header) as cases:
        for one in rows:
            cases.append(one)
    return path


def test_rows_come_back_as_they_were_written(tmp_path: Path) -> None:
    rows = [row("q1"), row("q2", error=FAILED), row("q3", recheck=None, seconds=None, sufficiency=None)]
    path = written(tmp_path / "base" / "cases.jsonl", *rows)
    assert list(read_rows(path)) == rows
    assert read_header(path)["settings"] == {"top_k": 8}


def test_a_row_is_in_the_file_before_the_next_one_comes(tmp_path: Path) -> None:
    with CasesFile.open(tmp_path / "cases.jsonl", HEADER) as cases:
        cases.append(row("q1"))
        assert [r.question_id for r in read_rows(tmp_path / "cases.jsonl")] == ["q1"]


def test_going_on_drops_the_half_line_and_the_errors(tmp_path: Path) -> None:
    path = written(tmp_path / "cases.jsonl", row("q1"), row("q2", error=FAILED), row("q3"))
    with path.open("a", encoding="utf-8") as file:
        file.write('{"question_id": "q4", "error": nu')
    with CasesFile.open(path, HEADER) as cases:
        assert cases.done == {"q1", "q3"}
        cases.append(row("q2"))
    assert [r.question_id for r in read_rows(path)] == ["q1", "q3", "q2"]
    assert all(r.error is None for r in read_rows(path))


@pytest.mark.parametrize("end", [1, 10, 57])
def test_a_file_cut_anywhere_in_its_last_line_keeps_the_others(tmp_path: Path, end: int) -> None:
    path = written(tmp_path / "cases.jsonl", row("q1"), row("q2"))
    path.write_bytes(path.read_bytes()[:-end])
    assert [r.question_id for r in read_rows(path)] == ["q1"]
    with CasesFile.open(path, HEADER) as cases:
        assert cases.done == {"q1"}


def test_a_file_killed_within_its_first_line_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text('{"schema": "pincite.ev', "utf-8")
    assert [r.question_id for r in read_rows(written(path, row("q1")))] == ["q1"]


@pytest.mark.parametrize("name", ["benchmark", "version", "questions", "configuration", "pincite", "code"])
def test_cases_of_something_else_are_refused_with_the_way_out(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / "cases.jsonl", row("q1"))
    other = replace(HEADER, **{name: "other"})
    with pytest.raises(InputError, match=rf"differs in {name}\.") as raised:
        CasesFile.open(path, other)
    assert "--fresh" in raised.value.hint
    with CasesFile.open(path, other, fresh=True) as cases:
        assert cases.done == frozenset()
    assert list(read_rows(path)) == []


def _other_schema(line: str) -> str:
    return json.dumps(json.loads(line) | {"schema": "other/1"})


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        pytest.param(lambda lines: ["no JSON", *lines[1:]], "none", id="header"),
        pytest.param(lambda lines: ["[]", *lines[1:]], "something else", id="header-is-a-list"),
        pytest.param(lambda lines: [_other_schema(lines[0]), *lines[1:]], "something else", id="other-schema"),
        pytest.param(lambda lines: [lines[0], "{}", lines[2]], "Line 2", id="row-without-fields"),
        pytest.param(lambda lines: [lines[0], "{", lines[2]], "Line 2", id="row-cut-in-the-middle"),
        pytest.param(lambda lines: [lines[0], "[" * 100_000, lines[2]], "Line 2", id="row-nested-deep"),
    ],
)
def test_a_damaged_file_is_an_input_error(
    tmp_path: Path, damage: Callable[[list[str]], list[str]], message: str
) -> None:
    path = written(tmp_path / "cases.jsonl", row("q1"), row("q2"))
    path.write_text("\n".join(damage(path.read_text("utf-8").splitlines())) + "\n", "utf-8")
    with pytest.raises(InputError, match=message):
        list(read_rows(path))
    with pytest.raises(InputError, match=message):
        CasesFile.open(path, HEADER)
