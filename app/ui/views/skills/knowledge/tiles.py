"""The figures at the head of the Knowledge page, each with a line that explains it."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.words import _, ngettext
from app.ui.views.skills.knowledge.facts import Facts
from app.ui.views.skills.knowledge.who import called
from app.ui.widgets.ages import age
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import card, label, rule
from app.ui.widgets.moments import moment
from app.ui.widgets.percent import percent

LETTERS = 14
"""So many are as wide as a figure with its words."""
RECENT = 14
"""Days that count as lately."""


class Tiles(QWidget):
    """Figures between hairlines, in one row or, where they would be cut, in two."""

    def __init__(self, count: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells: list[tuple[QLabel, QLabel, QLabel]] = []
        ground = card()
        self._grid = QGridLayout(ground)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._columns = 0
        self._places = [self._place() for _n in range(count)]
        self._between = rule()
        self._arrange(count)
        around = QHBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(ground)

    def _place(self) -> tuple[QWidget, QFrame]:
        """A figure, and the hairline before it."""
        place, line = QWidget(), rule("down")
        row = QHBoxLayout(place)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(line)
        row.addLayout(self._cell(), 1)
        return place, line

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        self._between.setVisible(columns < len(self._places))
        self._grid.addWidget(self._between, 1, 0, 1, columns)
        for number, (place, line) in enumerate(self._places):
            self._grid.addWidget(place, 2 * (number // columns), number % columns)
            line.setVisible(number % columns > 0)
        for column in range(len(self._places)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def _cell(self) -> QVBoxLayout:
        figure, word, below = label("", "pane"), Elided("", "secondary"), Elided("", "muted")
        self._cells.append((figure, word, below))
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(figure)
        top.addWidget(word, 1)
        column = QVBoxLayout()
        column.setContentsMargins(12, 9, 6, 9)
        column.setSpacing(2)
        column.addLayout(top)
        column.addWidget(below)
        return column

    def show_figures(self, figures: Sequence[tuple[str, str, str]]) -> None:
        """Figure, what it counts, and what explains it."""
        for (figure, word, below), said in zip(self._cells, figures, strict=True):
            figure.setText(said[0])
            word.setText(said[1])
            below.setText(said[2])
            below.setAccessibleName(" ".join(said))

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        count, letter = len(self._places), self.fontMetrics().averageCharWidth()
        fits = self.width() >= count * LETTERS * letter
        self._arrange(count if fits else (count + 1) // 2)


def figures(found: Facts, now: datetime) -> tuple[tuple[str, str, str], ...]:
    """Importance, uses, success, memories, callers and the last use."""
    since = now - timedelta(days=RECENT)
    lately = sum(1 for use in found.uses if use.at >= since)
    last, done = (found.uses[0] if found.uses else None), found.success
    return (
        (f"{found.trend.now.value:.2f}", _("Importance"), change_words(found)),
        (
            str(len(found.uses)),
            ngettext("Use", "Uses", len(found.uses)),
            _("{count} in {days} days").format(count=lately, days=RECENT),
        ),
        (
            percent(done.rate) if done.rate is not None else "–",
            _("Success"),
            _("{good} of the last {known}").format(good=done.succeeded, known=done.known)
            if done.known
            else _("no outcomes yet"),
        ),
        (
            str(len(found.memories)),
            ngettext("Memory", "Memories", len(found.memories)),
            _("linked to it"),
        ),
        (
            str(found.callers),
            ngettext("Caller", "Callers", found.callers),
            ngettext("{count} related skill", "{count} related skills", len(found.related)).format(
                count=len(found.related)
            ),
        ),
        (
            _ago(last.at, now) if last else "–",
            _("Last use"),
            _("{when} by {agent}").format(when=moment(last.at, now), agent=called(last.agent))
            if last
            else _("not used yet"),
        ),
    )


def _ago(then: datetime, now: datetime) -> str:
    said = age(then, now)
    return said if said == _("now") else _("{time} ago").format(time=said)


def change_words(found: Facts) -> str:
    """How the importance moved lately, such as "+0.06 in 30 days"."""
    days = min(30, len(found.trend.points) - 1)
    if days < 1:
        return _("new today")
    change = f"{found.trend.since(days):+.2f}".replace("-", "−")
    said = ngettext("{change} in {count} day", "{change} in {count} days", days)
    return said.format(change=change, count=days)
