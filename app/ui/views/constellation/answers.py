"""Questions about the sky: asked in a job, shown star by star, asked again when it changes."""

from collections.abc import Callable, Iterable
from datetime import date

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.core.constellation.question import Question
from app.core.constellation.questions import Answer, Finding, ask, changed_since, reached, way
from app.core.constellation.sky import Sky
from app.core.memory import relations
from app.core.progress import Progress
from app.core.vault import Vault
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.constellation.answer_bar import AnswerBar
from app.ui.views.constellation.asked_from import AskedFrom
from app.ui.views.constellation.sky_view import SkyView
from app.ui.widgets.moments import day_said

Asked = Callable[[Sky, Progress], Answer]


class Answers(QObject):
    """`begun` when something is asked, which today's sky answers. `way_shown` carries the
    reasons of a path, none when there is none. `shown` when the bar comes, goes or has another
    size.
    """

    begun = Signal()
    way_shown = Signal(object)
    shown = Signal()

    def __init__(self, context: AppContext, sky: SkyView, bar: AnswerBar, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._view, self.bar = context, sky, bar
        self._sky: Sky | None = None
        self._index: dict[int, int] = {}
        self._asked: Asked | None = None
        self._answer: Answer | None = None
        self._at = 0
        self._has_decided = False
        """The next finding takes the place of the one that was decided about."""
        self._job: Job | None = None
        self._asked_from = AskedFrom(bar)
        bar.stepped.connect(self.step)
        bar.kept.connect(lambda: self.decide(relations.confirm, _("Relation kept")))
        bar.dismissed.connect(lambda: self.decide(relations.dismiss, _("Relation dismissed")))
        bar.since.chosen.connect(self.since)
        bar.left.connect(self.end)
        sky.dismissed.connect(self.end)

    def light(self) -> None:
        """Dim all but what was found, and show the path in front; all again if nothing is asked, or
        nothing was found."""
        if self._answer is None or not self._answer.findings:
            self._view.find(None)
            self._view.trace(())
            return
        found = {one for f in self._answer.findings for one in (f.star, *f.way)}
        if self._answer.about is not None:
            found.add(self._answer.about)
        self._view.find(frozenset(self._stars(found)))
        finding = self._finding
        self._view.trace(self._stars(finding.way) if finding is not None else ())

    @property
    def can_decide(self) -> bool:
        finding = self._finding
        return finding is not None and finding.relation is not None

    # Asking

    def ask(self, question: Question) -> None:
        vault = self._context.vault
        if question is Question.SINCE:
            self.since(self.bar.since.begin(vault.now().astimezone().date()))
        else:
            self._begin(lambda sky, progress: ask(vault, sky, question, progress))

    def since(self, day: date) -> None:
        """What changed since that day."""
        vault = self._context.vault
        self._begin(lambda _sky, _progress: changed_since(vault, day))

    def reach(self, skill: int, *, backwards: bool) -> None:
        """Who calls a skill, or whom it calls, directly or not."""
        self._begin(lambda sky, _progress: reached(sky, skill, backwards=backwards))

    def path(self, start: int, end: int) -> None:
        """The shortest path between two skills."""
        self._begin(lambda sky, _progress: way(sky, start, end))

    def show_sky(self, sky: Sky) -> None:
        """The sky may be another one: what was asked is asked again, nothing moves."""
        self._sky = sky
        self._index = {star.id: n for n, star in enumerate(sky.stars)}
        if self._asked is not None:
            self._run(self._asked, again=True)

    def end(self) -> None:
        """Show the whole sky again."""
        if self._job is not None:
            self._job.cancel()
        self._asked = self._answer = None
        if self.bar.has_keyboard:
            self._view.setFocus()
        self.bar.hide()
        self.light()
        self.way_shown.emit(())
        self.shown.emit()

    def _begin(self, asked: Asked) -> None:
        self.begun.emit()
        self._asked, self._at = asked, 0
        self._asked_from = AskedFrom(self.bar)
        self._run(asked, again=False)

    def _run(self, asked: Asked, *, again: bool) -> None:
        sky = self._sky
        if sky is None:
            return
        if self._job is not None:
            self._job.cancel()
        self._job = self._context.jobs.start(
            self,
            _("Looking at the constellation"),
            lambda job: asked(sky, job),
            lambda answer: self._tell(sky, answer, again=again),
        )

    def _tell(self, sky: Sky, answer: Answer, *, again: bool) -> None:
        if self._asked is None or sky is not self._sky:
            return
        before, self._answer = self._finding, answer
        same = (n for n, one in enumerate(answer.findings) if again and one.is_same(before))
        self._at = next(same, min(self._at, max(len(answer.findings) - 1, 0)))
        self._show(select=not again or self._has_decided)
        self._has_decided = False
        if not again and self._asked_from.may_take_keyboard:
            self.bar.take_keyboard()

    # Stepping

    def step(self, by: int) -> None:
        """To the next one, or the one before; after the last comes the first."""
        if self._answer is not None and self._answer.findings:
            self._at = (self._at + by) % len(self._answer.findings)
            self._show(select=True)

    def decide(self, how: Callable[[Vault, int], None], said: str) -> None:
        """Keep or dismiss the relation in front, and go on to the next one."""
        finding, answer = self._finding, self._answer
        if finding is None or finding.relation is None or answer is None:
            return
        vault, relation = self._context.vault, finding.relation
        self._has_decided = True
        self._context.writes.write(
            self,
            _("Saving"),
            lambda: how(vault, relation),
            lambda _nothing: self._context.say.tell(said, undoable=True),
        )

    def _show(self, *, select: bool) -> None:
        answer, finding = self._answer, self._finding
        assert answer is not None
        self.light()
        self.way_shown.emit([one.why for one in answer.findings] if answer.is_path else [])
        why = self._words(finding) if finding is not None else answer.meaning
        self.bar.show_finding(
            answer.said,
            self._at,
            len(answer.findings),
            why,
            can_decide=self.can_decide,
            since=answer.since,
        )
        self.shown.emit()
        if select and finding is not None and finding.star in self._index:
            self._view.select(self._index[finding.star])
        elif select and finding is None and answer.about is None:
            self._view.select(None)  # what was selected before would look like the answer

    def _words(self, finding: Finding) -> str:
        if finding.at is None:
            return finding.why
        when = day_said(finding.at, self._context.vault.now())
        return _("{why} Last change: {when}.").format(why=finding.why, when=when)

    @property
    def _finding(self) -> Finding | None:
        found = self._answer.findings if self._answer is not None else ()
        return found[self._at] if found else None

    def _stars(self, skills: Iterable[int]) -> tuple[int, ...]:
        return tuple(self._index[skill] for skill in skills if skill in self._index)
