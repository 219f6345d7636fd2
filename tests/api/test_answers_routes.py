"""The history over HTTP: listed, opened, exported and verified again, each written to the audit log."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from pincite.audit.log import log_files
from pincite.audit.verify import read_log, verify_log
from pincite.errors import LibraryError
from pincite.library import Library

pytest.importorskip("fastapi")
TestClient = pytest.importorskip("fastapi.testclient").TestClient

ACT = """---
title: Mooring Act
effective_date: {date}
level: statute
---

# Mooring Act

## § 2. Mooring fee

The owner of a boat shall pay the mooring fee of {fee} by the tenth day of each month.

## § 3. Notice

The harbor master shall give thirty days' notice before the mooring fee is raised.
"""
FEE = "By which day shall the owner of a boat pay the mooring fee?"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("answers")
    (place / "mooring.md").write_text(ACT.format(date="2024-01-01", fee="$40"))
    with Library.open(place / "library", create=True) as library:
        assert [r.error for r in library.add([place / "mooring.md"]) if r.error] == []
    return place


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[Any]:
    from pincite.api.app import create_app

    with TestClient(create_app(folder / "library"), base_url="http://127.0.0.1") as made:
        yield made


@pytest.fixture(scope="module")
def asked(client: Any) -> dict[str, str]:
    """Ids of an answer and of a refusal."""
    found = {}
    for name, question in (("answer", FEE), ("refusal", "Who won the chess tournament in 1911?")):
        response = client.post("/api/v1/ask", json={"question": question, "preset": "paper"})
        assert response.status_code == 200, response.text
        found[name] = response.headers["X-Pincite-Answer"]
    return found


def logged(folder: Path) -> list[Any]:
    files = log_files(folder / "library")
    assert verify_log(files).ok
    return [entry for _, _, entry in read_log(files)]


def test_list_has_newest_first_with_what_a_row_shows(client: Any, asked: dict[str, str]) -> None:
    found = client.get("/api/v1/answers").json()
    assert found["total"] == 2
    assert [row["id"] for row in found["answers"]] == [asked["refusal"], asked["answer"]]
    assert [row["status"] for row in found["answers"]] == ["refused", "answered"]
    assert found["answers"][1]["question"] == FEE
    assert "record" not in found["answers"][0]
    page = client.get("/api/v1/answers", params={"limit": 1, "before": asked["refusal"]}).json()
    assert [row["id"] for row in page["answers"]] == [asked["answer"]]
    assert client.get("/api/v1/answers", params={"q": "MOORING tenth"}).json()["total"] == 1


def test_an_answer_is_opened_by_its_id(client: Any, asked: dict[str, str]) -> None:
    found = client.get(f"/api/v1/answers/{asked['answer']}").json()
    assert found["record"]["schema"] == "pincite.answer/1"
    assert found["asked_at"].endswith("+00:00")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("answers/00000000000000000000000000", 404),
        ("answers/..%2f..%2flibrary.sqlite3", 404),
        ("answers/short", 404),
        ("answers/00000000000000000000000000/export?format=docx", 404),
        ("answers?limit=0", 422),
    ],
)
def test_what_is_not_there_is_a_problem(client: Any, path: str, status: int) -> None:
    response = client.get(f"/api/v1/{path}")
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("form", "kind", "suffix"),
    [
        ("json", "application/json", "json"),
        ("markdown", "text/markdown", "md"),
        ("html", "text/html", "html"),
        ("docx", "application/vnd.openxmlformats", "docx"),
    ],
)
@pytest.mark.parametrize("name", ["answer", "refusal"])
def test_exports_are_files_with_a_name(
    client: Any, folder: Path, asked: dict[str, str], form: str, kind: str, suffix: str, name: str
) -> None:
    response = client.get(f"/api/v1/answers/{asked[name]}/export", params={"format": form})
    assert response.status_code == 200
    assert response.headers["content-type"].startswith(kind)
    shown = "inline" if form == "html" else "attachment"
    wanted = f'{shown}; filename="pincite-{asked[name]}.{suffix}"'
    assert response.headers["content-disposition"] == wanted
    if form == "json":
        assert json.loads(response.content) == client.get(f"/api/v1/answers/{asked[name]}").json()["record"]
    if form == "docx":
        assert "word/footnotes.xml" in zipfile.ZipFile(BytesIO(response.content)).namelist()
    if form == "html":
        policy = response.headers["content-security-policy"]
        assert "script-src" not in policy
        assert "unsafe-inline" not in policy
        assert "style-src 'sha256-" in policy
    last = logged(folder)[-1]
    assert (last["action"], last["format"], last["answer"]["id"]) == ("export", form, asked[name])


def test_unknown_form_is_a_problem(client: Any, asked: dict[str, str]) -> None:
    assert client.get(f"/api/v1/answers/{asked['answer']}/export?format=pdf").status_code == 422


def test_verify_again_shows_what_changed(client: Any, folder: Path, asked: dict[str, str]) -> None:
    found = client.post(f"/api/v1/answers/{asked['answer']}/verify").json()
    assert (found["ok"], found["current"]) == (True, True)
    assert {row["state"] for row in found["per_citation"]} == {"unchanged"}
    newer = ACT.format(date="2025-01-01", fee="$55")
    response = client.post("/api/v1/documents", files=[("files", ("mooring2.md", newer.encode(), "text/markdown"))])
    assert response.status_code == 202
    job = response.json()["job"]
    with client.stream("GET", f"/api/v1/jobs/{job}/events") as events:
        assert "done" in "".join(events.iter_text())
    found = client.post(f"/api/v1/answers/{asked['answer']}/verify").json()
    assert (found["ok"], found["current"]) == (True, False)
    row = found["per_citation"][0]
    assert (row["superseded"], row["superseded_by"]["effective_date"]) == (True, "2025-01-01")
    text = client.get(f"/api/v1/answers/{asked['answer']}/export?format=markdown").text
    assert "**superseded by the edition of 2025-01-01.**" in text
    plain = client.get(f"/api/v1/answers/{asked['answer']}/export?format=markdown&check=false").text
    assert "superseded" not in plain


def test_each_question_is_in_the_log_with_its_sources(client: Any, folder: Path, asked: dict[str, str]) -> None:
    entries = [entry for entry in logged(folder) if entry["action"] == "ask"]
    assert [entry["answer"]["id"] for entry in entries] == [asked["answer"], asked["refusal"]]
    answered = entries[0]
    record = client.get(f"/api/v1/answers/{asked['answer']}").json()["record"]
    assert answered["question"] == FEE
    assert answered["index_digest"] == record["trace"]["index_digest"]
    assert answered["answer"]["text"] == record["text"]
    cited = {source["file_sha256"] for source in answered["sources"] if source["cited"]}
    assert cited == {citation["file_sha256"] for citation in record["citations"]}
    assert all(len(source["text_sha256"]) == 64 for source in answered["sources"])
    assert answered["verdicts"]["sentences"][0]["support"] == "full"


def test_a_removed_answer_is_gone_and_its_entry_stays(client: Any, folder: Path) -> None:
    asked = client.post("/api/v1/ask", json={"question": FEE, "preset": "paper"})
    answer_id = asked.headers["X-Pincite-Answer"]
    path = f"/api/v1/answers/{answer_id}"
    before = client.get("/api/v1/answers").json()["total"]
    gone = client.delete(path)
    assert (gone.status_code, gone.content) == (204, b"")
    assert client.get(path).status_code == 404
    assert client.get(f"{path}/export").status_code == 404
    assert client.get("/api/v1/answers").json()["total"] == before - 1
    entries = logged(folder)
    assert [e["action"] for e in entries if answer_id in json.dumps(e)] == ["ask", "remove_answer"]
    again = client.delete(path)
    assert (again.status_code, again.json()["type"]) == (404, "urn:pincite:problem:unknown-answer")
    assert len(logged(folder)) == len(entries)


def test_an_answer_whose_removal_cannot_be_logged_stays(
    client: Any, asked: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise LibraryError("The log cannot be written.")

    monkeypatch.setattr(client.app.state.service.audit, "append", fail)
    path = f"/api/v1/answers/{asked['refusal']}"
    assert client.delete(path).status_code == 500
    assert client.get(path).status_code == 200
