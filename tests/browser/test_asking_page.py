"""Asking in a real browser: the answer, the highlight on the quote, the refusal, filters, export, Korean, keyboard."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from page_acts import ANSWERED, KOREAN, REFUSED, answer_of, ask, focused, open_first_source, record_of
from playwright.sync_api import Page, expect

from pincite.parse import read
from pincite.parse.view.pages import quote_boxes
from pincite.text.titles import whole_label
from pincite.types.document import Span

pytestmark = pytest.mark.slow
TOLERANCE_PX = 1.5
MOST_TABS = 60


def test_upload_ask_and_the_highlight_lies_on_the_quote(
    new_page: Callable[..., Page], serve: Callable[..., Any], demo_dir: Path
) -> None:
    page, url = new_page(), serve().url
    file = demo_dir / "documents/larkhaven-renting-handbook.pdf"
    page.goto(f"{url}/library")
    page.set_input_files("#files", file)
    report = page.locator(".report")
    expect(report).to_contain_text("Renting in Larkhaven", timeout=60_000)
    expect(page.locator(".document")).to_have_count(1, timeout=60_000)

    answer = ask(page, url, ANSWERED)
    expect(answer).to_contain_text("$900")
    pane = open_first_source(page)
    record = record_of(page)
    [citation] = record["citations"]
    expect(pane.locator("h2")).to_have_text(citation["label"])  # to which hard blanks are blanks

    document = read(file, document_id=citation["document_id"])
    span = Span(citation["position"]["start"], citation["position"]["end"])
    [expected] = quote_boxes(document, file, span)
    assert expected.page_index == citation["page_index"]
    _require_boxes(page, expected.boxes)
    _require_marked_letters(page)


def _require_boxes(page: Page, boxes: Any) -> None:
    """The boxes in the page are those of the quote, in fractions of the picture, to a pixel and a half."""
    paper = page.locator(".paper").bounding_box()
    picture = page.locator(".picture").bounding_box()
    assert paper is not None
    assert picture == paper
    hits = [hit.bounding_box() for hit in page.locator(".hit").all()]
    assert len(hits) == len(boxes)
    for hit, box in zip(hits, boxes, strict=True):
        assert hit is not None
        found = (hit["x"], hit["y"], hit["x"] + hit["width"], hit["y"] + hit["height"])
        left, top = paper["x"], paper["y"]
        wanted = (
            left + box.left * paper["width"],
            top + box.top * paper["height"],
            left + box.right * paper["width"],
            top + box.bottom * paper["height"],
        )
        assert found == pytest.approx(wanted, abs=TOLERANCE_PX)


def _require_marked_letters(page: Page) -> None:
    """On the screen: the boxes are yellow with letters in them, and nothing else of the page is yellow."""
    from PIL import Image

    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    paper = page.locator(".paper").bounding_box()
    pane = page.locator(".source-body").bounding_box()
    assert paper is not None
    assert pane is not None
    inside = [hit for hit in (h.bounding_box() for h in page.locator(".hit").all()) if hit]
    for hit in inside:
        pixels = np.asarray(image.crop(_rounded(hit, -1))).reshape(-1, 3).tolist()
        assert _share(pixels, _is_yellow) > 0.5
        assert _share(pixels, _is_dark) > 0.03
    top, bottom = max(paper["y"], pane["y"]), min(paper["y"] + paper["height"], pane["y"] + pane["height"])
    for y in range(int(top) + 2, int(bottom) - 2, 3):
        for x in range(int(paper["x"]) + 2, int(paper["x"] + paper["width"]) - 2, 3):
            if _is_yellow(image.getpixel((x, y))):
                assert any(_holds(hit, x, y, 3.0) for hit in inside), (x, y)


def _rounded(box: Any, by: float) -> tuple[int, int, int, int]:
    x, y, width, height = box["x"], box["y"], box["width"], box["height"]
    return (round(x - by), round(y - by), round(x + width + by), round(y + height + by))


def _holds(box: Any, x: float, y: float, around: float) -> bool:
    left, top, right, bottom = box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]
    return bool(left - around <= x <= right + around and top - around <= y <= bottom + around)


def _share(pixels: list[Any], test: Callable[[Any], bool]) -> float:
    return sum(map(test, pixels)) / len(pixels)


def _is_yellow(pixel: Any) -> bool:
    red, green, blue = pixel[:3]
    return bool(red > 180 and green > 150 and blue < red - 60)


def _is_dark(pixel: Any) -> bool:
    return max(pixel[:3]) < 110


def test_text_of_the_layer_can_be_selected(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page()
    ask(page, demo, ANSWERED)
    pane = open_first_source(page)
    selected: str = page.evaluate(
        "() => { const r = document.createRange(); r.selectNodeContents(document.querySelector('.layer'));"
        " const s = getSelection(); s.removeAllRanges(); s.addRange(r); return s.toString(); }"
    )
    assert "The Emergency Rent Fund of the City can help" in re.sub(r"\s+", " ", selected)
    word = pane.locator(".layer span", has_text="Emergency").first.bounding_box()
    assert word is not None
    hit = page.locator(".hit").first.bounding_box()
    assert hit is not None
    assert word["x"] >= hit["x"] - 2
    assert word["y"] >= hit["y"] - 4


def test_a_text_without_pages_shows_the_quote_in_its_place(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page()
    ask(page, demo, "What does the Larkhaven act say a tenant may recover when the landlord changes the locks?")
    citations = record_of(page)["citations"]
    marker = next(c["number"] for c in citations if c["page_index"] is None)
    page.locator(".marker", has_text=str(marker)).first.click()
    pane = page.locator("#source-pane")
    expect(pane.locator("mark.quote").first).to_be_in_viewport()
    marked = " ".join(" ".join(pane.locator("mark.quote").all_inner_texts()).split())
    own = [c for c in citations if c["number"] == marker]
    assert marked == " ".join(" ".join(c["quote"]["exact"] for c in own if c["sentence"] == own[0]["sentence"]).split())
    expect(pane.locator(".text-heading", has_text="14.116")).to_have_count(1)


def test_focus_shows_support_and_checks_with_figures(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page()
    ask(page, demo, ANSWERED)
    [checks] = [sentence["checks"] for sentence in record_of(page)["sentences"]]
    card = page.locator(".checks-card")
    expect(card).to_be_hidden()
    page.locator(".sentence").first.focus()
    expect(card).to_be_visible()
    expect(card.locator(".check")).to_have_count(len(checks))
    expect(card).to_contain_text(f"{len(checks)} of {len(checks)} checks passed")
    described = page.locator(".sentence").first.get_attribute("aria-describedby")
    assert "Fully supported" in page.locator(f"#{described}").inner_text()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_a_refusal_is_a_result_with_reason_and_help(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page()
    answer = ask(page, demo, REFUSED)
    expect(answer).to_contain_text("No answer given")
    expect(answer.locator(".reasons")).to_contain_text("Florida")
    expect(answer.locator(".reasons dd").nth(1)).to_contain_text("name another place")
    expect(page.locator(".marker")).to_have_count(0)


def test_a_refusal_leads_to_the_nearest_evidence(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page()
    answer = ask(page, demo, "How tall is the lighthouse at Larkhaven pier and who may rent it for a party?")
    nearest = answer.locator(".nearest .label-link")
    assert nearest.count() > 0
    nearest.first.click()
    expect(page.locator("#source-pane .paper, #source-pane .text").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(nearest.first).to_be_focused()


def test_tags_keep_other_documents_out(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page()
    page.goto(demo)
    page.click("#scope-open")
    page.locator(".choice.chip", has_text="law").click()
    expect(page.locator("#scope-summary")).to_have_text("law")
    page.fill("#question", "What is the highest deposit a Larkhaven landlord can ask for on a furnished apartment?")
    page.press("#question", "Enter")
    answer_of(page)
    documents = {item["document_id"] for item in record_of(page)["evidence"]}
    assert documents
    assert documents <= {"larkhaven-tenancy-act", "larkhaven-enforcement-rules"}


def test_exports_are_opened_and_saved(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page()
    ask(page, demo, ANSWERED)
    record = record_of(page)
    label = whole_label(record["citations"][0]["label"], record["evidence"][0]["title"])
    page.locator(".menu summary").click()
    with page.context.expect_page() as opened:
        page.locator(".menu-items a").first.click()
    printable = opened.value
    expect(printable.locator("body")).to_contain_text(label)
    saved = {}
    for name in ("Word", "Markdown", "JSON"):
        page.locator(".menu summary").click()
        with page.expect_download() as download:
            page.locator(".menu-items a", has_text=name).click()
        saved[name] = Path(download.value.path()).read_bytes()
    assert saved["Word"].startswith(b"PK")
    assert label in saved["Markdown"].decode()
    assert json.loads(saved["JSON"]) == record_of(page)


def test_a_korean_question_in_the_korean_interface(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page(locale="ko-KR")
    answer = ask(page, demo, KOREAN)
    assert page.locator("html").get_attribute("lang") == "ko"
    expect(answer).to_contain_text("14일 이내에 보증금을 반환하여야")
    expect(answer.locator(".answer-text")).to_have_attribute("lang", "ko")
    expect(answer.locator(".eyebrow")).to_contain_text("출처와 대조함")
    pane = open_first_source(page)
    expect(pane.locator("h2").first).to_contain_text("공유주거 관리법")
    expect(pane.locator("mark.quote").first).to_contain_text("14일 이내에")


def test_the_language_is_switched_and_remembered(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page()
    page.goto(demo)
    page.click("#switch-language")
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    page.goto(f"{demo}/history")
    expect(page.locator("h1")).to_have_text("기록")


def test_everything_can_be_done_by_keyboard(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page()
    page.goto(demo)
    expect(page.locator("#question")).to_be_focused()
    page.keyboard.type(ANSWERED)
    page.keyboard.press("Enter")
    answer_of(page)
    marker = _tab_to(page, lambda at: "marker" in at["class"])
    assert marker["outline"] != "none"
    page.keyboard.press("Enter")
    pane = page.locator("#source-pane")
    expect(pane.locator(".hit").first).to_be_visible()
    expect(pane.locator("h2")).to_be_focused()
    _tab_to(page, lambda at: "source-body" in at["class"])
    page.keyboard.press("Escape")
    expect(pane).to_be_hidden()
    expect(page.locator(".marker").first).to_be_focused()
    _tab_to(page, lambda at: at["tag"] == "SUMMARY" and "Export" in at["text"])
    page.keyboard.press("Enter")
    expect(page.locator(".menu-items")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".menu-items")).to_be_hidden()


def _tab_to(page: Page, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        at = focused(page)
        if is_it(at):
            return at
    raise AssertionError("not reached by Tab")


def test_arrows_go_from_citation_to_citation(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page()
    ask(page, demo, "What must a landlord in Larkhaven maintain?")
    markers = page.locator(".marker")
    expect(markers.nth(1)).to_be_visible()
    markers.first.focus()
    page.keyboard.press("ArrowRight")
    expect(markers.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    pane = page.locator("#source-pane")
    expect(pane.locator(".count")).to_contain_text(f"2 of {markers.count()}")
    page.keyboard.press("ArrowLeft")
    expect(pane.locator(".count")).to_contain_text(f"1 of {markers.count()}")


def test_on_a_phone_the_source_is_a_sheet(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page(phone=True)
    ask(page, demo, ANSWERED)
    assert page.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [390, 390]
    page.locator(".menu summary").click()
    items = page.locator(".menu-items").bounding_box()
    assert items is not None
    assert 0 <= items["x"] <= 390 - items["width"]
    page.keyboard.press("Escape")
    pane = open_first_source(page)
    box = pane.bounding_box()
    assert box is not None
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 390, 844)
    assert page.locator("#answer-column").get_attribute("inert") is not None
    pane.get_by_role("button", name="Close (Esc)").click()
    expect(pane).to_be_hidden()
    assert page.locator("#answer-column").get_attribute("inert") is None


def test_sentences_that_did_not_pass_are_never_shown(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page()
    ask(page, demo, "How tall is the lighthouse at Larkhaven pier and who may rent it for a party?")
    record = record_of(page)
    record["refusal"] = {"reason": "validation_failed", "detail": "1 of 1 sentences failed"}
    failed = {"name": "alignment", "state": "failed", "value": 0.1, "detail": ""}
    record["sentences"] = [
        {"text": "The unchecked sentence.", "citations": [1], "support": "none", "repaired": False, "checks": [failed]}
    ]
    kept = {"id": "0" * 26, "asked_at": "2026-01-02T03:04:05Z", "record": record}
    page.route("**/api/v1/answers/0*", lambda route: route.fulfill(json=kept))
    page.goto(f"{demo}/answers/{kept['id']}")
    expect(answer_of(page)).to_contain_text("the passages do not carry every sentence")
    assert "unchecked sentence" not in page.content()


def test_a_citation_says_how_old_its_text_is_and_whether_a_newer_one_is_there(
    new_page: Callable[..., Page], demo: str
) -> None:
    page = new_page()
    rows = page.request.get(f"{demo}/api/v1/documents").json()["documents"]
    old = [row | {"superseded": row["id"] == "larkhaven-tenancy-act"} for row in rows]
    page.route("**/api/v1/documents", lambda route: route.fulfill(json={"documents": old}))
    answer = ask(page, demo, "What must a landlord in Larkhaven maintain?")
    source = answer.locator(".source", has_text="Tenancy Act").first
    expect(source.locator(".badge.warn")).to_have_text("superseded")
    expect(source.locator(".source-facts")).to_contain_text("no date stated")
    source.locator(".label-link").first.click()
    expect(page.locator(".source-head .badge.warn")).to_have_text("superseded")


def test_the_place_in_the_queue_and_what_leaves_are_told(new_page: Callable[..., Page], demo: str) -> None:
    page = new_page()
    page.goto(demo)
    words: str = page.evaluate(
        """async () => {
          const base = document.querySelector('script[type=module]').src.replace(/[^/]+$/, '');
          const { Stages } = await import(base + 'stages.js');
          const place = document.getElementById('stages');
          const stages = new Stages(place);
          stages.begin();
          stages.hear('queued', { place: 3 });
          const queued = place.textContent;
          stages.hear('stage', { stage: 'search', attempt: 0 });
          stages.hear('leaves', { host: 'models.example' });
          return queued + '|' + place.textContent;
        }"""
    )
    queued, left = words.split("|")
    assert "number 3 in the queue" in queued
    assert "queue" not in left
    assert "models.example" in left
