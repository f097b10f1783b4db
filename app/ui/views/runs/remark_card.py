"""What was wrong with the procedure of a run: said here, it becomes a proposal at that step.

Public names: `RemarkCard`, `send_remark`.
"""

from textwrap import shorten

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.core.runs import record
from app.core.runs.record import Report
from app.core.runs.state import PERSON
from app.core.runs.visited_steps import visited_steps
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.runs.enter_field import EnterField
from app.ui.views.runs.step_text import plain
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label
from app.ui.widgets.select import Select
from app.ui.widgets.side_by_side import SideBySide

LONGEST, LEAST = 60, 14
"""Characters of a step in the list of steps, and those that it can be as narrow as."""
WORDS = 210
"""Px that the words have beside their button, while text has its usual size."""


class RemarkCard(QFrame):
    """The step and what was wrong with it; first the one that failed or was skipped last."""

    def __init__(self, context: AppContext, run: int, *, with_button: bool) -> None:
        super().__init__()
        self._context, self._run = context, run
        self.setProperty("card", "plain")
        self.step = Select(context.theme, _("Step"))
        self.step.may_be_cut(LEAST)
        self._fill()
        self.text = EnterField(goes_on=True)
        self.text.setAccessibleName(_("What was wrong with the procedure?"))
        self.text.setPlaceholderText(_("optional; becomes a proposal"))
        inside = QVBoxLayout(self)
        inside.setContentsMargins(14, 11, 14, 13)
        inside.setSpacing(8)
        inside.addWidget(label(_("What was wrong with the procedure?"), "head", wrap=True))
        inside.addWidget(self.step)
        inside.addWidget(self._with_button() if with_button else self.text)

    def _with_button(self) -> QWidget:
        self.button = Button(self._context.theme, _("Propose"), icon="edit")
        self.button.clicked.connect(self.send)
        self.button.setEnabled(False)
        self.text.textChanged.connect(lambda text: self.button.setEnabled(bool(text.strip())))
        self.text.entered.connect(self.send)
        self.text.accepted.connect(self.send)
        return SideBySide(self._context.theme, self.text, [self.button], WORDS)

    def send(self) -> None:
        """Propose it, if anything was written."""
        text = self.text.text().strip()
        if text:
            self.text.clear()
            step = str(self.step.currentData() or "")
            send_remark(self._context, self._context.jobs, self._run, text, step)

    def _fill(self) -> None:
        self.step.addItem(_("The procedure as a whole"), "")
        vault, run = self._context.vault, self._run
        jobs = self._context.jobs
        jobs.start(self, _("Reading the run"), lambda _job: record.report(vault, run), self._offer)

    def _offer(self, told: Report) -> None:
        """Each step that the run was at once, those that failed or were skipped first."""
        steps = visited_steps(told)
        for one in steps:
            said = _("{place}: {text}")
            place = one.place[:1].upper() + one.place[1:]
            self.step.addItem(
                said.format(place=place, text=shorten(plain(one.text), LONGEST, placeholder="…")),
                one.step,
            )
        if steps and steps[0].is_trouble:
            self.step.setCurrentIndex(1)


def send_remark(context: AppContext, owner: QObject, run: int, text: str, step: str) -> None:
    """Keep it as an observation, and as a proposal in the inbox of the skill, in a job."""
    vault, embedding = context.vault, context.embedding

    def work(job: Job) -> int | None:
        from app.core.runs import remarks  # noqa: PLC0415 - loads numpy
        from app.core.training.memory_query import Memories  # noqa: PLC0415

        recall = Memories(vault, embedding.at_hand)
        found = remarks.remark(vault, run, text, recall, PERSON, step=step, progress=job)
        return found.proposed

    def done(skill: int | None) -> None:
        if skill is None:
            context.say.tell(_("Noted. The same was proposed before."))
        else:
            said = _("Noted. A proposal waits for you.")
            if step:
                said = _("Noted. A proposal waits for you at that step.")
            context.say.tell_more(said, _("Look"), lambda: context.go.training(skill))

    context.jobs.start(owner, _("Proposing a change"), work, done)
