"""What a model answered, kept in a folder, so that gates are compared on the same drafts."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from pincite.errors import InputError
from pincite.generate.adapters.chat import UNKNOWN_END
from pincite.generate.prompt_hash import prompt_hash
from pincite.generate.protocol import Completion, LanguageModel, Message
from pincite.generate.wrapped import WrappedModel

_FORM = "pincite.completion/1"


class KeptModel(WrappedModel):
    """A model that is asked only for what a folder does not hold yet.

    A folder may be shared by processes: each answer is a file of its own, named by the hash of what was asked, and
    appears whole or not at all. The files hold answers, not what was asked. A damaged one is asked for again.
    Errors are not kept, and neither is an answer without text of which the server did not say why it ended.

    Args:
        model: who is asked.
        folder: made where it is missing.

    Attributes:
        from_folder: whether the last answer came from the folder; threads that share the model share this too.

    Raises:
        InputError: the folder cannot be made or written to.
    """

    def __init__(self, model: LanguageModel, folder: Path) -> None:
        super().__init__(model)
        self.from_folder = False
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unusable(folder, error) from error
        if not os.access(folder, os.W_OK | os.X_OK):
            raise _unusable(folder, "it is not writable")

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
        seed: int = 0,
    ) -> Completion:
        """See `LanguageModel.complete`; raises what the model raises where it is asked."""
        asked = prompt_hash(
            self.name, messages, schema=schema, max_tokens=max_tokens, temperature=temperature, seed=seed
        )
        file = self._folder / f"{asked}.json"
        if kept := _read(file, asked):
            self.from_folder = True
            return kept
        self.from_folder = False
        answer = self.model.complete(messages, schema=schema, max_tokens=max_tokens, temperature=temperature, seed=seed)
        if answer.text or answer.finish_reason != UNKNOWN_END:
            _write(file, asked, answer)
        return answer


def _unusable(folder: Path, why: object) -> InputError:
    return InputError(
        f"The folder for kept answers, {folder}, cannot be used: {why}.",
        hint="Set model.cache to a folder that can be written to.",
    )


def _read(file: Path, asked: str) -> Completion | None:
    """The answer in a file; None where it is missing or damaged."""
    try:
        value = json.loads(file.read_text("utf-8"))
        if value["form"] != _FORM or value["prompt_sha256"] != asked:
            return None
        answer = Completion(**value["completion"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return answer if _is_sound(answer) else None


def _is_sound(answer: Completion) -> bool:
    counts = (answer.prompt_tokens, answer.completion_tokens)
    texts = (getattr(answer, f.name) for f in fields(answer) if not f.name.endswith("_tokens"))
    return all(isinstance(text, str) for text in texts) and all(c is None or type(c) is int for c in counts)


def _write(file: Path, asked: str, answer: Completion) -> None:
    value = {"form": _FORM, "prompt_sha256": asked, "completion": asdict(answer)}
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as part:
            json.dump(value, part, indent=1)  # in ASCII, so that no half of a surrogate pair can be in the way
            part.write("\n")
        os.replace(name, file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
