"""Pictures of the page for docs/pictures, from a server over the demo's documents, by a real Chromium.

    python scripts/screenshots.py [--out docs/pictures] [--chromium /usr/bin/chromium]

They change with the page and with the fonts of the machine; look at them before you commit them.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from pincite import Library
from pincite.api.app import create_app
from pincite.api.listening import listening

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = ROOT / "demo/documents"
TAGS = {
    "larkhaven-renting-handbook.pdf": ["Housing", "Tenants"],
    "larkhaven-tenancy-act.md": ["Housing"],
    "larkhaven-enforcement-rules.html": ["Housing"],
    "quayside-services-contract.txt": ["Contracts"],
    "fernway-privacy-notice.md": ["Privacy"],
}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True,
}  # fmt: skip
ANSWERED = "How much can the Emergency Rent Fund pay?"
REFUSED = "How much does the Larkhaven Office of Rental Housing pay its inspectors?"
MOST_BYTES = 200_000
COLORS = 256


def main() -> None:
    """Take them all."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--out", type=Path, default=ROOT / "docs/pictures")
    options.add_argument("--chromium", default=shutil.which("chromium") or shutil.which("chromium-browser"))
    given = options.parse_args()
    if not given.chromium:
        options.error("Chromium was not found; give its path with --chromium")
    given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        _fill(Path(folder))
        browser = playwright.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
        with _served(Path(folder)) as url:
            for name, (shape, take) in PICTURES.items():
                _take(browser, url, given.out / f"{name}.png", shape, take)
        browser.close()


def _fill(folder: Path) -> None:
    with Library.open(folder, create=True) as library:
        for name, tags in TAGS.items():
            library.add([DOCUMENTS / name], tags)
        library.add([ROOT / "demo/documents-ko"], ["Shared housing"])


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    import uvicorn

    with listening("127.0.0.1", 0) as socket:
        server = uvicorn.Server(uvicorn.Config(create_app(folder), log_level="warning"))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([socket])), daemon=True)
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.05)
        yield f"http://127.0.0.1:{socket.getsockname()[1]}"
        server.should_exit = True
        thread.join()


def _take(browser: Browser, url: str, file: Path, shape: dict[str, Any], take: Callable[[Page, str], None]) -> None:
    context = browser.new_context(locale="en-US", **shape)
    page = context.new_page()
    take(page, url)
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    file.write_bytes(_small(page.screenshot()))
    context.close()
    size = file.stat().st_size
    print(f"{file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file}: {size:,} bytes")
    if size > MOST_BYTES:
        raise SystemExit(f"{file.name} has {size:,} bytes, the most is {MOST_BYTES:,}.")


def _small(png: bytes) -> bytes:
    """The picture in a palette, which a page of few colours does not suffer from."""
    from PIL import Image

    image = Image.open(io.BytesIO(png)).convert("RGB").quantize(COLORS, dither=Image.Dither.NONE)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _ask(page: Page, url: str, question: str) -> None:
    page.goto(url)
    page.fill("#question", question)
    page.press("#question", "Enter")
    page.locator("#answer h2").first.wait_for(timeout=60_000)


def _answer(page: Page, url: str) -> None:
    _ask(page, url, ANSWERED)
    page.locator(".marker").first.click()
    page.locator(".hit").first.wait_for()


def _phone(page: Page, url: str) -> None:
    _ask(page, url, ANSWERED)


def _refusal(page: Page, url: str) -> None:
    _ask(page, url, REFUSED)


def _graph(page: Page, url: str) -> None:
    page.goto(f"{url}/graph?id=larkhaven-tenancy-act/s14.119")
    page.locator(".graph-picture").wait_for()
    page.evaluate("document.querySelector('.walk-head').scrollIntoView()")
    page.evaluate("scrollBy(0, -80)")


def _library(page: Page, url: str) -> None:
    page.goto(f"{url}/library")
    page.locator(".document").first.wait_for()


def _reader(page: Page, url: str) -> None:
    page.goto(f"{url}/documents/larkhaven-tenancy-act")
    page.locator("#outline a", has_text="14.105").click()
    page.locator(".text-heading", has_text="14.105").wait_for()


PICTURES: dict[str, tuple[dict[str, Any], Callable[[Page, str], None]]] = {
    "ask": (DESKTOP, _answer),
    "phone": (PHONE, _phone),
    "refusal": (DESKTOP, _refusal),
    "graph": (DESKTOP, _graph),
    "library": (DESKTOP, _library),
    "reader": (DESKTOP, _reader),
}

if __name__ == "__main__":
    main()
