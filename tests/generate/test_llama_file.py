"""A GGUF file in this process, with a stand-in for llama.cpp that streams as it does; and the head of such a file."""

from __future__ import annotations

import os
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import BrokenModel, ModelError, SchemaUnsupported
from pincite.generate.adapters import llama_file
from pincite.generate.adapters.gguf import is_gguf, trained_context
from pincite.generate.adapters.llama_file import LlamaFile
from pincite.generate.protocol import Completion, LanguageModel, Message
from pincite.index.model_files import threads

ASKED = [Message("user", "How long?\ud800")]
SCHEMA = {"type": "object"}
Take = Callable[[Any], Any]


def delta(finish_reason: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"choices": [{"finish_reason": finish_reason, "index": 0, "delta": fields}]}


USAGE = {"choices": [], "usage": {"prompt_tokens": 30, "completion_tokens": 3}}
STREAM = [
    {**delta(role="assistant", content=None), "prompt_progress": {"total": 30, "processed": 30}},
    delta(reasoning_content="So "),
    delta(reasoning_content="21."),
    delta(content="21 "),
    delta(content="days."),
    delta("stop"),
    USAGE,
]


class FakeLlama:
    """What the adapter uses of xllamacpp: parameters, and a server that streams what `pieces` yields."""

    def __init__(self) -> None:
        self.loaded: list[SimpleNamespace] = []
        self.asked: list[dict[str, Any]] = []
        self.stops = 0
        self.socket_folder_was_private: bool | None = None
        self.pieces: Callable[[], Iterator[Any]] = lambda: iter(STREAM)
        self.load_error: Exception | None = None

    def module(self) -> ModuleType:
        module = ModuleType("xllamacpp")
        module.CommonParams = lambda: SimpleNamespace(
            model=SimpleNamespace(),
            cpuparams=SimpleNamespace(),
            cpuparams_batch=SimpleNamespace(),
            hostnames=["127.0.0.1"],
        )
        module.Server = self._load
        return module

    def _load(self, params: SimpleNamespace) -> Any:
        if self.load_error:
            raise self.load_error
        self.loaded.append(params)
        if params.hostnames != ["127.0.0.1"]:
            self.socket_folder_was_private = Path(params.hostnames[0]).parent.stat().st_mode & 0o077 == 0
        return SimpleNamespace(handle_chat_completions=self._stream)

    def _stream(self, body: dict[str, Any], take: Take) -> None:
        self.asked.append(body)
        for piece in self.pieces():
            if take(piece):
                self.stops += 1
                return


@pytest.fixture
def llama(monkeypatch: pytest.MonkeyPatch) -> FakeLlama:
    fake = FakeLlama()
    monkeypatch.setitem(sys.modules, "xllamacpp", fake.module())
    monkeypatch.setattr(llama_file, "find_spec", lambda name: object())
    return fake


def head(*entries: bytes, version: int = 3) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", version, 7, len(entries)) + b"".join(entries)


def entry(key: str, kind: int, value: bytes) -> bytes:
    return struct.pack("<Q", len(key)) + key.encode() + struct.pack("<I", kind) + value


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value)) + value.encode()


TRAINED = entry("qwen2.context_length", 4, struct.pack("<I", 2048))
BEFORE = [
    entry("general.architecture", 8, text("qwen2")),
    entry("general.flag", 7, b"\1"),
    entry("general.scale", 12, struct.pack("<d", 0.5)),
    entry("tokenizer.scores", 9, struct.pack("<IQ3f", 6, 3, 1, 2, 3)),
    entry("tokenizer.tokens", 9, struct.pack("<IQ", 8, 2) + text("a") + text("bc")),
    entry("tokenizer.merges", 9, struct.pack("<IQ", 9, 1) + struct.pack("<IQ2B", 0, 2, 1, 2)),
]


@pytest.fixture
def gguf(tmp_path: Path) -> Path:
    file = tmp_path / "small.gguf"
    file.write_bytes(head(*BEFORE, TRAINED))
    return file


def test_answer_is_put_together(llama: FakeLlama, gguf: Path) -> None:
    model = LlamaFile(gguf)
    assert isinstance(model, LanguageModel)
    answer = model.complete(ASKED, schema=SCHEMA, max_tokens=64, seed=5)
    assert answer == Completion("21 days.", "stop", "llama:small.gguf", "So 21.", 30, 3)
    (body,) = llama.asked
    assert (body["messages"], body["max_tokens"], body["seed"]) == ([{"role": "user", "content": "How long??"}], 64, 5)
    assert body["temperature"] == 0.0
    assert body["response_format"]["json_schema"]["schema"] == SCHEMA


def test_file_is_loaded_once_at_the_first_question(llama: FakeLlama, gguf: Path) -> None:
    model = LlamaFile(gguf, threads=3)
    assert model.context_tokens() == 2048
    assert llama.loaded == []
    for _ in range(2):
        model.complete(ASKED)
    (params,) = llama.loaded
    assert (params.model.path, params.n_ctx, params.n_parallel) == (str(gguf), 2048, 1)
    assert params.cpuparams.n_threads == params.cpuparams_batch.n_threads == 3
    model.close()
    model.complete(ASKED)
    assert len(llama.loaded) == 2


def test_nobody_else_can_reach_the_model(llama: FakeLlama, gguf: Path) -> None:
    model = LlamaFile(gguf)
    model.complete(ASKED)
    (params,) = llama.loaded
    assert len(params.api_keys) == 1
    assert len(params.api_keys[0]) >= 40
    assert params.api_keys[0] not in repr(vars(model))
    assert params.verbosity < 0
    if os.name == "posix":
        assert llama.socket_folder_was_private
        assert not Path(params.hostnames[0]).parent.exists()


def test_socket_whose_path_is_too_long_is_left_out(
    llama: FakeLlama, gguf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("x" * 120)
    long.mkdir()
    monkeypatch.setattr(llama_file.tempfile, "tempdir", str(long))
    LlamaFile(gguf).complete(ASKED)
    assert llama.loaded[0].hostnames == ["127.0.0.1"]


@pytest.mark.parametrize(
    ("wanted", "content", "found"),
    [
        pytest.param(None, head(TRAINED), 2048, id="as-trained"),
        pytest.param(1024, head(TRAINED), 1024, id="as-wanted"),
        pytest.param(8192, head(TRAINED), 2048, id="no-more-than-trained"),
        pytest.param(None, head(), 4096, id="not-said"),
        pytest.param(8192, head(), 8192, id="wanted-and-not-said"),
        pytest.param(None, head(entry("llama.context_length", 4, struct.pack("<I", 131072))), 4096, id="long"),
    ],
)
def test_context(wanted: int | None, content: bytes, found: int, llama: FakeLlama, gguf: Path) -> None:
    gguf.write_bytes(content)
    assert LlamaFile(gguf, context_tokens=wanted).context_tokens() == found


def test_threads_are_those_of_the_process_by_default(llama: FakeLlama, gguf: Path) -> None:
    LlamaFile(gguf).complete(ASKED)
    assert llama.loaded[0].cpuparams.n_threads == threads()


@pytest.mark.parametrize(
    ("pieces", "wanted"),
    [
        pytest.param([delta(content="half"), delta("length")], ("half", "length"), id="cut"),
        pytest.param([delta("stop")], ("", "stop"), id="empty"),
        pytest.param([], ("", "unknown"), id="nothing"),
        pytest.param([delta(content="a")], ("a", "stop"), id="no-end"),
        pytest.param([3, None, {}, {"choices": [{}]}, delta(content=3), delta(content="a")], ("a", "stop"), id="odd"),
    ],
)
def test_ends_of_answers(pieces: list[Any], wanted: tuple[str, str], llama: FakeLlama, gguf: Path) -> None:
    llama.pieces = lambda: iter(pieces)
    answer = LlamaFile(gguf).complete(ASKED)
    assert (answer.text, answer.finish_reason) == wanted


def test_deadline_ends_the_call_and_frees_the_model(llama: FakeLlama, gguf: Path) -> None:
    def endless() -> Iterator[Any]:
        while True:
            time.sleep(0.01)
            yield delta(content=" ")

    llama.pieces = endless
    model = LlamaFile(gguf, timeout_s=0.2)
    started = time.monotonic()
    with pytest.raises(ModelError, match=r"no whole answer within 0\.2 s\. Raise model\.timeout_s"):
        model.complete(ASKED)
    assert 0.15 < time.monotonic() - started < 10
    assert llama.stops == 1
    llama.pieces = lambda: iter(STREAM)
    assert model.complete(ASKED).text == "21 days."


def test_one_question_is_answered_at_a_time(llama: FakeLlama, gguf: Path) -> None:
    running: list[int] = []

    def counted() -> Iterator[Any]:
        running.append(len(running) - running.count(-1) * 2)
        time.sleep(0.02)
        yield from STREAM
        running.append(-1)

    llama.pieces = counted
    model = LlamaFile(gguf)
    asking = [threading.Thread(target=model.complete, args=(ASKED,)) for _ in range(4)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert [n for n in running if n >= 0] == [0] * 4
    assert len(llama.loaded) == 1


def failing(error: Exception) -> Callable[[], Iterator[Any]]:
    def pieces() -> Iterator[Any]:
        raise error
        yield

    return pieces


@pytest.mark.parametrize(
    ("pieces", "schema", "kind", "found"),
    [
        pytest.param(failing(ValueError("JSON schema error at #")), SCHEMA, SchemaUnsupported, "markers", id="schema"),
        pytest.param(failing(ValueError("JSON schema error at #")), None, ModelError, "schema error", id="no-schema"),
        pytest.param(failing(RuntimeError()), SCHEMA, ModelError, "RuntimeError", id="wordless"),
        pytest.param(
            lambda: iter([{"error": {"code": 400, "message": "request exceeds the context size (2048 tokens)"}}]),
            SCHEMA,
            ModelError,
            r"exceeds the context size .* Raise model\.context_tokens",
            id="too-long",
        ),
    ],
)
def test_errors_of_the_package_are_told(
    pieces: Any, schema: Any, kind: type, found: str, llama: FakeLlama, gguf: Path
) -> None:
    llama.pieces = pieces
    with pytest.raises(ModelError, match=found) as told:
        LlamaFile(gguf).complete(ASKED, schema=schema)
    assert type(told.value) is kind


def test_file_that_does_not_load_is_broken(llama: FakeLlama, gguf: Path) -> None:
    llama.load_error = RuntimeError("Failed to init server")
    with pytest.raises(BrokenModel, match=r"small\.gguf cannot be loaded \(Failed to init"):
        LlamaFile(gguf).complete(ASKED)


def test_package_that_does_not_load_is_broken_and_not_missing(
    llama: FakeLlama, gguf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(BrokenModel, match="is installed and cannot be loaded"):
        LlamaFile(gguf).complete(ASKED)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param(head(*BEFORE, TRAINED), 2048, id="behind-all-kinds"),
        pytest.param(head(entry("x.context_length", 10, struct.pack("<Q", 10**6))), 10**6, id="of-64-bits"),
        pytest.param(head(entry("x.context_length", 5, struct.pack("<i", -1))), None, id="negative"),
        pytest.param(head(entry("x.context_length", 8, text("2048")), TRAINED), 2048, id="as-text"),
        pytest.param(head(*BEFORE), None, id="not-there"),
        pytest.param(head(TRAINED, version=1), None, id="version-1"),
        pytest.param(head(TRAINED)[:-2], None, id="cut"),
        pytest.param(head(entry("x", 99, b""), TRAINED), None, id="unknown-kind"),
        pytest.param(head(struct.pack("<Q", 1 << 40)), None, id="endless-key"),
        pytest.param(head(entry("x", 8, struct.pack("<Q", (1 << 64) - 1)), TRAINED), None, id="endless-text"),
        pytest.param(head(entry("x", 9, struct.pack("<IQ", 8, 1 << 60)), TRAINED), None, id="endless-list"),
        pytest.param(b"GGUF", None, id="magic-alone"),
        pytest.param(b"", None, id="empty"),
        pytest.param(b"GGML" + head(TRAINED)[4:], None, id="other-magic"),
    ],
)
def test_head_of_a_file(content: bytes, found: int | None, tmp_path: Path) -> None:
    file = tmp_path / "any.gguf"
    file.write_bytes(content)
    assert trained_context(file) == found
    assert is_gguf(file) == content.startswith(b"GGUF")


@given(st.binary(max_size=200))
def test_no_head_breaks_the_reading(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "random.gguf"
    file.write_bytes(b"GGUF\3\0\0\0" + content)
    found = trained_context(file)
    assert found is None or found > 0


def test_no_file_has_no_context(tmp_path: Path) -> None:
    assert trained_context(tmp_path / "none.gguf") is None
