"""Whether a question points to its gold alone: how much of it another provision has too.

Words weigh by how few provisions have them. Only the words of law count, not the question's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import log

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.types.provision import Provision, ProvisionKind, is_ancestor

RIVAL_SHARE, NEAR = 0.88, 0.06
"""With this share of what the gold has of the question, and hardly less, another provision may answer it as well."""
MIN_WEIGHT = {"ko": 22.0, "en": 7.0}
"""A question of less weight says too little of its matter; Korean keys are pairs of syllables, English ones words."""
LAYER_SHARE = 0.78
"""The same for a rule of another document that cites an article of the gold: it may say the same once more."""
SHORT, SHORT_SHARE = 38.0, 0.75
"""A Korean question of less weight has so few words that a rule with this share of them may be meant."""
_ASKING = re.compile(
    r"누구에게|누구|누가|언제까지|언제|어떤|어느 기관이|어떻게|어디에|어디|얼마|며칠|몇|무엇을?|"
    r"나요|합니까|됩니까|입니까|인가요|해야|경우"
    r"|\b(?:what|which|who|whom|when|how|many|much|must|may|does|do|is|are|long|under|circumstances|conditions|mean|meant|required|not|be|in|by|the|a|an)\b",
    re.IGNORECASE,
)


_PLACED = re.compile(r"^(?:In (?:the )?[A-Z][\w ]{2,30}|Under federal law), ")


# What a question asks for, and the words that an answer to it has.
_KINDS = tuple(
    (re.compile(asked), re.compile(answer))
    for asked, answer in (
        (r"얼마나 자주|몇 (?:년|개월)마다", r"매년|매월|분기|반기|정기|주기|마다|연 \d회|해마다"),
        (r"며칠|언제|몇 (?:년|개월|주|시간)", r"\d+(?:일|개월|년|월|주|시간)|지체 ?없이|즉시|기한|기간|까지"),
        (r"몇 |얼마", r"\d|[일이삼사오육칠팔구십백천만]+(?:명|원)"),
        (r"누구에게", r"에게|에 (?:제출|보고|통보|신청)"),
        (r"포함(?:되어|돼|해)야|들어가야", r"포함|내용"),
        (r"어떤 (?:경우|사유)|어떤 예외", r"경우|때|사유|면 "),
        (r"어디에", r"에 (?:[가-힣ㆍ]+[을를] )?(?:공고|게재|게시|등록|공개|입력|이체|입금|적립|기재|기록)"),
        (r"어떤 절차", r"거쳐|받아|심의|협의|승인"),
    )
)
_LEAVES = re.compile(r"(?:대통령령|총리령|부령)으로 정한다\.?$|정하여 고시한다\.?$")
_ASKS_HOW_MUCH = re.compile(r"얼마|며칠|언제|몇 |예외")
_JOINED = re.compile(r"(?:하게|하고|하기|하지|되고|적인|켜서|까지)$")
"""Ends of words that tell no matter though few rules have them."""
FEW = 40
"""A word that so many rules have or fewer tells a matter."""
FEW_BODIES = 20
"""A body that so many rules name or fewer has its own matter."""
SOME = 0.2
"""A word that more of the rules have names everybody's matter."""
# Words put together from what every office has: 자체점검계획.
_OF_OFFICES = re.compile(
    r"^(?:기본|자체|시행|세부|종합|내부|표준|운영|관리|실시|추진|지침|규정|계획|기준|평가|대책|조사|수요|실태|점검|"
    r"결과|보고|연차|자료|제출|위원|추가|보완|전문|지원|기관|관련|업무|사항|필요|요청|협의|심의|검토|개선|조치|담당|"
    r"중앙|행정|관계|연도|매년|분기|현장|신청|승인|변경|회의|지급|납부|등록|실적|예산|[서를인자단실ㆍ])+$"
)
# One who acts may do so in many matters; a committee or a body has its own.
_PERSON = re.compile(r"(?:장관|청장|[원회관]장|의장|책임자|연구자|연구원)$")
_VERB = re.compile(r"(?:나요|야|하면|하여|려면|하는|되는|받은|받는|있는|없는|[았었였]을|시킬|[하되]거나|[하되]도록)$")
_NAME_KO = re.compile(r"[가-힣ㆍ]{4,}")
_TAIL_KO = re.compile(r"(?:이나|에게는|에게|에서는|에서|으로|에는|까지|부터|은|는|이|가|을|를|의|에|로|과|와|도)$")
_NAME_EN = re.compile(r"[a-z][a-z-]{6,}")
MIN_WEIGHT_OF_WHO = {"ko": 38.0, "en": 12.0}


class Rivals:
    """The rules of a language with the keys of their words."""

    def __init__(self, corpus: BenchCorpus, language: str) -> None:
        self._corpus = corpus
        self._language = language

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """Ids of the units compared: paragraphs with all below them, articles without paragraphs."""
        return tuple(p.id for p in self._units())

    def _units(self) -> Iterator[Provision]:
        for document_id in self._corpus.seeds:
            if self._corpus.language(document_id) != self._language:
                continue
            tree = self._corpus.tree(document_id)
            for provision in tree:
                segments = provision.segments
                if provision.deleted or any(s[:1] in "xnf" and s[1:2].isdigit() for s in segments):
                    continue
                if (len(segments) == 2 and provision.kind in (ProvisionKind.PARAGRAPH, ProvisionKind.ITEM)) or (
                    provision.kind in (ProvisionKind.ARTICLE, ProvisionKind.SECTION)
                    and not any(c.kind is ProvisionKind.PARAGRAPH for c in tree.children.get(provision.id, ()))
                ):
                    yield provision

    @cached_property
    def _holding(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for place, rule in enumerate(self.rules):
            for key in sorted(self.keys(f"{self._corpus.title(rule)} {self._corpus.cut(rule)}")):
                found.setdefault(key, []).append(place)
        return {key: tuple(places) for key, places in found.items()}

    def keys(self, text: str) -> frozenset[str]:
        """What a text is compared by."""
        from pincite.retrieve.anchor_words import keys

        return frozenset(keys(_ASKING.sub(" ", _PLACED.sub("", text)), self._language))

    def weight(self, key: str) -> float:
        """How telling a key is; 0 where no rule has it."""
        held = len(self._holding.get(key, ()))
        return log(1 + len(self.rules) / held) if held else 0.0

    def total(self, question: str) -> float:
        """The weight of a question's words."""
        return sum(self.weight(key) for key in sorted(self.keys(question)))

    def says_little(self, question: str) -> bool:
        """Whether a question for who acts says too little of what is done to tell which matter it is."""
        return self.total(question) < MIN_WEIGHT_OF_WHO[self._language]

    def shares(self, question: str) -> dict[str, float]:
        """Rule to the share of the question's weight that it has."""
        weights = {key: self.weight(key) for key in sorted(self.keys(question))}
        total = sum(weights.values())
        found: dict[int, float] = {}
        for key, weight in weights.items():
            for place in self._holding.get(key, ()):
                found[place] = found.get(place, 0.0) + weight
        return {self.rules[place]: share / total for place, share in found.items()} if total else {}

    def defines_too(self, term: str, question: str, gold: Iterable[str]) -> bool:
        """Whether another document defines a term, and the question names neither the document nor a place."""
        gold = tuple(gold)
        documents = {g.partition("/")[0] for g in gold}
        members = self._corpus.members
        titles = [members[d].standing.title for d in sorted(documents)]
        if any(title in question for title in titles):
            return False
        here = {self._corpus.places.get(d) for d in documents}
        named = _PLACED.match(question) is not None
        others = [d for d in self._corpus.seeds if d not in documents]
        asked = [d for d in others if not (named and self._corpus.places.get(d) not in here)]
        return any(t.term.casefold() == term.casefold() for d in asked for t in members[d].law.definitions)

    def telling_words(self, question: str) -> tuple[str, ...]:
        """The question's longer words that some rules have, but few: they name its matter."""
        return tuple(w for w in _names_in(question) if 0 < self._holders(w) <= FEW)

    def names_matter(self, question: str, subject: str) -> bool:
        """Whether a question has a word of its matter: none that an office has for anything, none that all rules have.

        Args:
            subject: who acts: its words count only where few rules have them.
        """
        if self._language != "ko":
            return True
        words = (w for w in _names_in(question) if not _PERSON.search(w))
        return any(self._holders(w) <= (FEW_BODIES if w in subject else SOME * len(self.rules)) for w in words)

    def _holders(self, word: str) -> int:
        if word not in self._held:
            self._held[word] = sum(word in text for text in self._texts)
        return self._held[word]

    @cached_property
    def _held(self) -> dict[str, int]:
        return {}

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        return tuple(self._corpus.cut(rule) for rule in self.rules)

    def could_answer(self, rule: str, question: str) -> bool:
        """Whether a rule has words of the kind that the question asks for: without a period it tells no deadline."""
        wanted = next((answer for asked, answer in _KINDS if asked.search(question)), None)
        return wanted is None or self._language != "ko" or wanted.search(self._corpus.cut(rule)) is not None

    def only_delegates(self, rule: str) -> bool:
        """Whether a rule says no more than that a lower text will say it."""
        sentences = self._corpus.by_provision.get(rule, ())
        found = self._corpus.provision(rule)
        bare = found is not None and not self._corpus.children(found)
        return bare and len(sentences) == 1 and _LEAVES.search(sentences[0].text) is not None

    def others(self, question: str, gold: Iterable[str]) -> tuple[str, ...]:
        """Rules beside the gold that may answer the question as well.

        They have nearly as much of the question, or more, one of its telling words, and words of the kind that is
        asked for; they neither leave the matter to a lower text nor go on from the gold.
        """
        gold = tuple(gold)
        shares = self.shares(question)
        own = max((s for rule, s in shares.items() if _related(rule, gold)), default=0.0)
        least = max(RIVAL_SHARE * own, own - NEAR)
        if self._language == "ko" and self.total(question) < SHORT:
            least = min(least, SHORT_SHARE * own)
        near = sorted(
            r
            for r, s in shares.items()
            if not _related(r, gold) and (s >= least or (s >= LAYER_SHARE * own and self._is_layer(r, gold)))
        )
        telling = [w for w in self.telling_words(question) if not _JOINED.search(w)]
        return tuple(
            rule
            for rule in near
            if (not telling or any(word in self._corpus.cut(rule) for word in telling))
            and self.could_answer(rule, question)
            and not self.only_delegates(rule)
            and not (not _ASKS_HOW_MUCH.search(question) and self._goes_on_from(rule, gold))
        )

    def _is_layer(self, rule: str, gold: tuple[str, ...]) -> bool:
        """Whether a rule of another document and one of the gold cite each other, in whichever edition's numbers."""
        if rule.partition("/")[0] in {g.partition("/")[0] for g in gold}:
            return False
        articles = {self._corpus.article(g) for g in gold}
        back = any(t == self._corpus.article(rule) for g in gold for t in self._cited(g))
        return back or any(target in articles for target in self._cited(rule))

    def _cited(self, rule: str) -> Iterator[str]:
        """The articles that a rule's own text cites."""
        for resolution in self._corpus.references.get(rule, ()):
            yield from (self._corpus.article(target) for target in resolution.targets)

    def _goes_on_from(self, rule: str, gold: tuple[str, ...]) -> bool:
        """Whether a rule of the same article cites one of the gold: it says what comes after."""
        article = self._corpus.article(rule)
        edges = self._corpus.edges_out.get(rule, ())
        return any(self._corpus.article(g) == article and is_ancestor(g, e.target) for e in edges for g in gold)

    def verdict(self, question: str, gold: Iterable[str]) -> str:
        """Why a question does not point to its gold alone; empty where it does."""
        gold = tuple(gold)
        if self.total(question) < MIN_WEIGHT[self._language]:
            return "says_too_little"
        own = max((s for rule, s in self.shares(question).items() if _related(rule, gold)), default=0.0)
        if own < 0.5:
            return "says_other_words"
        places = self._corpus.places
        here = {places.get(g.partition("/")[0]) for g in gold}
        named = _PLACED.match(question) is not None
        others = self.others(question, gold)
        return "answered_elsewhere" if any(not named or places.get(r.partition("/")[0]) in here for r in others) else ""


def _related(rule: str, gold: tuple[str, ...]) -> bool:
    return any(is_ancestor(rule, g) or is_ancestor(g, rule) for g in gold)


def _names_in(question: str) -> tuple[str, ...]:
    korean = (_TAIL_KO.sub("", w) for w in _NAME_KO.findall(question))
    return tuple(
        dict.fromkeys(
            (
                *(w for w in korean if len(w) > 3 and not (_OF_OFFICES.match(w) or _VERB.search(w))),
                *_NAME_EN.findall(question),
            )
        )
    )
