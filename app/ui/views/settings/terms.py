"""The names that memories are searched for beside those of skills: added, removed."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.core.changes import Changes, Part
from app.core.errors import AppError
from app.core.memory import terms
from app.core.memory.entities import Entity
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.settings.section import Line, Section
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.labels import restyle

FIELD = 180


class TermsSettings(Section):
    """A new one is looked for in all memories at once: a job."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(_("Terms"), parent)
        self._context = context
        self._shown: tuple[Entity, ...] | None = None
        self.field = QLineEdit()
        self.field.setAccessibleName(_("Term"))
        self.field.setPlaceholderText(_("A product or place"))
        self.field.setMaxLength(terms.LONGEST)
        context.theme.changed.connect(self._scale)
        self._scale()
        self.field.setProperty("measure", "small")
        self.put = Button(context.theme, _("Add"), size="small")
        self._usual = _(
            "A memory that contains one of these names mentions it, as it mentions skills by name."
        )
        self.said = self.add(_("Names to look for"), self._usual, self.field, self.put)
        self.lines = self.add_lines()
        self.field.returnPressed.connect(self.add_term)
        self.field.textChanged.connect(lambda _text: self._explain(""))
        self.put.clicked.connect(self.add_term)
        context.bridge.changed.connect(self._on_changed)

    def _scale(self) -> None:
        self.field.setFixedWidth(self._context.theme.scaled(FIELD))

    def look(self) -> None:
        """Show what there is now."""
        found = terms.terms(self._context.vault)
        if found != self._shown:
            self._shown = found
            self.lines.show_lines([self._line(one) for one in found])

    def add_term(self) -> None:
        """Look for what is in the field from now on."""
        vault, name = self._context.vault, self.field.text()
        if not name.strip():
            self.field.setFocus()
            return
        self.put.setEnabled(False)
        self._context.jobs.start(
            self,
            _("Looking for “{name}”").format(name=name.strip()),
            lambda job: terms.add(vault, name, progress=job),
            self._on_added,
            self._on_failed,
        )

    def _line(self, one: Entity) -> Line:
        said = ngettext("{count} memory", "{count} memories", one.mentions)
        drop = IconButton(
            self._context.theme, "close", _("Remove the term {name}").format(name=one.name)
        )
        drop.clicked.connect(lambda *_checked: self._remove(one.name))
        return Line(one.name, said.format(count=f"{one.mentions:n}"), drop)

    def _remove(self, name: str) -> None:
        vault = self._context.vault
        self._context.writes.write(self, _("Saving"), lambda: terms.remove(vault, name))

    def _on_added(self, _entity: int) -> None:
        self.put.setEnabled(True)
        self.field.clear()
        self.look()

    def _on_failed(self, error: Exception) -> None:
        self.put.setEnabled(True)
        if not isinstance(error, AppError):
            raise error
        self._explain(str(error))

    def _explain(self, wrong: str) -> None:
        self.said.setText(wrong or self._usual)
        role = "error" if wrong else "muted"
        if self.said.property("role") != role:
            self.said.setProperty("role", role)
            restyle(self.said)

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & (Part.KNOWLEDGE | Part.MEMORIES) and self.isVisible():
            self.look()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.look()
