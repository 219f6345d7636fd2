"""What a JSON schema made for the rules at hand is worth with a small model: claims with and without it.

    python benchmarks/claims_by_rule.py --data DIR --work DIR --model llama:FILE [--questions 60]

Asks questions of `hipaa-peer`, five rules a prompt of at most 1,000 tokens, once bound by the schema and once asked for
the same JSON in the prompt alone. Counts what the model answered first, before anything is repaired: rules that
it named and that were not shown, other breaches of the form; and of what could be read, citations against the one gold
rule, before the gate and after it. Rows are written as they come, and an interrupted run goes on.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from pincite.answer.methods import sentence_judge
from pincite.answer.refwalk import walking
from pincite.evaluate.benchmark import Benchmark, Question
from pincite.evaluate.benchmarks import load
from pincite.evaluate.run.materialise import materialise
from pincite.evaluate.subset import subset
from pincite.generate.claims import Bound, ClaimsGenerator
from pincite.library import Library
from pincite.settings import ModelSettings, Settings
from pincite.types.retrieval import RetrievalFilter
from pincite.validate.policy import GATES, check_draft

RULES = 5
PROMPT_TOKENS, ANSWER_TOKENS = 1000, 700
BOUNDS: tuple[Bound, ...] = ("schema", "prompt")


def main() -> None:
    """Reads the arguments, asks, prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True, help="folder for the library and the rows")
    parser.add_argument("--model", required=True)
    parser.add_argument("--questions", type=int, default=60)
    options = parser.parse_args()
    benchmark = subset(load("hipaa-peer", options.data), options.questions, 0)
    settings = Settings(
        model=ModelSettings(context_tokens=PROMPT_TOKENS + ANSWER_TOKENS, max_tokens=ANSWER_TOKENS, source_tokens=110)
    )
    file = options.work / "claims.jsonl"
    with materialise(load("hipaa-peer", options.data), options.work / "library", settings) as library:
        rows = asked(library, benchmark, options.model, file)
    for bound in BOUNDS:
        report(bound, [row for row in rows if row["bound"] == bound])


def asked(library: Library, benchmark: Benchmark, model: str, file: Path) -> list[dict[str, Any]]:
    """The rows of all questions, those of an earlier run first."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []
    done = {(row["id"], row["bound"]) for row in rows}
    with file.open("a", encoding="utf-8") as out:
        for question in benchmark.questions:
            for bound in BOUNDS:
                if (question.id, bound) not in done:
                    rows.append(row_of(library, question, model, bound))
                    out.write(json.dumps(rows[-1], ensure_ascii=False) + "\n")
                    out.flush()
    return rows


def row_of(library: Library, question: Question, model: str, bound: Bound) -> dict[str, Any]:
    """What came of one question."""
    judge = sentence_judge(library, "standard")
    writer = ClaimsGenerator(
        library.language_model(model), library.settings.model, lambda item: (), judge, bound=bound, unbound={}
    )
    with library.store.reading():
        ranking = walking(library, "extractive")(question.text, RetrievalFilter(), RULES)
        evidence = library_evidence(library, ranking.items[:RULES])
        draft = writer(question.text, "en", evidence, None, ranking.anchor)
        checked = check_draft(draft, evidence, GATES["standard"], library.embedder("en"))
    documents = {item.number: item.chunk.document_id for item in evidence}
    cited = {documents[n] for s in draft.sentences for n in s.citations if n in documents}
    passed = {documents[n] for s in checked if s.passed for n in s.citations if n in documents}
    calls = draft.writing.calls if draft.writing else ()
    return {
        "id": question.id,
        "bound": bound,
        "gold": sorted({gold.document_id for gold in question.required}),
        "shown": sorted(set(documents.values())),
        "cited": sorted(cited),
        "passed": sorted(passed),
        "first": list(calls[0].outcomes) if calls else [],
        "calls": len(calls),
        "prompt_tokens": calls[0].prompt_tokens if calls else None,
        "fault": draft.fault.value if draft.fault else None,
        "refused": draft.refused,
    }


def library_evidence(library: Library, items: Any) -> Any:
    """The items as a pipeline gives them to its writer."""
    from pincite.answer.methods import pipeline

    made = pipeline(library, method="citeguard", model="extractive", preset="standard", gate="standard")
    return made.evidence_of(items, RULES)


def report(bound: str, rows: list[dict[str, Any]]) -> None:
    """Prints the counts of one form."""
    longest = max((row["prompt_tokens"] or 0 for row in rows), default=0)
    print(f"{bound}: {len(rows)} questions, prompts of at most {longest} tokens")
    named = [name for row in rows for name in row["first"]]
    for name in ("unknown_rule", "no_json", "repeated_key", "other_form"):
        print(f"  {name} in first answers: {named.count(name)}, in {sum(name in r['first'] for r in rows)} of them")
    print(f"  asked twice: {sum(r['calls'] > 1 for r in rows)}; no draft: {sum(r['fault'] is not None for r in rows)}")
    print(f"  without a claim: {sum(r['refused'] for r in rows)}; gold shown: {sum(_hit(r, 'shown') for r in rows)}")
    for field, what in (("cited", "before the gate"), ("passed", "after the gate")):
        given = sum(len(r[field]) for r in rows)
        right = sum(len(set(r[field]) & set(r["gold"])) for r in rows)
        found = sum(_hit(r, field) for r in rows)
        print(f"  {what}: {right} of {given} citations are gold; gold cited for {found} of {len(rows)}")


def _hit(row: dict[str, Any], field: str) -> bool:
    return not set(row[field]).isdisjoint(row["gold"])


if __name__ == "__main__":
    main()
