"""The spellings in which frameworks write a prediction: names of fields, and ids inside objects.

Own names count first, then the RefWalk authors' list, then what LangChain, LlamaIndex, Haystack and RAGAS users write.
"""

from __future__ import annotations

import json
from ast import literal_eval
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from math import isfinite
from typing import Any, Final, NamedTuple
from warnings import catch_warnings

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "qa_id": ("qa_id", "id", "question_id", "qid", "query_id", "sample_id", "_id"),
    "retrieved_node_ids": (
        "retrieved_node_ids", "retrieved", "retrieved_ids", "retrieved_docs", "retrieved_documents", "contexts",
        "retrieved_contexts", "context_node_ids", "source_nodes", "source_documents", "sources", "documents", "docs",
        "context", "evidence", "ranking",
    ),
    "cited_node_ids": (
        "cited_node_ids", "cited_references", "citations", "cited", "cited_ids", "citation_node_ids", "references",
    ),
    "answer": (
        "answer", "prediction", "output", "response", "generated_answer", "pred_answer", "text", "result",
        "output_text", "replies", "answers",
    ),
    "variant": ("variant", "system", "run", "run_id", "method", "model"),
    "question": ("question", "query", "input", "user_input"),
    "claims": ("claims", "predicted_claims"),
    "raw_output": ("raw_output",),
}  # fmt: skip
"""Field to its spellings, in the order in which they are looked for; the first one that is not null counts."""

ID_KEYS: Final = (
    "node_id", "provision_id", "id", "id_", "doc_id", "document_id", "ref_doc_id", "source", "file_path", "ref",
    "reference", "chunk_id",
)  # fmt: skip
"""Keys of an object under which an id may stand, in their order."""
INNER: Final = ("node", "document", "metadata", "meta", "extra_info")
TEXT_KEYS: Final = ("page_content", "text", "content", "data", "answer", "response")
_WRAPPED: Final = ("retrieved_node_ids", "answer")
"""Fields that may stand one level down, under the name of a pipeline's component (Haystack)."""
_SPELLINGS_INSIDE: Final = frozenset({"documents", "replies", "answers"})
_MOST_NESTED: Final = 4
_MOST_LIST_CHARS: Final = 100_000


class Found(NamedTuple):
    """A field with the spelling under which it stood; both empty where there is none."""

    spelling: str
    value: Any


def field(row: Mapping[str, Any], name: str) -> Found:
    """A field of a prediction, under whatever spelling.

    >>> field({"contexts": ["a"]}, "retrieved_node_ids")
    Found(spelling='contexts', value=['a'])
    """
    for spelling in FIELDS[name]:
        if row.get(spelling) is not None:
            return Found(spelling, row[spelling])
    if name in _WRAPPED:
        for outer, inner in row.items():
            if isinstance(inner, Mapping):
                for spelling in _SPELLINGS_INSIDE.intersection(FIELDS[name]):
                    if inner.get(spelling) is not None:
                        return Found(f"{outer}.{spelling}", inner[spelling])
    return Found("", None)


def ids_in(item: Any) -> Iterator[str]:
    """The texts of one item that may be its id, the likeliest first: its own, then those of what it holds."""
    yield from _ids_in(item, 0)


def _ids_in(item: Any, level: int) -> Iterator[str]:
    if isinstance(item, str) or type(item) is int:
        if text := str(item).strip():
            yield text
        return
    if not isinstance(item, Mapping) or level > _MOST_NESTED:
        return
    for key in ID_KEYS:
        value = item.get(key)
        if isinstance(value, str) and value.strip():
            yield value.strip()
    for key in INNER:
        if isinstance(item.get(key), Mapping):
            yield from _ids_in(item[key], level + 1)


def text_in(item: Any) -> str:
    """The passage of an item; empty where it holds none."""
    if isinstance(item, str):
        return item
    if not isinstance(item, Mapping):
        return ""
    for key in TEXT_KEYS:
        if isinstance(item.get(key), str):
            return str(item[key])
    return next((text for key in ("node", "document") if (text := text_in(item.get(key)))), "")


def score_in(item: Any) -> float | None:
    """The score that an item carries; None where it has none."""
    if not isinstance(item, Mapping):
        return None
    if (score := as_score(item.get("score"))) is not None:
        return score
    return next((score for key in INNER if (score := score_in(item.get(key))) is not None), None)


def as_score(value: Any) -> float | None:
    """A number, or a text that is one; None for what has no place in an order."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        score = float(value)
    except (ValueError, OverflowError):
        return None
    return score if isfinite(score) else None


def items_of(value: Any) -> list[Any] | None:
    """The items of a list in whatever shape: a list, also as its JSON text, one item, or ids with scores.

    Ids with scores come out the best first, of equal ones the first in the alphabet; pairs of an item and a score
    become items that carry it.

    Returns:
        None where it is none of them.
    """
    if isinstance(value, str):
        value = _list_in(value.strip())
    if isinstance(value, list | tuple):
        return [_scored_item(item) for item in value]
    if isinstance(value, Mapping):
        scores = {key: as_score(score) for key, score in value.items()}
        if scores and None not in scores.values():
            return sorted(scores, key=lambda key: (-(scores[key] or 0.0), key))
        return [value] if any(True for _ in ids_in(value)) else None
    return None


def _list_in(text: str) -> list[Any]:
    """The list that a text is, in JSON or as Python prints it, as a table's cell has it; else the text as its item."""
    if text.startswith("[") and len(text) <= _MOST_LIST_CHARS:
        for read in (json.loads, literal_eval):
            with suppress(ValueError, SyntaxError, RecursionError, MemoryError), catch_warnings(action="ignore"):
                found = read(text)
                return found if isinstance(found, list) else [text]
    return [text] if text else []


def _scored_item(item: Any) -> Any:
    """A pair of an item and its score, such as searches return, as one object."""
    if isinstance(item, list | tuple) and len(item) == 2 and not isinstance(item[1], str):
        inner, score = item
        if isinstance(inner, str | Mapping) and as_score(score) is not None:
            return {"node_id": inner, "score": score} if isinstance(inner, str) else {"node": inner, "score": score}
    return item


def answer_text(value: Any) -> str | None:
    """The answer in whatever shape: a text, an object that holds one, the first of several.

    Returns:
        None where there is none.
    """
    return _answer_text(value, 0)


def _answer_text(value: Any, level: int) -> str | None:
    if isinstance(value, str):
        return value
    if level > _MOST_NESTED:
        return None
    if isinstance(value, Mapping):
        parts = [value.get(key) for key in (*TEXT_KEYS, "_content", "message")]
        return next((text for part in parts if (text := _answer_text(part, level + 1)) is not None), None)
    if isinstance(value, Sequence) and value:
        return _answer_text(value[0], level + 1)
    return None


def claim_texts(value: Any) -> tuple[str, ...] | None:
    """The claims of an answer: a list of texts or objects, or rules with lists of them; None where there are none."""
    if isinstance(value, Mapping):
        groups = [item for item in value.values() if isinstance(item, list)]
        value = [item for group in groups for item in group]
    if not isinstance(value, list):
        return None
    texts = (
        item if isinstance(item, str) else item.get("text") if isinstance(item, Mapping) else None for item in value
    )
    return tuple(dict.fromkeys(text.strip() for text in texts if isinstance(text, str) and text.strip()))


def rule_claims(value: Any) -> Iterator[tuple[str, Mapping[str, Any] | str]]:
    """The claims of an answer bound to rules, each with the id of its rule."""
    if isinstance(value, Mapping):
        for rule, claims in value.items():
            for claim in claims if isinstance(claims, list) else ():
                if isinstance(claim, Mapping | str):
                    yield str(rule), claim
