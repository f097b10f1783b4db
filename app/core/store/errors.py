"""What can go wrong with the vault's files, in sentences."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

import apsw

from app.core.errors import AppError
from app.core.words import _

_WRITING = (
    apsw.SQLITE_IOERR_WRITE,
    apsw.SQLITE_IOERR_FSYNC,
    apsw.SQLITE_IOERR_DIR_FSYNC,
    apsw.SQLITE_IOERR_TRUNCATE,
)


class WrongKey(AppError):
    """Neither this passphrase nor this recovery key opens the vault."""

    code = "wrong-key"


class NoVault(AppError):
    """There is no vault in the folder."""

    code = "no-vault"


class VaultExists(AppError):
    """There is already a vault in the folder."""

    code = "vault-exists"


class DamagedVault(AppError):
    """The vault file is not what was written to it."""

    code = "damaged-vault"


class WrongKeyFile(DamagedVault):
    """The key file is missing, or is not the one of this vault."""

    code = "wrong-key-file"


class UnreadableVault(DamagedVault):
    """Not even the first page opens: another file, a damaged one, or another vault's key."""

    code = "unreadable-vault"


class VaultBusy(AppError):
    """Another program holds the vault for longer than we are willing to wait."""

    code = "vault-busy"


class VaultLocked(AppError):
    """The vault was locked while something still wanted to use it."""

    code = "vault-locked"


class VaultGone(AppError):
    """The vault's file was removed or replaced while it was open."""

    code = "vault-gone"


class DiskFull(AppError):
    """There is no room to write."""

    code = "disk-full"


class WriteFailed(AppError):
    """The disk or the system did not take what was written."""

    code = "write-failed"


class NoPermission(AppError):
    """The folder or a file in it may not be read or written."""

    code = "no-permission"


class NewerVault(AppError):
    """The vault was written by a newer version of the application."""

    code = "newer-vault"


@contextmanager
def sentences() -> Iterator[None]:
    """Turn what the database and the file system say into an `AppError` a person can act on."""
    try:
        yield
    except (apsw.ConnectionClosedError, apsw.CursorClosedError, apsw.InterruptError) as error:
        raise locked() from error  # nothing but locking interrupts
    except (apsw.FullError, apsw.TooBigError) as error:
        raise _disk_full() from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise busy() from error
    except apsw.NotADBError as error:
        raise UnreadableVault(
            _("The vault file is damaged or is not a vault."), restore_hint()
        ) from error
    except apsw.CorruptError as error:
        raise DamagedVault(
            _("The vault file is damaged or is not a vault."), restore_hint()
        ) from error
    except (
        apsw.ReadOnlyError,
        apsw.CantOpenError,
        apsw.PermissionsError,
        PermissionError,
        FileExistsError,
        FileNotFoundError,
        NotADirectoryError,
    ) as error:
        raise NoPermission(
            _("The vault's folder cannot be written to."),
            _("Check that you own the folder and that it is not on a read-only disk."),
        ) from error
    except apsw.IOError as error:
        found = getattr(error, "extendedresult", 0)
        if found == apsw.SQLITE_IOERR_SHMSIZE:  # a few KB that opening a vault needs
            raise DiskFull(
                _("The disk is full, and opening the vault takes a little space."),
                _("Free some space and try again."),
            ) from error
        if found in _WRITING:
            raise _write_failed() from error
        raise DamagedVault(
            _("The vault cannot be read from the disk."),
            _("Nothing was changed. Check the disk, then restore a backup if it happens again."),
        ) from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
            raise _disk_full() from error
        if error.errno in (errno.EFBIG, errno.EIO):
            raise _write_failed() from error
        raise


def locked() -> VaultLocked:
    return VaultLocked(_("The vault is locked."), _("Unlock it and try again."))


def busy() -> VaultBusy:
    return VaultBusy(
        _("Another process is writing to the vault and has not finished."),
        _("Wait a moment and try again; close other windows that use this vault."),
    )


def missing() -> NoVault:
    return NoVault(
        _("The vault file is missing."),
        _("Put `vault.db` back into its folder, or restore a backup."),
    )


def moved() -> VaultGone:
    return VaultGone(
        _("The vault file was moved or replaced while it was open."),
        _(
            "Nothing was saved. Put `vault.db` back and try again; where a window is open, "
            "lock and unlock it first."
        ),
    )


def emptied() -> DamagedVault:
    return DamagedVault(_("The vault file is empty."), restore_hint())


def foreign_hint() -> str:
    """The way out where the key file may be another vault's."""
    return _(
        "Move `vault.keys` aside and copy it back from the newest folder under `backups`, or"
        " restore a backup."
    )


def restore_hint() -> str:
    return _("Restore a backup.")


def _write_failed() -> WriteFailed:
    """SQLite tells a full disk from the rest, but not a limit on files from a broken disk."""
    return WriteFailed(
        _("The vault could not be written to the disk, so nothing was changed."),
        _("Check that the disk has space, can hold a file this large and is healthy."),
    )


def _disk_full() -> DiskFull:
    return DiskFull(
        _("The disk is full, so nothing was written."),
        _("Free some space and try again; nothing is lost."),
    )
