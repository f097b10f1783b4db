"""What can keep a call from being answered."""

from app.core.errors import AppError


class NotOpen(AppError):
    """The vault is locked; the hint says how to unlock it."""

    code = "not-open"


class BadArguments(AppError):
    """A tool was given something that it does not take."""

    code = "bad-arguments"


class NotAllowed(AppError):
    """A person said that this client never does this."""

    code = "not-allowed"
