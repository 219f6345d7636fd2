"""Whether an audit log is whole: every break of its chain, with the line and what is wrong there.

What is cut off at the end leaves a chain that is whole, and so does a log that somebody wrote anew from some entry on:
only a hash that was kept elsewhere can tell, so it is asked for (`expected_head`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from pincite.audit.chain import GENESIS, TORN, Entry, is_untouched, read_entry
from pincite.audit.log import Head

MAX_LINE = 64 * 2**20
"""A longer line is none that was ever written."""
MAX_FINDINGS = 1000
"""The rest of a log that is broken in more places is read, but not told of."""


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """One thing that is wrong, or in a note worth knowing.

    Args:
        file: name of the log's file; empty for the log as a whole.
        line: from 1; 0 for the file as a whole.
        rule: `edited`, `deleted`, `reordered`, `inserted`, `unreadable`, `truncated`; in notes `torn`, `begins`,
            `grown`.
        detail: what was found, for people.
    """

    file: str
    line: int
    rule: str
    detail: str


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What an audit log is.

    Args:
        entries: that were read.
        head: the last of them; None where there is none.
        head_time: when it was written.
        findings: what is wrong, in the order of the lines.
        notes: what is not wrong, but worth knowing.
    """

    entries: int
    files: tuple[str, ...]
    head: Head | None
    head_time: str | None
    findings: tuple[AuditFinding, ...]
    notes: tuple[AuditFinding, ...]

    @property
    def ok(self) -> bool:
        """Whether the chain is whole."""
        return not self.findings

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {
            "ok": self.ok,
            "entries": self.entries,
            "files": list(self.files),
            "head": self.head._asdict() if self.head else None,
            "head_time": self.head_time,
            "findings": [asdict(finding) for finding in self.findings],
            "notes": [asdict(note) for note in self.notes],
        }


def verify_log(files: Sequence[Path], *, expected_head: str | None = None, whole: bool = True) -> AuditReport:
    """Reads a log and says whether its chain is whole.

    Args:
        files: in the order of their entries, see `pincite.audit.log.log_files`.
        expected_head: hash of an entry that was the last one when it was noted; it must still be there.
        whole: the files are the whole log, which must begin with entry 1; else it may begin anywhere.
    """
    chain = _Chain(whole=whole, expected=expected_head.lower() if expected_head else None)
    for path in files:
        for number, line in _lines(path):
            chain.take(path.name, number, line)
    return chain.report(tuple(path.name for path in files))


def read_log(files: Iterable[Path]) -> Iterator[tuple[str, int, Entry | None]]:
    """File name, line number and entry of each line, right or wrong; None for a line that is no entry."""
    for path in files:
        for number, line in _lines(path):
            yield path.name, number, read_entry(line)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    with path.open("rb") as file:
        number = 0
        while line := file.readline(MAX_LINE):
            number += 1
            yield number, line


@dataclass
class _Gap:
    """Entries that were not where they belong: first and last number, and the line where the next one stands."""

    first: int
    last: int
    file: str
    line: int


@dataclass
class _Chain:
    """The state of the check: the entry that the next one must follow, and what was found so far."""

    whole: bool
    expected: str | None
    last: Entry | None = None
    place: tuple[str, int] = ("", 0)
    entries: int = 0
    seen: bool = False
    since: int = 0
    findings: list[AuditFinding] = field(default_factory=list)
    notes: list[AuditFinding] = field(default_factory=list)
    gaps: list[_Gap] = field(default_factory=list)
    torn: deque[tuple[str, int, bytes]] = field(default_factory=deque)

    def take(self, file: str, number: int, line: bytes) -> None:
        """One line, with its line break."""
        entry = read_entry(line)
        if entry is None:
            self.torn.append((file, number, line))
            return
        self.entries += 1
        if not is_untouched(entry, line):
            self._find(file, number, "edited", f"entry {entry['sequence']} does not have the hash that it states")
        self._match_torn(file, number, entry)
        self._follow(file, number, entry)
        if self.seen:
            self.since += 1
        self.seen = self.seen or entry["hash"] == self.expected

    def _follow(self, file: str, number: int, entry: Entry) -> None:
        """Hold the entry against the one before it."""
        sequence = entry["sequence"]
        before = self.last["sequence"] if self.last else 0
        if self.last is None and not self.whole:
            if sequence > 1:
                self.notes.append(AuditFinding(file, number, "begins", f"goes on from entry {sequence - 1} elsewhere"))
        elif sequence > before + 1:
            self.gaps.append(_Gap(before + 1, sequence - 1, file, number))
        elif sequence <= before:
            self._out_of_order(file, number, sequence)
            return
        elif entry["previous"] != (self.last["hash"] if self.last else GENESIS):
            self._unfitting(file, number, sequence)
        self.last, self.place = entry, (file, number)

    def _unfitting(self, file: str, number: int, sequence: int) -> None:
        """The entry states another hash for the one before it."""
        if self.last is None:
            self._find(file, number, "edited", f"entry {sequence} is not the first one, as it says")
            return
        told = f"entry {sequence - 1} was replaced: entry {sequence} holds another hash for it"
        self._find(*self.place, "edited", told)

    def _out_of_order(self, file: str, number: int, sequence: int) -> None:
        gap = next((gap for gap in self.gaps if gap.first <= sequence <= gap.last), None)
        if gap is None:
            told = f"entry {sequence} is there a second time; one of the two is forged"
            self._find(file, number, "inserted", told)
            return
        self._find(file, number, "reordered", f"entry {sequence} stands behind entry {(self.last or {})['sequence']}")
        self.gaps.remove(gap)
        rest = (_Gap(gap.first, sequence - 1, gap.file, gap.line), _Gap(sequence + 1, gap.last, gap.file, gap.line))
        self.gaps.extend(part for part in rest if part.first <= part.last)

    def _match_torn(self, file: str, number: int, entry: Entry) -> None:
        """Lines that are no entries must be sealed by the entries right behind them, in their order."""
        if entry["action"] == TORN and self.torn:
            at_file, at, line = self.torn.popleft()
            if sha256(line.removesuffix(b"\n")).hexdigest() == entry.get("torn_sha256"):
                told = f"its writing was cut off; entry {entry['sequence']} seals it"
                self.notes.append(AuditFinding(at_file, at, "torn", told))
            else:
                told = f"is no entry, and not what entry {entry['sequence']} seals"
                self._find(at_file, at, "unreadable", told)
            return
        if entry["action"] == TORN:
            self._find(file, number, "deleted", f"the line that entry {entry['sequence']} seals is not there")
        while self.torn:
            at_file, at, _ = self.torn.popleft()
            self._find(at_file, at, "unreadable", "is no entry, and nothing seals it")

    def _find(self, file: str, line: int, rule: str, detail: str) -> None:
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(AuditFinding(file, line, rule, detail))

    def report(self, files: tuple[str, ...]) -> AuditReport:
        """What was found, once all lines are read."""
        for gap in self.gaps:
            which = f"entry {gap.first} is" if gap.first == gap.last else f"entries {gap.first} to {gap.last} are"
            self._find(gap.file, gap.line, "deleted", f"{which} missing before this line")
        while self.torn:  # at the very end: a write that is going on, or was cut off and is sealed by the next one
            at_file, at, _ = self.torn.popleft()
            self.notes.append(AuditFinding(at_file, at, "torn", "its writing was cut off; the next entry will seal it"))
        self._hold_head()
        order = {name: at for at, name in enumerate(files)}
        found = sorted(self.findings, key=lambda f: (order.get(f.file, len(order)), f.line))
        head = Head(self.last["sequence"], self.last["hash"]) if self.last else None
        time = self.last["time"] if self.last else None
        return AuditReport(self.entries, files, head, time, tuple(found), tuple(self.notes))

    def _hold_head(self) -> None:
        if self.expected is None:
            return
        if not self.seen:
            told = "no entry has the expected hash: the log was cut off before it, or was written anew"
            self._find("", 0, "truncated", told)
        elif self.since:
            count = f"{self.since} entry was" if self.since == 1 else f"{self.since} entries were"
            self.notes.append(AuditFinding("", 0, "grown", f"{count} added after the expected one"))
