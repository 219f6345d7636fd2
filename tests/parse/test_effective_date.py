"""The day of entry into force as Korean laws print it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.parse import read, read_data
from pincite.parse.effective_date import HEAD_CHARS, stated_in_head

ROWS = [
    ("under_the_title", "부두법\n\n[시행 2025. 3. 1.]\n\n제1조(목적)", "2025-03-01"),
    ("with_the_act", "부두법\n[시행 2024. 12. 31.] [법률 제12345호, 2023. 6. 30., 일부개정]", "2024-12-31"),
    ("without_blanks", "부두법\n[시행 2025.3.1]", "2025-03-01"),
    ("in_a_sentence", "부두법\n\n이 법은 [시행 2025. 3. 1.] 판이다.", None),
    ("behind_the_first_article", "부두법\n\n제1조(목적) 이 법은 …\n\n[시행 2025. 3. 1.]", None),
    ("far_down", "부두법\n" + "가" * HEAD_CHARS + "\n[시행 2025. 3. 1.]", None),
    ("no_such_day", "부두법\n[시행 2025. 2. 30.]", None),
    ("other_brackets", "부두법\n[법률 제1호, 2025. 3. 1., 제정]", None),
    ("none", "부두법", None),
]


@pytest.mark.parametrize(("text", "day"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_day_in_the_head_of_a_text(text: str, day: str | None) -> None:
    assert stated_in_head(text) == day


def test_what_the_front_matter_states_comes_first() -> None:
    raw = "---\ntitle: 부두법\n시행일자: 2024-01-01\n---\n\n# 부두법\n\n[시행 2025. 3. 1.]\n\n제1조(목적) 둔다.\n"
    assert read_data(raw.encode(), "pier.md").effective_date == "2024-01-01"


def test_the_demos_laws_have_their_day(demo_dir: Path) -> None:
    found = {path.stem: read(path).effective_date for path in sorted(demo_dir.glob("documents-ko/*.md"))}
    assert found == {"gongyu-jugeo-act": "2025-03-01", "gongyu-jugeo-decree": "2025-03-01"}
