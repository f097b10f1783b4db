"""A failure in words."""

from app.core.errors import AppError
from app.core.words import _


def explanation(error: AppError) -> str:
    """What went wrong, and what to do about it."""
    hint = _(error.hint) if error.hint else ""
    return f"{error} {hint}".strip()
