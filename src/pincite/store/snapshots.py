"""Index snapshots: folders derived from a library, each whole or not there.

A snapshot lies in `<library>/snapshots/<digest>/`. It is built in a folder of another name, its `manifest.json`
(sizes and hashes of the files) is written last, everything is synced to disk, and one rename makes it visible. A kill
at any moment leaves an unused folder at most, which the next build clears away. What the files hold is the caller's.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from pincite.errors import LibraryBusy, LibraryError
from pincite.store.connection import file_lock
from pincite.store.protocol import Store

Build = Callable[[Path], None]

FORMAT = 1
FOLDER_NAME = "snapshots"
MANIFEST_NAME = "manifest.json"
LOCK_NAME = "snapshots.lock"
BUILD_TIMEOUT_S = 120.0
GRACE_S = 60.0
"""How long a snapshot that is no longer current is kept after its last use, in seconds: a reader that has its path
still opens its files."""

_UNFINISHED = ".unfinished-"
_DISCARDED = ".discarded-"


def digest(store: Store, inputs: Mapping[str, str] | None = None) -> str:
    """The name of the snapshot that fits the library as it is: 32 hex digits.

    It covers the chunks (ids, languages, index texts, in order) and the names of tokenizers and embedders, but no
    tags, paths or dates: the same content gives the same name on every machine.

    Args:
        inputs: what else shapes the files, such as a format version or k1 and b.
    """
    with store.reading():
        meta, content = store.meta(), store.content_digest()
    parts = [FORMAT, content, dict(meta.tokenizers), dict(meta.embedders), dict(inputs or {})]
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def current(store: Store, build: Build, *, inputs: Mapping[str, str] | None = None) -> Path:
    """The folder of the snapshot that fits the library as it is, built first where it is missing or damaged.

    Call it within `store.reading()` together with the reads that must fit it; otherwise a change in between makes the
    snapshot name chunks that are no longer there. Building sees one state of the library in any case.

    Args:
        build: writes the files into the empty folder it is given, reading from `store` in this thread. It must not
            change the library.
        inputs: see `digest`.

    Raises:
        LibraryBusy: another process has been building for more than `BUILD_TIMEOUT_S`.
        LibraryError: the folder cannot be written.
    """
    with store.reading():
        name = digest(store, inputs)
        folder = store.folder / FOLDER_NAME / name
        if is_whole(folder):
            with suppress(OSError):  # notes the use, for remove_stale; a library that cannot be written needs none
                os.utime(folder / MANIFEST_NAME)
            return folder
        try:
            _build(folder, build, {"format": FORMAT, "digest": name, "generation": store.generation})
        except OSError as error:
            raise LibraryError(
                f"The index of the library {store.folder} was to be built, but could not be written: {error}.",
                hint="Make room or allow writing, then run `pincite reindex`.",
            ) from error
        except sqlite3.OperationalError as error:
            raise _lock_error(store.folder, error) from error
    return folder


def is_whole(folder: Path) -> bool:
    """Whether the snapshot is there with all its files in their sizes; reads the manifest only."""
    return next(problems(folder), None) is None


def problems(folder: Path, *, hashes: bool = False) -> Iterator[str]:
    """What is wrong with a snapshot, for people.

    Args:
        hashes: read the files too, and compare their SHA-256.
    """
    try:
        manifest = json.loads((folder / MANIFEST_NAME).read_bytes())
        files = [(str(name), int(fact["size"]), str(fact["sha256"])) for name, fact in manifest["files"].items()]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        yield f"{folder.name}: no readable manifest ({type(error).__name__})"
        return
    for name, size, noted in files:
        try:
            found = (folder / name).stat().st_size
            if found != size:
                yield f"{folder.name}: {name} has {found} bytes, not {size}"
            elif hashes and _sha256(folder / name) != noted:
                yield f"{folder.name}: {name} is not the file whose hash is noted"
        except OSError as error:
            yield f"{folder.name}: {name} cannot be read ({error.strerror})"


def remove_stale(folder: Path, keep: str | None = None, *, grace_s: float = GRACE_S) -> list[str]:
    """Remove the snapshots of a library that are not in use any more; what cannot be removed stays for next time.

    Args:
        folder: of the library.
        keep: name of the current snapshot; None keeps none.
        grace_s: only those whose last use is at least so long ago, in seconds; 0 removes all.

    Returns:
        The names of the snapshots removed.
    """
    removed = []
    for path in _entries(folder / FOLDER_NAME):
        if path.name != keep and _is_named(path) and time.time() - _last_use(path) >= grace_s:
            _discard(path)
            if not path.exists():
                removed.append(path.name)
    return removed


def broken(folder: Path) -> dict[str, list[str]]:
    """The snapshots of a library that are not as they were built, by name, with what is wrong; reads their files."""
    found = {path.name: list(problems(path, hashes=True)) for path in _entries(folder / FOLDER_NAME) if _is_named(path)}
    return {name: wrong for name, wrong in found.items() if wrong}


def stale(folder: Path, keep: str, *, grace_s: float = GRACE_S) -> list[str]:
    """The snapshots that `remove_stale` would remove."""
    return [
        path.name
        for path in _entries(folder / FOLDER_NAME)
        if path.name != keep and _is_named(path) and time.time() - _last_use(path) >= grace_s
    ]


def leftovers(folder: Path) -> list[str]:
    """The folders that killed builders left; none where one is building, whose folder looks the same."""
    try:
        with file_lock(folder / FOLDER_NAME / LOCK_NAME, 0.0):
            return [path.name for path in _entries(folder / FOLDER_NAME) if not _is_named(path)]
    except sqlite3.OperationalError:
        return []


def discard(folder: Path, names: Collection[str]) -> list[str]:
    """Remove snapshots or what killed builders left; the names of those that are gone.

    Raises:
        LibraryBusy: an index is being built.
    """
    try:
        with file_lock(folder / FOLDER_NAME / LOCK_NAME, 0.0):
            for path in _entries(folder / FOLDER_NAME):
                if path.name in names:
                    _discard(path)
    except sqlite3.OperationalError as error:
        raise _lock_error(folder, error) from error
    return [name for name in names if not (folder / FOLDER_NAME / name).exists()]


def _is_named(path: Path) -> bool:
    return not path.name.startswith(".")


def _build(folder: Path, build: Build, facts: Mapping[str, Any]) -> None:
    """Build into a folder beside `folder` and rename it, under the lock that lets one builder in."""
    parent = folder.parent
    parent.mkdir(exist_ok=True)
    with file_lock(parent / LOCK_NAME, BUILD_TIMEOUT_S):
        if is_whole(folder):  # another process built it while this one waited
            return
        for path in _entries(parent):  # under the lock, unfinished ones are those of killed builders
            if path.name.startswith((_UNFINISHED, _DISCARDED)):
                shutil.rmtree(path, ignore_errors=True)
        if folder.exists():
            _discard(folder)
        unfinished = parent / f"{_UNFINISHED}{os.urandom(8).hex()}"
        unfinished.mkdir()
        try:
            build(unfinished)
            _seal(unfinished, facts)
            unfinished.rename(folder)
        except BaseException:
            shutil.rmtree(unfinished, ignore_errors=True)
            raise
        _sync(parent)
        remove_stale(parent.parent, folder.name)


def _seal(folder: Path, facts: Mapping[str, Any]) -> None:
    """Sync the files, then write the manifest, so that a folder with a manifest has them all."""
    files = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        _sync(path)
        name = path.relative_to(folder).as_posix()
        files[name] = {"size": path.stat().st_size, "sha256": _sha256(path)}
    for path in folder.rglob("*"):
        if path.is_dir():
            _sync(path)
    manifest = folder / MANIFEST_NAME
    manifest.write_text(json.dumps({**facts, "files": files}, indent=1), encoding="utf-8")
    _sync(manifest)
    _sync(folder)


def _sync(path: Path) -> None:
    """Force a file or folder to disk, where the system can (Windows cannot for folders)."""
    if path.is_dir() and os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _discard(path: Path) -> None:
    """Take a folder out of sight by a rename, then remove it: a half-removed snapshot never bears its name.

    Where a reader's open files forbid it (Windows), it stays whole.
    """
    hidden = path.with_name(f"{_DISCARDED}{os.urandom(8).hex()}")
    try:
        path.rename(hidden)
    except OSError:
        return
    shutil.rmtree(hidden, ignore_errors=True)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError:
        return []


def _last_use(path: Path) -> float:
    """Time of the last use of a snapshot, in seconds since the epoch; 0 without a manifest."""
    try:
        return (path / MANIFEST_NAME).stat().st_mtime
    except OSError:
        return 0.0


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _lock_error(folder: Path, error: sqlite3.OperationalError) -> LibraryError:
    if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
        return LibraryBusy(
            f"The index of the library {folder} was wanted, but another process is still building it.",
            hint="Wait until it has ended and try again.",
        )
    return LibraryError(
        f"The index of the library {folder} was to be built, but its folder cannot be written.",
        hint="Allow writing, or run `pincite reindex` once where it is allowed.",
    )
