"""What reading a made file gives, as plain values that a golden file holds: easy to read by eye, nothing left out."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from made_files import MadeFile
from made_files._scans import find_font
from pincite.errors import PinciteError
from pincite.parse import read
from pincite.types.document import Document, Page, Span

GOLDEN = Path(__file__).resolve().parents[2] / "parse" / "golden"

# Programs that a file's `needs` may name beside modules.
_PROGRAMS = {"tesseract": "tesseract", "soffice": "soffice"}


def missing_needs(file: MadeFile) -> list[str]:
    """What the file needs and this machine lacks."""
    needs = [*file.needs, *(["tesseract"] if file.ocr else [])]
    return [name for name in needs if not _is_there(name)]


def golden_path(file: MadeFile) -> Path:
    """Where the file's expected reading lies."""
    return GOLDEN / f"{file.name}.json"


def as_json(reading: dict[str, Any]) -> str:
    """The form in which a golden file is written."""
    return json.dumps(reading, ensure_ascii=False, indent=1) + "\n"


def reading_of(file: MadeFile, folder: Path) -> dict[str, Any]:
    """Write the file into `folder`, read it, and say what came out; the folder's own name is kept out of it.

    Args:
        folder: an empty one.
    """
    path = folder / file.name
    path.write_bytes(file.make())
    try:
        document = _read(file, path)
    except PinciteError as error:
        found: dict[str, Any] = {
            "error": type(error).__name__, "message": error.message, "hint": error.hint,
        }  # fmt: skip
    else:
        found = _described(document) | _boxes(file, document, path)
    written = json.dumps({"fault": file.fault, **found}, ensure_ascii=False)
    plain: dict[str, Any] = json.loads(written.replace(json.dumps(f"{folder}/")[1:-1], ""))
    return plain


def _read(file: MadeFile, path: Path) -> Document:
    if not file.ocr:
        return read(path, password=file.password)
    from pincite.parse.ocr.options import OcrOptions

    return read(path, password=file.password, ocr=OcrOptions(languages=file.ocr))


def _is_there(name: str) -> bool:
    if name.endswith(".ttf"):
        return find_font(name) is not None
    return shutil.which(_PROGRAMS[name]) is not None if name in _PROGRAMS else find_spec(name) is not None


def _described(document: Document) -> dict[str, Any]:
    pages = [_page(document, page) for page in document.pages]
    if pages:
        assert document.text == "\f".join(page.span.cut(document.text) for page in document.pages)
    assert all(0 <= s.span.start < s.span.end <= len(document.text) for s in document.sections)
    return {
        "title": document.title,
        "parser": document.parser.split(" (tesseract ")[0],
        "notes": list(document.notes),
        "stated": [list(row) for row in document.stated if row[0] != "note"],
        **({"pages": pages} if pages else {"text": _lines(document.text)}),
        "sections": [
            {"id": s.id, "level": s.level, "path": list(s.heading_path), "begins": _shown(s.span, document.text)}
            for s in document.sections
        ],
        **_tables(document),
    }


def _page(document: Document, page: Page) -> dict[str, Any]:
    read_by = getattr(page, "read_by", "file")
    return {
        "label": page.label,
        "quality": str(page.quality),
        "note": page.quality_note,
        **({} if read_by == "file" else {"read_by": str(read_by)}),
        "furniture": [span.cut(document.text) for span in page.furniture],
        "text": _lines(page.span.cut(document.text)),
    }


def _tables(document: Document) -> dict[str, Any]:
    tables: Sequence[Any] = getattr(document, "tables", ())
    if not tables:
        return {}
    return {
        "tables": [
            {
                "text": _lines(table.span.cut(document.text)),
                "header": None if table.header is None else table.header.cut(document.text),
                "rows": table.rows,
            }
            for table in tables
        ]
    }


def _lines(text: str) -> list[str]:
    return text.split("\n")


def _shown(span: Span, text: str) -> str:
    """The first characters of a section, with its length: enough to see that it is the right one."""
    shown = " ".join(text[span.start : min(span.start + 60, span.end)].split())
    return f"{shown} … {span.end - span.start} characters"


def _boxes(file: MadeFile, document: Document, path: Path) -> dict[str, Any]:
    """Where the quotes of the file stand: page (from 0), then left, top, right, bottom as shares of the shown page."""
    if not file.quotes or find_spec("pincite.parse.view.pages") is None:
        return {}
    from pincite.parse.view.pages import quote_boxes

    found: dict[str, list[str]] = {}
    for quote in file.quotes:
        match = re.search(r"\s+".join(re.escape(word) for word in quote.split()), document.text)
        assert match is not None, f"{quote!r} is not in the text of {file.name}"
        pages = quote_boxes(document, path, Span(*match.span()), password=file.password)
        found[quote] = [
            f"{page.page_index}: " + " ".join(f"{side:.3f}" for side in box) for page in pages for box in page.boxes
        ]
    return {"boxes": found}
