"""PrivacyQA in its authors' form: a table with a row for each question and segment, and a mark by each annotator.

Columns: `DocID`, `QueryID`, `SentID`, `Query`, `Segment`, and the marks, `Ann1` to `Ann6` or one `Label`;
`Any_Relevant` is not needed. Fields are parted by tabs or commas. A mark is `Relevant` or `Irrelevant`; another one,
or none, means that this annotator did not judge the question.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, Gold, Label, Question
from pincite.evaluate.benchmarks.privacyqa import Policy, segment_benchmark
from pincite.evaluate.benchmarks.rows import digest, one_plain_line, writable

FILES = ("policy_test_data.csv", "policy_test_data.tsv", "policy_train_data.csv", "policy_train_data.tsv")
_READING = "privacyqa-csv/1"
_NEEDED = ("DocID", "QueryID", "SentID", "Query", "Segment")
_ANNOTATOR = re.compile(r"Ann\d+", re.IGNORECASE)
_NUMBER = re.compile(r"\d+$")
_MIN_ANNOTATORS = 4
"""From this many on, a segment that half of them marked makes a question answerable (as the derived form has it)."""


@dataclass(slots=True)
class _Query:
    id: str
    text: str
    document: str
    judged_by: set[str] = field(default_factory=set)
    marks: dict[str, set[str]] = field(default_factory=dict)


@dataclass(slots=True)
class _Table:
    policies: dict[str, dict[str, str]] = field(default_factory=dict)
    queries: dict[str, _Query] = field(default_factory=dict)
    annotators: tuple[str, ...] = ()


def read_privacyqa_csv(path: Path) -> Benchmark:
    """The questions of one table, with every annotator's marks in `Gold.marked_by`.

    A question is answerable where some segment was marked by at least half of its annotators, of whom there are four or
    more (or where the table has one column of labels), unanswerable where nobody marked any, else apart. Segments that
    half marked are required, others that somebody marked are alternatives.

    Raises:
        InputError: a column is missing, or a segment's text differs between rows.
    """
    table = _table(path)
    policies = {name: _policy(name, segments) for name, segments in table.policies.items()}
    alone = len(table.annotators) == 1
    questions = [_question(query, policies[query.document], table, alone) for query in table.queries.values()]
    return segment_benchmark(
        list(policies.values()),
        questions,
        digest([path], _READING),
        (f"Marks of {len(table.annotators)} annotators; the paper scores against each in turn (`Gold.marked_by`).",),
    )


def _table(path: Path) -> _Table:
    table = _Table()
    for number, row in _rows(path):
        if not table.annotators:
            table.annotators = tuple(sorted(key for key in row if _ANNOTATOR.fullmatch(key))) or ("Label",)
        name, segment = row["DocID"], row["SentID"]
        text = one_plain_line(row["Segment"])
        if table.policies.setdefault(name, {}).setdefault(segment, text) != text:
            raise InputError(
                f"Expected one text of segment {segment} of {name}, found another in line {number} of {path}."
            )
        query = table.queries.setdefault(row["QueryID"], _Query(row["QueryID"], row["Query"], name))
        if query.document != name:
            raise InputError(
                f"Expected question {query.id} to be about {query.document}, found {name} in line {number} of {path}."
            )
        for annotator in table.annotators:
            mark = (row.get(annotator) or "").strip().lower()
            if mark in ("relevant", "irrelevant"):
                query.judged_by.add(annotator)
            if mark == "relevant":
                query.marks.setdefault(segment, set()).add(annotator)
    if not table.queries:
        raise InputError(f"Expected questions in {path}, found none.")
    return table


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    try:
        with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            head = file.readline()
            file.seek(0)
            reader = csv.DictReader(file, delimiter="\t" if "\t" in head else ",")
            columns = [(name or "").strip() for name in reader.fieldnames or ()]
            _check_columns(path, columns)
            reader.fieldnames = columns
            for row in reader:
                yield reader.line_num, {key: writable(row.get(key) or "") for key in columns}
    except OSError as error:
        raise InputError(f"Wanted to read {path}, found: {error.strerror}.", hint="Check the path.") from error
    except csv.Error as error:
        raise InputError(f"Expected a table with commas or tabs in {path}, found: {error}.") from error


def _check_columns(path: Path, columns: Iterable[str]) -> None:
    columns = list(columns)
    missing = [name for name in _NEEDED if name not in columns]
    if not missing and "Label" not in columns and not any(map(_ANNOTATOR.fullmatch, columns)):
        missing = ["Ann1 … or Label"]
    if missing:
        raise InputError(
            f"Expected the columns {', '.join(_NEEDED)} and the annotators' marks in {path}, found no "
            f"{', '.join(missing)}."
        )


def _policy(name: str, segments: Mapping[str, str]) -> Policy:
    """A policy out of its segments, by the numbers that end their ids where all have one, else as they come."""
    numbers = {segment: int(found[0][-18:]) for segment in segments if (found := _NUMBER.search(segment))}
    numbered = len(set(numbers.values())) == len(segments)
    order = sorted(segments, key=numbers.__getitem__) if numbered else list(segments)
    values = [numbers[segment] for segment in order] if numbered else []
    whole = bool(values) and values == list(range(values[0], values[0] + len(values))) and values[0] in (0, 1)
    return Policy(
        name, {segment: place for place, segment in enumerate(order)}, tuple(segments[s] for s in order), whole
    )


def _question(query: _Query, policy: Policy, table: _Table, alone: bool) -> Question:
    half = len(query.judged_by) / 2
    required = [segment for segment, by in query.marks.items() if len(by) >= half]
    if not query.judged_by:
        label = Label.APART
    elif not query.marks:
        label = Label.UNANSWERABLE
    else:
        settled = required and (alone or len(query.judged_by) >= _MIN_ANNOTATORS)
        label = Label.ANSWERABLE if settled else Label.APART
    return Question(
        id=query.id,
        text=query.text,
        label=label,
        document_id=policy.id,
        scope=(policy.id,),
        gold=_gold(query, policy, required),
        traits={"annotators": "+".join(a for a in table.annotators if a in query.judged_by)},
    )


def _gold(query: _Query, policy: Policy, required: list[str]) -> tuple[Gold, ...]:
    """The marked segments, the required ones first; where none is, all of them."""
    order = [*required, *(segment for segment in query.marks if segment not in required)]
    return tuple(
        policy.gold(
            segment,
            alternative=bool(required) and segment not in required,
            marked_by=tuple(sorted(query.marks[segment])),
        )
        for segment in order
    )
