"""Encrypted PDF files, by the oldest of the standard's ciphers (RC4, 40 bits), which needs no chance."""

from __future__ import annotations

from hashlib import md5

from made_files import MadeFile
from made_files._pdf import PROSE, Pdf, file_of, prose, text

_PAD = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
_ID = b"0123456789abcdef"
_RIGHTS = -44  # reading and printing; no copying


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def _padded(password: bytes) -> bytes:
    return (password + _PAD)[:32]


def _locked(user: bytes, owner: bytes) -> bytes:
    pdf = Pdf()
    for page in range(2):
        pdf.page(text(72, 680, f"Topic {'AB'[page]}", 15, font="F2"), prose(f"Page {'ab'[page]}. {PROSE}"))
    o = _rc4(md5(_padded(owner)).digest()[:5], _padded(user))
    key = md5(_padded(user) + o + (_RIGHTS & 0xFFFFFFFF).to_bytes(4, "little") + _ID).digest()[:5]
    u = _rc4(key, _PAD)
    objects = []
    for number, body in enumerate(pdf.body(), start=1):
        head, mark, rest = body.partition(b"stream\n")
        if mark:
            content, end = rest[: -len(b"\nendstream")], rest[-len(b"\nendstream") :]
            own = md5(key + number.to_bytes(3, "little") + b"\0\0").digest()[:10]
            body = head + mark + _rc4(own, content) + end
        objects.append(body)
    lock = b"/Encrypt << /Filter /Standard /V 1 /R 2 /P %d /O <%s> /U <%s> >> /ID [<%s> <%s>]" % (
        _RIGHTS, o.hex().encode(), u.hex().encode(), _ID.hex().encode(), _ID.hex().encode(),
    )  # fmt: skip
    return file_of(objects, lock)


FILES = (
    MadeFile(
        "locked_for_changes.pdf",
        "encrypted with the empty password; only changes need one",
        lambda: _locked(b"", b"owner"),
    ),
    MadeFile(
        "locked_password_given.pdf",
        "encrypted, and its password is given",
        lambda: _locked(b"key 7", b"owner"),
        password="key 7",
    ),
    MadeFile(
        "locked_owner_password.pdf",
        "encrypted, and its owner's password is given",
        lambda: _locked(b"key 7", b"owner"),
        password="owner",
    ),
    MadeFile("locked.pdf", "encrypted, and no password is given", lambda: _locked(b"key 7", b"owner")),
    MadeFile(
        "locked_wrong_password.pdf",
        "encrypted, and a wrong password is given",
        lambda: _locked(b"key 7", b"owner"),
        password="key 8",
    ),
)
