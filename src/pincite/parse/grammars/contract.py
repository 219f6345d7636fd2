"""Contracts: clause 1.2(a)(i), Article IV with Section 4.2, schedules and exhibits with clauses of their own.

A clause's id is its path of numbers: 1.2(a) is `k1/k2/ka`, Section 4.2 of Article IV is `k4/k2`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.parse.grammars import Grammar
from pincite.parse.grammars.english.clauses import Clause, clauses_of
from pincite.parse.grammars.english.labels import Step
from pincite.parse.grammars.english.levels import Levels
from pincite.parse.grammars.english.lines import is_wrapped
from pincite.parse.grammars.english.paragraphs import Style, read_paragraphs
from pincite.parse.grammars.english.tree import Draft, build
from pincite.types.document import Document, Span
from pincite.types.provision import ParseWarning, ProvisionKind, ProvisionTree

NAME = "contract"
_CUES = re.compile(
    r"\b(?:by and between|(?:is|are) (?:made|entered)|hereinafter|hereto|hereunder|the parties|WITNESSETH|WHEREAS|"
    r"NOW,? THEREFORE|IN WITNESS WHEREOF|each party|either party|agree as follows)\b|^between\b|"
    r"\([\"“](?:the )?[\"“]?[A-Z][\w ]+[\"”]\)",
    re.MULTILINE,
)
_NAME = re.compile(
    r"\b(?:agreement|contract|lease|licen[cs]e|deed|addendum|amendment|terms and conditions|undertaking)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:privacy|cookie|notice|guide|handbook|manual|act|code|statutes?|opinion|court|rules?)\b", re.IGNORECASE
)
_SAMPLE = 8000
_MAX_CLAUSE_CHARS = 5000
"""Characters a clause, on average: where there are more, most clauses were not seen."""
_MIN_CUES, _MIN_CLAUSES = 2, 3


def _kind(step: Step, around: Draft) -> ProvisionKind:
    return ProvisionKind.CLAUSE


_STYLE = Style(Levels(), _kind)


def speaks_as_contract(title: str, text: str) -> bool:
    """Whether a text speaks like a contract and is called one."""
    head = text[:_SAMPLE]
    if len(set(_CUES.findall(head))) < _MIN_CUES or not _NAME.search(f"{title}\n{head[:1500]}"):
        return False
    return not _OTHER.search(title) or _NAME.search(title) is not None


def score(document: Document) -> float:
    """The share of the text that stands in clauses, for a text that speaks like a contract and is called one."""
    text = document.text
    if not speaks_as_contract(document.title, text):
        return 0.0
    clauses = [c for c in clauses_of(document) if c.kind is ProvisionKind.CLAUSE]
    if len(clauses) < _MIN_CLAUSES:
        return 0.0
    sparse = len(text) > _MAX_CLAUSE_CHARS * len(clauses)  # a text that has lost its line breaks
    return 0.85 * (0.5 if sparse else 1.0) * (len(text) - clauses[0].start) / len(text)


def read(document: Document) -> ProvisionTree:
    """The clauses, and the schedules with theirs."""
    text = document.text
    wrapped = is_wrapped(document)
    clauses = clauses_of(document)
    drafts: list[Draft] = []
    warnings: list[ParseWarning] = []
    annex: Draft | None = None
    open_: list[tuple[Clause, Draft]] = []
    for place, clause in enumerate(clauses):
        end = clauses[place + 1].start if place + 1 < len(clauses) else len(text)
        draft = _draft(clause, open_, annex)
        if clause.kind is ProvisionKind.ANNEX:
            annex, open_ = draft, []
        else:
            open_ = [*_around(clause, open_), (clause, draft)]
        drafts.append(draft)
        inner, found = read_paragraphs(text, draft, end, _STYLE, wrapped=wrapped)
        drafts += inner
        warnings += found
    return build(document, NAME, drafts, [*warnings, *_odd_numbers(clauses)])


def _draft(clause: Clause, open_: Sequence[tuple[Clause, Draft]], annex: Draft | None) -> Draft:
    if clause.kind is ProvisionKind.ANNEX:
        return Draft(
            clause.kind, clause.name, clause.start, clause.end, clause.title, word=clause.word.lower()
        )  # fmt: skip
    around = _around(clause, open_)
    parent = around[-1][1] if around else annex
    depth = len(around[-1][0].path) if around else 0
    lead = "".join(f"k{number}/" for number in clause.path[depth:-1])
    return Draft(
        ProvisionKind.CLAUSE, str(clause.path[-1]), clause.start, clause.end, clause.title,
        parent=parent, hangs_on=parent, lead=lead,
    )  # fmt: skip


def _around(clause: Clause, open_: Sequence[tuple[Clause, Draft]]) -> list[tuple[Clause, Draft]]:
    """The open clauses whose path begins that of this one."""
    return [pair for pair in open_ if len(pair[0].path) < len(clause.path) and _begins(pair[0], clause)]


def _begins(outer: Clause, inner: Clause) -> bool:
    return inner.path[: len(outer.path)] == outer.path


def _odd_numbers(clauses: Sequence[Clause]) -> list[ParseWarning]:
    """Numbers that go back or leave some out, within the contract and within each annex."""
    warnings = []
    last: dict[tuple[int, ...], int] = {}
    for clause in clauses:
        if clause.kind is ProvisionKind.ANNEX:
            last = {}
            continue
        *outer, number = clause.path
        before = last.get(tuple(outer), 0)
        place = Span(clause.start, clause.end)
        if number < before:
            warnings.append(ParseWarning("out_of_order", place, f"clause {clause.name} stands behind a later one"))
        elif number > before + 1:
            warnings.append(ParseWarning("number_gap", place, f"clause {clause.name} is not the next number"))
        last[tuple(outer)] = number
    return warnings


GRAMMAR = Grammar(NAME, ("en",), score, read)
