"""The page's look, and the colours that its plots share: light, dark, and light on paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# Name of the variable: light, dark. The series colours keep apart for the colour-blind and have 3:1 on their ground.
COLORS: Final[Mapping[str, tuple[str, str]]] = {
    "ground": ("#ffffff", "#15181c"),
    "raised": ("#f4f6f8", "#1f242a"),
    "ink": ("#1b1f24", "#e6e9ec"),
    "faint": ("#5b6570", "#9aa5b1"),
    "line": ("#d4dae0", "#39414a"),
    "blue": ("#2166ac", "#6db1ff"),
    "orange": ("#b35806", "#f4a259"),
    "green": ("#1b7837", "#6fcf97"),
    "purple": ("#7b3294", "#d3a4f0"),
    "red": ("#b2182b", "#ff8a8a"),
    "grey": ("#6b7681", "#8b97a3"),
}


def _variables(shade: int) -> str:
    return " ".join(f"--{name}: {colors[shade]};" for name, colors in COLORS.items())


STYLE: Final = f"""\
:root {{ color-scheme: light dark; {_variables(0)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_variables(1)} }} }}
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK KR", sans-serif; }}
main {{ max-width: 68rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }}
h1 {{ font-size: 1.7rem; margin: 0 0 .5rem; }}
h2 {{ font-size: 1.3rem; margin: 2.5rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); }}
h3 {{ font-size: 1.05rem; margin: 1.75rem 0 .5rem; }}
p, li, dd, summary {{ overflow-wrap: anywhere; }}
nav a {{ color: var(--blue); margin-right: .9rem; white-space: nowrap; font-size: .9rem; }}
.warning {{ border-left: 4px solid var(--orange); background: var(--raised); padding: .6rem .9rem; font-weight: 600; }}
pre {{ background: var(--raised); padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere; }}
.scroll {{ overflow-x: auto; margin: .75rem 0; }}
table {{ border-collapse: collapse; font-size: .86rem; line-height: 1.35; }}
th, td {{ text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid var(--line); }}
th {{ color: var(--faint); font-weight: 600; border-bottom-width: 2px; }}
td {{ max-width: 30rem; overflow-wrap: break-word; }}
.n {{ text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }}
th.n {{ white-space: normal; }}
.cards {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: .6rem; margin: 1rem 0; }}
.cards div {{ background: var(--raised); border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .8rem; }}
.cards dt {{ color: var(--faint); font-size: .82rem; }}
.cards dd {{ margin: 0; font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; }}
.cards small {{ display: block; font-size: .78rem; font-weight: 400; color: var(--faint); }}
figure {{ margin: 1rem 0; break-inside: avoid; }}
figcaption {{ font-weight: 600; font-size: .92rem; margin-bottom: .25rem; }}
figure svg {{ display: block; width: 100%; height: auto; max-width: 54rem; }}
details {{ margin: .4rem 0; }}
summary {{ cursor: pointer; }}
.case {{ border: 1px solid var(--line); border-radius: .4rem; padding: .5rem .75rem; }}
.case[open] {{ background: var(--raised); }}
.case small span {{ color: var(--faint); margin-left: .6rem; }}
.case dl {{ display: grid; grid-template-columns: 7rem 1fr; gap: .3rem .8rem; margin: .6rem 0 0; font-size: .9rem; }}
.case dt {{ color: var(--faint); }}
.case dd {{ margin: 0; min-width: 0; unicode-bidi: isolate; }}
.case dd p {{ margin: 0 0 .3rem; unicode-bidi: plaintext; }}
@media (max-width: 36rem) {{ .case dl {{ grid-template-columns: 1fr; }} }}
@media print {{
  :root {{ color-scheme: light; {_variables(0)} }}
  main {{ max-width: none; padding: 0; }}
  nav {{ display: none; }}
  .scroll {{ overflow: visible; }}
  table {{ font-size: .66rem; width: 100%; }}
  th, td {{ padding: .2rem .3rem; }}
  .n {{ white-space: normal; }}
  .case dl {{ font-size: .75rem; }}
  tr {{ break-inside: avoid; }}
  details::details-content {{ content-visibility: visible; block-size: auto; }}
  h2, h3, summary, figcaption {{ break-after: avoid; }}
}}
"""
