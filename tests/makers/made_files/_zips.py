"""Zip files that are the same at every call."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from io import BytesIO


def zip_of(parts: Mapping[str, str], mimetype: str) -> bytes:
    """A zip file of text parts, what it is said to be first and unpacked, as OpenDocument and Hangul files have it."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in {"mimetype": mimetype, **parts}.items():
            info = zipfile.ZipInfo(name, (2026, 5, 4, 9, 0, 0))
            info.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return out.getvalue()
