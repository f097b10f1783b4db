"""The present step of a check list, with its sub-steps as ticks.

Public names: `CheckBody`, `family`.
"""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.runs.exits import rounds_left
from app.core.runs.program import Exit, ExitKind
from app.core.runs.state import Mark
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.following import Sight
from app.ui.views.runs.once_button import OnceTick
from app.ui.views.runs.rail_rows import RailRow
from app.ui.views.runs.run_words import number_of
from app.ui.views.runs.step_body import StepBody
from app.ui.views.runs.step_text import StepText
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label, tag
from app.ui.widgets.prose.paragraph import TypeSize
from app.ui.widgets.tick import Tick

SUB_STEP = TypeSize(13, 18)
NUMBER = 26
"""Px of the number of a sub-step at the usual size of text."""


class CheckBody(StepBody):
    """`back_wanted` when the tick that was set last is taken away."""

    back_wanted = Signal()
    is_small = True

    def __init__(self, context: AppContext, sight: Sight, rows: tuple[RailRow, ...]) -> None:
        """`rows` has one for each step of the innermost procedure."""
        self._rows = rows
        self.ticks: list[Tick] = []
        self._here: Tick | None = None
        super().__init__(context, sight)
        self.around.setParent(self)  # what is known of the step stands on the page of the run
        self.around.hide()
        for room in self._rounds():
            self.column.addLayout(room)
        self.setEnabled(sight.is_mine)

    @property
    def present(self) -> QWidget | None:
        """What is to be seen of it in any case."""
        return self.choice or self._here

    def _add_text(self) -> None:
        sight = self.sight
        outer, *inside = family(sight)
        if phase := sight.place.get("phase", ""):
            self.column.addWidget(label(phase, "muted", wrap=True))
        self.text.show_step(sight, outer)
        self.column.addWidget(self.text)
        if not inside:
            return
        ticks = QVBoxLayout()
        ticks.setSpacing(6)
        for node in inside:
            ticks.addLayout(self._tick(node))
        self.column.addLayout(ticks)

    def _tick(self, node: int) -> QHBoxLayout:
        """The present one can be set, the one before taken away."""
        row = self._rows[node]
        line = QHBoxLayout()
        line.setSpacing(8)
        line.setContentsMargins(self._context.theme.scaled(14) * (row.level - 1), 0, 0, 0)
        tick = OnceTick()
        tick.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Space is done, wherever the keyboard is
        tick.setAccessibleName(f"{row.label} {row.text}")
        tick.setChecked(row.mark is Mark.DONE)
        before = self.sight.state.previous
        is_last = before is not None and before.top.node == node
        tick.setEnabled(row.is_here or (is_last and row.mark is not None))
        if row.is_here:
            self._here = tick
            tick.toggled.connect(partial(self._set, tick))
        elif tick.isEnabled():
            tick.toggled.connect(lambda _on: self.back_wanted.emit())
        self.ticks.append(tick)
        number = label(row.label, "muted")
        number.setMinimumWidth(self._context.theme.scaled(NUMBER))
        line.addWidget(tick, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(number, 0, Qt.AlignmentFlag.AlignTop)
        said = StepText(self._context.theme, self, SUB_STEP)
        said.show_step(self.sight, node)
        said.setEnabled(row.is_here or row.mark is None)
        line.addWidget(said, 1)
        return line

    def _set(self, tick: Tick, _on: bool) -> None:
        """Done, unless something is to be written down or chosen first."""
        tick.blockSignals(True)
        tick.setChecked(False)  # it is shown as set when the run says so
        tick.blockSignals(False)
        self.entered.emit()

    def _rounds(self) -> list[QHBoxLayout]:
        """In which round the loops of this step are."""
        frame, procedure = self.sight.frame, self.sight.procedure
        found = []
        for number, one in enumerate(procedure.nodes[frame.node].exits):
            if one.kind is not ExitKind.LOOP or one.to is None or one.cap is None:
                continue
            left = rounds_left(one, number, frame, self.sight.state.jumps)
            assert left is not None
            found.append(self._round(one, one.cap - left + 1, number_of(procedure.nodes[one.to])))
        return found

    def _round(self, one: Exit, number: int, to: str) -> QHBoxLayout:
        assert one.cap is not None
        theme = self._context.theme
        line = QHBoxLayout()
        line.setSpacing(8)
        mark = QLabel()
        side = theme.scaled(13)
        mark.setPixmap(theme.pixmap("loop", "goal:Prerequisites", side, self.devicePixelRatioF()))
        line.addWidget(mark)
        said = _("round {number} of {most}").format(number=number, most=one.cap + 1)
        line.addWidget(tag(said))
        back = _("back to step {number}").format(number=to)
        line.addWidget(Elided(_(": ").join(filter(None, (back, one.condition))), "caption"), 1)
        return line


def family(sight: Sight) -> list[int]:
    """The outermost step in which a run stands, and all of its sub-steps behind it."""
    procedure, node = sight.procedure, sight.frame.node
    outer = [node, *procedure.ancestors(node)][-1]
    others = range(outer + 1, len(procedure.nodes))
    return [outer, *(one for one in others if outer in procedure.ancestors(one))]
