"""How a method fills its pipeline: what is refused as unknown, and which models score with which preset."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pincite.answer.methods import citeguard_retrieval, pipeline, question_language
from pincite.errors import InputError, MissingExtra
from pincite.library import Library
from pincite.settings import RetrieveSettings
from pincite.testing import HashEmbedder, OverlapReranker
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
        pytest.param({"model": "oracle"}, "no model 'oracle'.*extractive", id="model"),
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


def test_both_names_of_the_method_are_citeguard(library: Library) -> None:
    for method in ("auto", "citeguard"):
        assert pipeline(library, **(SOUND | {"method": method})).method == "citeguard"


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
    assert question_language(question) == language
