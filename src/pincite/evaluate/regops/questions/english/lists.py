"""Questions for English sentences that a list completes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.evaluate.regops.questions.english.rule import Rule, acts, be
from pincite.evaluate.regops.questions.text_ask import Turned
from pincite.evaluate.regops.types import QuestionType

_T = QuestionType
_LISTING = re.compile(
    r"^(?P<verb>[\w-]+(?: (?:with|to|for|in|by|of|"
    r"on))?(?: [\w ,’'-]{0,60}?)?) (?P<of>(?:all of |each of |any of |one or more of |one of |"
    r"any one of |"
    r"at least one of )?the following(?: (?!and\b|or\b|for\b|to\b|in\b|by\b|with\b|when\b|on\b|if\b|"
    r"as\b)(?P<noun>[a-z][a-z -]{2,40}?))?)"
    r"(?P<rest> (?:for|to|in|by|with|when|on) .{3,80})?:$"
)
_CONDITIONS = re.compile(
    r"^(?P<said>.{8,140}?),? (?P<link>only if|only when|if|when|provided that|unless|except|"
    r"where)(?P<more>(?: [^:]{0,80})?):$"
)
_LINKED = re.compile(r"^(?P<said>.{5,120}?),? (?P<link>by|based on):$")
_LINKS = {"by": "how", "based on": "on what basis"}
_COUNTS = re.compile(r"^be (?:considered|deemed|presumed|treated|exempt)\b")
_AGAINST = ("unless", "except")
_CONTENTS = (
    "include", "contain", "state", "specify", "set forth", "describe", "show", "consist of", "cover", "address",
    "include at least", "contain at least", "provide for", "list", "identify", "be accompanied by", "require",
)  # fmt: skip
_PAPER = re.compile(
    r"notice|statement|application|report|certificate|document|agreement|contract|record|form|petition|complaint|"
    r"authorization|request|policy|lease"
)


def of_list(rule: Rule) -> Iterator[Turned]:
    """The question that a list answers; nothing where the sentence does not say what the items are."""
    if found := _CONDITIONS.match(rule.said):
        yield from _of_conditions(rule, found)
    elif rule.forbids:
        yield from _of_ban(rule)
    elif found := _LISTING.match(rule.said):
        thing = f"what {found['noun']}" if found["noun"] else "what"
        verb = re.sub(r"^be in writing and |(?:,? at (?:least|a minimum))$", "", found["verb"]).strip(" ,")
        verb = re.sub(r" (?:all|each|any|one|one or more|any one) of$", "", verb)
        kind = _listed_type(rule.subject, found["noun"] or "")
        text = f"{thing} {rule.auxiliary} {rule.subject} {verb}{found['rest'] or ''}{rule.behind}?"
        yield Turned((text,), "the following", kind, "en.list.things")
    elif found := _LINKED.match(rule.said):
        said = f"{rule.auxiliary} {rule.subject} {found['said']}{rule.behind}"
        yield Turned((f"{_LINKS[found['link']]} {said}?",), "", _T.PROCEDURE, "en.list.linked")
    else:
        yield from _of_duties(rule)


def _of_conditions(rule: Rule, found: re.Match[str]) -> Iterator[Turned]:
    if re.search(r"\b(?:except|unless|may|shall|must)\b", found["more"]):
        return  # a condition and an exception in one
    against = found["link"] in _AGAINST
    said = f"{found['said']}{rule.behind}"
    words = f"{found['link']}{found['more']}:"
    if rule.forbids:
        if against:
            texts = (f"in what circumstances {_may(rule)} {rule.subject} {said}?",)
            yield Turned(texts, words, _T.EXCEPTION, "en.list.exception")
        elif found["link"] in ("if", "when", "where"):
            texts = (f"in what circumstances {be(rule.subject)} {rule.subject} not allowed to {said}?",)
            yield Turned(texts, words, _T.PERMISSION, "en.list.ban")
        return
    if against:
        if rule.auxiliary == "must" and acts(rule.subject):
            texts = (f"when {be(rule.subject)} {rule.subject} not required to {said}?",)
            yield Turned(texts, words, _T.EXCEPTION, "en.list.exception")
        return
    if rule.auxiliary == "must" and not acts(rule.subject) and not _COUNTS.match(found["said"]):
        return
    kind = _T.PERMISSION if rule.auxiliary == "may" else _T.PROCEDURE
    yield Turned(tuple(_when_texts(rule, found["said"])), words, kind, "en.list.conditions")


def _may(rule: Rule) -> str:
    return "may" if acts(rule.subject) or rule.auxiliary == "may" else "can"


def _when_texts(rule: Rule, said: str) -> Iterator[str]:
    if done := re.match(r"^be (?P<done>considered|deemed|presumed|treated|exempt)\b(?P<rest>.*)$", said):
        yield f"when {be(rule.subject)} {rule.subject} {done['done']}{done['rest']}{rule.behind}?"
        return
    yield f"under what conditions {rule.auxiliary} {rule.subject} {said}{rule.behind}?"
    yield f"when {rule.auxiliary} {rule.subject} {said}{rule.behind}?"


def _of_ban(rule: Rule) -> Iterator[Turned]:
    if rule.said == ":" and acts(rule.subject):
        yield Turned(
            (f"what {be(rule.subject)} {rule.subject} not allowed to do{rule.behind}?",),
            ":",
            _T.PERMISSION,
            "en.list.ban",
        )


def _of_duties(rule: Rule) -> Iterator[Turned]:
    said = rule.said.removesuffix(":").strip(" ,")
    said = re.sub(r",? (?:to the extent (?:possible|practicable)|at a minimum),?", "", said)
    inside = re.match(r"^(?P<verb>include|contain|state|specify|describe) for (?P<each>each [\w ]{3,40})$", said)
    if inside and not rule.behind:
        text = f"what {rule.auxiliary} {rule.subject} {said}?"
        yield Turned((text,), "", _listed_type(rule.subject, ""), "en.list.contents")
    elif said in _CONTENTS:
        kind = _listed_type(rule.subject, "")
        verb = said.removesuffix(" at least")
        text = f"what {rule.auxiliary} {rule.subject} {verb}{rule.behind}?"
        yield Turned((text,), "", kind, "en.list.contents")
    elif not said and acts(rule.subject):
        kind = _T.PERMISSION if rule.auxiliary == "may" else _T.PROCEDURE
        yield Turned((f"what {rule.auxiliary} {rule.subject} do{rule.behind}?",), "", kind, "en.list.duties")


def _listed_type(subject: str, noun: str) -> QuestionType:
    if _PAPER.search(f"{subject} {noun}".lower()):
        return _T.DOCUMENT
    if re.search(r"person|individual|entit|use|disclos", noun):
        return _T.PERMISSION
    return _T.PROCEDURE
