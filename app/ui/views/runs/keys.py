"""Keys of the page of a run. Public name: `run_keys`."""

from app.core.words import _
from app.ui.commands import PartKey


def run_keys() -> tuple[PartKey, ...]:
    """While no field is written in."""
    return (
        PartKey(_("Done, or what comes next"), "Space"),
        PartKey(_("The step failed"), "F"),
        PartKey(_("Skip the step"), "S"),
        PartKey(_("Write a note"), "N"),
        PartKey(_("Attach a file, a link or a text"), "A"),
        PartKey(_("Check list in a window of its own"), "C"),
        PartKey(_("The first of several ways, such as Yes, or of the outcomes"), "1"),
        PartKey(_("The second of them, such as No"), "2"),
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
