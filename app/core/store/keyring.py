"""The data key in the system's keychain, for a person who chose "remember on this computer"."""

import base64
import binascii

from app.core.errors import AppError
from app.core.words import _

_SERVICE = "Techne vault"


class NoKeychain(AppError):
    """The system has no keychain that can be used."""

    code = "no-keychain"


def remember(vault_id: str, data_key: bytes) -> None:
    """Put the key into the keychain; raises `NoKeychain`."""
    import keyring  # noqa: PLC0415 - slow to load, and most commands open a vault without it
    from keyring.errors import KeyringError  # noqa: PLC0415

    try:
        keyring.set_password(_SERVICE, vault_id, base64.b64encode(data_key).decode())
    except (KeyringError, OSError) as error:
        raise NoKeychain(
            _("This computer has no keychain that Techne can use."),
            _("The vault works as before; you type the passphrase each time."),
        ) from error


def recall(vault_id: str) -> bytes | None:
    """The remembered key, or None."""
    import keyring  # noqa: PLC0415 - slow to load, and most commands open a vault without it
    from keyring.errors import KeyringError  # noqa: PLC0415

    try:
        stored = keyring.get_password(_SERVICE, vault_id)
        return base64.b64decode(stored, validate=True) if stored else None
    except (KeyringError, OSError, binascii.Error):
        return None


def forget(vault_id: str) -> None:
    """Take the key out of the keychain; nothing happens if it is not there."""
    import keyring  # noqa: PLC0415 - slow to load, and most commands open a vault without it
    from keyring.errors import KeyringError  # noqa: PLC0415

    try:
        if keyring.get_password(_SERVICE, vault_id) is not None:
            keyring.delete_password(_SERVICE, vault_id)
    except (KeyringError, OSError):
        return
