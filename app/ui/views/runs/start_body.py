"""Before a procedure begins: what has to hold, what it is given, and what it is for.

Public name: `StartBody`.
"""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.core.skills.model import GoalKind
from app.core.words import _
from app.ui.context import AppContext
from app.ui.text_keys import writes
from app.ui.views.runs.body import Body
from app.ui.views.runs.enter_field import EnterField
from app.ui.views.runs.following import Sight
from app.ui.views.runs.goal_card import GoalHead, goal_words
from app.ui.views.runs.input_fields import ValueField
from app.ui.views.runs.memory_cards import memory_cards
from app.ui.widgets.labels import card, label
from app.ui.widgets.tick import Tick


class StartBody(Body):
    """Prerequisites are ticked one by one; with one open, it is begun only with a reason."""

    def __init__(self, context: AppContext, sight: Sight) -> None:
        super().__init__(context, sight)
        place = sight.place
        nested = len(place["levels"]) > 1
        title = sight.procedure.title
        said = _("Before “{title}” begins") if nested else title
        self.column.addWidget(_page_title(said.format(title=title)))
        for kind, words in (
            (GoalKind.SUCCESS, place.get("success", "")),
            (GoalKind.OUT_OF_SCOPE, place.get("outOfScope", "")),
        ):
            if words:
                self.column.addWidget(goal_words(context.theme, kind, words))
        for memory in memory_cards(context.theme, sight):
            self.column.addWidget(memory)
        self.ticks: list[Tick] = []
        self.without = EnterField()
        self._without_row = QWidget()
        if asked := place.get("prerequisites", []):
            self.column.addWidget(self._prerequisites(asked))
        if inputs := place.get("inputs", []):
            frame, inside = _card(context, GoalKind.REQUIRES)
            self._add_fields(
                [
                    ValueField(
                        context, one["name"], one["type"], one["value"], optional=one["optional"]
                    )
                    for one in inputs
                ],
                inside,
            )
            self.column.addWidget(frame)
        self.column.addStretch(1)

    @property
    def target(self) -> QWidget | None:
        """The first thing that is open, in the order in which it is shown."""
        tick = next((tick for tick in self.ticks if not tick.isChecked()), None)
        return tick or super().target

    @property
    def ticked(self) -> tuple[int, ...]:
        """The prerequisites that hold, by their numbers from 0."""
        return tuple(n for n, tick in enumerate(self.ticks) if tick.isChecked())

    @property
    def lines(self) -> dict[str, QLineEdit]:
        return {**super().lines, "without": self.without}

    def may_begin(self) -> bool:
        """Whether everything holds, or somebody says why it is begun all the same."""
        if len(self.ticked) == len(self.ticks) or self.without.text().strip():
            return True
        self.ask_why_without()
        self.without.setFocus()
        return False

    def ask_why_without(self) -> None:
        """Show what is missing of the prerequisites."""
        is_open = len(self.ticked) < len(self.ticks) and not self.without.text().strip()
        self._without_row.setVisible(is_open or bool(self.without.text().strip()))

    def _prerequisites(self, asked: list[str]) -> QWidget:
        frame, inside = _card(self._context, GoalKind.PREREQUISITES)
        for words in asked:
            row = QHBoxLayout()
            row.setSpacing(8)
            tick = Tick()
            tick.setAccessibleName(words)
            said = label(words, wrap=True)
            said.setBuddy(tick)
            said.mousePressEvent = lambda _event, tick=tick: tick.click()  # type: ignore[method-assign,misc]
            row.addWidget(tick)
            row.addWidget(said, 1)
            tick.toggled.connect(lambda _on: self._suit())
            self.ticks.append(tick)
            inside.addLayout(row)
        line = QHBoxLayout(self._without_row)
        line.setContentsMargins(0, 4, 0, 0)
        line.addWidget(label(_("Why it begins without"), "warning"))
        self.without.setAccessibleName(_("Why it begins although not all of this holds"))
        self.without.entered.connect(self.entered)
        line.addWidget(self.without, 1)
        inside.addWidget(self._without_row)
        self._without_row.hide()
        return frame

    def _suit(self) -> None:
        if len(self.ticked) == len(self.ticks):
            self._without_row.hide()

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What is typed at a tick is the first value that is missing; only a note has its key."""
        missing = (field.line for field in self.fields if field.is_missing)
        line = next((line for line in missing if line is not None), None)
        if line is None or event.key() in (Qt.Key.Key_Space, Qt.Key.Key_N) or not writes(event):
            super().keyPressEvent(event)
            return
        line.setFocus(Qt.FocusReason.OtherFocusReason)
        QCoreApplication.sendEvent(line, event)


def _page_title(words: str) -> QLabel:
    return label(words, "page", wrap=True)


def _card(context: AppContext, kind: GoalKind) -> tuple[QWidget, QVBoxLayout]:
    frame = card()
    inside = QVBoxLayout(frame)
    inside.setContentsMargins(14, 11, 14, 13)
    inside.setSpacing(8)
    inside.addWidget(GoalHead(context.theme, kind))
    return frame, inside
