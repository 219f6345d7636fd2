"""What a reader does on the page, in a line each."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

ANSWERED = "How much can the Emergency Rent Fund pay?"
REFUSED = "How long may a Florida landlord keep the deposit?"
KOREAN = "공유주거 관리법에서 보증금은 퇴거 후 며칠 이내에 반환하여야 하나요?"


def ask(page: Page, url: str, question: str) -> Locator:
    """Ask on the first page; gives the answer."""
    page.goto(url)
    page.fill("#question", question)
    page.press("#question", "Enter")
    return answer_of(page)


def answer_of(page: Page) -> Locator:
    """The answer, once it is there."""
    answer = page.locator("#answer")
    expect(answer.locator("h2").first).to_be_visible(timeout=30_000)
    return answer


def open_first_source(page: Page) -> Locator:
    """Open the first citation; gives the pane, once its quote is marked."""
    page.locator(".marker").first.click()
    pane = page.locator("#source-pane")
    expect(pane.locator(".hit, mark.quote").first).to_be_visible()
    return pane


def record_of(page: Page) -> dict[str, Any]:
    """The answer file of the answer that is shown."""
    answer_id = page.url.rsplit("/", 1)[1]
    found: dict[str, Any] = page.evaluate("id => fetch(`/api/v1/answers/${id}`).then(r => r.json())", answer_id)
    record: dict[str, Any] = found["record"]
    return record


def focused(page: Page) -> dict[str, Any]:
    """The element that has the focus: its tag, id, class and words."""
    found: dict[str, Any] = page.evaluate(
        "() => { const e = document.activeElement;"
        " return { tag: e.tagName, id: e.id, class: String(e.className), text: e.textContent.trim(),"
        " outline: getComputedStyle(e).outlineStyle }; }"
    )
    return found
