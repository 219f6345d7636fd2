"""`pincite show`: one document: what it is, its parts, its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.invocation import ConfigOption, JsonOption, LibraryOption, invocation, retrieval_filter
from pincite.cli.output import data, data_json
from pincite.text.counts import count_of
from pincite.types.provision import ProvisionKind

if TYPE_CHECKING:
    from pincite.types.document import Document, Page, Span
    from pincite.types.law import LawText
    from pincite.types.provision import Provision, ProvisionTree


# What an outline counts and does not list.
_INSIDE = (ProvisionKind.PARAGRAPH, ProvisionKind.ITEM, ProvisionKind.SUBITEM)


def show(
    context: typer.Context,
    document: Annotated[str, typer.Argument(metavar="DOC", help="Id of a document, as `pincite ls` has it.")],
    page: Annotated[
        int | None, typer.Option("--page", metavar="N", help="The text of this page of the file, counted from 1.")
    ] = None,
    section: Annotated[
        str | None, typer.Option("--section", metavar="ID", help="The text of this section, such as 83.49.")
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="The whole text.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Show a document: its facts and outline, or the text of a part."""
    if sum((page is not None, section is not None, text)) > 1:
        raise typer.BadParameter("give one of --page, --section, --text")
    call = invocation(context, library, as_json, config)
    with call.open_library() as opened:
        found = opened.document(retrieval_filter(opened, [document], None).document_ids[0])
        law = None if section is not None or page is not None else opened.law(found.id)
    if page is not None:
        _show_page(found, page, call.as_json)
    elif section is not None:
        _show_section(found, section, call.as_json)
    elif call.as_json:
        data_json(_facts(found) | _outline_record(law) | ({"text": found.text} if text else {}))
    else:
        data(_printable(found.text) if text else "\n".join(_lines(found, law)))


def _show_page(document: Document, number: int, as_json: bool) -> None:
    from pincite.errors import InputError

    if not document.pages:
        raise InputError(f"{document.id} has no pages.", hint=f"See its sections with: pincite show {document.id}.")
    if not 1 <= number <= len(document.pages):
        raise InputError(
            f"{document.id} has {count_of(len(document.pages), 'page')}, and no page {number}.",
            hint="--page counts the pages of the file from 1, whatever number is printed on them.",
        )
    page = document.pages[number - 1]
    content = page.span.cut(document.text)
    if as_json:
        data_json({"document_id": document.id, "page": _page_facts(page), "text": content})
    else:
        data(f"{_page_words(page, len(document.pages))}\n\n{_printable(content)}")


def _show_section(document: Document, section_id: str, as_json: bool) -> None:
    from pincite.errors import InputError

    spans = [s.span for s in document.sections if s.id == section_id]
    if not spans:
        raise InputError(
            f"{document.id} has no section {section_id!r}.", hint=f"See its sections with: pincite show {document.id}."
        )
    content = "\n\n".join(span.cut(document.text).strip() for span in spans)
    if as_json:
        places = [_span(span) for span in spans]
        data_json({"document_id": document.id, "section_id": section_id, "spans": places, "text": content})
    else:
        data(_printable(content))


def _facts(document: Document) -> dict[str, Any]:
    return {
        "id": document.id,
        "title": document.title,
        "jurisdiction": document.jurisdiction.name if document.jurisdiction else None,
        "language": document.language,
        "effective_date": document.effective_date,
        "work": document.work,
        "tags": list(document.tags),
        "source": document.source,
        "media_type": document.media_type,
        "parser": document.parser,
        "file_sha256": document.file_sha256,
        "text_sha256": document.text_sha256,
        "characters": len(document.text),
        "notes": list(document.notes),
        "pages": [_page_facts(page) for page in document.pages],
        "sections": [
            {"id": s.id, "heading": s.heading, "level": s.level, "span": _span(s.span)} for s in document.sections
        ],
    }


def _page_facts(page: Page) -> dict[str, Any]:
    return {
        "page_index": page.index,
        "page_label": page.label,
        "quality": page.quality.value,
        "quality_note": page.quality_note,
        "span": _span(page.span),
    }


def _span(span: Span) -> dict[str, int]:
    return {"start": span.start, "end": span.end}


def _outline_record(law: LawText | None) -> dict[str, Any]:
    """The provisions with what did not fit their grammar; nothing for a text that is no law."""
    if law is None or not law.tree.grammar:
        return {}
    from pincite.graph.export import provision_record

    warnings = [{"rule": w.rule, "span": _span(w.span), "detail": w.detail} for w in law.tree.warnings]
    provisions = [provision_record(provision) for provision in law.tree]
    standing = law.standing
    return {
        "grammar": law.tree.grammar,
        "level": str(standing.level),
        "references": len(law.references),
        "provisions": provisions,
        "warnings": warnings,
    }


def _outline(document: Document, law: LawText) -> Iterator[str]:
    """The provisions down to articles and sections, each with the number of those below it."""
    from pincite.answer.screen import safe

    tree = law.tree
    kinds = Counter(p.kind.name.lower() for p in tree)
    yield f"{'level':<14}  {law.standing.level}"
    yield f"{'provisions':<14}  {len(tree.provisions)}: {', '.join(f'{n} {kind}' for kind, n in kinds.items())}"
    depths: dict[str, int] = {}
    for provision in tree:
        depths[provision.id] = depths.get(provision.parent or "", 0) + 1
        if provision.kind in _INSIDE:
            continue
        heading = " ".join(provision.heading.cut(document.text).split())
        below = _below(tree, provision)
        behind = f"  [{below} below]" if below else "  [deleted]" if provision.deleted else ""
        yield f"{'  ' * depths[provision.id]}{safe(heading)}{behind}"
    for warning in tree.warnings:
        yield f"warning: {warning.rule} at {warning.span.start}: {safe(warning.detail)}"


def _below(tree: ProvisionTree, provision: Provision) -> int:
    """How many paragraphs, items and clauses stand in a provision, at any depth."""
    inside = [child for child in tree.children.get(provision.id, ()) if child.kind in _INSIDE]
    return sum(1 + _below(tree, child) for child in inside)


def _lines(document: Document, law: LawText | None) -> Iterator[str]:
    from pincite.answer.screen import safe

    facts = _facts(document)
    for name, value in facts.items():
        if name not in ("pages", "sections", "notes") and value not in (None, "", []):
            yield f"{name.replace('_', ' '):<14}  {safe(', '.join(value) if isinstance(value, list) else str(value))}"
    yield from (f"{'note':<14}  {safe(note)}" for note in document.notes)
    if document.pages:
        printed = sum(page.label is not None for page in document.pages)
        yield f"{'pages':<14}  {len(document.pages)}, {printed} with a printed number"
        total = len(document.pages)
        doubtful = (page for page in document.pages if page.quality.value != "good")
        yield from (f"  {_page_words(page, total)}: {safe(page.quality_note)}" for page in doubtful)
    if law is not None and law.tree.grammar:
        yield from _outline(document, law)
    elif document.sections:
        yield f"{'sections':<14}  {len(document.sections)}"
        yield from (f"{'  ' * section.level}{safe(section.heading)}" for section in document.sections)


def _page_words(page: Page, total: int) -> str:
    printed = f"printed {page.label}" if page.label else "no printed number"
    return f"PDF page {page.index + 1} of {total}, {printed}"


def _printable(text: str) -> str:
    """The text with its lines, without what acts on a terminal."""
    from pincite.answer.screen import safe

    return "\n".join(safe(line) for line in text.replace("\f", "\n\n").split("\n"))
