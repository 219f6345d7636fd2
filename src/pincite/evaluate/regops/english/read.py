"""All asks of the English documents of a corpus."""

from __future__ import annotations

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.english.definitions import definition_asks
from pincite.evaluate.regops.english.facts import Reader
from pincite.evaluate.regops.types import Ask


def asks_of(corpus: BenchCorpus) -> dict[str, list[Ask]]:
    """Provision id to its asks, in the order of the texts."""
    found: dict[str, list[Ask]] = {}
    english = [d for d in corpus.seeds if corpus.language(d) == "en"]
    places = {d: corpus.places.get(d, "") for d in english}
    families = {corpus.members[d].standing.family for d in english}
    several = len(set(places.values())) > 1 and families != {corpus.members[english[0]].standing.family} - {""}
    readers = {d: Reader(corpus, d, opening(places[d]) if several else "") for d in english}
    for provision_id, sentences in corpus.by_provision.items():
        reader = readers.get(provision_id.partition("/")[0])
        if reader is None:
            continue
        for place, sentence in enumerate(sentences):
            for ask in reader.asks(sentence, sentences[place + 1 :]):
                found.setdefault(provision_id, []).append(ask)
    for document_id, reader in readers.items():
        for ask in definition_asks(corpus, document_id, reader.place):
            found.setdefault(ask.provision, []).append(ask)
    return found


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
