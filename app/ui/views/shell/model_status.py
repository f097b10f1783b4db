"""The model in the line at the bottom: whether it is there, what it does, and stopping it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.llm.names import in_short
from app.core.llm.state import Status
from app.core.words import _
from app.ui.model_service import ModelService
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.elided import Elided
from app.ui.widgets.pressable import ToolButton
from app.ui.widgets.tips import plain_tip

DOT = 7
LONGEST = 40
"""Letters of a trouble that are shown; the tooltip has the rest."""


class _Dot(QWidget):
    """Filled where something is, a ring where nothing is."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._colour, self._filled = theme, "t3", False
        theme.changed.connect(self._scale)
        self._scale()

    def _scale(self) -> None:
        side = self._theme.scaled(DOT) + 2
        self.setFixedSize(side, side)
        self.update()

    def show_colour(self, colour: str, *, filled: bool = True) -> None:
        self._colour, self._filled = colour, filled
        self.update()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self._theme.colour(self._colour)
        painter.setPen(colour)
        painter.setBrush(colour if self._filled else QColor(Qt.GlobalColor.transparent))
        painter.drawEllipse(self.rect().adjusted(1, 1, -2, -2))


class ModelStatus(QWidget):
    """`opened` when somebody wants to see its settings."""

    opened = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context: ModelService | None = None
        self._dot = _Dot(theme)
        self.words = ToolButton()
        self.words.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.words.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.words.setProperty("kind", "status")
        self.words.setAccessibleName(_("Local model"))
        self.words.clicked.connect(self.opened)
        self.about = Elided(role="caption", modest=True)
        self.stop = IconButton(theme, "stop", _("Stop the model"), size="small")
        self.stop.set_measure(20, 12)
        self.stop.clicked.connect(self._stop)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for part in (self._dot, self.words, self.about, self.stop):
            row.addWidget(part)
        self.stop.hide()

    def follow(self, context: ModelService | None) -> None:
        """Show this model from now on; None: nothing, until there is another one."""
        self._context = context
        if context is not None:
            context.changed.connect(self.look)
            self.look()

    def look(self) -> None:
        """Show how it is now."""
        if (context := self._context) is None:
            return
        state = context.state
        said, colour, hint = _said(context)
        self._dot.show_colour(colour, filled=state.status is not Status.OFF or colour != "t3")
        self.words.setText(said if len(said) <= LONGEST else f"{said[:LONGEST].rstrip()}…")
        about = _about(context)
        self.about.setText(about)
        self.about.setVisible(bool(about))
        self.stop.setVisible(context.is_busy)
        self.words.setAccessibleName(
            " · ".join(part for part in (said, context.name, about) if part)
        )
        self.words.setToolTip(plain_tip(hint))

    def _stop(self) -> None:
        if self._context is not None:
            self._context.stop()


def _said(context: ModelService) -> tuple[str, str, str]:
    """The words, the colour of the dot, and the tooltip."""
    state, name = context.state, context.name
    if state.trouble:
        return state.trouble, "err", f"{name}\n{state.trouble}".strip()
    if context.why_not:
        is_chosen = bool(name or context.choice.no_text)
        said = _("Local model cannot run") if is_chosen else _("No local model")
        return said, "warn" if is_chosen else "t3", context.why_not
    return {
        Status.OFF: (
            _("Local model off"),
            "t3",
            _("{name} starts with the first question.").format(name=name),
        ),
        Status.LOADING: (_("Local model loading"), "acc", name),
        Status.READY: (_("Local model ready"), "ok", name),
        Status.WORKING: (_("Local model working"), "acc", name),
    }[state.status]


def _about(context: ModelService) -> str:
    """Size, quantisation and what it does: “8B · 4-bit · idle”."""
    state, chosen = context.state, context.choice.text
    parts = [in_short(chosen.header)] if chosen is not None else []
    if state.status is Status.READY:
        parts.append(_("idle"))
    elif state.status is Status.WORKING:
        speed = _("{speed} tokens/s").format(speed=f"{state.speed:.0f}")
        parts.append(speed if state.speed else _("reading"))
    return " · ".join(part for part in parts if part)
