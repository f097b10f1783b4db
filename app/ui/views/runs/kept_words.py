"""What is typed in a run stays until it is given. Public name: `KeptWords`."""

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QLineEdit

from app.core.library import form_drafts
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.typed_draft import SOON

_NAME = "keptUnder"
"""The property of a field with the name of its words."""


class KeptWords(QObject):
    """Of one run, by what they are for: in the vault after a second, and in the field again when
    that is asked anew. More than one part of the window may keep words of the same run.
    """

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._run: int | None = None
        self._words: dict[str, str] = {}
        self._changed: set[str] = set()
        self._soon = QTimer(self, interval=SOON, singleShot=True)
        self._soon.timeout.connect(self.keep)

    def follow(self, run: int | None) -> None:
        """Keep the words of this run from now on."""
        self.keep()
        self._run, self._words = run, {}
        if run is not None:
            drafts = form_drafts.drafts(self._context.vault, _form(run))
            self._words = dict(drafts[0].values) if drafts else {}

    def watch(self, name: str, field: QLineEdit) -> None:
        """Have in the field what was typed for that, and keep what is typed from now on. A field
        that is emptied keeps nothing.
        """
        is_new = field.property(_NAME) is None
        field.setProperty(_NAME, "")
        if words := self._words.get(name, ""):
            field.setText(words)
            field.setModified(True)
        field.setProperty(_NAME, name)
        if is_new:
            field.textChanged.connect(lambda text: self._note(str(field.property(_NAME)), text))

    def rest(self, field: QLineEdit) -> None:
        """Nothing that is in the field from now on is kept, until it is watched anew."""
        if field.property(_NAME) is not None:
            field.setProperty(_NAME, "")

    def begun(self, beginning: str) -> str:
        """The name of words that were not given yet, of those with such names; "" for none."""
        names = (name for name, words in self._words.items() if words)
        return next((name for name in names if name.startswith(beginning)), "")

    def drop(self, beginning: str) -> None:
        """All of those with such names were given."""
        for name in [one for one in self._words if one.startswith(beginning)]:
            self._note(name, "")

    def keep(self) -> None:
        """Write down what changed."""
        self._soon.stop()
        if self._run is None or not self._changed:
            return
        vault, form = self._context.vault, _form(self._run)
        changed = {name: self._words.get(name, "") for name in self._changed}
        self._changed = set()

        def work() -> None:
            drafts = form_drafts.drafts(vault, form)
            begun = drafts[0].begun if drafts else vault.now()
            values = {**(drafts[0].values if drafts else {}), **changed}
            if left := {name: words for name, words in values.items() if words}:
                form_drafts.keep(vault, form, begun, left)
            else:
                form_drafts.drop(vault, form, begun)

        writes, jobs = self._context.writes, self._context.jobs
        writes.write(writes, _("Saving"), work, failed=lambda why: jobs.failed.emit(writes, why))

    def _note(self, name: str, words: str) -> None:
        if not name or self._words.get(name, "") == words:
            return
        self._words[name] = words
        self._changed.add(name)
        if not self._soon.isActive():
            self._soon.start()


def _form(run: int) -> str:
    return f"run {run}"
