"""Building a tree while a text is read from front to back: what is open, ids, spans, what is odd about the numbers.

Levels have ranks: a provision closes all open ones of its own rank and deeper, and hangs on what is left.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pincite.text.normalize import one_line
from pincite.types.document import Span
from pincite.types.provision import ParseWarning, Provision, ProvisionKind, ProvisionTree

Number = tuple[int, ...]
"""`(13, 2)` for 제13조의2."""
MAX_WARNINGS = 1000


def follows(before: Number | None, number: Number) -> bool:
    """Whether a number comes right after another: the next one, the first branch of it, or its next branch.

    >>> follows((13,), (14,)), follows((13,), (13, 2)), follows((13, 2), (13, 3)), follows((13, 2), (14,))
    (True, True, True, True)
    >>> follows(None, (1,)), follows((13,), (15,)), follows((13,), (12,))
    (True, False, False)
    """
    if before is None:
        return number == (1,)
    if number[:-1] == before and number[-1] in (1, 2):
        return True
    depth = len(number)
    return depth <= len(before) and number == (*before[: depth - 1], before[depth - 1] + 1)


@dataclass(slots=True)
class Node:
    """A provision in the making.

    Args:
        order: its number as a tuple; empty where numbers have no order, as for addenda.
        through: number of the last provision that one label stands for (제2조부터 제4조까지), else `order`.
        body: where its text begins, behind label and title.
        end: of its span; -1 while it is open.
        last: of those whose ids hang on it, by rank, the number that came last.
    """

    id: str
    kind: ProvisionKind
    number: str
    rank: int
    order: Number
    through: Number
    parent: Node | None
    id_parent: str
    start: int
    heading: Span
    title: str
    body: int
    end: int = -1
    deleted: bool = False
    notes: list[Span] = field(default_factory=list)
    last: dict[int, Number] = field(default_factory=dict)


class Outline:
    """The provisions so far, with the way from the top to the one that is being read."""

    def __init__(self, document_id: str, text: str) -> None:
        self.document_id = document_id
        self.text = text
        self.nodes: list[Node] = []
        self.open: list[Node] = []
        self.warnings: list[ParseWarning] = []
        self.last: dict[int, Number] = {}
        self._times: dict[str, int] = {}
        self._warned: dict[str, int] = {}
        self._overflow: dict[str, Span] = {}

    def innermost(self, *kinds: ProvisionKind) -> Node | None:
        """The innermost open provision of these kinds; of any kind where none is named."""
        for node in reversed(self.open):
            if not kinds or node.kind in kinds:
                return node
        return None

    def last_number(self, base: Node | None, rank: int) -> Number | None:
        """Number of the last provision of a rank whose id hangs on `base` (None: the document)."""
        return (self.last if base is None else base.last).get(rank)

    def add(
        self,
        kind: ProvisionKind,
        rank: int,
        number: str,
        *,
        start: int,
        heading: Span,
        title: str = "",
        order: Number = (),
        through: Number = (),
        base: Node | None = None,
    ) -> Node:
        """Open a provision; its id hangs on `base`, its place in the tree on what is open above its rank."""
        self.close(rank, start)
        id_parent = self.document_id if base is None else base.id
        node = Node(
            self._unique(f"{id_parent}/{kind.value}{number}", kind, heading),
            kind, number, rank, order, through or order, self.innermost(), id_parent,
            start, heading, one_line(title), heading.end,
        )  # fmt: skip
        (self.last if base is None else base.last)[rank] = node.through
        self.nodes.append(node)
        self.open.append(node)
        return node

    def sibling(self, node: Node, number: Number) -> Node:
        """One more provision at the same place, for a label that names several; not yet among `nodes`."""
        written = _written(number)
        wanted = f"{node.id_parent}/{node.kind.value}{written}"
        unique = self._unique(wanted, node.kind, node.heading)
        return replace(node, id=unique, number=written, order=number, through=number, notes=list(node.notes), last={})

    def close(self, rank: int, at: int) -> None:
        """End every open provision of this rank or deeper, before the white space before `at`."""
        while self.open and self.open[-1].rank >= rank:
            self.open.pop().end = _before_blanks(self.text, at)

    def warn(self, rule: str, span: Span, detail: str) -> None:
        """Note something odd; of one sort no more than a person would read, then only their count."""
        times = self._warned[rule] = self._warned.get(rule, 0) + 1
        if times <= MAX_WARNINGS:
            self.warnings.append(ParseWarning(rule, span, detail))
        elif times == MAX_WARNINGS + 1:
            self._overflow[rule] = span

    def _unique(self, wanted: str, kind: ProvisionKind, heading: Span) -> str:
        """The id, with `~2` and on where the text has the number again."""
        times = self._times[wanted] = self._times.get(wanted, 0) + 1
        if times == 1:
            return wanted
        if kind is not ProvisionKind.ADDENDA:
            # Addenda are numbered by promulgation, and a ministry's rules begin at 1 again with each new ministry.
            self.warn("duplicate_number", heading, f"{wanted} stands here for the {_ordinal(times)} time")
        return f"{wanted}~{times}"

    def give_notes(self, notes: Iterable[Span]) -> None:
        """Hand each note to the finest provision around it."""
        starts = [node.start for node in self.nodes]
        for note in notes:
            at = bisect_right(starts, note.start) - 1
            node: Node | None = self.nodes[at] if at >= 0 else None
            while node is not None and node.end < note.end:
                node = node.parent
            if node is not None:
                node.notes.append(note)

    def tree(self, grammar: str) -> ProvisionTree:
        """The finished tree; everything must be closed."""
        self._check_numbers()
        provisions = tuple(
            Provision(
                n.id, n.kind, n.number, n.parent.id if n.parent else None, Span(n.start, n.end), n.heading, n.title,
                n.deleted, tuple(n.notes),
            )
            for n in self.nodes
        )  # fmt: skip
        more = (
            ParseWarning(rule, span, f"and {self._warned[rule] - MAX_WARNINGS} more from here on")
            for rule, span in self._overflow.items()
        )
        warnings = tuple(sorted((*self.warnings, *more), key=lambda w: w.span))
        return ProvisionTree(self.document_id, grammar, provisions, warnings)

    def _check_numbers(self) -> None:
        """Warn of numbers that go back or leave some out among those that share the front of their ids."""
        groups: dict[tuple[str, int, ProvisionKind], list[Node]] = {}
        for node in self.nodes:
            if node.order:
                groups.setdefault((node.id_parent, node.rank, node.kind), []).append(node)
        for group in groups.values():
            self._check_group(group)

    def _check_group(self, group: list[Node]) -> None:
        there = {node.order for node in group}
        highest: Number | None = None
        for node in group:
            if highest is not None and node.order < highest:
                self.warn("out_of_order", node.heading, f"{node.id} stands behind {_written(highest)}")
            elif node.order != highest and not follows(highest, node.order) and not _wanted(node.order) <= there:
                self._warn_of_gap(node, highest)
            highest = node.through if highest is None else max(highest, node.through)

    def _warn_of_gap(self, node: Node, highest: Number | None) -> None:
        # A file may hold some of a law's annexes only.
        if highest is not None or node.kind not in (ProvisionKind.ANNEX, ProvisionKind.FORM):
            before = f"follows {_written(highest)}" if highest else "is the first"
            self.warn("number_gap", node.heading, f"{node.id} {before}")


def _wanted(number: Number) -> set[Number]:
    """The number that has to stand somewhere before this one."""
    if number[-1] > (1 if len(number) == 1 else 2):
        return {(*number[:-1], number[-1] - 1)}
    return {number[:-1]} if len(number) > 1 else set()


def _written(number: Number | None) -> str:
    return "-".join(str(part) for part in number or ())


def _ordinal(times: int) -> str:
    return f"{times}{({2: 'nd', 3: 'rd'}).get(times % 10 if times % 100 not in (12, 13) else 0, 'th')}"


def _before_blanks(text: str, at: int) -> int:
    while at and text[at - 1].isspace():
        at -= 1
    return at
