"""The line under a title that is being changed: who calls the skill, and whether they follow."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.widgets.banner import MARK
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label
from app.ui.widgets.tick import Tick

WORDS = 120
"""Px of the usual text size that the sentence has at least beside what is done about it."""


class RenameBar(QFrame):
    """`usages_wanted` by its button. Hidden while nobody calls the skill by another name.

    Where there is little room, what is done about it stands below the sentence.
    """

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
        said, done = QHBoxLayout(), QHBoxLayout()
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._rows.setContentsMargins(10, 4, 6, 4)
        for row in (self._rows, said, done):
            row.setSpacing(8)
        said.addWidget(self._mark)
        said.addWidget(self._words, 1)
        done.addWidget(self.follow)
        done.addWidget(self._show)
        self._rows.addLayout(said, 1)
        self._rows.addLayout(done)
        # A least width of its own, or what the row needs would keep it from ever being narrow.
        self.setMinimumSize(WORDS, 33)
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

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        done = self.follow.sizeHint().width() + self._show.sizeHint().width()
        is_narrow = self.width() < done + self._theme.scaled(WORDS)
        direction = QBoxLayout.Direction
        self._rows.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)
