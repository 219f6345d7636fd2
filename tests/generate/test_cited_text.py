"""Drafts by a scripted model: both forms, servers that do no schemas, every fault, the room, what the trace has."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from pincite.errors import ModelError, SchemaUnsupported, ServerError
from pincite.generate.cited_text import REPEATED_CHARS, CitedTextGenerator
from pincite.generate.model_run import DEFAULT_CONTEXT, estimate
from pincite.generate.prompt_hash import prompt_hash
from pincite.generate.prompts import PROMPTS
from pincite.generate.protocol import Completion, Generator, Message
from pincite.settings import ModelSettings
from pincite.testing import ScriptedModel
from pincite.types.answer import REFUSAL_SENTENCES, Draft, DraftFault, Feedback
from pincite.types.retrieval import Evidence

MakeEvidence = Callable[..., Evidence]
QUESTION = "How many days until the deposit is returned?"
RULE = "The deposit is returned within 21 days."
NOTICE = "Notice is given in writing."
NO_SCHEMA = SchemaUnsupported("It does no schemas.")


def bound(*rows: tuple[str, Sequence[int]]) -> str:
    return json.dumps({"sentences": [{"text": text, "sources": list(numbers)} for text, numbers in rows]})


PROSE = f"{RULE} [1]"
JSON = bound((RULE, [1]))


@pytest.fixture
def evidence(make_evidence: MakeEvidence) -> list[Evidence]:
    return [make_evidence(RULE, 1), make_evidence(NOTICE, 2)]


def write(
    evidence: Sequence[Evidence],
    *answers: Any,
    feedback: Feedback | None = None,
    language: str = "en",
    forms: dict[str, Any] | None = None,
    context: int | None = None,
    **settings: Any,
) -> tuple[Draft, ScriptedModel]:
    model = ScriptedModel(answers, context_tokens=context)
    generator = CitedTextGenerator(model, ModelSettings(**settings), forms=forms)
    assert isinstance(generator, Generator)
    return generator(QUESTION, language, evidence, feedback), model


def rows(draft: Draft) -> list[tuple[str, tuple[int, ...]]]:
    return [(s.text, s.citations) for s in draft.sentences]


def met(draft: Draft) -> list[tuple[str, ...]]:
    """The outcomes of each call."""
    assert draft.writing is not None
    return [call.outcomes for call in draft.writing.calls]


# Forms


@pytest.mark.parametrize(
    ("form", "answer", "has_schema"),
    [
        pytest.param("markers", PROSE, False, id="markers"),
        pytest.param("sentences", JSON, True, id="sentences"),
        pytest.param("auto", JSON, True, id="auto-asks-for-the-bound-form"),
    ],
)
def test_draft_in_each_form(evidence: list[Evidence], form: str, answer: str, has_schema: bool) -> None:
    draft, model = write(evidence, answer, form=form)
    assert rows(draft) == [(RULE, (1,))]
    assert (draft.model, draft.refused, draft.fault, draft.raw) == ("scripted", False, None, answer)
    assert draft.writing is not None
    assert draft.writing.form == ("markers" if form == "markers" else "sentences")
    ((_, schema),) = model.calls
    assert (schema is not None) is has_schema
    if schema:
        assert schema["properties"]["sentences"]["items"]["properties"]["sources"]["items"]["enum"] == [1, 2]


def test_server_without_schemas_is_asked_for_markers_and_that_is_kept(evidence: list[Evidence]) -> None:
    forms: dict[str, Any] = {}
    draft, model = write(evidence, NO_SCHEMA, PROSE, forms=forms)
    assert rows(draft) == [(RULE, (1,))]
    assert [schema is not None for _, schema in model.calls] == [True, False]
    assert forms == {"scripted": "markers"}
    assert draft.writing is not None
    assert (draft.writing.form, len(draft.writing.calls)) == ("markers", 1)
    _, again = write(evidence, PROSE, forms=forms)
    assert [schema for _, schema in again.calls] == [None]


def test_bound_form_that_was_set_is_not_given_up(evidence: list[Evidence]) -> None:
    forms: dict[str, Any] = {}
    with pytest.raises(SchemaUnsupported):
        write(evidence, NO_SCHEMA, PROSE, form="sentences", forms=forms)
    assert forms == {}


IGNORED = [
    pytest.param([PROSE], [(RULE, (1,))], 1, id="prose-with-markers-is-taken"),
    pytest.param([f"{RULE} [9]"], [(RULE, (9,))], 1, id="wrong-markers-are-markers"),
    pytest.param([RULE, PROSE], [(RULE, (1,))], 2, id="prose-without-is-asked-for-them"),
    pytest.param([JSON[:-2], PROSE], [(RULE, (1,))], 2, id="broken-json-is-no-prose"),
    pytest.param(['{"answer": "x", "sources": [1]}', PROSE], [(RULE, (1,))], 2, id="other-json-is-no-prose"),
    pytest.param([bound((RULE, [1])).replace("[1]", "[true]"), PROSE], [(RULE, (1,))], 2, id="sources-that-are-none"),
]


@pytest.mark.parametrize(("answers", "expected", "calls"), IGNORED)
def test_schema_that_is_ignored(
    evidence: list[Evidence], answers: list[str], expected: list[tuple[str, tuple[int, ...]]], calls: int
) -> None:
    forms: dict[str, Any] = {}
    draft, model = write(evidence, *answers, forms=forms)
    assert rows(draft) == expected
    assert draft.writing is not None
    assert (draft.writing.form, forms) == ("markers", {"scripted": "markers"})
    assert [schema is not None for _, schema in model.calls] == [True, False][:calls]
    assert met(draft)[0] == ("schema_ignored",)


def test_json_where_markers_were_asked_for_is_read_as_what_it_is(evidence: list[Evidence]) -> None:
    draft, _ = write(evidence, JSON, form="markers")
    assert (rows(draft), met(draft)) == ([(RULE, (1,))], [("json_unasked",)])
    for answer in (JSON[:-2], '{"status": "answered"}', '<tool_call>{"name": "x"}</tool_call>'):
        draft, _ = write(evidence, answer, form="markers")
        assert (draft.fault, draft.sentences) == (DraftFault.MALFORMED, ())


# The bound form, forced


@pytest.mark.parametrize(
    ("answer", "outcomes"),
    [
        pytest.param(f"Here it is: {JSON} I hope so.", ("prose_around_json",), id="prose"),
        pytest.param(f"```json\n{JSON}\n```", ("code_fence",), id="fence"),
        pytest.param(f"<think>So.</think>{JSON}", ("reasoning_removed",), id="reasoning"),
        pytest.param(f"{JSON}<|im_end|>", ("end_token_removed",), id="end-token"),
        pytest.param(bound((f"{RULE}\u202e", [1])), ("unseen_removed",), id="unseen"),
    ],
)
def test_what_stood_around_the_json_is_told(evidence: list[Evidence], answer: str, outcomes: tuple[str, ...]) -> None:
    draft, _ = write(evidence, answer, form="sentences")
    assert (rows(draft), met(draft)) == ([(RULE, (1,))], [outcomes])


def test_unreadable_json_is_asked_for_once_more(evidence: list[Evidence]) -> None:
    draft, model = write(evidence, PROSE, JSON, form="sentences")
    assert (rows(draft), draft.fault) == ([(RULE, (1,))], None)
    (first, schema), (second, schema_again) = model.calls
    assert schema == schema_again != None  # noqa: E711
    assert second == (*first, Message("assistant", PROSE), Message("user", PROMPTS["en"].again_unreadable))
    assert len(met(draft)) == 2


def test_unreadable_answer_is_repeated_up_to_a_length(evidence: list[Evidence]) -> None:
    _, model = write(evidence, "word " * 5000, JSON, form="sentences")
    assert len(model.calls[1][0][2].content) == REPEATED_CHARS


def test_unreadable_twice_is_malformed(evidence: list[Evidence]) -> None:
    draft, model = write(evidence, PROSE, "{", JSON, form="sentences")
    assert (draft.fault, draft.sentences, len(model.calls)) == (DraftFault.MALFORMED, (), 2)


def test_fault_of_the_repair_is_its_own(evidence: list[Evidence]) -> None:
    draft, _ = write(evidence, PROSE, Completion("{", "length", "m"), form="sentences")
    assert draft.fault is DraftFault.CUT


# Faults and refusals


def said(text: str, finish_reason: str = "stop", **given: Any) -> Completion:
    return Completion(text, finish_reason, "m", **given)


FAULTS = [
    pytest.param(said(PROSE, "length"), DraftFault.CUT, id="cut"),
    pytest.param(said(""), DraftFault.EMPTY, id="empty"),
    pytest.param(said("", reasoning="Let me see."), DraftFault.EMPTY, id="reasoned-only"),
    pytest.param(said("\n" * 900, "length"), DraftFault.WHITESPACE, id="blanks"),
    pytest.param(said(PROSE, "content_filter"), DraftFault.FILTERED, id="withheld"),
    pytest.param(said('{"a": 1}'), DraftFault.MALFORMED, id="malformed"),
]


@pytest.mark.parametrize("form", ["markers", "auto", "sentences"])
@pytest.mark.parametrize(("answer", "fault"), FAULTS)
def test_every_fault_ends_the_draft(evidence: list[Evidence], answer: Completion, fault: DraftFault, form: str) -> None:
    draft, model = write(evidence, *[answer] * 2, form=form)
    assert (draft.fault, draft.sentences, draft.refused) == (fault, (), False)
    assert draft.writing is not None
    assert {call.finish_reason for call in draft.writing.calls} == {answer.finish_reason}
    assert len(model.calls) == (2 if fault is DraftFault.MALFORMED and form != "markers" else 1)


def test_all_faults_are_shown() -> None:
    of_long_prompts = {DraftFault.PROMPT_CUT}  # see test_reading
    assert {row.values[1] for row in FAULTS} == set(DraftFault) - of_long_prompts


def test_errors_of_the_server_are_errors(evidence: list[Evidence]) -> None:
    with pytest.raises(ServerError, match="gone"):
        write(evidence, ServerError("It is gone."))


REFUSALS = [
    pytest.param("markers", "en", REFUSAL_SENTENCES["en"], (), id="word-for-word"),
    pytest.param("markers", "ko", REFUSAL_SENTENCES["ko"], (), id="korean"),
    pytest.param("markers", "en", "The sources do not mention it.", ("refusal_in_other_words",), id="other-words"),
    pytest.param("sentences", "en", '{"sentences": []}', (), id="bound"),
    pytest.param("sentences", "en", bound((REFUSAL_SENTENCES["en"], [1])), (), id="bound-in-words"),
]


@pytest.mark.parametrize(("form", "language", "answer", "outcomes"), REFUSALS)
def test_refusal_is_a_refusal(
    evidence: list[Evidence], form: str, language: str, answer: str, outcomes: tuple[str, ...]
) -> None:
    draft, model = write(evidence, answer, form=form, language=language)
    assert (draft.refused, draft.fault, draft.sentences, met(draft)) == (True, None, (), [outcomes])
    assert model.calls[0][0][0].content.startswith(PROMPTS[language].rules)


def test_feedback_goes_into_the_prompt(evidence: list[Evidence]) -> None:
    feedback = Feedback(Draft((), "scripted", refused=True), ())
    _, model = write(evidence, JSON, feedback=feedback)
    assert model.calls[0][0][1].content.endswith(PROMPTS["en"].again_refused)


# What is asked, and what is told of it


class Watched(ScriptedModel):
    """Keeps the numbers that it was asked with."""

    changed_parameters = ("seed",)

    def complete(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, **given: Any
    ) -> Completion:
        self.given = given
        return super().complete(messages, schema=schema, **given)


@pytest.mark.parametrize("form", ["markers", "sentences"])
def test_answer_depends_on_nothing_but_what_its_hash_covers(evidence: list[Evidence], form: Any) -> None:
    model = Watched([PROSE if form == "markers" else JSON])
    settings = ModelSettings(form=form, seed=7, max_tokens=99)
    draft = CitedTextGenerator(model, settings)(QUESTION, "en", evidence)
    assert model.given == {"max_tokens": 99, "temperature": 0.0, "seed": 7}
    ((messages, schema),) = model.calls
    assert draft.writing is not None
    (call,) = draft.writing.calls
    assert call.prompt_sha256 == prompt_hash(model.name, messages, schema=schema, **model.given)
    assert call.outcomes == ("changed_seed",)


def test_call_is_told_as_the_server_counted_it(evidence: list[Evidence]) -> None:
    draft, _ = write(evidence, said(JSON, "stop", prompt_tokens=300, completion_tokens=20))
    assert draft.writing is not None
    (call,) = draft.writing.calls
    assert (call.finish_reason, call.prompt_tokens, call.completion_tokens) == ("stop", 300, 20)


def test_what_was_set_aside_is_told(evidence: list[Evidence]) -> None:
    draft, _ = write(evidence, f"Yes. {PROSE}", form="markers")
    assert draft.writing is not None
    assert draft.writing.set_aside == ("Yes.",)


def test_marker_of_a_source_itself_is_text(make_evidence: MakeEvidence) -> None:
    rule = "The deposit is returned within 21 days⁷ of moving out."
    draft, _ = write([make_evidence(rule)], f"{rule} [1]", form="markers")
    assert rows(draft) == [(rule, (1,))]


# The room


def long_sources(make_evidence: MakeEvidence) -> list[Evidence]:
    return [make_evidence(" ".join([RULE] * 60), number) for number in (1, 2, 3)]


def test_lowest_ranked_sources_give_way(make_evidence: MakeEvidence) -> None:
    evidence = long_sources(make_evidence)
    for context in (900, 1200, 1500, 2400, 10_000):
        draft, model = write(evidence, JSON, context=context, max_tokens=64)
        ((messages, schema),) = model.calls
        assert sum(estimate(m.content) for m in messages) + 64 <= context
        assert draft.writing is not None
        shown = [number for number, _ in draft.writing.shown]
        assert [*shown, *draft.writing.left_out] == [1, 2, 3]
        assert schema is not None
        sources = schema["properties"]["sentences"]["items"]["properties"]["sources"]
        assert sources["items"]["enum"] == shown
    assert draft.writing.left_out == ()


@pytest.mark.parametrize(
    ("of_the_server", "of_the_settings", "is_cut"),
    [
        pytest.param(None, None, False, id="neither"),
        pytest.param(1000, None, True, id="the-servers"),
        pytest.param(100_000, 1000, True, id="the-settings-before-the-servers"),
        pytest.param(1000, 100_000, False, id="the-settings-though-larger"),
    ],
)
def test_room_is_that_of_the_settings_or_the_server(
    make_evidence: MakeEvidence, of_the_server: int | None, of_the_settings: int | None, is_cut: bool
) -> None:
    evidence = long_sources(make_evidence)
    draft, _ = write(evidence, JSON, context=of_the_server, context_tokens=of_the_settings, max_tokens=64)
    assert draft.writing is not None
    whole = all(span.end == len(e.chunk.text) for e, (_, span) in zip(evidence, draft.writing.shown, strict=False))
    assert (not whole or bool(draft.writing.left_out)) is is_cut
    assert DEFAULT_CONTEXT == 4096


@pytest.mark.parametrize("context", [256, 500, 600])
def test_room_for_no_source_is_an_error_with_its_numbers(make_evidence: MakeEvidence, context: int) -> None:
    model = ScriptedModel([JSON], context_tokens=context)
    settings = ModelSettings(max_tokens=400)
    with pytest.raises(ModelError, match=rf"about [\d,]+ tokens .* answer's 400 .* context has {context}\. Set model"):
        CitedTextGenerator(model, settings)(QUESTION, "en", long_sources(make_evidence))
    assert model.calls == []


def test_prompt_without_any_source_is_never_sent(make_evidence: MakeEvidence) -> None:
    """Not at the edge either, where there is room for a source but not for its frame."""
    settings = ModelSettings(max_tokens=400)
    held = []
    for context in range(600, 840, 4):
        model = ScriptedModel([JSON], context_tokens=context)
        try:
            CitedTextGenerator(model, settings)(QUESTION, "en", long_sources(make_evidence))
        except ModelError:
            assert model.calls == []
        else:
            assert "<text>" in model.calls[0][0][1].content
        held.append(bool(model.calls))
    assert held == sorted(held)
    assert set(held) == {False, True}


def test_limit_of_a_source_is_kept(make_evidence: MakeEvidence) -> None:
    draft, model = write(long_sources(make_evidence), JSON, source_tokens=40, context=20_000)
    assert draft.writing is not None
    assert draft.writing.left_out == ()
    assert all(span.end < 300 for _, span in draft.writing.shown)
    assert model.calls[0][0][1].content.count(" …\n</text>") == 3
