"""English rules turned into questions: for exceptions, papers, ways, those who act, conditions, consequences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.evaluate.regops.questions.english.figures import amounts, paced, timed
from pincite.evaluate.regops.questions.english.lists import of_list
from pincite.evaluate.regops.questions.english.rule import Rule, acts, be, is_party, without_exception
from pincite.evaluate.regops.questions.text_ask import Turned
from pincite.evaluate.regops.types import QuestionType

_T = QuestionType
_UNLESS = re.compile(r"^(?P<said>.{12,140}?),? (?:unless|except when|except where|except if) (?P<condition>.{6,240})$")
_TOLD_ELSEWHERE = re.compile(r"otherwise\b|the (?:provisions|requirements|conditions) (?:have been|are|of)\b")
_ONLY_IF = re.compile(r"^(?P<said>.{12,140}?),? (?:only if|only when|if|when) (?P<condition>.{8,240})$")
_PAPER = re.compile(
    r"^(?P<verb>file|submit|provide|give|serve|furnish|deliver|send|keep|maintain|retain|obtain|prepare|post|issue) "
    r"(?P<who>(?:to )?(?:each|the|a|an|any|every|all) (?:(?!of\b|for\b|to\b|with\b)[\w’'-]+ ){1,2})?"
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
_NOBODY = re.compile(r"^(?:the|that|an?) (?:other|designated|said|same|former|latter|aggrieved|respective)\b")
_NOT_WHO = re.compile(
    r"^(?:be|not|also|then|include|apply|have|do so|comply|only|thereafter|so|become|elect|exercise)\b|\bonly\b|"
    r"\bthen\b|"
    r"^\w+ (?:free|at|upon|on|as) |^serve a \S+ term\b|"
    r"\b(?:his|her|its|their|he|she|it|they|the (?:covered entity|landlord|tenant|owner)['’]s)\b|\bshall\b|\bif any\b"
)
_OF_WHOM = re.compile(r" (?:who|that|whose) ")
_STANDING = re.compile(r" (?:who|that) (?:is|are|has|have|performs?) ")
MAX_OF_WHOM = 130
_PENALTY = re.compile(r"^be (?:fined|liable|guilty|subject to (?:a|an) [\w ]*(?:fine|penalty)|punished|imprisoned)\b")
_INSIDE = re.compile(
    r"^(?P<verb>(?:be in writing and )?(?:include|contain|state|specify|list|describe|set forth|identify|name))"
    r"(?:,? (?:to the extent (?:possible|practicable)|at a minimum|at least),?)? (?P<words>.{20,400})$"
)
_PAPERS = re.compile(
    r"\b(?:notice|notification|statement|application|report|certificate|document|agreement|contract|record|form|"
    r"petition|"
    r"complaint|authorization|request|motion|brief|subpoena|plan|policy|lease|denial|accounting|order|description|"
    r"pleading|list|decision|appeal)s?$"
)
_KEEPING = re.compile(r"^(?:refrain|ensure|protect|safeguard|respect|honor)\b")
_DECIDES = re.compile(r"\b(?P<who>the \w+(?: \w+)?) (?:determines|finds|decides|believes|so)\b")
_BARE = re.compile(
    r"\b(?:if|when|where) (?:reasonably )?(?:necessary|appropriate|so|not|possible|applicable|practicable)\b"
)
# Before `if`: what follows is what is found out, no condition.
_ASKED_ITSELF = re.compile(
    r"\b(?:only|determine|determining|decide|see|ascertain|as to|know|find out|consider|ask|state)$"
)
# What many rules allow, each in its own case: which of them is asked only the case tells.
_REMEDY = re.compile(
    r"^(?:recover|obtain|receive|collect)\b.*\b(?:an amount|attorney|damages|costs|injunctive)\b|"
    r"\bterminate the (?:[a-z]+ )?(?:agreement|lease|tenancy|contract)\b"
)
_EVENT = re.compile(r"^(?:if|when|whenever|where|upon|after|before|following)\b", re.IGNORECASE)


def turned(rule: Rule, listed: bool) -> Iterator[Turned]:
    """All questions of a rule.

    Args:
        listed: whether a list completes the sentence.
    """
    if _NOBODY.match(rule.answer.lower()):
        return  # who that is stands elsewhere
    if listed or rule.said.endswith(":"):
        if listed and rule.said.endswith(":"):
            yield from of_list(rule)
        return
    yield from timed(rule.lead, rule.subject, rule.auxiliary, rule.said, rule.forbids)
    yield from amounts(rule)
    yield from _exceptions(rule)
    if rule.forbids:
        yield from _bans(rule)
        return
    yield from _of_whom(rule)
    if _OF_WHOM.search(rule.subject):
        return
    yield from _contents(rule)
    yield from paced(rule)
    yield from _papers(rule)
    yield from _manners(rule)
    yield from _who(rule)
    yield from _when(rule)
    yield from _what(rule)
    if len(rule.said) + len(rule.lead) <= 130 and acts(rule.subject):
        text = f"{rule.auxiliary} {rule.subject} {rule.said}{rule.behind}?"
        yield Turned((text,), "", _T.PERMISSION, "en.permission.whether")


def _exceptions(rule: Rule) -> Iterator[Turned]:
    found = _UNLESS.match(rule.said)
    if found is None and rule.lead.lower().startswith("unless ") and "otherwise" not in rule.lead:
        yield from _unless_first(rule)
        return
    if found is None or rule.lead.lower().startswith("unless ") or _TOLD_ELSEWHERE.match(found["condition"]):
        return
    if rule.forbids:
        text = f"in what circumstances may {rule.subject} {found['said']}{rule.behind}?"
    elif rule.auxiliary == "must" and acts(rule.subject):
        text = f"when {be(rule.subject)} {rule.subject} not required to {found['said']}{rule.behind}?"
    else:
        return
    yield Turned((text,), found["condition"], _T.EXCEPTION, "en.exception.unless")


def _unless_first(rule: Rule) -> Iterator[Turned]:
    if len(rule.said) > 130 or not acts(rule.subject) or (rule.auxiliary == "may" and not rule.forbids):
        return
    if re.match(r"unless (?:\w+ )?\w+(?: to do so)?$", rule.lead, re.IGNORECASE):
        return  # unless impractical
    asks = "in what circumstances may {}" if rule.forbids else f"when {be(rule.subject)} {{}} not required to"
    yield Turned((f"{asks.format(rule.subject)} {rule.said}?",), rule.lead, _T.EXCEPTION, "en.exception.unless")


def _bans(rule: Rule) -> Iterator[Turned]:
    if _EVENT.match(rule.lead) and acts(rule.subject) and 15 < len(rule.said) < 160 and not _UNLESS.match(rule.said):
        text = f"what {be(rule.subject)} {rule.subject} not allowed to do{rule.behind}?"
        yield Turned((text,), rule.said, _T.PERMISSION, "en.permission.ban")


def _of_whom(rule: Rule) -> Iterator[Turned]:
    """What one must or may do of whom something is said, and what it costs him."""
    if (
        len(rule.subject) > MAX_OF_WHOM
        or not _OF_WHOM.search(rule.subject)
        or not 15 <= len(rule.said) <= 300
        or rule.lead
    ):
        return
    if _STANDING.search(rule.subject) and not _PENALTY.match(rule.said):
        return  # what one of a kind must do stands in many rules
    if _PENALTY.match(rule.said):
        yield Turned((f"what penalty is there for {rule.subject}?",), rule.said, _T.LIMIT, "en.limit.penalty")
    elif not re.match(r"(?:be|do so|have|not)\b", rule.said):
        kind = _T.PERMISSION if rule.auxiliary == "may" else _T.PROCEDURE
        yield Turned((f"what {rule.auxiliary} {rule.subject} do?",), rule.said, kind, "en.procedure.whom")


def _contents(rule: Rule) -> Iterator[Turned]:
    """What must stand in a paper."""
    found = _INSIDE.match(rule.said)
    if found and rule.auxiliary == "must" and _PAPERS.search(rule.subject):
        verb = found["verb"].removeprefix("be in writing and ")
        text = f"what must {rule.subject} {verb}{rule.behind}?"
        yield Turned((text,), found["words"], _T.DOCUMENT, "en.document.contents")


def _papers(rule: Rule) -> Iterator[Turned]:
    found = _PAPER.match(rule.said)
    if (
        found is None
        or rule.auxiliary != "must"
        or re.search(r" (?:of|on|for|in) ", found["paper"])
        or re.match(r" (?:of|that|to the effect|which)\b", found["rest"])
        or re.search(r" (?:stating|showing|certifying|containing|describing) ", found["rest"])
    ):
        return
    who = re.sub(r"^(?:to )?(?=\w)", "to ", found["who"].strip()) if found["who"] else ""
    verb = found["verb"] if not who or found["verb"] not in ("serve",) else "serve on"
    text = f"what document must {rule.subject} {verb} {who if verb != 'serve on' else ''} {found['rest']}{rule.behind}?"
    yield Turned((text,), found["paper"], _T.DOCUMENT, "en.document.paper")


def _manners(rule: Rule) -> Iterator[Turned]:
    if (
        (found := _MANNER.match(rule.said))
        and rule.auxiliary == "must"
        and not re.search(r"in writing|, or |\b(?:by|it|until|waive[sd]?|purposes)\b", found["said"])
    ):
        text = f"how must {rule.subject} {found['said']}{found['rest'] or ''}{rule.behind}?"
        yield Turned((text,), found["how"], _T.PROCEDURE, "en.procedure.manner")


def _who(rule: Rule) -> Iterator[Turned]:
    if not acts(rule.subject) or is_party(rule.subject) or len(rule.said) > 110 or _NOT_WHO.search(rule.said):
        return
    text = f"who {rule.auxiliary} {without_exception(rule.said)}{rule.behind}?"
    if re.search(rf"\b{re.escape(rule.subject.split()[-1])}\b", text):
        return  # the question names who it is
    yield Turned((text,), rule.answer, _T.ACTOR, "en.actor.subject")


def _when(rule: Rule) -> Iterator[Turned]:
    """Under which condition something may be done."""
    if rule.auxiliary != "may" or _REMEDY.search(rule.said):
        return
    if re.match(r"(?:if|when|where)\b", rule.lead, re.IGNORECASE) and len(rule.said) > 25 and not _back(rule.said):
        texts = (
            f"in what circumstances may {rule.subject} {rule.said}?",
            f"when may {rule.subject} {rule.said}?",
        )
        yield Turned(texts, rule.lead, _T.PERMISSION, "en.permission.condition")
    elif not rule.lead and (found := _ONLY_IF.match(rule.said)) and not _ASKED_ITSELF.search(found["said"]):
        yield Turned(
            (f"when may {rule.subject} {found['said'].removeprefix('only ')}?",),
            found["condition"],
            _T.PERMISSION,
            "en.permission.condition",
        )


def _what(rule: Rule) -> Iterator[Turned]:
    """What somebody may or must do in a case."""
    if not acts(rule.subject):
        return
    said, case = rule.said, rule.behind
    if not rule.lead and (found := re.match(r"^(?P<said>.{15,160}?),? (?P<case>(?:if|when) .{12,140})$", said)):
        said, case = found["said"], f" {found['case']}"
        if _ASKED_ITSELF.search(said):
            return
    elif not _EVENT.match(rule.lead):
        return
    if (
        not 15 <= len(said) <= 220
        or said.startswith("only ")
        or (len(said) < 40 and "appropriate" in said)
        or re.match(r"(?:be|do so|have)\b", said)
        or _back(case)
        or _BARE.search(case)
    ):
        return
    if (decides := _DECIDES.search(case)) and decides["who"].lower() == rule.subject.lower():
        return
    kind = _T.PERMISSION if rule.auxiliary == "may" else _T.PROCEDURE
    yield Turned((f"what {rule.auxiliary} {rule.subject} do{case}?",), said, kind, "en.procedure.case")


def _back(said: str) -> bool:
    return re.search(r"\b(?:he|she|it|they|so|this|these|those|do so)\b", said) is not None


def excepted(rule: Rule) -> Iterator[Turned]:
    """The exceptions that a rule leaves to other provisions."""
    if len(rule.said) > 130 or rule.said.endswith(":") or _UNLESS.match(rule.said) or _back(rule.said):
        return
    modal = f"{rule.auxiliary} not" if rule.forbids else rule.auxiliary
    text = f"what exceptions are there to the rule that {rule.subject} {modal} {rule.said}{rule.behind}?"
    yield Turned((text,), "", _T.EXCEPTION, "en.exception.elsewhere")


def by_rules(rule: Rule) -> Iterator[Turned]:
    """The way that a rule leaves to other provisions: asked where the sentence ends in their citation."""
    if rule.said.endswith(":") or rule.forbids or len(rule.said) > 130 or not acts(rule.subject) or _back(rule.said):
        return
    if re.search(r"\b(?:provided that|unless|only|if|when)\b", rule.said):
        return
    if rule.auxiliary == "must" and _KEEPING.match(rule.said):
        text = f"what does the duty of {rule.subject} to {rule.said} cover?"
    elif rule.auxiliary == "must":
        text = f"how must {rule.subject} {rule.said}{rule.behind}?"
    else:
        text = f"under what conditions may {rule.subject} {rule.said}{rule.behind}?"
    yield Turned(
        (text,), rule.said, _T.PROCEDURE if rule.auxiliary == "must" else _T.PERMISSION, "en.procedure.elsewhere"
    )
