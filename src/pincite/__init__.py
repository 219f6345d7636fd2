"""pincite: answers about legal and regulatory documents, every sentence with a pincite that checks out, or a refusal.

>>> import pincite
>>> with pincite.Library.open("my-library", create=True) as library:  # doctest: +SKIP
...     library.add(["handbook.pdf"])
...     outcome = library.ask("How long may the landlord keep a deposit?")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pincite.errors import PinciteError
    from pincite.library import Library
    from pincite.settings import Settings
    from pincite.types.answer import Answer, Citation, Refusal, RefusalReason
    from pincite.types.document import Document
    from pincite.types.retrieval import RetrievalFilter

__version__ = "0.1.0"

# Name to module: loaded when first asked for, so that importing pincite costs nothing.
_PUBLIC = {
    "Answer": "pincite.types.answer",
    "Citation": "pincite.types.answer",
    "Document": "pincite.types.document",
    "Library": "pincite.library",
    "PinciteError": "pincite.errors",
    "Refusal": "pincite.types.answer",
    "RefusalReason": "pincite.types.answer",
    "RetrievalFilter": "pincite.types.retrieval",
    "Settings": "pincite.settings",
}

__all__ = [
    "Answer",
    "Citation",
    "Document",
    "Library",
    "PinciteError",
    "Refusal",
    "RefusalReason",
    "RetrievalFilter",
    "Settings",
    "__version__",
]


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        return getattr(import_module(_PUBLIC[name]), name)
    raise AttributeError(f"module 'pincite' has no attribute {name!r}")
