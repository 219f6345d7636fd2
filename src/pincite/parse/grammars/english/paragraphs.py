"""The paragraphs of one section, from its lines: labels, levels, titles, notes."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from pincite.parse.grammars.english.labels import ANY, Label, Step
from pincite.parse.grammars.english.levels import Fault, Levels, Placed, place
from pincite.parse.grammars.english.lines import Line, ends_sentence, labels_of_line, lines_of
from pincite.parse.grammars.english.notes import bracket_notes, closing_notes, is_gone
from pincite.parse.grammars.english.terms import defined_term, defines_terms, leads_in
from pincite.parse.grammars.english.titles import is_title, paragraph_title
from pincite.parse.grammars.english.tree import Draft
from pincite.types.document import Span
from pincite.types.provision import ParseWarning, ProvisionKind

_HEADING_CHARS = 120
_TOLD = {
    Fault.GAP: "is not the next number",
    Fault.BACK: "stands behind a later one",
    Fault.LATE: "is the first of its level",
}
_RULES = {Fault.GAP: "number_gap", Fault.BACK: "out_of_order", Fault.LATE: "number_gap"}


@dataclass(frozen=True, slots=True)
class Style:
    """How paragraphs are made.

    Args:
        levels: which labels stand below which.
        kind: of a paragraph, told from its label and the provision around it.
        terms: whether defined terms without a label count as paragraphs.
    """

    levels: Levels
    kind: Callable[[Step, Draft], ProvisionKind] = lambda step, around: ProvisionKind.PARAGRAPH
    terms: bool = True


@dataclass(slots=True)
class _Found:
    """A label with the line it stands in; `last` of the labels of its line."""

    label: Label
    line: int
    rest_end: int
    last: bool


def read_paragraphs(
    text: str, around: Draft, end: int, style: Style, skip: Container[int] = (), *, wrapped: bool = False
) -> tuple[list[Draft], list[ParseWarning]]:
    """The paragraphs between a section's heading and `end`; notes and deletion are written to the section's draft.

    Args:
        skip: starts of lines that are none of the section's, such as running heads.
        wrapped: lines end where a page does, and a paragraph runs over several.
    """
    lines = list(lines_of(text, around.heading_end, end, skip))
    count = closing_notes(text, lines)
    body = lines[: len(lines) - count]
    stop = lines[-count].start if count else None
    if count:
        around.notes.append(Span(lines[-count].text_start, lines[-1].end))
    if body and is_gone(text[body[0].text_start : body[-1].end]):
        around.deleted = True
    found = _find(text, body, around, style, wrapped=wrapped)
    placed = place([f.label for f in found], style.levels)
    drafts, warnings = _draft(text, around, body, list(zip(found, placed, strict=True)), style, stop, wrapped=wrapped)
    _give_notes(text, around, drafts, body)
    return drafts, warnings


def _find(text: str, body: Sequence[Line], around: Draft, style: Style, *, wrapped: bool) -> list[_Found]:
    found: list[_Found] = []
    defines, term = style.terms and defines_terms(around.title), ""
    before, seen = "", set[str]()
    for number, line in enumerate(body):
        above = before if wrapped and not line.apart else ""
        before = text[line.start : line.end]
        labels = labels_of_line(text, line, above)
        if labels and len(before) < _HEADING_CHARS and is_title(text[labels[-1].end : line.end].strip()):
            labels = [label._replace(again=before in seen) for label in labels]
            seen.add(before)
        if not labels and defines and ends_sentence(above):
            labels = defined_term(text, line, term)
            term = labels[0].number if labels else term
        ends = [*(label.start for label in labels[1:]), line.end][: len(labels)]
        found += [
            _Found(label, number, rest_end, label is labels[-1]) for label, rest_end in zip(labels, ends, strict=True)
        ]
        if style.terms and not defines:
            defines = leads_in(text, line)
    return found


def _draft(
    text: str,
    around: Draft,
    body: Sequence[Line],
    found: Sequence[tuple[_Found, Placed]],
    style: Style,
    stop: int | None,
    *,
    wrapped: bool,
) -> tuple[list[Draft], list[ParseWarning]]:
    drafts: list[Draft] = []
    warnings: list[ParseWarning] = []
    open_: list[Draft] = []
    following_of = _next_placed(found)
    for at, (this, placed) in enumerate(found):
        if placed.depth < 0:
            warnings += _unplaced(this.label, wrapped=wrapped)
            continue
        del open_[placed.depth :]
        parent = open_[-1] if open_ else around
        label = this.label
        kind = style.kind(placed.step, parent)
        draft = Draft(kind, label.number, label.start, label.end, parent=parent, hangs_on=parent, stop=stop)
        following = following_of[at]
        _describe(text, draft, body, this, placed, following)
        if this.last and not wrapped:
            _end_before_flush_text(text, draft, body, this, placed, following)
        open_.append(draft)
        drafts.append(draft)
        if placed.fault in _RULES:
            detail = f"({label.number}) {_TOLD[placed.fault]}"
            warnings.append(ParseWarning(_RULES[placed.fault], Span(label.start, label.end), detail))
    return drafts, warnings


def _next_placed(found: Sequence[tuple[_Found, Placed]]) -> list[tuple[_Found, Placed] | None]:
    """For each label the next one that opens a paragraph."""
    following: list[tuple[_Found, Placed] | None] = []
    last: tuple[_Found, Placed] | None = None
    for pair in reversed(found):
        following.append(last)
        last = pair if pair[1].depth >= 0 else last
    following.reverse()
    return following


def _unplaced(label: Label, *, wrapped: bool) -> list[ParseWarning]:
    """A label that fits nowhere; `A.` at the start of a wrapped line is mostly no label at all."""
    if label.inline or label.joined or (wrapped and label.steps[0].kind[0] != "("):
        return []
    detail = f"({label.number}) fits into no list that is open here, and is read as text"
    return [ParseWarning(Fault.SKIPPED, Span(label.start, label.end), detail)]


def _end_before_flush_text(
    text: str, draft: Draft, body: Sequence[Line], this: _Found, placed: Placed, following: tuple[_Found, Placed] | None
) -> None:
    """A sentence that goes on behind its list (`(2) a town; / as the case may be`) is the one's around the list."""
    goes_on = following is not None and following[1].depth >= placed.depth
    line = body[this.line + 1] if this.line + 1 < len(body) else None
    if line is None or goes_on or placed.step.kind == ANY or (following and following[0].line == this.line + 1):
        return
    if text[line.text_start].islower():
        draft.stop = line.start if draft.stop is None else min(draft.stop, line.start)


def _describe(
    text: str, draft: Draft, body: Sequence[Line], this: _Found, placed: Placed, following: tuple[_Found, Placed] | None
) -> None:
    """Set the title of a paragraph, and whether it is deleted."""
    if placed.step.kind == ANY:
        draft.title = text[draft.start : draft.heading_end].strip("\"“”' ,.")
        return
    rest = text[draft.heading_end : this.rest_end]
    is_parent = following is not None and following[1].depth > placed.depth
    if this.label.gone or (is_gone(rest) and not is_parent):
        draft.deleted = True
    elif following is not None and following[0].line == this.line:
        draft.title = paragraph_title(rest, "(", has_children=is_parent)
        if not draft.title and following[0].label.inline and is_title(rest.strip()):
            draft.title = rest.strip(" —–-")
    else:
        draft.title = paragraph_title(rest, _below(text, body, this, following, is_parent), has_children=is_parent)


def _below(
    text: str, body: Sequence[Line], this: _Found, following: tuple[_Found, Placed] | None, is_parent: bool
) -> str:
    """The line below a label's, without its own label; empty where it is no part of the paragraph."""
    if this.line + 1 >= len(body):
        return ""
    line = body[this.line + 1]
    if following is None or following[0].line != this.line + 1:
        return text[line.text_start : line.end]
    return text[following[0].label.end : line.end].strip() or "(" if is_parent else ""


def _give_notes(text: str, around: Draft, drafts: Sequence[Draft], body: Sequence[Line]) -> None:
    """Notes in brackets to the innermost provision that they stand in."""
    if not body:
        return
    place = 0
    for note in bracket_notes(text, body[0].start, body[-1].end):
        while place < len(drafts) and drafts[place].start <= note.start:
            place += 1
        (drafts[place - 1] if place else around).notes.append(note)
