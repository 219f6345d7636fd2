"""What can be asked of an English sentence of law: subject, modal and the rest, turned round for a question.

Only sentences of one plain shape are taken: a subject, `shall`, `must` or `may`, and what is said, with a condition in
front or not. A sentence that does not come apart cleanly gives no ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pincite.evaluate.regops.claims import claims_with_items, item_claim, sentence_claim
from pincite.evaluate.regops.corpus import BenchCorpus, Sentence
from pincite.evaluate.regops.english.figures import timed
from pincite.evaluate.regops.english.plain import LEFT, ends_open, lowered, plain
from pincite.evaluate.regops.text_ask import Turned
from pincite.evaluate.regops.types import Ask, QuestionType

_T = QuestionType
MIN_CHARS, MAX_CHARS = 24, 190

_RULE = re.compile(
    r"^(?:(?P<lead>(?:If|When|Where|Upon|Before|After|Within|Not later than|No later than|"
    r"At least|In|During|On|For)\b[^:;]{4,150}?), )?"
    r"(?P<subject>(?:a|an|the|any|each|every|no)\s(?:[\w’'/-]+\s){0,10}?[\w’'/-]+|he or she|it)\s"
    r"(?P<modal>shall not|must not|may not|shall|must|may)\s(?P<said>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_NOT_SUBJECT = re.compile(
    r"\b(?:is|are|was|were|has|have|had|shall|must|may|will|can|that|which|who|whose|unless|"
    r"except|if|and the|, )\b|^it$|^he or she$",
    re.IGNORECASE,
)
_UNLESS = re.compile(r"^(?P<said>.{12,140}?),? (?:unless|except when|except where|except if) (?P<condition>.{6,200})$")
_ONLY_IF = re.compile(r"^(?P<said>.{12,140}?),? (?:only if|only when|if|when) (?P<condition>.{8,200})$")
_ACTOR: Final = re.compile(
    r"\b(?:landlord|tenant|lessor|lessee|owner|operator|secretary|entity|associate|agency|provider|clearinghouse|plan|person|"
    r"individual|court|judge|clerk|sheriff|administrator|commission|department|director|board|officer|alj|respondent|party|"
    r"sponsor|manager|inspector|occupant|resident|authority|attorney|applicant|complainant|mayor|issuer|official)s?$",
    re.IGNORECASE,
)
_PAPER = re.compile(
    r"^(?P<verb>file|submit|provide|give|serve|furnish|deliver|send|keep|maintain|retain|obtain|prepare|post|issue) "
    r"(?P<paper>(?:a|an) (?:[\w-]+ ){0,3}(?:notice|statement|application|report|motion|"
    r"certificate|receipt|inventory|petition|"
    r"authorization|record|affidavit|complaint|form|request|document|summons|bond|license))\b(?P<rest>.*)$",
    re.IGNORECASE,
)
_MANNER = re.compile(
    r"^(?P<said>.{10,140}?),? (?P<how>by (?:certified|registered|first[- ]class|regular|"
    r"electronic|personal)[\w ,/-]{3,60}|in writing|"
    r"by posting [\w ,-]{5,60})(?P<rest> .{0,80})?$",
    re.IGNORECASE,
)
_LISTING = re.compile(
    r"^(?P<verb>[\w-]+(?: (?:with|to|for|in|by|of|"
    r"on))?(?: [\w ,’'-]{0,60}?)?) (?P<of>(?:all of |each of |any of |one or more of |one of |"
    r"any one of |"
    r"at least one of )?the following(?: (?P<noun>[a-z][a-z -]{2,40}?))?)(?P<rest> (?:for|to|in|"
    r"by|with|when|on) .{3,80})?:$"
)
_CONDITIONS = re.compile(
    r"^(?P<said>.{8,140}?),? (?:only )?(?:if|when|provided that|unless|except|where)(?: (?:any|"
    r"all|one or more|either|each) of the following(?: [a-z]+)*)?:$"
)
_BROKEN = re.compile(
    r"\b(?:all of|of|on|with|by) (?:for|in addition|if|when|must|may)\b|\bin accordance\?|,\?|"
    r"\b(?:and|or|to|the|de-)\?|de- |--|—\?|, \d{4}\?|[A-Z]{4,}.*[A-Z]{4,}|\bunless otherwise\b"
)
_PRONOUN = re.compile(r"^(?:he|she|it|they|this|these|those|such)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Rule:
    """A sentence in parts.

    Args:
        lead: what stands before the subject, without its comma; empty for none.
        said: what stands behind the modal.
        place: the jurisdiction, as a question names it: `In Florida`; empty where there is only one.
    """

    lead: str
    subject: str
    modal: str
    said: str
    place: str

    @property
    def auxiliary(self) -> str:
        """The modal as questions have it."""
        return "may" if self.modal.startswith("may") else "must"

    @property
    def forbids(self) -> bool:
        """Whether the modal is negated."""
        return self.modal.endswith("not") or self.subject.startswith("no ")


def rule_of(text: str, place: str) -> Rule | None:
    """The parts of a plain sentence; None where it is of another shape."""
    found = _RULE.match(text)
    if found is None:
        return None
    subject = lowered(found["subject"])
    if _NOT_SUBJECT.search(subject) or len(subject) > 90 or _PRONOUN.match(subject):
        return None
    return Rule((found["lead"] or "").strip(), subject, found["modal"].lower(), found["said"].strip(" ,"), place)


@dataclass(frozen=True)
class Reader:
    """Reads the asks of one document.

    Args:
        place: see `Rule`.
    """

    corpus: BenchCorpus
    document_id: str
    place: str = ""

    def asks(self, sentence: Sentence, following: Sequence[Sentence]) -> Iterator[Ask]:
        """The asks of a sentence."""
        text = plain(sentence.text)
        rule = rule_of(text, self.place)
        if rule is None or ends_open(rule.said) or ends_open(rule.subject):
            return
        provisos = [s for s in following if re.match(r"(?:However|Provided|Except|Notwithstanding)\b", s.text)]
        listed = [p for p in self.corpus.children(sentence.provision) if not p.deleted]
        for turned in _turned(rule, bool(listed) and text.endswith(":")):
            if ask := self._ask(turned, rule, sentence):
                yield replace(ask, claims=(*ask.claims, *(sentence_claim(self.corpus, s) for s in provisos)))

    def _ask(self, turned: Turned, rule: Rule, sentence: Sentence) -> Ask | None:
        finals = tuple(dict.fromkeys(f for raw in turned.finals if is_clean(f := _finished(raw, rule.place))))
        claims = claims_with_items(self.corpus, sentence, "list" in turned.template)
        if not finals or not claims:
            return None
        return Ask(
            turned.type, turned.template, sentence.provision.id, sentence.span, finals, claims,
            words=turned.answer, subject=rule.subject if acts(rule.subject) else "",
        )  # fmt: skip


_HEAD = re.compile(r" (?:of|for|by|in|with|to|at|from|under|seeking|used|using|required|subject|who|that|which)\b")


def acts(subject: str) -> bool:
    """Whether a subject is somebody who acts, by its head noun.

    >>> acts("a party seeking a subpoena"), acts("each room used by one occupant")
    (True, False)
    """
    return _ACTOR.search(_HEAD.split(subject, maxsplit=1)[0]) is not None


def is_clean(question: str) -> bool:
    """Whether a question has nothing left of the law's own apparatus, and the length of a question."""
    return MIN_CHARS <= len(question) <= MAX_CHARS and not LEFT.search(question) and not _BROKEN.search(question)


def _finished(question: str, place: str) -> str:
    text = " ".join(question.split()).replace(" ,", ",").replace(",,", ",").strip(" ,")
    text = text if text.endswith("?") else f"{text}?"
    text = re.sub(r",\?$", "?", text)
    return f"{place}, {lowered(text)}" if place else text[:1].upper() + text[1:]


def _behind(rule: Rule) -> str:
    """The lead, where it stands in a question: at its end."""
    return f" {lowered(rule.lead)}" if rule.lead else ""


def _turned(rule: Rule, listed: bool) -> Iterator[Turned]:
    if listed:
        yield from _of_list(rule)
        return
    yield from timed(rule.lead, rule.subject, rule.auxiliary, rule.said, rule.forbids)
    if rule.forbids:
        yield from _exceptions(rule)
        return
    yield from _exceptions(rule)
    yield from _papers(rule)
    yield from _manners(rule)
    yield from _who(rule)
    yield from _when(rule)
    short = len(rule.said) + len(rule.lead) <= 130
    if short and acts(rule.subject):
        text = f"{rule.auxiliary} {rule.subject} {rule.said}{_behind(rule)}?"
        yield Turned((text,), "", _T.PERMISSION, "en.permission.whether")


def _of_list(rule: Rule) -> Iterator[Turned]:
    if rule.forbids:
        if found := _CONDITIONS.match(rule.said):
            texts = (
                f"in what circumstances {rule.auxiliary} {rule.subject.removeprefix('no ')} "
                f"{found['said']}{_behind(rule)}?",
            )
            yield Turned(texts, "the following", _T.EXCEPTION, "en.exception.list")
        elif rule.said.endswith(":") and len(rule.said) < 4:
            yield Turned(
                (f"what is {rule.subject} not allowed to do{_behind(rule)}?",), "", _T.PERMISSION, "en.list.ban"
            )
        return
    if found := _CONDITIONS.match(rule.said):
        asks = (
            f"under what conditions {rule.auxiliary} {rule.subject} {found['said']}{_behind(rule)}?",
            f"when {rule.auxiliary} {rule.subject} {found['said']}{_behind(rule)}?",
        )
        kind = _T.PERMISSION if rule.auxiliary == "may" else _T.PROCEDURE
        yield Turned(asks, "the following", kind, "en.list.conditions")
        return
    if found := _LISTING.match(rule.said):
        thing = f"what {found['noun']}" if found["noun"] else "what"
        rest = found["rest"] or ""
        kind = _listed_type(rule.subject, found["noun"] or "", found["verb"])
        yield Turned(
            (f"{thing} {rule.auxiliary} {rule.subject} {found['verb']}{rest}{_behind(rule)}?",),
            "the following", kind, "en.list.things",
        )  # fmt: skip
        return
    said = rule.said.removesuffix(":").strip()
    if said in (
        "include",
        "contain",
        "state",
        "specify",
        "set forth",
        "describe",
        "be",
        "show",
        "consist of",
        "cover",
        "address",
    ):
        if said != "be":
            kind = _listed_type(rule.subject, "", said)
            yield Turned(
                (f"what {rule.auxiliary} {rule.subject} {said}{_behind(rule)}?",), "", kind, "en.list.contents"
            )
    elif not said:
        yield Turned((f"what {rule.auxiliary} {rule.subject} do{_behind(rule)}?",), "", _T.PROCEDURE, "en.list.duties")


def _listed_type(subject: str, noun: str, verb: str) -> QuestionType:
    text = f"{subject} {noun}".lower()
    if re.search(
        r"notice|statement|application|report|certificate|document|agreement|contract|record|form|petition|complaint",
        text,
    ):
        return _T.DOCUMENT
    if re.search(r"person|individual|entit|use|disclos", noun):
        return _T.PERMISSION
    return _T.PROCEDURE


def _exceptions(rule: Rule) -> Iterator[Turned]:
    if found := _UNLESS.match(rule.said):
        if rule.forbids:
            text = f"in what circumstances may {_affirmed(rule.subject)} {found['said']}{_behind(rule)}?"
        else:
            text = f"when is {rule.subject} not required to {found['said']}{_behind(rule)}?"
            if rule.auxiliary == "may" or not acts(rule.subject):
                return
        yield Turned((text,), found["condition"], _T.EXCEPTION, "en.exception.unless")


def _affirmed(subject: str) -> str:
    bare = subject.removeprefix("no ")
    return subject if bare == subject else f"{'an' if bare[:1] in 'aeiou' else 'a'} {bare}"


def _papers(rule: Rule) -> Iterator[Turned]:
    if (
        (found := _PAPER.match(rule.said))
        and rule.auxiliary == "must"
        and not re.match(r" (?:of|that|to the effect)\b", found["rest"])
    ):
        text = f"what document must {rule.subject} {found['verb']}{found['rest']}{_behind(rule)}?"
        yield Turned((text,), found["paper"], _T.DOCUMENT, "en.document.paper")


def _manners(rule: Rule) -> Iterator[Turned]:
    if (found := _MANNER.match(rule.said)) and rule.auxiliary == "must" and "in writing" not in found["said"]:
        text = f"how must {rule.subject} {found['said']}{found['rest'] or ''}{_behind(rule)}?"
        yield Turned((text,), found["how"], _T.PROCEDURE, "en.procedure.manner")


def _who(rule: Rule) -> Iterator[Turned]:
    if (
        not acts(rule.subject)
        or len(rule.said) > 110
        or re.search(r"\b(?:his|her|its|their|he|she|it|they|the (?:covered entity|landlord|tenant)['’]s)\b", rule.said)
    ):
        return
    if re.match(r"(?:be|not be|also|include|apply|have|do so|comply)\b", rule.said):
        return
    yield Turned((f"who {rule.auxiliary} {rule.said}{_behind(rule)}?",), rule.subject, _T.ACTOR, "en.actor.subject")


def _when(rule: Rule) -> Iterator[Turned]:
    """Under which condition something may be done."""
    if rule.auxiliary != "may":
        return
    if re.match(r"(?:if|when|where)\b", rule.lead, re.IGNORECASE) and len(rule.said) > 25 and not _back(rule.said):
        texts = (
            f"in what circumstances may {rule.subject} {rule.said}?",
            f"when may {rule.subject} {rule.said}?",
        )
        yield Turned(texts, rule.lead, _T.PERMISSION, "en.permission.condition")
    elif not rule.lead and (found := _ONLY_IF.match(rule.said)):
        yield Turned(
            (f"when may {rule.subject} {found['said']}?",), found["condition"], _T.PERMISSION, "en.permission.condition"
        )


def _back(said: str) -> bool:
    return re.search(r"\b(?:he|she|it|they|so|this|these|those|do so)\b", said) is not None


__all__ = ["Reader", "item_claim", "rule_of"]
