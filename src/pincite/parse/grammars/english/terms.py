"""Defined terms that stand without a label: `Covered entity means: …`, `“Rent” has the meaning …`.

They count as paragraphs, since what they list is numbered anew below each: "paragraph (1)(i) of this definition".
"""

from __future__ import annotations

import re

from pincite.parse.grammars.english.labels import ANY, Label, Step, label_at
from pincite.parse.grammars.english.lines import Line

MAX_TERM = 120

_SECTION_TITLE = re.compile(r"\b(?:definitions?|defined|words? used|terms? used|meanings?|glossary)\b", re.IGNORECASE)
_LEAD_IN = re.compile(
    r"\b(?:as used in|for (?:the )?purposes of|in|when used in|the following)\b[^.;]{0,300}"
    r"(?:\b(?:terms?|words?|definitions?|phrases?|meanings?)\b[^.;]{0,200}|\b(?:section|part|subpart|chapter|title|act))[:.]?\Z",
    re.IGNORECASE,
)
_TERM = re.compile(
    r"(?P<term>[\"“][^\"”\n]{1,100}[,.]?[\"”](?:,? (?:or|and) [\"“][^\"”\n]{1,100}[\"”])*|[A-Z][^.;:\n]{0,110}?)"
    r"(?:,? (?:with respect to|for purposes of|when used|as used)[^.;:\n]{1,120}?,)?"
    r"(?:(?P<aside> \([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\))?,? "
    r"(?P<verb>means?|shall mean|includes?|stands for|refers? to|exists? if|encompass(?:es)?|"
    r"(?:has|have|shall have) the (?:same )?meanings?|(?:is|are) defined|(?:is|are)(?= )|does not include)\b"
    r"|(?P<colon>:)(?= ?(?:\(|\Z)))"
)
_ARTICLES = frozenset(
    "the a an this that these those such any each no if when for in as unless except notwithstanding it all every "
    "nothing".split()
)
_NO_NUMBER = re.compile(r"[^a-z0-9]+")


def defines_terms(title: str) -> bool:
    """Whether a section's title announces definitions."""
    return _SECTION_TITLE.search(title) is not None


def leads_in(text: str, line: Line) -> bool:
    """Whether a line such as "As used in this part:" opens a list of definitions."""
    return _LEAD_IN.search(text, line.text_start, line.end) is not None and text[line.end - 1] in ":.—-"


def defined_term(text: str, line: Line, before: str) -> list[Label]:
    """The defined term that begins a line, as a label without a number of its own, and a label right behind it.

    Args:
        before: number of the term defined before; a line that goes on about it opens nothing.
    """
    found = _TERM.match(text, line.text_start, line.end)
    if found is None or found.end("term") - found.start() > MAX_TERM:
        return []
    term = found["term"].strip(" ,")
    if not _is_term(term, found["verb"]):
        return []
    number = _NO_NUMBER.sub("-", term.lower()).strip("-")
    if not number or number == before:
        return []
    label = Label(found.start(), found.start() + len(term), number, (Step(ANY, 0),))
    at = found.end() + len(text[found.end() : line.end]) - len(text[found.end() : line.end].lstrip())
    inner = label_at(text, at, line.end, inline=True)
    return [label] if inner is None or not found["colon"] else [label, inner]


def _is_term(term: str, verb: str | None) -> bool:
    if term[0] in '"“':
        return True
    words = term.split()
    if words[0].lower() in _ARTICLES or len(words) > 12:
        return False
    return verb not in ("is", "are") or len(words) <= 4
