"""The test doubles keep the promises of the seams that they stand in."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import ModelError
from pincite.generate.protocol import Completion, Generator, LanguageModel, Message
from pincite.index.embedders import Embedder
from pincite.retrieve.rerank import Reranker
from pincite.testing import HashEmbedder, OverlapReranker, ScriptedGenerator, ScriptedModel, document_of
from pincite.types.answer import CheckedSentence, Draft, DraftSentence, Feedback, Support

FAILED = CheckedSentence("No.", (1,), Support.NONE, ())


def test_doubles_fit_their_seams() -> None:
    assert isinstance(HashEmbedder(), Embedder)
    assert isinstance(OverlapReranker(), Reranker)
    assert isinstance(ScriptedModel([]), LanguageModel)
    assert isinstance(ScriptedGenerator([]), Generator)


@given(texts=st.lists(st.text(max_size=30), max_size=4))
def test_vectors_have_length_one_and_do_not_depend_on_company(texts: list[str]) -> None:
    embedder = HashEmbedder(dim=16)
    together = embedder.embed_passages(texts)
    assert together.shape == (len(texts), 16)
    assert together.dtype == np.float32
    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(len(texts)), abs=1e-6)
    for row, text in zip(together, texts, strict=True):
        np.testing.assert_array_equal(row, embedder.embed_passages([text])[0])
        np.testing.assert_array_equal(row, embedder.embed_query(text))


def test_embedder_notes_what_it_embedded_and_reads_headers() -> None:
    embedder = HashEmbedder()
    plain = embedder.embed_passages(["rent"])
    headed = embedder.embed_passages(["rent"], ["deposit "])
    assert embedder.embedded == ["rent", "rent"]
    assert not np.array_equal(plain, headed)


def test_texts_that_share_words_are_nearer() -> None:
    same, other = HashEmbedder().embed_passages(["the deposit is due", "ferries sail"]) @ HashEmbedder().embed_query(
        "deposits due"
    )
    assert same > other


def test_reranker_scores_the_share_of_words() -> None:
    scores = OverlapReranker().scores("deposit rent", ["deposit and rent", "deposit", "ferry"])
    assert scores == [20.0 * 2 / 2 - 10, 20.0 * 1 / 2 - 10, 20.0 * 0 / 2 - 10]
    assert OverlapReranker().scores("", ["rent"]) == [-10.0]


def test_model_answers_from_its_queue_and_keeps_what_it_was_sent() -> None:
    cut = Completion("half a sen", "length", "scripted")
    model = ScriptedModel(["yes", cut, ModelError("gone")])
    message = Message("user", "Well?")
    assert model.complete([message]) == Completion("yes", "stop", "scripted")
    assert model.complete([message], schema={"type": "object"}) is cut
    with pytest.raises(ModelError, match="gone"):
        model.complete([message])
    with pytest.raises(ModelError, match="no answer left"):
        model.complete([message])
    assert [schema for _, schema in model.calls] == [None, {"type": "object"}, None, None]
    assert all(messages == (message,) for messages, _ in model.calls)


def test_generator_hands_out_drafts_then_declines_and_keeps_the_feedback() -> None:
    draft = Draft((DraftSentence("Yes.", (1,)),), "scripted")
    generator = ScriptedGenerator([draft])
    assert generator("Well?", "en", ()) is draft
    feedback = Feedback(draft, (FAILED,))
    assert generator("Well?", "en", (), feedback).refused
    assert generator.feedback == [None, feedback]


def test_document_has_the_sections_and_pages_asked_for() -> None:
    text = "§ 1. Rent\nDue monthly.\f§ 2. Keys\nOne each."
    document = document_of(text, headings=[("1", "§ 1. Rent", 1), ("2", "§ 2. Keys", 1)], labels=["i", "ii"])
    assert [s.span.cut(text) for s in document.sections] == ["§ 1. Rent\nDue monthly.\f", "§ 2. Keys\nOne each."]
    assert [(p.label, p.span.cut(text)) for p in document.pages] == [
        ("i", "§ 1. Rent\nDue monthly."),
        ("ii", "§ 2. Keys\nOne each."),
    ]
    assert document_of(text).pages == ()
