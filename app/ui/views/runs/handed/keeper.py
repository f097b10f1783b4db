"""Which agents wait for a person who looks elsewhere. Public name: `HandedRuns`."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import delete, isValid

from app.core.changes import Changes, Part
from app.core.runs import store
from app.ui.context import AppContext
from app.ui.views.runs.forward import bring_forward
from app.ui.views.runs.run_words import waits_for_person

if TYPE_CHECKING:
    from app.ui.views.runs.handed.window import HandedWindow

EDGE, GAP = 40, 12
"""Px from the edges of the screen, and between two."""


class HandedRuns(QObject):
    """While somebody works in the window of Techne, that says who waits; otherwise each agent that
    does has a small window of its own. They go with the workspace, as the vault is locked."""

    def __init__(self, context: AppContext, workspace: QWidget) -> None:
        super().__init__(workspace)
        self._context, self._workspace = context, workspace
        self.windows: dict[int, HandedWindow] = {}
        self._dismissed: dict[int, int] = {}
        """The turn of each run whose window was closed: handed over again, it has one again."""
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self.look)
        workspace.destroyed.connect(partial(_delete, self.windows))
        context.bridge.changed.connect(self._on_changed)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.focusWindowChanged.connect(self._look_soon)

    def look(self) -> None:
        """Show those that wait, unless somebody is here."""
        if self._is_here():
            self._show_only(())
            return
        runs = store.runs(self._context.vault, open_only=True)
        waiting = [run for run in runs if waits_for_person(run)]
        self._show_only([run.id for run in waiting if self._dismissed.get(run.id) != run.turn])

    def _show_only(self, runs: tuple[int, ...] | list[int]) -> None:
        for run in set(self.windows) - set(runs):
            self._drop(run)
        for run in runs:
            if run not in self.windows:
                self.windows[run] = window = self._make(run)
                window.over.connect(self._look_soon)
                window.dismissed.connect(partial(self._dismiss, run))
                window.taken.connect(partial(self._show_run, run))
        self._place()

    def _make(self, run: int) -> "HandedWindow":
        from app.ui.views.runs.handed.window import (  # noqa: PLC0415 - all that a run is made of
            HandedWindow,
        )

        return HandedWindow(self._context, run)

    def _place(self) -> None:
        """Above each other in the corner of the screen."""
        screen = self._workspace.screen().availableGeometry()
        bottom = screen.bottom() - EDGE
        for window in self.windows.values():
            window.move(screen.right() - EDGE - window.width(), bottom - window.height())
            bottom -= window.height() + GAP
            window.show()

    def _is_here(self) -> bool:
        """Whether the window of Techne has the keyboard, or a dialog of it."""
        active: QWidget | None = QApplication.activeWindow()
        while active is not None:
            if active is self._workspace.window():
                return True
            active = active.parentWidget()
        return False

    def _dismiss(self, run: int) -> None:
        sight = self.windows[run].following.sight
        if sight is not None:
            self._dismissed[run] = sight.state.turn
        self._drop(run)
        self._place()

    def _show_run(self, run: int) -> None:
        bring_forward(self._workspace.window())
        self._context.go.run(run)

    def _drop(self, run: int) -> None:
        window = self.windows.pop(run)
        window.hide()
        window.deleteLater()

    def _look_soon(self, *_ignored: object) -> None:
        self._soon.start()

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & Part.RUNS:
            self._look_soon()


def _delete(windows: "dict[int, HandedWindow]") -> None:
    for window in windows.values():
        if isValid(window):
            delete(window)
    windows.clear()
