"""Which jurisdictions a text names: countries' states, cities and counties, as paths from the outermost inwards.

Sister acts of several states differ in numbers, not in words, so a question about one must not be answered from
another. Known names come from `pincite.text.place_names`; places nobody listed are recognised by their form
("City of Larkhaven", "Miami County, Ohio", "State of Merrow").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import takewhile

from pincite.text.place_names import CITIES, COUNTRIES, FEDERAL_NAMES, STATES
from pincite.types.document import Place, Span

FEDERAL = Place(("us",), "United States")
_NAME = r"[A-Z][a-zà-ÿ]+(?:[ -][A-Z][a-zà-ÿ]+){0,2}"
_COUNTY = re.compile(
    rf"\b(?P<name>{_NAME}) (?:County|Parish)\b(?:,? (?P<state>{_NAME}))?"
    r"|\bCOUNTY OF (?P<upper>[A-Z]+)\b|\b(?P<caps>[A-Z]{3,}) COUNTY\b"
)
_TOWN_IN_STATE = re.compile(rf"\b(?P<name>{_NAME}), (?P<state>{_NAME})\b")
_ZIP_CODE = re.compile(r",? (?:[A-Z]{2} )?\d{5}\b")
_FORM = re.compile(
    rf"\b(?P<kind>[Cc]ity|CITY|[Tt]own|TOWN|[Ss]tate|STATE|[Cc]ommonwealth) (?:of|OF) (?P<name>{_NAME}|[A-Z]{{4,}})"
)
# What a known name cannot stand behind: the rest of a longer word.
_GOES_BEFORE = re.compile(r"[\w.-]")
# Words that stand capitalised before "County" or a town without belonging to the name.
_NOT_A_NAME = frozenset("The This That Each Any Your My Our In If At On Does Is County Local Every State For".split())
# Words of a title or an office that stand capitalised behind a name without belonging to it.
_ENDS_A_NAME = frozenset(
    """Act Board Bureau Chapter Charter Code Commission Council Department Fair Guide Handbook Housing Landlord Law Laws
    Manual Municipal Notice Office Ordinance Ordinances Part Policy Regulations Rent Rental Residential Rules Statutes
    Tenancy Tenant Tenants Title""".split()
)


def _state(code: str) -> Place:
    return Place(("us", code), STATES[code][0])


@cache
def _known() -> tuple[re.Pattern[str], dict[str, Place]]:
    """One pattern over all listed names, longest first, and the place that each stands for."""
    names: dict[str, Place] = dict.fromkeys(FEDERAL_NAMES, FEDERAL)
    for code, (name, others) in STATES.items():
        names |= dict.fromkeys((name, name.upper(), *others), _state(code))
    for name, code, others in CITIES:
        city = Place(("us", code, name.lower()), name)
        names |= dict.fromkeys((name, name.upper(), *others), city)
    names["Federal"] = FEDERAL
    for name, others in COUNTRIES.items():
        for known in (name, *others):
            names.setdefault(known, Place((name.lower(),), name))
    longest_first = sorted(names, key=lambda n: (-len(n), n))
    alternatives = "|".join(re.escape(n) for n in longest_first)
    return re.compile(rf"(?:{alternatives})(?![a-z])(?!-[A-Z])"), names


def places_in(text: str, also: Iterable[Place] = ()) -> list[tuple[Place, Span]]:
    """The places that `text` names, in order; inside one name the longest reading counts.

    Args:
        text: a question or a document's text.
        also: places that are known from elsewhere, such as those of a library's documents; matched by name.

    Returns:
        Place and span for each mention, ascending, not overlapping.
    """
    found = [*_by_form(text), *_by_extra_name(text, also)]
    found += _by_known_name(text)
    found.sort(key=lambda f: (f[1].start, -f[1].end))
    kept: list[tuple[Place, Span]] = []
    for place, span in found:
        if not kept or span.start >= kept[-1][1].end:
            kept.append((place, span))
    return kept


def _by_known_name(text: str) -> list[tuple[Place, Span]]:
    pattern, names = _known()
    found: list[tuple[Place, Span]] = []
    at = 0
    while (match := pattern.search(text, at)) is not None:
        start, at = match.span()
        # Asked here and not by the pattern, which is four times as fast where it begins with a name's first letter.
        if start and _GOES_BEFORE.match(text, start - 1):
            at = start + 1
        else:
            found.append((names[match.group()], Span(start, at)))
    return found


def _by_extra_name(text: str, also: Iterable[Place]) -> list[tuple[Place, Span]]:
    found: list[tuple[Place, Span]] = []
    for place in also:
        for match in re.finditer(rf"\b{re.escape(place.name)}(?!\w)", text):
            found.append((place, Span(*match.span())))
    return found


def _by_form(text: str) -> list[tuple[Place, Span]]:
    """Counties, and towns with their state, that no table lists."""
    _, names = _known()
    found: list[tuple[Place, Span]] = []
    for match in _COUNTY.finditer(text):
        name = _without_lead(match["name"] or (match["upper"] or match["caps"]).title())
        state = names.get(match["state"] or "")
        if name and (state or name not in names or len(names[name].path) > 2):
            path = (*(state.path if state else ()), f"{name} county".lower())
            found.append((Place(path, f"{name} County"), Span(*match.span())))
    for match in _TOWN_IN_STATE.finditer(text):
        state, name = names.get(match["state"]), _without_lead(match["name"])
        if state and len(state.path) == 2 and name and name not in names and match.group() not in names:
            found.append((Place((*state.path, name.lower()), name), Span(*match.span())))
    return found


def _without_lead(name: str) -> str:
    """`In Miami` is `Miami`; a name made of such words only is none."""
    words = name.split()
    while words and words[0] in _NOT_A_NAME:
        words.pop(0)
    return " ".join(words)


def _without_end(name: str) -> str:
    """`Larkhaven Housing Code` is `Larkhaven`."""
    return " ".join(takewhile(lambda word: word not in _ENDS_A_NAME, name.split()))


def named_places(question: str, known: Iterable[Place] = ()) -> tuple[Place, ...]:
    """The places that a question names, each once, a county without its state completed where that is clear.

    Args:
        known: the places of a library's documents.
    """
    library = tuple(known)
    found = list(dict.fromkeys(p for p, _ in places_in(question, library)))
    states = [p for p in found if len(p.path) == 2]
    complete: list[Place] = []
    for place in found:
        if len(place.path) == 1 and place != FEDERAL:
            twin = next((p for p in library if p.path[-1] == place.path[0]), None)
            if twin is not None:
                place = twin
            elif len(states) == 1 and place.path[0].endswith(" county"):
                place = Place((*states[0].path, *place.path), place.name)
        complete.append(place)
    return tuple(dict.fromkeys(complete))


def unified(places: Iterable[Place]) -> dict[Place, Place]:
    """Each place to the fullest of those that end as it does: one document says the city, another its state too."""
    known = list(dict.fromkeys(places))
    return {
        place: max((q for q in known if q.path[-len(place.path) :] == place.path), key=lambda q: len(q.path))
        for place in known
    }


def main_place(title: str, text: str) -> Place | None:
    """The jurisdiction that a document is about.

    A place in the title decides. Else places count by how often the text names them, its head counting five times;
    a place in a postal address counts nothing, since offices stand in capitals.

    Args:
        title: as printed.
        text: of the document, or its first pages.

    Returns:
        None where nothing is named.
    """
    titled = _innermost([p for p, _ in places_in(title)] + _formal_places(title))
    if titled is not None:
        return _with_outer(titled, text)
    counts: Counter[Place] = Counter()
    for place, span in places_in(text[:200_000]):
        if not _ZIP_CODE.match(text, span.end):
            counts[place] += 5 if span.start < 1500 else 1
    counts.update(dict.fromkeys(_formal_places(text[:1500]), 5))
    own = {p: n for p, n in counts.items() if p != FEDERAL}
    if not own:
        return FEDERAL if counts else None
    best = max(own, key=lambda p: (own[p], p.path))
    return _with_outer(best, text)


def _innermost(places: list[Place]) -> Place | None:
    """The first place named, or a deeper one inside it that is named too; federal only where nothing else is."""
    own = [p for p in places if p != FEDERAL] or places
    if not own:
        return None
    inside = [p for p in own if own[0].contains(p)]
    return max(inside, key=lambda p: len(p.path))


def _formal_places(text: str) -> list[Place]:
    """Unlisted places by the form of their names: State of X, City of X."""
    _, names = _known()
    states: list[Place] = []
    towns: list[str] = []
    for match in _FORM.finditer(text):
        name = _without_end(match["name"].title())
        if not name or name in names or name.upper() in names:
            continue
        if match["kind"].lower() in {"state", "commonwealth"}:
            states.append(Place((name.lower(),), name))
        else:
            towns.append(name)
    outer = states[0].path if states else ()
    return [*states, *(Place((*outer, t.lower()), t) for t in towns)]


def _with_outer(place: Place, text: str) -> Place:
    """A county without a state gets the state that the document names most."""
    if place.path[0] == "us" or len(place.path) > 1:
        return place
    counts = Counter(p for p, _ in places_in(text[:100_000]) if len(p.path) == 2)
    if not counts or not place.path[0].endswith(" county"):
        return place
    return Place((*counts.most_common(1)[0][0].path, *place.path), place.name)
