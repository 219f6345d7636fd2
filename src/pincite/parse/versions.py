"""Names and versions of the parsers.

A version is raised when the same file would give another text, other pages, sections or statements of itself, so that a
library reads unchanged files again. What stands behind the version in brackets, such as a text file's encoding, is no
part of it; nor is what stands behind a `+`, which says how pages were read from their pictures (`pdf/2+ocr:eng+kor`).
"""

from __future__ import annotations

PDF = "pdf/4"
HTML = "html/4"
MARKDOWN = "markdown/5"
PLAIN = "plain/2"
ECFR_XML = "ecfr-xml/1"
USLM_XML = "uslm-xml/1"
DOCX = "docx/2"
ODT = "odt/2"
RTF = "rtf/2"
EML = "eml/1"
HWPX = "hwpx/2"

PARSER_VERSIONS: frozenset[str] = frozenset((PDF, HTML, MARKDOWN, PLAIN, ECFR_XML, USLM_XML, DOCX, ODT, RTF, EML, HWPX))
"""The parsers at hand; `Document.parser` starts with one of these."""
