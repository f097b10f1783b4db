"""A call, branch or loop of a step as a small button that leads there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QTextLayout
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.core.skills.model import GoalKind
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.prose.hits import Hit, hit_formats, paint_hits
from app.ui.widgets.prose.text_style import Run, ranges
from app.ui.widgets.prose.utf16 import Units

Kind = Literal["call", "unknown", "branch", "loop"]

HEIGHT = 24
RADIUS = 5
ICON = 14
LEFT = 8
GAP = 6
RIGHT = 10

_LOOKS: dict[str, tuple[str, str, str, str]] = {
    "call": ("call", "acc", "acc_soft", "acc_line"),
    "unknown": ("call", "err", "err_soft", "err_line"),
    "branch": ("branch", "goal:Trigger", "Trigger", ""),
    "loop": ("loop", "goal:Prerequisites", "Prerequisites", ""),
}


@dataclass(frozen=True, slots=True)
class PillText:
    """What a pill says. `link` is the target as the text names it, `aside` stands behind it."""

    kind: Kind
    runs: tuple[Run, ...]
    link: str = ""
    aside: str = ""

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


class Pill(QAbstractButton):
    """Click or Enter goes to `said.link`. What is too long for the card is cut at its end."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.said = PillText("call", ())
        self._layout = QTextLayout()
        self._text_width = 0
        self._hits: tuple[Hit, ...] = ()
        self.setProperty("ringed", True)
        self.setProperty("radius", RADIUS)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self._recolour)

    def say(self, said: PillText) -> None:
        if said == self.said:
            return
        self.said = said
        self._hits = ()
        self._layout.setText(said.text)
        self._recolour()
        self.setAccessibleName(self._spoken())
        self.setToolTip(_("Open {name}").format(name=said.link) if said.kind == "call" else "")

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Mark what was found in its words (code points)."""
        units = Units(self.said.text)
        marked = tuple((units.qt(start), units.qt(end), now) for start, end, now in hits)
        if marked != self._hits:
            self._hits = marked
            self.update()

    @property
    def width_wanted(self) -> int:
        return LEFT + ICON + GAP + self._text_width + RIGHT

    def _spoken(self) -> str:
        sentence = _("Call {text}") if self.said.kind in ("call", "unknown") else "{text}"
        return " ".join(sentence.format(text=self.said.text).split())

    def _recolour(self) -> None:
        self._layout.setFont(self._theme.font(12))
        self._layout.setFormats(ranges(self._theme, self.said.runs))
        self._layout.beginLayout()
        line = self._layout.createLine()
        if line.isValid():
            line.setLineWidth(100_000)
            self._text_width = round(line.naturalTextWidth() + 0.5)
        self._layout.endLayout()
        self.update()

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(self.width_wanted, HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        icon, colour, soft, border = _LOOKS[self.said.kind]
        theme = self._theme
        ground = (
            QColor(theme.tokens.goal(GoalKind(soft)).soft) if not border else theme.colour(soft)
        )
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour(border) if border else Qt.PenStyle.NoPen)
        if self.underMouse():
            painter.setPen(theme.colour(colour))
        painter.setBrush(ground)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(frame, RADIUS, RADIUS)
        scale = self.devicePixelRatioF()
        top = (self.height() - ICON) // 2
        painter.drawPixmap(LEFT, top, theme.pixmap(icon, colour, ICON, scale))
        painter.setClipRect(self.rect().adjusted(0, 0, -RIGHT + 4, 0))
        painter.setPen(theme.colour("t1"))
        height = self._layout.boundingRect().height()
        at = QPointF(LEFT + ICON + GAP, (self.height() - height) / 2)
        paint_hits(painter, theme, self._layout, self._hits, at)
        self._layout.draw(painter, at, hit_formats(theme, self._hits))
