"""The run that goes on, in the line at the bottom. Public name: `RunStatusButton`."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.core.runs.store import Run
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.runs.run_words import step_of
from app.ui.widgets.gauges import paint_bar
from app.ui.widgets.pressable import PaintedButton
from app.ui.widgets.tips import plain_tip

ICON, BAR, HIGH, GAP = 13, 72, 3, 7
SIZE = 11


class RunStatusButton(PaintedButton):
    """Its number, how far it is, and at which step; pressed, `opened(run)`."""

    opened = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.run: int | None = None
        self._words = "", ""
        self._share = 0.0
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setProperty("radius", 4)
        self.clicked.connect(self._open)
        theme.changed.connect(self.updateGeometry)
        self.hide()

    def show_run(self, run: Run | None) -> None:
        """None where no run goes on."""
        self.setVisible(run is not None)
        self.run = run.id if run is not None else None
        if run is None:
            return
        name = _("Run {number}").format(number=run.id)
        self._words = name, step_of(run)
        self._share = run.done / run.steps if run.steps else 0.0
        self.setAccessibleName(f"{name}, {run.title}, {step_of(run)}")
        self.setToolTip(plain_tip(run.title))
        self.updateGeometry()
        self.update()

    def _open(self) -> None:
        if self.run is not None:
            self.opened.emit(self.run)

    # Qt

    def sizeHint(self) -> QSize:
        metrics, scaled = QFontMetrics(self._theme.font(SIZE)), self._theme.scaled
        words = sum(map(metrics.horizontalAdvance, self._words))
        return QSize(scaled(ICON) + words + scaled(BAR) + 3 * GAP + 4, metrics.height() + 6)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.setFont(theme.font(SIZE))
        metrics, middle = painter.fontMetrics(), self.height() / 2
        side = theme.scaled(ICON)
        mark = theme.pixmap("runs", "acc", side, self.devicePixelRatioF())
        painter.drawPixmap(0, round(middle - side / 2), mark)
        x = side + GAP
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        colour = theme.colour("t1" if self.underMouse() else "t2")
        name, where = self._words
        for words in (name, where):
            width = metrics.horizontalAdvance(words)
            painter.setPen(colour)
            painter.drawText(x, 0, width + 2, self.height(), flags, words)
            x += width + GAP
            if words == name:
                bar = QRectF(x, middle - HIGH / 2, theme.scaled(BAR), HIGH)
                acc, ground = theme.colour("acc"), theme.colour("line2")
                paint_bar(painter, bar, self._share, acc, ground)
                x += theme.scaled(BAR) + GAP
