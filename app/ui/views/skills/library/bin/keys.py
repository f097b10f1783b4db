"""Keys of the list of deleted skills. Public names: `DELETE_ALL`, `RESTORE_ALL`, `bin_keys`."""

from PySide6.QtGui import QKeySequence

from app.core.words import _
from app.ui.commands import PartKey

RESTORE_ALL, DELETE_ALL = "Alt+Return", "Ctrl+Shift+Del"


def bin_keys() -> tuple[PartKey, ...]:
    """Of what is selected, and with other keys of everything."""
    return (
        PartKey(_("Restore"), "Return"),
        PartKey(_("Restore all"), RESTORE_ALL),
        PartKey(_("Delete permanently…"), QKeySequence.StandardKey.Delete),
        PartKey(_("Empty the bin…"), DELETE_ALL),
    )
