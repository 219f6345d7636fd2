"""A plain English sentence of law in its parts: what comes first, who or what, the modal, what is said."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pincite.evaluate.regops.questions.english.plain import LEFT, lowered
from pincite.evaluate.regops.questions.english.whole import is_whole

MIN_CHARS, MAX_CHARS = 24, 210

_PLURAL = (
    r"(?:entities|associates|plans|providers|landlords|tenants|owners|operators|occupants|parties|persons|individuals|"
    r"members|witnesses|hearings|notice|rent|interest|petitions|applications|records|keepers)"
)
_SUBJECT = (
    r"(?:a|an|the|any|each|every|no|all|either)\s(?:[\w’'/-]+\s){0,10}?[\w’'/-]+|"
    rf"(?:[\w’'-]+\s){{0,3}}?{_PLURAL}|he or she|it"
)
_RULE = re.compile(
    r"^(?:(?P<lead>(?:If|When|Whenever|Where|Upon|Before|After|Within|Not later than|No later than|Prior to|"
    r"At least|At the|In|During|On|For|Following|Not less than|Unless)\b[^:;]{4,190}?), )?"
    rf"(?P<subject>{_SUBJECT})\s"
    r"(?P<modal>shall not|must not|may not|shall|must|may)(?P<said>(?:\s.+|:))$",
    re.IGNORECASE | re.DOTALL,
)
_WHO = re.compile(
    r"^(?P<lead>)(?P<subject>(?:a|an|any|each|every|the|no) (?:[\w’'/-]+ ){0,4}?[\w’'/-]+ "
    r"(?:who|that|whose) (?:(?!\b(?:shall|must|may)\b)[^:;]){6,170}?),? "
    r"(?P<modal>shall not|must not|may not|shall|must|may)(?P<said>(?:\s.+|:))$",
    re.IGNORECASE | re.DOTALL,
)
# A keeper shall, after the discovery of a leak, tell the commission.
_BETWEEN = re.compile(
    r"^(?P<before>[^,]{5,120} (?:shall|must|may)), (?P<lead>(?:following|after|upon|within|for|at|in|on|before|during) "
    r"[^,:;]{5,140}), (?P<said>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_NOT_SUBJECT = re.compile(
    r"\b(?:is|are|was|were|has|have|had|shall|must|may|will|can|that|which|who|whose|unless|"
    r"except|if|and the|, |at all times|during|for the purpose|to the extent)\b|^it$|^he or she$",
    re.IGNORECASE,
)
_ACTOR: Final = re.compile(
    r"\b(?:landlord|tenant|lessor|lessee|owner|operator|secretary|entity|entitie|associate|agency|provider|"
    r"clearinghouse|"
    r"plan|person|individual|court|judge|clerk|sheriff|administrator|commission|department|director|board|officer|alj|"
    r"respondent|party|sponsor|manager|inspector|occupant|resident|authority|attorney|applicant|complainant|mayor|"
    r"issuer|official|employer|physician|family|lender|purchaser|keeper|pilot|board of health|witness)(?:s|es)?$",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r" (?:of|for|by|in|with|to|at|from|under|seeking|used|using|required|subject|between|who|that|which|or its)\b"
)
_PRONOUN = re.compile(r"^(?:he|she|it|they|this|these|those|such)\b", re.IGNORECASE)
_BROKEN = re.compile(
    r"\b(?:all of|of|on|with|by) (?:for|in addition|if|when|must|may)\b|\bin accordance\?|,\?|"
    r"\b(?:and|or|to|the|de-|under|as|that|not|only|than)\?|de- |--|—\?|, \d{4}\?|[A-Z]{4,}.*[A-Z]{4,}|"
    r"\bin (?:the|a) manner\?|\bthe (?:purposes?|provisions|requirements|conditions|circumstances|terms|extent)\?|"
    r"\b(?:may|must) (?:upon|whenever|if|when|in|on|at|prior|before|after|within|for) |\bas follows\b|, to (?:the|a) |"
    r"\brequest in order\b|\b(?:if|when|where) [\w-]+,|\bunless otherwise\b|\bshall\b|\bthen, |, or any\b|"
    r"\bwhichever\b|, ,|\(|\bcontinued\b|\w-? \w+- \w|"
    r"\b(?:he|she|they) (?:must|may)\b.*\b(?:must|may)\b|\bmust (?:also|then)\b|\bexcept as\b|\bvice versa\b"
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A sentence in parts.

    Args:
        lead: what stands before the subject, without its comma; empty for none.
        subject: as a question has it: `every owner` is `an owner`.
        said: what stands behind the modal.
        place: the jurisdiction, as a question names it: `In Florida`; empty where there is only one.
        answer: the subject as it stands.
    """

    lead: str
    subject: str
    modal: str
    said: str
    place: str
    answer: str = ""

    @property
    def auxiliary(self) -> str:
        """The modal as questions have it."""
        return "may" if self.modal.startswith("may") else "must"

    @property
    def forbids(self) -> bool:
        """Whether the modal is negated."""
        return self.modal.endswith("not") or self.answer.lower().startswith("no ")

    @property
    def behind(self) -> str:
        """The lead, where it stands in a question: at its end."""
        return f" {lowered(self.lead)}" if self.lead else ""


def rule_of(text: str, place: str) -> Rule | None:
    """The parts of a plain sentence; None where it is of another shape."""
    between = _BETWEEN.match(text)
    if between:
        text = f"{between['lead'][:1].upper()}{between['lead'][1:]}, {lowered(between['before'])} {between['said']}"
    found = _RULE.match(text)
    if found is None or _NOT_SUBJECT.search(lowered(found["subject"])):
        return _of_whom(text, place)
    subject = lowered(found["subject"])
    if _NOT_SUBJECT.search(subject) or len(subject) > 90 or _PRONOUN.match(subject):
        return None
    said = found["said"].strip(" ,")
    said = re.sub(r"\b(and|or|but) shall\b", r"\1", said)
    return Rule((found["lead"] or "").strip(), asked(subject), found["modal"].lower(), said, place, found["subject"])


def _of_whom(text: str, place: str) -> Rule | None:
    """A rule for one of whom something is said: a tenant who leaves early."""
    found = _WHO.match(text)
    if found is None or not acts(lowered(found["subject"])):
        return None
    subject = lowered(found["subject"])
    return Rule("", asked(subject), found["modal"].lower(), found["said"].strip(" ,"), place, found["subject"])


def asked(subject: str) -> str:
    """A subject as a question names it.

    >>> asked("every owner of a residence"), asked("no tenant"), asked("all landlords"), asked("each bathroom")
    ('an owner of a residence', 'a tenant', 'landlords', 'each bathroom')
    """
    found = re.match(r"^(?:every|any|each|no) (?P<rest>\w.*)$", subject)
    if found is None or not (acts(subject) or subject.startswith("no ")):
        return subject.removeprefix("all ")
    plural = re.search(r"(?:[^s]s|ies)$", _HEAD.split(found["rest"], maxsplit=1)[0]) and "witness" not in subject
    if plural:
        return found["rest"]
    return f"{'an' if found['rest'][0] in 'aeiou' and found['rest'][:3] != 'uni' else 'a'} {found['rest']}"


def be(subject: str) -> str:
    """The verb of a subject: `are` for several, `is` for one.

    >>> be("owners"), be("the harbor commission"), be("a witness")
    ('are', 'is', 'is')
    """
    head = _HEAD.split(subject, maxsplit=1)[0]
    several = re.match(r"^(?:a|an|each|every|any) ", subject) is None and re.search(r"(?:[^s]s|ies)$", head) is not None
    return "are" if several else "is"


def without_exception(said: str) -> str:
    """What is said without the exception at its end, which the answer tells.

    >>> without_exception("ring the bell, unless the fog lifts")
    'ring the bell'
    """
    return re.sub(r",? (?:unless|except (?:for|that|when|where|if|in)) .*$", "", said)


def acts(subject: str) -> bool:
    """Whether a subject is somebody who acts, by its head noun.

    >>> acts("a party seeking a subpoena"), acts("each room used by one occupant")
    (True, False)
    """
    return _ACTOR.search(_HEAD.split(subject, maxsplit=1)[0]) is not None


_PARTY: Final = re.compile(
    r"\b(?:landlord|tenant|lessor|lessee|owner|operator|occupant|resident|family|families|person|individual|part(?:y|ies)|"
    r"respondent|applicant|complainant|entit(?:y|ies)|associate|provider|plan|clearinghouse|issuer|sponsor|purchaser|"
    r"lender|employer|attorney|witness|member|court|judge)(?:s|es)?$"
)


def is_party(subject: str) -> bool:
    """Whether one who acts is a side of what the law is about: nobody asks who of them it is, as of several bodies.

    >>> is_party("the owner of a pier"), is_party("the harbor commission")
    (True, False)
    """
    return _PARTY.search(_HEAD.split(lowered(subject), maxsplit=1)[0]) is not None


def is_clean(question: str) -> bool:
    """Whether a question is whole, has nothing left of the law's own apparatus, and the length of a question."""
    if not MIN_CHARS <= len(question) <= MAX_CHARS:
        return False
    return not (LEFT.search(question) or _BROKEN.search(question)) and is_whole(question)


def finished(question: str, place: str) -> str:
    """A question with its place in front, its first letter and its mark."""
    text = " ".join(question.split()).replace(" ,", ",").replace(",,", ",").strip(" ,")
    text = text if text.endswith("?") else f"{text}?"
    text = re.sub(r",\?$", "?", text)
    return f"{place}, {lowered(text)}" if place else text[:1].upper() + text[1:]
