"""Where in the sky somebody was, from one time to the next. Public name: `KeptView`."""

from math import isfinite

from PySide6.QtCore import QObject, QPointF, QTimer

from app.ui.views.constellation.sky_camera import SkyCamera
from app.ui.window_state import WindowState

_SEEN = "constellation.seen"
_MOST = 1e4
"""Units of the scene for a px, in which no sky is seen any more."""
_SOON = 1_000
"""Milliseconds until it is written, should the program not end as it should."""


class KeptView(QObject):
    """Nothing is kept of a sky that is in view with all its stars: it is fitted again."""

    def __init__(self, state: WindowState, sky: SkyCamera, parent: QObject) -> None:
        super().__init__(parent)
        self._state, self._sky = state, sky
        self._before = _read(state.word(_SEEN, ""))
        self._soon = QTimer(self, interval=_SOON, singleShot=True)
        self._soon.timeout.connect(state.save)

    def show_first(self) -> None:
        """What was in view the last time, or all stars; the page may not have its size yet."""
        self.show_again()
        self._sky.viewport().repaint()  # at once: what comes after it takes its time
        QTimer.singleShot(0, self, self._begin)

    def _begin(self) -> None:
        """The page has its size; from now on it is remembered."""
        self.show_again()
        self._sky.view_changed.connect(self._keep)

    def show_again(self) -> None:
        """The same where something has moved the sky since that was no person."""
        if self._before is None or not self._sky.move_to(*self._before):
            self._sky.fit_again()

    def _keep(self) -> None:
        moved = self._sky.moved_to
        said = "" if moved is None else f"{moved[0].x()!r} {moved[0].y()!r} {moved[1]!r}"
        self._state.put(_SEEN, said)
        self._soon.start()


def _read(said: str) -> tuple[QPointF, float] | None:
    try:
        x, y, unit = map(float, said.split())
    except ValueError:
        return None
    is_sound = isfinite(x) and isfinite(y) and 0 < unit < _MOST
    return (QPointF(x, y), unit) if is_sound else None
