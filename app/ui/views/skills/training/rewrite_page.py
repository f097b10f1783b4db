"""The training as a model would write it: asked for, watched, and decided sentence by sentence."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.training.proposal import Choice, Proposal
from app.core.training.rewriting.own_words import make_own
from app.core.training.rewriting.rewrite import Rewrite, RewrittenStep, choose, choose_step, placed
from app.core.training.rewriting.rewrite_decisions import with_decisions
from app.core.training.rewriting.verdict import Kind
from app.core.training.rewriting.weaving import Started
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.training.offer import Offer
from app.ui.views.skills.training.rewrite_head import RewriteHead
from app.ui.views.skills.training.rewrite_job import RewriteJob
from app.ui.views.skills.training.rewrite_steps import Place, RewriteSteps
from app.ui.views.skills.training.verdict_signs import about
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label, rule
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.side_by_side import SideBySide
from app.ui.widgets.take_back import takes_back, wants_undo

PROMISE = 160
"""Px that the promise has beside the button."""


class RewritePage(QWidget):
    """`changed` with each decision and each rewriting, `used` to save it, `refresh_requested` for
    a newer training.

    J and K go from one sentence of the model to the next; A accepts, R leaves out, O makes it
    the person's own words; with Shift, A and R decide about the whole step. Each goes on to what
    is left to decide, and U takes it back.
    """

    changed = Signal()
    used = Signal()
    refresh_requested = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.rewrite: Rewrite | None = None
        self._placement: Proposal | None = None
        self._settled: set[Place] = set()
        self._before: list[tuple[Rewrite, frozenset[Place], Place | None]] = []
        """What there was before each decision."""
        self.current: Place | None = None
        self.is_stale = False
        self.rewrite_job = RewriteJob(context, self)
        self.offer = Offer(context)
        self.head = RewriteHead(context, self.rewrite_job)
        self.banner = Banner(context.theme)
        self.steps = RewriteSteps(context.theme)
        self._promise = label("", "muted", wrap=True)
        self.use = Button(context.theme, _("Use the rewrite"))
        self._pages = QStackedLayout(self)
        self._lay_out()
        self._listen()

    # What it is about

    def show_placement(self, found: Proposal) -> None:
        """The training that is decided beside it; what is woven in follows its decisions."""
        self._placement = found
        self.offer.show_placement(found)
        if self.rewrite is None:
            return
        if found.base == self.rewrite.placement.base:
            self._decide(lambda made: placed(made, lambda _earlier: found))
        else:
            self._say_stale()

    def show_rewrite(self, found: Rewrite, *, measured: bool = False) -> None:
        """What a model made of it, now or earlier."""
        self.rewrite, self.is_stale = found, False
        self._settled.clear()
        self._before.clear()
        self.current = None
        self.steps.build(found.placement)
        self.banner.hide()
        if found.trouble:
            self.banner.say(found.trouble, "warn")
        self.head.show_done(found, measured=measured)
        self._pages.setCurrentWidget(self._review)
        for position in self.steps.blocks:
            self._show_step(position)
        self._show_sum()
        self.changed.emit()

    def weave(self) -> None:
        """Let the model write, in place of what it wrote before."""
        if (
            self._placement is None
            or self.rewrite_job.is_running
            or not self._context.model.is_there
        ):
            return
        self.banner.hide()
        self.use.setEnabled(False)
        self._promise.setText(_("Nothing is saved until you say so."))
        self.steps.build(self._placement)
        self.rewrite_job.start(self._placement)
        self.head.show_working()
        self._pages.setCurrentWidget(self._review)
        self.head.stop.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    def explain(self, error: AppError, action: str = "") -> None:
        """Why it was not saved."""
        self.banner.explain(error, action)

    def take_focus(self) -> None:
        """Put the keyboard on what there is to decide, or to start."""
        if self._pages.currentWidget() is self.offer:
            self.offer.button.setFocus(Qt.FocusReason.TabFocusReason)
        elif self.rewrite_job.is_running:
            self.head.stop.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.step(1)

    # What people do

    def choose(self, place: Place, choice: Choice) -> None:
        """Accept a sentence or leave it out; a rejected one that is left out says no more."""
        self._remember()
        self._settled.add(place)
        self._decide(lambda made: choose(made, *place, choice), place[0])

    def choose_step(self, position: int, choice: Choice) -> None:
        assert self.rewrite is not None
        self._remember()
        if choice is Choice.REJECTED:
            parts = self.rewrite.step(position).parts
            self._settled.update((position, number) for number in range(len(parts)))
        self._decide(lambda made: choose_step(made, position, choice), position)

    def make_own(self, place: Place) -> None:
        """Take a rejected sentence over as the person's own words."""
        self._remember()
        self._settled.add(place)
        self._decide(lambda made: make_own(made, *place), place[0])

    def take_back(self) -> None:
        """Be where the last decision was made, before it was."""
        before, settled, place = self._before.pop()
        self._settled = set(settled)
        latest = self._placement or before.placement
        if before.placement is not latest:
            before = placed(before, lambda _earlier: latest)
        self._decide(lambda _made: before)
        for position in self.steps.blocks:
            self._show_step(position)
        if place is not None:
            self.go(place)

    def go_on(self, *, whole: bool = False) -> None:
        """Go to the next sentence that nobody has decided about, or to what saves it all.

        With `whole`, that about the whole step is decided.
        """
        step, number = self.current or (0, 0)
        left = [
            place
            for place in self._places()
            if place not in self._settled and not (whole and place[0] == step)
        ]
        behind = [place for place in left if place > (step, number)]
        if left:
            self.go((behind or left)[0])
        else:
            self.use.setFocus(Qt.FocusReason.TabFocusReason)

    def step(self, by: int) -> None:
        """Go to the next or the previous sentence that the model changed, round and round."""
        places = self._places()
        if not places:
            return
        here = self.current
        if here in places:
            self.go(places[(places.index(here) + by) % len(places)])
        else:
            self.go(places[0 if by > 0 else -1])

    def go(self, place: Place) -> None:
        """Have the keyboard on one sentence, and say what is found out about it."""
        before, self.current = self.current, place
        for position in {place[0], before[0] if before else place[0]}:
            self._show_step(position)
        self.steps.go(place[0])
        assert self.rewrite is not None
        part = self.rewrite.step(place[0]).parts[place[1]]
        said = f"{part.text} {about(part)}"
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, said))

    # What happens

    def _remember(self) -> None:
        if self.rewrite is not None:
            self._before.append((self.rewrite, frozenset(self._settled), self.current))

    def _decide(self, change: Callable[[Rewrite], Rewrite], position: int = 0) -> None:
        if self.rewrite is None or self.rewrite_job.is_running:
            return
        try:
            made = change(self.rewrite)
        except AppError as error:
            self.banner.explain(error)
            return
        old, self.rewrite = self.rewrite, made
        for before, now in zip(old.steps, made.steps, strict=True):
            if before != now or now.position == position:
                self._show_step(now.position)
        self._show_sum()
        self.changed.emit()

    def _on_began(self, started: Started) -> None:
        assert self._placement is not None
        self.head.show_step(started, self._placement.names[started.position - 1])
        self.steps.show_writing(started.position, "")

    def _on_judged(self, step: RewrittenStep) -> None:
        assert self._placement is not None
        self.steps.show_judged(Rewrite(self._placement, None, (step,)), step)

    def _on_ended(self, found: Rewrite) -> None:
        if self._placement is not None and self._placement.base == found.placement.base:
            latest = self._placement
            found = placed(found, lambda _earlier: latest)
        if self.rewrite is not None:
            found = with_decisions(found, self.rewrite)
        self.show_rewrite(found, measured=True)
        if self._placement is not None and self._placement.base != found.placement.base:
            self._say_stale()

    def _anew(self) -> None:
        """Write for the skill as it is now, which first has to be trained unless it was."""
        assert self._placement is not None and self.rewrite is not None
        newer = self._placement.base != self.rewrite.placement.base
        self.weave() if newer else self.refresh_requested.emit()

    def _say_stale(self) -> None:
        self.is_stale = True
        self.use.setEnabled(False)
        words = _("The skill has changed since this was written. Your decisions are kept.")
        self.banner.say(words, "warn", _("Rewrite again"), closable=False)
        self.changed.emit()

    # What it shows

    def _places(self) -> list[Place]:
        steps = self.rewrite.steps if self.rewrite is not None else ()
        ordered = sorted(steps, key=lambda step: step.position)
        return [(s.position, n) for s in ordered for n, p in enumerate(s.parts) if p.is_new]

    def _enter(self, position: int) -> None:
        if self.current is None or self.current[0] != position:
            first = next((place for place in self._places() if place[0] == position), None)
            self.go(first if first is not None else (position, 0))

    def _show_step(self, position: int) -> None:
        if self.rewrite is not None:
            self.steps.show_step(self.rewrite, position, self.current, self._settled)

    def _show_sum(self) -> None:
        assert self.rewrite is not None
        self.head.tally.show_rewrite(self.rewrite)
        self.use.setEnabled(self.rewrite.says_something and not self.is_stale)
        words = _("Calls, goals and loops are identical to v{number}")
        self._promise.setText(words.format(number=self.rewrite.placement.number))

    @property
    def has_something(self) -> bool:
        """Whether a model is writing, or what it wrote could be used."""
        made = self.rewrite
        return self.rewrite_job.is_running or (made is not None and made.says_something)

    @property
    def rejected(self) -> int:
        """How many sentences the verifier refused, and nobody has taken over or left out."""
        steps = self.rewrite.steps if self.rewrite is not None else ()
        return sum(
            p.verdict.kind is Kind.REJECTED and not p.own and (s.position, n) not in self._settled
            for s in steps
            for n, p in enumerate(s.parts)
        )

    # How it is put together

    def _listen(self) -> None:
        self.offer.acted.connect(self.weave)
        self.head.again.connect(self.weave)
        self.head.stopped.connect(self.rewrite_job.stop)
        self.banner.acted.connect(self._anew)
        self.use.clicked.connect(self.used)
        self.steps.pointed.connect(self.go)
        self.steps.entered.connect(self._enter)
        self.steps.decided.connect(self.choose)
        self.steps.owned.connect(self.make_own)
        self.steps.whole.connect(self.choose_step)
        self.rewrite_job.began.connect(self._on_began)
        self.rewrite_job.wrote.connect(self.steps.show_writing)
        self.rewrite_job.judged.connect(self._on_judged)
        self.rewrite_job.ended.connect(self._on_ended)

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 10, 14, 10)
        foot.addWidget(SideBySide(self._context.theme, self._promise, (self.use,), PROMISE))
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.head, rule(), self.banner):
            column.addWidget(part)
        column.addWidget(self.steps, 1)
        column.addWidget(rule())
        column.addLayout(foot)
        self._review = scrolled(content, _("LLM rewrite"))
        self._pages.addWidget(self.offer)
        self._pages.addWidget(self._review)

    # Qt

    def event(self, event: QEvent) -> bool:
        """Undo is ours before it is the window's, as long as there is something to take back."""
        if self._before and wants_undo(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.rewrite is None or self.rewrite_job.is_running:
            super().keyPressEvent(event)
            return
        whole = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        key, here = Qt.Key(event.key()), self.current
        if key in (Qt.Key.Key_J, Qt.Key.Key_K) and not event.modifiers():
            self.step(1 if key == Qt.Key.Key_J else -1)
        elif self._before and takes_back(event):
            self.take_back()
        elif here is not None and whole and key in _DECIDE:
            self.choose_step(here[0], _DECIDE[key])
            self.go_on(whole=True)
        elif here is not None and not event.modifiers() and key in _DECIDE:
            self.choose(here, _DECIDE[key])
            self.go_on()
        elif here is not None and not event.modifiers() and key == Qt.Key.Key_O:
            self.make_own(here)
            self.go_on()
        else:
            super().keyPressEvent(event)


_DECIDE = {Qt.Key.Key_A: Choice.ACCEPTED, Qt.Key.Key_R: Choice.REJECTED}
