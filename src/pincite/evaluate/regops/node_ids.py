"""Ids of provisions in the forms that people write them, led to one: pincite's paths.

Read are pincite's own (`act/a13-2/p1/i3`), the RefWalk authors' (`가나법_제13조의2_제1항_제3호`), printed Korean
citations (`「가나법」 제13조의2제1항제3호`), printed US ones (`45 CFR § 164.502(a)(1)(ii)`), and any other string. That
stays a name of its own: a path's `/` are its levels, and nothing of it is an article.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pincite.evaluate.gold.provision_levels import ARTICLE, rolled
from pincite.text.provision_labels import provision_label
from pincite.types.provision import ProvisionKind, split_segment

FOREIGN: Final = "c0"
"""Begins every level of an id that is no provision's: like a chapter, it is never rolled up."""
MAX_CHARS: Final = 500
"""What is longer is no id."""
_SHOWN_CHARS: Final = 100
SUBITEMS: Final = "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호"
_K = ProvisionKind
_ARTICLES: Final = frozenset(map(str, (_K.ARTICLE, _K.SECTION, _K.ANNEX, _K.FORM, _K.RECITAL, _K.CLAUSE)))
_AROUND: Final = frozenset(map(str, (_K.TITLE, _K.SUBTITLE, _K.DIVISION, _K.PART, _K.CHAPTER, _K.SUBCHAPTER,
                                     _K.SUBPART, _K.ADDENDA)))  # fmt: skip
_NUMBER = re.compile(r"(?:\d|[A-Z](?![a-z]))[\w.~:-]*")

_B: Final = r"[ _]{0,2}"
# 조, then 항, 호, 목; or 별표; each level behind a blank or an underscore at most.
KOREAN: Final = re.compile(
    rf"(?:제{_B}(?P<a>\d{{1,4}}){_B}조(?:{_B}의{_B}(?P<a2>\d{{1,3}}))?"
    rf"(?:{_B}\([^()]{{1,60}}\))?"
    rf"(?:{_B}제{_B}(?P<p>\d{{1,3}}){_B}항(?:의(?P<p2>\d{{1,2}}))?|{_B}(?P<c>[①-⑳]))?"
    rf"|별표{_B}제?(?P<n>\d{{1,3}})?(?:의(?P<n2>\d{{1,2}}))?(?!\d))"
    rf"(?:{_B}제{_B}(?P<i>\d{{1,3}}){_B}호(?:의(?P<i2>\d{{1,2}}))?)?"
    rf"(?:{_B}(?P<b>[{SUBITEMS}])목)?"
)
US: Final = re.compile(
    r"(?P<mark>§{1,2}[ ]?|\bsec(?:tion|\.)[ ]|\bC\.?F\.?R\.?[ ]|(?<![\w.$-]))"
    r"(?P<s>\d{1,5}[A-Za-z]?(?:[.-]\d{1,5}[a-z]?){0,3})"
    r"(?P<p>(?:[ ]?\((?:[a-z]{1,5}|[A-Z]{1,4}|\d{1,3})\)){0,8})",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\(([A-Za-z]{1,5}|\d{1,3})\)")


def canonical(written: str) -> str:
    """An id in pincite's form, as far as it tells one; a printed citation without a document begins with `/`.

    >>> canonical("가나법_제13조의2_제1항_제3호"), canonical("act/a13-2/p1/i3"), canonical("제5조제2항")
    ('가나법/a13-2/p1/i3', 'act/a13-2/p1/i3', '/a5/p2')
    >>> canonical("§ 164.502(a)(1)(ii)"), canonical("spans/sent_12-0e")
    ('/s164.502/pa/p1/pii', 'spans/c0sent_12-0e')
    """
    return _canonical(written.strip())


@lru_cache(maxsize=100_000)
def _canonical(text: str) -> str:
    if is_provision_path(text) or len(text) > MAX_CHARS:
        return text
    found = korean_citation(text) or us_citation(text)
    if found is not None:
        document, segments = found
        return "/".join([document, *segments])
    return _foreign(text)


def is_provision_path(text: str) -> bool:
    """Whether a text is an id of pincite: a document, then the levels down to an article or finer."""
    document, *segments = text.split("/")
    if not document or not segments or not all(segments):
        return False
    for segment in segments:
        kind, number = split_segment(segment)
        if kind in _ARTICLES:
            return not number or bool(_NUMBER.fullmatch(number))
        if kind not in _AROUND or (number and not _NUMBER.fullmatch(number)):
            return False
    return not any(segment.startswith(FOREIGN) for segment in segments)


def _foreign(text: str) -> str:
    first, *rest = text.split("/")
    return "/".join([first, *(f"{FOREIGN}{segment}" for segment in rest)])


def plain(node: str) -> str:
    """The id as it was written where it is no provision's; else itself.

    >>> plain("spans/c0sent_12"), plain("act/a1")
    ('spans/sent_12', 'act/a1')
    """
    first, *rest = node.split("/")
    return "/".join([first, *(segment.removeprefix(FOREIGN) for segment in rest)])


def korean_citation(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Document, as named before it, and segments of a text that is one Korean citation; None where it is none."""
    found = KOREAN.search(text)
    if found is None or text[found.end() :].strip(" _.」』)]"):
        return None
    return _document_before(text[: found.start()]), korean_segments(found)


def korean_segments(found: re.Match[str]) -> tuple[str, ...]:
    """The segments of a match of `KOREAN`."""
    if found["a"]:
        segments = [_numbered("a", found["a"], found["a2"])]
    else:
        segments = [_numbered("n", found["n"] or "", found["n2"])]
    if found["p"] or found["c"]:
        number = found["p"] or str(ord(found["c"]) - ord("①") + 1)
        segments.append(_numbered("p", number, found["p2"]))
    if found["i"]:
        segments.append(_numbered("i", found["i"], found["i2"]))
    if found["b"]:
        segments.append(f"b{SUBITEMS.index(found['b']) + 1}")
    return tuple(segments)


def _numbered(kind: str, number: str, branch: str | None) -> str:
    return f"{kind}{int(number) if number else ''}{f'-{int(branch)}' if branch else ''}"


def us_citation(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Document and segments of a text that is one US citation: a section's mark, or a number with paragraphs."""
    found = next((m for m in US.finditer(text) if not text[m.end() :].strip(" .]")), None)
    if found is None or not (found["mark"].strip() or found["p"]):
        return None  # a bare number is somebody's id
    before = re.sub(r"\b\d{1,3}[ ]?$", "", text[: found.start()])
    return _document_before(before), us_segments(found)


def us_segments(found: re.Match[str]) -> tuple[str, ...]:
    """The segments of a match of `US`."""
    return (f"s{found['s']}", *(f"p{label}" for label in _LABEL.findall(found["p"])))


def _document_before(text: str) -> str:
    return text.strip(" _,「」『』｢｣[](").rstrip("/")


def document_of(node: str) -> str:
    """The document of an id; empty where a printed citation names none."""
    return node.partition("/")[0]


def article_of(node: str) -> str:
    """The article, section or annex around an id; itself where it is none below one."""
    return rolled(node, ARTICLE)


def below_article(node: str) -> bool:
    """Whether an id is a paragraph, an item or finer."""
    return article_of(node) != node


def depth(node: str) -> int:
    """Levels of an id below its document."""
    return node.count("/")


def authors_form(node: str) -> str:
    """The id as the RefWalk authors write it, where it is a Korean provision; else as it was written.

    >>> authors_form("가나법/a13-2/p1/i3"), authors_form("part/s164.502/pa")
    ('가나법_제13조의2_제1항_제3호', 'part/s164.502/pa')
    """
    document, *segments = node.split("/")
    if not segments or any(split_segment(s)[0] not in ("a", "p", "i", "b", "n") for s in segments):
        return plain(node)
    if segments[0][:1] not in ("a", "n"):
        return plain(node)
    return "_".join([document, *(provision_label((s,), "ko").replace(" ", "") for s in segments)])


def loose(name: str) -> str:
    """A document's name for comparison: letters and digits alone, in small ones."""
    return "".join(c for c in name.casefold() if c.isalnum())


def shown(nodes: Sequence[str], most: int = 3) -> str:
    """Some ids for a message, each cut where it is no id any more."""
    more = len(nodes) - most
    cut = (name if len(name) <= _SHOWN_CHARS else f"{name[:_SHOWN_CHARS]}…" for name in map(plain, nodes[:most]))
    return ", ".join(cut) + (f" and {more} more" if more > 0 else "")
