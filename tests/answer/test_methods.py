"""How a method fills its pipeline: what is refused as unknown, and which models score with which preset."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pincite.answer.methods import citeguard_retrieval, pipeline
from pincite.errors import InputError, MissingExtra, Offline, PinciteError, ServerError
from pincite.library import Library
from pincite.settings import ModelSettings, RetrieveSettings, Settings
from pincite.testing import HashEmbedder, OverlapReranker, ScriptedModel
from pincite.text.language import working_language
from pincite.types.answer import Answer, Refusal
from pincite.types.retrieval import RetrievalFilter

MakeLibrary = Callable[..., Library]
FILES = {
    "act.md": "# Harbor Act\n\n## § 1. Deposits\n\nThe landlord must return the deposit within 21 days.\n\n"
    "## § 2. Roofs\n\nThe landlord keeps the roof of the dwelling tight.\n\n## § 3. Pets\n\nPets need a deposit.\n"
}
QUESTION = "When must the landlord return the deposit?"
SOUND = {"method": "auto", "model": "extractive", "preset": "paper", "gate": "standard"}


class CountingReranker(OverlapReranker):
    def __init__(self) -> None:
        self.calls = 0

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        self.calls += 1
        return super().scores(question, passages)


@pytest.fixture(scope="module")
def library(make_shared_library: MakeLibrary) -> Library:
    return make_shared_library(FILES, embedder=HashEmbedder(), reranker=CountingReranker())


@pytest.mark.parametrize(
    ("wrong", "match"),
    [
        pytest.param({"method": "guess"}, "no method 'guess'.*auto, citeguard", id="method"),
        pytest.param({"model": "oracle"}, "no model of this name.*extractive", id="model"),
        pytest.param({"gate": "strict"}, "no gate 'strict'.*paper, standard", id="gate"),
    ],
)
def test_unknown_choice_is_an_input_error(library: Library, wrong: dict[str, str], match: str) -> None:
    with pytest.raises(InputError, match=match):
        pipeline(library, **(SOUND | wrong))


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        pytest.param({"mode": "psychic"}, "no mode 'psychic'", id="mode"),
        pytest.param({"k": 0}, "k = 0", id="no-chunk"),
        pytest.param({"k": -3}, "k = -3", id="fewer-than-no-chunk"),
        pytest.param({"preset": "best"}, "no preset 'best'", id="preset"),
    ],
)
def test_unusable_search_is_an_input_error(library: Library, arguments: dict[str, Any], match: str) -> None:
    with pytest.raises(InputError, match=match):
        library.search(QUESTION, **arguments)


def test_pipeline_is_of_the_method_that_was_asked_for(library: Library) -> None:
    for method in ("auto", "citeguard", "refwalk"):
        assert pipeline(library, **(SOUND | {"method": method})).method == method


def test_standard_preset_reranks_and_paper_does_not(library: Library) -> None:
    reranker = library.reranker()
    assert isinstance(reranker, CountingReranker)
    for preset, calls in (("paper", 0), ("standard", 1)):
        reranker.calls = 0
        ranking = citeguard_retrieval(library, preset)(QUESTION, RetrievalFilter(), 2)
        assert reranker.calls == calls
        assert len(ranking.items) == 2
        assert [i.scores.rerank is not None for i in ranking.items] == [bool(calls)] * 2


def test_heuristic_is_a_setting(make_library: MakeLibrary) -> None:
    plain = make_library(FILES).search(QUESTION).items[0].score
    heuristic = make_library(FILES, name="other", retrieve=RetrieveSettings(heuristic_rerank=True))
    assert heuristic.search(QUESTION).items[0].score > plain


PRESETS = [
    pytest.param(True, None, "standard", id="reranker-at-hand"),
    pytest.param(False, None, "paper", id="no-reranker"),
    pytest.param(True, "paper", "paper", id="asked-for"),
]


@pytest.mark.parametrize(("reranker", "asked", "found"), PRESETS)
def test_preset_in_force(make_library: MakeLibrary, reranker: bool, asked: Any, found: str) -> None:
    library = make_library({}, reranker=OverlapReranker() if reranker else None)
    assert library.preset(asked) == found


def test_preset_of_the_settings_counts(make_library: MakeLibrary) -> None:
    library = make_library({}, reranker=OverlapReranker(), retrieve=RetrieveSettings(preset="paper"))
    assert library.preset() == "paper"
    assert library.preset("standard") == "standard"


def test_standard_preset_without_its_model_is_an_error(make_library: MakeLibrary) -> None:
    library = make_library(FILES)
    with pytest.raises(MissingExtra):
        library.ask(QUESTION, preset="standard")


@pytest.mark.parametrize(
    ("question", "language"),
    [
        pytest.param("How long?", "en", id="english"),
        pytest.param("며칠 이내에 반환하나요?", "ko", id="korean"),
        pytest.param("Wie lange?", "en", id="other"),
        pytest.param("§ 12", "en", id="no-letters"),
    ],
)
def test_language_whose_index_is_searched(question: str, language: str) -> None:
    assert working_language(question) == language


# Language models

RULE = "The landlord must return the deposit within 21 days."
SAID = f"{RULE} [1]"


class Closing(ScriptedModel):
    """Counts how often it was closed."""

    closed = 0

    def close(self) -> None:
        self.closed += 1


def asking(make_library: MakeLibrary, model: ScriptedModel, **settings: Any) -> tuple[Library, list[str]]:
    """A library that takes the model for every name, and the names that it was asked for."""
    asked: list[str] = []

    def source(name: str) -> ScriptedModel:
        asked.append(name)
        return model

    held = make_library(FILES)
    wanted = Settings(model=ModelSettings(form="markers"), **settings)
    return Library(held.store, wanted, embedder_for=held._embedder_source, language_model=source), asked


def test_language_model_writes_and_is_named(make_library: MakeLibrary) -> None:
    library, asked = asking(make_library, ScriptedModel([SAID], name="http://models.example#small"))
    outcome = library.ask(QUESTION, model="https://models.example/v1#small", preset="paper")
    assert isinstance(outcome, Answer)
    assert [s.text for s in outcome.sentences] == [RULE]
    assert asked == ["https://models.example/v1#small"]
    assert outcome.model == outcome.trace.settings["model"]["name"] == "http://models.example#small"
    assert outcome.trace.settings["model"]["seed"] == 0
    (draft,) = [a for a in outcome.trace.attempts if "decision" in a]
    assert draft["writing"]["form"] == "markers"
    assert [shown["number"] for shown in draft["writing"]["shown"]] == [e.number for e in outcome.evidence]


def test_extractive_answers_have_no_model_in_their_settings(library: Library) -> None:
    assert "model" not in library.ask(QUESTION, preset="paper").trace.settings


def test_model_of_the_settings_is_the_default(make_library: MakeLibrary) -> None:
    model = ScriptedModel([SAID])
    held = make_library(FILES)
    wanted = Settings(model=ModelSettings(name="llama:small.gguf", form="markers"))
    library = Library(held.store, wanted, embedder_for=held._embedder_source, language_model=lambda name: model)
    assert library.ask(QUESTION, preset="paper").model == "scripted"
    assert library.ask(QUESTION, model="extractive", preset="paper").model == "extractive"


def test_model_is_made_once_and_closed_with_the_library(make_library: MakeLibrary) -> None:
    model = Closing([SAID, SAID])
    library, asked = asking(make_library, model)
    for _ in range(2):
        assert isinstance(library.ask(QUESTION, model="llama:a.gguf", preset="paper"), Answer)
    assert (asked, model.closed) == (["llama:a.gguf"], 0)
    library.close()
    library.close()
    assert model.closed == 1


def test_store_is_closed_when_a_model_cannot_be(make_library: MakeLibrary) -> None:
    class Stuck(ScriptedModel):
        def close(self) -> None:
            raise RuntimeError("stuck")

    library, _ = asking(make_library, Stuck([SAID]))
    library.ask(QUESTION, model="llama:a.gguf", preset="paper")
    with pytest.raises(RuntimeError, match="stuck"):
        library.close()
    with pytest.raises(PinciteError, match="was closed"):
        library.documents()


def test_kept_answers_are_not_asked_for_again(make_library: MakeLibrary, tmp_path: Path) -> None:
    kept = ModelSettings(form="markers", cache=tmp_path / "kept")
    held = make_library(FILES)
    for answers, sent in ([SAID], 1), ([], 0):
        model = ScriptedModel(answers)
        library = Library(
            held.store,
            Settings(model=kept),
            embedder_for=held._embedder_source,
            language_model=lambda name, model=model: model,  # type: ignore[misc]
        )
        outcome = library.ask(QUESTION, model="llama:a.gguf", preset="paper")
        assert isinstance(outcome, Answer)
        assert len(model.calls) == sent
        assert str(tmp_path) not in repr(outcome.trace.settings)


def test_model_elsewhere_is_refused_offline_before_anything_is_sent(make_library: MakeLibrary) -> None:
    model = ScriptedModel([SAID], host="models.example")
    library, _ = asking(make_library, model, offline=True)
    with pytest.raises(Offline, match=r"models\.example.*--offline"):
        library.ask(QUESTION, model="https://models.example#small", preset="paper")
    assert model.calls == []


def test_host_is_named_in_the_trace(make_library: MakeLibrary) -> None:
    library, _ = asking(make_library, ScriptedModel([SAID], host="models.example"))
    outcome = library.ask(QUESTION, model="https://models.example#small", preset="paper")
    assert "the question and the sources were sent to models.example" in outcome.trace.notes


def test_server_that_is_gone_is_an_error(make_library: MakeLibrary) -> None:
    library, _ = asking(make_library, ScriptedModel([ServerError("gone")]))
    with pytest.raises(ServerError):
        library.ask(QUESTION, model="https://models.example#small", preset="paper")


def test_refusal_of_a_model_is_asked_about_once_more(make_library: MakeLibrary) -> None:
    model = ScriptedModel(["The document does not contain sufficient information to answer this question."] * 2)
    outcome = asking(make_library, model)[0].ask(QUESTION, model="llama:a.gguf", preset="paper")
    assert isinstance(outcome, Refusal)
    assert (outcome.reason.value, len(model.calls)) == ("model_refused", 2)


@pytest.mark.parametrize(
    "name",
    [pytest.param("", id="empty"), pytest.param("llama:", id="no-file"), pytest.param("gpt", id="neither-form")],
)
def test_name_of_no_model_is_an_input_error(library: Library, name: str) -> None:
    with pytest.raises(InputError):
        library.ask(QUESTION, model=name)
