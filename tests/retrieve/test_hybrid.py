"""Hybrid retrieval on small libraries: filters and jurisdictions in every mode, repeats, small documents."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pincite.index.embedders import Vectors
from pincite.library import Library
from pincite.retrieve.hybrid import OUTER_WEIGHT, _settled
from pincite.testing import HashEmbedder
from pincite.types.retrieval import RetrievalFilter

MODES = ["hybrid", "dense", "lexical"]


def row(*values: float) -> Vectors:
    return np.array(values, dtype=np.float32)


def act(place: str, days: int) -> str:
    return (
        f"# Tenancy Act of {place}\n\n{place} Legislature\n\n"
        f"## § 1. Deposits\n\nA landlord shall return the deposit within {days} days after the tenant moves out.\n\n"
        "## § 2. Entry\n\nA landlord shall give written notice of one day before entering the dwelling.\n\n"
        "## § 3. Late fees\n\nA late fee is due on the sixth day and may not exceed five percent of the rent.\n"
    )


FILES = {
    "ohio.md": act("Ohio", 30),
    "texas.md": act("Texas", 21),
    "federal.md": (
        "# United States Code\n\n## § 8. Deposits\n\n"
        "A landlord of public housing shall return the deposit in 14 days.\n"
    ),
    "club.md": "# Boat Club\n\n## Keys\n\nA member who returns the key gets the deposit of $40 back in ten days.\n",
}
QUESTION = "When must the deposit be returned?"
MakeLibrary = Callable[..., Library]


@pytest.fixture(scope="module")
def library(make_shared_library: MakeLibrary) -> Library:
    return make_shared_library(FILES, embedder=HashEmbedder(), tags={"ohio.md": ["state"], "texas.md": ["state"]})


def found(library: Library, question: str, mode: str, **where: Any) -> list[str]:
    ranking = library.search(question, mode=mode, filter=RetrievalFilter(**where), preset="paper")  # type: ignore[arg-type]
    return [item.chunk.document_id for item in ranking.items]


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_finds_the_section(library: Library, mode: str) -> None:
    ranking = library.search(f"{QUESTION} In Ohio?", mode=mode, preset="paper")  # type: ignore[arg-type]
    best = ranking.items[0]
    assert (best.chunk.document_id, best.chunk.section_id, best.rank) == ("ohio", "1", 1)
    assert [i.rank for i in ranking.items] == list(range(1, len(ranking.items) + 1))
    assert ranking.notes == ()


@pytest.mark.parametrize("mode", MODES)
def test_other_jurisdictions_are_left_out(library: Library, mode: str) -> None:
    ranking = library.search(f"{QUESTION} In Ohio?", k=50, mode=mode, preset="paper")  # type: ignore[arg-type]
    assert {i.chunk.document_id for i in ranking.items} == {"ohio", "federal", "club"}
    assert [p.name for p in ranking.places] == ["Ohio"]
    assert [p.name for p in ranking.left_out] == ["Texas"]
    assert not ranking.foreign


@pytest.mark.parametrize("mode", MODES)
def test_outer_law_ranks_below_its_own(library: Library, mode: str) -> None:
    order = found(library, "When must a landlord return the deposit? In Texas?", mode)
    assert order[0] == "texas"
    assert "federal" in order[1:]


OWN_AND_OUTER = [
    pytest.param([0.9, 0.5, 1.0, 0.2], [1.0, 1.0, 0.1, 0.1], id="outer-hardly-better"),
    pytest.param([0.9, 0.5, 0.8, 0.2], [1.0, 1.0, 0.1, 0.1], id="own-better"),
    pytest.param([0.7, 0.5, 1.0, 0.2], [1.0, 1.0, 0.5, 0.5], id="outer-clearly-better"),
]


@pytest.mark.parametrize(("fused", "weights"), OWN_AND_OUTER)
def test_outer_chunks_stand_behind_unless_one_matches_clearly_better(fused: list[float], weights: list[float]) -> None:
    found = _settled(row(1.0, 1.0, OUTER_WEIGHT, OUTER_WEIGHT), row(*fused))
    assert found.tolist() == pytest.approx(weights)


@pytest.mark.parametrize("weights", [(1.0, 1.0), (OUTER_WEIGHT, OUTER_WEIGHT), (0.0, 1.0)])
def test_weights_without_own_or_outer_chunks_stay(weights: tuple[float, float]) -> None:
    assert _settled(row(*weights), row(0.3, 0.9)).tolist() == list(weights)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("where", "ids"),
    [
        pytest.param({"tags": ("state",)}, {"ohio", "texas"}, id="tag"),
        pytest.param({"document_ids": ("club",)}, {"club"}, id="document"),
        pytest.param({"document_ids": ("club", "ohio"), "tags": ("state",)}, {"ohio"}, id="tag-and-document"),
        pytest.param({"tags": ("none",)}, set(), id="nothing"),
    ],
)
def test_filter_holds_in_every_mode(library: Library, mode: str, where: dict[str, Any], ids: set[str]) -> None:
    assert set(found(library, QUESTION, mode, **where)) == ids


@pytest.mark.parametrize("mode", MODES)
def test_place_named_is_not_found_behind_a_filter(library: Library, mode: str) -> None:
    ranking = library.search("Deposits in Ohio?", mode=mode, filter=RetrievalFilter(("texas",)), preset="paper")  # type: ignore[arg-type]
    assert ranking.items == ()
    assert ranking.foreign


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("with_model", [True, False], ids=["with-vectors", "words-alone"])
def test_library_of_one_chunk_can_be_searched(make_library: MakeLibrary, mode: str, with_model: bool) -> None:
    files = {"club.md": FILES["club.md"]}
    library = make_library(files, embedder=HashEmbedder() if with_model else None)
    assert found(library, "What is the deposit?", mode) == ["club"]


def test_words_alone_do_not_find_what_shares_no_word(make_library: MakeLibrary) -> None:
    library = make_library(FILES)
    assert found(library, "Are ferries punctual?", "hybrid") == []


def test_question_of_function_words_finds_nothing_by_words(make_library: MakeLibrary) -> None:
    assert found(make_library(FILES), "is it of the", "lexical") == []


@pytest.mark.parametrize("k", [1, 2, 100])
def test_at_most_k_chunks(library: Library, k: int) -> None:
    assert len(library.search(QUESTION, k=k, preset="paper").items) <= k


def test_scores_of_a_mode_are_those_that_were_made(library: Library) -> None:
    lexical = library.search(QUESTION, mode="lexical", preset="paper").items[0].scores
    hybrid = library.search(QUESTION, mode="hybrid", preset="paper").items[0].scores
    assert (lexical.dense, lexical.rerank) == (None, None)
    assert hybrid.dense is not None
    assert hybrid.lexical == lexical.lexical


def test_repeats_of_a_document_fall_out(make_library: MakeLibrary) -> None:
    rule = "A landlord shall return the deposit within thirty days after the tenant moves out of the dwelling unit."
    again = f"## § 9. Deposits, as issued again\n\n{rule}\n\n## § 10. Pets\n\nPets.\n"
    twice = f"# Act\n\n## § 1. Deposits\n\n{rule}\n\n{again}"
    library = make_library({"one.md": twice, "two.md": twice.replace("# Act", "# Rules")})
    sections = [(i.chunk.document_id, i.chunk.section_id) for i in library.search(QUESTION, preset="paper").items]
    assert sorted(d for d, _ in sections) == ["one", "two"]  # a rule that two documents give is no repeat


@pytest.mark.usefixtures("korean_bigrams")
def test_korean_chunks_have_an_index_of_their_own(make_library: MakeLibrary) -> None:
    korean = "# 공유주거법\n\n## 제1조 보증금\n\n임대인은 보증금을 30일 이내에 반환하여야 한다.\n"
    library = make_library({"ko.md": korean, "club.md": FILES["club.md"]})
    assert found(library, "보증금은 며칠 이내에 반환하여야 하나요?", "hybrid") == ["ko"]
    assert found(library, "What is the deposit?", "hybrid") == ["club"]
