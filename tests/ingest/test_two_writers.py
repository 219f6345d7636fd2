"""Two processes that add the same folder: every document is there once and whole, and no file failed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from pincite.library import Library

FILES = 24
ADD = """
import json, sys
from pincite.library import Library
from pincite.store.library import SqliteStore
from pincite.testing import HashEmbedder

with Library(SqliteStore.open(sys.argv[1], create=True), embedder_for=HashEmbedder) as library:
    reports = library.add([sys.argv[2]], tags=[sys.argv[3]])
print(json.dumps([[r.path, r.status, r.document_id, r.error] for r in reports]))
"""


def test_two_processes_add_the_same_folder(tmp_path: Path, write: Callable[[str, str], Path]) -> None:
    for number in range(FILES):
        text = f"# Bylaw {number}\n\n## 1. Duty\n\nThe keeper of ward {number} must ring the bell {number + 2} times.\n"
        write(f"{number % 5}/bylaw-{number % 7}.md" if number % 2 else f"{number}/act.md", text)
    library = str(tmp_path / "library")
    running = [
        subprocess.Popen(
            [sys.executable, "-c", ADD, library, str(tmp_path / "documents"), tag],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for tag in ("one", "two")
    ]
    reports = []
    for process in running:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err.decode()
        reports += json.loads(out)
    files = {path for path, *_ in reports}
    assert not [error for *_, error in reports if error]
    assert Counter(status for _, status, *_ in reports) == {"added": len(files), "unchanged": len(files)}
    with Library.open(library) as opened:
        documents = opened.documents()
        assert {d.path for d in documents} == {str(Path(path).resolve()) for path in files}
        assert {d.id for d in documents} == {document_id for _, _, document_id, _ in reports}
        assert all(set(d.tags) == {"one", "two"} for d in documents)
        assert list(opened.store.check()) == []
