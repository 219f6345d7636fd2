"""An answer as one HTML file to print or to send: no script, nothing from elsewhere, every text escaped."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape

from pincite.answer.export.content import Content, ExportedSentence, Footnote

STYLE = """
:root { color-scheme: light; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff;
  font: 11pt/1.55 Georgia, "Times New Roman", "Noto Serif KR", "Nanum Myeongjo", serif; overflow-wrap: anywhere; }
:lang(ko) { word-break: keep-all; }
h1 { font-size: 1.4rem; line-height: 1.3; }
h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; border-bottom: 1px solid #bbb; }
sup a { text-decoration: none; padding: 0 .1em; color: #0b4f8a; }
ol.notes { font-size: .9rem; padding-left: 1.6rem; }
ol.notes li { margin: .35rem 0; }
.label { font-weight: bold; }
.date, footer { color: #4a4a4a; }
.mark { font-weight: bold; color: #8a1c0b; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; font-size: .9rem; }
dt { font-weight: bold; }
dd { margin: 0; }
ul.documents { font-size: .9rem; }
.refusal { border-left: 4px solid #8a6d0b; padding: .2rem 0 .2rem 1rem; }
footer { margin-top: 2rem; font-size: .85rem; }
@page { margin: 20mm; }
@media print {
  body { max-width: none; margin: 0; padding: 0; }
  h1, h2 { break-after: avoid; }
  li, dd { break-inside: avoid; }
  .back { display: none; }
  a { color: inherit; text-decoration: none; }
}
"""
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; "
    f"style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'"
)
"""For whoever serves the page; it stands in the page too."""


def to_html(content: Content) -> str:
    """The content as a whole HTML document."""
    return "\n".join(_lines(content)) + "\n"


def _lines(content: Content) -> Iterator[str]:
    words = content.words
    yield "<!doctype html>"
    yield f'<html lang="{content.language}">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{escape(CONTENT_SECURITY_POLICY)}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="referrer" content="no-referrer">'
    yield f"<title>{escape(content.question)}</title>"
    yield f"<style>{STYLE}</style>"
    yield "</head>"
    yield "<body>"
    yield f"<header><h1>{escape(content.question)}</h1></header>"
    yield "<main>"
    yield f"<h2>{words['no_answer' if content.refusal else 'answer']}</h2>"
    yield from (_paragraph(paragraph) for paragraph in content.paragraphs)
    yield from _refusal(content)
    yield from _notes(content)
    yield f"<h2>{words['sources']}</h2>"
    yield '<ul class="documents">'
    for title, date, further in content.sources:
        yield f'<li>{escape(title)} <span class="date">({date}; {escape(further)})</span></li>'
    yield "</ul>"
    yield f"<h2>{words['made']}</h2>"
    yield "<dl>"
    yield from (f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in content.facts)
    yield "</dl>"
    yield "</main>"
    yield f"<footer>{escape(content.disclaimer)}</footer>"
    yield "</body>"
    yield "</html>"


def _paragraph(sentences: tuple[ExportedSentence, ...]) -> str:
    parts = (escape(s.text) + "".join(map(_reference, s.notes)) for s in sentences)
    return f"<p>{' '.join(parts)}</p>"


def _reference(note: Footnote) -> str:
    return f'<sup><a id="ref{note.number}" href="#note{note.number}">{note.number}</a></sup>'


def _notes(content: Content) -> Iterator[str]:
    if not content.notes:
        return
    yield f"<h2>{content.words['notes']}</h2>"
    yield '<ol class="notes">'
    for note in content.notes:
        quotes = " ".join(
            f'<span class="label">{escape(label)}</span>: <q>{escape(quote)}</q>' for label, quote in note.quotes
        )
        marks = "".join(f' <span class="mark">{escape(mark)}.</span>' for mark in note.marks)
        back = f'<a class="back" href="#ref{note.number}" aria-label="{content.words["back"]}">↩</a>'
        yield f'<li id="note{note.number}">{quotes} <span class="date">({note.date})</span>.{marks} {back}</li>'
    yield "</ol>"


def _refusal(content: Content) -> Iterator[str]:
    if not content.refusal:
        return
    words = content.words
    yield f'<p class="refusal">{escape(content.refusal)}</p>'
    yield f"<p>{words['why']}: {escape(content.why)}.</p>"
    yield f"<p>{words['help']}: {escape(content.helps)}.</p>"
    if content.nearest:
        yield f"<h2>{words['nearest']}</h2>"
        yield "<ul>"
        for label, text in content.nearest:
            yield f'<li><span class="label">{escape(label)}</span>: <q>{escape(text)}</q></li>'
        yield "</ul>"
