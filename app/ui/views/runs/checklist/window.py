"""One run as a small window that stays beside other work. Public name: `CheckListWindow`."""

from dataclasses import replace

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QHideEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.runs.place_words import clock
from app.core.runs.state import RunStatus, Stage
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.body import Body
from app.ui.views.runs.checklist.check_body import CheckBody, family
from app.ui.views.runs.checklist.head import CheckHead
from app.ui.views.runs.checklist.note_line import NoteLine
from app.ui.views.runs.checklist.sizes import (
    FOLDED,
    FRAME,
    HEIGHT,
    LEAST,
    NARROWEST,
    on_screen,
    usual_size,
)
from app.ui.views.runs.checklist.small_foot import SmallFoot
from app.ui.views.runs.checklist.step_rows import StepRing, StepRows
from app.ui.views.runs.checklist.strip import Strip
from app.ui.views.runs.doing import Doing
from app.ui.views.runs.end_body import EndBody
from app.ui.views.runs.failure_body import FailureBody
from app.ui.views.runs.following import Following, Sight
from app.ui.views.runs.holder_card import HolderCard
from app.ui.views.runs.over_body import OverBody
from app.ui.views.runs.rail_rows import RailRow, rail_rows
from app.ui.views.runs.run_words import seconds, step_of
from app.ui.views.runs.start_body import StartBody
from app.ui.widgets.labels import label, rule
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.scrolled import scrolled

_NO_LIMIT = (1 << 24) - 1
"""Qt's own (`QWIDGETSIZE_MAX`)."""


class CheckListWindow(QWidget):
    """Has no parent, so that it stays when the window of Techne is put away; whoever makes it
    deletes it. `closed` by a person; `changed` when it was folded or its place on top was; `unused`
    carries keys that mean nothing here.
    """

    closed = Signal()
    changed = Signal()
    unused = Signal(QKeySequence)

    def __init__(self, context: AppContext) -> None:
        super().__init__(None)
        self._context = context
        self.setProperty("ground", "2")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme = context.theme
        self.following = Following(context, self)
        self.head = CheckHead(context)
        self.strip = Strip(theme)
        self.before, self.after = StepRows(theme, _("Behind you")), StepRows(theme, _("To come"))
        self.holder = HolderCard(context)
        self.note = NoteLine(context, self.following)
        self.trouble = label("", "error", wrap=True)
        self.foot = SmallFoot(theme)
        self.body: Body | None = None
        self._shown: tuple[object, ...] = ()
        self._unfolded = usual_size(theme, self.screen().availableSize())
        self._unfolded_at = self._folded_at = QPoint()
        self.is_folded = False
        self.doing = Doing(context, self.following, self.foot, self)
        self._lay_out()
        self._tick = QTimer(self, interval=1000)
        self._tick.timeout.connect(self._show_clock)
        self.following.moved.connect(self._show)
        self.following.lost.connect(self.close)
        self.following.refused.connect(self._explain)
        self.head.on_top_wanted.connect(self.keep_on_top)
        self.head.fold_wanted.connect(self.fold)
        self.head.menu_wanted.connect(lambda at: open_at(self.menu(), at))
        self.strip.unfold_wanted.connect(self.unfold)
        self.strip.ticked.connect(self._go)
        self.note.left.connect(self.take_focus)
        self.note.evidence.left.connect(self.take_focus)
        self.doing.note_wanted.connect(self.note.write)
        self.doing.attach_wanted.connect(self.note.offer)
        self.holder.taken.connect(self.following.take_over)
        self.holder.answered.connect(self.following.answer)
        theme.changed.connect(self._on_theme)
        self.setMinimumSize(LEAST)
        self.resize(self._unfolded)

    @property
    def run(self) -> int | None:
        return self.following.run

    @property
    def is_on_top(self) -> bool:
        return bool(self.windowFlags() & Qt.WindowType.WindowStaysOnTopHint)

    @property
    def unfolded_size(self) -> QSize:
        """Its size, or that which it has again when it is unfolded."""
        return self._unfolded if self.is_folded else self.size()

    def take_focus(self) -> None:
        """Have the keyboard where the run goes on, or where another begins when it is over."""
        sight = self.following.sight
        is_mine = sight is not None and sight.is_mine and not self.is_folded
        if self.body is not None and is_mine and self.body.take_focus():
            return
        if self.is_folded or not self.foot.lead_to("again"):
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    # How it stands among other windows

    def show_quietly(self) -> None:
        """Without taking the keyboard from where somebody works."""
        quiet = Qt.WidgetAttribute.WA_ShowWithoutActivating
        self.setAttribute(quiet)
        self.show()
        self.setAttribute(quiet, False)

    def keep_on_top(self, on: bool) -> None:
        """Above the windows of all programs, or among them."""
        self.head.pin.blockSignals(True)
        self.head.pin.setChecked(on)
        self.head.pin.blockSignals(False)
        self._unfolded = self.unfolded_size
        self._stand(on_top=on)
        self.changed.emit()

    def fold(self) -> None:
        """To a strip that shows the present step."""
        if self.is_folded:
            return
        self._unfolded, self._unfolded_at, self.is_folded = self.size(), self.pos(), True
        self._stand(on_top=self.is_on_top)
        self._folded_at = self.pos()
        self.changed.emit()

    def unfold(self) -> None:
        if not self.is_folded:
            return
        self.is_folded = False
        was_moved = (self.pos() - self._folded_at).manhattanLength() >= FRAME
        at = self.pos() if was_moved else self._unfolded_at
        place = on_screen(QRect(at, self._unfolded), self.screen().availableGeometry())
        self._unfolded = place.size()
        self.move(place.topLeft())
        self._stand(on_top=self.is_on_top)
        self.changed.emit()

    def _stand(self, *, on_top: bool) -> None:
        """Other flags make it another window for the system, which has to be shown again."""
        flags = Qt.WindowType.Window
        if on_top:
            flags |= Qt.WindowType.WindowStaysOnTopHint
        if self.is_folded:
            flags |= Qt.WindowType.FramelessWindowHint
        was_shown, place = self.isVisible(), self.pos()
        screen = self.screen().availableGeometry()
        self.setWindowFlags(flags)
        self._whole.setVisible(not self.is_folded)
        self.strip.setVisible(self.is_folded)
        scaled = self._context.theme.scaled
        if self.is_folded:
            self.setMinimumSize(NARROWEST, scaled(HEIGHT))
            self.setMaximumHeight(scaled(HEIGHT))
            wide = min(scaled(FOLDED.width()), screen.width() * 3 // 4)
            self.resize(wide, scaled(HEIGHT))
            place.setX(max(screen.left(), min(place.x(), screen.right() - wide)))
        else:
            self.setMaximumHeight(_NO_LIMIT)
            self.setMinimumSize(LEAST)
            self.resize(self._unfolded)
        self.move(place)
        if was_shown:
            self.show()
            self.activateWindow()
            self.take_focus()

    # What it shows

    def _show(self, sight: Sight) -> None:
        run, state = sight.record.run, sight.state
        self.setWindowTitle(_("{title}: check list").format(title=run.title))
        rows = rail_rows(sight.record.program, replace(state, frames=(sight.frame,)))
        self.head.show_sight(sight)
        self.holder.show_sight(sight)
        self.note.show_sight(sight)
        self._show_strip(sight, rows)
        self._show_clock()
        self._run_clock()
        shown = run.id, state.turn, state.status, state.holder, state.offered
        if shown == self._shown:
            return
        self._shown = shown
        had = self._has_keyboard()
        self.trouble.hide()
        self._show_rows(sight, rows)
        self._show_body(sight, rows)
        if had:
            self.take_focus()

    def _show_rows(self, sight: Sight, rows: tuple[RailRow, ...]) -> None:
        """One for each step of the innermost procedure, before and behind the present one."""
        at_step = sight.node is not None and sight.state.status.is_open
        first, last = (family(sight)[0], family(sight)[-1]) if at_step else (0, -1)
        if not at_step and sight.frame.stage is not Stage.ENTRY:
            first, last = len(rows), len(rows)
        self.before.show_rows([row for row in rows[:first] if not row.level])
        self.after.show_rows([row for row in rows[last + 1 :] if not row.level])
        self.ring.show_row(replace(rows[first], is_here=True) if at_step else None)

    def _show_body(self, sight: Sight, rows: tuple[RailRow, ...]) -> None:
        if self.body is not None:
            self.body.drop()
        self.body = body = self._made(sight, rows)
        self._block_room.addWidget(body, 1)
        body.show()  # Qt would do it later than the next key comes
        if isinstance(body, CheckBody):
            body.back_wanted.connect(self.following.back)
        self.note.evidence.look()
        self.doing.offer(sight, body)
        QTimer.singleShot(0, self, self._show_present)

    def _made(self, sight: Sight, rows: tuple[RailRow, ...]) -> Body:
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
                return CheckBody(context, sight, rows)
        made.setEnabled(sight.is_mine)
        return made

    def _show_strip(self, sight: Sight, rows: tuple[RailRow, ...]) -> None:
        is_open = sight.state.status.is_open
        here = (
            replace(rows[family(sight)[0]], is_here=True)
            if sight.node is not None and is_open
            else None
        )
        says = step_of(sight.record.run) if is_open else _("ended")
        self.strip.show_sight(sight, here, says, can_tick=sight.is_mine)

    def _show_present(self) -> None:
        """The present step, with what was done last above it where there is room."""
        bar = self._area.verticalScrollBar()
        bar.setValue(max(0, self._block.y() - self._area.viewport().height() // 4))
        if isinstance(self.body, CheckBody) and (present := self.body.present) is not None:
            self._area.ensureWidgetVisible(present, 0)

    def _show_clock(self) -> None:
        if (sight := self.following.sight) is not None:
            self.head.clock.setText(clock(seconds(sight.record.run, self._context.vault.now())))

    def _run_clock(self) -> None:
        """Only where somebody sees it go."""
        sight = self.following.sight
        going = sight is not None and sight.is_going and self.isVisible() and not self.is_folded
        if going != self._tick.isActive():
            (self._tick.start if going else self._tick.stop)()

    def _explain(self, error: AppError) -> None:
        self.trouble.setText(f"{error} {error.hint}".strip())
        self.trouble.show()

    def _has_keyboard(self) -> bool:
        """Whether it is here, and nobody writes a note."""
        focused = QApplication.focusWidget()
        return self.isActiveWindow() and focused is not self.note.field

    def _on_theme(self) -> None:
        """Colours and sizes are in what was made."""
        self._shown = ()
        if self.following.sight is not None:
            self._show(self.following.sight)

    # What can be done

    def menu(self) -> QMenu:
        """What has no button here, and all that the page of the run offers."""
        made, theme, sight = self.doing.menu(self), self._context.theme, self.following.sight
        first = made.actions()[0]
        page = QAction(theme.icon("external"), _("Show in Techne (O)"), made)
        page.triggered.connect(self._show_page)
        found = [page]
        if sight is not None and sight.is_mine:
            paused = sight.state.status is RunStatus.PAUSED
            for icon, words, act, can in (
                ("undo", _("Back (⌫)"), self.following.back, sight.state.previous is not None),
                ("pause", _("Go on (P)") if paused else _("Pause (P)"), self.following.pause, True),
                ("agents", _("Hand over… (H)"), self.doing.hand_over, True),
            ):
                one = QAction(theme.icon(icon), words, made)
                one.triggered.connect(act)
                one.setEnabled(can)
                found.append(one)
        made.insertActions(first, found)
        made.insertSeparator(first)
        return made

    def _show_page(self) -> None:
        if self.run is not None:
            self._context.go.run(self.run)

    def _go(self) -> None:
        """Done, from the strip: what asks for more is unfolded."""
        body, sight = self.body, self.following.sight
        asks = not isinstance(body, CheckBody) or body.choice is not None or body.target is not None
        if asks or sight is None or not sight.is_mine:
            self.unfold()
        else:
            self.doing.go()

    # How it is put together

    def _lay_out(self) -> None:
        self._block = QFrame()
        self._block.setProperty("card", "here")
        self.ring = StepRing(self._context.theme)
        around = QHBoxLayout(self._block)
        around.setContentsMargins(8, 10, 12, 12)
        around.setSpacing(10)
        around.addWidget(self.ring, 0, Qt.AlignmentFlag.AlignTop)
        self._block_room = QVBoxLayout()
        around.addLayout(self._block_room, 1)
        inner = QWidget()
        middle = QVBoxLayout(inner)
        middle.setContentsMargins(0, 8, 0, 8)
        middle.setSpacing(6)
        middle.addWidget(self.before)
        for part in (self.holder, self._block, self.note.evidence):
            row = QHBoxLayout()
            row.setContentsMargins(8, 0, 8, 0)
            row.addWidget(part)
            middle.addLayout(row)
        middle.addWidget(self.after)
        middle.addStretch(1)
        self._area = scrolled(inner, _("Steps"))
        self._whole = QWidget()
        column = QVBoxLayout(self._whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        said = QVBoxLayout()
        said.setContentsMargins(16, 0, 16, 0)
        said.addWidget(self.trouble)
        self.trouble.hide()
        column.addWidget(self.head)
        column.addWidget(rule())
        column.addWidget(self._area, 1)
        column.addLayout(said)
        column.addWidget(self.note)
        column.addWidget(rule())
        column.addWidget(self.foot)
        room = QVBoxLayout(self)
        room.setContentsMargins(0, 0, 0, 0)
        room.addWidget(self._whole)
        room.addWidget(self.strip)
        self.strip.hide()

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What no field has taken."""
        key, is_plain = Qt.Key(event.key()), not event.modifiers()
        if is_plain and key == Qt.Key.Key_M:
            (self.unfold if self.is_folded else self.fold)()
        elif is_plain and key == Qt.Key.Key_O:
            self._show_page()
        elif self.is_folded and key == Qt.Key.Key_Space:
            self._go()
        elif event.matches(QKeySequence.StandardKey.Close):
            self.close()
        else:
            if self.is_folded and event.text().isalpha():
                self.unfold()  # it may be asked why
            if not self.doing.answer(event):
                super().keyPressEvent(event)
                self.unused.emit(QKeySequence(event.keyCombination()))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_clock()
        self._run_clock()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._run_clock()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()
