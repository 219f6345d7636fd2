from __future__ import annotations

import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from pincite.chunk.left_out import LeftOut
from pincite.cli.add import page_list, report_text, shared_notes
from pincite.ingest import FileReport


def test_add_tells_what_became_of_each_file(cli: Any, note: Path) -> None:
    first = cli("add", note, "--tag", "club", "--json")
    assert first.code == 0
    (report,) = first.json["files"]
    assert (report["status"], report["document_id"], report["pages"]) == ("added", "rules", 0)
    assert report["chunks"] >= 1
    assert cli("ls", "--json").json["documents"][0]["tags"] == ["club"]


def test_unchanged_is_skipped_and_changed_is_replaced(cli: Any, note: Path) -> None:
    assert "added" in cli("add", note).out
    again = cli("add", note)
    assert (again.code, "unchanged" in again.out) == (0, True)
    note.write_text(note.read_text() + "\n3. DOGS\n\nDogs must be kept on a leash.\n")
    assert "replaced" in cli("add", note).out
    assert len(cli("ls", "--json").json["documents"]) == 1


def test_a_bad_file_does_not_stop_the_rest(cli: Any, note: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing more")
    (tmp_path / "empty.txt").write_bytes(b"")
    result = cli("add", tmp_path / "broken.pdf", tmp_path / "empty.txt", tmp_path / "absent.md", note, "--json")
    assert result.code == 1
    files = result.json["files"]
    assert [f["status"] for f in files] == ["failed", "failed", "failed", "added"]
    assert all(f["error"] for f in files[:3])
    assert "Traceback" not in result.err


@pytest.mark.parametrize("name", ["absent.md", "folder"])
def test_nothing_ingested_is_exit_code_5(cli: Any, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    result = cli("add", tmp_path / name)
    assert result.code == 5
    assert result.out


def test_a_folder_is_looked_through(cli: Any, note: Path, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "more.md").write_text("# Harbor Order\n\n## 1. Speed\n\nNo boat may go faster than 5 knots.\n")
    result = cli("add", tmp_path, "--library", tmp_path / "library", "--json")
    assert sorted(f["document_id"] for f in result.json["files"]) == ["more", "rules"]


PICTURES = [
    ("none", (), []),
    ("hidden", (".a.png",), []),
    ("one", ("a.JPG",), ["not read: 1 picture (a.JPG); save it as PDF and add that with --ocr"]),
    (
        "many",
        ("d.tiff", "a.heic", "b.png", "c.jpeg"),
        ["not read: 4 pictures (a.heic, b.png, c.jpeg, …); save them as PDF and add those with --ocr"],
    ),
]


@pytest.mark.parametrize(("names", "said"), [row[1:] for row in PICTURES], ids=[row[0] for row in PICTURES])
def test_pictures_in_a_folder_are_named_once(
    cli: Any, note: Path, tmp_path: Path, names: tuple[str, ...], said: list[str]
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    shutil.copy(note, folder)
    for name in names:
        (folder / name).write_bytes(b"\x89PNG")
    result = cli("add", folder)
    assert result.code == 0
    assert [line for line in result.out.splitlines() if "picture" in line] == said
    passed_over = cli("add", folder, "--json").json["pictures_passed_over"]
    assert sorted(Path(path).name for path in passed_over) == sorted(n for n in names if not n.startswith("."))


def test_report_names_pages_labels_and_what_was_left_out() -> None:
    report = FileReport(
        "x.pdf",
        "added",
        "x",
        title="Guide",
        jurisdiction="Merrow",
        pages=147,
        pages_without_text=(2, 146),
        pages_low_quality=(5, 6, 7),
        labels="PDF page − 7 on 8–9",
        sections=3,
        chunks=200,
        left_out={"contents": 9, "fragment": 0},
        seconds=1.25,
        notes=("said once", "its own"),
    )
    assert report_text(report, {"said once"}).split("\n") == [
        "added      x: Guide",
        "           Merrow; 3 sections; 200 chunks; left out: 9 paragraphs of contents; 1.2 s",
        "           147 pages; printed numbers: PDF page − 7 on 8–9; no text on pages 2, 146; low quality on pages 5-7",
        "           its own",
    ]


def test_report_counts_one_as_one() -> None:
    left_out = {"fragment": 1, "running_head_or_foot": 1}
    report = FileReport(
        "x.pdf", "added", "x", pages=1, pages_by_ocr=(1,), sections=1, tables=1, chunks=1, left_out=left_out
    )
    assert report_text(report).split("\n")[1:] == [
        "           1 section; 1 table; 1 chunk; left out: 1 fragment, 1 running head or foot; 0.0 s",
        "           1 page; read by OCR: page 1",
    ]


def test_every_reason_to_leave_out_has_words() -> None:
    for reason in LeftOut:
        text = report_text(FileReport("x.md", "added", "x", left_out={str(reason): 2}))
        assert f"left out: 2 {reason};" not in text
        assert "_" not in text


def test_report_of_a_failure_is_safe_on_a_terminal() -> None:
    text = report_text(FileReport("a\x1b[31m.pdf", "failed", error="It is damaged."))
    assert "\x1b" not in text
    assert text.endswith("It is damaged.")


def test_notes_on_several_files_are_shared() -> None:
    reports = [FileReport("a", "added", notes=("n", "m")), FileReport("b", "added", notes=("n",))]
    assert shared_notes(reports) == {"n": 2}


@pytest.mark.parametrize(("pages", "text"), [((), ""), ((2,), "2"), ((2, 3), "2-3"), ((1, 2, 5, 7, 8), "1-2, 5, 7-8")])
def test_page_list_joins_runs(pages: tuple[int, ...], text: str) -> None:
    assert page_list(pages) == text


def test_totals_are_told_at_the_end(cli: Any, note: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    totals = cli("add", note, tmp_path / "empty.txt", "--json").json["totals"]
    assert (totals["files"], totals["by_status"]) == (2, {"added": 1, "failed": 1})
    assert totals["chunks"] >= 1
    assert cli("add", note).out.splitlines()[-1] == "1 unchanged"


def test_archive_is_looked_through_and_its_faults_told(cli: Any, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "papers.zip", "w") as archive:
        archive.writestr("a/rules.txt", "RULES OF THE BOAT CLUB\n\n1. KEYS\n\nEach member gets one key.\n")
        archive.writestr("../b.txt", "x")
    result = cli("add", tmp_path / "papers.zip", "--json")
    assert result.code == 1
    good, bad = result.json["files"]
    assert (good["status"], good["document_id"]) == ("added", "rules")
    assert good["path"] == f"{tmp_path / 'papers.zip'}!/a/rules.txt"
    assert (bad["status"], "leads out of it" in bad["error"]) == ("failed", True)


@pytest.fixture
def locked(tmp_path: Path) -> Path:
    pikepdf = pytest.importorskip("pikepdf")
    path = tmp_path / "locked.pdf"
    demo = Path(__file__).resolve().parents[2] / "demo" / "documents" / "larkhaven-renting-handbook.pdf"
    with pikepdf.open(demo) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(user="open-7", owner="own-7"))
    return path


def test_password_opens_a_file_and_is_kept_nowhere(
    cli: Any, locked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = cli("add", locked)
    assert (told.code, "needs a password" in told.out) == (5, True)
    assert cli("add", locked, "--password", "wrong-8").code == 5
    monkeypatch.setenv("PINCITE_PDF_PASSWORD", "open-7")
    from_environment = cli("add", locked)
    assert (from_environment.code, "added" in from_environment.out) == (0, True)
    cli("rm", "locked")
    given = cli("add", locked, "--password", "open-7", "--json")
    assert (given.code, given.json["files"][0]["status"]) == (0, "added")
    said = told.out + told.err + from_environment.out + from_environment.err + given.out + given.err
    assert "open-7" not in said
    kept = [path for path in (tmp_path / "pincite-library").rglob("*") if path.is_file()]
    assert not [path for path in kept if b"open-7" in path.read_bytes()]


def test_language_that_is_none_is_told_before_any_file(cli: Any, note: Path) -> None:
    result = cli("add", note, "--ocr", "--ocr-language", "e n g;")
    assert (result.code, "parse.ocr_languages" in result.err) == (1, True)


@pytest.mark.slow
def test_scan_is_read_by_ocr_when_asked_and_known_again(cli: Any, tmp_path: Path) -> None:
    if shutil.which("tesseract") is None:
        pytest.skip("needs the program tesseract")
    from made_files.ocr_scans import FILES

    scan = next(file for file in FILES if file.name == "scan_english.pdf")
    path = tmp_path / scan.name
    path.write_bytes(scan.make())
    assert cli("add", path).code == 5
    read = cli("add", path, "--ocr", "--ocr-language", "eng", "--json").json
    (report,) = read["files"]
    assert (report["status"], report["pages_by_ocr"], report["pages_without_text"]) == ("added", [1], [])
    assert read["totals"]["pages_by_ocr"] == 1
    assert cli("add", path, "--ocr", "--ocr-language", "eng", "--json").json["files"][0]["status"] == "unchanged"
    assert cli("add", path, "--json").json["files"][0]["status"] == "unchanged"  # what was recognised stays
    assert cli("doctor").out == "sound\n"
