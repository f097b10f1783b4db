"""A field for tags, completed from those there are. Public name: `TagField`."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    QStringListModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView, QSizePolicy, QWidget

from app.core.words import _
from app.ui.widgets.passing_focus import is_passing

WIDTH = 17
"""Of the field, in average letters."""
SHOWN = 220
"""Of the tags that complete what is written."""


class TagField(QLineEdit):
    """`entered(line)`, tags with commas between them, by Enter, by a choice among those there are
    or when it is left; it is empty then. Who cannot take them puts the line back.

    `begun` when somebody is about to write: `offer` what there is. `left` after that.
    """

    entered = Signal(str)
    begun = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Add a tag"))
        self.setPlaceholderText(_("Add a tag"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setProperty("measure", "small")
        self._known = QStringListModel(self)
        self._list = QListView()
        self.setCompleter(self._completer())
        self.returnPressed.connect(self.enter)

    @property
    def is_choosing(self) -> bool:
        """Whether there is a choice below it."""
        return self._list.isVisible()

    def offer(self, names: Sequence[str]) -> None:
        """The tags there are, to complete what is written."""
        if self._known.stringList() != list(names):
            self._known.setStringList(list(names))

    def enter(self) -> None:
        """Take what is written."""
        line = self.text()
        self.clear()
        if line.strip(" ,"):
            self.entered.emit(line)

    def _completer(self) -> QCompleter:
        made = _LastTag(self._known, self)
        made.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        made.setFilterMode(Qt.MatchFlag.MatchContains)
        shown = self._list
        shown.setObjectName("tags")
        shown.setMinimumWidth(SHOWN)
        shown.setUniformItemSizes(True)
        shown.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        shown.setAccessibleName(_("Tags"))
        made.setPopup(shown)
        # later: the field puts the chosen words into itself first
        made.activated.connect(self.enter, Qt.ConnectionType.QueuedConnection)
        return made

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(WIDTH * self.fontMetrics().averageCharWidth(), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """It can be scrolled in a narrow column, as far as its hint can be read."""
        return QSize(self.sizeHint().width() * 3 // 4, self.sizeHint().height())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.begun.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not is_passing(event) and not self.is_choosing:
            self.enter()
            self.left.emit()


class _LastTag(QCompleter):
    """Completes what stands after the last comma."""

    def splitPath(self, path: str) -> list[str]:
        return [path.rpartition(",")[2].lstrip()]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        field, found = self.widget(), super().pathFromIndex(index)
        before = field.text().rpartition(",")[0] if isinstance(field, QLineEdit) else ""
        return f"{before}, {found}" if before else found
