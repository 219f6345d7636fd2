"""The graph on real law and at size: what resolves, what does not and why, time and memory.

    python benchmarks/graph.py --data DIR [--corpus-file benchmarks/regops_ko.toml] [--examples REASON] [--json]
    python benchmarks/graph.py --synthetic 10000

The first builds three corpora: the current Korean set, the set of 2023-12-28 at its own date, and HIPAA; a corpus file
says what the texts do not: which act the manuals explain. The second
makes a law of that many provisions in fictional acts with decrees, reads and links it, stores it in a library, and adds
one document more. Peak memory is of the whole process.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pincite.graph.corpus import with_declared
from pincite.graph.corpus_file import read_corpus_file
from pincite.graph.kept import KeptGraph
from pincite.graph.link import Linker
from pincite.graph.lookup import Member
from pincite.graph.okg import KnowledgeGraph
from pincite.graph.read_law import read_law
from pincite.graph.statistics import NOT_HELD, statistics
from pincite.parse import read
from pincite.store.library import SqliteStore
from pincite.types.document import Document

HISTORY_DATE = "2023-12-28"
SETS = {
    "regops_ko, current": (("regops_ko/documents/*.md",), None),
    f"regops_ko, as of {HISTORY_DATE}": (
        ("regops_ko/history_2023-12-28/*.md", "regops_ko/documents/rnd_cost_standard.md"),
        HISTORY_DATE,
    ),
    "hipaa": (("hipaa/hipaa_part*.md",), None),
}
ARTICLES = 20
PARAGRAPHS = 2
ITEMS = 2


def main() -> None:
    """Reads the arguments, runs, prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, help="the folder that holds regops_ko/ and hipaa/")
    parser.add_argument("--corpus-file", type=Path, help="a corpus.toml, by file names")
    parser.add_argument("--examples", metavar="REASON", help="print references that did not resolve for this reason")
    parser.add_argument("--limit", type=int, default=40, help="how many examples")
    parser.add_argument("--synthetic", type=int, metavar="PROVISIONS", help="a made-up corpus of this size instead")
    parser.add_argument("--json", action="store_true", help="the counts as JSON")
    options = parser.parse_args()
    if options.synthetic:
        at_size(options.synthetic)
    else:
        for name, (patterns, as_of) in SETS.items():
            on_data(name, [p for g in patterns for p in sorted(options.data.glob(g))], as_of, options)


def on_data(name: str, paths: list[Path], as_of: str | None, options: argparse.Namespace) -> None:
    """Builds one corpus and prints it."""
    documents = [read(path) for path in paths]
    started = time.perf_counter()
    laws = [read_law(document) for document in documents]
    read_s = time.perf_counter() - started
    linker = Linker(as_of)
    declared = read_corpus_file(options.corpus_file) if options.corpus_file else {}
    names = [declared.get(path.name) for path in paths]
    members = [Member(with_declared(law.standing, d), law) for law, d in zip(laws, names, strict=True)]
    linker.change(members)
    graph = linker.graph()
    facts = statistics(graph)
    link_s = time.perf_counter() - started - read_s
    if options.json:
        print(json.dumps({"set": name, **facts}, ensure_ascii=False, indent=1))
        return
    print(f"## {name}\n\n{len(documents)} documents, read as law in {read_s:.2f} s, linked in {link_s:.2f} s")
    print(f"peak memory {peak_mb():.0f} MB\n")
    print_facts(facts, graph)
    if options.examples:
        print_examples(graph, {d.id: d for d in documents}, options.examples, options.limit)


def print_levels(graph: KnowledgeGraph) -> None:
    """The share that resolves by the level of the text that cites, since manuals quote other texts as their own."""
    groups: dict[str, list[bool]] = {}
    for member, outcome in graph.resolutions():
        if outcome.reason not in NOT_HELD:
            groups.setdefault(str(member.standing.level), []).append(outcome.reason is None)
    print("resolved by level: " + ", ".join(f"{k} {percent(sum(v) / len(v))}" for k, v in groups.items()) + "\n")


def print_facts(facts: dict[str, Any], graph: KnowledgeGraph) -> None:
    """The counts as tables."""
    for name in ("levels", "grammars", "provisions", "nodes", "edges", "manners", "warnings"):
        print(f"{name}: " + ", ".join(f"{key} {count}" for key, count in facts[name].items()))
    print("\n| form | references | resolved | of those in the corpus | unresolved |\n|---|---|---|---|---|")
    for form, counts in facts["forms"].items():
        reasons = ", ".join(f"{reason} {count}" for reason, count in counts["unresolved"].items())
        share = counts["resolved_share_in_corpus"]
        print(f"| {form} | {counts['references']} | {counts['resolved']} | {percent(share)} | {reasons or '-'} |")
    reasons = ", ".join(f"{reason} {count}" for reason, count in facts["unresolved"].items())
    share = percent(facts["resolved_share_in_corpus"])
    print(f"| all | {facts['references']} | {facts['resolved']} | {share} | {reasons} |\n")
    print_levels(graph)


def percent(share: float | None) -> str:
    """A share for a table."""
    return "-" if share is None else f"{100 * share:.1f} %"


def print_examples(graph: KnowledgeGraph, documents: dict[str, Document], reason: str, limit: int) -> None:
    """References that did not resolve, with their surroundings."""
    shown = 0
    for member, outcome in graph.resolutions():
        if outcome.reason == reason and shown < limit:
            text, (start, end) = documents[member.id].text, outcome.reference.span
            around = " ".join(text[max(start - 50, 0) : start].split()), " ".join(text[end : end + 40].split())
            r = outcome.reference
            path = f"{'/'.join(r.path)} {r.through}".strip()
            print(f"- {r.source} {r.form} work={r.work!r} path={path} nearest={outcome.nearest}")
            print(f"    …{around[0]} [[{' '.join(text[start:end].split())}]] {around[1]}…")
            shown += 1


# At size


def at_size(provisions: int) -> None:
    """A made-up corpus: read, linked, stored, one document more."""
    per_act = ARTICLES * (1 + PARAGRAPHS * (1 + ITEMS))
    acts = max(provisions // (2 * per_act), 1)
    with tempfile.TemporaryDirectory() as folder:
        paths = list(write_corpus(Path(folder), acts + 1))
        extra, rest = paths[-2:], paths[:-2]
        started = time.perf_counter()
        documents = [read(path) for path in rest]
        laws = [read_law(document) for document in documents]
        read_s = time.perf_counter() - started
        linker = Linker()
        linker.change([Member(law.standing, law) for law in laws])
        graph = linker.graph()
        total = sum(len(law.tree.provisions) for law in laws)
        print(f"{len(rest)} documents, {total} provisions, {sum(len(law.references) for law in laws)} references")
        whole_s = time.perf_counter() - started
        print(f"parsed and linked in {whole_s:.2f} s (read {read_s:.2f} s); {len(graph.edges)} edges")
        print(f"resolved {percent(statistics(graph)['resolved_share_in_corpus'])}; peak memory {peak_mb():.0f} MB")
        add_one(linker, extra[0])
        stored(Path(folder), documents, laws, extra[1])


def add_one(linker: Linker, path: Path) -> None:
    """One document into a linked corpus in memory."""
    started = time.perf_counter()
    law = read_law(read(path))
    linker.change([Member(law.standing, law)])
    linker.graph()
    print(f"one document added in {time.perf_counter() - started:.2f} s, {len(linker.touched)} documents touched")


def stored(folder: Path, documents: list[Document], laws: list[Any], path: Path) -> None:
    """The same in a library: the graph when it is opened, and after one document more."""
    with SqliteStore.open(folder / "library", create=True) as store:
        for document, law in zip(documents, laws, strict=True):
            store.add(document, [], law=law)
        started = time.perf_counter()
        kept = KeptGraph()
        kept.current(store)
        print(f"graph of the library in {time.perf_counter() - started:.2f} s when it is opened")
        started = time.perf_counter()
        document = read(path)
        store.add(document, [], law=read_law(document))
        kept.current(store)
        print(f"one document added to the library in {time.perf_counter() - started:.2f} s")


def write_corpus(folder: Path, acts: int) -> Iterator[Path]:
    """Fictional acts, each with its decree, that cite themselves, one another and upward."""
    for act in range(acts):
        name = f"가상{act}번관리법"
        other = f"가상{(act * 7 + 1) % acts}번관리법"
        yield write(folder / f"act{act}.md", name, [act_article(n, other) for n in range(1, ARTICLES + 1)])
        lines = [decree_article(n, name) for n in range(1, ARTICLES + 1)]
        yield write(folder / f"decree{act}.md", f"{name} 시행령", lines)


def write(path: Path, title: str, articles: list[str]) -> Path:
    """A file in the form of the public sources."""
    path.write_text(f"# {title}\n\n" + "\n\n".join(articles) + "\n", "utf-8")
    return path


def act_article(number: int, other: str) -> str:
    """An article with delegations, own references and a reference to another act."""
    lines = [f"##### 제{number}조 (제목{number})"]
    for mark in "①②"[:PARAGRAPHS]:
        before = f"제{max(number - 1, 1)}조제1항"
        lines.append(f"**{mark}** {before}에 따라 대통령령으로 정하는 자는 「{other}」 제{number}조를 따른다.")
        lines += [f"  {item}\\. 제1항에 따른 사항 {item}" for item in range(1, ITEMS + 1)]
    return "\n\n".join(lines)


def decree_article(number: int, act: str) -> str:
    """An article that claims a delegation of the act's article of the same number."""
    lines = [f"##### 제{number}조 (제목{number})"]
    for mark, at in zip("①②", (1, 2), strict=True):
        claimed = f"「{act}」 제{number}조제{at}항"
        lines.append(f'**{mark}** {claimed}에서 "대통령령으로 정하는 자"란 다음 각 호의 자를 말한다.')
        lines += [f"  {item}\\. 제1항에 해당하는 자 {item}" for item in range(1, ITEMS + 1)]
    return "\n\n".join(lines)


def peak_mb() -> float:
    """Most memory that the process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
