"""What twins of English rules ask for: when the kind fits a rule, what would answer, and the question. Data first."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pincite.evaluate.regops.types import Ask, QuestionType

_T = QuestionType


@dataclass(frozen=True, slots=True)
class TwinKind:
    """One way to ask for what is not said.

    Args:
        fits: what the rule's plain question must have: nobody asks within how many days care must be taken.
        answers: words of which any provision near the rule would answer.
        question: of the rule's plain question; empty where it does not fit.
        whose: what the one who acts must be: nobody asks what fine a minister pays.
        general: words of a provision that would answer for every rule of its law: a penalty for any violation.
        everywhere: whether such a provision of another law of the same place counts too.
    """

    name: str
    type: QuestionType
    fits: re.Pattern[str]
    answers: re.Pattern[str]
    question: Callable[[Ask], str]
    whose: re.Pattern[str] = re.compile(r".")
    general: re.Pattern[str] = re.compile(r"(?!)")
    everywhere: bool = False


_PLACE = r"(?P<place>(?:In|Under) [^,]+, )?"


def _asking(modal: str, opening: str, starts: str = "") -> Callable[[Ask], str]:
    """A question from the rule's plain one, `Must a landlord return the deposit?`, where what is done starts so."""
    pattern = re.compile(rf"^{_PLACE}{modal} (?P<rest>.+)\?$", re.IGNORECASE)

    def ask(rule: Ask) -> str:
        found = pattern.match(rule.finals[0])
        if not found or not found["rest"].startswith(f"{rule.subject} "):
            return ""
        done = found["rest"].removeprefix(f"{rule.subject} ")
        if not re.match(rf"{starts}\b" if starts else "", done):
            return ""
        text = opening.format(rest=found["rest"], subject=rule.subject, done=done)
        return f"{found['place']}{text[:1].lower()}{text[1:]}" if found["place"] else text

    return ask


def _words(*words: str) -> re.Pattern[str]:
    return re.compile("|".join(words), re.IGNORECASE)


_NO_OFFICE = re.compile(
    r"^(?!.*\b(?:alj|court|judge|secretary|board|department|administrator|commission|mayor|clerk|director|"
    r"inspector|plan|"
    r"state|council|agency|attorney general|magistrate)\b)",
    re.IGNORECASE,
)
_ONCE = (
    r"(?:notify|provide|send|give|file|submit|issue|publish|return|deliver|furnish|post|schedule|appoint|"
    r"designate|report|"
    r"respond|repair|replace|refund|forward|transmit|prepare|distribute|mail|disclose|correct|remove|install|"
    r"make all repairs|document|obtain|"
    r"conduct|verify|assess|inspect|record|update|train|rule|register|renew|pay|hire|sign)"
)
_MUST, _MAY = r"^(?:(?:In|Under) [^,]+, )?must\b", r"^(?:(?:In|Under) [^,]+, )?may\b"
_NO_TIME = (
    r"(?!.*\b(?:before|after|upon|when|whenever|until|at all times|on request|at the time|during|while|if|unless|once|"
    r"timely|promptly|good faith|hours?|days?|annual)\b)"
)
_EN: Final = (
    TwinKind(
        "deadline", _T.DEADLINE, _words(rf"{_NO_TIME}{_MUST}.* {_ONCE}\b"),
        _words(r"\bdays?\b", r"\bhours?\b", r"\bmonths?\b", r"\byears?\b", r"\bweeks?\b", r"\bpromptly\b",
               r"\bimmediately\b", r"\btimely\b", r"\bannually\b", r"\bdelay\b", r"\btime\b", r"\bdate\b"),
        _asking("must", "Within how many days must {rest}?", _ONCE),
    ),
    TwinKind(
        "penalty", _T.LIMIT, _words(rf"(?!.*\b(?:but|not|if|unless)\b){_MUST}.{20}"),
        _words(r"\bpenalt", r"\bfine[sd]?\b", r"\bliab", r"\bdamages\b", r"\bmisdemeanor", r"\bimprison",
               r"\bsanction"),
        _asking("must", "What fine applies if {subject} fails to {done}?"), _NO_OFFICE,
        _words(r"\b(?:penalt|fined?\b|sanction|misdemeanor)(?:.|\n){0,400}\b(?:any provision|violat\w+|"
               r"fail\w+ to comply)",
               r"\b(?:any provision|violat\w+|fail\w+ to comply)\b(?:.|\n){0,400}\b(?:penalt|fined?\b|sanction|"
               r"misdemeanor)"),
        everywhere=True,
    ),
    TwinKind(
        "fee", _T.LIMIT, _words(rf"{_MAY}.* (?:file|request|appeal|apply|petition|inspect|obtain|submit)\b"),
        _words(r"\bfees?\b", r"\bcharges?\b", r"\bcosts?\b", r"\$", r"\bpay"),
        _asking("may", "What fee must {subject} pay to {done}?"), _NO_OFFICE,
        _words(r"\bfiling fees?\b", r"\bapplication fees?\b", r"\bschedule of fees\b", r"\bfees? for (?:filing|any)\b"),
    ),
    TwinKind(
        "form", _T.DOCUMENT,
        _words(rf"(?:{_MUST}|{_MAY}).* (?:file|submit|request|apply|petition|appeal|register|document)\b"),
        _words(r"\bforms?\b", r"\bformat\b", r"\bprescribed\b", r"\bin writing\b", r"\bwritten\b", r"\bmanner\b"),
        _asking("(?:must|may)", "Which form must {subject} use to {done}?"), _NO_OFFICE,
        _words(r"\bforms? (?:prescribed|provided|approved|published|supplied|furnished|issued)\b"),
    ),
    TwinKind(
        "means", _T.PROCEDURE,
        _words(rf"{_MUST}.* (?:notify|inform|send|give|deliver|transmit|forward|issue|return|refund)\b"),
        _words(r"\bmail", r"\be-?mail", r"\belectronic", r"\bin person\b", r"\bdeliver", r"\bpost(?:ed|ing|age)?\b",
               r"\bserv(?:e|ed|ice)\b", r"\bhand\b", r"\bin writing\b", r"\btelephone\b", r"\borally\b",
               r"\bwritten\b"),
        _asking("must", "By which means of delivery must {rest}?"), re.compile(r"."),
        _words(r"\b(?:all|any|every) (?:notices?|documents?|communications?)\b[^.]{0,160}\b(?:mail|deliver|serv)",
               r"\bperson (?:receives|gives)[^.]{0,60}\bnotice\b", r"\bnotice\b[^.]{0,40}\bmeans\b"),
    ),
    TwinKind(
        "copies", _T.LIMIT,
        _words(rf"(?!.*\b(?:hours?|days?)\b){_MUST}.* (?:file|submit|serve|provide|furnish|give|send|"
               rf"deliver) .*\b(?:notice|statement|report|"
               r"application|petition|complaint|motion|list|plan|request)\b"),
        _words(r"\bcop(?:y|ies)\b", r"\bduplicate", r"\btriplicate", r"\boriginal\b"),
        _asking("must", "In how many copies must {rest}?"), re.compile(r"."),
        _words(r"\b(?:original|two|three|\d+) (?:and \w+ )?copies\b", r"\bin (?:duplicate|triplicate)\b"),
    ),
    TwinKind(
        "language", _T.PROCEDURE,
        _words(rf"{_MUST}.* (?:(?:provide|give|send|post|furnish|deliver) .*(?:notice|statement|notification|"
               rf"information|"
               r"copy|list|explanation|denial|disclosure|agreement)|notify|inform)\b"),
        _words(r"(?<!plain )\blanguages?\b", r"\bspanish\b", r"\btranslat", r"\benglish\b"),
        _asking("must", "In which languages must {rest}?"), re.compile(r"."),
        _words(r"\bspanish\b", r"\btranslat", r"\blanguages? (?:other|"
               r"spoken)\b", r"\bnon-english\b", r"\blimited english\b"),
    ),
    TwinKind(
        "retention", _T.DEADLINE, _words(rf"{_MUST}.* (?:document|record|keep a record|maintain (?:a|records))\b"),
        _words(r"\byears?\b", r"\bretain", r"\bretention\b", r"\bmonths?\b"),
        _asking("must", "For how many years must the record be kept where {subject} has to {done}?"), re.compile(r"."),
        _words(r"\bretain\w*\b[^.]{0,120}\byears?\b", r"\bretention\b"),
    ),
)  # fmt: skip

KINDS: Final = {"en": _EN}
