"""English sentences of law without what a person would not say: citations, labels, run-in headings.

What is taken out leaves a mark, so that the words of an answer still tell which provisions they named.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

TOKEN = "ref"
"""A citation that the parser has read stands in a sentence as `§ ref` and its number."""
_SEC = (
    rf"(?:§ {TOKEN}\d+|§§?\s*[\w.:~-]+(?:\([\w-]{{1,5}}\))*|(?:sub)?(?:section|paragraph|part|subpart|chapter|"
    r"subdivision|clause|title)s?\s+(?:\([\w-]{1,5}\)(?:\([\w-]{1,5}\))*|[\dIVXA-H][\w.:~-]*(?:\([\w-]{1,5}\))*))"
)
_THIS = r"(?:this|such|that) (?:sub)?(?:section|paragraph|part|subpart|chapter|subchapter|title|subdivision|act)"
_TAIL = rf"(?: (?:of|in|to) (?:{_THIS}|{_SEC}|title \d+[\w .]*))*"
_ONE = rf"(?:{_SEC}|{_THIS}){_TAIL}"
_LIST = (
    rf"{_ONE}(?:(?:, | and | or |, and |, or | through |; )(?:{_ONE}|\([\w-]{{1,5}}\)(?:\([\w-]{{1,5}}\))*))*{_TAIL}"
)
_VERBS = (
    r"(?:otherwise )?(?:required|provided|described|specified|set forth|permitted|"
    r"prescribed|authorized|referred to|"
    r"established|made|given|imposed|defined|listed|identified|contained|stated|issued|adopted|filed|allowed)"
    r"(?: (?:for )?(?:by|in|under|for|pursuant to|at|of))"
)
_NOT_BE = r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bbe )(?<!\bbeen )(?<!\bbeing )(?<!\bnot )"
_PHRASE = re.compile(
    rf",? ?\b(?:(?:except (?:as|to the extent) |unless |as )?{_NOT_BE}{_VERBS}|pursuant to|in accordance with|"
    rf"under|in compliance with|consistent with|"
    rf"for (?:the )?purposes? of|subject to|notwithstanding|except for|in the manner provided (?:in|by)|"
    rf"as defined in|in conformity with)\s(?:the (?:requirements|provisions|terms|conditions|limitations) (?:of|in) )?"
    rf"{_LIST}(?:, as (?:applicable|appropriate))?,?",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\s?[(\[][^()\[\]]*[)\]]")
_LABEL = re.compile(r"^\s*(?:\([\w-]{1,5}\)\s*)+")
_RUN_IN = re.compile(
    r"^(?:[A-Z][\w’'/,; -]{2,90}?(?:\.|:|—|\. —|\.—)\s*)(?=(?:A|An|The|Any|Each|Every|No|If|"
    r"When|Upon|Within|In|For|All|Except|Subject|Notwithstanding)\b)"
)
LEFT: Final = re.compile(
    r"§|\b(?:sub)?(?:section|paragraph|subpart|clause|chapter|subchapter|subdivision)s?\b|"
    r"\bparts? \d|\bU\.?S\.?C|C\.?[FM]\.?R\b|\b[A-Z]{2} \d+\.\d|\b\d+\.\d{2,}|\b[A-Z]\.[A-Z]\.|\bs\. \d|"
    r"[()\[\]|*_<>:;]|\bthis (?:part|title|act|code)\b|\bhereof\b|\bherein\b|\bthereof\b|\bthereto\b|"
    r"\bhereunder\b|\bthereunder\b|"
    r"\bthe following\b|\bsuch (?!as\b)|\bsaid\b|\bsame\b|\bas applicable\b|\bthe aforementioned\b",
    re.IGNORECASE,
)
"""What may not stand in a question."""
_OPEN_END = re.compile(
    r"\b(?:under|pursuant to|in accordance with|by|of|in|to|for|and|or|with|the|a|an)\s*$", re.IGNORECASE
)
_SUCH = re.compile(
    r"\b(?P<such>such|said) (?!(?:sub)?(?:section|paragraph|part|subpart|chapter|title|clause|act)s?\b)"
    r"(?:an? )?(?P<noun>[a-z]+(?: [a-z]+)?)",
    re.IGNORECASE,
)
_FIRST_MARK = 0xE000
_MARK = re.compile("[\ue000-\uf8ff]")
_EXCEPTION = re.compile(r"^[, ]*(?:except|unless)\b", re.IGNORECASE)
_CONDITION = re.compile(r"^[, ]*subject to\b", re.IGNORECASE)
_AGAINST = re.compile(r"^[, ]*notwithstanding\b", re.IGNORECASE)
# Words that say what a thing is called by; what stands at the cited place is no part of the rule.
_NAMING = re.compile(
    r"^[, ]*(?:under|required|referred|established|made|given|imposed|issued|adopted|filed|pursuant)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Mark:
    """Words taken out of a sentence.

    Args:
        at: offset in the plain text behind which they stood.
        phrase: the words, single blanks.
        refs: numbers of the citations in them.
    """

    at: int
    phrase: str
    refs: tuple[int, ...]

    @property
    def tells_how(self) -> bool:
        """Whether the words tell how something is done, not which thing is meant."""
        return re.match(r"^[, ]*(?:as|in|consistent|pursuant|subject)\b", self.phrase, re.IGNORECASE) is not None

    @property
    def sense(self) -> str:
        """`exception`, `condition`, `against` (notwithstanding), `naming` or `content`."""
        for sense, pattern in (("exception", _EXCEPTION), ("condition", _CONDITION), ("against", _AGAINST)):
            if pattern.match(self.phrase):
                return sense
        return "naming" if _NAMING.match(self.phrase) else "content"


@dataclass(frozen=True, slots=True)
class Plain:
    """A sentence in plain words, with marks where citations were."""

    text: str
    marks: tuple[Mark, ...] = ()

    def marks_in(self, words: str) -> tuple[Mark, ...]:
        """The marks in, or right behind, some of its words."""
        start = self.text.find(words) if words else -1
        if start < 0:
            return ()
        return tuple(m for m in self.marks if start < m.at <= start + len(words))


def plain(sentence: str) -> str:
    """A sentence without labels, brackets, run-in headings, citations and the stop.

    >>> plain("(a) A landlord shall return the deposit required by § 5 of this chapter within thirty (30) days.")
    'A landlord shall return the deposit within thirty days'
    """
    return marked(sentence).text


def marked(sentence: str) -> Plain:
    """A sentence in plain words, see `plain`, with its marks."""
    text = _LABEL.sub("", " ".join(_MARK.sub(" ", sentence).split()))  # documents may have such characters too
    text = _RUN_IN.sub("", text)
    text = _SUCH.sub(_the_named, text)
    phrases: list[str] = []

    def taken(found: re.Match[str]) -> str:
        phrases.append(found[0])
        behind = found.string[found.end() :]
        inner = found.start() > 0 and not re.match(r"\s?(?:shall|must|may)\b", behind)
        return chr(_FIRST_MARK + len(phrases) - 1) + ("," if found[0].endswith(",") and inner else "")

    text = _PHRASE.sub(taken, text)
    before = ""
    while before != text:
        before, text = text, _BRACKETS.sub("", text)
    text = re.sub(r"\s+([,.;:])", r"\1", " ".join(text.split()))
    text = re.sub(r"^([\ue000-\uf8ff]*)[,\s]+", r"\1", text).rstrip(". ").strip()
    text = re.sub(r"\s?(?:--|—|–)$", ":", text)
    return _without_marks(text, phrases)


def _the_named(found: re.Match[str]) -> str:
    """`the keeper` for `such keeper`, where the sentence itself has named a keeper."""
    before = found.string[: found.start()].lower()
    first = found["noun"].split()[0].lower().rstrip("s")
    if found["noun"].lower() in before or re.search(
        rf"\b(?:an?|any|each|every|the) (?:\w+ )?{re.escape(first)}", before
    ):
        return f"{'The' if found['such'][0] == 'S' else 'the'} {found['noun']}"
    return found[0]


def _without_marks(text: str, phrases: list[str]) -> Plain:
    words, marks = "", []
    for piece in re.split("([\ue000-\uf8ff])", text):
        if _MARK.fullmatch(piece):
            phrase = phrases[ord(piece) - _FIRST_MARK].strip()
            refs = tuple(int(n) for n in re.findall(rf"§ {TOKEN}(\d+)", phrase))
            marks.append(Mark(len(words.rstrip()), phrase, refs))
        else:
            words += piece.lstrip() if not words or words.endswith(" ") else piece
    return Plain(words.rstrip(". "), tuple(marks))


def ends_open(text: str) -> bool:
    """Whether a text breaks off: what a citation taken out was tied to."""
    return _OPEN_END.search(text) is not None


def lowered(text: str) -> str:
    """A text with its first letter small, unless its first word is a name or an abbreviation.

    >>> lowered("The landlord"), lowered("HHS may"), lowered("Secretary")
    ('the landlord', 'HHS may', 'secretary')
    """
    first = text.split(" ", 1)[0]
    return text if len(first) > 1 and first.isupper() else text[:1].lower() + text[1:]
