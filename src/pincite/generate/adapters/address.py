"""Where a model server is, read out of what the user wrote; what cannot be meant is refused before anything is sent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from pincite.errors import InputError

KEY_VARIABLE = "PINCITE_MODEL_KEY"
_CHAT = "/chat/completions"
_VERSION = re.compile(r"/v\d\w*(?=/|$)")  # of an interface: `/v1`, `/api/v1`, `/v1beta/openai`


@dataclass(frozen=True, slots=True)
class Address:
    """A server of OpenAI's protocol.

    Args:
        api: URL that `/chat/completions` and `/models` are appended to.
        root: URL of the server itself, for what lies outside of the protocol.
        label: host name, with the port where one is given; all that messages show of the URL.
        local: the host is this machine.
    """

    api: str
    root: str
    label: str
    local: bool

    @property
    def host(self) -> str | None:
        """Where text goes when it leaves this machine; None where it stays."""
        return None if self.local else self.label


def address_of(url: str) -> Address:
    """The address that a URL means, with or without `/v1` or `/v1/chat/completions` at its end.

    Raises:
        InputError: no http(s) URL with a host, or one that holds a user, a password or a query. The message never
            repeats the URL, since there may be a key in it.
    """
    parts = _split(url)
    host = parts.hostname or ""
    if parts.username is not None or parts.password is not None or parts.query:
        raise InputError(
            "The model server's URL holds a user name, a password or a query, and a key must not stand there.",
            hint=f"Leave them out of the URL, and put the key into ${KEY_VARIABLE}.",
        )
    name = f"[{host}]" if ":" in host else host
    label = name if parts.port is None else f"{name}:{parts.port}"
    path = parts.path.rstrip("/")
    given = path.removesuffix(_CHAT)
    api = given if path != given or _VERSION.search(given) else f"{given}/v1"
    origin = f"{parts.scheme}://{label}"
    return Address(origin + api, origin + api.removesuffix("/v1"), label, _is_local(host))


def _split(url: str) -> SplitResult:
    try:
        # A backslash, a blank or a control character is read in one way here and in another elsewhere.
        parts = urlsplit(url) if re.fullmatch(r"[^\s\\\x00-\x1f\x7f]+", url) else None
        port = parts.port if parts else None
    except ValueError:
        parts = port = None
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise InputError(
            "The model server's URL is no http or https URL with a host name.",
            hint="Write it as http://localhost:11434#qwen2.5 or https://api.example.com/v1#NAME.",
        )
    return parts


def _is_local(host: str) -> bool:
    """Whether the name is this machine's by its form; a name that only resolves to it is not."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
