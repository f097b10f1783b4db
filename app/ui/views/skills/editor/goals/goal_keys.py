"""Keys that the goals answer themselves. Public name: `goal_keys`."""

from app.core.words import _
from app.ui.commands import PartKey


def goal_keys() -> tuple[PartKey, ...]:
    """Of the goal that has the keyboard, or is being written."""
    return (
        PartKey(_("Open the goal"), "Enter"),
        PartKey(_("Goal to the right"), "Right"),
        PartKey(_("Goal to the left"), "Left"),
        PartKey(_("From the goals to the steps"), "Down"),
        PartKey(_("Next goal, while you write one"), "Tab"),
        PartKey(_("Previous goal, while you write one"), "Shift+Tab"),
        PartKey(_("New line in the goal"), "Enter"),
        PartKey(_("Close the goal"), "Esc"),
    )
