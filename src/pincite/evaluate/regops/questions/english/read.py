"""All asks of the English documents of a corpus."""

from __future__ import annotations

from collections import Counter

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.questions.english.definitions import definition_asks
from pincite.evaluate.regops.questions.english.facts import Reader
from pincite.evaluate.regops.types import Ask

MAX_OF_LIST = 2


def asks_of(corpus: BenchCorpus) -> dict[str, list[Ask]]:
    """Provision id to its asks, in the order of the texts."""
    found: dict[str, list[Ask]] = {}
    readers = {d: Reader(corpus, d, opening_of(corpus, d)) for d in _english(corpus)}
    for provision_id, sentences in corpus.by_provision.items():
        reader = readers.get(provision_id.partition("/")[0])
        if reader is None:
            continue
        for at in range(len(sentences)):
            for ask in reader.asks(sentences, at):
                found.setdefault(provision_id, []).append(ask)
    found = _few_of_items(found)
    for document_id, reader in readers.items():
        for ask in definition_asks(corpus, document_id, reader.place):
            found.setdefault(ask.provision, []).append(ask)
    return found


def _few_of_items(asks: dict[str, list[Ask]]) -> dict[str, list[Ask]]:
    """The asks, of the items of one list so many for who acts: all have the same answer."""
    seen: Counter[str] = Counter()
    kept: dict[str, list[Ask]] = {}
    for provision_id, group in asks.items():
        for ask in group:
            if ask.template.startswith("en.items.actor"):
                above = provision_id.rpartition("/")[0]
                seen[above] += 1
                if seen[above] > MAX_OF_LIST:
                    continue
            kept.setdefault(provision_id, []).append(ask)
    return kept


def _english(corpus: BenchCorpus) -> list[str]:
    return [d for d in corpus.seeds if corpus.language(d) == "en"]


def opening_of(corpus: BenchCorpus, document_id: str) -> str:
    """How a question names a document's jurisdiction; empty where there is only one."""
    english = _english(corpus)
    families = {corpus.members[d].standing.family for d in english}
    several = len({corpus.places.get(d, "") for d in english}) > 1
    if not several or families == {corpus.members[english[0]].standing.family} - {""}:
        return ""
    return opening(corpus.places.get(document_id, ""))


def opening(place: str) -> str:
    """How a question names a jurisdiction.

    >>> opening("Florida"), opening("United States"), opening("")
    ('In Florida', 'Under federal law', '')
    """
    if place in ("United States", "US", "USA"):
        return "Under federal law"
    if place == "District of Columbia":
        return "In the District of Columbia"
    return f"In {place}" if place else ""
