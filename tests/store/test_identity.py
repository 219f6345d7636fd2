"""Which document a file is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pincite.store.identity import FileState, choose_document_id, document_stem, path_key, plan_file
from pincite.store.library import SqliteStore

Make = Callable[..., Any]
A, B, C = "a" * 64, "b" * 64, "c" * 64


def put(store: SqliteStore, make: Make, source: Path, sha: str, **facts: str) -> str:
    source.parent.mkdir(exist_ok=True)
    source.write_text(sha)
    document_id = choose_document_id(store, source, sha)
    document = replace(make("x").document, id=document_id, source=str(source), file_sha256=sha, **facts)
    store.add(document, [], chunker="chunker/1")
    return document_id


STEMS = [
    ("plain", "docs/act.pdf", "act"),
    ("two_dots", "act.v2.html", "act.v2"),
    ("spaces_kept", "My Act 2020.md", "My Act 2020"),
    ("korean_composed", "법.txt", "법"),
    ("separators", "a#b\\c.txt", "a_b_c"),
    ("controls", "a\nb\x00.txt", "a_b_"),
    ("undecodable", "a\udcff.txt", "a_"),
    ("blank", " .txt", "document"),
    ("hidden", ".profile", ".profile"),
]


@pytest.mark.parametrize(("name", "stem"), [row[1:] for row in STEMS], ids=[row[0] for row in STEMS])
def test_stem(name: str, stem: str) -> None:
    assert document_stem(name) == stem


def test_clashing_stems_take_a_part_of_the_hash(store: SqliteStore, make: Make, tmp_path: Path) -> None:
    assert put(store, make, tmp_path / "one" / "act.pdf", A) == "act"
    assert put(store, make, tmp_path / "two" / "act.pdf", B) == "act-bbbbbbbb"
    assert put(store, make, tmp_path / "three" / "act.pdf", "b" * 8 + C[8:]) == "act-bbbbbbbbcccccccc"
    assert choose_document_id(store, tmp_path / "two" / "act.pdf", C) == "act-bbbbbbbb"
    assert choose_document_id(store, tmp_path / "other.pdf", A) == "other"


def test_ids_do_not_run_out(store: SqliteStore, make: Make, tmp_path: Path) -> None:
    ids = [put(store, make, tmp_path / str(number) / "act.pdf", A) for number in range(6)]
    assert ids == ["act", f"act-{A[:8]}", f"act-{A[:16]}", f"act-{A}", "act-2", "act-3"]


def test_plan(store: SqliteStore, make: Make, tmp_path: Path) -> None:
    act = tmp_path / "docs" / "act.pdf"
    assert plan_file(store, act, A).state is FileState.NEW
    put(store, make, act, A, parser="pdf/1")
    plan = plan_file(store, act, A, parsers=("html/1", "pdf/1"), chunker="chunker/1")
    assert (plan.state, plan.document_id, plan.to_read) == (FileState.UNCHANGED, "act", False)
    plan = plan_file(store, act, B)
    assert (plan.state, plan.document_id, plan.to_read) == (FileState.CHANGED, "act", True)
    plan = plan_file(store, act, A, parsers=("pdf/2",))
    assert (plan.state, plan.reason) == (FileState.CHANGED, "it was read by pdf/1")
    plan = plan_file(store, act, A, chunker="chunker/2")
    assert (plan.state, plan.reason) == (FileState.CHANGED, "it was cut into chunks by chunker/1")


PARSERS = [
    ("same", "pdf/1", {"pdf/1", "plain/1"}, FileState.UNCHANGED),
    ("same_with_encoding", "plain/1 (utf-8)", {"pdf/1", "plain/1"}, FileState.UNCHANGED),
    ("older", "plain/1 (utf-8)", {"pdf/1", "plain/2"}, FileState.CHANGED),
    ("longer_number", "plain/1 (utf-8)", {"plain/11"}, FileState.CHANGED),
    ("none_noted", "", {"plain/1"}, FileState.CHANGED),
    ("any_will_do", "plain/1 (utf-8)", (), FileState.UNCHANGED),
]


@pytest.mark.parametrize(("parser", "at_hand", "state"), [row[1:] for row in PARSERS], ids=[row[0] for row in PARSERS])
def test_document_of_another_parser_is_read_again(
    store: SqliteStore, make: Make, tmp_path: Path, parser: str, at_hand: set[str], state: FileState
) -> None:
    put(store, make, tmp_path / "act.txt", A, parser=parser)
    assert plan_file(store, tmp_path / "act.txt", A, parsers=at_hand).state is state


OCR = [
    ("read_without", "pdf/1", "ocr:eng", "it was read without OCR before"),
    ("other_languages", "pdf/1+ocr:eng", "ocr:eng+kor", "it was read with OCR of other languages before"),
    ("the_same", "pdf/1+ocr:eng", "ocr:eng", ""),
    ("not_asked_for", "pdf/1+ocr:eng", None, ""),
]


@pytest.mark.parametrize(("parser", "ocr", "reason"), [row[1:] for row in OCR], ids=[row[0] for row in OCR])
def test_why_a_file_is_read_again_for_ocr(
    store: SqliteStore, make: Make, tmp_path: Path, parser: str, ocr: str | None, reason: str
) -> None:
    put(store, make, tmp_path / "act.pdf", A, parser=parser)
    assert plan_file(store, tmp_path / "act.pdf", A, ocr=ocr).reason == reason


def test_same_bytes_elsewhere_are_a_duplicate(store: SqliteStore, make: Make, tmp_path: Path) -> None:
    act = tmp_path / "docs" / "act.pdf"
    put(store, make, act, A)
    plan = plan_file(store, tmp_path / "copy.pdf", A)
    assert (plan.state, plan.document_id, plan.to_read) == (FileState.DUPLICATE, "act", False)
    assert plan.reason == f"the same bytes as {act}"


def test_file_that_has_gone_to_another_place_keeps_its_id(store: SqliteStore, make: Make, tmp_path: Path) -> None:
    act, new = tmp_path / "docs" / "act.pdf", tmp_path / "laws" / "renamed.pdf"
    put(store, make, act, A)
    act.unlink()
    assert plan_file(store, new, A, chunker="chunker/2").state is FileState.CHANGED
    plan = plan_file(store, new, A)
    assert (plan.state, plan.document_id) == (FileState.MOVED, "act")
    store.relocate(plan.document_id, new)
    assert plan_file(store, new, A).state is FileState.UNCHANGED
    assert store.document_info("act").source == str(new)


def test_path_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    real = tmp_path.resolve()
    (tmp_path / "docs").mkdir()
    (tmp_path / "linked").symlink_to("docs")
    (tmp_path / "docs" / "v1.pdf").touch()
    (tmp_path / "docs" / "current.pdf").symlink_to("v1.pdf")
    assert path_key("") == ""
    assert path_key("docs/../docs/v1.pdf") == path_key(tmp_path / "linked" / "v1.pdf") == str(real / "docs" / "v1.pdf")
    assert path_key("docs/current.pdf") == str(real / "docs" / "current.pdf")
