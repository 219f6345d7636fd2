"""Opening a file that is to become a document; what is none is refused with its reason, and never waited for."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import file_digest
from io import BufferedReader
from pathlib import Path

from pincite.errors import DocumentError

_KINDS = (
    (stat.S_ISDIR, "a folder", "Name the files in it, or add the folder with: pincite add FOLDER."),
    (stat.S_ISFIFO, "a pipe", "Write what comes out of it into a file and add that."),
    (stat.S_ISSOCK, "a socket", "Name a file."),
    (stat.S_ISCHR, "a device", "Name a file."),
    (stat.S_ISBLK, "a device", "Name a file."),
)


def read_bytes(path: Path) -> bytes:
    """The content of the file at `path`.

    Raises:
        DocumentError: there is none, it is no regular file, or it cannot be read.
    """
    with opened(path) as file:
        return file.read()


def file_sha256(path: Path) -> str:
    """SHA-256 of the file at `path`, hex, a part of it in memory at a time.

    Raises:
        DocumentError: as for `read_bytes`.
    """
    with opened(path) as file:
        return file_digest(file, "sha256").hexdigest()


@contextmanager
def opened(path: Path) -> Iterator[BufferedReader]:
    """The file at `path`, open for reading.

    Raises:
        DocumentError: as for `read_bytes`.
    """
    try:
        # Asked before it is opened: opening a pipe would wait until somebody writes into it.
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            raise _no_file(path, mode)
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise _unreadable(path, error) from error
    except ValueError as error:  # a name with a null character, or with one that the file system cannot write
        raise DocumentError(f"Wanted a file, found a name that no file can have: {str(path)!r}.") from error


def _no_file(path: Path, mode: int) -> DocumentError:
    found, hint = next(((name, hint) for test, name, hint in _KINDS if test(mode)), ("something else", "Name a file."))
    return DocumentError(f"Wanted a file, found {found}: {path}.", hint=hint)


def _unreadable(path: Path, error: OSError) -> DocumentError:
    reason = error.strerror or type(error).__name__
    if isinstance(error, FileNotFoundError) and path.is_symlink():
        return DocumentError(
            f"Wanted to read {path}, found a link to {os.readlink(path)}, where nothing is.",
            hint="Mend the link or name the file itself.",
        )
    if isinstance(error, FileNotFoundError):
        return DocumentError(f"Wanted to read {path}, found no such file.", hint="Check the path.")
    return DocumentError(f"Wanted to read {path}, found: {reason}.", hint="Check the path and its rights.")
