"""Mail: what a reader of the message sees, and what a message is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_files import office_mail

from pincite.errors import DamagedDocument
from pincite.parse import read_data
from pincite.parse.office.eml import is_eml, parse_eml

HEAD = b"From: a@b.example\r\nTo: c@d.example\r\nSubject: Keys\r\nMIME-Version: 1.0\r\n"

MAILS = [
    ("program_head", HEAD, ".txt", True),
    ("people_head", b"From: a@b.example\nTo: c@d.example\nSubject: x\n\nbody", ".eml", True),
    ("people_head_of_a_text", b"From: a@b.example\nTo: c@d.example\nSubject: x\n\nbody", ".txt", False),
    ("memorandum", office_mail.memo(), ".txt", False),
    ("mailbox_line", b"From a@b.example Mon May  4\n" + HEAD, ".eml", True),
    ("folded", b"Received: by x\n\tfor y\nFrom: a@b\nSubject: z\n\nbody", "", True),
    ("prose", b"Note: this text begins with a colon.\nFrom here on it goes on.\n", ".eml", False),
    ("empty", b"", ".eml", False),
]


@pytest.mark.parametrize(("data", "suffix", "expected"), [row[1:] for row in MAILS], ids=[row[0] for row in MAILS])
def test_what_is_a_message(data: bytes, suffix: str, expected: bool) -> None:
    assert is_eml(data, suffix) is expected


def body(content: bytes, kind: bytes = b'text/plain; charset="utf-8"', more: bytes = b"") -> str:
    parsed = parse_eml(HEAD + b"Content-Type: " + kind + b"\r\n" + more + b"\r\n" + content, "x.eml")
    return parsed.text.partition("\n\n")[2]


UTF_8, CODED = b"text/plain; charset=utf-8", b"Content-Transfer-Encoding: "
BODIES = [
    ("plain", b"Two sets.\r\n", b"text/plain", b"", "Two sets."),
    ("quoted_printable", b"=E2=82=AC5=\r\n00", UTF_8, CODED + b"quoted-printable\r\n", "€500"),
    ("base64", b"VHdvIHNldHMu", b"text/plain", CODED + b"base64\r\n", "Two sets."),
    ("wrong_charset", "열쇠 두 벌".encode(), b"text/plain; charset=us-ascii", b"", "열쇠 두 벌"),
    ("unknown_charset", "열쇠 두 벌".encode("cp949"), b"text/plain; charset=x-none", b"", "열쇠 두 벌"),
    ("euc_kr_is_cp949", "똠방각하".encode("cp949"), b"text/plain; charset=euc-kr", b"", "똠방각하"),
    ("html", b"<p>Two</p><p>sets.</p>", b"text/html", b"", "Two\n\nsets."),
    ("flowed", b"Two \r\nsets.\r\n> said", b"text/plain; format=flowed", b"", "Two sets.\n> said"),
    ("not_flowed", b"Two \r\nsets.", b"text/plain", b"", "Two\nsets."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "kind", "more", "expected"), [row[1:] for row in BODIES], ids=[row[0] for row in BODIES]
)
def test_bodies(content: bytes, kind: bytes, more: bytes, expected: str) -> None:
    assert body(content, kind, more) == expected


def test_the_head_is_what_people_read() -> None:
    data = (
        b"X-Spam: no\nDate: Mon, 4 May 2026\nReceived: x\nFrom: =?utf-8?Q?J=C3=BCrgen?= <j@b.example>\n"
        b"Subject: =?utf-8?Q?Fee_?=\n =?utf-8?Q?=E2=82=AC5?=\nBcc: h\nCc: c@d.example\n\nx"
    )
    parsed = parse_eml(data, "x.eml")
    assert parsed.text.splitlines()[:4] == [
        "Subject: Fee €5", "From: Jürgen <j@b.example>", "Cc: c@d.example", "Date: Mon, 4 May 2026",
    ]  # fmt: skip
    assert parsed.title == "Fee €5"


def test_attachments_are_named_and_not_read() -> None:
    document = read_data(office_mail.alternative(), "lease.eml")
    assert document.notes == (
        "2 attachments not read; add what you need: Lease Pier 4.pdf, without a name (image/png).",
    )
    assert "JVBER" not in document.text
    assert "%PDF" not in document.text


def test_a_text_that_is_attached_is_not_part_of_the_message() -> None:
    data = (
        HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nbody\n"
        b"--b\nContent-Type: text/plain; name=a.txt\nContent-Disposition: attachment\n\nforged\n--b--\n"
    )
    parsed = parse_eml(data, "x.eml")
    assert "body" in parsed.text
    assert "forged" not in parsed.text


def test_encrypted_parts_are_said_to_be() -> None:
    data = HEAD + b"Content-Type: application/pkcs7-mime; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nAAAA\n"
    assert parse_eml(data, "x.eml").stated == (("note", "A part is encrypted and was not read."),)


def test_a_message_inside_has_its_head_and_a_section() -> None:
    document = read_data(office_mail.forwarded(), "fwd.eml")
    assert [section.heading for section in document.sections] == ["Subject: Repairs"]
    assert document.text.endswith("The heating has been out since 28 April.")
    assert document.media_type == "message/rfc822"


@pytest.mark.parametrize("depth", [10, 200, 5000], ids=["10", "200", "5000"])
def test_parts_in_parts_end_somewhere(depth: int) -> None:
    data = HEAD + b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (level, level) for level in range(depth)
    )
    try:
        parsed = parse_eml(data + b"\ninnermost\n", "x.eml")
    except DamagedDocument:
        return
    assert ("innermost" in parsed.text) == (depth < 20)


@given(st.binary(max_size=400))
def test_any_bytes_behind_a_head_are_read(data: bytes) -> None:
    parsed = parse_eml(HEAD + data, "x.eml")
    assert "Subject: Keys" in parsed.text or data[:1] in b" \t" or parsed.text
