"""How a step went in the last runs, as a quiet mark on its card.

Public names: `CardPast`, `StepPast`.
"""

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.ui.theme.theme import Theme
from app.ui.widgets.tips import plain_tip

ICON, SIZE, GAP = 12, 11, 4


@dataclass(frozen=True, slots=True)
class StepPast:
    """`failed` such as "2/12", empty where it never failed; `time` such as "0:42", empty where that
    is not known; `said` has all of it in words."""

    failed: str
    time: str
    said: str


class CardPast(QWidget):
    """How often it failed, and how long it usually takes; the words are its tooltip."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.past: StepPast | None = None
        self.hide()

    def show_past(self, past: StepPast | None) -> None:
        """Nothing where it is not known."""
        self.past = past
        self.setVisible(past is not None)
        said = past.said if past is not None else ""
        self.setToolTip(plain_tip(said))
        self.setAccessibleName(said)
        self.update()

    @property
    def room(self) -> int:
        """Px that it takes beside the words."""
        metrics = QFontMetrics(self._theme.font(SIZE))
        wide = sum(metrics.horizontalAdvance(words) + GAP for words in self._words)
        return (
            wide
            + (self._theme.scaled(ICON) + GAP if self.past is not None and self.past.failed else 0)
            + GAP
        )

    @property
    def _words(self) -> list[str]:
        past = self.past
        return [words for words in (past.failed, past.time) if words] if past is not None else []

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, past = QPainter(self), self._theme, self.past
        if past is None:
            return
        painter.setFont(theme.font(SIZE))
        metrics, x = painter.fontMetrics(), GAP
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        if past.failed:
            side = theme.scaled(ICON)
            mark = theme.pixmap("triangle-alert", "err", side, self.devicePixelRatioF())
            painter.drawPixmap(QPoint(x, (self.height() - side) // 2), mark)
            x += side + GAP
        for words in self._words:
            painter.setPen(theme.colour("err" if words == past.failed else "t3"))
            wide = metrics.horizontalAdvance(words)
            painter.drawText(QRect(x, 0, wide + 2, self.height()), middle, words)
            x += wide + GAP
