"""Keys that the step cards answer themselves.

Public names: `DELETE_KEYS`, `FOLLOW_KEYS`, `step_keys`.
"""

from app.core.words import _
from app.ui.commands import PartKey
from app.ui.views.skills.editor.steps.move_keys import MOVE_DOWN, MOVE_UP

DELETE_KEYS = "Ctrl+Shift+Backspace"
FOLLOW_KEYS = "Ctrl+Return"


def step_keys() -> tuple[PartKey, ...]:
    """Of the step that is selected or being written."""
    return (
        PartKey(_("Edit, as any letter does"), "Enter"),
        PartKey(_("Leave the step"), "Esc"),
        PartKey(_("Open the skill it calls, or go to the step it leads to"), FOLLOW_KEYS),
        PartKey(_("From the first step to the goals"), "Up"),
        PartKey(_("First step"), "Home"),
        PartKey(_("Last step"), "End"),
        PartKey(_("Actions of the step"), "Shift+F10"),
        PartKey(_("Move up"), MOVE_UP),
        PartKey(_("Move down"), MOVE_DOWN),
        PartKey(_("Make it a sub-step, while you write it"), "Tab"),
        PartKey(_("Make it a step of its own, while you write it"), "Shift+Tab"),
        PartKey(_("Fold its sub-steps"), "Left"),
        PartKey(_("Unfold its sub-steps"), "Right"),
        PartKey(_("New line in the step"), "Shift+Enter"),
        PartKey(_("Branch, loop, call and more"), "/"),
        PartKey(_("Call"), "@"),
        PartKey(_("Input"), "$"),
        PartKey(_("Delete step, also while you write it"), DELETE_KEYS),
        PartKey(_("Delete the selected step"), "Del"),
    )
