"""The review of a training: what was found is decided item by item, with one write at the end."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.errors import AppError, StaleEdit
from app.core.library.record import Saved
from app.core.progress import Progress
from app.core.training import inbox, proposal, rejections, train
from app.core.training.decisions import (
    gone_since,
    has_decisions,
    refuse_gone,
    with_decisions,
    without,
)
from app.core.training.inbox import Waiting
from app.core.training.memory_query import Memories
from app.core.training.proposal import GOOD, Cause, Choice, Proposal
from app.core.training.rewriting.rewrite import Rewrite
from app.core.training.rewriting.saving import accept_rewrite, summary
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.theme.focus import lead_to
from app.ui.views.skills.document import Document
from app.ui.views.skills.training import notices
from app.ui.views.skills.training.decided import Decided
from app.ui.views.skills.training.footer import SAVE_KEYS
from app.ui.views.skills.training.head import Head
from app.ui.views.skills.training.working import Working
from app.ui.widgets.banner import Banner
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.take_back import takes_back, wants_undo

HIGH = 480
"""Px from which on there is room for more than the memories, at the usual size of text."""


class TrainView(Document):
    """`finished` when it was saved or given up; left before, what was decided is in the inbox."""

    def __init__(self, context: AppContext, skill: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._skill = context, skill
        self.proposal: Proposal | None = None
        self._before: list[tuple[Proposal, int]] = []
        """The proposal before each decision, and which memory that was about; 0 for several."""
        self._job: Job | None = None
        self._since = context.vault.now()
        self._kept: Proposal | Rewrite | None = None
        """What is in the inbox as it is here."""
        self._earlier: Proposal | None = None
        """What was decided before the skill was changed."""
        self.setProperty("ground", "2")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        theme = context.theme
        self.head = Head(context, skill)
        self.banner = Banner(theme)
        self._decided = Decided(context, skill)
        self._weave_next = False
        self.working = Working(theme)
        self.review, self.side = self._decided.review, self._decided.side
        self.footer = self._decided.footer
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

    @property
    def skill_id(self) -> int:
        return self._skill

    def start(self) -> None:
        """Recall for every step and propose; nothing is saved, what was decided is kept."""
        if self._job is not None:
            return
        vault, skill, embedding = self._context.vault, self._skill, self._context.embedding
        earlier, self._since = self.proposal or self._earlier, vault.now()

        def work(progress: Progress) -> Proposal:
            found = train.propose(vault, skill, Memories(vault, embedding.at_hand), progress)
            return with_decisions(vault, found, earlier) if earlier is not None else found

        self.banner.hide()
        self.working.begin()
        self._pages.setCurrentWidget(self.working)
        self._job = self._context.jobs.start(
            self, _("Training"), work, self.show_proposal, self._on_failed
        )

    def take_focus(self) -> None:
        """On the one thing that can be done where nothing was found."""
        if self._pages.currentWidget() is self.nothing:
            lead_to(self.nothing.button)
        else:
            super().take_focus()

    def look_again(self) -> None:
        """Train again where nothing was found; what there is to decide stays as it is."""
        if self._pages.currentWidget() is self.nothing:
            self.start()

    def show_proposal(self, found: Proposal, waited: Waiting | None = None) -> None:
        """Show what was proposed, now or earlier, of the memories that are still there."""
        self.proposal = found = without(found, gone_since(self._context.vault, found))
        self._before.clear()
        is_inside = self._is_keyboard_inside()
        self.head.show_proposal(found)
        self.footer.later.setVisible(waited is not None)
        if waited is not None:
            self._since, self._kept = waited.at, waited.rewrite or waited.proposal
            self.banner.say(notices.why_it_waited(waited, self._context.vault.now()))
        self._rebuild()
        self._show_page(found)
        if waited is not None and waited.rewrite is not None:
            self.side.show_rewrite(waited.rewrite)
        if self._weave_next:
            self._weave_next = False
            self.side.rewrite.weave()
        if is_inside:
            self._lead_on()
        self._look_whether_it_is_current()

    def _is_keyboard_inside(self) -> bool:
        """Whether it is in here while this is seen, or nowhere."""
        focused = self.window().focusWidget()
        return self.isVisible() and (focused in (None, self) or self.isAncestorOf(focused))

    def _lead_on(self) -> None:
        """Put the keyboard on the next memory, or where people go on without any."""
        if self.review.cards:
            self.review.step(1)
        else:
            self.take_focus()

    def _show_page(self, found: Proposal) -> None:
        something = found.items or found.gone or found.left_out
        self._pages.setCurrentWidget(self._decided if something else self.nothing)
        self.head.again.setVisible(bool(something))  # else it stands in the middle

    # What is kept

    def flush(self) -> bool:
        """Keep what was decided so far: it is there when the skill is trained the next time."""
        vault, made = self._context.vault, self._undecided()
        if made is None or made == self._kept:
            return True
        self._kept = made

        def done(_nothing: None) -> None:
            self._since = vault.now()

        self._context.writes.write(
            self, _("Saving"), lambda: inbox.keep(vault, made, Cause.ASKED), done
        )
        return True

    def when_saved(
        self, act: Callable[[], object], otherwise: Callable[[], object] | None = None
    ) -> None:
        """Keep it, then `act()`, and say how to go on."""
        self.flush()
        go, skill = self._context.go, self._skill
        if self._kept is not None:
            said = _("Your decisions are kept until you resume")
            self._context.say.tell_more(said, _("Resume"), partial(go.training, skill))
        act()

    def _undecided(self) -> Proposal | Rewrite | None:
        """What was begun here and neither accepted nor discarded."""
        found, written = self.proposal, self.side.rewrite.rewrite
        if found is not None and written is not None and written.placement == found:
            return written
        return found if found is not None and has_decisions(found) else None

    # What people do

    def choose(self, fragment: int, choice: Choice) -> None:
        """Decide about one memory."""
        if self.proposal is not None:
            self._before.append((self.proposal, fragment))
            self._show_choices(proposal.choose(self.proposal, fragment, choice))

    def take_back(self) -> None:
        """Be where the last decision was made, before it was."""
        now = self.proposal
        if not self._before or now is None:
            return
        before, fragment = self._before.pop()
        self.proposal = before
        if [item.after for item in before.items] != [item.after for item in now.items]:
            self._rebuild()
        else:
            self._show_choices(before)
        if fragment in self.review.cards:
            self.review.go(fragment)

    def move_to(self, fragment: int, after: int | None) -> None:
        """Put one memory into another place, where it stays."""
        if self.proposal is not None:
            self._before.append((self.proposal, fragment))
            self.proposal = proposal.move(self.proposal, fragment, after)
            self._rebuild()
            self.review.go(fragment)

    def pin(self, fragment: int, pinned: bool) -> None:
        if self.proposal is not None:
            self._before.append((self.proposal, fragment))
            self._show_choices(proposal.pin(self.proposal, fragment, pinned=pinned))

    def accept_good(self) -> None:
        if self.proposal is not None:
            self._before.append((self.proposal, 0))
            self._show_choices(proposal.accept_all(self.proposal, GOOD))
            self.review.go_on()

    def allow(self, fragment: int) -> None:
        """Have a memory offered again that was rejected once."""
        vault, skill = self._context.vault, self._skill
        self._write(lambda: rejections.forget(vault, skill, fragment), self.start)

    def _save(self) -> None:
        """One write; one undo takes it back."""
        vault, made = self._context.vault, self.proposal
        if made is None:
            return

        def failed(error: AppError) -> None:
            self.banner.explain(error, _("Train again") if isinstance(error, StaleEdit) else "")

        def save() -> Saved:
            refuse_gone(vault, made)
            return train.accept(vault, made)

        self._context.writes.write(
            self,
            _("Saving"),
            save,
            lambda saved: self._say_saved(saved, made, train.summary(made)),
            failed,
        )

    def _use_rewrite(self) -> None:
        """The same for what the model wrote, as far as it was accepted."""
        vault, page = self._context.vault, self.side.rewrite
        made = page.rewrite
        if made is None:
            return

        def failed(error: AppError) -> None:
            page.explain(error, _("Rewrite again") if isinstance(error, StaleEdit) else "")

        def save() -> Saved:
            refuse_gone(vault, made.placement)
            return accept_rewrite(vault, made)

        self._context.writes.write(
            self,
            _("Saving"),
            save,
            lambda saved: self._say_saved(saved, made.placement, summary(made)),
            failed,
        )

    def _write_anew(self) -> None:
        """Train again, then let the model write; what was decided is kept."""
        self._weave_next = True
        self.start()

    def _say_saved(self, saved: Saved, made: Proposal, what: str) -> None:
        """Without a new version there is nothing that *Undo* could take back."""
        is_new = saved.version != made.base
        said = _("Saved as v{number}: {what}").format(number=saved.number, what=what)
        if not is_new:
            said = _("Saved what you decided; the text stays as it is.")
        self._close()
        self._context.go.skill(self._skill)
        self._context.say.tell(said, undoable=is_new)

    def _discard(self) -> None:
        """Nothing is saved; what waited in the inbox is taken out."""
        vault, skill, made = self._context.vault, self._skill, self.proposal
        if inbox.waiting_for(vault, skill) is None:
            self._close()
        else:
            self._write(lambda: inbox.dismiss(vault, skill, made), self._close)

    def _put_off(self, days: int) -> None:
        vault = self._context.vault
        skill, until = self._skill, vault.now() + timedelta(days=days)
        self._write(lambda: inbox.put_off(vault, skill, until), self._close)

    def _write(self, work: Callable[[], object], then: Callable[[], None]) -> None:
        self._context.writes.write(self, _("Saving"), work, lambda _nothing: then())

    def _close(self) -> None:
        self.finished.emit()

    # What happens

    def _on_failed(self, error: Exception) -> None:
        self._weave_next = False
        if isinstance(error, AppError):
            self._pages.setCurrentWidget(self.nothing if self.proposal is None else self._decided)
            self.banner.explain(error, _("Train again"))
        else:
            self._context.jobs.failed.emit(self, error)

    def _on_progressed(self, job: Job, fraction: float, text: str) -> None:
        if job is self._job:
            self.working.show_progress(fraction, text)

    def _on_ended(self, job: Job) -> None:
        if job is self._job:
            self._job = None
            if job.cancelled:
                self.finished.emit()

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & Part.MEMORIES:
            self._take_out_gone()
        if self._skill in changes.skills and self._job is None:
            self._look_whether_it_is_current()

    def _take_out_gone(self) -> None:
        """A memory that was forgotten is offered no longer, nor when a decision is taken back."""
        now = self.proposal
        if now is None or not (gone := gone_since(self._context.vault, now)):
            return
        self._before = [
            (without(before, gone), fragment)
            for before, fragment in self._before
            if fragment not in gone
        ]
        self.proposal, is_inside = without(now, gone), self._is_keyboard_inside()
        self.head.show_proposal(self.proposal)
        self._rebuild()
        self._show_page(self.proposal)
        if self._job is not None:
            self._pages.setCurrentWidget(self.working)
        elif is_inside and not self.review.cards:
            self.take_focus()

    def _look_whether_it_is_current(self) -> None:
        """Say at once that the skill or a memory was changed, not only when the work is done."""
        if self.proposal is not None:
            vault = self._context.vault
            self._decided.say_replaced(notices.replaced(vault, self._skill))
            if said := notices.not_current(vault, self.proposal, self._since):
                self.banner.say(said, "warn", _("Train again"))

    # What it shows

    def _rebuild(self) -> None:
        assert self.proposal is not None
        self.review.rebuild(self.proposal)
        self.footer.show_choices(self.proposal)
        self.side.show_proposal(self.proposal)

    def _show_choices(self, found: Proposal) -> None:
        self.proposal = found
        self.review.show_choices(found)
        self.footer.show_choices(found)
        self.side.show_proposal(found)

    # How it is put together

    def _listen(self) -> None:
        self.nothing.acted.connect(self.start)
        self.head.again.clicked.connect(self.start)
        self.head.fold.clicked.connect(self._decided.toggle_side)
        self.side.rewrite.used.connect(self._use_rewrite)
        self.side.rewrite.refresh_requested.connect(self._write_anew)
        self.working.stopped.connect(self._cancel)
        self.review.chosen.connect(self.choose)
        self.review.finished.connect(lambda: lead_to(self.footer.save))
        self.review.moved.connect(self.move_to)
        self.review.pinned.connect(self.pin)
        self.review.allowed.connect(self.allow)
        self.footer.discard.clicked.connect(self._discard)
        self.footer.put_off.connect(self._put_off)
        self.footer.good.clicked.connect(self.accept_good)
        self.footer.save.clicked.connect(self._save)
        for keys in (SAVE_KEYS, "Ctrl+Enter"):  # wherever the keyboard is in the window
            QShortcut(keys, self).activated.connect(self.footer.save.click)
        self.banner.acted.connect(self.start)
        self._context.bridge.changed.connect(self._on_changed)
        self._context.jobs.progressed.connect(self._on_progressed)
        self._context.jobs.ended.connect(self._on_ended)

    def _place(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.banner)
        column.addLayout(self._pages, 1)
        for page in (self.working, self._decided, self.nothing):
            self._pages.addWidget(page)

    # Qt

    def event(self, event: QEvent) -> bool:
        """Undo is ours before it is the window's, as long as there is something to take back."""
        if self._before and wants_undo(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """From wherever the keyboard is in here to the next memory, or back."""
        ways = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}
        way = ways.get(Qt.Key(event.key()))
        if takes_back(event):
            self.take_back()
        elif way is None or event.modifiers():
            super().keyPressEvent(event)
        else:
            self.review.step(way)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.head.spare(self.height() < self._context.theme.scaled(HIGH))

    def showEvent(self, event: QShowEvent) -> None:
        """What waits in the inbox is shown, unless the skill was changed since."""
        super().showEvent(event)
        if self.proposal is not None or self._job is not None:
            return
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        waiting = inbox.waiting_for(self._context.vault, self._skill)
        if waiting is not None and waiting.is_current:
            self.show_proposal(waiting.proposal, waiting)
        else:
            self._earlier = waiting.proposal if waiting is not None else None
            self.start()
