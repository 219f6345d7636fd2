"""English statements asked for the one period, number or amount in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pincite.evaluate.regops.text_ask import Turned
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
    r"(?P<tail>(?: notice)?(?: (?:after|before|from|of|prior to|following|"
    r"in advance of) [^,;]{3,80}?)?)(?=,|$| (?:and|or|unless|if|by|to)\b))",
    re.IGNORECASE,
)
_ANY = re.compile(rf"\b{_NUMBER}[- ](?:{_TIME}|{_THING})\b|\$ ?\d", re.IGNORECASE)
_MONEY = re.compile(
    r"\bnot exceed (?P<amount>\$ ?\d[\d,.]*|(?:one|two|three) months?['’] (?:periodic )?rent|\d+ percent)(?P<rest>.*)$"
)


def timed(lead: str, subject: str, auxiliary: str, said: str, forbids: bool) -> Iterator[Turned]:
    """The questions for the one figure of a statement."""
    if found := _MONEY.search(f"not {said}" if forbids and said.startswith("exceed") else said):
        opening = "what is the most that"
        behind = f" {lead[:1].lower()}{lead[1:]}" if lead else ""
        yield Turned(
            (f"{opening} {subject} may be{found['rest']}{behind}?",), found["amount"], _T.LIMIT, "en.limit.most"
        )
        return
    whole = f"{lead} {said}"
    if len(_ANY.findall(whole)) != 1 or (forbids and "more than" not in said):
        return
    for place, text in (("lead", lead), ("said", said)):
        if found := _PHRASE.search(text):
            rest = f"{text[: found.start()]} {text[found.end() :]}".strip(" ,")
            other = said if place == "lead" else rest
            front = "" if place == "lead" else lead
            if place == "lead" and rest:
                front = rest
            if "and" in found["tail"].split()[:1]:
                return
            asks = _LINK[found["link"].lower()].format(unit=_plural(found["unit"])) + found["tail"]
            behind = f" {front[:1].lower()}{front[1:]}" if front else ""
            modal = f"{auxiliary} not" if forbids else auxiliary
            if forbids:
                return
            is_time = re.fullmatch(_TIME, found["unit"], re.IGNORECASE) is not None
            yield Turned(
                (f"{asks} {modal} {subject} {other}{behind}?",),
                found["whole"],
                _T.DEADLINE if is_time else _T.LIMIT,
                "en.deadline.period" if is_time else "en.limit.number",
            )
            return


def _plural(unit: str) -> str:
    unit = unit.lower()
    return unit if unit.endswith("s") or unit in ("square feet", "feet", "percent") else f"{unit}s"
