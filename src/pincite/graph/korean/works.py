"""Works without brackets: which words are the name, and which short names a text defines."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pincite.graph.korean import words
from pincite.graph.korean.tokens import work_name

_SAID = (
    r"(?:(?:이?라|이?라고)[ ]?(?:약칭[ ]?)?(?:한다|함|하고|하며|칭한다|칭함|부른다)|으?로[ ]?(?:한다|약칭한다)|임)?\.?"
)
_SCOPE = r"(?:이[ ]?(?:조|항|호|목|장|절|관|편|영|법|규칙|고시|기준|지침|별표|부칙)[^\"“‘']{0,30}?에서(?:는)?[ ]?)?"
DEFINITION = re.compile(
    rf"[ ]?\((?:이하|약칭"
    rf"|이하에서는?)[ ]?[:,]?[ ]?{_SCOPE}[\"“”‘’'「｢]?(?P<short>[가-힣{words.DOT} ]{{1,40}})[\"“”‘’'」｣]?[ ]?{_SAID}"
    rf"(?:[ .,][^()\n]{{0,40}})?\)"
)
_BRACKETED = re.compile(words.NAME)
_UNBRACKETED = re.compile(
    rf"(?<![가-힣{words.DOT}])[가-힣{words.DOT}]{{1,60}}(?:법률|법|령|규칙|규정|지침|기준|고시)(?=[ ]?\((?:이하|약칭))"
)
_SAME_LOWER = re.compile(r"(?:같은|동)[ ]?법[ ]?(?P<lower>시행령|시행규칙)(?=[ ]?\((?:이하|약칭))")
_LOWER_BEHIND = re.compile(r"[ ]?(시행령|시행규칙)(?=[ ]?\()")
_LOWER = re.compile(r"(?P<head>.+?)[ ]?(?P<lower>시행령|시행규칙)$")
_STATUTE = re.compile(r".*(?:법|법률)$")
# Short names of more than one work say nothing of which.
_SEVERAL = re.compile(r".*(?:법령|법규|규정들|등)$")
_WORD = re.compile(rf"[가-힣{words.DOT}]+")
# Words that end a name's run when read backwards: what comes before belongs to the sentence.
_STOPS = re.compile(
    r".*(?:[은는을를]|로서|로써|하여|따라|따른|의하여|의한|위하여|대하여|관하여|하고|하며|하는|되는|있는"
    r"|없는|또는|그리고|으로|에서|에게|까지|부터"
    r"|다만|경우|때|등|이|가|에|한|된|할|될|해당|각|관련)$"
)
# Nouns that end as verbs and particles do.
_NOUNS = re.compile(
    r".*(?:국가|평가|허가|인가|증가|참가|물가|전문가|원가|대가|휴가|단가|제한|권한|기한|북한|관할|역할|분할|배당)$"
)
_NAME_WORD = re.compile(r".*(?:에|[은는]|[을를]|이|가)$")
_IN_NAME = frozenset("관한 위한 대한 따른 및 등에".split())
_ACT_BEFORE = re.compile(
    rf"(?<![가-힣{words.DOT}])(?!(?:이|본|동|같은|다른)[ ])[가-힣{words.DOT}]{{1,60}}법(?:률)?[ ]$"
)
_RUN = 12
_BACK = 100


def short_names(text: str) -> dict[str, str]:
    """The short names of works that a text defines: (이하 "법"이라 한다) behind a name.

    >>> short_names('「가나법」(이하 "법"이라 한다) 제2조 및 같은 법 시행령(이하 "영"이라 한다)')
    {'법': '가나법', '영': '가나법 시행령'}
    """
    found: dict[str, str] = {}
    for full, end in _defined(text):
        definition = DEFINITION.match(text, end)
        short = work_name(definition["short"].strip()) if definition is not None else ""
        if short and short != full and len(short) < len(full) and _SEVERAL.fullmatch(short) is None:
            found.setdefault(short, full)
    return found


def _defined(text: str) -> Iterable[tuple[str, int]]:
    """Names that a bracket follows, with where they end."""
    places: list[tuple[int, str, int]] = []
    last: list[tuple[int, str]] = []
    for match in _BRACKETED.finditer(text):
        name, end = work_name(match[0][1:-1]), match.end()
        inner = match[0].find("(이하")
        if inner > 0:
            places.append((match.start(), name, match.start() + inner))
        lower = _LOWER_BEHIND.match(text, end)
        places.append((match.start(), f"{name} {lower[1]}" if lower else name, lower.end() if lower else end))
        last.append((match.start(), name))
    places.extend(
        (m.start(), work_name(m[0]), m.end()) for m in _UNBRACKETED.finditer(text) if not m[0].startswith("같은")
    )
    statutes = [(start, name) for start, name in last if _STATUTE.fullmatch(name)]
    at = 0
    for match in _SAME_LOWER.finditer(text):
        while at < len(statutes) and statutes[at][0] < match.start():
            at += 1
        if at:
            places.append((match.start(), f"{statutes[at - 1][1]} {match['lower']}", match.end()))
    return ((name, end) for _, name, end in sorted(places))


def lower_names(short: dict[str, str]) -> dict[str, str]:
    """The decree and rule of every act with a short name: 혁신법 시행령."""
    return {
        f"{name} {lower}": f"{full} {lower}"
        for name, full in short.items()
        if _STATUTE.fullmatch(full)
        for lower in ("시행령", "시행규칙")
    }


class Names:
    """The names of works that a text knows: those it brackets, its short ones and its own."""

    def __init__(self, text: str, title: str, short: dict[str, str]) -> None:
        self._text = text
        bracketed = (work_name(m[0][1:-1]) for m in _BRACKETED.finditer(text))
        known = {*bracketed, *short, work_name(title)}
        self._by_last_word: dict[str, list[str]] = {}
        for name in sorted(known, key=len, reverse=True):
            if name:
                self._by_last_word.setdefault(name.split()[-1], []).append(name)

    def whole(self, start: int, name: str) -> tuple[int, str]:
        """Where a name without brackets begins and what it is, from its last word back.

        Args:
            start: of the last word (with 시행령 behind it) that is certain.
            name: that word.
        """
        lower = _LOWER.fullmatch(name)
        head = lower["head"] if lower else name
        before = self._text[max(start - _BACK, 0) : start].rpartition("\n")[2]
        for known in self._by_last_word.get(head.split()[-1], ()):
            rest = known[: -len(head)] if known.endswith(head) else ""
            spelled = _ending(before, rest)
            if rest and spelled:
                return start - spelled, f"{known}{name[len(head) :]}"
        if head in ("시행령", "시행규칙"):
            act = _ACT_BEFORE.search(before)
            return (start - len(act[0]), work_name(f"{act[0]}{name}")) if act else (start, name)
        if head not in words.OPEN_ENDS:
            return start, name
        run = self._run(before, head)
        return start - len(run), work_name(f"{run}{name}")

    def _run(self, before: str, head: str) -> str:
        """The words right before an open end (… 에 관한 법률) that belong to the name; empty where none do."""
        taken = len(before)
        pieces = list(re.finditer(r"\S+[ ]?", before))[-_RUN:]
        if not pieces or pieces[-1].end() != len(before) or not before.endswith(" "):
            return ""
        if head == "고시":
            return ""
        for piece in reversed(pieces):
            word = piece[0].strip()
            inside = word in _IN_NAME or (
                head == "법률" and _NAME_WORD.fullmatch(word) and _goes_on(before, piece.end())
            )
            if _WORD.fullmatch(word) is None or (_STOPS.fullmatch(word) and not inside and not _NOUNS.fullmatch(word)):
                break
            taken = piece.start()
        run = before[taken:]
        first = run.split()[0] if run.split() else ""
        return "" if first in _IN_NAME or (head == "법률" and "관한" not in run and "위한" not in run) else run


def _goes_on(before: str, end: int) -> bool:
    return before[end:].startswith(("관한", "위한", "대한"))


def _ending(before: str, wanted: str) -> int:
    """How many characters at the end of `before` are the words wanted, dots and blanks as they come; 0 for others."""
    i = len(before)
    for sign in reversed(wanted):
        if sign == " ":
            while i and before[i - 1] == " ":
                i -= 1
            continue
        if not i or (before[i - 1] != sign and not (sign == "ㆍ" and before[i - 1] in words.DOT)):
            return 0
        i -= 1
    return 0 if i and "가" <= before[i - 1] <= "힣" else len(before) - i
