"""Who may use a server, from where, how much and how often."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from pincite.api.limits import MAX_BODY_BYTES, Rate
from pincite.api.problem import ApiProblem
from pincite.api.tokens import Tokens, is_loopback, read_tokens, require_tokens
from pincite.errors import SettingsError

ANNA, BERT = "anna-0123456789-abcdefghij", "bert-0123456789-abcdefghij"
QUESTION = {"question": "Within how many days must the landlord return the deposit?", "preset": "paper"}


@pytest.fixture(scope="module")
def guarded(make_server: Any) -> Any:
    return make_server(tokens={"anna": ANNA, "bert": BERT})


# Host and origin


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8230", "127.0.0.1.evil.example", "", "localhost.evil:80"]
)
def test_a_request_under_a_foreign_name_is_turned_down(server: Any, host: str) -> None:
    response = server.get("/api/v1/documents", headers={"Host": host})
    assert (response.status_code, response.json()["type"]) == (421, "urn:pincite:problem:unknown-host")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:8230", "[::1]"])
def test_the_machines_own_names_are_known(server: Any, host: str) -> None:
    assert server.get("/api/v1/documents", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Origin": "https://evil.example"}, id="other-site"),
        pytest.param({"Origin": "null"}, id="sandbox"),
        pytest.param({"Origin": "http://127.0.0.1:1"}, id="other-port"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, id="cross-site"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, id="same-site"),
    ],
)
@pytest.mark.parametrize(("method", "path"), [("POST", "/api/v1/ask"), ("DELETE", "/api/v1/documents/quay-lease")])
def test_a_page_of_another_site_cannot_change_or_ask(
    server: Any, headers: dict[str, str], method: str, path: str
) -> None:
    response = server.client.request(method, path, headers=headers, json=QUESTION)
    assert (response.status_code, response.json()["type"]) == (403, "urn:pincite:problem:foreign-page")
    assert server.get("/api/v1/documents/quay-lease").status_code == 200


def test_the_servers_own_page_can(server: Any) -> None:
    headers = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    assert server.post("/api/v1/ask", json=QUESTION, headers=headers).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_json_must_be_called_so(server: Any, kind: str) -> None:
    response = server.post("/api/v1/ask", content=json.dumps(QUESTION), headers={"Content-Type": kind})
    assert response.status_code == 415


# Tokens


@pytest.mark.parametrize(
    "authorization",
    [None, "Bearer", f"Bearer {ANNA}x", f"Bearer {ANNA[:-1]}", f"Basic {ANNA}", ANNA, "Bearer \xff\xfe"],
    ids=["none", "empty", "longer", "shorter", "basic", "bare", "bytes"],
)
@pytest.mark.parametrize("path", ["/api/v1/documents", "/v1/models", "/api/v1/openapi.json", "/api/v1/nothing"])
def test_without_a_known_token_nothing_is_told(guarded: Any, authorization: str | None, path: str) -> None:
    import httpx

    headers = {} if authorization is None else {"Authorization": authorization.encode("latin-1")}
    response = httpx.get(guarded.url + path, headers=headers)
    assert response.status_code in (401, 429)
    assert "larkmoor" not in response.text
    if response.status_code == 401:
        assert response.headers["WWW-Authenticate"].startswith("Bearer")


def test_wrong_tokens_are_only_tried_so_often(make_server: Any) -> None:
    import httpx

    one = make_server(tokens={"anna": ANNA})
    tries = [
        httpx.get(f"{one.url}/v1/models", headers={"Authorization": "Bearer wrong"}).status_code for _ in range(25)
    ]
    assert (tries[0], tries[-1]) == (401, 429)
    assert one.get("/v1/models").status_code == 200


@pytest.mark.parametrize("path", ["/", "/library", "/api/v1/health"])
def test_pages_and_health_hold_no_data_and_need_no_token(guarded: Any, path: str) -> None:
    import httpx

    response = httpx.get(guarded.url + path)
    assert response.status_code == 200
    assert "larkmoor" not in response.text.lower()


def test_the_name_of_the_token_stands_with_the_answer_and_in_the_log(guarded: Any) -> None:
    for token in (ANNA, BERT):
        headers = {"Authorization": f"Bearer {token}"}
        assert guarded.post("/api/v1/ask", json=QUESTION, headers=headers).status_code == 200
    answers = guarded.get("/api/v1/answers?limit=2").json()["answers"]
    assert [row["asked_by"] for row in answers] == ["bert", "anna"]
    log = (guarded.folder / "audit" / "audit.jsonl").read_text("utf-8")
    assert [json.loads(line)["by"] for line in log.splitlines()][-2:] == ["anna", "bert"]
    assert ANNA not in log


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("anna", id="no-colon"),
        pytest.param(f"an na:{ANNA}", id="blank-in-name"),
        pytest.param(f":{ANNA}", id="no-name"),
        pytest.param("anna:short", id="short"),
        pytest.param(f"anna:{ANNA} {ANNA}", id="blank-in-token"),
        pytest.param(f"anna:{ANNA}\nanna:{BERT}", id="twice"),
    ],
)
def test_a_token_file_that_is_wrong_says_so_without_the_token(tmp_path: Path, text: str) -> None:
    (tmp_path / "tokens").write_text(text, "utf-8")
    with pytest.raises(SettingsError) as caught:
        read_tokens((), tmp_path / "tokens")
    assert ANNA not in str(caught.value)
    assert caught.value.hint


def test_tokens_come_from_files_of_lines_and_of_one_token(tmp_path: Path) -> None:
    (tmp_path / "lines").write_text(f"# who\n\nanna: {ANNA}\n", "utf-8")
    (tmp_path / "bert").write_text(f"{BERT}\n", "utf-8")
    tokens = read_tokens((f"bert:{tmp_path / 'bert'}",), tmp_path / "lines")
    assert (tokens.who(ANNA), tokens.who(BERT), tokens.who("")) == ("anna", "bert", None)
    assert ANNA not in repr(tokens)
    with pytest.raises(SettingsError):
        read_tokens(("carl:/nowhere",))


@pytest.mark.parametrize(
    ("host", "own"),
    [
        *((own, True) for own in ("127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost")),
        *((other, False) for other in ("0.0.0.0", "::", "192.168.1.5", "example.org", "")),
    ],
)
def test_beyond_the_own_machine_tokens_are_wanted(host: str, own: bool) -> None:
    assert is_loopback(host) is own
    if own:
        require_tokens(host, Tokens())
    else:
        with pytest.raises(SettingsError, match="no token"):
            require_tokens(host, Tokens())


# Sizes and rates


def test_a_body_beyond_the_limit_is_turned_down_before_it_is_read(server: Any) -> None:
    address = server.url.removeprefix("http://").split(":")
    head = "POST /api/v1/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with socket.create_connection((address[0], int(address[1])), timeout=10) as connection:
        connection.sendall(f"{head}Content-Length: {MAX_BODY_BYTES + 1}\r\n\r\n".encode())
        assert b" 413 " in connection.recv(4096).split(b"\r\n")[0]


def test_a_body_that_does_not_say_its_size_is_cut_off(server: Any) -> None:
    def endless() -> Any:
        for _ in range(MAX_BODY_BYTES // 1_000_000 + 2):
            yield b" " * 1_000_000

    response = server.post("/api/v1/ask", content=endless(), headers={"Content-Type": "application/json"})
    assert response.status_code == 413


@pytest.mark.parametrize("content", [b"{", b"[" * 100_000, b"\xff\xfe", b"NaN", b'{"question": NaN}', b""])
def test_what_is_no_json_is_a_problem(server: Any, content: bytes) -> None:
    response = server.post("/api/v1/ask", content=content, headers={"Content-Type": "application/json"})
    assert response.status_code in (400, 422)
    assert response.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/api/v1/x", 404), ("PATCH", "/api/v1/ask", 405)])
def test_paths_and_methods_that_are_not_there_are_problems(server: Any, method: str, path: str, status: int) -> None:
    response = server.client.request(method, path)
    assert (response.status_code, response.headers["Content-Type"]) == (status, "application/problem+json")
    assert response.json()["status"] == status


def test_a_caller_can_only_ask_so_often(make_server: Any) -> None:
    one = make_server(tokens={"anna": ANNA, "bert": BERT}, requests_per_minute=3)
    search = "/api/v1/search?q=deposit&mode=lexical"
    statuses = [one.get(search).status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    assert 1 <= int(one.get(search).headers["Retry-After"]) <= 20
    assert one.get(search, headers={"Authorization": f"Bearer {BERT}"}).status_code == 200
    assert one.get("/api/v1/documents").status_code == 200


def test_a_rate_fills_up_again_with_time() -> None:
    now = [0.0]
    rate = Rate(60, lambda: now[0])
    for _ in range(60):
        rate.take("a")
    with pytest.raises(ApiProblem):
        rate.take("a")
    now[0] += 1.0
    rate.take("a")
    with pytest.raises(ApiProblem):
        rate.take("a")


@pytest.mark.parametrize("path", ["/", "/api/v1/documents", "/api/v1/nothing", "/v1/models", "/static/x/y.js"])
def test_every_response_has_the_headers_that_keep_browsers_safe(server: Any, path: str) -> None:
    headers = server.get(path).headers
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "unsafe-inline" not in headers["Content-Security-Policy"]
    assert (headers["X-Content-Type-Options"], headers["Referrer-Policy"]) == ("nosniff", "no-referrer")
    assert "Server" not in headers or "python" not in headers["Server"].lower()
    assert "Access-Control-Allow-Origin" not in headers
