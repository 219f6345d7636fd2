"""A benchmark to score against: questions with their gold, in pincite's form, the RefWalk authors' or BEIR's.

The benchmark alone says what is right; gold in a prediction file is never read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from pincite.errors import InputError
from pincite.evaluate.benchmarks.rows import read_lines
from pincite.evaluate.regops.findings import Finding, error, note, warning
from pincite.evaluate.regops.json_rows import objects
from pincite.evaluate.regops.known_ids import KnownIds, known_by_gold, read_known_ids
from pincite.evaluate.regops.node_ids import shown
from pincite.text.normalize import nfc

QUESTION_FILES: Final = ("bench.jsonl", "questions.jsonl", "*bench*.jsonl", "*questions*.jsonl", "queries.jsonl")
CORPUS_FILES: Final = ("corpus.jsonl", "articles.jsonl", "*nodes*.jsonl", "*articles*.jsonl", "*corpus*.jsonl")
ID_KEYS: Final = ("qa_id", "id", "question_id", "qid", "_id")
GOLD_KEYS: Final = ("gold", "gt_references", "gold_node_ids", "gold_references")
LEVEL_KEYS: Final = ("difficulty", "level", "target_difficulty")
TYPE_KEYS: Final = ("type", "question_type", "category")
CLAIM_KEYS: Final = ("claims", "gold_claims")


@dataclass(frozen=True, slots=True)
class BenchQuestion:
    """A question with what is right for it.

    Args:
        line: of its file.
        gold: ids in pincite's form, each once; empty where nothing answers it.
        written_gold: the same as the file writes them, for the authors' evaluator.
        claims: what a complete answer says; empty where only the answer is given.
        level, type: by which figures are parted; empty where there is none.
    """

    id: str
    line: int
    text: str = ""
    answer: str = ""
    gold: tuple[str, ...] = ()
    written_gold: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    level: str = ""
    type: str = ""
    answerable: bool = True
    traits: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ScoreBench:
    """The questions of a benchmark with the ids that there are.

    Args:
        file: of the questions.
        corpus_file: of the ids; empty where there is none.
    """

    file: str
    questions: tuple[BenchQuestion, ...]
    known: KnownIds
    corpus_file: str = ""
    findings: tuple[Finding, ...] = ()

    @property
    def by_id(self) -> dict[str, BenchQuestion]:
        """The questions by id."""
        return {question.id: question for question in self.questions}


def read_bench(place: Path, corpus: Path | None = None) -> ScoreBench:
    """The benchmark in a file or a folder.

    Args:
        place: a file of questions (JSON lines or a JSON list), or a folder that holds one and, where there is any, the
            corpus beside it.
        corpus: of the passages' ids; None looks beside the questions.

    Raises:
        InputError: there is no such file, or it cannot be read at all. What is wrong with single lines is a finding.
    """
    file = _found(place, QUESTION_FILES, "questions") if place.is_dir() else place
    assert file is not None  # `_found` raises
    corpus = corpus or (_found(place, CORPUS_FILES, "", besides=file) if place.is_dir() else None)
    relevant = _qrels(file.parent) if file.name == "queries.jsonl" else {}
    findings: list[Finding] = []
    questions: dict[str, BenchQuestion] = {}
    for number, row in objects(file, findings):
        question = _question(row, file.name, number, relevant, findings)
        if question is None:
            continue
        if (first := questions.get(question.id)) is not None:
            findings.append(error(
                "duplicate_question", file.name, number,
                f"Wanted each qa_id once, found {question.id!r} of line {first.line} again.",
                "Take one of the two out of the benchmark.",
            ))  # fmt: skip
            continue
        questions[question.id] = question
    if not questions and not findings:
        raise InputError(f"Wanted questions in {file}, found none.", hint="Check the path.")
    golds = [node for question in questions.values() for node in question.gold]
    known = read_known_ids(corpus) if corpus else known_by_gold(golds)
    made = tuple(_led(question, known) for question in questions.values())
    findings += _gold_findings(made, known, file.name, corpus)
    return ScoreBench(str(file), made, known, str(corpus or ""), tuple(findings))


def _found(folder: Path, patterns: Sequence[str], what: str, besides: Path | None = None) -> Path | None:
    for pattern in patterns:
        files = [path for path in sorted(folder.glob(pattern)) if path.is_file() and path != besides]
        if files:
            return files[0]
    if not what:
        return None
    raise InputError(
        f"Wanted a file of {what} in {folder}, found none named {', '.join(patterns)}.", hint="Name the file itself."
    )


def _question(
    row: Mapping[str, Any], file: str, line: int, relevant: Mapping[str, Sequence[str]], findings: list[Finding]
) -> BenchQuestion | None:
    name = next((str(value).strip() for key in ID_KEYS if type(value := row.get(key)) in (str, int)), "")
    if not name:
        findings.append(error("no_id", file, line, f"Wanted a qa_id, found none of {', '.join(ID_KEYS)}.",
                              "Give every question an id."))  # fmt: skip
        return None
    written = next((row[key] for key in GOLD_KEYS if row.get(key) is not None), None)
    if written is None:
        written = list(relevant.get(name, ()))
    if not isinstance(written, list) or not all(isinstance(item, str) for item in written):
        findings.append(error("bad_gold", file, line, f"Wanted gold as a list of ids, found {written!r:.60}.",
                              "Write the ids as texts in a list."))  # fmt: skip
        return None
    if row.get("answerable") not in (None, True, False):
        findings.append(error("bad_answerable", file, line,
                              f"Wanted true or false as answerable, found {row['answerable']!r:.60}.",
                              "Write true, or false where nothing in the corpus answers it."))  # fmt: skip
        return None
    return BenchQuestion(
        id=name,
        line=line,
        text=_text(row, "question") or _text(row, "text") or _text(row, "query"),
        answer=_text(row, "answer"),
        gold=tuple(written),
        written_gold=tuple(written),
        claims=_claims(row),
        level=_level(row),
        type=next((_text(row, key) for key in TYPE_KEYS if _text(row, key)), ""),
        answerable=row.get("answerable") in (None, True),
        traits={key: "yes" if row[key] else "no" for key in ("cross_document", "conditional") if key in row},
    )


def _led(question: BenchQuestion, known: KnownIds) -> BenchQuestion:
    found: dict[str, str] = {}
    for written in question.written_gold:
        found.setdefault(known.read(written), written)
    return replace(question, gold=tuple(found), written_gold=tuple(found.values()))


def _claims(row: Mapping[str, Any]) -> tuple[str, ...]:
    found: list[Any] = next((row[key] for key in CLAIM_KEYS if isinstance(row.get(key), list)), [])
    texts = [item if isinstance(item, str) else _text(item, "text") or _text(item, "claim") for item in found
             if isinstance(item, str | dict)]  # fmt: skip
    return tuple(dict.fromkeys(text for text in texts if text))


def _level(row: Mapping[str, Any]) -> str:
    found: Any = next((row[key] for key in LEVEL_KEYS if row.get(key)), "")
    if isinstance(found, dict):
        found = found.get("level", "")
    return str(found).strip() if isinstance(found, str | int) else ""


def _text(row: Mapping[str, Any], key: str) -> str:
    value = row.get(key)
    return value.strip() if isinstance(value, str) else ""


def _qrels(folder: Path) -> dict[str, list[str]]:
    """BEIR's judgements: each query's relevant ids."""
    files = sorted((folder / "qrels").glob("*.tsv"))
    named = {path.stem: path for path in files}
    chosen = named.get("test") or (files[0] if files else None)
    if chosen is None:
        return {}
    found: dict[str, list[str]] = {}
    for number, line in read_lines(chosen):
        parts = nfc(line).rstrip("\r\n").split("\t")
        if number == 1 and parts[-1].strip().lower() == "score":
            continue
        if len(parts) not in (3, 4):
            raise InputError(
                f"Wanted query-id, corpus-id and score in line {number} of {chosen}, found {line[:80]!r}.",
                hint="Write one judgement a line, parted by tabs.",
            )
        if parts[-1].strip() not in ("0", "-1"):
            found.setdefault(parts[0], []).append(parts[-2])
    return found


def _gold_findings(
    questions: Sequence[BenchQuestion], known: KnownIds, file: str, corpus: Path | None
) -> Iterator[Finding]:
    texts: dict[str, BenchQuestion] = {}
    asked = [question for question in questions if question.answerable]
    golds = [node for question in questions for node in question.gold]
    if asked and not golds:
        yield error("no_gold", file, asked[0].line,
                    f"Wanted gold provisions, found none in any of the {len(questions)} questions.",
                    f"Name the benchmark's own file, with gold as {' or '.join(GOLD_KEYS[:2])}; BEIR's judgements "
                    "stand in qrels/ beside its queries.jsonl.")  # fmt: skip
        return
    if known.complete and golds and all(map(known.is_unknown, golds)):
        yield error("gold_of_another_corpus", file, next(q.line for q in questions if q.gold),
                    f"None of the {len(golds)} gold ids is in {corpus}: {shown(golds[:1])!r} here, "
                    f"{next(iter(known.spelled.values()))!r:.60} there.",
                    "Name the corpus of these questions with --corpus.")  # fmt: skip
        return
    for question in questions:
        yield from _of_gold(question, known, file, corpus)
        if question.text and (first := texts.setdefault(question.text, question)) is not question:
            yield note("repeated_text", file, question.line,
                       f"The question of line {first.line} again, under another id.")  # fmt: skip
    if not known.complete:
        yield note("no_corpus", file, None,
                   "There is no corpus, so CFP is not computed and no id is known to be another corpus's.",
                   "Name the passages' file with --corpus.")  # fmt: skip


def _of_gold(question: BenchQuestion, known: KnownIds, file: str, corpus: Path | None) -> Iterator[Finding]:
    if question.answerable and not question.gold:
        yield warning("empty_gold", file, question.line,
                      f"Question {question.id!r} has no gold, so it has no score of retrieval or citations.",
                      "Give it gold, or mark it `\"answerable\": false`.")  # fmt: skip
    if question.gold and not question.answerable:
        yield warning("gold_of_unanswerable", file, question.line,
                      f"Question {question.id!r} is not answerable and has gold; its gold counts.",
                      "Take its gold out, or its `\"answerable\": false`.")  # fmt: skip
    if not known.complete:
        return
    lost = [node for node in question.gold if known.is_unknown(node)]
    deep = [node for node in question.gold if known.is_over_deep(node)]
    if lost:
        yield warning("gold_not_in_corpus", file, question.line,
                      f"Gold {shown(lost)} of question {question.id!r} is not in {corpus}.",
                      "Check that questions and corpus belong together; no system can find this gold.")  # fmt: skip
    if deep:
        yield note("over_deep_gold", file, question.line,
                   f"Gold {shown(deep)} is finer than the corpus, so by rule strict no retrieved passage is it.",
                   "Read the hierarchical figures beside.")  # fmt: skip
