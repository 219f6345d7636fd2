"""Messages as people at a browser can use them: no commands of a shell that they do not have, no paths of the server.

The library's messages are written for who runs it. Here each sentence that tells of a command, an option or a variable
is put as what can be done on the page, or by whoever runs the server, and a path is cut down to the name at its end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_SENTENCE = re.compile(r"(?<=[.;!?])\s+")
_COMMAND = re.compile(
    r"--[a-z]|\bpip3? install\b|\$?\bPINCITE_[A-Z]|\$[A-Z][A-Z_]{2,}"
    r"|\bpincite (?:add|ask|audit|check|doctor|eval|export|graph|info|ls|reindex|rm|search|serve|show|verify)\b"
    r"|\bsetting \w+\.\w+|\b[a-z_]+\.toml\b"
)
ASK = "Ask whoever runs this server."
# What is said in the place of a sentence with a command: the first that fits it.
_INSTEAD: Sequence[tuple[re.Pattern[str], str]] = tuple(
    (re.compile(words, re.IGNORECASE), said)
    for words, said in (
        (r"password", "Save a copy without a password and add that."),
        (r"--ocr|\bocr\b", "Whoever runs this server can have such pages read with OCR."),
        (r"\binstall|pip3? install", "Whoever runs this server can install what is missing."),
        (r"pincite add (?:takes|FOLDER)|name the files in it", "Add its files themselves, or packed as a ZIP archive."),
        (r"pincite add", "Add it on the page Library."),
        (r"pincite (?:ls|show)", "The page Library lists what there is."),
        (r"pincite rm", "It can be removed on the page Library."),
        (r"pincite (?:reindex|doctor)", "Whoever runs this server can put it right."),
        (r"--offline", "Ask without this model: the server lets no text leave its machine."),
        (r"--model", "Whoever runs this server can name another model."),
    )
)
# At least a folder before the name, so that `and/or` and `1/2` are left alone; folders may have blanks in their names.
_PART = r"[^\s/\\:;,\"'`()](?:[^/\\:;,\"'`()\n]*[^\s/\\:;,\"'`()])?"
_PATH = re.compile(rf"(?<![\w/:.\\])(?:/|[A-Za-z]:[\\/])(?:{_PART}[/\\])+[^\s/\\:;,\"'`()]*")


def for_browser(text: str) -> str:
    """A message, hint or note without commands and without paths of the server.

    >>> for_browser("The file needs a password. Name it with --password.")
    'The file needs a password. Save a copy without a password and add that.'
    """
    said: list[str] = []
    for sentence in _SENTENCE.split(_PATH.sub(_name, text)):
        put = _put(sentence) if _COMMAND.search(sentence) else sentence
        if said and said[-1].endswith(";") and put[:1] != sentence[:1]:
            put = put[0].lower() + put[1:]
        if put not in said:
            said.append(put)
    return " ".join(said)


def _put(sentence: str) -> str:
    """What stands in the place of a sentence with a command; what it says before a colon or semicolon is kept."""
    instead = next((said for words, said in _INSTEAD if words.search(sentence)), ASK)
    before, colon, after = sentence.rpartition(": ")
    if colon and _COMMAND.search(after) and not _COMMAND.search(before) and " " in before and _is_fact(before):
        return f"{before}. {instead}"
    return instead


def _is_fact(words: str) -> bool:
    """Whether words before a command say how it is, and do not lead in the command: `Put some in with`."""
    return not re.search(r"\b(?:with|run|by|pip)$|^(?:install|reinstall|list|see|take|put|run)\b", words, re.IGNORECASE)


def _name(path: re.Match[str]) -> str:
    """What stands at the end of a path."""
    return re.split(r"[/\\]", path[0].rstrip("/\\."))[-1] + ("." if path[0].endswith(".") else "")
