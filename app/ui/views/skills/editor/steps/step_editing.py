"""Writing in the step cards: every wish of a card becomes an edit of the text."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from app.core.skills.editing import render
from app.core.skills.model import Goal, Skill
from app.core.skills.reading.grammar import parse
from app.ui.views.skills.editor.past import Past
from app.ui.views.skills.editor.reading import Reader
from app.ui.views.skills.editor.steps.step_field import StepField
from app.ui.views.skills.editor.steps.step_list import StepList
from app.ui.views.skills.editor.steps.style_spans import step_excerpt, step_marks
from app.ui.views.skills.editor.text_buffer import TextBuffer


@dataclass(slots=True)
class _Session:
    """A step being written: the skill when it began, to which every key is applied anew."""

    base: Skill
    position: int
    field: StepField
    opened: str
    """What the step said when it was opened."""


class StepEditing(QObject):
    """`field_opened(StepField)` when a card gets its field, for whoever completes words in it, and
    `field_closed`; `goal_written(GoalKind, way back)` when what was written as a step became a
    goal.
    """

    field_opened = Signal(object)
    field_closed = Signal()
    goal_written = Signal(object, object)

    def __init__(
        self, buffer: TextBuffer, past: Past, reader: Reader, steps: StepList, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.buffer, self.reader, self.list = buffer, reader, steps
        self._past = past
        self._session: _Session | None = None
        self._own = False
        self.read_only = False
        buffer.changed.connect(self._on_buffer_changed)
        reader.read.connect(self._show_marks)
        steps.edit_wanted.connect(self.edit)
        steps.insert_wanted.connect(self.insert)
        steps.move_wanted.connect(self.move)
        steps.delete_wanted.connect(self.delete)
        steps.pasted.connect(self.paste)

    @property
    def place(self) -> int | None:
        """Where the cursor is in the whole text, while a step is being written."""
        if self._session is None or self._session.position > len(self._skill().steps):
            return None
        return step_excerpt(self._skill(), self._session.position).outside(self._session.field.at)

    def go_behind_call(self) -> None:
        """Take the cursor out of a call it is in, so that Enter does not cut the call in two."""
        session, place = self._session, self.place
        if session is None or place is None:
            return
        ends = [call.end for call in self._skill().calls if call.start < place < call.end]
        if ends:
            inside = step_excerpt(self._skill(), session.position).inside(ends[0])
            session.field.set_text(session.field.text, inside)

    def edit_place(self, place: int) -> bool:
        """Open the step that a place in the whole text is in; whether there is one."""
        for step in self._skill().steps:
            if step.start <= place <= step.body_end:
                excerpt = step_excerpt(self._skill(), step.position)
                self.edit(step.position, excerpt.inside(max(place, step.body_start)))
                return True
        return False

    @property
    def position(self) -> int:
        """Of the step being written, 0 when none is."""
        return self._session.position if self._session is not None else 0

    @property
    def field(self) -> StepField | None:
        """In which it is written."""
        return self._session.field if self._session is not None else None

    def edit(self, position: int, at: int) -> None:
        """Open the field of a step with the cursor at `at`, at the end for -1."""
        if self.read_only:
            self.list.go_to(position)
            return
        if self._session is not None and self._session.position == position:
            return
        position = self._leave_for(position)
        skill = self._skill()
        card = self.list.card(position)
        if card is None or position > len(skill.steps):
            return
        self.list.unfold_to(card)
        step = skill.steps[position - 1]
        field = card.begin_editing(step.text, at if at >= 0 else len(step.text))
        self._session = _Session(skill, position, field, step.text)
        self._connect(field)
        self.list.set_current(position)
        self._show_marks()
        self.list.arrange()
        self.list.reveal(card)
        self.field_opened.emit(field)

    def leave(self) -> None:
        """Close the field; a step left empty goes away."""
        self._leave_for(0)

    def leave_empty(self) -> None:
        """Close the field if there is nothing in it, so that no empty step is saved."""
        if self._session is not None and not self._session.field.text.strip():
            self.leave()

    def put_away(self) -> None:
        """Close the field; its step stays even if it is empty, to be written elsewhere."""
        self._close()

    def begin(self) -> None:
        """Write the first step, which is made if there is none."""
        if self._skill().steps:
            self.edit(1, 0)
        else:
            self.insert(0)

    def insert(self, after: int) -> None:
        """Begin a new step behind that position."""
        after = self._leave_for(after)
        self._become(render.insert_step(self.buffer.text, after, ""))
        self.edit(after + 1, 0)

    def delete(self, position: int) -> None:
        if self.read_only:
            return
        self._close()
        self._become(render.delete_step(self.buffer.text, position))
        self.list.go_to(min(position, len(self._skill().steps)))

    def move(self, start: int, end: int) -> None:
        """Put the step at `start` where the one at `end` is; references follow it."""
        if self.read_only or not 0 < end <= len(self._skill().steps):
            return
        at = self._session.field.at if self._session is not None else None
        self._close()
        self._become(render.move_step(self.buffer.text, start, end))
        self.list.go_to(end)
        if at is not None:
            self.edit(end, at)

    def split(self, position: int, at: int) -> None:
        """Make two steps of one; at its end, the second is new and empty. An empty one stays."""
        steps = self._skill().steps
        if position > len(steps) or not steps[position - 1].text.strip():
            return
        if self._make_goal(self._session):
            self.insert(position - 1)
            return
        self._close()
        text = steps[position - 1].text
        if at >= len(text.rstrip()):
            self._become(render.insert_step(self.buffer.text, position, ""))
        else:
            self._become(render.split_step(self.buffer.text, position, at))
        self.edit(position + 1, 0)

    def split_here(self) -> None:
        """Make two steps of the one being written, at its cursor."""
        if self._session is not None:
            self.split(self._session.position, self._session.field.at)

    def merge(self, position: int) -> None:
        """Join a step to the one before it."""
        if position < 2:
            return
        self._close()
        steps = self._skill().steps
        if position > len(steps):
            return
        before = len(steps[position - 2].text)
        self._become(render.merge_step(self.buffer.text, position - 1))
        self.edit(position - 1, before)

    def rewrite(self, text: str) -> None:
        """Close the field, and let the whole text be this."""
        self._close()
        self._become(text)

    @property
    def begins(self) -> int:
        """Where in the text the step being written begins."""
        return self._skill().steps[self.position - 1].body_start

    def undo(self) -> None:
        self._show_edit(self._past.undo())

    def redo(self) -> None:
        self._show_edit(self._past.redo())

    def paste(self) -> None:
        """A whole procedure pasted beside the fields becomes the text of an empty skill."""
        text = QGuiApplication.clipboard().text()
        empty = not self.buffer.text.strip() and text.strip()
        if not self.read_only and empty and self.buffer.takes(text):
            self._become(text)

    def _leave_for(self, position: int) -> int:
        """Close the field; where the step at `position` is by then."""
        session = self._session
        if session is None:
            return position
        had_focus = session.field.hasFocus()
        self._close()
        skill = self._skill()
        gone = self._make_goal(session)
        if session.position <= len(skill.steps) and not skill.steps[session.position - 1].text:
            self._become(render.delete_step(skill.text, session.position))
            gone = True
        self.list.arrange()
        if gone and had_focus and not position:
            self.list.take_focus()
        return position - (gone and session.position <= position)

    def _make_goal(self, session: _Session | None) -> bool:
        """A goal that was written as a step is one, as it would be in the text; one undo."""
        skill = self._skill()
        if session is None or session.position > len(skill.steps):
            return False
        said = skill.steps[session.position - 1].text
        before = session.opened
        goal = _only_goal(said) if said != before else None
        if goal is None:
            return False
        self._close()
        rest = parse(render.delete_step(skill.text, session.position))
        there = rest.goal(goal.kind)
        value = f"{there.value}\n{goal.value}" if there is not None and there.value else goal.value
        self._become(render.with_goal(rest.text, goal.kind, value))
        self.list.arrange()
        before_it, position = there.value if there is not None else "", session.position

        def make_step_again() -> None:
            now = self._skill().goal(goal.kind)
            if self.read_only or now is None or now.value != value:
                return  # it was written on: nothing of that is thrown away
            self.leave()
            text = render.with_goal(self.buffer.text, goal.kind, before_it)
            after = min(position - 1, len(parse(text).steps))
            self._become(render.insert_step(text, after, said))
            self.list.go_to(after + 1)

        self.goal_written.emit(goal.kind, make_step_again)
        return True

    def _show_edit(self, at: int | None) -> None:
        """Go to the step in which something was undone."""
        if at is None:
            return
        self.reader.read_now()
        for step in self._skill().steps:
            if step.start <= at < step.end and self._session is None:
                self.list.go_to(step.position)

    def _skill(self) -> Skill:
        return self.reader.skill

    def _become(self, text: str) -> None:
        self.buffer.become(text)
        self.reader.read_now()

    def _close(self) -> None:
        """End the session without looking at what was written."""
        session, self._session = self._session, None
        if session is not None and (card := self.list.card(session.position)) is not None:
            card.end_editing()
        if session is not None:
            self.field_closed.emit()

    def _connect(self, field: StepField) -> None:
        field.edited.connect(self._on_edited)
        field.left.connect(self.leave)
        field.focus_lost.connect(self._on_focus_lost)
        field.split_wanted.connect(self._on_split)
        field.merge_wanted.connect(self._on_merge)
        field.undo_wanted.connect(self.undo)
        field.redo_wanted.connect(self.redo)
        field.went.connect(self._on_went)
        field.pasted_steps.connect(self._on_pasted)

    def _on_edited(self, text: str) -> None:
        if self._session is not None:
            self._own = True
            self.buffer.become(render.write_step(self._session.base, self._session.position, text))
            self._own = False

    def _on_buffer_changed(self) -> None:
        """Somebody else edited: an undo, a repair, another process."""
        session = self._session
        if session is None or self._own:
            return
        skill = self._skill()
        if session.position > len(skill.steps):
            self._close()
            return
        session.base = skill
        session.field.set_text(skill.steps[session.position - 1].text)
        session.field.grown.emit()

    def _show_marks(self) -> None:
        session = self._session
        if session is None:
            return
        card = self.list.card(session.position)
        if card is None or card.field is not session.field:
            self._session = None  # what was typed is no step any more
            return
        skill = self._skill()
        if session.position <= len(skill.steps):
            step = skill.steps[session.position - 1]
            if step.text == session.field.text:
                session.field.show_marks(step_marks(skill, step))

    def _on_focus_lost(self) -> None:
        if self._session is not None and self.sender() is self._session.field:
            self.leave()

    def _on_split(self, at: int) -> None:
        self.split_here()

    def _on_merge(self) -> None:
        if self._session is not None:
            self.merge(self._session.position)

    def _on_went(self, step: int) -> None:
        if self._session is None:
            return
        target = self.list.next_seen(self._session.position, step)
        if target:
            self.edit(target, -1 if step < 0 else 0)

    def _on_pasted(self, text: str) -> None:
        """Steps that were pasted into a step follow it; a whole skill fills an empty one."""
        session = self._session
        if session is None or not self.buffer.takes(text):
            return
        skill, pasted = self._skill(), parse(text)
        written = skill.title or skill.goals or any(step.text for step in skill.steps)
        if not written:
            self._close()
            self._become(text)
            return
        position = session.position
        empty = not session.field.text.strip()
        self._close()
        whole = self.buffer.text
        for number, step in enumerate(pasted.steps):
            whole = render.insert_step(whole, position + number, step.text)
        if empty:
            whole = render.delete_step(whole, position)
        self._become(whole)
        self.list.go_to(position + len(pasted.steps) - empty)


def _only_goal(text: str) -> Goal | None:
    """The goal that a text is, if it is nothing else."""
    read = parse(text.replace("\n", "\n  "))  # further lines of a goal are indented
    if len(read.goals) != 1 or read.steps or read.title:
        return None
    goal = read.goals[0]
    return goal if goal.value and goal.end - goal.start >= len(read.text.strip()) else None
