"""What is known in a run beside its present step. Public name: `Side`."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.runs.state import Frame
from app.core.skills.model import GoalKind
from app.core.words import _
from app.ui.context import AppContext
from app.ui.theme.theme import Theme
from app.ui.views.runs.following import Following, Sight
from app.ui.views.runs.goal_card import GoalHead, goal_words
from app.ui.views.runs.memory_cards import supporting_words
from app.ui.views.runs.notes import Notes
from app.ui.views.runs.step_time import StepTime
from app.ui.widgets.elided import Elided
from app.ui.widgets.emptying import empty
from app.ui.widgets.labels import label, rule

MARGINS = (16, 13, 16, 13)
VALUE, LONGEST = 12, 400


class Side(QWidget):
    """Values, prerequisites, the time of the step, what to do on failure, what supports all of it
    and notes, each as long as there is some of it."""

    def __init__(
        self, context: AppContext, following: Following, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self.time = StepTime(context)
        self.notes = Notes(context, following)
        self.column = QVBoxLayout()
        self.column.setSpacing(0)
        self._goals = QVBoxLayout()
        self._goals.setSpacing(0)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.setSpacing(0)
        around.addLayout(self.column)
        around.addWidget(self.time)
        around.addLayout(self._goals)
        around.addWidget(self.notes)

    def show_sight(self, sight: Sight) -> None:
        """Where the run stands now."""
        empty(self.column)
        empty(self._goals)
        self.time.show_sight(sight)
        self.notes.look()
        procedure, frame = sight.procedure, sight.frame
        if frame.values:
            self._add(self._values(sight), self.column)
        if procedure.prerequisites and frame.node >= 0:
            self._add(self._prerequisites(sight), self.column)
        is_called = len(sight.state.frames) > 1
        if (handling := sight.handling) is not None:
            saying = sight.record.program.procedures[handling.skill]
            words = "\n".join(dict.fromkeys(one.text for one in saying.handlers))
            said = _("On failure of {title}").format(title=saying.title) if is_called else ""
            shown = goal_words(
                self._context.theme, GoalKind.ON_FAILURE, words, head=said, values=handling.values
            )
            self._add(shown, self._goals)
        if procedure.out_of_scope and frame.node >= 0:
            said = _("Out of scope of {title}").format(title=procedure.title) if is_called else ""
            words = procedure.out_of_scope
            shown = goal_words(
                self._context.theme, GoalKind.OUT_OF_SCOPE, words, head=said, values=frame.values
            )
            self._add(shown, self._goals)
        if procedure.supporting:
            self._add(supporting_words(procedure.supporting), self._goals)

    def _add(self, part: QWidget, to: QVBoxLayout) -> None:
        part.setContentsMargins(*MARGINS)
        to.addWidget(part)
        to.addWidget(rule())

    def _values(self, sight: Sight) -> QWidget:
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(label(_("Values"), "secondary"))
        for name, value in sight.frame.values.items():
            column.addLayout(self._value(name, value, _source(sight, name)))
        return made

    def _value(self, name: str, value: str, source: str) -> QHBoxLayout:
        theme = self._context.theme
        row = QHBoxLayout()
        row.setSpacing(10)
        shown = label(f"${name}", "secondary")
        is_input = source == _("input")
        token = "goal:Requires" if is_input else "goal:Produces"
        shown.setStyleSheet(f"color: {theme.tokens.colour(token)};")
        row.addWidget(shown)
        row.addWidget(Elided(value[:LONGEST]), 1)
        row.addWidget(label(source, "caption"))
        return row

    def _prerequisites(self, sight: Sight) -> QWidget:
        theme, frame, asked = self._context.theme, sight.frame, sight.procedure.prerequisites
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        head = GoalHead(theme, GoalKind.PREREQUISITES)
        said = _("{done} of {all}").format(done=len(frame.ticked), all=len(asked))
        head.row.addWidget(label(said, "caption"))
        column.addWidget(head)
        for number, words in enumerate(asked):
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(_Held(theme, number in frame.ticked), 0, Qt.AlignmentFlag.AlignTop)
            row.addWidget(label(words, "secondary", wrap=True), 1)
            column.addLayout(row)
        if frame.without:
            said = _("Begun without: {why}").format(why=frame.without)
            column.addWidget(label(said, "warning", wrap=True))
        return made


class _Held(QWidget):
    """Whether a prerequisite was confirmed."""

    SIDE = 14

    def __init__(self, theme: Theme, held: bool) -> None:
        super().__init__()
        self._theme, self._held = theme, held
        side = theme.scaled(self.SIDE)
        self.setFixedSize(side, side + 2)
        self.setAccessibleName(_("confirmed") if held else _("not confirmed"))

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        side = theme.scaled(self.SIDE)
        if self._held:
            mark = theme.pixmap("check", "ok", side, self.devicePixelRatioF())
            painter.drawPixmap(0, 2, mark)
        else:
            painter.setPen(theme.colour("t3"))
            painter.drawRoundedRect(QRectF(1.5, 3.5, side - 3, side - 3), 3, 3)


def _source(sight: Sight, name: str) -> str:
    """Where a value is from: an input, or the step that brought it."""
    frame: Frame = sight.frame
    nodes = sight.procedure.nodes
    for visit in reversed(frame.visits):
        captures = {one for call in nodes[visit.node].calls for one in call.captures}
        if name in visit.values or name in captures:
            return _("step {number}").format(number=nodes[visit.node].path)
    return _("input") if any(one.name == name for one in sight.procedure.requires) else ""
