"""The step that is being written, in the field of its card. Public names: `OpenStep`, `Session`."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from app.core.skills.editing import render
from app.core.skills.model import Skill
from app.ui.views.skills.editor.reading import Reader
from app.ui.views.skills.editor.steps import written
from app.ui.views.skills.editor.steps.card import StepCard
from app.ui.views.skills.editor.steps.step_field import StepField
from app.ui.views.skills.editor.steps.step_list import StepList
from app.ui.views.skills.editor.steps.style_spans import step_excerpt, step_marks
from app.ui.views.skills.editor.text_buffer import TextBuffer


@dataclass(slots=True)
class Session:
    """A step being written: the skill when it began, to which every key is applied anew."""

    base: Skill
    position: int
    field: StepField
    opened: str
    """What the step said when it was opened."""


class OpenStep(QObject):
    """Keeps the field and the text the same, whichever of them changes; `closed` when the field
    was put away.
    """

    closed = Signal()

    def __init__(
        self, buffer: TextBuffer, reader: Reader, steps: StepList, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._buffer, self._reader, self._list = buffer, reader, steps
        self.session: Session | None = None
        self._own = False
        buffer.changed.connect(self._on_buffer_changed)
        reader.read.connect(self.show_marks)

    @property
    def place(self) -> int | None:
        """Where the cursor is in the whole text, while a step is being written."""
        session, skill = self.session, self._reader.skill
        if session is None or session.position > len(skill.steps):
            return None
        return step_excerpt(skill, session.position).outside(session.field.at)

    @property
    def here(self) -> tuple[int, int]:
        """The step or sub-step in the field that the cursor is in, and where in its text."""
        if (session := self.session) is None:
            return 0, 0
        base, position = session.base, session.position
        return written.step_behind(base, self._reader.skill, position, session.field.said)

    def begin(self, card: StepCard, position: int, at: int) -> StepField:
        """Open the field of a card with the cursor at `at`, at the end for -1."""
        skill = self._reader.skill
        step = skill.steps[position - 1]
        field = card.begin_editing(step.text, at if at >= 0 else len(step.text))
        self.session = Session(skill, position, field, step.text)
        field.edited.connect(self._on_edited)
        return field

    def close(self) -> None:
        """End the session without looking at what was written."""
        session, self.session = self.session, None
        self._list.hide_steps(range(0))
        if session is not None and (card := self._list.card(session.position)) is not None:
            card.end_editing()
        if session is not None:
            self.closed.emit()

    def show_marks(self) -> None:
        session = self.session
        if session is None:
            return
        card = self._list.card(session.position)
        if card is None or card.field is not session.field:
            self.session = None  # what was typed is no step any more, or is elsewhere
            holder = session.field.parentWidget() if isValid(session.field) else None
            if isinstance(holder, StepCard):
                holder.end_editing()
            return
        skill = self._reader.skill
        self._list.hide_steps(written.in_field(session.base, skill, session.position))
        if session.position <= len(skill.steps):
            step = skill.steps[session.position - 1]
            session.field.show_marks_of(step.text, step_marks(skill, step))

    def _on_edited(self, text: str) -> None:
        if self.session is not None:
            self._own = True
            self._buffer.become(render.write_step(self.session.base, self.session.position, text))
            self._own = False

    def _on_buffer_changed(self) -> None:
        """Somebody else edited: an undo, a repair, another process."""
        session = self.session
        if session is None or self._own:
            return
        skill = self._reader.skill
        if session.position > len(skill.steps):
            self.close()
            return
        session.base = skill
        session.field.set_text(skill.steps[session.position - 1].text)
        session.field.grown.emit()
