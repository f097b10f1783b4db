"""What is wrong with a step, at the bottom of its card, with the repair beside it."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.core.words import _
from app.ui.commands import key_text
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.tips import plain_tip

HEIGHT = 31
ICON = 14
KEYS = "Ctrl+."


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding as a card shows it; `action` is what its button says, empty when there is none."""

    text: str
    severe: bool
    action: str
    more: bool
    """Whether there are other ways to settle it."""
    is_question: bool = False
    """Whether its words ask what was meant."""
    answers: tuple[str, ...] = ()
    """Of what is a question, the other answers that have a button of their own."""


class ProblemStrip(QWidget):
    """Shows the gravest problem; how many more there are is said behind it."""

    repair_wanted = Signal()
    answer_wanted = Signal(int)
    """One of the other answers, by its place among all of them."""
    more_wanted = Signal(QPoint)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._problem: Problem | None = None
        self._writable = True
        self._reachable = False
        self._icon = QLabel()
        self._words = label("", "body", wrap=True)
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._repair = Button(theme, "", "danger", size="small")
        self._repair.clicked.connect(self._ask_for_repair)
        self._answers: list[Button] = []
        self._more = IconButton(theme, "more", _("More fixes"), size="small", colour="t2")
        self._more.clicked.connect(self._on_more)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(12, 3, 6, 4)
        row.setSpacing(8)
        row.addWidget(self._icon)
        row.addWidget(self._words, 1)
        row.addWidget(self._repair)
        row.addWidget(self._more)
        theme.changed.connect(self._paint_icon)

    @property
    def severe(self) -> bool:
        return self._problem is not None and self._problem.severe

    @property
    def _sign(self) -> str:
        is_question = self._problem is not None and self._problem.is_question
        return "help" if is_question else "warn"

    def show_problems(self, problems: Sequence[Problem]) -> None:
        first = problems[0]
        self._problem = first
        others = len(problems) - 1
        also = _("({count} more)").format(count=others) if others else ""
        self._words.setText(f"{first.text} {also}".rstrip())
        self._words.setToolTip(plain_tip("\n".join(problem.text for problem in problems)))
        self._repair.setProperty("kind", "danger" if first.severe else "secondary")
        restyle(self._repair)
        self._name_repair()
        self._repair.setAccessibleName(first.action)
        self._repair.setVisible(bool(first.action) and self._writable)
        self._show_answers(first.answers)
        self._more.setVisible((first.more or bool(others)) and self._writable)
        self._paint_icon()

    def _show_answers(self, answers: Sequence[str]) -> None:
        for button in self._answers:
            button.hide()
            button.deleteLater()
        self._answers = []
        for which, answer in enumerate(answers, 1):
            button = Button(self._theme, answer, "quiet", size="small")
            button.setFocusPolicy(self._repair.focusPolicy())
            button.clicked.connect(lambda _down, which=which: self.answer_wanted.emit(which))
            button.setVisible(self._writable)
            self._row.insertWidget(self._row.indexOf(self._more), button)
            self._answers.append(button)

    def set_writable(self, writable: bool) -> None:
        """Whether problems can be settled here."""
        self._writable = writable
        if not writable:
            for button in (self._repair, self._more, *self._answers):
                button.hide()

    def set_reachable(self, reachable: bool) -> None:
        """Whether Tab comes here, and the key for repairs acts here."""
        self._reachable = reachable
        self._name_repair()
        policy = Qt.FocusPolicy.TabFocus if reachable else Qt.FocusPolicy.ClickFocus
        for button in (self._repair, self._more, *self._answers):
            button.setFocusPolicy(policy)

    def _name_repair(self) -> None:
        action = self._problem.action if self._problem is not None else ""
        self._repair.setText(f"{action}   {key_text(KEYS)}" if self._reachable else action)

    def _paint_icon(self) -> None:
        name, token = ("error", "err") if self.severe else (self._sign, "warn")
        scale = self.devicePixelRatioF()
        self._icon.setPixmap(self._theme.pixmap(name, token, self._theme.scaled(ICON), scale))

    def _ask_for_repair(self) -> None:
        self.repair_wanted.emit()

    def _on_more(self) -> None:
        self.more_wanted.emit(self._more.mapToGlobal(QPoint(0, self._more.height())))

    # Qt

    def heightForWidth(self, width: int) -> int:
        """All its words can be read, also when a key stands in the button beside them."""
        room, margins = width - self._row.sizeHint().width(), self._row.contentsMargins()
        if not self._reachable and not self._repair.isHidden():
            room -= self._repair.fontMetrics().horizontalAdvance(f"   {key_text(KEYS)}")
        words = self._words.heightForWidth(max(room, 1))
        parts = (self._repair, self._more, *self._answers)
        high = max((part.sizeHint().height() for part in parts if not part.isHidden()), default=0)
        return max(HEIGHT, max(words, high) + margins.top() + margins.bottom())
