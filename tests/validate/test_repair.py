"""Sentences without a marker: attached to the one source that carries them, by the standard gate only."""

from collections.abc import Callable, Sequence

import pytest

from pincite.index.embedders import Vectors
from pincite.testing import HashEmbedder
from pincite.types.answer import CheckedSentence, CheckState, Draft, DraftSentence, Support
from pincite.types.retrieval import Evidence
from pincite.validate import thresholds
from pincite.validate.alignment import MAX_ENCODED
from pincite.validate.policy import PAPER, STANDARD, check_draft

MakeEvidence = Callable[..., Evidence]

FERRY = "The ferry shall leave the harbor at 9 a.m. on weekdays. The captain may cancel a trip in a storm."
LIBRARY = (
    "The library shall lend a member up to six books for 21 days. A member must pay 10 cents a day for late books."
)
GARDEN = "A plot holder must water the plot twice a week. The plot holder may not use weed killer."
SOURCES = (FERRY, LIBRARY, GARDEN)


class Broken(HashEmbedder):
    def embed_passages(self, texts: Sequence[str], headers: Sequence[str] = ()) -> Vectors:
        raise RuntimeError("the session is gone")


@pytest.fixture
def sources(make_evidence: MakeEvidence) -> list[Evidence]:
    return [make_evidence(text, number) for number, text in enumerate(SOURCES, 1)]


def checked(text: str, evidence: Sequence[Evidence], citations: tuple[int, ...] = (), **how: object) -> CheckedSentence:
    gate = how.pop("gate", STANDARD)
    (found,) = check_draft(Draft((DraftSentence(text, citations),), "test"), evidence, gate, **how)  # type: ignore[arg-type]
    return found


ATTACHED = [
    pytest.param("The ferry leaves the harbor at 9 a.m. on weekdays.", 1, id="prose"),
    pytest.param("A member must pay 10 cents a day for late books.", 2, id="word-for-word"),
    pytest.param("The plot holder cannot use weed killer.", 3, id="negated"),
]


@pytest.mark.parametrize(("text", "number"), ATTACHED)
def test_sentence_without_a_marker_is_attached_and_told_apart(text: str, number: int, sources: list[Evidence]) -> None:
    found = checked(text, sources)
    assert found.passed
    assert (found.citations, found.attached, found.repaired) == ((number,), (number,), True)
    assert [n for n, _ in found.aligned] == [number]
    citation = found.checks[0]
    assert (citation.check, citation.state, citation.value) == ("citation", CheckState.PASSED, 0.0)
    assert "cited no source" in citation.detail
    assert f"[{number}] was attached" in citation.detail


UNATTACHED = [
    pytest.param("The ferry leaves the harbor at 8 a.m. on weekdays.", (), id="another-figure"),
    pytest.param("The plot holder may use weed killer.", (), id="turned-round"),
    pytest.param("The captain must cancel a trip in a storm.", (), id="stronger"),
    pytest.param("Pigs fly over the moon at dawn.", (), id="nowhere"),
    pytest.param("The ferry leaves the harbor at 9 a.m. on weekdays.", (9,), id="wrong-number"),
    pytest.param("The ferry leaves the harbor at 9 a.m. on weekdays.", (2,), id="wrong-source"),
]


@pytest.mark.parametrize(("text", "citations"), UNATTACHED)
def test_other_sentences_stay_as_they_are(text: str, citations: tuple[int, ...], sources: list[Evidence]) -> None:
    found = checked(text, sources, citations)
    assert not found.passed
    assert (found.citations, found.attached, found.repaired) == (citations, (), False)


def test_two_sources_that_say_it_leave_the_choice_open(make_evidence: MakeEvidence) -> None:
    twice = [make_evidence(FERRY, 1), make_evidence(f"Timetable. {FERRY}", 2), make_evidence(GARDEN, 3)]
    for text in ("The ferry leaves the harbor at 9 a.m. on weekdays.", FERRY):
        found = checked(text, twice)
        assert (found.support, found.attached) == (Support.NONE, ())


def test_paper_gate_never_repairs(sources: list[Evidence]) -> None:
    found = checked(LIBRARY, sources, gate=PAPER)
    assert (found.passed, found.attached) == (False, ())


def test_repair_can_be_left_out(sources: list[Evidence]) -> None:
    assert not checked(LIBRARY, sources, repair=False).passed


def test_a_needless_citation_that_is_dropped_attaches_nothing(sources: list[Evidence]) -> None:
    found = checked("The ferry leaves the harbor at 9 a.m. on weekdays.", sources, (1, 3))
    assert (found.citations, found.repaired, found.attached) == ((1,), True, ())


def test_at_most_three_spans_of_all_sources_are_encoded(
    make_evidence: MakeEvidence, monkeypatch: pytest.MonkeyPatch
) -> None:
    double = HashEmbedder(name="counting")
    monkeypatch.setitem(thresholds.ALIGNMENT, double.name, thresholds.AlignmentThreshold(double.name, 0.4, "double"))
    many = [
        make_evidence(" ".join(f"Ferry {n} shall leave harbor {k} at 9 a.m." for n in range(20)), k)
        for k in range(1, 6)
    ]
    checked("A ferry leaves the harbor at 9 a.m. each day.", many, embedder=double)
    assert 1 < len(double.embedded) <= MAX_ENCODED + 1


def test_word_for_word_needs_no_encoding(sources: list[Evidence], monkeypatch: pytest.MonkeyPatch) -> None:
    double = HashEmbedder(name="counting")
    monkeypatch.setitem(thresholds.ALIGNMENT, double.name, thresholds.AlignmentThreshold(double.name, 0.4, "double"))
    assert checked("The captain may cancel a trip in a storm.", sources, embedder=double).attached == (1,)
    assert double.embedded == []


def test_broken_embedder_attaches_nothing(sources: list[Evidence], monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Broken(name="broken")
    monkeypatch.setitem(thresholds.ALIGNMENT, broken.name, thresholds.AlignmentThreshold(broken.name, 0.4, "double"))
    found = checked("The ferry leaves the harbor at 9 a.m. on weekdays.", sources, embedder=broken)
    assert (found.passed, found.attached) == (False, ())


def test_the_same_sentence_cited_is_judged_as_without_the_repair(sources: list[Evidence]) -> None:
    text = "The ferry leaves the harbor at 9 a.m. on weekdays."
    draft = Draft((DraftSentence(text, ()), DraftSentence(text, (1,))), "test")
    _, second = check_draft(draft, sources, STANDARD)
    assert second == checked(text, sources, (1,))
