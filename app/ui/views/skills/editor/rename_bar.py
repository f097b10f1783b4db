"""The line under a title that is being changed: who calls the skill, and whether they follow."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.widgets.banner import MARK
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label
from app.ui.widgets.side_by_side import SideBySide
from app.ui.widgets.tick import Tick

WORDS = 140
"""Px that the words have beside the buttons; with less they stand above them."""


class RenameBar(QFrame):
    """`usages_wanted` by its button. Hidden while nobody calls the skill by another name."""

    usages_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("banner")
        self.setProperty("tone", "info")
        self._mark = QLabel()
        self._words = label("", wrap=True)
        self._words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.follow = Tick(_("Update them"))
        self.follow.setChecked(True)
        self._show = Button(theme, _("Show"), "quiet", size="small")
        self._show.setAccessibleName(_("Show the calls"))
        self._show.clicked.connect(self.usages_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 4, 6, 4)
        row.setSpacing(8)
        row.addWidget(self._mark)
        row.addWidget(SideBySide(theme, self._words, (self.follow, self._show), WORDS), 1)
        self.setMinimumHeight(33)
        self.hide()
        theme.changed.connect(self._paint_mark)

    @property
    def text(self) -> str:
        return self._words.text()

    def show_callers(self, count: int, name: str) -> None:
        """So many skills call it by the `name` it has had; none hides the line."""
        if count:
            said = ngettext("{count} skill calls this “{name}”.",
                            "{count} skills call this “{name}”.", count)  # fmt: skip
            self._words.setText(said.format(count=count, name=name))
            self.follow.setText(ngettext("Update it", "Update them", count))
            self.setAccessibleName(self._words.text())
            self._paint_mark()
        elif not self.isHidden():
            self.follow.setChecked(True)
        self.setVisible(count > 0)

    def _paint_mark(self) -> None:
        scale = self.devicePixelRatioF()
        self._mark.setPixmap(self._theme.pixmap("info", "acc", self._theme.scaled(MARK), scale))
