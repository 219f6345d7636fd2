"""What a calibration leaves behind: the file of parameters, and the figures as JSON values and as text."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pincite.answer.sufficiency_parameters import Parameters, read_parameters
from pincite.errors import InputError
from pincite.evaluate.calibrate.measures import Share
from pincite.evaluate.calibrate.refusal import Calibration, Figures, numbered

COVERAGES: Final = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)


def write_parameters(parameters: Parameters, path: Path) -> Parameters:
    """Writes the file, whole or not at all; rows of other models that a file there has are kept.

    Returns:
        What the file then holds: its version is of all its rows.

    Raises:
        InputError: something else is there, or it cannot be written.
    """
    kept = read_parameters(path).rows if path.exists() else {}
    whole = numbered({**kept, **parameters.rows})
    half = path.with_name(f"{path.name}.part")
    try:
        half.write_text(json.dumps(whole.as_json(), indent=2, ensure_ascii=False, allow_nan=False) + "\n", "utf-8")
        os.replace(half, path)
    except OSError as error:
        raise InputError(f"The parameters cannot be written to {path}: {error.strerror}.") from error
    return whole


def as_json(calibration: Calibration) -> dict[str, Any]:
    """The figures and the parameters as plain values."""
    figures = {name: _figures_json(figures) for name, figures in calibration.figures.items()}
    return {"folds": calibration.folds, "figures": figures, "parameters": calibration.parameters.as_json()}


def _figures_json(figures: Figures) -> dict[str, Any]:
    return {
        "held_out": {
            "true_refusal": _share_json(figures.held_out.recall),
            "false_refusal": _share_json(figures.held_out.refused_wrongly),
            "area_under_curve": figures.area,
        },
        "fitted": {
            "true_refusal": _share_json(figures.fitted.recall),
            "false_refusal": _share_json(figures.fitted.refused_wrongly),
            "area_under_curve": figures.fitted_area,
        },
        "made_refused": _share_json(Share(*figures.made)),
        "risk_coverage": [{"coverage": coverage, "risk": risk} for coverage, risk in figures.curve],
    }


def _share_json(share: Share) -> dict[str, Any]:
    interval = share.interval
    return {
        "count": share.count,
        "total": share.total,
        "share": share.value,
        "interval": None if interval is None else [interval.low, interval.high],
    }


def calibration_text(calibration: Calibration) -> str:
    """The figures for people, one benchmark after another."""
    parts = [_benchmark_text(name, figures, calibration.folds) for name, figures in calibration.figures.items()]
    rows = [
        f"{name}: refuses under {row.threshold:.3f}; constant {row.constant:+.3f}, "
        + ", ".join(f"{feature} {weight:+.3f}" for feature, weight in row.weights.items())
        for name, row in sorted(calibration.parameters.rows.items())
    ]
    return "\n\n".join([*parts, "\n".join(["parameters, fitted on all questions:", *rows])])


def _benchmark_text(name: str, figures: Figures, folds: str) -> str:
    lines = [f"{name}, held out ({folds}):"]
    lines += _counts_text(figures.held_out.recall, figures.held_out.refused_wrongly, figures.area)
    if figures.made[1]:
        lines.append(f"  gold taken out, refused   {Share(*figures.made)}")
    lines.append("  coverage: risk            " + _curve_text(figures.curve))
    lines.append(f"{name}, by the parameters fitted on all, for comparison:")
    lines += _counts_text(figures.fitted.recall, figures.fitted.refused_wrongly, figures.fitted_area)
    return "\n".join(lines)


def _counts_text(right: Share, wrong: Share, area: float | None) -> list[str]:
    lines = [f"  unanswerable, refused     {right}", f"  answerable, refused       {wrong}"]
    return lines if area is None else [*lines, f"  area under the ROC curve  {area:.3f}"]


def _curve_text(curve: Sequence[tuple[float, float]]) -> str:
    """Risk at round coverages: that of the cut that answers at least so many."""
    found: Mapping[float, float] = {
        wanted: next(risk for coverage, risk in curve if coverage >= wanted - 1e-9) for wanted in COVERAGES if curve
    }
    return ", ".join(f"{coverage:.0%}: {risk:.1%}" for coverage, risk in found.items())
