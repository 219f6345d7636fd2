"""Tables of Markdown and HTML: empty and merged cells, cells with blocks in them, tables that only set a page."""

from __future__ import annotations

from made_files import MadeFile

_MARKDOWN = r"""# Harbor Fees

The fees are these.
| Permit | Fee | Valid for |
|:-------|----:|-----------|
| Small boat[^1] | **$40** | 12 months |
| Large boat | | 12 months |
| | $12 | 7 days |
| Key \| spare | `$5` |
Whoever pays late pays a tenth more.

[^1]: Up to six metres.

Berth | Depth
--- | ---
1 | 2 m
2 | 3 m

| Without | a rule |
| below | its head |

    | in | a list of code |

```
| not | read |
|-----|------|
| as  | a table |
```
"""

_HTML = """<!doctype html><html><head><title>Harbor Fees</title></head><body>
<h1>Harbor Fees</h1>
<p>The fees are these.</p>
<table><caption>Fees by zone</caption>
<thead><tr><th rowspan="2">Zone</th><th rowspan="2">Kind</th><th colspan="2">Rent a month</th></tr>
<tr><th>Summer</th><th>Winter</th></tr></thead>
<tbody>
<tr><td rowspan="2">North</td><td><p>Studio</p></td><td>$900<sup>1</sup></td><td>$700</td></tr>
<tr><td>One<br>bed &amp; more</td><td></td><td><ul><li>$850</li><li>from May $800</li></ul></td></tr>
<tr><td colspan="4">All figures without heating</td></tr>
<tr><td>South</td><td>Studio</td><td>$800</td><td style="display:none">hidden</td><td>$640</td></tr>
</tbody></table>
<p>Whoever pays late pays a tenth more.</p>
<table><tr><td>Keeper</td><td>Anna Larsen</td></tr><tr><td>Telephone</td><td>555 0100</td></tr></table>
<table><tr><td>only one row</td><td>is no table</td></tr></table>
</body></html>
"""

_LAYOUT = """<!doctype html><html><head><title>Lease</title></head><body>
<table width="100%"><tr><td>
<h1>Lease</h1>
<p>The tenant keeps the garden.</p>
<table><tr><th>Month</th><th>Rent</th></tr><tr><td>May</td><td>$500</td></tr><tr><td>June</td><td>$650</td></tr></table>
</td><td><p>The owner keeps the roof.</p></td></tr>
<tr><td><h2>Keys</h2><p>Two sets.</p></td><td><p>They are given back on the last day.</p></td></tr></table>
</body></html>
"""

FILES = (
    MadeFile("table_markdown.md", "empty cells, missing cells, escaped bars, no bars at the ends", _MARKDOWN.encode),
    MadeFile("table_html.html", "merged cells, blocks, notes and hidden cells in tables", _HTML.encode),
    MadeFile("table_html_layout.html", "tables that only set the page, with one of data inside", _LAYOUT.encode),
)
