"""How a change looks in the preview: the line before and after, with the words marked."""

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.core.library.replace import Found, Place
from app.core.words import ngettext
from app.ui.theme.theme import Theme
from app.ui.views.skills.find.changes import FOUND, PLACE, Index, on_one_line
from app.ui.widgets.prose.rich_paragraph import scaled
from app.ui.widgets.prose.text_style import format_range
from app.ui.widgets.prose.utf16 import Units
from app.ui.widgets.roles import role_icon

HEIGHT = 44
INDENT = 26
"""Px that places stand further in than their skill."""
WORDS = 30
"""Px from the edge of a row to its words, behind the tick."""
ICON = 16
LEAD = 0.45
"""As much of the width at most is taken by what stands before the words."""
State = QStyle.StateFlag


class ChangeDelegate(QStyledItemDelegate):
    """Qt draws the ground and the tick."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def _paint_skill(self, painter: QPainter, place: QRect, found: Found) -> None:
        theme, row = self._theme, found.skill
        mark = theme.pixmap(role_icon(row.role), "t3", ICON, painter.device().devicePixelRatio())
        painter.drawPixmap(place.left(), place.center().y() - ICON // 2, mark)
        place = place.adjusted(ICON + 8, 0, 0, 0)
        count = len(found.places)
        places = ngettext("{count} place", "{count} places", count).format(count=count)
        upper = place.adjusted(0, 4, 0, -place.height() // 2)
        lower = place.adjusted(0, place.height() // 2, 0, -4)
        self._line(painter, upper, row.title, 13, "t1")
        self._line(painter, lower, f"{row.engram_name} · {places}", 11, "t3")

    def _line(self, painter: QPainter, place: QRect, words: str, size: int, colour: str) -> None:
        font = self._theme.font(size, 600 if size == 13 else 400)
        painter.setFont(font)
        painter.setPen(self._theme.colour(colour))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
        cut = QFontMetrics(font).elidedText(words, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, flags, cut)

    def _paint_place(self, painter: QPainter, bounds: QRect, place: Place) -> None:
        """Two lines; a sign in front says which is which."""
        half = bounds.height() // 2
        for number, (sign, words, ground) in enumerate(
            (("−", place.old, "diff_removed"), ("+", place.new, "diff_added"))
        ):
            line = QRect(bounds.left(), bounds.top() + number * half, bounds.width(), half)
            line.translate(0, 1 - 2 * number)  # the two belong together
            painter.setFont(self._theme.font(12))
            painter.setPen(self._theme.colour("t3"))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
            painter.drawText(line, flags, sign)
            self._paint_words(painter, line.adjusted(16, 0, 0, 0), place, words, ground)

    def _paint_words(
        self, painter: QPainter, bounds: QRect, place: Place, words: str, ground: str
    ) -> None:
        font = self._theme.font(12)
        metrics, elide = QFontMetrics(font), Qt.TextElideMode
        lead = metrics.elidedText(place.lead, elide.ElideLeft, round(bounds.width() * LEAD))
        words = on_one_line(words)
        room = bounds.width() - metrics.horizontalAdvance(lead)
        words = metrics.elidedText(words, elide.ElideMiddle, room)
        room -= metrics.horizontalAdvance(words)
        tail = metrics.elidedText(place.tail, elide.ElideRight, max(room, 0))
        text = f"{lead}{words}{tail}"
        layout = QTextLayout(text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(bounds.width())
        layout.endLayout()
        units, made = Units(text), QTextCharFormat()
        made.setBackground(self._theme.colour(ground))
        made.setForeground(self._theme.colour("t1"))
        start, end = units.qt(len(lead)), units.qt(len(lead) + len(words))
        painter.setPen(self._theme.colour("t2"))
        top = bounds.top() + (bounds.height() - line.height()) / 2
        marked = [format_range(start, end - start, made)] if words else []
        layout.draw(painter, QPointF(bounds.left(), top), marked, QRectF(bounds))

    # Qt

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, scaled(self._theme, HEIGHT))

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.text = ""
        option.state &= ~State.State_HasFocus  # the ring is ours

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        place, bounds = index.data(PLACE), QRect(option.rect)
        if place is not None:
            option.rect = bounds.adjusted(INDENT, 0, 0, 0)
        super().paint(painter, option, index)
        words: QRect = option.rect.adjusted(WORDS, 0, -8, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if place is not None:
            self._paint_place(painter, words, place)
        else:
            self._paint_skill(painter, words, index.data(FOUND))
        state: QStyle.StateFlag = option.state
        if state & State.State_HasFocus and state & State.State_KeyboardFocusChange:
            painter.setPen(QPen(self._theme.colour("acc"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), 6, 6)
        painter.restore()

    def editorEvent(
        self, event: QEvent, model: object, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """The tick is where it is painted."""
        if index.data(PLACE) is not None:
            option.rect = QRect(option.rect).adjusted(INDENT, 0, 0, 0)
        return super().editorEvent(event, model, option, index)  # type: ignore[arg-type]
