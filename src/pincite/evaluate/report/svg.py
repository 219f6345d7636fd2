"""matplotlib's drawings as SVG for a page: colours are the page's own, and nothing in them points elsewhere."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import MissingExtra
from pincite.evaluate.report.page_style import COLORS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# A colour that stands for a variable of the page until the drawing is text: none that anybody would choose.
STANDING_FOR: Final[Mapping[str, str]] = {name: f"#0f0e{at:02x}" for at, name in enumerate(COLORS, start=1)}
WIDTH_IN: Final = 8.0
_HEAD = re.compile(r"^.*?(?=<svg\b)", re.DOTALL)
_METADATA = re.compile(r"<metadata>.*?</metadata>", re.DOTALL)
_NAMESPACES = re.compile(r'\s+(?:xmlns(?::\w+)?|version)="[^"]*"')
_SIZE = re.compile(r'(<svg\b[^>]*?)\s+width="[^"]*"')
_HEIGHT = re.compile(r'(<svg\b[^>]*?)\s+height="[^"]*"')
_ID = re.compile(r'(\bid="|url\(#|xlink:href="#)')
_COLOR = re.compile("|".join(STANDING_FOR.values()))
_VARIABLES = {color: f"var(--{name})" for name, color in STANDING_FOR.items()}


def missing_plots() -> MissingExtra | None:
    """Why a page has no plots here; None where it has them."""
    if find_spec("matplotlib") is not None:
        return None
    return MissingExtra(
        "The plots of report.html need the package matplotlib, which is not installed.",
        hint="Install it with: pip install 'pincite[report]', then give the same command again.",
    )


@contextmanager
def style() -> Iterator[None]:
    """The look of all plots; texts stay texts, in the font of the page, and no `$` in them is a formula."""
    import matplotlib

    settings: Any = _settings(STANDING_FOR)
    with matplotlib.rc_context(settings):
        yield


def _settings(color: Mapping[str, str]) -> dict[str, Any]:
    return {
        "svg.fonttype": "none",
        "text.parse_math": False,
        "font.family": "DejaVu Sans",
        "font.size": 9.5,
        "axes.titlesize": 9.5,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "text.color": color["ink"],
        "axes.labelcolor": color["faint"],
        "axes.edgecolor": color["line"],
        "axes.facecolor": "none",
        "figure.facecolor": "none",
        "savefig.facecolor": "none",
        "xtick.color": color["faint"],
        "ytick.color": color["ink"],
        "xtick.major.size": 0,
        "ytick.major.size": 0,
        "grid.color": color["line"],
        "grid.linewidth": 0.6,
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.spines.left": False,
        "hatch.color": color["ground"],
        "hatch.linewidth": 1.2,
        "legend.frameon": False,
        "legend.labelcolor": color["ink"],
    }


def svg_of(figure: Figure, name: str) -> str:
    """The drawing as an element of a page, the same for the same drawing.

    Args:
        name: sets its ids apart from those of other drawings on the page.
    """
    import matplotlib

    stream = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):
        nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(stream, format="svg", metadata=nothing, bbox_inches="tight", pad_inches=0.05)
    return for_page(stream.getvalue(), name)


def for_page(svg: str, name: str) -> str:
    """A drawing without head, metadata, namespaces and fixed size, with colours and ids of the page."""
    prefix = re.sub(r"\W+", "-", name)
    body = _METADATA.sub("", _HEAD.sub("", svg, count=1), count=1)
    body = _HEIGHT.sub(r"\1", _SIZE.sub(r"\1", body, count=1), count=1)
    first, end, rest = body.partition(">")
    body = _NAMESPACES.sub("", first) + end + rest
    body = _ID.sub(rf"\g<1>{prefix}-", body)
    return _COLOR.sub(lambda match: _VARIABLES[match.group()], body)
