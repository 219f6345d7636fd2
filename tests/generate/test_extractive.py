"""Answers out of the evidence's own sentences: few, whole, qualified, and never an opening without an item."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.generate.candidates import opens_list
from pincite.generate.extractive import MAX_SENTENCES, MAX_WITH_ITEMS, MAX_WORDS, ExtractiveGenerator
from pincite.generate.judge import SentenceJudge
from pincite.retrieve.rerank import Reranker
from pincite.testing import OverlapReranker
from pincite.types.answer import CheckedSentence, Draft, Support
from pincite.types.retrieval import Evidence

MakeEvidence = Callable[..., Evidence]
RETURN = "When must the landlord return the deposit?"


def write(
    question: str,
    *evidence: Evidence,
    scorer: Reranker | None = None,
    feedback: Sequence[CheckedSentence] = (),
    limit: int = MAX_SENTENCES,
    most: int = MAX_WITH_ITEMS,
) -> Draft:
    judge = SentenceJudge(lambda language: scorer, lambda language, words: dict.fromkeys(words, 1.0))
    return ExtractiveGenerator(judge, limit, max(limit, most))(question, "en", evidence, feedback)


def said(draft: Draft) -> list[str]:
    return [sentence.text for sentence in draft.sentences]


ANSWERS = {
    "best-sentence": (RETURN, ["Pets need consent. The landlord must return the deposit within 21 days."], [(0, 1)]),
    "qualifier-behind": (
        RETURN,
        ["The landlord must return the deposit in 21 days. However, with a list of damages, the time is 30 days."],
        [(0, 0), (0, 1)],
    ),
    "limit-of-the-whole-section": (
        RETURN,
        ["The landlord must return the deposit in 21 days. Keys stay there. This section does not apply to hotels."],
        [(0, 0), (0, 2)],
    ),
    "opening-and-items": (
        "What must the landlord do with the deposit?",
        ["The landlord shall:\n(a) return the deposit to the tenant;\n(b) keep records of it.\nPets need consent."],
        [(0, 0), (0, 1), (0, 2)],
    ),
    "sentence-that-leans-on-the-one-before": (
        "May the landlord spend the money?",
        ["The deposit belongs to the tenant. This means that the landlord must not spend the money."],
        [(0, 0), (0, 1)],
    ),
    "sister-rules-that-differ-in-a-figure": (
        "How many times the rent may the deposit be?",
        ["The deposit may be two times the monthly rent.", "The deposit may be three times the monthly rent."],
        [(0, 0), (1, 0)],
    ),
    "same-words-and-figures-once": (
        "How many times the rent may the deposit be?",
        [
            "The deposit may be two times the monthly rent.",
            "The deposit may be three times the monthly rent.",
            "The deposit may be three times the monthly rent.",
        ],
        [(0, 0), (1, 0)],
    ),
    "second-part-is-read-on": (
        "When is the rent due, and what is the fee?",
        ["The rent is due on the first day of the month. Late payment costs $20."],
        [(0, 0), (0, 1)],
    ),
    "rule-before-its-example": (
        "How many days are there to return the deposit?",
        ["For example, to return the deposit takes 9 days.", "To return the deposit there are 21 days."],
        [(1, 0)],
    ),
}


@pytest.mark.parametrize(
    ("question", "texts", "places"), [pytest.param(*row, id=name) for name, row in ANSWERS.items()]
)
def test_what_is_said(
    make_evidence: MakeEvidence, question: str, texts: list[str], places: list[tuple[int, int]]
) -> None:
    from pincite.text import sentences

    draft = write(question, *(make_evidence(text, n) for n, text in enumerate(texts, 1)))
    spans = [(n, sentences.spans(texts[n])[place]) for n, place in places]
    assert [(s.citations, s.quoted) for s in draft.sentences] == [((n + 1,), span) for n, span in spans]
    assert said(draft) == [" ".join(span.cut(texts[n]).split()) for n, span in spans]
    assert not draft.refused


def listed(letters: str, words: int = 1) -> str:
    items = "".join(f"\n({letter}) keep the {' '.join([letter * 12] * words)} of the deposit;" for letter in letters)
    return f"The landlord shall:{items}"


def test_at_most_four_sentences(make_evidence: MakeEvidence) -> None:
    text = " ".join(f"A deposit of {letter * 4} {letter * 5} {letter * 6} must be returned." for letter in "abcdefg")
    assert (
        len(write("What must the landlord do with the deposit?", make_evidence(text)).sentences) == MAX_SENTENCES == 4
    )


def test_a_list_that_fits_is_given_whole(make_evidence: MakeEvidence) -> None:
    draft = write("What must the landlord do with the deposit?", make_evidence(listed("abcdefg")))
    assert [text[:3] for text in said(draft)] == ["The", "(a)", "(b)", "(c)", "(d)", "(e)", "(f)", "(g)"]


@pytest.mark.parametrize(
    "text", [pytest.param(listed("abcdefgh"), id="many-items"), pytest.param(listed("abcdef", 25), id="long-items")]
)
def test_of_a_list_too_long_the_best_items_are_given(make_evidence: MakeEvidence, text: str) -> None:
    draft = write("What must the landlord do with the deposit?", make_evidence(text))
    assert said(draft)[0] == "The landlord shall:"
    assert 2 <= len(draft.sentences) <= MAX_SENTENCES
    assert sum(len(text.split()) for text in said(draft)) <= MAX_WORDS


@pytest.mark.parametrize(("words", "expected"), [pytest.param(42, 2, id="fit"), pytest.param(70, 1, id="too-long")])
def test_sentences_that_make_the_answer_too_long_are_left_out(
    make_evidence: MakeEvidence, words: int, expected: int
) -> None:
    rests = [" ".join(f"{letter}{a}{b}" for a in "abcdefg" for b in "abcdefghij"[: words // 7]) for letter in "pq"]
    text = " ".join(f"The landlord must return the deposit in {rest}." for rest in rests)
    draft = write(RETURN, make_evidence(text))
    assert len(draft.sentences) == expected
    assert sum(len(text.split()) for text in said(draft)) <= MAX_WORDS


def test_one_sentence_is_never_cut(make_evidence: MakeEvidence) -> None:
    text = "The landlord must return the deposit within 21 days " + "and the key " * 60 + "unless it is lost."
    assert said(write(RETURN, make_evidence(text))) == [text]


OPENINGS = [
    pytest.param("What shall the landlord do?", "The landlord shall:\n(a) pay;\n(b) go.", [], id="items-too-short"),
    pytest.param(
        "What shall the landlord do?",
        "The landlord shall:\n(a) pay;\n(b) go.\nThe landlord is a person.",
        ["The landlord is a person."],
        id="next-best",
    ),
    pytest.param(
        "When is rent due, and what is the fee?",
        "Rent is due on the first day. Late payment costs a fee of $20. Pets need consent. The landlord shall:\n"
        "(a) keep the roof tight and clean;\n(b) keep the pipes clean.",
        ["Rent is due on the first day.", "Late payment costs a fee of $20.", "Pets need consent."],
        id="no-room-for-an-item",
    ),
]


@pytest.mark.parametrize(("question", "text", "expected"), OPENINGS)
def test_no_opening_without_an_item(make_evidence: MakeEvidence, question: str, text: str, expected: list[str]) -> None:
    draft = write(question, make_evidence(text))
    assert said(draft) == expected
    assert draft.refused is not bool(expected)


@pytest.mark.usefixtures("korean_bigrams")
def test_korean_items_come_with_their_opening(make_evidence: MakeEvidence) -> None:
    text = "① 임대인은 다음 각 호의 의무를 진다.\n1. 보증금의 반환\n2. 수선의 의무\n② 임차인은 차임을 지급하여야 한다."
    draft = write("임대인의 보증금 의무는 무엇인가요?", make_evidence(text, language="ko"))
    assert said(draft)[:2] == ["① 임대인은 다음 각 호의 의무를 진다.", "1. 보증금의 반환"]


def test_asked_again_it_says_the_same(make_evidence: MakeEvidence) -> None:
    failed = CheckedSentence("No.", (1,), Support.NONE, ())
    evidence = make_evidence("The landlord must return the deposit in 21 days.")
    assert write(RETURN, evidence, feedback=[failed]) == write(RETURN, evidence)


def test_evidence_without_a_sentence_is_declined(make_evidence: MakeEvidence) -> None:
    assert write(RETURN, make_evidence("Is it so?")).refused


def test_with_a_model_unread_sentences_are_not_said(make_evidence: MakeEvidence) -> None:
    text = " ".join(f"The landlord must return the deposit within {n} days." for n in range(1, 20))
    read = write(RETURN, make_evidence(text), scorer=OverlapReranker())
    assert 0 < len(read.sentences) <= MAX_SENTENCES


PIECES = [
    "The landlord shall:\n",
    "(a) return the deposit;\n",
    "(b) give a list that says:\n",
    "(1) damages of the walls;\n",
    "However, the deposit may be kept.\n",
    "This means the deposit is due in 21 days.\n",
    "The deposit is due in 9 days.\n",
    "Is it?\n",
]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(st.lists(st.sampled_from(PIECES), max_size=8).map("".join), min_size=1, max_size=3),
    limit=st.integers(1, 5),
    question=st.sampled_from([RETURN, "What must the landlord do, and when is the deposit due?"]),
)
def test_any_draft_is_short_verbatim_without_repeats_or_lone_openings(
    make_evidence: MakeEvidence, texts: list[str], limit: int, question: str
) -> None:
    draft = write(question, *(make_evidence(text, n) for n, text in enumerate(texts, 1)), limit=limit, most=0)
    assert len(draft.sentences) <= limit
    assert draft.refused is not bool(draft.sentences)
    assert len({(s.citations, s.quoted) for s in draft.sentences}) == len(draft.sentences)
    for sentence in draft.sentences:
        (number,) = sentence.citations
        assert sentence.quoted is not None
        assert sentence.text == " ".join(sentence.quoted.cut(texts[number - 1]).split())
    assert not (draft.sentences and opens_list(draft.sentences[-1].text))


TABLE = """Fees

Berth | Deposit | Notice
North quay | $500 | 14 days
South quay | $900 | 30 days

Fees are due monthly."""


def test_a_row_of_a_table_comes_with_its_head_and_without_the_other_rows(make_evidence: MakeEvidence) -> None:
    draft = write("What is the deposit for a berth at the south quay?", make_evidence(TABLE), scorer=OverlapReranker())
    assert said(draft)[:2] == ["Berth | Deposit | Notice", "South quay | $900 | 30 days"]
    assert "North quay | $500 | 14 days" not in said(draft)


def test_a_lone_line_of_cells_is_no_answer(make_evidence: MakeEvidence) -> None:
    draft = write("What is the deposit?", make_evidence("Deposit | Contact | Search\n\nThe deposit is $500 a month."))
    assert said(draft) == ["The deposit is $500 a month."]
