"""A real server with /v1/rerank on this machine: what it is asked, what is read of its answers, what it may not do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pincite.errors import InputError, Offline, ServerError
from pincite.generate.adapters import rerank_server as module
from pincite.generate.adapters.rerank_server import RerankServer, rerank_server
from pincite.retrieve.rerank import Reranker

KEY = "rk-secret-0123456789"
Connect = Callable[..., RerankServer]


@pytest.fixture
def connect(model_server: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connect]:
    monkeypatch.setattr(module, "FIRST_WAIT_S", 0.001)
    made: list[RerankServer] = []

    def make(end: str = "", *, key: str = "", timeout_s: float = 5.0) -> RerankServer:
        environment = {"PINCITE_RERANK_KEY": key, "PINCITE_MODEL_KEY": "sk-of-another"}
        name = f"{model_server.url}{end}"
        made.append(rerank_server(name, offline=False, timeout_s=timeout_s, environment=environment))
        return made[-1]

    yield make
    for server in made:
        server.close()


def results(*scores: float, name: str = "results", key: str = "relevance_score") -> dict[str, Any]:
    return {name: [{"index": n, key: score} for n, score in enumerate(scores)]}


def test_request_is_the_common_one(model_server: Any, connect: Connect) -> None:
    model_server.answers([results(0.2, 0.9)])
    server = connect("#small")
    assert isinstance(server, Reranker)
    assert server.scores("When is it due?", ["a", "b"]) == [0.2, 0.9]
    (asked,) = model_server.asked
    assert asked.path == "/v1/rerank"
    assert asked.body == {"model": "small", "query": "When is it due?", "documents": ["a", "b"], "top_n": 2}
    assert "authorization" not in asked.headers


@pytest.mark.parametrize("end", ["", "/", "/v1", "/v1/", "/v1/rerank", "/v1/rerank/"])
def test_url_may_end_in_any_of_the_ways(model_server: Any, connect: Connect, end: str) -> None:
    model_server.answers([results(1.0)])
    connect(end).scores("Q", ["a"])
    assert model_server.asked[0].path == "/v1/rerank"
    assert "model" not in model_server.asked[0].body


def test_results_are_put_in_the_order_of_the_passages(model_server: Any, connect: Connect) -> None:
    rows = [{"index": 1, "relevance_score": 3}, {"index": 0, "relevance_score": -2.5, "document": {"text": "a"}}]
    model_server.answers([{"model": "small", "results": rows}])
    assert connect().scores("Q", ["a", "b"]) == [-2.5, 3.0]


@pytest.mark.parametrize("name", ["results", "data"])
def test_other_spellings_are_read(model_server: Any, connect: Connect, name: str) -> None:
    model_server.answers([results(0.5, name=name, key="score")])
    assert connect().scores("Q", ["a"]) == [0.5]


def test_nothing_is_asked_for_no_passage(model_server: Any, connect: Connect) -> None:
    assert connect().scores("Q", []) == []
    assert model_server.asked == []


BAD = [
    pytest.param({"results": []}, id="none"),
    pytest.param(results(0.1), id="too-few"),
    pytest.param(results(0.1, 0.2, 0.3), id="too-many"),
    pytest.param({"results": [{"index": 0, "relevance_score": 1}] * 2}, id="twice-the-same"),
    pytest.param({"results": [{"index": 0, "relevance_score": 1}, {"index": 2, "relevance_score": 1}]}, id="beyond"),
    pytest.param({"results": [{"index": 0, "relevance_score": 1}, {"index": True, "relevance_score": 1}]}, id="bool"),
    pytest.param(results(0.1, float("nan")), id="nan"),
    pytest.param(results(0.1, float("inf")), id="infinite"),
    pytest.param({"results": [{"index": 0, "relevance_score": "1"}] * 2}, id="text-for-a-number"),
    pytest.param({"results": ["a", "b"]}, id="no-objects"),
    pytest.param({"error": "no"}, id="an-error-as-200"),
    pytest.param([], id="empty-list"),
    pytest.param("prose", id="a-chat-answer"),
]


@pytest.mark.parametrize("answer", BAD)
def test_answer_that_is_none_is_an_error(model_server: Any, connect: Connect, answer: Any) -> None:
    model_server.answers([answer])
    with pytest.raises(ServerError, match="did not give every passage one score"):
        connect().scores("Q", ["a", "b"])


def test_body_that_is_no_json_is_an_error(model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.page(b"<html>")])
    with pytest.raises(ServerError):
        connect().scores("Q", ["a"])


def test_what_fails_on_the_way_is_sent_again(model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.status(503, "busy"), model_server.reset(), results(0.5)])
    assert connect().scores("Q", ["a"]) == [0.5]
    assert len(model_server.asked) == 3


def test_words_of_an_error_are_told_and_the_key_is_not(model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.status(401, f"bad key {KEY}")])
    with pytest.raises(ServerError) as caught:
        connect(key=KEY).scores("Q", ["a"])
    assert model_server.asked[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in str(caught.value)
    assert "PINCITE_RERANK_KEY" in str(caught.value)


def test_key_of_the_model_server_is_not_sent(model_server: Any, connect: Connect) -> None:
    model_server.answers([results(0.5)])
    connect().scores("Q", ["a"])
    assert "authorization" not in model_server.asked[0].headers


def test_redirect_is_not_followed(model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.redirect("http://elsewhere.example/v1/rerank")])
    with pytest.raises(ServerError, match="redirects"):
        connect(key=KEY).scores("Q", ["a"])
    assert len(model_server.asked) == 1


@pytest.mark.parametrize("act", ["dripping_head", "dripping_body", "cut"])
def test_server_that_gives_no_end_ends_in_time(model_server: Any, connect: Connect, act: str) -> None:
    model_server.answers([getattr(model_server, act)() for _ in range(3)])
    with pytest.raises(ServerError):
        connect(timeout_s=0.3).scores("Q", ["a"])


def test_offline_forbids_another_machine_before_anything_is_sent() -> None:
    with pytest.raises(Offline, match=r"ranks\.example"):
        rerank_server("https://ranks.example#small", offline=True, environment={})


def test_host_is_named_where_text_leaves() -> None:
    server = rerank_server("https://ranks.example/v1#small", offline=False, environment={})
    assert (server.host, server.name) == ("ranks.example", "https://ranks.example#small")
    server.close()


@pytest.mark.parametrize("name", ["ranks.example", "ftp://ranks.example", "https://u:p@ranks.example", ""])
def test_other_names_are_refused_and_not_repeated(name: str) -> None:
    with pytest.raises(InputError) as caught:
        rerank_server(name, offline=False, environment={})
    assert "u:p" not in str(caught.value)


def test_unsound_key_is_refused() -> None:
    with pytest.raises(InputError, match="PINCITE_RERANK_KEY"):
        rerank_server("http://localhost:1", offline=False, environment={"PINCITE_RERANK_KEY": "a b"})
