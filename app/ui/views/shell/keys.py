"""Every key of the window: of the one table of commands, and of the parts that answer their own.

Public name: `KeysDialog`.
"""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollBar, QVBoxLayout, QWidget

from app.core.matching.query import Query, fit, spaced
from app.core.words import _
from app.ui.commands import Command, PartKey, key_text
from app.ui.context import AppContext
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.labels import key_hint, label
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.search_field import SearchField

WIDTH, HEIGHT = 560, 640
Entry = Command | PartKey
Group = tuple[str, Sequence[Entry]]


class _Line:
    """What can be done with its key; shown together or not at all."""

    def __init__(self, command: Entry, section: str, grid: QGridLayout) -> None:
        keys = key_text(command.shortcut)
        self._said = spaced(command.text), spaced(keys), spaced(section)
        self.parts = (label(command.text), key_hint(command.shortcut))
        row = grid.rowCount()
        for column, part in enumerate(self.parts):
            side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
            grid.addWidget(part, row, column, side)

    def show_if(self, query: Query) -> bool:
        """Whether it is what was typed; with nothing typed, everything is."""
        fits = not query or fit(query, *self._said) is not None
        for part in self.parts:
            part.setVisible(fits)
        return fits


class KeysDialog(Dialog):
    """Grouped as the menus are; typing narrows it."""

    def __init__(self, context: AppContext, groups: Iterable[Group], parent: QWidget) -> None:
        title = _("Keyboard shortcuts")
        super().__init__(context.theme, title, parent=parent, icon="bolt")
        self.search = SearchField(context.theme, _("Search by action or key"), hint="")
        self._sections: list[tuple[QWidget, list[_Line]]] = []
        self._nothing = label(_("No shortcut matches."), "muted")
        self._nothing.hide()
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 12, 0)
        column.setSpacing(14)
        for name, commands in groups:
            column.addWidget(self._section(name, commands))
        column.addWidget(self._nothing)
        column.addStretch(1)
        self.body.addWidget(self.search)
        self._lines = scrolled(inner, title, with_keys=True)
        self.search.installEventFilter(self)
        self._room = QWidget()
        around = QVBoxLayout(self._room)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(self._lines)
        self.body.addWidget(self._room, 1)
        done = Button(context.theme, _("Close"), size="large")
        done.clicked.connect(self.reject)
        self.footer.addStretch(1)
        self.footer.addWidget(done)
        bar = self._lines.verticalScrollBar()
        bar.valueChanged.connect(self._keep_whole)
        bar.rangeChanged.connect(self._keep_whole)
        self.search.textChanged.connect(self._narrow)
        self.resize(WIDTH, HEIGHT)

    @property
    def shown(self) -> list[str]:
        """The lines that are there, each as an action and its key."""
        return [
            " ".join(part.text() for part in line.parts)
            for _section, lines in self._sections
            for line in lines
            if line.parts[0].isVisibleTo(self)
        ]

    def _section(self, name: str, commands: Sequence[Entry]) -> QWidget:
        made = QWidget()
        grid = QGridLayout(made)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 1)
        grid.addWidget(label(name, "head"), 0, 0, 1, 2)
        self._sections.append((made, [_Line(command, name, grid) for command in commands]))
        return made

    def _narrow(self, text: str) -> None:
        query = Query(text)
        found = 0
        for section, lines in self._sections:
            here = sum(line.show_if(query) for line in lines)
            section.setVisible(here > 0)
            found += here
        self._nothing.setVisible(not found)

    def _keep_whole(self) -> None:
        """End above the line that the lower edge would cut."""
        inner, around = self._lines.widget(), self._room.layout()
        if inner is None or around is None:
            return  # the dialog goes
        end = self._lines.verticalScrollBar().value() + self._room.height()
        tops = [
            top
            for part in inner.findChildren(QLabel)
            if part.isVisibleTo(self)
            and (top := part.mapTo(inner, QPoint()).y()) < end < top + part.height()
        ]
        around.setContentsMargins(0, 0, 0, end - min(tops, default=end))

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys that a field of one line has no use for scroll what it narrows."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        if event.key() not in _SCROLLING or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return super().eventFilter(watched, event)
        self._lines.verticalScrollBar().triggerAction(_SCROLLING[Qt.Key(event.key())])
        return True


_SCROLLING = {
    Qt.Key.Key_Up: QScrollBar.SliderAction.SliderSingleStepSub,
    Qt.Key.Key_Down: QScrollBar.SliderAction.SliderSingleStepAdd,
    Qt.Key.Key_PageUp: QScrollBar.SliderAction.SliderPageStepSub,
    Qt.Key.Key_PageDown: QScrollBar.SliderAction.SliderPageStepAdd,
}
