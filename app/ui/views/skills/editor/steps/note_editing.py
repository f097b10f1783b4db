"""Writing a note where it stands between the cards. Public name: `NoteEditing`."""

from PySide6.QtCore import QObject

from app.core.skills.editing.template import Template
from app.core.skills.model import BlockKind
from app.core.skills.reading.grammar import parse
from app.ui.views.skills.editor.steps.between_steps import QuietBlock
from app.ui.views.skills.editor.steps.step_editing import StepEditing
from app.ui.views.skills.editor.steps.step_field import StepField


class NoteEditing(QObject):
    """Every key becomes an edit of the text, as long as that is still read as a note; the rest
    when the field is left. Enter goes on with a step, Esc with the one before.
    """

    def __init__(self, steps: StepEditing, parent: QObject) -> None:
        super().__init__(parent)
        self._steps, self._list, self._buffer = steps, steps.list, steps.buffer
        self._block: QuietBlock | None = None
        self._field: StepField | None = None
        self._around = "", ""
        """The text before and after the note."""
        self._own = False
        self._buffer.changed.connect(self._on_buffer_changed)

    def write(self, made: Template) -> bool:
        """Write over the note that was just put into the text; whether that is one, and shown."""
        block = self._list.part_at(made.fields[0][0]) if len(made.fields) == 1 else None
        content = block.content if isinstance(block, QuietBlock) else None
        if content is None or content.kind is not BlockKind.NOTE:
            return False
        assert isinstance(block, QuietBlock)
        ((start, end),) = made.fields
        self._around = made.text[:start], made.text[end:]
        self._block = block
        self._field = field = block.begin_editing(made.text[start:end])
        field.edited.connect(self._on_edited)
        field.left.connect(self._leave)
        field.focus_lost.connect(self._close)
        field.split_wanted.connect(self._go_on)
        field.undo_wanted.connect(self._steps.undo_wanted)
        field.redo_wanted.connect(self._steps.redo_wanted)
        self._buffer.groups.attend(field)
        self._list.arrange()
        self._list.reveal(block)
        field.setFocus()
        field.select(0, end - start)
        return True

    @property
    def _before(self) -> int:
        """The position of the step before the note, 0 for none."""
        start = len(self._around[0])
        return sum(step.start < start for step in self._steps.reader.skill.steps)

    def _leave(self) -> None:
        position = self._before
        self._list.go_to(max(position, 1))

    def _go_on(self, _at: int) -> None:
        position = self._before
        self._close()
        self._steps.insert(position)

    def _close(self) -> None:
        """Put the field away; a note without words goes away."""
        field, block, self._field, self._block = self._field, self._block, None, None
        if field is None or block is None:
            return
        before, after = self._around
        said = field.text.strip()
        if said:
            self._become(f"{before}{said}{after}")
        else:
            rest = after.lstrip("\n")
            self._become(before.rstrip("\n") + ("\n\n" + rest if rest else "\n"))
        block.end_editing()
        self._steps.reader.read_now()
        self._list.arrange()

    def _become(self, text: str) -> None:
        self._own = True
        self._buffer.become(text)
        self._own = False

    def _on_edited(self, said: str) -> None:
        before, after = self._around
        text = f"{before}{said}{after}"
        if said.strip() and _is_note(text, len(before), len(before) + len(said.rstrip())):
            self._become(text)

    def _on_buffer_changed(self) -> None:
        """Somebody else edited, such as an undo: the field follows, or its note is gone."""
        if self._own or self._field is None or self._block is None:
            return
        (before, after), text = self._around, self._buffer.text
        is_here = text.startswith(before) and text.endswith(after)
        said = text[len(before) : len(text) - len(after)] if is_here else ""
        if said.strip() and _is_note(text, len(before), len(before) + len(said.rstrip())):
            self._field.set_text(said)
            return
        block, self._field, self._block = self._block, None, None
        block.end_editing()


def _is_note(text: str, start: int, end: int) -> bool:
    """Whether that stretch of the text is read as one note."""
    return any(
        block.kind is BlockKind.NOTE and block.start <= start and end <= block.end
        for block in parse(text).blocks
    )
