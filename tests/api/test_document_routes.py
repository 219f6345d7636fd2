"""Documents over HTTP: the list, parts, text, pages as pictures and words, files."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

PDF = "larkhaven-renting-handbook"


@pytest.fixture(scope="module")
def paged(make_server: Any, demo_dir: Path) -> Any:
    """A server that holds the demo's PDF."""
    one = make_server()
    events = one.taken_in({f"{PDF}.pdf": (demo_dir / "documents" / f"{PDF}.pdf").read_bytes()})
    assert events[-1][1]["state"] == "done"
    return one


def test_the_list_is_by_id_with_facts(server: Any) -> None:
    rows = server.get("/api/v1/documents").json()["documents"]
    assert [row["id"] for row in rows] == ["larkmoor-handbook", "quay-lease"]
    assert rows[0] | {"title": "Renting in Larkmoor", "pages": 0, "superseded": False} == rows[0]
    assert [row["id"] for row in server.get("/api/v1/documents?tag=quay").json()["documents"]] == ["quay-lease"]


def test_a_document_has_its_outline_and_its_text_by_code_points(server: Any) -> None:
    path = "/api/v1/documents/larkmoor-handbook"
    found = server.get(path).json()
    text = server.get(f"{path}/text").json()["text"]
    assert len(text) == found["characters"]
    heading = next(item for item in found["outline"] if item["heading"] == "Heat")
    part = server.get(f"{path}/text?start={heading['start']}&end={heading['end']}").json()["text"]
    assert part == text[heading["start"] : heading["end"]]
    assert "68 degrees" in part


@pytest.mark.parametrize(
    ("query", "status"),
    [("start=5&end=2", 200), ("start=99999999", 200), ("start=-1", 422), ("page=0", 404), ("end=x", 422)],
)
def test_ranges_out_of_bounds_are_cut_or_turned_down(server: Any, query: str, status: int) -> None:
    response = server.get(f"/api/v1/documents/quay-lease/text?{query}")
    assert response.status_code == status
    if status == 200:
        assert response.json()["text"] == ""


@pytest.mark.parametrize("path", ["", "/text", "/file", "/pages/0/picture", "/pages/0/layer"])
@pytest.mark.parametrize("name", ["none", "..%2F..%2Fetc%2Fpasswd", "%00", "a" * 3000])
def test_an_unknown_document_is_404(server: Any, path: str, name: str) -> None:
    assert server.get(f"/api/v1/documents/{name}{path}").status_code == 404


def test_a_text_without_pages_has_no_pictures(server: Any) -> None:
    assert server.get("/api/v1/documents/quay-lease/pages/0/picture").status_code == 404


@pytest.mark.slow
def test_a_page_is_a_picture_that_is_kept(paged: Any) -> None:
    path = f"/api/v1/documents/{PDF}/pages/5/picture?width=900"
    first = paged.get(path)
    assert (first.status_code, first.headers["Content-Type"]) == (200, "image/png")
    assert first.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(first.content[16:20], "big") in (900, 901)
    began = time.perf_counter()
    assert paged.get(path).content == first.content
    assert time.perf_counter() - began < 1.0
    again = paged.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    for wrong in ("pages/99/picture", "pages/-1/picture"):
        assert paged.get(f"/api/v1/documents/{PDF}/{wrong}").status_code == 404
    for wrong in ("pages/5/picture?width=99", "pages/5/picture?width=100000", "pages/x/picture"):
        assert paged.get(f"/api/v1/documents/{PDF}/{wrong}").status_code == 422


@pytest.mark.slow
def test_the_words_of_a_page_are_its_text_and_a_citation_is_marked_on_it(paged: Any) -> None:
    record = paged.ask("How much can the Emergency Rent Fund pay?").json()
    citation = next(item for item in record["citations"] if item["document_id"] == PDF)
    start, end = citation["position"]["start"], citation["position"]["end"]
    page = citation["page_index"]
    found = paged.get(f"/api/v1/documents/{PDF}/pages/{page}/layer?start={start}&end={end}").json()
    text = paged.get(f"/api/v1/documents/{PDF}/text").json()["text"]
    assert len(found["words"]) > 50
    assert all(text[word["start"] : word["end"]] == word["text"] for word in found["words"])
    assert all(0 <= side <= 1 for word in found["words"] for side in word["box"])
    assert found["highlight"]
    inside = [w for w in found["words"] if w["start"] >= start and w["end"] <= end]
    middles = [((w["box"][0] + w["box"][2]) / 2, (w["box"][1] + w["box"][3]) / 2) for w in inside]
    assert all(
        any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in found["highlight"])
        for x, y in middles
    )
    assert paged.get(f"/api/v1/documents/{PDF}/pages/{page}/layer").json()["highlight"] == []


@pytest.mark.slow
def test_a_file_that_has_changed_is_not_shown_for_the_one_that_was_read(make_server: Any) -> None:
    one = make_server()
    (one.folder.parent / "quay-lease.md").write_text("Another lease.")
    found = one.get("/api/v1/documents/quay-lease").json()
    assert found["original"] is False
    assert one.get("/api/v1/documents/quay-lease/file").json()["type"] == "urn:pincite:problem:no-original"
