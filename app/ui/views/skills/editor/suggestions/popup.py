"""The list of what can be written at the cursor. Public names: `Row`, `Popup`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.prose.rich_paragraph import scaled

Index = QModelIndex | QPersistentModelIndex
MOST_ROWS = 8
HEIGHT = 22
WIDE, NARROW = 436, 260
ICON = 14
NAME, LONGEST = 84, 230
"""The least and the most room a name has, in px."""
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


class _Delegate(QStyledItemDelegate):
    """Qt draws the ground; we add icon, name, what it is for and its key."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.name_width = NAME
        self.has_icons = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, scaled(self._theme, HEIGHT))

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.text = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        row: Row = index.data(_ROW)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        area: QRect = option.rect.adjusted(_LEFT, 0, -_LEFT, 0)
        painter.save()
        if row.icon:
            scale = painter.device().devicePixelRatio()
            top = area.y() + (area.height() - ICON) // 2
            mark = self._theme.pixmap(row.icon, row.colour, ICON, scale)
            painter.drawPixmap(area.x(), top, mark)
        if self.has_icons:
            area.setLeft(area.left() + ICON + _GAP)
        if row.key:
            area.setRight(self._paint_key(painter, row.key, area) - _GAP)
        said = row.help()
        name = area.adjusted(0, 0, 0, 0)
        if said:
            name.setWidth(self.name_width)
        painter.setFont(self._theme.font(12, 500))
        painter.setPen(self._theme.colour("t1"))
        self._paint_words(painter, row.name, name)
        area.setLeft(name.right() + _GAP)
        painter.setFont(self._theme.font(12))
        painter.setPen(self._theme.colour("t2" if chosen else "t3"))
        if said:
            self._paint_words(painter, said, area)
        painter.restore()

    def _paint_words(self, painter: QPainter, words: str, area: QRect) -> None:
        cut = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, area.width())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(area, flags, cut)

    def _paint_key(self, painter: QPainter, key: str, area: QRect) -> int:
        """The key in its frame; where that begins."""
        painter.setFont(self._theme.font(11))
        width = painter.fontMetrics().horizontalAdvance(key) + 10
        frame = QRect(area.right() - width, area.center().y() - 7, width, 15)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.colour("line2"))
        painter.drawRoundedRect(frame, 4, 4)
        painter.setPen(self._theme.colour("t2"))
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, key)
        return frame.left()


class Popup(QListView):
    """Floats over the document and never takes the keyboard from the text."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._parent = theme, parent
        self._rows = _Rows(self)
        self._look = _Delegate(theme, self)
        self.setModel(self._rows)
        self.setItemDelegate(self._look)
        self.setObjectName("completion")
        self.setAccessibleName(_("Suggestions"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.hide()

    @property
    def row(self) -> int:
        """Which one is chosen."""
        return self.currentIndex().row()

    def show_rows(self, rows: Sequence[Row], chosen: int = 0) -> None:
        """Show these, as high as they need."""
        self._rows.show_rows(rows)
        metrics = QFontMetrics(self._theme.font(12, 500))
        widest = max(metrics.horizontalAdvance(row.name) for row in rows)
        self._look.name_width = max(NAME, min(widest + 2, LONGEST))
        wide = self._look.has_icons = any(row.icon for row in rows)
        height = min(len(rows), MOST_ROWS) * scaled(self._theme, HEIGHT) + _FRAME
        self.resize(scaled(self._theme, WIDE if wide else NARROW), height)
        self.choose(chosen)

    def choose(self, row: int) -> None:
        self.setCurrentIndex(self._rows.index(row))

    def move_by(self, step: int) -> None:
        """Choose the next one, from the last the first."""
        self.choose((self.row + step) % self._rows.rowCount())

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
