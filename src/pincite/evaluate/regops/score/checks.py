"""What is wrong or odd with all of a system's predictions: join keys, another corpus's ids, fields that are missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from pincite.evaluate.regops.findings import Finding, error, note, warning
from pincite.evaluate.regops.known_ids import KnownIds
from pincite.evaluate.regops.node_ids import shown
from pincite.evaluate.regops.predictions.aliases import field as field_of
from pincite.evaluate.regops.predictions.read import Prediction, System
from pincite.evaluate.regops.score.bench import ScoreBench

_READ_FROM = {
    "footer": "a footer of the answer",
    "text": "the answer's words",
    "markers": "markers [n] as places in the ranked list",
}


def system_findings(system: System, bench: ScoreBench) -> Iterator[Finding]:
    """What is to be said of all of a system's predictions."""
    file = Path(system.file).name
    yield from _of_keys(system, file, bench)
    rows = [row for row in system.predictions.values() if row.qa_id in bench.by_id]
    if rows and bench.known.complete:
        yield from _of_ids(system, file, rows, bench.known)
    yield from _of_missing_fields(system, file, rows)


def _of_keys(system: System, file: str, bench: ScoreBench) -> Iterator[Finding]:
    wanted = bench.by_id
    strange = [row for row in system.predictions.values() if row.qa_id not in wanted]
    if strange and len(strange) == len(system.predictions):
        said = (
            f"None of the {len(strange)} question ids of system {system.name!r} is of the benchmark: "
            f"{strange[0].qa_id!r:.60} here, {next(iter(wanted), '')!r} there."
        )
        yield error("wrong_join_keys", file, strange[0].line, said, _join_remedy(strange, bench))
        return
    for row in strange:
        near = get_close_matches(row.qa_id, wanted, n=1)
        remedy = f"Did you mean {near[0]!r}?" if near else "Take it out, or name the right --bench."
        said = f"The benchmark has no question {row.qa_id!r:.60}; it is left out."
        yield warning("unknown_question", file, row.line, said, remedy)
    yield from _of_questions(system, file, bench)
    missing = [name for name in wanted if name not in system.predictions]
    if missing:
        said = (
            f"System {system.name!r} has no prediction for {len(missing)} of {len(wanted)} questions, such as "
            f"{missing[0]!r}; each counts as a failure."
        )
        remedy = "Add them, or score the others alone with --only-predicted."
        yield warning("missing_questions", file, None, said, remedy)


def _of_questions(system: System, file: str, bench: ScoreBench) -> Iterator[Finding]:
    """Predictions that were made for another question of the same id: another build of the benchmark."""
    wanted = bench.by_id
    for row in system.predictions.values():
        said = field_of(row.row, "question").value
        own = wanted[row.qa_id].text if row.qa_id in wanted else ""
        if isinstance(said, str) and own and said.split() != own.split():
            told = (
                f"The question {row.qa_id!r} is another one there: {said[:60]!r} here, {own[:60]!r} in the benchmark."
            )
            yield warning(
                "other_question", file, row.line, told, "Predict anew: this is of another benchmark or build."
            )


def _join_remedy(strange: Sequence[Prediction], bench: ScoreBench) -> str:
    texts = {" ".join(question.text.split()): question.id for question in bench.questions}
    for row in strange:
        said = field_of(row.row, "question").value
        if isinstance(said, str) and (own := texts.get(" ".join(said.split()))):
            return f"The question of line {row.line} is {own!r} there: write the benchmark's ids as qa_id."
    folded = {name.casefold().lstrip("0 ") for name in bench.by_id}
    if any(row.qa_id.casefold().lstrip("0 ") in folded for row in strange):
        return "They differ in case or zeros only: write the benchmark's ids as they are."
    return "Name the right --bench, or write the benchmark's ids as qa_id."


def _of_ids(system: System, file: str, rows: Sequence[Prediction], known: KnownIds) -> Iterator[Finding]:
    strange = {row.line: [node for node in row.retrieved or () if known.is_unknown(node)] for row in rows}
    lines = [line for line, nodes in strange.items() if nodes]
    count = sum(len(row.retrieved or ()) for row in rows)
    if lines and sum(map(len, strange.values())) == count:
        said = (
            f"None of the {count} retrieved ids of system {system.name!r} is in the corpus: "
            f"{shown(strange[lines[0]][:1])!r} here, {next(iter(known.spelled.values()))!r} there."
        )
        remedy = "Index the benchmark's corpus and keep each passage's node_id; ids of chunks will not do."
        yield error("other_corpus", file, lines[0], said, remedy)
        return
    told = [node for row in rows for node in row.cited]
    if told and all(map(known.is_unknown, told)):
        said = f"None of the {len(told)} cited ids of system {system.name!r} is in the corpus: {shown(told[:1])!r}."
        remedy = "Either all are invented (CFP 1), or they are of another corpus: write the benchmark's ids."
        yield warning("no_cited_in_corpus", file, next(row.line for row in rows if row.cited), said, remedy)
    for line in lines:
        said = f"Retrieved {shown(strange[line])} is not in the corpus."
        yield warning("not_in_corpus", file, line, said, "Write the ids of the benchmark's corpus.")
    for row in rows:
        if cited := [node for node in row.cited if known.is_unknown(node)]:
            yield note("cited_not_in_corpus", file, row.line, f"Cited {shown(cited)} is not in the corpus: see CFP.")
    deep = sum(known.is_over_deep(node) for row in rows for node in row.cited)
    if deep:
        said = f"{deep} cited ids of system {system.name!r} are finer than the corpus; CFP looks at what is above them."
        yield note("over_deep", file, None, said)


def _of_missing_fields(system: System, file: str, rows: Sequence[Prediction]) -> Iterator[Finding]:
    kept = [row for row in rows if row.answered]
    fields = (
        ("retrieved", "retrieved ids", [row for row in kept if not row.retrieved],
         "Write the ranked ids as retrieved_node_ids; without them there is no retrieval to measure."),
        ("answer", "answer", [row for row in kept if not row.answer.strip()], "Write the answer's text as answer."),
        ("citation", "citation", [row for row in kept if not row.cited],
         "Write the cited ids as cited_node_ids, or end the answer with a line `[Citations] id, id`."),
    )  # fmt: skip
    for code, what, lacking, remedy in fields:
        if lacking:
            said = f"{len(lacking)} of {len(rows)} predictions of system {system.name!r} have no {what}."
            yield warning(f"no_{code}", file, lacking[0].line, said, remedy)
    for source, how in _READ_FROM.items():
        if count := sum(row.cited_from == source for row in kept):
            yield note(f"cited_from_{source}", file, None, f"Citations of {count} predictions were read from {how}.")
