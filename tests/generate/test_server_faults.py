"""A real server on this machine with the faults that servers have: no end, no connection, and a no for an answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from pincite.errors import SchemaUnsupported, ServerError
from pincite.generate.adapters import openai_server
from pincite.generate.adapters.openai_server import OpenAIServer
from pincite.generate.protocol import Completion, Message

SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
ASKED = [Message("system", "Answer from the sources."), Message("user", "How long may the deposit be kept?")]
KEY = "sk-secret-0123456789"
Connect = Callable[..., OpenAIServer]


def ask(model: OpenAIServer, **given: Any) -> Completion:
    return model.complete(ASKED, **given)


# Time and size


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(lambda s: s.slow(30), id="no-header"),
        pytest.param(lambda s: s.dripping_head(), id="dripping-header"),
        pytest.param(lambda s: s.dripping_body(), id="endless-blanks-before"),
        pytest.param(
            lambda s: s.dripping_body(b'{"choices": [{"message": {"content": "a"}}]}'), id="endless-blanks-after"
        ),
        pytest.param(lambda s: s.dripping_body(b'{"choices": [{"message": {"content": "', b"a"), id="endless-text"),
    ],
)
def test_deadline_holds_for_the_whole_call(fault: Any, model_server: Any, connect: Connect) -> None:
    model_server.answers([fault(model_server)] * 3)
    started = time.monotonic()
    with pytest.raises(ServerError, match=r"no whole answer within 0\.3 s\. Raise model\.timeout_s"):
        ask(connect(timeout_s=0.3, retries=2))
    assert 0.25 < time.monotonic() - started < 10
    assert len(model_server.asked) == 1


def test_deadline_holds_over_all_tries(model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.status(500), model_server.status(503), model_server.slow(30)])
    started = time.monotonic()
    with pytest.raises(ServerError, match=r"within 0\.4 s"):
        ask(connect(timeout_s=0.4, retries=5))
    assert time.monotonic() - started < 10


@pytest.mark.parametrize(
    ("before", "block", "found"),
    [
        pytest.param(b"", b" " * 65536, "of nothing but blanks", id="blanks"),
        pytest.param(b'{"choices": [{"message": {"content": "', b"a" * 65536, r"sent over 8 MiB\.", id="text"),
    ],
)
def test_flood_is_cut_off(before: bytes, block: bytes, found: str, model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.flood(before, block)])
    with pytest.raises(ServerError, match=found):
        ask(connect(timeout_s=20))


def test_slow_answer_in_time_is_an_answer(model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.slow(0.2, "in time")])
    assert ask(connect()).text == "in time"


def test_next_call_after_a_late_one_is_sound(model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.dripping_head(), "yes"])
    model = connect(timeout_s=0.3)
    with pytest.raises(ServerError):
        ask(model)
    assert ask(model).text == "yes"


# Tries


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(lambda s: s.status(429, "slow down"), id="429"),
        pytest.param(lambda s: s.status(429, "slow down", Retry_After="0"), id="429-with-a-wait"),
        pytest.param(
            lambda s: s.status(429, "slow", Retry_After="Wed, 21 Oct 2026 07:28:00 GMT"), id="429-with-a-date"
        ),
        pytest.param(lambda s: s.status(500, "oops"), id="500"),
        pytest.param(lambda s: s.page("<h1>Bad Gateway</h1>", 502), id="502-page"),
        pytest.param(lambda s: s.status(503, "loading model"), id="503"),
        pytest.param(lambda s: s.status(504), id="504"),
        pytest.param(lambda s: s.cut(), id="cut"),
        pytest.param(lambda s: s.cut(b""), id="cut-before-the-body"),
        pytest.param(lambda s: s.reset(), id="reset"),
        pytest.param(lambda s: s.page(b"", 500), id="500-empty"),
    ],
)
def test_what_fails_on_the_way_is_tried_again(fault: Any, model_server: Any, connect: Connect) -> None:
    model_server.answers([fault(model_server), "yes"])
    assert ask(connect(retries=1)).text == "yes"
    assert model_server.asked[0].raw == model_server.asked[1].raw


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        pytest.param(lambda s: s.status(500, "out of memory"), "answered 500: out of memory", id="500"),
        pytest.param(lambda s: s.status(429, "slow", Retry_After="0"), "429: slow. It asks to wait 0 s", id="429"),
        pytest.param(lambda s: s.cut(), "cut the connection", id="cut"),
        pytest.param(lambda s: s.reset(), "cut the connection", id="reset"),
    ],
)
def test_tries_are_bounded(fault: Any, found: str, model_server: Any, connect: Connect) -> None:
    model_server.answers([fault(model_server)] * 9)
    with pytest.raises(ServerError, match=found):
        ask(connect(retries=2))
    assert len(model_server.asked) == 3


@pytest.mark.parametrize("code", [400, 401, 403, 404, 405, 413, 418, 422, 501])
def test_other_errors_are_final(code: int, model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.status(code, "no")] * 3)
    with pytest.raises(ServerError, match=f"answered {code}: no"):
        ask(connect(retries=2))
    assert len(model_server.questions) == 1


def test_wait_that_is_asked_for_is_waited_up_to_a_limit(
    model_server: Any, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(openai_server.time, "sleep", waits.append)
    monkeypatch.setattr(openai_server, "FIRST_WAIT_S", 1.0)
    busy = [model_server.status(429, Retry_After=wait) for wait in ("3", "3600", "soon")]
    model_server.answers([*busy, *[model_server.status(503)] * 3, "yes"])
    assert ask(connect(retries=9, timeout_s=1000.0)).text == "yes"
    assert waits == [3.0, openai_server.LONGEST_ASKED_WAIT_S, 4.0, 8.0, 8.0, 8.0]


def test_wait_beyond_the_deadline_is_not_begun(model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.status(429, "slow down", Retry_After="20"), "yes"])
    started = time.monotonic()
    with pytest.raises(ServerError, match=r"429: slow down\. It asks to wait 20 s"):
        ask(connect(retries=3, timeout_s=2))
    assert time.monotonic() - started < 10  # of the 20 s asked for none are waited


def test_no_server_is_told(connect: Connect, model_server: Any) -> None:
    model_server.stop()
    with pytest.raises(ServerError, match=r"127\.0\.0\.1:\d+ could not be reached .* Is it running"):
        ask(connect(retries=2))


# What is turned down


@pytest.mark.parametrize(
    ("code", "message"),
    [
        pytest.param(400, "response_format is not supported", id="names-the-field"),
        pytest.param(400, {"error": "'response_format.type' must be 'text'"}, id="lm-studio-form"),
        pytest.param(422, {"detail": [{"loc": ["body", "response_format"], "msg": "Extra inputs"}]}, id="fastapi-form"),
        pytest.param(404, "json_schema: unknown feature", id="404"),
        pytest.param(500, "Failed to parse grammar", id="grammar"),
        pytest.param(501, "Not Implemented", id="501"),
        pytest.param(400, "Bad Request", id="says-nothing"),
        pytest.param(400, "", id="empty"),
        pytest.param(200, {"error": {"message": "structured outputs are off", "code": 400}}, id="error-in-200"),
    ],
)
def test_schema_that_is_turned_down(code: int, message: Any, model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.status(code, message)] * 3)
    with pytest.raises(SchemaUnsupported, match="markers"):
        ask(connect(retries=2), schema=SCHEMA)
    assert len(model_server.questions) == 1


@pytest.mark.parametrize(
    ("code", "message"),
    [
        pytest.param(400, "This model's maximum context length is 4096 tokens", id="too-long"),
        pytest.param(400, "model not found", id="no-model"),
        pytest.param(404, "", id="404"),
        pytest.param(401, "bad key", id="401"),
        pytest.param(403, "schema of your plan", id="403"),
        pytest.param(413, "", id="413"),
    ],
)
def test_other_causes_do_not_blame_the_schema(code: int, message: str, model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.status(code, message)])
    with pytest.raises(ServerError) as told:
        ask(connect(), schema=SCHEMA)
    assert not isinstance(told.value, SchemaUnsupported)


def test_schema_is_not_blamed_where_none_was_sent(model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.status(400, "Bad Request")])
    with pytest.raises(ServerError) as told:
        ask(connect())
    assert not isinstance(told.value, SchemaUnsupported)


@pytest.mark.parametrize(
    ("messages", "sent", "not_sent"),
    [
        pytest.param(
            ["Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."],
            {"max_completion_tokens": 64, "seed": 0},
            {"max_tokens"},
            id="max-tokens",
        ),
        pytest.param(
            [
                {
                    "detail": [
                        {"type": "extra_forbidden", "loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}
                    ]
                }
            ],
            {"max_tokens": 64},
            {"seed"},
            id="seed",
        ),
        pytest.param(
            ["Unsupported value: 'temperature' does not support 0 with this model."],
            {"seed": 0},
            {"temperature"},
            id="t",
        ),
        pytest.param(
            ["Unknown parameter: 'seed'.", "Unsupported parameter: 'max_tokens'."],
            {"max_completion_tokens": 64},
            {"seed", "max_tokens"},
            id="two",
        ),
    ],
)
def test_foreign_parameters_are_changed_and_remembered(
    messages: list[Any], sent: dict[str, Any], not_sent: set[str], model_server: Any, connect: Connect
) -> None:
    model_server.answers([*(model_server.status(400, m) for m in messages), "yes", "again"])
    model = connect()
    assert model.changed_parameters == ()
    assert ask(model, max_tokens=64).text == "yes"
    assert model.changed_parameters == tuple(sorted(not_sent))
    assert ask(model, max_tokens=64).text == "again"
    assert len(model_server.questions) == len(messages) + 2
    for asked in model_server.questions[-2:]:
        assert sent.items() <= asked.body.items()
        assert not not_sent & asked.body.keys()


def test_changes_end_and_are_forgotten_where_they_do_not_help(model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.status(400, "unsupported: seed, max_tokens, temperature")] * 9)
    model = connect()
    with pytest.raises(ServerError, match="unsupported"):
        ask(model)
    assert len(model_server.questions) == 4
    assert model.changed_parameters == ()


def test_model_that_is_not_there_is_told_with_those_that_are(model_server: Any, connect: Connect) -> None:
    model_server.pages["/v1/models"] = {"data": [{"id": f"model-{n}"} for n in range(30)]}
    model_server.answers([model_server.status(404, 'model "small" not found, try pulling it first')])
    with pytest.raises(ServerError, match=r"404: model .* It has: model-0, .*model-19 and 10 more\.$"):
        ask(connect())


def test_page_that_is_not_there_asks_for_the_url(model_server: Any, connect: Connect) -> None:
    model_server.answers([model_server.status(404, "Not Found")])
    with pytest.raises(ServerError, match="Is the URL right"):
        ask(connect())


def test_redirect_is_not_followed(model_server: Any, model_server_module: Any, connect: Connect) -> None:
    with model_server_module.running() as other:
        other.answers(["stolen"])
        model_server.answers([model_server.redirect(f"{other.url}/v1/chat/completions")])
        with pytest.raises(ServerError, match=r"redirects to http://127\.0\.0\.1:\d+/v1/chat.* not followed"):
            ask(connect(key=KEY))
        assert other.asked == []
