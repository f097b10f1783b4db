"""Failures a person can understand. Anything else that escapes is a bug."""


class AppError(Exception):
    """One plain sentence in `str(error)`; what to do about it in `hint`.

    `code` names the kind of failure for programs. It stays what it is, is said by no other class
    and is explained in `docs/cli.md`.
    """

    code = "failed"
    hint = ""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        if hint is not None:
            self.hint = hint


class Bug(AppError):
    """Something escaped that nobody thought of."""

    code = "bug"


class Cancelled(AppError):
    """The person stopped the work. Never shown."""

    code = "cancelled"


class NotFound(AppError):
    """Something was asked for by a name that nothing has."""

    code = "not-found"


class StaleEdit(AppError):
    """The text being saved was based on a version that is no longer current."""

    code = "stale-edit"
    hint = "Nothing was overwritten. Look at the newer version, then save again."


class NothingToUndo(AppError):
    """There is no earlier state to go back to."""

    code = "nothing-to-undo"
