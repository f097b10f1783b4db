"""An agent that waits for a person, as a small window above all others.

Public name: `HandedWindow`.
"""

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.runs.place_words import clock
from app.core.words import _
from app.ui.commands import with_keys
from app.ui.context import AppContext
from app.ui.views.runs.exit_words import Way, answer_words, answers
from app.ui.views.runs.following import Following, Sight
from app.ui.views.runs.run_words import name_of, step_of, waits_for_person
from app.ui.views.runs.step_text import step_words
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.elided import Elided
from app.ui.widgets.emptying import empty
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import card, label

WIDTH, ICON = 380, 18
LONGEST = 200
"""Characters of the step and of the reason; the page of the run has all of them."""


class HandedWindow(QWidget):
    """Comes without taking the keyboard. `over` when nobody waits any more, `dismissed` when a
    person closes it, `taken` when the run was taken over. Has no parent, as a check list."""

    over = Signal()
    dismissed = Signal()
    taken = Signal()

    def __init__(self, context: AppContext, run: int) -> None:
        flags = Qt.WindowType
        super().__init__(None, flags.Tool | flags.FramelessWindowHint | flags.WindowStaysOnTopHint)
        self._context = context
        self._ways: tuple[Way, ...] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.following = Following(context, self)
        self.who, self.about = label("", "head", wrap=True), Elided("", "muted")
        self.since = label("", "muted")
        self.question = label("", "pane", wrap=True)
        self.why = label("", "secondary", wrap=True)
        self.trouble = label("", "error", wrap=True)
        self.take = Button(context.theme, _("Take over"), "quiet")
        self.close_button = IconButton(
            context.theme, "close", with_keys(_("Later"), "Esc"), size="small"
        )
        self._lay_out()
        self.take.clicked.connect(self._take)
        self.close_button.clicked.connect(self.dismissed)
        self.following.moved.connect(self._show)
        self.following.lost.connect(self.over)
        self.following.refused.connect(lambda error: self._explain(str(error)))
        self._tick = QTimer(self, interval=1000)
        self._tick.timeout.connect(self._show_time)
        self._tick.start()
        self.setFixedWidth(context.theme.scaled(WIDTH))
        self.following.follow(run)

    def _show(self, sight: Sight) -> None:
        run = sight.record.run
        if not waits_for_person(run):
            self.over.emit()
            return
        self._ways = answers(sight)
        name = name_of(self._context.vault, run.holder)
        who = _("{name} is at {where}").format(name=name, where=step_of(run))
        self.who.setText(who)
        self.setWindowTitle(who)
        about = _("{title}, run {run} · hands over to you")
        self.about.setText(about.format(title=run.title, run=run.id))
        words = step_words(node, sight.frame.values) if (node := sight.node) is not None else ""
        self.question.setText(words[:LONGEST] or run.title)
        said = sight.state.said[:LONGEST]
        self.why.setText(_("“{words}”").format(words=said))
        self.why.setVisible(bool(said))
        empty(self._answers)
        for way in self._ways:
            button = Button(self._context.theme, f"{way.key}   {answer_words(way)}")
            button.setAccessibleName(f"{way.words}: {way.where}")
            button.clicked.connect(partial(self._answer, way.number))
            self._answers.addWidget(button)
            button.show()  # Qt would do it later
        self._show_time()
        self.trouble.hide()
        self._fit()

    def _show_time(self) -> None:
        """How long the agent waits."""
        if (sight := self.following.sight) is not None:
            waits = (self._context.vault.now() - sight.state.at).total_seconds()
            self.since.setText(clock(waits))

    def _fit(self) -> None:
        """As high as its words are in so many lines."""
        self._room.activate()
        self.setFixedHeight(self._room.totalHeightForWidth(self.width()))

    def _explain(self, words: str) -> None:
        self.trouble.setText(words)
        self.trouble.show()
        self._fit()

    def _answer(self, exit_: int) -> None:
        self.following.answer(exit_)

    def _take(self) -> None:
        self.taken.emit()
        self.following.take_over()

    def _lay_out(self) -> None:
        frame = card("warn")
        mark = QLabel()
        theme = self._context.theme
        side = theme.scaled(ICON)
        mark.setPixmap(theme.pixmap("agents", "t2", side, self.devicePixelRatioF()))
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self.who)
        words.addWidget(self.about)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(words, 1)
        head.addWidget(self.since, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        answers_room = QWidget()
        self._answers = FlowLayout(answers_room, gap=8)
        foot = QHBoxLayout()
        foot.addWidget(answers_room, 1)
        foot.addWidget(self.take, 0, Qt.AlignmentFlag.AlignBottom)
        column = QVBoxLayout(frame)
        column.setContentsMargins(15, 12, 10, 12)
        column.setSpacing(8)
        column.addLayout(head)
        for part in (self.question, self.why, self.trouble):
            column.addWidget(part)
        column.addLayout(foot)
        self.trouble.hide()
        self._room = QVBoxLayout(self)
        self._room.setContentsMargins(0, 0, 0, 0)
        self._room.addWidget(frame)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        typed = event.text().upper()
        way = next((way for way in self._ways if typed and way.key == typed), None)
        if event.isAutoRepeat() or event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            self.dismissed.emit()
        elif way is not None:
            self._answer(way.number)
        elif typed == "T":
            self._take()
        else:
            super().keyPressEvent(event)
