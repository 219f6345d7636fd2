"""Rankings and gold in the form of TREC, for others' tools: a run for each system, and the judgements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from pincite.evaluate.regops.known_ids import KnownIds
from pincite.evaluate.regops.node_ids import plain
from pincite.evaluate.regops.predictions.read import System
from pincite.evaluate.regops.score.bench import ScoreBench

_UNSAFE = re.compile(r"[^\w.-]+")


def write_trec(folder: Path, bench: ScoreBench, systems: Sequence[System]) -> list[Path]:
    """Writes `qrels.txt` and `NAME.run` of each system; ids as the corpus spells them, blanks as `%20`.

    Judgements are equality of ids: their figures are those of the hit rule strict.

    Returns:
        The files, judgements first.
    """
    folder.mkdir(parents=True, exist_ok=True)
    qrels = folder / "qrels.txt"
    qrels.write_text("".join(_judged(bench)), "utf-8")
    made = [qrels]
    for system in systems:
        name = _UNSAFE.sub("_", system.name).strip("_") or "system"
        path = folder / f"{name}.run"
        number = 2
        while path in made:
            path = folder / f"{name}-{number}.run"
            number += 1
        path.write_text("".join(_ranked(bench, system, path.stem)), "utf-8")
        made.append(path)
    return made


def _judged(bench: ScoreBench) -> Iterator[str]:
    for question in bench.questions:
        for node in question.gold:
            yield f"{_word(question.id)} 0 {spelled(node, bench.known)} 1\n"


def _ranked(bench: ScoreBench, system: System, tag: str) -> Iterator[str]:
    for question in bench.questions:
        prediction = system.predictions.get(question.id)
        nodes = prediction.retrieved or () if prediction else ()
        for rank, node in enumerate(nodes, 1):
            # Tools sort by score; one that falls with the rank keeps the order.
            yield f"{_word(question.id)} Q0 {spelled(node, bench.known)} {rank} {1 / rank:.6f} {tag}\n"


def spelled(node: str, known: KnownIds) -> str:
    """An id as the corpus writes it, in one word."""
    return _word(known.spelled.get(node, plain(node)))


def _word(text: str) -> str:
    return re.sub(r"[\s%]", lambda found: quote(found[0]), text)
