"""How far a run is, in one piece for each step. Public name: `StepsBar`."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.core.runs.state import Mark, Stage
from app.core.runs.undone import top_marks
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.views.runs.following import Sight

HEIGHT, GAP, LEAST = 4, 4, 3
"""Px; where a piece would be narrower than the last, there is one bar."""
BEGUN = 16
"""Px of the only step while it is to be done: a full piece would say that it is."""


_TOKENS = {Mark.DONE: "ok", Mark.SKIPPED: "t4", Mark.FAILED: "err", None: "line2"}


class StepsBar(QWidget):
    """Done in green, failed in red, skipped in a strong grey, the present step in blue; what is to
    come and what was passed by in a soft grey."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._done, self._of, self._open = 0, 0, False
        self.left: tuple[Mark | None, ...] = ()
        """How each step was left that is behind; None for one that was passed by."""
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_sight(self, sight: Sight) -> None:
        """Where a run is among the steps of the procedure itself."""
        run, marks = sight.record.run, top_marks(sight.record.program, sight.state)
        at_step = sight.state.frames[0].stage not in (Stage.ENTRY, Stage.END)
        self._done, self._of, self._open = run.done, run.steps, run.status.is_open and at_step
        left = [marks.get(place) for place in range(run.done)]
        if not self._open and marks.get(run.done) is Mark.FAILED:
            left.append(Mark.FAILED)  # with it the procedure was given up
        self.left = tuple(left)
        self._say()
        self.update()

    def _say(self) -> None:
        done, failed, skipped = map(self.left.count, (Mark.DONE, Mark.FAILED, Mark.SKIPPED))
        said = [_("{done} of {of} steps done").format(done=done, of=self._of)]
        if failed:
            said.append(ngettext("{count} failed", "{count} failed", failed).format(count=failed))
        if skipped:
            words = ngettext("{count} skipped", "{count} skipped", skipped)
            said.append(words.format(count=skipped))
        self.setAccessibleName(_(", ").join(said))

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        count = max(self._of, 1)
        width = (self.width() - GAP * (count - 1)) / count
        gap: float = GAP
        if width < LEAST:
            gap, width = 0, self.width() / count
        for number in range(count):
            here = self._open and number == self._done
            token = "acc" if here else "line2"
            if number < len(self.left):
                token = _TOKENS[self.left[number]]
            painter.setBrush(self._theme.colour("line2" if here and count == 1 else token))
            piece = QRectF(number * (width + gap), 0, width, HEIGHT)
            radius = HEIGHT / 2 if gap else 0
            painter.drawRoundedRect(piece, radius, radius)
            if here and count == 1:
                painter.setBrush(self._theme.colour(token))
                piece.setWidth(min(BEGUN, width))
                painter.drawRoundedRect(piece, radius, radius)
