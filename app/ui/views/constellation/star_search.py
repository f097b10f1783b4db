"""What is searched for in the sky: the rest is dimmed, and the keys go on at the best match."""

from html import escape

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QLabel

from app.core.matching.query import Query
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.sky_view import SkyView
from app.ui.widgets.search_field import SearchField
from app.ui.widgets.searching import Found, Searching


class StarSearch(QObject):
    """As in the library: names, and what the skills say. `said` has how many there are.

    `told` when `said` says something else. `begun` when something is looked for, `ended` when
    nothing is any more. `left` carries a star or None: the keyboard goes on among the stars, and
    Enter opens the skill there.
    """

    told = Signal()
    begun = Signal()
    ended = Signal()
    left = Signal(object)

    def __init__(self, context: AppContext, box: SearchField, sky: SkyView) -> None:
        super().__init__(box)
        self._box, self._sky = box, sky
        self.said = QLabel()  # a `label` would cut the words of a link as if they were plain
        self.said.setProperty("role", "caption")
        self.said.setTextFormat(Qt.TextFormat.RichText)
        self._chart: Chart | None = None
        self._found: tuple[int, ...] = ()
        """The stars that were found, the best first."""
        self._searching = Searching(context, box)
        self._searching.asked.connect(self._look)
        self._searching.found.connect(self._show)
        self._searching.best_wanted.connect(self._leave)
        self._searching.list_wanted.connect(self._leave)
        box.left.connect(self._leave)
        self.said.linkActivated.connect(self._searching.take_meant)

    def show_chart(self, chart: Chart) -> None:
        """Look again, in another sky."""
        self._chart, self._found = chart, ()
        self._look()

    def update_chart(self, chart: Chart) -> None:
        """One with the same stars."""
        self._chart = chart

    def step(self, by: int) -> bool:
        """To the next match, best first, or the one before; after the last comes the first.

        False if nothing is searched for.
        """
        if not self._found:
            return False
        selected = self._sky.focus.selected
        at = self._found.index(selected) + by if selected in self._found else 0
        self._sky.select(self._found[at % len(self._found)])
        return True

    def _look(self) -> None:
        chart, query = self._chart, Query(self._box.text())
        if chart is None:
            return
        if query:
            self.begun.emit()
            self._searching.look(query, lambda: [star.id for star in chart.stars])
        else:
            self._searching.stop()
            self._found = ()
            self._tell("")
            self.ended.emit()

    def _show(self, found: Found) -> None:
        if self._chart is None:
            return
        index = self._chart.index
        self._found = tuple(index[skill] for skill in found.skills if skill in index)
        self._sky.find(frozenset(self._found))
        count = len(self._found)
        said = ngettext("{count} match", "{count} matches", count).format(count=count)
        if found.meant is not None:
            said = _("Did you mean {close}?").format(close=f"<a href='#'>{escape(found.meant)}</a>")
        self._tell(said)

    def _tell(self, words: str) -> None:
        if words != self.said.text():
            self.said.setText(words)
            self.told.emit()

    def _match(self) -> int | None:
        """The star that is selected, if it was found, else the best."""
        selected = self._sky.focus.selected
        return selected if selected in self._found else next(iter(self._found), None)

    def _leave(self) -> None:
        self.left.emit(self._match())
