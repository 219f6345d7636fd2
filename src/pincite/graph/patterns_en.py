"""Cross-references of English law: U.S. codes and regulations, state statutes, contracts, acts of the EU.

One pass over the text: a pattern finds where a reference may begin, a small parser reads its words, the place gives
what they leave out (`pincite.graph.english`). Linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from pincite.graph.english.aliases import Aliases, aliases_of
from pincite.graph.english.antecedents import History
from pincite.graph.english.delegations import delegations_out, goes_back
from pincite.graph.english.manners import manner_of
from pincite.graph.english.meanings import Found, Meanings
from pincite.graph.english.places import Place
from pincite.graph.english.scan import Scanner
from pincite.graph.english.skips import Skips
from pincite.types.document import Document, Span
from pincite.types.provision import ProvisionTree
from pincite.types.reference import CrossReference, Manner
from pincite.types.reference import ReferenceForm as Form

__all__ = ["aliases_en", "references_en"]

_MANNER_WINDOW = 80
# Two references of one statement: `under paragraph (a) or § 5`, `sections 1 and 2 of the Act (the Act), and section 3`.
_AND = re.compile(
    r"(?:\s?\([^()]{0,80}\))?,?\s(?:and|or|nor)(?:\s(?:in|under|by|of|with|to|as\swell\sas))?(?:\sthe)?\s\Z"
)
_COMMA = re.compile(r"(?:\s?\([^()]{0,80}\))?,\s(?:the\s)?\Z")
_WORKS = (Form.NAMED_WORK, Form.ALIAS)


def references_en(document: Document, tree: ProvisionTree) -> list[CrossReference]:
    """Every reference of an English document, in the order of the text.

    Args:
        tree: of the document; where it has no levels below its sections, paths have what the words say.

    Example:
        >>> from pincite.parse import read
        >>> from pincite.parse.statute import provisions
        >>> act = read("act.md")  # doctest: +SKIP
        >>> references_en(act, provisions(act))[0].path  # doctest: +SKIP
        ('s5', 'pa')
    """
    place, skips = Place(document, tree), Skips(document, tree)
    found = list(_found(document, place, skips))
    references = [*_finished(document, place, found), *_delegations(document, place, skips, found)]
    return sorted(references, key=lambda r: r.span)


def aliases_en(document: Document, tree: ProvisionTree) -> dict[str, str]:
    """Short names that a document defines, to the full ones: `PHS Act` to `Public Health Service Act`.

    The document's own short title leads to its title.
    """
    return dict(_aliases(document).names)


@lru_cache(maxsize=4)
def _aliases_of(text: str, title: str) -> Aliases:
    return aliases_of(text, title)


def _aliases(document: Document) -> Aliases:
    return _aliases_of(document.text, document.title)


def _found(document: Document, place: Place, skips: Skips) -> Iterator[Found]:
    aliases = _aliases(document)
    history = History(place)
    meanings = Meanings(document.text, place, aliases.names, history)
    scanner = Scanner(document, meanings, aliases, skips)
    for group, members in enumerate(scanner.groups()):
        for member in members:
            member.group = group
            history.add(member)
            yield member


def _finished(document: Document, place: Place, found: Sequence[Found]) -> Iterator[CrossReference]:
    text = document.text
    manner, back, end = Manner.PLAIN, False, -1
    for _, members in groupby(found, key=lambda f: f.group):
        group = list(members)
        first = group[0]
        between = text[end : first.span.start] if 0 <= first.span.start - end < _MANNER_WINDOW and end >= 0 else "\0"
        before, was_back = manner, back
        manner = manner_of(text, first.span.start, first.group_end)
        if manner is Manner.PLAIN and _AND.match(between):
            manner = before
        weak = place.regulation and first.form is Form.ALIAS
        back = (
            first.form in _WORKS
            and not manner
            and (
                goes_back(text, first.span.start, weak=weak)
                or (was_back and bool(_AND.match(between) or _COMMA.match(between)))
            )
        )
        end = first.group_end
        for one in group:
            yield _reference(document, one, Form.DELEGATION_BACK if back else one.form, manner)


def _reference(document: Document, found: Found, form: Form, manner: Manner) -> CrossReference:
    return CrossReference(
        source=found.source.id if found.source else document.id,
        span=found.span,
        form=form,
        path=found.path,
        work=found.work,
        through=found.through,
        manner=manner,
        antecedent=found.antecedent,
    )


def _delegations(document: Document, place: Place, skips: Skips, found: Sequence[Found]) -> Iterator[CrossReference]:
    """Delegations out, cut where another reference begins."""
    if place.contract:
        return
    at = 0
    for delegation in delegations_out(document.text):
        start, end = delegation.span
        while at < len(found) and found[at].span.end <= start:
            at += 1
        cut = found[at].span.start if at < len(found) else end
        span = Span(start, min(end, cut))
        words = span.cut(document.text).rstrip()
        if skips.end_at(start) >= 0 or len(words.split()) < 2:
            continue
        source = place.source(start)
        yield CrossReference(
            source.id if source else document.id,
            Span(start, start + len(words)),
            Form.DELEGATION_OUT,
            work=delegation.who,
        )
