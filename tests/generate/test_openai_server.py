"""A real server on this machine: what it is asked, what is read of its answers, and how it is connected to."""

from __future__ import annotations

import gc
import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import ServerError
from pincite.generate.adapters import exchange
from pincite.generate.adapters.address import address_of
from pincite.generate.adapters.chat import NoAnswer, completion_of
from pincite.generate.adapters.openai_server import OpenAIServer
from pincite.generate.adapters.words import SHOWN, wire
from pincite.generate.protocol import Completion, LanguageModel, Message

SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
ASKED = [Message("system", "Answer from the sources."), Message("user", "How long may the deposit be kept?")]
KEY = "sk-secret-0123456789"
Connect = Callable[..., OpenAIServer]


def ask(model: OpenAIServer, **given: Any) -> Completion:
    return model.complete(ASKED, **given)


# What is asked


def test_request_is_of_the_protocol(model_server: Any, connect: Connect) -> None:
    model_server.answers(["21 days."])
    model = connect()
    assert isinstance(model, LanguageModel)
    assert ask(model, max_tokens=64, seed=7) == Completion("21 days.", "stop", "served", "", 7, 3)
    (asked,) = model_server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.body == {
        "model": "small",
        "messages": [{"role": m.role, "content": m.content} for m in ASKED],
        "temperature": 0.0,
        "seed": 7,
        "max_tokens": 64,
        "stream": False,
    }
    assert "authorization" not in asked.headers


def test_schema_and_key_go_along(model_server: Any, connect: Connect) -> None:
    model_server.answers(['{"text": "21 days."}'])
    ask(connect(key=KEY), schema=SCHEMA)
    (asked,) = model_server.asked
    wanted = {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA}}
    assert asked.body["response_format"] == wanted
    assert asked.headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("tail", ["", "/", "/v1", "/v1/", "/v1/chat/completions"])
def test_url_may_end_in_any_way(tail: str, model_server: Any, connect: Connect) -> None:
    model_server.answers(["yes"])
    model = connect(url=model_server.url + tail)
    assert ask(model).text == "yes"
    assert (model.name, model.host) == (f"{model_server.url}#small", None)


def test_connection_is_kept_open_and_threads_share_it(model_server: Any, connect: Connect) -> None:
    model_server.answers(["yes"] * 40)
    model = connect()
    with ThreadPoolExecutor(8) as pool:
        assert {answer.text for answer in pool.map(lambda _: ask(model), range(40))} == {"yes"}


def test_halves_of_surrogate_pairs_do_no_harm_on_either_way(model_server: Any, connect: Connect) -> None:
    body = json.dumps(model_server.completion("\ud800 days \udfff", reasoning="\ud801"))
    model_server.answers([model_server.page(body, content_type="application/json")])
    answer = connect().complete([Message("user", "how \udc80 long")])
    assert (answer.text, answer.reasoning) == ("? days ?", "?")
    assert model_server.asked[0].body["messages"][0]["content"] == "how ? long"


@given(text=st.text(st.characters(), max_size=20))
def test_any_text_can_be_sent(text: str) -> None:
    assert json.loads(wire({"content": text}))["content"] == text.encode("utf-8", "replace").decode()


# What is read


def message(**fields: Any) -> dict[str, Any]:
    return {"choices": [{"message": fields, "finish_reason": "stop"}]}


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        pytest.param(message(content="a"), ("a", "stop", ""), id="text"),
        pytest.param(message(content=None), ("", "stop", ""), id="null"),
        pytest.param(message(), ("", "stop", ""), id="no-content"),
        pytest.param(message(content="a", reasoning_content="b"), ("a", "stop", "b"), id="reasoning-content"),
        pytest.param(message(content="a", reasoning="b"), ("a", "stop", "b"), id="reasoning"),
        pytest.param(message(content="a", thinking="b"), ("a", "stop", "b"), id="thinking"),
        pytest.param(message(content="a", reasoning=None), ("a", "stop", ""), id="no-reasoning"),
        pytest.param(message(content="<think>b</think>a"), ("<think>b</think>a", "stop", ""), id="think-tags-stay"),
        pytest.param(message(content=None, refusal="No."), ("No.", "stop", ""), id="refusal"),
        pytest.param(message(content="a", refusal=None), ("a", "stop", ""), id="null-refusal"),
        pytest.param(message(content=None, tool_calls=[{}]), ("", "stop", ""), id="tool-call"),
        pytest.param(
            message(content=[{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]),
            ("ab", "stop", ""),
            id="parts",
        ),
        pytest.param(
            message(content=[{"type": "thinking", "thinking": [{"type": "text", "text": "b"}]}, {"text": "a"}]),
            ("a", "stop", "b"),
            id="thought-parts",
        ),
        pytest.param(message(content=["a", 3, None, {"type": "image"}]), ("a", "stop", ""), id="odd-parts"),
        pytest.param({"choices": [{"message": {"content": "a"}}]}, ("a", "stop", ""), id="no-end-with-text"),
        pytest.param({"choices": [{"message": {"content": ""}}]}, ("", "unknown", ""), id="no-end-without-text"),
        pytest.param(
            {"choices": [{"message": {"content": "a"}, "finish_reason": "length"}]}, ("a", "length", ""), id="cut"
        ),
    ],
)
def test_answers_are_read(answer: Any, wanted: tuple[str, str, str]) -> None:
    found = completion_of(answer, "small")
    assert (found.text, found.finish_reason, found.reasoning) == wanted
    assert (found.model, found.prompt_tokens, found.completion_tokens) == ("small", None, None)


@pytest.mark.parametrize(
    "usage", [None, 3, {}, {"prompt_tokens": "7"}, {"prompt_tokens": True}, {"prompt_tokens": -1}], ids=repr
)
def test_odd_counts_are_no_counts(usage: Any) -> None:
    assert completion_of(message(content="a") | {"usage": usage}, "small").prompt_tokens is None


@pytest.mark.parametrize(
    "answer",
    [
        None,
        [],
        3,
        "a",
        {},
        {"choices": None},
        {"choices": []},
        {"choices": ["a"]},
        {"choices": [{}]},
        message(content=3),
    ],
    ids=repr,
)
def test_values_of_another_shape_are_no_answer(answer: Any) -> None:
    with pytest.raises(NoAnswer):
        completion_of(answer, "small")


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_no_content_breaks_the_reading(content: Any) -> None:
    try:
        assert isinstance(completion_of(message(content=content, reasoning=content), "m").text, str)
    except NoAnswer:
        assert not isinstance(content, str | list)


@pytest.mark.parametrize(
    ("body", "found"),
    [
        pytest.param("<html><title>Sign in</title></html>", r"it is no JSON \(<html><title>Sign in", id="html"),
        pytest.param("", "it is empty", id="empty"),
        pytest.param(" \n ", "it is empty", id="blank"),
        pytest.param('{"choices": [', r'it is no JSON \(\{"choices": \[', id="half-json"),
        pytest.param('{"ok": true}', "its choices are nothing", id="other-json"),
        pytest.param("[" * 100_000, "it is no JSON", id="deep"),
        pytest.param('data: {"choices": []}\n\n', "it is no JSON", id="a-stream"),
        pytest.param(b"\xff\xfe\x00", "it is no JSON", id="no-text"),
    ],
)
def test_other_pages_are_told_with_what_they_say(body: Any, found: str, model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.page(body)])
    with pytest.raises(ServerError, match=found) as told:
        ask(connect())
    assert len(str(told.value)) < SHOWN + 250
    assert str(told.value).isprintable()


def test_an_answer_in_blanks_and_behind_a_mark_is_read(model_server: Any, connect: Connect) -> None:
    body = b"\xef\xbb\xbf \n" + json.dumps(model_server.completion("yes")).encode() + b"\n\n"
    model_server.answers([model_server.page(body)])
    assert ask(connect()).text == "yes"


def test_schema_that_is_ignored_is_the_callers_to_find(model_server: Any, connect: Connect) -> None:
    model_server.answers(["Sure! Here is your answer: 21 days [9]."])
    assert ask(connect(), schema=SCHEMA).text == "Sure! Here is your answer: 21 days [9]."


# Connections


def test_closed_model_says_so(model_server: Any, connect: Connect) -> None:
    model = connect()
    model.close()
    model.close()
    with pytest.raises(ServerError, match="connections were closed"):
        ask(model)


def test_forgotten_model_leaves_no_thread(model_server: Any) -> None:
    model_server.answers(["yes"])
    before = set(threading.enumerate())
    model = OpenAIServer(address_of(model_server.url), "small")
    assert ask(model).text == "yes"
    (thread,) = [t for t in set(threading.enumerate()) - before if t.name == "pincite-http"]
    del model
    gc.collect()
    thread.join(2)
    assert not thread.is_alive()


def test_local_text_passes_no_proxy(model_server: Any, connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    model_server.answers(["yes"])
    assert ask(connect()).text == "yes"


def test_text_for_elsewhere_passes_the_proxy_that_is_set(
    model_server: Any, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", model_server.url)
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    model_server.answers(["by proxy"])
    model = connect(url="http://models.example")
    assert model.host == "models.example"
    assert ask(model).text == "by proxy"
    assert model_server.asked[0].path == "http://models.example/v1/chat/completions"


def test_connection_that_is_not_made_is_given_up(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    import httpx

    class Nowhere(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            raise httpx.ConnectTimeout("")

    monkeypatch.setattr(exchange, "_client", lambda key, proxies: httpx.AsyncClient(transport=Nowhere()))
    with pytest.raises(ServerError, match="no connection within 10 s"):
        ask(connect(retries=1))
