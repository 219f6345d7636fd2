"""Phrases that say how strongly something is meant: a duty, a permission, a ban, an exemption, an advice. Data only.

The longer phrase stands first, since it may turn the shorter one round: `shall be entitled to` permits.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final


class Force(StrEnum):
    """How strongly a statement is meant."""

    DUTY = "must"
    PERMISSION = "may"
    ABILITY = "can"
    BAN = "must not"
    EXEMPTION = "need not"
    ADVICE = "should"
    PLAIN = "plain"


_BE = r"(?:(?:shall|will|must|may)\s)?(?:is|are|be|was|were)"
_HAVE = r"(?:(?:shall|will|must|may)\s)?(?:has|have|had)"
_DO = r"(?:do|does|did)(?:\s?n['’]t|\snot)"
_ADVERB = r"(?:(?:\w{3,12}ly|also|then|always|still|otherwise|generally)\s)?"
_BOUND = r"(?:required|obliged|obligated|bound|compelled)"
_FREE = r"(?:allowed|permitted|entitled|authori[sz]ed|free|eligible|welcome)"
_NOT = r"(?:\s(?:not|never)|n['’]t)"

ENGLISH: Final = (
    (
        Force.EXEMPTION,
        rf"need{_NOT}|{_DO}\s(?:have|need)\sto|(?:shall|will|may|must|can){_NOT}\sbe\s{_BOUND}\sto"
        rf"|{_BE}{_NOT}\s{_ADVERB}{_BOUND}\sto|(?:is|are|be)\sunder\sno\s(?:obligation|duty)\sto"
        rf"|{_HAVE}\sno\s(?:obligation|duty)\sto|may\s(?:choose|elect|decline|decide)\snot\sto",
    ),
    (
        Force.BAN,
        rf"(?:must|shall|may|can|could|should|will)\s{_ADVERB}(?:not|never)\sbe\s{_FREE}\sto"
        rf"|{_BE}{_NOT}\s{_ADVERB}(?:{_FREE}|able)\sto|{_BE}\s{_ADVERB}(?:prohibited|barred|banned|precluded)\sfrom"
        rf"|{_BE}\s{_ADVERB}(?:forbidden|prohibited)\sto|{_HAVE}\sno\s(?:right|authority|power)\sto"
        rf"|(?:must|shall|may|can|should|ought)\s{_ADVERB}(?:not|never)(?:\sto\b)?|can(?:not|['’]t)|(?:must|shall|should)n['’]t",
    ),
    (
        Force.PERMISSION,
        rf"{_BE}\s{_ADVERB}{_FREE}\sto|{_HAVE}\s(?:the|a|an)\s(?:right|option|power|authority)\sto"
        rf"|may(?!\s(?:be\s{_BOUND}\sto|have\sto)|\s\d|,\s\d)",
    ),
    (Force.ABILITY, rf"can|{_BE}\sable\sto|could"),
    (
        Force.DUTY,
        rf"(?<!may\s)(?:(?:shall|will|must)\s)?(?:is|are|be|was|were)\s{_ADVERB}{_BOUND}\sto|{_HAVE}\s{_ADVERB}to"
        rf"|{_HAVE}\s(?:the|a|an)\s(?:duty|obligation|responsibility)\sto|needs?\sto"
        rf"|{_BE}\s{_ADVERB}responsible\sfor|must|shall",
    ),
    (Force.ADVICE, rf"should|ought\sto|{_BE}\s{_ADVERB}(?:advised|encouraged|urged|recommended)\sto"),
    (Force.PLAIN, r"will|would|might|may\sbe\s\w+\sto|may\shave\sto"),
)
FORCE: Final = re.compile("|".join(f"(?P<{force.name}>\\b(?:{phrase})\\b)" for force, phrase in ENGLISH))
# `the landlord's duty to repair`, `the duty of the landlord to repair`, `unlawful for a landlord to enter`.
NOMINAL: Final = re.compile(
    r"(?P<own>[a-z]+)['’]s?\s(?:sole\s)?(?P<duty>duty|obligation|responsibility|job)\s(?:is\s)?to\b"
    r"|\b(?:duty|obligation|responsibility)\sof\s(?P<of>(?:[a-z]+\s){1,4}?)to\b"
    r"|\b(?P<ban>unlawful|illegal|prohibited|forbidden)\sfor\s(?P<for>(?:[a-z]+\s){1,4}?)to\b"
)
FLIPPING: Final = frozenset("no neither nobody nor none".split())

# Verbs of what one gets: `may recover` is said of `shall recover` as well.
BENEFITS: Final = frozenset(
    "recover receive get obtain collect have sue keep begin start end apply include contain mean occur".split()
)

# Verbs that say the same of who acts, by their stems.
SAME_VERBS: Final = (
    "give provide furnish supply deliver hand serve send", "return refund repay", "notify inform tell advise",
    "enter access", "raise increase", "end terminate cancel", "repair fix", "get receive obtain",
    "share disclose", "keep retain hold maintain", "charge collect impose", "allow permit let",
    "move vacate leave", "submit file", "buy purchase", "store save", "ask request", "need require",
    "use utilize", "start begin", "show display post",
)  # fmt: skip
IRREGULAR: Final = {
    "paid": "pay", "given": "give", "gave": "give", "sent": "send", "kept": "keep", "held": "hold", "told": "tell",
    "made": "make", "sold": "sell", "left": "leave", "built": "build", "bought": "buy", "brought": "bring",
    "chosen": "choose", "taken": "take", "written": "write", "shown": "show", "done": "do", "got": "get",
    "found": "find", "lost": "lose", "met": "meet", "withheld": "withhold", "let": "let", "put": "put", "set": "set",
    "cut": "cut", "shut": "shut", "rent": "rent", "lent": "lend", "borne": "bear", "drawn": "draw", "begun": "begin",
    "worn": "wear", "read": "read", "understood": "understand", "known": "know", "hidden": "hide", "broken": "break",
}  # fmt: skip
# What one does before or about doing something: the verb behind its `to` counts.
CHAINING: Final = frozenset(
    "fail refuse agree promise wish want choose decide intend continue attempt try plan decline".split()
)

# Korean: endings of a predicate; what stands before them is its verb.
_STEM = "(?P<verb>[가-힣]{1,12}?)"
_GO = r"(?:한다|합니다|함|하며|하고|할|하는|하여|된다|됩니다|되며)"
_STOP = r"(?:아니|안)\s?(?:된|되|됩|돼)"
KOREAN: Final = (
    (Force.DUTY, rf"{_STEM}(?:하지|되지|지)\s?(?:아니하면|않으면)\s?{_STOP}"),
    (Force.DUTY, rf"{_STEM}(?:하지|되지|지)\s?(?:아니할|않을)\s?수\s?없"),
    (Force.EXEMPTION, rf"{_STEM}(?:하지|되지|지)\s?(?:아니할|않을)\s?수\s?있"),
    (Force.EXEMPTION, rf"{_STEM}(?:하지|되지|지)\s?(?:아니하여도|아니해도|않아도|않더라도)\s?(?:된|되|됩|돼|좋|무방)"),
    (Force.EXEMPTION, rf"{_STEM}(?:할|될|을|를)?\s?(?:필요|의무)(?:가|는|도)?\s?없"),
    (Force.BAN, rf"{_STEM}(?:하여서는|해서는|하면|되어서는|어서는|아서는|여서는|면)\s?{_STOP}"),
    (Force.BAN, rf"{_STEM}(?:하지|되지|지)\s?(?:못|말아야)"),
    (Force.BAN, rf"{_STEM}(?:할|될|을)?\s?수\s?없"),
    (Force.DUTY, rf"{_STEM}(?:하여야|해야|되어야|돼야|어야|아야|여야|야)\s?(?:만\s?)?{_GO}"),
    (Force.DUTY, rf"{_STEM}(?:할|될|을)?\s?의무(?:가|를)\s?(?:있|진|지)"),
    (Force.PERMISSION, rf"{_STEM}(?:할|될|을)?\s?(?:수|권리(?:가)?)\s?있"),
    (Force.PERMISSION, rf"{_STEM}(?:하여도|해도|되어도|어도|아도)\s?(?:된|되|됩|돼|좋|무방)"),
    (Force.PLAIN, rf"(?!못|않|아니){_STEM}(?:한다|합니다|된다|됩니다|하며|하고|하는)(?![가-힣])"),
)  # fmt: skip
