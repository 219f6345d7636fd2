"""Figures of sentences: shares of the question's words, the kind asked for, and a model's score where one is."""

from collections.abc import Callable, Sequence

import pytest

from pincite.generate.judge import DEFAULT_READ, EmbedderScorer, Judged, SentenceJudge
from pincite.generate.weights import row_name
from pincite.testing import HashEmbedder, OverlapReranker
from pincite.types.retrieval import Evidence

MakeEvidence = Callable[..., Evidence]
QUESTION = "How many days until the deposit is returned?"  # index words: how, mani, day, until, deposit, return
WEIGHTS = {"deposit": 3.0, "return": 2.0, "day": 1.0}


def weigh(language: str, words: Sequence[str]) -> dict[str, float]:
    return {word: WEIGHTS[word] for word in words if word in WEIGHTS}


class Scorer(OverlapReranker):
    """Keeps what it read; it may carry the name of a calibrated model."""

    def __init__(self, name: str = "double") -> None:
        self.name = name
        self.read: list[str] = []

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        self.read += passages
        return super().scores(question, passages)


def judge(question: str, *evidence: Evidence, scorer: Scorer | None = None) -> tuple[Judged, ...]:
    return SentenceJudge(lambda language: scorer, weigh)(question, evidence)


def test_shares_are_sums_of_weights(make_evidence: MakeEvidence) -> None:
    text = "The deposit is held. It is returned in 21 days. The roof is tight and clean."
    first, second, third = judge(QUESTION, make_evidence(text))
    assert [j.own for j in (first, second, third)] == pytest.approx([3 / 6, (2 + 1) / 6, 0.0])
    # with the sentences on both sides
    assert [j.around for j in (first, second, third)] == pytest.approx([6 / 6, 6 / 6, (2 + 1) / 6])


def test_words_that_any_question_asks_by_do_not_count(make_evidence: MakeEvidence) -> None:
    def alike(language: str, words: Sequence[str]) -> dict[str, float]:
        return dict.fromkeys(words, 1.0)

    judging = SentenceJudge(lambda language: None, alike)
    evidence = [make_evidence("The landlord must tell many things about the roof.")]
    (only,) = judging("Must the landlord tell me many things about the deposit?", evidence)
    assert only.own == pytest.approx(1 / 2)  # of landlord and deposit
    (only,) = judging("Tell me about many things?", evidence)
    assert only.own == 1.0  # nothing else is there to go by


def test_heading_and_opening_count_around(make_evidence: MakeEvidence) -> None:
    text = "The landlord must return:\n(a) the furniture of the dwelling;\n(b) the keys of the dwelling."
    *_, last = judge(QUESTION, make_evidence(text, path=("Part 1", "Deposits")))
    assert (last.own, last.around) == pytest.approx((0.0, (3 + 2) / 6))


def test_sentence_fits_when_it_holds_what_is_asked_for(make_evidence: MakeEvidence) -> None:
    judged = judge(QUESTION, make_evidence("The deposit is returned within 21 days. The deposit is returned in full."))
    assert [j.fits for j in judged] == [True, False]


def test_every_sentence_fits_a_question_without_a_kind(make_evidence: MakeEvidence) -> None:
    judged = judge("May the landlord keep the deposit?", make_evidence("The deposit is held. The roof is tight."))
    assert [j.fits for j in judged] == [True, True]


def test_without_a_model_there_is_no_score(make_evidence: MakeEvidence) -> None:
    assert [j.score for j in judge(QUESTION, make_evidence("The deposit is returned within 21 days."))] == [None]


def test_model_reads_the_most_promising_with_heading_and_opening(make_evidence: MakeEvidence) -> None:
    fillers = " ".join("The roof of the house is kept tight and clean." for _ in range(DEFAULT_READ + 3))
    text = f"{fillers} The landlord shall:\n(a) return the deposit within 21 days;\n(b) keep the roof tight."
    scorer = Scorer()
    judged = judge(QUESTION, make_evidence(text, path=("Deposits",)), scorer=scorer)
    assert len(scorer.read) == DEFAULT_READ == sum(j.score is not None for j in judged)
    assert scorer.read[0] == "Deposits\nThe landlord shall: (a) return the deposit within 21 days;"


def test_long_opening_is_cut_from_the_left(make_evidence: MakeEvidence) -> None:
    scorer = Scorer()
    text = f"The landlord who {'never ' * 90}sleeps shall:\n(a) return the deposit within 21 days."
    judge(QUESTION, make_evidence(text), scorer=scorer)
    passage = next(p for p in scorer.read if p.endswith("21 days."))
    assert passage.count("never") < 90
    assert "sleeps shall: (a) return" in passage


def test_question_is_read_without_its_place(make_evidence: MakeEvidence) -> None:
    asked: list[str] = []

    class Listening(Scorer):
        def scores(self, question: str, passages: Sequence[str]) -> list[float]:
            asked.append(question)
            return super().scores(question, passages)

    judge(
        "How many days until the deposit is returned in Ohio?",
        make_evidence("The deposit is held."),
        scorer=Listening(),
    )
    assert asked == [QUESTION]


def test_same_question_is_judged_once(make_evidence: MakeEvidence) -> None:
    scorer = Scorer()
    judging = SentenceJudge(lambda language: scorer, weigh)
    evidence = [make_evidence("The deposit is returned within 21 days.")]
    assert judging(QUESTION, evidence) is judging(QUESTION, evidence)
    assert len(scorer.read) == 1
    judging(QUESTION, [make_evidence("The deposit is returned within 21 days.", 2)])
    assert len(scorer.read) == 2


def test_evidence_without_a_sentence_is_not_judged(make_evidence: MakeEvidence) -> None:
    assert judge(QUESTION, make_evidence("Is it so?")) == ()


ROWS = [
    pytest.param("ms-marco-MiniLM-L-12-v2-int8", "en", "ms-marco-MiniLM-L-12-v2-int8", id="its-own"),
    pytest.param("somebody-else's", "en", "words-en", id="unknown-model"),
    pytest.param(None, "en", "words-en", id="english-words"),
    pytest.param(None, "ko", "words-ko", id="korean-words"),
]


@pytest.mark.parametrize(("scorer", "language", "row"), ROWS)
def test_row_of_weights(scorer: str | None, language: str, row: str, make_evidence: MakeEvidence) -> None:
    assert row_name(scorer, language) == row
    judging = SentenceJudge(lambda _: Scorer(scorer) if scorer else None, weigh)
    assert judging.row([make_evidence("x", language=language)]) == row


def test_second_model_reads_what_the_first_one_read_and_fits(make_evidence: MakeEvidence) -> None:
    second = Scorer("second")
    judging = SentenceJudge(lambda language: Scorer(), weigh, beside=lambda language: second)
    text = "The deposit is returned within 21 days. The deposit is returned in full. It is returned in 30 days."
    first, other, third = judging(QUESTION, [make_evidence(text, path=("Deposits",))])
    assert second.read == ["The deposit is returned within 21 days.", "It is returned in 30 days."]
    assert [j.cosine is None for j in (first, other, third)] == [False, True, False]
    assert other.score is not None


def test_second_model_reads_a_repeat_once(make_evidence: MakeEvidence) -> None:
    second = Scorer("second")
    judging = SentenceJudge(lambda language: Scorer(), weigh, beside=lambda language: second)
    twice = [make_evidence("The deposit is returned within 21 days.", n) for n in (1, 2)]
    first, other = judging(QUESTION, twice)
    assert len(second.read) == 1
    assert first.cosine == other.cosine


def test_without_a_first_model_the_second_is_not_asked(make_evidence: MakeEvidence) -> None:
    second = Scorer("second")
    judging = SentenceJudge(lambda language: None, weigh, beside=lambda language: second)
    (only,) = judging(QUESTION, [make_evidence("The deposit is returned within 21 days.")])
    assert (only.score, only.cosine, second.read) == (None, None, [])


def test_embedder_scores_pairs_by_cosine() -> None:
    scorer = EmbedderScorer(HashEmbedder())
    same, other = scorer.scores("deposit", ["deposit", "roof"])
    assert same == pytest.approx(1.0)
    assert other < 0.5
    assert scorer.scores("deposit", []) == []
