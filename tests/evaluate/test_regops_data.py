"""Benchmarks made from real law: enough questions of every level and type, complete and well-formed."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from pincite.evaluate.regops.corpus import BenchCorpus, read_corpus
from pincite.evaluate.regops.questions.build import Built, build
from pincite.evaluate.regops.types import LEVELS

ROOT = Path(__file__).resolve().parents[2]
SIZE = 250
LEAST = 250
LEAST_OF_LEVEL = 40


@pytest.fixture(scope="module")
def korean(data_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[BenchCorpus, Built]:
    source = data_dir / "regops_ko" / "documents"
    if not source.is_dir():
        pytest.skip(f"no {source}")
    folder = tmp_path_factory.mktemp("regops_ko")
    for file in sorted(source.glob("*.md")):
        shutil.copy(file, folder)
    shutil.copy(ROOT / "benchmarks" / "regops_ko.toml", folder / "corpus.toml")
    corpus = read_corpus(folder)
    return corpus, build(corpus, SIZE, 1)


@pytest.mark.slow
def test_levels_and_types_of_the_korean_set(korean: tuple[BenchCorpus, Built]) -> None:
    _, built = korean
    asked = [q for q in built.questions if q.answerable]
    assert len(asked) >= LEAST
    levels = Counter(q.difficulty.level for q in asked if q.difficulty)
    assert min(levels[level] for level in LEVELS) >= LEAST_OF_LEVEL
    cells = Counter((q.type, q.difficulty.level) for q in asked if q.difficulty)
    full = [kind for kind in {q.type for q in asked} if all(cells[kind, level] for level in LEVELS)]
    assert len(full) >= 7


@pytest.mark.slow
def test_korean_questions_end_as_questions_and_quote_their_gold(korean: tuple[BenchCorpus, Built]) -> None:
    corpus, built = korean
    for question in built.questions:
        assert question.text.endswith("?")
        assert not re.search(r"제\s?\d+\s?(?:조|항|호)|[「」()<>※]|  ", question.text), question.text
        for claim in question.claims:
            assert claim.quote in corpus.texts[claim.provision.partition("/")[0]]
            assert any(claim.provision == g or claim.provision.startswith(f"{g}/") for g in question.gold)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "pattern", "least"), [("hipaa", "hipaa_part*.md", 100), ("housing/documents", "*.md", 100)]
)
def test_english_law_gives_questions(data_dir: Path, tmp_path: Path, folder: str, pattern: str, least: int) -> None:
    if not (data_dir / folder).is_dir():
        pytest.skip(f"no {data_dir / folder}")
    for file in sorted((data_dir / folder).glob(pattern)):
        shutil.copy(file, tmp_path)
    built = build(read_corpus(tmp_path), 100, 1)
    asked = [q for q in built.questions if q.answerable]
    assert len(asked) >= least
    assert all(q.text.endswith("?") and "§" not in q.text for q in built.questions)
