"""What would be saved beside what is there now, as it is decided."""

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.library import library
from app.core.library.compare import compare
from app.core.library.comparison import Comparison
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.diff.placing import Arrangement
from app.ui.widgets.diff.view import DiffView
from app.ui.widgets.labels import label, rule

Made = tuple[Callable[[], str], str]


class ChangesPage(QWidget):
    """Compares when it is looked at, soon after each decision."""

    def __init__(self, context: AppContext, skill: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._skill = context, skill
        self._made: Callable[[], Made] | None = None
        self._run = 0
        self.about = label("", "muted", wrap=True)
        self.diff = DiffView(context.theme)
        self.before = IconButton(
            context.theme, "chevron-up", _("Previous change (P)"), size="small"
        )
        self.after = IconButton(context.theme, "chevron-down", _("Next change (N)"), size="small")
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

    def follow(self, made: Callable[[], Made]) -> None:
        """`made` gives what makes the text as it would be saved now, and which button saves it."""
        self._made = made
        if self.isVisible():
            self._soon.start()

    def take_focus(self) -> None:
        self.diff.setFocus()

    def _compare(self) -> None:
        if self._made is None:
            return
        self._run += 1
        vault, skill, run = self._context.vault, self._skill, self._run
        make, button = self._made()

        def work(_job: object) -> tuple[int, Comparison] | None:
            state = library.current(vault, skill)
            return (state[0].number, compare(state[1], make())) if state is not None else None

        def show(found: tuple[int, Comparison] | None) -> None:
            if run == self._run and found is not None:
                self._show(*found, button)

        self._context.jobs.start(self, _("Comparing"), work, show, self._on_failed)

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, AppError):
            self.about.setText(f"{error} {error.hint}".strip())
        else:
            self._context.jobs.failed.emit(self, error)

    def _show(self, number: int, found: Comparison, button: str) -> None:
        self.diff.show_comparison(found, Arrangement.UNIFIED)
        count = self.diff.change_count
        said = ngettext(
            "{count} change to v{number} with “{button}”",
            "{count} changes to v{number} with “{button}”",
            count,
        ).format(count=count, number=number, button=button)
        nothing = _("Nothing accepted so far would change v{number}.").format(number=number)
        self.about.setText(said if count else nothing)
        self.before.setEnabled(count > 0)
        self.after.setEnabled(count > 0)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._soon.start()
