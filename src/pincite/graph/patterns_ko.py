"""Cross-references in Korean law: found by their form, one for every member of a list, in the order of the text.

What a reference leaves out is filled in from the list before it (제3조제1항ㆍ제2항), from what it takes up (같은 조) or
from the place where it stands (제1항, 이 조). Names are taken as written: which document they mean is for the resolver.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from pincite.graph.korean import words
from pincite.graph.korean.around import Places
from pincite.graph.korean.delegating import delegations
from pincite.graph.korean.found import Found
from pincite.graph.korean.link import Linker
from pincite.graph.korean.printed import Printed
from pincite.graph.korean.senses import say_delegations_back, say_senses
from pincite.graph.korean.silent import Silent
from pincite.graph.korean.tokens import tokens, work_name
from pincite.graph.korean.units import Assembler
from pincite.graph.korean.works import Names, lower_names, short_names
from pincite.types.document import Document, Span
from pincite.types.provision import ProvisionTree
from pincite.types.reference import CrossReference, Manner, ReferenceForm

__all__ = ["aliases_ko", "references_ko"]


def aliases_ko(document: Document, tree: ProvisionTree) -> dict[str, str]:
    """The short names of works that a text defines, to full names: `{"법": "가나법", "법 시행령": "가나법 시행령"}`.

    They hold for all of the document; of two definitions of one short name the first counts.
    """
    del tree  # every short name of a work holds for the whole text, whatever 이하 이 조에서 says of other terms
    short = short_names(document.text)
    return {**lower_names(short), **short}


def references_ko(document: Document, tree: ProvisionTree) -> list[CrossReference]:
    """Every reference of a Korean text, sorted by span and apart from one another; linear in its length.

    Example:
        >>> references_ko(document, tree)[0]  # doctest: +SKIP
        CrossReference(source='decree/a2/p1', span=Span(40, 52), form=<ReferenceForm.ALIAS: 'alias'>, ...)
    """
    text = document.text
    short = short_names(text)
    names = Names(text, document.title, short)
    silent = Silent(text, tree)
    found = [token for token in tokens(text, tuple(sorted(short))) if not silent.hides(token)]
    places = Places(document.id, tree)
    printed = Printed(text, places, short)
    linker = Linker(text, places, short, _unsure(document), printed)
    made = list(linker.link(Assembler(text, found, names).units()))
    say_senses(text, made)
    taken = say_delegations_back(text, made)
    quoted, others = _Covered(taken), _Covered([Span(f.start, f.end) for f in made])
    amending = _amending(made)
    hiding = (silent, quoted, others)
    out = [f for f in _out(text, places) if not any(one.covers(f.start) for one in hiding)]
    # Only provisions delegate: a text without any, such as a manual, tells of what others delegate.
    if any(p.kind in words.HOLDERS for p in tree):
        made.extend(f for f in out if not _of_other_law(f, amending))
    return [_reference(one) for one in sorted(made, key=lambda f: (f.start, f.end))]


def _reference(found: Found) -> CrossReference:
    return CrossReference(
        found.source, Span(found.start, found.end), found.form, found.path, found.work, found.through, found.manner,
        found.antecedent,
    )  # fmt: skip


def _unsure(document: Document) -> frozenset[str]:
    """Words such as 기준 and 지침 by which a text does not call itself: 이 기준 then speaks of something in it."""
    return frozenset(
        word
        for word in words.UNSURE_SELF
        if not work_name(document.title).endswith(word)
        and re.search(rf"이 {word}은[^.\n]{{1,300}}목적으로", document.text) is None
    )


def _out(text: str, places: Places) -> Iterator[Found]:
    """Delegations out, those that a text only quotes too."""
    for span, work in delegations(text):
        source = places.around(span.start).source
        yield Found(span.start, span.end, source, ReferenceForm.DELEGATION_OUT, work=work)


def _amending(made: list[Found]) -> dict[str, int]:
    """Provisions of addenda that amend another work, with the place that says so."""
    places: dict[str, int] = {}
    for found in made:
        if found.manner is Manner.AMENDS and found.work and not found.path:
            places.setdefault(found.source, found.start)
    return places


def _of_other_law(found: Found, amending: dict[str, int]) -> bool:
    """Whether a delegation stands in the new wording of another law: it is that law's, not the text's own."""
    at = amending.get(found.source)
    return at is not None and at < found.start


class _Covered:
    """Which places a set of spans covers."""

    def __init__(self, spans: list[Span]) -> None:
        self._spans = sorted(spans)
        self._starts = [span.start for span in self._spans]

    def covers(self, offset: int) -> bool:
        at = bisect_right(self._starts, offset) - 1
        return at >= 0 and offset < self._spans[at].end
