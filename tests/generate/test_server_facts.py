"""What else a server tells: which models it has and how much they take; and that it never tells the key."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from pincite.errors import InputError, ServerError
from pincite.generate.adapters.openai_server import OpenAIServer
from pincite.generate.adapters.words import SHOWN, Redactor, server_words
from pincite.generate.protocol import Completion, Message

ASKED = [Message("system", "Answer from the sources."), Message("user", "How long may the deposit be kept?")]
KEY = "sk-secret-0123456789"
Connect = Callable[..., OpenAIServer]


def ask(model: OpenAIServer, **given: Any) -> Completion:
    return model.complete(ASKED, **given)


# Which models there are, and how much they take


def test_only_model_is_taken(model_server: Any, connect: Connect) -> None:
    model_server.pages["/v1/models"] = {"data": [{"id": "the-one"}]}
    assert connect(None).name == f"{model_server.url}#the-one"


def test_several_models_are_listed(model_server: Any, connect: Connect) -> None:
    model_server.pages["/v1/models"] = {"data": [{"id": "a"}, {"id": "b"}]}
    with pytest.raises(InputError, match=r"has 2 models\. Name one .*#a: a, b\."):
        connect(None)


@pytest.mark.parametrize("page", [None, {}, {"data": []}, {"data": [3]}, {"data": "a"}, "text"], ids=repr)
def test_server_that_names_no_model(page: Any, model_server: Any, connect: Connect) -> None:
    if page is not None:
        model_server.pages["/v1/models"] = page
    with pytest.raises(ServerError, match="does not say which models it has"):
        connect(None)


LLAMA_CPP = {"/props": {"default_generation_settings": {"n_ctx": 8192}, "total_slots": 4}}
TRAINED = {"data": [{"id": "small", "meta": {"n_ctx_train": 131072}}]}


def ollama(*loaded: dict[str, Any]) -> dict[str, Any]:
    return {"/v1/models": {"data": [{"id": "small:latest"}]}, "/api/ps": {"models": list(loaded)}}


@pytest.mark.parametrize(
    ("pages", "tokens"),
    [
        pytest.param(LLAMA_CPP, 8192, id="llama-cpp"),
        pytest.param(
            LLAMA_CPP | {"/v1/models": {"data": [{"id": "small", "max_model_len": 9}]}}, 8192, id="props-first"
        ),
        pytest.param({"/v1/models": {"data": [{"id": "small", "max_model_len": 32768}]}}, 32768, id="vllm"),
        pytest.param({"/v1/models": {"data": [{"id": "small", "context_length": 65536}]}}, 65536, id="openrouter"),
        pytest.param({"/v1/models": {"data": [{"id": "small", "context_window": 131072}]}}, 131072, id="groq"),
        pytest.param({"/v1/models": {"data": [{"id": "small", "meta": {"n_ctx": 2048}}]}}, 2048, id="meta"),
        pytest.param({"/v1/models": TRAINED}, None, id="trained-is-not-running"),
        pytest.param({"/v1/models": {"data": [{"id": "other", "max_model_len": 9}]}}, None, id="another-model"),
        pytest.param(ollama({"name": "small:latest", "context_length": 16384}), 16384, id="ollama-loaded"),
        pytest.param(ollama(), 4096, id="ollama-not-loaded"),
        pytest.param(ollama({"name": "large:latest", "context_length": 16384}), 4096, id="ollama-another-loaded"),
        pytest.param(ollama({"name": "small:latest"}), 4096, id="ollama-of-old"),
        pytest.param({}, None, id="nothing"),
        pytest.param({"/props": [], "/v1/models": 3, "/api/ps": "x"}, None, id="odd"),
        pytest.param({"/props": {"default_generation_settings": {"n_ctx": 0}}}, None, id="zero"),
        pytest.param({"/props": {"default_generation_settings": {"n_ctx": "8192"}}}, None, id="text"),
        pytest.param({"/props": {"default_generation_settings": {"n_ctx": 1e30}}}, None, id="too-much"),
    ],
)
def test_context_window(pages: dict[str, Any], tokens: int | None, model_server: Any, connect: Connect) -> None:
    model_server.pages |= pages
    model = connect(key=KEY)
    assert model.context_tokens() == tokens
    assert {asked.method for asked in model_server.asked} == {"GET"}


def test_context_window_is_asked_once(model_server: Any, connect: Connect) -> None:
    model_server.pages |= LLAMA_CPP
    model = connect()
    assert [model.context_tokens() for _ in range(3)] == [8192] * 3
    assert len(model_server.asked) == 1


def test_assumed_window_is_asked_again(model_server: Any, connect: Connect) -> None:
    model_server.pages |= ollama()
    model = connect()
    assert model.context_tokens() == 4096
    model_server.pages |= ollama({"model": "small:latest", "context_length": 2048})
    assert model.context_tokens() == 2048


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(lambda s: s.cut(), id="cut"),
        pytest.param(lambda s: s.page("<html>"), id="html"),
        pytest.param(lambda s: s.status(500), id="500"),
        pytest.param(lambda s: s.redirect("http://elsewhere.example"), id="redirect"),
        pytest.param(lambda s: s.dripping_body(), id="dripping"),
    ],
)
def test_odd_answers_tell_no_window(page: Any, model_server: Any, connect: Connect) -> None:
    model_server.pages |= dict.fromkeys(("/props", "/v1/models", "/api/ps"), page(model_server))
    assert connect(timeout_s=0.3).context_tokens() is None


def test_no_server_tells_no_window_and_is_asked_again(model_server: Any, connect: Connect) -> None:
    model = connect()
    model_server.stop()
    assert model.context_tokens() is None
    with pytest.raises(ServerError, match="could not be reached"):
        ask(model)


# The key


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(lambda s: s.status(401, f"Incorrect API key provided: {KEY}."), id="401"),
        pytest.param(lambda s: s.status(400, "x" * (SHOWN - 8) + KEY), id="where-the-message-is-cut"),
        pytest.param(lambda s: s.page(f"<p>Bearer {KEY}</p>"), id="page"),
        pytest.param(lambda s: s.page(f"<p>Bearer {KEY}</p>", 500), id="error-page"),
        pytest.param(lambda s: s.redirect(f"https://elsewhere.example/?key={KEY}"), id="redirect"),
        pytest.param(lambda s: s.status(429, {"error": {"message": f"over quota of {KEY}"}}), id="429"),
    ],
)
def test_key_is_never_shown(
    fault: Any, model_server: Any, connect: Connect, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    model_server.pages["/v1/models"] = {"data": [{"id": f"{KEY}-model"}]}
    model_server.answers([fault(model_server)])
    model = connect(key=KEY)
    with pytest.raises(ServerError) as told:
        ask(model)
    # What a server says in its header, the HTTP library logs for those who debug it.
    logged = [record.getMessage() for record in caplog.records if "receive_response_headers" not in record.message]
    shown = [
        str(told.value),
        repr(told.value),
        told.value.hint,
        repr(model),
        repr(vars(model)),
        model.name,
        *logged,
        *capfd.readouterr(),
    ]
    assert not [text for text in shown if KEY in text or KEY[:12] in text]
    assert model_server.asked[0].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("key", "hint"), [(KEY, "which was not taken"), (None, "which is not set")], ids=["set", "unset"]
)
@pytest.mark.parametrize("code", [401, 403])
def test_refused_key_names_the_variable(
    code: int, key: str | None, hint: str, model_server: Any, connect: Connect
) -> None:
    model_server.answers([model_server.status(code, "Invalid API Key")])
    with pytest.raises(ServerError, match=rf"\$PINCITE_MODEL_KEY, {hint}"):
        ask(connect(key=key))


@pytest.mark.parametrize(
    "key", ["two words", "line\nend", "ключ", "nul\0"], ids=["blank", "line-end", "letters", "nul"]
)
def test_key_that_no_header_takes_is_refused_unseen(key: str, connect: Connect) -> None:
    with pytest.raises(InputError, match="PINCITE_MODEL_KEY") as told:
        connect(key=key)
    assert key not in str(told.value)


@given(before=st.text(max_size=300), after=st.text(max_size=300))
def test_redactor_takes_the_key_out_of_any_text(before: str, after: str) -> None:
    shown = Redactor(KEY)(before + KEY + after)
    assert KEY not in shown
    assert KEY[:12] not in shown
    assert len(shown) <= SHOWN + 1
    assert shown.isprintable()


@hypothesis_settings(max_examples=50)
@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=5),
        lambda v: st.lists(v) | st.dictionaries(st.sampled_from(["error", "detail", "message", "loc", "type"]), v),
        max_leaves=8,
    )
)
def test_words_of_any_error_can_be_read(value: Any) -> None:
    assert isinstance(server_words(json.dumps(value).encode()), str)


def test_key_that_an_answer_repeats_is_taken_out(model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.completion(f"Rent is due. {KEY} [1]", reasoning=f"The key is {KEY}.")])
    answer = ask(connect(key=KEY))
    assert KEY not in answer.text + answer.reasoning
    assert "Rent is due." in answer.text
