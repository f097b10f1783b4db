"""The skills in a folder, to be used by hand or by keys. Public name: `SkillFileList`."""

from datetime import datetime

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QListView, QMenu, QWidget

from app.core.mirror.overview import SkillFile
from app.core.mirror.settling import is_mendable
from app.core.mirror.survey import State
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.agents.row_delegate import SkillFileDelegate
from app.ui.views.agents.signs import act_of
from app.ui.views.agents.skill_rows import FILE, Index, SkillRows
from app.ui.widgets.menu_at import open_at

MANY = 1000


class SkillFileList(QListView):
    """Enter and the button of a row do what there is to do about it, Ctrl+. repairs it.

    `acted(list of SkillFile)`, `kept(list of SkillFile, whether ours)` for several conflicts at
    once, `switched` and `pinned(list of SkillFile, whether on)`, `taken_out(list of
    SkillFile)` for those that Techne put there, `repair_wanted(SkillFile)`,
    `opened(SkillFile)` for the skill itself, and `chosen(SkillFile or None)` when another one is
    current.
    """

    acted = Signal(object)
    kept = Signal(object, bool)
    switched = Signal(object, bool)
    pinned = Signal(object, bool)
    taken_out = Signal(object)
    repair_wanted = Signal(object)
    opened = Signal(object)
    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = SkillRows(self)
        self.setModel(self.rows)
        self._delegate = SkillFileDelegate(theme, self)
        self._delegate.show_in(self, _("Skills in this folder"))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.doubleClicked.connect(self._open)

    @property
    def selected(self) -> list[SkillFile]:
        """Those that are selected, from top to bottom."""
        chosen = sorted(index.row() for index in self.selectedIndexes())
        return [self.rows.rows[row] for row in chosen]

    @property
    def current(self) -> SkillFile | None:
        one: SkillFile | None = self.currentIndex().data(FILE)
        return one

    def show_files(self, some: tuple[SkillFile, ...], now: datetime) -> None:
        """List these; of very many some at a time, for each is measured."""
        mode = QListView.LayoutMode
        self.setLayoutMode(mode.Batched if len(some) > MANY else mode.SinglePass)
        self.rows.set_rows(some, now)

    def choose(self, name: str) -> None:
        """Have the skill with that name current, if it is there."""
        row = self.rows.row_of(name)
        if row >= 0:
            self.setCurrentIndex(self.rows.index(row))
            self.scrollTo(self.rows.index(row))

    def _act(self) -> None:
        some, one = self.selected, self.current
        if any(act_of(one) is not None for one in some):
            self.acted.emit(some)
        elif one is not None:
            self.opened.emit(one)

    def _repair(self) -> None:
        one = self.current
        if one is not None and one.refusals and is_mendable(one.standing):
            self.repair_wanted.emit(one)

    def _open(self, index: QModelIndex) -> None:
        one: SkillFile = index.data(FILE)
        if one.row is not None:
            self.opened.emit(one)

    def _part(self, at: QPoint) -> tuple[QModelIndex, str]:
        index = self.indexAt(at)
        one: SkillFile | None = index.data(FILE)
        part = self._delegate.part_at(self.visualRect(index), one, at) if one is not None else ""
        return index, part

    def _offer_ways(self, menu: QMenu) -> None:
        """How the selected ones are followed, which can be changed for all of them."""
        some = [one for one in self.selected if one.standing.skill is not None]
        off = [one for one in some if one.standing.state is State.OFF]
        pinned = [one for one in some if one.standing.is_pinned]
        if not some:
            return
        menu.addSeparator()
        if on := [one for one in some if one not in off]:
            menu.addAction(_("Turn off in this folder"), lambda: self.switched.emit(on, False))
        if off:
            menu.addAction(_("Turn on"), lambda: self.switched.emit(off, True))
        if loose := [one for one in some if one not in pinned]:
            menu.addAction(_("Pin: neither read nor write"), lambda: self.pinned.emit(loose, True))
        if pinned:
            menu.addAction(_("Unpin"), lambda: self.pinned.emit(pinned, False))
        if ours := [one for one in some if one.standing.known and one.standing.known.ours]:
            menu.addAction(_("Take out of this folder"), lambda: self.taken_out.emit(ours))
        menu.addSeparator()

    # Qt

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.chosen.emit(current.data(FILE))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not held:
            self._act()
        elif _is_repair(event):
            self._repair()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """The key of a repair is meant for the row here, not for a problem in an editor."""
        is_asked = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if is_asked and isinstance(event, QKeyEvent) and _is_repair(event):
            event.accept()
            return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        _index, part = self._part(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and part and not event.modifiers():
            (self._act if part == "act" else self._repair)()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        index, part = self._part(event.position().toPoint())
        if self._delegate.set_over(index.row(), part):
            self.viewport().setCursor(
                Qt.CursorShape.PointingHandCursor if part else Qt.CursorShape.ArrowCursor
            )
            self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The same in words, at the row that has the keyboard or below the mouse."""
        by_keys = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_keys else self.indexAt(event.pos())
        one: SkillFile | None = index.data(FILE)
        if one is None:
            return
        if one not in self.selected:
            self.setCurrentIndex(index)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        conflicts = [one for one in self.selected if one.standing.state is State.CONFLICT]
        if len(conflicts) > 1:
            menu.addAction(_("Keep the disk’s"), lambda: self.kept.emit(conflicts, False))
            menu.addAction(_("Keep mine"), lambda: self.kept.emit(conflicts, True))
            menu.addSeparator()
        if (act := act_of(one)) is not None:
            menu.addAction(act.words, self._act)
        if one.refusals and is_mendable(one.standing):
            menu.addAction(_("Repair"), self._repair)
        self._offer_ways(menu)
        if one.row is not None:
            menu.addAction(_("Open the skill"), lambda: self.opened.emit(one))
        if not menu.isEmpty():
            at = self.visualRect(index).bottomLeft() if by_keys else event.pos()
            open_at(menu, self.viewport().mapToGlobal(at))


def _is_repair(event: QKeyEvent) -> bool:
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return event.key() == Qt.Key.Key_Period and held == Qt.KeyboardModifier.ControlModifier
