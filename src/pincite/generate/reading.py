"""What a model answered, read: reasoning taken out, faults named, JSON found.

Nothing is mended silently: each thing that was met and dealt with is an outcome by name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pincite.generate.protocol import Completion, Message
from pincite.types.answer import DraftFault

# No tokenizer in use makes fewer tokens of prose than one in so many characters.
MOST_CHARS_A_TOKEN: Final = 10
# A count below this proves nothing: some servers leave out the tokens that they had kept from an earlier prompt.
LEAST_TELLING_COUNT: Final = 1000
# So many blanks at the end of a cut answer were written instead of an answer.
MOST_BLANKS: Final = 40
_NAMES = "(?:seed:)?think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad"
_GAP = r"\s{0,4}+"
# Tags of reasoning as models write them: `<think>`, `[THINK]`, Kimi's `◁think▷`, Cohere's `<|START_THINKING|>`.
_TAG = re.compile(
    rf"(?P<open><{_GAP}(?:{_NAMES}){_GAP}>|(?-i:\[THINK\])|◁think▷|<\|(?:think|start_thinking|begin_of_thought)\|>)"
    rf"|<{_GAP}/{_GAP}(?:{_NAMES}){_GAP}>|(?-i:\[/THINK\])|◁/think▷|<\|(?:/think|end_thinking|end_of_thought)\|>",
    re.IGNORECASE,
)
# gpt-oss: everything before the final channel is reasoning, and so is every other channel. Where its tokens were lost
# on the way, their words remain.
_FINAL_CHANNEL = re.compile(
    r"\A.*<\|channel\|>\s{0,4}final[^<]{0,40}(?:<\|constrain\|>[^<]{0,40})?<\|message\|>", re.DOTALL
)
_OTHER_CHANNEL = re.compile(r"<\|channel\|>\s{0,4}(?:analysis|commentary)\b.*\Z", re.DOTALL)
_LOST_CHANNEL = re.compile(r"\A\s*analysis(?=[^\Wa-z]).*assistantfinal", re.DOTALL)
# A token of some chat form; what follows one is another turn.
_CHAT_TOKEN = re.compile(r"<[|｜][^<>|｜\n]{1,40}[|｜]>|</?s>|<(?:start|end)_of_turn>|<[be]os>|\[/?INST\]")
_ROLE = re.compile(r"\A\s*(?:assistant|model)[ \t]*(?:[:\n]|\Z)")
_JSON_LIKE = re.compile(
    r"\A(?:```[a-zA-Z]*)?\s*(?:\{\s*[\"'}]|\[\s*\{|<(?:tool_call|function)\b|\[TOOL_CALLS\])"
    r"|\"(?:sentences|text|sources)\"\s{0,4}:"
)
_MAX_STARTS: Final = 50


@dataclass(frozen=True, slots=True)
class Read:
    """A completion as text.

    Args:
        outcomes: what was met and dealt with: `reasoning_apart`, `reasoning_removed`, `end_token_removed`, and
            `run_on_removed` where the model went on behind the end of its turn.
        fault: why it is no answer; None where it is one.
    """

    text: str
    outcomes: tuple[str, ...] = ()
    fault: DraftFault | None = None


def read(completion: Completion, messages: Sequence[Message] = ()) -> Read:
    """The answer in a completion, or its fault.

    Args:
        messages: what was sent, against which the server's count of the prompt's tokens is held.
    """
    outcomes = ["reasoning_apart"] if completion.reasoning.strip() else []
    text = without_reasoning(completion.text)
    if text.strip() != completion.text.strip():
        outcomes.append("reasoning_removed")
    said, met = _own_turn(text)
    return Read(said, (*outcomes, *met), _fault(completion, said, messages))


def without_reasoning(text: str) -> str:
    """The text without what a model thought aloud, also where a tag was never opened or never closed."""
    text = _LOST_CHANNEL.sub("", _OTHER_CHANNEL.sub("", _FINAL_CHANNEL.sub("", text)))
    kept: list[str] = []
    depth = at = 0
    for tag in _TAG.finditer(text):
        if not depth:
            kept.append(text[at : tag.start()])
        if tag["open"]:
            depth += 1
        elif depth:
            depth -= 1
        else:
            kept.clear()  # never opened: all before it is reasoning
        at = tag.end()
    return "".join(kept) + ("" if depth else text[at:])


def _own_turn(text: str) -> tuple[str, tuple[str, ...]]:
    """The first turn that says anything, and what was taken away beside it."""
    first, *others = _CHAT_TOKEN.split(text)
    if not others:
        return first.strip(), ()
    turns = [turn.strip() for turn in (first, *(_ROLE.sub("", other, count=1) for other in others))]
    said = [turn for turn in turns if turn]
    return said[0] if said else "", ("end_token_removed", *(["run_on_removed"] if len(said) > 1 else []))


def _fault(completion: Completion, text: str, messages: Sequence[Message]) -> DraftFault | None:
    if completion.finish_reason == "content_filter":
        return DraftFault.FILTERED
    if completion.finish_reason == "length":
        bare = completion.text.rstrip()
        only_blanks = completion.text and (not bare or len(completion.text) - len(bare) >= MOST_BLANKS)
        return DraftFault.WHITESPACE if only_blanks else DraftFault.CUT
    if not text:
        return DraftFault.EMPTY
    sent = sum(len(message.content) for message in messages)
    counted = completion.prompt_tokens or 0
    if counted >= LEAST_TELLING_COUNT and counted * MOST_CHARS_A_TOKEN < sent:
        return DraftFault.PROMPT_CUT
    return None


def find_json(text: str, key: str) -> tuple[Mapping[str, Any] | None, tuple[str, ...]]:
    """The JSON object with `key` in a text, and what stood around it.

    Returns:
        The object, or None where there is none; outcomes: `code_fence`, `prose_around_json`.
    """
    bare = _unfenced(text)
    outcomes = ("code_fence",) if bare != text else ()
    whole = _loaded(bare)
    if isinstance(whole, dict) and key in whole:
        return whole, outcomes
    for found in _objects(bare):
        if key in found:
            return found, ("prose_around_json",)
    return None, ()


def _unfenced(text: str) -> str:
    """What stands between fences of code, where they are the first and the last thing; else the text."""
    first, _, rest = text.strip().partition("\n")
    kind = first.removeprefix("```").strip()
    fenced = first.startswith("```") and rest.endswith("```") and (not kind or kind.isalpha())
    return rest.removesuffix("```") if fenced else text


class RepeatedKey(dict[str, Any]):
    """A JSON object in which a key stood twice; the last one counts."""


def _noted(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else RepeatedKey(found)


def _loaded(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_noted)
    except (ValueError, RecursionError):
        return None


def is_json_like(text: str) -> bool:
    """Whether a text is JSON or the call of a tool, whole or broken, or holds the bound form: it is not read as prose.

    >>> is_json_like('{"sentences": [{"text": "Rent is'), is_json_like("Rent is due [1].")
    (True, False)
    """
    return _JSON_LIKE.search(text) is not None


def _objects(text: str) -> Iterator[Mapping[str, Any]]:
    """The JSON objects that stand in a text, each before those inside it; a bounded number of starts is tried."""
    decoder = json.JSONDecoder(object_pairs_hook=_noted)
    at = -1
    for _start in range(_MAX_STARTS):
        at = text.find("{", at + 1)
        if at < 0:
            return
        try:
            found, _ = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            continue
        yield found
