"""The parts of a Word file (.docx, .docm, .dotx, .dotm): a zip archive of XML parts that relationships join.

Only parts inside the archive are read: a relationship to a place outside is never followed. Namespaces of the strict
form of the standard (ISO/IEC 29500 Strict) and of the transitional one get the same prefixes.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import NoReturn
from xml.etree.ElementTree import Element

from pincite.errors import DamagedDocument
from pincite.parse.zipped import Zipped, parse_xml

_OFFICE = ("http://schemas.openxmlformats.org/officeDocument/2006", "http://purl.oclc.org/ooxml/officeDocument")
PREFIXES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/package/2006/relationships": "rels",
    "http://purl.org/dc/elements/1.1/": "dc",
}
_MAIN = "word/document.xml"

ON = frozenset({"", "1", "true", "on"})
"""Values that say yes; an element without a value does too."""


class Package:
    """The parts of one file.

    Args:
        main: path of the part that holds the text.
    """

    def __init__(self, archive: Zipped, source: str) -> None:
        self._archive = archive
        self._source = source
        self._paths = {_key(name): name for name in reversed(archive.names)}
        self._check_names()
        main = next(self._targets("", "officeDocument"), _MAIN)
        self.main = main if _key(main) in self._paths else _MAIN

    def document(self) -> Element:
        """The part that holds the text.

        Raises:
            DamagedDocument: there is none, or it is no Word text.
            UnsupportedFormat: it is not safe to read.
        """
        root = self._xml(self.main)
        if root is None:
            self._damaged(f"no {_MAIN}")
        if root.tag != "w:document":
            self._damaged(f"something else in {self.main}")
        return root

    def part(self, kind: str) -> Element | None:
        """The part of a kind that belongs to the text: `styles`, `numbering`, `settings`, `footnotes`, `endnotes`.

        A part that is missing is None, as in files of programs that write only what they need.
        """
        folder = posixpath.dirname(self.main)
        for path in (*self._targets(self.main, kind), posixpath.join(folder, f"{kind}.xml")):
            root = self._xml(path)
            if root is not None and root.tag == f"w:{kind}":
                return root
        return None

    def title(self) -> str:
        """The title in the file's properties; empty where there is none."""
        root = self._xml("docProps/core.xml")
        element = find(root, "dc:title")
        return "" if element is None else element.text or ""

    def _xml(self, path: str) -> Element | None:
        name = self._paths.get(_key(path))
        return None if name is None else parse_xml(
            self._archive.read(name), f"{name} of {self._source}", prefixes=PREFIXES
        )  # fmt: skip

    def _targets(self, part: str, kind: str) -> Iterator[str]:
        """Paths of the parts that a part (`""`: the package) points at as of a kind."""
        folder, name = posixpath.split(part)
        root = self._xml(posixpath.join(folder, "_rels", f"{name}.rels"))
        for relation in root if root is not None else ():
            target = relation.get("Target", "")
            inside = relation.get("TargetMode", "Internal") != "External" and ":" not in target
            if inside and relation.get("Type") in [f"{office}/relationships/{kind}" for office in _OFFICE]:
                yield posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")

    def _check_names(self) -> None:
        """Two parts of one name would be two texts, of which each program shows its own."""
        if self._archive.repeated or len(self._paths) < len(self._archive.names):
            self._damaged("several parts of one name")

    def _damaged(self, found: str) -> NoReturn:
        raise DamagedDocument(
            f"Wanted a Word file, found {found}: {self._source}.",
            hint="Open it in Word or LibreOffice, save it again, and add that.",
        )


def _key(path: str) -> str:
    """Names of parts are the same whatever the case of their letters, and never begin with a slash."""
    return path.replace("\\", "/").lstrip("/").casefold()


def find(element: Element | None, *path: str) -> Element | None:
    """The first element at the end of a path of names; None where one is missing. ElementTree's own paths have another
    use for the colon.
    """
    for name in path:
        element = next((child for child in (element if element is not None else ()) if child.tag == name), None)
    return element


def children(element: Element | None, name: str) -> Iterator[Element]:
    """The elements of a name directly in an element that may be missing."""
    return (child for child in (element if element is not None else ()) if child.tag == name)


def value(element: Element | None, name: str = "w:val") -> str | None:
    """An attribute of an element that may be missing."""
    return None if element is None else element.get(name)


def number(written: str | None) -> int | None:
    """The whole number that an attribute states; None where it states none, or one out of all reason."""
    if written is None or not 0 < len(written) <= 11:
        return None
    try:
        found = int(written)
    except ValueError:
        return None
    return found if abs(found) < 1 << 31 else None


def is_on(properties: Element | None, name: str) -> bool | None:
    """Whether a property is on; None where nothing is said of it."""
    element = find(properties, name)
    return None if element is None else element.get("w:val", "") in ON
