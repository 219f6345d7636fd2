"""An answer in other forms: all of it is there, each pincite is a footnote, and no document's text becomes markup."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.answer.changes import AnswerChanges, ChangeState, CitationChange, Edition
from pincite.answer.export import FORMS, export
from pincite.answer.export.content import content_of, sound
from pincite.answer.export.markdown import escaped
from pincite.answer.export.printable import CONTENT_SECURITY_POLICY
from pincite.answer.record import compose_text, parse_record, to_record
from pincite.answer.verify import VerifyReport
from pincite.errors import InputError
from pincite.text.titles import whole_label
from pincite.types.answer import Answer, Refusal

ACT_WORDS = "A landlord shall return the deposit within 21 days after the tenant moves out."
BOOK_WORDS = "The landlord must answer within 10 days."
HOSTILE = (
    '<script>alert("1")</script> [x](javascript:alert(1)) ![p](http://evil.example/p.png) <http://evil.example> '
    "www.evil.example `code` **bold** _it_ &lt; &copy; | a | b | ~~s~~ $x$ ^u^ @cite [^1] ]]> --> \x00\x0b\x1b[31mred "
    "\u202egnirts \ufffe \uffff \ud800 end"
)
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
Record = dict[str, Any]


@pytest.fixture
def record(answer: Answer) -> Record:
    return parse_record(to_record(answer))


@pytest.fixture
def refused(refusal: Refusal) -> Record:
    return parse_record(to_record(refusal))


def poisoned(record: Record, words: str = HOSTILE) -> Record:
    """The record with hostile words wherever a document's, a user's or a model's text stands."""
    record = copy.deepcopy(record)
    record["question"] = words
    for sentence in record["sentences"]:
        sentence["text"] = words
    for item in record["evidence"]:
        item["text"] = item["title"] = item["label"] = item["document_id"] = words
    for citation in record["citations"]:
        citation["label"] = citation["document_id"] = words
        citation["quote"]["exact"] = words
    record["model"] = record["trace"]["index_digest"] = words
    record["trace"]["notes"] = [words]
    if record["refusal"]:
        record["refusal"]["detail"] = words
    else:
        record["text"] = compose_text(record["sentences"])
    return record


def parts_of(content: bytes) -> dict[str, ElementTree.Element]:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: ElementTree.fromstring(archive.read(name)) for name in archive.namelist()}


def words_of(element: ElementTree.Element) -> str:
    return "".join(part.text or "" for part in element.iter(f"{W}t"))


class Page(HTMLParser):
    """The tags of a page with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def printed(record: Record, citation: Record) -> str:
    """A citation's label as a footnote has it: with the document's whole title."""
    title = next(item["title"] for item in record["evidence"] if item["number"] == citation["number"])
    return whole_label(citation["label"], title)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["record", "refused"])
def test_the_same_record_gives_the_same_bytes(form: str, name: str, request: pytest.FixtureRequest) -> None:
    record = request.getfixturevalue(name)
    first, second = export(record, form), export(copy.deepcopy(record), form)
    assert first == second
    assert first.content


def test_the_word_file_says_nothing_of_when_and_where_it_was_written(record: Record) -> None:
    with zipfile.ZipFile(BytesIO(export(record, "docx").content)) as archive:
        found = {(info.date_time, info.create_system, info.compress_type) for info in archive.infolist()}
    assert found == {((1980, 1, 1, 0, 0, 0), 0, zipfile.ZIP_STORED)}


def test_json_is_the_record(record: Record) -> None:
    assert json.loads(export(record, "json").content) == record


def test_unknown_form_is_an_error(record: Record) -> None:
    with pytest.raises(InputError, match="docx, html"):
        export(record, "pdf")


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_answer_has_each_sentence_and_each_pincite(record: Record, form: str) -> None:
    record["evidence"][0]["effective_date"] = "2024-01-01"
    text = export(record, form, asked_at="2026-11-30T22:16:20.123+00:00").content.decode()
    plain = Page(text).text if form == "html" else text.replace("\\", "")
    for citation in record["citations"]:
        assert printed(record, citation) in plain
        assert plain.count(citation["quote"]["exact"]) == 2  # as a sentence, and in its footnote
        assert citation["file_sha256"] in plain
    for wanted in ("text of 2024-01-01", "date not known", "2026-11-30 22:16 UTC", "ab12", record["question"]):
        assert wanted in plain


def test_markdown_has_a_footnote_for_each_reference(record: Record) -> None:
    lines = export(record, "markdown").content.decode().splitlines()
    assert f"{ACT_WORDS}[^1] {BOOK_WORDS}[^2]" in lines or f"{ACT_WORDS}[^1]" in lines
    assert [line[:5] for line in lines if line.startswith("[^")] == ["[^1]:", "[^2]:"]


def test_several_sources_of_a_sentence_are_footnotes_of_their_own(record: Record) -> None:
    record["sentences"][0]["citations"] = [1, 2]
    record["citations"].insert(1, {**record["citations"][1], "sentence": 0})
    content = content_of(record)
    sentences = [sentence for paragraph in content.paragraphs for sentence in paragraph]
    assert [[note.number for note in sentence.notes] for sentence in sentences] == [[1, 2], [3]]
    assert "[^1][^2]" in export(record, "markdown").content.decode()


def test_quotes_of_one_source_share_a_footnote(record: Record) -> None:
    other = copy.deepcopy(record["citations"][0])
    other["quote"]["exact"] = "Another place."
    record["citations"].insert(1, other)
    notes = content_of(record).notes
    assert [len(note.quotes) for note in notes] == [2, 1]


@pytest.mark.parametrize("form", ["markdown", "html", "docx"])
def test_refusal_says_why_what_helps_and_the_nearest(refused: Record, form: str) -> None:
    content = export(refused, form).content
    if form == "docx":
        text = words_of(parts_of(content)["word/document.xml"])
    else:
        text = Page(content.decode()).text if form == "html" else content.decode().replace("\\", "")
    for wanted in ("No answer", refused["text"], "Why: ", "What would help: ", "Nearest passages"):
        assert wanted in text
    assert refused["evidence"][0]["label"] in text
    assert "45 days" not in text.replace(refused["refusal"]["detail"], "")  # a failed draft is not quoted


def test_word_has_real_footnotes(record: Record) -> None:
    parts = parts_of(export(record, "docx", asked_at="2026-11-30T22:16:20.123+00:00").content)
    references = [e.get(f"{W}id") for e in parts["word/document.xml"].iter(f"{W}footnoteReference")]
    notes = {e.get(f"{W}id"): words_of(e) for e in parts["word/footnotes.xml"].iter(f"{W}footnote")}
    assert references == ["1", "2"]
    assert set(notes) == {"-1", "0", "1", "2"}
    for citation, number in zip(record["citations"], references, strict=True):
        assert number
        assert f"{printed(record, citation)}: “{citation['quote']['exact']}” (date not known)." in notes[number]
    core = {element.tag.rpartition("}")[2]: element.text for element in parts["docProps/core.xml"]}
    assert (core["title"], core["language"], core["created"]) == (record["question"], "en-US", "2026-11-30T22:16:20Z")


def test_every_part_of_the_word_file_is_declared(record: Record) -> None:
    parts = parts_of(export(record, "docx").content)
    declared = {e.get("PartName") for e in parts["[Content_Types].xml"] if e.get("PartName")}
    assert declared == {f"/{name}" for name in parts if name.endswith(".xml") and not name.startswith("[")}
    for relations, base in (("_rels/.rels", ""), ("word/_rels/document.xml.rels", "word/")):
        assert all(f"{base}{element.get('Target')}" in parts for element in parts[relations])


def test_korean_answer_has_korean_headings(record: Record) -> None:
    record["language"], record["question"] = "ko", "보증금은 언제 돌려받나요?"
    parts = parts_of(export(record, "docx").content)
    assert "이 답이 만들어진 방법" in words_of(parts["word/document.xml"])
    assert "ko-KR" in {element.text for element in parts["docProps/core.xml"]}
    assert '<html lang="ko">' in export(record, "html").content.decode()
    assert "## 답\n" in export(record, "markdown").content.decode()


@pytest.mark.parametrize("name", ["record", "refused"])
def test_html_has_no_tag_of_a_document(name: str, request: pytest.FixtureRequest) -> None:
    record = request.getfixturevalue(name)
    clean, hostile = (Page(export(r, "html").content.decode()) for r in (record, poisoned(record)))
    assert {tag for tag, _ in hostile.tags} <= {tag for tag, _ in clean.tags}
    assert "<script>" in hostile.text
    for tag, attributes in hostile.tags:
        assert tag not in ("script", "img", "iframe", "link", "form")
        assert not any(key.startswith("on") for key in attributes)
        assert (attributes.get("href") or "#").startswith("#")
    policies = [a["content"] for _, a in hostile.tags if a.get("http-equiv") == "Content-Security-Policy"]
    assert policies == [CONTENT_SECURITY_POLICY]


@pytest.mark.parametrize("name", ["record", "refused"])
def test_word_file_of_hostile_text_is_sound_xml(name: str, request: pytest.FixtureRequest) -> None:
    parts = parts_of(export(poisoned(request.getfixturevalue(name)), "docx").content)
    text = words_of(parts["word/document.xml"])
    assert '<script>alert("1")</script>' in text
    assert not set(text) & set("\x00\x0b\x1b\u202e\ufffe\uffff\ud800")


def rendered(markdown: str) -> str:
    markdown_it = pytest.importorskip("markdown_it")
    return str(markdown_it.MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(markdown))


@pytest.mark.parametrize("name", ["record", "refused"])
def test_markdown_has_no_markup_of_a_document(name: str, request: pytest.FixtureRequest) -> None:
    record = request.getfixturevalue(name)
    text = export(poisoned(record), "markdown").content.decode()
    clean = Page(rendered(export(record, "markdown").content.decode()))
    hostile = Page(rendered(text))
    assert {tag for tag, _ in hostile.tags} <= {tag for tag, _ in clean.tags} | {"p"}
    assert '<script>alert("1")</script>' in hostile.text
    own = [f"[^{note.number}]" for note in content_of(record).notes]
    assert sorted(set(own)) == sorted({f"[^{part.split(']')[0]}]" for part in text.replace("\\[", "").split("[^")[1:]})


LINES = st.text(st.characters(codec="utf-8"), max_size=60) | st.lists(
    st.sampled_from(
        [*"#*-+=_`~<>[]()!|&\\1.:) \t", "12", "://", "www.", "http", "&amp;", "<b>", "[^1]", "```", "제1조"]
    ),
    max_size=12,
).map("".join)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(LINES.map(sound))
def test_escaped_markdown_reads_as_the_text_itself(text: str) -> None:
    page = Page(rendered(escaped(text)))
    assert page.text.strip() == text
    assert [tag for tag, _ in page.tags] == (["p"] if text else [])


@pytest.mark.parametrize("text", ["http://evil.example", "HTTPS://x.example", "www.evil.example", "mailto:a@b.example"])
def test_bare_addresses_are_broken_up(text: str) -> None:
    assert text not in escaped(text)
    assert escaped(text).replace("\\", "") == text


def changed(record: Record, **given: Any) -> AnswerChanges:
    same = CitationChange(0, 1, 0, "act", "", None, ChangeState.UNCHANGED, document_changed=False, detail="")
    items = [same] * len(record["citations"])
    items[0] = replace(same, **given)
    return AnswerChanges("2026-06-01", VerifyReport(()), tuple(items))


@pytest.mark.parametrize(
    ("given", "mark"),
    [
        ({"state": ChangeState.MOVED, "now": {"label": "Act, § 9"}}, "now at: Act, § 9"),
        ({"state": ChangeState.TEXT_CHANGED}, "do not stand in the library's text any more"),
        ({"state": ChangeState.REMOVED}, "does not hold this document any more"),
        ({"superseded_by": Edition("act2", "Act", "2025-01-01", True)}, "superseded by the edition of 2025-01-01"),
        ({"superseded_by": Edition("act2", "Act", "2027-01-01", False)}, "edition of 2027-01-01 will supersede it"),
    ],
    ids=["moved", "changed", "removed", "superseded", "to_come"],
)
@pytest.mark.parametrize("form", ["markdown", "html", "docx"])
def test_what_changed_is_marked_at_its_footnote(record: Record, form: str, given: dict[str, Any], mark: str) -> None:
    content = export(record, form, changes=changed(record, **given)).content
    if form == "docx":
        text = words_of(parts_of(content)["word/footnotes.xml"])
    else:
        text = Page(content.decode()).text if form == "html" else content.decode()
    assert text.count(mark) == 1
    assert mark.encode() not in export(record, form).content


def test_what_stands_as_it_did_is_said_once(record: Record) -> None:
    text = export(record, "markdown", changes=changed(record)).content.decode()
    assert "Checked again: on 2026-06-01: every citation stands as it did" in text
    assert "**" not in text


@pytest.mark.slow
@pytest.mark.skipif(
    not shutil.which("soffice") or not shutil.which("pdftotext"), reason="needs LibreOffice and poppler"
)
@pytest.mark.parametrize("poison", [lambda record: record, poisoned], ids=["plain", "hostile"])
def test_word_file_opens_in_libreoffice(tmp_path: Path, record: Record, poison: Callable[[Record], Record]) -> None:
    record["question"] = "보증금은 언제 돌려받나요?"
    file = tmp_path / "answer.docx"
    file.write_bytes(export(poison(record), "docx").content)
    command = ["soffice", f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", "--convert-to", "pdf"]
    subprocess.run([*command, "--outdir", str(tmp_path), str(file)], check=True, capture_output=True, timeout=120)
    shown = subprocess.run(["pdftotext", "-layout", str(tmp_path / "answer.pdf"), "-"], capture_output=True, check=True)
    text = " ".join(shown.stdout.decode().split())
    if poison is poisoned:
        assert text.count("alert(") >= 4
    else:
        assert "보증금은 언제 돌려받나요?" in text
        assert text.count(ACT_WORDS) == 2
        assert printed(record, record["citations"][1]) in text
