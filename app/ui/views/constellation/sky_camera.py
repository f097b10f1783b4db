"""What of the sky is in view: all that is shown, or where a person has moved to.

Public names: `SkyCamera`, `SEVERAL`.
"""

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QPainterPath
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsView, QWidget

from app.ui.views.constellation.chart import Chart, Floats
from app.ui.views.constellation.focus import Focus
from app.ui.views.constellation.framing import covers, framed
from app.ui.views.constellation.sky_box import SkyBox
from app.ui.views.constellation.sky_item import SkyItem

_REST = 140
"""Milliseconds without a move after which the whole picture is painted."""
_MARGIN = 110
"""How far (px) from the edge a selected star is kept."""
_NAME = 190
"""The same at the right, where its name stands."""
_BESIDE = 48
"""How far (px) from the panel a star comes that was below it."""
SEVERAL = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
"""A click with one of these selects besides what is selected."""


class SkyCamera(pg.GraphicsView):  # type: ignore[misc]
    """Fits the sky beside what lies over it until somebody moves it."""

    view_changed = Signal()

    def __init__(self, item: SkyItem, parent: QWidget | None = None) -> None:
        super().__init__(parent, useOpenGL=False, background=None)
        self._item = item
        self._chart: Chart | None = None
        self._focus = Focus()
        self._covered = 0
        self._free: tuple[int, tuple[QRectF, ...]] = (0, ())
        self._is_fitted = True
        """All of it shall be in view: nobody has moved the sky since."""
        self.box = SkyBox()
        self.box.setMouseMode(SkyBox.PanMode)
        self.box.disableAutoRange()
        self.box.addItem(item)
        self._rest = QTimer(self, interval=_REST, singleShot=True)
        self._rest.timeout.connect(self._come_to_rest)
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._fit_if_covered)
        self._is_pointed = False
        """The mouse is selecting just now: what it points at stays below it."""
        self._uncovering = QTimer(self, singleShot=True)
        self._uncovering.timeout.connect(self._uncover)
        self.box.sigRangeChanged.connect(self._on_range)
        self.box.sigRangeChangedManually.connect(self._leave_fit)
        self.setCentralItem(self.box)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # Names reach beyond the stars, which Qt takes for all there is to paint anew.
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)

    @property
    def focus(self) -> Focus:
        return self._focus

    def fit(self) -> None:
        """Bring all that is shown into view, beside what lies over it."""
        if len(at := self._shown_at):
            self._is_fitted = True
            self._show_all(at)

    @property
    def moved_to(self) -> tuple[QPointF, float] | None:
        """The middle of what is in view, and how many units of the scene a px is; None as long as
        nobody has moved the sky."""
        seen = self.box.viewRect()
        return None if self._is_fitted else (seen.center(), seen.width() / max(self.width(), 1))

    def move_to(self, middle: QPointF, unit: float) -> bool:
        """What `moved_to` said; False if no star is there any more, and nothing is done."""
        seen = QRectF(0, 0, self.width() * unit, self.height() * unit)
        seen.moveCenter(middle)
        if not any(seen.contains(x, y) for x, y in self.box.at.tolist()):
            return False
        self._leave_fit()
        self.box.setRange(seen, padding=0)
        return True

    @property
    def _shown_at(self) -> Floats:
        """Where the stars are: all of them, or those around a selection."""
        around = self._focus.around
        return self.box.at[sorted(around)] if around else self.box.at

    def fit_again(self) -> None:
        """The same where there is other room, unless the person has moved the sky since."""
        if self._is_fitted:
            self.fit()

    def fit_soon(self) -> None:
        """The same once a second click would have come, whose star must not have moved away; never
        for what the mouse selects."""
        if self._is_fitted and not self._is_pointed:
            self._soon.start(QApplication.doubleClickInterval())

    def _fit_if_covered(self) -> None:
        """Nothing moves for a panel or a bar that lies over no star."""
        (right, taken), seen = self._free, self.box.viewRect()
        if len(at := self._shown_at):
            end = self.box.mapSceneToView(QPointF(self.width() - right, 0)).x()
            scale = self.width() / seen.width()
            is_covered = covers(at, seen, scale, QSizeF(self.size()), taken)
            if not right or at[:, 0].max() > end or is_covered:
                self.fit_again()

    def leave_free(self, right: int, taken: Sequence[QRect]) -> None:
        """So many px at the right, and these places, are covered by what lies over the sky."""
        self._free = (right, tuple(QRectF(place) for place in taken))
        self._item.leave_free(*self._free)

    def look_at(self, place: QPointF) -> None:
        """Bring a place of the scene into the middle."""
        self._leave_fit()
        away = place - self.box.viewRect().center()
        self.box.translateBy(x=away.x(), y=away.y())

    def cover(self, width: int) -> None:
        """So many pixels at the right are hidden by something that lies over the sky."""
        self._covered = width

    def count_below(self, place: QRect) -> int:
        """How many stars are there, in px."""
        outline = QPainterPath()
        outline.addRect(QRectF(place))
        return len(self._item.stars_in(outline))

    def _stay(self) -> None:
        """The mouse comes to select: nothing moves below it that was about to."""
        self._soon.stop()
        self._uncovering.stop()

    def _uncover_soon(self) -> None:
        """Once a second click would have come."""
        self._uncovering.start(QApplication.doubleClickInterval())

    def _uncover(self) -> None:
        """Move the sky until the selected star is beside the panel, and no farther."""
        held = QGuiApplication.keyboardModifiers() & SEVERAL or QGuiApplication.mouseButtons()
        star = self._focus.selected
        if star is not None and self._chart is not None and not held:
            beyond = self._beyond_panel(star)
            if beyond > 0:
                self.box.translateBy(x=beyond * self.box.viewPixelSize()[0])

    def _beyond_panel(self, star: int) -> float:
        """How far (px) it is from where the panel leaves it free; at most 0 if it does."""
        if self._chart is None or not self._free[0]:
            return 0.0
        at: QPointF = self.box.mapViewToScene(QPointF(*self._chart.at[star]))
        return at.x() - (float(self.width()) - self._free[0] - _BESIDE)

    def _bring_into_view(self, star: int) -> None:
        if self._chart is None:
            return
        if self._is_fitted:  # it is in view, with all the others, unless a click left it covered
            if self._beyond_panel(star) > 0:
                self.fit_soon()
            return
        at = self.box.mapViewToScene(QPointF(*self._chart.at[star]))
        right, bottom = self.width() - self._covered - _NAME, self.height() - _MARGIN
        x = min(max(at.x(), _MARGIN), max(right, _MARGIN))
        y = min(max(at.y(), _MARGIN), max(bottom, _MARGIN))
        if (x, y) == (at.x(), at.y()):
            return
        self._leave_fit()
        wide, high = self.box.viewPixelSize()
        self.box.translateBy(x=(at.x() - x) * wide, y=(y - at.y()) * high)

    def _show_all(self, at: Floats) -> None:
        (right, taken), seen = self._free, self.box.viewRect()
        self.box.setRange(framed(at, QSizeF(self.size()), right, taken), padding=0)
        if self.box.viewRect() != seen:
            self._item.paint_anew()
        self._come_to_rest()  # it is there at once

    def _leave_fit(self, *_what: object) -> None:
        """From now on the person chooses what is in view."""
        if self._is_fitted:
            self._is_fitted = False
            self.view_changed.emit()

    def _on_range(self, *_what: object) -> None:
        self._item.set_moving(True)
        self._rest.start()
        self.view_changed.emit()

    def _come_to_rest(self) -> None:
        self._rest.stop()
        self._item.set_moving(False)
