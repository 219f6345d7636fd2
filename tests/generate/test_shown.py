"""What a prompt holds of each source: all, or a window around its best sentence, the lowest-ranked shortened first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.generate.candidates import Candidate
from pincite.generate.judge import Judged
from pincite.generate.shown import FRAME_TOKENS, MIN_SOURCE_TOKENS, Shown, fitted, window
from pincite.generate.source_blocks import source_block
from pincite.text import sentences, tokens
from pincite.types.chunk import Chunk, Piece
from pincite.types.document import Span
from pincite.types.retrieval import Evidence

MakeEvidence = Callable[..., Evidence]
TEXT = "One is so. Two is so. Three is so. Four is so. Five is so."
EACH = 4  # tokens of a sentence of it


def find(text: str, words: str) -> Span:
    start = text.index(words)
    return Span(start, start + len(words))


WINDOWS = [
    pytest.param("Three", 100, TEXT, id="all-fits"),
    pytest.param("Three", EACH, "Three is so.", id="one"),
    pytest.param("Three", 2 * EACH, "Three is so. Four is so.", id="what-follows-first"),
    pytest.param("Three", 3 * EACH, "Two is so. Three is so. Four is so.", id="then-what-precedes"),
    pytest.param("Three", 3 * EACH + 3, "Two is so. Three is so. Four is so.", id="never-a-part"),
    pytest.param("Five", 2 * EACH, "Four is so. Five is so.", id="at-the-end"),
    pytest.param("One", 2 * EACH, "One is so. Two is so.", id="at-the-beginning"),
    pytest.param(None, 2 * EACH, "One is so. Two is so.", id="no-place"),
    pytest.param("Three", 3, "Three is", id="cut-before-a-word-with-its-stop"),
    pytest.param("Three", 2, "Three is", id="cut-at-a-blank"),
]


@pytest.mark.parametrize(("around", "limit", "expected"), WINDOWS)
def test_window(around: str | None, limit: int, expected: str) -> None:
    place = find(TEXT, around) if around else None
    shown = window(TEXT, place, limit).cut(TEXT)
    assert shown == expected
    assert tokens.count(shown) <= limit


def test_window_goes_round_a_neighbour_that_is_too_long() -> None:
    text = f"One is so. Two is so. {'Three is ' * 30}so. Four is so."
    assert window(text, find(text, "Two"), 2 * EACH).cut(text) == "One is so. Two is so."


@pytest.mark.parametrize("limit", [1, 7, 48])
def test_word_longer_than_the_window_is_cut_within(limit: int) -> None:
    text = f"{'x' * 5000} is so. Rent is due."
    shown = window(text, None, limit).cut(text)
    assert shown
    assert tokens.count(shown) <= limit


WORDS = st.sampled_from(
    ["rent", "is", "due", "so.", "The", "21", "days,", "보증금을", "반환한다.", "\n\n", "x" * 70, "(a)"]
)


@given(st.lists(WORDS, min_size=1, max_size=60).map(" ".join), st.integers(1, 80), st.integers(0, 300))
def test_window_fits_and_begins_with_a_sentence(text: str, limit: int, at: int) -> None:
    at = min(at, max(len(text) - 1, 0))
    span = window(text, Span(at, at + 1), limit)
    assert 0 <= span.start <= span.end <= len(text)
    assert tokens.count(span.cut(text)) <= limit
    if span != Span(0, len(text)):
        own = sentences.spans(text)
        assert span.start in {s.start for s in own}
        cut_within = any(s.start == span.start and s.start < span.end < s.end for s in own)
        assert span.end in {s.end for s in own} or cut_within


# All sources together


def size(evidence: Evidence, shown: Shown) -> int:
    return tokens.count(source_block(evidence, shown.spans[evidence.number]))


def texts(evidence: Sequence[Evidence], shown: Shown) -> dict[int, str]:
    return {e.number: shown.spans[e.number].cut(e.chunk.text) for e in evidence if e.number in shown.spans}


@pytest.fixture
def three(make_evidence: MakeEvidence) -> list[Evidence]:
    """Sources of 100 tokens each: 25 sentences of four."""
    return [make_evidence(" ".join(["Rent is due."] * 25), number) for number in (1, 2, 3)]


FRAMES = 3 * (FRAME_TOKENS + 1)


def test_sources_that_fit_are_whole(three: list[Evidence]) -> None:
    shown = fitted(three, (), 300 + FRAMES)
    assert texts(three, shown) == {e.number: e.chunk.text for e in three}
    assert shown.left_out == ()


SHORTENED = [
    pytest.param(299, [100, 100, 96], (), id="one-token-short"),
    pytest.param(252, [100, 100, 52], (), id="last-one-shortened"),
    pytest.param(248, [100, 100, 48], (), id="last-one-at-its-least"),
    pytest.param(247, [100, 100], (3,), id="last-one-left-out"),
    pytest.param(170, [100, 84], (3,), id="next-one-shortened"),
    pytest.param(130, [100], (2, 3), id="two-left-out"),
    pytest.param(40, [72], (2, 3), id="first-one-shortened"),
    pytest.param(0, [], (1, 2, 3), id="none"),
]


@pytest.mark.parametrize(("room", "sizes", "left_out"), SHORTENED)
def test_lowest_ranked_is_shortened_first(
    three: list[Evidence], room: int, sizes: list[int], left_out: tuple[int, ...]
) -> None:
    shown = fitted(three, (), room + FRAMES if room else 0)
    assert [tokens.count(text) for text in texts(three, shown).values()] == sizes
    assert shown.left_out == left_out


def test_limit_of_a_source_holds_for_each(three: list[Evidence]) -> None:
    shown = fitted(three, (), 10_000, source_tokens=60)
    assert [tokens.count(text) for text in texts(three, shown).values()] == [60, 60, 60]
    assert shown.left_out == ()


def test_small_source_is_shown_whole_or_not(make_evidence: MakeEvidence) -> None:
    small = [make_evidence("Rent is due.", number) for number in (1, 2)]
    room = 2 * (EACH + FRAME_TOKENS + 1)
    assert fitted(small, (), room).left_out == ()
    assert fitted(small, (), room - 1).left_out == (2,)


def test_window_lies_around_the_best_sentence(make_evidence: MakeEvidence) -> None:
    evidence = make_evidence(TEXT)

    def judged(words: str, own: float, score: float | None = None) -> Judged:
        return Judged(Candidate(1, 0, find(TEXT, f"{words} is so."), words), own, 0.0, True, score)

    by_words = [judged("Two", 0.2), judged("Four", 0.9), judged("Five", 0.1)]
    assert texts([evidence], fitted([evidence], by_words, 1000, EACH)) == {1: "Four is so."}
    by_model = [*by_words, judged("Five", 0.0, -3.0)]
    assert texts([evidence], fitted([evidence], by_model, 1000, EACH)) == {1: "Five is so."}


def made(text: str, number: int, label: str) -> Evidence:
    chunk = Chunk(f"a#{number}", "a", number, text, (Piece(0, Span(0, len(text))),), tokens.count(text), "", label)
    return Evidence(number, chunk, "Act", "", "")


SOURCES = st.lists(
    st.tuples(
        st.lists(WORDS, min_size=1, max_size=120).map(" ".join), st.sampled_from(["Act, § 1", "A" * 200, "제1조"])
    ),
    min_size=1,
    max_size=5,
)


@given(SOURCES, st.integers(0, 900), st.none() | st.integers(32, 200))
def test_prompt_never_outgrows_its_room(sources: list[tuple[str, str]], room: int, limit: int | None) -> None:
    evidence = [made(text, number, label) for number, (text, label) in enumerate(sources, 1)]
    shown = fitted(evidence, (), room, limit)
    assert sum(size(e, shown) for e in evidence if e.number in shown.spans) <= room
    assert sorted((*shown.spans, *shown.left_out)) == [e.number for e in evidence]
    assert list(shown.left_out) == [e.number for e in evidence][len(shown.spans) :]  # the lowest-ranked ones
    whole = [e for e in evidence if e.number in shown.spans and limit is None]
    cut = [e for e in whole if shown.spans[e.number] != Span(0, len(e.chunk.text))]
    assert cut in ([], whole[-1:])
    assert all(tokens.count(e.chunk.text) > MIN_SOURCE_TOKENS for e in cut)


def test_chunk_without_a_count_is_shown_whole(make_evidence: MakeEvidence) -> None:
    evidence = make_evidence(TEXT)
    uncounted = replace(evidence, chunk=replace(evidence.chunk, tokens=0))
    assert texts([uncounted], fitted([uncounted], (), 1000)) == {1: TEXT}
