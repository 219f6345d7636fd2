"""One lock for every call into the PDF library, which is not safe for threads."""

from __future__ import annotations

import threading

LOCK = threading.RLock()
"""Held around each use of pypdfium2, from opening a document to closing it, in whatever thread."""
