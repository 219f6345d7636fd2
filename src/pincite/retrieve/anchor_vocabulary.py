"""The corpus's own words for topics and roles: headings, defined terms, and who its sentences bind.

Made once for each state of a library; looked up in well under a millisecond a question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from pincite.retrieve.anchor_words import (
    MAX_PHRASE_CHARS,
    content_word,
    folded,
    is_same_word,
    keys,
    phrase_keys,
    tidy_phrase,
    words,
)
from pincite.types.document import Span

MAX_ROLE_WORDS: Final = 4
MIN_SENTENCES: Final = 2
"""From so many sentences on, what they bind is a role."""
# What a role's last word ends in, so that not all that a sentence is about becomes an actor.
_ROLE_KO = re.compile(
    r"(?:자|장|인|기관|사람|위원회|위원|장관|청장|법인|단체|기업|센터|협회|공단|공사|회사|조합|대학|학교|학생|연구원|교원|"
    r"직원|국가)$"
)
_NO_ROLE_KO = re.compile(
    r"(?:확인|승인|날인|할인|원인|요인|용인|묵인|공인|본인|투자|이자|전자|숫자|글자|문자|각자|현장|시장|공장|연장|확장|포장|"
    r"주장|증장|기장|저장|성장|보장|입장|통장|인자|격자|의자|종자|여자|남자)$"
)
_JOINED_KO = re.compile(r"(?:[과와은는이가을를]|및|또는|각|경우|그|해당) ")
_ROLE_EN = re.compile(
    r"(?:person|people|individual|entity|agency|agent|authority|associate|secretary|court|board|commission|commissioner|"
    r"department|official|party|member|company|association|organization|provider|clearinghouse|plan|state|body|lord|"
    r"tenant|occupant|applicant|claimant|resident|recipient|client|guest|representative|"
    r"[a-z]{3,}(?:or|er|ee|ian|ist))$"
)
_NO_ROLE_EN = re.compile(
    r"(?:order|number|matter|letter|paper|water|power|offer|shelter|manner|chapter|register|answer|center|quarter|fee|"
    r"other|either|whether|error|color|labor|list|notice|never|over|under|after|together|summer|winter|transfer|floor|"
    r"door|guarantee|waiver|disclaimer|remainder|committee report|whichever|cover|computer|user fee|further|debtor in)$"
)
# A sentence that binds or allows: its subject is who it speaks of.
_SUBJECT_KO = re.compile(
    r"(?:^|[①-⑳]|[.\n]|\d\.)[ \t]*(?P<name>[가-힣]{2,14}(?:의? [가-힣]{1,12}){0,2}?)(?:은|는)[ ,]"
    r"(?=[^.]{0,400}?(?:하여야|해야|할 수|아니 된다|아니된다|한다))",
    re.MULTILINE,
)
_SUBJECT_EN = re.compile(
    r"\b(?:an?|the|each|any|every|no|such)\s+(?P<name>[a-z][a-z'’-]+(?:\s[a-z][a-z'’-]+){0,2}?)\s+"
    r"(?:shall|must|may|is required|is prohibited|is entitled)\b",
    re.IGNORECASE,
)
# What a definition says of who is meant.
_PERSONAL_KO = re.compile(r"[^.\n]{0,200}?(?:사람|자|기관|법인|단체|기업|조합|인력)[을를]\s(?:각각 )?말한다")
_PERSONAL_EN = re.compile(
    r"\W*(?:means?|includes?|refers to)\s(?:an?|any|the|one or more|every)?\s?"
    r"(?:(?!that|of|by|for)[\w-]+\s){0,2}?(?:persons?|individuals?|entity|organization|agency|owner|lessor|lessee|"
    r"employee|official|provider|corporation|company)\b",
    re.IGNORECASE,
)
# Words of questions, which say nothing of their matter though texts have them too.
_ASKING = re.compile(
    r"(?:어떤|어떻게|무엇|누구|누가|언제|어디|얼마|얼마나|며칠|가능|경우|필요|있나요|하나요|되나요|인가요|해야|하면|"
    r"한가요|합니까|입니까|있습니까|됩니까|대해|대하여|관련|받을|위해|동안|안에)[가-힣]*"
    r"|[가-힣]+(?:야|면|는지|나요|까요|려고|하여|하는|되는|받는|있는|없는|한|된|할|될|받|새로)$"
    r"|(?:what|which|must|shall|include|included|state|according|regarding|relation|under|other)$"
)


@dataclass(frozen=True, slots=True)
class Topic:
    """A heading or defined term that may name what a question is about.

    Args:
        keys: see `anchor_words.phrase_keys`.
    """

    phrase: str
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class Found:
    """A name of the vocabulary in a question."""

    name: str
    span: Span


class AnchorVocabulary:
    """A library's headings, terms and roles in one language.

    Args:
        headings: of articles, sections and chapters, as printed.
        terms: what its texts define, each with what is said of it; empty where that is not at hand.
        passages: its texts, in which the roles are found.
    """

    def __init__(
        self, language: str, headings: Iterable[str], terms: Iterable[tuple[str, str]], passages: Iterable[str]
    ) -> None:
        self.language = language
        terms = tuple(terms)
        self.roles = _roles(language, terms, passages)
        self.topics = tuple(_topics(language, [*headings, *(term for term, _ in terms)], self.roles))
        self._held = Counter(word for topic in self.topics for word in set(_matter(topic.phrase, language)))
        self._names = _by_first_word(self.roles, language)
        self._wholes: dict[Topic, float] = {}
        self._holding: dict[str, list[int]] = {}
        for place, topic in enumerate(self.topics):
            for key in topic.keys:
                self._holding.setdefault(key, []).append(place)

    def whole(self, topic: Topic) -> float:
        """The weight of all keys of a topic."""
        if topic not in self._wholes:
            self._wholes[topic] = sum(self.weight(key) for key in topic.keys)
        return self._wholes[topic]

    def weight(self, key: str) -> float:
        """How telling a key is: the rarer among the phrases, the more; 0 where none has it."""
        held = len(self._holding.get(key, ()))
        return log(1 + len(self.topics) / held) if held else 0.0

    def topics_sharing(self, asked: Iterable[str]) -> list[Topic]:
        """The topics that share a key with `asked`, in the vocabulary's order."""
        return [self.topics[p] for p in sorted({place for key in set(asked) for place in self._holding.get(key, ())})]

    def telling_words(self, question: str, limit: int) -> list[str]:
        """Words of a question that headings and terms have, the rarest ones, in the question's order."""
        known = dict.fromkeys(w for w in _matter(question, self.language) if self._held[w] and not _ASKING.match(w))
        rarest = sorted(known, key=lambda word: (self._held[word], word))[:limit]
        return [word for word in known if word in rarest]

    def roles_in(self, question: str) -> list[Found]:
        """The roles that a question names, by place; of those that begin at one word the longest."""
        said = [(m, folded(m.group(), self.language)) for m in words(question, self.language)]
        found: list[Found] = []
        at = 0
        while at < len(said):
            name = self._name_at([word for _, word in said[at : at + MAX_ROLE_WORDS]])
            if name:
                end = at + len(name)
                found.append(Found(" ".join(name), Span(said[at][0].start(), said[end - 1][0].end())))
                at = end
            else:
                at += 1
        return found

    def _name_at(self, said: Sequence[str]) -> tuple[str, ...]:
        """The longest name that the words begin with."""
        for name in self._names.get(said[0][:2], ()):
            if len(name) <= len(said) and all(
                is_same_word(word, part, self.language, last=place == len(name) - 1)
                for place, (word, part) in enumerate(zip(said, name, strict=False))
            ):
                return name
        return ()


def _topics(language: str, phrases: Iterable[str], roles: Iterable[str]) -> Iterator[Topic]:
    """Headings and terms without their numbers, each once; who acts is no topic."""
    actors = {phrase_keys(role, language) for role in roles}
    for phrase in dict.fromkeys(p for found in phrases if (p := tidy_phrase(found)) and len(p) <= MAX_PHRASE_CHARS):
        found = phrase_keys(phrase, language)
        if found and found not in actors:
            yield Topic(phrase, found)


def _matter(text: str, language: str) -> Iterator[str]:
    """The words of a text without particles, and none that only join others."""
    for match in words(text, language):
        if word := content_word(match.group(), language):
            yield word


def _by_first_word(roles: Iterable[str], language: str) -> Mapping[str, list[tuple[str, ...]]]:
    """Roles as words, by the first two letters of the first; the longest first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for role in roles:
        parts = tuple(folded(m.group(), language) for m in words(role, language))
        if parts:
            found.setdefault(parts[0][:2], []).append(parts)
    for names in found.values():
        names.sort(key=lambda parts: (-len(parts), -sum(map(len, parts)), parts))
    return found


def _roles(language: str, terms: Iterable[tuple[str, str]], passages: Iterable[str]) -> tuple[str, ...]:
    """Terms that mean somebody, and subjects of several sentences that bind; sorted."""
    personal = _PERSONAL_KO if language == "ko" else _PERSONAL_EN
    defined = {term for term, meaning in terms if _is_role(term, language) or personal.match(meaning)}
    counted = Counter(name for passage in passages for name in _subjects(passage, language))
    bound = {name for name, n in counted.items() if n >= MIN_SENTENCES and _is_role(name, language)}
    return tuple(sorted(r for r in defined | bound if len(r.split()) <= MAX_ROLE_WORDS))


def _is_role(name: str, language: str) -> bool:
    role, no_role = (_ROLE_KO, _NO_ROLE_KO) if language == "ko" else (_ROLE_EN, _NO_ROLE_EN)
    low = name.lower() if language != "ko" else name
    if language != "ko":
        low = low.removesuffix("s") if not low.endswith("ss") else low
    if language == "ko" and _JOINED_KO.search(name):
        return False
    return bool(role.search(low)) and not no_role.search(low)


def _subjects(passage: str, language: str) -> Iterator[str]:
    pattern = _SUBJECT_KO if language == "ko" else _SUBJECT_EN
    for match in pattern.finditer(passage):
        yield match["name"] if language == "ko" else match["name"].lower()


def shared(question: str, vocabulary: AnchorVocabulary) -> frozenset[str]:
    """The keys of a question that the vocabulary knows."""
    return frozenset(key for key in keys(question, vocabulary.language) if vocabulary.weight(key) > 0)
