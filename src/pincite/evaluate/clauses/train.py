"""Trains the clause finder on a benchmark of contracts and says, by cross-validation over contracts, what it does.

    python -m pincite.evaluate.clauses.train --data DATA --work FOLDER --out clause_parameters.json --folds 8

Every figure of a fold comes from parameters fitted without its contracts, thresholds included: these are chosen on
scores of an inner cross-validation of the other folds.
"""

from __future__ import annotations

import argparse
import json
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import log
from pathlib import Path
from typing import Any, Final

import numpy as np

from pincite.evaluate.clauses.contracts import Contract, contracts
from pincite.evaluate.clauses.fit import fit
from pincite.evaluate.overlap import jaccard
from pincite.generate.clause_features import MARKS
from pincite.generate.clause_model import SCHEMA, ClauseParameters, from_json
from pincite.generate.clause_phrases import PHRASE_TYPES, phrases
from pincite.generate.clauses import MAX_CLAUSES, MAX_PHRASE_SENTENCES, PlacedSentence, picked_phrases

Matrix = np.ndarray[Any, np.dtype[np.float32]]

VERSION: Final = "1"
MIN_SENTENCES: Final = 8
MIN_CONTRACTS: Final = 5
MIN_HEADINGS: Final = 6
"""A word counts if it stands in so many sentences (headings) of so many contracts: names of firms do not."""
RIDGE: Final = 1.0
PHRASE_RIDGE: Final = 1.0
PRESENCE_RIDGE: Final = 0.1
TRUE_REFUSAL: Final = 0.945
"""Share of absent types that the threshold refuses on the contracts that it is chosen on."""
NEAR: Final = 2.0
PHRASE_NEAR: Final = {"document_name": 1.5, "parties": 3.0, "agreement_date": 1.5, "effective_date": 1.5}
INNER_FOLDS: Final = 4


@dataclass(frozen=True)
class Vocabulary:
    """The words that count, with their rarity, and those of headings."""

    words: tuple[str, ...]
    rarity: tuple[float, ...]
    headings: tuple[str, ...]


def vocabulary(chosen: Sequence[Contract]) -> Vocabulary:
    """The words of the contracts that count."""
    sentences, documents, headings = Counter[str](), Counter[str](), Counter[str]()
    documents_of_heading = Counter[str]()
    n = 0
    for contract in chosen:
        seen: set[str] = set()
        above: set[str] = set()
        for unit in contract.units:
            n += 1
            sentences.update(unit.reading.words)
            headings.update(unit.reading.heading)
            seen |= unit.reading.words
            above |= unit.reading.heading
        documents.update(seen)
        documents_of_heading.update(above)
    words = sorted(w for w in sentences if sentences[w] >= MIN_SENTENCES and documents[w] >= MIN_CONTRACTS)
    kept = sorted(w for w in headings if headings[w] >= MIN_HEADINGS and documents_of_heading[w] >= 3)
    return Vocabulary(tuple(words), tuple(round(log(n / sentences[w]), 3) for w in words), tuple(kept))


def _empty(words: Vocabulary) -> ClauseParameters:
    return ClauseParameters(
        version=VERSION,
        rarity=dict(zip(words.words, words.rarity, strict=True)),
        headings=frozenset(words.headings),
        types={},
        presence={"constant": 0.0, "best": 1.0, "prior": 0.0},
        threshold=0.5,
        near=NEAR,
        phrases={},
        phrase_near={},
    )


def matrix(chosen: Sequence[Contract], words: Vocabulary) -> Matrix:
    """Features of all sentences of the contracts, float32, (n, words + headings + marks)."""
    form = _empty(words)
    at = {word: i for i, word in enumerate(words.words)}
    above = {word: len(at) + i for i, word in enumerate(words.headings)}
    first_mark = len(at) + len(above)
    x = np.zeros((sum(len(c.units) for c in chosen), first_mark + len(MARKS)), np.float32)
    for row, unit in enumerate(unit for contract in chosen for unit in contract.units):
        for word, value in form.word_values(unit.reading.words):
            x[row, at[word]] = value
        for word, value in form.heading_values(unit.reading.heading):
            x[row, above[word]] = value
        x[row, first_mark:] = [unit.marks[name] for name in MARKS]
    return x


def labels(chosen: Sequence[Contract], keys: Sequence[str]) -> Matrix:
    """1 where a sentence is a clause of the type, float32, (n, types)."""
    return np.array(
        [[c.positive(u, key, phrase=key in PHRASE_TYPES) for key in keys] for c in chosen for u in c.units],
        dtype=np.float32,
    )


@dataclass(frozen=True)
class Trained:
    """Weights over a vocabulary, before they are packed."""

    words: Vocabulary
    keys: tuple[str, ...]
    weights: Matrix

    def odds(self, chosen: Sequence[Contract]) -> list[Matrix]:
        """Log odds of the sentences of each contract, (sentences, types)."""
        z = matrix(chosen, self.words) @ self.weights
        cuts = np.cumsum([len(c.units) for c in chosen])[:-1]
        return list(np.split(z, cuts))


def trained(chosen: Sequence[Contract], keys: Sequence[str]) -> Trained:
    """The sentence rules of all types."""
    words = vocabulary(chosen)
    return Trained(words, tuple(keys), fit(matrix(chosen, words), labels(chosen, keys), RIDGE))


def parts(chosen: Sequence[Contract], k: int) -> list[list[int]]:
    """Places of the contracts in k parts, by the SHA-256 of their ids."""
    order = sorted(range(len(chosen)), key=lambda i: sha256(chosen[i].document_id.encode()).hexdigest())
    return [order[i::k] for i in range(k)]


def fit_parameters(chosen: Sequence[Contract], keys: Sequence[str]) -> dict[str, Any]:
    """The file's object for these contracts."""
    inner: list[tuple[Contract, Matrix]] = []
    for part in parts(chosen, INNER_FOLDS):
        model = trained([c for i, c in enumerate(chosen) if i not in part], keys)
        held = [chosen[i] for i in part]
        inner += zip(held, model.odds(held), strict=True)
    priors = _priors(chosen, keys)
    presence, threshold = _presence(inner, keys, priors)
    model = trained(chosen, keys)
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "words": list(model.words.words),
        "rarity": list(model.words.rarity),
        "headings": list(model.words.headings),
        "types": {key: _packed(model, i, priors[key]) for i, key in enumerate(keys)},
        "presence": presence,
        "threshold": threshold,
        "near": NEAR,
        "phrases": {key: _phrase_rule(inner, keys.index(key), key) for key in sorted(PHRASE_TYPES) if key in keys},
        "phrase_near": {key: PHRASE_NEAR[key] for key in sorted(PHRASE_TYPES)},
    }


def _priors(chosen: Sequence[Contract], keys: Sequence[str]) -> dict[str, float]:
    found = {}
    for key in keys:
        asked = [bool(c.gold[key]) for c in chosen if key in c.gold]
        found[key] = round(log((sum(asked) + 1) / (len(asked) - sum(asked) + 1)), 3)
    return found


def _presence(
    scored: Sequence[tuple[Contract, Matrix]], keys: Sequence[str], priors: Mapping[str, float]
) -> tuple[dict[str, float], float]:
    rows = [
        (1.0, float(z[:, i].max()), priors[key], float(bool(c.gold[key])))
        for c, z in scored
        for i, key in enumerate(keys)
        if key in c.gold
    ]
    table = np.array(rows, np.float32)
    w = fit(table[:, :3], table[:, 3:], PRESENCE_RIDGE)[:, 0]
    chances = 1 / (1 + np.exp(-(table[:, :3] @ w)))
    absent = np.sort(chances[table[:, 3] == 0])
    threshold = float(absent[min(int(TRUE_REFUSAL * len(absent)), len(absent) - 1)]) if len(absent) else 0.5
    names = ("constant", "best", "prior")
    return {name: round(float(v), 4) for name, v in zip(names, w, strict=True)}, round(threshold, 4)


def _packed(model: Trained, column: int, prior: float) -> dict[str, Any]:
    w = model.weights[:, column]
    words, marks = w[: -len(MARKS)], w[-len(MARKS) :]
    scale = float(np.abs(words).max()) or 1.0
    packed = np.round(words / scale * 127).astype(np.int8)
    return {
        "prior": prior,
        "scale": round(scale, 5),
        "marks": [round(float(v), 3) for v in marks],
        "weights": b64encode(packed.tobytes()).decode(),
    }


def _phrase_rule(scored: Sequence[tuple[Contract, Matrix]], column: int, key: str) -> dict[str, float]:
    """Feature to weight of the rule that picks a type's phrases."""
    found: list[tuple[dict[str, float], float]] = []
    counts = Counter[str]()
    for contract, odds in scored:
        if not contract.gold.get(key):
            continue
        seen: set[str] = set()
        order = np.argsort(-odds[:, column], kind="stable")[:MAX_PHRASE_SENTENCES]
        for rank, i in enumerate(order):
            unit = contract.units[int(i)]
            text = contract.chunks[unit.chunks[0]].text
            for phrase in phrases(key, unit.reading.sentence, text, float(odds[i, column]), rank, unit.span.start):
                good = any(jaccard(phrase.text, gold.quote) >= 0.5 for gold in contract.gold[key])
                found.append((phrase.features, float(good)))
                seen.update(phrase.features)
        counts.update(seen)
    names = sorted(name for name, count in counts.items() if count >= MIN_CONTRACTS)
    at = {name: i for i, name in enumerate(names)}
    x = np.zeros((len(found), len(names) + 1), np.float32)
    x[:, -1] = 1.0
    for row, (features, _) in enumerate(found):
        for name, value in features.items():
            if name in at:
                x[row, at[name]] = value
    y = np.array([[good] for _, good in found], np.float32)
    w = fit(x, y, PHRASE_RIDGE)[:, 0]
    rule = {name: round(float(w[i]), 3) for name, i in at.items() if abs(w[i]) >= 0.02}
    return {**rule, "constant": round(float(w[-1]), 3)}


# Figures


def simulated(parameters: ClauseParameters, held: Iterable[Contract], k: int = 8) -> Iterator[dict[str, Any]]:
    """What the finder would do with each question: a row of figures, the reading of the sources left out."""
    for contract in held:
        for key, gold in contract.gold.items():
            scored = [parameters.log_odds(key, u.reading, u.marks) for u in contract.units]
            order = sorted(range(len(scored)), key=lambda i: (-scored[i], i))
            best: dict[int, float] = {}
            for i in order:
                for chunk in contract.units[i].chunks:
                    best.setdefault(chunk, scored[i])
            top = sorted(best, key=lambda c: (-best[c], c))[:k]
            chance = parameters.chance(key, scored[order[0]]) if order else 0.0
            spans = [g.span for g in gold if g.span is not None]
            hit = any(p.span.overlaps(s) for c in top for p in contract.chunks[c].pieces for s in spans)
            texts = _texts(parameters, key, contract, scored, order)
            yield {
                "key": key,
                "document": contract.document_id,
                "present": bool(gold),
                "hit": hit,
                "answered": chance >= parameters.threshold,
                "chance": chance,
                "given": len(texts),
                "matched": any(jaccard(g.quote, t) >= 0.5 for g in gold for t in texts),
                "gold_found": sum(any(jaccard(g.quote, t) >= 0.5 for t in texts) for g in gold),
                "gold": len(gold),
                "right": sum(any(jaccard(g.quote, t) >= 0.5 for g in gold) for t in texts),
            }


def _texts(
    parameters: ClauseParameters, key: str, contract: Contract, scored: Sequence[float], order: Sequence[int]
) -> list[str]:
    if key in parameters.phrases:
        rows = [
            PlacedSentence(scored[i], contract.units[i].reading.sentence,
                           contract.chunks[contract.units[i].chunks[0]].text, contract.units[i].span.start)
            for i in order[:MAX_PHRASE_SENTENCES]
        ]  # fmt: skip
        return [phrase.text for _, phrase, _ in picked_phrases(parameters, key, rows)]
    near = [i for i in order[:MAX_CLAUSES] if scored[i] >= scored[order[0]] - parameters.near]
    return [contract.units[i].reading.sentence.text for i in near]


def summary(rows: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """The figures of a set of questions; accuracy is the mean of those on answerable and absent ones."""
    present = [r for r in rows if r["present"]]
    absent = [r for r in rows if not r["present"]]
    answered = [r for r in rows if r["answered"]]
    right = [r for r in present if r["answered"] and r["matched"]]
    both = [r for r in present if r["answered"]]
    found = {
        "questions": len(rows),
        "answerable": len(present),
        "hit@8": sum(r["hit"] for r in present) / max(len(present), 1),
        "true refusal": sum(not r["answered"] for r in absent) / max(len(absent), 1),
        "false refusal": sum(not r["answered"] for r in present) / max(len(present), 1),
        "matched of answered": len(right) / max(len(answered), 1),
        "matched of answered answerable": len(right) / max(len(both), 1),
        "accuracy on answerable": len(right) / max(len(present), 1),
        "span precision": sum(r["right"] for r in both) / max(sum(r["given"] for r in both), 1),
        "span recall": sum(r["gold_found"] for r in both) / max(sum(r["gold"] for r in present), 1),
        "given": sum(r["given"] for r in both) / max(len(both), 1),
    }
    found["accuracy"] = (found["accuracy on answerable"] + found["true refusal"]) / 2
    return {name: round(value, 4) for name, value in found.items()}


def cross_validated(
    chosen: Sequence[Contract], keys: Sequence[str], k: int
) -> Iterator[tuple[dict[str, Any], list[Contract]]]:
    """Each fold's parameters with the contracts that they were not fitted on."""
    for part in parts(chosen, k):
        yield fit_parameters([c for i, c in enumerate(chosen) if i not in part], keys), [chosen[i] for i in part]


def _read(benchmark: str, data: Path, work: Path) -> list[Contract]:
    from pincite.evaluate.benchmarks.registry import load
    from pincite.evaluate.gold.locate import locate
    from pincite.evaluate.run.materialise import materialise

    loaded = load(benchmark, data)
    with materialise(loaded, work) as library:
        return contracts(locate(loaded, library).benchmark, library)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the benchmarks' data")
    parser.add_argument("--benchmark", default="cuad")
    parser.add_argument("--work", type=Path, required=True, help="folder for the library")
    parser.add_argument("--out", type=Path, help="file to write the parameters of all contracts into")
    parser.add_argument("--folds", type=int, default=0, help="folds of the cross-validation; 0 does none")
    parser.add_argument("--fold-files", type=Path, help="folder for the parameters of each fold")
    chosen = parser.parse_args(arguments)
    found = _read(chosen.benchmark, chosen.data, chosen.work)
    keys = sorted({key for contract in found for key in contract.gold})
    if chosen.folds:
        rows: list[dict[str, Any]] = []
        for number, (values, held) in enumerate(cross_validated(found, keys, chosen.folds)):
            rows += simulated(from_json(values), held)
            print(f"fold {number}: {json.dumps(summary(rows))}", flush=True)
            if chosen.fold_files:
                chosen.fold_files.mkdir(parents=True, exist_ok=True)
                names = [contract.document_id for contract in held]
                (chosen.fold_files / f"fold{number}.json").write_text(json.dumps(values), "utf-8")
                (chosen.fold_files / f"fold{number}.held.json").write_text(json.dumps(names), "utf-8")
        for key in keys:
            print(key, json.dumps(summary([row for row in rows if row["key"] == key])))
        print(json.dumps(summary(rows), indent=1))
    if chosen.out:
        chosen.out.write_text(json.dumps(fit_parameters(found, keys), indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main()
