"""A busy server: places shown, 503 beyond the line, clients that go away, and many who ask at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pincite.api.work_queue import Turn
from pincite.generate.protocol import Completion, Message
from pincite.settings import ModelSettings

DEPOSIT = "Within how many days must the landlord return the deposit?"
NOTICE = "How many days' notice ends the lease?"
ANSWER = "The landlord must return the deposit within 21 days after the tenant moves out. [1]"


class HeldModel:
    """A language model that answers when it is let go."""

    name = "held"
    host = None

    def __init__(self) -> None:
        self.open = threading.Event()
        self.asked = 0

    def context_tokens(self) -> int | None:
        return None

    def complete(self, messages: Sequence[Message], **more: Any) -> Completion:
        self.asked += 1
        assert self.open.wait(60)
        return Completion(ANSWER, "stop", "held")


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def held() -> HeldModel:
    return HeldModel()


@pytest.fixture
def busy(make_server: Any, held: HeldModel) -> Any:
    """A server of one worker and one place in the line."""
    settings = ModelSettings(name="held", form="markers")
    return make_server(language_model=lambda name: held, model=settings, workers=1, queue=1)


def counts(server: Any) -> tuple[int, int]:
    found = server.get("/api/v1/health").json()
    return found["running"], found["waiting"]


@pytest.mark.slow
def test_a_place_in_the_line_is_shown_and_beyond_it_there_is_503(busy: Any, held: HeldModel) -> None:
    asked = {"question": DEPOSIT, "preset": "paper"}
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(busy.ask, DEPOSIT)
        until(lambda: held.asked == 1)
        second = pool.submit(busy.events, "POST", "/api/v1/ask", json=asked)
        until(lambda: counts(busy) == (1, 1))
        for accept in ("application/json", "text/event-stream"):
            response = busy.post("/api/v1/ask", json=asked, headers={"Accept": accept})
            assert (response.status_code, response.json()["type"]) == (503, "urn:pincite:problem:queue-full")
            assert 1 <= int(response.headers["Retry-After"]) <= 60
        chat = {"model": "pincite", "messages": [{"role": "user", "content": DEPOSIT}]}
        assert busy.post("/v1/chat/completions", json=chat).json()["error"]["code"] == "queue-full"
        held.open.set()
        assert first.result().json()["status"] == "answered"
        places = [data["place"] for name, data in second.result() if name == "queued"]
        assert places == [1, 0]
    assert counts(busy) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_a_client_that_goes_away_frees_its_place(busy: Any, held: HeldModel, accept: str) -> None:
    import httpx

    asked = {"question": DEPOSIT, "preset": "paper"}
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(busy.ask, DEPOSIT)
        until(lambda: held.asked == 1)
        headers = {"Accept": accept}
        with httpx.Client(base_url=busy.url, timeout=60) as other:
            if accept == "application/json":
                with pytest.raises(httpx.ReadTimeout):
                    other.post("/api/v1/ask", json=asked, headers=headers, timeout=0.5)
            else:
                with other.stream("POST", "/api/v1/ask", json=asked, headers=headers) as response:
                    lines = response.iter_lines()
                    assert next(lines) == "event: queued"
                    assert counts(busy) == (1, 1)
        until(lambda: counts(busy) == (1, 0))
        held.open.set()
        assert first.result().status_code == 200
    until(lambda: counts(busy) == (0, 0))
    assert held.asked == 1


@pytest.mark.slow
def test_a_client_that_goes_away_while_it_is_answered_leaves_no_answer(
    busy: Any, held: HeldModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = threading.Event()
    leave = Turn.leave
    monkeypatch.setattr(Turn, "leave", lambda turn: (leave(turn), gone.set()))
    asked = {"question": DEPOSIT, "preset": "paper"}
    with busy.client.stream("POST", "/api/v1/ask", json=asked, headers={"Accept": "text/event-stream"}) as response:
        lines = response.iter_lines()
        assert next(lines) == "event: queued"
        until(lambda: held.asked == 1)
    assert gone.wait(20)  # the server learns of it a moment later
    held.open.set()
    until(lambda: counts(busy) == (0, 0))
    assert busy.get("/api/v1/answers").json()["total"] == 0
    assert busy.ask(DEPOSIT).json()["status"] == "answered"


@pytest.mark.slow
def test_a_client_that_goes_away_is_no_fault_in_the_log(
    busy: Any, held: HeldModel, caplog: pytest.LogCaptureFixture
) -> None:
    import httpx

    with pytest.raises(httpx.ReadTimeout):
        busy.post("/api/v1/ask", json={"question": DEPOSIT, "preset": "paper"}, timeout=1)
    held.open.set()
    until(lambda: counts(busy) == (0, 0))
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.slow
def test_many_threads_get_what_one_gets_while_documents_come_and_go(make_server: Any) -> None:
    one = make_server(workers=8)
    wanted = {question: one.ask(question).json()["text"] for question in (DEPOSIT, NOTICE)}
    stop = threading.Event()
    added: list[str] = []

    def add() -> None:
        while not stop.is_set():
            events = one.taken_in({f"pier-{len(added)}.md": f"# Pier {len(added)}\n\nThe pier opens at 9.\n".encode()})
            added.append(next(data["document_id"] for name, data in events if name == "report"))
            if len(added) % 2 == 0:
                assert one.client.delete(f"/api/v1/documents/{added[-1]}").status_code == 204

    def ask(number: int) -> tuple[str, str]:
        question = (DEPOSIT, NOTICE)[number % 2]
        method = ("auto", "refwalk")[number % 5 == 4]
        record = one.ask(question, method=method).json()
        return (question, record["text"]) if method == "auto" else (question, wanted[question])

    with ThreadPoolExecutor(9) as pool:
        adding = pool.submit(add)
        found = list(pool.map(ask, range(160)))
        stop.set()
        adding.result()
    assert dict(found) == wanted
    assert len(set(found)) == 2
    assert len(added) >= 1
    assert one.get("/api/v1/answers?limit=500").json()["total"] == 162
