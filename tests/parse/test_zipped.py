"""Zip archives and their XML: what is whole is read, and what would eat memory or hide text is refused by its name."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import DamagedDocument, DocumentError, EncryptedDocument, UnsupportedFormat
from pincite.parse.zipped import ZipLimits, is_zip, open_zip, parse_xml


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return out.getvalue()


def read_all(data: bytes, limits: ZipLimits | None = None) -> list[bytes]:
    archive = open_zip(data, "x.zip") if limits is None else open_zip(data, "x.zip", limits=limits)
    return [archive.read(name) for name in archive.names]


def test_names_and_content_are_read_without_folders() -> None:
    data = zipped({"a.txt": b"one", "folder/": b"", "folder/b.txt": b"two"})
    archive = open_zip(data, "x.zip")
    assert is_zip(data)
    assert archive.names == ("a.txt", "folder/b.txt")
    assert [archive.read(name) for name in archive.names] == [b"one", b"two"]
    assert archive.size("a.txt") == 3
    assert archive.repeated == ()


def test_korean_names_without_the_utf8_flag_are_read() -> None:
    data = zipped({"XXXXXXXX.txt": b"text"}).replace(b"XXXXXXXX", "근로계약".encode("cp949"))
    assert open_zip(data, "x.zip").names == ("근로계약.txt",)


def test_a_name_that_comes_again_is_told() -> None:
    data = zipped({"aa": b"first", "ab": b"second"}).replace(b"ab", b"aa")
    archive = open_zip(data, "x.zip")
    assert (archive.names, archive.repeated) == (("aa",), ("aa",))
    assert archive.read("aa") == b"second"


REFUSED: list[tuple[str, bytes, ZipLimits, type[DocumentError], str]] = [
    ("bomb", zipped({"a": bytes(20_000_000)}), ZipLimits(), UnsupportedFormat, "20,000,000 bytes packed into"),
    ("large", zipped({"a": bytes(range(256)) * 8}), ZipLimits(member_bytes=2000), UnsupportedFormat, "2,048 bytes"),
    (
        "total",
        zipped({"a": bytes(600), "b": bytes(600)}),
        ZipLimits(total_bytes=1000),
        UnsupportedFormat,
        "over 1,000 bytes in all",
    ),
    ("lzma", zipped({"a": b"text"}, zipfile.ZIP_LZMA), ZipLimits(), UnsupportedFormat, "method 14"),
    ("cut", zipped({"a": bytes(range(256))})[:150], ZipLimits(), DamagedDocument, "zip file"),
    ("many", zipped({str(n): b"" for n in range(11)}), ZipLimits(members=10), UnsupportedFormat, "at most 10"),
]


@pytest.mark.parametrize(
    ("data", "limits", "error", "named"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_archives_over_a_limit_are_refused(
    data: bytes, limits: ZipLimits, error: type[DocumentError], named: str
) -> None:
    with pytest.raises(error, match=named) as caught:
        read_all(data, limits)
    assert caught.value.hint


def test_a_member_with_a_password_is_told() -> None:
    data = bytearray(zipped({"a": b"text"}))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + at] |= 1
    with pytest.raises(EncryptedDocument, match="needs a password"):
        open_zip(bytes(data), "x.zip").read("a")


def test_a_size_that_lies_is_not_believed() -> None:
    """The archive states 10 bytes for a member that unpacks to more."""
    data = bytearray(zipped({"a": bytes(5_000_000)}))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = data.index(mark) + at
        data[place : place + 4] = (10).to_bytes(4, "little")
    with pytest.raises(DamagedDocument):
        open_zip(bytes(data), "x.zip").read("a")


def test_more_entries_than_can_be_counted_are_refused_before_opening() -> None:
    with pytest.raises(UnsupportedFormat, match="files in a zip file"):
        open_zip(b"PK\x03\x04" + b"PK\x01\x02" * 200_001, "x.zip")


def test_a_tree_has_the_names_of_known_namespaces() -> None:
    root = parse_xml(
        b'<a:p xmlns:a="urn:strict" xmlns:b="urn:other" a:val="1" plain="2">x<b:q/>y<a:r>z</a:r></a:p>',
        "part",
        prefixes={"urn:strict": "w", "urn:loose": "w"},
    )
    assert (root.tag, root.attrib, root.text) == ("w:p", {"w:val": "1", "plain": "2"}, "x")
    assert [(child.tag, child.text, child.tail) for child in root] == [
        ("{urn:other}q", None, "y"),
        ("w:r", "z", None),
    ]


LAUGHS = b'<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;&x;&x;">]><a>&y;&y;</a>'
XML: list[tuple[str, bytes, type[DocumentError], str]] = [
    ("entities", LAUGHS, UnsupportedFormat, "document type"),
    ("entities_utf16", LAUGHS.decode().encode("utf-16"), UnsupportedFormat, "document type"),
    ("outside", b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', UnsupportedFormat, "document type"),
    ("deep", b"<a>" * 10_000 + b"</a>" * 10_000, DamagedDocument, "deep"),
    ("cut", b"<a><b>", DamagedDocument, "well-formed"),
    ("empty", b"", DamagedDocument, "well-formed"),
    ("encoding", b'<?xml version="1.0" encoding="no-such"?><a/>', DamagedDocument, "well-formed"),
    ("unbound", b"<w:p/>", DamagedDocument, "well-formed"),
]


@pytest.mark.parametrize(("data", "error", "named"), [row[1:] for row in XML], ids=[row[0] for row in XML])
def test_xml_that_is_unsafe_or_broken_is_refused(data: bytes, error: type[DocumentError], named: str) -> None:
    with pytest.raises(error, match=named):
        parse_xml(data, "part")


def test_too_many_elements_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.parse.zipped.MAX_XML_NODES", 100)
    with pytest.raises(UnsupportedFormat, match="elements and attributes"):
        parse_xml(b"<a>" + b'<b c="d"/>' * 60 + b"</a>", "part")


MAKE: Callable[[bytes], bytes] = lambda data: zipped({"a": data, "b": b"<a/>"})  # noqa: E731


@given(data=st.binary(max_size=200), cut=st.integers(0, 300), flip=st.integers(0, 300))
def test_any_damage_is_read_or_refused(data: bytes, cut: int, flip: int) -> None:
    damaged = bytearray(MAKE(data))
    damaged[flip % len(damaged)] ^= 1 << flip % 8
    with suppress(DocumentError):
        for part in read_all(bytes(damaged[: len(damaged) - cut % 40])):
            parse_xml(part, "part")
