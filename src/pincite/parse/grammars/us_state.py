"""State and city law of the United States: § 83.49(3)(a), AS 34.03.070(b), 105 CMR 410.010(A)(1), § 55.1-1226(A)(1).

Each state has its own order of labels, some more than one, so that none is taken as the usual one.
"""

from __future__ import annotations

from pincite.parse.grammars import Grammar
from pincite.parse.grammars.english.levels import Levels
from pincite.parse.grammars.english.paragraphs import Style
from pincite.parse.grammars.us_law import law_score, read_us_law
from pincite.types.document import Document
from pincite.types.provision import ProvisionTree

NAME = "us-state"
_STYLE = Style(Levels())


def score(document: Document) -> float:
    """The share of the text that stands under section headings."""
    return law_score(document)


def read(document: Document) -> ProvisionTree:
    """The provisions of a statute, an ordinance or a state regulation."""
    return read_us_law(document, NAME, _STYLE)


GRAMMAR = Grammar(NAME, ("en",), score, read)
