"""Dates as pincite takes them: year, month and day, and no other form of ISO 8601."""

from __future__ import annotations

import re
from datetime import date

_FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def is_iso_date(text: str) -> bool:
    """Whether a text is a day of the calendar as YYYY-MM-DD; dates are compared as texts, so no other form will do.

    >>> is_iso_date("2024-02-29"), is_iso_date("20240229"), is_iso_date("2023-02-29")
    (True, False, False)
    """
    if _FORM.fullmatch(text) is None:
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
