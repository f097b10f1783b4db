"""What the rest of the window says of linked folders: conflicts wherever somebody is.

Public name: `FolderNews`.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.core.changes import Changes, Part
from app.core.mirror import at_hand
from app.core.mirror.at_hand import Place
from app.core.mirror.report import Report
from app.core.words import _, ngettext
from app.ui.context import AppContext


class FolderNews(QObject):
    """`counted(number of conflicts)` when there are others; `checked(Report)` after a pass over
    all folders. A conflict that is new is told in a banner that leads there."""

    counted = Signal(int)
    checked = Signal(object)

    def __init__(
        self, context: AppContext, is_in_front: Callable[[], bool], parent: QObject
    ) -> None:
        """`is_in_front` says whether the folders are looked at, which tell of conflicts there."""
        super().__init__(parent)
        self._context, self._is_in_front = context, is_in_front
        self._known: frozenset[Place] = frozenset()
        self._said = ""
        context.bridge.changed.connect(self._on_changed)
        context.disk.looked.connect(self._on_looked)

    def look(self) -> None:
        """Ask the vault what is in conflict now, and say what was not before."""
        found = at_hand.conflicts(self._context.vault)
        fresh = [one for one in found if one not in self._known]
        is_news, self._known = frozenset(found) != self._known, frozenset(found)
        if is_news:
            self.counted.emit(len(found))
        if fresh and not self._is_in_front():
            self._tell(fresh)
        elif not found and self._said:
            self._context.say.withdraw(self._said)
            self._said = ""

    def _tell(self, fresh: list[Place]) -> None:
        one, left = fresh[0], len(fresh) - 1
        self._said = _(
            "{name} changed on disk and here. Both are kept; neither was overwritten."
        ).format(name=one.title)
        if left:
            more = ngettext("{count} more like it.", "{count} more like it.", left)
            self._said += " " + more.format(count=left)
        go = self._context.go
        self._context.say.warn(self._said, _("Compare"), lambda: go.folder(one.folder, one.name))

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & (Part.FOLDERS | Part.LIST):
            self.look()

    def _on_looked(self, report: Report) -> None:
        if report is self._context.disk.report:
            self.checked.emit(report)
