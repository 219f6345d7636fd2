"""Short names that hold in one text only, written out: 평가단 is 연구개발과제평가단 where the text says so."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.types.provision import is_ancestor

_BEFORE = re.compile(
    r"(?:(?P<further>(?:[가-힣A-Za-z0-9ㆍ·]{2,20} ){0,2}[가-힣A-Za-z0-9ㆍ·]{2,20}) "
    r")?(?P<last>[가-힣A-Za-z0-9ㆍ·]{2,30})\s?\((?:[^()]{0,40})이하[^()]{0,14}[\"“]$"
)
_PARTICLED = re.compile(
    r"(?:은|는|이|가|을|를|의|에|로|서|과|와|및|한|된|할|될|인|는|게|며|고|여|등|각|그|이|해당|관련|따른|관한|대한|위한|하는)$"
)


@dataclass(frozen=True, slots=True)
class Name:
    """A short name with the full one and where it holds."""

    short: str
    full: str
    scope: str


def names_of(corpus: BenchCorpus, document_id: str) -> tuple[Name, ...]:
    """The short names of a document whose full names stand right before them, the longest first."""
    text = corpus.texts[document_id]
    found = []
    for definition in corpus.members[document_id].law.definitions:
        before = _BEFORE.search(text[max(0, definition.span.start - 110) : definition.span.start])
        if before and (full := _full(definition.term, before["last"], before["further"] or "")):
            found.append(Name(definition.term, full, definition.scope))
    return tuple(sorted(set(found), key=lambda n: (-len(n.short), n.short, n.full, n.scope)))


def _full(short: str, last: str, further: str) -> str:
    if last.endswith(short) and len(last) > len(short):
        return last
    if last != short or not further:
        return ""
    words: list[str] = []
    for word in reversed(further.split()):
        if _PARTICLED.search(word) and not (words and word.endswith("의")):
            break
        words.insert(0, word)
    return " ".join([*words, last]) if words else ""


def written_out(text: str, names: tuple[Name, ...], provision_id: str) -> str:
    """A text with the short names that hold at a provision written out."""
    for name in names:
        if name.short in text and name.full not in text and is_ancestor(name.scope, provision_id):
            text = re.sub(rf"(?<![가-힣ㆍ·]){re.escape(name.short)}", name.full, text)
    return text
