"""What a step calls, and what came of it. Public name: `CallCard`."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.api.run_documents import CallStateDocument
from app.core.runs.place_words import clock
from app.core.runs.places import results
from app.core.runs.program import Callee, Given, Program
from app.core.runs.state import Called, Frame, Mark
from app.core.runs.undone import left_in, step_marks
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.views.runs.step_text import step_words
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import Tone, label, rule, set_tag, tag
from app.ui.widgets.side_by_side import SideBySide

ICON = 14
COLUMNS, MOST = 2, 12
BOTH, NAME = 420, 130
"""Px that two columns, and the name beside what came of it, need while text has its usual size."""
_MARKS = {Mark.DONE: ("check", "ok"), Mark.SKIPPED: ("skip", "t3"), Mark.FAILED: ("close", "err")}


class CallCard(QFrame):
    """`opened(skill)` when somebody wants to see the skill that is called."""

    opened = Signal(int)

    def __init__(
        self,
        theme: Theme,
        program: Program,
        call: Callee,
        called: Called,
        said: CallStateDocument,
        values: Mapping[str, str],
    ) -> None:
        super().__init__()
        self._theme = theme
        self._done: list[QWidget] = []
        self._grid: QGridLayout | None = None
        self._columns = 0
        self.setProperty("card", "plain")
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 12, 11)
        column.setSpacing(8)
        given = _(", ").join(_argument(one, values) for one in call.given)
        column.addWidget(self._head(call, called, said, given))
        if why := said.get("why", ""):
            column.addWidget(label(why, "warning", wrap=True))
        frame = called.frame
        if frame is None:
            return
        column.addLayout(self._steps(program, frame))
        for name, value in results(program.procedures[frame.skill], frame, call).items():
            column.addWidget(rule())
            row = QHBoxLayout()
            row.setSpacing(7)
            row.addWidget(label(_("returned"), "muted"))
            shown = Elided(f"${name}", "secondary", modest=True)
            shown.setStyleSheet(f"color: {theme.tokens.colour('goal:Produces')};")
            row.addWidget(shown)
            row.addWidget(label("=", "muted"))
            row.addWidget(Elided(value), 1)
            column.addLayout(row)

    def _head(
        self, call: Callee, called: Called, said: CallStateDocument, given: str
    ) -> SideBySide:
        who = QWidget()
        row = QHBoxLayout(who)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(_mark(self._theme, "call", "acc", self.devicePixelRatioF()))
        name = Elided(call.title, "head", modest=True)
        name.setStyleSheet(f"color: {self._theme.tokens.acc};")
        row.addWidget(name)
        row.addWidget(Elided(f"({given})" if given else "", "secondary"), 1)
        state = tag("")
        words, tone = _state(called, said)
        set_tag(state, words, tone)
        beside: list[QWidget] = [state]
        if call.skill:
            button = Button(self._theme, _("Open"), "quiet", size="small")
            button.setAccessibleName(_("Open “{title}”").format(title=call.title))
            button.clicked.connect(lambda: self.opened.emit(call.skill))
            beside.append(button)
        return SideBySide(self._theme, who, beside, NAME)

    def _steps(self, program: Program, frame: Frame) -> QGridLayout:
        """What was done in it."""
        procedure = program.procedures[frame.skill]
        marks = step_marks(procedure, frame)
        last = {visit.node: visit for visit in frame.visits}
        self._grid = grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        for visit in frame.visits[:MOST]:
            is_last = visit is last[visit.node]
            icon, colour = _MARKS[marks[visit.node] if is_last else visit.mark]
            one = QWidget()
            row = QHBoxLayout(one)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(8)
            row.addWidget(_mark(self._theme, icon, colour, self.devicePixelRatioF()))
            words = step_words(procedure.nodes[visit.node], frame.values)
            row.addWidget(Elided(words, "secondary"), 1)
            self._done.append(one)
        self._place()
        return grid

    def _place(self) -> None:
        """What was done stands side by side where there is room for both."""
        columns = COLUMNS if self.width() >= self._theme.scaled(BOTH) else 1
        if self._grid is None or columns == self._columns:
            return
        self._columns = columns
        for number, one in enumerate(self._done):
            self._grid.addWidget(one, number // columns, number % columns)
        for number in range(COLUMNS):
            self._grid.setColumnStretch(number, 1 if number < columns else 0)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()


def _argument(given: Given, values: Mapping[str, str]) -> str:
    """Such as "branch = release/8.14"; the variable where it has no value."""
    value = values.get(given.value, f"${given.value}") if given.is_variable else given.value
    return f"{given.name} = {value}" if given.name else value


def _mark(theme: Theme, icon: str, colour: str, scale: float) -> QLabel:
    made = QLabel()
    made.setPixmap(theme.pixmap(icon, colour, theme.scaled(ICON), scale))
    made.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return made


def _state(called: Called, said: CallStateDocument) -> tuple[str, Tone]:
    seconds = sum(visit.seconds for visit in called.frame.visits) if called.frame else 0.0
    left = [visit.mark for _at, visit in left_in(called.frame)] if called.frame else []
    match said["state"]:
        case "done" if failed := left.count(Mark.FAILED):
            words = ngettext("{count} step failed", "{count} steps failed", failed)
            return words.format(count=failed), "err"
        case "done" if left:
            words = ngettext("{count} step skipped", "{count} steps skipped", len(left))
            return words.format(count=len(left)), "neutral"
        case "done":
            return _("done in {time}").format(time=clock(seconds)), "ok"
        case "failed":
            return _("failed"), "err"
        case "by hand":
            return _("do it by hand"), "warn"
    return _("still to do"), "neutral"
