"""How a call, branch or loop of a step looks. Public names: `LOOKS`, `PillBox`,
`begin_right`, `in_rows`."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from app.ui.theme.theme import Theme
from app.ui.widgets.bidi import has_right
from app.ui.widgets.prose.hits import Hit, hit_formats, paint_ground, paint_hits
from app.ui.widgets.prose.paragraph import Paragraph, TypeSize
from app.ui.widgets.prose.pill_text import PillText
from app.ui.widgets.prose.text_style import scaled

RADIUS = 5
LINE, EDGE = 18, 3
"""A line of a pill at the usual size of text, and what is above and below."""
ICON = 14
"""Px at the usual size of text."""
LEFT, GAP, RIGHT = 8, 6, 10
BETWEEN = 6
"""Px between pills."""

LOOKS = {
    "call": ("call", "acc", "acc_soft", "acc_line"),
    "unknown": ("call", "err", "err_soft", "err_line"),
    "branch": ("branch", "goal:Trigger", "soft:Trigger", ""),
    "loop": ("loop", "goal:Prerequisites", "soft:Prerequisites", ""),
}
"""Icon, its colour, ground and frame of each kind."""
Stretch = tuple[int, int]


class PillBox:
    """A pill in `room` px; one that is too long goes on in another line."""

    def __init__(self, theme: Theme, said: PillText, room: float) -> None:
        self._theme, self.said = theme, said
        self._words = words = Paragraph(theme, said.runs, TypeSize(12, LINE), framed=True)
        self._line = words.line
        self._icon = scaled(theme, ICON)
        self._left = LEFT + self._icon + GAP if said.kind in LOOKS else 0
        height = words.height_for(room - self._left - RIGHT)
        lines = map(words.layout.lineAt, range(words.layout.lineCount()))
        width = self._left + max((line.naturalTextWidth() for line in lines), default=0) + RIGHT
        self.bounds = QRectF(0, 0, round(width + 0.5), height + 2 * EDGE)

    def paint(
        self,
        painter: QPainter,
        place: QRectF,
        *,
        hovered: bool = False,
        hits: Sequence[Hit] = (),
        changed: Sequence[Stretch] = (),
        token: str = "",
    ) -> None:
        """At its place; stretches (Qt's positions) of what was found or has `changed`."""
        theme = self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.said.kind in LOOKS:
            icon, ink, ground, frame = LOOKS[self.said.kind]
            painter.setPen(theme.colour(frame) if frame else Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(ground))
            if self.said.is_understood:
                painter.setPen(theme.colour("line2"))
                painter.setBrush(Qt.BrushStyle.NoBrush)
            if hovered:
                painter.setPen(theme.colour(ink))
            painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
            mark = theme.pixmap(icon, ink, self._icon, painter.device().devicePixelRatio())
            top = place.top() + EDGE + (self._line - self._icon) / 2
            painter.drawPixmap(QPointF(place.left() + LEFT, top), mark)
        at = QPointF(place.left() + self._left, place.top() + EDGE)
        words = self._words
        for start, end in changed:
            places = words.shown(start, end)
            paint_ground(painter, words.layout, *places, theme.colour(token), at)
        shown = [(*words.shown(start, end), now) for start, end, now in hits]
        paint_hits(painter, theme, words.layout, shown, at)
        words.paint(painter, at, hit_formats(theme, hits))


def begin_right(pills: Sequence[PillText], words: Paragraph) -> bool:
    """Whether pills begin at the right, as the words do that they stand below; without words by
    what they say themselves."""
    return words.is_right or (
        not words.text.strip() and any(has_right(pill.text) for pill in pills)
    )


def in_rows(boxes: Sequence[PillBox], room: float, *, from_right: bool = False) -> float:
    """Place the pills side by side in rows of `room` px; the height of all rows."""
    x = y = tallest = 0.0
    for box in boxes:
        if x and x + box.bounds.width() > room:
            x, y, tallest = 0.0, y + tallest + BETWEEN, 0.0
        box.bounds.moveTo(x, y)
        x += box.bounds.width() + BETWEEN
        tallest = max(tallest, box.bounds.height())
    for box in boxes if from_right else ():
        box.bounds.moveRight(room - box.bounds.left())
    return y + tallest
