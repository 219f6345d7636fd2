"""What came from a model, read: reasoning taken out, faults named, JSON found, in linear time whatever it is."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.generate.protocol import Completion, Message
from pincite.generate.reading import find_json, is_json_like, read, without_reasoning
from pincite.types.answer import DraftFault

SAID = "Rent is due [1]."
LONG = "The landlord shall give notice. " * 400


def completion(text: str, finish_reason: str = "stop", **given: object) -> Completion:
    return Completion(text, finish_reason, "small", **given)


REASONED = [
    pytest.param(f"<think>Let me see.</think>{SAID}", id="pair"),
    pytest.param(f"<think>\nLet me see.\n\n</think>\n\n{SAID}", id="pair-over-lines"),
    pytest.param(f"{SAID}<think>Was that right?</think>", id="pair-behind"),
    pytest.param(f"<think>One.</think><think>Two.</think>{SAID}", id="two-pairs"),
    pytest.param(f"<think></think>{SAID}", id="empty-pair"),
    pytest.param(f"<THINK>Let me see.</Think >{SAID}", id="capitals-and-blanks"),
    pytest.param(f"<thinking>Let me see.</thinking>{SAID}", id="thinking"),
    pytest.param(f"<thought>Let me see.</thought>{SAID}", id="thought"),
    pytest.param(f"<reasoning>Let me see.</reasoning>{SAID}", id="reasoning"),
    pytest.param(f"<reflection>Let me see.</reflection>{SAID}", id="reflection"),
    pytest.param(f"<analysis>Let me see.</analysis>{SAID}", id="analysis"),
    pytest.param(f"<scratchpad>Let me see.</scratchpad>{SAID}", id="scratchpad"),
    pytest.param(f"<seed:think>Let me see.</seed:think>{SAID}", id="seed"),
    pytest.param(f"[THINK]Let me see.[/THINK]{SAID}", id="brackets"),
    pytest.param(f"◁think▷Let me see.◁/think▷{SAID}", id="triangles"),
    pytest.param(f"<|START_THINKING|>So.<|END_THINKING|><|START_RESPONSE|>{SAID}<|END_RESPONSE|>", id="tokens"),
    pytest.param(f"<|begin_of_thought|>Let me see.<|end_of_thought|>{SAID}", id="tokens-of-thought"),
    pytest.param(f"<think>Let me <think>really</think> see.</think>{SAID}", id="nested"),
    pytest.param(f"<think>Let me <reflection>really</reflection> see.</think>{SAID}", id="nested-of-two-kinds"),
    pytest.param(f"Let me see.</think>{SAID}", id="never-opened"),
    pytest.param(f"Let <think>me</think> see.</think>{SAID}", id="never-opened-around-a-pair"),
    pytest.param(f"One.</think>Two.</think>{SAID}", id="never-opened-twice"),
    pytest.param(f"{SAID}<think>Was that", id="never-closed"),
    pytest.param(
        f"<|channel|>analysis<|message|>So.<|end|><|start|>assistant<|channel|>final<|message|>{SAID}<|end|>",
        id="channels",
    ),
    pytest.param(
        f"<|channel|>analysis<|message|>So.<|end|><|start|>assistant<|channel|>final<|constrain|>json<|message|>{SAID}",
        id="channels-with-a-form",
    ),
    pytest.param(f"<|channel|>final<|message|>{SAID}<|channel|>analysis<|message|>Well.", id="channel-behind"),
    pytest.param(f"analysisLet us see. Source 1 says.assistantfinal{SAID}", id="channels-without-their-tokens"),
]


@pytest.mark.parametrize("text", REASONED)
def test_reasoning_is_taken_out(text: str) -> None:
    found = read(completion(text))
    assert (found.text, found.fault) == (SAID, None)
    assert "reasoning_removed" in found.outcomes


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<think>Let me see.", id="never-closed"),
        pytest.param("Let me see.</think>", id="never-opened"),
        pytest.param("<think>Let me <think>really</think> see.", id="one-of-two-closed"),
        pytest.param("<|channel|>analysis<|message|>Let me see.", id="one-channel"),
        pytest.param("<|channel|>commentary to=functions.x<|message|>{}<|call|>", id="another-channel"),
    ],
)
def test_reasoning_alone_is_no_answer(text: str) -> None:
    assert read(completion(text)).fault is DraftFault.EMPTY
    assert read(completion("", reasoning="Let me see.")).fault is DraftFault.EMPTY


@pytest.mark.parametrize("text", ["The analysis is [1].", "Think of the rent [1].", "analysis of rent [1].", SAID])
def test_words_of_reasoning_are_words(text: str) -> None:
    assert read(completion(text)).outcomes == ()
    assert read(completion(text)).text == text


def test_reasoning_kept_apart_is_told() -> None:
    found = read(completion(SAID, reasoning="Let me see."))
    assert (found.text, found.outcomes) == (SAID, ("reasoning_apart",))
    assert read(completion(SAID, reasoning=" \n")).outcomes == ()


TURNS = [
    pytest.param(f"{SAID}<|im_end|>", False, id="chatml"),
    pytest.param(f"{SAID}<|eot_id|>", False, id="llama"),
    pytest.param(f"{SAID}</s>", False, id="mistral"),
    pytest.param(f"{SAID}<end_of_turn>\n", False, id="gemma"),
    pytest.param(f"{SAID}<｜end▁of▁sentence｜>", False, id="deepseek"),
    pytest.param(f"<|im_start|>assistant\n{SAID}<|im_end|>", False, id="own-role"),
    pytest.param(f"<|start_header_id|>assistant<|end_header_id|>\n\n{SAID}", False, id="own-header"),
    pytest.param(f"<start_of_turn>model\n{SAID}", False, id="own-role-of-gemma"),
    pytest.param(f"[/INST] {SAID}", False, id="instruction-closed"),
    pytest.param(f"{SAID}<|im_end|>\n<|im_start|>user\nMay he enter?<|im_end|>", True, id="next-question"),
    pytest.param(f"{SAID}</s> The landlord may enter [2].", True, id="went-on"),
]


@pytest.mark.parametrize(("text", "went_on"), TURNS)
def test_only_the_models_own_turn_counts(text: str, went_on: bool) -> None:
    found = read(completion(text))
    assert (found.text, found.fault) == (SAID, None)
    assert found.outcomes == ("end_token_removed", *(["run_on_removed"] if went_on else []))


FAULTS = [
    pytest.param(completion(""), DraftFault.EMPTY, id="nothing"),
    pytest.param(completion(" \n\t\n "), DraftFault.EMPTY, id="blanks"),
    pytest.param(completion("<|im_end|>"), DraftFault.EMPTY, id="end-token"),
    pytest.param(completion("", "tool_calls"), DraftFault.EMPTY, id="tool-call"),
    pytest.param(completion("", "unknown"), DraftFault.EMPTY, id="unknown-end"),
    pytest.param(completion("", "length"), DraftFault.CUT, id="cut-at-once"),
    pytest.param(completion("Rent is", "length"), DraftFault.CUT, id="cut"),
    pytest.param(completion(SAID, "length"), DraftFault.CUT, id="cut-behind-a-sentence"),
    pytest.param(completion("<think>Let me", "length"), DraftFault.CUT, id="cut-in-reasoning"),
    pytest.param(completion(" \n" * 300, "length"), DraftFault.WHITESPACE, id="blanks-to-the-limit"),
    pytest.param(completion('{"sentences": [' + "\n" * 300, "length"), DraftFault.WHITESPACE, id="blanks-in-json"),
    pytest.param(completion("Rent is   ", "length"), DraftFault.CUT, id="cut-behind-a-few-blanks"),
    pytest.param(completion("", "content_filter"), DraftFault.FILTERED, id="withheld"),
    pytest.param(completion(SAID, "content_filter"), DraftFault.FILTERED, id="withheld-in-part"),
    pytest.param(completion(SAID, "stop", prompt_tokens=1000), DraftFault.PROMPT_CUT, id="prompt-cut"),
    pytest.param(completion(SAID, "stop", prompt_tokens=20), None, id="the-rest-was-kept-from-before"),
    pytest.param(completion(SAID, "stop", prompt_tokens=400), None, id="prompt-read"),
    pytest.param(completion(SAID, "stop", prompt_tokens=0), None, id="not-counted"),
    pytest.param(completion(SAID, "eos"), None, id="an-end-of-another-name"),
]


@pytest.mark.parametrize(("answer", "fault"), FAULTS)
def test_faults_have_names(answer: Completion, fault: DraftFault | None) -> None:
    assert read(answer, [Message("system", "Answer."), Message("user", LONG)]).fault is fault


BOUND = {"sentences": [{"text": "Rent is due.", "sources": [1]}]}
JSON = json.dumps(BOUND)
FOUND = [
    pytest.param(JSON, (), id="whole"),
    pytest.param(f"\n {json.dumps(BOUND, indent=2)}\n", (), id="indented"),
    pytest.param(f"```json\n{JSON}\n```", ("code_fence",), id="fence"),
    pytest.param(f"```\n{JSON}```", ("code_fence",), id="fence-without-a-name"),
    pytest.param(f"Here it is:\n{JSON}\nI hope that helps.", ("prose_around_json",), id="prose"),
    pytest.param(f"Here it is:\n```json\n{JSON}\n```", ("prose_around_json",), id="prose-and-fence"),
    pytest.param(f'{JSON}\n{{"sentences": []}}', ("prose_around_json",), id="twice"),
    pytest.param(f'{{"note": "none"}} {JSON}', ("prose_around_json",), id="another-one-first"),
    pytest.param(f'{{"answer": {JSON}}}', ("prose_around_json",), id="inside-another-one"),
    pytest.param(f"A {{brace}} and {{ more: {JSON}", ("prose_around_json",), id="braces-in-the-prose"),
]


@pytest.mark.parametrize(("text", "outcomes"), FOUND)
def test_json_is_found(text: str, outcomes: tuple[str, ...]) -> None:
    assert find_json(text, "sentences") == (BOUND, outcomes)


MISSING = [
    pytest.param("", id="nothing"),
    pytest.param(SAID, id="prose"),
    pytest.param(JSON[:-3], id="broken-off"),
    pytest.param(JSON.replace('"', "'"), id="other-quotes"),
    pytest.param('{"sentences": [1, 2,]}', id="comma-too-many"),
    pytest.param("[1, 2]", id="list"),
    pytest.param('"sentences"', id="text"),
    pytest.param('{"answer": "Rent is due."}', id="another-key"),
    pytest.param('{"a":' * 100_000, id="endless-nesting"),
    pytest.param('{"sentences": ' + "[" * 100_000, id="endless-lists"),
    pytest.param("{" * 100_000, id="braces"),
    pytest.param(f'{{"sentences": [{{"sources": [{"9" * 5000}]}}]}}', id="endless-number"),
]


@pytest.mark.parametrize("text", MISSING)
def test_json_that_is_not_there_is_not_guessed(text: str) -> None:
    assert find_json(text, "sentences") == (None, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(JSON, True, id="json"),
        pytest.param(JSON[:-3], True, id="broken"),
        pytest.param("{'sentences': [", True, id="other-quotes"),
        pytest.param(f"```json\n{JSON[:-1]}", True, id="fence"),
        pytest.param('[{"text": "Rent is due."}]', True, id="list"),
        pytest.param(f"Here it is: {JSON[:-1]}", True, id="behind-prose"),
        pytest.param("{}", True, id="empty"),
        pytest.param('<tool_call>{"name": "x"}</tool_call>', True, id="tool-call"),
        pytest.param('[TOOL_CALLS][{"name": "x"}]', True, id="tool-calls"),
        pytest.param(SAID, False, id="prose"),
        pytest.param("[1] Rent is due.", False, id="marker-first"),
        pytest.param('The word "text" means a writing [1].', False, id="quotes"),
        pytest.param("{1} Rent is due.", False, id="brace"),
    ],
)
def test_json_is_told_from_prose(text: str, expected: bool) -> None:
    assert is_json_like(text) is expected


N = 100_000
HUGE = [
    pytest.param("<think>" * N + "</think>" * N, id="nested"),
    pytest.param("<think>" * N, id="opened"),
    pytest.param("</think>" * N, id="closed"),
    pytest.param("< " * N, id="angles"),
    pytest.param("<" + " " * N + "think>", id="blanks-in-a-tag"),
    pytest.param("<|channel|>" * N, id="channels"),
    pytest.param("<|a|>" * N, id="tokens"),
    pytest.param("```\n" + " \n" * N + "x", id="fence"),
    pytest.param('{"a":' * N, id="objects"),
    pytest.param("analysis" + "A" * N, id="analysis"),
]


@pytest.mark.parametrize("text", HUGE)
def test_time_grows_with_the_length_only(text: str) -> None:
    started = time.perf_counter()
    found = read(completion(text))
    find_json(found.text, "sentences")
    is_json_like(found.text)
    assert time.perf_counter() - started < 5


@given(
    st.lists(st.sampled_from(["<think>", "</think>", "[THINK]", "a", " ", "\n", "<|end|>", "</s>", "{"]), max_size=12)
)
def test_nothing_of_a_tag_is_left(parts: list[str]) -> None:
    found = read(completion("".join(parts)))
    assert not any(tag in found.text for tag in ("<think>", "</think>", "[THINK]", "<|end|>", "</s>"))
    assert found.text == found.text.strip()
    assert without_reasoning(found.text) == found.text
