"""Esc asks before what was chosen in a review is lost. Public name: `CloseQuestion`."""

from app.core.words import _
from app.ui.widgets.banner import Banner


class CloseQuestion:
    """Asked on a banner with the keyboard on its button: Enter closes, Esc again stays.

    Call `touch` when something is chosen; who has the banner closes when its button is pressed.
    """

    def __init__(self, banner: Banner) -> None:
        self._banner = banner
        self._is_touched = False
        self._said = _(
            "Close the review? What you chose here will be lost. Enter closes it, Esc keeps it."
        )

    def touch(self, *_chosen: object) -> None:
        """Something is chosen: it would be lost from now on, and who chooses does not leave."""
        self._is_touched = True
        self._banner.withdraw(self._said)

    def holds(self) -> bool:
        """Whether Esc closes nothing now: it asks, or takes the question back."""
        if self._banner.isVisible() and self._banner.accessibleName() == self._said:
            self._banner.hide()
            return True
        if self._is_touched:
            self._banner.say(self._said, "warn", _("Close the review"))
            self._banner.take_focus()
        return self._is_touched
