"""ZIP archives: each member a document, whatever its name; bombs and faults are told, and the rest goes on."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

import pytest

from pincite.errors import DocumentError
from pincite.ingest import FileReport, Ingest, find_files
from pincite.ingest.archive import is_archive, read_member
from pincite.settings import ChunkSettings, ParseSettings
from pincite.store.library import SqliteStore
from pincite.testing import HashEmbedder

RULES = "# Rules\n\n## 1. Gates\n\nThe keeper must lock the gate at dusk and open it at dawn.\n"
BOATS = "# Boats\n\n## 1. Lights\n\nA boat must carry a white lantern after dark on the river.\n"
WELLS = "# Wells\n\n## 1. Covers\n\nA well must be covered at night by the warden of the ward.\n"

Names = Mapping[str, str | bytes]


def packed(files: Names) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


@pytest.fixture
def put(tmp_path: Path) -> Callable[..., Path]:
    def written(files: Names | bytes, name: str = "papers.zip") -> Path:
        path = tmp_path / name
        path.write_bytes(files if isinstance(files, bytes) else packed(files))
        return path

    return written


def taken(ingest: Ingest, path: Path) -> dict[str, FileReport]:
    """Reports by what stands behind the archive's path."""
    return {r.path.removeprefix(str(path)): r for place in find_files([path]) for r in ingest.each(place)}


def test_each_member_is_a_document_with_its_place(
    ingest: Ingest, store: SqliteStore, put: Callable[..., Path], tmp_path: Path
) -> None:
    path = put({"acts/": "", "acts/rules.md": RULES, "boats.md": BOATS, "picture.png": b"\x89PNG", ".x.md": "x"})
    reports = taken(ingest, path)
    assert {name: (r.status, r.document_id) for name, r in reports.items()} == {
        "!/acts/rules.md": ("added", "rules"),
        "!/boats.md": ("added", "boats"),
    }
    document = store.document("rules")
    assert document.source == f"{path}!/acts/rules.md"
    assert read_member(document.source) == RULES.encode()
    assert {r.status for r in taken(ingest, path).values()} == {"unchanged"}
    assert sorted(p.name for p in tmp_path.iterdir()) == ["library", "papers.zip"]


def test_archive_in_a_folder_is_found(ingest: Ingest, put: Callable[..., Path]) -> None:
    path = put({"rules.md": RULES})
    assert list(find_files([path.parent])) == [path]


def test_changed_archive_replaces_changed_members_only_and_tells_the_gone(
    ingest: Ingest, store: SqliteStore, put: Callable[..., Path]
) -> None:
    path = put({"rules.md": RULES, "boats.md": BOATS, "wells.md": WELLS})
    taken(ingest, path)
    put({"rules.md": RULES, "boats.md": BOATS + "\nTwo in a fog.\n", "new.md": WELLS + "\nAnd by day.\n"})
    reports = taken(ingest, path)
    assert {name: r.status for name, r in reports.items()} == {
        "!/rules.md": "unchanged",
        "!/boats.md": "replaced",
        "!/new.md": "added",
        "!/wells.md": "gone",
    }
    assert "pincite rm wells" in reports["!/wells.md"].notes[0]
    assert {d.id for d in store.documents()} == {"rules", "boats", "wells", "new"}


def test_archive_that_cannot_be_read_makes_nothing_gone(
    ingest: Ingest, store: SqliteStore, put: Callable[..., Path]
) -> None:
    path = put({"rules.md": RULES})
    taken(ingest, path)
    put(path.read_bytes()[:-30])
    (report,) = taken(ingest, path).values()
    assert (report.status, "whole zip archive" in report.error) == ("failed", True)
    assert [d.id for d in store.documents()] == ["rules"]


def test_archive_in_an_archive_is_read_one_level_deep(ingest: Ingest, put: Callable[..., Path]) -> None:
    deep = packed({"deep.md": WELLS})
    path = put({"inner.zip": packed({"a/rules.md": RULES, "deeper.zip": deep}), "boats.md": BOATS})
    reports = taken(ingest, path)
    assert {name: r.status for name, r in reports.items()} == {
        "!/inner.zip!/a/rules.md": "added",
        "!/inner.zip!/deeper.zip": "failed",
        "!/boats.md": "added",
    }
    assert read_member(f"{path}!/inner.zip!/a/rules.md") == RULES.encode()


ESCAPES = ["../rules.md", "a/../../rules.md", "..\\rules.md", "a\\..\\..\\rules.md"]


@pytest.mark.parametrize("name", ESCAPES, ids=ascii)
def test_name_that_leads_out_is_refused(
    ingest: Ingest, store: SqliteStore, put: Callable[..., Path], tmp_path: Path, name: str
) -> None:
    reports = taken(ingest, put({name: RULES, "boats.md": BOATS}))
    assert sorted(r.status for r in reports.values()) == ["added", "failed"]
    assert any("leads out of it" in r.error for r in reports.values())
    assert [d.id for d in store.documents()] == ["boats"]
    assert not (tmp_path / "rules.md").exists()


@pytest.mark.parametrize("name", ["/etc/rules.md", "//host/rules.md", "./rules.md", "C:\\x\\rules.md"], ids=ascii)
def test_absolute_name_is_a_name_in_the_archive(
    ingest: Ingest, store: SqliteStore, put: Callable[..., Path], tmp_path: Path, name: str
) -> None:
    path = put({name: RULES})
    (report,) = taken(ingest, path).values()
    assert (report.status, report.document_id) == ("added", "rules")
    assert store.document_info("rules").path.startswith(f"{path}!/")
    assert read_member(store.document_info("rules").source) == RULES.encode()


def raw_name(data: bytes, name: bytes) -> bytes:
    """The archive with the name `XXXX...` put into other bytes of the same length, not said to be UTF-8."""
    return data.replace(b"X" * len(name), name)


NAMES = [
    ("cp437", "Müller Satzung", "cp437"),
    ("utf8_not_said", "Müller Satzung", "utf-8"),
    ("cp949", "임대차 계약서", "cp949"),
    ("utf8_korean_not_said", "임대차 계약서", "utf-8"),
]


@pytest.mark.parametrize(("name", "encoding"), [row[1:] for row in NAMES], ids=[row[0] for row in NAMES])
def test_name_in_an_odd_encoding_becomes_the_id(
    ingest: Ingest, put: Callable[..., Path], name: str, encoding: str
) -> None:
    raw = name.encode(encoding)
    (report,) = taken(ingest, put(raw_name(packed({"X" * len(raw) + ".md": RULES}), raw))).values()
    assert (report.status, report.document_id) == ("added", name)


def test_decomposed_name_is_composed(ingest: Ingest, put: Callable[..., Path]) -> None:
    (report,) = taken(ingest, put({"re\u0301gime.md": RULES})).values()
    assert report.document_id == "r\u00e9gime"


def test_bad_member_is_told_and_the_rest_goes_on(ingest: Ingest, put: Callable[..., Path]) -> None:
    data = packed({"rules.md": RULES * 40, "boats.md": BOATS, "empty.md": "", "broken.pdf": b"%PDF-1.7 broken %%EOF"})
    at = data.index(b"rules.md") + 12
    reports = taken(ingest, put(data[:at] + b"\xff\xff\xff\xff" + data[at + 4 :]))
    assert {name: r.status for name, r in reports.items()} == {
        "!/rules.md": "failed",
        "!/boats.md": "added",
        "!/empty.md": "failed",
        "!/broken.pdf": "failed",
    }


def test_encrypted_member_is_told(ingest: Ingest, put: Callable[..., Path]) -> None:
    data = bytearray(packed({"rules.md": RULES, "boats.md": BOATS}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(mark) + offset
        data[at] |= 1
    reports = taken(ingest, put(bytes(data)))
    assert reports["!/rules.md"].status == "failed"
    assert "needs a password" in reports["!/rules.md"].error
    assert reports["!/boats.md"].status == "added"


def test_bomb_is_refused_before_it_is_unpacked(ingest: Ingest, put: Callable[..., Path]) -> None:
    reports = taken(ingest, put({"bomb.md": b"a" * 60_000_000, "rules.md": RULES}))
    assert "bytes packed into" in reports["!/bomb.md"].error
    assert reports["!/rules.md"].status == "added"


def test_member_that_lies_about_its_size_is_refused(put: Callable[..., Path], store: SqliteStore) -> None:
    data = packed({"bomb.md": b"a" * 9_000_000})
    small = struct.pack("<I", 100)
    large = struct.pack("<I", 9_000_000)
    assert data.count(large) == 2
    with Ingest(store, HashEmbedder, ChunkSettings(), parse=ParseSettings(max_file_mb=2)) as ingest:
        (report,) = taken(ingest, put(data.replace(large, small))).values()
        assert report.status == "failed"
        (report,) = taken(ingest, put(data)).values()
        assert (report.status, "9,000,000 bytes" in report.error) == ("failed", True)


def test_too_many_members_are_refused(
    ingest: Ingest, put: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.ingest.archive.MAX_MEMBERS", 3)
    (report,) = taken(ingest, put({f"{i}.md": RULES for i in range(4)})).values()
    assert "at most 3 files" in report.error


def test_archive_without_documents_says_so(ingest: Ingest, put: Callable[..., Path]) -> None:
    (report,) = taken(ingest, put({"a.png": b"x"})).values()
    assert "no file of a readable kind in the archive" in report.error


DOCUMENTS = [
    ("word", {"[Content_Types].xml": "<x/>", "word/document.xml": "<x/>"}),
    ("open", {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<x/>"}),
]


@pytest.mark.parametrize("files", [row[1] for row in DOCUMENTS], ids=[row[0] for row in DOCUMENTS])
def test_document_packed_as_zip_is_no_archive(put: Callable[..., Path], files: Names) -> None:
    assert not is_archive(put(files, "contract.zip"))


def test_member_moved_out_of_an_archive_that_is_gone_keeps_its_id(
    ingest: Ingest, store: SqliteStore, put: Callable[..., Path], tmp_path: Path
) -> None:
    path = put({"rules.md": RULES})
    taken(ingest, path)
    copy = tmp_path / "copy.md"
    copy.write_text(RULES)
    assert ingest.add(copy).status == "skipped"  # the archive is still there
    path.unlink()
    report = ingest.add(copy)
    assert (report.status, report.document_id) == ("moved", "rules")


def test_two_members_of_one_name_and_stem(ingest: Ingest, store: SqliteStore, put: Callable[..., Path]) -> None:
    reports = taken(ingest, put({"a/rules.md": RULES, "b/rules.md": BOATS}))
    ids = [r.document_id for r in reports.values()]
    assert ids[0] == "rules"
    assert str(ids[1]).startswith("rules-")


def test_absent_member_says_so(put: Callable[..., Path]) -> None:
    with pytest.raises(DocumentError, match="found none at"):
        read_member(f"{put({'rules.md': RULES})}!/other.md")


def test_member_without_a_name_is_passed_over(ingest: Ingest, put: Callable[..., Path]) -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zipfile.ZipInfo(""), "x")
        archive.writestr("rules.md", RULES)
    assert [r.status for r in taken(ingest, put(out.getvalue())).values()] == ["added"]


def test_fault_of_the_archive_itself_is_one_report(
    ingest: Ingest, put: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.ingest.archive.Zipped", lambda *given: 1 / 0)
    (report,) = taken(ingest, put({"rules.md": RULES})).values()
    assert (report.status, "unexpected ZeroDivisionError" in report.error) == ("failed", True)
