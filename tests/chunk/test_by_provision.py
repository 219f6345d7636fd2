"""Chunks by provision: a unit whole where it fits, else its parts; nothing is lost, each names its provision."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.chunk import chunk_units, has_provisions
from pincite.chunk.blocks import blocks
from pincite.chunk.by_provision import DELETED, chunk_provisions
from pincite.parse import read as read_file
from pincite.parse.statute import provisions
from pincite.settings import ChunkSettings
from pincite.text import tokens
from pincite.types.chunk import Chunk
from pincite.types.document import Document, Span, TextMap
from pincite.types.provision import Provision, ProvisionKind, ProvisionTree, is_ancestor

Act = Callable[..., Document]

WORDS = st.sampled_from("The keeper must lock the gate at dusk; except § 5 $40 보증금의 반환을 청구할 수 있다.".split())
SENTENCES = st.lists(WORDS, min_size=1, max_size=30).map(lambda words: " ".join(["The", *words]) + ".")
KINDS = (ProvisionKind.CHAPTER, ProvisionKind.ARTICLE, ProvisionKind.PARAGRAPH, ProvisionKind.ITEM)
SETTINGS = st.builds(
    ChunkSettings,
    max_tokens=st.integers(50, 200),
    overlap_tokens=st.integers(0, 49),
    max_pages=st.integers(1, 3),
    min_tokens=st.integers(0, 80),
)


@dataclass
class Law:
    """A text that is written down provision by provision."""

    text: str = "Harbor Act.\n\n"
    found: list[Provision] = field(default_factory=list)

    def write(self, draw: st.DrawFn, level: int, around: Provision | None) -> None:
        for number in range(1, draw(st.integers(1, 3)) + 1):
            kind = KINDS[level]
            hangs = around is not None and around.kind is not ProvisionKind.CHAPTER
            path = (around.id if around and hangs else "act") + f"/{kind}{number}"
            path += f"~{len(self.found)}" if any(p.id == path for p in self.found) else ""
            start, place = len(self.text), len(self.found)
            label = f"{kind.name.title()} {number}."
            deleted = level > 0 and draw(st.integers(0, 9)) == 0
            heading = Span(start, start + len(label))
            own = Provision(path, kind, str(number), around.id if around else None, heading, heading, deleted=deleted)
            self.found.append(own)
            self.text += f"{label} " + ("Repealed." if deleted else draw(SENTENCES))
            self.text += draw(st.sampled_from(["\n", "\n\n", " "]))
            if level < 3 and not deleted and draw(st.booleans()):
                self.write(draw, level + 1, own)
                if draw(st.booleans()):
                    self.text += draw(SENTENCES) + "\n"
            self.found[place] = replace(own, span=Span(start, len(self.text.rstrip())))


@st.composite
def laws(draw: st.DrawFn) -> tuple[Document, ProvisionTree]:
    law = Law()
    law.write(draw, draw(st.integers(0, 1)), None)
    text = law.text + draw(st.sampled_from(["", "\nSigned at the harbor office by the keeper.\n"]))
    document = Document("act", "Harbor Act", "act.md", "text/markdown", "0" * 64, text, TextMap(()))
    return document, ProvisionTree("act", "test", tuple(law.found))


@given(laws(), SETTINGS)
def test_what_holds_for_the_chunks_of_any_law(law: tuple[Document, ProvisionTree], settings: ChunkSettings) -> None:
    document, tree = law
    report = chunk_provisions(document, tree, settings)
    covered: set[int] = set()
    for ordinal, chunk in enumerate(report.chunks):
        assert (chunk.ordinal, chunk.document_id) == (ordinal, document.id)
        assert tokens.count(chunk.text) <= settings.max_tokens
        for at, span, _ in chunk.pieces:
            assert chunk.text[at : at + span.end - span.start] == span.cut(document.text)
            covered.update(range(*span))
        holder = tree.get(chunk.provision_id or "")
        if holder is None:
            assert all(tree.at(at) is None for at in chunk.span if at < chunk.span.end)
        else:
            assert holder.span.start <= chunk.span.start < chunk.span.end <= holder.span.end
    for block in blocks(document):
        for at in range(*block.span) if block.left_out is None else ():
            gone = tree.at(at)
            assert at in covered or document.text[at].isspace() or (gone is not None and gone.deleted)
    assert len({chunk.id for chunk in report.chunks}) == len(report.chunks)
    starts = [chunk.span.start for chunk in report.chunks]
    assert starts == sorted(starts)


@given(laws(), SETTINGS)
def test_an_article_that_fits_is_one_chunk_and_no_chunk_holds_two(
    law: tuple[Document, ProvisionTree], settings: ChunkSettings
) -> None:
    document, tree = law
    chunks = chunk_provisions(document, tree, settings).chunks
    for article in (p for p in tree if p.kind is ProvisionKind.ARTICLE):
        inside = [c for c in chunks if article.span.overlaps(c.span)]
        assert all(is_ancestor(article.id, c.provision_id or "") for c in inside)
        alive = any(
            not p.deleted for p in tree if p.span.start >= article.span.start and p.span.end <= article.span.end
        )
        if alive and tokens.count(article.span.cut(document.text)) <= settings.max_tokens:
            assert [c.provision_id for c in inside] == [article.id]


@given(laws(), SETTINGS)
def test_a_provision_has_several_chunks_only_where_it_is_cut(
    law: tuple[Document, ProvisionTree], settings: ChunkSettings
) -> None:
    document, tree = law
    chunks = chunk_provisions(document, tree, settings).chunks
    of: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        of.setdefault(chunk.provision_id or "", []).append(chunk)
    for provision_id, found in of.items():
        provision = tree.get(provision_id)
        if provision is not None and len(found) > 1 and provision.kind is not ProvisionKind.CHAPTER:
            assert tokens.count(provision.span.cut(document.text)) > settings.max_tokens


# What is whole and what is cut

RULE = "The keeper must lock the gate at dusk and open it again at dawn."  # 14 tokens
SMALL = ChunkSettings(max_tokens=50, overlap_tokens=10, min_tokens=15)


@pytest.fixture
def act(tmp_path: Path) -> Act:
    """Reads a file of these lines, as a state code under its title, which the grammar of state law reads."""

    def made(*lines: str, title: str = "Harbor Code, Chapter 7", name: str = "act.md") -> Document:
        (tmp_path / name).write_text("\n\n".join([f"# {title}", *lines]) + "\n", encoding="utf-8")
        return read_file(tmp_path / name)

    return made


def cut(document: Document, settings: ChunkSettings = SMALL) -> list[tuple[str, str, str]]:
    """Provision, last part of the label and text of each chunk."""
    tree = provisions(document)
    assert tree.grammar == "us-state"
    chunks = chunk_provisions(document, tree, settings).chunks
    return [
        ((c.provision_id or "").removeprefix(f"{document.id}/"), c.label.rpartition("§ ")[2], c.text) for c in chunks
    ]


HEAD = "## § 7-1. Gates"
BACK = ("## § 7-2. Boats", RULE, "## § 7-3. Wells", RULE)


def test_section_that_fits_is_whole(act: Act) -> None:
    found = cut(act(HEAD, f"(a) {RULE}", f"(b) {RULE}", *BACK))
    assert found == [
        ("s7-1", "7-1", f"(a) {RULE}\n\n(b) {RULE}"),
        ("s7-2", "7-2", RULE),
        ("s7-3", "7-3", RULE),
    ]


def test_section_that_does_not_fit_is_its_paragraphs_with_their_own_pincites(act: Act) -> None:
    found = cut(act(HEAD, *(f"({letter}) {RULE}" for letter in "abcd"), *BACK))
    assert found[:4] == [(f"s7-1/p{x}", f"7-1({x})", f"({x}) {RULE}") for x in "abcd"]


def test_small_sisters_share_a_chunk_as_text_of_their_section(act: Act) -> None:
    found = cut(
        act(HEAD, f"(a) {RULE}", "(b) At noon.", "(c) At night.", f"(d) {RULE}", f"(e) {RULE}", *BACK),
        replace(SMALL, min_tokens=12),
    )
    assert [row[:2] for row in found[:4]] == [
        ("s7-1/pa", "7-1(a)"),
        ("s7-1", "7-1"),
        ("s7-1/pd", "7-1(d)"),
        ("s7-1/pe", "7-1(e)"),
    ]
    assert found[1][2] == "(b) At noon.\n\n(c) At night."


def test_small_last_sister_joins_the_one_before(act: Act) -> None:
    found = cut(act(HEAD, *(f"({letter}) {RULE}" for letter in "abc"), "(d) At noon.", *BACK))
    assert [row[0] for row in found[:3]] == ["s7-1/pa", "s7-1/pb", "s7-1"]
    assert found[2][2] == f"(c) {RULE}\n\n(d) At noon."


def test_sections_are_never_joined(act: Act) -> None:
    found = cut(act(HEAD, "At noon.", "## § 7-2. Boats", "At night.", "## § 7-3. Wells", "At dawn."))
    assert [row[0] for row in found] == ["s7-1", "s7-2", "s7-3"]


def test_paragraph_that_does_not_fit_is_cut_at_sentences_under_one_id(act: Act) -> None:
    found = cut(act(HEAD, f"(a) {' '.join([RULE] * 5)}", f"(b) {RULE}", *BACK))
    ids = [row[0] for row in found]
    assert ids[:3] == ["s7-1/pa"] * 2 + ["s7-1/pb"]
    assert all(row[2].endswith(".") for row in found)


def test_what_leads_a_list_in_stands_in_the_headers_of_its_parts(act: Act) -> None:
    document = act(HEAD, "A keeper may not do any of the following:", *(f"({x}) {RULE}" for x in "abcd"), *BACK)
    chunks = chunk_provisions(document, provisions(document), SMALL).chunks
    parts = [c for c in chunks if c.provision_id and "/p" in c.provision_id]
    assert len(parts) >= 3
    assert all(c.header.endswith("§ 7-1. Gates\nA keeper may not do any of the following:") for c in parts)
    assert all("may not" not in c.text for c in parts)


def test_deleted_section_makes_no_chunk_and_is_counted(act: Act) -> None:
    document = act(HEAD, RULE, "## § 7-2. Boats", "[Repealed]", "## § 7-3. Wells", RULE)
    report = chunk_provisions(document, provisions(document))
    assert [c.provision_id for c in report.chunks] == ["act/s7-1", "act/s7-3"]
    assert report.left_out == {DELETED: 1}


def test_korean_article_is_cut_and_cited_in_its_own_way(act: Act) -> None:
    rules = [f"{mark} 등대지기는 해가 지면 문을 잠그고 해가 뜨면 다시 열어야 한다." for mark in "①②③④"]
    first = ("## 제1조(목적)", "이 법은 항만의 관리를 정한다.", "## 제2조의2(문)")
    last = ("## 제3조(배)", "배는 부두에 매어야 한다.")
    document = act(*first, *rules, *last, title="항만관리법", name="harbor.md")
    law_tree = provisions(document)
    assert law_tree.grammar == "korean-law"
    chunks = chunk_provisions(document, law_tree, ChunkSettings(max_tokens=50, overlap_tokens=0, min_tokens=10)).chunks
    assert [(c.provision_id, c.label) for c in chunks[1:3]] == [
        ("harbor/a2-2/p1", "항만관리법 제2조의2제1항"),
        ("harbor/a2-2/p2", "항만관리법 제2조의2제2항"),
    ]


# Which documents are cut by provision

CHOICES: list[tuple[str, str, Sequence[tuple[str, int, int]], bool]] = [
    ("sections_of_an_act", "us-state", [("s1", 0, 500), ("s2", 500, 1000)], True),
    ("half_of_it", "us-state", [("s1", 0, 500)], True),
    ("less_than_half", "us-state", [("s1", 0, 490)], False),
    ("nested_units_count_once", "us-state", [("a1", 0, 400), ("s1", 0, 400)], False),
    ("chapters_alone", "us-state", [("c1", 0, 1000)], False),
    ("headings_that_no_grammar_reads", "", [("s1", 0, 1000)], False),
    ("contract", "contract", [("a1", 0, 1000)], False),
]


@pytest.mark.parametrize(("grammar", "rows", "wanted"), [row[1:] for row in CHOICES], ids=[row[0] for row in CHOICES])
def test_which_documents_have_provisions(grammar: str, rows: Sequence[tuple[str, int, int]], wanted: bool) -> None:
    found = [
        Provision(f"act/{name}", ProvisionKind(name[0]), name[1:], None, Span(start, end), Span(start, start))
        for name, start, end in rows
    ]
    assert has_provisions(ProvisionTree("act", grammar, tuple(found)), 1000) is wanted


def test_text_that_was_not_read_as_law_is_cut_by_page(act: Act) -> None:
    document = act(HEAD, RULE, *BACK)
    assert {c.provision_id for c in chunk_units(document, None).chunks} == {None}


# Real law

REAL = [
    ("housing/documents", "nyc-housing-maintenance-code.pdf"),
    ("housing/documents", "us-fair-housing-act-42-usc-ch45.md"),
    ("housing/documents", "fl-chapter-83-part-ii-residential-tenancies.md"),
    ("hipaa", "hipaa_part164.md"),
    ("regops_ko/documents", "innovation_decree.md"),
    ("regops_ko/documents", "innovation_decree_annexes.md"),
]


@pytest.mark.parametrize(("folder", "name"), REAL, ids=[re.sub(r"\W", "_", name) for _, name in REAL])
def test_real_law_loses_nothing_and_stays_in_size(data_dir: Path, folder: str, name: str) -> None:
    document = read_file(data_dir / folder / name)
    tree = provisions(document)
    assert has_provisions(tree, len(document.text))
    chunks = chunk_provisions(document, tree).chunks
    covered = {at for chunk in chunks for _, span, _ in chunk.pieces for at in range(*span)}
    for block in blocks(document):
        if block.left_out is None:
            lost = [at for at in range(*block.span) if at not in covered and not document.text[at].isspace()]
            assert all(tree.around(at)[-1].deleted for at in lost)
    assert all(chunk.tokens <= 600 for chunk in chunks)
    named = [chunk for chunk in chunks if chunk.provision_id]
    assert len(named) >= 0.97 * len(chunks)
