"""How long questions take to answer for several people who ask at once, while a document is added.

    python benchmarks/serve_load.py LIBRARY [--askers 8] [--every 5] [--minutes 5] [--questions FILE] [--add FILE…]

It serves a copy of the library with `pincite serve` on a free port. Each asker asks one question each `--every`
seconds, whether or not the one before was answered, by the preset `paper`; meanwhile the files of `--add` are uploaded
one after the other, over and over, each time a little different. It prints percentiles, errors, and what was lost:
answers that the history does not hold, documents that the library does not. The exit code is 1 where p95 is above
1.5 s or anything went wrong.

Questions are a line each, or JSON lines with `question`; without a file they are made of the documents' own headings.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

TARGET_P95_S = 1.5
STARTED_S = 300.0


@dataclass
class Seen:
    """What was measured."""

    seconds: list[float] = field(default_factory=list)
    during_add: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    uploads: list[float] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    adding: bool = False


def main() -> int:
    """Serve, ask, print."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="pincite-load-") as place:
        library = Path(place) / "library"
        shutil.copytree(options.library, library)
        with subprocess.Popen(
            [sys.executable, "-m", "pincite", "serve", "--library", str(library), "--port", "0", "--json"],
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
            text=True,
        ) as process:
            try:
                url = _url(process)
                return asyncio.run(_measure(url, options))
            finally:
                process.terminate()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("library", type=Path)
    parser.add_argument("--askers", type=int, default=8)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two questions of an asker")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--add", type=Path, nargs="*", default=[])
    parser.add_argument("--method", default="auto")
    parser.add_argument("--preset", default="paper")
    return parser.parse_args()


def _url(process: subprocess.Popen[str]) -> str:
    """Where the server listens: the JSON that it prints."""
    assert process.stdout is not None
    text = ""
    while not text.rstrip().endswith("}"):
        line = process.stdout.readline()
        if not line:
            raise SystemExit("the server ended before it listened")
        text += line
    return str(json.loads(text)["url"])


async def _measure(url: str, options: argparse.Namespace) -> int:
    import httpx

    seen = Seen()
    limits = httpx.Limits(max_connections=200, max_keepalive_connections=50)
    async with httpx.AsyncClient(base_url=url, timeout=120, limits=limits) as client:
        ready_s = await _ready(client)
        questions = await _questions(client, options.questions)
        first = time.perf_counter()
        await _ask(client, questions[0], options, Seen())
        print(
            f"ready after {ready_s:.1f} s; first answer {time.perf_counter() - first:.3f} s; {len(questions)} questions"
        )
        end = time.monotonic() + options.minutes * 60
        askers = [_asker(client, n, questions, options, seen, end) for n in range(options.askers)]
        await asyncio.gather(_adder(client, options.add, seen, end), *askers)
        lost = await _lost(client, seen)
    return _report(seen, lost)


async def _ready(client: Any) -> float:
    began = time.monotonic()
    while time.monotonic() - began < STARTED_S:
        try:
            if (await client.get("/api/v1/health")).json()["status"] == "ready":
                return time.monotonic() - began
        except OSError:
            pass
        await asyncio.sleep(0.1)
    raise SystemExit("the server did not become ready")


async def _questions(client: Any, path: Path | None) -> list[str]:
    if path is not None:
        lines = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
        return [json.loads(line)["question"] if line.startswith("{") else line for line in lines]
    found: list[str] = []
    for row in (await client.get("/api/v1/documents")).json()["documents"]:
        outline = (await client.get(f"/api/v1/documents/{quote(row['id'], safe='')}")).json()["outline"]
        found += [f"What does {row['title']} say on {item['heading']}?" for item in outline[:20]]
    return found or ["What must be done?"]


async def _asker(
    client: Any, number: int, questions: Sequence[str], options: argparse.Namespace, seen: Seen, end: float
) -> None:
    """Asks at fixed times; a slow answer delays no later question."""
    chance = random.Random(number)
    at = time.monotonic() + options.every * number / options.askers
    asked = []
    while at < end:
        await asyncio.sleep(max(0.0, at - time.monotonic()))
        asked.append(asyncio.create_task(_ask(client, chance.choice(questions), options, seen)))
        at += options.every
    await asyncio.gather(*asked)


async def _ask(client: Any, question: str, options: argparse.Namespace, seen: Seen) -> None:
    body = {"question": question[:4000], "preset": options.preset, "method": options.method}
    began, adding = time.perf_counter(), seen.adding
    try:
        async with client.stream("POST", "/api/v1/ask", json=body, headers={"Accept": "text/event-stream"}) as response:
            if response.status_code != 200:
                seen.errors.append(f"{response.status_code}: {(await response.aread())[:200]!r}")
                return
            name = ""
            async for line in response.aiter_lines():
                if line.startswith("event: "):
                    name = line[7:]
                elif line.startswith("data: ") and name in ("queued", "answer", "problem"):
                    _take(name, json.loads(line[6:]), seen)
    except Exception as error:
        seen.errors.append(f"{type(error).__name__}: {error}")
        return
    spent = time.perf_counter() - began
    seen.seconds.append(spent)
    if adding or seen.adding:
        seen.during_add.append(spent)


def _take(name: str, data: Any, seen: Seen) -> None:
    if name == "queued":
        seen.places.append(data["place"])
    elif name == "answer":
        seen.ids.append(data["id"])
    else:
        seen.errors.append(f"problem: {data['detail']}")


async def _adder(client: Any, files: Sequence[Path], seen: Seen, end: float) -> None:
    """Uploads the files over and over; text files with a line more each time, so that they are new."""
    number = 0
    while files and time.monotonic() < end:
        path = files[number % len(files)]
        number += 1
        data = path.read_bytes()
        if number > len(files):
            data += f"\n\nRevision {number}.\n".encode() if path.suffix in (".txt", ".md") else b"\n"
        began = time.perf_counter()
        seen.adding = True
        try:
            sent = await client.post("/api/v1/documents", files=[("files", (path.name, data))])
            job = sent.json()["job"]
            while (state := (await client.get(f"/api/v1/jobs/{job}")).json())["state"] not in ("done", "failed"):
                await asyncio.sleep(0.2)
            if state["state"] == "failed" or any(report["status"] == "failed" for report in state["reports"]):
                seen.errors.append(f"upload: {state}")
            seen.added += [report["document_id"] for report in state["reports"] if report["status"] == "added"]
        except Exception as error:
            seen.errors.append(f"upload: {type(error).__name__}: {error}")
        seen.adding = False
        seen.uploads.append(time.perf_counter() - began)
        await asyncio.sleep(1)


async def _lost(client: Any, seen: Seen) -> int:
    """Answers that were given and are not in the history, and documents that were added and are not in the library."""
    paths = [f"/api/v1/answers/{answer}" for answer in seen.ids] + [
        f"/api/v1/documents/{quote(name)}" for name in seen.added
    ]
    return sum([(await client.get(path)).status_code != 200 for path in paths])


def _report(seen: Seen, lost: int) -> int:
    found = sorted(seen.seconds)
    if not found:
        print("nothing was answered", seen.errors[:5])
        return 1
    p95 = _share(found, 0.95)
    print(f"{len(found)} questions: p50 {_share(found, 0.5):.3f} s, p95 {p95:.3f} s, longest {found[-1]:.3f} s")
    if seen.during_add:
        during = sorted(seen.during_add)
        print(f"while adding: {len(during)}, p50 {_share(during, 0.5):.3f} s, p95 {_share(during, 0.95):.3f} s")
        print(f"{len(seen.uploads)} uploads, {max(seen.uploads):.1f} s the longest")
    print(f"longest line {max(seen.places, default=0)}; errors {len(seen.errors)}; lost {lost}")
    for error in seen.errors[:10]:
        print(f"  {error}")
    return 1 if seen.errors or lost or p95 > TARGET_P95_S else 0


def _share(values: Sequence[float], share: float) -> float:
    """The value below which that share of them lies, by the nearest rank."""
    return values[min(len(values) - 1, max(0, round(share * len(values) + 0.5) - 1))]


if __name__ == "__main__":
    sys.exit(main())
