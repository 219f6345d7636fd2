"""Questions over HTTP: answers, refusals, events, filters, and what is kept of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pincite.answer.record import find_flaws

DEPOSIT = "Within how many days must the landlord return the deposit?"
FOREIGN = "Who won the chess tournament of 1911?"


def test_an_answer_is_an_answer_file_and_is_kept(server: Any) -> None:
    response = server.ask(DEPOSIT)
    record = response.json()
    assert response.status_code == 200
    assert find_flaws(record) == []
    assert (record["status"], "21 days" in record["text"]) == ("answered", True)
    kept = server.get(f"/api/v1/answers/{response.headers['X-Pincite-Answer']}").json()
    assert kept["record"] == record


def test_a_refusal_is_status_200_with_its_reason(server: Any) -> None:
    response = server.ask(FOREIGN)
    assert response.status_code == 200
    assert (response.json()["status"], bool(response.json()["refusal"]["reason"])) == ("refused", True)


def test_events_come_in_the_order_of_the_work_and_no_draft_is_among_them(server: Any) -> None:
    found = server.events("POST", "/api/v1/ask", json={"question": DEPOSIT, "preset": "paper"})
    names = [name for name, _ in found]
    assert names == ["queued", "stage", "evidence", "stage", "stage", "checked", "answer"]
    assert found[0][1] == {"place": 0}
    assert [data["stage"] for name, data in found if name == "stage"] == ["search", "write", "check"]
    evidence = found[2][1]
    assert len(evidence["numbers"]) == len(evidence["labels"]) > 0
    assert found[5][1] | {"decision": "accept", "failed": []} == found[5][1]
    assert "21 days" not in json.dumps(found[:-1])
    assert "21 days" in found[-1][1]["record"]["text"]
    assert server.get(f"/api/v1/answers/{found[-1][1]['id']}").status_code == 200


def test_events_end_with_the_problem_where_there_is_one(server: Any) -> None:
    found = server.events("POST", "/api/v1/ask", json={"question": DEPOSIT, "documents": ["quay-leese"]})
    assert [name for name, _ in found][-1] == "problem"
    assert (found[-1][1]["status"], "quay-lease" in found[-1][1]["hint"]) == (404, True)


@pytest.mark.parametrize("scope", [{"tags": ["quay"]}, {"documents": ["quay-lease"]}], ids=["tag", "document"])
def test_a_filter_keeps_other_documents_out(server: Any, scope: dict[str, Any]) -> None:
    record = server.ask("How many days' notice ends the lease?", **scope).json()
    assert {item["document_id"] for item in record["evidence"]} == {"quay-lease"}
    assert "45 days" in record["text"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        pytest.param({}, 422, id="no-question"),
        pytest.param({"question": "?!"}, 422, id="no-words"),
        pytest.param({"question": "a" * 4001}, 422, id="too-long"),
        pytest.param({"question": DEPOSIT, "method": "guess"}, 422, id="method"),
        pytest.param({"question": DEPOSIT, "colour": "red"}, 422, id="unknown-field"),
        pytest.param({"question": DEPOSIT, "tags": ["nowhere"]}, 404, id="unknown-tag"),
        pytest.param({"question": DEPOSIT, "model": "http://10.0.0.1#steal"}, 422, id="model-not-offered"),
        pytest.param({"question": DEPOSIT, "model": "llama:/etc/passwd"}, 422, id="file-not-offered"),
    ],
)
def test_a_question_that_cannot_be_asked_is_a_problem(server: Any, body: dict[str, Any], status: int) -> None:
    response = server.post("/api/v1/ask", json=body)
    assert response.status_code == status
    assert response.headers["Content-Type"] == "application/problem+json"
    assert {"type", "title", "status", "detail", "hint"} <= set(response.json())
    assert "steal" not in response.text


def test_an_empty_library_says_what_to_do(make_server: Any) -> None:
    response = make_server({}).ask(DEPOSIT)
    assert (response.status_code, response.json()["type"]) == (409, "urn:pincite:problem:empty-library")


def test_search_gives_ranked_passages_with_their_places(server: Any) -> None:
    found = server.get("/api/v1/search", params={"q": "deposit", "k": 2, "mode": "lexical"}).json()
    first = found["results"][0]
    assert (first["rank"], first["document_id"]) == (1, "larkmoor-handbook")
    text = server.get(f"/api/v1/documents/larkmoor-handbook/text?start={first['start']}&end={first['end']}").json()
    assert "deposit" in text["text"]


@pytest.mark.parametrize("query", ["k=0&q=a", "k=101&q=a", "q=", "mode=none&q=a", "k=8"])
def test_a_search_out_of_bounds_is_a_problem(server: Any, query: str) -> None:
    assert server.get(f"/api/v1/search?{query}").status_code == 422


def test_what_is_offered_is_told_and_no_secret_is(make_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_MODEL_KEY", "sk-very-secret-key-0001")
    token = "anna-token-0123456789-abcdef"
    one = make_server(tokens={"anna": token})
    found = one.get("/api/v1/version").json()
    assert found["models"] == ["extractive"]
    assert {"retrieve", "answer"} <= set(found["settings"])
    everything = [one.get(path).text for path in ("/api/v1/version", "/api/v1/openapi.json", "/api/v1/health")]
    everything.append(one.ask(DEPOSIT).text)
    everything += [path.read_text("utf-8", "replace") for path in one.folder.rglob("*.jsonl")]
    assert not any(secret in text for text in everything for secret in (token, "sk-very-secret-key-0001"))
    assert str(one.folder) not in everything[0]
