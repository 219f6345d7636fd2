"""United States Code: titles and chapters, § 3604(f)(3)(C)(iii)(I)."""

from __future__ import annotations

import re

from pincite.parse.grammars import Grammar
from pincite.parse.grammars.english.levels import Levels
from pincite.parse.grammars.english.paragraphs import Style
from pincite.parse.grammars.us_law import federal_score, read_us_law
from pincite.types.document import Document
from pincite.types.provision import ProvisionTree

NAME = "us-code"
_SIGN = re.compile(r"\bU\.?S\.?C\b|United States Code")
_CREDIT = re.compile(r"^\(Pub\. ?L\. ", re.MULTILINE)
PARSER = "uslm-xml/"
_STYLE = Style(Levels.in_order("(a", "(1", "(A", "(i", "(I", "(aa", "(AA"))


def score(document: Document) -> float:
    """Above other laws in sections where the text says that it is of the Code, or credits it to public laws."""
    return federal_score(document, PARSER, _SIGN, _CREDIT)


def read(document: Document) -> ProvisionTree:
    """The provisions of a title, of a chapter, or of single sections."""
    return read_us_law(document, NAME, _STYLE)


GRAMMAR = Grammar(NAME, ("en",), score, read)
