"""What can keep a call from being answered."""

from app.core.errors import AppError, Bug
from app.core.words import _


class NotOpen(AppError):
    """The vault is locked; the hint says how to unlock it."""

    code = "not-open"


class BadArguments(AppError):
    """A tool was given something that it does not take."""

    code = "bad-arguments"


class NotAllowed(AppError):
    """A person said that this client never does this."""

    code = "not-allowed"


def unexpected(error: Exception, hint: str) -> Bug:
    """What is answered in place of an error that nobody thought of; a log has the error itself."""
    said = _("Techne ran into an internal error ({kind}).")
    return Bug(said.format(kind=type(error).__name__), hint)
