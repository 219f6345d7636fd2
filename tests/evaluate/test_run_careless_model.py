from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from pincite.errors import InputError
from pincite.evaluate.run.careless_model import REFUSAL, SHARES, SOUND, CarelessModel
from pincite.generate.cited_text import CitedTextGenerator
from pincite.settings import ModelSettings
from pincite.types.answer import CheckedSentence, Draft, Feedback, Support
from pincite.types.chunk import Chunk
from pincite.types.retrieval import Evidence

TEXTS = (
    "The club lends a boat for 14 days, unless the harbor is closed. A member must return the key within 3 days. "
    "The deposit of a boat is 40 crowns, and it is paid back when the boat is returned.",
    "Guests may use the sauna after 6 p.m. only if a member comes with them. The sauna is not heated in July at all.",
)


def evidence() -> tuple[Evidence, ...]:
    return tuple(
        Evidence(n, Chunk(f"rules#{n}", "rules", n - 1, text, (), 60, "", f"Rules, p. {n}"), "Rules", "", "")
        for n, text in enumerate(TEXTS, start=1)
    )


SUBJECTS = ("club lends boat", "return key member", "deposit paid back", "guests use sauna", "heated July sauna")


def drafts(count: int, form: str = "sentences", seed: int = 0) -> list[tuple[Draft, Any]]:
    model = CarelessModel(seed)
    write = CitedTextGenerator(model, ModelSettings(form=form))  # type: ignore[arg-type]
    asked = [f"What about {SUBJECTS[n % len(SUBJECTS)]}, case {n}?" for n in range(count)]
    return [(write(question, "en", evidence()), model.take_seeded()) for question in asked]


def test_the_same_question_gets_the_same_draft_and_another_seed_another() -> None:
    assert drafts(20) == drafts(20)
    assert drafts(20) != drafts(20, seed=1)


def test_every_fault_is_made_and_about_as_often_as_its_share() -> None:
    seeded = [sentence.fault for _, said in drafts(400) for sentence in said]
    counts = Counter(seeded)
    assert counts.keys() == {*SHARES, SOUND}
    assert sum(SHARES.values()) < 100
    assert all(0.4 * share <= counts[fault] / 4 <= 2.5 * share for fault, share in SHARES.items()), counts


@pytest.mark.parametrize("form", ["sentences", "markers"])
def test_drafts_are_read_as_they_were_meant(form: str) -> None:
    for draft, said in drafts(60, form):
        assert draft.fault is None
        assert draft.refused is (said[0].fault == REFUSAL)
        assert [s.text for s in draft.sentences] == [s.text for s in said if s.text]


def test_a_sound_sentence_stands_in_its_source_and_a_changed_one_does_not() -> None:
    for draft, said in drafts(200):
        for sentence, seeded in zip(draft.sentences, said, strict=False):
            standing = [n for n, text in enumerate(TEXTS, start=1) if seeded.text in text]
            if seeded.fault == SOUND:
                assert list(sentence.citations) == standing
            elif seeded.fault in ("changed_figure", "negation", "other_modality", "dropped_condition"):
                assert standing == []
            elif seeded.fault == "wrong_marker":
                assert set(sentence.citations).isdisjoint(standing)
            elif seeded.fault == "unknown_marker":
                assert max(sentence.citations) > len(TEXTS)
            elif seeded.fault == "no_marker":
                assert sentence.citations == ()


def test_a_second_draft_is_mended_more_often_than_not() -> None:
    model = CarelessModel()
    write = CitedTextGenerator(model, ModelSettings(form="sentences"))
    sound = 0
    for n in range(100):
        first = write(f"When is boat {n} due?", "en", evidence())
        checked = tuple(CheckedSentence(s.text, s.citations, Support.NONE, ()) for s in first.sentences)
        write(f"When is boat {n} due?", "en", evidence(), Feedback(first, checked))
        said = model.take_seeded()
        assert {s.draft for s in said} == {0, 1}
        sound += all(s.fault == SOUND for s in said if s.draft == 1)
    assert 60 <= sound <= 90


def test_with_nothing_to_write_from_it_refuses() -> None:
    model = CarelessModel()
    draft = CitedTextGenerator(model, ModelSettings(form="markers"))("When?", "en", ())
    assert draft.refused
    assert [s.fault for s in model.take_seeded()] == [REFUSAL]


def test_no_person_can_ask_it() -> None:
    from pincite.generate.models import language_model

    with pytest.raises(InputError):
        language_model("careless", ModelSettings(), offline=True)


def test_json_is_written_where_a_schema_is_given() -> None:
    from pincite.generate.protocol import Message

    prompt = "[1] Rules\n<text>\nA member must return the key within 3 days.\n</text>\n\nQuestion: When is the key due?"
    answers = [CarelessModel(seed).complete([Message("user", prompt)], schema={}) for seed in range(20)]
    assert all(isinstance(json.loads(answer.text)["sentences"], list) for answer in answers)
