"""A whole procedure that is pasted into the title, into a step or beside the fields."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from app.core.skills.editing import pasting, titling
from app.core.skills.editing.pasting import Pasted
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.editor.header import TitleField
from app.ui.views.skills.editor.steps.step_editing import StepEditing
from app.ui.views.skills.editor.steps.step_field import StepField


class Pasting(QObject):
    """Makes title, goals and steps of it, as one undo."""

    def __init__(
        self, context: AppContext, title: TitleField, steps: StepEditing, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._say, self._title, self._steps = context.say, title, steps
        title.pasted_text.connect(self._into_title)
        steps.field_opened.connect(self._attend)
        steps.list.pasted.connect(self._beside)

    def _attend(self, field: object) -> None:
        assert isinstance(field, StepField)
        field.pasted_steps.connect(self._into_step)

    def _into_title(self, before: str, text: str, behind: str) -> None:
        buffer = self._steps.buffer
        if not buffer.takes_pasted(text):
            self._title.show_title(self._steps.reader.skill.title)
            return
        made = pasting.into_title(buffer.text, before, text, behind)
        self._become(made)
        self._title.end(False)
        if made.more:
            said = ngettext(
                "What you pasted below the first line is step {first} now",
                "What you pasted below the first line is steps {first} to {last} now",
                made.more,
            )
            last = made.first + made.more - 1
            self._say.offer(said.format(first=made.first, last=last), self._steps.undo_wanted.emit)

    def _into_step(self, text: str) -> None:
        """Steps that were pasted into a step follow it; a whole skill fills an empty one."""
        steps = self._steps
        if not steps.position or not steps.buffer.takes_pasted(text):
            return
        made = pasting.into_step(steps.buffer.text, steps.here[0], text)
        self._become(made)
        if made.more:
            steps.list.go_to(made.first + made.more - 1)
        self._say_title(made)

    def _beside(self) -> None:
        """It becomes the text of an empty skill."""
        text, steps = QGuiApplication.clipboard().text(), self._steps
        if steps.read_only or not text.strip() or not pasting.is_bare(steps.reader.skill):
            return
        if steps.buffer.takes_pasted(text):
            made = pasting.into_step(steps.buffer.text, 0, text)
            self._become(made)
            self._say_title(made)

    def _become(self, made: Pasted) -> None:
        self._steps.rewrite(made.text)
        self._title.show_title(self._steps.reader.skill.title)

    def _say_title(self, made: Pasted) -> None:
        """A title that was pasted is not lost where the skill keeps its own."""
        if not made.title_left:
            return

        def use() -> None:
            text = self._steps.buffer.text
            self._steps.rewrite(titling.with_title(text, made.title_left))

        said = _("The title stayed as it was; the pasted one is “{title}”")
        self._say.tell_more(said.format(title=made.title_left), _("Use it"), use)
