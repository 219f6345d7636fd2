"""What a question says of amounts, times and circumstances, in its own words; English and Korean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pincite.text.figures import FigureKind, figures
from pincite.types.document import Span

_TIMES: Final = (FigureKind.PERIOD, FigureKind.DATE, FigureKind.TIME)
_SIZES: Final = (FigureKind.AMOUNT, FigureKind.PERCENT, FigureKind.NUMBER, FigureKind.MEASURE, FigureKind.FACTOR)
MAX_CLAUSE_CHARS: Final = 80
_CLAUSE_WORDS_EN: Final = 16

# What a figure's bound is said by, before and behind it.
_BEFORE_EN = re.compile(
    r"\b(?:within|before|after|until|since|during|over|under|above|below|for|by|every|up to|at least|at most|"
    r"(?:no|not) (?:later|more|less|fewer|longer) than|(?:more|less|fewer|longer|greater|higher) than|exceed(?:s|ing)?|"
    r"prior to|as of|on)\s(?:the\s|a\s|an\s)?(?:first\s|last\s|next\s)?$",
    re.IGNORECASE,
)
_BEHIND_EN = re.compile(
    r"\s(?:or (?:more|less|fewer|longer|over|under)|(?:before|after|prior to|following|from|of|ago)"
    r"(?:\s(?!(?:can|may|must|shall|does|do|is|are|will)\b)[\w'’-]+){0,4})",
    re.IGNORECASE,
)
_BEFORE_KO = re.compile(r"(?:(?:최대|최소|적어도|늦어도|매|약)|[가-힣]+(?:로|으로)?부터|[가-힣]+ (?:후|전))\s?$")
_BEHIND_KO = re.compile(
    r"\s?(?:(?:이내|이상|이하|초과|미만)(?:에|의|로|인)?"
    r"|(?:이전|이후|전|후|까지|부터|동안|간|마다|내|안)(?:에|의|로|인|을|를)?(?=[\s,.?]|$))"
)

_LEADING_ON_EN = re.compile(
    r"(?:\s(?:of|to|by|for|on|in|under|with|and|or|the|an?|required|from))+[ ,.;?]*$", re.IGNORECASE
)

_PHRASE_EN = re.compile(
    r"\b(?:before|after|until|prior to|following|during|upon|while)\s"
    r"(?:(?!(?:can|may|must|shall|should|does|do|did|will|would|how|what|who|when|where|which|if|is|are)\b)"
    r"[\w'’-]+\s?){1,6}",
    re.IGNORECASE,
)
_PHRASE_KO = re.compile(
    r"(?:[가-힣A-Za-z0-9]+\s){0,2}(?:[가-힣A-Za-z0-9]+기\s?|[가-힣A-Za-z0-9]+\s)"
    r"(?:전|후|이전|이후|직전|직후|중|도중|동안|당시|만료일|종료일)(?:에|까지|부터|의|에는|에도)?(?=[\s,.?]|$)"
    r"|(?:[가-힣A-Za-z0-9]+\s)?[가-힣A-Za-z0-9]+(?:한|된|는)?\s?날(?:로|으로)?(?:부터|까지)"
    r"|(?<![가-힣])(?:사전|사후|매년|매월|매 분기|분기별|즉시|지체 없이|지체없이)(?:에|로)?(?=[\s,.?]|$)"
)

_CONDITION_EN = re.compile(
    r"\b(?:if|when|where|whenever|unless|once|in case|in the event(?: that| of)?|provided that|even (?:if|though)|"
    r"although|without|except)\s(?P<rest>[^,;?.!]+)",
    re.IGNORECASE,
)
_ASKING_EN = re.compile(
    r"(?:can|may|must|shall|should|does|do|did|will|would|is|are|was|were|has|have|could)\b", re.IGNORECASE
)
_MARKER_KO = re.compile(
    r"(?:경우(?:에는|에도|에|라도|로서|라면|는|도|이면)?|(?:으면|려면|하면|되면|라면|다면|이면|지면|리면|치면|키면|니면)|"
    r"(?:더라도|어도|아도|해도)|[ ]때(?:에는|에|는|도)?|[가-힣][ ]시(?:에는|에)?)(?=[\s,.?]|$)"
)
_BREAK_KO = re.compile(r"[,;.?!]|(?<=[가-힣])(?:는데|지만|으며|하며|하고|되고|이고|인데)\s")
_ASKED_KO = re.compile(r"(?:어떤|어느|무슨|어떻게|무엇을?|얼마나?|언제|어디|누가|몇)\s*\S*\s?$")
_IS_ASKED_KO = re.compile(r"\s*(?:언제|무엇|어떤|어느|누구)")
_ASKS_KO = re.compile(r"(?<![가-힣])(?:몇|며칠|얼마|언제|어느|어떤|무슨|무엇)")


def magnitude(question: str, language: str) -> str:
    """Amounts, shares, counts and measures with their bounds; empty where it names none."""
    return _joined(_figures(question, language, _SIZES))


def temporal(question: str, language: str) -> str:
    """Periods and dates with their bounds, and before or after what; empty where it names none."""
    pattern = _PHRASE_KO if language == "ko" else _PHRASE_EN
    spans = [Span(*m.span()) for m in pattern.finditer(question)]
    found = _texts(question, _apart([*_figure_spans(question, language, _TIMES), *spans]))
    return _joined(part for part in found if not _ASKS_KO.search(part))


def situational(question: str, language: str) -> str:
    """The circumstances under which it asks: if, when, unless, -는 경우, -(으)면; empty where it names none."""
    found = _conditions_ko(question) if language == "ko" else _conditions_en(question)
    return _joined(found)


def _figures(question: str, language: str, kinds: Sequence[FigureKind]) -> Iterator[str]:
    return _texts(question, _apart(_figure_spans(question, language, kinds)))


def _figure_spans(question: str, language: str, kinds: Sequence[FigureKind]) -> list[Span]:
    before, behind = (_BEFORE_KO, _BEHIND_KO) if language == "ko" else (_BEFORE_EN, _BEHIND_EN)
    spans: list[Span] = []
    for figure in figures(question):
        if figure.kind in kinds:
            ahead = before.search(question[: figure.span.start])
            after = behind.match(question, figure.span.end)
            spans.append(Span(ahead.start() if ahead else figure.span.start, after.end() if after else figure.span.end))
    return spans


def _apart(spans: Sequence[Span]) -> list[Span]:
    """Overlapping spans as one, by place."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start < found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return found


def _texts(question: str, spans: Sequence[Span]) -> Iterator[str]:
    return (span.cut(question) for span in spans)


def _conditions_en(question: str) -> Iterator[str]:
    for match in _CONDITION_EN.finditer(question):
        if not _ASKING_EN.match(match["rest"]):
            yield " ".join(match.group().split()[:_CLAUSE_WORDS_EN])


def _conditions_ko(question: str) -> Iterator[str]:
    begin = 0
    for marker in _MARKER_KO.finditer(question):
        breaks = [m.end() for m in _BREAK_KO.finditer(question, begin, marker.start())]
        start = max([begin, *breaks])
        # 어떤 경우에 …? and …하는 경우는 언제인가요? ask for the circumstance.
        asked = _ASKED_KO.search(question[start : marker.start()]) or (
            marker.group().endswith("는") and _IS_ASKED_KO.match(question, marker.end())
        )
        if not asked and marker.start() - start > 1:
            clause = question[start : marker.end()].strip()
            yield clause if len(clause) <= MAX_CLAUSE_CHARS else clause[-MAX_CLAUSE_CHARS:].partition(" ")[2]
        begin = marker.end()


def _joined(parts: Iterable[str]) -> str:
    """The parts, each once, without white space, stops and words around them that lead on to nothing."""
    tidy = (_LEADING_ON_EN.sub("", " ".join(part.split())).strip(" ,.;?") for part in parts)
    return "; ".join(dict.fromkeys(part for part in tidy if part))
