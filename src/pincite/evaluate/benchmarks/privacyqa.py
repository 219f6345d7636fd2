"""PrivacyQA (Ravichander et al., EMNLP 2019) in the form of `policies.jsonl` and `questions.jsonl`.

The unit is the single segment, a sentence of a policy. Annotators disagree a lot: only questions whose agreement is
`majority` (answerable) or `none` (unanswerable) are scored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question, SourceDocument
from pincite.evaluate.benchmarks.rows import (
    as_markdown,
    bad_row,
    digest,
    library_id,
    one_plain_line,
    read_rows,
    text_of,
    texts_of,
)
from pincite.evaluate.gold.touched import segment_unit
from pincite.settings import ChunkSettings
from pincite.types.document import Span

FILES = ("policies.jsonl", "questions.jsonl")
_READING = "privacyqa/1"
BROAD = (
    "Answered where no annotator marked a segment, or no cited segment that one marked, or a sentence without "
    "full support."
)
_LABELS = {"majority": Label.ANSWERABLE, "none": Label.UNANSWERABLE}


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy cut into segments.

    Args:
        name: as the benchmark has it.
        places: from the segments' ids to their 0-based places.
        lines: the segments' text, each one line.
        whole: all segments are there, in the order of the text.
    """

    name: str
    places: Mapping[str, int]
    lines: tuple[str, ...]
    whole: bool

    @property
    def id(self) -> str:
        """The library's id of it."""
        return library_id(self.name)

    def document(self) -> SourceDocument:
        """The policy as a text with one segment a paragraph."""
        text = "\n\n".join(as_markdown(line) for line in self.lines if line)
        return SourceDocument(self.id, text=text, suffix=".md", segments=self.lines)

    def gold(self, segment: str, *, alternative: bool = False, marked_by: tuple[str, ...] = ()) -> Gold:
        """A segment as gold, its span in the library's text included.

        Raises:
            KeyError: the policy has no segment of that id.
        """
        place = self.places[segment]
        start = sum(len(line) + len("\n\n") for line in self.lines[:place] if line)
        line = self.lines[place]
        return Gold(
            self.id,
            line,
            span=Span(start, start + len(line)) if line else None,
            unit=segment_unit(self.id, place),
            alternative=alternative,
            marked_by=marked_by,
        )


def segment_benchmark(
    policies: Sequence[Policy], questions: Sequence[Question], version: str, remarks: tuple[str, ...]
) -> Benchmark:
    """The benchmark of policies in segments, whichever form they were read from."""
    whole = frozenset(policy.id for policy in policies if policy.whole)
    return Benchmark(
        name="privacyqa",
        version=version,
        documents=tuple(policy.document() for policy in policies),
        questions=tuple(questions),
        hit=HitRule.SEGMENT,
        chunks=ChunkSettings(unit="paragraphs"),
        neighbours=bool(whole),
        whole=whole,
        broad_hallucination=BROAD,
        remarks=remarks,
    )


def read_privacyqa(folder: Path) -> Benchmark:
    """The set in a folder with `policies.jsonl` and `questions.jsonl`.

    Evidence that at least half of the annotators marked is required, other marked segments are alternatives; where the
    majority is not known, all marked ones are required (trait `majority_known`).

    Raises:
        InputError: a line is not what it should be, or a question names an unknown policy or segment.
    """
    policies = {policy.name: policy for policy in map(_policy, *_numbered(folder / FILES[0]))}
    path = folder / FILES[1]
    questions = []
    for number, row in read_rows(path, "a PrivacyQA question"):
        try:
            questions.append(_question(row, policies))
        except (KeyError, TypeError, ValueError) as error:
            raise bad_row(path, number, "a PrivacyQA question", f"none: {error!r}") from error
    return segment_benchmark(
        list(policies.values()),
        questions,
        digest([folder / name for name in FILES], _READING),
        (
            "Scored: agreement `majority` and `none`; `minority_or_unknown` is apart.",
            "Segments under ten words are missing from policies that are not whole, so a question without a mark may "
            "have had one there.",
        ),
    )


def _numbered(path: Path) -> tuple[list[Path], list[int], list[dict[str, Any]]]:
    rows = list(read_rows(path, "a policy"))
    return [path] * len(rows), [number for number, _ in rows], [row for _, row in rows]


def _policy(path: Path, number: int, row: dict[str, Any]) -> Policy:
    try:
        segments = row["segments"]
        ids = [text_of(segment, "id") for segment in segments]
        lines = tuple(one_plain_line(text_of(segment, "text")) for segment in segments)
        places = {id_: place for place, id_ in enumerate(ids)}
        if len(places) < len(ids):
            raise ValueError("two segments of the same id")
        return Policy(text_of(row, "doc_id"), places, lines, row["complete"] is True and row["ordered"] is True)
    except (KeyError, TypeError, ValueError) as error:
        raise bad_row(path, number, "a policy with its segments", f"none: {error!r}") from error


def _question(row: dict[str, Any], policies: Mapping[str, Policy]) -> Question:
    policy = policies[text_of(row, "doc_id")]
    agreement = text_of(row, "agreement")
    evidence = texts_of(row["evidence"], "evidence")
    known = row["evidence_majority"] is not None
    majority = texts_of(row["evidence_majority"], "evidence_majority") if known else evidence
    order = dict.fromkeys((*majority, *evidence))
    return Question(
        id=text_of(row, "id"),
        text=text_of(row, "question"),
        label=_LABELS.get(agreement, Label.APART),
        document_id=policy.id,
        scope=(policy.id,),
        gold=tuple(policy.gold(id_, alternative=id_ not in majority) for id_ in order),
        traits={
            "agreement": agreement,
            "majority_known": "yes" if known else "no",
            "opp115": "+".join(texts_of(row.get("opp115") or [], "opp115")),
        },
    )
