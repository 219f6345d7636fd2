"""Tables of what a model's drafts came to: validation off, gate `paper`, gate `standard`, by the readings of each
sentence.

    python benchmarks/model_report.py --readings benchmarks/model_readings.jsonl ROWS [ROWS ...] [--list | --unread]

`ROWS` are files of `benchmarks/model_drafts.py`. A reading says of one sentence with its sources, or of one whole
answer, what a reader found; the sentence itself is not kept, only the hash of its words and sources. `--unread` lists
what nobody has read yet, as JSON lines with the texts, for a reader; `--list` prints a table of all questions.
Intervals are Wilson's, 95 %.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from pincite.evaluate.results.intervals import wilson

Row = Mapping[str, Any]
GATES = ("off", "paper", "standard")
ANSWERS = ("right", "partly", "beside", "wrong")


def main() -> None:
    """Reads the arguments, prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", type=Path, nargs="+")
    parser.add_argument("--readings", type=Path, required=True)
    parser.add_argument("--half", choices=["choosing", "other"], help="documents on which thresholds were set, or not")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--unread", action="store_true")
    options = parser.parse_args()
    readings = read_readings(options.readings)
    for path in options.rows:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        if options.half:
            rows = [row for row in rows if row["half"] is (options.half == "choosing")]
        if options.unread:
            for item in unread(rows, readings):
                print(json.dumps(item, ensure_ascii=False))
        elif options.list:
            print("\n".join(listed(rows, readings)))
        else:
            report(rows, readings)


def read_readings(path: Path) -> dict[str, Row]:
    """Key of a sentence or an answer to what was read of it."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {row["key"]: row for row in map(json.loads, filter(str.strip, lines))}


def sentence_key(question: str, sentence: Row) -> str:
    """The hash by which a sentence with its sources is known; the same words twice are read once."""
    return _key(question, " ".join(sentence["text"].split()), *map(str, sorted(set(sentence["citations"]))))


def answer_key(question: str, sentences: Sequence[Row]) -> str:
    """The hash of a whole answer."""
    return _key("answer", question, *(sentence_key(question, s) for s in sentences))


def _key(*parts: str) -> str:
    return sha256("\x1f".join(parts).encode()).hexdigest()[:16]


def delivered(row: Row, gate: str) -> Sequence[Row] | None:
    """The sentences that a person gets: of the first draft where nothing is validated; None for a refusal."""
    if gate == "off":
        first = row["first"]
        return None if first["refused"] or first["fault"] else first["sentences"]
    outcome = row["gates"][gate]
    return outcome["sentences"] if outcome["status"] == "answered" else None


def unread(rows: Iterable[Row], readings: Mapping[str, Row]) -> Iterator[dict[str, Any]]:
    """What a reader must see: each sentence that some gate delivers, and each answer, with question and sources."""
    seen = set(readings)
    for row in rows:
        items: list[dict[str, Any]] = []
        for sentences in (delivered(row, gate) or () for gate in ("off", *row["gates"])):
            for sentence in sentences:
                items.append({"key": sentence_key(row["id"], sentence), "kind": "sentence", **_said(sentence)})
            if sentences:
                key = answer_key(row["id"], sentences)
                items.append({"key": key, "kind": "answer", "sentences": [_said(s) for s in sentences]})
        fresh = [item for item in {i["key"]: i for i in items}.values() if item["key"] not in seen]
        seen.update(item["key"] for item in fresh)
        if fresh:
            head = ("id", "question", "answerable", "reference", "gold_quotes", "sources")
            yield {"model": row["model"], **{name: row[name] for name in head}, "to_read": fresh}


def _said(sentence: Row) -> dict[str, Any]:
    return {"text": sentence["text"], "citations": sentence["citations"]}


def report(rows: Sequence[Row], readings: Mapping[str, Row]) -> None:
    """Prints counts, first all questions, then those that the rule of sufficiency lets through."""
    print(f"{rows[0]['model']}, form {rows[0]['first']['form']}, {len(rows)} questions")
    prompts = [row["first"]["prompt_tokens"] for row in rows]
    print(f"  prompt tokens of the first draft: at most {max(prompts)}, mean {sum(prompts) / len(prompts):.0f}")
    _markers(rows)
    for title, part in (
        ("every question is written for", list(rows)),
        ("only where the evidence was judged sufficient; the others are refused", [r for r in rows if r["sufficient"]]),
    ):
        print(f"  {title}")
        for gate in GATES:
            _gate(rows, part, gate, readings)


def _markers(rows: Sequence[Row]) -> None:
    """Of the first drafts, before any repair."""
    sentences = [(s, len(r["sources"])) for r in rows for s in r["first"]["sentences"]]
    valid = sum(bool(s["citations"]) and all(1 <= n <= held for n in s["citations"]) for s, held in sentences)
    invalid = sum(not 1 <= n <= held for s, held in sentences for n in s["citations"])
    _line("    sentences of first drafts whose markers are there and in range", valid, len(sentences))
    print(f"    markers out of range: {invalid}; faults: {sum(bool(r['first']['fault']) for r in rows)}; ", end="")
    print(f"refused by the model at first: {sum(r['first']['refused'] for r in rows)}")


def _gate(rows: Sequence[Row], part: Sequence[Row], gate: str, readings: Mapping[str, Row]) -> None:
    name = "validation off" if gate == "off" else f"gate {gate}"
    given = [(row, found) for row in part if (found := delivered(row, gate)) is not None]
    answered = {row["id"] for row, _ in given}
    print(f"    {name}")
    for what, held in (("answerable", True), ("unanswerable", False)):
        ids = [row["id"] for row in rows if row["answerable"] is held]
        _line(f"      {what}, answered", len(answered.intersection(ids)), len(ids))
    said = [(row["id"], s) for row, sentences in given for s in sentences]
    marks = [readings.get(sentence_key(question, s), {}).get("verdict", "unread") for question, s in said]
    _line("      sentences delivered that their sources do not support", marks.count("unsupported"), len(marks))
    _line("      ... support in part", marks.count("partly"), len(marks))
    wrong = {q for (q, _), mark in zip(said, marks, strict=True) if mark == "unsupported"}
    _line("      answers with an unsupported sentence", len(wrong), len(given))
    _line("      sentences whose markers are in range", sum(_in_range(r, s) for r, f in given for s in f), len(said))
    kinds = [readings.get(answer_key(row["id"], found), {}).get("verdict", "unread") for row, found in given]
    print("      answers: " + ", ".join(f"{kind} {kinds.count(kind)}" for kind in (*ANSWERS, "unread")))
    if gate != "off":
        _regenerations(part, gate)


def _in_range(row: Row, sentence: Row) -> bool:
    return bool(sentence["citations"]) and all(1 <= n <= len(row["sources"]) for n in sentence["citations"])


def _regenerations(part: Sequence[Row], gate: str) -> None:
    again = [row for row in part if len(row["gates"][gate]["attempts"]) > 1]
    accepted = sum(row["gates"][gate]["status"] == "answered" for row in again)
    attached = sum(bool(s.get("attached")) for row in part for s in row["gates"][gate]["sentences"])
    print(f"      written again: {len(again)}, accepted then: {accepted}; sentences attached by repair: {attached}")


def listed(rows: Sequence[Row], readings: Mapping[str, Row]) -> Iterator[str]:
    """A Markdown table: each question with what each gate delivered, how it was read, and why."""
    yield f"### {rows[0]['model'].rpartition('/')[2]}, form {rows[0]['first']['form']}"
    yield ""
    yield "| question | | validation off | gate paper | gate standard | why |"
    yield "|---|---|---|---|---|---|"
    for row in rows:
        cells = [_cell(row, gate, readings) for gate in GATES]
        kind = "" if row["answerable"] else "no answer"
        few = "" if row["sufficient"] else " (refused before writing)"
        yield f"| {row['id']}{few} | {kind} | {' | '.join(cells)} | {_reasons(row, readings)} |"
    yield ""


def _cell(row: Row, gate: str, readings: Mapping[str, Row]) -> str:
    """What a gate delivered: the answer's verdict, and how many of its sentences are supported."""
    found = delivered(row, gate)
    if found is None:
        first = row["first"]
        reason = (first["fault"] or "model_refused") if gate == "off" else row["gates"][gate]["reason"]
        return f"refused: {reason}"
    marks = [readings.get(sentence_key(row["id"], s), {}).get("verdict", "unread") for s in found]
    verdict = readings.get(answer_key(row["id"], found), {}).get("verdict", "unread")
    again = ", 2nd draft" if gate != "off" and len(row["gates"][gate]["attempts"]) > 1 else ""
    return f"{verdict}, {marks.count('supported')}/{len(marks)}{again}"


def _reasons(row: Row, readings: Mapping[str, Row]) -> str:
    """Why, of the answers and of the sentences that are not supported, each reason once."""
    said: dict[str, None] = {}
    for gate in GATES:
        found = delivered(row, gate)
        if not found:
            continue
        read = [readings.get(answer_key(row["id"], found), {})]
        read += [r for s in found if (r := readings.get(sentence_key(row["id"], s), {})).get("verdict") != "supported"]
        said.update(dict.fromkeys(r["reason"].replace("|", "/") for r in read if r))
    return "; ".join(said)


def _line(name: str, count: int, total: int) -> None:
    low, high = wilson(count, total) if total else (0.0, 0.0)
    print(f"{name}: {count} of {total}" + (f" [{100 * low:.0f}-{100 * high:.0f} %]" if total else ""))


if __name__ == "__main__":
    main()
