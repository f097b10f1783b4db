"""The selected star in words: what it is, how its importance went, what it has to do with."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.core.constellation.about import About, about
from app.core.constellation.clustering import alike
from app.core.constellation.layers import Layer
from app.core.constellation.names import told_apart
from app.core.constellation.sky import Star
from app.core.lifecycle import config
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.constellation.chart import Chart, Neighbour
from app.ui.views.constellation.cluster_words import cluster_words, is_explained
from app.ui.views.constellation.legend import LineSample
from app.ui.views.constellation.star_actions import StarActions
from app.ui.views.constellation.trend_line import TrendLine
from app.ui.widgets.buttons import Button, ElidedButton, IconButton
from app.ui.widgets.emptying import empty
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import label, rule, tag
from app.ui.widgets.moments import day
from app.ui.widgets.roles import role_name
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.tips import plain_tip

_WIDTH, _NARROW, _SHARE = 300, 232, 0.25
"""Px at the usual size of text; in a narrow window it takes that share of it, but not less."""
_MOST = 40
"""Skills of one kind that are listed; a hub has thousands."""
_MEMORIES = 8
_SIDE = 14
_LONGEST = 120
"""Characters of a title that are shown."""


class Detail(QFrame):
    """`chosen` carries the index of a star."""

    chosen = Signal(int)
    closed = Signal()
    told = Signal(object)
    """What became known of the skill: an `About`."""

    def __init__(
        self, context: AppContext, act: StarActions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._act = context, act
        self._star: int | None = None
        self._skill: int | None = None
        self._way: Sequence[str] = ()
        self._job: Job | None = None
        self.setProperty("ground", 1)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(rule("down"))
        self._content: QWidget | None = None
        self.hide()

    def place(self, page: QRect) -> int:
        """At the right of the page; how wide it is there, shown or not."""
        least, most = (self._context.theme.scaled(width) for width in (_NARROW, _WIDTH))
        wide = min(most, max(least, int(_SHARE * page.width())), page.width() // 2)
        self.setGeometry(page.right() + 1 - wide, page.y(), wide, page.height())
        return wide

    def show_star(self, chart: Chart | None, star: int | None) -> bool:
        """None for no star. Whether it came or went."""
        self._star = star
        if self._content is not None:
            self._row.removeWidget(self._content)
            self._content.hide()
            self._content.deleteLater()
        if chart is None or star is None:
            self._content = self._skill = None
            return self._turn(shown=False)
        self._skill = chart.stars[star].id
        self._content = self._about(chart, star)
        self._row.addWidget(self._content, 1)
        self._look(self._skill)
        return self._turn(shown=True)

    def _turn(self, *, shown: bool) -> bool:
        is_new = self.isHidden() is shown
        self.setVisible(shown)
        return is_new

    def show_way(self, reasons: Sequence[str]) -> None:
        """Why each skill of a path is connected with the next one; empty for none."""
        self._way = reasons
        if self._content is not None:
            self._list_way(self._steps, reasons)

    def _list_way(self, steps: QVBoxLayout, reasons: Sequence[str]) -> None:
        empty(steps)
        if reasons:
            steps.addWidget(label(_("Shortest path"), "secondary"))
        for reason in reasons:
            steps.addWidget(label(reason, "caption", wrap=True))
        if reasons:
            steps.addSpacing(8)

    def look_again(self, chart: Chart) -> None:
        """Something that the picture of the chart does not show may be new, like the version."""
        if self._skill is not None:
            self._said.setText(_said_of(chart, chart.index[self._skill]))
            self._look(self._skill)

    # What takes a while to find out

    def _look(self, skill: int) -> None:
        vault = self._context.vault
        if self._job is not None:
            self._job.cancel()
        self._job = self._context.jobs.start(
            self,
            _("Reading what is known"),
            lambda _job: about(vault, skill, config.load(vault.home)[0]),
            self._tell,
        )

    def _tell(self, found: About | None) -> None:
        if found is None or found.skill != self._skill:
            return
        self._trend.show_points(found.points, found.now.floor)
        days = len(found.points) - 1
        said = ngettext("{count} day", "{count} days", days).format(count=days)
        self._span.setText(said if days else "")
        self._floor.setText(_("floor {value}").format(value=f"{found.now.floor:.2f}"))
        self._list_memories(found)
        self.told.emit(found)

    def _list_memories(self, found: About) -> None:
        empty(self._memories)
        if not found.memories:
            return
        count = len(found.memories)
        counted = ngettext("{count} memory", "{count} memories", count).format(count=count)
        self._memories.addLayout(_head(_("Memories"), count, counted))
        now = self._context.vault.now()
        for one in found.memories[:_MEMORIES]:
            row = QHBoxLayout()
            button = ElidedButton(self._context.theme, one.line, "quiet", icon="memory")
            button.setProperty("memory", one.id)
            button.setProperty("words", "leading")
            button.clicked.connect(partial(self._context.go.memory, one.id))
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
            row.addStretch()
            row.addWidget(label(day(one.at, now), "caption"))
            self._memories.addLayout(row)
        if count > _MEMORIES:
            skill = found.skill
            words = ngettext("{count} more", "{count} more", count - _MEMORIES)
            more = Button(
                self._context.theme, words.format(count=count - _MEMORIES), "link", size="small"
            )
            more.clicked.connect(lambda: self._context.go.knowledge(skill))
            self._memories.addWidget(more, 0, Qt.AlignmentFlag.AlignLeft)

    # The parts

    def _about(self, chart: Chart, star: int) -> QWidget:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(_SIDE, _SIDE, 0, 0)
        column.setSpacing(10)
        above = QVBoxLayout()
        above.setContentsMargins(0, 0, _SIDE, 0)
        above.setSpacing(10)
        above.addLayout(self._head(chart, star))
        above.addLayout(self._buttons(chart, star))
        above.addWidget(rule())
        column.addLayout(above)
        lists = QWidget()
        rows = QVBoxLayout(lists)
        rows.setContentsMargins(0, 0, _SIDE, _SIDE)
        rows.setSpacing(2)
        self._steps = _column(rows)
        self._list_way(self._steps, self._way)
        rows.addLayout(self._figures(chart.stars[star]))
        rows.addLayout(self._history())
        self._connections(rows, chart, star)
        self._memories = _column(rows)
        rows.addStretch()
        column.addWidget(scrolled(lists, _("Connections"), with_keys=True), 1)
        return content

    def _head(self, chart: Chart, star: int) -> QVBoxLayout:
        row = chart.stars[star].row
        head = QVBoxLayout()
        head.setSpacing(4)
        line = QHBoxLayout()
        is_long = len(row.title) > _LONGEST
        title = label(row.title[:_LONGEST] + "…" if is_long else row.title, "pane", wrap=True)
        if is_long:
            title.setToolTip(plain_tip(row.title))
        close = IconButton(self._context.theme, "close", _("Close"), size="small")
        close.clicked.connect(self.closed)
        line.addWidget(title, 1)
        line.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(line)
        self._said = label(_said_of(chart, star), "caption", wrap=True)
        head.addWidget(self._said)
        home = label(cluster_words(chart, star), "caption", wrap=True)
        head.addWidget(home)
        if not is_explained(chart, star):
            vault, skill = self._context.vault, row.id
            self._context.jobs.start(
                home,
                _("Reading what is known"),
                lambda _job: alike(vault, skill),
                lambda found: home.setText(cluster_words(chart, star, found)),
            )
        if row.status.value != "active":
            head.addWidget(tag(row.status.value, "warn"))
        return head

    def _buttons(self, chart: Chart, star: int) -> FlowLayout:
        theme, go, act = self._context.theme, self._context.go, self._act
        skill, pinned = chart.stars[star].id, bool(chart.pinned[star])
        open_it = Button(theme, _("Open"), "primary", size="small")
        around = Button(theme, _("Local graph"), size="small")
        open_it.clicked.connect(lambda: go.skill(skill))
        around.clicked.connect(lambda: act.around(star))
        flow = FlowLayout(gap=4)
        flow.addWidget(open_it)
        flow.addWidget(around)
        pin_words = _("Unpin") if pinned else _("Pin: tidying up leaves it here")
        quiet: tuple[tuple[str, str, str, Callable[[], object]], ...] = (
            ("steps", _("Show or hide its steps (S)"), "t2", act.steps),
            ("train", _("Train"), "t2", lambda: go.training(skill)),
            ("export", _("Export neighbourhood as a pack"), "t2", lambda: act.export_around(star)),
            (
                "pin", pin_words, "acc" if pinned else "t2",
                lambda: act.pin(frozenset({star}), not pinned),
            ),
        )  # fmt: skip
        for icon, words, colour, run in quiet:
            button = IconButton(theme, icon, words, size="small", colour=colour)
            button.clicked.connect(run)
            flow.addWidget(button)
        return flow

    def _figures(self, star: Star) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(18)
        for figure, words in (
            (f"{star.importance:.2f}", _("importance")),
            (str(star.uses), ngettext("use", "uses", star.uses)),
        ):
            pair = QVBoxLayout()
            pair.setSpacing(0)
            pair.addWidget(label(figure, "head"))
            pair.addWidget(label(words, "caption"))
            line.addLayout(pair)
        line.addStretch()
        return line

    def _history(self) -> QVBoxLayout:
        self._trend = TrendLine(self._context.theme)
        self._span, self._floor = label("", "caption"), label("", "caption")
        below = QHBoxLayout()
        below.addWidget(self._span)
        below.addStretch()
        below.addWidget(self._floor)
        column = QVBoxLayout()
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._trend)
        column.addLayout(below)
        return column

    def _connections(self, rows: QVBoxLayout, chart: Chart, star: int) -> None:
        found = list(chart.neighbours(star))
        for layer in Layer:
            for outwards in (True, False):
                some = [n for n in found if n.layer is layer and n.outwards is outwards]
                if layer.spec.is_directed:
                    words = layer.spec.label() if outwards else layer.spec.backwards()
                elif outwards:
                    words, some = layer.spec.label(), [n for n in found if n.layer is layer]
                else:
                    continue
                if some:
                    self._list(rows, words, layer, chart, some)

    def _list(
        self, rows: QVBoxLayout, title: str, layer: Layer, chart: Chart, found: list[Neighbour]
    ) -> None:
        count = len(found)
        counted = ngettext("{count} skill", "{count} skills", count).format(count=count)
        rows.addLayout(_head(title, count, counted))
        names = told_apart(chart.stars[near.star].row for near in found)
        for near in found[:_MOST]:
            row = QHBoxLayout()
            row.setSpacing(4)
            row.addWidget(LineSample(self._context.theme, layer), 0, Qt.AlignmentFlag.AlignVCenter)
            button = ElidedButton(self._context.theme, names[chart.stars[near.star].id], "quiet")
            button.setProperty("star", near.star)
            button.setProperty("words", "leading")
            button.clicked.connect(self._choose)
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
            row.addStretch()
            if not layer.spec.is_directed:
                row.addWidget(label(f"{near.strength:.2f}", "caption"))
            rows.addLayout(row)
        if count > _MOST:
            more = count - _MOST
            rows.addWidget(
                label(ngettext("{count} more", "{count} more", more).format(count=more), "caption")
            )

    def _choose(self) -> None:
        self.chosen.emit(self.sender().property("star"))


def _said_of(chart: Chart, star: int) -> str:
    row = chart.stars[star].row
    said = [role_name(row.role), row.engram_name, f"v{row.number}"]
    if chart.pinned[star]:
        said.append(_("pinned"))
    return " · ".join(said)


def _head(title: str, count: int, counted: str) -> QHBoxLayout:
    line = QHBoxLayout()
    line.setContentsMargins(0, 8, 0, 0)
    line.addWidget(label(title, "secondary"), 1)
    number = label(str(count), "caption")
    number.setAccessibleName(counted)
    line.addWidget(number)
    return line


def _column(parent: QVBoxLayout) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(2)
    parent.addLayout(column)
    return column
