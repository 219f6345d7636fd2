"""From a path of segments to the provision of a tree that it names, and from a range to all provisions inside it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.types.provision import Provision, ProvisionKind, ProvisionTree, split_segment

_SEGMENT = re.compile(r"([a-z]+)(.*)", re.DOTALL)
_FINER = (ProvisionKind.ITEM, ProvisionKind.SUBITEM)
_ARTICLES = (ProvisionKind.ARTICLE, ProvisionKind.SECTION, ProvisionKind.ANNEX, ProvisionKind.FORM)


@dataclass(frozen=True, slots=True)
class Located:
    """What a path leads to.

    Args:
        provision_id: of the provision, or the document's id for an empty path; empty where it leads to none.
        ambiguous: several provisions fit, since the path leaves out a level.
        nearest: the last provision on the way that is there.
    """

    provision_id: str = ""
    ambiguous: bool = False
    nearest: str = ""


def locate(tree: ProvisionTree, path: tuple[str, ...], base: str | None = None, near: str = "") -> Located:
    """The provision that a path names.

    A first paragraph of an article that has no numbered ones is the article itself. An item or sub-item named without
    its paragraph is the one that has the number, where there is exactly one.

    Args:
        base: id from which the path goes on; the document's by default.
        near: id of a provision; where a number stands twice, the one around it is meant.
    """
    places = [base or tree.document_id]
    for segment in path:
        found = _steps(tree, places, segment)
        if not found or len({_plain(one) for one in found}) > 1:
            return Located(ambiguous=bool(found), nearest=places[0])
        around = [one for one in found if near == one or near.startswith(f"{one}/")]
        places = around or found
    if len(places) > 1:
        return Located(ambiguous=True, nearest=places[0])
    return Located(places[0], nearest=places[0])


def _steps(tree: ProvisionTree, places: list[str], segment: str) -> list[str]:
    """What a segment leads to from one place, or from places that bear the same number; their own parts come first."""
    found = [_step(tree, at, segment) for at in places]
    own = [one for at, ones in zip(places, found, strict=True) for one in ones if one != at]
    return list(dict.fromkeys(own or (one for ones in found for one in ones)))


def _plain(provision_id: str) -> str:
    """An id without the marks of numbers that stand again."""
    return re.sub(r"~\d+", "", provision_id)


def _twins(tree: ProvisionTree, provision_id: str) -> list[str]:
    """A provision and those of the same number in the same place: `a5`, `a5~2`."""
    found, times = [provision_id], 2
    while (again := f"{provision_id}~{times}") in tree:
        found.append(again)
        times += 1
    return found


def _step(tree: ProvisionTree, at: str, segment: str) -> list[str]:
    direct = f"{at}/{segment}"
    if direct in tree:
        return _twins(tree, direct)
    top = f"{tree.document_id}/{segment}"
    if top in tree and _holds(tree, at, top):
        return [one for one in _twins(tree, top) if _holds(tree, at, one)]
    kind, number = split_segment(segment)
    here = tree.get(at)
    below = tree.children.get(at if here else None, ())
    if kind == ProvisionKind.PARAGRAPH and here and here.kind in _ARTICLES:
        plain = not any(child.kind is ProvisionKind.PARAGRAPH for child in below)
        return [at] if number == "1" and plain else []
    if kind in _FINER:
        return [child for parent in below if (child := f"{parent.id}/{segment}") in tree]
    return []


def _holds(tree: ProvisionTree, outer: str, inner: str) -> bool:
    """Whether a provision that hangs on the document stands in another by its parents: an article in its chapter."""
    if outer == tree.document_id:
        return True
    provision = tree.get(inner)
    while provision is not None and provision.parent:
        if provision.parent == outer:
            return True
        provision = tree.get(provision.parent)
    return False


def between(tree: ProvisionTree, first: str, last_segment: str) -> tuple[Provision, ...]:
    """The provisions from `first` to its sibling of the last segment, branches included, in the order of the text.

    None where an end is not there: what was written may be one number, or another text's.
    """
    head, _, segment = first.rpartition("/")
    last = f"{head}/{last_segment}"
    kind, low = split_segment(segment)
    if first not in tree or last not in tree:
        return ()
    siblings = [p for p in tree if p.kind == kind and p.id.rpartition("/")[0] == head]
    places = {p.id: place for place, p in enumerate(siblings)}
    if first in places and last in places and places[first] <= places[last]:
        return tuple(siblings[places[first] : places[last] + 1])
    bounds = number_order(low), number_order(split_segment(last_segment)[1])
    if bounds[0] is None or bounds[1] is None:
        return ()
    return tuple(p for p in siblings if (n := number_order(p.number)) is not None and bounds[0] <= n <= bounds[1])


def number_order(number: str) -> tuple[int, ...] | None:
    """Numbers as they count: `13-2` after `13` and before `14`, `164.502` after `164.51`; None for letters.

    >>> number_order("13-2"), number_order("164.502"), number_order("ii")
    ((13, 2), (164, 502), None)
    """
    parts = re.split(r"[-.]", number)
    return tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else None
