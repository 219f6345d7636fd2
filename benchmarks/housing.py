"""Asks the 100 housing questions of the 18 documents and prints counts with intervals.

    python benchmarks/housing.py --library DIR --data DIR [--preset paper|standard] [--gate paper|standard] [--list]

The library is made by `pincite add DATA/housing/documents --library DIR`. Figures that were chosen on documents
(refusal) are printed for the choosing half and the other half apart. Intervals are Wilson's, 95 %.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from calibrate_alignment import shuffled_pairs
from housing_split import choosing_half, gold_sections, is_gold_chunk

from pincite.answer.record import to_record
from pincite.answer.verify import verify
from pincite.evaluate.benchmarks.housing import Question, gold_quotes, holds_quote, is_gold, read_questions
from pincite.evaluate.results.intervals import wilson
from pincite.index.embedders import Embedder
from pincite.library import Library
from pincite.types.answer import Answer, Citation, Draft, DraftSentence, Refusal
from pincite.types.chunk import Chunk
from pincite.types.retrieval import Evidence, Ranking
from pincite.validate.policy import GATES, Gate, check_draft


@dataclass(frozen=True)
class Result:
    """One question with what came of it."""

    question: Question
    ranking: Ranking
    outcome: Answer | Refusal
    findings: int
    not_checked: int
    seconds: float

    @property
    def among(self) -> dict[int, bool]:
        """Whether a gold page or section is among the first 4 and the first 8 chunks."""
        gold = [is_gold_chunk(self.question, i.chunk) for i in self.ranking.items]
        return {k: any(gold[:k]) for k in (4, 8)}

    @property
    def cites_gold(self) -> bool:
        """Whether a citation of the answer points to a gold page or section."""
        return self.on_gold[0] > 0

    @property
    def on_gold(self) -> tuple[int, int]:
        """Citations on a gold page or section, and all; the list of gold places may not be complete."""
        citations = self.outcome.citations if isinstance(self.outcome, Answer) else ()
        return sum(_points_to_gold(self.question, c) for c in citations), len(citations)

    @property
    def quotes_gold(self) -> bool:
        """Whether a gold quote stands in the answer's quotes, or the other way round."""
        if not isinstance(self.outcome, Answer):
            return False
        said = [" ".join(c.quote.exact.split()) for c in self.outcome.citations]
        return holds_quote(self.question, " ".join(said)) or any(
            len(s) > 40 and s in q for s in said for q in gold_quotes(self.question)
        )


def _points_to_gold(question: Question, citation: Citation) -> bool:
    first, last = citation.page_index, citation.page_index_end
    pages = [] if first is None else range(first, (first if last is None else last) + 1)
    return is_gold(question, citation.document_id, pages, gold_sections(citation.section_id))


def main() -> None:
    """Reads the arguments, runs, prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds housing/")
    parser.add_argument("--preset", choices=["paper", "standard"])
    parser.add_argument("--gate", choices=["paper", "standard"])
    parser.add_argument(
        "--pairs", type=int, default=500, help="shuffled sentence-source pairs of each half; 0 for none"
    )
    parser.add_argument("--list", action="store_true", help="list the failures by kind")
    options = parser.parse_args()
    questions = read_questions(options.data / "housing" / "questions.jsonl")
    with Library.open(options.library) as library:
        results = [_result(library, q, options.preset, options.gate) for q in questions]
        passed = shuffled(library, options.pairs) if options.pairs else {}
    print(f"preset {results[0].outcome.preset}, gate {results[0].outcome.gate}, {len(results)} questions")
    report(results)
    if passed:
        print("gates: shuffled sentence-source pairs (a sentence held against a chunk of another document) that pass")
    for name, (count, total) in passed.items():
        _line(f"  gate {name}", count, total)
    if options.list:
        failures(results)


def shuffled(library: Library, pairs: int) -> dict[str, tuple[int, int]]:
    """Gate to the number of shuffled pairs that pass it, and of all."""
    by_document: dict[str, list[Chunk]] = {}
    for chunk in library.store.each_chunk():
        by_document.setdefault(chunk.document_id, []).append(chunk)
    drawn = shuffled_pairs(by_document, pairs, seed=20261130)
    embedder = library.embedder("en")
    return {
        name: (sum(_passes(sentence.text, chunk, gate, embedder) for sentence, chunk in drawn), len(drawn))
        for name, gate in GATES.items()
    }


def _passes(text: str, chunk: Chunk, gate: Gate, embedder: Embedder) -> bool:
    draft = Draft((DraftSentence(text, (1,)),), "shuffled")
    return all(s.passed for s in check_draft(draft, [Evidence(1, chunk, "", "", "")], gate, embedder))


def _result(library: Library, question: Question, preset: str | None, gate: str | None) -> Result:
    ranking = library.search(question.text, k=8, preset=preset)
    started = time.perf_counter()
    outcome = library.ask(question.text, preset=preset, gate=gate)
    seconds = time.perf_counter() - started
    # As a reader of the file would have it: through JSON and back.
    record = json.loads(json.dumps(to_record(outcome)))
    checked = verify(record, library)
    return Result(question, ranking, outcome, len(checked.findings), len(checked.not_checked), seconds)


def report(results: list[Result]) -> None:
    """Prints every figure; each line names what it counts."""
    answerable = [r for r in results if r.question.answerable]
    unanswerable = [r for r in results if not r.question.answerable]
    choosing = choosing_half({r.question.document_id for r in results})
    print("retrieval, answerable questions")
    for k in (8, 4):
        _line(f"  gold page or section among the {k}", sum(r.among[k] for r in answerable), len(answerable))
    top = [(r, i) for r in answerable for i in r.ranking.items[:4]]
    _line("  chunks of another document among the first 4", sum(_wrong(r, i) for r, i in top), len(top))
    print("answers")
    _line("  answerable, refused (wrongly)", sum(_refused(r) for r in answerable), len(answerable))
    _line("  unanswerable, refused (rightly)", sum(_refused(r) for r in unanswerable), len(unanswerable))
    for name, inside in (("choosing half", True), ("other half", False)):
        for rows, what in ((answerable, "answerable"), (unanswerable, "unanswerable")):
            part = [r for r in rows if (r.question.document_id in choosing) is inside]
            _line(f"    {name}: {what}, refused", sum(_refused(r) for r in part), len(part))
    answered = [r for r in answerable if not _refused(r)]
    _line("  answered, a citation on the gold page or section", sum(r.cites_gold for r in answered), len(answered))
    _line("  answered, a gold quote in the quotes", sum(r.quotes_gold for r in answered), len(answered))
    on_gold = [r.on_gold for r in answered]
    _line("  their citations on a gold page or section", sum(n for n, _ in on_gold), sum(n for _, n in on_gold))
    sentences = [len(r.outcome.sentences) for r in answered]
    print(f"  sentences an answer: mean {sum(sentences) / max(len(sentences), 1):.2f}")
    given = [r for r in results if isinstance(r.outcome, Answer)]
    print("citations")
    _line("  answer files that verify without a finding", sum(r.findings == 0 for r in given), len(given))
    print(f"  checks that verifying could not run again: {sum(r.not_checked for r in given)}")
    quotes = sum(len(r.outcome.citations) for r in given if isinstance(r.outcome, Answer))
    print(f"  quotes in them: {quotes}")
    seconds = sorted(r.seconds for r in results)
    print(f"ask, warm: median {1000 * seconds[len(seconds) // 2]:.0f} ms")


def _wrong(result: Result, item: object) -> bool:
    return item.chunk.document_id != result.question.document_id  # type: ignore[attr-defined]


def _refused(result: Result) -> bool:
    return isinstance(result.outcome, Refusal)


def _line(name: str, count: int, total: int) -> None:
    if not total:
        print(f"{name}: none")
        return
    low, high = wilson(count, total)
    print(f"{name}: {count} of {total} [{100 * low:.0f}-{100 * high:.0f} %]")


def failures(results: list[Result]) -> None:
    """Lists question ids by kind of failure."""
    kinds: dict[str, list[str]] = {}
    for r in results:
        for kind in _kinds(r):
            kinds.setdefault(kind, []).append(r.question.id)
    reasons = Counter(r.outcome.reason.value for r in results if isinstance(r.outcome, Refusal))
    print("refusals by reason:", ", ".join(f"{k} {n}" for k, n in reasons.most_common()))
    print("failures by kind")
    for kind, ids in sorted(kinds.items()):
        print(f"  {kind}: {len(ids)}: {' '.join(ids)}")


def _kinds(r: Result) -> list[str]:
    if not r.question.answerable:
        return [] if _refused(r) else ["unanswerable, answered"]
    found = [] if r.among[8] else ["gold not among the 8"]
    if r.among[8] and not r.among[4]:
        found.append("gold among the 8, not among the 4")
    if _refused(r):
        found.append("answerable, refused: evidence held the gold" if r.among[4] else "answerable, refused: no gold")
    elif not r.cites_gold:
        found.append("answered from another place than the gold")
    elif not r.quotes_gold:
        found.append("answered from the gold page, another sentence than the gold quote")
    return found


if __name__ == "__main__":
    main()
