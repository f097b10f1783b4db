"""What is said below the proposed values: what is fine, what was refused, what could be had."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.enrichment.enrich import Part
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.proposals.describe.value_row import part_name
from app.ui.widgets.buttons import Button
from app.ui.widgets.emptying import empty
from app.ui.widgets.labels import card, label

MARK = 14
LONGEST = 300
"""Letters of a value that is fine and only mentioned."""


@dataclass(frozen=True, slots=True)
class Said:
    """`fine` are the values that stay as they are; `more` says why there is no model, if so."""

    fine: Mapping[Part, tuple[str, ...]] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    more: str = ""


class Saying(QWidget):
    """`again` asks the model once more, `settings` leads to where one is chosen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._said = Said()
        self.again = Button(theme, _("Ask the model again"), size="small", icon="refresh")
        self.settings = Button(theme, _("Settings"), size="small", icon="settings")
        self._more = label("", "secondary", wrap=True)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(6)
        row = QHBoxLayout()
        row.setContentsMargins(12, 8, 10, 8)
        row.setSpacing(10)
        row.addWidget(self._more, 1)
        row.addWidget(self.settings)
        self._well = card("well")
        self._well.setLayout(row)
        foot = QHBoxLayout()
        foot.setContentsMargins(22, 0, 0, 0)
        foot.addWidget(self.again)
        foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(self._lines)
        column.addLayout(foot)
        column.addWidget(self._well)
        self.say(Said())
        theme.changed.connect(self._fill)

    def say(self, said: Said) -> None:
        """Say this in the place of what was said before."""
        self._said = said
        self._more.setText(said.more)
        self._well.setVisible(bool(said.more))
        self._fill()

    def refuse(self, sentences: tuple[str, ...]) -> None:
        """Say also what did not come about."""
        self.say(Said(self._said.fine, sentences, self._said.more))

    @property
    def sentences(self) -> tuple[str, ...]:
        """Everything that is said, in its order."""
        return (*self._fine, *self._said.refused)

    def _fill(self) -> None:
        empty(self._lines)
        for sentence in self._fine:
            self._lines.addWidget(self._line("check", "ok", sentence))
        for sentence in self._said.refused:
            self._lines.addWidget(self._line("warn", "warn", sentence))

    @property
    def _fine(self) -> tuple[str, ...]:
        return tuple(_fine(part, texts) for part, texts in self._said.fine.items())

    def _line(self, icon: str, colour: str, sentence: str) -> QWidget:
        made, mark = QWidget(), QLabel()
        mark.setPixmap(
            self._theme.pixmap(icon, colour, self._theme.scaled(MARK), self.devicePixelRatioF())
        )
        row = QHBoxLayout(made)
        row.setContentsMargins(1, 0, 0, 0)
        row.setSpacing(9)
        row.addWidget(mark)
        row.addWidget(label(sentence, "secondary", wrap=True), 1)
        return made


def _fine(part: Part, texts: Iterable[str]) -> str:
    said = "; ".join(texts)
    said = said if len(said) <= LONGEST else f"{said[:LONGEST].rstrip()}…"
    return _("{part}: {said}").format(part=part_name(part), said=said)
