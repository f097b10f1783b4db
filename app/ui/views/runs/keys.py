"""Keys of the page of a run. Public names: `NOTE`, `run_keys`."""

from PySide6.QtCore import Qt

from app.core.words import _
from app.ui.commands import PartKey

NOTE = (Qt.Key.Key_N, Qt.Key.Key_W)
"""Both write a note, wherever the first does not say no."""


def run_keys() -> tuple[PartKey, ...]:
    """While no field is written in."""
    return (
        PartKey(_("Done, or what comes next"), "Space"),
        PartKey(_("The step failed"), "F"),
        PartKey(_("Skip the step"), "S"),
        PartKey(_("Write a note"), "N"),
        PartKey(_("Write a note, also where N means No"), "W"),
        PartKey(_("Attach a file, a link or a text"), "A"),
        PartKey(_("Check list in a window of its own"), "C"),
        PartKey(_("Yes, where two ways lead on"), "Y"),
        PartKey(_("No, where two ways lead on"), "N"),
        PartKey(_("The first of several ways, or of the outcomes"), "1"),
        PartKey(_("Take the last step back"), "Backspace"),
        PartKey(_("Pause, or go on"), "P"),
        PartKey(_("Hand over"), "H"),
        PartKey(_("Take over, or back"), "T"),
        PartKey(_("After a failure: try again"), "R"),
        PartKey(_("After a failure: go on all the same"), "G"),
        PartKey(_("After a failure: give up"), "U"),
        PartKey(_("Out of a field, to these keys"), "Esc"),
        PartKey(_("Begin, or finish"), "Ctrl+Return"),
    )
