"""Places whose numbers are no references: labels, amendment notes, document numbers, what an amendment quotes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from pincite.graph.korean import words
from pincite.graph.korean.tokens import Token, TokenKind
from pincite.types.document import Span
from pincite.types.provision import ProvisionKind, ProvisionTree

_NOTE = re.compile(
    r"<(?:개정|신설|삭제|단서|제목|생략|시행|제\d|[^<>\n]{0,20}개정|종전)[^<>\n]{0,400}>"
    r"|\[(?:전문개정|전부개정|본조신설|본항신설|제목개정|종전|시행일|유효기간|법률|대통령령|단순위헌"
    r"|헌법불합치|한정위헌|위헌"
    r"|별표|별지|서식|제\d{1,4}조(?:의\d{1,2})?에서|제정|개정)(?:[^\[\]\n<>]"
    r"|<[^<>\n]{0,80}>){0,400}(?:이동|신설|개정|제정|삭제|결정|시행|\d{4})"
    r"(?:[^\[\]\n<>]|<[^<>\n]{0,80}>){0,80}\]"
)
_FIRST_NUMBER = re.compile(r"[^가-힣\n]{0,12}(?=제)")
_LABEL_LINE = re.compile(
    r"^(?:제[ ]?\d{1,4}[ ]?(?P<unit>조|편|장|절|관)(?:의\d{1,3})?)(?P<rest>[^\n]{0,80})", re.MULTILINE
)
_ARTICLE_REST = re.compile(
    r"\s*(?:[(\[【](?P<title>[^()\n]*(?:\([^()\n]*\)[^()\n]*)*)(?:[)\]】](?P<tail>.*)|$)|삭제|<)"
)
_OMITTED = re.compile(
    rf"^(?:제{words.B}\d{{1,4}}{words.B}조|[①-⑳])(?:의\d{{1,3}})?(?:\([^()\n]{{1,60}}\))?(?:[ ]?(?:부터"
    rf"|내지|및|ㆍ|,|까지|제|조|항|의|\d|[①-⑳]|<\d{{1,4}}>))"
    r"{0,40}[ ]?(?:생략|삭제)[^\n]{0,60}$",
    re.MULTILINE,
)
_SHEET = re.compile(
    r"^(?:■[^\n]{0,200}|\[(?:별표|별지)[^\]\n]{0,30}\][ ]?(?:<[^\n]{0,80}|$)|【[^】\n]{1,60}】)", re.MULTILINE
)
_GOES_ON = re.compile(r"(?:법|령|규칙|고시|기준|지침|규정|」|｣|및|또는|,|ㆍ|따라|따른|의|와|과)$")
_PARTICLE = re.compile(r"[ ]?(?:에|의|을|를|은|는|이|가|과|와|로|으로|부터|까지|및|또는|,|ㆍ|내지|제\d|[「｢])")
_QUOTED = re.compile(r"(?:\"\"[^\"\n]{1,300}\"\"|\"[^\"\n]{1,600}\"|“[^“”\n]{1,600}”)")
_QUOTE_CHANGES = re.compile(
    r"[을를][ ]?(?:각각[ ]?)?[\"“]|(?:으로|로)[ ]?(?:한다|하고|하며|본다|각각)|[을를][ ]?(?:각각[ ]?)?(?:삭제|신설)"
)
_CHANGES_TO = re.compile(r"(?:중|를|을|각각)[ ]?$")
_DOCUMENT_BEFORE = re.compile(r"(?:법률|령|훈령|예규|고시|공고|조례|규칙|지침|조약|포고|결정|부칙)[ ]?[<(]?$|[<-]$")
_DOCUMENT_AFTER = re.compile(r"[ ]?(?:[,(][ ]?(?:\d{4}|[''’]\d{2})|[가-힣]{2,20}(?:법률|령)안?[ ]?(?:일부|전부)개정)")
_HIGHEST_ITEM = 200


class Silent:
    """The places of one document where no reference begins."""

    def __init__(self, text: str, tree: ProvisionTree) -> None:
        self._text = text
        self._labels = set(_label_starts(text, tree))
        self._spans = _joined([*_note_spans(text, tree), *_addenda_heads(tree), *_amending_quotes(text, tree)])
        self._starts = [span.start for span in self._spans]
        self._sheets = [match.span() for match in _SHEET.finditer(text)]
        self._sheet_starts = [start for start, _ in self._sheets]
        self._annex_heads = {p.heading.start: p.heading.end for p in tree if p.kind in ("n", "f")}
        self._annex_starts = sorted(self._annex_heads)

    def hides(self, token: Token) -> bool:
        """Whether a word stands where no reference is."""
        if self.covers(token.start):
            return True
        if token.kind is not TokenKind.LEVEL:
            return token.kind is TokenKind.NAME and self._on_sheet(token.start)
        if token.letters in ("n", "f"):
            return self._on_sheet(token.start) or self._heads_annex(token)
        return token.start in self._labels or (token.letters == "i" and self._numbers_document(token))

    def covers(self, offset: int) -> bool:
        """Whether an offset is inside a note, the head of addenda, or quoted wording of an amendment."""
        at = bisect_right(self._starts, offset) - 1
        return at >= 0 and offset < self._spans[at].end

    def _on_sheet(self, offset: int) -> bool:
        at = bisect_right(self._sheet_starts, offset) - 1
        return at >= 0 and offset < self._sheets[at][1]

    def _heads_annex(self, token: Token) -> bool:
        at = bisect_right(self._annex_starts, token.start) - 1
        if at < 0 or token.start >= self._annex_heads[self._annex_starts[at]]:
            return False
        head = self._text[self._annex_starts[at] : token.start]
        return "(" not in head

    def _numbers_document(self, token: Token) -> bool:
        """제17343호 of a law, 제66호, 2021."""
        before, after = self._text[max(token.start - 8, 0) : token.start], self._text[token.end : token.end + 40]
        number = int(token.number.split("-")[0])
        return bool(number >= _HIGHEST_ITEM or _DOCUMENT_BEFORE.search(before) or _DOCUMENT_AFTER.match(after))


def _label_starts(text: str, tree: ProvisionTree) -> Iterator[int]:
    for provision in tree:
        label = _FIRST_NUMBER.match(text, *provision.heading)
        if label is not None:
            yield label.end()
    for match in _LABEL_LINE.finditer(text):
        if _is_label(text, match):
            yield match.start()
    for match in _OMITTED.finditer(text):
        yield from (match.start() + found.start() for found in re.finditer("제", match[0]))


def _is_label(text: str, match: re.Match[str]) -> bool:
    """Whether a line that begins with a number of an article or chapter is its heading, and no broken sentence."""
    before = text[max(match.start() - 12, 0) : match.start()].rstrip(" ")
    if before.endswith("\n") and not before.endswith("\n\n") and _GOES_ON.search(before.rstrip()):
        return False
    if match["unit"] != "조":
        return not _PARTICLE.match(match["rest"])
    if not match["rest"].strip():
        return text.startswith("\n\n", match.end()) or match.end() == len(text)
    rest = _ARTICLE_REST.match(match["rest"])
    return rest is not None and not (rest["tail"] and _PARTICLE.match(rest["tail"]))


def _note_spans(text: str, tree: ProvisionTree) -> Iterator[Span]:
    for provision in tree:
        yield from provision.notes
    for match in _NOTE.finditer(text):
        yield Span(*match.span())


def _addenda_heads(tree: ProvisionTree) -> Iterator[Span]:
    """The heads of addenda name the amending law and its number."""
    return (p.heading for p in tree if p.kind is ProvisionKind.ADDENDA)


def _amending_quotes(text: str, tree: ProvisionTree) -> Iterator[Span]:
    """Quoted words that an amendment takes out or puts in: they are other law's, before or after."""
    for low, high in _amending_parts(text, tree):
        for match in _QUOTED.finditer(text, low, high):
            after, before = text[match.end() : match.end() + 12], text[max(match.start() - 4, 0) : match.start()]
            if _QUOTE_CHANGES.match(after) or _CHANGES_TO.search(before):
                yield Span(*match.span())


def _amending_parts(text: str, tree: ProvisionTree) -> list[tuple[int, int]]:
    addenda = [(p.span.start, p.span.end) for p in tree if p.kind is ProvisionKind.ADDENDA and p.parent is None]
    if addenda or "다음과 같이 개정한다" not in text:
        return addenda
    return [(text.index("다음과 같이 개정한다"), len(text))]


def _joined(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, overlapping ones made one."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return found
