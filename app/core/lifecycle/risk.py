"""What follows from how often a skill does what it is for. Pure (seed 002, C)."""

from enum import StrEnum

from app.core.lifecycle.config import Procedural
from app.core.lifecycle.success import Success
from app.core.words import _, ngettext


class Risk(StrEnum):
    UNKNOWN = "unknown"
    """Too little is known."""
    NONE = "none"
    WARN = "warn"
    """It is said with the skill that it seldom goes well."""
    DEPRECATE = "deprecate"
    """It is no longer suggested, unless it is protected."""


def risk(success: Success, settings: Procedural) -> Risk:
    """Both bounds are exclusive: exactly 40 % is no reason to warn."""
    rate, known = success.rate, success.known
    if rate is None:
        return Risk.UNKNOWN
    if known >= settings.deprecate_at_least and rate < settings.deprecate_below:
        return Risk.DEPRECATE
    if known >= settings.warn_at_least:
        return Risk.WARN if rate < settings.warn_below else Risk.NONE
    return Risk.UNKNOWN


def missing(success: Success, settings: Procedural) -> int:
    """How many outcomes it takes until the skill is judged."""
    return max(0, min(settings.warn_at_least, settings.deprecate_at_least) - success.known)


def in_words(success: Success) -> str:
    """The rate and what it is made of: “25 %: 5 of 20 went well”."""
    if success.rate is None:
        return _("nothing is known")
    return _("{percent} %: {good} of {known} went well").format(
        percent=round(100 * success.rate), good=success.succeeded, known=success.known
    )


def warning(success: Success, settings: Procedural) -> str:
    """What is said with a skill that seldom goes well; empty for any other."""
    if risk(success, settings) not in (Risk.WARN, Risk.DEPRECATE):
        return ""
    return ngettext(
        "It seldom goes well: {good} time of the last {known}.",
        "It seldom goes well: {good} times of the last {known}.",
        success.succeeded,
    ).format(good=success.succeeded, known=success.known)
