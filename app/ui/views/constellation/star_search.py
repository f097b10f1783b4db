"""What is searched for in the sky: the rest is dimmed, and the keys go on at the best match."""

from html import escape

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QLabel

from app.core.errors import AppError
from app.core.matching.query import Query, fit, spaced
from app.core.memory.filters import Filters
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import recall
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.focus import MOST_LIT
from app.ui.views.constellation.sky_view import SkyView
from app.ui.views.constellation.spoken import speak
from app.ui.widgets.search_field import SearchField
from app.ui.widgets.searching import Found, Searching

SOON = 250
"""Milliseconds without a letter until the question is compared by what it means."""
_MOST = 50
"""Stars that are found by what is meant alone."""
_CLEAR = 2 / 3
"""Of the score of the best of them, what a star must have: weak ones light up half the sky."""
_CLOSE, _WIDE = "#close", "#wide"
"""Where the words that can be clicked lead: to what was meant, to what is alike in meaning."""


class StarSearch(QObject):
    """As in the library: names, and what the skills say; then what answers the question, as recall
    finds it. `said` has how many there are.

    Who typed a name means that skill: what answers it as a question waits until it is asked for.

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
        self._by_meaning: tuple[int, ...] = ()
        """Skills that have not the words."""
        self._widened: str | None = None
        """What was typed when those were asked for, too."""
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
        self.said.linkActivated.connect(self._follow)

    def show_chart(self, chart: Chart) -> None:
        """Look again, in another sky."""
        self._chart, self._found, self._stepped_to = chart, (), None
        self._look()

    def update_chart(self, chart: Chart) -> None:
        """One with the same stars."""
        self._chart = chart

    def step(self, by: int) -> bool:
        """To the next match, best first, or the one before; after the last come those that wait,
        then the first.

        False if nothing is searched for.
        """
        if not self._found:
            return False
        selected = self._sky.focus.selected
        at = self._found.index(selected) + by if selected in self._found else 0
        if at == len(self._found):
            self._widen()
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
            self._found, self._said, self._widened = (), "", None
            self.count()
            self.ended.emit()

    def _show(self, found: Found) -> None:
        self._by_words = found
        self._light()
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
            worded = set(self._by_words.skills)
            self._by_meaning = tuple(skill for skill in skills if skill not in worded)
            self._light()

    def _on_trouble(self, error: Exception) -> None:
        """What the words found stays."""
        self._meaning = None
        if not isinstance(error, AppError):
            self._context.jobs.failed.emit(self, error)

    def _stop_meaning(self) -> None:
        self._soon.stop()
        self._by_words, self._by_meaning = None, ()
        if self._meaning is not None:
            self._meaning.cancel()
            self._meaning = None

    @property
    def _waiting(self) -> int:
        """How many are alike in meaning and not shown, because a name has the words."""
        found, chart = self._by_words, self._chart
        if found is None or chart is None or found.query.typed == self._widened:
            return 0
        best = next((chart.index[skill] for skill in found.skills if skill in chart.index), None)
        if best is None or not self._is_named(best, found.query):
            return 0  # a name that has the words comes before every text
        return len(self._by_meaning)

    def _is_named(self, star: int, query: Query) -> bool:
        """Whether the name of a star has the words."""
        chart = self._chart
        return chart is not None and fit(query, spaced(chart.stars[star].row.title)) is not None

    def _widen(self) -> None:
        """Show those that wait as well."""
        if self._waiting and self._by_words is not None:
            self._widened = self._by_words.query.typed
            self._light()

    def _follow(self, link: str) -> None:
        if link == _WIDE:
            self._widen()
        else:
            self._searching.take_meant()

    def _light(self) -> None:
        """Dim all stars but those that were found, the best first."""
        found = self._by_words
        if self._chart is None or found is None:
            return
        index = self._chart.index
        meant = () if self._waiting else self._by_meaning
        worded = [index[skill] for skill in found.skills if skill in index]
        self._found = (*worded, *(index[skill] for skill in meant if skill in index))
        every = frozenset(self._found)
        named = {star for star in worded if self._is_named(star, found.query)}
        faint = frozenset(worded) - named if named else frozenset()
        self._sky.find(every, self._found, every - set(worded), faint)
        count, more = len(self._found), len(meant)
        said = ngettext("{count} match", "{count} matches", count).format(count=count)
        if more:
            said = _("{matches}, {count} by meaning").format(matches=said, count=more)
        elif found.meant is not None:
            close = _link(_CLOSE, escape(found.meant))
            said = _("Did you mean {close}?").format(close=close)
        if count > MOST_LIT:
            said = _("{matches}, the best {count} stand out").format(matches=said, count=MOST_LIT)
        self._said = said
        self.count()

    def count(self) -> None:
        """Say how many there are, how many of them around the selection if that is shown, and how
        many wait."""
        words, around = self._said, self._sky.focus.around
        if self._found and around is not None:
            count = len(around.intersection(self._found))
            words = _("{matches}, {count} of them shown").format(matches=words, count=count)
        if waiting := self._waiting:
            more = ngettext("{count} more by meaning", "{count} more by meaning", waiting)
            wide = _link(_WIDE, more.format(count=waiting))
            words = _("{matches}, {more}").format(matches=words, more=wide)
        if words != self.said.text():
            self.said.setText(words)
            if words:
                speak(self._box, QTextDocumentFragment.fromHtml(words).toPlainText())
            self.told.emit()

    def _match(self) -> int | None:
        """The star that was stepped to and is still selected, else the best."""
        stepped = self._stepped_to
        if stepped in self._found and stepped == self._sky.focus.selected:
            return stepped
        return next(iter(self._found), None)

    def _leave(self) -> None:
        self.left.emit(self._match())


def _link(where: str, words: str) -> str:
    return f"<a href='{where}'>{words}</a>"
