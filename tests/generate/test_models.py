"""Models by name: what each form means, what is refused, and what never leaves the machine."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import BrokenModel, InputError, MissingExtra, ModelError, Offline
from pincite.generate.adapters import llama_file
from pincite.generate.adapters.address import address_of
from pincite.generate.adapters.llama_file import LlamaFile
from pincite.generate.models import language_model
from pincite.generate.protocol import LanguageModel, Message
from pincite.settings import ModelSettings

SETTINGS = ModelSettings(timeout_s=2.0, retries=0)
KEY = "sk-secret-0123456789"


def model(name: str, *, offline: bool = False, **environment: str) -> LanguageModel:
    return language_model(name, SETTINGS, offline=offline, environment=environment)


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """No name is looked up and no connection made."""

    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("the network was touched")

    for name in ("getaddrinfo", "create_connection"):
        monkeypatch.setattr(socket, name, refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture
def gguf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that begins as GGUF files do, where xllamacpp counts as installed."""
    monkeypatch.setattr(llama_file, "find_spec", lambda name: object())
    file = tmp_path / "small.gguf"
    file.write_bytes(b"GGUF" + bytes(20))
    return file


@pytest.mark.parametrize(
    ("name", "api", "host"),
    [
        pytest.param("http://localhost:11434#qwen2.5", "http://localhost:11434/v1", None, id="ollama"),
        pytest.param("http://LOCALHOST/v1#m", "http://localhost/v1", None, id="capitals"),
        pytest.param("HTTP://127.0.0.1:8080/#m", "http://127.0.0.1:8080/v1", None, id="slash"),
        pytest.param("http://127.9.9.9#m", "http://127.9.9.9/v1", None, id="loopback-block"),
        pytest.param("http://[::1]:8080#m", "http://[::1]:8080/v1", None, id="ipv6-loopback"),
        pytest.param("http://[fd00::1]:8080#m", "http://[fd00::1]:8080/v1", "[fd00::1]:8080", id="ipv6"),
        pytest.param("https://api.example.com/v1#m", "https://api.example.com/v1", "api.example.com", id="hosted"),
        pytest.param(
            "https://api.example.com:8443#m", "https://api.example.com:8443/v1", "api.example.com:8443", id="port"
        ),
        pytest.param("https://e.example/api/v1/#m", "https://e.example/api/v1", "e.example", id="deeper"),
        pytest.param(
            "https://e.example/v1beta/openai#m", "https://e.example/v1beta/openai", "e.example", id="version-inside"
        ),
        pytest.param(
            "https://e.example/llama#m", "https://e.example/llama/v1", "e.example", id="a-path-without-version"
        ),
        pytest.param("https://e.example/v1/chat/completions#m", "https://e.example/v1", "e.example", id="whole"),
        pytest.param(
            "https://e.example/x/chat/completions#m", "https://e.example/x", "e.example", id="whole-without-version"
        ),
        pytest.param(
            "http://localhost.e.example#m", "http://localhost.e.example/v1", "localhost.e.example", id="disguise"
        ),
        pytest.param(
            "http://127.0.0.1.e.example#m", "http://127.0.0.1.e.example/v1", "127.0.0.1.e.example", id="disguise-2"
        ),
        pytest.param("http://0.0.0.0:11434#m", "http://0.0.0.0:11434/v1", "0.0.0.0:11434", id="any-address"),
        pytest.param("http://127.1#m", "http://127.1/v1", "127.1", id="short-form"),
        pytest.param("http://192.168.1.7:1234#m", "http://192.168.1.7:1234/v1", "192.168.1.7:1234", id="lan"),
    ],
)
def test_server_names(name: str, api: str, host: str | None, no_network: None) -> None:
    address = address_of(name.partition("#")[0])
    assert (address.api, address.host) == (api, host)
    assert model(name).host == host


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        pytest.param("http://localhost:1#a/b:1.5b-q4#c", "http://localhost:1#a/b:1.5b-q4#c", id="name-with-marks"),
        pytest.param("http://localhost:1/v1/chat/completions#m", "http://localhost:1#m", id="url-in-one-form"),
    ],
)
def test_name_in_answer_files(name: str, shown: str, no_network: None) -> None:
    assert model(name).name == shown


@pytest.mark.parametrize(
    "name",
    [
        "", "gpt-4", "extractive", "localhost:11434#m", "ftp://e.example#m", "file:///etc/passwd#m", "llama",
        "LLAMA:x.gguf", "http:/e.example#m", " http://localhost#m",
    ],
)  # fmt: skip
def test_unknown_form_names_the_forms(name: str, no_network: None) -> None:
    with pytest.raises(InputError, match=r"There is no model .*URL#NAME .* llama:FILE"):
        model(name)


@pytest.mark.parametrize(
    "name",
    [
        "http://#m", "http://:80#m", "http://e.example:port#m", "http://e.example:99999#m", "http://e.example:0#m",
        "http://[::1#m", "http://local host#m", "http://localhost\\@e.example#m", "http://localhost\t#m", "http:///v1#m",
    ],
)  # fmt: skip
def test_url_that_means_no_host_is_refused(name: str, no_network: None) -> None:
    with pytest.raises(InputError, match="http or https URL with a host"):
        model(name)


@pytest.mark.parametrize(
    "name",
    [
        f"https://{KEY}@e.example/v1#m", f"https://user:{KEY}@e.example/v1#m", f"https://e.example/v1?key={KEY}#m",
        f"http://localhost?api_key={KEY}#m", f"http://:{KEY}@localhost#m", f"e.example?key={KEY}#m",
        f"{KEY}@e.example#m",
    ],
)  # fmt: skip
def test_key_in_the_url_is_refused_and_not_repeated(name: str, no_network: None) -> None:
    with pytest.raises(InputError) as told:
        model(name)
    assert KEY not in str(told.value)
    if name.startswith("http"):
        assert "$PINCITE_MODEL_KEY" in str(told.value)


@given(st.text(max_size=40))
def test_no_url_breaks_the_reading(rest: str) -> None:
    try:
        address = address_of(f"http://{rest}")
    except InputError:
        return
    assert address.label
    assert "@" not in address.api.removeprefix("http://").split("/")[0]


@pytest.mark.parametrize(
    "name",
    [
        "https://api.example.com/v1#m", "https://api.example.com/v1", "http://192.168.1.7:1234#m", "http://0.0.0.0#m",
        "http://localhost.e.example#m",
    ],
)  # fmt: skip
def test_offline_lets_nothing_leave(name: str, no_network: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://proxy.example:3128")
    with pytest.raises(Offline, match=r"is not this machine, and offline is set"):
        model(name, offline=True)


def test_offline_lets_this_machine_be_asked_and_by_no_proxy(model_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://proxy.example:3128")
    model_server.answers(["yes"])
    local = model(f"{model_server.url}#m", offline=True)
    assert local.complete([Message("user", "Is it so?")]).text == "yes"
    assert local.host is None


def test_url_without_a_name_takes_the_only_model(model_server: Any) -> None:
    model_server.pages["/v1/models"] = {"data": [{"id": "the-one"}]}
    assert model(f"{model_server.url}").name.endswith("#the-one")
    assert model(f"{model_server.url}/v1#").name.endswith("#the-one")


def test_key_comes_from_its_variable_alone(model_server: Any) -> None:
    model_server.answers(["a", "b"])
    model(f"{model_server.url}#m", PINCITE_MODEL_KEY=f" {KEY}\n").complete([Message("user", "?")])
    model(f"{model_server.url}#m", OPENAI_API_KEY=KEY, PINCITE_MODEL_KEY=" ").complete([Message("user", "?")])
    assert model_server.asked[0].headers["authorization"] == f"Bearer {KEY}"
    assert "authorization" not in model_server.asked[1].headers


def test_key_is_read_from_the_process_by_default(model_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_MODEL_KEY", KEY)
    model_server.answers(["a"])
    language_model(f"{model_server.url}#m", SETTINGS, offline=True).complete([Message("user", "?")])
    assert model_server.asked[0].headers["authorization"] == f"Bearer {KEY}"


def test_proxy_that_cannot_be_used_is_told(monkeypatch: pytest.MonkeyPatch, no_network: None) -> None:
    monkeypatch.setenv("https_proxy", "gopher://proxy.example")
    with pytest.raises(ModelError, match="proxy that the environment names"):
        model("https://api.example.com/v1#m")


def test_settings_reach_the_file(gguf: Path) -> None:
    settings = ModelSettings(context_tokens=1024, threads=3, timeout_s=9)
    found = language_model(f"llama:{gguf}", settings, offline=True, environment={})
    assert isinstance(found, LlamaFile)
    assert isinstance(found, LanguageModel)
    assert (found.name, found.host, found.context_tokens()) == ("llama:small.gguf", None, 1024)
    assert (found._threads, found._timeout_s) == (3, 9)


def test_home_is_written_short(gguf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(gguf.parent))
    monkeypatch.setenv("USERPROFILE", str(gguf.parent))
    assert model("llama:~/small.gguf").name == "llama:small.gguf"


@pytest.mark.parametrize("name", ["llama:", "llama: "], ids=["nothing", "blank"])
def test_no_file_names_the_forms(name: str) -> None:
    with pytest.raises(InputError, match="names no file"):
        model(name)


def test_file_that_is_not_there(gguf: Path) -> None:
    with pytest.raises(InputError, match=r"large\.gguf cannot be read: No such file"):
        model(f"llama:{gguf.parent / 'large.gguf'}")
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        model(f"llama:{gguf.parent}")


@pytest.mark.parametrize("content", [b"", b"GGU", b"GGML....", b"<html>"], ids=["empty", "short", "older", "page"])
def test_file_that_is_no_gguf_is_broken_and_not_missing(content: bytes, gguf: Path) -> None:
    gguf.write_bytes(content)
    with pytest.raises(BrokenModel, match="is no GGUF file"):
        model(f"llama:{gguf}")


@pytest.mark.parametrize(
    "find", [lambda name: None, lambda name: (_ for _ in ()).throw(ValueError())], ids=["none", "unreadable"]
)
def test_missing_package_names_the_extra(find: Any, gguf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(llama_file, "find_spec", find)
    with pytest.raises(MissingExtra, match=r"pip install 'pincite\[llama\]'"):
        model(f"llama:{gguf}")


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("from pincite import *", id="public-names"),
        pytest.param("from pincite.cli.main import run; run(['--help']); run(['ask', '--help'])", id="help"),
        pytest.param("import pincite.generate.models, pincite.generate.kept", id="models"),
        pytest.param("import pincite.generate.adapters.openai_server", id="server-adapter"),
        pytest.param("import pincite.generate.adapters.llama_file", id="file-adapter"),
    ],
)
def test_nothing_of_models_is_loaded_before_it_is_used(code: str) -> None:
    heavy = ("httpx", "httpcore", "anyio", "xllamacpp")
    code += f"\nimport sys; sys.exit(', '.join(n for n in {heavy!r} if n in sys.modules) or None)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
