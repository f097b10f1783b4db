"""What is searched for in the sky: the rest is dimmed, and the keys go on at the best match."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel

from app.core.errors import AppError
from app.core.matching.query import Query
from app.core.memory.filters import Filters
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import recall
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.focus import MOST_LIT
from app.ui.views.constellation.sky_view import SkyView
from app.ui.widgets.search_field import SearchField
from app.ui.widgets.searching import Found, Searching

SOON = 250
"""Milliseconds without a letter until the question is compared by what it means."""
_MOST = 50
"""Stars that are found by what is meant alone."""
_CLEAR = 2 / 3
"""Of the score of the best of them, what a star must have: weak ones light up half the sky."""


class StarSearch(QObject):
    """As in the library: names, and what the skills say; then what answers the question, as recall
    finds it. `said` has how many there are.

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
        self._said = ""
        """How many there are, without how many of them are shown."""
        self._found: tuple[int, ...] = ()
        """The stars that were found, the best first."""
        self._stepped_to: int | None = None
        """The one among them that the person chose."""
        self._context = context
        self._by_words: Found | None = None
        self._meaning: Job | None = None
        self._soon = QTimer(self, interval=SOON, singleShot=True)
        self._soon.timeout.connect(self._look_by_meaning)
        self._searching = Searching(context, box)
        self._searching.asked.connect(self._look)
        self._searching.found.connect(self._show)
        self._searching.best_wanted.connect(self._leave)
        self._searching.list_wanted.connect(self._leave)
        box.left.connect(self._leave)
        sky.dismissed.connect(box.clear)
        self.said.linkActivated.connect(self._searching.take_meant)

    def show_chart(self, chart: Chart) -> None:
        """Look again, in another sky."""
        self._chart, self._found, self._stepped_to = chart, (), None
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
        self._stepped_to = self._found[at % len(self._found)]
        self._sky.select(self._stepped_to)
        return True

    def _look(self) -> None:
        chart, query = self._chart, Query(self._box.text())
        self._stop_meaning()
        self._stepped_to = None
        if chart is None:
            return
        if query:
            self.begun.emit()
            self._searching.look(query, lambda: [star.id for star in chart.stars])
        else:
            self._searching.stop()
            self._found, self._said = (), ""
            self.count()
            self.ended.emit()

    def _show(self, found: Found) -> None:
        self._by_words = found
        self._light(found.skills)
        self._soon.start()

    def _look_by_meaning(self) -> None:
        """Compare what was typed with what the skills are for, beside the window."""
        vault, embedding = self._context.vault, self._context.embedding
        found = self._by_words
        if found is None or found.meant is not None:
            return
        typed = found.query.typed

        def work(_job: Job) -> tuple[int, ...]:
            question = ask(vault, typed, embedding.at_hand)
            only = Filters(what="skill")
            # What a hit calls is a line away from it, and has a line to it here.
            hits = recall(vault, question, only, limit=_MOST, hop=False, capped=False)
            least = _CLEAR * max((hit.score for hit in hits), default=0.0)
            return tuple(hit.id for hit in hits if hit.score >= least)

        self._meaning = self._context.jobs.start(
            self, _("Searching"), work, self._show_meant, self._on_trouble
        )

    def _show_meant(self, skills: tuple[int, ...]) -> None:
        self._meaning = None
        if self._by_words is not None:
            self._light(tuple(dict.fromkeys((*self._by_words.skills, *skills))))

    def _on_trouble(self, error: Exception) -> None:
        """What the words found stays."""
        self._meaning = None
        if not isinstance(error, AppError):
            self._context.jobs.failed.emit(self, error)

    def _stop_meaning(self) -> None:
        self._soon.stop()
        self._by_words = None
        if self._meaning is not None:
            self._meaning.cancel()
            self._meaning = None

    def _light(self, skills: Sequence[int]) -> None:
        """Dim all stars but these, the best first."""
        found = self._by_words
        if self._chart is None or found is None:
            return
        index = self._chart.index
        self._found = tuple(index[skill] for skill in skills if skill in index)
        worded = {index[skill] for skill in found.skills if skill in index}
        self._sky.find(frozenset(self._found), self._found, frozenset(self._found) - worded)
        count, more = len(self._found), len(skills) - len(found.skills)
        said = ngettext("{count} match", "{count} matches", count).format(count=count)
        if more:
            said = _("{matches}, {count} by meaning").format(matches=said, count=more)
        elif found.meant is not None:
            said = _("Did you mean {close}?").format(close=f"<a href='#'>{escape(found.meant)}</a>")
        if count > MOST_LIT:
            said = _("{matches}, the best {count} stand out").format(matches=said, count=MOST_LIT)
        self._said = said
        self.count()

    def count(self) -> None:
        """Say how many there are, and how many of them around the selection if that is shown."""
        words, around = self._said, self._sky.focus.around
        if self._found and around is not None:
            count = len(around.intersection(self._found))
            words = _("{matches}, {count} of them shown").format(matches=words, count=count)
        if words != self.said.text():
            self.said.setText(words)
            self.told.emit()

    def _match(self) -> int | None:
        """The star that was stepped to and is still selected, else the best."""
        stepped = self._stepped_to
        if stepped in self._found and stepped == self._sky.focus.selected:
            return stepped
        return next(iter(self._found), None)

    def _leave(self) -> None:
        self.left.emit(self._match())
