"""Files over HTTP: taken in, found, shown, tagged, removed; and the hostile ones."""

from __future__ import annotations

import io
import json
import os
import socket
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from made_files import pdf_locked

from pincite.api.kept_names import INCOMING, harmless_name, kept_suffix
from pincite.api.uploads import ABANDONED_S, remove_abandoned

NOTICE = b"# Parking on Gull Lane\n\n## Permits\n\nA parking permit costs $12 a month and is valid for one car.\n"
PERMIT = "What does a parking permit cost a month?"


def reports(events: list[tuple[str, Any]]) -> list[Any]:
    return [data for name, data in events if name == "report"]


@pytest.mark.slow
def test_an_upload_can_be_asked_about_as_soon_as_it_is_done(make_server: Any) -> None:
    one = make_server()
    events = one.taken_in({"Parking rules.md": NOTICE}, tags=("gull", "2026"))
    assert events[-1][0] == "done"
    assert events[-1][1]["state"] == "done"
    (report,) = reports(events)
    assert (report["status"], report["name"], report["document_id"]) == ("added", "Parking rules.md", "Parking rules")
    assert "$12" in one.ask(PERMIT, tags=["gull"]).json()["text"]
    row = one.get("/api/v1/documents", params={"tag": "2026"}).json()["documents"]
    assert [(item["id"], item["tags"]) for item in row] == [("Parking rules", ["gull", "2026"])]
    assert one.get(f"/api/v1/jobs/{events[-1][1]['job']}").json()["state"] == "done"


@pytest.mark.slow
def test_the_file_itself_can_be_had_again_and_goes_with_its_document(make_server: Any) -> None:
    one = make_server({})
    one.taken_in({"Gull <Lane>.md": NOTICE})
    path = "/api/v1/documents/Gull _Lane_/file"
    response = one.get(path)
    assert response.content == NOTICE
    assert response.headers["Content-Disposition"] == "attachment; filename*=UTF-8''Gull%20_Lane_.md"
    assert "sandbox" in response.headers["Content-Security-Policy"]
    kept = list((one.folder / "files").iterdir())
    assert [len(file.stem) for file in kept] == [64]
    assert one.client.delete("/api/v1/documents/Gull _Lane_").status_code == 204
    assert list((one.folder / "files").iterdir()) == []
    assert one.get(path).status_code == 404
    assert one.ask(PERMIT).status_code == 409


@pytest.mark.slow
def test_the_same_bytes_twice_are_one_document(make_server: Any) -> None:
    one = make_server({})
    one.taken_in({"a.md": NOTICE})
    (report,) = reports(one.taken_in({"b.md": NOTICE}, tags=("again",)))
    assert report["status"] == "skipped"
    assert [row["tags"] for row in one.get("/api/v1/documents").json()["documents"]] == [["again"]]


@pytest.mark.slow
def test_two_files_of_one_name_are_two_documents(make_server: Any) -> None:
    one = make_server({})
    one.taken_in({"a.md": NOTICE})
    (report,) = reports(one.taken_in({"a.md": NOTICE.replace(b"$12", b"$14")}))
    assert report["status"] == "added"
    assert len(one.get("/api/v1/documents").json()["documents"]) == 2


@pytest.mark.slow
def test_an_archives_files_are_taken_in_and_kept(make_server: Any) -> None:
    one = make_server({})
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("rules/parking.md", NOTICE)
        archive.writestr("../../evil.md", NOTICE)
    found = reports(one.taken_in({"all.zip": packed.getvalue()}))
    assert sorted((item["status"], item["name"]) for item in found)[0] == ("added", "all.zip!/rules/parking.md")
    assert [item["status"] for item in found if item["status"] != "added"] == ["failed"]
    assert one.get("/api/v1/documents/parking/file").content == NOTICE
    assert [file.suffix for file in (one.folder / "files").iterdir()] == [".md"]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        pytest.param("../../etc/passwd", "passwd", id="parents"),
        pytest.param("..\\..\\boot.ini", "boot.ini", id="backslashes"),
        pytest.param("C:\\notes\\a.txt", "a.txt", id="drive"),
        pytest.param("/abs/olute.pdf", "olute.pdf", id="absolute"),
        pytest.param("a\x00b\u202e.txt", "ab.txt", id="controls"),
        pytest.param("<script>alert(1)</script>.md", "script_.md", id="script"),
        pytest.param("a#b!c|d.md", "a_b_c_d.md", id="signs-of-ids"),
        pytest.param("...", "document", id="dots"),
        pytest.param("", "document", id="empty"),
        pytest.param("임대차 계약서.pdf", "임대차 계약서.pdf", id="korean"),
        pytest.param("x" * 500 + ".pdf", "x" * 116 + ".pdf", id="long"),
    ],
)
def test_a_name_is_made_harmless(name: str, wanted: str) -> None:
    assert harmless_name(name) == wanted


@pytest.mark.parametrize(("name", "suffix"), [("a.PDF", ".pdf"), ("a.exe", ""), ("a", ""), ("a.md/../../x", "")])
def test_only_suffixes_of_readable_kinds_are_kept(name: str, suffix: str) -> None:
    assert kept_suffix(name) == suffix


@pytest.mark.slow
@pytest.mark.parametrize("name", ["../../escape.md", "..\\escape.md", "/tmp/escape.md", "%2e%2e%2fescape.md"])
def test_a_name_never_becomes_a_path(make_server: Any, name: str) -> None:
    one = make_server({})
    before = {path for path in one.folder.parent.rglob("*") if "snapshots" not in path.parts}
    (report,) = reports(one.taken_in({name: NOTICE}))
    assert report["status"] == "added"
    new = {path for path in one.folder.parent.rglob("*") if "snapshots" not in path.parts} - before
    assert {path.parent.name for path in new if path.suffix == ".md"} == {"files"}
    assert not any("escape" in path.name for path in new)


@pytest.mark.slow
def test_a_document_of_markup_is_text_everywhere(make_server: Any) -> None:
    one = make_server({})
    text = b"# Rules <script>alert(1)</script>\n\nThe fee of the <b>pier</b> is $5 a day. <script>steal()</script>\n"
    one.taken_in({"<script>x</script>.txt": text})
    for path in ("/api/v1/documents", "/api/v1/answers"):
        response = one.get(path)
        assert response.headers["Content-Type"] == "application/json"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "script-src" not in one.get("/api/v1/documents").headers["Content-Security-Policy"]
    response = one.ask("What is the fee of the pier?")
    answer = response.headers["X-Pincite-Answer"]
    page = one.get(f"/api/v1/answers/{answer}/export?format=html")
    assert "<script>" not in page.text
    assert "sandbox" in page.headers["Content-Security-Policy"]


@pytest.mark.slow
def test_a_bomb_fails_alone_and_leaves_nothing(make_server: Any) -> None:
    one = make_server({})
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", b"<Types/>")
        archive.writestr("word/document.xml", b" " * 400_000_000)
    events = one.taken_in({"bomb.docx": packed.getvalue(), "parking.md": NOTICE})
    assert sorted(item["status"] for item in reports(events)) == ["added", "failed"]
    assert [file.suffix for file in (one.folder / "files").iterdir()] == [".md"]
    failed = next(item for item in reports(events) if item["status"] == "failed")
    assert str(one.folder) not in failed["error"]
    assert "bomb.docx" in failed["error"]


@pytest.mark.slow
def test_a_file_beyond_the_limit_is_turned_down_and_nothing_stays(make_server: Any) -> None:
    one = make_server({}, upload_mb=1, upload_files=2)
    big = [("files", ("a.md", NOTICE)), ("files", ("big.txt", b"x" * 1_500_000))]
    response = one.post("/api/v1/documents", files=big)
    assert (response.status_code, response.json()["type"]) == (413, "urn:pincite:problem:file-too-large")
    assert "big.txt" in response.json()["detail"]
    many = [("files", (f"{n}.md", NOTICE)) for n in range(3)]
    assert one.post("/api/v1/documents", files=many).json()["type"] == "urn:pincite:problem:too-many-files"
    assert list((one.folder / "files").glob("*")) == []


def test_an_upload_that_is_none_is_turned_down(server: Any) -> None:
    path = "/api/v1/documents"
    assert server.post(path, json={"files": []}).status_code == 415
    form = {"Content-Type": "multipart/form-data; boundary=x"}
    assert server.post(path, content=b"nonsense", headers=form).status_code == 400
    assert server.post(path, content=b"--x\r\nContent-Disposition: form-data", headers=form).status_code == 400
    assert server.post(path, files={"tags": (None, "a")}).status_code == 422
    assert list((server.folder / "files").glob(".*")) == []


@pytest.mark.slow
def test_tags_take_the_place_of_others(make_server: Any) -> None:
    one = make_server(tags={"quay-lease.md": ("old",)})
    response = one.client.put("/api/v1/documents/quay-lease/tags", json={"tags": ["new", "new", " "]})
    assert response.json()["tags"] == ["new"]
    assert one.ask("How many days' notice ends the lease?", tags=["new"]).json()["status"] == "answered"
    assert one.ask("How many days' notice?", tags=["old"]).status_code == 404
    assert one.client.put("/api/v1/documents/none/tags", json={"tags": []}).status_code == 404


@pytest.mark.slow
def test_what_another_program_adds_is_found_after_a_moment(make_server: Any, tmp_path: Path) -> None:
    import time

    from pincite.library import Library

    one = make_server()
    (tmp_path / "parking.md").write_bytes(NOTICE)
    with Library.open(one.folder) as library:
        library.add([tmp_path / "parking.md"])
    end = time.monotonic() + 20
    while "$12" not in one.ask(PERMIT).json()["text"]:
        assert time.monotonic() < end
        time.sleep(0.2)


def half_sent(one: Any, data: bytes) -> socket.socket:
    """An upload of which a file has come as a whole, and another one in part."""
    part = 'Content-Disposition: form-data; name="files"; filename="{}"'
    body = f"--B\r\n{part.format('a.md')}\r\n\r\n".encode() + data
    body += f"\r\n--B\r\n{part.format('b.md')}\r\n\r\nhalf".encode()
    head = "POST /api/v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n"
    head += "Content-Type: multipart/form-data; boundary=B\r\n\r\n"
    sending = socket.create_connection(("127.0.0.1", one.client.base_url.port))
    sending.sendall(head.encode() + body)
    return sending


def until(true: Any) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.slow
def test_an_upload_that_is_cut_off_leaves_the_file_of_another_one(make_server: Any) -> None:
    one = make_server({})
    folder = one.folder / "files"
    with half_sent(one, NOTICE):
        until(lambda: len(list(folder.glob("*"))) == 2)
        one.taken_in({"parking.md": NOTICE})
    until(lambda: not list(folder.glob(f"{INCOMING}*")))
    assert one.get("/api/v1/documents/parking/file").content == NOTICE


@pytest.mark.slow
def test_a_file_that_was_gone_is_found_when_it_is_sent_again(make_server: Any) -> None:
    one = make_server({})
    one.taken_in({"parking.md": NOTICE})
    (kept,) = (one.folder / "files").iterdir()
    kept.unlink()
    assert one.get("/api/v1/documents/parking/file").status_code == 404
    one.taken_in({"parking.md": NOTICE})
    assert one.get("/api/v1/documents/parking/file").content == NOTICE


@pytest.mark.parametrize(("age_s", "stays"), [(60.0, True), (ABANDONED_S + 60, False)], ids=["recent", "old"])
def test_only_old_parts_are_removed_for_another_server_may_be_receiving(
    tmp_path: Path, age_s: float, stays: bool
) -> None:
    part = tmp_path / "files" / f"{INCOMING}0"
    part.parent.mkdir()
    part.write_bytes(b"half")
    os.utime(part, (time.time() - age_s,) * 2)
    remove_abandoned(tmp_path)
    assert part.exists() is stays


@pytest.mark.slow
def test_an_upload_is_logged_with_hashes_before_it_is_taken_in(make_server: Any) -> None:
    one = make_server({})
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("inner/parking.md", NOTICE)
    one.taken_in({"all.zip": packed.getvalue()})
    lines = (one.folder / "audit" / "audit.jsonl").read_text("utf-8").splitlines()
    received, report = (json.loads(line) for line in lines)
    assert (received["action"], report["action"]) == ("receive", "upload")
    assert report["document_id"] is not None
    assert report["file_sha256"] == received["files"][0]["file_sha256"] is not None
    assert report["job"] == received["job"]


@pytest.mark.slow
def test_what_cannot_be_logged_is_neither_taken_in_nor_kept(make_server: Any) -> None:
    one = make_server()
    (one.folder / "audit").write_text("no folder")
    events = one.taken_in({"parking.md": NOTICE})
    assert [name for name, _ in events if name in ("report", "problem")] == ["problem"]
    assert "parking" not in one.get("/api/v1/documents").text
    assert list((one.folder / "files").iterdir()) == []
    assert one.ask("Within how many days must the landlord return the deposit?").status_code == 500
    assert one.get("/api/v1/answers").json()["total"] == 0


@pytest.mark.slow
def test_a_locked_pdf_is_told_without_commands_and_opened_by_the_servers_password(
    make_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = next(file for file in pdf_locked.FILES if file.password == "key 7").make()
    one = make_server({})
    (told,) = reports(one.taken_in({"locked.pdf": data}))
    assert told["status"] == "failed"
    assert "needs a password. Save a copy without a password and add that." in told["error"]
    assert "--password" not in told["error"]
    assert str(one.folder) not in json.dumps(told)
    monkeypatch.setenv("PINCITE_PDF_PASSWORD", "key 7")
    other = make_server({})
    (report,) = reports(other.taken_in({"locked.pdf": data}))
    assert (report["status"], report["pages"]) == ("added", 2)
    pages = f"/api/v1/documents/{report['document_id']}/pages/0"
    assert other.get(f"{pages}/picture").content.startswith(b"\x89PNG")
    assert other.get(f"{pages}/layer").json()["words"]
    other.app.state.service.pdf_password = None
    problem = other.get(f"{pages}/layer").json()
    assert problem["type"] == "urn:pincite:problem:encrypted-document"
    assert problem["hint"] == "Save a copy without a password and add that."
    assert str(other.folder) not in json.dumps(problem)
    kept = [path for path in other.folder.rglob("*") if path.is_file()]
    assert not [path for path in kept if b"key 7" in path.read_bytes()]
