"""`corpus.toml` beside the files: what a corpus knows of its documents that their texts do not say.

    [documents."tax_decree.md"]
    level = "decree"                    # statute, decree, rule, notice, manual, other
    work = "Income Tax Decree"          # of which law this is an edition
    family = "Income Tax Act"           # the act with its decree and rules
    effective_date = "2024-01-01"
    short_names = ["the Decree"]        # what else texts call it
    part_of = "Income Tax Decree"       # the file holds annexes or forms of that work

Every key may be left out; unknown ones are refused. Keys of `documents` are file names in the same folder.
"""

from __future__ import annotations

import tomllib
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from pincite.errors import InputError
from pincite.graph.dates import is_iso_date
from pincite.types.law import AuthorityLevel, Declared

NAME = "corpus.toml"
_TEXTS = ("level", "work", "family", "effective_date", "part_of")
_KEYS = (*_TEXTS, "short_names")
_MAX_BYTES = 4_000_000


def declared_beside(path: Path) -> Declared | None:
    """What the `corpus.toml` in the folder of `path` says of that file; None without one, or where it says nothing.

    Raises:
        InputError: it cannot be read, or has keys or values that are none of its form.
    """
    file = path.parent / NAME
    try:
        facts = file.stat()
    except OSError:
        return None
    return _known(file, facts.st_mtime_ns, facts.st_size).get(path.name)


@lru_cache(maxsize=4)
def _known(file: Path, changed_ns: int, size: int) -> dict[str, Declared]:
    """The file's content while it stays as it is: it is asked for every document beside it."""
    return read_corpus_file(file)


def read_corpus_file(file: Path) -> dict[str, Declared]:
    """File names to what is declared of them.

    Raises:
        InputError: see `declared_beside`.
    """
    try:
        if file.stat().st_size > _MAX_BYTES:
            raise _refused(file, "more than 4 MB")
        content = tomllib.loads(file.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _refused(file, f"it cannot be read: {error}") from error
    _refuse_unknown(file, content, ("documents",), "")
    documents = content.get("documents", {})
    if not isinstance(documents, dict):
        raise _refused(file, "`documents` is no table")
    return {name: _declared(file, name, entry) for name, entry in documents.items()}


def _declared(file: Path, name: str, entry: Any) -> Declared:
    where = f'documents."{name}"'
    if not isinstance(entry, dict):
        raise _refused(file, f"`{where}` is no table")
    _refuse_unknown(file, entry, _KEYS, f"{where}.")
    values = {key: _text(file, f"{where}.{key}", entry[key]) for key in _TEXTS if key in entry}
    levels = [str(level) for level in AuthorityLevel]
    if values.get("level", levels[0]) not in levels:
        raise _refused(file, f"`{where}.level` is {values['level']!r}; levels are {', '.join(levels)}")
    if "effective_date" in values:
        _check_date(file, f"{where}.effective_date", values["effective_date"])
    short = entry.get("short_names", [])
    if not isinstance(short, list) or not all(isinstance(item, str) and item.strip() for item in short):
        raise _refused(file, f"`{where}.short_names` is no list of names")
    return Declared(short_names=tuple(short), **values)


def _text(file: Path, where: str, value: Any) -> str:
    if isinstance(value, date) and not isinstance(value, datetime):  # TOML has dates of its own
        return value.isoformat()
    if not isinstance(value, str) or not value.strip():
        raise _refused(file, f"`{where}` is no text")
    return value.strip()


def _check_date(file: Path, where: str, value: str) -> None:
    if not is_iso_date(value):
        raise _refused(file, f"`{where}` is {value!r}, no date such as 2024-01-31")


def _refuse_unknown(file: Path, found: dict[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in found:
        if key not in known:
            raise _refused(file, f"there is no key `{where}{key}`; keys here are {', '.join(known)}")


def _refused(file: Path, what: str) -> InputError:
    return InputError(f"{file} was to say what the documents beside it are, but {what}.", hint="Correct or remove it.")
