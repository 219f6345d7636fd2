"""What a Markdown file states beside its text: level, annexes and forms, under the keys of several sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.parse import read
from pincite.parse.text_files.front_matter import read_front_matter

LISTED = """---
법령구분: 대통령령
첨부파일:
- 별표번호: '0001'
  별표가지번호: '00'
  별표구분: 별표
  제목: 빛의 세기(제3조 관련)
- 별표번호: '0003'
  별표가지번호: '02'
  별표구분: '서식'
  제목: 삭제 &lt;2022. 2. 28.&gt;
- 별표번호: '0000'
  별표구분: 별지
  제목: 서약서
- 별표구분: 사진
  제목: 등대
시행일자: 2024-01-02
---
# 등대령
"""

STATED = [
    ("decree", "법령구분: 대통령령", (("level", "대통령령"),)),
    ("notice", "행정규칙종류: '고시'", (("level", "고시"),)),
    ("english", "Authority_Level: statute", (("level", "statute"),)),
    ("none", "author: somebody", ()),
    ("empty-list", "법령구분: 법률\n첨부파일: []", (("level", "법률"), ("attachments", ""))),
]


@pytest.mark.parametrize(("lines", "stated"), [row[1:] for row in STATED], ids=[row[0] for row in STATED])
def test_front_matter_states_the_level(lines: str, stated: tuple[tuple[str, str], ...]) -> None:
    assert read_front_matter(f"---\n{lines}\n---\ntext\n").stated == stated


def test_front_matter_lists_annexes_and_forms() -> None:
    found = read_front_matter(LISTED)
    assert found.stated == (
        ("level", "대통령령"),
        ("attachments", ""),
        ("annex", "1 빛의 세기(제3조 관련)"),
        ("form", "3-2 삭제 <2022. 2. 28.>"),
        ("form", "0 서약서"),
    )
    assert (found.effective_date, found.title) == ("2024-01-02", None)


def test_document_carries_what_its_file_states(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(LISTED, "utf-8")
    assert read(tmp_path / "a.md").stated[0] == ("level", "대통령령")
