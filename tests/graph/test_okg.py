"""The graph: its nodes and edges, walks over it, and that the way in which documents came leaves no trace."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.errors import InputError
from pincite.graph.export import export
from pincite.graph.link import Linker
from pincite.graph.lookup import Member
from pincite.graph.okg import KnowledgeGraph, NodeKind
from pincite.graph.statistics import statistics
from pincite.types.reference import EdgeType, Manner, ReferenceForm

F, E = ReferenceForm, EdgeType


def triples(graph: KnowledgeGraph, *types: EdgeType) -> set[tuple[str, str, str, str]]:
    return {(e.source, str(e.type), e.target, e.manner) for e in graph.edges if not types or e.type in types}


@pytest.fixture(scope="module")
def pair(act: Any, decree: Any, link: Any) -> KnowledgeGraph:
    graph: KnowledgeGraph = link(act(), decree())
    return graph


def test_edges_of_an_act_and_its_decree(pair: KnowledgeGraph) -> None:
    walked = (E.REFERENCES, E.DELEGATES_TO, E.SPECIFIES, E.REQUIRES_FORM)
    assert triples(pair, *walked) == {
        ("act/a2/i2", "DELEGATES_TO", "decree/a2", "claimed"),
        ("act/a5/p1", "DELEGATES_TO", "decree/a3", "cited"),
        ("act/a5/p2", "REFERENCES", "act/a5/p1", ""),
        ("decree/a1", "SPECIFIES", "act", ""),
        ("decree/a2", "SPECIFIES", "act/a2/i2", ""),
        ("decree/a3", "SPECIFIES", "act/a5/p1", ""),
        ("decree/a4", "REQUIRES_FORM", "decree/f1", ""),
    }


def test_every_edge_carries_the_words_that_made_it(pair: KnowledgeGraph, act: Any) -> None:
    edge = next(e for e in pair.edges if e.type is E.REFERENCES)
    assert edge.span is not None
    assert all(e.span is not None for e in pair.edges)
    assert all(e.source in pair.nodes and e.target in pair.nodes for e in pair.edges)


def test_every_provision_is_part_of_what_is_around_it(pair: KnowledgeGraph) -> None:
    parts = triples(pair, E.PART_OF)
    assert ("act/a5/p2/i1", "PART_OF", "act/a5/p2", "") in parts
    assert ("act/a5", "PART_OF", "act", "") in parts


def test_term_leads_to_its_definition_and_uses_lead_to_the_term(pair: KnowledgeGraph) -> None:
    term = "act/a2/i1/def:등대지기"
    assert pair.node(term).kind is NodeKind.DEFINITION
    assert (term, "DEFINES", "act/a2/i1", "") in triples(pair, E.DEFINES)
    assert ("act/a5/p1", "DEFINES", term, "use") in triples(pair, E.DEFINES)


def test_several_edges_join_two_nodes(law: Any, ref: Any, act: Any, link: Any) -> None:
    lines = (("a1", "제1조 법 제3조에 따르되 법 제3조를 준용한다"),)
    refs = [
        ref("a1", "법 제3조에", F.ALIAS, "a3", "법"),
        ref("a1", "법 제3조를", F.ALIAS, "a3", "법", manner=Manner.MUTATIS_MUTANDIS),
    ]
    graph = link(law.member("decree", "등대관리법 시행령", lines, refs), act())
    between = [e for e in graph.edges if (e.source, e.target) == ("decree/a1", "act/a3")]
    assert [e.manner for e in between] == ["", "mutatis_mutandis"]


def test_outside_act_is_a_node_and_outside_the_corpus(law: Any, ref: Any, link: Any) -> None:
    member = law.member(
        "d",
        "등대 기준",
        (("a1", "제1조 「바다법」 제1조"),),
        [ref("a1", "「바다법」 제1조", F.NAMED_WORK, "a1", "바다법")],
    )
    graph = link(member)
    node = graph.node("external:바다법")
    assert (node.kind, node.label) == (NodeKind.EXTERNAL_ACT, "바다법")
    assert statistics(graph)["unresolved"] == {"outside_corpus": 1}
    assert statistics(graph)["resolved_share_in_corpus"] is None


def test_reference_to_itself_makes_no_edge(law: Any, ref: Any, link: Any) -> None:
    lines = (("a1", "제1조 이 조와 제1조"),)
    refs = [ref("a1", "이 조", F.SELF, "a1"), ref("a1", "제1조", F.OWN_DOCUMENT, "a1")]
    graph = link(law.member("d", "등대 기준", lines, refs))
    assert triples(graph, E.REFERENCES) == set()
    assert statistics(graph)["resolved"] == 2


def test_edition_mismatch_is_linked_and_marked(law: Any, ref: Any, act: Any, link: Any) -> None:
    lines = (("a1", "제1조 법 제8조"),)
    refs = [ref("a1", "법 제8조", F.ALIAS, "a8", "법")]
    decree = law.member("decree", "등대관리법 시행령", lines, refs, effective_date="2020-01-01")
    graph = link(decree, act(effective_date="2025-01-01"))
    assert ("decree/a1", "SPECIFIES", "act/a8", "edition_mismatch") in triples(graph)
    assert statistics(graph)["unresolved"]["edition_mismatch"] == 1


# Walks


def test_neighbours_by_type_and_direction(pair: KnowledgeGraph) -> None:
    found = pair.neighbours("act/a5/p1", [E.DELEGATES_TO, E.SPECIFIES])
    assert [(n.id, n.edge.type, n.forward) for n in found] == [
        ("decree/a3", E.DELEGATES_TO, True),
        ("decree/a3", E.SPECIFIES, False),
    ]
    assert [n.id for n in pair.neighbours("act/a5/p1", [E.SPECIFIES], "out")] == []
    assert [n.id for n in pair.neighbours("act/a5/p1", [E.SPECIFIES], "in")] == ["decree/a3"]


def test_closure_counts_hops_and_keeps_its_budget(pair: KnowledgeGraph) -> None:
    types = [E.REFERENCES, E.DELEGATES_TO]
    found = {r.id: r.hops for r in pair.closure(["act/a5/p2"], types, hops=2)}
    assert found == {"act/a5/p2": 0, "act/a5/p1": 1, "decree/a3": 2}
    assert len(pair.closure(["act/a5/p2"], types, hops=2, budget=2)) == 2
    assert [r.id for r in pair.closure(["act/a5/p2"], types, hops=0)] == ["act/a5/p2"]


def test_trace_is_a_shortest_way(pair: KnowledgeGraph) -> None:
    way = pair.trace("act/a5/p2", "decree/a3", [E.REFERENCES, E.DELEGATES_TO])
    assert way is not None
    assert [(s.id, s.edge.type) for s in way] == [("act/a5/p1", E.REFERENCES), ("decree/a3", E.DELEGATES_TO)]
    assert pair.trace("act/a3", "act/a3") == ()
    assert pair.trace("act/a3", "decree/a3", [E.REFERENCES]) is None


def test_rolling_up_keeps_branch_articles_apart(law: Any, ref: Any, link: Any) -> None:
    lines = (
        ("a5", "제5조"),
        ("a5/p1", "① 말"),
        ("a5-2", "제5조의2"),
        ("a5-2/p1", "① 글"),
        ("a6", "제6조 제5조의2제1항"),
    )
    graph = link(law.member("d", "등대 기준", lines, [ref("a6", "제5조의2제1항", F.OWN_DOCUMENT, "a5-2/p1")]))
    assert [(e.source, e.target) for e in graph.rolled_up() if e.type is E.REFERENCES] == [("d/a6", "d/a5-2")]
    assert graph.lifted("d/a5-2/p1") == "d/a5-2"
    assert graph.lifted("d") == "d"


@pytest.mark.parametrize(
    ("wanted", "near"),
    [("act/a5/p9", "act/a5/p1"), ("act/a55", "act/a5"), ("akt/a5", "act"), ("act/a3/i1", "act/a3")],
    ids=["paragraph", "article", "document", "nothing-below"],
)
def test_unknown_id_names_the_nearest(pair: KnowledgeGraph, wanted: str, near: str) -> None:
    with pytest.raises(InputError, match="no provision") as raised:
        pair.neighbours(wanted)
    assert near in raised.value.hint


# Incremental equals full


def pool(act: Any, decree: Any, law: Any, ref: Any) -> list[Member]:
    """Documents that hang on one another: editions, a rule that claims, a notice that cites, annexes, a namesake."""
    members = [
        act("act", effective_date="2024-06-01"),
        act("act", effective_date="2024-06-01", refs=[]),  # the same id with another content
        act("act_old", effective_date="2019-01-01"),
        act("sea", "바다관리법"),
        decree("decree", effective_date="2024-07-01"),
        decree("decree", effective_date="2024-07-01", refs=[]),
        decree("decree_old", effective_date="2020-01-01"),
    ]
    rule = (("a1", '제1조 법 제7조에서 "부령으로 정하는 금액"이란 …'), ("a2", "제2조 영 제3조와 별표 1"))
    refs = [
        ref("a1", "법 제7조", F.DELEGATION_BACK, "a7", "법"),
        ref("a2", "영 제3조", F.ALIAS, "a3", "영"),
        ref("a2", "별표 1", F.ANNEX, "n1", "등대관리법 시행령"),
    ]
    members.append(law.member("rule", "등대관리법 시행규칙", rule, refs))
    members.append(law.member("annexes", "annexes", (("n1", "■ 등대관리법 시행령 [별표 1]"),), []))
    notice = (("a1", "제1조 「등대관리법」 제8조와 「바다관리법」 제3조, 「하늘법」 제1조"),)
    refs = [
        ref("a1", "「등대관리법」 제8조", F.NAMED_WORK, "a8", "등대관리법"),
        ref("a1", "「바다관리법」 제3조", F.NAMED_WORK, "a3", "바다관리법"),
        ref("a1", "「하늘법」 제1조", F.NAMED_WORK, "a1", "하늘법"),
    ]
    members.append(law.member("notice", "등대 점검 기준", notice, refs, effective_date="2023-12-28"))
    members.append(act("sky", "하늘법"))
    return members


def snapshot(graph: KnowledgeGraph) -> tuple[Any, ...]:
    return tuple(export(graph, "jsonl")), tuple(graph.resolutions()), statistics(graph)


@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_incremental_equals_full_in_any_order(data: st.DataObject, act: Any, decree: Any, law: Any, ref: Any) -> None:
    members = pool(act, decree, law, ref)
    as_of = data.draw(st.sampled_from([None, "2023-12-28", "2024-06-15"]))
    linker = Linker(as_of)
    held: dict[str, Member] = {}
    for _ in range(data.draw(st.integers(1, 14))):
        put = data.draw(st.lists(st.sampled_from(members), max_size=3, unique_by=lambda m: m.id))
        gone = data.draw(st.lists(st.sampled_from(sorted(held)), max_size=2, unique=True)) if held else []
        linker.change(put, gone)
        held = {k: v for k, v in held.items() if k not in gone} | {m.id: m for m in put}
    full = Linker(as_of)
    full.change(held.values())
    assert snapshot(linker.graph()) == snapshot(full.graph())
    assert linker.document_ids == sorted(held)


def test_decree_that_claims_no_more_leaves_the_act_unfilled(act: Any, decree: Any) -> None:
    linker = Linker()
    linker.change([act(), decree()])
    linker.change([decree(refs=[])])
    assert triples(linker.graph(), E.DELEGATES_TO) == set()
    assert linker.touched == ("act", "decree")


def test_a_document_added_touches_only_what_must_be(act: Any, decree: Any, law: Any) -> None:
    linker = Linker()
    strangers = [act(f"other{n}", f"{n}번법") for n in range(5)]
    linker.change([act(), *strangers])
    linker.change([decree()])
    assert linker.touched == ("act", "decree")
    linker.change([law.member("free", "바람 기준", (("a1", "제1조"),))])
    assert linker.touched == ("free",)


def test_same_documents_give_the_same_bytes(act: Any, decree: Any, link: Any) -> None:
    one = "\n".join(export(link(act(), decree()), "graphml")).encode()
    other = "\n".join(export(link(decree(), act()), "graphml")).encode()
    assert one == other


def test_graph_at_a_date_has_one_edition(act: Any, link: Any) -> None:
    old, new = act("old", effective_date="2020-01-01"), act("new", effective_date="2024-01-01")
    assert {n.document_id for n in link(old, new).nodes.values()} == {"new"}
    assert {n.document_id for n in link(old, new, as_of="2022-01-01").nodes.values()} == {"old"}
