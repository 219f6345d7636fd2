"""The line before the workers: places, its end, and those who go away."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra serve")

from pincite.api.problem import ApiProblem
from pincite.api.work_queue import Abandoned, Turn, WorkQueue


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 20))


class Gate:
    """Work that goes on until it is let go."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.began = 0

    def __call__(self, turn: Turn) -> str:
        self.began += 1
        while not self.open.wait(0.01):
            turn.check()
        return "done"


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0.02)


def test_places_are_told_as_the_line_moves() -> None:
    async def work() -> list[list[int]]:
        queue, gate = WorkQueue(1, 5), Gate()
        told: list[list[int]] = [[], [], []]
        tasks = [asyncio.create_task(queue.do(gate, on_place=places.append, limit_s=10)) for places in told]
        await settled()
        assert (queue.running, queue.waiting) == (1, 2)
        gate.open.set()
        assert await asyncio.gather(*tasks) == ["done"] * 3
        assert (queue.running, queue.waiting) == (0, 0)
        await queue.close()
        return told

    assert run(work()) == [[0], [1, 0], [2, 1, 0]]


def test_beyond_the_end_of_the_line_one_is_told_when_to_come_again() -> None:
    async def work() -> ApiProblem:
        queue, gate = WorkQueue(1, 1), Gate()
        tasks = [asyncio.create_task(queue.do(gate, limit_s=10)) for _ in range(2)]
        await settled()
        with pytest.raises(ApiProblem) as caught:
            await queue.do(gate, limit_s=10)
        with pytest.raises(ApiProblem):
            queue.require_place()
        gate.open.set()
        await asyncio.gather(*tasks)
        queue.require_place()
        return caught.value

    problem = run(work())
    assert (problem.status, int(problem.headers["Retry-After"]) >= 1) == (503, True)


def test_who_leaves_the_line_frees_the_place() -> None:
    async def work() -> list[int]:
        queue, gate = WorkQueue(1, 2), Gate()
        places: list[int] = []
        first = asyncio.create_task(queue.do(gate, limit_s=10))
        second = asyncio.create_task(queue.do(gate, limit_s=10))
        third = asyncio.create_task(queue.do(gate, on_place=places.append, limit_s=10))
        await settled()
        second.cancel()
        await settled()
        assert queue.waiting == 1
        gate.open.set()
        await asyncio.gather(first, third)
        return places

    assert run(work()) == [2, 1, 0]


def test_work_that_nobody_waits_for_ends_at_its_next_step_and_the_next_one_begins() -> None:
    async def work() -> None:
        queue, gate, other = WorkQueue(1, 2), Gate(), Gate()
        other.open.set()
        first = asyncio.create_task(queue.do(gate, limit_s=10))
        await settled()
        waiting = asyncio.create_task(queue.do(other, limit_s=10))
        await settled()
        assert queue.running == 1
        first.cancel()
        assert await waiting == "done"
        with pytest.raises(asyncio.CancelledError):
            await first
        assert (queue.running, gate.open.is_set()) == (0, False)

    run(work())


def test_a_worker_is_free_only_when_its_thread_is() -> None:
    async def work() -> None:
        queue = WorkQueue(1, 2)
        going = threading.Event()

        def stubborn(turn: Turn) -> None:
            going.wait(10)

        first = asyncio.create_task(queue.do(stubborn, limit_s=10))
        await settled()
        first.cancel()
        await settled()
        assert queue.running == 1
        going.set()
        await settled()
        assert queue.running == 0

    run(work())


def test_what_takes_too_long_is_a_problem_and_is_ended() -> None:
    async def work() -> ApiProblem:
        queue, gate = WorkQueue(1, 2), Gate()
        with pytest.raises(ApiProblem) as caught:
            await queue.do(gate, limit_s=0.1)
        await settled()
        assert queue.running == 0
        return caught.value

    assert run(work()).status == 504


def test_errors_of_the_work_come_back() -> None:
    def broken(turn: Turn) -> None:
        raise ValueError("no")

    async def work() -> None:
        queue = WorkQueue(2, 2)
        with pytest.raises(ValueError, match="no"):
            await queue.do(broken, limit_s=10)
        assert queue.running == 0

    run(work())


def test_a_turn_is_checked() -> None:
    turn = Turn()
    turn.check()
    turn.leave()
    with pytest.raises(Abandoned):
        turn.check()


def test_no_more_than_the_workers_run_at_a_time() -> None:
    most, running, lock = [0], [0], threading.Lock()

    def busy(turn: Turn) -> None:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        time.sleep(0.01)
        with lock:
            running[0] -= 1

    async def work() -> None:
        queue = WorkQueue(3, 100)
        await asyncio.gather(*(queue.do(busy, limit_s=10) for _ in range(40)))

    run(work())
    assert most == [3]
