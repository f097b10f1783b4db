"""The other calls that a step makes side by side. Public name: `BesideStrip`."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.runs import places
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.runs.following import Sight
from app.ui.widgets.buttons import Button
from app.ui.widgets.emptying import empty
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import label


class BesideStrip(QWidget):
    """`chosen(call)` to go on with another one first; hidden where there is none."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[tuple[int, str], ...] = ()
        self._flow = FlowLayout(self, gap=8)
        self.hide()

    def show_sight(self, sight: Sight) -> None:
        shown = open_beside(sight) if sight.is_mine else ()
        if shown != self._shown:
            self._shown = shown
            empty(self._flow)
            self._flow.addWidget(label(_("Side by side, also still to do:"), "muted"))
            for number, title in shown:
                button = Button(self._theme, title, size="small", icon="parallel")
                button.clicked.connect(partial(self.chosen.emit, number))
                self._flow.addWidget(button)
        self.setVisible(bool(shown))


def open_beside(sight: Sight) -> tuple[tuple[int, str], ...]:
    """The calls beside the one that is followed that are not over, by their numbers."""
    state, program = sight.state, sight.record.program
    if len(state.frames) < 2 or state.frames[-2].active is None:
        return ()
    outer, active = state.frames[-2], state.frames[-2].active
    calls = program.procedures[outer.skill].nodes[outer.node].calls
    if active is None or active < 0 or not calls[active].parallel:
        return ()
    above = replace(state, frames=state.frames[:-1])
    return tuple(
        (number, call.title)
        for number, (call, called) in enumerate(zip(calls, outer.calls, strict=True))
        if call.parallel
        and number != active
        and called.mark is None
        and not places.trouble(program, above, call)
    )
