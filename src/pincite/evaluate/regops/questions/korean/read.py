"""All asks of the Korean documents of a corpus."""

from __future__ import annotations

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.questions.korean.applied import applied_asks
from pincite.evaluate.regops.questions.korean.facts import Reader
from pincite.evaluate.regops.types import Ask


def asks_of(corpus: BenchCorpus) -> dict[str, list[Ask]]:
    """Provision id to its asks, in the order of the texts."""
    found: dict[str, list[Ask]] = {}
    readers = {d: Reader.of(corpus, d) for d in corpus.seeds if corpus.language(d) == "ko"}
    for provision_id, sentences in corpus.by_provision.items():
        reader = readers.get(provision_id.partition("/")[0])
        if reader is None:
            continue
        for place, sentence in enumerate(sentences):
            for ask in reader.asks(sentence, sentences[place + 1 :]):
                found.setdefault(provision_id, []).append(ask)
    for ask in list(applied_asks(corpus, found)):
        found.setdefault(ask.provision, []).append(ask)
    return found
