"""What can be done with a memory where it stands: in the cards and in the text mode."""

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import shorten

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from app.core.errors import AppError
from app.core.library import library
from app.core.library.authored import standing
from app.core.library.record import Placed, Training
from app.core.memory import memories
from app.core.skills.model import Skill
from app.core.skills.reading.step_line import step_line
from app.core.skills.step_names import step_name
from app.core.training import placed, rejections
from app.core.training.placed import Standing
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.document import Document
from app.ui.views.skills.editor.memories.correcting import CorrectDialog
from app.ui.views.skills.editor.reading import Reading
from app.ui.views.skills.editor.steps.step_editing import StepEditing
from app.ui.views.skills.editor.text.text_view import TextView
from app.ui.views.skills.editor.undoing import offer_until_written
from app.ui.widgets.menu_at import open_at

_GIST = 40
"""Characters of a step in the menu."""


@dataclass(slots=True)
class _Refused:
    """A memory that is not to come back; not as long as an undo has it in the text again."""

    fragment: int
    stands: bool = False


class PlacedMemories(QObject):
    """Every change is an edit of the text, so that undo takes it back."""

    def __init__(
        self,
        context: AppContext,
        editing: StepEditing,
        text_view: TextView,
        document: Document,
    ) -> None:
        super().__init__(document)
        self._context, self._vault = context, context.vault
        self._editing, self._document = editing, document
        self._buffer, self._reader, steps = editing.buffer, editing.reader, editing.list
        self._refused: list[_Refused] = []
        steps.describe = lambda at: self.described(at, _("Click to open the memory"))
        text_view.describe = lambda at: self.described(at, _("Ctrl+click to open the memory"))
        steps.memory_opened.connect(self.open)
        steps.memory_removed.connect(self.remove)
        steps.memory_menu_wanted.connect(self._show_menu)
        text_view.memory_followed.connect(self.open)
        text_view.menu_made.connect(self._extend)
        self._reader.read.connect(self._on_read)

    def described(self, at: int, way: str) -> str:
        """Where the memory at that place of the text is from, how well it fits there and why.

        `way` says how to open it.
        """
        one = self._at(at)
        if one is None:
            return ""
        said = [_("From {source}").format(source=one.memory.source)]
        if (record := one.record) is None:
            if self._document.skill_id is not None:  # of an old version nothing is on record here
                said.append(_("Not placed by training"))
            return "\n".join(said)
        if record.after is not None:
            said.append(_("Score {score}").format(score=f"{record.score:.2f}"))
        said += [placed.reason(self._skill, one), way]
        return "\n".join(said)

    def open(self, at: int) -> None:
        """Show the memory on its page; one that no training placed is not known there."""
        one = self._at(at)
        if one is not None and one.record is not None:
            self._context.go.memory(one.record.fragment)

    def remove(self, at: int, *, for_good: bool = False) -> None:
        """Out of the text; `for_good`: training does not offer it for this skill again."""
        one = self._at(at)
        if one is None or self._editing.read_only:
            return
        after, step = placed.without(self._skill, one), one.memory.after
        self._become(after)
        if self._editing.list.isVisible():
            self._editing.list.go_to(max(step, 1))
        if for_good and one.record is not None:
            self._refuse(one.record.fragment)
        said = _("Memory removed and no longer suggested") if for_good else _("Memory removed")
        offer_until_written(self._context, self._buffer, said, self._way_back(after))

    def move(self, at: int, after: int | None) -> None:
        """Behind another step, where later trainings leave it."""
        one = self._at(at)
        if one is None or self._editing.read_only:
            return
        try:
            text, record = placed.elsewhere(self._skill, one, after)
        except AppError as error:
            self._context.say.explain(error)
            return
        self._become(text)
        if one.record is not None:
            self._note(record, _("Move memory"))
        said = _("Memory moved")
        offer_until_written(self._context, self._buffer, said, self._way_back(text))

    def correct(self, at: int) -> None:
        """Ask for better words."""
        one = self._at(at)
        if one is None or one.record is None or self._editing.read_only:
            return
        fragment = one.record.fragment
        dialog = CorrectDialog(self._context, fragment, one.memory.text, self._document)
        dialog.given.connect(lambda text: self._correct(dialog, at, fragment, text))
        dialog.open()

    def menu(self, at: int) -> QMenu:
        """All of it; what is not possible cannot be chosen."""
        menu = QMenu(self._document)
        self._fill(menu, at)
        return menu

    def training(self) -> Training | None:
        """What is on record of those of the skill as it is stored."""
        skill = self._document.skill_id
        state = library.current(self._vault, skill) if skill is not None else None
        return state[2].training if state is not None else None

    # Inside

    @property
    def _skill(self) -> Skill:
        return self._reader.skill

    def _at(self, at: int) -> Standing | None:
        return placed.standing_at(self._skill, self.training(), at)

    def _become(self, text: str) -> None:
        self._buffer.become(text)
        self._reader.read_now()

    def _way_back(self, after: str) -> Callable[[], None]:
        """Undo it, unless something else was written since: that is to be undone first."""

        def undo() -> None:
            if self._buffer.text == after:
                self._buffer.undo()
                self._reader.read_now()

        return undo

    def _note(self, record: Placed, label: str) -> None:
        """Put it on record, once the text is saved that it is about."""
        vault, document = self._vault, self._document

        def write() -> None:
            skill = document.skill_id
            if skill is not None:
                self._context.writes.write(
                    self, label, lambda: placed.put_on_record(vault, skill, record, label)
                )

        document.when_saved(write)

    def _correct(self, dialog: CorrectDialog, at: int, fragment: int, text: str) -> None:
        vault, writes = self._vault, self._context.writes

        def done(new: int) -> None:
            dialog.accept()
            one = self._at(at)
            if one is None or one.record is None or one.record.fragment != fragment:
                return
            before = one.memory.text
            written, record = placed.reworded(self._skill, one, text.strip(), new)
            self._become(written)
            if record is not None:
                self._note(record, _("Correct memory"))
            here = self._way_back(written)
            everywhere = writes.way_back(lambda: memories.correct(vault, new, before))

            def undo() -> None:
                here()
                everywhere()

            self._context.say.offer(_("Memory corrected"), undo)

        writes.write(
            self, _("Saving"), lambda: memories.correct(vault, fragment, text), done, dialog.refuse
        )

    # What is not to come back

    def _refuse(self, fragment: int) -> None:
        self._refused.append(_Refused(fragment))
        self._write_refusal(fragment, refused=True)

    def _on_read(self, reading: Reading) -> None:
        """Undo has a refused memory in the text again, or redo takes it out once more."""
        if not self._refused:
            return
        training = self.training()
        stands = {one.fragment for one in standing(reading.skill, training).values()}
        for one in self._refused:
            if (one.fragment in stands) != one.stands:
                one.stands = not one.stands
                self._write_refusal(one.fragment, refused=not one.stands)

    def _write_refusal(self, fragment: int, *, refused: bool) -> None:
        vault, skill = self._vault, self._document.skill_id
        if skill is not None:
            act = rejections.reject if refused else rejections.forget
            self._context.writes.write(self, _("Saving"), lambda: act(vault, skill, fragment))

    # The menu

    def _show_menu(self, at: int, point: QPoint) -> None:
        menu = self.menu(at)
        menu.aboutToHide.connect(menu.deleteLater)
        open_at(menu, point)

    def _extend(self, at: int, menu: QMenu) -> None:
        """Before what the text mode offers itself."""
        if self._at(at) is None:
            return
        usual = menu.actions()
        self._fill(menu, at)
        menu.addSeparator()
        for action in usual:
            menu.removeAction(action)
            menu.addAction(action)

    def _fill(self, menu: QMenu, at: int) -> None:
        theme, one = self._context.theme, self._at(at)
        if one is None:
            return
        writable, known = not self._editing.read_only, one.record is not None
        entries: tuple[tuple[str, str, bool, Callable[[], None]], ...] = (
            ("memory", _("Open the memory"), known, lambda: self.open(at)),
            ("edit", _("Correct…"), known and writable, lambda: self.correct(at)),
            ("trash", _("Remove"), writable, lambda: self.remove(at)),
            (
                "trash",
                _("Remove and don't suggest it again"),
                known and writable,
                lambda: self.remove(at, for_good=True),
            ),
        )
        for number, (icon, text, possible, act) in enumerate(entries):
            action = menu.addAction(theme.icon(icon, "err" if icon == "trash" else "t2"), text)
            action.setEnabled(possible)
            action.triggered.connect(act)
            if number == 1:
                self._add_places(menu, at, one, writable=writable)

    def _add_places(self, menu: QMenu, at: int, one: Standing, *, writable: bool) -> None:
        """Where it could stand instead."""
        places = menu.addMenu(self._context.theme.icon("arrow-down", "t2"), _("Move to"))
        places.setEnabled(writable and bool(self._skill.steps))
        wanted: list[tuple[int | None, str]] = [(0, _("Before step 1"))]
        for step in self._skill.steps:
            gist = shorten(step_line(step.text), _GIST, placeholder=" …").replace("&", "&&")
            said = _("After step {number}: {gist}").format(
                number=step_name(self._skill, step.position), gist=gist
            )
            wanted.append((step.position, said))
        wanted.append((None, _("Supporting context")))
        for after, said in wanted:
            action = places.addAction(said)
            action.setEnabled(after != one.after)
            action.triggered.connect(lambda *_checked, after=after: self.move(at, after))
