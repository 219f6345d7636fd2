"""Prediction files: one object a question, in whatever spelling; what each says, and what is wrong with it.

Ids are led to one form, and that is all: what a system cited stays as it cited it, known or not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from pincite.answer.screen import safe
from pincite.errors import InputError
from pincite.evaluate.regops.findings import Finding, error, warning
from pincite.evaluate.regops.json_rows import objects
from pincite.evaluate.regops.known_ids import KnownIds
from pincite.evaluate.regops.predictions.aliases import (
    FIELDS,
    Found,
    answer_text,
    claim_texts,
    ids_in,
    items_of,
    score_in,
    text_in,
)
from pincite.evaluate.regops.predictions.aliases import field as field_of
from pincite.evaluate.regops.predictions.recovery import MOST_CHARS, FromText, citations_in
from pincite.evaluate.regops.score.bench import ScoreBench
from pincite.types.answer import REFUSAL_SENTENCES

ANSWERED, REFUSED, ERROR = "answered", "refused", "error"
STATES: Final[Mapping[str, str]] = {
    "ok": ANSWERED, "answered": ANSWERED, "success": ANSWERED, "done": ANSWERED, "completed": ANSWERED,
    "refused": REFUSED, "refusal": REFUSED, "abstained": REFUSED, "no_answer": REFUSED, "unanswerable": REFUSED,
    "error": ERROR, "failed": ERROR, "failure": ERROR, "timeout": ERROR,
}  # fmt: skip
_BETWEEN = re.compile(r"[,;\n]")
_REFUSALS: Final = frozenset(" ".join(sentence.split()) for sentence in REFUSAL_SENTENCES.values())


@dataclass(frozen=True, slots=True)
class Prediction:
    """What one system said to one question.

    Args:
        line: of its file.
        retrieved: ids in pincite's form, best first, each once; None where the system says nothing of retrieval.
        cited: ids in pincite's form as they were cited, unknown ones included, each once.
        written_retrieved, written_cited: the same as the file has them.
        cited_from: `field`, or where the answer says them: `footer`, `text`, `markers`; empty where nothing is cited.
        status: `answered`, `refused` or `error`.
        claims: as the system lists them; None where its answer has to be split.
        row: the object of the file.
    """

    qa_id: str
    line: int
    retrieved: tuple[str, ...] | None = None
    cited: tuple[str, ...] = ()
    written_retrieved: tuple[str, ...] = ()
    written_cited: tuple[str, ...] = ()
    cited_from: str = ""
    answer: str = ""
    status: str = ANSWERED
    variant: str = ""
    claims: tuple[str, ...] | None = None
    row: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def answered(self) -> bool:
        """Whether it delivered an answer."""
        return self.status == ANSWERED


@dataclass(frozen=True)
class System:
    """The predictions of one system, by question.

    Args:
        file: where they stand.
    """

    name: str
    file: str
    predictions: Mapping[str, Prediction]


class Read(NamedTuple):
    """Systems, and what was found of their files."""

    systems: tuple[System, ...]
    findings: tuple[Finding, ...]


def read_predictions(named: Sequence[tuple[str, Path]], bench: ScoreBench) -> Read:
    """The systems of prediction files.

    Args:
        named: name, or empty, and file of each. A file with several values of `variant` holds several systems.

    Raises:
        InputError: a file cannot be read at all, or two systems would have one name.
    """
    from pincite.evaluate.regops.score.checks import system_findings

    systems: list[System] = []
    findings: list[Finding] = []
    for name, path in named:
        rows = [_prediction(row, path.name, line, bench.known, findings) for line, row in objects(path, findings)]
        made = _systems(name, path, [row for row in rows if row is not None], findings)
        if not made and not findings:
            raise InputError(f"Wanted predictions in {path}, found none.", hint="Check the path.")
        for system in made:
            findings += system_findings(system, bench)
            systems.append(_asked_only(system, bench))
    return Read(tuple(_named_apart(systems, {name for name, _ in named})), tuple(findings))


def _asked_only(system: System, bench: ScoreBench) -> System:
    known = bench.by_id
    return replace(system, predictions={key: row for key, row in system.predictions.items() if key in known})


def _prediction(
    row: Mapping[str, Any], file: str, line: int, known: KnownIds, findings: list[Finding]
) -> Prediction | None:
    name = field_of(row, "qa_id").value
    if not isinstance(name, str | int) or isinstance(name, bool) or not str(name).strip():
        findings.append(_no_qa_id(row, name, file, line))
        return None
    retrieved, listed = field_of(row, "retrieved_node_ids"), field_of(row, "cited_node_ids")
    ranked = _retrieved(retrieved, file, line, known, findings)
    ids = tuple(node for node, _ in ranked) if ranked is not None else ()
    answer = _answer(row, file, line, findings)
    cited, source = _cited(listed, ids, answer, file, line, known, findings)
    claims, variant = _claims(row, file, line, findings), field_of(row, "variant").value
    return Prediction(
        qa_id=str(name).strip(),
        line=line,
        retrieved=None if ranked is None else ids,
        cited=cited.ids,
        written_retrieved=tuple(written for _, written in ranked or ()),
        written_cited=cited.written,
        cited_from=source,
        answer=answer,
        status=_status(row, answer, file, line, findings),
        variant=safe(str(variant)) if isinstance(variant, str | int) else "",
        claims=claims,
        row=row,
    )


def _no_qa_id(row: Mapping[str, Any], name: Any, file: str, line: int) -> Finding:
    said = "none" if name is None else f"{name!r:.60}"
    remedy = f"Give every line a qa_id, a text (also read: {', '.join(FIELDS['qa_id'][1:])})."
    inside = [key for key, value in row.items() if isinstance(value, Mapping | list)]
    if len(inside) == len(row) > 0:
        remedy = f"What stands under {inside[0]!r:.60} has to be lines of its own, each with its qa_id."
    return error("no_qa_id", file, line, f"Wanted the question's id, found {said}.", remedy)


def _retrieved(
    found: Found, file: str, line: int, known: KnownIds, findings: list[Finding]
) -> list[tuple[str, str]] | None:
    """Ranked ids with how they are written, each once; None where there is no such field."""
    if not found.spelling:
        return None
    items = _apart(found.value, known)
    if items is None:
        findings.append(error(
            "bad_retrieved", file, line, f"Wanted a ranked list under {found.spelling!r}, found {found.value!r:.60}.",
            "Write a list of ids, or of objects that carry one.",
        ))  # fmt: skip
        return None
    pairs, lost = _ids_of(items, known, ())
    if lost:
        findings.append(warning(
            "no_id_in_context", file, line,
            f"{lost} of the {len(items)} items under {found.spelling!r} carry no id.",
            "Keep each passage's node_id in what your index returns, in the object or its metadata.",
        ))  # fmt: skip
    scores = [score for item in items if (score := score_in(item)) is not None]  # of equal ones the order counts
    if len(scores) == len(items) > 1 and scores != sorted(scores, reverse=True):
        findings.append(warning(
            "not_by_score", file, line, "The ranked list is not in the order of its scores; its own order counts.",
            "Write the best one first.",
        ))  # fmt: skip
    return pairs


def _apart(value: Any, known: KnownIds) -> list[Any] | None:
    """The items of a list; of a text that is no known id the parts between commas, semicolons or line ends."""
    items = items_of(value)
    if isinstance(value, str) and items and items == [value.strip()] and known.read(value) not in known:
        parts = [part.strip() for part in _BETWEEN.split(value) if part.strip()]
        if any(known.read(part) in known for part in parts):
            return parts
    return items


def _ids_of(items: Sequence[Any], known: KnownIds, beside: Sequence[str]) -> tuple[list[tuple[str, str]], int]:
    """Ids with their spellings, each once, and how many items carry none."""
    found: dict[str, str] = {}
    lost = 0
    for item in items:
        pair = _id_of(item, known, beside)
        if pair is None:
            lost += 1
        else:
            found.setdefault(*pair)
    return list(found.items()), lost


def _id_of(item: Any, known: KnownIds, beside: Sequence[str]) -> tuple[str, str] | None:
    """The id of an item: of those that it carries the first that the corpus knows, else the first; else its text's."""
    first = None
    for written in ids_in(item):
        node = known.read(written, beside)
        if node in known or (known.complete and known.is_over_deep(node)):
            return node, written
        first = first or (node, written)
    if (text := text_in(item)) and (by_text := known.by_text(text)):
        return by_text, text
    return first


def _answer(row: Mapping[str, Any], file: str, line: int, findings: list[Finding]) -> str:
    found = field_of(row, "answer")
    if not found.spelling:
        return ""
    text = answer_text(found.value)
    if text is None and found.value != []:
        findings.append(error("bad_answer", file, line,
                              f"Wanted an answer's text under {found.spelling!r}, found {found.value!r:.60}.",
                              "Write the answer as a text."))  # fmt: skip
    if text and len(text) > MOST_CHARS:
        findings.append(warning("long_answer", file, line,
                                f"The answer has {len(text):,} characters; the first {MOST_CHARS:,} are read.",
                                "Write the answer alone, without what it was made from."))  # fmt: skip
    return (text or "")[:MOST_CHARS]


def _cited(
    found: Found, retrieved: Sequence[str], answer: str, file: str, line: int, known: KnownIds, findings: list[Finding]
) -> tuple[FromText, str]:
    """The citations and where they come from: the declared field, where it is there and not empty, else the answer."""
    if found.spelling:
        items = _apart(found.value, known)
        if items is None or any(isinstance(item, int | float) for item in items):
            findings.append(error(
                "bad_cited", file, line, f"Wanted a list of ids under {found.spelling!r}, found {found.value!r:.60}.",
                "Write the ids of the passages that the answer cites.",
            ))  # fmt: skip
            return FromText(), ""
        pairs, lost = _ids_of(items, known, retrieved)
        if lost:
            findings.append(warning("no_id_in_citation", file, line,
                                    f"{lost} of the {len(items)} items under {found.spelling!r} carry no id.",
                                    "Write the ids of the passages that the answer cites."))  # fmt: skip
        if pairs:
            return FromText(tuple(n for n, _ in pairs), tuple(w for _, w in pairs)), "field"
    in_text = citations_in(answer, retrieved, known)
    return in_text, in_text.source


def _claims(row: Mapping[str, Any], file: str, line: int, findings: list[Finding]) -> tuple[str, ...] | None:
    found = field_of(row, "claims")
    texts = claim_texts(found.value) if found.spelling else None
    if found.spelling and texts is None:
        findings.append(warning("bad_claims", file, line,
                                f"Wanted claims as a list under {found.spelling!r}, found {found.value!r:.60}.",
                                "Write a list of texts; without one the answer is split."))  # fmt: skip
    return texts


def _status(row: Mapping[str, Any], answer: str, file: str, line: int, findings: list[Finding]) -> str:
    said = row.get("status")
    if said is not None and not isinstance(said, str):
        findings.append(warning("unknown_status", file, line, f"Status {said!r:.40} is no text and is not read.",
                                "Write answered, refused or error."))  # fmt: skip
    if isinstance(said, str) and said.strip():
        state = STATES.get(said.strip().casefold())
        if state is None:
            findings.append(warning("unknown_status", file, line, f"Status {said!r:.40} is read as an error.",
                                    "Write answered, refused or error."))  # fmt: skip
        return state or ERROR
    if row.get("error"):
        return ERROR
    return REFUSED if " ".join(answer.split()) in _REFUSALS else ANSWERED


def _systems(name: str, path: Path, rows: Sequence[Prediction], findings: list[Finding]) -> list[System]:
    variants = list(dict.fromkeys(row.variant for row in rows))
    made = []
    for variant in variants:
        called = name or path.stem
        if len(variants) > 1:
            called = f"{called}/{variant or 'without variant'}"
        elif not name and variant:
            called = variant
        predictions: dict[str, Prediction] = {}
        for row in rows:
            if row.variant != variant:
                continue
            if (first := predictions.get(row.qa_id)) is not None:
                findings.append(error(
                    "duplicate_prediction", path.name, row.line,
                    f"Wanted one prediction of {row.qa_id!r}, found another in line {first.line}.",
                    "Take one of the two out, or give each system its own `variant`.",
                ))  # fmt: skip
                continue
            predictions[row.qa_id] = row
        made.append(System(called, str(path), predictions))
    return made


def _named_apart(systems: Sequence[System], given: Collection[str]) -> Iterator[System]:
    """Two files whose `variant` is the same, such as the model's name, go by their files' names."""
    counts = Counter(system.name for system in systems)
    again = {name for name, count in counts.items() if count > 1 and name not in given}
    renamed = [replace(s, name=Path(s.file).stem) if s.name in again else s for s in systems]
    twice = [name for name, count in Counter(system.name for system in renamed).items() if count > 1]
    if twice:
        raise InputError(
            f"Two systems would both be called {twice[0]!r}.", hint="Name them, as in --predictions NAME=FILE."
        )
    yield from renamed
