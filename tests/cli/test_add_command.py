from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

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
        labels="PDF page − 7 on 8–17",
        sections=3,
        chunks=200,
        left_out={"contents": 9, "fragment": 0},
        seconds=1.25,
        notes=("said once", "its own"),
    )
    assert report_text(report, {"said once"}).split("\n") == [
        "added      x: Guide",
        "           Merrow; 3 sections; 200 chunks; left out: 9 contents; 1.2 s",
        "           147 pages; printed numbers: PDF page − 7 on 8–17; no text on 2, 146; low quality on 5-7",
        "           its own",
    ]


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
