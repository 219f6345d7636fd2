"""Whether an answer cites what its rules cannot be read without: exceptions, and details left to another provision.

The gate's other checks hold a sentence against the source that it cites. This one looks at the words of that source:
where they except another provision, or leave a detail to one, and the library holds it, the answer must cite it too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from pincite.graph.rests_on import Missing, Quoted, RestsOn, quoted_in
from pincite.types.answer import CheckedSentence, CheckState, Finding, Support
from pincite.types.chunk import Chunk
from pincite.types.retrieval import Evidence

NAME: Final = "closure"
INCOMPLETE: Final = "incomplete_closure"


class Closed(NamedTuple):
    """Sentences with the finding of this check, and what is missing."""

    checked: tuple[CheckedSentence, ...]
    missing: tuple[Missing, ...]


def check_closure(checked: Sequence[CheckedSentence], evidence: Sequence[Evidence], rests_on: RestsOn) -> Closed:
    """The sentences with the finding `closure`; those that rest on what nothing cites do not pass."""
    chunks = {item.number: item.chunk for item in evidence}
    missing = rests_on.missing([list(_quoted(sentence, chunks)) for sentence in checked])
    told = [_told(s, [m for m in missing if m.sentence == at], rests_on) for at, s in enumerate(checked)]
    return Closed(tuple(told), missing)


def _told(sentence: CheckedSentence, missing: Sequence[Missing], rests_on: RestsOn) -> CheckedSentence:
    if not missing:
        return replace(sentence, checks=(*sentence.checks, Finding(NAME, CheckState.PASSED)))
    names = ", ".join(dict.fromkeys(rests_on.named(need.edges[0]) for need in missing))
    finding = Finding(NAME, CheckState.FAILED, None, f"{INCOMPLETE}: it rests on {names}, which is not cited")
    support = Support.PARTIAL if sentence.support is Support.FULL else sentence.support
    return replace(sentence, checks=(*sentence.checks, finding), support=support)


def _quoted(sentence: CheckedSentence, chunks: Mapping[int, Chunk]) -> Iterator[Quoted]:
    """The places that carry a sentence."""
    for number, span in sentence.aligned:
        if number in chunks:
            yield from quoted_in(chunks[number], span)
