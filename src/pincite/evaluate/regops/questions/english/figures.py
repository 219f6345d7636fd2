"""English statements asked for the one period, number or amount in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pincite.evaluate.regops.questions.english.rule import Rule, without_exception
from pincite.evaluate.regops.questions.text_ask import Turned
from pincite.evaluate.regops.types import QuestionType

_T = QuestionType
_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve fourteen fifteen twenty "
    "thirty forty forty-five fifty "
    "sixty seventy-two ninety"
).split()
_NUMBER = rf"(?:\d[\d,]*|(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))}))"
_TIME = r"(?:(?:business|working|calendar|consecutive) )?(?:days?|hours?|weeks?|months?|years?)"
_THING = (
    r"(?:square feet|feet|inches|percent|degrees(?: Fahrenheit)?|gallons|foot-candles|units|"
    r"persons|members|copies|times)"
)
_LINK: Final = {
    "within": "within how many {unit}", "not later than": "no later than how many {unit}",
    "no later than": "no later than how many {unit}", "not less than": "at least how many {unit}",
    "no less than": "at least how many {unit}", "at least": "at least how many {unit}",
    "not more than": "at most how many {unit}", "no more than": "at most how many {unit}", "for": "for how many {unit}",
    "not fewer than": "at least how many {unit}", "a minimum of": "at least how many {unit}",
    "not to exceed": "at most how many {unit}",
}  # fmt: skip
_PHRASE = re.compile(
    rf"(?P<whole>\b(?P<link>{'|'.join(sorted(_LINK, key=len, reverse=True))}) "
    rf"(?P<number>{_NUMBER})[- ](?P<unit>{_TIME}|{_THING})['’]?\b"
    r"(?:(?P<tail>(?: notice)? (?:after|before|from|of|prior to|following|in advance of) [^,;]{3,110}?)"
    r"(?=,|$| (?:unless|if|when|but|and (?:shall|must|may))\b)"
    r"|(?P<bare>(?: notice)?)(?=,|$| (?:and|or|unless|if|when|by|to|in)\b)))",
    re.IGNORECASE,
)
_ANY = re.compile(rf"\b{_NUMBER}[- ](?:{_TIME}|{_THING})\b|\$ ?\d", re.IGNORECASE)
_AMOUNT = (
    r"(?:\$ ?\d[\d,.]*|(?:\w+|\d+) (?:percent|per cent)|(?:one|two|three|1|2|3)(?: and one-half)? (?:times|"
    r"months?['’]s?|month['’]?s)"
    r"(?: (?:periodic |monthly )?rent)?|twice|three times|treble|double|one-half)"
)
_UP_TO = (
    r"(?:not to exceed|not exceeding|up to|(?:of )?not more than|(?:of )?no more than|in excess of|exceeding|more than)"
)
_MONEY = re.compile(rf"\bnot exceed (?P<amount>{_AMOUNT}[^,;]*?)(?P<rest>(?:, | (?:for|if|unless|per|in) ).*)?$")
_LARGE = re.compile(
    r"^(?P<verb>recover|collect|charge|demand|demand or receive|receive|impose|withhold|deduct|retain|require|"
    r"obtain|assess)"
    r"(?P<who>(?: of| from)? (?:a|an|the) \w+(?= (?:an?|the|prepaid|rent|damages)\b))? "
    r"(?P<thing>(?:an?|the) [\w -]{3,60}?|damages|rent|attorney fees|(?:prepaid|advance) rent[\w ]{0,40}?),?"
    r"(?: however denominated,)?(?: in an amount(?: or value)?)? ?"
    rf"(?P<amount>{_UP_TO} {_AMOUNT}[^,;]{{0,80}}?)(?P<rest>(?:,| if| unless| for| from| as).*)?$",
    re.IGNORECASE,
)
_PACE = re.compile(
    r"(?P<whole>,? ?\b(?P<soon>promptly|immediately|forthwith|without (?:unreasonable |undue )?delay|"
    r"as (?:soon|promptly) as (?:is )?(?:reasonably )?(?:practicable|possible|practical))\b,?)|"
    r"(?P<often>,? ?\b(?:(?:at least )?(?:annually|semiannually|quarterly|monthly|"
    r"(?:once )?every (?:\w+ )?(?:years?|months?|days?)|"
    r"(?:once )?each year|once a year)|on an annual basis|no less frequently than [\w ]{5,40}?)(?=,|$| (?:to|and)\b))",
    re.IGNORECASE,
)


def amounts(rule: Rule) -> Iterator[Turned]:
    """The questions for the most that something may be."""
    if found := _MONEY.search(rule.said if rule.said.startswith("not") else f"not {rule.said}" if rule.forbids else ""):
        if rule.said.startswith(("exceed", "not exceed")):
            text = f"what is the most that {rule.subject} may be{found['rest'] or ''}{rule.behind}?"
            yield Turned((text,), found["amount"], _T.LIMIT, "en.limit.most")
        return
    if found := _LARGE.match(rule.said):
        if (rule.auxiliary == "must" and not rule.forbids) or len(_ANY.findall(rule.said)) > 1:
            return
        thing = found["thing"]
        rest = f"{found['who'] or ''}{found['rest'] or ''}{rule.behind}"
        if re.match(r"(?:an|the) amount\b|damages|rent", thing):
            behind = "" if thing.endswith("amount") else f" {thing}" if thing[:1] not in "at" else ""
            named = f" in{behind}" if behind else ""
            text = f"how much{named} may {rule.subject} {found['verb']}{rest}?"
        else:
            text = (
                f"what is the most that {rule.subject} may {found['verb']}{found['who'] or ''} as {thing}{rule.behind}?"
            )
        yield Turned((text,), found["amount"], _T.LIMIT, "en.limit.amount")


def paced(rule: Rule) -> Iterator[Turned]:
    """The questions for how soon or how often something is done."""
    found = list(_PACE.finditer(rule.said))
    if len(found) != 1 or _ANY.search(rule.said) or rule.auxiliary != "must" or _PACE.search(rule.lead):
        return
    rest = f"{rule.said[: found[0].start()]} {rule.said[found[0].end() :]}".strip(" ,")
    words = found[0][0].strip(" ,")
    asks, name = ("how soon", "en.deadline.soon") if found[0]["soon"] else ("how often", "en.deadline.often")
    if not re.search(r"\b(?:and|or)$", rest):
        yield Turned((f"{asks} must {rule.subject} {rest}{rule.behind}?",), words, _T.DEADLINE, name)


def timed(lead: str, subject: str, auxiliary: str, said: str, forbids: bool) -> Iterator[Turned]:
    """The questions for the one period or number of a statement."""
    whole = f"{lead} {said}"
    if len(_ANY.findall(whole)) != 1 or (forbids and "more than" not in said):
        return
    for place, text in (("lead", lead), ("said", said)):
        if found := _PHRASE.search(text):
            rest = without_exception(f"{text[: found.start()]} {text[found.end() :]}").strip(" ,")
            other = said if place == "lead" else rest
            front = "" if place == "lead" else lead
            if place == "lead" and rest:
                front = rest
            tail = found["tail"] or found["bare"] or ""
            if re.match(r"\s*,?\s*or\b", text[found.end() :]):
                return  # within 30 days or any other time
            if re.search(r"\b(?:of|for|with|by|a|an|the)$", text[: found.start()].rstrip()):
                return  # a continuance of at most two weeks
            asks = _LINK[found["link"].lower()].format(unit=_plural(found["unit"])) + tail
            behind = f" {front[:1].lower()}{front[1:]}" if front else ""
            if forbids:
                return
            is_time = re.fullmatch(_TIME, found["unit"], re.IGNORECASE) is not None
            yield Turned(
                (f"{asks} {auxiliary} {subject} {other}{behind}?",),
                found["whole"],
                _T.DEADLINE if is_time else _T.LIMIT,
                "en.deadline.period" if is_time else "en.limit.number",
            )
            return


def _plural(unit: str) -> str:
    unit = unit.lower()
    return unit if unit.endswith("s") or unit in ("square feet", "feet", "percent") else f"{unit}s"
