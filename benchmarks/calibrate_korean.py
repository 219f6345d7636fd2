"""Sets the Korean parameters of refusal on one act and reports what they do on three other texts.

    python benchmarks/calibrate_korean.py --data DIR [--scorer embedder|words] [--out FILE] [--work DIR]

The 48 questions in `korean_questions.jsonl` are ours: 24 that an article of one of four texts of `regops_ko` answers,
chosen by the article's heading and not read by a lawyer, and 24 that none of them answers (15 on other subjects, 9
near theirs). Choosing part: the questions on the Innovation Act and every second unanswerable one. The rule, its
features and the way it is fitted are those of `pincite eval calibrate`; the questions have no gold to take out.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from pincite.errors import ModelError
from pincite.evaluate.benchmark import Benchmark, HitRule, Label, Question, SourceDocument
from pincite.evaluate.calibrate.cases import cases
from pincite.evaluate.calibrate.file import calibration_text, write_parameters
from pincite.evaluate.calibrate.fit import CalibrationCase
from pincite.evaluate.calibrate.refusal import calibration
from pincite.evaluate.run.library import NO_EMBEDDER, opened
from pincite.settings import Settings

TEXTS = ("innovation_act", "performance_act", "research_note_guideline", "security_measures")
CHOOSING = "innovation_act"
MOST_REFUSED = 0.1
"""Of twelve questions one may be refused wrongly; with a smaller share the threshold would follow the lowest one."""


def main() -> None:
    """Reads the arguments, runs, prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds regops_ko/")
    parser.add_argument("--scorer", choices=["embedder", "words"], default="embedder")
    parser.add_argument("--out", type=Path, help="file of parameters to write the row into")
    parser.add_argument("--work", type=Path, help="folder for the library and kept scores; a temporary one by default")
    options = parser.parse_args()
    whole = benchmark(options.data / "regops_ko" / "documents")
    with tempfile.TemporaryDirectory() as folder:
        found = asked(whole, options.work or Path(folder), NO_EMBEDDER if options.scorer == "words" else "")
    other = frozenset(q.id for place, q in enumerate(whole.questions) if not in_choosing_part(q, place))
    chosen = [case for case in found if case.question_id not in other]
    fitted = calibration([whole], chosen, [], {"scorer": options.scorer}, MOST_REFUSED).parameters
    halves = calibration([whole], found, [{whole.name: other}], {"scorer": options.scorer}, MOST_REFUSED)
    print(calibration_text(halves))
    print("\nof the choosing part alone:", json.dumps(fitted.as_json()["rows"], ensure_ascii=False))
    if options.out:
        print("written, version", write_parameters(fitted, options.out).version)


def benchmark(documents: Path) -> Benchmark:
    """The questions and their texts in the form of a benchmark."""
    lines = Path(__file__).with_name("korean_questions.jsonl").read_text("utf-8").splitlines()
    return Benchmark(
        name="korean",
        version="1",
        documents=tuple(SourceDocument(name, documents / f"{name}.md") for name in TEXTS),
        questions=tuple(question(json.loads(line)) for line in lines),
        hit=HitRule.PLACE,
    )


def question(row: dict[str, str | bool | None]) -> Question:
    """A line of the file as a question."""
    label = Label.ANSWERABLE if row["answerable"] else Label.UNANSWERABLE
    return Question(str(row["id"]), str(row["question"]), label, document_id=str(row["document_id"] or ""))


def in_choosing_part(asked_about: Question, place: int) -> bool:
    """Whether a question is one to choose by."""
    return asked_about.document_id == CHOOSING if asked_about.document_id else bool(place % 2)


def asked(whole: Benchmark, work: Path, embedder: str) -> list[CalibrationCase]:
    """The questions with their evidence, by words alone where the embedder is `none`.

    Raises:
        ModelError: the Korean embedder is not installed.
    """
    with opened(whole, Settings(), work, embedder=embedder, on_event=lambda event: None) as held:
        if embedder != NO_EMBEDDER and not held.library.store.meta().embedders:
            raise ModelError("The Korean embedder is not installed.", hint="Measure with --scorer words.")
        return list(cases(whole, held.library, "paper"))


if __name__ == "__main__":
    main()
