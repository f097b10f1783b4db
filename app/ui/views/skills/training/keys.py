"""Keys of what is reviewed in a training. Public name: `review_keys`."""

from app.core.words import _
from app.ui.commands import PartKey
from app.ui.views.skills.training.footer import SAVE_KEYS


def review_keys() -> tuple[PartKey, ...]:
    """Of the card that has the keyboard."""
    return (
        PartKey(_("Next card"), "J"),
        PartKey(_("Previous card"), "K"),
        PartKey(_("Accept"), "A"),
        PartKey(_("Reject"), "R"),
        PartKey(_("Move…"), "M"),
        PartKey(_("Pin"), "P"),
        PartKey(_("Take back the last decision"), "U"),
        PartKey(_("Save what was decided"), SAVE_KEYS),
    )
