"""A call, branch or loop of a step as a small button that leads there."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.pressable import PaintedButton
from app.ui.widgets.prose.hits import Hit, in_units
from app.ui.widgets.prose.pill_box import RADIUS, PillBox
from app.ui.widgets.prose.pill_text import PillText
from app.ui.widgets.tips import plain_tip


class Pill(PaintedButton):
    """Click or Enter goes to `said.link`; what stands behind a pill leads nowhere."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.said = PillText("call", ())
        self._box = PillBox(theme, self.said, 0)
        self._hits: tuple[Hit, ...] = ()
        self.setProperty("radius", RADIUS)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def say(self, said: PillText) -> None:
        if said == self.said:
            return
        self.said = said
        self._hits = ()
        self.setEnabled(said.kind != "aside")
        self.setAccessibleName(self._spoken())
        tip = _("Open {name}").format(name=said.link) if said.kind == "call" else ""
        if said.place:
            tip = _("Open {name} in {engram}").format(name=said.link, engram=said.place)
        self.setToolTip(plain_tip(tip))

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Mark what was found in its words (code points)."""
        marked = in_units(self.said.text, hits)
        if marked != self._hits:
            self._hits = marked
            self.update()

    def box(self, room: float) -> PillBox:
        """How it looks in `room` px, from now on."""
        self._box = PillBox(self._theme, self.said, room)
        self.update()
        return self._box

    def _spoken(self) -> str:
        sentence = _("Call {text}") if self.said.kind in ("call", "unknown") else "{text}"
        return " ".join(sentence.format(text=self.said.text).split())

    # Qt

    def sizeHint(self) -> QSize:
        return self._box.bounds.size().toSize()

    def paintEvent(self, event: QPaintEvent) -> None:
        hovered = self.underMouse() and self.isEnabled()
        self._box.paint(QPainter(self), QRectF(self.rect()), hovered=hovered, hits=self._hits)
