"""What a text says as law, as one compressed row and back, exactly."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from dataclasses import asdict, fields
from typing import Any

from pincite.types.document import Span
from pincite.types.law import AuthorityLevel, Declared, Definition, LawText, Standing, TermUse
from pincite.types.provision import ParseWarning, Provision, ProvisionKind, ProvisionTree
from pincite.types.reference import CrossReference, Manner, ReferenceForm

_TUPLES = ("names", "forms", "annexes")


def put_law(law: LawText) -> bytes:
    """The row's content of a text read as law."""
    tree = law.tree
    content = {
        "tree": [tree.document_id, tree.grammar, [*map(_provision_row, tree)], [*map(_warning_row, tree.warnings)]],
        "standing": {**asdict(law.standing), "level": law.standing.level.value},
        "references": [_reference_row(reference) for reference in law.references],
        "words": [*law.words.items()],
        "aliases": dict(law.aliases),
        "definitions": [[d.term, d.provision, *d.span, d.scope, d.since, d.any_case] for d in law.definitions],
        "uses": [[use.provision, use.definition, *use.span] for use in law.uses],
        "amended": dict(law.amended),
        "dated": dict(law.dated),
    }
    # Not ASCII: escapes would join two lone surrogates into one character.
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 1)


def get_law(reader: str, blob: bytes) -> LawText:
    """What `put_law` put away.

    Raises:
        ValueError: the content is none that this version writes.
    """
    try:
        return _law(reader, json.loads(zlib.decompress(blob).decode("utf-8", "surrogatepass")))
    except (zlib.error, KeyError, TypeError, IndexError) as error:
        raise ValueError(f"no law text of {reader}: {error}") from error


def _law(reader: str, content: Any) -> LawText:
    document_id, grammar, provisions, warnings = content["tree"]
    return LawText(
        reader=reader,
        tree=ProvisionTree(
            document_id,
            grammar,
            tuple(map(_provision_of, provisions)),
            tuple(ParseWarning(rule, Span(start, end), detail) for rule, start, end, detail in warnings),
        ),
        standing=_standing_of(content["standing"]),
        references=tuple(map(_reference_of, content["references"])),
        words=dict(content["words"]),
        aliases=content["aliases"],
        definitions=tuple(map(_definition_of, content["definitions"])),
        uses=tuple(TermUse(p, d, Span(s, e)) for p, d, s, e in content["uses"]),
        amended=content["amended"],
        dated=content["dated"],
    )


def _provision_row(p: Provision) -> list[Any]:
    notes = [number for note in p.notes for number in note]
    return [p.id, p.kind.value, p.number, p.parent, *p.span, *p.heading, p.title, int(p.deleted), notes]


def _provision_of(row: list[Any]) -> Provision:
    provision_id, kind, number, parent, start, end, low, high, title, deleted, notes = row
    spans = tuple(Span(notes[at], notes[at + 1]) for at in range(0, len(notes), 2))
    span, heading = Span(start, end), Span(low, high)
    return Provision(provision_id, ProvisionKind(kind), number, parent, span, heading, title, bool(deleted), spans)


def _warning_row(warning: ParseWarning) -> list[Any]:
    return [warning.rule, *warning.span, warning.detail]


def _reference_row(r: CrossReference) -> list[Any]:
    antecedent = list(r.antecedent) if r.antecedent else None
    return [r.source, *r.span, r.form.value, list(r.path), r.work, r.through, r.manner.value, antecedent]


def _reference_of(row: list[Any]) -> CrossReference:
    source, start, end, form, path, work, through, manner, antecedent = row
    return CrossReference(
        source,
        Span(start, end),
        ReferenceForm(form),
        tuple(path),
        work,
        through,
        Manner(manner),
        Span(*antecedent) if antecedent else None,
    )


def _definition_of(row: list[Any]) -> Definition:
    term, provision, start, end, scope, since, any_case = row
    return Definition(term, provision, Span(start, end), scope, since, any_case)


def _standing_of(values: dict[str, Any]) -> Standing:
    values = {name: _tuples(value) if name in _TUPLES else value for name, value in values.items()}
    return Standing(**{**values, "level": AuthorityLevel(values["level"])})


def _tuples(value: Iterable[Any] | None) -> tuple[Any, ...] | None:
    return None if value is None else tuple(tuple(item) if isinstance(item, list) else item for item in value)


def put_declared(declared: Declared | None) -> str:
    """What was declared of a document as JSON; empty for nothing."""
    return json.dumps(asdict(declared), ensure_ascii=True, sort_keys=True) if declared else ""


def get_declared(text: str) -> Declared | None:
    """What `put_declared` put away."""
    if not text:
        return None
    values = json.loads(text)
    known = {f.name for f in fields(Declared)}
    values["short_names"] = tuple(values.get("short_names", ()))
    return Declared(**{name: value for name, value in values.items() if name in known})
