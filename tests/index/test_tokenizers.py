"""Index words of English and Korean."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.index.tokenizers import EnglishTokenizer, KoreanBigrams, KoreanMorphemes, tokenizer_for

ENGLISH = [
    pytest.param("The deposit is returned", ["deposit", "return"], id="stems-without-function-words"),
    pytest.param("Depositing DEPOSITS deposited", ["deposit"] * 3, id="one-stem-for-all-forms"),
    pytest.param("no notice, not notice", ["no", "notic", "not", "notic"], id="negations-stay"),
    pytest.param("landlord's landlord’s", ["landlord", "landlord"], id="possessives"),
    pytest.param("§ 83.49(3)(a)", ["83-49", "83", "49", "3"], id="section-number-whole-and-in-parts"),
    pytest.param("83-49", ["83-49", "83", "49"], id="hyphen-and-dot-are-one"),
    pytest.param("month-to-month", ["month-to-month", "month", "month"], id="compound-without-inner-function-word"),
    pytest.param("within 30 days", ["within", "30", "day"], id="number"),
    pytest.param("", [], id="empty"),
    pytest.param("… — § ()", [], id="no-word"),
    pytest.param("is it the", [], id="function-words-only"),
]
BIGRAMS = [
    pytest.param("보증금", ["보증", "증금"], id="pairs-of-a-word"),
    pytest.param("보증금은 법", ["보증", "증금", "금은", "법"], id="single-syllable-stays"),
    pytest.param("제20조 ABC", ["제", "20", "조", "abc"], id="numbers-and-letters-whole"),
    pytest.param("。 !", [], id="no-word"),
]


@pytest.mark.parametrize(("text", "words"), ENGLISH)
def test_english_words(text: str, words: list[str]) -> None:
    assert EnglishTokenizer().words(text) == words


@pytest.mark.parametrize(("text", "words"), BIGRAMS)
def test_korean_bigrams(text: str, words: list[str]) -> None:
    assert KoreanBigrams().words(text) == words


@pytest.mark.slow
def test_korean_morphemes_lose_their_particles() -> None:
    pytest.importorskip("kiwipiepy", reason="needs the extra ko")
    words = KoreanMorphemes().words
    assert words("임대인은 보증금을 30일 이내에 반환하여야 한다.") == ["임대인", "보증금", "30", "일", "이내", "반환"]
    assert words("임대인이") == words("임대인의") == ["임대인"]


@given(st.text())
def test_words_are_the_same_again_and_never_empty(text: str) -> None:
    for tokenizer in (tokenizer_for("en"), KoreanBigrams()):
        words = tokenizer.words(text)
        assert words == tokenizer.words(text)
        assert all(words)


@pytest.mark.parametrize(
    ("language", "name", "found"),
    [
        pytest.param("en", None, "en-snowball-1", id="english"),
        pytest.param("und", None, "en-snowball-1", id="all-else-as-english"),
        pytest.param("ko", "ko-bigrams-1", "ko-bigrams-1", id="korean-as-indexed"),
    ],
)
def test_tokenizer_of_a_language(language: str, name: str | None, found: str) -> None:
    assert tokenizer_for(language, name).name == found


def test_without_the_analyser_korean_is_cut_into_bigrams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kiwipiepy", None)
    choose = tokenizer_for.__wrapped__  # not the cached one, which may know of the analyser
    assert choose("ko").name == "ko-bigrams-1"
    with pytest.raises(ModuleNotFoundError):
        choose("ko", "ko-kiwi-1")
