"""What can be done with the comparison on show. Public name: `Tools`."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.labels import label
from app.ui.widgets.segmented import Segmented
from app.ui.widgets.tips import plain_tip


class Tools(QObject):
    """Walk the changes, arrange the texts, read the older one, bring it back: `parts`, in order."""

    previous_pressed = Signal()
    next_pressed = Signal()
    arranged = Signal(bool)
    """True for one below the other."""
    preview_pressed = Signal()
    restore_pressed = Signal()

    def __init__(self, theme: Theme, *, unified: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._previous = IconButton(theme, "chevron-up", _("Previous change"), size="small")
        self._next = IconButton(theme, "chevron-down", _("Next change"), size="small")
        self._count = label("", "muted")
        choices = ((_("Side by side"), ""), (_("Unified"), ""))
        self._arrangement = Segmented(theme, _("Layout"), choices)
        self._arrangement.choose(int(unified))
        self._preview = Button(theme, "", icon="eye")
        self._restore = Button(theme, _("Restore as new version"), "primary", icon="restore")
        self._walk = QWidget()
        walk = QHBoxLayout(self._walk)
        walk.setContentsMargins(0, 0, 0, 0)
        walk.setSpacing(8)
        for part in (self._previous, self._count, self._next):
            walk.addWidget(part)
        self.parts = (self._walk, self._arrangement, self._preview, self._restore)
        self._previous.clicked.connect(self.previous_pressed)
        self._next.clicked.connect(self.next_pressed)
        self._arrangement.chosen.connect(self._on_arranged)
        self._preview.clicked.connect(self.preview_pressed)
        self._restore.clicked.connect(self.restore_pressed)

    @property
    def can_restore(self) -> bool:
        return self._restore.isEnabled()

    def show_place(self, number: int, count: int) -> None:
        """Which change of how many was reached, 0 for none yet."""
        words = (
            _("{number} of {count}")
            if number
            else ngettext("{count} change", "{count} changes", count)
        )
        self._count.setText(words.format(number=number, count=count) if count else "")
        self._previous.setEnabled(number > 1)
        self._next.setEnabled(number < count)

    def show_preview(self, number: int, *, reading: bool, only: bool) -> None:
        """What the preview button does now; a single version (`only`) has nothing beside it."""
        self._preview.setVisible(not only)
        words = _("Compare again") if reading else _("Preview v{number}").format(number=number)
        self._preview.setText(words)
        for part in (self._walk, self._arrangement):
            part.setVisible(not reading)

    def show_restore(self, said: str, *, can: bool) -> None:
        """Whether the older text can come back, and what that would do or why it cannot."""
        self._restore.setEnabled(can)
        self._restore.setToolTip(plain_tip(said))

    def _on_arranged(self, choice: int) -> None:
        self.arranged.emit(choice == 1)
