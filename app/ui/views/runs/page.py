"""The page of one run: its steps, the present one, and what is known beside it.

Public name: `RunPage`.
"""

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from app.core.runs.state import Stage
from app.core.runs.statistics import Figures, of_procedure
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.beside_strip import BesideStrip
from app.ui.views.runs.body import Body
from app.ui.views.runs.doing import Doing, asks_back
from app.ui.views.runs.end_body import EndBody
from app.ui.views.runs.evidence import Evidence
from app.ui.views.runs.failure_body import FailureBody
from app.ui.views.runs.following import Following, Sight
from app.ui.views.runs.foot import Foot
from app.ui.views.runs.head import RunHead
from app.ui.views.runs.holder_card import HolderCard
from app.ui.views.runs.newer_card import NewerCard
from app.ui.views.runs.over_body import OverBody
from app.ui.views.runs.rail_panel import RailPanel
from app.ui.views.runs.side import Side
from app.ui.views.runs.start_body import StartBody
from app.ui.views.runs.step_body import StepBody
from app.ui.views.runs.step_text import StepText
from app.ui.widgets.labels import rule
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.tab_order import follow_layout

RAIL, SIDE = 280, 300
"""Px of the columns beside the present step while text has its usual size."""
BODY = 3
"""The place of the present step in its column, behind the cards above it."""
UNDER_HEAD = 2
"""The place of the steps in the column of the present one, where they take its place."""
_NO_LIMIT = (1 << 24) - 1
"""Qt's own (`QWIDGETSIZE_MAX`)."""
THREE, TWO = 940, 700
"""Px from which on there is room for three columns, and for two."""


class RunPage(QWidget):
    """`left` to go back to the list. Letters are keys unless they are typed into a field."""

    left = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.following = Following(context, self)
        self.rail = RailPanel(context)
        self.head = RunHead(context)
        self.holder = HolderCard(context)
        self.newer = NewerCard(context, self.following)
        self.beside = BesideStrip(context.theme)
        self.beside.chosen.connect(self.following.switch)
        self.side = Side(context, self.following)
        self.evidence = Evidence(context, self.following)
        self.foot = Foot(context.theme)
        self.body: Body | None = None
        self._shown: tuple[object, ...] = ()
        self._shows_rail = False
        self.doing = Doing(context, self.following, self.foot, self)
        self._lay_out()
        self.following.moved.connect(self._show)
        self.following.lost.connect(self.left)
        self.head.left.connect(self.left)
        self.head.steps_wanted.connect(self._toggle_rail)
        self.head.pause_wanted.connect(self.following.pause)
        self.head.hand_over_wanted.connect(self.doing.hand_over)
        self.head.menu_wanted.connect(self._show_menu)
        self.head.ticked.connect(self.side.time.tick)
        self.side.notes.left.connect(self.take_focus)
        self.evidence.left.connect(self.take_focus)
        self.doing.dropped.connect(self.left)
        self.doing.note_wanted.connect(self.side.notes.write)
        self.doing.attach_wanted.connect(self.evidence.offer_here)
        self.holder.taken.connect(self.following.take_over)
        self.holder.answered.connect(self.following.answer)
        context.theme.changed.connect(self._on_theme)

    def show_run(self, run: int) -> None:
        """Follow this one."""
        self._shown = ()
        self.following.follow(run)

    def take_focus(self) -> None:
        """Have the keyboard where the run goes on, or where another begins when it is over; while
        it waits for an agent, on no field that would take the keys of the page."""
        if self.body is not None and self._goes_on_here and self.body.take_focus():
            return
        if not self.foot.lead_to("again"):
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def _goes_on_here(self) -> bool:
        sight = self.following.sight
        return sight is not None and sight.is_mine and sight.state.offered is None

    # What it shows

    def _show(self, sight: Sight) -> None:
        had = self._has_keyboard()
        self.setAccessibleName(_("Run {number}").format(number=sight.record.run.id))
        self.rail.show_sight(sight)
        self.head.show_sight(sight)
        self.holder.show_sight(sight)
        self.beside.show_sight(sight)
        self.side.show_sight(sight)
        state = sight.state
        shown = sight.record.run.id, state.turn, state.status, state.holder, state.offered
        if shown == self._shown:
            return
        self._shown = shown
        self._show_body(sight)
        if had:
            self.take_focus()

    def _show_body(self, sight: Sight) -> None:
        if self.body is not None:
            self.body.drop()
        self._hide_rail()
        self.body = self._made(sight)
        self._middle.insertWidget(BODY, self.body)
        self.body.show()  # Qt would do it later than the next key comes
        self.evidence.look()
        if isinstance(self.body, StepBody):
            self._middle.insertWidget(self._middle.indexOf(self.evidence) + 1, self.body.around)
            self.body.around.show()
        self._find_figures(sight)
        self.doing.offer(sight, self.body)
        self._area.verticalScrollBar().setValue(0)

    def _find_figures(self, sight: Sight) -> None:
        """How the present step went before, which takes a moment where there were many runs."""
        vault, procedure, body = self._context.vault, sight.procedure, self.body

        def show(found: Figures) -> None:
            if body is self.body and isinstance(body, StepBody):
                figures = found.of(sight.frame.node)
                self.side.time.show_usual(figures.seconds if figures is not None else None)
                body.around.show_figures(figures)

        if isinstance(body, StepBody):
            jobs = self._context.jobs
            jobs.start(self, _("Counting"), lambda _job: of_procedure(vault, procedure), show)

    def _made(self, sight: Sight) -> Body:
        context = self._context
        if not sight.state.status.is_open:
            return OverBody(context, sight)
        match sight.frame.stage:
            case Stage.ENTRY:
                made: Body = StartBody(context, sight)
            case Stage.FAILED:
                made = FailureBody(context, sight)
            case Stage.END:
                made = EndBody(context, sight)
            case _:
                return StepBody(context, sight)
        made.setEnabled(sight.is_mine)
        return made

    def _has_keyboard(self) -> bool:
        """Whether it is here, or nowhere."""
        focused = QApplication.focusWidget()
        if focused is None or not focused.isVisible():
            return self.isVisible()
        return self.isVisible() and (focused is self or self.isAncestorOf(focused))

    def _on_theme(self) -> None:
        """Colours and sizes are in what was made."""
        self._shown = ()
        self._fit()
        if self.isVisible():
            self._show_again()

    def _show_again(self) -> None:
        if self.following.sight is not None and not self._shown:
            self._show(self.following.sight)

    def _show_menu(self, place: QPoint) -> None:
        open_at(self.doing.menu(self), place)

    # How it is put together

    def _lay_out(self) -> None:
        inner = QWidget()
        self._middle = QVBoxLayout(inner)
        self._middle.setContentsMargins(28, 20, 28, 24)
        self._middle.setSpacing(16)
        self._middle.addWidget(self.holder)
        self._middle.addWidget(self.newer)
        self._middle.addWidget(self.beside)
        self._middle.addWidget(self.evidence)
        self._middle.addStretch(1)
        self._area = scrolled(inner, _("Step"))
        self._centre = QWidget()
        self._column = QVBoxLayout(self._centre)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.head)
        self._column.addWidget(rule())
        self._column.addWidget(self._area, 1)
        self._column.addWidget(self.foot)
        known = QWidget()
        self._beside = scrolled(known, _("Known in this run"))
        self._beside.setProperty("ground", "1")
        self._beside.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._beside_room = QVBoxLayout(known)
        self._beside_room.setContentsMargins(0, 0, 0, 0)
        self._beside_room.addWidget(self.side)
        self._beside_room.addStretch(1)
        self._edges = rule("down"), rule("down")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(self.rail)
        self._row.addWidget(self._edges[0])
        self._row.addWidget(self._centre, 1)
        self._row.addWidget(self._edges[1])
        self._row.addWidget(self._beside)

    def _toggle_rail(self) -> None:
        """Where there is no room for the steps beside the present one, they take its place."""
        self._shows_rail = not self._shows_rail
        self._fit()
        if self._shows_rail:
            self.rail.steps.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.take_focus()

    def _hide_rail(self) -> None:
        """What is asked or shown next has its place again."""
        if self._shows_rail:
            self._shows_rail = False
            self._fit()

    def _fit(self) -> None:
        """Three columns, two, or one: what is known comes below the step, the steps on demand."""
        scaled, width = self._context.theme.scaled, self.width()
        three, two = width >= scaled(THREE), width >= scaled(TWO)
        self._beside.setVisible(three)
        self._edges[1].setVisible(three)
        self._beside.setFixedWidth(min(scaled(SIDE), round(width * 0.24)))
        if three and self.side.parentWidget() is not self._beside.widget():
            self._beside_room.insertWidget(0, self.side)
        elif not three and self._middle.indexOf(self.side) < 0:
            self._middle.insertWidget(self._middle.count() - 1, self.side)
        alone = not two and self._shows_rail
        self.head.steps.setVisible(not two)
        self.head.steps.setChecked(alone)
        self.rail.setVisible(two or alone)
        self._area.setHidden(alone)
        self.foot.setHidden(alone)
        self._edges[0].setVisible(two)
        if two and self._row.indexOf(self.rail) < 0:
            self._row.insertWidget(0, self.rail)
        elif not two and self._column.indexOf(self.rail) < 0:
            self._column.insertWidget(UNDER_HEAD, self.rail, 1)
            self.rail.setMinimumWidth(0)
            self.rail.setMaximumWidth(_NO_LIMIT)
        if two:
            self.rail.setFixedWidth(min(scaled(RAIL), round(width * 0.26)))

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_again()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Parts that were made late are not reached last."""
        follow_layout(self)
        return super().focusNextPrevChild(forward)

    def event(self, event: QEvent) -> bool:
        """What was done to the library is not undone here."""
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if asks_back(event):
                event.accept()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What no field has taken."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        elif self._shows_rail and event.key() == Qt.Key.Key_Escape:
            self._toggle_rail()
        else:
            if event.text():
                self._hide_rail()
            if not self.doing.answer(event):
                super().keyPressEvent(event)

    def _copy(self) -> None:
        for text in self.findChildren(StepText):
            if text.selected_text:
                QGuiApplication.clipboard().setText(text.selected_text)
