"""What can be asked of an English sentence of law: subject, modal and the rest, turned round for a question.

Only sentences of one plain shape are taken. A sentence that does not come apart cleanly gives no ask; one that cannot
be read without what stands elsewhere brings that in, or carries a doubt, for which it is dropped and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.evaluate.regops.corpus import BenchCorpus, Sentence
from pincite.evaluate.regops.questions.claims import claims_with_items, item_claim, sentence_claim
from pincite.evaluate.regops.questions.english.around import chapeau_doubt, further, leans_back, set_aside, stem_of
from pincite.evaluate.regops.questions.english.cited import (
    Named,
    Read,
    cites_nothing,
    named,
    read_sentence,
    refs_in_sense,
    refs_of,
)
from pincite.evaluate.regops.questions.english.context import where_needed
from pincite.evaluate.regops.questions.english.plain import ends_open, lowered
from pincite.evaluate.regops.questions.english.rule import Rule, acts, finished, is_clean, rule_of
from pincite.evaluate.regops.questions.english.states import stated
from pincite.evaluate.regops.questions.english.turns import by_rules, excepted, turned
from pincite.evaluate.regops.questions.text_ask import Turned
from pincite.evaluate.regops.types import Ask, Claim, Need, QuestionType

_ALL = re.compile(r"\.(?:case|whom|ban|contents)$")
"""Templates that ask for all that is to be done: what stands behind the sentence is part of it."""
_LABEL = re.compile(r"^(?:\([\w-]{1,5}\)\s*)+")
MAX_BEHIND = 3


@dataclass(frozen=True)
class Reader:
    """Reads the asks of one document.

    Args:
        place: see `Rule`.
    """

    corpus: BenchCorpus
    document_id: str
    place: str = ""

    def asks(self, sentences: Sequence[Sentence], at: int) -> Iterator[Ask]:
        """The asks of one of a provision's sentences.

        Args:
            at: place of the sentence asked among them.
        """
        sentence = sentences[at]
        stem = stem_of(self.corpus, sentence)
        read = read_sentence(self.corpus, sentence, stem)
        listed = at == len(sentences) - 1 and any(not p.deleted for p in self.corpus.children(sentence.provision))
        text = read.plain.text
        if listed and not sentence.text.rstrip().endswith((".", ";", ":", "--", "—")):
            text = f"{text}:"
        found = list(self._turned(read, text, listed))
        if not found:
            return
        around = _Around(self.corpus, sentences, at, stem)
        for one, subject in found:
            if stem is not None and _ALL.search(one.template):
                continue  # its siblings answer as well
            if ask := self._ask(one, subject, read, around):
                yield ask

    def _turned(self, read: Read, text: str, listed: bool) -> Iterator[tuple[Turned, str]]:
        rule = rule_of(text, self.place)
        if rule is None:
            yield from stated(text)
            return
        if ends_open(rule.said) or ends_open(rule.subject):
            return
        found = list(turned(rule, listed))
        if refs_in_sense(read, "exception"):
            found.extend(excepted(rule))
        if any(m.tells_how and m.refs and m.at >= len(read.plain.text) for m in read.plain.marks):
            found.extend(by_rules(rule))
        yield from ((one, _who(rule)) for one in found)

    def _ask(self, one: Turned, subject: str, read: Read, around: _Around) -> Ask | None:
        finals = tuple(dict.fromkeys(f for raw in one.finals if is_clean(f := finished(raw, self.place))))
        claims = around.whole(claims_with_items(self.corpus, read.sentence, ".list." in one.template))
        if not finals or not claims:
            return None
        brought = self._brought(one, read)
        if one.template.endswith(".elsewhere") and not any(n.needs for n in brought):
            return None
        doubt = next((n.doubt for n in brought if n.doubt), "") or around.doubt(one, claims) or _unnamed(one, read)
        inner = (i for n in brought for i in n.inner if not any(c.provision == i for c in claims))
        behind = around.behind_of(one)
        claims = (*around.before, *claims, *(item_claim(self.corpus, i) for i in inner), *behind)
        ask = Ask(
            one.type, around.named(one.template), read.sentence.provision.id, read.sentence.span, finals,
            tuple(dict.fromkeys(claims)), needs=_once(n for b in brought for n in b.needs),
            words=one.answer, subject=subject, doubt=doubt,
        )  # fmt: skip
        return where_needed(self.corpus, ask)

    def _brought(self, one: Turned, read: Read) -> tuple[Named, ...]:
        """What the citations of a sentence bring in: its exceptions and conditions, and what its answer names."""
        exceptions = named(self.corpus, read, refs_in_sense(read, "exception"), "exception")
        if cites_nothing(read, "exception"):
            exceptions = replace(exceptions, doubt="exception_not_told")
        conditions = named(self.corpus, read, refs_in_sense(read, "condition"), "applied")
        if one.type is QuestionType.ACTOR:
            return (exceptions, conditions)
        aside = Named(tuple(set_aside(self.corpus, read.sentence.provision.id)))
        return (exceptions, conditions, aside, named(self.corpus, read, refs_of(read, one.answer), "named"))


_GENERAL = re.compile(
    r"\b(?:duties|requirements?|conditions?|circumstances|purposes?|provisions?|procedures?|actions?|standards?|"
    r"events?|"
    r"factors|periods?|times?|time frames?|time limits?|manner|violations?|exceptions?|amounts?|information|"
    r"functions?|criteria)$"
)


def _unnamed(one: Turned, read: Read) -> str:
    """A thing that the question names by a place that it leaves out: the duties specified in a paragraph."""
    answers = read.plain.marks_in(one.answer)
    bare = re.match(r"^(?:an?|any|every|each|no|the) \w+(?= )", read.plain.text, re.IGNORECASE)
    if bare and any(m.at == bare.end() and m not in answers for m in read.plain.marks) and not acts(bare[0].lower()):
        return "question_names_a_place"
    for mark in read.plain.marks:
        asked = mark.sense == "content" and not mark.tells_how and mark not in answers
        if asked and _GENERAL.search(read.plain.text[: mark.at]):
            return "question_names_a_place"
    return ""


def _once(needs: Iterator[Need]) -> tuple[Need, ...]:
    found = {need.target: need for need in needs}
    return tuple(found[target] for target in sorted(found))


def _who(rule: Rule) -> str:
    return rule.subject if acts(rule.subject) else ""


def _going_on(sentences: Sequence[Sentence], at: int) -> list[Sentence]:
    """The later sentences that go on about the same: of the same subject, or leaning on what was said."""
    words = sentences[at].text.lower()
    found = []
    for sentence in sentences[at + 1 :]:
        rule = rule_of(sentence.text, "")
        same = rule is not None and acts(rule.subject) and re.sub(r"^(?:an?|the) ", "", rule.subject) in words
        leans = re.match(r"(?:This|These|Such|It|They|He or she)\b", sentence.text)
        if same or leans or further([sentence]):
            found.append(sentence)
    return found


class _Around:
    """What stands around a sentence, looked at when it is first asked for."""

    def __init__(self, corpus: BenchCorpus, sentences: Sequence[Sentence], at: int, stem: Sentence | None) -> None:
        self._corpus = corpus
        self._sentence = sentences[at]
        self._stem = stem
        self._opens = any(s.text.rstrip().endswith((":", "--", "—")) for s in sentences[at + 1 :])
        self._leans = leans_back(self._sentence.text if stem is None else f"{stem.text} {self._sentence.text}")
        first = at - 1 if self._leans and at else at
        self._chapeau = chapeau_doubt(corpus, stem or self._sentence)
        self.before: tuple[Claim, ...] = tuple(sentence_claim(corpus, s) for s in sentences[first:at])
        self.all_behind: tuple[Claim, ...] = tuple(sentence_claim(corpus, s) for s in _going_on(sentences, at))
        self.behind: tuple[Claim, ...] = tuple(sentence_claim(corpus, s) for s in further(sentences[at + 1 :]))

    def behind_of(self, one: Turned) -> tuple[Claim, ...]:
        """The later sentences that belong to an answer."""
        if one.type is QuestionType.ACTOR:
            return tuple(c for c in self.behind if c.text.startswith(("However", "Except", "Provided", "Unless")))
        return self.all_behind if _ALL.search(one.template) else self.behind

    def named(self, template: str) -> str:
        """The template's name, which tells of an item that its answer stands in the words above it too."""
        return template if self._stem is None else template.replace("en.", "en.items.", 1)

    def _says_again(self, one: Turned) -> bool:
        """Whether the section says of the same paper at another place what must stand in it."""
        found = re.match(r"^what must (?P<what>.+) \w+(?: forth)?\b(?: .*)?\?$", one.finals[0])
        section = self._corpus.cut(self._corpus.article(self._sentence.provision.id))
        what = re.escape(found["what"]) if found else ""
        return len(re.findall(rf"\b{what}[^.;]{{0,60}}? (?:shall|must) (?!not)", section, re.IGNORECASE)) > 1

    def whole(self, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
        """The claims, the first with the words in front that it goes on from."""
        if self._stem is None or not claims:
            return claims
        front = self._stem.text.rstrip(" :—–-")
        return (replace(claims[0], text=f"{front} {lowered(_LABEL.sub('', claims[0].text))}"), *claims[1:])

    def doubt(self, one: Turned, claims: Sequence[Claim]) -> str:
        """Why the sentence cannot be read alone; empty where it can, or where the one before it is told as well."""
        if any("(continued)" in c.quote for c in claims):
            return "running_head_in_answer"
        if self._leans and not self.before:
            return "answer_leans_back"
        if _ALL.search(one.template) and (len(self.all_behind) > MAX_BEHIND or self._opens):
            return "answer_spread"
        if one.template.endswith(".contents") and self._says_again(one):
            return "answer_spread"
        return self._chapeau
