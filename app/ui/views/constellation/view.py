"""The constellation page: the sky or its table, what is searched for, what is selected."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.core.changes import Changes
from app.core.constellation import places
from app.core.constellation.layers import Layer
from app.core.constellation.question import Question
from app.core.graph.free_places import Position
from app.ui.context import AppContext
from app.ui.views.constellation import keys, surroundings
from app.ui.views.constellation.acting import Acting
from app.ui.views.constellation.answer_bar import AnswerBar
from app.ui.views.constellation.answers import Answers
from app.ui.views.constellation.appearance import Appearance, ColourBy
from app.ui.views.constellation.asking import ask_button
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.chosen_bar import ChosenBars
from app.ui.views.constellation.detail import Detail
from app.ui.views.constellation.drawn_sky import DrawnSky
from app.ui.views.constellation.kept_reach import KeptReach
from app.ui.views.constellation.kept_selection import KeptSelection
from app.ui.views.constellation.kept_view import KeptView
from app.ui.views.constellation.loading import SkyLoading
from app.ui.views.constellation.no_stars import no_stars
from app.ui.views.constellation.overlays import Overlays
from app.ui.views.constellation.past import Past
from app.ui.views.constellation.placing import Placing
from app.ui.views.constellation.saving import Saving, Shown, export_button
from app.ui.views.constellation.shown_sky import ShownSky
from app.ui.views.constellation.sky_view import SkyView
from app.ui.views.constellation.spoken import announce
from app.ui.views.constellation.star_actions import star_menu
from app.ui.views.constellation.star_search import StarSearch
from app.ui.views.constellation.table import SkyModel, SkyTable, TablePage, tell_copied
from app.ui.views.constellation.timelapse import Timelapse
from app.ui.views.constellation.toolbar import DEPTHS, Toolbar
from app.ui.widgets.labels import rule
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.selection_bar import SelectionBar

_SKY, _TABLE, _EMPTY = range(3)


class ConstellationView(QWidget):
    """Asks again when skills or calls changed, and waits while hidden."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._kept = KeptSelection(context.window_state, self)
        self.shown = ShownSky(context, self._kept)
        self._is_table = False
        self.loading = SkyLoading(context, self.shown.first, self.shown.drawn, self)
        self.loading.refresh()  # reads while the page is built
        self.sky = SkyView(context.theme)
        self._kept_view = KeptView(context.window_state, self.sky, self)
        self._model = SkyModel(self)
        self.table = SkyTable(self._model)
        self._pages = QStackedWidget()
        self._counted = TablePage(self.table, SelectionBar(context.theme))
        for page in (self.sky, self._counted, no_stars(context)):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.bar = Toolbar(context.theme)
        KeptReach(context.window_state, self.bar)
        self.saving = Saving(context, self, self._exported)
        self.asked = ask_button(context.theme, self.ask)
        self.export = export_button(context.theme, self.saving.ask)
        self.bar.add(self.asked, folds=False)
        self.bar.add(self.export)
        self._search = StarSearch(context, self.bar.search, self.sky)
        self._placing = Placing(context, self)
        column.addWidget(self.bar)
        column.addWidget(rule())
        column.addWidget(self._pages, 1)
        self.timelapse = Timelapse(context.theme)
        column.addWidget(self.timelapse)
        self._answers = Answers(context, self.sky, AnswerBar(context.theme), self)
        self.selection = SelectionBar(context.theme)
        self.overlays = Overlays(
            context, self.sky, self._search.said, self.selection, self._answers.bar
        )
        self.legend = self.overlays.legend
        self.past = Past(context, self.timelapse, self.shown, self.sky, self.overlays)
        self.acting = Acting(
            context, self.shown, self.sky, self.bar, self.overlays, self._placing, self._answers
        )
        self._act = self.acting.actions()
        bars = (self.selection, self.sky), (self._counted.bar, self.table)
        self._bars = ChosenBars(context.go, self._act, self.sky, *bars)
        # Over the sky, which must not move under a click.
        self.detail = Detail(context, self._act, self)
        self.setFocusProxy(self.sky)
        self._connect()

    def _connect(self) -> None:
        self._context.bridge.changed.connect(self._on_changed)
        self._search.told.connect(self._tell_matches)
        self._counted.said.linkActivated.connect(self._search.said.linkActivated)
        self.sky.found.connect(self._list_found)
        self._search.begun.connect(self.past.leave)
        self._search.begun.connect(self._answers.end)
        self.bar.search.textEdited.connect(self.past.leave)  # before the first letter is looked for
        self._search.ended.connect(self._answers.light)
        self._search.left.connect(self._enter_sky)
        self.bar.pages.chosen.connect(self._choose_page)
        self.bar.fit.clicked.connect(self.sky.fit)
        self.bar.again.clicked.connect(self.loading.tidy)
        self.loading.seen.connect(self._show_first)
        self.loading.loaded.connect(self._show)
        self.loading.tidied.connect(self._show_tidied)
        self.bar.reach_changed.connect(self._change_reach)
        self._placing.placed.connect(self.loading.again)
        self.legend.layers_changed.connect(self._choose_layers)
        self.legend.folded.connect(self._place_later)
        self.legend.colour_chosen.connect(self._choose_look)
        self.legend.size_chosen.connect(self._choose_look)
        self.sky.selected.connect(self._on_selected)
        self.sky.opened.connect(self._open)
        self.sky.menu_requested.connect(self._show_menu)
        self.sky.moved.connect(self._keep_moved)
        self.table.menu_requested.connect(self._show_menu)
        self._context.theme.changed.connect(self._place_later)
        self.detail.told.connect(self.overlays.show_about)
        self.detail.chosen.connect(self.sky.select)
        self.detail.closed.connect(lambda: self.sky.select(None))
        self.sky.chosen.connect(self._on_chosen)
        self._answers.begun.connect(self._begin_answer)
        self.bar.lapse.clicked.connect(self.past.toggle)
        self.past.begun.connect(self._begin_past)
        self.past.shown.connect(self._place_later)
        self.past.left.connect(self._show_today)
        self._answers.shown.connect(self._make_room)
        self._answers.way_shown.connect(self.detail.show_way)
        self.table.activated.connect(lambda index: self._open(self._model.star(index)))
        self.table.chosen.connect(self._choose_rows)
        self.table.copied.connect(partial(tell_copied, self._context.say))
        keys.answer(self, (
            (keys.SEARCH, self.bar.seek),
            ("Ctrl+F", self.bar.seek),
            (keys.TABLE, self.toggle_table),
            (keys.FIT, self.sky.fit),
            (keys.PATH, self.acting.find_path),
            (keys.STEPS, self.overlays.toggle_steps),
            (keys.AROUND, self.bar.toggle_around),
            *((str(deep), partial(self.bar.show_around, deep)) for deep in DEPTHS),
            (keys.PIN, self.acting.pin_selected),
            (keys.NEXT_ANSWER, partial(self._step, 1)),
            (keys.ANSWER_BEFORE, partial(self._step, -1)),
            (keys.KEEP, self._answers.bar.kept.emit),
            (keys.DISMISS, self._answers.bar.dismissed.emit),
            (keys.ASK, partial(keys.open_menu, self.asked)),
            (keys.TIMELAPSE, self.bar.lapse.click),
            (keys.TIDY, self.bar.again.click),
            (keys.EXPORT, partial(keys.open_menu, self.export)),
        ))  # fmt: skip

    # What is shown

    @property
    def chart(self) -> Chart | None:
        """The stars in view."""
        return self.shown.chart

    def show_skill(self, skill: int) -> None:
        """Select the star of a skill as soon as the sky is there."""
        self._kept.select(skill)
        if (star := self.shown.selected) is not None:
            self.sky.select(star)

    def follow(self, skill: int | None) -> None:
        """Select the skill that somebody came from, unless it was the same the last time."""
        if skill is not None and self._kept.is_new(skill):
            self.show_skill(skill)

    def _on_changed(self, changes: Changes) -> None:
        self.loading.note(changes)
        if self.isVisible():
            self.loading.refresh()

    def _show_first(self, found: DrawnSky) -> None:
        """Stars at their places, before anything else is known of them."""
        if not found.chart.stars:
            return
        self.shown.chart = found.chart
        self._paint(found)
        self._search.show_chart(found.chart)
        self._choose_page(self.bar.pages.current)
        self._kept_view.show_first()

    def _show(self, found: DrawnSky) -> None:
        before, self.shown.today = self.shown.today, found
        self.shown.chart = found.chart
        self._answers.show_sky(found.sky)
        is_today = self.timelapse.isHidden()
        if is_today and before is not None and found.is_alike:
            for part in (self.sky, self.overlays, self._search):
                part.update_chart(found.chart)
            self.detail.look_again(found.chart)
        else:
            if self.detail.show_star(self.chart, self.shown.selected):
                self.sky.fit_soon()
            self._draw(found)
        if before is None:
            self._show_reach_again()
        self._show_chosen()
        if before is None or len(found.chart.stars) > len(before.chart.stars):
            QTimer.singleShot(0, self.sky, self.sky.fit_again)

    def _paint(self, found: DrawnSky) -> None:
        selected, chosen = self.shown.selected, self.shown.chosen
        self.sky.show_chart(found.chart, found.look, found.hulls, selected, chosen)

    def _draw(self, found: DrawnSky) -> None:
        self._paint(found)
        self._model.show_rows(found.rows)
        self.table.mark(surroundings.selection(self.sky))
        self.legend.show_chart(found.chart)
        self.overlays.show_chart(found.chart)
        self._show_look(found.look)
        self._search.show_chart(found.chart)
        self._choose_page(self.bar.pages.current)
        self.timelapse.again()
        self._show_reach()
        self._place_later()

    def _keep_moved(self, moved: Mapping[int, Position]) -> None:
        """Stars that were dragged stay where they were dropped."""
        if self.chart is not None:
            self._placing.move({self.chart.stars[star].id: at for star, at in moved.items()})

    def _choose_layers(self, layers: frozenset[Layer]) -> None:
        self.sky.set_layers(layers)
        self._show_reach()

    def _choose_look(self, _by: object) -> None:
        if self.chart is not None:
            self._show_look(self.shown.look(self.chart))
            self._place_later()

    def _show_look(self, look: Appearance) -> None:
        self.sky.set_look(look, with_hulls=self.legend.colour_by is ColourBy.CLUSTER)
        self.legend.show_colours(look)
        if self.chart is not None:  # once the sky itself is painted
            QTimer.singleShot(0, self, partial(self.overlays.show_overview, self.chart, look))

    def _list_found(self) -> None:
        self._model.find(self.sky.focus.listed)
        self.legend.show_found(self.sky.focus)

    def _show_reach(self) -> None:
        """Show only what is around the selection, if that is asked for."""
        if self.timelapse.isHidden():
            surroundings.look_around(self.sky, self.chart, self.bar.reached, self.legend)
            self._model.find(self.sky.focus.listed)
            self._search.count()

    def _show_reach_again(self) -> None:
        """What was around the selection the last time is seen where it was left, if what was
        selected is still there."""
        if self.bar.reached is None:
            return
        if surroundings.selection(self.sky):
            self._kept_view.show_again()
        else:
            self.bar.show_whole()

    def _change_reach(self) -> None:
        self._show_reach()
        surroundings.tell_reach(self._context, self.sky, self.bar.reached)

    def _choose_page(self, number: int) -> None:
        was_table, self._is_table = self._is_table, number == _TABLE
        self.bar.pages.choose(number)
        if self._is_table:
            self.past.leave()
        nothing = self.chart is None or not self.chart.stars
        self._pages.setCurrentIndex(_EMPTY if nothing else number)
        self.bar.enable(not nothing)
        self.asked.setEnabled(not nothing)
        self.bar.fit.setEnabled(not self._is_table and not nothing)
        if was_table and not self._is_table:
            self._show_reach()

    def toggle_table(self) -> None:
        self._choose_page(_SKY if self._is_table else _TABLE)

    def _show_tidied(self, before: places.Places, found: DrawnSky) -> None:
        self.sky.fit()
        self._placing.tidied(before, found.sky)

    # Searching

    def _enter_sky(self, star: int | None) -> None:
        """The keyboard goes on among the stars."""
        (self.table if self._is_table else self.sky).setFocus(Qt.FocusReason.OtherFocusReason)
        if star is not None:
            self.sky.select(star)

    def _step(self, by: int) -> None:
        if not self._search.step(by):
            self._answers.step(by)

    def _tell_matches(self) -> None:
        self._counted.tell(self._search.said.text())
        self._place_overlays()

    # Asking

    def ask(self, question: Question) -> None:
        self._answers.ask(question)

    def _begin_answer(self) -> None:
        """The whole sky answers."""
        self.bar.search.clear()
        self.past.leave()
        self._choose_page(_SKY)
        if self.bar.reached is not None:
            self.bar.show_whole()

    # The past

    def _begin_past(self) -> None:
        self._choose_page(_SKY)
        self.bar.search.clear()
        self._answers.end()

    def _show_today(self) -> None:
        if (today := self.shown.today) is not None:
            self._draw(today)

    def _exported(self) -> Shown | None:
        """What is shown."""
        if (today := self.shown.today) is None:
            return None
        look = self.shown.look(today.chart)
        return Shown.of(today, look, self.legend, self.sky.focus.around)

    # Selecting and opening

    def _on_selected(self, star: int | None) -> None:
        chart = self.chart
        self._kept.select(chart.stars[star].id if chart is not None and star is not None else None)
        if self.detail.show_star(chart, star):
            self.sky.fit_soon()
        self.overlays.show_about(None)
        self.overlays.hide_card()
        self._place_overlays()
        self._follow_selection()
        if star is not None and chart is not None:
            announce(self.sky, chart, star)

    def _follow_selection(self) -> None:
        """What is shown around it goes with it; among rows people go up and down, which stay."""
        surroundings.end_without_centre(self.sky, self.bar)
        if not (self._is_table and surroundings.are_listed(self.sky)):
            self._show_reach()
        if self.timelapse.isHidden():
            self.table.mark(surroundings.selection(self.sky))

    def _choose_rows(self, stars: frozenset[int]) -> None:
        """One row is the star that the panel is about; of several it may be one of them."""
        if len(stars) > 1:
            self.sky.choose(stars)
        selected = self.sky.focus.selected
        if len(stars) < 2 or (selected is not None and selected not in stars):
            self.sky.select(next(iter(stars)) if len(stars) == 1 else None)
        if len(stars) < 2:
            self._bars.leave()

    def _open(self, star: int) -> None:
        if self.chart is not None:
            self._context.go.skill(self.chart.stars[star].id)

    def _show_menu(self, star: int, place: QPoint) -> None:
        """Of a star; of all that are selected together if it is one of them."""
        if self.chart is None:
            return
        chosen = self.sky.focus.chosen
        if star in chosen and len(chosen) > 1:
            menu = self._bars.menu(self.chart, place, self)
        else:
            other = surroundings.other_selected(self.sky, star)
            menu = star_menu(self._context.go, self._act, self.chart, star, other, self)
        open_at(menu, place)

    def _on_chosen(self, stars: frozenset[int]) -> None:
        self._kept.choose(self.shown.skills(stars))
        self._show_chosen()
        self.sky.fit_soon()
        self._follow_selection()

    def _show_chosen(self) -> None:
        """What can be done with several, like in the library."""
        self._bars.show_chosen(self.chart)
        self._place_overlays()

    def _place_later(self) -> None:
        """Once the words have their new size."""
        QTimer.singleShot(0, self, self._place_overlays)

    def _place_overlays(self) -> None:
        wide = self.detail.place(self._pages.geometry())
        self.sky.cover(wide)
        covered = 0 if self.detail.isHidden() else wide
        self._counted.leave_free(covered)
        self.overlays.place(covered)

    def _make_room(self) -> None:
        """The sky gives way to the answers, if all of it is shown."""
        self._place_overlays()
        self.sky.fit_again()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setFocus()
        self._make_room()
        self.loading.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc also lets go of several, and closes the panel, from within it, from the table and
        from a bar; the search gave the keyboard to the sky with it."""
        is_escape = event.key() == Qt.Key.Key_Escape and not self.sky.hasFocus()
        if is_escape and self.sky.focus.chosen:
            if not self._is_table:
                self.setFocus()
            self._bars.leave()
        elif is_escape and not self.detail.isHidden():
            self.setFocus()
            self.sky.select(None)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_overlays()
        self.sky.fit_again()
