"""The constellation page: the sky or its table, what is searched for, what is selected."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer
from PySide6.QtGui import QPainterPath, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.constellation import places
from app.core.constellation.layers import Layer
from app.core.constellation.sky import Sky, sky, tidy
from app.core.graph.layout import Position
from app.core.lifecycle import config
from app.core.matching.query import Query
from app.core.progress import Progress
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.constellation.appearance import Appearance, ColourBy, appearance
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.detail import WIDTH as DETAIL_WIDTH
from app.ui.views.constellation.detail import Detail
from app.ui.views.constellation.hover_card import HoverCard
from app.ui.views.constellation.legend import Legend
from app.ui.views.constellation.minimap import Minimap
from app.ui.views.constellation.painting.hulls import hulls
from app.ui.views.constellation.sky_view import SkyView
from app.ui.views.constellation.star_menu import star_menu
from app.ui.views.constellation.table import Rows, SkyModel, SkyTable, table_rows
from app.ui.widgets.buttons import Button
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.labels import card, label, rule
from app.ui.widgets.menu_word import MenuWord
from app.ui.widgets.search_field import SearchField
from app.ui.widgets.searching import Found, Searching
from app.ui.widgets.segmented import Segmented

_EDGE = 12
DEPTHS = (1, 2, 3, 4, 5)
_WHOLE, _AROUND = range(2)
_SKY, _TABLE, _EMPTY = range(3)


@dataclass(frozen=True, slots=True)
class _Picture:
    """Everything about the sky that takes long to work out, so that a job does."""

    chart: Chart
    look: Appearance
    hulls: list[QPainterPath]
    rows: Rows
    alike: Chart | None
    """The chart that looks just the same, if that was shown."""


class ConstellationView(QWidget):
    """Asks again when skills or calls changed, and waits while hidden."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.chart: Chart | None = None
        self._skill: int | None = None
        self._stale, self._loading, self._is_table = True, False, False
        self._deep = DEPTHS[0]
        self.sky = SkyView(context.theme)
        self._model = SkyModel(self)
        self.table = SkyTable(self._model)
        self._empty = EmptyState(
            context.theme,
            "constellation",
            _("No stars yet"),
            _("Every skill you write or import becomes one."),
        )
        self._pages = QStackedWidget()
        for page in (self.sky, self.table, self._empty):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._toolbar())
        column.addWidget(rule())
        column.addWidget(self._pages, 1)
        self.detail = Detail(context.theme, self)  # over the sky, which must not move under a click
        self.detail.hide()
        self.legend = Legend(context.theme)
        self.legend.restore(context.window_state)
        self._legend = card()
        self._legend.setParent(self.sky)
        inside = QVBoxLayout(self._legend)
        inside.setContentsMargins(12, 10, 12, 10)
        inside.addWidget(self.legend)
        self.sky.set_layers(self.legend.layers)
        self.minimap = Minimap(context.theme, self.sky)
        self._card = HoverCard(context.theme, self.sky)
        self.setFocusProxy(self.sky)
        self._connect()

    def _toolbar(self) -> QWidget:
        bar = QFrame()
        bar.setProperty("ground", 1)
        row = QHBoxLayout(bar)
        row.setContentsMargins(_EDGE, 8, _EDGE, 8)
        row.setSpacing(8)
        theme = self._context.theme
        self.search = SearchField(theme, _("Find a star"))
        self.search.setFixedWidth(216)
        self._searching = Searching(self._context, self.search)
        self._found: tuple[int, ...] = ()
        """The stars that were found, the best first."""
        self._matches = label("", "caption")
        self._matches.setTextFormat(Qt.TextFormat.RichText)
        self._pages_switch = Segmented(
            theme, _("View as"), ((_("Sky"), "constellation"), (_("Table"), "table"))
        )
        self._fit = Button(theme, _("Fit"), icon="fit")
        self._again = Button(theme, _("Tidy up"), icon="refresh")
        self._reach = Segmented(
            theme, _("Show"), ((_("Whole sky"), ""), (_("Around selection"), ""))
        )
        self._depth = MenuWord(theme, _("Depth"))
        self._depth.offer({n: str(n) for n in DEPTHS}, lambda: self._deep, self._choose_depth)
        row.addWidget(self.search)
        row.addWidget(self._matches)
        row.addWidget(self._reach)
        row.addWidget(self._depth)
        row.addStretch()
        row.addWidget(self._pages_switch)
        row.addWidget(self._fit)
        row.addWidget(self._again)
        return bar

    def _connect(self) -> None:
        self._context.bridge.changed.connect(self._on_changed)
        self._searching.asked.connect(self._search)
        self._searching.found.connect(self._show_found)
        self._searching.best_wanted.connect(self._open_match)
        self._searching.list_wanted.connect(self._enter_sky)
        self.search.left.connect(self._enter_sky)
        self._matches.linkActivated.connect(self._searching.take_meant)
        self._pages_switch.chosen.connect(self._choose_page)
        self._fit.clicked.connect(self.sky.fit)
        self._again.clicked.connect(self._tidy_up)
        self._reach.chosen.connect(self._show_reach)
        self.legend.layers_changed.connect(self._choose_layers)
        self.legend.colour_chosen.connect(self._choose_look)
        self.legend.size_chosen.connect(self._choose_look)
        self.sky.selected.connect(self._on_selected)
        self.sky.opened.connect(self._open)
        self.sky.menu_requested.connect(self._show_menu)
        self.sky.hovered.connect(self._show_card)
        self.sky.moved.connect(self._keep_moved)
        self.sky.view_changed.connect(self._follow_view)
        self.minimap.sought.connect(self.sky.look_at)
        self.table.menu_requested.connect(self._show_menu)
        self._context.theme.changed.connect(self._place_later)
        self.detail.opened.connect(self._open)
        self.detail.chosen.connect(self._show_star)
        self.detail.closed.connect(self._deselect)
        self.table.activated.connect(self._open_row)
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        for key, action in (("T", self._toggle_table), ("F", self.sky.fit)):
            shortcut = QShortcut(key, self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(action)

    # What is shown

    def show_skill(self, skill: int) -> None:
        """Select the star of a skill as soon as the sky is there."""
        self._skill = skill
        if self.chart is not None and skill in self.chart.index:
            self._show_star(self.chart.index[skill])

    def _on_changed(self, changes: Changes) -> None:
        self._stale |= bool(
            changes.parts & (Part.LIST | Part.EDGES | Part.ENGRAMS | Part.KNOWLEDGE)
        )
        if self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        if not self._stale or self._loading:
            return
        self._stale, self._loading = False, True
        vault = self._context.vault
        self._context.jobs.start(
            self,
            _("Arranging the constellation"),
            lambda job: self._prepared(sky(vault, config.load(vault.home)[0], job)),
            self._show,
            self._lost,
        )

    def _prepared(self, found: Sky) -> _Picture:
        """All that takes long, so that a job does it."""
        chart, shown = Chart.of(found), self.chart
        alike = shown if chart.looks_like(shown) else None
        return _Picture(chart, self._look_of(chart), hulls(chart), table_rows(chart), alike)

    def _look_of(self, chart: Chart) -> Appearance:
        now = self._context.vault.now()
        return appearance(chart, self.legend.colour_by, self.legend.size_by, now)

    def _show(self, found: "_Picture") -> None:
        before, self.chart, self._loading = self.chart, found.chart, False
        selected = self.chart.index.get(self._skill) if self._skill is not None else None
        self.detail.show_star(self.chart, selected)
        self.detail.setVisible(selected is not None)
        if before is not None and found.alike is before:
            self.sky.update_chart(found.chart)
        else:
            self._draw(found, selected)
        if before is None:
            QTimer.singleShot(0, self.sky, self.sky.fit)  # once the page has its size
        self._refresh()

    def _draw(self, found: "_Picture", selected: int | None) -> None:
        self.sky.show_chart(found.chart, found.look, found.hulls, selected)
        self._model.show_rows(found.rows)
        self.legend.show_chart(found.chart)
        self.minimap.show_chart(found.chart, found.look)
        self._show_look(found.look)
        self._search()
        self._choose_page(self._pages_switch.current)
        self._place_later()

    def _show_card(self, star: int | None) -> None:
        if star is None or self.chart is None or star == self.sky.focus.selected:
            self._card.hide()
        else:
            now = self._context.vault.now()
            self._card.show_star(self.chart, star, self.sky.where(star), now)

    def _follow_view(self) -> None:
        self._card.hide()
        self.minimap.show_seen(self.sky.box.viewRect())

    def _keep_moved(self, moved: Mapping[int, Position]) -> None:
        """Stars that were dragged stay where they were dropped; that can be undone."""
        chart, vault = self.chart, self._context.vault
        if chart is None:
            return
        before = places.known(vault)
        at = {chart.stars[star].id: place for star, place in moved.items()}

        def put_back() -> None:
            some = {skill: before.at[skill] for skill in at if skill in before.at}
            pinned = before.pinned & at.keys()
            self._write_places(
                lambda: places.put(vault, places.Places(some, pinned, before.clusters))
            )

        said = ngettext("Moved {count} skill.", "Moved {count} skills.", len(at))
        self._write_places(lambda: places.move(vault, at))
        self._context.say.offer(said.format(count=len(at)), put_back)

    def _write_places(self, work: Callable[[], None]) -> None:
        self._context.writes.write(
            self, _("Moving"), work, lambda _nothing: self._look_again(), short=False
        )

    def _look_again(self) -> None:
        self._stale = True
        self._refresh()

    def _choose_layers(self, layers: frozenset[Layer]) -> None:
        self.legend.keep(self._context.window_state)
        self.sky.set_layers(layers)
        self._show_reach()

    def _choose_look(self, _by: object) -> None:
        self.legend.keep(self._context.window_state)
        if self.chart is not None:
            self._show_look(self._look_of(self.chart))
            self._place_later()

    def _show_look(self, look: Appearance) -> None:
        self.sky.set_look(look, with_hulls=self.legend.colour_by is ColourBy.CLUSTER)
        self.legend.show_colours(look.entries)
        if self.chart is not None:
            self.minimap.show_chart(self.chart, look)

    def _choose_depth(self, depth: int) -> None:
        self._deep = depth
        self._depth.show_choice()
        self._show_reach()

    def _show_reach(self, _number: int = 0) -> None:
        """Dim what is too far from the selection, if that is asked for."""
        star, chart = self.sky.focus.selected, self.chart
        around = self._reach.current == _AROUND and star is not None and chart is not None
        self._depth.setEnabled(self._reach.current == _AROUND)
        if around and chart is not None and star is not None:
            layers = self.legend.layers
            self.sky.look_around(frozenset(chart.within({star}, self._deep, layers)))
        else:
            self.sky.look_around(None)

    def _lost(self, _error: Exception) -> None:
        self._loading = False

    def _choose_page(self, number: int) -> None:
        self._is_table = number == _TABLE
        self._pages_switch.choose(number)
        nothing = self.chart is None or not self.chart.stars
        self._pages.setCurrentIndex(_EMPTY if nothing else number)
        self._fit.setEnabled(not self._is_table and not nothing)
        for part in (self.search, self._pages_switch, self._again):
            part.setEnabled(not nothing)

    def _toggle_table(self) -> None:
        self._choose_page(_SKY if self._is_table else _TABLE)

    def _tidy_up(self) -> None:
        """Lay the whole sky out again; what is pinned stays, and it can be undone."""
        if self._loading:
            return
        self._loading = True
        vault = self._context.vault
        before = places.known(vault)

        def work(job: Progress) -> tuple[places.Places, _Picture]:
            return before, self._prepared(tidy(vault, config.load(vault.home)[0], job))

        self._context.jobs.start(self, _("Tidying up"), work, self._show_tidied, self._lost)

    def _show_tidied(self, done: "tuple[places.Places, _Picture]") -> None:
        before, found = done
        self._show(found)
        self.sky.fit()

        def put_back() -> None:
            self._write_places(lambda: places.put(self._context.vault, before))

        self._context.say.offer(_("The constellation is tidied up."), put_back)

    # Searching

    def _search(self) -> None:
        """As the library does: names, and what the skills say."""
        chart, query = self.chart, Query(self.search.text())
        if chart is None:
            return
        if query:
            self._searching.look(query, lambda: [star.id for star in chart.stars])
        else:
            self._searching.stop()
            self._found = ()
            self.sky.find(None)
            self._matches.setText("")

    def _show_found(self, found: Found) -> None:
        if self.chart is None:
            return
        index = self.chart.index
        self._found = tuple(index[skill] for skill in found.skills if skill in index)
        self.sky.find(frozenset(self._found))
        count = len(self._found)
        said = ngettext("{count} match", "{count} matches", count).format(count=count)
        if found.meant is not None:
            said = _("Did you mean {close}?").format(close=f"<a href='#'>{escape(found.meant)}</a>")
        self._matches.setText(said)

    def _match(self) -> int | None:
        """The star that is selected, if it was found, else the best."""
        selected = self.sky.focus.selected
        return selected if selected in self._found else next(iter(self._found), None)

    def _open_match(self) -> None:
        if (match := self._match()) is not None:
            self._open(match)

    def _enter_sky(self) -> None:
        """The keyboard goes on among the stars, at the best match."""
        (self.table if self._is_table else self.sky).setFocus(Qt.FocusReason.OtherFocusReason)
        if (match := self._match()) is not None:
            self.sky.select(match)

    # Selecting and opening

    def _show_star(self, star: int) -> None:
        self.sky.select(star)

    def _deselect(self) -> None:
        self.sky.select(None)

    def _on_selected(self, star: int | None) -> None:
        chart = self.chart
        self._skill = chart.stars[star].id if chart is not None and star is not None else None
        self.detail.show_star(chart, star)
        self.detail.setVisible(star is not None)
        self._card.hide()
        self._place_overlays()
        self._show_reach()
        if star is not None:
            self.table.selectRow(self._model.row_of(star))

    def _on_row(self, index: QModelIndex) -> None:
        if index.isValid() and self._is_table:
            self._show_star(self._model.star(index))

    def _open_row(self, index: QModelIndex) -> None:
        self._open(self._model.star(index))

    def _open(self, star: int) -> None:
        if self.chart is not None:
            self._context.go.skill(self.chart.stars[star].id)

    def _show_menu(self, star: int, place: QPoint) -> None:
        if self.chart is not None:
            star_menu(self._context.go, self.chart.stars[star].id, self).popup(place)

    def _place_later(self) -> None:
        """Once the words have their new size."""
        QTimer.singleShot(0, self, self._place_overlays)

    def _place_overlays(self) -> None:
        wide, top = self._context.theme.scaled(DETAIL_WIDTH), self._pages.y()
        wide = min(wide, self.width() // 2)
        self.detail.setGeometry(self.width() - wide, top, wide, self.height() - top)
        self.sky.cover(wide)
        self._legend.resize(self._legend.sizeHint())
        self._legend.move(_EDGE, self.sky.height() - self._legend.height() - _EDGE)
        covered = self.detail.width() if self.detail.isVisible() else 0
        self.minimap.move(
            self.sky.width() - covered - self.minimap.width() - _EDGE,
            self.sky.height() - self.minimap.height() - _EDGE,
        )

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setFocus()
        self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_overlays()
