"""Windows: runs of whole sentences of a size, those with most of the question's words first."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.retrieve.windows import MAX_HEADER_TOKENS, best_windows, short_header
from pincite.text import sentences, tokens
from pincite.types.chunk import Chunk

QUESTION = "When is the deposit returned, and does it bear interest?"
TEXT = (
    "The landlord keeps the roof tight. A deposit is returned within 21 days. The tenant pays rent on the first day. "
    "Deposits bear interest after six months. Pets need consent."
)
SIZES = [
    pytest.param(16, ["Deposits bear interest after six months.", "A deposit is returned within 21 days."], id="one"),
    pytest.param(
        24,
        [
            "The tenant pays rent on the first day. Deposits bear interest after six months.",
            "The landlord keeps the roof tight. A deposit is returned within 21 days.",
        ],
        id="two",
    ),
    pytest.param(100, [TEXT], id="whole-chunk"),
]


@pytest.mark.parametrize(("max_tokens", "runs"), SIZES)
def test_windows_are_the_runs_that_fit_with_most_of_the_words(
    make_chunk: Callable[..., Chunk], max_tokens: int, runs: list[str]
) -> None:
    windows = best_windows(QUESTION, make_chunk(TEXT), max_tokens)
    assert [window.span.cut(TEXT) for window in windows] == runs
    assert [window.passage for window in windows] == [f"Harbor Act (Merrow). Deposits\n{run}" for run in runs]


def test_overlap_is_the_share_of_the_questions_words(make_chunk: Callable[..., Chunk]) -> None:
    windows = best_windows(QUESTION, make_chunk(TEXT), 16)
    # asked: deposit, return, bear, interest; of these the runs hold deposit, bear, interest and deposit, return
    assert [w.overlap for w in windows] == [3 / 4, 2 / 4]


def test_no_sentence_no_window(make_chunk: Callable[..., Chunk]) -> None:
    assert best_windows(QUESTION, make_chunk("  \n "), 40) == []


def test_question_without_words_takes_the_first_window(make_chunk: Callable[..., Chunk]) -> None:
    (window, *_) = best_windows("what is it?", make_chunk(TEXT), 16)
    assert window.span.start == 0
    assert window.overlap == 0.0


@given(
    parts=st.lists(st.sampled_from([*(TEXT.replace(". ", ".|").split("|")), "word " * 60 + "end."]), max_size=8),
    max_tokens=st.integers(16, 128),
    limit=st.integers(1, 3),
)
def test_windows_are_whole_sentences_of_the_size_and_do_not_overlap(
    parts: list[str], max_tokens: int, limit: int
) -> None:
    text = " ".join(parts)
    chunk = _chunk(text)
    spans = sentences.spans(text)
    windows = best_windows(QUESTION, chunk, max_tokens, limit)
    assert len(windows) <= limit
    for window in windows:
        inside = [s for s in spans if s.overlaps(window.span)]
        assert (inside[0].start, inside[-1].end) == window.span
        assert tokens.count(window.passage) <= max_tokens + 2 or len(inside) == 1
    for one in windows:
        assert [other for other in windows if one.span.overlaps(other.span)] == [one]


def _chunk(text: str) -> Chunk:
    return Chunk("act#a", "act", 0, text, (), 1, "Harbor Act\nDeposits", "Harbor Act")


HEADERS = [
    pytest.param("", "", id="none"),
    pytest.param("Harbor Act", "Harbor Act", id="title-alone"),
    pytest.param("Harbor Act (Merrow)\nPart 1 > Deposits", "Harbor Act (Merrow). Deposits", id="innermost-heading"),
]


@pytest.mark.parametrize(("header", "short"), HEADERS)
def test_short_header(make_chunk: Callable[..., Chunk], header: str, short: str) -> None:
    assert short_header(make_chunk("x", header=header)) == short


def test_long_header_loses_its_middle(make_chunk: Callable[..., Chunk]) -> None:
    short = short_header(make_chunk("x", header="Harbor " + "very long title " * 30 + "\nDeposits"))
    assert tokens.count(short) <= MAX_HEADER_TOKENS
    assert short.startswith("Harbor")
    assert short.endswith("Deposits")
