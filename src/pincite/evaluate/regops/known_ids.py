"""What ids there are: a benchmark's corpus, and how an id that somebody wrote is held against it.

An id that the corpus does not hold stays what it is, so that it can be counted; nothing is repaired here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from pincite.errors import InputError
from pincite.evaluate.benchmarks.rows import library_id
from pincite.evaluate.regops.findings import Finding
from pincite.evaluate.regops.json_rows import objects
from pincite.evaluate.regops.node_ids import canonical, depth, document_of, loose, plain
from pincite.types.provision import is_ancestor

ID_KEYS: Final = ("node_id", "_id", "id", "provision_id")
SHORTEST: Final = 3
"""Ids as short as that are not looked for in texts."""
TITLE_KEYS: Final = ("document_name", "document_title", "document", "doc_title", "title")


@dataclass(frozen=True)
class KnownIds:
    """The ids of a corpus.

    Args:
        spelled: id in pincite's form to how the corpus writes it.
        names: document to what it is called, by which citations in print are led to it.
        texts: id to its text, where the corpus has texts; retrieved passages that are texts are found by them.
        complete: whether these are all ids there are; not for a benchmark without a corpus, whose gold alone is known.
    """

    spelled: Mapping[str, str]
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    complete: bool = True

    def __contains__(self, node: object) -> bool:
        return node in self.spelled or node in self._above

    def has_document(self, node: str) -> bool:
        """Whether the document of an id is one of the corpus."""
        return document_of(node) in self._depths

    def read(self, written: str, beside: Sequence[str] = ()) -> str:
        """The id that somebody wrote, in pincite's form; one that is not known stays as it is.

        Args:
            beside: ids that tell which document a citation without one means.
        """
        made = self._read.get(written)
        if made is None:
            made = self._read[written] = self._found(written)
        return self.grounded(made, beside) if made.startswith("/") else made

    def grounded(self, citation: str, beside: Sequence[str] = ()) -> str:
        """A citation without a document (`/a5/p2`) with the one that it means; as it is where that is not certain.

        It is the document of the first id beside it that lies in the same article; else the only one of the corpus
        that has it.
        """
        article = "/".join(citation.split("/")[:2])
        for other in beside:
            own = document_of(other)
            if is_ancestor(f"{own}{article}", other):
                return f"{own}{citation}"
        holders = self._holders.get(article, ())
        return f"{holders[0]}{citation}" if len(holders) == 1 else citation

    def checked_to(self, node: str) -> str:
        """The id cut to the depth to which the corpus tells of its document: below that nothing can be said of it."""
        deepest = self._depths.get(document_of(node))
        if deepest is None or depth(node) <= deepest:
            return node
        return "/".join(node.split("/")[: deepest + 1])

    def is_over_deep(self, node: str) -> bool:
        """Whether an id lies deeper than the corpus tells of its document, in a place that there is."""
        cut = self.checked_to(node)
        return cut != node and cut in self

    def is_unknown(self, node: str) -> bool:
        """Whether an id names nothing that there is, as far as the corpus tells."""
        return self.checked_to(node) not in self

    def by_text(self, passage: str) -> str | None:
        """The id whose text a passage is, white space aside; None where none is."""
        return self._by_text.get(_flat(passage))

    def in_text(self, text: str) -> list[tuple[str, str]]:
        """Ids that may stand in a text, with their spellings, the longest first: of the documents named there."""
        found = [pair for document, pairs in self._spellings.items() if document in text for pair in pairs]
        return sorted(found, key=lambda pair: (-len(pair[1]), pair))

    def is_called(self, document: str, name: str) -> bool | None:
        """Whether a document goes by a name, or by one that ends in it, or the name ends in its own.

        Returns:
            None where the document's names are in no script of the name's, so that nothing can be told.
        """
        own = [key for called in (document, *self.names.get(document, ())) if (key := loose(called))]
        wanted = loose(name)
        if not any(_hangul(key) for key in own) and _hangul(wanted):
            return None
        return any(wanted.endswith(key) or key.endswith(wanted) for key in own)

    @cached_property
    def _spellings(self) -> dict[str, list[tuple[str, str]]]:
        found: dict[str, list[tuple[str, str]]] = {}
        for node, spelling in self.spelled.items():
            found.setdefault(document_of(node), []).extend(
                (node, form) for form in dict.fromkeys((node, spelling)) if len(form) > SHORTEST
            )
        return found

    @cached_property
    def _read(self) -> dict[str, str]:
        return {}

    def _found(self, written: str) -> str:
        text = written.strip()
        node = canonical(text)
        if node in self or node.startswith("/"):
            return node
        if text in self._by_library:
            return self._by_library[text]
        document, slash, below = node.partition("/")
        if named := self._by_name.get(loose(document)) if below else None:
            return f"{named}{slash}{below}"
        if below[:1] == "s" and below[1:2].isdigit():
            # A section's number is nearly a name: the code that it is in (45 CFR) is seldom a document's title.
            grounded = self.grounded(f"/{below}")
            return node if grounded.startswith("/") else grounded
        return node

    @cached_property
    def _above(self) -> frozenset[str]:
        """All that lies above a known id: a corpus of leaves knows their articles."""
        found: set[str] = set()
        for node in self.spelled:
            while "/" in node:
                node = node.rpartition("/")[0]
                found.add(node)
        return frozenset(found)

    @cached_property
    def _depths(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for node in self.spelled:
            document = document_of(node)
            found[document] = max(found.get(document, 0), depth(node))
        return found

    @cached_property
    def _holders(self) -> dict[str, tuple[str, ...]]:
        """`/article` to the documents that have it."""
        found: dict[str, list[str]] = {}
        for node in {n for n in (*self.spelled, *self._above) if depth(n) == 1}:
            found.setdefault(node[node.index("/") :], []).append(document_of(node))
        return {key: tuple(sorted(value)) for key, value in found.items()}

    @cached_property
    def _by_library(self) -> dict[str, str]:
        """The id that a library gives a document of that name: evaluations name documents so."""
        return {library_id(plain(node)): node for node in self.spelled}

    @cached_property
    def _by_name(self) -> dict[str, str]:
        """Names of documents, each of one document only, to it."""
        found: dict[str, set[str]] = {}
        for document in self._depths:
            for name in (document, *self.names.get(document, ())):
                if key := loose(name):
                    found.setdefault(key, set()).add(document)
        return {name: next(iter(documents)) for name, documents in found.items() if len(documents) == 1}

    @cached_property
    def _by_text(self) -> dict[str, str]:
        return {_flat(text): node for node, text in self.texts.items() if text.strip()}


def read_known_ids(path: Path) -> KnownIds:
    """The ids of a corpus file: JSON lines with `node_id`, `_id` or `id`, and where there are any, texts and titles.

    Raises:
        InputError: a line is no object or has no id, two have the same one, or there is none.
    """
    spelled: dict[str, str] = {}
    lines: dict[str, int] = {}
    names: dict[str, dict[str, None]] = {}
    texts: dict[str, str] = {}
    faults: list[Finding] = []
    for number, row in objects(path, faults):
        if faults:
            break
        written = _first({key: str(value) if type(value) is int else value for key, value in row.items()}, ID_KEYS)
        if not written:
            raise InputError(
                f"Wanted an id in line {number} of {path}, found none of {', '.join(ID_KEYS)}.",
                hint="Name the file of the corpus's passages with --corpus.",
            )
        node = canonical(written)
        if node in spelled:
            raise InputError(
                f"Line {number} of {path} has the id {written[:80]!r} of line {lines[node]} again.",
                hint="Every passage needs an id of its own; take one of the two out.",
            )
        spelled[node], lines[node] = written, number
        if title := _first(row, TITLE_KEYS):
            names.setdefault(document_of(node), {})[title] = None
        texts[node] = _first(row, ("text", "text_ko", "text_en"))
    if faults:
        raise InputError(f"Line {faults[0].line} of {path}: {faults[0].message}", hint=faults[0].remedy)
    if not spelled:
        raise InputError(f"Wanted the ids of a corpus in {path}, found no line.", hint="Check the path.")
    return KnownIds(spelled, {key: tuple(value) for key, value in names.items() if len(value) == 1}, texts)


def known_by_gold(golds: Iterable[str]) -> KnownIds:
    """The ids of gold, where there is no corpus: enough to read others' forms by, not to call an id unknown."""
    return KnownIds({node: plain(node) for node in golds}, complete=False)


def _first(row: Mapping[str, Any], keys: Sequence[str]) -> str:
    return next((value.strip() for key in keys if isinstance(value := row.get(key), str) and value.strip()), "")


def _hangul(text: str) -> bool:
    return any("가" <= c <= "힣" for c in text)


def _flat(text: str) -> str:
    return " ".join(text.split())
