"""What lines, sizes and colours mean: filters the layers and counts them."""

from collections import Counter
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.constellation.layers import Layer
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.views.constellation.appearance import (
    COLOUR_WORDS,
    SIZE_WORDS,
    Appearance,
    ColourBy,
    SizeBy,
)
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.focus import Focus
from app.ui.views.constellation.painting.heads import paint_heads
from app.ui.views.constellation.painting.marks import MEANT, ring_pen
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.emptying import empty
from app.ui.widgets.labels import label, rule
from app.ui.widgets.menu_word import MenuWord
from app.ui.widgets.tick import Tick
from app.ui.widgets.tips import plain_tip
from app.ui.window_state import WindowState

_MOST = 7
"""So many colours are explained; more would hide the sky."""
SHARE = 0.6
"""Of the width or the height of the sky, which it may take."""
_SAMPLE = 34
_MARK = 12


def kept_choice(state: WindowState) -> tuple[ColourBy, SizeBy]:
    """What colours and sizes meant the last time."""
    colour = state.word("constellation.colour", "")
    size = state.word("constellation.size", "")
    return (
        next((by for by in ColourBy if by == colour), ColourBy.CLUSTER),
        next((by for by in SizeBy if by == size), SizeBy.IMPORTANCE),
    )


class Legend(QWidget):
    """`layers_changed` carries the layers that are shown; `folded` when it has another size."""

    layers_changed = Signal(object)
    folded = Signal()
    colour_chosen = Signal(object)
    size_chosen = Signal(object)

    def __init__(self, theme: Theme, state: WindowState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._state = theme, state
        self.colour_by, self.size_by = kept_choice(state)
        hidden = state.word("constellation.hidden", "").split()
        self._hidden = {layer for layer in Layer if layer in hidden}
        self._is_folded = state.flag("constellation.folded", default=False)
        self._is_tight = False
        """It would hide the sky, whatever the person wants."""
        self._shown: tuple[tuple[Layer, int], ...] = ()
        self._chart: Chart | None = None
        self._look: Appearance | None = None
        self._around: AbstractSet[int] | None = None
        self._matches: AbstractSet[int] | None = None
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(4)
        self._body = QWidget()
        column = QVBoxLayout(self._body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self._colour = MenuWord(theme, _("Colour by"))
        self._colour.offer(
            {by: words() for by, words in COLOUR_WORDS.items()},
            lambda: self.colour_by,
            self._choose_colour,
        )
        self._size = MenuWord(theme, _("Size by"))
        self._size.offer(
            {by: words() for by, words in SIZE_WORDS.items()},
            lambda: self.size_by,
            self._choose_size,
        )
        self.counts = label("", "secondary")
        self.fold = IconButton(theme, "chevron-down", "", size="small")
        self.fold.clicked.connect(lambda: self._fold(not self._body.isHidden()))
        head = QHBoxLayout()
        head.addWidget(self.counts, 1)
        head.addWidget(self.fold)
        outer.addLayout(head)
        outer.addWidget(self._body)
        self._rows = _column(column, 2)
        column.addWidget(rule())
        column.addWidget(self._colour, 0, Qt.AlignmentFlag.AlignLeft)
        self._colours = _column(column, 1)
        column.addWidget(self._size, 0, Qt.AlignmentFlag.AlignLeft)
        self._hollow = _Meaning(_Dot(theme, -1, hollow=True), _("Deprecated or in quarantine"))
        self._pinned = _Meaning(_Icon(theme, "pin"), _("Pinned: stays when you tidy up"))
        self._dust = _Meaning(_Icon(theme, "memory"), _("Memory of the selected skill"))
        self._by_words = _Meaning(_Ring(theme), _("Found by its words"))
        self._by_meaning = _Meaning(_Ring(theme, MEANT), _("Found by its meaning"))
        for part in (self._hollow, self._pinned, self._dust, self._by_words, self._by_meaning):
            column.addWidget(part)
            part.hide()
        self._colour.show_choice()
        self._size.show_choice()
        self._show_fold(folded=self._is_folded)

    def give_room(self, room: QSize) -> None:
        """Fold it where it would take most of the sky, which is of that size."""
        whole = self._body.sizeHint()
        is_tight = whole.width() > SHARE * room.width() or whole.height() > SHARE * room.height()
        if is_tight != self._is_tight:
            self._is_tight = is_tight
            self._show_fold(folded=is_tight or self._is_folded)

    @property
    def layers(self) -> frozenset[Layer]:
        """The layers that are shown."""
        return frozenset(Layer) - self._hidden

    def show_chart(self, chart: Chart, around: AbstractSet[int] | None = None) -> None:
        """Count what there is, or is shown `around` something; layers without a line are left
        out."""
        if self._chart is None or chart.index != self._chart.index:
            self._matches = None  # they were found in another sky
        self._chart, self._around = chart, around
        self._hollow.setVisible(bool(chart.hollow.any()))
        self._pinned.setVisible(bool(chart.pinned.any()))
        self._count()

    def show_dust(self, shown: bool) -> None:
        """Say what the dots around the selected star are."""
        if self._dust.isHidden() is shown:
            self._dust.setVisible(shown)
            self.folded.emit()

    def show_found(self, focus: Focus) -> None:
        """Count only what a search or a question found, and say how; all again without any."""
        self._by_words.setVisible(len(focus.ranked) > len(focus.meant))
        self._by_meaning.setVisible(bool(focus.meant))
        if focus.matches != self._matches:
            self._matches = focus.matches
            self._count()
        self.folded.emit()

    def show_colours(self, look: Appearance) -> None:
        """What the colours of the stars mean, and how many have each."""
        self._look = look
        self._count_colours()

    def _count(self) -> None:
        chart = self._chart
        if chart is None:
            return
        there = self._counted(chart)
        stars, of = int(there.sum()), len(chart.stars)
        said = ngettext("{count} skill", "{count} skills", of).format(count=of)
        if stars < of:
            said = _("{count} of {all}").format(count=stars, all=said)
        self.counts.setText(said)
        shown = tuple(
            (lines.layer, int(there[lines.ends].all(axis=1).sum())) for lines in chart.lines
        )
        if shown != self._shown:
            self._shown = shown
            empty(self._rows)
            for layer, count in shown:
                _add(
                    self._rows, _Row(self._theme, layer, count, layer in self.layers, self._toggle)
                )
        self._count_colours()

    def _counted(self, chart: Chart) -> NDArray[np.bool_]:
        """Which stars are counted: those that are shown around something, else those found."""
        some = self._matches if self._around is None else self._around
        if some is None:
            return np.ones(len(chart.stars), dtype=bool)
        return np.isin(np.arange(len(chart.stars)), list(some))

    def _count_colours(self) -> None:
        chart, look = self._chart, self._look
        empty(self._colours)
        if self.colour_by is ColourBy.CLUSTER or chart is None or look is None:
            return  # clusters have their names in the sky
        if len(look.colour) != len(chart.stars):
            return  # of another sky: its own comes with it
        counts = Counter(look.colour[self._counted(chart)].tolist())
        for value, colour, _all in look.entries[:_MOST]:
            _add(self._colours, _Colour(self._theme, value, colour, counts[colour]))

    def _keep(self) -> None:
        """Remember what is chosen, also if the program does not end as it should."""
        state, hidden = self._state, sorted(layer.value for layer in self._hidden)
        state.put("constellation.hidden", " ".join(hidden))
        state.put("constellation.colour", self.colour_by.value)
        state.put("constellation.size", self.size_by.value)
        state.put("constellation.folded", self._is_folded)
        state.save()

    def _fold(self, folded: bool) -> None:
        if not self._is_tight:
            self._is_folded = folded
            self._keep()
        self._show_fold(folded=folded)
        self.folded.emit()

    def _show_fold(self, *, folded: bool) -> None:
        self._body.setHidden(folded)
        words = _("Show the legend") if folded else _("Fold the legend")
        self.fold.setIcon(self._theme.icon("chevron-up" if folded else "chevron-down", "t3"))
        self.fold.setAccessibleName(words)
        self.fold.setToolTip(plain_tip(words))

    def _toggle(self, layer: Layer, shown: bool) -> None:
        (self._hidden.discard if shown else self._hidden.add)(layer)
        self._keep()
        self.layers_changed.emit(self.layers)

    def _choose_colour(self, by: ColourBy) -> None:
        self.colour_by = by
        self._colour.show_choice()
        self._keep()
        self.colour_chosen.emit(by)

    def _choose_size(self, by: SizeBy) -> None:
        self.size_by = by
        self._size.show_choice()
        self._keep()
        self.size_chosen.emit(by)


class _Row(QWidget):
    """A layer: whether it is shown, how its lines look, how many there are."""

    def __init__(
        self,
        theme: Theme,
        layer: Layer,
        count: int,
        shown: bool,
        toggled: Callable[[Layer, bool], None],
    ) -> None:
        super().__init__()
        self._layer, self._toggled = layer, toggled
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self._tick = Tick()
        self._tick.setChecked(shown)
        self._tick.setAccessibleName(
            _("Show {layer}, {count}").format(layer=layer.spec.label(), count=count)
        )
        self._tick.toggled.connect(self._toggle)
        row.addWidget(self._tick)
        row.addWidget(LineSample(theme, layer))
        words = label(layer.spec.label(), "secondary")
        if words.text().lower() != layer.value.replace("_", " "):
            said = _("{kind} in packs and on the command line").format(kind=f"“{layer.value}”")
            words.setToolTip(plain_tip(said))
        row.addWidget(words, 1)
        row.addWidget(label(str(count), "caption"))

    def _toggle(self, shown: bool) -> None:
        self._toggled(self._layer, shown)


class LineSample(QWidget):
    """A short line of a layer, with its head, as it looks when it stands out."""

    def __init__(self, theme: Theme, layer: Layer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._layer = theme, layer
        self.setFixedSize(_SAMPLE, 14)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:

        look, ground = self._theme.tokens.edges[self._layer.spec.look], self._theme.tokens.bg2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(look.highlighted), max(look.width, 1.2))
        if look.dash:
            pen.setDashPattern([part / pen.widthF() for part in look.dash])
        painter.setPen(pen)
        middle = self.height() / 2
        painter.drawLine(QPointF(1, middle), QPointF(_SAMPLE - 2, middle))
        ends = np.array([[1.0, middle, _SAMPLE + 1.0, middle]])
        paint_heads(painter, look.head, ends, np.array([2.0]), look.highlighted, ground)


class _Meaning(QWidget):
    """A mark of a star, and what it means."""

    def __init__(self, mark: QWidget, words: str) -> None:
        super().__init__()
        self.mark = mark
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(mark)
        row.addWidget(label(words, "caption"), 1)


class _Icon(QLabel):
    def __init__(self, theme: Theme, icon: str) -> None:
        super().__init__()
        self._theme, self._icon = theme, icon
        self._draw()
        theme.changed.connect(self._draw)

    def _draw(self) -> None:
        self.setPixmap(self._theme.icon(self._icon, "t1").pixmap(_MARK, _MARK))


class _Ring(QWidget):
    """The ring around what a search found."""

    def __init__(self, theme: Theme, dash: Sequence[float] = ()) -> None:
        super().__init__()
        self._theme, self._dash = theme, dash
        self.setFixedSize(_MARK, _MARK)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(ring_pen(self._theme.tokens.warn, self._dash))
        painter.drawEllipse(QRectF(1, 1, _MARK - 2, _MARK - 2))


class _Colour(QWidget):
    def __init__(self, theme: Theme, value: str, colour: int, count: int) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(_Dot(theme, colour))
        row.addWidget(label(value, "caption"), 1)
        row.addWidget(label(str(count), "caption"))


class _Dot(QWidget):
    def __init__(self, theme: Theme, colour: int, *, hollow: bool = False) -> None:
        super().__init__()
        self._theme, self._colour, self._hollow = theme, colour, hollow
        self.setFixedSize(_MARK, _MARK)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(tokens.t3 if self._colour < 0 else tokens.cluster(self._colour))
        painter.setPen(QPen(colour, 1.4) if self._hollow else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if self._hollow else colour)
        painter.drawEllipse(QRectF(2, 2, 8, 8))


def _column(above: QVBoxLayout, spacing: int) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(spacing)
    above.addLayout(column)
    return column


def _add(column: QVBoxLayout, row: QWidget) -> None:
    column.addWidget(row)
    row.show()
