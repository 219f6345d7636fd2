"""Named tokens: who may use a server beyond its own machine. They are compared by their hashes and shown nowhere."""

from __future__ import annotations

import hmac
import ipaddress
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from pincite.errors import SettingsError

MIN_CHARS = 20
"""Of a token: a shorter one could be guessed."""
MAX_CHARS = 512
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}")
_TOKEN = re.compile(r"[!-~]+")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a server.

    Args:
        digests: name to the SHA-256 of its token.
        secrets: the tokens themselves, for what takes them out of logs.
    """

    digests: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)

    def __bool__(self) -> bool:
        return bool(self.digests)

    @property
    def names(self) -> tuple[str, ...]:
        """Who has one."""
        return tuple(self.digests)

    def who(self, token: str) -> str | None:
        """Whose token it is; None where it is nobody's. It takes as long for a wrong one as for a right one."""
        given = sha256(token.encode("utf-8", "replace")).digest()
        found: str | None = None
        for name, digest in self.digests.items():
            if hmac.compare_digest(given, digest):
                found = name
        return found


def read_tokens(named_files: Iterable[str] = (), tokens_file: Path | None = None) -> Tokens:
    """Tokens from files.

    Args:
        named_files: `NAME:FILE` each, the file holding the token alone.
        tokens_file: lines of `NAME:TOKEN`; empty ones and those with `#` in front are passed over.

    Raises:
        SettingsError: a file cannot be read, or does not hold what it should; no token is repeated in the message.
    """
    found: dict[str, str] = {}
    if tokens_file is not None:
        for number, line in enumerate(_text(tokens_file).splitlines(), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                name, colon, token = line.strip().partition(":")
                if not colon:
                    raise SettingsError(
                        f"Line {number} of {tokens_file} was wanted as NAME:TOKEN, found no colon.",
                        hint="Mend that line.",
                    )
                _take(found, name.strip(), token.strip())
    for given in named_files:
        name, colon, path = given.partition(":")
        if not colon or not path:
            raise SettingsError(
                f"A token was wanted as NAME:FILE, found {name[:40]!r} without a file.",
                hint="Write the token into a file of its own, such as: --token anna:/run/secrets/anna.",
            )
        _take(found, name.strip(), _text(Path(path)).strip())
    return Tokens({name: sha256(token.encode()).digest() for name, token in found.items()}, tuple(found.values()))


def _take(found: dict[str, str], name: str, token: str) -> None:
    if not _NAME.fullmatch(name):
        raise SettingsError(
            f"{name[:40]!r} is no name for a token.",
            hint="Use up to 64 letters, digits and . _ @ -, a letter or digit first.",
        )
    if name in found:
        raise SettingsError(f"There are two tokens of the name {name}.", hint="Give each its own name.")
    if not MIN_CHARS <= len(token) <= MAX_CHARS or not _TOKEN.fullmatch(token):
        raise SettingsError(
            f"The token of {name} was wanted as {MIN_CHARS} to {MAX_CHARS} letters, digits and signs without blanks.",
            hint='Make one with: python -c "import secrets; print(secrets.token_urlsafe(32))".',
        )
    found[name] = token


def _text(path: Path) -> str:
    try:
        return path.expanduser().read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise SettingsError(f"The token file {path} cannot be read: {reason}.", hint="Check the path.") from error


def is_loopback(host: str) -> bool:
    """Whether a server that listens there can be reached from its own machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def require_tokens(host: str, tokens: Tokens) -> None:
    """Refuse to listen beyond the own machine without tokens.

    Raises:
        SettingsError: there are none.
    """
    if not tokens and not is_loopback(host):
        raise SettingsError(
            f"The server was to listen on {host}, where others can reach it, and there is no token.",
            hint="Give each user one with --token NAME:FILE or $PINCITE_TOKENS_FILE, or listen on 127.0.0.1.",
        )
