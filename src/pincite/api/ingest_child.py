"""The process that takes uploaded files into the library and builds its index, at a low priority.

It is started by `pincite.api.ingest_process`, reads one task from stdin and writes a line of JSON for each event.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.api.kept_names import INCOMING, kept_suffix
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.store.protocol import Store

NICE = 10
PDF_PASSWORD_VARIABLE = "PINCITE_PDF_PASSWORD"
"""Of the environment: the password that the server tries on encrypted files, and keeps nowhere."""


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file, and what its document is known by."""

    path: str
    source: str


@dataclass(frozen=True, slots=True)
class IngestTask:
    """What is to be done; no files means that the index alone is wanted."""

    folder: str
    settings: Settings
    files: tuple[NamedFile, ...] = ()
    tags: tuple[str, ...] = ()


def main() -> None:
    """Do the task on stdin; events go to where stdout was."""
    from pincite.errors import PinciteError

    replies = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="backslashreplace")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a library prints is no event
    _step_back()
    task: IngestTask = pickle.load(sys.stdin.buffer)  # from the server itself

    def say(kind: str, **data: Any) -> None:
        replies.write(json.dumps({"kind": kind, **data}) + "\n")
        replies.flush()

    try:
        _do(task, say)
    except PinciteError as error:
        say("problem", name=type(error).__name__, message=error.message, hint=error.hint)
    else:
        say("done")


def _step_back() -> None:
    """Let those who answer questions go first, and leave them a processor."""
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    with suppress(OSError, AttributeError):
        processors = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, processors[len(processors) // 2 :])


def _do(task: IngestTask, say: Any) -> None:
    from pincite.errors import EmptyLibrary
    from pincite.ingest import Ingest, Progress
    from pincite.ingest.archive import is_archive
    from pincite.library import Library

    def progress(event: Progress) -> None:
        say("progress", **asdict(event))

    with Library.open(task.folder, create=True, settings=task.settings) as library:
        sizes, parse = task.settings.chunk, task.settings.parse
        word = os.environ.get(PDF_PASSWORD_VARIABLE)
        with Ingest(library.store, library.embedder, sizes, progress, parse=parse, password=word) as ingest:
            for file in task.files:
                for report in ingest.each(Path(file.path), task.tags, source=Path(file.source)):
                    say("report", file=file.path, **asdict(report))
                if is_archive(Path(file.path)):
                    _keep_members(Path(file.path), library.store, parse.max_file_mb)
        say("indexing")
        with suppress(EmptyLibrary):
            library.index()


def _keep_members(path: Path, store: Store, max_file_mb: int) -> None:
    """Keep those files of an archive that became documents, each under its hash, so that the archive need not be."""
    from hashlib import sha256

    from pincite.errors import PinciteError
    from pincite.ingest.archive import Archive

    for member in Archive(path, max_file_mb):
        try:
            data = member.read()
        except PinciteError:
            continue
        digest = sha256(data).hexdigest()
        place = path.with_name(digest + kept_suffix(member.source.name))
        if store.documents_of_file(digest) and not place.exists():
            half = path.with_name(f"{INCOMING}{digest}")
            half.write_bytes(data)
            half.replace(place)


if __name__ == "__main__":
    main()
