"""The chip of one goal category: written, missing, open, with a problem or read-only.

Public name: `GoalChip`.
"""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.core.skills.model import GoalKind
from app.core.words import _, ngettext
from app.ui.theme.goals import GOALS
from app.ui.theme.theme import Theme
from app.ui.theme.tokens import mix
from app.ui.widgets.pressable import ToolButton
from app.ui.widgets.tips import plain_tip

ABOVE = 6
"""Px over and below the words."""
ICON = 14
PADDING = 7
GAP = 4


class GoalChip(ToolButton):
    """Checked while its text is open. Dashed while the skill has no such goal."""

    def __init__(self, theme: Theme, kind: GoalKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.kind = kind
        self.written = False
        self.problem = ""
        self._found = 0
        self.setText(kind.spec.title())
        self.setCheckable(True)
        self.setProperty("kind", "goal")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_state(written=False)
        theme.changed.connect(self._scale)
        self._scale()

    def _scale(self) -> None:
        """The text has another size or colour."""
        self.setProperty("radius", self.sizeHint().height() // 2)
        self.updateGeometry()
        self.update()

    def show_state(self, *, written: bool, problem: str = "") -> None:
        """What is to be seen and heard; `problem` is the sentence of a finding, if there is one."""
        self.written, self.problem = written, problem
        state = _("written") if written else _("missing")
        self.setAccessibleName(f"{self.text()}, {state}")
        self.setAccessibleDescription(problem)
        self.setToolTip(plain_tip(problem))
        self.update()

    def show_found(self, count: int) -> None:
        """How often something was found in its text."""
        if count != self._found:
            self._found = count
            said = ngettext("{count} match", "{count} matches", count) if count else ""
            self.setAccessibleDescription(said.format(count=count) or self.problem)
            self.update()

    def _paint_frame(self, painter: QPainter, frame: QRectF) -> QColor:
        """The fill and border of the state; the colour of what is written on it."""
        tokens = self._theme.tokens
        colours = tokens.goal(self.kind)
        fill, border = QColor(colours.soft), QPen(Qt.PenStyle.NoPen)
        text = QColor(colours.colour)
        if not self.isEnabled():
            fill, border, text = QColor(0, 0, 0, 0), QPen(QColor(tokens.line)), QColor(tokens.t4)
        elif self.problem:
            fill, border = QColor(tokens.err_soft), QPen(QColor(tokens.err))
            text = QColor(tokens.err)
        elif self.isChecked():
            border = QPen(text)
        elif not self.written:
            fill = QColor(0, 0, 0, 0)
            border = QPen(QColor(mix(colours.colour, tokens.bg2, 0.7)))
            border.setDashPattern([3, 3])
        elif colours.soft == tokens.bg2:
            border = QPen(text)
        if self.underMouse() and self.isEnabled():
            fill = QColor(mix(colours.colour, tokens.bg2, 0.28 if tokens.dark else 0.18))
        radius = frame.height() / 2
        painter.setPen(border)
        painter.setBrush(fill)
        painter.drawRoundedRect(frame, radius, radius)
        return text

    # Qt

    def sizeHint(self) -> QSize:
        text = self.fontMetrics().horizontalAdvance(self.text())
        icon = self._theme.scaled(ICON)
        return QSize(PADDING + icon + GAP + text + PADDING, self.fontMetrics().height() + 2 * ABOVE)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        text = self._paint_frame(painter, frame)
        token = "t4" if not self.isEnabled() else "err" if self.problem else f"goal:{self.kind}"
        icon = self._theme.scaled(ICON)
        left, top = PADDING, (self.height() - icon) // 2
        if self.isRightToLeft():
            left = self.width() - PADDING - icon
        scale = self.devicePixelRatioF()
        painter.drawPixmap(left, top, self._theme.pixmap(GOALS[self.kind].icon, token, icon, scale))
        painter.setPen(text)
        words = self.rect().adjusted(PADDING + icon + GAP, 0, -PADDING, 0)
        if self.isRightToLeft():
            words = self.rect().adjusted(PADDING, 0, -(PADDING + icon + GAP), 0)
        if self._found:
            painter.setBrush(self._theme.colour("hit"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(words.adjusted(-2, 6, 2, -6), 3, 3)
            painter.setPen(self._theme.colour("t1"))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
        painter.drawText(words, flags, self.text())
