"""Citations that stand in an answer's words: footers, ids, printed citations, numbered markers; and finer clauses.

Everything here adds; nothing that a system declared is taken away or mended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pincite.evaluate.regops.known_ids import KnownIds
from pincite.evaluate.regops.node_ids import (
    KOREAN,
    US,
    article_of,
    below_article,
    canonical,
    document_of,
    korean_segments,
    us_segments,
)
from pincite.evaluate.regops.predictions.aliases import rule_claims

FOOTER: Final = re.compile(
    r"^[ \t>*_#-]{0,6}\[?(?:참조|참고|근거|인용|citations?|references?|sources?)\]?[ \t*_]{0,4}"
    r"(?:(?<=\])|[:：])[ \t*_:：]{0,4}(?P<ids>.*)$",
    re.MULTILINE | re.IGNORECASE,
)
_BULLET = re.compile(r"^[ \t]*(?:[-*•·]|\d{1,2}[.)]|\[\d{1,2}\])[ \t]+(?P<id>.+)$")
_SPLIT = re.compile(r"[,;、]|\s{2,}")
_EDGES: Final = " \t`'\"[]()<>*_."
MARKER: Final = re.compile(r"\[(\d{1,3}(?:[ ]?[,;][ ]?\d{1,3}){0,20})\]")
_BRACKET = re.compile(r"\[([^\[\]]{1,40})\]")
_TAG_P = re.compile(r"제(\d{1,3})항(?:의(\d{1,2}))?")
_TAG_I = re.compile(r"제(\d{1,3})호(?:의(\d{1,2}))?")
_US_TAG = re.compile(r"(?:\((?:[a-z]{1,5}|[A-Z]{1,4}|\d{1,3})\)){1,6}")
_LABEL = re.compile(r"\(([A-Za-z]{1,5}|\d{1,3})\)")
MOST_CHARS: Final = 200_000
"""An answer is read so far."""


class FromText(NamedTuple):
    """Citations found in an answer.

    Args:
        ids: in pincite's form, in the order of the text, each once.
        written: the same as they stand there.
        source: `footer`, `text`, `markers`; empty where nothing was found.
    """

    ids: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    source: str = ""


def without_footer(answer: str) -> str:
    """The answer up to its last footer of citations."""
    last = _last_footer(answer)
    return answer[: last.start()].rstrip() if last else answer


def citations_in(answer: str, retrieved: Sequence[str], known: KnownIds) -> FromText:
    """The citations of an answer that has no field of them: its footer, else ids and citations in the text, else [n].

    Args:
        retrieved: ranked ids; `[n]` is the n-th of them.
    """
    text = answer[:MOST_CHARS]
    footer = _of_footer(text)
    if footer:
        return _made([(_listed(written, retrieved, known), written) for written in footer], "footer")
    found = [(node, written) for _, node, written in sorted(_in_text(text, retrieved, known), key=lambda f: f[0])]
    if found:
        return _made(found, "text")
    numbers = [int(n) for marker in MARKER.findall(text) for n in re.split(r"[,;]", marker)]
    if numbers and all(1 <= number <= len(retrieved) for number in numbers):
        return _made([(retrieved[number - 1], f"[{number}]") for number in numbers], "markers")
    return FromText()


def _made(pairs: Sequence[tuple[str, str]], source: str) -> FromText:
    first = dict(reversed(pairs))
    ids = tuple(dict.fromkeys(node for node, _ in pairs))
    return FromText(ids, tuple(first[node] for node in ids), source)


def _last_footer(text: str) -> re.Match[str] | None:
    found = list(FOOTER.finditer(text))
    return found[-1] if found else None


def _of_footer(text: str) -> list[str]:
    """What the last footer lists: on its own line, or in the list below it."""
    last = _last_footer(text)
    if last is None:
        return []
    found = [_bare(part) for part in _SPLIT.split(last["ids"])]
    if not any(found):
        for line in text[last.end() :].lstrip("\n").split("\n"):
            bullet = _BULLET.match(line)
            if bullet is None:
                break
            found.append(_bare(bullet["id"]))
    return [part for part in found if part]


def _bare(part: str) -> str:
    """Without quotation marks and brackets around it; those of a paragraph's label stay."""
    part = part.strip(" \t`'\"*_.")
    return part if part.endswith(")") and "(" in part else part.strip(_EDGES)


def _listed(written: str, retrieved: Sequence[str], known: KnownIds) -> str:
    """The id of a footer's entry: the entry, its first word where that is one, or the source of that number."""
    node = known.read(written, retrieved)
    if node in known:
        return node
    if written.isdecimal() and 1 <= int(written) <= len(retrieved):
        return retrieved[int(written) - 1]
    first = written.partition(" ")[0]
    return known.read(first) if first != written and known.read(first) in known else node


def _in_text(text: str, retrieved: Sequence[str], known: KnownIds) -> Iterator[tuple[int, str, str]]:
    """Ids that stand there literally, a longer one before its beginning, then printed citations that can be placed."""
    taken: list[tuple[int, int]] = []
    for node, spelling in known.in_text(text):
        start = _standing(text, spelling, taken)
        if start is not None:
            taken.append((start, start + len(spelling)))
            yield start, node, spelling
    for citation in printed(text):
        inside = any(s <= citation.start < e for s, e in taken)
        if not inside and (node := placed(citation, retrieved, known)):
            yield citation.start, node, text[citation.start : citation.end]


def _standing(text: str, spelling: str, taken: Sequence[tuple[int, int]]) -> int | None:
    """The first place of an id that is not the beginning of a longer one."""
    start = text.find(spelling)
    while start >= 0:
        end = start + len(spelling)
        if not _goes_on(text, end) and not any(s <= start and end <= e for s, e in taken):
            return start
        start = text.find(spelling, end)
    return None


def _goes_on(text: str, end: int) -> bool:
    """Whether a longer id stands there: `제1조` in `제1조의2`, `sent_1` in `sent_12`."""
    after = text[end : end + 2]
    return bool(after) and (after[0] in "/_-" or (after[0].isascii() and after[0].isalnum()) or after == "의2")


class Printed(NamedTuple):
    """A printed citation in a text.

    Args:
        law: what is named right before it; empty where nothing is, or only `법`, `같은 법` and the like.
        below: `/article/…`.
    """

    start: int
    end: int
    law: str
    below: str


def printed(text: str) -> Iterator[Printed]:
    """The printed citations of a text."""
    for found in KOREAN.finditer(text):
        if found["a"] or found["n"]:
            law = _law_before(text, found.start())
            yield Printed(found.start(), found.end(), law, f"/{'/'.join(korean_segments(found))}")
    for found in US.finditer(text):
        if found["mark"].strip() or (found["p"] and "." in found["s"]):
            yield Printed(found.start(), found.end(), "", f"/{'/'.join(us_segments(found))}")


def placed(citation: Printed, beside: Sequence[str], known: KnownIds) -> str:
    """The id that a printed citation means; empty where it is not certain of which document of the corpus it is.

    Whether the document has such a provision is not asked: one that it has not is an invented citation.

    Args:
        beside: ids that the system cited or retrieved, the likeliest first.
    """
    article = article_of(f"x{citation.below}").removeprefix("x")
    documents = dict.fromkeys(d for n in beside if article_of(n) == f"{(d := document_of(n))}{article}")
    if citation.law:
        documents = dict.fromkeys(d for d in documents if known.is_called(d, citation.law) is not False)
        if not documents:
            node = known.read(f"{citation.law}{citation.below}")
            return node if known.has_document(node) else ""
    if documents:
        return f"{next(iter(documents))}{citation.below}"
    node = known.grounded(citation.below)
    return "" if node.startswith("/") else node


_NAMED = re.compile(r"[「｢『]([^「」｢｣『』\n]{1,80})[」｣』][ ]?$")
_LAW_WORD = re.compile(
    r"((?:[가-힣·ㆍ]{1,20}[ ]){0,6}[가-힣·ㆍ]{0,20}(?:법|법률|시행령|시행규칙|규칙|규정|기준|지침|고시|매뉴얼|령))[ ]?$"
)
_NO_NAMES: Final = frozenset("법 영 령 규칙 시행령 시행규칙 법률 규정 기준 지침 고시".split())
_POINTERS = re.compile(r"^(?:이|본|동|같은|해당|위|그)[ ]?")


def _law_before(text: str, start: int) -> str:
    before = text[max(start - 90, 0) : start]
    if found := _NAMED.search(before):
        return found[1].strip()
    word = _LAW_WORD.search(before)
    if word is None:
        return ""
    last = _POINTERS.sub("", word[1].split()[-1])
    return "" if last in _NO_NAMES or not last else word[1].strip() if last in ("시행령", "시행규칙") else last


def finer_clauses(
    answer: str, raw: Mapping[str, Any], cited: Sequence[str], retrieved: Sequence[str], known: KnownIds
) -> tuple[str, ...]:
    """Paragraphs and items that an answer names beside its citations: in tags, in bound claims, in its words.

    A clause counts only where the system has cited or retrieved something of its article, so that a stray number makes
    no citation; an article alone is never added. Branch numbers are kept at every level.

    Args:
        raw: the prediction's row, for `raw_output` and `claims`.
    """
    beside = (*cited, *retrieved)
    articles = {article_of(node) for node in beside}
    found: dict[str, None] = {}
    for field in ("raw_output", "claims"):
        for rule, claim in rule_claims(raw.get(field)):
            found |= dict.fromkeys(_of_claim(known.read(rule, beside), claim))
    text = without_footer(answer[:MOST_CHARS])
    found |= dict.fromkeys(_tagged_behind(text, beside, known))
    found |= dict.fromkeys(node for citation in printed(text) if (node := placed(citation, beside, known)))
    clauses = (node for node in found if below_article(node) and node not in cited)
    return tuple(node for node in clauses if article_of(node) in articles)


def _of_claim(rule: str, claim: Mapping[str, Any] | str) -> Iterator[str]:
    """The clauses of a claim bound to a rule: its own id, and the tags in its words."""
    if isinstance(claim, Mapping):
        own = claim.get("provision_id")
        if isinstance(own, str) and document_of(canonical(own)) == document_of(rule):
            yield canonical(own)
        claim = claim["text"] if isinstance(claim.get("text"), str) else ""
    for tag in _BRACKET.findall(claim[:MOST_CHARS]):
        if clause := tag_clause(tag, rule):
            yield clause


def _tagged_behind(text: str, beside: Sequence[str], known: KnownIds) -> Iterator[str]:
    """Tags of an article in running text, such as `[제48조제8항]`, and of the id in brackets before them."""
    last = ""
    for tag in _BRACKET.findall(text):
        node = known.read(tag, beside)
        if node in known and not node.startswith("/"):
            last = node
        elif last and (clause := tag_clause(tag, article_of(last))):
            yield clause


def tag_clause(tag: str, rule: str) -> str:
    """The clause that a tag names under a rule; empty where it begins with no citation.

    A tag of an article (`제5조제1항`) is of the rule's own law.

    >>> tag_clause("제2항 제1호의2", "act/a5"), tag_clause("제6조의2제1항", "act/a5"), tag_clause("가. 제1항", "act/a5")
    ('act/a5/p2/i1-2', 'act/a6-2/p1', '')
    """
    bare = tag.replace(" ", "")
    article = KOREAN.match(bare)
    if article is not None and article["a"]:
        return "/".join([document_of(rule), *korean_segments(article)])
    base = article_of(rule)
    paragraph = _TAG_P.match(bare)
    segments = [_segment("p", paragraph)] if paragraph else []
    item = _TAG_I.match(bare, paragraph.end() if paragraph else 0)
    segments += [_segment("i", item)] if item else []
    if not segments and (labels := _US_TAG.fullmatch(bare)):
        segments = [f"p{label}" for label in _LABEL.findall(labels[0])]
    return "/".join([base, *segments]) if segments else ""


def _segment(kind: str, found: re.Match[str]) -> str:
    return f"{kind}{int(found[1])}{f'-{int(found[2])}' if found[2] else ''}"
