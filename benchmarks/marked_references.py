"""References that were marked by reading, and how what a program finds is held against them.

`marked_references.jsonl` holds the marks, `marked_references.md` says how they were made.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from pincite.types.document import Document, Span
from pincite.types.reference import CrossReference, ReferenceForm

MARKS = Path(__file__).with_name("marked_references.jsonl")
MEASURES = ("found", "form", "path", "target")
OVERLAP = 0.8
ANY = "*"
BELOW = "/**"
DOT_LETTER = "\u318d"
"""The dot between Korean words in law (ㆍ), which Unicode counts among the letters."""
CONTAINERS = ("st", "sc", "sp", "pt", "t", "d", "c")
"""Beginnings of segments above articles and sections, which citations name or leave out."""
RELATIVE = (ReferenceForm.OWN_ARTICLE, ReferenceForm.ANAPHORA)
"""Forms whose paths may leave out what the place says."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A reference as read by hand.

    Args:
        forms: the form, then others that are no mistake.
        works: spellings of the other work; an empty one for the own document; `*` for any.
        targets: provisions that are right; `…/**` for any below one; a document's id for all of it.
        reasons: for having no target, that are right.
    """

    span: Span
    forms: tuple[str, ...]
    path: tuple[str, ...]
    works: tuple[str, ...] = ("",)
    through: str = ""
    manner: str = ""
    targets: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()

    @property
    def form(self) -> str:
        """The form by which it is counted."""
        return self.forms[0]


@dataclass(frozen=True)
class Marked:
    """A provision that was read from end to end.

    Args:
        span, span_sha256: of its text; all spans are of the document whose text has `text_sha256`.
        left_out: spans that count neither way.
    """

    document_id: str
    text_sha256: str
    provision: str
    span: Span
    span_sha256: str
    language: str
    half: str
    marks: tuple[Mark, ...]
    left_out: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Find:
    """What the program made of a reference."""

    reference: CrossReference
    targets: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class Pair:
    """A mark with its find; one of the two may be missing."""

    provision: Marked
    mark: Mark | None
    find: Find | None

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.mark.span if self.mark else self.find.reference.span if self.find else Span(0, 0)

    @cached_property
    def right(self) -> dict[str, bool]:
        """Each measure with whether it holds."""
        if self.mark is None or self.find is None:
            return dict.fromkeys(MEASURES, False)
        return {
            "found": True,
            "form": str(self.find.reference.form) in self.mark.forms,
            "path": same_path(self.mark, self.find.reference, self.provision.document_id),
            "target": same_target(self.mark, self.find),
        }


def read_marks(file: Path = MARKS) -> tuple[Marked, ...]:
    """The marks of the file, a provision a line."""
    return tuple(_marked(json.loads(line)) for line in file.read_text("utf-8").splitlines())


def _marked(row: Mapping[str, Any]) -> Marked:
    return Marked(
        document_id=row["document"],
        text_sha256=row["text_sha256"],
        provision=row["provision"],
        span=Span(*row["span"]),
        span_sha256=row["span_sha256"],
        language=row["language"],
        half=row["half"],
        marks=tuple(_mark(reference) for reference in row["references"]),
        left_out=tuple(Span(*span) for span in row.get("left_out", ())),
    )


def _mark(row: Mapping[str, Any]) -> Mark:
    return Mark(
        span=Span(*row["span"]),
        forms=(row["form"], *row.get("forms_too", ())),
        path=tuple(row["path"].split("/")) if row["path"] else (),
        works=tuple(row.get("work", ("",))),
        through=row.get("through", ""),
        manner=row.get("manner", ""),
        targets=tuple(row.get("target", ())),
        reasons=tuple(row.get("reason", ())),
    )


def shift_of(provision: Marked, text: str) -> int | None:
    """How far the provision stands from where it was marked; None where its text is no longer there."""
    start, end = provision.span
    lines = [start] if sha256(text.encode("utf-8", "surrogatepass")).hexdigest() == provision.text_sha256 else []
    lines += [start, 0, *(at + 1 for at, letter in enumerate(text) if letter == "\n")]
    for at in lines:
        part = text[at : at + end - start].encode("utf-8", "surrogatepass")
        if sha256(part).hexdigest() == provision.span_sha256:
            return at - start
    return None


def same_path(mark: Mark, found: CrossReference, document_id: str) -> bool:
    """Whether both name the same place of the same work."""
    if mark.form == ReferenceForm.SELF:
        return _same_self(mark, found, document_id)
    if document_id in mark.targets and _says_all(found.path):
        return True
    if ANY not in mark.works and _work(found.work) not in {_work(work) for work in mark.works}:
        return False
    wanted, got = _without_containers(mark.path), _without_containers(found.path)
    if found.through != mark.through:
        return False
    return wanted == got or (mark.form in RELATIVE and bool(got) and wanted[-len(got) :] == got)


def _same_self(mark: Mark, found: CrossReference, document_id: str) -> bool:
    """A self reference names what is around it; one without target here names nothing that could be compared."""
    got = found.path
    if not mark.targets or (document_id in mark.targets and _says_all(got)):
        return True
    wanted = [tuple(target.split("/")[1:]) for target in mark.targets]
    return any(bool(got) and path[-len(got) :] == got for path in wanted)


def _says_all(path: tuple[str, ...]) -> bool:
    """Whether a path means all of a document: none, or the part or chapter that the document is."""
    return not path or (len(path) == 1 and _is_container(path[0]))


def _without_containers(path: tuple[str, ...]) -> tuple[str, ...]:
    """The path from its article or section on; of `t21/s802` the section alone, of `t21` the title."""
    for at, segment in enumerate(path):
        if not _is_container(segment):
            return path[at:]
    return path


def _is_container(segment: str) -> bool:
    """Whether a segment is of a level above articles: `c3`, `ptIV`, `spE`, but neither `s12` nor `pa`."""
    numbers = (segment.removeprefix(kind) for kind in CONTAINERS if segment.startswith(kind))
    return any(number[:1].isdigit() or number[:1].isupper() for number in numbers)


def _work(name: str) -> str:
    kept = "".join(letter for letter in name.casefold() if letter.isalnum() and letter != DOT_LETTER)
    return kept.removeprefix("the")


def same_target(mark: Mark, find: Find) -> bool:
    """Whether the reference was resolved as marked, or left open for a reason that the marks allow."""
    if not find.targets:
        return find.reason in mark.reasons
    if mark.form == ReferenceForm.DELEGATION_OUT:
        return bool(mark.targets) and all(any(_near(t, found) for t in mark.targets) for found in find.targets)
    if not mark.targets:
        return False
    if mark.through:
        first, last = mark.targets[0], _end_of_range(mark.targets[0], mark.through)
        return first in find.targets and last in find.targets
    return len(find.targets) == 1 and any(_accepts(target, find.targets[0]) for target in mark.targets)


def _accepts(target: str, found: str) -> bool:
    if target.endswith(BELOW):
        return found == target.removesuffix(BELOW) or found.startswith(target.removesuffix("**"))
    if "/" in target:
        return found == target
    document, _, rest = found.partition("/")
    return document == target and (not rest or ("/" not in rest and _is_container(rest)))


def _near(target: str, found: str) -> bool:
    """Same, or one around the other: a delegation may be filled by an article or by a paragraph of it."""
    return target == found or found.startswith(f"{target}/") or ("/" in found and target.startswith(f"{found}/"))


def _end_of_range(first: str, through: str) -> str:
    """The last member's id: `act/a9` through `a18`, `act/a3/p1` through `p4`, `act/s5/pf` through `s19`."""
    document, *path = first.split("/")
    depth = max((at for at, segment in enumerate(path) if segment[:1] == through[:1]), default=0)
    return "/".join([document, *path[:depth], through])


def pairs_of(provision: Marked, finds: Iterable[Find], heading_end: int) -> list[Pair]:
    """Marks and finds of a provision, each in one pair: best fit first, then those left over.

    Finds in the heading and those that touch what was left out are not counted.

    Args:
        heading_end: end of the provision's first line.
    """
    inside = [
        find
        for find in finds
        if heading_end <= find.reference.span.start < provision.span.end
        and not any(find.reference.span.overlaps(span) for span in provision.left_out)
    ]
    fits = sorted(
        (-_fit(mark, find), m, f)
        for m, mark in enumerate(provision.marks)
        for f, find in enumerate(inside)
        if _fit(mark, find) > 0
    )
    of_mark: dict[int, int] = {}
    taken: set[int] = set()
    for _, m, f in fits:
        if m not in of_mark and f not in taken:
            of_mark[m] = f
            taken.add(f)
    pairs = [Pair(provision, k, inside[of_mark[m]] if m in of_mark else None) for m, k in enumerate(provision.marks)]
    return pairs + [Pair(provision, None, find) for f, find in enumerate(inside) if f not in taken]


def _fit(mark: Mark, find: Find) -> float:
    """Over 0 where the spans are of one reference; the larger the better."""
    a, b = mark.span, find.reference.span
    shared = (min(a.end, b.end) - max(a.start, b.start)) / max(a.end - a.start, b.end - b.start)
    if shared <= 0 or (a.start != b.start and a.end != b.end and shared < OVERLAP):
        return 0.0
    return shared + (find.reference.path == mark.path and find.reference.through == mark.through)


def moved(provision: Marked, by: int) -> Marked:
    """The provision with all its spans moved."""

    def at(span: Span) -> Span:
        return Span(span.start + by, span.end + by)

    marks = tuple(replace(mark, span=at(mark.span)) for mark in provision.marks)
    return replace(
        provision, span=at(provision.span), marks=marks, left_out=tuple(at(span) for span in provision.left_out)
    )


def compare(
    marked: Sequence[Marked], documents: Mapping[str, Document], finds: Mapping[str, Sequence[Find]]
) -> tuple[list[Pair], list[str]]:
    """All pairs, and the ids of provisions that could not be compared, since their text is not there."""
    pairs: list[Pair] = []
    gone: list[str] = []
    for provision in marked:
        document = documents.get(provision.document_id)
        shift = shift_of(provision, document.text) if document else None
        if document is None or shift is None:
            gone.append(provision.provision)
            continue
        here = moved(provision, shift)
        heading_end = here.span.start + len(here.span.cut(document.text).partition("\n")[0])
        pairs += pairs_of(here, finds.get(document.id, ()), heading_end)
    return pairs, gone


def counts(pairs: Iterable[Pair], measure: str) -> tuple[int, int, int]:
    """How many pairs are right by a measure, how many finds there are, how many marks."""
    kept = list(pairs)
    return (
        sum(pair.right[measure] for pair in kept),
        sum(pair.find is not None for pair in kept),
        sum(pair.mark is not None for pair in kept),
    )


def by_form(pairs: Sequence[Pair], form: str, measure: str) -> tuple[int, int, int, int]:
    """Right and all finds of a form, right and all marks of it; a find counts by its mark's form where that allows."""
    of_find = [p for p in pairs if p.find is not None and _counted_form(p) == form]
    of_mark = [p for p in pairs if p.mark is not None and p.mark.form == form]
    return sum(p.right[measure] for p in of_find), len(of_find), sum(p.right[measure] for p in of_mark), len(of_mark)


def _counted_form(pair: Pair) -> str:
    assert pair.find is not None
    found = str(pair.find.reference.form)
    return pair.mark.form if pair.mark is not None and found in pair.mark.forms else found
