"""Code of Federal Regulations: parts and subparts, § 164.502(a)(1)(i)(A)(1)(i)."""

from __future__ import annotations

import re

from pincite.parse.grammars import Grammar
from pincite.parse.grammars.english.levels import Levels
from pincite.parse.grammars.english.paragraphs import Style
from pincite.parse.grammars.us_law import federal_score, read_us_law
from pincite.types.document import Document
from pincite.types.provision import ProvisionTree

NAME = "us-regulations"
_SIGN = re.compile(r"\bC\.?F\.?R\b|Code of Federal Regulations")
_SOURCE = re.compile(r"\[\d{1,3} FR \d+, ")
# The last two are set in italics in print: (1) and (i) once more.
PARSER = "ecfr-xml/"
_STYLE = Style(Levels.in_order("(a", "(1", "(i", "(A", "(1", "(i"))


def score(document: Document) -> float:
    """Above other laws in sections where the text says that it is of the CFR, or cites the Federal Register."""
    return federal_score(document, PARSER, _SIGN, _SOURCE)


def read(document: Document) -> ProvisionTree:
    """The provisions of a part, or of several."""
    return read_us_law(document, NAME, _STYLE)


GRAMMAR = Grammar(NAME, ("en",), score, read)
