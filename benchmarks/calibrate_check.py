"""Sets the threshold of `check`, which looks for a sentence's place in a whole document, and reports what it passes.

The gate's own thresholds hold for a passage at hand. Of all passages of a document the nearest is near by chance, so
more is wanted. Sentences of the documents are held against whole other documents (shuffled pairs, seeded). The
threshold is the lowest, in steps of 0.01, at which at most 2 % of them pass everything, chosen on half of the documents
and reported on the other half. Documents of one field do say the same here and there: some of these pass rightly.

    python benchmarks/calibrate_check.py --data ../shared/data --embedder en --pairs 1000
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from calibrate_alignment import halves_of, read_corpus, sentences_of, share

from pincite.answer.check_text import SourcedSentence, SourceText, check
from pincite.index.embedders import Embedder
from pincite.types.answer import CheckState

MAX_PASSING = 0.02
STEPS = range(40, 100)


@dataclass(frozen=True)
class Held:
    """A sentence held against a whole document: its score, and whether all else passed."""

    half: int
    score: float
    others: bool
    verbatim: bool

    def passes(self, threshold: float) -> bool:
        """Whether `check` calls it supported at this threshold."""
        return self.others and (self.verbatim or self.score >= threshold)


def held(item: SourcedSentence, half: int) -> Held:
    """The score and the other findings of a checked sentence."""
    by_name = {finding.check: finding for finding in item.sentence.checks}
    others = all(f.state is CheckState.PASSED for name, f in by_name.items() if name not in ("citation", "alignment"))
    alignment = by_name["alignment"]
    return Held(half, alignment.value or 0.0, others, alignment.detail.startswith("word for word"))


def shuffled(
    sources: dict[str, SourceText], pool: dict[str, list[str]], pairs: int, seed: int, embedder: Embedder | None
) -> list[Held]:
    """Sentences against whole other documents of the same half, as many from each half."""
    draw = random.Random(seed)
    half_of = halves_of(sources)
    found = []
    for half in (0, 1):
        ids = sorted(name for name in sources if half_of[name] == half)
        texts = [(name, text) for name in ids for text in pool[name]]
        while sum(item.half == half for item in found) < pairs // 2:
            name, text = draw.choice(texts)
            other = draw.choice([other for other in ids if other != name])
            checked = check(text, [sources[other]], embedder=embedder)
            found += [held(checked[0], half)] if len(checked) == 1 else []
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the threshold and the shares."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--corpus", choices=("housing", "regops_ko"), default="housing")
    parser.add_argument("--embedder", choices=("en", "ko", "none"), default="en")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    embedder = None
    if given.embedder != "none":
        from pincite.index.embedders import embedder_for

        embedder = embedder_for(given.embedder)
    documents, chunks, questions = read_corpus(given.data, given.corpus)
    sources = {name: SourceText(name, documents[name]) for name in chunks}
    pool = {name: [sentence.text for sentence in sentences_of(found)] for name, found in chunks.items()}
    pairs = shuffled(sources, pool, given.pairs, given.seed, embedder)
    answers = [
        held(item, 1) for q in questions for item in check(q.reference, [sources[q.document_id]], embedder=embedder)
    ]
    halves = [[item for item in pairs if item.half == half] for half in (0, 1)]

    def passing(items: Sequence[Held], threshold: float) -> int:
        return sum(item.passes(threshold) for item in items)

    chosen = next(s / 100 for s in STEPS if passing(halves[0], s / 100) <= MAX_PASSING * len(halves[0]))
    print(f"embedder {embedder.name if embedder else 'none (words)'}; threshold {chosen:.2f}")
    for threshold in sorted({chosen, *(step / 100 for step in STEPS[5::5])}):
        print(
            f"at {threshold:.2f}: shuffled, chosen on {share(passing(halves[0], threshold), len(halves[0]))}; "
            f"reported on {share(passing(halves[1], threshold), len(halves[1]))}; reference answers "
            f"{share(passing(answers, threshold), len(answers))}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
