"""`pincite search --mode refwalk`: the edges that brought a provision are shown; the JSON has the anchor too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pincite.library import Library

ACT = """---
title: 등대관리법
level: 법률
---

# 등대관리법

##### 제1조 (점검)

등대지기는 대통령령으로 정하는 바에 따라 등대를 점검하여야 한다.

##### 제2조 (폭풍)

제1조에도 불구하고 폭풍이 부는 동안에는 점검하지 아니할 수 있다.
"""
DECREE = """---
title: 등대관리법 시행령
level: 대통령령
---

# 등대관리법 시행령

##### 제1조 (주기)

「등대관리법」 제1조에 따라 달마다 두 차례 한다.
"""


@pytest.fixture(scope="module")
def lights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("walked")
    (folder / "act.md").write_text(ACT, "utf-8")
    (folder / "decree.md").write_text(DECREE, "utf-8")
    with Library.open(folder / "library", create=True) as library:
        library.add([folder / "act.md", folder / "decree.md"])
    return folder / "library"


def test_json_has_anchor_edges_and_origins(cli: Any, lights: Path) -> None:
    found = cli("search", "등대를 점검하나요?", "--mode", "refwalk", "-k", "2", "--library", lights, "--json").json
    assert found["mode"] == "refwalk"
    assert found["anchor"]["source"] == "vocabulary"
    assert {r["origin"]["way"] for r in found["results"]} <= {"seed", "edge", "closure"}
    for result in found["results"]:
        assert bool(result["via"]) == (result["origin"]["way"] != "seed")


def test_text_names_the_edge(cli: Any, lights: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_REFWALK__SEED_POOL", "1")
    result = cli("search", "등대를 점검하나요?", "--mode", "refwalk", "--library", lights)
    assert result.code == 0
    assert "by act/a" in result.out


def test_other_modes_have_no_anchor(cli: Any, lights: Path) -> None:
    found = cli("search", "등대를 점검하나요?", "--library", lights, "--json").json
    assert found["anchor"] is None
    assert all(r["via"] == [] and r["origin"] is None for r in found["results"])
