"""An answer in Markdown, with footnotes as GitHub, Pandoc and Obsidian read them.

The letters of a document's text stay letters: whatever could be markup in it is escaped, so that no link, picture, tag
or heading of a source becomes one of the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.answer.export.content import Content, ExportedSentence, Footnote

# `@` begins Pandoc's citations, `$` its formulas, `^` its raised text, and a `:` before `//` a bare link.
_INLINE = re.compile(r"[\\`*_\[\]<>&|~$^@{}]|:(?=//)|(?<=[Ww]{3})\.|(?<=\b(?i:mailto)):|(?<=\b(?i:xmpp)):")
_LINE_START = re.compile(r"^(?:[-+#=:%]|\d{1,9}(?=[.)](?:\s|$)))")


def to_markdown(content: Content) -> str:
    """The content as Markdown; ends in a line break."""
    return "\n".join(_lines(content)) + "\n"


def escaped(text: str) -> str:
    r"""One line of text as Markdown that reads as just that text, also where it begins a line.

    >>> escaped("1. *Rent* [is](http://evil.example) <b>due</b>")
    '1\\. \\*Rent\\* \\[is\\](http\\://evil.example) \\<b\\>due\\</b\\>'
    """
    text = _INLINE.sub(lambda found: f"\\{found.group()}", text)
    start = _LINE_START.match(text)
    if start is None:
        return text
    if start.group().isdecimal():
        return f"{start.group()}\\{text[start.end() :]}"
    return f"\\{text}"


def _lines(content: Content) -> Iterator[str]:
    words = content.words
    yield f"# {escaped(content.question)}"
    yield ""
    yield f"## {words['no_answer' if content.refusal else 'answer']}"
    for paragraph in content.paragraphs:
        yield from ("", _paragraph(paragraph))
    if content.refusal:
        yield from _refusal(content)
    yield from ("", f"## {words['sources']}", "")
    yield from (f"- {escaped(title)} ({date}; {escaped(further)})" for title, date, further in content.sources)
    yield from ("", f"## {words['made']}", "")
    yield from (f"- {name}: {escaped(value)}" for name, value in content.facts)
    yield from ("", f"*{content.disclaimer}*")
    for note in content.notes:
        yield from ("", _footnote(note))


def _paragraph(sentences: tuple[ExportedSentence, ...]) -> str:
    parts = (escaped(s.text) + "".join(f"[^{note.number}]" for note in s.notes) for s in sentences)
    return " ".join(parts)


def _footnote(note: Footnote) -> str:
    quotes = " ".join(f"{escaped(label)}: “{escaped(quote)}”" for label, quote in note.quotes)
    marks = "".join(f" **{escaped(mark)}.**" for mark in note.marks)
    return f"[^{note.number}]: {quotes} ({note.date}).{marks}"


def _refusal(content: Content) -> Iterator[str]:
    words = content.words
    yield from ("", escaped(content.refusal))
    yield from ("", f"{words['why']}: {escaped(content.why)}.")
    yield from ("", f"{words['help']}: {escaped(content.helps)}.")
    if content.nearest:
        yield from ("", f"## {words['nearest']}", "")
        yield from (f"- {escaped(label)}: “{escaped(text)}”" for label, text in content.nearest)
