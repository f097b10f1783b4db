"""A title that is being changed, and the skills that call this one by the title it had."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.core.library import catalogue
from app.core.library.catalogue import SkillRow
from app.core.library.renaming import Renamed, Why
from app.core.skills.names import key
from app.core.skills.reading.grammar import parse
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.editor.autosave import Autosave
from app.ui.views.skills.editor.header import Header
from app.ui.views.skills.editor.reading import Reader, Reading
from app.ui.views.skills.editor.text.text_view import TextView


class Renaming(QObject):
    """Lets callers follow when a title is finished: left, saved, or the document closed.

    Until then a title of which only the half is typed is not saved, so that no call breaks.
    """

    def __init__(
        self,
        context: AppContext,
        autosave: Autosave,
        reader: Reader,
        header: Header,
        text_view: TextView,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._context, self._autosave, self._reader = context, autosave, reader
        self._title, self._bar, self._text_view = header.title, header.rename_bar, text_view
        self._was_written = False
        self._before = ""
        """The title in the library before it was saved last."""
        self._last: tuple[str, str] | None = None
        """The title before the last change that callers followed, and the one after it."""
        autosave.held = self._is_under_way
        autosave.following = self._followers
        autosave.renamed.connect(self._tell)
        autosave.saved.connect(self._show)
        autosave.reloaded.connect(self._show)
        reader.read.connect(self._on_read)
        self._bar.usages_wanted.connect(self._show_usages)
        text_view.cursorPositionChanged.connect(self._look_up)
        QApplication.instance().focusChanged.connect(self._look_up)  # type: ignore[union-attr]

    def _callers(self) -> tuple[int, ...]:
        """Those that call it, maybe itself, by a name that its text does not say any more."""
        row = self._row()
        if row is None or not row.key or key(self._reader.skill.title) == row.key:
            return ()
        return catalogue.callers(self._context.vault, row.id)

    def _followers(self) -> int:
        """How many of them are to be told; a title without a letter is no name."""
        named = bool(key(self._reader.skill.title))
        row = self._row()
        self._before = row.title if row is not None else ""
        return len(self._callers()) if named and self._bar.follow.isChecked() else 0

    def _is_under_way(self) -> bool:
        return self._is_written() and bool(self._callers())

    def _is_written(self) -> bool:
        """Whether somebody is in the title, or in what is asked about it."""
        focus = self._title.window().focusWidget()
        if focus is self._text_view and self._text_view.isVisible():
            skill = self._reader.skill
            return skill.title_start <= self._text_view.at <= skill.title_end
        return self._title.isVisible() and focus is not None and self._asks(focus)

    def _asks(self, focus: QWidget) -> bool:
        return focus is self._title or self._bar.isAncestorOf(focus)

    def _look_up(self) -> None:
        """A title that was just left is saved now."""
        if not isValid(self._title):
            return  # the document is being closed, and was saved before
        was_written, self._was_written = self._was_written, self._is_written()
        if was_written and not self._was_written and self._autosave.dirty:
            self._autosave.save_soon()

    def _on_read(self, reading: Reading) -> None:
        """The library is only asked where the text has another title."""
        if key(reading.name) == key(reading.skill.title):
            self._bar.show_callers(0, "")
        else:
            self._show()

    def _show(self) -> None:
        row = self._row()
        others = [caller for caller in self._callers() if caller != self._autosave.skill_id]
        self._bar.show_callers(len(others), row.title if row is not None else "")

    def _row(self) -> SkillRow | None:
        skill = self._autosave.skill_id
        return catalogue.row(self._context.vault, skill) if skill is not None else None

    def _show_usages(self) -> None:
        if self._autosave.skill_id is not None:
            self._context.go.usages(self._autosave.skill_id)

    def _tell(self, renamed: Renamed) -> None:
        now = parse(renamed.text).title
        is_back, self._last = self._last == (now, self._before), (self._before, now)
        self._show()
        count = len(renamed.updated)
        if count and is_back:
            self._context.say.tell(_("Undone: {what}").format(what=_("Rename skill")))
        elif count:
            said = ngettext("Renamed in {count} skill that calls it",
                            "Renamed in {count} skills that call it", count)  # fmt: skip
            self._context.say.tell(said.format(count=count), undoable=True)
        if renamed.left:
            self._context.say.warn(self._left(renamed), _("Show"), self._show_usages)

    def _left(self, renamed: Renamed) -> str:
        """Who was not told, and why the first of them was not."""
        rows = list(catalogue.some(self._context.vault, renamed.left).values())
        why = next(iter(renamed.left.values()))
        said = {
            Why.AMBIGUOUS: _("{names} not updated: the old name could also mean another skill."),
            Why.TAKEN: _("{names} not updated: the new name means another skill there."),
            Why.UNWRITABLE: _("{names} not updated: the new name would change what the text says."),
            Why.KEPT: "",
        }
        return said[why].format(names=", ".join(row.title for row in rows))
