"""An entry of the audit log, and how each is bound to the one before it.

An entry is one line of canonical JSON (RFC 8785: sorted keys, no blanks; there are no fractions in it, so that every
program writes the same). Its `hash` is the SHA-256 of the entry without that key, and holds the hash of the entry
before it, as `previous`. So whoever changes, takes out, moves or puts in an entry breaks the chain from there on, or
must write all that follows anew, which whoever kept a later hash elsewhere can tell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

Entry = Mapping[str, Any]

GENESIS = "0" * 64
"""What the first entry has for the hash of the one before it."""
TORN = "torn_line"
"""Action of an entry that seals a line whose writing was cut off; `torn_sha256` is that line's hash."""
KEYS = ("sequence", "time", "by", "action", "previous", "hash")
"""What every entry has; all else depends on its action."""

_HASH = re.compile(r"[0-9a-f]{64}")


def canonical(value: Any) -> bytes:
    """The value as canonical JSON, in UTF-8.

    Raises:
        ValueError: it holds what such JSON has no form for.
    """
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8")


def hash_of(entry: Entry) -> str:
    """SHA-256, hex, of an entry without its `hash`."""
    return sha256(canonical({key: value for key, value in entry.items() if key != "hash"})).hexdigest()


def line_of(fields: Mapping[str, Any], sequence: int, previous: str) -> tuple[dict[str, Any], bytes]:
    """The entry of these fields in its place in the chain, and its line with the line break."""
    entry = {**fields, "sequence": sequence, "previous": previous}
    entry["hash"] = hash_of(entry)
    return entry, canonical(entry) + b"\n"


def read_entry(line: bytes) -> dict[str, Any] | None:
    """The entry of a line, right or wrong; None where the line has not the form of one.

    Args:
        line: with or without its line break.
    """
    try:
        entry = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(entry, dict) or not all(key in entry for key in KEYS):
        return None
    sound = (
        isinstance(entry["sequence"], int)
        and entry["sequence"] > 0
        and isinstance(entry["time"], str)
        and isinstance(entry["action"], str)
        and isinstance(entry["by"], str | None)
        and all(isinstance(entry[key], str) and _HASH.fullmatch(entry[key]) for key in ("previous", "hash"))
    )
    return entry if sound else None


def is_untouched(entry: Entry, line: bytes) -> bool:
    """Whether the entry's hash fits it, and the line is the one way to write it."""
    try:
        return hash_of(entry) == entry["hash"] and canonical(entry) == line.removesuffix(b"\n")
    except ValueError:
        return False
