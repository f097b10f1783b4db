"""What the middle of the page of a run has for each place. Public name: `Body`."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QVBoxLayout, QWidget

from app.ui.context import AppContext
from app.ui.theme.focus import lead_to
from app.ui.views.runs.following import Sight
from app.ui.views.runs.input_fields import ValueField

GAP = 12


class Body(QWidget):
    """Made anew for every place. `entered` when Enter in a field says that it is done."""

    entered = Signal()

    def __init__(self, context: AppContext, sight: Sight) -> None:
        super().__init__()
        self._context, self.sight = context, sight
        self.fields: list[ValueField] = []
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(GAP)

    def drop(self) -> None:
        """Another place is shown."""
        self.hide()
        self.deleteLater()

    def take_focus(self) -> bool:
        """Whether it has something to fill in, which has the keyboard then; an old value in it is
        selected, so that what is typed replaces it, but not what somebody typed there just now.
        """
        target = self.target
        if target is None:
            return False
        if isinstance(target, QAbstractButton):
            lead_to(target)  # with its ring: it is what Space means now
            return True
        target.setFocus(Qt.FocusReason.OtherFocusReason)
        if isinstance(target, QLineEdit) and not target.isModified():
            target.selectAll()
        return True

    @property
    def target(self) -> QWidget | None:
        """What is to be filled in first, if anything is."""
        empty = (field for field in self.fields if field.is_missing)
        field = next(empty, None)
        return field.target if field is not None else None

    @property
    def lines(self) -> dict[str, QLineEdit]:
        """What is typed in, by what it is for."""
        return {f"${one.name}": one.line for one in self.fields if one.line is not None}

    def given(self) -> dict[str, str] | None:
        """What was filled in; None where something is missing or wrong, which is said there."""
        sound = [field.check() for field in self.fields]
        if not all(sound):
            self.fields[sound.index(False)].target.setFocus()
            return None
        return {field.name: field.value for field in self.fields if field.value is not None}

    def _add_fields(self, fields: Sequence[ValueField], to: QVBoxLayout) -> None:
        for field in fields:
            field.entered.connect(self._go_on_from)
            field.accepted.connect(self.entered)
            self.fields.append(field)
            to.addWidget(field)
        widest = max((field.words.sizeHint().width() for field in fields), default=0)
        for field in fields:
            field.words.setMinimumWidth(widest)

    def _go_on_from(self) -> None:
        """Enter in the last field is done with all of them; before that it goes to the next, also
        where that may stay empty."""
        here = next((n for n, one in enumerate(self.fields) if one.target.hasFocus()), None)
        behind = self.fields[here + 1 :] if here is not None else []
        empty = [field for field in behind if field.value is None]
        empty += [field for field in self.fields if field.is_missing]
        if here is not None and empty and empty[0] is not self.fields[here]:
            empty[0].target.setFocus()
        else:
            self.entered.emit()
