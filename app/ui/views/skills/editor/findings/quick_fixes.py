"""Going from problem to problem, and the menus that settle them or change a step."""

from functools import partial
from itertools import count

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.core.library import catalogue, library
from app.core.skills.checking.check import Finding, Severity
from app.core.skills.editing.snippets import SnippetKind
from app.core.skills.step_names import step_name
from app.core.words import _
from app.ui.commands import KEYS_FOLLOW, menu_entry
from app.ui.context import AppContext
from app.ui.views.skills.editor.autosave import Autosave
from app.ui.views.skills.editor.findings.fixes import Fix, fixes, problems_by_step, settle
from app.ui.views.skills.editor.findings.redirects import Redirects
from app.ui.views.skills.editor.goals.goal_editing import GoalEditing
from app.ui.views.skills.editor.reading import Reading
from app.ui.views.skills.editor.steps.move_keys import MOVE_DOWN, MOVE_UP
from app.ui.views.skills.editor.steps.problem_strip import Problem
from app.ui.views.skills.editor.steps.step_editing import StepEditing
from app.ui.views.skills.editor.steps.step_keys import DELETE_KEYS, FOLLOW_KEYS
from app.ui.views.skills.editor.suggestions.offers import ICONS
from app.ui.views.skills.editor.text.text_view import TextView
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.menu_words import menu_words
from app.ui.widgets.tips import plain_tip

LONGEST_MESSAGE = 80
"""Letters of what is wrong, which the findings have whole, and of what settles it."""


class QuickFixes(QObject):
    """What the problem strips, Ctrl+., F8 and the menu of a card do.

    `jump_requested(start, end)` to where in the text a problem is, `title_wanted` where it is
    missing; `snippet_wanted(SnippetKind)` behind what the step says that is open by then.
    """

    jump_requested = Signal(int, int)
    title_wanted = Signal()
    snippet_wanted = Signal(object)

    def __init__(
        self,
        context: AppContext,
        autosave: Autosave,
        steps: StepEditing,
        goals: GoalEditing,
        text_view: TextView,
        view: QWidget,
    ) -> None:
        super().__init__(view)
        self._context, self._autosave, self._view = context, autosave, view
        self._steps, self._goals, self._text_view = steps, goals, text_view
        self._reader, self._cards = steps.reader, steps.list
        self._last: Finding | None = None
        self._redirects = Redirects(context, autosave, steps.reader, self)
        text_view.menu_made.connect(self._extend)
        steps.refused.connect(self._on_refused)
        self._cards.repair_wanted.connect(self._on_repair)
        self._cards.answer_wanted.connect(self._on_answer)
        self._cards.more_wanted.connect(self._on_more)
        self._cards.menu_wanted.connect(self._on_menu)

    def by_step(self, reading: Reading, written: int) -> dict[int, list[Problem]]:
        """What is wrong with which step. In the one that is being `written`, a step to go to that
        is not there may be the next one to be written.
        """
        return problems_by_step(
            f for f in reading.findings if f.code != "jump-nowhere" or f.step != written
        )

    def settle(self, fix: object) -> None:
        """Do what a repair button says, here or in a panel."""
        assert isinstance(fix, Fix)
        if self._steps.read_only:
            return
        if fix.is_to_write:
            self._write(fix.finding)
            return
        redirects = self._redirects
        settle(
            fix,
            self._steps.buffer,
            self._reader,
            self._create,
            redirects.redirect,
            redirects.restore,
        )
        self._reader.read_now()
        self._go_behind_call()

    def _go_behind_call(self) -> None:
        """Take the cursor of a step out of the call it is in, which Enter would cut in two."""
        field, place = self._steps.field, self._steps.place
        if field is None or place is None:
            return
        for call in self._reader.skill.calls:
            if call.start < place < call.end:
                field.set_text(field.text, field.at + call.end - place)

    def _write(self, finding: Finding) -> None:
        """Go to where what is missing is written."""
        if finding.goal is not None:
            self._goals.open(finding.goal)
        else:
            self.title_wanted.emit()

    def _create(self, title: str) -> None:
        """Make the skill that is missing, beside the one that calls it."""
        vault, skill = self._context.vault, self._autosave.skill_id
        row = catalogue.row(vault, skill) if skill is not None else None
        engram = row.engram if row is not None else None
        self._context.writes.write(
            self._view,
            _("Saving"),
            lambda: library.save(vault, None, f"# {title}\n", engram=engram),
            lambda _saved: self._reader.read_now(),
            self._autosave.notices.complain,
        )

    def next_problem(self) -> None:
        self._go(1)

    def previous_problem(self) -> None:
        self._go(-1)

    def offer(self) -> None:
        """List the ways to settle what is wrong here; Enter takes the first. What only a person
        can settle is led to and said.
        """
        self._reader.speak()
        here = self._here()
        found = [finding for finding in here if fixes(finding)]
        if not found:
            wrong = [one for one in here if one.severity is not Severity.SUGGESTION]
            if wrong:
                self._lead_to(min(wrong, key=lambda one: one.severity))
            else:
                self._context.say.tell_here(_("There is nothing to fix here"))
            return
        menu = self._fix_menu(found)
        menu.setActiveAction(next(entry for entry in menu.actions() if entry.isEnabled()))
        self._pop_up(menu, self._place())

    def step_menu(self, position: int) -> QMenu:
        """Everything that can be done with a step."""
        theme, steps = self._context.theme, self._steps
        menu = QMenu(self._view)
        entries = (
            ("edit", _("Edit"), "Enter", True, lambda: steps.edit(position, -1)),
            ("plus", _("Insert above"), "", True, lambda: steps.insert_above(position)),
            ("plus", _("Insert below"), "", True, lambda: steps.insert_below(position)),
            ("plus", _("Sub-step"), "", True, lambda: steps.insert_inside(position)),
            ("chevron-right", _("Make it a sub-step"), "Tab", steps.can_shift(position, 1),
             lambda: steps.shift_level(position, 1)),
            ("chevron-left", _("Make it a step of its own"), "Shift+Tab",
             steps.can_shift(position, -1), lambda: steps.shift_level(position, -1)),
            ("split", _("Split at the cursor"), "", steps.position == position, steps.split_here),
            ("merge", _("Merge with previous"), "", position > 1, lambda: steps.merge(position)),
            ("arrow-up", _("Move up"), MOVE_UP, self._cards.beside(position, -1) > 0,
             lambda: steps.move(position, self._cards.beside(position, -1))),
            ("arrow-down", _("Move down"), MOVE_DOWN, self._cards.beside(position, 1) > 0,
             lambda: steps.move(position, self._cards.beside(position, 1))),
            ("trash", _("Delete step"), DELETE_KEYS, True,
             lambda: steps.delete(position)),
        )  # fmt: skip
        for icon, text, keys, possible, run in entries:
            tint = "err" if icon == "trash" else "t2"
            action = menu.addAction(theme.icon(icon, tint), menu_entry(text, keys))
            action.setEnabled(possible)
            action.triggered.connect(run)
        self._add_grammar(menu, position)
        self._add_leads(menu, position)
        self._redirects.extend(menu, self._reader.skill.steps[position - 1].calls)
        return menu

    def _add_leads(self, menu: QMenu, position: int) -> None:
        """Where the pills of the step lead, first of all."""
        card, first = self._cards.card(position), menu.actions()[0]
        leads = card.leads if card is not None else []
        for said in leads:
            assert card is not None
            if is_call := said.kind in ("call", "unknown"):
                words = _("Open {name}").format(name=menu_words(said.link))
            else:
                name = step_name(self._reader.skill, int(said.link))
                words = _("Go to step {name}").format(name=menu_words(name))
            icon = self._context.theme.icon("call" if is_call else "arrow-right", "t2")
            keys = FOLLOW_KEYS if said is leads[0] else ""
            action = QAction(icon, menu_entry(words, keys), menu)
            action.triggered.connect(partial(card.follow, said))
            menu.insertAction(first, action)
        if leads:
            menu.insertSeparator(first)

    def _add_grammar(self, menu: QMenu, position: int) -> None:
        """What a `/` in the step offers, in the same words, in a menu of its own.

        In the menu of the step it would be higher than a small screen.
        """
        theme, before = self._context.theme, menu.actions()[4]
        grammar = QMenu(_("Add"), menu)
        grammar.setIcon(theme.icon("plus", "t2"))
        for kind in SnippetKind:
            if kind.snippet.in_step:
                said, key = kind.snippet.title(), kind.snippet.key
                words = f"{said}{KEYS_FOLLOW}{key}" if key else said
                action = grammar.addAction(theme.icon(*ICONS[kind]), words)
                action.setToolTip(plain_tip(kind.snippet.help()))
                action.triggered.connect(partial(self._append, position, kind))
        menu.insertMenu(before, grammar)
        menu.insertSeparator(before)

    def _append(self, position: int, kind: SnippetKind) -> None:
        self._steps.edit(position, -1)
        self.snippet_wanted.emit(kind)

    def _extend(self, at: int, menu: QMenu) -> None:
        """The menu of a place of the text has what can be done with the call there."""
        if not self._steps.read_only:
            here = (call for call in self._reader.skill.calls if call.start <= at <= call.end)
            self._redirects.extend(menu, here)

    def _fix_menu(self, found: list[Finding]) -> QMenu:
        """The likeliest is chosen already; each has a number to press."""
        menu, numbers = QMenu(self._view), count(1)
        for finding in found:
            if menu.actions():
                menu.addSeparator()
            said = menu.addAction(menu_words(finding.message, LONGEST_MESSAGE))
            said.setEnabled(False)
            for fix in fixes(finding):
                action = menu.addAction(
                    f"&{next(numbers)}  {menu_words(fix.label, LONGEST_MESSAGE)}"
                )
                action.setData(fix)
        menu.triggered.connect(self._on_chosen)
        return menu

    @property
    def _is_text(self) -> bool:
        """Whether the text is in front, not its steps."""
        return self._text_view.isVisibleTo(self._view)

    def _here(self) -> list[Finding]:
        """What there is to look at in the step or at the cursor where the person is."""
        findings = self._reader.reading.findings
        if self._is_text:
            at, text = self._text_view.at, self._steps.buffer.text
            line = text.count("\n", 0, at)
            return [
                f
                for f in findings
                if f.start <= at <= f.end or (f.step and text.count("\n", 0, f.start) == line)
            ]
        position, chips = self._steps.position or self._cards.current, self._goals.chips
        if self._goals.has_head_focus:
            return [f for f in findings if not f.step and f.goal is None]
        if (kind := chips.focused_kind) is not None:
            return [f for f in findings if f.goal is kind]
        return [f for f in findings if f.step == position]

    def _go(self, direction: int) -> None:
        self._reader.speak()
        reading = self._reader.reading
        found = sorted(
            (f for f in reading.findings if f.severity is not Severity.SUGGESTION),
            key=lambda f: f.start,
        )
        if not found:
            self._context.say.tell_here(_("No problems"))
            return
        places = [(f.code, f.message) for f in found]
        last = (self._last.code, self._last.message) if self._last is not None else None
        if last in places:
            index = (places.index(last) + direction) % len(found)
        else:
            index = 0 if direction > 0 else len(found) - 1
        self._last = found[index]
        if fixes(self._last)[:1] and fixes(self._last)[0].is_to_write:
            self._write(self._last)
        else:
            self.jump_requested.emit(self._last.start, self._last.end)

    def _lead_to(self, finding: Finding) -> None:
        """Have the words that are wrong selected, to be written anew."""
        if self._is_text or not finding.step:
            self.jump_requested.emit(finding.start, finding.end)
        else:
            self._steps.edit(finding.step, -1)
            if (field := self._steps.field) is not None:
                field.select(*self._within(finding, len(field.text)))
        self._context.say.tell(f"{finding.message} {finding.detail}".strip())

    def _within(self, finding: Finding, length: int) -> tuple[int, int]:
        """Where it is in the field of its step (code points)."""
        begins = self._steps.begins
        start, end = (min(max(at - begins, 0), length) for at in (finding.start, finding.end))
        return start, end

    def _place(self) -> QPoint:
        """Where a menu about here belongs on the screen."""
        if self._is_text:
            corner = self._text_view.cursorRect().bottomLeft()
            return self._text_view.viewport().mapToGlobal(corner)
        focused = QApplication.focusWidget()
        if focused is not None and (self._goals.has_head_focus or self._goals.chips.focused_kind):
            return focused.mapToGlobal(QPoint(0, focused.height()))
        card = self._cards.card(self._cards.current)
        if card is None:
            return self._view.mapToGlobal(QPoint(0, 0))
        return card.mapToGlobal(QPoint(card.width() - 200, card.height()))

    def _pop_up(self, menu: QMenu, point: QPoint) -> None:
        menu.aboutToHide.connect(menu.deleteLater)
        open_at(menu, point)

    def _problems_of(self, position: int) -> list[Finding]:
        return [
            f
            for f in self._reader.reading.findings
            if f.step == position and f.severity is not Severity.SUGGESTION
        ]

    def _on_repair(self, position: int) -> None:
        self._on_answer(position, 0)

    def _on_answer(self, position: int, which: int) -> None:
        ways = [fix for finding in self._problems_of(position)[:1] for fix in fixes(finding)]
        if which < len(ways):
            if position != self._cards.current:
                self._cards.go_to(position)  # else the keyboard is anywhere once the button is gone
            self.settle(ways[which])

    def _on_more(self, position: int, point: QPoint) -> None:
        self._pop_up(self._fix_menu(self._problems_of(position)), point)

    def _on_menu(self, position: int, point: QPoint) -> None:
        card = self._cards.card(position)
        if not self._steps.read_only and card is not None:
            menu = self.step_menu(position)
            menu.aboutToHide.connect(card.look_for_mouse)
            self._pop_up(menu, point)

    def _on_refused(self, position: int) -> None:
        start = self._reader.skill.steps[position - 1].body_start
        said = _("The step stays here: its lines would be read as other steps there.")
        self._context.say.tell_more(
            said, _("Edit in the text"), lambda: self._cards.text_wanted.emit(start)
        )

    def _on_chosen(self, action: QAction) -> None:
        self.settle(action.data())
