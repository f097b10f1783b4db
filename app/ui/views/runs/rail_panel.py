"""The left column of a run: what it is, how far it is, and its steps. Public name: `RailPanel`."""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.library import catalogue
from app.core.skills.model import GoalKind
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.following import Sight
from app.ui.views.runs.goal_card import goal_words
from app.ui.views.runs.progress import StepsBar
from app.ui.views.runs.rail import StepRail
from app.ui.views.runs.rail_rows import rail_rows
from app.ui.views.runs.run_words import name_of, numbered
from app.ui.views.runs.step_text import NONE
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import rule

ICON = 16
LONGEST = 220
"""Characters of what success is."""


class RailPanel(QWidget):
    """Success stands at its foot."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setProperty("ground", "1")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        theme = context.theme
        self._mark = QLabel()
        self.title = Elided("", "pane")
        self.about = Elided("", "muted")
        self.bar = StepsBar(theme)
        self.steps = StepRail(theme)
        self._success: QWidget | None = None
        self._said: tuple[str, str, Mapping[str, str]] = "", "", NONE
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._mark)
        top.addWidget(self.title, 1)
        head = QVBoxLayout()
        head.setContentsMargins(20, 13, 20, 13)
        head.setSpacing(4)
        head.addLayout(top)
        head.addWidget(self.about)
        head.addSpacing(6)
        head.addWidget(self.bar)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(head)
        self._column.addWidget(rule())
        self._column.addSpacing(6)
        self._column.addWidget(self.steps, 1)
        self._edge = rule()
        self._column.addWidget(self._edge)
        theme.changed.connect(self._paint)
        self._paint()

    def show_sight(self, sight: Sight) -> None:
        run = sight.record.run
        vault = self._context.vault
        self.title.setText(run.title)
        who = name_of(vault, sight.state.holder)
        began = f"{run.started.astimezone():%H:%M}"
        waits = run.step == "start" and run.status.is_open
        said = _("{run} · began {time} · {who}")
        if waits:
            said = _("{run} · not begun · {who}")
        words = said.format(run=numbered(run), time=began, who=who)
        if catalogue.row(vault, run.skill) is None:
            words = _("{about} · the skill was deleted").format(about=words)
        self.about.setText(words)
        self.bar.show_sight(sight)
        self.steps.show_rows(rail_rows(sight.record.program, sight.state))
        program = sight.record.program
        root = program.procedures[program.root]
        is_called = len(sight.state.frames) > 1
        head = _("Success of {title}").format(title=root.title) if is_called else ""
        self._show_success(root.success, head, sight.state.frames[0].values)

    def _show_success(self, words: str, head: str, values: Mapping[str, str]) -> None:
        """`head` says whose it is where a procedure that is called is followed."""
        if (words, head, values) == self._said:
            return
        self._said = words, head, values
        if self._success is not None:
            self._success.hide()
            self._success.deleteLater()
            self._success = None
        self._edge.setVisible(bool(words))
        if words:
            shown = words if len(words) <= LONGEST else words[:LONGEST] + "…"
            self._success = goal_words(
                self._context.theme, GoalKind.SUCCESS, shown, head=head, values=values
            )
            self._success.setContentsMargins(20, 12, 20, 14)
            self._column.addWidget(self._success)

    def _paint(self) -> None:
        theme = self._context.theme
        scale = self.devicePixelRatioF()
        self._mark.setPixmap(theme.pixmap("runs", "acc", theme.scaled(ICON), scale))
        said, self._said = self._said, ("", "", NONE)
        self._show_success(*said)
