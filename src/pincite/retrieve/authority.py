"""How much a text of each level of authority counts beside one that binds by itself (RefWalk: manuals × 0.7)."""

from __future__ import annotations

from collections.abc import Mapping

from pincite.settings import RefWalkSettings
from pincite.types.law import AuthorityLevel


def level_weights(settings: RefWalkSettings) -> Mapping[AuthorityLevel, float]:
    """Level to the share of the fused score that counts, 0 to 1."""
    return {
        AuthorityLevel.STATUTE: settings.statute_weight,
        AuthorityLevel.DECREE: settings.decree_weight,
        AuthorityLevel.RULE: settings.rule_weight,
        AuthorityLevel.NOTICE: settings.notice_weight,
        AuthorityLevel.MANUAL: settings.manual_weight,
        AuthorityLevel.OTHER: settings.other_weight,
    }
