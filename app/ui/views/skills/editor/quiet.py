"""No complaints about a new skill before there is anything to complain about."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.core.skills.model import Step
from app.ui.views.skills.editor.reading import Reader, Reading
from app.ui.views.skills.editor.steps.step_editing import StepEditing
from app.ui.views.skills.editor.text.text_view import TextView


class Quiet(QObject):
    """Ends for good once a step is written and the cursor is elsewhere, or the skill is left."""

    def __init__(
        self, reader: Reader, steps: StepEditing, text_view: TextView, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._reader, self._steps, self._text_view = reader, steps, text_view
        reader.read.connect(self._on_read)
        text_view.cursorPositionChanged.connect(self._look)
        QApplication.instance().focusChanged.connect(self._look)  # type: ignore[union-attr]

    def begin(self) -> None:
        """A new skill: what is missing is not said yet."""
        self._reader.set_quiet(True)

    def end(self) -> None:
        """Say what there is to say, from now on."""
        self._reader.speak()

    def _look(self) -> None:
        if isValid(self._text_view) and self._reader.quiet and self._is_written():
            self.end()

    def _on_read(self, reading: Reading) -> None:
        if reading.quiet:
            self._look()

    def _is_written(self) -> bool:
        return any(step.text and not self._is_open(step) for step in self._reader.skill.steps)

    def _is_open(self, step: Step) -> bool:
        """Whether the cursor is in it."""
        if self._text_view.hasFocus():
            at, text = self._text_view.at, self._reader.skill.text
            return step.start <= at and "\n" not in text[step.body_end : at]
        return self._steps.position == step.position
