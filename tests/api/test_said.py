"""Messages of the server that the page says in its own language: the patterns fit what the package really says."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from made_files import docx_text, office_mail, office_odt, pdf_locked

from pincite.api import pages
from pincite.api.browser_words import for_browser
from pincite.errors import PinciteError
from pincite.ingest.one_file import _BY_WORDS
from pincite.parse import read_data
from pincite.validate.alignment import Alignment, Method, _detail
from pincite.validate.thresholds import AlignmentThreshold

SCRIPT = files("pincite.api") / "web" / "static" / "said.js"
PATTERNS = {
    name: re.compile(pattern.replace("(?<", "(?P<"))
    for name, pattern in re.findall(r'^  \["(\w+)", /(.+)/\],$', SCRIPT.read_text("utf-8"), re.MULTILINE)
}
FILES = {file.name: file for module in (docx_text, office_mail, office_odt, pdf_locked) for file in module.FILES}


def told(name: str) -> list[str]:
    """What is said of a made file: its notes, or why it was not read."""
    try:
        return [for_browser(note) for note in read_data(FILES[name].make(), name).notes]
    except PinciteError as error:
        return [for_browser(str(error))]


def name_of(message: str) -> str | None:
    return next((name for name, pattern in PATTERNS.items() if pattern.search(message)), None)


def detail(method: Method) -> str:
    from pincite.types.document import Span

    span = Span(0, 5)
    return _detail(Alignment(2, span, 0.912, method, 1.0, 0, span), AlignmentThreshold("words", 0.8, ""))


ROWS = [
    ("verbatim", lambda: [detail(Method.VERBATIM)], ["verbatim"]),
    ("near", lambda: [detail(Method.COSINE), detail(Method.WORDS)], ["near", "near"]),
    ("tracked_changes", lambda: told("tracked_changes.docx"), ["changes"]),
    ("hidden_text", lambda: told("hidden_text.docx"), ["hidden"]),
    ("odt", lambda: told("changes.odt"), ["changes_plain", "hidden", "comments"]),
    ("attachments", lambda: told("mail_attachments.eml"), ["attachments"]),
    ("locked", lambda: told("locked.pdf"), ["locked"]),
    ("by_words", lambda: [for_browser(_BY_WORDS)], ["indexed_by_words"]),
]


@pytest.mark.parametrize(("make", "names"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_what_is_really_said_is_known(make: object, names: list[str]) -> None:
    messages = make()  # type: ignore[operator]
    assert [name_of(message) for message in messages][: len(names)] == names, messages


@pytest.mark.parametrize("language", ["en", "ko"])
def test_each_pattern_has_words_with_its_parts(language: str) -> None:
    words = pages.words(language)
    assert set(PATTERNS) == {key.removeprefix("said.") for key in words if key.startswith("said.")}
    for name, pattern in PATTERNS.items():
        assert set(re.findall(r"\{(\w+)\}", str(words[f"said.{name}"]))) <= set(pattern.groupindex), name


def test_other_messages_are_shown_as_they_came() -> None:
    assert name_of("negated on one side only: 'not' stands in the sentence") is None
