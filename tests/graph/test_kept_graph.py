"""The graph of a library: kept with its documents, brought up by what changed, upgraded from an older pincite."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import InputError
from pincite.graph.export import export
from pincite.graph.read_law import LAW_READER
from pincite.library import Library
from pincite.store import schema
from pincite.store.law_rows import get_law, put_law
from pincite.store.library import SqliteStore
from pincite.types.law import Declared
from pincite.types.reference import EdgeType

ACT = """---
제목: 등대관리법
법령구분: 법률
시행일자: 2024-01-01
---

# 등대관리법

##### 제1조 (목적)

이 법은 등대의 관리를 정함을 목적으로 한다.

##### 제2조 (정의)

이 법에서 사용하는 용어의 뜻은 다음과 같다.

  1\\. "등대"란 빛을 내는 탑을 말한다.
  2\\. "등대지기"란 대통령령으로 정하는 사람을 말한다.

##### 제3조 (점검)

**①** 등대지기는 등대를 점검하여야 한다.

**②** 제1항에 따른 점검의 방법은 대통령령으로 정한다.
"""
DECREE = """---
제목: 등대관리법 시행령
법령구분: 대통령령
시행일자: 2024-02-01
---

# 등대관리법 시행령

##### 제1조 (목적)

이 영은 「등대관리법」에서 위임된 사항을 규정함을 목적으로 한다.

##### 제2조 (등대지기)

「등대관리법」(이하 "법"이라 한다) 제2조제2호에서 "대통령령으로 정하는 사람"이란 선원을 말한다.

##### 제3조 (점검의 방법)

법 제3조제1항에 따른 점검은 아침에 한다.
"""


@pytest.fixture
def library(make_library: Any, korean_bigrams: None) -> Library:
    made: Library = make_library({"act.md": ACT, "decree.md": DECREE})
    return made


def lines(library: Library, as_of: str | None = None) -> list[str]:
    return list(export(library.graph(as_of), "jsonl"))


def test_law_of_a_document_comes_back_as_it_was_read(library: Library) -> None:
    kept = library.store.law("act")
    assert kept is not None
    assert kept.reader == LAW_READER
    assert get_law(kept.reader, put_law(kept)) == kept
    assert kept == library.law("act")
    assert [p.id for p in kept.tree][-1] == "act/a3/p2"


def test_graph_of_a_library(library: Library) -> None:
    graph = library.graph()
    walked = {(e.source, e.type, e.target) for e in graph.edges if e.type is EdgeType.DELEGATES_TO}
    assert ("act/a2/i2", EdgeType.DELEGATES_TO, "decree/a2") in walked
    assert graph is library.graph()  # nothing changed


def test_graph_follows_the_library(library: Library, tmp_path: Path) -> None:
    before = lines(library)
    library.remove("decree")
    assert "decree/a2" not in "".join(lines(library))
    library.add([tmp_path / "documents" / "decree.md"])
    assert lines(library) == before


def test_graph_opened_anew_is_the_same(library: Library) -> None:
    with Library.open(library.store.folder) as again:
        assert lines(again) == lines(library)


PAGE_COLUMNS = ("read_by", "confidence", "words")


def test_library_of_an_older_pincite_is_upgraded(library: Library, tmp_path: Path) -> None:
    expected = lines(library)
    folder = library.store.folder
    library.close()
    with sqlite3.connect(folder / "library.sqlite3") as connection:  # as the first version left it
        connection.execute("DROP TABLE laws")
        for table, column in (("texts", "stated"), ("texts", "tables"), *(("pages", c) for c in PAGE_COLUMNS)):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.execute("PRAGMA user_version = 1")
    with Library.open(folder) as old:
        assert lines(old) == expected
        assert old.store.law("act") is not None  # kept from now on
        assert old.store.meta().schema_version == schema.SCHEMA_VERSION


def test_law_of_another_reader_is_read_again(library: Library) -> None:
    expected = lines(library)
    with sqlite3.connect(library.store.file) as connection:
        connection.execute("UPDATE laws SET reader = 'law/0', stamp = 'x', content = x'00'")
        connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")
    assert lines(library) == expected
    assert {stamp.reader for stamp in library.store.law_stamps().values()} == {LAW_READER}


def test_removed_document_leaves_no_law_behind(library: Library) -> None:
    library.remove("act")
    with sqlite3.connect(library.store.file) as connection:
        assert connection.execute("SELECT count(*) FROM laws").fetchone() == (1,)
    assert list(library.store.check()) == []


def test_corpus_file_is_heard_when_it_changes(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    (folder / "corpus.toml").write_text('[documents."decree.md"]\nlevel = "notice"\n', "utf-8")
    assert [r.status for r in library.add([folder])] == ["unchanged", "unchanged"]
    assert library.graph().node("decree").level.name == "NOTICE"
    assert library.store.law_stamps("decree")["decree"].declared == Declared(level="notice")
    (folder / "corpus.toml").unlink()
    library.add([folder])
    assert library.graph().node("decree").level.name == "DECREE"


def test_corpus_file_that_cannot_be_read_fails_its_files(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    (folder / "corpus.toml").write_text("[documnets]\n", "utf-8")
    reports = library.add([folder])
    assert {r.status for r in reports} == {"failed"}
    assert "no key `documnets`" in reports[0].error


def test_editions_of_a_work_by_date(library: Library, tmp_path: Path) -> None:
    old = ACT.replace("2024-01-01", "2020-01-01").replace("빛을 내는 탑", "불을 내는 탑")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "act_2020.md").write_text(old, "utf-8")
    library.add([tmp_path / "old"])
    assert {part.member.id for part in library.graph().parts} == {"act", "decree"}
    assert {part.member.id for part in library.graph("2021-01-01").parts} == {"act_2020"}
    assert {part.member.id for part in library.graph("2024-03-01").parts} == {"act", "decree"}


def test_date_that_is_none_is_refused(library: Library) -> None:
    with pytest.raises(InputError, match="2024-01-31 was wanted, found 'spring'"):
        library.graph("spring")


def test_text_whose_provisions_cannot_be_read_is_taken_in_with_a_note(
    make_library: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, korean_bigrams: None
) -> None:
    def fail(document: Any) -> Any:
        raise ZeroDivisionError("made to fail")

    library = make_library({})
    monkeypatch.setattr("pincite.graph.read_law.read_law", fail)
    monkeypatch.setattr("pincite.graph.kept.read_law", fail)
    (tmp_path / "act.md").write_text(ACT, "utf-8")
    (report,) = library.add([tmp_path / "act.md"])
    assert report.status == "added"
    assert any("provisions could not be read" in note for note in report.notes)
    assert [n.id for n in library.graph().nodes.values()] == ["act"]


def test_store_keeps_law_with_its_document(tmp_path: Path, act: Any, law: Any) -> None:
    document = law.document("d", "등대 기준", [("a1", "제1조 등대")], stated=(("level", "고시"),))
    member = law.member("d", "등대 기준", [("a1", "제1조 등대")], stated=(("level", "고시"),))
    with SqliteStore.open(tmp_path / "l", create=True) as store:
        store.add(document, [], law=member.law, declared=Declared(level="rule", short_names=("가", "나")))
        assert store.document("d").stated == (("level", "고시"),)
        assert store.law("d") == member.law
        assert store.law_stamps()["d"].declared == Declared(level="rule", short_names=("가", "나"))
        assert store.law("none") is None
