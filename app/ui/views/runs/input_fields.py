"""Fields for what a procedure is given and brings: one for each type.

Public names: `ValueField`, `result_field`.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.core.skills.parameter_types import is_value, options
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.enter_field import EnterField
from app.ui.widgets.buttons import Button
from app.ui.widgets.file_folder import begin_in_last_folder
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.mono import mono
from app.ui.widgets.select import Select
from app.ui.widgets.switch import Switch

LONGEST = 20_000
"""Characters of a value."""
_FILES = frozenset(("file", "path", "file path", "filepath"))
_FOLDERS = frozenset(("folder", "directory", "dir"))
_TRUTHS = frozenset(("bool", "boolean"))
_NAME = 130
"""Px of the names while text has its usual size."""


class ValueField(QWidget):
    """The name of a variable with what it is: a choice, a switch, or a line to be written.

    `entered` on Enter in the line, `accepted` on Ctrl+Enter, `changed` with whatever is chosen or
    written.
    """

    entered = Signal()
    accepted = Signal()
    changed = Signal()

    def __init__(
        self,
        context: AppContext,
        name: str,
        type_: str = "",
        value: str | None = None,
        *,
        optional: bool = False,
    ) -> None:
        super().__init__()
        self._context = context
        self.name, self._type, self._optional = name, type_.strip(), optional
        self.line: EnterField | None = None
        self._select: Select | None = None
        self._switch: Switch | None = None
        self.words = mono(context.theme, f"${name}")
        self.words.setMinimumWidth(context.theme.scaled(_NAME))
        self._wrong = label("", "error", wrap=True)
        self._wrong.hide()
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self.words)
        self._fill(row, value)
        about = _(", ").join(filter(None, (self._type, _("optional") if optional else "")))
        if about and self._select is None:
            row.addWidget(label(about, "caption"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addLayout(row)
        column.addWidget(self._wrong)

    @property
    def target(self) -> QWidget:
        """What has the keyboard to fill it in."""
        target = self.line or self._select or self._switch
        assert target is not None
        return target

    @property
    def value(self) -> str | None:
        """What was given; None where nothing was."""
        if self._switch is not None:
            return "true" if self._switch.isChecked() else "false"
        if self._select is not None:
            return self._select.currentData() or None
        assert self.line is not None
        return self.line.text().strip() or None

    @property
    def is_missing(self) -> bool:
        return self.value is None and not self._optional

    def check(self) -> bool:
        """Whether it can be taken; says beneath the field why not."""
        value = self.value
        said = ""
        if value is None and not self._optional:
            said = _("Give a value.")
        elif value is not None and not is_value(value, self._type):
            said = _("This is to be: {type}").format(type=self._type)
        self._say(said)
        return not said

    def _say(self, wrong: str) -> None:
        self._wrong.setText(wrong)
        self._wrong.setVisible(bool(wrong))
        if self.line is not None and bool(self.line.property("wrong")) != bool(wrong):
            self.line.setProperty("wrong", bool(wrong))
            self.line.setAccessibleDescription(wrong)
            restyle(self.line)

    def _fill(self, row: QHBoxLayout, value: str | None) -> None:
        kind = self._type.casefold()
        if allowed := options(self._type):
            self._select = _choice(self._context, self.name, allowed, value, self._optional)
            self._select.currentIndexChanged.connect(lambda _n: self._on_changed())
            row.addWidget(self._select, 1)
        elif kind in _TRUTHS and not self._optional:
            self._switch = Switch(self._context.theme, "")
            self._switch.setAccessibleName(self.name)
            self._switch.setChecked((value or "").casefold() in ("true", "yes"))
            self._switch.toggled.connect(lambda _on: self._on_changed())
            row.addWidget(self._switch, 1)
        else:
            self.line = EnterField(value or "", goes_on=True)
            self.line.setAccessibleName(self.name)
            self.line.setMaxLength(LONGEST)
            self.line.textChanged.connect(lambda _text: self._on_changed())
            self.line.entered.connect(self.entered)
            self.line.accepted.connect(self.accepted)
            row.addWidget(self.line, 1)
            if kind in _FILES | _FOLDERS:
                button = Button(self._context.theme, _("Choose…"), icon="folder")
                button.clicked.connect(lambda: self._ask_path(kind in _FOLDERS))
                row.addWidget(button)

    def _on_changed(self) -> None:
        if not self._wrong.isHidden():
            self.check()
        self.changed.emit()

    def _ask_path(self, is_folder: bool) -> None:
        dialog = QFileDialog(self, _("Choose a folder") if is_folder else _("Choose a file"))
        mode = QFileDialog.FileMode
        dialog.setFileMode(mode.Directory if is_folder else mode.ExistingFile)
        begin_in_last_folder(dialog, self._context.window_state)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        assert self.line is not None
        dialog.fileSelected.connect(self.line.setText)
        dialog.open()


def result_field(
    context: AppContext, name: str, type_: str, value: str | None = None, *, optional: bool = False
) -> ValueField:
    """For what a step brings: of two truths one is chosen, so that nobody says “false” by saying
    nothing."""
    is_truth = type_.strip().casefold() in _TRUTHS
    said = "true|false" if is_truth else type_
    return ValueField(context, name, said, value, optional=optional)


def _choice(
    context: AppContext, name: str, allowed: tuple[str, ...], value: str | None, optional: bool
) -> Select:
    made = Select(context.theme, name)
    if optional or value not in allowed:
        made.addItem(_("none") if optional else _("Choose…"), "")
    for one in allowed:
        made.addItem(one, one)
    if value in allowed:
        made.setCurrentIndex(made.findData(value))
    return made
