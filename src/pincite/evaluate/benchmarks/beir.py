"""Any retrieval set in the layout of BEIR (Thakur et al., NeurIPS 2021).

Its files are `corpus.jsonl`, `queries.jsonl` and `qrels/*.tsv`.
The corpus is read from its file again at each pass, so that it never stands in memory whole.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, overload

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question, SourceDocument
from pincite.evaluate.benchmarks.rows import (
    as_markdown,
    bad_row,
    digest,
    library_id,
    one_plain_line,
    read_lines,
    read_rows,
    text_of,
    writable,
)

FILES = ("corpus.jsonl", "queries.jsonl", "qrels")
SPLITS = ("test", "dev", "train")
"""Which relevance judgements are taken where none are named, the first that is there."""
_READING = "beir/1"
_BROAD = "No cited document is judged relevant, or a sentence is without full support."


class Corpus(Sequence[SourceDocument]):
    """The documents of a `corpus.jsonl`, read when asked for.

    Raises:
        InputError: a line is no document, or an id stands there twice.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._starts = array("Q")
        ids: set[int] = set()
        at = 0
        with path.open("rb") as file:
            for line in file:
                if line.decode("utf-8", "replace").strip():
                    self._starts.append(at)
                at += len(line)
        for number, row in read_rows(path, "a document"):
            key = hash(_document(path, number, row).id)
            if key in ids:
                raise bad_row(path, number, "an id of its own", repr(row["_id"]))
            ids.add(key)

    def __len__(self) -> int:
        return len(self._starts)

    def __iter__(self) -> Iterator[SourceDocument]:
        for number, row in read_rows(self._path, "a document"):
            yield _document(self._path, number, row)

    @overload
    def __getitem__(self, place: int) -> SourceDocument: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[SourceDocument]: ...
    def __getitem__(self, place: int | slice) -> SourceDocument | Sequence[SourceDocument]:
        if isinstance(place, slice):
            return tuple(self[at] for at in range(*place.indices(len(self))))
        import json

        start = self._starts[place]
        with self._path.open("rb") as file:
            file.seek(start)
            return _document(self._path, range(len(self))[place] + 1, json.loads(file.readline()))


def read_beir(folder: Path, split: str = "") -> Benchmark:
    """The set in a folder; questions are those with at least one relevant document in the judgements taken.

    Args:
        split: name of the file in `qrels` without `.tsv`; empty takes `test`, else `dev`, `train`, or the only one.

    Raises:
        InputError: a line is not what it should be, or there are no such judgements.
    """
    judged = _qrels(folder, split)
    grades = _grades(judged)
    questions: list[Question] = []
    path = folder / FILES[1]
    for number, row in read_rows(path, "a query"):
        try:
            id_, text = text_of(row, "_id"), text_of(row, "text")
        except (KeyError, TypeError) as error:
            raise bad_row(path, number, "a query", f"none: {error!r}") from error
        if relevant := grades.pop(id_, None):
            questions.append(_question(id_, text, relevant))
    return Benchmark(
        name=f"beir:{folder.name}" if split in ("", judged.stem) and judged.stem == "test" else
        f"beir:{folder.name}/{judged.stem}",
        version=digest([folder / FILES[0], path, judged], _READING),
        documents=Corpus(folder / FILES[0]),
        questions=tuple(questions),
        hit=HitRule.DOCUMENT,
        broad_hallucination=_BROAD,
        remarks=(
            f"Judgements of {judged.name}; a document without one counts as not relevant.",
            *([f"{len(grades)} judged queries are not in queries.jsonl."] if grades else []),
        ),
    )  # fmt: skip


def _qrels(folder: Path, split: str) -> Path:
    files = sorted((folder / FILES[2]).glob("*.tsv"))
    names = {path.stem: path for path in files}
    wanted = [split] if split else [*SPLITS, *(names if len(names) == 1 else ())]
    found = next((names[name] for name in wanted if name in names), None)
    if found is None:
        raise InputError(
            f"Wanted the judgements {' or '.join(wanted)} in {folder / FILES[2]}, found {', '.join(names) or 'none'}.",
            hint="Name one of them, as in beir:NAME/SPLIT.",
        )
    return found


def _grades(path: Path) -> dict[str, dict[str, float]]:
    """Each query's relevant documents with their grades; what is graded 0 or less is not relevant."""
    grades: dict[str, dict[str, float]] = {}
    for number, line in read_lines(path):
        parts = line.rstrip("\r\n").split("\t")
        if number == 1 and parts[-1].strip().lower() == "score":
            continue
        try:
            query, document, grade = parts[0], parts[-2], float(parts[-1])
            if len(parts) not in (3, 4) or not -1e6 < grade < 1e6:
                raise ValueError(line)
        except (ValueError, IndexError) as error:
            raise bad_row(path, number, "query-id, corpus-id and score, parted by tabs", repr(line[:80])) from error
        if grade > 0:
            grades.setdefault(query, {})[document] = grade
    return grades


def _question(id_: str, text: str, relevant: Mapping[str, float]) -> Question:
    gold = (Gold(library_id(name), unit=library_id(name), grade=grade) for name, grade in relevant.items())
    return Question(id=id_, text=text, label=Label.ANSWERABLE, gold=tuple(gold))


def _document(path: Path, number: int, row: dict[str, Any]) -> SourceDocument:
    """A document as Markdown: its title is the heading, as BEIR has it read before the text."""
    try:
        name, text = text_of(row, "_id"), writable(text_of(row, "text"))
        title = one_plain_line(row.get("title") or "")
    except (KeyError, TypeError) as error:
        raise bad_row(path, number, "a document", f"none: {error!r}") from error
    parts = [f"# {as_markdown(title)}" if title else "", as_markdown(text or title)]
    return SourceDocument(library_id(name), text="\n\n".join(p for p in parts if p.strip()), suffix=".md")
