"""The graph over HTTP, and texts and answer files held against the library."""

from __future__ import annotations

from typing import Any

import pytest

ACT = """---
title: Ferry Act
level: statute
---

# Ferry Act

## § 1. Terms

A ferry is a vessel that carries passengers over the sound.

## § 2. Licence

Nobody may run a ferry without a licence under § 3.

## § 3. Who grants it

The harbor master grants the licence within 30 days. § 1 applies.
"""
ROOT = "/api/v1/graph"


@pytest.fixture(scope="module")
def law(make_server: Any) -> Any:
    return make_server({"ferry-act.md": ACT})


def test_numbers_of_the_graph(law: Any) -> None:
    found = law.get(f"{ROOT}/stats").json()
    assert (found["documents"], found["resolved"]) == (1, 2)


def test_a_provision_with_its_text_and_what_it_is_joined_to(law: Any) -> None:
    found = law.get(f"{ROOT}/provisions/ferry-act/s2").json()
    assert "without a licence" in found["text"]
    assert found["document_title"] == "Ferry Act"
    steps = {(step["id"], step["forward"], step["edge"]["type"]) for step in found["neighbours"]}
    assert ("ferry-act/s3", True, "REFERENCES") in steps


def test_a_neighbourhood_is_nodes_and_the_edges_among_them(law: Any) -> None:
    near = law.get(f"{ROOT}/neighbourhood", params={"id": "ferry-act/s2"}).json()
    far = law.get(f"{ROOT}/neighbourhood", params={"id": "ferry-act/s2", "hops": 2}).json()
    assert [node["id"] for node in near["nodes"]] == ["ferry-act/s2", "ferry-act/s3"]
    assert [(node["id"], node["hops"]) for node in far["nodes"]][-1] == ("ferry-act/s1", 2)
    ids = {node["id"] for node in far["nodes"]}
    assert all({edge["source"], edge["target"]} <= ids for edge in far["edges"])
    cut = law.get(f"{ROOT}/neighbourhood", params={"id": "ferry-act/s2", "hops": 2, "limit": 2}).json()
    assert (len(cut["nodes"]), cut["cut"], far["cut"]) == (2, True, False)


def test_a_way_between_two_provisions(law: Any) -> None:
    found = law.get(f"{ROOT}/trace", params={"source": "ferry-act/s2", "target": "ferry-act/s1"}).json()
    assert (found["found"], len(found["steps"]), found["steps"][-1]["id"]) == (True, 2, "ferry-act/s1")
    short = {"source": "ferry-act/s2", "target": "ferry-act/s1", "max_hops": 1}
    assert law.get(f"{ROOT}/trace", params=short).json()["found"] is False


@pytest.mark.parametrize(
    ("path", "status"),
    [
        pytest.param("provisions/ferry-act/s9", 404, id="provision"),
        pytest.param("provisions/../../etc/passwd", 404, id="path"),
        pytest.param("neighbourhood?id=none", 404, id="node"),
        pytest.param("neighbourhood?id=ferry-act/s2&hops=9", 422, id="hops"),
        pytest.param("neighbourhood?id=ferry-act/s2&types=LOVES", 422, id="type"),
        pytest.param("trace?source=ferry-act/s2&target=none", 404, id="target"),
        pytest.param("stats?as_of=yesterday", 422, id="date"),
    ],
)
def test_what_is_not_in_the_graph_is_a_problem(law: Any, path: str, status: int) -> None:
    response = law.get(f"{ROOT}/{path}")
    assert (response.status_code, response.headers["Content-Type"]) == (status, "application/problem+json")


def test_an_unknown_provision_names_the_nearest(law: Any) -> None:
    assert "ferry-act/s" in law.get(f"{ROOT}/provisions/ferry-act/s33").json()["hint"]


def test_an_answer_file_is_held_against_the_library(server: Any) -> None:
    record = server.ask("Within how many days must the landlord return the deposit?").json()
    found = server.post("/api/v1/verify", json=record).json()
    assert (found["ok"], [row["changed"] for row in found["per_citation"]]) == (True, [False])
    record["citations"][0]["quote"]["exact"] = record["citations"][0]["quote"]["exact"].replace("21", "90")
    assert server.post("/api/v1/verify", json=record).json()["ok"] is False
    del record["citations"]
    flawed = server.post("/api/v1/verify", json=record).json()
    assert (flawed["ok"], flawed["findings"][0]["rule"]) == (False, "schema")


@pytest.mark.parametrize("content", [b"{}", b"[]", b'{"schema": "other/1"}', b"nonsense", b'{"a": 1, "a": 2}'])
def test_what_is_no_answer_file_is_a_problem(server: Any, content: bytes) -> None:
    response = server.post("/api/v1/verify", content=content, headers={"Content-Type": "application/json"})
    assert (response.status_code, response.json()["type"]) == (422, "urn:pincite:problem:answer-file-error")


def test_anyones_text_is_held_against_sources(server: Any) -> None:
    sources = [{"name": "lease", "text": "Either party may end the lease by giving 30 days' notice in writing."}]
    text = "Either party may end the lease by giving 30 days' notice in writing. [1] The rent is $900."
    found = server.post("/api/v1/check", json={"text": text, "sources": sources}).json()
    assert [sentence["supported"] for sentence in found["sentences"]] == [True, False]
    assert found["sentences"][0]["places"][0]["source"] == "lease"
    for wrong in ({"text": text}, {"text": text, "sources": []}, {"text": "", "sources": sources}):
        assert server.post("/api/v1/check", json=wrong).status_code == 422
    empty = {"text": "A.", "sources": [{"name": "a", "text": ""}]}
    assert server.post("/api/v1/check", json=empty).status_code == 422
