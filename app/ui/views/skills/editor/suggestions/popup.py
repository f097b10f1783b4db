"""The list of what can be written at the cursor. Public names: `Row`, `Popup`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QHideEvent, QPainter, QShowEvent
from PySide6.QtWidgets import QApplication, QListView, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.list_delegate import Index, ListDelegate
from app.ui.widgets.prose.text_style import scaled

MOST_ROWS = 8
HEIGHT = 22
WIDE, NARROW = 436, 260
ICON = 14
NAME, LONGEST = 84, 230
"""The least and the most room a name has, in px at the usual size of text."""
_LEFT, _GAP = 8, 9
_FRAME = 10
_ROW = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Row:
    """`help` and `key` are said behind the name; `help` is asked for when it is to be seen."""

    name: str
    icon: str = ""
    colour: str = "t3"
    help: Callable[[], str] = str
    key: str = ""


class _Rows(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: Sequence[Row] = ()

    def show_rows(self, rows: Sequence[Row]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.name}. {row.help()}".rstrip(". ")
        return row if role == _ROW else None


class _Delegate(ListDelegate):
    """Icon, name, what it is for and its key."""

    HEIGHT = HEIGHT
    ICON = ICON

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.name_width = NAME
        self.has_icons = False

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        row: Row = index.data(_ROW)
        colour = self._theme.colour
        area = bounds.adjusted(_LEFT, 0, -_LEFT, 0)
        if row.icon:
            top = area.y() + (area.height() - self.ICON) // 2
            self._icon(painter, area.x(), top, row.icon, row.colour)
        if self.has_icons:
            area.setLeft(area.left() + self.ICON + _GAP)
        if row.key:
            area.setRight(self._key(painter, area, row.key, 7) - _GAP)
        said = row.help()
        name = QRect(area)
        if said:
            name.setWidth(self.name_width)
        self._line(painter, name, row.name, 12, colour("t1"), 500)
        area.setLeft(name.right() + _GAP)
        self._line(painter, area, said, 12, colour("t2" if selected else "t3"))


class _Outside(QObject):
    """Watches all presses of the mouse: `pressed` for one that is not on its parent."""

    pressed = Signal()

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        listed = self.parent()
        if (
            event.type() is QEvent.Type.MouseButtonPress
            and isinstance(watched, QWidget)
            and isinstance(listed, QWidget)
            and watched is not listed
            and not listed.isAncestorOf(watched)
        ):
            self.pressed.emit()
        return False


class Popup(QListView):
    """Floats over the document and never takes the keyboard from the text; `left` when the person
    goes on elsewhere with the mouse.
    """

    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._parent = theme, parent
        self._rows = _Rows(self)
        self._look = _Delegate(theme, self)
        self.setModel(self._rows)
        self._look.show_in(self, _("Suggestions"))
        self.setObjectName("completion")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setUniformItemSizes(True)
        self._outside = _Outside(self)
        self._outside.pressed.connect(self.left)
        self.hide()

    @property
    def row(self) -> int:
        """Which one is chosen; -1 for none."""
        return self.currentIndex().row()

    def show_rows(self, rows: Sequence[Row], chosen: int = -1) -> None:
        """Show these, as high as they need."""
        self._rows.show_rows(rows)
        metrics = QFontMetrics(self._theme.font(12, 500))
        widest = max(metrics.horizontalAdvance(row.name) for row in rows)
        least, most = scaled(self._theme, NAME), scaled(self._theme, LONGEST)
        self._look.name_width = max(least, min(widest + 2, most))
        wide = self._look.has_icons = any(row.icon for row in rows)
        height = min(len(rows), MOST_ROWS) * scaled(self._theme, HEIGHT) + _FRAME
        self.resize(scaled(self._theme, WIDE if wide else NARROW), height)
        self.choose(chosen)

    def choose(self, row: int) -> None:
        self.setCurrentIndex(self._rows.index(row))

    def move_by(self, step: int) -> None:
        """Choose the next one, from the last the first; where none is chosen, one of the ends."""
        count = self._rows.rowCount()
        self.choose((self.row + step) % count if self.row >= 0 or step > 0 else count - 1)

    def place_at(self, line: QRect, apart: int) -> None:
        """Below a line of the parent, or above where there is no room; always inside.

        `apart` is how much room is left to the line, in px.
        """
        ground = self._parent.rect()
        x = max(4, min(line.left() - 8, ground.width() - self.width() - 8))
        y = line.bottom() + apart
        if y + self.height() > ground.height() and line.top() - self.height() - apart >= 0:
            y = line.top() - self.height() - apart
        self.move(x, y)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if (application := QApplication.instance()) is not None:
            application.installEventFilter(self._outside)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if (application := QApplication.instance()) is not None:
            application.removeEventFilter(self._outside)
