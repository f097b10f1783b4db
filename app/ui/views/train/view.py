"""The review of a training: the author's steps, memories between them, one write at the end."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QScrollArea,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.core.errors import AppError, StaleEdit
from app.core.training import inbox, proposal, train
from app.core.training.memories import Memories
from app.core.training.proposal import Choice, Item, Proposal
from app.core.training.why import counted, why
from app.core.words import _, ngettext
from app.ui.desk import Desk
from app.ui.jobs import Job
from app.ui.views.train.flow import Row, step
from app.ui.views.train.placement_card import PlacementCard
from app.ui.views.train.plan_menu import PlanButton
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.labels import card, label, rule

GOOD = 0.40
"""What "Accept all above" means: well above what a place between the steps needs."""
STEPS = 1000
WIDEST = 1200


class TrainView(QWidget):
    """`accepted(skill, sentence)` after it was saved, `closed(skill)` when it was given up."""

    accepted = Signal(int, str)
    closed = Signal(int)

    def __init__(self, desk: Desk, skill: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self.skill = desk, skill
        self.proposal: Proposal | None = None
        self._job: Job | None = None
        self._cards: dict[int, tuple[PlacementCard, Row | None]] = {}
        self.setProperty("ground", "2")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        theme = desk.theme
        self._about = label("", "muted")
        self._based = label("", "muted")
        self.again = Button(theme, _("Train again"), size="small", icon="refresh")
        self.banner = Banner(theme)
        self._flow = QVBoxLayout()
        self.discard = Button(theme, _("Discard"))
        self.accept_good = Button(theme, _("Accept all above {score}").format(score=f"{GOOD:.2f}"))
        self.save = Button(theme, "", "primary", icon="check")
        self._counts = label("", "secondary")
        self._pages = QStackedLayout()
        self._place()
        self.again.clicked.connect(self.start)
        self.discard.clicked.connect(self._discard)
        self.accept_good.clicked.connect(self._accept_good)
        self.save.clicked.connect(self._save)
        self.banner.acted.connect(self._on_banner)
        desk.jobs.progressed.connect(self._on_progressed)
        desk.jobs.ended.connect(self._on_ended)

    def start(self) -> None:
        """Recall for every step and propose; nothing is saved."""
        if self._job is not None:
            return
        vault, skill, mind = self._desk.vault, self.skill, self._desk.mind
        self.banner.hide()
        self._show_page(self._working)
        self._bar.setValue(0)
        self._stop.setEnabled(True)
        self._job = self._desk.jobs.start(
            self,
            _("Training"),
            lambda job: train.propose(vault, skill, Memories(vault, mind.embedder), job),
            self.show_proposal,
            self._on_failed,
        )

    def show_proposal(self, found: Proposal) -> None:
        """Show what was proposed, now or earlier."""
        self.proposal = found
        said = ngettext("{count} memory recalled", "{count} memories recalled", len(found.items))
        parts = [said.format(count=len(found.items)), _("your own words are not changed")]
        if found.left_out:
            parts.insert(1, counted(found.left_out))
        self._about.setText(" · ".join(parts))
        self._based.setText(_("based on v{number}").format(number=found.number))
        self.again.show()
        self._rebuild()
        self._show_page(self._review if found.items or found.gone else self._nothing)

    # What people do

    def choose(self, fragment: int, choice: Choice) -> None:
        """Decide about one memory."""
        if self.proposal is not None:
            self.proposal = proposal.choose(self.proposal, fragment, choice)
            self._show_choices()

    def move_to(self, fragment: int, after: int | None) -> None:
        """Put one memory into another place, where it stays."""
        if self.proposal is not None:
            self.proposal = proposal.move(self.proposal, fragment, after)
            self._rebuild()
            self._cards[fragment][0].setFocus(Qt.FocusReason.OtherFocusReason)

    def pin(self, fragment: int, pinned: bool) -> None:
        if self.proposal is not None:
            self.proposal = proposal.pin(self.proposal, fragment, pinned=pinned)
            self._show_choices()

    def _accept_good(self) -> None:
        if self.proposal is not None:
            self.proposal = proposal.accept_all(self.proposal, GOOD)
            self._show_choices()

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
        """No text is saved; what waited is taken out, what was rejected is not offered again."""
        inbox.dismiss(self._desk.vault, self.skill, self.proposal)
        self.closed.emit(self.skill)

    def _step(self, by: int) -> None:
        """Go to the next or the previous memory, round and round."""
        cards = [made for made, _row in self._cards.values()]
        here = next((n for n, made in enumerate(cards) if made.hasFocus()), -1)
        if cards:
            made = cards[(here + by) % len(cards)]
            made.setFocus(Qt.FocusReason.TabFocusReason)
            self._area.ensureWidgetVisible(made)

    def _on_banner(self) -> None:
        self.banner.hide()
        self.start()

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, AppError):
            self._show_page(self._nothing)
            self.banner.explain(error, _("Train again"))
        else:
            self._desk.jobs.failed.emit(self, error)

    def _on_progressed(self, job: Job, fraction: float, text: str) -> None:
        if job is self._job:
            self._bar.setValue(round(fraction * STEPS))
            self._asking.setText(text)

    def _on_ended(self, job: Job) -> None:
        if job is self._job:
            self._job = None
            if job.cancelled:
                self.closed.emit(self.skill)

    def _cancel(self) -> None:
        if self._job is not None:
            self._stop.setEnabled(False)
            self._job.cancel()

    # What it shows

    def _rebuild(self) -> None:
        """Every step and memory anew, in their places."""
        assert self.proposal is not None
        while (old := self._flow.takeAt(0)) is not None:
            if (widget := old.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._cards = {}
        found, theme = self.proposal, self._desk.theme
        for after in range(len(found.steps) + 1):
            if after:
                self._flow.addWidget(Row(theme, step(found.steps[after - 1]), after))
            for item in found.items:
                if item.after == after:
                    made = self._card(item)
                    row = Row(theme, made, 0)
                    self._cards[item.fragment.id] = made, row
                    self._flow.addWidget(row)
        context = [item for item in found.items if item.after is None]
        if context:
            self._flow.addSpacing(10)
            self._flow.addWidget(self._context(context))
        self._flow.addStretch(1)
        self._show_choices()

    def _card(self, item: Item) -> PlacementCard:
        assert self.proposal is not None
        made = PlacementCard(self._desk.theme, item, why(self.proposal, item), self.proposal.steps)
        made.chosen.connect(self.choose)
        made.moved.connect(self.move_to)
        made.pinned.connect(self.pin)
        made.stepped.connect(self._step)
        return made

    def _context(self, items: list[Item]) -> QWidget:
        """What fits nowhere between the steps and is still worth knowing."""
        ground = card("well")
        column = QVBoxLayout(ground)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(7)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(label(_("Supporting context"), "head"))
        head.addWidget(label(_("stands after the last step"), "caption"), 1)
        column.addLayout(head)
        for item in items:
            made = self._card(item)
            self._cards[item.fragment.id] = made, None
            column.addWidget(made)
        return ground

    def _show_choices(self) -> None:
        assert self.proposal is not None
        found = self.proposal
        for item in found.items:
            made, row = self._cards[item.fragment.id]
            made.show_item(item, why(found, item))
            if row is not None:
                row.show_filled(item.choice is Choice.ACCEPTED)
        count = {choice: sum(i.choice is choice for i in found.items) for choice in Choice}
        parts = [
            _("{count} accepted").format(count=count[Choice.ACCEPTED]),
            _("{count} rejected").format(count=count[Choice.REJECTED]),
            _("{count} to decide").format(count=count[Choice.OPEN]),
        ]
        if found.gone:
            said = ngettext("{count} is taken out", "{count} are taken out", len(found.gone))
            parts.append(said.format(count=len(found.gone)))
        self._counts.setText("   ".join(parts))
        self.save.setText(_("Accept selected, save as v{number}").format(number=found.number + 1))
        decided = count[Choice.ACCEPTED] + count[Choice.REJECTED] + len(found.gone)
        self.save.setEnabled(decided > 0)
        self.accept_good.setEnabled(
            any(i.choice is Choice.OPEN and i.placement.score >= GOOD for i in found.items)
        )

    # How it is put together

    def _place(self) -> None:
        theme = self._desk.theme
        self._nothing = EmptyState(
            theme,
            "memory",
            _("Nothing to place"),
            _("No memory is relevant to a step of this skill. Remember more, then train again."),
            _("Train again"),
        )
        self._nothing.acted.connect(self.start)
        self._working = self._progress()
        self._review = self._reviewed()
        for page in (self._working, self._review, self._nothing):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addWidget(self.banner)
        column.addLayout(self._pages, 1)

    def _show_page(self, page: QWidget) -> None:
        self._pages.setCurrentWidget(page)

    def _head(self) -> QHBoxLayout:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(_("Training result"), "page"))
        words.addWidget(self._about)
        head = QHBoxLayout()
        head.setContentsMargins(20, 12, 20, 10)
        head.setSpacing(12)
        head.addLayout(words, 1)
        head.addWidget(self._based)
        head.addWidget(PlanButton(self._desk, self.skill))
        head.addWidget(self.again)
        self.again.hide()
        return head

    def _progress(self) -> QWidget:
        page = QWidget()
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, STEPS)
        self._bar.setFixedWidth(240)
        self._bar.setAccessibleName(_("Training"))
        self._asking = label("", "muted")
        self._stop = Button(self._desk.theme, _("Stop"), size="small")
        self._stop.setAccessibleName(_("Stop the training"))
        self._stop.clicked.connect(self._cancel)
        column = QVBoxLayout(page)
        column.setSpacing(10)
        column.addStretch(1)
        column.addWidget(
            label(_("Recalling for each step"), "head"), 0, Qt.AlignmentFlag.AlignHCenter
        )
        for part in (self._bar, self._asking, self._stop):
            column.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        return page

    def _reviewed(self) -> QWidget:
        inner = QWidget()
        self._flow.setContentsMargins(20, 0, 20, 16)
        self._flow.setSpacing(0)
        inner.setLayout(self._flow)
        inner.setMaximumWidth(WIDEST)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName(_("Steps and memories"))
        self._area.setWidget(inner)
        foot = QHBoxLayout()
        foot.setContentsMargins(20, 10, 16, 10)
        foot.setSpacing(10)
        foot.addWidget(self._counts, 1)
        for button in (self.discard, self.accept_good, self.save):
            foot.addWidget(button)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._area, 1)
        column.addWidget(rule())
        column.addLayout(foot)
        return page

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """What waits in the inbox is shown, unless the skill was changed since."""
        super().showEvent(event)
        if self.proposal is not None or self._job is not None:
            return
        waiting = inbox.waiting_for(self._desk.vault, self.skill)
        if waiting is not None and waiting.is_current:
            self.show_proposal(waiting.proposal)
        else:
            self.start()
