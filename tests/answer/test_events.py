"""What a question's run tells of while it goes on, and that no draft is told before it passed."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.answer import methods
from pincite.answer.events import (
    AskEvent,
    DraftChecked,
    EvidenceFound,
    Finished,
    Stage,
    StageStarted,
    TextLeaves,
    stream,
)
from pincite.errors import LibraryError, QuestionError
from pincite.library import Library
from pincite.testing import ScriptedGenerator
from pincite.types.answer import Answer, Decision, Draft, DraftFault, DraftSentence, Refusal, Writing
from pincite.types.retrieval import Evidence, SufficiencyVerdict

MakeLibrary = Callable[..., Library]
QUESTION = "How many days does a landlord have to return the deposit?"
RETURN = "A landlord shall return the deposit within 21 days after the tenant moves out."
FILES = {"act.md": f"# Harbor Act\n\n## § 1. Deposits\n\n{RETURN}\n\n## § 2. Roofs\n\nRoofs are kept tight.\n"}
GOOD = Draft((DraftSentence(RETURN, (1,)),), "scripted", raw=f"{RETURN} [1]")
WRONG = Draft(
    (DraftSentence("Umbrellas belong to zealous ferrymen.", (1,)),), "scripted", raw="Umbrellas belong, said Quentin."
)


@pytest.fixture
def library(make_library: MakeLibrary, monkeypatch: pytest.MonkeyPatch) -> Library:
    monkeypatch.setattr(methods, "Sufficiency", lambda *_: Always())
    return make_library(FILES)


class Always:
    """Takes any evidence for enough."""

    name = "always"

    def __call__(self, question: str, evidence: Sequence[Evidence]) -> SufficiencyVerdict:
        return SufficiencyVerdict(1.0)


def script(monkeypatch: pytest.MonkeyPatch, *drafts: Draft, host: str | None = None) -> ScriptedGenerator:
    """Puts a script in the writer's place."""
    generator = ScriptedGenerator(drafts)
    generator.host = host  # type: ignore[attr-defined]
    monkeypatch.setattr(methods, "writer", lambda *_: generator)
    return generator


def told(library: Library, question: str = QUESTION) -> list[AskEvent]:
    """The events of one question."""
    events: list[AskEvent] = []
    library.ask(question, on_event=events.append)
    return events


def test_events_come_in_the_order_of_the_work(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch, WRONG, GOOD, host="models.example")
    found = told(library)
    assert found[:2] == [StageStarted(Stage.SEARCH), EvidenceFound((1,), ("Harbor Act, § 1",))]
    assert found[2:5] == [TextLeaves("models.example"), StageStarted(Stage.WRITE, 0), StageStarted(Stage.CHECK, 0)]
    assert isinstance(found[5], DraftChecked)
    assert (found[5].decision, found[5].improved) == (Decision.REGENERATE, None)
    assert "alignment" in found[5].failed
    assert found[6:9] == [
        StageStarted(Stage.WRITE, 1),
        StageStarted(Stage.CHECK, 1),
        DraftChecked(1, 1, 1.0, Decision.ACCEPT, improved=True),
    ]
    assert isinstance(found[9], Finished)
    assert isinstance(found[9].outcome, Answer)
    assert len(found) == 10


def test_fault_and_refusal_are_told(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    declined = Draft((), "scripted", refused=True, writing=Writing("markers", (), ()))
    script(monkeypatch, declined, Draft((), "scripted", fault=DraftFault.CUT, raw="Umbrellas"))
    verdicts = [event for event in told(library) if isinstance(event, DraftChecked)]
    assert [(v.fault, v.refused, v.sentences) for v in verdicts] == [(None, True, 0), (DraftFault.CUT, False, 0)]


def test_refused_unwritten_is_finished_after_the_search(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch, GOOD, host="models.example")
    found = told(library, "Are ferries punctual?")
    assert found[:-1] == [StageStarted(Stage.SEARCH), EvidenceFound((), ())]
    assert isinstance(found[-1], Finished)


WORDS = ["Umbrellas", "belong", "zealous", "ferrymen", "quickly", "forty", "whales"]
UNSOUND = st.lists(st.sampled_from(WORDS), min_size=2, max_size=6).map(" ".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=25)
@given(texts=st.lists(UNSOUND, min_size=1, max_size=3), fault=st.sampled_from([None, *DraftFault]))
def test_no_event_before_the_last_has_a_word_of_a_draft(
    library: Library, texts: list[str], fault: DraftFault | None
) -> None:
    said = Draft(tuple(DraftSentence(t, (1, 8)) for t in texts), "scripted", fault=fault, raw=" ".join(texts))
    with pytest.MonkeyPatch.context() as patch:
        script(patch, said, said)
        *before, last = told(library)
    assert isinstance(last, Finished)
    assert isinstance(last.outcome, Refusal)
    shown = set(re.findall(r"\w+", " ".join(map(repr, before))))
    assert not shown & set(WORDS)


def test_receiver_that_fails_ends_the_run(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    generator = script(monkeypatch, GOOD)

    def fail(event: AskEvent) -> None:
        raise KeyError("the receiver")

    with pytest.raises(KeyError):
        library.ask(QUESTION, on_event=fail)
    assert generator.feedback == []
    assert isinstance(library.ask(QUESTION), Answer)


# As an iterator


def test_iterator_has_the_same_events(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch, WRONG, GOOD, WRONG, GOOD)
    *found, last = library.ask_events(QUESTION)
    *expected, other = told(library)
    assert found == expected
    assert isinstance(last, Finished)
    assert isinstance(other, Finished)
    assert replace(last.outcome, trace=other.outcome.trace) == other.outcome


def test_iterator_raises_what_the_question_raises(library: Library) -> None:
    events = library.ask_events("")
    with pytest.raises(QuestionError):
        next(events)


def test_library_can_be_changed_and_asked_between_events(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch, GOOD, GOOD)
    events = library.ask_events(QUESTION)
    assert next(events) == StageStarted(Stage.SEARCH)
    library.remove("act")
    rest = list(events)
    assert isinstance(rest[-1], Finished)


def test_two_iterators_can_be_read_in_turn(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch, GOOD, GOOD)
    one, two = library.ask_events(QUESTION), library.ask_events(QUESTION)
    pairs = list(zip(one, two, strict=True))
    assert all(isinstance(event, Finished) for event in pairs[-1])
    assert len([t for t in threading.enumerate() if t.name.startswith("pincite-ask")]) == 1


def test_reader_that_goes_away_ends_the_run(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    may_write = threading.Event()

    class Waiting(ScriptedGenerator):
        def __call__(self, *arguments: Any) -> Draft:
            assert may_write.wait(10)
            return super().__call__(*arguments)

    waiting = Waiting([WRONG, GOOD])
    monkeypatch.setattr(methods, "writer", lambda *_: waiting)
    events = library.ask_events(QUESTION)
    for event in events:
        if event == StageStarted(Stage.WRITE, 0):
            break
    events.close()  # type: ignore[attr-defined]
    may_write.set()
    library.close()
    assert len(waiting.feedback) == 1


def test_closed_library_says_so(library: Library) -> None:
    events = library.ask_events(QUESTION)
    library.close()
    with pytest.raises(LibraryError, match="was closed"):
        next(events)


def test_stream_gives_what_came_before_an_error() -> None:
    from concurrent.futures import ThreadPoolExecutor

    def run(tell: Callable[[AskEvent], None]) -> None:
        tell(StageStarted(Stage.SEARCH))
        raise LibraryError("gone")

    with ThreadPoolExecutor(1) as executor:
        events = stream(run, executor.submit)
        assert next(events) == StageStarted(Stage.SEARCH)
        with pytest.raises(LibraryError, match="gone"):
            next(events)
