"""Who has a run, where that is not simply the person at the window. Public name: `HolderCard`."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.core.runs.state import RunStatus
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.exit_words import Way, answer_words, answers
from app.ui.views.runs.following import Sight
from app.ui.views.runs.run_words import name_of, waits_for_person
from app.ui.views.runs.typing_watch import TypingWatch
from app.ui.widgets.buttons import Button
from app.ui.widgets.emptying import empty
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import label, restyle


class HolderCard(QFrame):
    """An agent that works in it, one that hands it over, or a run that waits; `taken` to take it
    over, or back."""

    taken = Signal()
    answered = Signal(int)
    """The exit that an agent is to take, which has asked for it."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.title = label("", "head", wrap=True)
        self.about = label("", "secondary", wrap=True)
        self.button = Button(context.theme, "")
        self.button.clicked.connect(self.taken)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.about)
        self._answers = FlowLayout(gap=8)
        self._answers.setContentsMargins(0, 7, 0, 0)
        words.addLayout(self._answers)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 11, 14, 12)
        row.setSpacing(12)
        row.addLayout(words, 1)
        row.addWidget(self.button)
        self._ways: tuple[Way, ...] = ()
        self._buttons: list[Button] = []
        self._typing = TypingWatch(self)
        self._typing.changed.connect(lambda _on: self._say_keys())
        self.hide()

    def show_sight(self, sight: Sight) -> None:
        title, about, button = self._said(sight)
        self.setVisible(bool(title))
        self.title.setText(title)
        self.about.setText(about)
        self.about.setVisible(bool(about))
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self._show_answers(answers(sight))
        ground = "warn" if waits_for_person(sight.record.run) else "info"
        if self.property("card") != ground:
            self.setProperty("card", ground)
            restyle(self)

    def _show_answers(self, ways: tuple[Way, ...]) -> None:
        if ways == self._ways:
            return
        self._ways = ways
        empty(self._answers)
        self._buttons.clear()
        for way in ways:
            button = Button(self._context.theme, "")
            self._buttons.append(button)
            button.setAccessibleName(f"{way.words}: {way.where}")
            button.clicked.connect(partial(self._answer, way.number))
            self._answers.addWidget(button)
            button.show()  # Qt would do it later than the next key comes
        self._say_keys()

    def _say_keys(self) -> None:
        """Where letters are letters, no key of theirs is said."""
        for way, button in zip(self._ways, self._buttons, strict=True):
            said = answer_words(way)
            button.setText(said if self._typing.is_typing else f"{way.key}   {said}")

    def _answer(self, exit_: int) -> None:
        self.answered.emit(exit_)

    def _said(self, sight: Sight) -> tuple[str, str, str]:
        """What it says, why, and what its button does."""
        state, vault = sight.state, self._context.vault
        if not state.status.is_open:
            return "", "", ""
        who = name_of(vault, state.holder)
        said = _("“{words}”").format(words=state.said) if state.said else ""
        if waits_for_person(sight.record.run):
            return _("{name} hands this run over to you").format(name=who), said, _("Take over (T)")
        if state.offered is not None:
            to = name_of(vault, state.offered)
            title = _("Handed over, and waits for: {name}").format(name=to)
            about = _("It goes on when it is taken. Until then you may go on yourself.")
            return title, "\n".join(filter(None, (said, about))), _("Take back (T)")
        if not state.holder.is_person:
            about = _("You see each step as it is reported.")
            title = _("{name} has this run").format(name=who)
            return title, about, _("Take over (T)")
        if state.status is RunStatus.PAUSED:
            about = _("Its clock stands still. Whatever you do next goes on with it.")
            return _("Paused"), about, ""
        return "", "", ""
