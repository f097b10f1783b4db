"""The top of a check list: what is followed, how far it is, its clock.

Public name: `CheckHead`.
"""

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.following import Sight
from app.ui.views.runs.progress import StepsBar
from app.ui.views.runs.run_words import name_of, numbered, step_of
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label

ICON, SIDE = 16, 16


class CheckHead(QWidget):
    """Signals what a person wants."""

    on_top_wanted = Signal(bool)
    fold_wanted = Signal()
    menu_wanted = Signal(QPoint)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        theme = context.theme
        self.setProperty("ground", "1")
        self._mark = QLabel()
        self.title = Elided("", "head")
        self.clock = label("", "head")
        self.about = Elided("", "caption")
        self.where = label("", "caption")
        self.bar = StepsBar(theme)
        self.pin = IconButton(theme, "pin", _("Keep this window on top of others"), size="small")
        self.pin.setCheckable(True)
        self.pin.toggled.connect(self.on_top_wanted)
        self.fold = IconButton(theme, "chevron-up", _("Fold to a strip (M)"), size="small")
        self.fold.clicked.connect(self.fold_wanted)
        self.more = IconButton(theme, "more", _("More actions"), size="small")
        self.more.clicked.connect(self._ask_for_menu)
        first, second = QHBoxLayout(), QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(self._mark)
        first.addWidget(self.title, 1)
        first.addWidget(self.clock)
        buttons = QHBoxLayout()
        buttons.setSpacing(0)
        for button in (self.pin, self.fold, self.more):
            buttons.addWidget(button)
        first.addLayout(buttons)
        second.addWidget(self.about, 1)
        second.addWidget(self.where)
        column = QVBoxLayout(self)
        column.setContentsMargins(SIDE, 9, SIDE - 6, 12)
        column.setSpacing(4)
        column.addLayout(first)
        inside = QVBoxLayout()
        inside.setContentsMargins(0, 0, 6, 0)
        inside.setSpacing(8)
        inside.addLayout(second)
        inside.addWidget(self.bar)
        column.addLayout(inside)
        theme.changed.connect(self._paint)
        self._paint()

    def show_sight(self, sight: Sight) -> None:
        run = sight.record.run
        self.title.setText(run.title)
        inner = [one["title"] for one in sight.place["levels"][1:]]
        who = name_of(self._context.vault, sight.state.holder)
        self.about.setText("  ›  ".join(inner) or f"{numbered(run)} · {who}")
        self.where.setText(step_of(run) if run.status.is_open else _("ended"))
        self.bar.show_sight(sight)

    def _paint(self) -> None:
        theme = self._context.theme
        scale = self.devicePixelRatioF()
        self._mark.setPixmap(theme.pixmap("runs", "acc", theme.scaled(ICON), scale))

    def _ask_for_menu(self) -> None:
        self.menu_wanted.emit(self.more.mapToGlobal(QPoint(0, self.more.height() + 4)))
