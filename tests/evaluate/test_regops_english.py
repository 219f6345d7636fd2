"""English sentences of law as questions, on a fictional chapter."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.evaluate.regops.build import build
from pincite.evaluate.regops.corpus import BenchCorpus, read_corpus
from pincite.evaluate.regops.english.facts import acts, rule_of
from pincite.evaluate.regops.english.figures import timed
from pincite.evaluate.regops.english.plain import plain
from pincite.evaluate.regops.english.read import opening

CHAPTER = """---
level: statute
---

# Lighthouse Code, Chapter 12

## § 12-101. Definitions.

(a) “Foghorn” means a device that warns ships by sound.

## § 12-102. Keeper's duties.

(a) A lighthouse keeper shall inspect the lantern within 10 days after a storm.

(b) A lighthouse keeper may extinguish the lantern if the harbor commission orders a blackout drill.

(c) A lighthouse keeper shall not sell whale oil unless the harbor commission consents in public session.

## § 12-103. Notice to mariners.

(a) The harbor commission shall send each mariner a written notice by certified mail before the channel is dredged.

(b) The notice to mariners required by subsection (a) of this section must include:

(1) the date of the dredging; and

(2) the depth of the channel.

(c) A harbor pilot shall repaint the beacon under § 12-102(a) of this chapter.
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> BenchCorpus:
    folder = tmp_path_factory.mktemp("harbor")
    (folder / "code.md").write_text(CHAPTER, "utf-8")
    return read_corpus(folder)


PLAIN = [
    ("(a) A keeper shall act as required by subsection (b) of this section.", "A keeper shall act"),
    ("A keeper shall act under § 12-3(a)(1) within thirty (30) days.", "A keeper shall act within thirty days"),
    ("Notice. A keeper must act.", "A keeper must act"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "expected"), PLAIN)
def test_citations_labels_and_headings_are_taken_out(sentence: str, expected: str) -> None:
    assert plain(sentence) == expected


def test_a_sentence_comes_apart() -> None:
    rule = rule_of("If a storm comes, the keeper must light the lantern", "")
    assert rule is not None
    assert (rule.lead, rule.subject, rule.modal, rule.said) == (
        "If a storm comes", "the keeper", "must", "light the lantern"
    )  # fmt: skip
    assert rule_of("The keeper who may sail must light the lantern", "") is None
    assert rule_of("Lanterns are lit at dusk", "") is None


TIMED = [
    ("act within 10 days after a storm", "within how many days after a storm must the keeper act?"),
    ("keep the log for six years", "for how many years must the keeper keep the log?"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "expected"), TIMED)
def test_the_one_figure_is_asked_out(said: str, expected: str) -> None:
    (turned,) = timed("", "the keeper", "must", said, False)
    assert " ".join(turned.finals[0].split()) == expected


def test_two_figures_are_not_asked() -> None:
    assert list(timed("", "the keeper", "must", "act within 10 days and again within 20 days", False)) == []


def test_who_acts_is_told_by_the_head_noun() -> None:
    assert acts("a party seeking a subpoena")
    assert acts("the harbor commission")
    assert not acts("each room used by one occupant")


def test_places_open_questions() -> None:
    assert opening("Florida") == "In Florida"
    assert opening("District of Columbia") == "In the District of Columbia"


def test_a_chapter_gives_questions_with_their_provisions(corpus: BenchCorpus) -> None:
    built = build(corpus, 50, 1)
    asked = {q.text: q.gold for q in built.questions if q.answerable}
    assert asked.get("Within how many days after a storm must a lighthouse keeper inspect the lantern?") == (
        "code/s12-102/pa",
    )
    assert any("whale oil" in text and gold == ("code/s12-102/pc",) for text, gold in asked.items())
    assert not any("section" in text or "§" in text for text in asked)


def test_the_same_seed_gives_the_same_questions(corpus: BenchCorpus, tmp_path: Path) -> None:
    assert [q.text for q in build(corpus, 8, 4).questions] == [q.text for q in build(corpus, 8, 4).questions]
