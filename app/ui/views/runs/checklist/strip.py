"""A check list that is folded to one line. Public name: `Strip`."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.runs.checklist.step_rows import StepRing
from app.ui.views.runs.following import Sight
from app.ui.views.runs.once_button import OnceIcon
from app.ui.views.runs.progress import StepsBar
from app.ui.views.runs.rail_rows import RailRow
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.elided import Elided

BAR = 132


class Strip(QFrame):
    """What is to be done, of which skill, and a tick for it. Dragged by any place but a button."""

    ticked = Signal()
    unfold_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", "strip")
        self.ring = StepRing(theme)
        self.words = Elided("", "name")
        self.bar = StepsBar(theme)
        self.bar.setFixedWidth(BAR)
        self.tick = OnceIcon(theme, "check", _("Done (Space)"))
        self.tick.clicked.connect(self.ticked)
        self.unfold = IconButton(theme, "chevron-down", _("Unfold (M)"))
        self.unfold.clicked.connect(self.unfold_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 8, 0)
        row.setSpacing(10)
        row.addWidget(self.ring)
        row.addWidget(self.words, 1)
        row.addWidget(self.bar)
        row.addWidget(self.tick)
        row.addWidget(self.unfold)

    def show_sight(self, sight: Sight, row: RailRow | None, says: str, *, can_tick: bool) -> None:
        """`row` is the present step, if it is at one; else `says` where it is."""
        run = sight.record.run
        self.ring.show_row(row)
        title, step = run.title, row.text if row is not None else says
        self.words.setText(_("{step} · {title}").format(step=step.removesuffix("."), title=title))
        self.bar.show_sight(sight)
        self.tick.setEnabled(can_tick)

    # Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        handle = self.window().windowHandle()
        if event.button() is Qt.MouseButton.LeftButton and handle is not None:
            handle.startSystemMove()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.unfold_wanted.emit()
