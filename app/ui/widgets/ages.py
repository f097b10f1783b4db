"""How long ago something was, in the few letters a list has room for. Public name: `age`."""

from datetime import datetime

from app.core.words import _

MINUTE, HOUR, DAY, YEAR = 60, 3600, 86_400, 365 * 86_400


def age(then: datetime, now: datetime) -> str:
    """`now`, `5 min`, `2 h`, `47 d` or `3 y`; rounded down."""
    seconds = max(0, int((now - then).total_seconds()))
    if seconds < MINUTE:
        return _("now")
    if seconds < HOUR:
        return _("{count} min").format(count=seconds // MINUTE)
    if seconds < DAY:
        return _("{count} h").format(count=seconds // HOUR)
    if seconds < YEAR:
        return _("{count} d").format(count=seconds // DAY)
    return _("{count} y").format(count=seconds // YEAR)
