"""Shares as people read them. Public name: `percent`."""

from app.core.words import _


def percent(share: float) -> str:
    """Such as "85 %" of 0.85."""
    return _("{number} %").format(number=round(100 * share))
