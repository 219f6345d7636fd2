"""The text builder: NFC always, and every mapped character stands in the raw text."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from pincite.text.offsets import TextMapBuilder

# Letters with marks, jamo, composed and decomposed forms: what NFC changes within and across pieces.
TRICKY = st.text(st.sampled_from("ae o\u0301\u0308\u0323é한\u1112\u1161\u11abﬁ½\u212b가\n"), max_size=12)


@given(st.lists(st.tuples(st.booleans(), TRICKY), max_size=8))
def test_text_is_nfc_and_runs_are_exact(pieces: list[tuple[bool, str]]) -> None:
    raw = "".join(text for _, text in pieces)
    out, at = TextMapBuilder(), 0
    for copied, text in pieces:
        if copied:
            out.copy(raw, at, at + len(text))
        else:
            out.make(text)
        at += len(text)
    text = out.text()
    assert text == unicodedata.normalize("NFC", raw)
    assert len(out) == len(text)
    end = 0
    for run in out.text_map().runs:
        assert run.start >= end
        end = run.start + run.length
        assert text[run.start : end] == raw[run.raw_start : run.raw_start + run.length]


def test_neighbouring_copies_become_one_run() -> None:
    out = TextMapBuilder()
    out.copy("abcdef", 0, 3)
    out.copy("abcdef", 3, 6)
    assert len(out.text_map().runs) == 1


def test_text_from_gives_the_end() -> None:
    out = TextMapBuilder()
    out.make("one ")
    out.make("two")
    assert out.text_from(2) == "e two"
    assert out.text_from(4) == "two"
