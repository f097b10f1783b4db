"""Saying better what skills are for, one after the other. Public name: `DescribeDialog`."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.enrichment import enrich
from app.core.enrichment.described import Described, described
from app.core.enrichment.enrich import Enrichment, Part
from app.core.errors import AppError
from app.core.library import undoing
from app.core.lifecycle import config
from app.core.llm.resampled import Resampled
from app.core.progress import Progress
from app.core.skills.reading.grammar import parse
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.proposals.describe.saying import Said, Saying
from app.ui.views.skills.proposals.describe.value_row import ValueRow
from app.ui.views.skills.proposals.proposal_dialog import ProposalDialog, short
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.take_back import takes_back
from app.ui.widgets.tips import plain_tip

WIDTH, HEIGHT = 680, 560


class DescribeDialog(ProposalDialog):
    """Looks at `skills` in this order; nothing is written but what a person accepts."""

    def __init__(self, context: AppContext, skills: Sequence[int], parent: QWidget) -> None:
        about = _("Helps people and agents find it. Nothing is saved until you accept it.")
        title = _("Describe skill")
        super().__init__(context, title, about, parent=parent, icon="search", name="describe")
        self._skills, self._number = tuple(skills), 0
        self._decisions: list[tuple[int, Callable[[], object]]] = []
        """At which of the skills something was decided, and what reverses it."""
        self._least = config.load(context.vault.home)[0].enrich_min_description
        self.found: Enrichment | None = None
        self.rows = {part: ValueRow(context.theme, part) for part in Part}
        self.saying = Saying(context.theme)
        self._counter = label("", "muted")
        self.leave = Button(context.theme, _("Leave as it is"), "quiet", size="large")
        self.leave.setToolTip(plain_tip(_("Not proposed again until the skill changes")))
        self.back = Button(context.theme, _("Take back"), "quiet", size="large", icon="undo")
        self.back.setToolTip(plain_tip(_("Undo the last decision and return to that skill")))
        self.skip = Button(context.theme, _("Cancel"), size="large")
        self.save = Button(context.theme, _("Accept"), "primary", size="large", icon="check")
        self._lay_out()
        self.offer_draft(context, "", {part.value: row.field for part, row in self.rows.items()})
        self._listen()
        self.resize(WIDTH, HEIGHT)
        self._look()

    @property
    def skill(self) -> int:
        """The one that is looked at now."""
        return self._skills[self._number]

    # Looking

    def _look(self) -> None:
        """What the text itself says, before a model is asked."""
        vault, skill, least = self._context.vault, self.skill, self._least

        def work(progress: Progress) -> tuple[Enrichment, Described]:
            found = enrich.propose(vault, skill, None, progress, least)
            return found, described(parse(found.text), found.tags, found.given)

        self.found, self._attempts = None, 0
        self._propose(_("Reading the skill"), work, self._on_looked)

    def _on_looked(self, found: tuple[Enrichment, Described]) -> None:
        self._show(*found)
        if self.typed is not None:
            self.typed.begin(f"describe {self.skill}")
        if self._is_asked_for(*found):
            self.ask()
        self._show_state()
        self._begin()

    def ask(self) -> None:
        """Have the model say what the text does not."""
        context, skill, least, attempt = self._context, self.skill, self._least, self._attempts
        if self._job is not None or not context.model.is_there:
            return

        def work(progress: Progress) -> tuple[Enrichment, Described]:
            model = Resampled(context.model.model(), attempt)
            found = enrich.propose(context.vault, skill, model, progress, least)
            return found, described(parse(found.text), found.tags, found.given)

        self._propose(_("Describing the skill"), work, self._on_asked, with_model=True)

    def _on_asked(self, found: tuple[Enrichment, Described]) -> None:
        if self.found is not None and found[0].base == self.found.base:
            self._show(*found)
        self._show_state()

    def _explain(self, error: AppError) -> None:
        if self.found is None:
            super()._explain(error)
        else:
            self.saying.refuse((f"{error} {error.hint}".strip(),))

    def _on_stopped(self) -> None:
        self.saying.refuse((_("Stopped. What comes from the text itself is still here."),))
        self._show_state()

    def _is_asked_for(self, found: Enrichment, now: Described) -> bool:
        """Whether a model could say something that the text does not."""
        missing = set(enrich.missing(now, self._least)) - found.parts
        return now.is_thin(self._least) and bool(missing) and self._context.model.is_there

    # What it shows

    def _show(self, found: Enrichment, now: Described) -> None:
        self.found = found
        values = {value.part: value for value in found.values}
        missing = set(enrich.missing(now, self._least))
        olds = {
            Part.DESCRIPTION: (now.description,) if now.description else (),
            Part.TRIGGERS: now.triggers,
            Part.TAGS: now.tags,
        }
        for part, row in self.rows.items():
            row.setVisible(part in missing)
            row.show_value(values.get(part), olds[part])
        fine = {part: olds[part] for part in Part if part not in missing}
        self.title.setText(_("Describe “{title}”").format(title=short(found.title)))
        self.setAccessibleName(self.title.text())
        self.saying.say(Said(fine, found.refused, self._why_no_more(found, now)))

    def _why_no_more(self, found: Enrichment, now: Described) -> str:
        """What a model could do here, if there were one."""
        missing = set(enrich.missing(now, self._least)) - found.parts
        if not now.is_thin(self._least) or not missing or self._context.model.is_there:
            return ""
        return _("A model could propose more. {why}").format(why=self._context.model.why_not)

    def _show_state(self) -> None:
        running = self._job is not None
        wanted = [row for row in self.rows.values() if row.isVisibleTo(self) and row.wanted]
        self.line.setVisible(running and self._attempts > 0)
        lacking = any(row.isVisibleTo(self) and not row.is_proposed for row in self.rows.values())
        again = self._attempts > 0 and lacking and not running
        self.saying.again.setVisible(again and self._context.model.is_there)
        self.save.setEnabled(self.found is not None and bool(wanted))
        self.save.setToolTip(plain_tip("" if wanted else _("Tick what to save")))
        self.leave.setEnabled(self.found is not None and bool(self.found.values))
        last = self._number == len(self._skills) - 1
        self.skip.setText(_("Cancel") if last else _("Skip"))
        self.save.setText(_("Accept") if last else _("Accept and next"))
        self.back.setVisible(bool(self._decisions))
        self.back.setEnabled(not running)
        place = _("{number} of {count}").format(number=self._number + 1, count=len(self._skills))
        self._counter.setText(place if len(self._skills) > 1 else "")

    # What people do

    def accept_chosen(self) -> None:
        """One write; one undo takes it back."""
        if self.found is None:
            return
        values = [row.wanted for row in self.rows.values() if row.isVisibleTo(self)]
        chosen = tuple(value for value in values if value is not None)
        if not chosen:
            return
        wanted = replace(self.found, values=chosen)
        vault = self._context.vault

        def then(_saved: object) -> None:
            entries = self._context.jobs.entries or ()
            self._decisions.append(
                (self._number, lambda: [undoing.undo_entry(vault, one) for one in entries])
            )
            said = _("Described: {title}").format(title=wanted.title)
            self._context.say.tell(said, undoable=True)
            self._next()

        self._accept(lambda: enrich.accept(vault, wanted, wanted.parts), then)

    def decline(self) -> None:
        """Do not propose this by itself again; that can be taken back."""
        if self.found is None:
            return
        vault, skill, found = self._context.vault, self.skill, self.found
        said = _("{title} left as it is").format(title=found.title)
        back = self._context.writes.way_back(lambda: enrich.reconsider(vault, skill))

        def then(_nothing: object) -> None:
            self._decisions.append((self._number, lambda: enrich.reconsider(vault, skill)))
            self._context.say.offer(said, back)
            self._next()

        self._accept(lambda: enrich.decline(vault, found), then)

    def take_back(self) -> None:
        """Reverse the last decision, and be at its skill again."""
        if not self._decisions or self._job is not None:
            return
        number, reverse = self._decisions[-1]

        def then(_nothing: object) -> None:
            self._decisions.pop()
            if self.typed is not None:
                self.typed.leave()
            self._number = number
            self._begin_skill()

        self._accept(reverse, then)

    def _next(self, *, skipped: bool = False) -> None:
        self._stop()
        if self.typed is not None:
            self.typed.leave() if skipped else self.typed.end()
        if self._number == len(self._skills) - 1:
            self.accept()
            return
        self._number += 1
        self._begin_skill()

    def _begin_skill(self) -> None:
        for row in self.rows.values():
            row.forget()
        self.banner.hide()
        self._look()

    def _look_again(self) -> None:
        """After somebody else changed the skill; what was typed here stays."""
        self.banner.hide()
        self._look()

    # How it is put together

    def _lay_out(self) -> None:
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(20, 4, 20, 12)
        column.setSpacing(16)
        for row in self.rows.values():
            column.addWidget(row)
        column.addWidget(self.saying)
        column.addStretch(1)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        self.body.addLayout(self._band(self.banner))
        self.body.addWidget(scrolled(inner, _("Proposals")), 1)
        self.body.addLayout(self._band(self.line, below=10))
        self.footer.addWidget(self.leave)
        self.footer.addWidget(self._counter)
        self.footer.addStretch(1)
        self.footer.addWidget(self.back)
        self.footer.addWidget(self.skip)
        self.footer.addWidget(self.save)

    def _listen(self) -> None:
        for row in self.rows.values():
            row.changed.connect(self._show_state)
        self.saying.again.clicked.connect(self.ask)
        self.saying.settings.clicked.connect(self._ask_settings)
        self.banner.acted.connect(self._look_again)
        self.leave.clicked.connect(self.decline)
        self.back.clicked.connect(self.take_back)
        self.skip.clicked.connect(self._skip)
        self.save.clicked.connect(self.accept_chosen)

    def _skip(self) -> None:
        if self._number == len(self._skills) - 1:
            self.reject()
        else:
            self._next(skipped=True)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Where no text wants the key."""
        if takes_back(event):
            self.take_back()
        else:
            super().keyPressEvent(event)
