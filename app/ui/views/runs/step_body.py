"""The present step: what is to be done, what it calls, what is written down, which ways lead on.

Public name: `StepBody`.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.core.runs.state import Stage
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.body import Body
from app.ui.views.runs.call_card import CallCard
from app.ui.views.runs.exit_words import Way, decisions, ways
from app.ui.views.runs.following import Sight
from app.ui.views.runs.input_fields import result_field
from app.ui.views.runs.memory_cards import memory_cards
from app.ui.views.runs.run_words import number_of
from app.ui.views.runs.step_around import StepAround
from app.ui.views.runs.step_text import StepText, step_words
from app.ui.views.runs.ways_card import WaysCard
from app.ui.widgets.labels import card, label
from app.ui.widgets.prose.paragraph import TypeSize

_SMALL = TypeSize(15, 21, 500)


class StepBody(Body):
    """`way_chosen(exit)` for one of several ways out."""

    way_chosen = Signal(int)
    is_small = False
    """Whether it has the room of a small window."""

    def __init__(self, context: AppContext, sight: Sight) -> None:
        super().__init__(context, sight)
        place, theme = sight.place, context.theme
        self.ways: tuple[Way, ...] = ways(sight)
        self.text = StepText(theme, self, _SMALL if self.is_small else None)
        self._add_text()
        self._add_calls()
        for memory in memory_cards(theme, sight):
            self.column.addWidget(memory)
        wanted = place.get("report", [])
        if wanted and sight.is_mine:
            self.column.addWidget(self._values(wanted))
        closed = [*place.get("spent", []), *decisions(sight)]
        self.choice: WaysCard | None = None
        if len(self.ways) > 1 and sight.is_mine:
            self.choice = WaysCard(theme, self.ways, closed, is_small=self.is_small)
            self.choice.chosen.connect(self.way_chosen)
            self.column.addWidget(self.choice)
        else:
            for said in closed:
                self.column.addWidget(label(said, "muted", wrap=True))
        self.around = StepAround(theme, self.ways)

    @property
    def target(self) -> QWidget | None:
        """Where every value is known already, the first of them: it may be another one now."""
        first = self.fields[0].target if self.fields else None
        return super().target or first

    def drop(self) -> None:
        self.around.hide()
        self.around.deleteLater()
        super().drop()

    def _add_text(self) -> None:
        """What is to be done, below what it stands in."""
        sight = self.sight
        if above := _above(sight):
            self.column.addWidget(label(above, "muted", wrap=True))
        self.text.show_step(sight, sight.frame.node)
        self.column.addWidget(self.text)
        if sight.frame.stage is Stage.CLOSING:
            self.column.addWidget(label(_("All of its sub-steps are behind you."), "secondary"))

    def _add_calls(self) -> None:
        node = self.sight.node
        if node is None:
            return
        said = self.sight.place.get("calls", [])
        program = self.sight.record.program
        for call, called, about in zip(node.calls, self.sight.frame.calls, said, strict=True):
            made = CallCard(
                self._context.theme, program, call, called, about, self.sight.frame.values
            )
            made.opened.connect(self._context.go.skill)
            self.column.addWidget(made)

    def _values(self, wanted: list[str]) -> QFrame:
        frame = card()
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(14, 10, 14, 12)
        inside.setSpacing(8)
        inside.addWidget(label(_("Write down"), "secondary"))
        known = self.sight.place["values"]
        types = self.sight.place.get("types", {})
        fields = [
            result_field(self._context, name, types.get(name, ""), known.get(name))
            for name in wanted
        ]
        self._add_fields(fields, inside)
        return frame


def _above(sight: Sight) -> str:
    """The phase and the steps that it stands in."""
    procedure, node = sight.procedure, sight.frame.node
    outer = [procedure.nodes[one] for one in reversed(procedure.ancestors(node))]
    parts = [sight.place.get("phase", "")]
    parts += [f"{number_of(one)}  {step_words(one, sight.frame.values)}" for one in outer]
    return "  ›  ".join(filter(None, parts))
