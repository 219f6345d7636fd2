"""Law made for tests: documents, trees and references built by hand, so that no grammar and no finder is under test."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from pincite.graph.corpus import with_declared
from pincite.graph.link import Linker
from pincite.graph.lookup import Member
from pincite.graph.okg import KnowledgeGraph
from pincite.graph.read_law import law_of
from pincite.graph.resolve import Resolution
from pincite.types.document import Document, Span, TextMap
from pincite.types.law import Declared
from pincite.types.provision import Provision, ProvisionKind, ProvisionTree, split_segment
from pincite.types.reference import CrossReference, Manner, ReferenceForm


@dataclass(frozen=True)
class Ref:
    """A reference that a test writes: where it stands (path), its words, form and target."""

    at: str
    words: str
    form: ReferenceForm
    path: str = ""
    work: str = ""
    through: str = ""
    manner: Manner = Manner.PLAIN
    antecedent: bool = False
    heading: str = ""


class LawBuilder:
    """Makes members of a corpus out of lines `(path, text)`; `(path, text, mark)` with mark `deleted` or a note."""

    def document(self, document_id: str, title: str, lines: Sequence[tuple[str, ...]], **fields: Any) -> Document:
        text = "\n".join([title, *(line[1] for line in lines)])
        values = {"language": "ko", "effective_date": None, **fields}
        return Document(document_id, title, f"{document_id}.md", "text/markdown", "0" * 64, text, TextMap(()), **values)

    def tree(self, document: Document, lines: Sequence[tuple[str, ...]], grammar: str) -> ProvisionTree:
        starts, at = [], len(document.title) + 1
        for line in lines:
            starts.append(at)
            at += len(line[1]) + 1
        provisions = []
        for place, (path, text, *mark) in enumerate(lines):
            below = [n for n, other in enumerate(lines) if other[0].startswith(f"{path}/")]
            last = max([place, *below])
            heading = Span(starts[place], starts[place] + min(len(text), 4))
            span = Span(starts[place], starts[last] + len(lines[last][1]))
            provisions.append(self._provision(document, path, mark, span, heading))
        return ProvisionTree(document.id, grammar, tuple(provisions))

    def _provision(self, document: Document, path: str, mark: Sequence[str], span: Span, heading: Span) -> Provision:
        kind, number = split_segment(path.rsplit("/", 1)[-1])
        parent = f"{document.id}/{path.rsplit('/', 1)[0]}" if "/" in path else None
        notes = tuple(
            Span(at, at + len(note))
            for note in mark
            if note != "deleted" and (at := document.text.find(note, span.start)) >= 0
        )
        title = document.text[span.start :].split("(")[1].split(")")[0] if "(" in span.cut(document.text)[:12] else ""
        return Provision(
            f"{document.id}/{path}", ProvisionKind(kind), number, parent, span, heading, title, "deleted" in mark, notes
        )

    def member(
        self,
        document_id: str,
        title: str,
        lines: Sequence[tuple[str, ...]],
        refs: Sequence[Ref] = (),
        *,
        aliases: Mapping[str, str] | None = None,
        declared: Declared | None = None,
        grammar: str = "korean-law",
        **fields: Any,
    ) -> Member:
        document = self.document(document_id, title, lines, **fields)
        tree = self.tree(document, lines, grammar)
        references = sorted((self.reference(document, tree, ref) for ref in refs), key=lambda r: r.span)
        law = law_of(document, tree, references, dict(aliases or {}))
        return Member(with_declared(law.standing, declared), law)

    def reference(self, document: Document, tree: ProvisionTree, ref: Ref) -> CrossReference:
        source = f"{document.id}/{ref.at}" if ref.at else document.id
        provision = tree.get(source)
        start = document.text.index(ref.words, provision.span.start if provision else 0)
        span = Span(start, start + len(ref.words))
        path = tuple(ref.path.split("/")) if ref.path else ()
        antecedent = Span(0, 1) if ref.antecedent else None
        if ref.heading:
            at = document.text.index(ref.heading)
            antecedent = Span(at, at + len(ref.heading))
        return CrossReference(source, span, ref.form, path, ref.work, ref.through, ref.manner, antecedent)


@pytest.fixture(scope="session")
def law() -> LawBuilder:
    return LawBuilder()


@pytest.fixture(scope="session")
def ref() -> type[Ref]:
    return Ref


@pytest.fixture(scope="session")
def link() -> Callable[..., KnowledgeGraph]:
    """Links members into a graph."""

    def make(*members: Member, as_of: str | None = None) -> KnowledgeGraph:
        linker = Linker(as_of)
        linker.change(members)
        return linker.graph()

    return make


@pytest.fixture(scope="session")
def outcomes(link: Callable[..., KnowledgeGraph]) -> Callable[..., list[Resolution]]:
    """The resolutions of the first member's references among the others."""

    def resolve(source: Member, *others: Member, as_of: str | None = None) -> list[Resolution]:
        graph = link(source, *others, as_of=as_of)
        return [resolution for member, resolution in graph.resolutions() if member.id == source.id]

    return resolve


ACT_LINES = (
    ("a1", "제1조(목적) 이 법은 등대의 관리를 정한다."),
    ("a2", "제2조(정의) 이 법에서 사용하는 용어의 뜻은 다음과 같다."),
    ("a2/i1", '1. "등대지기"란 등대를 지키는 사람을 말한다.'),
    ("a2/i2", "2. 그 밖에 대통령령으로 정하는 사람"),
    ("a3", "제3조(등록) 등대를 세우려는 자는 등록하여야 한다."),
    ("a5", "제5조(점검)"),
    ("a5/p1", "① 등대지기는 대통령령으로 정하는 바에 따라 점검한다."),
    ("a5/p2", "② 제1항에 따른 점검의 방법"),
    ("a5/p2/i1", "1. 매일"),
    ("a5/p2/i2", "2. 매주"),
    ("a5-2", "제5조의2(기록) 점검을 기록한다."),
    ("a6", "제6조 삭제", "deleted"),
    ("a7", "제7조(수수료) 수수료는 부령으로 정하는 금액으로 한다."),
    ("a8", "제8조(고시) 등대의 빛은 장관이 정하여 고시한다. <개정 2024.5.1>", "<개정 2024.5.1>"),
)


@pytest.fixture(scope="session")
def act(law: LawBuilder) -> Callable[..., Member]:
    """A fictional act with items, branches, a deleted article and a note; its delegations are references."""

    def make(document_id: str = "act", title: str = "등대관리법", **fields: Any) -> Member:
        refs = fields.pop("refs", None)
        if refs is None:
            out = ReferenceForm.DELEGATION_OUT
            refs = [
                Ref("a2/i2", "대통령령으로 정하는", out, work="대통령령"),
                Ref("a5/p1", "대통령령으로 정하는", out, work="대통령령"),
                Ref("a5/p2", "제1항", ReferenceForm.OWN_ARTICLE, "p1"),
                Ref("a7", "부령으로 정하는", out, work="부령"),
                Ref("a8", "장관이 정하여 고시", out, work="장관"),
            ]
        return law.member(document_id, title, ACT_LINES, refs, **fields)

    return make


@pytest.fixture(scope="session")
def decree(law: LawBuilder) -> Callable[..., Member]:
    """The act's decree: it claims one delegation and cites another."""

    def make(document_id: str = "decree", title: str = "등대관리법 시행령", **fields: Any) -> Member:
        lines = (
            ("a1", "제1조(목적) 이 영은 「등대관리법」에서 위임된 사항을 정한다."),
            ("a2", '제2조(사람) 법 제2조제2호에서 "대통령령으로 정하는 사람"이란 선원을 말한다.'),
            ("a3", "제3조(점검) 법 제5조제1항에 따른 점검은 아침에 한다."),
            ("a4", "제4조(서식) 신청은 별지 제1호서식에 따른다."),
        )
        form = ReferenceForm
        refs = [
            Ref("a1", "「등대관리법」", form.NAMED_WORK, work="등대관리법"),
            Ref("a2", "법 제2조제2호", form.DELEGATION_BACK, "a2/i2", "법"),
            Ref("a3", "법 제5조제1항", form.ALIAS, "a5/p1", "법"),
            Ref("a4", "별지 제1호서식", form.FORM, "f1"),
        ]
        return law.member(document_id, title, lines, fields.pop("refs", refs), **fields)

    return make
