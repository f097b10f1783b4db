"""After a failure: why, what the procedure says for it, and what can be done.

Public name: `FailureBody`.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from app.core.api.run_documents import HandlerDocument
from app.core.runs.state import Mark
from app.core.skills.model import GoalKind
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.body import Body
from app.ui.views.runs.following import Sight
from app.ui.views.runs.goal_card import goal_words
from app.ui.views.runs.run_words import number_of
from app.ui.views.runs.step_text import StepText
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import card, label


class FailureBody(Body):
    """`handler_wanted(number)` to follow what handles it."""

    handler_wanted = Signal(int)

    def __init__(self, context: AppContext, sight: Sight) -> None:
        super().__init__(context, sight)
        place, theme = sight.place, context.theme
        self.handlers = place.get("handlers", [])
        self.buttons: list[Button] = []
        number = number_of(sight.node) if sight.node is not None else ""
        step = sight.of_call(_("step {number}").format(number=number))
        frame = card("err")
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(14, 11, 14, 12)
        inside.setSpacing(4)
        said = _("{step} failed").format(step=step[:1].upper() + step[1:])
        inside.addWidget(label(said, "pane", wrap=True))
        inside.addWidget(label(place.get("failure", ""), wrap=True))
        self.column.addWidget(frame)
        text = StepText(theme, self)
        text.show_step(sight, sight.frame.node)
        self.column.addWidget(text)
        handled = sight.frame.handled
        for one in self.handlers:
            self.column.addWidget(self._handler(one))
        for ended in handled:
            title = sight.record.program.procedures[ended.skill].title
            steps = len({visit.node for visit in ended.visits if visit.mark is Mark.DONE})
            said = _("{title} failed too.") if ended.failed else _("{title} is done, {steps} steps")
            words = said.format(title=title, steps=steps)
            self.column.addWidget(label(words, "error" if ended.failed else "good"))
        if not self.handlers:
            said = _("The procedure does not say what to do on failure.")
            self.column.addWidget(label(said, "muted", wrap=True))

    @property
    def best(self) -> int | None:
        """The handler to begin with, as long as none was followed."""
        if self.sight.frame.handled:
            return None
        can = (one for one in self.handlers if "skill" in one and not one.get("why"))
        return next((one["handler"] for one in can), None)

    def _handler(self, one: HandlerDocument) -> QFrame:
        frame = card()
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(14, 11, 14, 12)
        inside.setSpacing(8)
        theme, head = self._context.theme, ""
        if len(self.sight.place["levels"]) > 1:
            head = _("On failure of {title}").format(title=one["of"])
        handling = self.sight.handling
        assert handling is not None
        values = handling.values
        inside.addWidget(
            goal_words(theme, GoalKind.ON_FAILURE, one["text"], "body", head=head, values=values)
        )
        if why := one.get("why", ""):
            inside.addWidget(label(why, "warning", wrap=True))
        elif title := one.get("skill", ""):
            said = _("Start {title}").format(title=title)
            button = Button(self._context.theme, said, "danger", icon="call")
            number = one["handler"]
            button.clicked.connect(lambda: self.handler_wanted.emit(number))
            self.buttons.append(button)
            inside.addWidget(button)
            if handling is not self.sight.frame:
                said = _("This gives up {title}.").format(title=self.sight.procedure.title)
                inside.addWidget(label(said, "caption", wrap=True))
        return frame
