"""Every document becomes a tree: by the grammar that fits best, else by its headings."""

from __future__ import annotations

import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from pincite.errors import PinciteError
from pincite.parse import grammars as registry
from pincite.parse.grammars import BUILTIN, GROUP, Grammar, grammar, grammars
from pincite.parse.statute import grammar_for, provisions
from pincite.parse.text_files.markdown import parse_markdown
from pincite.parse.text_files.plain import parse_plain
from pincite.types.document import Document, Section, Span
from pincite.types.provision import ProvisionKind, ProvisionTree

ROOT = Path(__file__).resolve().parents[2]
MANUAL = "\n".join(
    line
    for number in (15, 3, 22, 7, 31, 11)
    for line in (
        f"{number}쪽의 설명",
        "연구자는 아래의 규정을 잘 읽고 나서",
        "서식을 써서 내야 하는데 그 순서는",
        "다음에 나오는 그림과 같으며 모르면",
        "담당자에게 묻는 것이 좋다",
        f"제{number}조(가람) ① 나루는 다솜을 한다.",
        "따라서 마루는 이 경우에 낼 것이 없고",
        "바람이 대신 내는 것이 보통이다",
    )
)


def document(text: str, *, markdown: bool = False, language: str = "ko", **more: object) -> Document:
    parsed = (parse_markdown if markdown else parse_plain)(text)
    return Document(
        "d", "가나", "d.txt", parsed.media_type, "0" * 64, parsed.text, parsed.text_map,
        sections=parsed.sections, language=language, **more,  # type: ignore[arg-type]
    )  # fmt: skip


def _empty(found: Document) -> ProvisionTree:
    return ProvisionTree(found.id, "toy", ())


TOY = Grammar("toy", (), lambda found: 0.9 if "toy" in found.text else 0.0, _empty)


def test_law_is_read_by_its_grammar() -> None:
    assert provisions(document("제1조(목적) 이 법은 좋다.\n제2조(뜻) 뜻은 좋다.")).grammar == "korean-law"


def test_a_manual_that_quotes_articles_is_read_by_its_headings() -> None:
    assert grammar_for(document(MANUAL)) is None
    found = provisions(document("# 안내서\n\n## 첫째\n\n" + MANUAL + "\n\n## 둘째\n\n제1조(가) 나.", markdown=True))
    assert found.grammar == ""
    assert [(p.id, p.title) for p in found] == [("d/s1", "안내서"), ("d/s2", "첫째"), ("d/s3", "둘째")]


def test_a_badly_numbered_law_is_still_law() -> None:
    text = "제1조(가) 나.\n제2조(다)\n① 라.\n③ 마.\n② 바.\n제5조(사) 아.\n제5조(자) 차.\n제8조\n카.\n제9조(타) 파."
    assert provisions(document(text)).grammar == "korean-law"


def test_headings_nest_by_level_and_carry_their_numbers() -> None:
    text = (
        "# Handbook\n\nHello.\n\n## 2.1 Rent\n\nPay it.\n\n### Late\n\nDo not.\n\n## 2.2 Notice\n\nGive it.\n\n"
        "# End\n\nBye."
    )
    found = provisions(document(text, markdown=True, language="xx"))
    assert [(p.id, p.parent) for p in found] == [
        ("d/s1", None), ("d/s2.1", "d/s1"), ("d/s3", "d/s2.1"), ("d/s2.2", "d/s1"), ("d/s5", None),
    ]  # fmt: skip
    assert {p.kind for p in found} == {ProvisionKind.SECTION}
    assert found.provisions[0].span.cut(document(text, markdown=True).text).endswith("Give it.")


def test_section_numbers_that_come_again_stay_apart() -> None:
    text = "aaaa bbbb cccc dddd"
    sections = tuple(
        Section(number, f"h{place}", 1, (), Span(5 * place, 5 * place + 4))
        for place, number in enumerate(["1 a/b", "1 a/b", None, "3"])
    )
    found = provisions(
        Document("d", "t", "d.txt", "text/plain", "0" * 64, text, document(text).text_map, sections=sections)
    )
    assert [p.id for p in found] == ["d/s1-a-b", "d/s1-a-b~2", "d/s_3", "d/s3"]


def test_a_text_without_headings_is_one_section() -> None:
    found = provisions(document("가람은 나루이다.", language="xx"))
    assert [(p.id, p.title, p.span) for p in found] == [("d/s1", "가나", Span(0, 9))]


def test_builtin_grammars_are_also_entry_points() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert declared["project"]["entry-points"][GROUP] == BUILTIN
    assert [found.name for found in grammars()][: len(BUILTIN)] == list(BUILTIN)


def test_an_unknown_grammar_is_named_with_the_known_ones() -> None:
    assert grammar("korean-law").name == "korean-law"
    with pytest.raises(PinciteError, match="korean-law"):
        grammar("nowhere-law")


def test_other_packages_bring_grammars_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_entry_points", lambda: [EntryPoint("toy", f"{__name__}:TOY", GROUP)])
    monkeypatch.setattr(EntryPoint, "load", lambda _: TOY)
    assert provisions(document("a toy text", language="xx")).grammar == "toy"


@pytest.mark.parametrize(
    "loaded",
    [
        pytest.param(ImportError("gone"), id="does-not-load"),
        pytest.param(object(), id="no-grammar"),
        pytest.param(Grammar("other", (), lambda _: 1.0, _empty), id="other-name"),
    ],
)
def test_a_broken_entry_point_is_reported(monkeypatch: pytest.MonkeyPatch, loaded: object) -> None:
    def load(_: EntryPoint) -> object:
        if isinstance(loaded, Exception):
            raise loaded
        return loaded

    monkeypatch.setattr(registry, "_entry_points", lambda: [EntryPoint("toy", "toys:TOY", GROUP)])
    monkeypatch.setattr(EntryPoint, "load", load)
    with pytest.raises(PinciteError, match="toys:TOY"):
        list(grammars())


def test_grammars_are_asked_about_their_languages_only() -> None:
    korean = grammar("korean-law")
    assert korean.speaks("ko")
    assert korean.speaks("und")
    assert not korean.speaks("en")
