"""What a tab shows, whichever kind it is. Public name: `Document`."""

from collections.abc import Callable, Collection

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget


class Document(QWidget):
    """About one skill. As it is here, a kind of document has nothing to save."""

    title_changed = Signal(str)
    dirty_changed = Signal(bool)
    saved = Signal()
    deleted = Signal(int, object)
    """The skill, from inside its document, and what calls it: a sequence of `Called`."""
    finished = Signal()
    """There is nothing left to do here: its tab can go."""

    @property
    def skill_id(self) -> int | None:
        """None as long as the skill was never saved."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """As it is being written, for a skill that was never saved."""
        return ""

    def take_focus(self) -> None:
        """Put the keyboard where people go on."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def look_again(self) -> None:
        """Asked for once more: look for what is new if there was nothing to show."""

    @property
    def is_saving(self) -> bool:
        """Whether it waits for somebody else to let go of the vault."""
        return False

    def flush(self) -> bool:
        """Save now; False if that could not be done."""
        return True

    def when_saved(
        self, act: Callable[[], object], otherwise: Callable[[], object] | None = None
    ) -> None:
        """Save, then `act()`, now or when the vault is free; if it cannot be saved, it says why,
        or does `otherwise()`.
        """
        act()

    @property
    def why_unsaved(self) -> str:
        """What keeps it from being saved, in a sentence."""
        return ""

    def is_at_risk(self, drafts: Collection[str]) -> bool:
        """Whether something is neither saved nor among these drafts."""
        return False
