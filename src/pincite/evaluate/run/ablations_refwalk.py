"""The named runs of RefWalk and of what it is measured beside: rows of `pincite.evaluate.run.ablations.NamedRun`.

All search the same library. Rows without the cross-encoder fix the preset `paper`, so that sentences are judged alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

SYSTEMS: Final = "walk-systems"
ABLATIONS: Final = "walk-ablations"
RERANKED: Final = "walk-reranked"
"""Apart, since the cross-encoder at hand reads English alone and takes minutes."""
CHANGES: Final = ("no-answer", "eager", "oracle", "edges-withheld")
"""What an evaluation alone may change of a pipeline: see `pincite.evaluate.run.changes`."""


def _system(name: str, title: str, **more: Any) -> Mapping[str, Any]:
    row = {"name": name, "group": SYSTEMS, "title": title, "preset": "paper", "method": "citeguard"}
    return {**row, **more}


def _walk(name: str, title: str, *, group: str = ABLATIONS, **more: Any) -> Mapping[str, Any]:
    settings = {f"refwalk.{key}": value for key, value in more.pop("set", {}).items()}
    return {
        "name": name,
        "group": group,
        "title": title,
        "preset": "paper",
        "method": "refwalk",
        "settings": settings,
        **more,
    }


_NO_GRAPH: Final = {"hops": 0, "closure": False, "closure_check": False}

REFWALK_RUNS: Final[tuple[Mapping[str, Any], ...]] = (
    _system("walk-bm25", "BM25 alone", mode="lexical"),
    _system("walk-dense", "vectors alone", mode="dense"),
    _system("walk-hybrid", "both, fused: CiteGuard's"),
    _system("walk-cross-encoder", "hybrid, then the cross-encoder", preset="standard", group=RERANKED),
    _walk("walk", "RefWalk as its settings are", group=SYSTEMS),
    _walk(
        "walk-likeness",
        "hybrid with weights by authority: no anchor, hop or closure",
        group=SYSTEMS,
        set={"anchor_in_retrieval": False, "fusion": "narrow", "seed_by": "hybrid"} | _NO_GRAPH,
    ),
    _walk("walk-paper", "as published: no closure", set={"closure": False, "closure_check": False}),
    _walk("walk-no-graph", "no hop and no closure", set=_NO_GRAPH),
    _walk("walk-no-hop", "closure without the hop", set={"hops": 0}),
    _walk("walk-one-alpha", "vectors and words weighed alike for every question", set={"alpha_by_words": False}),
    _walk("walk-two-hops", "two hops", set={"hops": 2}),
    _walk("walk-rrf", "reciprocal rank fusion", set={"fusion": "rrf"}),
    _walk("walk-rrm", "reciprocal rank max", set={"fusion": "rrm"}),
    _walk("walk-weighted", "weighted sum of the views", set={"fusion": "weighted"}),
    *(_walk(f"walk-{view}", f"view {view} alone", set={"fusion": view}) for view in ("narrow", "mid", "wide")),
    _walk("walk-no-anchor", "no anchor in retrieval: every view is the question", set={"anchor_in_retrieval": False}),
    _walk("walk-no-anchor-in-prompt", "anchor not shown to the writer", set={"anchor_in_prompt": False}),
    _walk(
        "walk-no-authority",
        "all levels of authority alike",
        set={f"{level}_weight": 1.0 for level in ("statute", "decree", "rule", "notice", "manual", "other")},
    ),
    _walk("walk-no-check", "answers not held against what their rules rest on", set={"closure_check": False}),
    _walk(
        "walk-reranker",
        "views ranked by the cross-encoder",
        set={"rank_by": "reranker"},
        preset="standard",
        group=RERANKED,
    ),
    _walk("walk-no-schema", "form of claims asked for in words alone", set={"bound": "prompt"}, needs="--model"),
    _walk("walk-eager", "every answer cites all of its evidence", changes=("eager",)),
    _walk("walk-oracle", "gold provisions as evidence, among others", changes=("oracle",)),
    _walk("walk-edges-withheld", "edges between two gold provisions taken out", changes=("edges-withheld",)),
)
