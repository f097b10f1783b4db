"""One run as the window follows it: where it stands, and what is done in it.

Public names: `Following`, `Sight`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.core.api import runs as api
from app.core.api.run_documents import PlaceDocument, place_document
from app.core.changes import Changes, Part
from app.core.errors import AppError, NotFound
from app.core.runs import actions, places, store
from app.core.runs.actions import Action, Outcome
from app.core.runs.program import Node, Procedure
from app.core.runs.state import PERSON, Frame, RunStatus, Stage, State
from app.core.runs.store import Record
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.kept_words import KeptWords

_STAYING = (actions.Fail, actions.Pause, actions.Resume, actions.HandOver, actions.TakeOver)
"""What is done without leaving the step: one that failed asks what to do next."""
LONGEST = 40
"""Characters of the title of a procedure behind the number of its step."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A run as it was read last: what is kept of it, and what it asks a person."""

    record: Record
    place: PlaceDocument

    @property
    def state(self) -> State:
        return self.record.state

    @property
    def frame(self) -> Frame:
        """The innermost procedure under way."""
        return self.record.state.top

    @property
    def procedure(self) -> Procedure:
        """What that is."""
        return self.record.program.procedures[self.frame.skill]

    @property
    def node(self) -> Node | None:
        """The present step, if it stands at one."""
        at_step = self.frame.stage not in (Stage.ENTRY, Stage.END)
        return self.procedure.nodes[self.frame.node] if at_step else None

    @property
    def handling(self) -> Frame | None:
        """The procedure that says what to do when the present step fails: this one or a caller."""
        depth = places.handling(self.record.program, self.state)
        return self.state.frames[depth] if depth is not None else None

    def of_call(self, step: str) -> str:
        """Such as "step 2 of Weigh" inside a call, where a number alone would be the caller's."""
        if len(self.state.frames) == 1:
            return step
        title = self.procedure.title
        short = title if len(title) <= LONGEST else title[: LONGEST - 1].rstrip() + "…"
        return _("{step} of {title}").format(step=step, title=short)

    @property
    def is_mine(self) -> bool:
        """Whether a person at this window may go on with it."""
        return self.state.status.is_open and self.state.holder.is_person

    @property
    def is_going(self) -> bool:
        """Whether its clock runs."""
        return self.state.is_going


class Following(QObject):
    """`moved(Sight)` when the run is somewhere else, whoever did it; `lost` when it is gone.

    Whatever a person does names the place that was shown, so that a key that comes too late does
    nothing to the next step.
    """

    moved = Signal(object)
    leaving = Signal()
    """The step, by what a person here does next: what is for it goes before that."""
    noted = Signal()
    """Notes or evidence may be others."""
    lost = Signal()
    refused = Signal(object)
    """An `AppError`: what was done last was not."""

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._run: int | None = None
        self._is_acting = False
        self.kept = KeptWords(context, self)
        self.sight: Sight | None = None
        context.bridge.changed.connect(self._on_changed)

    @property
    def run(self) -> int | None:
        return self._run

    def follow(self, run: int | None) -> None:
        """Another run, or none."""
        self._run, self.sight = run, None
        self.kept.follow(run)
        self.look()

    def look(self) -> None:
        """Read again where it stands."""
        if self._run is None:
            return
        try:
            record = store.record(self._context.vault, self._run)
        except NotFound:
            self._run = self.sight = None
            self.lost.emit()
            return
        before, self.sight = self.sight, Sight(record, place_document(record, PERSON))
        if before is None or before.place != self.sight.place or before.record != record:
            self.moved.emit(self.sight)

    # What a person does

    def enter(self, values: dict[str, str], ticked: tuple[int, ...], without: str = "") -> None:
        """Begin the procedure that waits to be begun."""
        self._at(lambda step: actions.Enter(
            step=step, values=values, ticked=ticked, without=without
        ))  # fmt: skip

    def done(self, values: dict[str, str], exit_: int | None = None) -> None:
        """The present step is done."""
        self._at(lambda step: actions.Done(step=step, values=values, exit=exit_))

    def skip(self, why: str, exit_: int | None = None) -> None:
        self._at(lambda step: actions.Skip(step=step, why=why, exit=exit_))

    def fail(self, why: str) -> None:
        self._at(lambda step: actions.Fail(step=step, why=why))

    def retry(self) -> None:
        self._at(lambda step: actions.Retry(step=step))

    def go_on(self, why: str = "", exit_: int | None = None) -> None:
        """After a failure, with the next step."""
        self._at(lambda step: actions.GoOn(step=step, why=why, exit=exit_))

    def recover(self, handler: int) -> None:
        """After a failure, with what handles it."""
        self._at(lambda step: actions.Recover(step=step, handler=handler))

    def give_up(self) -> None:
        self._at(lambda step: actions.GiveUp(step=step))

    def switch(self, call: int) -> None:
        """To another of the calls that are made side by side."""
        self._at(lambda step: actions.Switch(step=step, call=call))

    def back(self) -> None:
        self.act(actions.Back())

    def pause(self) -> None:
        """Or go on."""
        if self.sight is not None:
            paused = self.sight.state.status is RunStatus.PAUSED
            self.act(actions.Resume() if paused else actions.Pause())

    def hand_over(self, client: str, why: str) -> None:
        """To the agent of a client, or to any with an empty one."""
        self.act(actions.HandOver(to_person=False, to=client, why=why))

    def take_over(self) -> None:
        self.act(actions.TakeOver())

    def answer(self, exit_: int) -> None:
        """Say which way an agent is to take that waits for it; it goes on with the run."""
        run, sight, vault = self._run, self.sight, self._context.vault
        if run is None or sight is None or self._is_acting:
            return
        self.leaving.emit()
        step, to, self._is_acting = sight.place["step"], sight.state.holder.client, True
        self._context.writes.write(
            self,
            _("Saving the run"),
            lambda: api.answer(vault, run, step, exit_, to),
            lambda _place: self._done(),
            self._refuse,
        )

    def finish(self, outcome: Outcome, why: str = "", values: dict[str, str] | None = None) -> None:
        self.act(actions.Finish(outcome=outcome, why=why, values=values or {}))

    def abandon(self, why: str) -> None:
        self.act(actions.Abandon(why=why))

    def act(self, action: Action) -> None:
        """Do it, unless somebody has acted since."""
        run, sight, vault = self._run, self.sight, self._context.vault
        if run is None or sight is None or self._is_acting:
            return  # what comes meanwhile is meant for a place that nobody has seen yet
        if not isinstance(action, _STAYING):
            self.leaving.emit()
        turn, self._is_acting = sight.state.turn, True
        self._context.writes.write(
            self,
            _("Saving the run"),
            lambda: api.act(vault, run, action, turn=turn),
            lambda _place: self._done(),
            self._refuse,
        )

    def _at(self, made: Callable[[str], Action]) -> None:
        if self.sight is not None:
            self.act(made(self.sight.place["step"]))

    def _done(self) -> None:
        self._is_acting = False
        self.look()

    def _refuse(self, error: AppError) -> None:
        self._context.say.explain(error)
        self.refused.emit(error)
        self._done()

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & Part.RUNS and self._run is not None:
            self.look()
            self.noted.emit()
