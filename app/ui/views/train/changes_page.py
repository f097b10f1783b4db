"""What would be saved beside what is there now, as it is decided."""

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.library import library
from app.core.library.compare import compare
from app.core.words import _, ngettext
from app.ui.desk import Desk
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.diff.placing import Arrangement
from app.ui.widgets.diff.view import DiffView
from app.ui.widgets.labels import label, rule


class ChangesPage(QWidget):
    """Compares when it is looked at, soon after each decision."""

    def __init__(self, desk: Desk, skill: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self._skill = desk, skill
        self._made: Callable[[], tuple[str, str]] | None = None
        self.about = label("", "muted", wrap=True)
        self.diff = DiffView(desk.theme)
        self.before = IconButton(desk.theme, "chevron-up", _("Previous change (P)"), size="small")
        self.after = IconButton(desk.theme, "chevron-down", _("Next change (N)"), size="small")
        self.before.clicked.connect(self.diff.previous_change)
        self.after.clicked.connect(self.diff.next_change)
        head = QHBoxLayout()
        head.setContentsMargins(16, 10, 10, 10)
        head.setSpacing(4)
        head.addWidget(self.about, 1)
        head.addWidget(self.before)
        head.addWidget(self.after)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(rule())
        column.addWidget(self.diff, 1)
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self._compare)

    def follow(self, made: Callable[[], tuple[str, str]]) -> None:
        """`made` gives the text as it would be saved now, and which button does it."""
        self._made = made
        if self.isVisible():
            self._soon.start()

    def take_focus(self) -> None:
        self.diff.setFocus()

    def _compare(self) -> None:
        state = library.current(self._desk.vault, self._skill)
        if self._made is None or state is None:
            return
        try:
            text, button = self._made()
        except AppError as error:
            self.about.setText(str(error))
            return
        self.diff.show_comparison(compare(state[1], text), Arrangement.UNIFIED)
        count = self.diff.change_count
        said = ngettext(
            "{count} change to v{number} with “{button}”",
            "{count} changes to v{number} with “{button}”",
            count,
        ).format(count=count, number=state[0].number, button=button)
        nothing = _("Nothing accepted so far would change v{number}.")
        self.about.setText(said if count else nothing.format(number=state[0].number))
        self.before.setEnabled(count > 0)
        self.after.setEnabled(count > 0)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._soon.start()
