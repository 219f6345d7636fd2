"""What goes with a marker when it is taken out of a text, so that the rest reads as if it had never been there.

Brackets and emphasis around it, the `and` of `[1] and [2]`, `According to [1],`, a second full stop, a blank too many.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pincite.text.marker_shapes import LINK, NOUNS, OTHER_NOUNS, Marker, expand

_LINE_ENDS = "\n\r\f"
_STOPS = ".!?。…"
_CLOSERS = "\"'”’»)]」』》〉*_"
_OPENERS = "([{“‘「『"
_LINE_LABEL = re.compile(
    r"(?:\A|[\n\r\f])[\s>#|*_\u2022\u25cf\u25aa\u25e6\u2023\u25a0\u25ba\u2219\uf0b7\u2013\u2014-]{1,8}\Z"
)
_LOOK: Final = 64  # how far a phrase is looked for on both sides

_JOINER = re.compile(
    r"[ \t]{0,3}(?:[,;、，·&+|]|(?:[,;][ \t])?(?:and|or|및|와|과|또는))?[ \t]{0,3}|[ \t]?(?P<range>[~∼–—−-])[ \t]?",
    re.IGNORECASE,
)
_JOINER_CHARS: Final = 12

_CLOSES = {"(": ")", "（": "）", "[": "]", "［": "］", "【": "】", "<sup>": "</sup>"}
_NOUN = rf"(?:the[ \t])?(?:{NOUNS}|{OTHER_NOUNS})"
_POINTING = (
    "(?:according to|based on)(?: the)? (?:information|text|details?|rules?)(?: (?:provided|given|contained|found))?"
    "(?: (?:in|by|from))|according to|based on|pursuant to|in accordance with|as per|per|see(?: also)?|cf\\.?|via"
    "|as (?:stated|noted|described|outlined|specified|provided|mentioned|required|explained|set out|set forth|shown"
    "|indicated|detailed|defined|discussed|cited|established)(?: in| by| under)?"
)
_PHRASE = re.compile(
    rf"(?<![^\W_])(?P<phrase>(?:(?P<whole>{_POINTING})|(?P<as>as)|under|in|from|by)"
    rf"(?:[ \t]the)?(?:[ \t]{_NOUN}[ \t]?[:：]?)?|{_NOUN}[ \t]?[:：]?)\Z",
    re.IGNORECASE,
)
_WRAP = re.compile(
    rf"(?:(?P<bracket>[(（\[［【]|<sup>)[ \t]{{0,2}}(?:(?:{_POINTING}|from)[ \t])?"
    rf"(?:{_NOUN}[ \t]?[:：]?)?[ \t]{{0,2}}|(?P<emphasis>[*_]{{1,3}}|`{{1,2}}))\Z",
    re.IGNORECASE,
)
_EMPHASIS_RUN = re.compile(r"[*_`]{1,6}+")
_WRAP_END = re.compile(r"[ \t]{0,2}(?:참조|참고|[,;.])?[ \t]{0,2}(?P<close></sup>|[)）\]］】])", re.IGNORECASE)

_COMMA = re.compile(r"[ \t]{0,2}[,，][ \t]{1,3}(?=[^\W_]|[\"“'‘(§$])")
_STOP = re.compile(rf"[ \t]{{0,3}}(?:[.。](?![^\s*_)\"”])|(?=[{_LINE_ENDS}]|\Z))")
_CLAUSE_END = re.compile(rf"[ \t]{{0,3}}(?=[.。,;!?)\]{_LINE_ENDS}]|\Z)")
_VERB = (
    "(?:states|says|provides|specifies|notes|explains|indicates|mentions|confirms"
    "|state|say|provide|specify|note|explain|indicate|mention|confirm)"
)
_SAYS = re.compile(rf"[ \t](?:(?:also|clearly|further|explicitly)[ \t])?{_VERB}[ \t]that[ \t]{{1,3}}", re.IGNORECASE)
_AS_SAYS = re.compile(rf"[ \t]{_VERB},[ \t]{{1,3}}", re.IGNORECASE)
_COLON = re.compile(r"[*_]{0,3}[ \t]?[:：][*_]{0,3}[ \t]{0,3}(?=\S)")
_NOUN_BEFORE = re.compile(rf"(?<!\w){_NOUN}[ \t]?\Z", re.IGNORECASE)
_KO_SAYS = re.compile(r"[ \t]?에[ \t]?(?:따르면|의하면|근거하면|의거하면)[ \t]?[,，]?[ \t]{0,3}")
_KO_PARTICLE = re.compile(r"(?:은|는|이|가|을|를|의|에|도|로|으로|에서|에는|와|과)(?=[\s.,])")
_BULLET = re.compile(r"(?:\A|(?<=[\n\r\f]))[ \t]{0,8}(?:[-*+\u2022\u25cf\u25aa]|\d{1,2}[.)])[ \t]{1,3}\Z")
_LINE_BREAK = re.compile(r"\r\n|\n|\r")
_LINE_BREAK_BEFORE = re.compile(r"(?:\r\n|\n|\r)\Z")
_LINE_LEAD = re.compile(r"[ \t]{0,3}(?:[:：.,)](?=\s)|[–—-](?=[ \t]))?[ \t]*+")


@dataclass(slots=True)
class Cut:
    """A part of the text that goes, for one marker or several that belong together.

    Args:
        numbers: of its markers, in order, possibly twice.
        written: the markers as they stood.
        blank: one blank takes its place.
        raises: the letter behind it begins a sentence now, and is written large.
        leads: the markers belong to what follows.
        alone: nothing else stands on its line.
    """

    start: int
    end: int
    numbers: list[int]
    written: list[str]
    prose: bool = False
    blank: bool = False
    raises: bool = False
    leads: bool = False
    alone: bool = False

    def take(self, other: Cut) -> None:
        """Add the markers of another one."""
        self.numbers += other.numbers
        self.written += other.written


def find_cuts(text: str, markers: Sequence[Marker], sources: int) -> list[Cut]:
    """The parts that go, from left to right and disjoint."""
    groups = _joined(text, markers, sources)
    cuts: list[Cut] = []
    for at, group in enumerate(groups):
        floor = cuts[-1].end if cuts else 0
        if group.start < floor:
            cuts[-1].take(group)  # already gone with the one before
            continue
        _wrap(text, group, floor)
        phrased = _take_phrase(text, group, floor) or (
            group.prose and _take_twice_named(text, groups[at : at + 2], floor)
        )
        if group.prose and not phrased:
            continue  # `the tenant reads Source 1 first` is text
        if not _take_line(text, group, floor):
            _take_blanks(text, group, floor)
        cuts.append(group)
    _lead_as_headings(text, cuts)
    _lead_within_lines(text, cuts)
    return cuts


def _joined(text: str, markers: Sequence[Marker], sources: int) -> list[Cut]:
    """The markers, those that stand together as one: `[1][2]`, `[1], [2] and [3]`, `[1]-[3]`."""
    groups: list[Cut] = []
    for marker in markers:
        cut = Cut(*marker.span, [*marker.numbers], [marker.span.cut(text)], marker.prose)
        _wrap(text, cut, groups[-1].end if groups else 0)
        last = groups[-1] if groups else None
        gap = cut.start - last.end if last else _JOINER_CHARS
        joiner = _JOINER.fullmatch(text, last.end, cut.start) if last and gap < _JOINER_CHARS else None
        if not last or not joiner or last.prose or cut.prose:
            groups.append(cut)
            continue
        if joiner["range"] and last.numbers and cut.numbers:
            cut.numbers = expand(last.numbers[-1], cut.numbers[0], sources)[1:] + cut.numbers[1:]
        last.end = cut.end
        last.take(cut)
    return groups


def _take_twice_named(text: str, pair: Sequence[Cut], floor: int) -> bool:
    """Take `According to Source 1 [1],`."""
    first, second = pair if len(pair) == 2 else (pair[0], pair[0])
    if second.prose or text[first.end : second.start].strip(" \t"):
        return False
    end, first.end = first.end, second.end
    taken = _take_phrase(text, first, floor)
    first.end = first.end if taken else end
    return taken


def _wrap(text: str, cut: Cut, floor: int) -> None:
    """Take the brackets and the emphasis that hold nothing else: `([1])`, `[[1]]`, `(Source: [1])`, `**[1]**`."""
    while wrap := _WRAP.search(text, max(cut.start - _LOOK, floor), cut.start):
        if emphasis := wrap["emphasis"]:
            start, end = wrap.start("emphasis"), cut.end + len(emphasis)
            run = _EMPHASIS_RUN.match(text, cut.end)
            inside_words = text[start - 1 : start].isalnum() and text[end : end + 1].isalnum()
            if not run or run[0] not in (emphasis, 2 * emphasis) or inside_words:
                return
        else:
            close = _WRAP_END.match(text, cut.end)
            if not close or close["close"].lower() != _CLOSES[wrap["bracket"].lower()]:
                return
            start, end = wrap.start(), close.end()
            link = LINK.match(text, end) if wrap["bracket"] == "[" else None
            end = link.end() if link else end
        cut.start, cut.end = start, end


def _take_phrase(text: str, cut: Cut, floor: int) -> bool:
    """Take words that only point at the source: `According to [1],`, `[1] states that`, `See [1].`, `[1]에 따르면`."""
    if korean := _KO_SAYS.match(text, cut.end):
        noun = _NOUN_BEFORE.search(text, max(cut.start - _LOOK, floor), cut.start)
        cut.start, cut.end = noun.start() if noun else cut.start, korean.end()
        return True
    at = _skip_blanks(text, cut.start, floor)
    phrase = _PHRASE.search(text, max(at - _LOOK, floor), at)
    start = phrase.start() if phrase else cut.start
    if _opens(text, start):
        return _take_opening(text, cut, start, phrase, floor)
    end = _CLAUSE_END.match(text, cut.end)
    if phrase and phrase["whole"] and end:
        start = _skip_blanks(text, start, floor)
        if start > floor and text[start - 1] in ",–—":
            start = _skip_blanks(text, start - 1, floor)
        cut.start, cut.end = start, end.end()
        return True
    return False


def _take_opening(text: str, cut: Cut, start: int, phrase: re.Match[str] | None, floor: int) -> bool:
    """At the beginning of a sentence; `start` is where the phrase before the marker begins."""
    says = (_AS_SAYS if phrase and phrase["as"] else _SAYS).match(text, cut.end)
    comma = _COMMA.match(text, cut.end) if phrase and phrase["phrase"] else None
    colon = _COLON.match(text, cut.end)
    emphasised = colon is not None and ("*" in colon[0] or "_" in colon[0])  # `**Source 1:** The tenant`
    pointing = phrase is not None or cut.prose
    colon = colon if pointing or emphasised else None
    taken = says or comma or colon or (_STOP.match(text, cut.end) if pointing else None)
    if not taken:
        return False
    while emphasised and start > floor and text[start - 1] in "*_":
        start -= 1
    cut.start, cut.end = start, taken.end()
    cut.raises = bool(says or comma)
    cut.leads = bool(says or comma or colon)
    return True


def _opens(text: str, at: int) -> bool:
    """Whether a sentence may begin at `at`."""
    before = _skip_blanks(text, at, 0)
    if before == 0 or text[before - 1] in _LINE_ENDS or text[before - 1] in _OPENERS:
        return True
    if _ends_sentence(text, before):
        return True
    return _LINE_LABEL.search(text, max(before - 8, 0), before) is not None


def _ends_sentence(text: str, at: int) -> bool:
    """Whether a stop stands before `at`, closed or not."""
    return text[at - 1] in _STOPS or (at > 1 and text[at - 1] in _CLOSERS and text[at - 2] in _STOPS)


def _skip_blanks(text: str, at: int, floor: int) -> int:
    while at > floor and text[at - 1] in " \t\u00a0\u200b":
        at -= 1
    return at


def _take_line(text: str, cut: Cut, floor: int) -> bool:
    """At the beginning of a line, take the blanks behind; on a line of its own, the line.

    A line of its own belongs to what precedes, unless a blank line stands between them and none before what follows.
    """
    left, right = _skip_blanks(text, cut.start, floor), _behind_blanks(text, cut.end)
    alone = right == len(text) or text[right] in _LINE_ENDS
    if alone and (bullet := _BULLET.search(text, max(cut.start - 16, floor), cut.start)):
        left = bullet.start()
    if left > 0 and text[left - 1] not in _LINE_ENDS:
        return False
    if not alone:
        lead = _LINE_LEAD.match(text, cut.end)
        cut.start, cut.end = left, lead.end() if lead else right
        cut.leads, cut.blank = True, False
        return True
    above, below = _LINE_BREAK_BEFORE.search(text, max(left - 2, 0), left), _LINE_BREAK.match(text, right)
    apart = (
        above is None or above.start() == 0 or text[above.start() - 1] in _LINE_ENDS
    )  # nothing or a blank line above
    cut.leads = apart and below is not None and not _LINE_BREAK.match(text, below.end()) and below.end() < len(text)
    cut.start, cut.end = left, below.end() if above and below and left > floor else right
    cut.blank, cut.raises, cut.alone = False, False, True
    return True


def _behind_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\u00a0\u200b":
        at += 1
    return at


def _take_blanks(text: str, cut: Cut, floor: int) -> None:
    """Leave what stands on both sides as far apart as if nothing had stood between them."""
    left, right = _skip_blanks(text, cut.start, floor), _behind_blanks(text, cut.end)
    before, after = text[left - 1], text[right : right + 1]
    had_blank = left < cut.start
    cut.start = left
    if _ends_sentence(text, left):
        if after in (".", "。") and not text.startswith("..", right):  # `The rent is due. [1].`
            right = cut.end = right + 1
            after = text[right : right + 1]
    elif before == "," and after in (".", ""):
        cut.start -= left > floor
    if not after or after in ",.;:!?)]}。，、”’":
        cut.end = right
        return
    if before in _OPENERS or (before in "*_\"'" and text[max(left - 2, 0)].isspace()):
        cut.end = right
        return
    if right > cut.end:  # one blank on the right stands for those on both sides
        cut.end = right - 1
    else:
        cut.blank = _needs_blank(text, cut, before, had_blank)


def _needs_blank(text: str, cut: Cut, before: str, had_blank: bool) -> bool:
    """Whether a blank must part what a marker stood between: `rent.[1]The`, but `기간[1]은`."""
    after = text[cut.end]
    if after in _LINE_ENDS:
        return False
    if "가" <= before <= "힣" and "가" <= after <= "힣":
        return had_blank and (text[cut.end - 1].isspace() or not _KO_PARTICLE.match(text, cut.end))
    if had_blank:
        return True
    if before in _STOPS or before in "”’»)]」』":
        return after not in _CLOSERS
    return before.isalnum() and after.isalnum()


def _lead_as_headings(text: str, cuts: Sequence[Cut]) -> None:
    """Let lines of their own lead where the first line is one and the last is none: each heads what follows."""
    if cuts and cuts[0].alone and not text[: cuts[0].start].strip() and text[cuts[-1].end :].strip():
        for cut in cuts:
            cut.leads = cut.leads or cut.alone


def _lead_within_lines(text: str, cuts: Sequence[Cut]) -> None:
    """Let markers lead where a line begins with one and ends with words: `[1] One is so. [2] Two is so.`."""
    at = 0
    while at < len(cuts):
        last = at
        while last + 1 < len(cuts) and not _breaks(text, cuts[last].end, cuts[last + 1].start):
            last += 1
        inner = cuts[at + 1 : last + 1]
        ends = _behind_blanks(text, cuts[last].end)
        if cuts[at].leads and ends < len(text) and text[ends] not in _LINE_ENDS:
            for cut in inner:
                cut.leads = cut.leads or _opens(text, cut.start)
        at = last + 1


def _breaks(text: str, start: int, end: int) -> bool:
    return any(char in _LINE_ENDS for char in text[start:end])
