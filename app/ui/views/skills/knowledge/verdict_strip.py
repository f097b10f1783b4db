"""How the last invocations went, one mark for each. Public name: `VerdictStrip`."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.core.lifecycle.verdicts import Invocation
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.moments import moment
from app.ui.widgets.tips import plain_tip

HEIGHT, MARK, GAP = 20, 12, 3
MOST = 18
"""Px of a mark where there is much room."""


class VerdictStrip(QWidget):
    """A tick, a cross, or a dot where nobody knows; the oldest at the left."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._made: Sequence[Invocation] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_made(self, made: Sequence[Invocation]) -> None:
        self._made = made
        said = _("The last ones, the newest first: {words}")
        words = _(", ").join(_words(one) for one in reversed(made))
        self.setAccessibleName(said.format(words=words))
        self.setVisible(bool(made))
        self.update()

    def _place(self, number: int) -> QRectF:
        count = max(len(self._made), 1)
        pitch = min(self.width() / count, self._theme.scaled(MOST) + GAP)
        return QRectF(number * pitch, 0, max(pitch - GAP, 1), self.height())

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(120, self._theme.scaled(HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self._theme.colour
        for number, one in enumerate(self._made):
            icon, token = _SIGNS[one.verdict.succeeded if one.verdict is not None else None]
            place = self._place(number)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour({"t3": "bg4"}.get(token, f"{token}_soft")))
            painter.drawRoundedRect(place, 4, 4)
            side = min(self._theme.scaled(MARK), int(place.width()))
            mark = self._theme.pixmap(icon, token, side, self.devicePixelRatioF())
            middle = place.center()
            painter.drawPixmap(round(middle.x() - side / 2), round(middle.y() - side / 2), mark)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._tell(event.pos(), event.globalPos())
            return True
        return super().event(event)

    def _tell(self, at: QPoint, on_screen: QPoint) -> None:
        places = map(self._place, range(len(self._made)))
        found = next((n for n, place in enumerate(places) if place.contains(at)), None)
        if found is not None:
            one = self._made[found]
            said = [f"{moment(one.at, self._made[-1].at)}: {_words(one)}", one.agent]
            if one.verdict is not None:
                said.append(one.verdict.note)
            QToolTip.showText(on_screen, plain_tip("\n".join(filter(None, said))), self)


_SIGNS = {True: ("check", "ok"), False: ("close", "err"), None: ("minus", "t3")}


def _words(one: Invocation) -> str:
    if one.verdict is None:
        return _("outcome not known")
    return _("went well") if one.verdict.succeeded else _("failed")
