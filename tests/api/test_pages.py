"""The pages as files: nothing inline, nothing from elsewhere, words complete in both languages, cached by content."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra serve")
pytest.importorskip("jinja2", reason="needs the extra serve")

from fastapi import FastAPI
from fastapi.testclient import TestClient

from pincite.api import pages
from pincite.types.answer import CheckState, DraftFault, RefusalReason, Support
from pincite.types.law import AuthorityLevel
from pincite.types.reference import EdgeType, Manner
from pincite.validate.policy import GATES

WEB = Path(str(files("pincite.api").joinpath("web")))
SCRIPTS = sorted((WEB / "static").glob("*.js"))
PATHS = ("/", "/answers/01j", "/library", "/documents/a%20b%3C", "/history", "/graph")
MOST_BYTES = 500_000


class _Page(HTMLParser):
    """What matters of a page: its tags with attributes, and text inside scripts and styles."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inline = ""
        self._within = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._within = tag

    def handle_endtag(self, tag: str) -> None:
        self._within = ""

    def handle_data(self, data: str) -> None:
        if self._within in ("script", "style"):
            self.inline += data.strip()


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    app = FastAPI()
    pages.add_pages(app)
    with TestClient(app) as found:
        yield found


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("language", pages.LANGUAGES)
def test_a_page_has_nothing_inline_and_nothing_from_elsewhere(client: TestClient, path: str, language: str) -> None:
    response = client.get(path, headers={"Accept-Language": language})
    page = _Page(response.text)
    assert response.status_code == 200
    assert page.inline == ""
    for tag, attributes in page.tags:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], tag
        for name in ("src", "href", "action"):
            target = attributes.get(name)
            assert target is None or target.startswith(("/", "#")), (tag, target)
            assert target is None or not target.startswith("//"), (tag, target)
    assert dict(page.tags)["html"]["lang"] == language


@pytest.mark.parametrize("path", PATHS)
def test_a_page_says_what_it_may_load(client: TestClient, path: str) -> None:
    policy = client.get(path).headers["Content-Security-Policy"]
    rules = dict(part.split(" ", 1) for part in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert "unsafe" not in policy
    assert rules["frame-ancestors"] == "'none'"


@pytest.mark.parametrize("path", PATHS)
def test_a_page_with_all_that_it_loads_is_small(client: TestClient, path: str) -> None:
    response = client.get(path)
    loaded = [attributes.get("href") or attributes.get("src") for _, attributes in _Page(response.text).tags]
    wanted = {target.partition("#")[0] for target in loaded if target and target.startswith("/static/")}
    scripts = {f"{pages.static_base()}/{script.name}" for script in SCRIPTS}  # a page loads some of them
    total = len(response.content)
    for target in wanted | scripts:
        found = client.get(target)
        assert found.status_code == 200, target
        total += len(found.content)
    assert total <= MOST_BYTES


def test_modules_import_only_modules_that_there_are() -> None:
    for script in SCRIPTS:
        for name in re.findall(r"^(?:import .*|\} )from \"(.+)\";$", script.read_text("utf-8"), re.MULTILINE):
            assert (WEB / "static" / name).is_file(), (script.name, name)


def test_static_files_are_kept_for_good_under_their_digest_alone(client: TestClient) -> None:
    now = client.get(f"{pages.static_base()}/base.css")
    old = client.get("/static/0123456789abcdef/base.css")
    assert "immutable" in now.headers["Cache-Control"]
    assert now.headers["Content-Type"].startswith("text/css")
    assert old.headers["Cache-Control"] == "no-store"
    assert old.content == now.content


@pytest.mark.parametrize("name", ["none.css", "..%2Fwords%2Fen.json", "%2Fetc%2Fpasswd", "base", "ask.html"])
def test_only_static_files_are_served(client: TestClient, name: str) -> None:
    assert client.get(f"{pages.static_base()}/{name}").status_code == 404


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        (None, "", "en"),
        (None, "ko-KR,ko;q=0.9,en;q=0.8", "ko"),
        (None, "fr, en;q=0.7, ko;q=0.2", "en"),
        (None, "fr,de", "en"),
        (None, "ko;q=0", "en"),
        (None, "ko;q=x", "en"),
        ("ko", "en", "ko"),
        ("xx", "ko", "ko"),
    ],
)
def test_the_language_is_the_readers_choice_else_the_browsers(cookie: str | None, accepted: str, language: str) -> None:
    assert pages.chosen_language(cookie, accepted) == language


def test_a_cookie_chooses_language_and_theme(client: TestClient) -> None:
    cookies = {"Cookie": "pincite_language=ko; pincite_theme=dark"}
    html = dict(_Page(client.get("/", headers=cookies).text).tags)["html"]
    assert (html["lang"], html["data-theme"]) == ("ko", "dark")


def test_a_forged_theme_is_not_repeated(client: TestClient) -> None:
    response = client.get("/", headers={"Cookie": 'pincite_theme="><script>alert(1)</script>'})
    assert "alert" not in response.text
    assert "data-theme" not in response.text


def test_both_languages_have_the_same_words_with_the_same_places() -> None:
    english, korean = pages.words("en"), pages.words("ko")
    assert list(english) == list(korean)
    for key in english:
        assert _places(english[key]) == _places(korean[key]), key


def test_words_are_used_and_every_used_word_is_there() -> None:
    used, begun = _used_words()
    known = set(pages.words("en"))
    assert used <= known
    unused = {key for key in known - used if not key.startswith(tuple(begun))}
    assert unused == set()


@pytest.mark.parametrize(
    ("prefix", "names"),
    [
        ("refusal.", [reason.value for reason in RefusalReason]),
        ("fault.", [fault.value for fault in DraftFault]),
        ("edge.", [kind.value for kind in EdgeType]),
        ("manner.", [manner.value for manner in Manner if manner.value]),
        ("level.", [str(level) for level in AuthorityLevel]),
        ("support.", [support.value for support in Support]),
        ("check.", [state.value for state in CheckState]),
        ("check.name.", sorted({name for gate in GATES.values() for name in gate.required_names})),
    ],
    ids=lambda value: value.rstrip(".") if isinstance(value, str) else "",
)
def test_all_that_an_answer_may_say_has_words(prefix: str, names: list[str]) -> None:
    assert [name for name in names if f"{prefix}{name}" not in pages.words("en")] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_script_writes_markup_or_runs_text(script: Path) -> None:
    text = script.read_text("utf-8")
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "srcdoc"):
        assert word not in text
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)[^\s\"'`]+", text) == []
    assert len(text.splitlines()) < 400


def _places(words: Any) -> set[str]:
    text = " ".join(words.values()) if isinstance(words, dict) else words
    return set(re.findall(r"\{(\w+)\}", text))


def _used_words() -> tuple[set[str], set[str]]:
    """Words that are named whole, and the beginnings of those that are put together."""
    scripts = "\n".join(script.read_text("utf-8") for script in SCRIPTS)
    templates = "\n".join(template.read_text("utf-8") for template in (WEB / "templates").iterdir())
    whole = set(re.findall(r'words\["([^"]+)"\]', templates)) | set(re.findall(r'\bt\("([\w.]+)"', scripts))
    keys = set(pages.words("en"))
    whole |= {text for text in re.findall(r'"([a-z_]+(?:\.\w+)+)"', scripts) if text in keys}
    begun = set(re.findall(r"`([a-z_.]+\.)\$\{", scripts)) | {"page.", "form."}
    return whole, begun
