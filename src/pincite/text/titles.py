"""A document's title as a pincite shows it: short, in readable case, and with the place where it names none.

    TENANTS’ RIGHTS GUIDE — Office of the Attorney General of Merrow   Tenants’ Rights Guide (Merrow)
    TITLE 27 - CHAPTER 2 HOUSING MAINTENANCE CODE                      Title 27 - Chapter 2 Housing Maintenance Code

A reader must see of which place a rule is: sister acts carry the same name in many states.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pincite.text.places import places_in
from pincite.types.document import Place

MAX_TITLE = 50
"""Characters of a title; one that ends, or whose name ends, within `MAX_NAME` is rather kept than cut in a word."""
MAX_NAME = 64
MIN_TITLE = 8

# Where a title's name ends and its description begins, then, if that does not do, at a comma.
_DESCRIPTION = re.compile(r"\. |: | - | — | – |; | \(")
_COMMA = re.compile(r", ")

# Papers between parties: the place that they name most is the home of one of them, not where they are the law.
_PRIVATE = re.compile(
    r"\b(?:agreement|contract|lease|licen[cs]e|policy|terms|notice|warrant[yi]|memorandum|bylaws|letter|prospectus)\b"
    r"|계약|약관|방침|정관|협약",
    re.IGNORECASE,
)

_SEGMENT = re.compile(r"( [—–] )")
_WORD = re.compile(r"(?:[^\W\d_]\.){2,}|[^\W_]+(?:[’'][^\W\d_]+)*[’']?")
_OPENS = re.compile(r"(?:^|[:;.—–-]\s|[(“\"])\W*$")
_MINOR = frozenset(
    "a an and as at but by for from in into nor of on or over per the to under upon v via vs with".split()
)
# Words after which a letter alone, or a Roman number, is a label: "Part A".
_UNITS = frozenset("annex appendix article chapter class exhibit form group part schedule section title type".split())
_ROMAN = re.compile(r"(?=[IVXL])(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})$")
# Words without a vowel are taken for abbreviations, and so are these; the others without one are words.
_ABBREVIATIONS = frozenset(
    "ADA CEO CFO DOL DOT EEA EEOC EPA ERISA EU FAA FERPA FHA FOIA GAO GDPR HIPAA HOA HUD ICE IEP IRA IRS NAFTA NATO NY "
    "NYC OECD OMB OSHA SEC SSA UCC UK UN US USA USC USDA UCMJ VA".split()
)
_NO_ABBREVIATIONS = frozenset("DR FT JR LTD MR MRS MT PT SR ST".split())
_PLACE = re.compile(r" \(([^()]+)\)")
_VOWEL = re.compile("[AEIOUYÀ-ÖØ-Ý]")


def shown_title(title: str, place: Place | None = None) -> str:
    """The title as a pincite begins with it.

    Args:
        title: in full.
        place: the document's jurisdiction.

    Returns:
        The short title, in title case where it was all in capitals, and the place in brackets where the short title
        does not name it. Papers between parties get a place only where their full title names it.
    """
    return _shown(title, place, place.name if place else "")


@lru_cache(maxsize=256)
def _shown(title: str, place: Place | None, name: str) -> str:
    """`name` is the place's, which counts nothing when places are compared."""
    shown = in_title_case(short_title(title))
    if place is None or _names(shown, place) or (_PRIVATE.search(title) and not _names(title, place)):
        return shown
    return f"{shown} ({name})"


def _names(title: str, place: Place) -> bool:
    """Whether a title names the place, or one inside it."""
    if re.search(rf"(?<!\w){re.escape(place.name)}(?!\w)", title, re.IGNORECASE):
        return True
    return any(place.contains(found) for found, _ in places_in(title))


def short_title(title: str) -> str:
    """A title of about 50 characters: a longer one is cut where its name ends, else before a word.

    >>> short_title("Statutes of Elbonia, Title 34, Chapter 3. Residential Landlord and Tenant Act")
    'Statutes of Elbonia, Title 34, Chapter 3'
    """
    title = " ".join(title.split())
    if len(title) <= MAX_TITLE:
        return title
    for separator in (_DESCRIPTION, _COMMA):
        if ends := [m.start() for m in separator.finditer(title) if MIN_TITLE <= m.start() <= MAX_TITLE]:
            return _trimmed(title[: ends[-1]])
    name = _DESCRIPTION.search(title)
    end = name.start() if name else len(title)
    return _trimmed(title[:end]) if end <= MAX_NAME else cut(title, MAX_TITLE)


def whole_label(label: str, title: str) -> str:
    """A printed pincite with the whole title in the place of the short one; others as they are.

    >>> whole_label("Statutes of Elbonia, Title 34, § 5", "Statutes of Elbonia, Title 34. An Act for All Tenants")
    'Statutes of Elbonia, Title 34. An Act for All Tenants, § 5'
    """
    short, whole = in_title_case(short_title(title)), in_title_case(" ".join(title.split()))
    if not label.startswith(short):
        return label
    rest = label[len(short) :]
    place = _PLACE.match(rest)
    return whole + (rest[place.end() :] if place and place[1] in whole[len(short) :] else rest)


def cut(text: str, limit: int) -> str:
    """At most `limit` characters, cut before a word, with the cut shown."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    return _trimmed(head.rsplit(" ", 1)[0] if " " in head else head) + "…"


def _trimmed(text: str) -> str:
    return text.rstrip(" ,;:.-–—")


def in_title_case(text: str) -> str:
    """The text with its parts that are all in capitals in title case; one word alone may be an abbreviation and stays.

    >>> in_title_case("RIGHTS OF TENANTS UNDER U.S. LAW, PART II")
    'Rights of Tenants under U.S. Law, Part II'
    """
    return "".join(map(_segment, _SEGMENT.split(text)))


def _segment(text: str) -> str:
    words = [found for found in _WORD.finditer(text) if any(map(str.isalpha, found.group()))]
    if len(words) < 2 or any(c.isalpha() and not c.isupper() for c in text):
        return text
    parts, at, before = [], 0, ""
    for word in words:
        parts.append(text[at : word.start()])
        opens = bool(_OPENS.search(text[: word.start()])) or not any(map(str.isalnum, text[word.end() :]))
        parts.append(_word(word.group(), opens, before))
        at, before = word.end(), word.group().lower()
    return "".join((*parts, text[at:]))


def _word(word: str, opens: bool, before: str) -> str:
    """One word of a title.

    Args:
        opens: it begins or ends the title or begins a part of it, so that it is not written small.
        before: the word before it in lower case.
    """
    if any(map(str.isdigit, word)):
        return word.lower() if re.fullmatch(r"\d+(?:ST|ND|RD|TH)", word) else word
    if before in _UNITS and (len(word) == 1 or _ROMAN.match(word)):
        return word
    if word.lower() in _MINOR and not opens:
        return word.lower()
    if word in _NO_ABBREVIATIONS:
        return word.capitalize()
    head, mark, rest = word.partition("’" if "’" in word else "'")
    if "." in word or head in _ABBREVIATIONS or not _VOWEL.search(head) or (len(head) > 1 and _ROMAN.match(head)):
        return head + mark + rest.lower()
    if mark and len(head) == 1 and len(rest) > 1:  # O’Brien
        return head + mark + rest.capitalize()
    return word.capitalize()
