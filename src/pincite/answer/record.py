"""The answer file `pincite.answer/1`: written from an outcome, read back, and checked against its schema.

In `text` each sentence stands as it is, then a blank and its markers: `Rent is due monthly. [1] A fee needs notice.
[1][2]`. Markers follow the full stop, so that a verbatim sentence stays verbatim.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import isfinite
from typing import Any, NamedTuple, cast

from pincite.answer.claims import claims_of
from pincite.errors import AnswerFileError
from pincite.types.answer import (
    Answer,
    CheckedSentence,
    CheckState,
    Citation,
    Finding,
    Quote,
    Refusal,
    RefusalReason,
    Support,
    Trace,
    refusal_sentence,
)
from pincite.types.chunk import Chunk
from pincite.types.document import Span
from pincite.types.reference import Edge, EdgeType
from pincite.types.retrieval import Evidence, Scores

SCHEMA = "pincite.answer/1"
REFWALK = "refwalk"
PLACES = 6
"""Decimals of scores and figures in the file: the last digits differ between processors and say nothing."""

_GAP = r"[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]*"  # blanks, and characters that show nothing
_FORGED = re.compile(rf"\[({_GAP}\d+(?:{_GAP}[,;–-]?{_GAP}\d+)*{_GAP})\]")


class Flaw(NamedTuple):
    """One breach of the form: where (JSON pointer, empty for the whole) and which rule."""

    place: str
    rule: str


def to_record(outcome: Answer | Refusal) -> dict[str, Any]:
    """The outcome as a `pincite.answer/1` object of JSON values, keys in the order of the schema."""
    refused = isinstance(outcome, Refusal)
    sentences = [_sentence_record(sentence) for sentence in outcome.sentences]
    citations = [] if isinstance(outcome, Refusal) else [_citation_record(citation) for citation in outcome.citations]
    cited = {citation["number"] for citation in citations}
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "question": _sound(outcome.question),
        "language": outcome.language,
        "as_of": outcome.as_of,
        "method": outcome.method,
        "model": outcome.model,
        "preset": outcome.preset,
        "gate": outcome.gate,
        "status": "refused" if refused else "answered",
        "refusal": _refusal_record(outcome) if isinstance(outcome, Refusal) else None,
        "text": refusal_sentence(outcome.language) if refused else compose_text(sentences),
        "sentences": sentences,
        "evidence": [_evidence_record(evidence, evidence.number in cited) for evidence in outcome.evidence],
        "citations": citations,
        "claims": None,
        "trace": _trace_record(outcome.trace),
    }
    if outcome.method == REFWALK and not refused:
        record["claims"] = claims_of(record)
    return record


def dumps(record: Mapping[str, Any]) -> str:
    """The record as the text of an answer file: indented, in UTF-8 letters, the same for the same record."""
    return json.dumps(record, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def parse_record(data: str | bytes | Mapping[str, Any]) -> dict[str, Any]:
    """A sound `pincite.answer/1` object from a file's content or from parsed JSON.

    Raises:
        AnswerFileError: no JSON, or not of the schema; the message names the place (JSON pointer) and the rule.
    """
    record = dict(data) if isinstance(data, Mapping) else _load(data)
    flaws = find_flaws(record)
    if not flaws:
        return record
    first, others = flaws[0], len(flaws) - 1
    raise AnswerFileError(
        f"The answer file breaks {SCHEMA} at {first.place or 'its root'}: {first.rule}"
        + (f" ({others} more)." if others else "."),
        hint="Write it again with `pincite ask --json`.",
    )


def read_claimed(data: str | bytes) -> dict[str, Any]:
    """The object of a file that calls itself `pincite.answer/1`, sound or not: whether it is, is for verification.

    Raises:
        AnswerFileError: no JSON object, or one that claims to be something else.
    """
    record = _load(data)
    if record.get("schema") != SCHEMA:
        raise AnswerFileError(
            f"Expected an answer file with the schema {SCHEMA}, found {record.get('schema')!r}.",
            hint="Write one with `pincite ask --json`.",
        )
    return record


def find_flaws(record: object) -> list[Flaw]:
    """Every breach of the schema, and of the rules that a schema cannot say, in the order of the places."""
    flaws = [Flaw(_pointer(error.absolute_path), _rule(error)) for error in _validator().iter_errors(record)]
    if not flaws:
        flaws = list(_position_flaws(cast("Mapping[str, Any]", record)))
    return sorted(set(flaws))


def from_record(record: Mapping[str, Any]) -> Answer | Refusal:
    """The outcome that a sound record was written from.

    A file does not hold all of a chunk: the evidence's chunks come back without pieces, header and token count, and
    sentences without the spans that the gate aligned. `to_record` of the result is the record again.
    """
    shared: dict[str, Any] = {
        key: record[key] for key in ("question", "language", "method", "model", "preset", "gate", "as_of")
    }
    digests = {c["number"]: (c["file_sha256"], c["text_sha256"]) for c in record["citations"]}
    shared["evidence"] = tuple(_evidence(item, digests.get(item["number"], ("", ""))) for item in record["evidence"])
    shared["sentences"] = tuple(_sentence(item) for item in record["sentences"])
    shared["trace"] = _trace(record["trace"])
    if record["status"] == "answered":
        return Answer(**shared, citations=tuple(_citation(item) for item in record["citations"]))
    refusal = record["refusal"]
    return Refusal(**shared, reason=RefusalReason(refusal["reason"]), detail=refusal["detail"])


def compose_text(sentences: Iterable[Mapping[str, Any]]) -> str:
    """The answer's `text` from its `sentences`: each as it is, then its markers.

    >>> compose_text([{"text": "Rent is due monthly.", "citations": [1, 3]}])
    'Rent is due monthly. [1][3]'
    """
    parts = [(without_markers(item["text"]), "".join(f"[{n}]" for n in item["citations"])) for item in sentences]
    return " ".join(f"{words} {markers}".rstrip() for words, markers in parts)


def without_markers(text: str) -> str:
    """The text with anything that reads as a marker put in braces: a document's own `[1]` must not pass for ours."""
    return _FORGED.sub(r"{\1}", text)


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    """The JSON Schema of `pincite.answer/1`."""
    from importlib.resources import files

    text = files("pincite.answer").joinpath("answer.schema.json").read_text(encoding="utf-8")
    return cast("dict[str, Any]", json.loads(text))


@lru_cache(maxsize=1)
def _validator() -> Any:
    from jsonschema import Draft202012Validator  # late: it takes 100 ms to import

    return Draft202012Validator(schema())


def _load(data: str | bytes) -> dict[str, Any]:
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        record = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise AnswerFileError(f"Expected the JSON of {SCHEMA}, found none: {error}.") from error
    if not isinstance(record, dict):
        raise AnswerFileError(f"Expected a JSON object of {SCHEMA}, found {type(record).__name__}.")
    return record


def _unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are all different: of two, readers disagree on which counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} stands twice in one object")
    return found


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")


def _pointer(path: Iterable[str | int]) -> str:
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


def _rule(error: Any) -> str:
    """The broken rule in one line; jsonschema's own words, without the whole value it quotes."""
    message = " ".join(str(error.message).split())
    if len(message) > 160:
        message = f"{message[:80]} … {message[-70:]}"
    return f"{message} ({error.validator})"


def _position_flaws(record: Mapping[str, Any]) -> Iterator[Flaw]:
    for place, citation in enumerate(record["citations"]):
        start, end = citation["position"]["start"], citation["position"]["end"]
        if start >= end:
            yield Flaw(f"/citations/{place}/position", f"start {start} is not before end {end} (order)")
        elif end - start != len(citation["quote"]["exact"]):
            length = len(citation["quote"]["exact"])
            yield Flaw(f"/citations/{place}/position", f"{end - start} long, the quote {length} characters (length)")


def _sound(text: str) -> str:
    """The text without lone surrogates, which a shell's arguments may carry and UTF-8 cannot."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _rounded(value: float | None) -> float | None:
    """The value in the file's precision; JSON has no infinity and no NaN."""
    return None if value is None or not isfinite(value) else round(float(value), PLACES)


def _refusal_record(refusal: Refusal) -> dict[str, Any]:
    return {"reason": refusal.reason.value, "detail": _sound(refusal.detail)}


def _sentence_record(sentence: CheckedSentence) -> dict[str, Any]:
    attached = {"attached": list(sentence.attached)} if sentence.attached else {}
    return {
        "text": sentence.text,
        "citations": list(sentence.citations),
        "support": sentence.support.value,
        "repaired": sentence.repaired,
        "checks": [
            {"name": c.check, "state": c.state.value, "value": _rounded(c.value), "detail": c.detail}
            for c in sentence.checks
        ],
        **attached,
    }


def _evidence_record(evidence: Evidence, cited: bool) -> dict[str, Any]:
    chunk, scores = evidence.chunk, evidence.scores
    return {
        "number": evidence.number,
        "chunk_id": chunk.id,
        "document_id": chunk.document_id,
        "title": evidence.title,
        "jurisdiction": evidence.jurisdiction,
        "effective_date": evidence.effective_date,
        "label": chunk.label,
        "page_index": chunk.page_index,
        "page_index_end": chunk.page_index_end,
        "page_label": chunk.page_label,
        "section_id": chunk.section_id,
        "heading_path": list(chunk.heading_path),
        "provision_id": chunk.provision_id,
        "text": chunk.text,
        "scores": {name: _rounded(getattr(scores, name)) for name in ("dense", "lexical", "fused", "rerank")},
        "via": [edge_record(edge) for edge in evidence.via],
        "cited": cited,
    }


def edge_record(edge: Edge) -> dict[str, Any]:
    """An edge as the file has it."""
    span = None if edge.span is None else {"start": edge.span.start, "end": edge.span.end}
    return {
        "source": edge.source,
        "target": edge.target,
        "type": edge.type.value,
        "manner": edge.manner,
        "span": span,
    }


def _citation_record(citation: Citation) -> dict[str, Any]:
    quote, position = citation.quote, citation.position
    return {
        "number": citation.number,
        "sentence": citation.sentence,
        "document_id": citation.document_id,
        "file_sha256": citation.file_sha256,
        "text_sha256": citation.text_sha256,
        "label": citation.label,
        "page_index": citation.page_index,
        "page_index_end": citation.page_index_end,
        "page_label": citation.page_label,
        "section_id": citation.section_id,
        "provision_id": citation.provision_id,
        "quote": {"exact": quote.exact, "prefix": quote.prefix, "suffix": quote.suffix},
        "position": {"start": position.start, "end": position.end},
    }


def _trace_record(trace: Trace) -> dict[str, Any]:
    return {
        "attempts": [_plain(attempt) for attempt in trace.attempts],
        "timings_ms": {name: round(float(ms), 3) for name, ms in sorted(trace.timings_ms.items())},
        "settings": _plain(trace.settings),
        "index_digest": trace.index_digest,
        "versions": dict(sorted(trace.versions.items())),
        "notes": list(trace.notes),
        **({"walk": _plain(trace.walk)} if trace.walk is not None else {}),
    }


def _plain(value: Any) -> Any:
    """The value as JSON has it: mappings with sorted keys, sequences as lists, sets sorted."""
    if isinstance(value, Mapping):
        return {str(key): _plain(value[key]) for key in sorted(value, key=str)}
    if isinstance(value, set | frozenset):
        return sorted((_plain(item) for item in value), key=str)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return _rounded(value)
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def _sentence(item: Mapping[str, Any]) -> CheckedSentence:
    checks = tuple(
        Finding(check["name"], CheckState(check["state"]), check["value"], check["detail"]) for check in item["checks"]
    )
    return CheckedSentence(
        item["text"],
        tuple(item["citations"]),
        Support(item["support"]),
        checks,
        repaired=item["repaired"],
        attached=tuple(item.get("attached", ())),
    )


def _evidence(item: Mapping[str, Any], digests: tuple[str, str]) -> Evidence:
    chunk = Chunk(
        id=item["chunk_id"],
        document_id=item["document_id"],
        ordinal=0,
        text=item["text"],
        pieces=(),
        tokens=0,
        header="",
        label=item["label"],
        page_index=item["page_index"],
        page_index_end=item["page_index_end"],
        page_label=item["page_label"],
        section_id=item["section_id"],
        heading_path=tuple(item["heading_path"]),
        provision_id=item["provision_id"],
    )
    return Evidence(
        number=item["number"],
        chunk=chunk,
        title=item["title"],
        file_sha256=digests[0],
        text_sha256=digests[1],
        scores=Scores(**item["scores"]),
        jurisdiction=item["jurisdiction"],
        effective_date=item["effective_date"],
        via=tuple(_edge(edge) for edge in item["via"]),
    )


def _edge(item: Mapping[str, Any]) -> Edge:
    span = item["span"] and Span(item["span"]["start"], item["span"]["end"])
    return Edge(item["source"], item["target"], EdgeType(item["type"]), item["manner"], span)


def _citation(item: Mapping[str, Any]) -> Citation:
    return Citation(
        **{key: item[key] for key in item if key not in ("quote", "position")},
        quote=Quote(**item["quote"]),
        position=Span(item["position"]["start"], item["position"]["end"]),
    )


def _trace(item: Mapping[str, Any]) -> Trace:
    return Trace(
        attempts=tuple(item["attempts"]),
        timings_ms=item["timings_ms"],
        settings=item["settings"],
        index_digest=item["index_digest"],
        versions=item["versions"],
        notes=tuple(item.get("notes", ())),
        walk=item.get("walk"),
    )
