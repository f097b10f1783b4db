"""Behind the last step: how it went, and what it brought. Public name: `EndBody`."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.core.runs.actions import Outcome
from app.core.runs.place_words import clock
from app.core.runs.undone import undone
from app.core.skills.model import GoalKind
from app.core.words import _
from app.ui.context import AppContext
from app.ui.theme.focus import lead_to
from app.ui.views.runs.body import Body
from app.ui.views.runs.enter_field import EnterField
from app.ui.views.runs.following import Sight
from app.ui.views.runs.goal_card import GoalHead, goal_words
from app.ui.views.runs.input_fields import result_field
from app.ui.views.runs.remark_card import RemarkCard
from app.ui.views.runs.typing_watch import TypingWatch
from app.ui.views.runs.undone_card import UndoneCard
from app.ui.widgets.labels import Label, card, key_hint, label

OUTCOMES = (Outcome.SUCCESS, Outcome.PARTIAL, Outcome.FAILURE)


class _Meaning(Label):
    """What a choice means, in as many lines as it takes; to click it is to choose."""

    def __init__(self, choice: QRadioButton, words: str) -> None:
        super().__init__(words)
        self._choice = choice
        self.setProperty("role", "secondary")
        self.setWordWrap(True)
        self.setEnabled(choice.isEnabled())

    # Qt

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self._choice.click()


class EndBody(Body):
    """Success, partly, failure: chosen with the mouse, the arrow keys or 1 to 3."""

    def __init__(self, context: AppContext, sight: Sight) -> None:
        super().__init__(context, sight)
        place = sight.place
        failed = sight.frame.failed
        title = sight.record.run.title
        left = undone(sight.record.program, sight.state)
        said = _("“{title}”: all steps are done")
        if left:
            said = _("“{title}”: all steps are behind you")
        if failed:
            said = _("“{title}” was given up")
        self.column.addWidget(label(said.format(title=title), "page", wrap=True))
        took = _("It took {time}.").format(time=clock(sight.state.clock))
        self.column.addWidget(label(took, "secondary"))
        if left:
            self.column.addWidget(UndoneCard(context, sight.record, left))
        elif why := place.get("failure", ""):
            self.column.addWidget(label(why, "error", wrap=True))
        theme = context.theme
        for kind, words in (
            (GoalKind.SUCCESS, place.get("success", "")),
            (GoalKind.ON_COMPLETION, place.get("onCompletion", "")),
        ):
            if words:
                self.column.addWidget(
                    goal_words(theme, kind, words, "body", values=sight.frame.values)
                )
        self.choices: dict[Outcome, QRadioButton] = {}
        self.meanings: dict[Outcome, QWidget] = {}
        self._group = QButtonGroup(self)
        self._typing = TypingWatch(self)
        self._open = label(_("Say which: not every step was done."), "warning", wrap=True)
        self.why = EnterField(goes_on=True)
        self.column.addWidget(self._outcomes())
        if wanted := place.get("produces", []):
            frame = card()
            inside = QVBoxLayout(frame)
            inside.setContentsMargins(14, 11, 14, 13)
            inside.setSpacing(8)
            inside.addWidget(GoalHead(theme, GoalKind.PRODUCES))
            types = place.get("types", {})
            fields = [
                result_field(context, name, types.get(name, ""), optional=True) for name in wanted
            ]
            self._add_fields(fields, inside)
            self.column.addWidget(frame)
        self.remark = RemarkCard(context, sight.record.run.id, with_button=False)
        self.remark.text.entered.connect(self._go_on_from)
        self.remark.text.accepted.connect(self.entered)
        self.column.addWidget(self.remark)
        if failed:
            self.choose(Outcome.FAILURE)
        elif not left:
            self.choose(Outcome.SUCCESS)

    @property
    def target(self) -> QWidget | None:
        """The first line to write in: a letter that is typed here is meant as a letter. None while
        nobody has said how it went, which a key says."""
        return self.why if self._group.checkedButton() is not None else None

    @property
    def lines(self) -> dict[str, QLineEdit]:
        return {**super().lines, "why": self.why, "remark": self.remark.text}

    @property
    def outcome(self) -> Outcome | None:
        """How it went; None while nobody has said so."""
        return next((one for one, button in self.choices.items() if button.isChecked()), None)

    def ask_how(self) -> None:
        """Show that it has to be said."""
        self._open.show()
        lead_to(self.choices[Outcome.SUCCESS])

    def choose(self, outcome: Outcome) -> None:
        """Say how it went; what it may be counts."""
        if self.choices[outcome].isEnabled():
            self.choices[outcome].setChecked(True)

    def _go_on_from(self) -> None:
        """Enter goes on to what is not written down yet, and ends nothing: that takes Ctrl."""
        lines: list[QWidget] = [self.why, *(field.target for field in self.fields)]
        lines.append(self.remark.text)
        here = next((place for place, line in enumerate(lines) if line.hasFocus()), len(lines))
        for line in lines[here + 1 :]:
            if not (isinstance(line, QLineEdit) and line.text().strip()):
                line.setFocus(Qt.FocusReason.TabFocusReason)
                return

    def _outcomes(self) -> QFrame:
        frame = card()
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(14, 11, 14, 13)
        inside.setSpacing(8)
        inside.addWidget(label(_("How did it go?"), "head"))
        inside.addWidget(self._open)
        self._open.hide()
        words = {
            Outcome.SUCCESS: (_("Success"), _("it did what it is for")),
            Outcome.PARTIAL: (_("Partly"), _("some of it is missing")),
            Outcome.FAILURE: (_("Failure"), _("it did not do what it is for")),
        }
        for number, outcome in enumerate(OUTCOMES, 1):
            row = QHBoxLayout()
            row.setSpacing(8)
            name, meaning = words[outcome]
            choice = QRadioButton(name)
            choice.setAccessibleName(f"{name}: {meaning}")
            choice.setEnabled(outcome is not Outcome.SUCCESS or not self.sight.frame.failed)
            meant = self.meanings[outcome] = _Meaning(choice, meaning)
            self._group.addButton(choice)
            choice.toggled.connect(self._open.hide)
            self.choices[outcome] = choice
            row.addWidget(choice)
            row.addWidget(meant, 1)
            hint = key_hint(str(number))
            row.addWidget(hint)
            hint.setHidden(self._typing.is_typing)
            self._typing.changed.connect(hint.setHidden)
            inside.addLayout(row)
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(label(_("In a few words"), "secondary"))
        self.why.setAccessibleName(_("How it went, in a few words"))
        self.why.setPlaceholderText(_("optional"))
        self.why.entered.connect(self._go_on_from)
        self.why.accepted.connect(self.entered)
        line.addWidget(self.why, 1)
        inside.addLayout(line)
        return frame
