"""Going from problem to problem, and the menus that settle them or change a step."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from app.core.library import catalogue, library
from app.core.skills.checking.check import Finding, Severity
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.editor.findings.fixes import Fix, fixes, problems_by_step, settle
from app.ui.views.skills.editor.reading import Reading
from app.ui.views.skills.editor.steps.move_keys import MOVE_DOWN, MOVE_UP
from app.ui.views.skills.editor.steps.problem_strip import Problem

if TYPE_CHECKING:
    from app.ui.views.skills.editor.view import EditorView


DELETE_KEYS = "Ctrl+Shift+Backspace"


class QuickFixes(QObject):
    """What the problem strips, Ctrl+., F8 and the menu of a card do."""

    def __init__(self, context: AppContext, view: "EditorView") -> None:
        super().__init__(view)
        self._context, self._view = context, view
        self._last: Finding | None = None
        view.steps.repair_wanted.connect(self._on_repair)
        view.steps.more_wanted.connect(self._on_more)
        view.steps.menu_wanted.connect(self._on_menu)

    def by_step(self, reading: Reading) -> dict[int, list[Problem]]:
        """What is wrong with which step."""
        return problems_by_step(reading.findings)

    def settle(self, fix: object) -> None:
        """Do what a repair button says, here or in a panel."""
        assert isinstance(fix, Fix)
        if self._view.read_only:
            return
        view = self._view
        if fix.opens_goal and fix.finding.goal is not None:
            view.goal_editing.open(fix.finding.goal)
            return
        settle(fix, view.buffer, view.reader, self._create)
        view.reader.read_now()

    def _create(self, title: str) -> None:
        """Make the skill that is missing, beside the one that calls it."""
        view, vault = self._view, self._context.vault
        row = catalogue.row(vault, view.skill_id) if view.skill_id is not None else None
        engram = row.engram if row is not None else None
        self._context.writes.write(
            view,
            _("Saving"),
            lambda: library.save(vault, None, f"# {title}\n", engram=engram),
            lambda _saved: view.reader.read_now(),
            view.autosave.complain,
        )

    def next_problem(self) -> None:
        self._go(1)

    def previous_problem(self) -> None:
        self._go(-1)

    def offer(self) -> None:
        """Settle what is wrong here: at once if there is one way, otherwise by a menu."""
        found = self._here()
        ways = [fix for finding in found for fix in fixes(finding)]
        if len(ways) == 1:
            self.settle(ways[0])
        elif ways:
            menu = self._fix_menu(found)
            menu.setActiveAction(next(entry for entry in menu.actions() if entry.isEnabled()))
            self._pop_up(menu, self._place())

    def step_menu(self, position: int) -> QMenu:
        """Everything that can be done with a step."""
        theme, steps = self._context.theme, self._view.step_editing
        menu = QMenu(self._view)
        count = len(self._view.reader.skill.steps)
        entries = (
            ("edit", _("Edit"), "F2", True, lambda: steps.edit(position, -1)),
            ("plus", _("Insert above"), "", True, lambda: steps.insert(position - 1)),
            ("plus", _("Insert below"), "", True, lambda: steps.insert(position)),
            ("split", _("Split at the cursor"), "", steps.position == position, steps.split_here),
            ("merge", _("Merge with previous"), "", position > 1, lambda: steps.merge(position)),
            ("arrow-up", _("Move up"), MOVE_UP, position > 1,
             lambda: steps.move(position, position - 1)),
            ("arrow-down", _("Move down"), MOVE_DOWN, position < count,
             lambda: steps.move(position, position + 1)),
            ("trash", _("Delete step"), DELETE_KEYS, True,
             lambda: steps.delete(position)),
        )  # fmt: skip
        for icon, text, keys, possible, run in entries:
            action = menu.addAction(theme.icon(icon, "err" if icon == "trash" else "t2"), text)
            action.setShortcut(QKeySequence(keys))
            action.setShortcutVisibleInContextMenu(True)
            action.setEnabled(possible)
            action.triggered.connect(run)
        return menu

    def _fix_menu(self, found: list[Finding]) -> QMenu:
        menu = QMenu(self._view)
        for finding in found:
            if menu.actions():
                menu.addSeparator()
            said = menu.addAction(finding.message)
            said.setEnabled(False)
            for fix in fixes(finding):
                action = menu.addAction(fix.label)
                action.setData(fix)
        menu.triggered.connect(self._on_chosen)
        return menu

    def _here(self) -> list[Finding]:
        """What there is to look at in the step or at the cursor where the person is."""
        findings = self._view.reader.reading.findings
        if self._view.mode == 0:
            at = self._view.at
            line = self._view.buffer.text.count("\n", 0, at)
            text = self._view.buffer.text
            return [
                f
                for f in findings
                if f.start <= at <= f.end or (f.step and text.count("\n", 0, f.start) == line)
            ]
        position = self._view.step_editing.position or self._view.steps.current
        kind = self._view.chips.open_kind
        if kind is not None and self._view.chips.box.field.hasFocus():
            return [f for f in findings if f.goal is kind]
        return [f for f in findings if f.step == position]

    def _go(self, direction: int) -> None:
        reading = self._view.reader.reading
        found = sorted(
            (f for f in reading.findings if f.severity is not Severity.SUGGESTION),
            key=lambda f: f.start,
        )
        if not found:
            return
        places = [(f.code, f.message) for f in found]
        last = (self._last.code, self._last.message) if self._last is not None else None
        if last in places:
            index = (places.index(last) + direction) % len(found)
        else:
            index = 0 if direction > 0 else len(found) - 1
        self._last = found[index]
        self._view.jump_to(self._last.start, self._last.end)

    def _place(self) -> QPoint:
        """Where a menu about here belongs on the screen."""
        view = self._view
        if view.mode == 0:
            corner = view.text_view.cursorRect().bottomLeft()
            return view.text_view.viewport().mapToGlobal(corner)
        card = view.steps.card(view.steps.current)
        if card is None:
            return view.mapToGlobal(QPoint(0, 0))
        return card.mapToGlobal(QPoint(card.width() - 200, card.height()))

    def _pop_up(self, menu: QMenu, point: QPoint) -> None:
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(point)

    def _problems_of(self, position: int) -> list[Finding]:
        return [
            f
            for f in self._view.reader.reading.findings
            if f.step == position and f.severity is not Severity.SUGGESTION
        ]

    def _on_repair(self, position: int) -> None:
        ways = [fix for finding in self._problems_of(position)[:1] for fix in fixes(finding)]
        if ways:
            self.settle(ways[0])

    def _on_more(self, position: int, point: QPoint) -> None:
        self._pop_up(self._fix_menu(self._problems_of(position)), point)

    def _on_menu(self, position: int, point: QPoint) -> None:
        if not self._view.read_only:
            self._pop_up(self.step_menu(position), point)

    def _on_chosen(self, action: QAction) -> None:
        self.settle(action.data())
