"""Whether the sky shows only what is around the selection, from one time to the next.

Public name: `KeptReach`.
"""

from PySide6.QtCore import QObject, QTimer

from app.ui.views.constellation.toolbar import DEPTHS, Toolbar
from app.ui.window_state import WindowState

_AROUND = "constellation.around"
_SOON = 1_000
"""Milliseconds until it is written, should the program not end as it should."""


class KeptReach(QObject):
    """The bar asks for the same depth as the last time, before anybody listens to it."""

    def __init__(self, state: WindowState, bar: Toolbar) -> None:
        super().__init__(bar)
        self._state, self._bar = state, bar
        depth = state.number(_AROUND, 0)
        if depth in DEPTHS:
            bar.show_around(depth)
        self._soon = QTimer(self, interval=_SOON, singleShot=True)
        self._soon.timeout.connect(state.save)
        bar.reach_changed.connect(self._keep)

    def _keep(self) -> None:
        self._state.put(_AROUND, self._bar.reached or 0)
        self._soon.start()
