"""The library, the reader, history and graph in a real browser; hostile documents; accessibility of every page."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made_files import pdf_locked
from page_acts import ANSWERED, KOREAN, REFUSED, answer_of, ask, open_first_source
from playwright.sync_api import Page, expect

from pincite import Library

pytestmark = pytest.mark.slow
HOSTILE_NAME = "<img src=x onerror=alert(1)> & 'q'.md"
HOSTILE_TEXT = """# Rules <script>alert(1)</script> of the pier

The fee for a berth at the pier is $70 a week <img src=x onerror="alert(2)"> and is due on Monday. [1]

## Opening <svg onload=alert(3)>

The pier is open from 8 a.m. <a href="javascript:alert(4)">click</a> to 6 p.m. every day.
"""


def test_markup_in_a_document_or_file_name_does_nothing(
    new_page: Callable[..., Page], serve: Callable[..., Any], tmp_path: Path
) -> None:
    page, url = new_page(), serve().url
    file = {"name": HOSTILE_NAME, "mimeType": "text/markdown", "buffer": HOSTILE_TEXT.encode()}
    page.goto(f"{url}/library")
    page.fill("#upload-tags", "<b onclick=alert(5)>x</b>")
    page.set_input_files("#files", files=[file])
    expect(page.locator(".report")).to_have_count(1, timeout=60_000)
    expect(page.locator(".document")).to_have_count(1, timeout=60_000)
    _require_plain(page)
    page.locator(".document h3 a").click()
    expect(page.locator(".reading .text p").first).to_be_visible()
    _require_plain(page)
    answer = ask(page, url, "How much is the fee for a berth at the pier?")
    expect(answer).to_contain_text("$70")
    open_first_source(page)
    _require_plain(page)


def _require_plain(page: Page) -> None:
    """No element came out of a document: no foreign image, script, handler or link."""
    foreign = "img[src='x'], main script, [onerror], [onload], [onclick], a[href^='javascript:'], b"
    assert page.locator(foreign).count() == 0


def test_an_answer_is_removed_from_the_history_after_a_question(
    new_page: Callable[..., Page], serve: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "pier.md"
    path.write_text("# Pier rules\n\nThe fee for a berth at the pier is $70 a week.\n")
    with Library.open(tmp_path / "library", create=True) as library:
        library.add([path])
    page, url = new_page(), serve(tmp_path / "library").url
    ask(page, url, "How much is the fee for a berth?")
    page.goto(f"{url}/history")
    expect(page.locator(".kept")).to_have_count(1)
    remove = page.get_by_role("button", name="Remove the answer to: How much is the fee for a berth?")
    remove.click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.locator(".kept")).to_have_count(1)
    remove.click()
    expect(page.get_by_role("dialog")).to_contain_text("The server's log keeps its entry.")
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.locator("#answers .empty")).to_have_text("Nothing has been asked yet.")


def test_a_locked_pdf_is_read_as_text_and_says_why(
    new_page: Callable[..., Page], serve: Callable[..., Any], tmp_path: Path
) -> None:
    file = next(file for file in pdf_locked.FILES if file.password)
    path = tmp_path / "locked.pdf"
    path.write_bytes(file.make())
    with Library.open(tmp_path / "library", create=True) as library:
        library.add([path], password=file.password)
    page = new_page(expected=("422",))
    page.goto(f"{serve(tmp_path / 'library').url}/documents/locked")
    expect(page.locator(".reading .text").first).to_contain_text("Topic A")
    expect(page.locator(".reading .notice")).to_have_count(1)
    expect(page.locator(".reading .notice")).to_contain_text("protected by a password")
    expect(page.locator(".reading .problem")).to_have_count(0)


def test_files_that_cannot_be_read_are_reported_one_by_one(
    new_page: Callable[..., Page], serve: Callable[..., Any], demo_dir: Path
) -> None:
    page, url = new_page(), serve().url
    page.goto(f"{url}/library")
    good = demo_dir / "documents/quayside-services-contract.txt"
    files = [
        {"name": good.name, "mimeType": "text/plain", "buffer": good.read_bytes()},
        {"name": "broken.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7\nnothing"},
    ]
    page.fill("#upload-tags", "contracts, Merrow")
    page.set_input_files("#files", files=files)
    expect(page.locator(".report")).to_have_count(2, timeout=60_000)
    expect(page.locator(".report.failed .report-error")).not_to_be_empty()
    expect(page.locator(".report.added .hint")).to_contain_text(good.name)
    expect(page.locator(".upload-says")).to_have_text("2 files were looked at; 1 could not be taken in.")
    expect(page.locator(".document")).to_have_count(1, timeout=60_000)
    expect(page.locator(".document .tag")).to_have_text(["contracts", "Merrow"])
    _edit_tags(page)
    _remove(page)


def _edit_tags(page: Page) -> None:
    page.locator(".tags button").click()
    page.locator(".tag-form input").fill("housing")
    page.locator(".tag-form input").press("Enter")
    expect(page.locator(".document .tag")).to_have_text(["housing"])
    page.locator(".matters .chip", has_text="housing").click()
    expect(page.locator(".matters .chip", has_text="housing")).to_have_attribute("aria-pressed", "true")


def _remove(page: Page) -> None:
    page.get_by_role("button", name="Remove MARKET HALL SERVICES AGREEMENT").click()
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text("MARKET HALL SERVICES AGREEMENT")
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.locator(".document")).to_have_count(1)
    page.get_by_role("button", name="Remove MARKET HALL SERVICES AGREEMENT").click()
    page.locator("dialog").get_by_role("button", name="Remove").click()
    expect(page.locator(".document")).to_have_count(0)


@pytest.mark.parametrize("case", ["in_an_archive", "file_changed"])
def test_a_pdf_whose_pages_cannot_be_shown_is_shown_as_text(
    new_page: Callable[..., Page], serve: Callable[..., Any], demo_dir: Path, tmp_path: Path, case: str
) -> None:
    handbook = demo_dir / "documents/larkhaven-renting-handbook.pdf"
    file = tmp_path / ("papers.zip" if case == "in_an_archive" else handbook.name)
    if case == "in_an_archive":
        with zipfile.ZipFile(file, "w") as archive:
            archive.write(handbook, handbook.name)
    else:
        shutil.copy(handbook, file)
    with Library.open(tmp_path / "library", create=True) as library:
        library.add([file])
    page, url = new_page(expected=("404", "409", "422")), serve(tmp_path / "library").url
    ask(page, url, ANSWERED)
    if case == "file_changed":
        file.write_bytes(b"%PDF-1.7\nanother")
    pane = open_first_source(page)
    expect(pane.locator(".source-body .notice")).to_contain_text("Its pages can’t be shown")
    expect(pane.locator("mark.quote").first).to_contain_text("Emergency Rent Fund")
    pane.get_by_role("link", name="Open document").click()
    expect(page.locator(".reading-head .notice")).to_contain_text("Its pages can’t be shown")


@pytest.mark.parametrize(("width", "language"), [(390, "en-US"), (360, "en-US"), (320, "en-US"), (320, "ko-KR")])
def test_sections_stand_in_one_line_on_a_phone(
    new_page: Callable[..., Page], demo: str, width: int, language: str
) -> None:
    page = new_page(phone=True, locale=language, viewport={"width": width, "height": 844})
    for path in ("/", "/library", "/history", "/graph"):
        page.goto(f"{demo}{path}")
        expect(page.locator(".sections a[data-section=graph]")).to_be_visible()
        lines = page.eval_on_selector_all(
            ".sections a", "all => all.map(a => { const r = document.createRange(); r.selectNodeContents(a);"
            " return r.getClientRects().length; })"
        )  # fmt: skip
        assert lines == [1, 1, 1, 1]
        right = page.locator("#switch-theme").bounding_box()
        assert right is not None
        assert right["x"] + right["width"] <= width
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_button_stands_at_the_right_while_the_library_is_empty(
    new_page: Callable[..., Page], serve: Callable[..., Any]
) -> None:
    page, url = new_page(), serve().url
    page.goto(url)
    expect(page.locator("#start")).to_contain_text("The library is empty")
    foot, ask_button = page.locator(".question-foot").bounding_box(), page.locator("#ask").bounding_box()
    assert foot is not None
    assert ask_button is not None
    assert ask_button["x"] > foot["x"] + foot["width"] / 2


def test_an_answer_is_kept_and_verified_again_after_its_document_went(
    new_page: Callable[..., Page], serve: Callable[..., Any], demo_dir: Path
) -> None:
    page, url = new_page(expected=("404",)), serve().url
    page.goto(f"{url}/library")
    page.set_input_files("#files", demo_dir / "documents/larkhaven-renting-handbook.pdf")
    expect(page.locator(".document")).to_have_count(1, timeout=60_000)
    ask(page, url, ANSWERED)
    address = page.url
    page.get_by_role("button", name="Verify again").click()
    expect(page.locator(".verify")).to_contain_text("Verified")
    page.goto(f"{url}/library")
    page.locator(".document button[aria-label^='Remove']").click()
    page.locator("dialog").get_by_role("button", name="Remove").click()
    expect(page.locator(".document")).to_have_count(0)
    page.goto(f"{url}/history")
    page.locator(".kept a", has_text="Emergency Rent Fund").click()
    answer_of(page)
    assert page.url == address
    page.get_by_role("button", name="Verify again").click()
    expect(page.locator(".verify.failed")).to_contain_text("not in the library any more")
    page.locator(".marker").first.click()
    expect(page.locator("#source-pane")).to_contain_text("no longer in the library")
    expect(page.locator("#source-pane mark.quote")).to_contain_text("$900")


def test_the_reader_goes_to_a_place_of_its_outline(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page()
    page.goto(f"{demo}/documents/larkhaven-tenancy-act")
    link = page.locator("#outline a", has_text="14.119")
    link.click()
    expect(page.locator(".text-heading", has_text="14.119")).to_be_in_viewport()
    expect(link).to_have_attribute("aria-current", "location")
    page.goto(f"{demo}/documents/larkhaven-renting-handbook")
    page.locator("#outline a", has_text="Chapter 7").click()
    expect(page.locator(".sheet", has_text="p. 7 ").locator(".picture")).to_be_in_viewport()


def test_history_is_searched(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page()
    ask(page, demo, ANSWERED)
    ask(page, demo, REFUSED)
    page.goto(f"{demo}/history")
    expect(page.locator(".kept", has_text="Florida").first).to_contain_text("Not answered")
    page.fill("#history-query", "Emergency Rent")
    page.press("#history-query", "Enter")
    expect(page.locator(".kept", has_text="Florida")).to_have_count(0)
    expect(page.locator(".kept", has_text="Emergency Rent Fund").first).to_be_visible()


def test_the_graph_is_walked_by_a_click_and_by_the_list(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page(locale="ko-KR")
    page.goto(f"{demo}/graph?id=gongyu-jugeo-decree/a6")
    expect(page.locator(".walk-head h2")).to_contain_text("제6조")
    assert page.locator(".graph-picture .edge.DELEGATES_TO").count() == 1
    page.locator(".node[role=button]", has_text="제10조제3항").click()
    expect(page.locator(".walk-head h2")).to_contain_text("제10조제3항")
    assert page.url.endswith("id=gongyu-jugeo-act%2Fa10%2Fp3")
    page.locator(".neighbours .link", has_text="제6조").first.press("Enter")
    expect(page.locator(".walk-head h2")).to_contain_text("제6조")
    page.go_back()
    expect(page.locator(".walk-head h2")).to_contain_text("제10조제3항")


def test_claims_by_rule_lead_to_graph_and_sentence(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page(locale="ko-KR")
    page.goto(demo)
    page.click("#scope-open")
    page.locator(".choice", has_text="RefWalk").click()
    page.fill("#question", KOREAN)
    page.press("#question", "Enter")
    answer_of(page)
    claims = page.locator(".claims")
    expect(claims.locator(".rule h4")).to_contain_text("제10조")
    claims.locator("summary").click()
    expect(claims.locator(".graph-picture")).to_be_visible()
    claims.locator(".claim-place button").first.click()
    expect(page.locator("#source-pane mark.quote").first).to_be_visible()


def test_the_graph_is_hidden_where_there_is_none(new_page: Callable[..., Page], serve: Callable[..., Any]) -> None:
    page, url = new_page(), serve().url
    page.goto(url)
    expect(page.locator(".start .empty")).to_be_visible()
    expect(page.locator("[data-section=graph]")).to_be_hidden()
    page.goto(f"{url}/graph")
    expect(page.locator("#walk")).to_contain_text("do not cite one another")


def test_a_server_with_tokens_asks_for_one(new_page: Callable[..., Page], serve: Callable[..., Any]) -> None:
    from hashlib import sha256

    from pincite.api.tokens import Tokens

    token = "a-long-token-for-the-test"
    url = serve(tokens=Tokens({"anna": sha256(token.encode()).digest()}, (token,))).url
    page = new_page(expected=("401",))
    page.goto(f"{url}/library")
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text("asks for a token")
    page.fill("#token", "wrong-token-of-some-length")
    page.press("#token", "Enter")
    expect(dialog).to_contain_text("does not know this token")
    page.fill("#token", token)
    page.press("#token", "Enter")
    expect(page.locator("#documents")).to_contain_text("No documents yet")


@pytest.mark.parametrize("language", ["en-US", "ko-KR"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_page_has_a_serious_fault_of_accessibility(
    new_page: Callable[..., Page], demo: str, language: str, theme: str
) -> None:
    pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python")
    page = new_page(locale=language, color_scheme=theme)
    faults: dict[str, Any] = {}
    for name, show in _PAGES.items():
        show(page, demo)
        faults |= {f"{name}: {fault}": nodes for fault, nodes in _serious(page).items()}
    assert faults == {}


def _serious(page: Page) -> dict[str, list[str]]:
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return {
        fault["id"]: [node["html"][:160] for node in fault["nodes"]][:3]
        for fault in found
        if fault["impact"] in ("serious", "critical")
    }


def _show_start(page: Page, url: str) -> None:
    page.goto(url)
    page.click("#scope-open")
    expect(page.locator("#scope")).to_be_visible()


def _show_answer(page: Page, url: str) -> None:
    ask(page, url, ANSWERED)
    open_first_source(page)
    for summary in page.locator(".more-of summary").all():
        summary.click()
    page.locator(".sentence").first.focus()


def _show_refusal(page: Page, url: str) -> None:
    ask(page, url, REFUSED)


def _show_library(page: Page, url: str) -> None:
    page.goto(f"{url}/library")
    expect(page.locator(".document").first).to_be_visible()


def _show_pages(page: Page, url: str) -> None:
    page.goto(f"{url}/documents/larkhaven-renting-handbook")
    expect(page.locator(".picture").first).to_be_visible()


def _show_text(page: Page, url: str) -> None:
    page.goto(f"{url}/documents/larkhaven-tenancy-act?start=300&end=400")
    expect(page.locator("mark.quote").first).to_be_visible()


def _show_history(page: Page, url: str) -> None:
    page.goto(f"{url}/history")
    expect(page.locator(".kept").first).to_be_visible()


def _show_graph(page: Page, url: str) -> None:
    page.goto(f"{url}/graph?id=gongyu-jugeo-decree/a6")
    expect(page.locator(".graph-picture")).to_be_visible()


_PAGES: dict[str, Callable[[Page, str], None]] = {
    "start": _show_start,
    "answer": _show_answer,
    "refusal": _show_refusal,
    "library": _show_library,
    "pages": _show_pages,
    "text": _show_text,
    "history": _show_history,
    "graph": _show_graph,
}
