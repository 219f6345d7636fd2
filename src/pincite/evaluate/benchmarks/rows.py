"""What the readers share: numbered rows of JSON lines, digests, ids that a file can be named by, plain text."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from pincite.errors import InputError
from pincite.text.normalize import nfc, odd_places, one_line

_PLAIN_ID = re.compile(r"\w[\w.-]{0,99}")
_ID_CHARS, _ID_BYTES = 80, 160
_UNFIT = re.compile(r"[^\w.-]+")
# Characters that no file holds or no UTF-8 writes; one for one, so that offsets stay.
_HALF = re.compile("[\ud800-\udfff]")
_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")
# All that Markdown may take for a mark.
_MARK = re.compile(r"[\\`*_\[\]<>&#|~!+=%{}^-]")


def read_rows(path: Path, what: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a JSON lines file with their line numbers from 1, one in memory at a time.

    Raises:
        InputError: the file cannot be read, or a line is no JSON object; the message names file and line.
    """
    for number, line in read_lines(path):
        try:
            row = _sound(json.loads(line), line)
        except (ValueError, RecursionError) as error:
            raise bad_row(path, number, what, f"no JSON: {error}") from error
        if not isinstance(row, dict):
            raise bad_row(path, number, what, f"a JSON {type(row).__name__}, not an object")
        yield number, row


def _sound(row: Any, line: str) -> Any:
    """The value with a replacement sign for each half of a pair of code units, which no UTF-8 writes; one for one."""
    if "\\ud" not in line.lower():
        return row
    return json.loads(_HALF.sub("\ufffd", json.dumps(row, ensure_ascii=False)))


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a UTF-8 file that are not blank, with their numbers from 1.

    Raises:
        InputError: the file cannot be read.
    """
    number = 0
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, line
    except UnicodeDecodeError as error:
        said = f"Expected UTF-8 text in {path}, found other bytes behind line {number}."
        raise InputError(said, hint="Save the file as UTF-8.") from error
    except OSError as error:
        raise InputError(f"Wanted to read {path}, found: {error.strerror}.", hint="Check the path.") from error


def bad_row(path: Path, number: int, what: str, found: object) -> InputError:
    """The error of a line that is not what the reader wants."""
    return InputError(f"Expected {what} in line {number} of {path}, found {found}.")


def text_of(row: dict[str, Any], key: str) -> str:
    """The text under a key.

    Raises:
        KeyError: there is none.
        TypeError: it is no text.
    """
    value = row[key]
    if not isinstance(value, str):
        raise TypeError(f"{key} is text, not {value!r:.60}")
    return value


def texts_of(values: object, key: str) -> tuple[str, ...]:
    """The texts of a list.

    Raises:
        TypeError: it is no list of texts.
    """
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError(f"{key} is a list of texts, not {values!r:.60}")
    return tuple(values)


def digest(paths: Iterable[Path], reading: str) -> str:
    """SHA-256 of the reading's name and the files' content, hex; a part of a file in memory at a time.

    Raises:
        InputError: a file cannot be read.
    """
    made = sha256(reading.encode())
    for path in paths:
        try:
            with path.open("rb") as file:
                while part := file.read(1 << 20):
                    made.update(part)
        except OSError as error:
            raise InputError(f"Wanted to read {path}, found: {error.strerror}.", hint="Check the path.") from error
        made.update(b"\0")
    return made.hexdigest()


def library_id(name: str) -> str:
    """The id that the library gives a document of this name: the name where a file can be named so, else a safe form.

    The safe form has `_` for what is neither letter, digit, dot nor hyphen, and 8 digits of the name's SHA-256, so that
    two names never meet. Names that differ in case alone need a file system that tells them apart.

    >>> library_id("MED-10"), library_id("a/b")
    ('MED-10', 'a_b-c14cddc0')
    """
    if _PLAIN_ID.fullmatch(name) and unicodedata.is_normalized("NFC", name) and len(name.encode()) <= _ID_BYTES:
        return name
    written = name.encode("utf-8", "surrogatepass")
    words = _UNFIT.sub("_", nfc(writable(name)))[:_ID_CHARS].strip("_.-")
    words = words.encode("utf-8")[:_ID_BYTES].decode("utf-8", "ignore")
    return f"{words or 'document'}-{sha256(written).hexdigest()[:8]}"


def writable(text: str) -> str:
    """`text` with the replacement character for what no text file holds, one for one."""
    return _UNWRITABLE.sub("\ufffd", text)


def one_plain_line(text: str) -> str:
    """`text` on one line as parsers leave it: composed, with plain single blanks, without invisible characters."""
    line = one_line(writable(text))
    for odd in reversed(odd_places(line)):
        line = line[: odd.start] + odd.written + line[odd.end :]
    return one_line(nfc(line))


def as_markdown(text: str) -> str:
    """`text` so that the Markdown reader gives it back: every mark is escaped."""
    return _MARK.sub(r"\\\g<0>", text)
