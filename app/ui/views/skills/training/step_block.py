"""A step in the rewriting: its number, its sentences, and what there is to say about them."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.training.proposal import Choice
from app.core.training.rewriting.rewrite import Rewrite, RewrittenStep
from app.core.training.rewriting.verdict import Kind
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.training.sentence_card import SentenceCard
from app.ui.views.skills.training.sentence_text import SentenceText
from app.ui.views.skills.training.verdict_signs import Look, Run, runs, told
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.labels import label
from app.ui.widgets.prose.step_prose import Prose

RADIUS, LEFT = 10, 30


class StepBlock(QWidget):
    """`pointed(part)`; `decided(part, Choice)`; `owned(part)`; `whole(Choice)` of the step."""

    pointed = Signal(int)
    entered = Signal()
    decided = Signal(int, object)
    owned = Signal(int)
    whole = Signal(object)

    def __init__(
        self,
        theme: Theme,
        position: int,
        name: str,
        said: str,
        read: Callable[[str], Prose],
        parent: QWidget | None = None,
    ) -> None:
        """`name` is what the step is called (`2.1`), `said` how its author wrote it, and `read` how
        its words are shown.
        """
        super().__init__(parent)
        self._theme, self.position, self._name = theme, position, name
        self._original = " ".join(said.split())
        self._busy = False
        self.text = SentenceText(theme, read)
        self.text.setAccessibleName(_("Step {number}").format(number=name))
        self.note = label("", "caption", wrap=True)
        self.cards: list[SentenceCard] = []
        number = {"number": name}
        everything = _("Accept everything in step {number} that passed").format(**number)
        self.all = IconButton(theme, "checks", everything, size="small")
        mine = _("Leave step {number} as you wrote it").format(**number)
        self.none = IconButton(theme, "undo", mine, size="small")
        self.text.pointed.connect(self.pointed)
        self.text.entered.connect(self.entered)
        self.all.clicked.connect(lambda: self.whole.emit(Choice.ACCEPTED))
        self.none.clicked.connect(lambda: self.whole.emit(Choice.REJECTED))
        self._lay_out()
        self.show_waiting()

    def show_waiting(self) -> None:
        """Not asked about: as its author wrote it."""
        self._show((Run(self._original, Look.QUIET),), "")

    def show_writing(self, text: str) -> None:
        """What a model has written so far, which nobody has checked."""
        shown = text or self._original
        look = Look.WRITING if text else Look.QUIET
        self._show((Run(shown, look),), _("Still being written, not checked yet"), busy=True)

    def show_step(
        self, rewrite: Rewrite, step: RewrittenStep, current: int, settled: frozenset[int]
    ) -> None:
        """What came of it; of the `settled` sentences only the `current` one says why."""
        if not step.parts:
            self._show((Run(self._original, Look.QUIET),), step.trouble)
            return
        self._show(tuple(runs(step)), "", current, more=partial(told, rewrite, self.position))
        for number, part in enumerate(step.parts):
            rejected = part.verdict.kind is Kind.REJECTED and not part.own
            asks = part.verdict.kind is Kind.CLOSE and part.choice is Choice.OPEN
            if number == current or (number not in settled and (rejected or asks)):
                self._add_card(rewrite, number, keyed=number == current)
        new = any(part.is_new for part in step.parts)
        self.all.setVisible(new and any(p.is_new and p.verdict.passes for p in step.parts))
        self.none.setVisible(new)

    def _show(
        self,
        shown: tuple[Run, ...],
        note: str,
        current: int = -1,
        *,
        busy: bool = False,
        more: Callable[[int], str] = str,
    ) -> None:
        for card in self.cards:
            card.hide()
            card.deleteLater()
        self.cards = []
        self.text.show_runs(shown, current, more)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.all.hide()
        self.none.hide()
        self._busy = busy
        self.update()

    def _add_card(self, rewrite: Rewrite, number: int, *, keyed: bool) -> None:
        card = SentenceCard(self._theme, rewrite, self.position, number, keyed=keyed)
        card.decided.connect(lambda choice: self.decided.emit(number, choice))
        card.owned.connect(lambda: self.owned.emit(number))
        self.cards.append(card)
        self._column.addWidget(card)

    def _lay_out(self) -> None:
        self._column = QVBoxLayout()
        self._column.setSpacing(6)
        self._column.addWidget(self.text)
        self._column.addWidget(self.note)
        tools = QVBoxLayout()
        tools.setSpacing(0)
        tools.addWidget(self.all)
        tools.addWidget(self.none)
        tools.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(LEFT, 4, 0, 2)
        row.setSpacing(4)
        row.addLayout(self._column, 1)
        row.addLayout(tools)

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self._theme.colour
        circle = QRectF(0.5, 7.5, 2 * RADIUS, 2 * RADIUS)
        painter.setPen(QPen(colour("acc" if self._busy else "line2"), 1))
        painter.setBrush(colour("acc_soft" if self._busy else "bg2"))
        painter.drawEllipse(circle)
        painter.setPen(colour("acc" if self._busy else "t2"))
        painter.setFont(self._theme.font(11 if len(self._name) < 3 else 10, 500))
        painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, self._name)
        if self._busy:
            painter.setPen(QPen(colour("acc_line"), 2))
            x = circle.center().x()
            painter.drawLine(QPointF(x, circle.bottom() + 4), QPointF(x, self.height() - 8))
