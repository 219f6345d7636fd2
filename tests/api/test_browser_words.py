"""Messages for people at a browser: what they may say, and what they must not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pincite
from pincite.api.browser_words import for_browser
from pincite.api.problem import problem
from pincite.errors import EmptyLibrary, EncryptedDocument, LibraryError

ROWS = [
    ("plain", "The rent is due. It is paid and/or waived.", "The rent is due. It is paid and/or waived."),
    (
        "password",
        "Wanted to read a.pdf, found it encrypted: it needs a password. Name its password with --password, or save a "
        "copy without one and add that.",
        "Wanted to read a.pdf, found it encrypted: it needs a password. Save a copy without a password and add that.",
    ),
    (
        "ocr",
        "It is probably scanned; OCR reads its pictures: pincite add --ocr.",
        "It is probably scanned; OCR reads its pictures. Whoever runs this server can have such pages read with OCR.",
    ),
    (
        "ocr_of_a_page",
        "font without a map to Unicode; OCR offered: pincite add --ocr",
        "font without a map to Unicode; OCR offered. Whoever runs this server can have such pages read with OCR.",
    ),
    (
        "extra",
        "The Korean embedder is not installed. Install it with: pip install 'pincite[ko]'.",
        "The Korean embedder is not installed. Whoever runs this server can install what is missing.",
    ),
    (
        "empty",
        "There is no document. Put some in with: pincite add PATH.",
        "There is no document. Add it on the page Library.",
    ),
    (
        "reindex",
        "indexed by words alone; `pincite reindex` adds vectors",
        "indexed by words alone; whoever runs this server can put it right.",
    ),
    ("variable", "No proxy. Look at $HTTPS_PROXY.", "No proxy. Ask whoever runs this server."),
    ("setting", "Too large. Raise the setting serve.upload_mb.", "Too large. Ask whoever runs this server."),
    ("library_with_blanks", "The library /srv/my papers/old/kept is damaged.", "The library kept is damaged."),
    ("path", "No file /home/anna/models/x.onnx: it is gone.", "No file x.onnx: it is gone."),
    ("two_paths", "Neither /a/b nor /c/d is there.", "Neither b nor d is there."),
    ("path_of_a_folder", "Nothing in /var/lib/pincite/.", "Nothing in pincite."),
    ("path_of_windows", r"No file C:\Users\anna\x.pdf.", "No file x.pdf."),
    ("address", "http://127.0.0.1:8230/api/v1/version is silent.", "http://127.0.0.1:8230/api/v1/version is silent."),
    ("figures", "1/2 of 3/4, 05/06/2026", "1/2 of 3/4, 05/06/2026"),
    ("once", "Use --host. Use --port.", "Ask whoever runs this server."),
]


@pytest.mark.parametrize(("text", "said"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_what_is_said(text: str, said: str) -> None:
    assert for_browser(text) == said


COMMAND = re.compile(r"--[a-z]|pip install|PINCITE_|pincite (?:add|ls|rm|show|doctor|reindex)\b")
HINTS = sorted(
    {
        found[1]
        for path in Path(pincite.__file__).parent.glob("**/*.py")
        for found in re.finditer(r"hint=f?\"([^\"]+)\"", path.read_text("utf-8"))
        if COMMAND.search(found[1])
    }
)


def test_no_hint_of_the_package_keeps_a_command() -> None:
    assert len(HINTS) > 20
    assert [hint for hint in HINTS if COMMAND.search(for_browser(hint))] == []


def test_problems_are_said_so() -> None:
    locked = problem(EncryptedDocument("Wanted to read /srv/x/a.pdf.", hint="Name its password with --password."))
    assert (locked["detail"], locked["hint"]) == (
        "Wanted to read a.pdf.",
        "Save a copy without a password and add that.",
    )
    assert problem(EmptyLibrary("It is empty.", hint="Put some in with: pincite add PATH."))["hint"] == (
        "Add it on the page Library."
    )
    assert "/srv" not in str(problem(LibraryError("The folder /srv/papers/library cannot be read.")))
