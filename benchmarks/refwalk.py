"""RefWalk against its baselines by level, paired, and what its graph could give at best; from a report of `eval run`.

    pincite eval run korean-law:report --retrieval-only --ablate walk-systems --ablate walk-ablations --out OUT
    python benchmarks/refwalk.py OUT [--without "crosses families=yes"]… [--ceiling --data DIR --work DIR] [--json]

The best baseline is the one with the highest figure of the measure in question over all questions shown. Intervals are
of the paired bootstrap over questions, 95 %.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pincite.evaluate.results.intervals import paired_bootstrap
from pincite.evaluate.results.report_data import read_report

MEASURES = (
    "FullCov@10 strict", "FullCov@10 hierarchical", "FullCov@10 article", "R@5 strict", "R@10 strict",
    "R@10 hierarchical", "nDCG@10 strict",
)  # fmt: skip
BASELINES = ("walk-bm25", "walk-dense", "walk-hybrid", "walk-cross-encoder")
PLAIN = "walk-likeness"
"""No baseline that is published, but what is left of RefWalk's own ranking without its anchor and the graph."""
METHOD = "walk"
COMPARED = (
    "FullCov@10 strict", "FullCov@10 hierarchical", "FullCov@10 article", "R@10 strict", "nDCG@10 strict",
)  # fmt: skip
Chosen = Callable[[Mapping[str, Any]], bool]


def main() -> None:
    """Reads the arguments, computes, prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report", type=Path, help="folder that --out of `pincite eval run` named")
    parser.add_argument(
        "--without", metavar="TRAIT=VALUE", action="append", default=[], help="leave out such questions"
    )
    parser.add_argument("--ceiling", action="store_true", help="of pure expansion from a gold seed, too")
    parser.add_argument("--data", type=Path, help="for --ceiling: the data folder")
    parser.add_argument("--work", type=Path, help="for --ceiling: the folder for work of the run")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    report = read_report(options.report)
    asked = [(at, q) for at, q in enumerate(report["questions"]) if not any(_is_of(q, t) for t in options.without)]
    found: dict[str, Any] = {"runs": by_level(report, asked), "paired": paired(report, asked)}
    if options.ceiling:
        found["ceiling"] = ceiling_shares(report, asked, options.data, options.work)
    print(json.dumps(found, ensure_ascii=False, indent=1) if options.json else as_text(found, len(asked)))


def _is_of(question: Mapping[str, Any], trait: str) -> bool:
    name, _, value = trait.partition("=")
    return bool(question["traits"].get(name) == value)


def parts(asked: Sequence[tuple[int, Mapping[str, Any]]]) -> dict[str, list[int]]:
    """Name of a part of the questions to their places."""
    levels = dict.fromkeys(sorted(q["category"] for _, q in asked))
    found = {"all": [at for at, _ in asked]}
    found |= {level: [at for at, q in asked if q["category"] == level] for level in levels}
    if {"L3", "L4"} & set(levels):
        found["L3, L4"] = found.get("L3", []) + found.get("L4", [])
    return found


def by_level(report: Mapping[str, Any], asked: Sequence[tuple[int, Mapping[str, Any]]]) -> dict[str, Any]:
    """Run to part to measure to its mean."""
    return {
        run["name"]: {
            part: {m: _mean(_scores(report, run, m), at) for m in MEASURES} for part, at in parts(asked).items()
        }
        for run in report["runs"]
        if run["status"] == "run"
    }


def paired(report: Mapping[str, Any], asked: Sequence[tuple[int, Mapping[str, Any]]]) -> list[dict[str, Any]]:
    """RefWalk's lead on the best baseline, and on its own ranking by likeness, by measure and part."""
    runs = {run["name"]: run for run in report["runs"] if run["status"] == "run"}
    found = []
    for measure in COMPARED:
        everything = [at for at, _ in asked]
        means = {n: _mean(_scores(report, runs[n], measure), everything) for n in BASELINES if n in runs}
        known = {name: mean for name, mean in means.items() if mean is not None}
        if METHOD not in runs or not known:
            continue
        best = max(known, key=lambda name: known[name])
        for other in (best, *({PLAIN} & set(runs))):
            before, after = (_scores(report, runs[name], measure) for name in (other, METHOD))
            found += [
                {"measure": measure, "part": part, "best": other, **lead}
                for part, at in parts(asked).items()
                if (lead := _lead([before[i] for i in at], [after[i] for i in at]))
            ]
    return found


def _lead(before: Sequence[float | None], after: Sequence[float | None]) -> dict[str, Any] | None:
    """The mean difference over the questions with a score on both sides."""
    pairs = [(a, b) for a, b in zip(before, after, strict=True) if a is not None and b is not None]
    if not pairs:
        return None
    difference = paired_bootstrap([a for a, _ in pairs], [b for _, b in pairs])
    return {"questions": len(pairs), "lead": difference.mean, "interval": list(difference.interval)}


def _scores(report: Mapping[str, Any], run: Mapping[str, Any], measure: str) -> list[float | None]:
    own = run if not run["same_as"] else next(r for r in report["runs"] if r["name"] == run["same_as"])
    scores: list[float | None] = own["scores"].get(measure) or [None] * len(report["questions"])
    return scores


def _mean(scores: Sequence[float | None], places: Sequence[int]) -> float | None:
    known = [score for at in places if (score := scores[at]) is not None]
    return sum(known) / len(known) if known else None


def ceiling_shares(
    report: Mapping[str, Any], asked: Sequence[tuple[int, Mapping[str, Any]]], data: Path, work: Path
) -> dict[str, Any]:
    """Of each way to walk, by part: the share of questions whose gold it could cover from one gold provision."""
    from pincite.evaluate.benchmarks.registry import load
    from pincite.evaluate.gold.graph_ceiling import CITING, ceilings
    from pincite.evaluate.gold.locate import locate
    from pincite.evaluate.run.events import unheard
    from pincite.evaluate.run.library import opened
    from pincite.settings import Settings

    benchmark = load(report["benchmark"]["name"], data)
    places = parts(asked)
    ids = [question["id"] for question in report["questions"]]
    found = {}
    with opened(benchmark, Settings(), work, on_event=unheard) as held:
        located = locate(benchmark, held.library).benchmark
        for hops, types in ((1, CITING), (2, CITING), (1, None), (2, None)):
            best = ceilings(located, held.library, hops=hops, types=types)
            name = f"{hops} hop{'s' if hops > 1 else ''}, {'the edges that are walked' if types else 'all edges'}"
            found[name] = {
                part: {
                    "FullCov@10 strict": _share([best[ids[i]].strict for i in at if ids[i] in best]),
                    "FullCov@10 hierarchical": _share([best[ids[i]].hierarchical for i in at if ids[i] in best]),
                    "R@10 strict": _share([best[ids[i]].recall for i in at if ids[i] in best]),
                }
                for part, at in places.items()
            }
    return found


def _share(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def as_text(found: Mapping[str, Any], questions: int) -> str:
    """The tables as Markdown."""
    lines = [f"{questions} questions", ""]
    for title, rows in (("run", found["runs"]), ("from one gold provision", found.get("ceiling"))):
        for measure in MEASURES if rows else ():
            columns = list(next(iter(rows.values())))
            table = [(name, *(_shown(row[c].get(measure)) for c in columns)) for name, row in rows.items()]
            if any(cell != "-" for row in table for cell in row[1:]):
                lines += [f"{measure}", "", *_table((title, *columns), table), ""]
    rows = [
        (p["measure"], p["part"], str(p["questions"]), p["best"], f"{100 * p['lead']:+.1f}",
         f"{100 * p['interval'][0]:+.1f} to {100 * p['interval'][1]:+.1f}")
        for p in found["paired"]
    ]  # fmt: skip
    return "\n".join([*lines, *_table(("measure", "part", "questions", "against", "lead", "95 %"), rows)])


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


if __name__ == "__main__":
    main()
