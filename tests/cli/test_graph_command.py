"""`pincite graph` and the outline of `pincite show`, on a fictional act with its decree."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from pincite.library import Library

ACT = """---
title: 등대관리법
level: 법률
effective_date: 2024-01-01
---

# 등대관리법

## 제1장 총칙

##### 제1조 (목적)

이 법은 등대의 관리를 정함을 목적으로 한다.

##### 제2조 (정의)

이 법에서 사용하는 용어의 뜻은 다음과 같다.

  1\\. "등대"란 빛을 내는 탑을 말한다.
  2\\. "등대지기"란 대통령령으로 정하는 사람을 말한다.

## 제2장 점검

##### 제3조 (점검)

**①** 등대지기는 등대를 점검하여야 한다.

**②** 제1항에 따른 점검의 기준은 「바다법」 제4조에 따른다.

##### 제4조 삭제 <2023. 1. 1.>
"""
DECREE = """---
title: 등대관리법 시행령
level: 대통령령
effective_date: 2024-02-01
---

# 등대관리법 시행령

##### 제1조 (목적)

이 영은 「등대관리법」에서 위임된 사항을 규정함을 목적으로 한다.

##### 제2조 (등대지기)

「등대관리법」(이하 "법"이라 한다) 제2조제2호에서 "대통령령으로 정하는 사람"이란 선원을 말한다.

##### 제3조 (점검)

법 제3조제1항에 따른 점검은 별지 제1호서식에 적는다.
"""


@pytest.fixture(scope="module")
def lights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of the two; tests only read it."""
    folder = tmp_path_factory.mktemp("lights")
    (folder / "act.md").write_text(ACT, "utf-8")
    (folder / "decree.md").write_text(DECREE, "utf-8")
    with Library.open(folder / "library", create=True) as library:
        reports = library.add([folder / "act.md", folder / "decree.md"])
    assert [r.error for r in reports if r.error] == []
    return folder / "library"


def test_stats_count_what_resolved_and_what_did_not(cli: Any, lights: Path) -> None:
    facts = cli("graph", "stats", "--library", lights, "--json").json
    assert (facts["documents"], facts["levels"]) == (2, {"decree": 1, "statute": 1})
    assert facts["edges"]["DELEGATES_TO"] == 1
    assert facts["nodes"]["external_act"] == 1
    assert facts["unresolved"]["outside_corpus"] >= 1
    text = cli("graph", "stats", "--library", lights).out
    assert "DELEGATES_TO 1" in text
    assert "named_work" in text


def test_show_says_what_a_provision_is_joined_to(cli: Any, lights: Path) -> None:
    text = cli("graph", "show", "act/a3/p1", "--library", lights).out
    assert text.startswith("등대관리법 제3조제1항")
    assert "등대지기는 등대를 점검하여야 한다" in text
    assert "← SPECIFIES  등대관리법 시행령 제3조 (점검)  [decree/a3]" in text
    assert "→ DEFINES (use)  등대관리법 “등대”  [act/a2/i1/def:등대]" in text
    record = cli("graph", "show", "act/a3/p1", "--library", lights, "--json").json
    assert (record["label"], record["level"], record["document_title"]) == ("제3조제1항", "statute", "등대관리법")
    assert {"decree/a3", "act/a3"} <= {n["id"] for n in record["neighbours"]}


def test_show_one_direction(cli: Any, lights: Path) -> None:
    record = cli("graph", "show", "act/a3/p1", "--direction", "in", "--library", lights, "--json").json
    assert {n["forward"] for n in record["neighbours"]} == {False}


def test_show_of_a_term_an_act_and_a_form(cli: Any, lights: Path) -> None:
    assert "pointed to by" in cli("graph", "show", "act/a2/i1/def:등대", "--library", lights).out
    assert cli("graph", "show", "external:바다법", "--library", lights).out.startswith("바다법\nexternal_act")
    assert "별지 제1호서식" in cli("graph", "show", "decree/f1", "--library", lights).out


def test_show_of_an_unknown_id_names_the_nearest(cli: Any, lights: Path) -> None:
    result = cli("graph", "show", "act/a33", "--library", lights)
    assert (result.code, result.out) == (1, "")
    assert "no provision 'act/a33'" in result.err
    assert "act/a3" in result.err
    assert cli("graph", "show", "act/a33", "--library", lights, "--json").json["error"]["type"] == "InputError"


def test_show_draws_a_picture(cli: Any, lights: Path, tmp_path: Path) -> None:
    result = cli("graph", "show", "act/a3/p1", "--svg", tmp_path / "a.svg", "--library", lights)
    assert result.code == 0
    assert ET.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")


def test_trace_shows_the_way(cli: Any, lights: Path) -> None:
    record = cli("graph", "trace", "act/a2/i2", "decree/a2", "--library", lights, "--json").json
    assert [step["edge"]["type"] for step in record["steps"]] == ["DELEGATES_TO"]
    text = cli("graph", "trace", "decree/a3", "act/a3/p2", "--library", lights).out
    assert text.splitlines()[0] == "등대관리법 시행령 제3조 (점검)"


def test_trace_without_a_way_says_so(cli: Any, lights: Path) -> None:
    result = cli("graph", "trace", "external:바다법", "decree/f1", "--max-hops", "1", "--library", lights)
    assert result.code == 1
    assert "no way of 1 edges" in result.err


@pytest.mark.parametrize("form", ["graphml", "jsonl", "mermaid", "dot"])
def test_export_is_the_same_every_time(cli: Any, lights: Path, form: str) -> None:
    one = cli("graph", "export", "--format", form, "--library", lights)
    assert one.code == 0
    assert "DELEGATES_TO" in one.out
    assert one.out == cli("graph", "export", "--format", form, "--library", lights).out


def test_export_of_lines_is_json(cli: Any, lights: Path) -> None:
    lines = cli("graph", "export", "--rolled-up", "--library", lights).out.splitlines()
    edges = [r for r in map(json.loads, lines) if r["record"] == "edge"]
    assert ("decree/a3", "act/a3") in {(e["source"], e["target"]) for e in edges}


def test_graph_at_a_date(cli: Any, lights: Path) -> None:
    facts = cli("graph", "stats", "--as-of", "2024-01-15", "--library", lights, "--json").json
    assert (facts["as_of"], facts["documents"]) == ("2024-01-15", 1)
    assert cli("graph", "stats", "--as-of", "yesterday", "--library", lights).code == 1


@pytest.mark.parametrize("day", ["20240115", "2024-W03-1", "2024-1-15"])
def test_date_has_one_form(cli: Any, lights: Path, day: str) -> None:
    got = cli("graph", "stats", "--as-of", day, "--library", lights)
    assert got.code == 1
    assert "YYYY-MM-DD" in got.err


def test_document_that_does_not_count_at_the_date_is_said_to_exist(cli: Any, lights: Path) -> None:
    got = cli("graph", "show", "decree/a3", "--as-of", "2024-01-15", "--library", lights)
    assert got.code == 1
    assert "'decree' is in the library but does not count on 2024-01-15" in " ".join(got.err.split())
    assert "--as-of" in got.err


def test_export_of_an_empty_library_writes_nothing(cli: Any, tmp_path: Path) -> None:
    Library.open(tmp_path / "library", create=True).close()
    got = cli("graph", "export", "--format", "jsonl", "--library", tmp_path / "library")
    assert (got.code, got.out) == (0, "")


def test_show_document_prints_its_outline(cli: Any, lights: Path) -> None:
    text = cli("show", "act", "--library", lights).out
    assert "level           statute" in text
    lines = text.splitlines()
    assert "  제1장 총칙" in lines
    assert "    제3조 (점검)  [2 below]" in lines
    assert any(line.startswith("    제4조") and line.endswith("[deleted]") for line in lines)
    record = cli("show", "act", "--library", lights, "--json").json
    assert (record["grammar"], record["level"]) == ("korean-law", "statute")
    assert [p["id"] for p in record["provisions"]][:2] == ["act/c1", "act/a1"]
