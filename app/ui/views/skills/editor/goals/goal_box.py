"""The text of one goal, open below its chip."""

from PySide6.QtCore import QEasingCurve, QPointF, QPropertyAnimation, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.skills.model import GoalKind
from app.core.words import _
from app.ui.commands import with_keys
from app.ui.theme.theme import Theme
from app.ui.theme.tokens import mix
from app.ui.views.skills.editor.steps.step_field import StepField
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.elided import Elided

NOTCH = 6
RADIUS = 8
LINE = 22
OPENING = 120


class GoalBox(QFrame):
    """`edited(text)` while typing; `left` on Esc and with its ×. The notch points at the chip, if
    that is right above.
    """

    edited = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.kind: GoalKind | None = None
        self._notch_x: int | None = None
        self._name, self._purpose = QLabel(), Elided("", "muted")
        self._name.setProperty("role", "name")
        self.field = StepField(theme, self, line=LINE)
        self.field.edited.connect(self.edited)
        self.field.left.connect(self.left)
        self.field.split_wanted.connect(self._on_enter)
        self.field.grown.connect(self._fit)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._name)
        head.addWidget(self._purpose, 1)
        close = with_keys(_("Close"), "Esc")
        self.close_button = IconButton(theme, "close", close, size="small")
        self.close_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Esc is its key
        self.close_button.clicked.connect(self.left)
        head.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, NOTCH + 8, 14, 9)
        column.setSpacing(3)
        column.addLayout(head)
        column.addWidget(self.field)
        self._opening = QPropertyAnimation(self, b"maximumHeight", self)
        self._opening.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._opening.finished.connect(self._fit)
        self.hide()
        theme.changed.connect(self._recolour)

    def open(self, kind: GoalKind, text: str, notch_x: int | None, *, take_focus: bool) -> None:
        """Show a goal; `notch_x` is the middle of its chip, unless others are between."""
        was_open = self.isVisible()
        self.kind, self._notch_x = kind, notch_x
        self._name.setText(kind.spec.title())
        self._purpose.setText(kind.spec.purpose())
        self.field.setAccessibleName(kind.spec.title())
        self.field.setPlaceholderText(kind.spec.missing())
        self.field.set_text(text, len(text))
        self._recolour()
        self.show()
        if take_focus:
            self.field.setFocus()
        self._opening.stop()
        duration = 0 if was_open else self._theme.duration(OPENING)
        if duration:
            self._opening.setDuration(duration)
            self._opening.setStartValue(NOTCH)
            self._opening.setEndValue(self._wanted_height())
            self._opening.start()
        else:
            self._fit()

    def move_notch(self, notch_x: int | None) -> None:
        self._notch_x = notch_x
        self.update()

    def _wanted_height(self) -> int:
        inner = max(self.width(), 200) - 28
        head = self._purpose.sizeHint().height()
        return (
            NOTCH + 8 + max(head, self.close_button.height()) + 3 + self.field.height_for(inner) + 9
        )

    def _fit(self) -> None:
        self.field.setFixedHeight(self.field.height_for(max(self.width(), 200) - 28))
        if self._opening.state() is not QPropertyAnimation.State.Running:
            self.setMaximumHeight(16_777_215)
            self.updateGeometry()

    def _recolour(self) -> None:
        if self.kind is not None:
            colour = self._theme.tokens.goal(self.kind).colour
            self._name.setStyleSheet(f"color: {colour};")
        self.update()

    def _on_enter(self, at: int) -> None:
        self.field.textCursor().insertBlock()

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(300, self._wanted_height())

    def resizeEvent(self, event: object) -> None:
        self._fit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.field.setFocus()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.kind is None:
            return
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, NOTCH + 0.5, -0.5, -0.5)
        shape = QPainterPath()
        shape.addRoundedRect(frame, RADIUS, RADIUS)
        if self._notch_x is not None:
            notch = QPainterPath(QPointF(self._notch_x - NOTCH - 1, frame.top() + 1))
            notch.lineTo(self._notch_x, frame.top() - NOTCH + 0.5)
            notch.lineTo(self._notch_x + NOTCH + 1, frame.top() + 1)
            shape = shape.united(notch)
        painter.setPen(QPen(QColor(mix(tokens.goal(self.kind).colour, tokens.bg2, 0.55)), 1))
        painter.setBrush(QColor(tokens.bg3))
        painter.drawPath(shape)
