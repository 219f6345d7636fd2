"""How well references are found, read and resolved, against those that were marked by reading.

    python benchmarks/score_references.py [--data DIR] [--half tune|held_out] [--list] [--show]

`marked_references.jsonl` holds the marks, `marked_references.md` says how they were made. For each half, language and
form: precision (of what was found) and recall (of what was marked) of four things, each with its Wilson interval:

- found: a find stands where a mark stands (same start, same end, or an overlap of at least 80 % of the longer one);
- form: found, and of the same form;
- path: found, and the same work, path and end of a range;
- target: found, and resolved to the same provision, or left without one for a reason that the marks allow.

Rows by form count marks by the mark's form and finds by the find's. `--list` prints where the two differ, as ids and
spans; `--show` adds the words, from the user's own copy of the texts.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from marked_references import MEASURES, Find, Pair, by_form, compare, counts, read_marks

from pincite.evaluate.results.intervals import wilson
from pincite.parse import read
from pincite.types.document import Document
from pincite.types.reference import ReferenceForm

FOLDERS = {"regops_ko/documents": "manual_", "hipaa": "README", "housing/documents": "README"}
"""Folders that are a corpus each, with the beginning of the names that are left out."""


def corpora(data: Path) -> Iterator[dict[str, Document]]:
    """The documents that the marks lie in and point at, a corpus at a time."""
    for folder, left_out in FOLDERS.items():
        files = sorted((data / folder).glob("*.md"))
        documents = [read(path) for path in files if not path.name.startswith(left_out)]
        yield {document.id: document for document in documents}


def find_all(documents: Mapping[str, Document]) -> dict[str, list[Find]]:
    """What the program finds in the documents of a corpus, resolved within it."""
    from pincite.graph.link import Linker
    from pincite.graph.lookup import Member
    from pincite.graph.read_law import read_law

    linker = Linker()
    laws = [read_law(document) for document in documents.values()]
    linker.change(put=[Member(law.standing, law) for law in laws])
    finds: dict[str, list[Find]] = {document_id: [] for document_id in documents}
    for member, outcome in linker.graph().resolutions():
        found = Find(outcome.reference, tuple(outcome.targets), str(outcome.reason or ""))
        finds[member.law.tree.document_id].append(found)
    return finds


def run(data: Path) -> tuple[list[Pair], list[str], dict[str, Document]]:
    """Everything compared: the pairs, what could not be compared, and the documents."""
    documents: dict[str, Document] = {}
    finds: dict[str, list[Find]] = {}
    for corpus in corpora(data):
        documents |= corpus
        finds |= find_all(corpus)
    pairs, gone = compare(read_marks(), documents, finds)
    return pairs, gone, documents


def share(right: int, of: int) -> str:
    """A share with its Wilson interval, in per cent."""
    if not of:
        return f"{'-':>25}"
    low, high = wilson(right, of)
    return f"{f'{right}/{of}':>8} {100 * right / of:5.1f} ({100 * low:3.0f}-{100 * high:3.0f})"


def print_tables(pairs: Sequence[Pair]) -> None:
    """Prints the measures by language, then by form."""
    print(f"{'':38}{'precision':>24}   {'recall':>22}")
    for measure in MEASURES:
        for language in ("all", "ko", "en"):
            kept = [pair for pair in pairs if language in ("all", pair.provision.language)]
            right, finds, marks = counts(kept, measure)
            print(f"{measure:8}{language:30}{share(right, finds)}  {share(right, marks)}")
    for language in ("ko", "en"):
        kept = [pair for pair in pairs if pair.provision.language == language]
        for form in ReferenceForm:
            for measure in MEASURES:
                right, finds, recalled, marks = by_form(kept, str(form), measure)
                if finds or marks:
                    print(f"{measure:8}{language} {form!s:27}{share(right, finds)}  {share(recalled, marks)}")
    named = [p for p in pairs if p.mark is not None and p.find is not None and p.mark.manner]
    same = sum(str(p.find.reference.manner) == p.mark.manner for p in named if p.find and p.mark)
    print(f"manner, of {len(named)} found that have one marked: {share(same, len(named))}")


def describe(pair: Pair, documents: Mapping[str, Document], *, show: bool) -> str:
    """One line on a pair in which something is wrong."""
    wrong = [measure for measure, right in pair.right.items() if not right]
    kind = "missed" if pair.find is None else "false find" if pair.mark is None else "wrong " + ", ".join(wrong)
    parts = [f"{pair.provision.provision} {pair.span.start}-{pair.span.end} {kind}"]
    if (mark := pair.mark) is not None:
        target = ", ".join(mark.targets + mark.reasons)
        parts.append(f"marked {mark.form} {'/'.join(mark.path)} {mark.through} of {mark.works} -> {target}")
    if (find := pair.find) is not None:
        found = find.reference
        target = ", ".join(find.targets) or find.reason
        parts.append(f"found {found.form} {'/'.join(found.path)} {found.through} of {found.work!r} -> {target}")
    if show:
        text = documents[pair.provision.document_id].text
        parts.append(repr(text[max(pair.span.start - 30, 0) : pair.span.end + 20]))
    return "\n    ".join(parts)


def main() -> None:
    """Reads the arguments, runs, prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=os.environ.get("PINCITE_DATA"), help="else $PINCITE_DATA")
    parser.add_argument("--half", choices=["tune", "held_out"], action="append")
    parser.add_argument("--list", action="store_true", help="where marks and finds differ, as ids and spans")
    parser.add_argument("--show", action="store_true", help="with their words")
    options = parser.parse_args()
    if options.data is None:
        parser.error("--data or $PINCITE_DATA: the folder that holds regops_ko/, hipaa/ and housing/")
    pairs, gone, documents = run(Path(options.data))
    for half in options.half or ("tune", "held_out"):
        kept = [pair for pair in pairs if pair.provision.half == half]
        print(f"\n{half}: {len({p.provision.provision for p in kept})} provisions with marks or finds")
        print_tables(kept)
        for pair in kept if options.list or options.show else ():
            if not all(pair.right.values()):
                print(describe(pair, documents, show=options.show))
    if gone:
        print(f"not compared, since the text has changed: {', '.join(gone)}", file=sys.stderr)


if __name__ == "__main__":
    main()
