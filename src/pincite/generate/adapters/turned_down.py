"""What a server means by turning a request down, read from its status and its words, which no standard fixes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

RENAMED = {"max_tokens": "max_completion_tokens"}
_PARAMETERS = ("max_tokens", "seed", "temperature")
_FOREIGN = re.compile(
    r"un(?:supported|known|recogni[sz]ed|expected)|not (?:support|permitted|allowed)|n't support|extra|"
    r"invalid (?:parameter|argument|field)|max_completion_tokens\W? instead",
    re.IGNORECASE,
)
_SCHEMA = re.compile(
    r"response[_ ]?format|json[_ ]?(?:schema|object|mode)|\bschema|grammar|structured|guided|constrained", re.IGNORECASE
)
_ANOTHER_CAUSE = re.compile(
    r"context|too (?:long|large|many)|token|\bmodels?\b|messages\b|\brole|prompt|template|temperature|\bseed\b|quota|"
    r"credit|billing|balance|policy|content",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"model.{0,80}(?:not (?:found|exist|available|loaded)|n't exist|unknown)|(?:no such|unknown|invalid) model|"
    r"model_not_found",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Adjustments:
    """Parameters that a server does not take.

    Args:
        renamed: those that it takes under their newer name.
        left_out: those that it does not take at all.
    """

    renamed: frozenset[str] = frozenset()
    left_out: frozenset[str] = frozenset()

    def apply(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The body of a request with the parameters renamed or left out."""
        kept = {name: value for name, value in body.items() if name not in self.left_out}
        return {RENAMED[name] if name in self.renamed else name: value for name, value in kept.items()}

    def and_one_more(self, status: int, words: str) -> Adjustments | None:
        """With the parameter that an error names as foreign; None where it names none that could still be changed."""
        if status not in (400, 422) or not _FOREIGN.search(words):
            return None
        for name in _PARAMETERS:
            if name not in self.left_out | self.renamed and re.search(rf"\b{name}\b", words):
                if name in RENAMED:
                    return replace(self, renamed=self.renamed | {name})
                return replace(self, left_out=self.left_out | {name})
        return None


def is_schema_refused(status: int, words: str) -> bool:
    """Whether an error to a request with a schema means the schema.

    Either it says so, or it is a plain refusal that names no other cause: the schema is the one thing of the request
    that servers commonly lack.
    """
    plain = status in (400, 422, 501) and not _ANOTHER_CAUSE.search(words)
    return plain or (status in (400, 404, 415, 422, 500, 501) and bool(_SCHEMA.search(words)))


def is_model_missing(status: int, words: str) -> bool:
    """Whether an error means that the server does not have the model."""
    return status == 404 or (status in (400, 422) and bool(_NO_MODEL.search(words)))
