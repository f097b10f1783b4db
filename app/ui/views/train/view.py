"""The review of a training: what was found is decided item by item, with one write at the end."""

from datetime import timedelta

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from app.core.changes import Changes
from app.core.errors import AppError, StaleEdit
from app.core.library import library
from app.core.progress import Progress
from app.core.training import inbox, proposal, rejections, train
from app.core.training.inbox import Cause, Waiting
from app.core.training.keeping import with_decisions
from app.core.training.memories import Memories
from app.core.training.proposal import GOOD, Choice, Proposal
from app.core.training.why import counted
from app.core.words import _, ngettext
from app.ui.desk import Desk
from app.ui.jobs import Job
from app.ui.views.train.footer import Footer
from app.ui.views.train.legend import Legend
from app.ui.views.train.plan_menu import PlanButton
from app.ui.views.train.review import Review
from app.ui.views.train.working import Working
from app.ui.widgets.ages import age
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.labels import label, rule


class TrainView(QWidget):
    """`accepted(skill, sentence)` after it was saved, `closed(skill)` when it was given up."""

    accepted = Signal(int, str)
    closed = Signal(int)

    def __init__(self, desk: Desk, skill: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self.skill = desk, skill
        self.proposal: Proposal | None = None
        self._job: Job | None = None
        self._since = desk.vault.now()
        self.setProperty("ground", "2")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        theme = desk.theme
        self._about = label("", "muted", wrap=True)
        self._based = label("", "muted")
        self._legend = Legend(theme)
        self.again = Button(theme, _("Train again"), size="small", icon="refresh")
        self.banner = Banner(theme)
        self.working = Working(theme)
        self.review = Review(theme)
        self.footer = Footer(theme)
        self.nothing = EmptyState(
            theme,
            "memory",
            _("Nothing to place"),
            _("No memory is relevant to a step. Put notes into Memories, then train again."),
            _("Train again"),
        )
        self._pages = QStackedLayout()
        self._place()
        self._listen()

    def start(self) -> None:
        """Recall for every step and propose; nothing is saved, what was decided is kept."""
        if self._job is not None:
            return
        vault, skill, mind = self._desk.vault, self.skill, self._desk.mind
        earlier, self._since = self.proposal, vault.now()

        def work(progress: Progress) -> Proposal:
            found = train.propose(vault, skill, Memories(vault, mind.at_hand), progress)
            return with_decisions(vault, found, earlier) if earlier is not None else found

        self.banner.hide()
        self.working.begin()
        self._pages.setCurrentWidget(self.working)
        self._job = self._desk.jobs.start(
            self, _("Training"), work, self.show_proposal, self._on_failed
        )

    def show_proposal(self, found: Proposal, waited: Waiting | None = None) -> None:
        """Show what was proposed, now or earlier."""
        self.proposal = found
        focused = self.window().focusWidget()
        inside = focused in (None, self) or self.isAncestorOf(focused)
        said = ngettext("{count} memory offered", "{count} memories offered", len(found.items))
        parts = [said.format(count=len(found.items)), _("your own words are not changed")]
        if found.left_out:
            parts.insert(1, counted(found.left_out))
        self._about.setText(" · ".join(parts))
        self._based.setText(_("based on v{number}").format(number=found.number))
        self.again.show()
        self.footer.later.setVisible(waited is not None)
        if waited is not None:
            self._since = waited.at
            self.banner.say(self._why_it_waited(waited))
        self._rebuild()
        something = found.items or found.gone or found.left_out
        self._legend.setVisible(bool(something))
        self._pages.setCurrentWidget(self._decided if something else self.nothing)
        if inside and self.isVisible():
            self.review.step(1)
        self._look_whether_it_is_current()

    # What people do

    def choose(self, fragment: int, choice: Choice) -> None:
        """Decide about one memory."""
        if self.proposal is not None:
            self._show_choices(proposal.choose(self.proposal, fragment, choice))

    def move_to(self, fragment: int, after: int | None) -> None:
        """Put one memory into another place, where it stays."""
        if self.proposal is not None:
            self.proposal = proposal.move(self.proposal, fragment, after)
            self._rebuild()
            self.review.go(fragment)

    def pin(self, fragment: int, pinned: bool) -> None:
        if self.proposal is not None:
            self._show_choices(proposal.pin(self.proposal, fragment, pinned=pinned))

    def accept_good(self) -> None:
        if self.proposal is not None:
            self._show_choices(proposal.accept_all(self.proposal, GOOD))

    def allow(self, fragment: int) -> None:
        """Have a memory offered again that was rejected once."""
        rejections.forget(self._desk.vault, self.skill, fragment)
        self.start()

    def _save(self) -> None:
        """One write; one undo takes it back."""
        if self.proposal is None:
            return
        try:
            saved = train.accept(self._desk.vault, self.proposal)
        except StaleEdit as error:
            self.banner.explain(error, _("Train again"))
            return
        except AppError as error:
            self.banner.explain(error)
            return
        said = _("Saved as v{number}: {what}")
        what = train.summary(self.proposal)
        self.accepted.emit(self.skill, said.format(number=saved.number, what=what))

    def _discard(self) -> None:
        """Nothing is saved; what waited in the inbox is taken out."""
        if inbox.waiting_for(self._desk.vault, self.skill) is not None:
            inbox.dismiss(self._desk.vault, self.skill)
        self.closed.emit(self.skill)

    def _put_off(self, days: int) -> None:
        vault = self._desk.vault
        inbox.put_off(vault, self.skill, vault.now() + timedelta(days=days))
        self.closed.emit(self.skill)

    # What happens

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, AppError):
            self._pages.setCurrentWidget(self.nothing if self.proposal is None else self._decided)
            self.banner.explain(error, _("Train again"))
        else:
            self._desk.jobs.failed.emit(self, error)

    def _on_progressed(self, job: Job, fraction: float, text: str) -> None:
        if job is self._job:
            self.working.show_progress(fraction, text)

    def _on_ended(self, job: Job) -> None:
        if job is self._job:
            self._job = None
            if job.cancelled:
                self.closed.emit(self.skill)

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _on_changed(self, changes: Changes) -> None:
        if self.skill in changes.skills and self._job is None:
            self._look_whether_it_is_current()

    def _look_whether_it_is_current(self) -> None:
        """Say at once that the skill or a memory was changed, not only when the work is done."""
        state = library.current(self._desk.vault, self.skill)
        if self.proposal is None or state is None:
            return
        waiting = inbox.waiting_for(self._desk.vault, self.skill)
        if state[0].version != self.proposal.base:
            words = _("This skill was changed meanwhile. Train it again; what you decided is kept.")
        elif waiting is not None and waiting.at > self._since:
            words = _("A memory here was changed meanwhile. Train again; what you decided is kept.")
        else:
            return
        self.banner.say(words, "warn", _("Train again"))

    # What it shows

    def _rebuild(self) -> None:
        assert self.proposal is not None
        self.review.rebuild(self.proposal)
        self.footer.show_choices(self.proposal)

    def _show_choices(self, found: Proposal) -> None:
        self.proposal = found
        self.review.show_choices(found)
        self.footer.show_choices(found)

    def _why_it_waited(self, waited: Waiting) -> str:
        cause = {
            Cause.ASKED: _("This training has waited for you ({age})."),
            Cause.SCHEDULED: _("This was trained as planned ({age})."),
            Cause.MEMORIES_CHANGED: _("This was trained because a memory in it changed ({age})."),
        }[waited.cause]
        return cause.format(age=age(waited.at, self._desk.vault.now()))

    # How it is put together

    def _listen(self) -> None:
        self.nothing.acted.connect(self.start)
        self.again.clicked.connect(self.start)
        self.working.stopped.connect(self._cancel)
        self.review.chosen.connect(self.choose)
        self.review.moved.connect(self.move_to)
        self.review.pinned.connect(self.pin)
        self.review.allowed.connect(self.allow)
        self.footer.discard.clicked.connect(self._discard)
        self.footer.put_off.connect(self._put_off)
        self.footer.good.clicked.connect(self.accept_good)
        self.footer.save.clicked.connect(self._save)
        self.banner.acted.connect(self.start)
        self._desk.bridge.changed.connect(self._on_changed)
        self._desk.jobs.progressed.connect(self._on_progressed)
        self._desk.jobs.ended.connect(self._on_ended)

    def _place(self) -> None:
        self._decided = QWidget()
        inner = QVBoxLayout(self._decided)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(self.review, 1)
        inner.addWidget(rule())
        inner.addWidget(self.footer)
        for page in (self.working, self._decided, self.nothing):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addWidget(self.banner)
        column.addLayout(self._pages, 1)

    def _head(self) -> QHBoxLayout:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(_("Training result"), "page"))
        words.addWidget(self._about)
        head = QHBoxLayout()
        head.setContentsMargins(20, 12, 20, 10)
        head.setSpacing(12)
        head.addLayout(words, 1)
        for part in (self._based, self._legend, PlanButton(self._desk, self.skill), self.again):
            head.addWidget(part)
        self._legend.hide()
        self.again.hide()
        return head

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """From wherever the keyboard is in here to the next memory."""
        ways = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}
        way = ways.get(Qt.Key(event.key()))
        if way is None or event.modifiers():
            super().keyPressEvent(event)
        else:
            self.review.step(way)

    def showEvent(self, event: QShowEvent) -> None:
        """What waits in the inbox is shown, unless the skill was changed since."""
        super().showEvent(event)
        if self.proposal is not None or self._job is not None:
            return
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        waiting = inbox.waiting_for(self._desk.vault, self.skill)
        if waiting is not None and waiting.is_current:
            self.show_proposal(waiting.proposal, waiting)
        else:
            self.start()
