"""Why a pack could not be opened or written. Each is one sentence with what to do about it."""

from app.core.errors import AppError
from app.core.words import _


class PackError(AppError):
    """Anything wrong with a pack."""

    code = "bad-pack"


class NotAPack(PackError):
    """The bytes do not begin like a pack."""

    code = "not-a-pack"
    hint = _("Choose a file that was exported as a pack (.gsk).")


class Truncated(PackError):
    """The file ends before the pack does."""

    code = "pack-truncated"
    hint = _("It was probably copied only in part. Get the file again.")


class FutureVersion(PackError):
    """The pack needs a newer application."""

    code = "pack-too-new"
    hint = _("Update the application, then open the pack again.")


class Tampered(PackError):
    """The contents are not what was sealed. Such a pack never imports."""

    code = "pack-tampered"
    hint = _("Get the file again from the person who made it. It cannot be imported.")


class BadSignature(Tampered):
    """The signature does not belong to these bytes and this key."""

    code = "pack-bad-signature"


class PassphraseNeeded(PackError):
    """The pack opens with a passphrase and none was given."""

    code = "pack-passphrase-needed"
    hint = _("Ask the person who made the pack for its passphrase.")


class WrongPassphrase(PackError):
    """The passphrase given does not open the pack."""

    code = "pack-wrong-passphrase"
    hint = _("Check upper and lower case and spaces, then try again.")


class WrongKey(PackError):
    """The pack is not addressed to the key given, or no key was given."""

    code = "pack-wrong-recipient"
    hint = _("Give your recipient key to the person who made the pack and ask for a new copy.")


class TooLarge(PackError):
    """The pack asks for more memory, time or space than any honest pack needs."""

    code = "pack-too-large"
    hint = _("It was not opened. Ask the person who made it for a smaller pack.")


class Malformed(PackError):
    """A field is missing, has the wrong type or an impossible value; `path` is its JSON path."""

    code = "pack-malformed"
    hint = _("Correct it, or ask the person who made the pack to export it again.")

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        super().__init__(
            _("This pack is malformed at {path}: {reason}.").format(path=path, reason=reason)
        )
