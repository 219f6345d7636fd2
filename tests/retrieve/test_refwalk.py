"""RefWalk's retrieval on a fictional act with decree and manual: what it finds, how each came, scope, notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from pincite.errors import InputError
from pincite.index.embedders import Vectors
from pincite.library import Library
from pincite.settings import RefWalkSettings
from pincite.testing import HashEmbedder, OverlapReranker
from pincite.types.anchor import AnchorSource, TopicAnchor
from pincite.types.retrieval import Ranking, RetrievalFilter

MakeLibrary = Callable[..., Library]
CHECKED = "등대는 얼마나 자주 점검하나요?"
CLAIMED = "등대지기는 점검수당을 언제까지 청구하나요?"
PAID = "점검수당의 지급"


@pytest.fixture(scope="module")
def library(make_shared_library: MakeLibrary, lights: dict[str, str]) -> Library:
    return make_shared_library(lights, embedder=HashEmbedder("ko"), tags={"act.md": ["law"], "decree.md": ["law"]})


@pytest.fixture
def search(library: Library, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ranking]:
    """A search in the shared library with some of RefWalk's settings changed."""

    def run(
        question: str, k: int = 6, *, where: RetrievalFilter | None = None, anchor: Any = None, **refwalk: Any
    ) -> Ranking:
        from dataclasses import replace

        changed = replace(library.settings, refwalk=RefWalkSettings(**refwalk))
        monkeypatch.setattr(library, "settings", changed)
        return library.search(question, k, "refwalk", where or RetrievalFilter(), anchor=anchor)

    return run


def names(ranking: Ranking) -> list[str]:
    return [item.chunk.provision_id or item.chunk.document_id for item in ranking.items]


def way(ranking: Ranking, provision: str) -> Any:
    (item,) = [i for i in ranking.items if (i.chunk.provision_id or i.chunk.document_id) == provision]
    return item


def test_delegated_detail_stands_behind_the_rules_with_the_edge_that_brought_it(search: Callable[..., Ranking]) -> None:
    ranking = search(CHECKED, k=3, closure_top=1, closure_units=2)
    order = names(ranking)
    assert order[0] == "act/a3"
    assert set(order[1:]) == {"decree/a2", "act/a5"}
    item = way(ranking, "decree/a2")
    assert [(e.source, e.type, e.target) for e in item.via] == [("act/a3/p2", "DELEGATES_TO", "decree/a2")]
    assert (item.origin.way, item.origin.need) == ("closure", "delegated")
    assert item.origin.brought_by == way(ranking, "act/a3").chunk.id


def test_without_closure_the_detail_ranks_by_its_words(search: Callable[..., Ranking]) -> None:
    assert "decree/a2" not in names(search(CHECKED, k=4, closure=False))
    assert "decree/a2" in names(search(CHECKED, k=4))


def test_manual_is_necessary_for_no_rule(make_library: MakeLibrary, lights: dict[str, str]) -> None:
    manual = lights["manual.md"] + "\n\n## 법 제4조의 예외\n\n법 제4조에도 불구하고 이렇게 한다.\n"
    settings = RefWalkSettings(closure_needs=("exception", "detail"), seed_pool=1, hops=0)
    library = make_library(lights | {"manual.md": manual}, embedder=HashEmbedder("ko"), refwalk=settings)
    ranking = library.search("점검수당 청구", 10, "refwalk")
    assert all(i.chunk.document_id != "manual" for i in ranking.items if i.origin and i.origin.way == "closure")


def test_edge_reaches_what_is_no_seed(search: Callable[..., Ranking]) -> None:
    ranking = search(CHECKED, k=10, seed_pool=2, seeds=2, seed_views=("mid",), closure=False)
    item = way(ranking, "act/a5")
    assert item.origin.way == "edge"
    assert [(e.source, e.manner) for e in item.via] == [("act/a5", "exception")]
    assert set(item.origin.ranks) == {"narrow", "mid", "wide"}
    seeds = [i for i in ranking.items if i.origin and i.origin.way == "seed"]
    assert len(seeds) == 2
    assert all(i.via == () for i in seeds)


@pytest.mark.parametrize(
    "off",
    [{"hops": 0}, {"edges": ()}, {"seeds": 0}, {"edges": ("REQUIRES_FORM",)}],
    ids=["hops", "types", "seeds", "other"],
)
def test_nothing_is_walked_where_the_settings_say_so(search: Callable[..., Ranking], off: dict[str, Any]) -> None:
    ranking = search(CHECKED, k=10, seed_pool=2, seed_views=("mid",), closure=False, **off)
    assert len(ranking.items) == 2


def test_pool_is_of_all_views_that_seed(search: Callable[..., Ranking]) -> None:
    found = {
        views: set(names(search(CLAIMED, k=20, seed_pool=1, seeds=0, closure=False, seed_views=views)))
        for views in (("narrow",), ("wide",), ("narrow", "wide"))
    }
    assert found["narrow", "wide"] == found["narrow",] | found["wide",]


def test_scores_fall_and_ranks_count_up(search: Callable[..., Ranking]) -> None:
    for fusion in ("rrm", "rrf", "weighted", "narrow", "mid", "wide"):
        ranking = search(CLAIMED, k=8, fusion=fusion)
        assert [i.rank for i in ranking.items] == list(range(1, len(ranking.items) + 1))
        scores = [i.score for i in ranking.items]
        assert scores == sorted(scores, reverse=True)


def test_ties_are_broken_by_the_mid_view(search: Callable[..., Ranking]) -> None:
    items = search(CLAIMED, k=8, closure=False).items
    for one, other in pairwise(items):
        if one.score == other.score and one.origin and other.origin:
            assert one.origin.ranks["mid"] < other.origin.ranks["mid"]


def test_manual_counts_less_and_by_setting_as_much(search: Callable[..., Ranking]) -> None:
    less = names(search(PAID, k=20, closure=False))
    same = names(search(PAID, k=20, closure=False, manual_weight=1.0))
    assert same.index("manual") < less.index("manual")
    none = search(PAID, k=20, closure=False, manual_weight=0.0)
    assert names(none)[-1] == "manual"


@pytest.mark.parametrize("closure", [True, False])
@pytest.mark.parametrize("k", [1, 2, 10])
def test_at_most_k_and_each_once(search: Callable[..., Ranking], k: int, closure: bool) -> None:
    order = names(search(CHECKED, k=k, closure=closure))
    assert len(order) == len(set(order)) <= k


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        pytest.param(RetrievalFilter(document_ids=("act",)), {"act"}, id="document"),
        pytest.param(RetrievalFilter(tags=("law",)), {"act", "decree"}, id="tag"),
        pytest.param(RetrievalFilter(tags=("none",)), set(), id="nothing"),
    ],
)
def test_filter_holds_for_what_edges_bring(
    search: Callable[..., Ranking], where: RetrievalFilter, ids: set[str]
) -> None:
    assert {i.chunk.document_id for i in search(CHECKED, 20, where=where).items} == ids


def test_callers_anchor_is_taken(search: Callable[..., Ranking]) -> None:
    without = search("기한이 있나요?", k=20, fusion="wide")
    ranking = search("기한이 있나요?", k=20, fusion="wide", anchor=TopicAnchor("점검수당의 지급", actor="등대지기"))
    assert ranking.anchor == TopicAnchor("점검수당의 지급", actor="등대지기", source=AnchorSource.CALLER)
    assert names(ranking)[0] == "act/a4"
    assert names(without)[0] != "act/a4"


def test_anchor_is_of_the_corpus(search: Callable[..., Ranking]) -> None:
    anchor = search(CLAIMED).anchor
    assert anchor is not None
    assert (anchor.actor, anchor.source) == ("등대지기", AnchorSource.VOCABULARY)
    assert anchor.topic.startswith("점검수당")


def test_without_the_anchor_every_view_is_the_question(search: Callable[..., Ranking]) -> None:
    ranking = search(CLAIMED, anchor_in_retrieval=False)
    assert ranking.anchor is not None
    for item in ranking.items:
        assert item.origin
        assert len(set(item.origin.ranks.values())) == 1


def test_same_question_has_the_same_ranking(search: Callable[..., Ranking]) -> None:
    assert search(CLAIMED, k=10) == search(CLAIMED, k=10)


def test_words_alone_are_said(make_library: MakeLibrary, lights: dict[str, str]) -> None:
    ranking = make_library(lights).search(CHECKED, mode="refwalk")
    assert names(ranking)[0].startswith("act/")
    assert any("words alone" in note for note in ranking.notes)


def test_no_edges_are_said(make_library: MakeLibrary) -> None:
    text = "# 규칙\n\n## 열쇠\n\n회원은 열쇠를 한 개 받는다.\n\n## 배\n\n배는 아홉 시까지 돌아온다.\n"
    ranking = make_library({"club.md": text}, embedder=HashEmbedder("ko")).search(
        "열쇠를 몇 개 받나요?", mode="refwalk"
    )
    assert "열쇠를 한 개 받는다." in ranking.items[0].chunk.text
    assert any("no edge" in note for note in ranking.notes)


def test_new_document_is_walked_at_once(make_library: MakeLibrary, lights: dict[str, str], tmp_path: Any) -> None:
    library = make_library({"act.md": lights["act.md"]}, embedder=HashEmbedder("ko"))
    assert all(i.chunk.document_id == "act" for i in library.search(CHECKED, mode="refwalk").items)
    (tmp_path / "decree.md").write_text(lights["decree.md"], "utf-8")
    library.add([tmp_path / "decree.md"])
    assert "decree/a2" in names(library.search(CHECKED, mode="refwalk"))


def test_place_named_keeps_other_places_out(make_library: MakeLibrary) -> None:
    act = (
        "# Tenancy Act of {0}\n\n{0} Legislature\n\n"
        "## § 1. Deposits\n\nA landlord shall return the deposit within {1} days.\n\n"
        "## § 2. Exception\n\nNotwithstanding section 1, no deposit of a seasonal dwelling is returned.\n"
    )
    files = {"ohio.md": act.format("Ohio", 30), "texas.md": act.format("Texas", 21)}
    ranking = make_library(files, embedder=HashEmbedder()).search(
        "When is the deposit returned in Ohio?", mode="refwalk"
    )
    assert {i.chunk.document_id for i in ranking.items} == {"ohio"}
    assert [p.name for p in ranking.left_out] == ["Texas"]


def test_cross_encoder_ranks_each_view(make_library: MakeLibrary, lights: dict[str, str]) -> None:
    asked: list[str] = []

    class Kept(OverlapReranker):
        def scores(self, question: str, passages: Sequence[str]) -> list[float]:
            asked.append(question)
            return [1.0 if "특례" in p or "폭풍" in p else 0.0 for p in passages]

    settings = RefWalkSettings(rank_by="reranker", closure=False)
    library = make_library(lights, embedder=HashEmbedder("ko"), reranker=Kept(), refwalk=settings)
    assert names(library.search(CLAIMED, mode="refwalk"))[0] == "act/a5"
    assert len(asked) == 3
    assert max(map(len, asked)) <= 500


def test_views_are_embedded_in_one_batch(make_library: MakeLibrary, lights: dict[str, str]) -> None:
    batches: list[int] = []

    class Batch(HashEmbedder):
        def embed_queries(self, texts: Sequence[str]) -> Vectors:
            batches.append(len(texts))
            return np.array([self._vector(t) for t in texts], dtype=np.float32)

        def embed_query(self, text: str) -> Vectors:
            raise AssertionError("one by one")

    library = make_library(lights, embedder=Batch("ko"))
    library.search(CLAIMED, mode="refwalk")
    assert batches == [3]


@pytest.mark.parametrize("k", [0, -1])
def test_fewer_than_one_unit_is_an_error(search: Callable[..., Ranking], k: int) -> None:
    with pytest.raises(InputError):
        search(CHECKED, k=k)
