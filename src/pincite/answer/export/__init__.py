"""An answer file in the forms that people hand on: Markdown, Word with footnotes, a page to print, or as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.answer.changes import AnswerChanges

ExportForm = Literal["json", "markdown", "docx", "html"]
FORMS: tuple[str, ...] = get_args(ExportForm)


@dataclass(frozen=True, slots=True)
class Exported:
    """An answer as a file.

    Args:
        content: the file's bytes; the same for the same arguments.
        suffix: of the file's name, with the dot.
    """

    content: bytes
    media_type: str
    suffix: str


def export(
    record: Mapping[str, Any],
    form: str,
    *,
    asked_at: str | None = None,
    changes: AnswerChanges | None = None,
) -> Exported:
    """An answer file in another form.

    Args:
        record: a sound `pincite.answer/1`.
        form: `json`, `markdown`, `docx` or `html`.
        asked_at: ISO date and time, which a record itself does not hold.
        changes: of the record, for a mark at each citation that changed or is superseded; not for `json`.

    Raises:
        InputError: there is no such form.
    """
    if form == "json":
        from pincite.answer.record import dumps

        return Exported(dumps(record).encode("utf-8", "surrogatepass"), "application/json", ".json")
    from pincite.answer.export.content import content_of

    content = content_of(record, asked_at=asked_at, changes=changes)
    if form == "markdown":
        from pincite.answer.export.markdown import to_markdown

        return Exported(to_markdown(content).encode(), "text/markdown; charset=utf-8", ".md")
    if form == "docx":
        from pincite.answer.export.docx import MEDIA_TYPE, to_docx

        return Exported(to_docx(content), MEDIA_TYPE, ".docx")
    if form == "html":
        from pincite.answer.export.printable import to_html

        return Exported(to_html(content).encode(), "text/html; charset=utf-8", ".html")
    raise InputError(f"There is no export in the form {form!r}.", hint=f"Forms are: {', '.join(FORMS)}.")
