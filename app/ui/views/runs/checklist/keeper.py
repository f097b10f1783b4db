"""The check lists that are open in windows of their own. Public name: `CheckLists`."""

from functools import partial
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError
from PySide6.QtCore import QObject, QPoint, QRect, QSize
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import delete, isValid
from typing_extensions import TypedDict

from app.core.errors import NotFound
from app.core.runs import store
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.checklist.sizes import on_screen, usual_size
from app.ui.views.runs.forward import bring_forward
from app.ui.write_queue import nothing

if TYPE_CHECKING:
    from app.ui.views.runs.checklist.window import CheckListWindow

_ON_TOP = "check_list.on_top"
_SETTING = "check_lists"
EDGE, STEP = 40, 32
"""Px from the edge of the screen to the first one, and from each to the next."""


class KeptWindow(TypedDict):
    """Where one was, so that it stands there again after a restart."""

    run: int
    folded: bool
    on_top: bool
    x: int
    y: int
    width: int
    height: int


_KEPT = TypeAdapter(list[KeptWindow])


class CheckLists(QObject):
    """One for each run at most. They go with the workspace, which is gone when the vault is locked,
    and are there again when it is opened."""

    def __init__(self, context: AppContext, workspace: QWidget) -> None:
        super().__init__(workspace)
        self._context, self._workspace = context, workspace
        self.windows: dict[int, CheckListWindow] = {}
        workspace.destroyed.connect(partial(_delete, self.windows))
        go = context.go
        go.check_list_requested.connect(self.open)
        for leads_there in (go.run_requested, go.skill_requested, go.run_skill_requested):
            leads_there.connect(self._bring_techne)

    def open(self, run: int) -> None:
        """Show this run, with the keyboard there."""
        if run not in self.windows:
            on_top = self._context.window_state.flag(_ON_TOP, True)
            window = self._make(run, QRect(self._free_place(), self._usual), on_top=on_top)
            if window is None:
                return
            self.keep()
        window = self.windows[run]
        window.show()
        window.raise_()
        window.activateWindow()
        window.take_focus()

    def resume(self) -> None:
        """Open those that were open, as far as their runs are, without taking the keyboard."""
        try:
            kept = _KEPT.validate_python(self._context.vault.setting(_SETTING) or [])
        except ValidationError:
            return  # another version of Techne wrote it
        for one in kept:
            place = QRect(one["x"], one["y"], one["width"], one["height"])
            window = self._make(one["run"], place, on_top=one["on_top"])
            if window is None:
                continue
            if one["folded"]:
                window.fold()
            window.show_quietly()

    def state(self) -> list[KeptWindow]:
        """What is kept of them."""
        return [
            {
                "run": run,
                "folded": window.is_folded,
                "on_top": window.is_on_top,
                "x": window.x(),
                "y": window.y(),
                "width": window.unfolded_size.width(),
                "height": window.unfolded_size.height(),
            }
            for run, window in self.windows.items()
        ]

    def keep(self) -> None:
        """Remember which are open, and where."""
        vault, state = self._context.vault, self.state()
        for window in self.windows.values():
            window.following.kept.keep()
        self._context.writes.write(
            self,
            _("Saving"),
            lambda: vault.put_setting(_SETTING, state),
            failed=nothing,  # a full disk is no reason to say anything about windows
        )

    def _make(self, run: int, place: QRect, *, on_top: bool) -> "CheckListWindow | None":
        try:
            is_open = store.run(self._context.vault, run).status.is_open
        except NotFound:
            return None
        if not is_open or run in self.windows:
            return None
        from app.ui.views.runs.checklist.window import (  # noqa: PLC0415 - all that a run is made of
            CheckListWindow,
        )

        window = CheckListWindow(self._context)
        window.setGeometry(_seen(place))
        window.keep_on_top(on_top)
        window.following.follow(run)
        window.closed.connect(partial(self._on_closed, run))
        window.changed.connect(partial(self._on_changed, window))
        window.unused.connect(self._press_in_techne)
        self.windows[run] = window
        return window

    def _on_closed(self, run: int) -> None:
        if (window := self.windows.pop(run, None)) is not None:
            window.deleteLater()
            self.keep()

    def _on_changed(self, window: "CheckListWindow") -> None:
        self._context.window_state.put(_ON_TOP, window.is_on_top)
        self.keep()

    def _bring_techne(self) -> None:
        """What is asked for in a check list is shown in the window of Techne, which may be away."""
        if QApplication.activeWindow() not in self.windows.values():
            return
        bring_forward(self._workspace.window())

    def _press_in_techne(self, keys: QKeySequence) -> None:
        """What a key does there, as the one that opens the palette."""
        for action in self._workspace.actions():
            if keys in action.shortcuts():
                bring_forward(self._workspace.window())
                action.trigger()

    @property
    def _usual(self) -> QSize:
        return usual_size(self._context.theme, self._workspace.screen().availableSize())

    def _free_place(self) -> QPoint:
        """At the right edge of the screen where Techne is, each a little below the one before."""
        screen = self._workspace.screen().availableGeometry()
        right = screen.right() - self._usual.width() - EDGE
        down = STEP * (len(self.windows) % 8)
        return QPoint(max(screen.left(), right - down), screen.top() + EDGE + down)


def _seen(place: QRect) -> QRect:
    """There, if a screen is there still, or else at the first one; all of it on the screen."""
    screen = QGuiApplication.screenAt(place.topLeft() + QPoint(place.width() // 2, 10))
    if screen is not None:
        return on_screen(place, screen.availableGeometry())
    first = QGuiApplication.primaryScreen().availableGeometry()
    return on_screen(QRect(first.topLeft() + QPoint(EDGE, EDGE), place.size()), first)


def _delete(windows: "dict[int, CheckListWindow]") -> None:
    for window in windows.values():
        if isValid(window):
            delete(window)
    windows.clear()
