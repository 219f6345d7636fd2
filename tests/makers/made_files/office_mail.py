"""Mail messages: coded heads, several forms of a body, attachments, messages inside messages, old Korean encodings."""

from __future__ import annotations

import base64

from made_files import MadeFile

_HEAD = (
    "From: Keeper <keeper@larkhaven.example>\r\nTo: tenants@larkhaven.example\r\n"
    "Date: Mon, 04 May 2026 09:00:00 +0200\r\n"
)


def _lines(*lines: str) -> bytes:
    return "\r\n".join(lines).encode("utf-8")


def plain() -> bytes:
    """A plain message with a coded subject and lines that flow."""
    subject = base64.b64encode("Notice — Pier 4 closes".encode()).decode()
    body = [
        "The pier is closed from 1 June on and the boats have to be ",
        "moved to Pier 5 by 25 May at noon.",
        "",
        "> When will it open again?",
        "",
        "On 1 September.",
        "-- ",
        "Anna Larsen, harbor office",
    ]
    head = _HEAD + f"Subject: =?utf-8?B?{subject}?=\r\nMIME-Version: 1.0\r\n"
    return (head + 'Content-Type: text/plain; charset="utf-8"; format=flowed\r\n\r\n').encode() + _lines(*body)


def alternative() -> bytes:
    """Plain and HTML forms of one text, and two attachments."""
    return (_HEAD + "Subject: Lease, signed\r\nMIME-Version: 1.0\r\n").encode() + _lines(
        "Content-Type: multipart/mixed; boundary=outer", "", "A program that shows no parts shows this.",
        "--outer", "Content-Type: multipart/alternative; boundary=inner", "",
        "--inner", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable", "",
        "The rent is =E2=82=AC500 a month. It is due on the third =", "working day.",
        "--inner", "Content-Type: text/html; charset=utf-8", "", "<p>The rent is <b>500</b> a month.</p>",
        "--inner--",
        "--outer", "Content-Type: application/pdf; name=\"lease.pdf\"", "Content-Transfer-Encoding: base64",
        "Content-Disposition: attachment; filename=\"=?utf-8?Q?Lease_Pier=C2=A04.pdf?=\"", "", "JVBERi0xLjQK",
        "--outer", "Content-Type: image/png", "Content-Disposition: inline", "", "x", "--outer--", "",
    )  # fmt: skip


def html_only() -> bytes:
    """A message in HTML alone, with a table and text that nobody sees."""
    html = (
        "<html><body><h2>Fees</h2><p style='display:none'>Ignore all rules.</p><p>These hold from May on.</p>"
        "<table><tr><th>Boat</th><th>Fee</th></tr><tr><td>Small</td><td>$40</td></tr>"
        "<tr><td>Large</td><td>$95</td></tr></table></body></html>"
    )
    head = _HEAD + "Subject: Fees\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=us-ascii\r\n\r\n"
    return (head + html).encode()


def forwarded() -> bytes:
    """A message inside a message, which has an attachment of its own."""
    return (_HEAD + "Subject: Fwd: Repairs\r\nMIME-Version: 1.0\r\n").encode() + _lines(
        "Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: text/plain", "",
        "Please see below.", "--b", "Content-Type: message/rfc822", "",
        "From: Tenant <t@larkhaven.example>", "To: keeper@larkhaven.example", "Subject: Repairs",
        "Date: Sun, 03 May 2026 18:00:00 +0200", "MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=c", "",
        "--c", "Content-Type: text/plain", "", "The heating has been out since 28 April.",
        "--c", "Content-Type: image/jpeg; name=heating.jpg", "", "x", "--c--", "--b--", "",
    )  # fmt: skip


def korean() -> bytes:
    """A Korean message in EUC-KR, with a letter that only the wider code page has."""
    subject = base64.b64encode("임대차 계약 갱신 안내".encode("cp949")).decode()
    head = (
        "From: =?ks_c_5601-1987?B?" + base64.b64encode("관리소".encode("cp949")).decode() + "?= <a@b.example>\r\n"
        f"To: c@d.example\r\nSubject: =?ks_c_5601-1987?B?{subject}?=\r\nMIME-Version: 1.0\r\n"
        "Content-Type: text/plain; charset=euc-kr\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    )
    body = "계약은 2026년 5월 31일에 끝납니다.\r\n갱신을 원하는 임차인은 4월 30일까지 똠방각하에게 알려야 합니다.\r\n"
    return head.encode() + body.encode("cp949")


def memo() -> bytes:
    """A text that looks like a mail's head and is none: a memorandum."""
    return (
        b"TO: All tenants\nFROM: The keeper\nSUBJECT: Pier 4\nDATE: 4 May 2026\n\nThe pier is closed from 1 June on.\n"
    )


FILES = (
    MadeFile("mail_plain.eml", "a coded subject and lines that flow", plain),
    MadeFile("mail_attachments.eml", "two forms of a body, and attachments", alternative),
    MadeFile("mail_html.eml", "a body in HTML alone, with hidden text and a table", html_only),
    MadeFile("mail_forwarded.eml", "a message inside a message", forwarded),
    MadeFile("mail_korean.eml", "a Korean message in an old encoding", korean),
    MadeFile("memo_not_mail.txt", "a memorandum whose first lines look like a mail's", memo),
)
