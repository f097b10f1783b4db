"""Settling the findings of a skill that need nobody's decision. Public: `FixFindingsDialog`."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.drafting import apply_repairs
from app.core.drafting.repair import Fix, FixProposal, is_worded, propose_fixes
from app.core.errors import NotFound
from app.core.library import library
from app.core.library.compare import compare
from app.core.library.comparison import Comparison
from app.core.llm.resampled import Resampled
from app.core.progress import Progress
from app.core.skills.checking.check import KnownSkills
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.skills.proposals.fix_findings.settled import Settled
from app.ui.views.skills.proposals.proposal_dialog import ProposalDialog, short
from app.ui.widgets.buttons import Button
from app.ui.widgets.diff.placing import Arrangement
from app.ui.widgets.diff.view import DiffView
from app.ui.widgets.labels import label, rule
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.segmented import Segmented
from app.ui.widgets.side_by_side import SideBySide
from app.ui.widgets.tips import plain_tip

WIDTH, HEIGHT = 1040, 640
SIDE, LEAST = 320, 260
"""Px for what was settled, and for what is shown in the footer beside the buttons."""


class FixFindingsDialog(ProposalDialog):
    """Proposes a text with findings settled; nothing is written but what a person accepts.

    `known` are the skills a call can mean, `name` is what the skill is called in the library.
    """

    def __init__(
        self, context: AppContext, skill: int, known: KnownSkills, name: str, parent: QWidget
    ) -> None:
        title = _("Fix findings in “{title}”").format(title=short(name))
        about = _("Only findings with one clear fix. Nothing is saved until you accept it.")
        super().__init__(context, title, about, parent=parent, icon="checks", name="mend")
        self._skill, self._known, self._name = skill, known, name
        self._choosing: Job | None = None
        self._base = 0
        self._proposed: FixProposal | None = None
        self.proposal: FixProposal | None = None
        self.diff = DiffView(context.theme)
        self.settled = Settled(context.theme)
        self._arrangement = Segmented(
            context.theme, _("Layout"), ((_("Side by side"), ""), (_("Unified"), ""))
        )
        self._count = label("", "muted")
        self.again = Button(context.theme, _("Ask the model again"), size="large", icon="refresh")
        self.save = Button(context.theme, _("Accept"), "primary", size="large", icon="check")
        self._lay_out()
        self._listen()
        self.resize(WIDTH, HEIGHT)
        self.look()

    # Looking

    def look(self) -> None:
        """Find what is surely repaired, before a model is asked."""
        self.banner.hide()
        self._start(_("Looking for fixes"), with_model=False)

    def ask(self) -> None:
        """Have the model word the goals that are missing."""
        if self._job is None and self._context.model.is_there:
            self._start(_("Writing goals"), with_model=True)

    def _start(self, title: str, *, with_model: bool) -> None:
        context, skill, known, name = self._context, self._skill, self._known, self._name
        attempt = self._attempts

        def work(progress: Progress) -> tuple[int, FixProposal]:
            state = library.current(context.vault, skill)
            if state is None:
                raise NotFound(_("That skill is no longer in the library."))
            model = Resampled(context.model.model(), attempt) if with_model else None
            found = propose_fixes(state[1], known, name=name, model=model, progress=progress)
            return state[0].version, found

        self._propose(title, work, self._on_found, with_model=with_model)

    def _on_found(self, found: tuple[int, FixProposal]) -> None:
        self._base, self._proposed = found
        self.settled.show_fixes(self._proposed)
        before: QWidget = self.diff
        for tick in self.settled.ticks:
            self.setTabOrder(before, tick)
            before = tick
        self._choose()
        wordless = any(is_worded(finding) for finding in self._proposed.left)
        if wordless and not self._attempts:
            self.settled.offer_model(self._context.model.why_not)
            self.ask()

    def _on_failed(self, error: Exception) -> None:
        self._choosing = None
        super()._on_failed(error)

    # What it shows

    def _choose(self) -> None:
        """Make the text of what is ticked; in a long skill that takes a moment."""
        proposed, known, name = self._proposed, self._known, self._name
        if proposed is None:
            return
        if self._choosing is not None:
            self._choosing.cancel()
        chosen: tuple[Fix, ...] = self.settled.chosen()

        def work(_job: Job) -> tuple[FixProposal, Comparison]:
            found = proposed
            if chosen != proposed.fixes:
                found = apply_repairs.only(proposed, chosen, known, name=name)
            return found, compare(found.before, found.text)

        title = _("Writing the text")
        self._choosing = self._context.jobs.start(self, title, work, self._show, self._on_failed)
        self._show_state()

    def _show(self, made: tuple[FixProposal, Comparison]) -> None:
        self._choosing = None
        self.proposal, comparison = made
        self.diff.show_comparison(
            comparison,
            Arrangement.UNIFIED if self._arrangement.current else Arrangement.BESIDE,
            lambda called: bool(self._known.found(called)),
        )
        self.settled.show_left(self.proposal.left)
        self._show_state()

    def _arrange(self, choice: int) -> None:
        self.diff.arrange(Arrangement.UNIFIED if choice else Arrangement.BESIDE)

    def _show_state(self) -> None:
        running = self._job is not None
        made = len(self.proposal.fixes) if self.proposal is not None else 0
        self.line.setVisible(running and self._attempts > 0)
        wordless = self.proposal is not None and any(map(is_worded, self.proposal.left))
        offered = self._attempts > 0 and wordless and self._context.model.is_there
        self.again.setVisible(offered and not running)
        said = ngettext("{count} finding fixed", "{count} findings fixed", made)
        self._count.setText(said.format(count=made) if self.proposal is not None else "")
        self.save.setEnabled(made > 0 and self._choosing is None)
        self.save.setToolTip(plain_tip("" if made else _("Nothing fixed yet")))

    # What people do

    def accept_chosen(self) -> None:
        """One write; one undo takes it back."""
        vault, skill, base, found = self._context.vault, self._skill, self._base, self.proposal
        if found is None or not self.save.isEnabled():
            return

        def then(_saved: object) -> None:
            self._context.say.tell(self._count.text(), undoable=True)
            self.accept()

        self._accept(lambda: apply_repairs.accept(vault, skill, base, found), then)

    def _on_ended(self, job: Job) -> None:
        if job is self._choosing and job.cancelled:
            self._choosing = None
            self._show_state()
        super()._on_ended(job)

    def _on_stopped(self) -> None:
        self.settled.refuse(_("Stopped. The clear fixes are still here."))
        self._show_state()

    # How it is put together

    def _lay_out(self) -> None:
        side = QWidget()
        side.setFixedWidth(self.share(SIDE))
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(scrolled(self.settled, _("Findings")))
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self.diff, 1)
        row.addWidget(rule("down"))
        row.addWidget(side)
        self.line.setContentsMargins(0, 8, 0, 8)
        self.body.setContentsMargins(1, 0, 1, 0)
        self.body.setSpacing(0)
        self.body.addLayout(self._band(self.banner))
        self.body.addWidget(rule())
        self.body.addLayout(row, 1)
        self.body.addLayout(self._band(self.line))
        cancel = Button(self._theme, _("Cancel"), size="large")
        cancel.clicked.connect(self.reject)
        shown = QWidget()
        choices = QHBoxLayout(shown)
        choices.setContentsMargins(0, 0, 0, 0)
        choices.addWidget(self._arrangement)
        choices.addWidget(self._count, 1)
        buttons = (self.again, cancel, self.save)
        self.footer.addWidget(SideBySide(self._theme, shown, buttons, LEAST))

    def _listen(self) -> None:
        self.settled.changed.connect(self._choose)
        self.settled.settings.clicked.connect(self._ask_settings)
        self._arrangement.chosen.connect(self._arrange)
        self.banner.acted.connect(self.look)
        self.again.clicked.connect(self.ask)
        self.save.clicked.connect(self.accept_chosen)
