"""What is wrong or odd with a benchmark or a prediction file: where, and what to do about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

MOST_SHOWN: Final = 3
"""Findings of one sort that are shown one by one."""


class Severity(StrEnum):
    """How much a finding weighs."""

    ERROR = "error"
    """Nothing is scored before it is mended."""
    WARNING = "warning"
    """Figures are made, but are likely not what was meant."""
    NOTE = "note"
    """How something was read."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    Args:
        code: what sort it is, such as `duplicate_question`.
        file: path or name.
        line: from 1; None where it is of the whole file.
        message: what was wanted and what was found.
        remedy: what to do.
    """

    severity: Severity
    code: str
    file: str
    line: int | None
    message: str
    remedy: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{self.severity}: {place}: {self.message} {self.remedy}".rstrip()

    def record(self) -> dict[str, Any]:
        """The finding as JSON."""
        return asdict(self)


def error(code: str, file: str, line: int | None, message: str, remedy: str) -> Finding:
    """A finding that ends the scoring."""
    return Finding(Severity.ERROR, code, file, line, message, remedy)


def warning(code: str, file: str, line: int | None, message: str, remedy: str) -> Finding:
    """A finding that figures suffer from."""
    return Finding(Severity.WARNING, code, file, line, message, remedy)


def note(code: str, file: str, line: int | None, message: str, remedy: str = "") -> Finding:
    """A finding that says how something was read."""
    return Finding(Severity.NOTE, code, file, line, message, remedy)


def worst(findings: Iterable[Finding]) -> Severity | None:
    """The gravest severity; None without findings."""
    found = {finding.severity for finding in findings}
    return next((severity for severity in Severity if severity in found), None)


def lines(findings: Sequence[Finding]) -> list[str]:
    """The findings for people, the gravest first; of one sort in one file a few, and how many more there are."""
    order = list(Severity)
    ranked = sorted(findings, key=lambda f: (order.index(f.severity), f.file, f.code, f.line or 0))
    totals = Counter((f.file, f.code) for f in ranked)
    told: Counter[tuple[str, str]] = Counter()
    made: list[str] = []
    for finding in ranked:
        key = (finding.file, finding.code)
        told[key] += 1
        if told[key] <= MOST_SHOWN:
            made.append(str(finding))
        elif told[key] == MOST_SHOWN + 1:
            made.append(f"{finding.severity}: {finding.file}: {totals[key] - MOST_SHOWN} more of this sort")
    return made
