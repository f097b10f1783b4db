"""What a person types for an argument, as a value; what cannot be one is wrong usage."""

from argparse import ArgumentTypeError
from datetime import UTC, datetime

from app.core.words import _


def day(typed: str) -> datetime:
    """The beginning of a day, written 2026-11-22, where this computer is."""
    try:
        return datetime.strptime(typed, "%Y-%m-%d").astimezone().astimezone(UTC)
    except ValueError as error:
        raise ArgumentTypeError(
            _("“{typed}” is not a day such as 2026-11-22").format(typed=typed)
        ) from error


def count(typed: str) -> int:
    """A number from 1 to 1000."""
    if not (typed.isascii() and typed.isdigit() and 1 <= int(typed) <= 1000):
        raise ArgumentTypeError(_("“{typed}” is not a number from 1 to 1000").format(typed=typed))
    return int(typed)


def days(typed: str) -> int:
    """A number of days; which ones are possible is up to what they are for."""
    if not (typed.isascii() and typed.isdigit() and len(typed) < 10):
        raise ArgumentTypeError(_("“{typed}” is not a number of days").format(typed=typed))
    return int(typed)


def number(typed: str) -> int:
    """The number of a memory or of a relation, as other commands print it."""
    digits = typed.removeprefix("memory:")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16):
        raise ArgumentTypeError(_("“{typed}” is not a number").format(typed=typed))
    return int(digits)


def version(typed: str) -> int:
    """The number of a version: `3` or `v3`."""
    digits = typed.removeprefix("v")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise ArgumentTypeError(_("“{typed}” is not a version").format(typed=typed))
    return int(digits)


def rate(typed: str) -> float:
    """A number from 0 to 1."""
    try:
        found = float(typed)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise ArgumentTypeError(_("“{typed}” is not between 0 and 1").format(typed=typed))
    return found


def outcome(typed: str) -> float:
    """How something went: a number from -1 to 1, or a word for one of three."""
    words = {"success": 1.0, "partial": 0.0, "failure": -1.0}
    try:
        found = words[typed] if typed in words else float(typed)
    except ValueError:
        found = 2.0
    if not -1 <= found <= 1:
        raise ArgumentTypeError(
            _("“{typed}” is not between -1 and 1, nor success, partial or failure").format(
                typed=typed
            )
        )
    return found
