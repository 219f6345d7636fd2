"""In which sense a law points to a law, told by the words before and behind the reference. Rows are tried in order."""

from __future__ import annotations

import re
from typing import Final

from pincite.graph.english.labels import GAP
from pincite.types.reference import Manner

# Words between the cue and the reference, within one clause.
_WORD = r"[^\s,;:.()\[\]—]{1,40}"
_GIVEN = (
    r"(?:provided|permitted|required|specified|described|stated|set forth|allowed|authorized|prohibited|defined|noted"
    r"|established|prescribed|limited|exempted|excluded)"
)

_AT = r"(?: (?:in|by|under|for|pursuant to|at|as in|as))?"
_FEW = r"(?: [^\s,;:.()]{1,25})"
_EXCEPT = r"except(?: as| to the extent| when| where| if| for| in| pursuant to| with respect to)?"
_TERM = r"(?: (?:to|for) (?:it|them|(?:that|such|the) term|(?:such|those) terms|such a term))?"
_THERE = r"(?:of|in|under|set forth in|specified in|described in)"

# Cue, how many words may stand between it and the reference, manner.
_BEFORE: Final = (
    (r"\bnot subject to", 8, Manner.EXCEPTION),
    (r"exempt(?:ed)? (?:from|under|by)", 4, Manner.EXCEPTION),
    (rf"(?:{_EXCEPT}|unless)(?: otherwise)?(?: (?:expressly|specifically))? {_GIVEN}{_AT}", 5, Manner.EXCEPTION),
    (rf"\b{_EXCEPT}(?: (?:as|under|by|to))*(?! that\b)", 9, Manner.EXCEPTION),
    (r"with the exception of", 4, Manner.EXCEPTION),
    (r"\bnoth?withstanding", 12, Manner.EXCEPTION),
    (r"\bother than(?! that\b| those\b)", 5, Manner.EXCEPTION),
    (r"\bexcluding", 4, Manner.EXCEPTION),
    (r"without regard to", 4, Manner.EXCEPTION),
    (r"\bunless\b", 8, Manner.EXCEPTION),
    (r"\bsubject(?: only)? to", 6, Manner.CONDITION),
    (
        r"\b(?:if|when|where|provided that|only if|to the extent that) the "
        rf"(?:requirements|conditions|criteria|terms) {_THERE}",
        3,
        Manner.CONDITION,
    ),
    (
        rf"\b(?:ha(?:s|ve)|shall have|given|with) the (?:same )?meanings?(?: (?:as|that))?{_FEW}{{0,6}}?"
        rf"(?: (?:given|provided|ascribed|assigned|set forth|specified|stated))?{_TERM}{_AT}",
        3,
        Manner.DEFINITION,
    ),
    (r"\bwithin the meaning of", 3, Manner.DEFINITION),
    (
        rf"\bas (?:that|such|those|these|the) terms? (?:is|are|has been) (?:defined|used|described){_AT}",
        3,
        Manner.DEFINITION,
    ),
    (
        rf"\bdefined(?: (?:[a-z]+ly|further|as{_FEW}))? "
        r"(?:in|by|under|at|pursuant to|for (?:the )?purposes? of)",
        4,
        Manner.DEFINITION,
    ),
    (
        rf"\bdefinitions? of (?:the term )?(?:[“\"][^”\"\n]{{1,50}}[”\"]|[^\s,;:.()]{{1,25}}{_FEW}{{0,5}}) "
        r"(?:in|at|of|contained in|as specified (?:in|at))",
        2,
        Manner.DEFINITION,
    ),
    (r"mutatis mutandis,?", 5, Manner.MUTATIS_MUTANDIS),
    (
        r"\bin (?:the|a) (?:same )?(?:form and )?manner(?: and to the same extent)?(?: as)?(?: that)?(?: is| was| are)?"
        rf" (?:provided|prescribed|specified|set forth|described|required|given|permitted|as)(?: for)?{_AT}",
        4,
        Manner.MUTATIS_MUTANDIS,
    ),
    (rf"\bin the same manner as{_FEW}{{0,6}}? (?:in|under|by|to)", 2, Manner.MUTATIS_MUTANDIS),
    (rf"\b(?:appl(?:y|ies)|treated|enforced|effective) as if{_FEW}{{0,8}}?", 2, Manner.MUTATIS_MUTANDIS),
    (rf"\bto the same extent as{_FEW}{{0,6}}?", 2, Manner.MUTATIS_MUTANDIS),
    (
        r"\b(?:as )?(?:last )?amended (?:[a-z]+ly )?(?:by|under)|\bamend(?:s|ing)?|\bamendments? (?:made by|to)",
        2,
        Manner.AMENDS,
    ),
    (
        r"\b(?:repealed|revoked|rescinded) by|\b(?:repeal(?:s|ing)|revok(?:es|ing))|\brepeal of",
        2,
        Manner.REPEALS,
    ),
)
_AFTER: Final = (
    (
        r",? (?:shall |may |will )?appl(?:y|ies),? mutatis mutandis|,? mutatis mutandis"
        r"|,? appl(?:y|ies) (?:to [^.;\n]{1,60} )?(?:with the necessary (?:changes|modifications)|as if)",
        Manner.MUTATIS_MUTANDIS,
    ),
    (r",? (?:of [^.;,\n]{1,60} )?(?:is|are|has been|have been)(?: hereby)? repealed", Manner.REPEALS),
    (r",? (?:of [^.;,\n]{1,60} )?(?:is|are|has been|have been)(?: hereby)? amended", Manner.AMENDS),
    (r" notwithstanding\b", Manner.EXCEPTION),
)
_WINDOW = 150


def _row(cue: str, words: int) -> re.Pattern[str]:
    cue = cue.replace(" ", GAP)
    return re.compile(rf"(?:{cue})(?:{GAP}{_WORD}){{0,{words}}}(?:{GAP}[(]?)?[(\[“\"]?\Z", re.IGNORECASE)


_ROWS_BEFORE = tuple((_row(cue, words), manner) for cue, words, manner in _BEFORE)
_ROWS_AFTER = tuple((re.compile(cue.replace(" ", r"\s"), re.IGNORECASE), manner) for cue, manner in _AFTER)
# No row before a reference fits without one of these; most references have none.
_ANY_CUE = re.compile(
    r"subject|exempt|except|unless|withst|other\s+than|excluding|without|\bif\b|when|where|provided\s+that|extent|mean"
    r"|defin|mutatis|manner|as\s+if|amend|repeal|revo|rescind|terms?\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[;:](?=\s)|(?<=[a-z\d)])\.(?=\s+[A-Z(])|\n[ \t]*\n|\n(?=\s*\([A-Za-z0-9]{1,4}\))")


def manner_of(text: str, start: int, end: int) -> Manner:
    """The manner of the reference from `start` to `end`."""
    low = max(0, start - _WINDOW)
    window = text[low:start]
    for found in _CLAUSE.finditer(window):
        low = start - len(window) + found.end()
    clause = text[low:start]
    for row, manner in _ROWS_AFTER:
        if row.match(text, end, end + _WINDOW):
            return manner
    if not _ANY_CUE.search(clause):
        return Manner.PLAIN
    best: tuple[int, Manner] | None = None
    for row, manner in _ROWS_BEFORE:
        cue = row.search(clause)
        if cue is not None and (best is None or _nearer(cue, manner, best)):
            best = (cue.start(), manner)
    return best[1] if best else Manner.PLAIN


def _nearer(found: re.Match[str], manner: Manner, best: tuple[int, Manner]) -> bool:
    """Of two cues the later one, which stands nearer to the reference; `except as defined in` is one exception."""
    return found.start() > best[0] and best[1] is not Manner.EXCEPTION
