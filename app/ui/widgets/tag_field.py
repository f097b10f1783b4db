"""A field for a tag, completed from those there are. Public name: `TagField`."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView, QSizePolicy, QWidget

from app.core.skills.reading.discovery import LONGEST_TAG
from app.core.words import _

WIDTH = 17
"""Of the field, in average letters."""
SHOWN = 220
"""Of the tags that complete what is written."""


class TagField(QLineEdit):
    """`entered(tag)` by Enter or a choice among those there are; it is empty then.

    `begun` when somebody is about to write: `offer` what there is.
    """

    entered = Signal(str)
    begun = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Add a tag"))
        self.setPlaceholderText(_("Add a tag"))
        self.setMaxLength(LONGEST_TAG)
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
        text = self.text()
        self.clear()
        if text.strip():
            self.entered.emit(text)

    def _completer(self) -> QCompleter:
        made = QCompleter(self._known, self)
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
