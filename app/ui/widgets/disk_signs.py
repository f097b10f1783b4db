"""How a skill stands to its file, in a drawing. Public name: `DISK`."""

from app.core.library.record import DiskState

DISK = {
    DiskState.SYNCED: ("check", "ok"),
    DiskState.HERE: ("to-disk", "acc"),
    DiskState.GONE: ("circle-slash", "warn"),
    DiskState.CONFLICT: ("conflict", "warn"),
}
"""An icon, and its colour."""
