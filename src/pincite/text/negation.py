"""Whether a sentence turns its source's meaning round by a negation.

Each content word gets the parity of the negations that reach it: `may not refuse to rent` leaves `rent` affirmed, as
in `must rent`. A claim differs from its evidence when a word that both share is negated in one of them only. What
negates and what only looks so (`not later than`, `아니하면 아니 된다`) is data in `negation_cues`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise
from typing import Final

from pincite.text import negation_cues as cues
from pincite.text import sentences

# How many content words a negation reaches in English; beyond, it is another matter.
REACH: Final = 7
CLAUSE_TOKENS: Final = 60
# How many of them it is sure to be about; two where nothing else is said.
GOVERNED: Final = {"without": 1, "no": 3, "neither": 4, "none": 3, "nothing": 5}
# A sentence of the evidence is about the claim when it shares at least this part of the claim's content words.
MIN_SHARED: Final = 0.34

# A claim of which this part of the words stands in the evidence in the same order is a near copy.
NEAR_COPY: Final = 0.8
MIN_COPY_TOKENS: Final = 6
SMALL_EDIT: Final = 3
MAX_EDIT_TOKENS: Final = 400

_NEUTRAL = re.compile(r"\b(?:" + "|".join(cues.NEUTRAL) + r")(?:\b|(?=\W|$))")
_MERGED = tuple((re.compile(pattern), into) for pattern, into in cues.MERGED)
_TOKEN = re.compile(r"[a-z]+(?:['’][a-z]+)?|\d[\d.,]*|[;:.,()]|[가-힣]+")
_HANGUL = re.compile("[가-힣]")
_EXCEED = re.compile(r"\bexceed(?:s|ed|ing)?\b")
_NOT_EXCEED = re.compile(
    r"\b(?:not|no|never|cannot|nor|neither)\b(?:\s[\w'’,-]+){0,9}?\s(?:to\s)?exceed(?:s|ed|ing)?\b"
)
_RESTRICTIONS: Final = cues.RESTRICTING | cues.ONLY
_KO_NEUTRAL = re.compile("|".join(cues.KO_NEUTRAL))
_KO_DOUBLE = re.compile("|".join(cues.KO_DOUBLE))
_KO_CUE = re.compile("(?<![가-힣])(?:" + "|".join(cues.KO_CUES) + ")")
_KO_CLAUSE_END = re.compile(
    r"[,.;]|\S{2,20}(?:[면고]|고는|고서는)(?=[\s,])(?!\s(?:안|아니)\s?[된될되돼])|\S{0,20}(?:며|거나|지만|경우(?:에는|에)?|없이)(?=[\s,])"
)
# `No, tenants must ...` answers a question; it negates nothing in the sentence.
_ANSWER_WORD = re.compile(r"^\s*(?:no|yes|아니요|예|네)\s*[,:;.\u2014-]\s*", re.IGNORECASE)
_KO_PARTICLE = re.compile("(?:에게|에서|으로|까지|부터|은|는|이|가|을|를|의|에|로|과|와|도|만)$")

_FUNCTION_WORDS: Final = frozenset(
    """a an and any are as at be been being both by can could did do does each either every for from had has have he
    her his i if in into is it its may might must of on or other our shall she should so such than that the their them
    there these they this those to under upon was we were which who whom whose will with would you your also then
    provided only when where until after before unless except while because""".split()
)
_OF_NOUNS: Final = frozenset("no neither none nothing nobody without".split())
_AUXILIARIES: Final = frozenset(
    """do does did is are was were has have had may might must shall should will would can could cannot""".split()
)
_SUFFIX = re.compile(r"(?:ations?|ings?|ments?|ed|es|s|e|ly|al)$")


@dataclass(frozen=True, slots=True)
class _Word:
    """A content word with the parity of the negations that reach it."""

    stem: str
    negated: bool
    governed: bool


@dataclass(frozen=True, slots=True)
class _Reading:
    """A sentence as its content words; `exception` holds those behind an `unless`, `without`, `only if`."""

    words: tuple[_Word, ...]
    exception: frozenset[str]
    restricted: bool
    conditional: bool

    @property
    def stems(self) -> frozenset[str]:
        return frozenset(word.stem for word in self.words)


def polarity(text: str) -> tuple[str, ...]:
    """The words of `text` that negate, in its order; those of neutral idioms are none.

    >>> polarity("The landlord may not enter without notice, not later than noon.")
    ('not', 'without')
    """
    if _HANGUL.search(text):
        return tuple(match[0] for match in _KO_CUE.finditer(_KO_DOUBLE.sub(" ", _KO_NEUTRAL.sub(" ", text))))
    return tuple(t for t in _TOKEN.findall(_plain(text)) if t in cues.FORWARD or t in cues.BOTH_WAYS)


def differs(claim: str, evidence: str) -> bool:
    """Whether a negation stands on one side only, over content that both share.

    >>> differs("The landlord may enter.", "The landlord may not enter.")
    True
    >>> differs("It is unlawful to evict the tenant.", "A landlord shall not evict a tenant.")
    False
    """
    return opposed(claim, evidence) is not None


def opposed(claim: str, evidence: str) -> tuple[str, str] | None:
    """The sentences of claim and evidence of which only one denies what both say; None where there are none."""
    claim = _ANSWER_WORD.sub("", claim)
    own = [claim[low:high] for low, high in sentences.spans(claim)]
    other = _with_provisos([evidence[low:high] for low, high in sentences.spans(evidence)])
    sources = [_read(text) for text in other]
    if edited(claim, evidence) or _exceeds(claim) * _exceeds(evidence) < 0:
        near = _nearest(_read(claim), sources)
        return claim, other[near[0]] if near else evidence
    for text in own:
        reading = _read(text)
        near = _nearest(reading, sources)
        if near and all(_opposed(reading, sources[at]) for at in near):
            return text, other[near[0]]
    return None


def _exceeds(text: str) -> int:
    """1 where something exceeds, -1 where it does not, 0 where it is not said or both are."""
    lowered = text.lower()
    denied, said = bool(_NOT_EXCEED.search(lowered)), bool(_EXCEED.search(_NOT_EXCEED.sub(" ", lowered)))
    return int(said) - int(denied)


def edited(claim: str, evidence: str) -> bool:
    """Whether a near copy of the evidence has one negation more or less.

    Only small edits count: a clause left out may hold negations of its own.
    """
    own, other = _edit_tokens(claim), _edit_tokens(evidence)
    if len(own) > MAX_EDIT_TOKENS or len(other) > MAX_EDIT_TOKENS:
        return False
    matcher = SequenceMatcher(None, own, other, autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if sum(block.size for block in blocks) < NEAR_COPY * len(own) or len(own) < MIN_COPY_TOKENS:
        return False
    cues_changed = 0
    for left, right in pairwise(blocks):
        added = own[left.a + left.size : right.a]
        dropped = other[left.b + left.size : right.b]
        if _RESTRICTIONS.intersection((*added, *dropped)):
            return False  # `only after` for `not without`
        if len(added) <= SMALL_EDIT and len(dropped) <= SMALL_EDIT:
            cues_changed += _n_cues(added) - _n_cues(dropped)
    return cues_changed % 2 == 1


@lru_cache(maxsize=2048)  # one sentence is held against many
def _edit_tokens(text: str) -> tuple[str, ...]:
    return tuple(token for token in _TOKEN.findall(_plain(text)) if token[0].isalnum())


def _n_cues(tokens: Sequence[str]) -> int:
    return sum(_is_cue(token) or bool(_KO_CUE.match(token)) for token in tokens)


def _with_provisos(parts: list[str]) -> list[str]:
    """Korean sentences with the proviso that follows them, `다만, ...`: one sentence of a claim often says both."""
    joined: list[str] = []
    for part in parts:
        if joined and part.lstrip().startswith(("다만", "단,")):
            joined[-1] = f"{joined[-1].rstrip()} {part}"
        else:
            joined.append(part)
    return joined


def _nearest(claim: _Reading, sources: list[_Reading]) -> list[int]:
    """Places of the sentences of the evidence that share most with the claim; none where that is too little."""
    stems = claim.stems
    if not stems:
        return []
    shares = [len(stems & source.stems) / len(stems) for source in sources]
    best = max(shares, default=0.0)
    return [at for at, share in enumerate(shares) if share >= best] if best >= MIN_SHARED else []


def _opposed(claim: _Reading, source: _Reading) -> bool:
    if _same_restriction(claim, source):
        return False
    return _denies(claim, source) or _denies(source, claim)


def _same_restriction(claim: _Reading, source: _Reading) -> bool:
    """`not without notice`, `only with notice`: the same restriction, worded with and without a negation."""
    for one, other in ((claim, source), (source, claim)):
        if one.restricted and one.exception & other.stems and (other.restricted or other.conditional):
            negated = {word.stem for word in other.words if word.negated}
            # An exception that the other one denies (`may enter with no notice`) is not the same.
            if other.restricted or not one.exception & negated:
                return True
    return False


def _denies(one: _Reading, other: _Reading) -> bool:
    """Whether more of what a negation governs in `one` is said with the other parity in `other` than with its own."""
    agreed = opposed = 0
    for word in one.words:
        parities = {twin.negated for twin in other.words if twin.stem == word.stem} if word.governed else ()
        if parities:
            agreed, opposed = agreed + (word.negated in parities), opposed + (word.negated not in parities)
    return opposed > agreed


def _plain(text: str) -> str:
    lowered = _NEUTRAL.sub(" ", re.sub(r"\s+", " ", text.lower()))
    for pattern, into in _MERGED:
        lowered = pattern.sub(into, lowered)
    return lowered


def _stem(word: str) -> str:
    bare = word.split("'")[0].split("’")[0]
    cut = _SUFFIX.sub("", bare)
    return (cut if len(cut) > 2 else bare)[:6]


@lru_cache(maxsize=2048)
def _read(sentence: str) -> _Reading:
    return _read_korean(sentence) if _HANGUL.search(sentence) else _read_english(sentence)


def _read_english(sentence: str) -> _Reading:
    tokens = _TOKEN.findall(_plain(sentence))
    content = [i for i, t in enumerate(tokens) if t[0].isalnum() and t not in _FUNCTION_WORDS and not _is_cue(t)]
    counts = dict.fromkeys(content, 0)
    governed: set[int] = set()
    for at, token in enumerate(tokens):
        if _is_cue(token):
            reached = _reach(tokens, at, both=token in cues.BOTH_WAYS)
            near = [i for i in reached if i in counts]
            governed.update(near if token in cues.BOTH_WAYS else near[: GOVERNED.get(token, 2)])
            if _repeats(tokens, at):
                continue
            for i in near:
                counts[i] += 1
    words = tuple(_Word(_stem(tokens[i]), counts[i] % 2 == 1, i in governed) for i in content)
    return _Reading(words, *_restriction(tokens))


def _is_cue(token: str) -> bool:
    return token in cues.FORWARD or token in cues.BOTH_WAYS


def _repeats(tokens: list[str], at: int) -> bool:
    """Whether the cue only doubles the one before it: `void and unenforceable`."""
    before = tokens[max(at - 2, 0) : at]
    return len(before) == 2 and before[1] in ("and", "or", ",") and _is_cue(before[0])


def _reach(tokens: list[str], at: int, *, both: bool) -> list[int]:
    """Places of the words that the cue at `at` negates."""
    ahead: list[int] = []
    for i in range(at + 1, min(at + 1 + CLAUSE_TOKENS, len(tokens))):
        token = tokens[i]
        if token in ".;:" or (token in cues.CLAUSE_WORDS and i > at + 1) or len(ahead) >= REACH:
            break
        if _begins_anew(tokens, at, i):
            break
        if token.isalnum() and token not in _FUNCTION_WORDS and not _is_cue(token):
            ahead.append(i)
        if token == "without":
            break
    if not both:
        return ahead
    back = []
    for i in range(at - 1, max(at - CLAUSE_TOKENS, 0) - 1, -1):
        if tokens[i] in ".;:" or tokens[i] in cues.CLAUSE_WORDS:
            break
        back.append(i)
    return [*back, *ahead]


def _begins_anew(tokens: list[str], at: int, place: int) -> bool:
    """Whether a second verb with an auxiliary of its own begins: `does not open and does close`.

    `No tenant may be fined or may be evicted` denies both, so what negates a noun reaches on.
    """
    if tokens[place] not in ("and", "or", "but") or place + 1 >= len(tokens) or tokens[at] in _OF_NOUNS:
        return False
    return tokens[place + 1] in _AUXILIARIES


def _restriction(tokens: list[str]) -> tuple[frozenset[str], bool, bool]:
    """The words of the exception, whether the sentence restricts something to it, whether it has a condition."""
    negation = next((i for i, t in enumerate(tokens) if _is_cue(t) and t != "without"), None)
    for at, token in enumerate(tokens):
        if (token in cues.RESTRICTING and negation is not None) or token in cues.ONLY:
            behind = [t for t in tokens[at + 1 :] if t[0].isalnum() and t not in _FUNCTION_WORDS and not _is_cue(t)]
            return frozenset(_stem(t) for t in behind[:10]), True, True
    return frozenset(), False, any(token in cues.CONDITIONS for token in tokens)


def _read_korean(sentence: str) -> _Reading:
    """Words of a clause are negated by the cues at its end."""
    plain = _KO_DOUBLE.sub(" ", _KO_NEUTRAL.sub(" ", sentence))
    ends = [match.end() for match in _KO_CLAUSE_END.finditer(plain)] + [len(plain)]
    words: list[_Word] = []
    start = 0
    for end in ends:
        clause = plain[start:end]
        found = list(_KO_CUE.finditer(clause))
        bare = _KO_CUE.sub(" ", clause)
        stems = [_ko_stem(token) for token in re.findall("[가-힣]{2,}|[A-Za-z]{2,}", bare)]
        last = len(stems) - 3
        words.extend(_Word(s, len(found) % 2 == 1, bool(found) and i >= last) for i, s in enumerate(stems) if s)
        start = end
    return _Reading(tuple(words), frozenset(), False, False)


def _ko_stem(token: str) -> str:
    bare = _KO_PARTICLE.sub("", token) if len(token) > 2 else token
    return bare[:2] if bare not in ("경우", "한다", "하여", "때에", "있다", "할", "수") else ""
