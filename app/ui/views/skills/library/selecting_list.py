"""The list in which several skills are selected. Public name: `SelectingList`."""

from contextlib import nullcontext
from itertools import groupby

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QWidget

from app.ui.models.skill_list import HEAD, Head, SkillListModel
from app.ui.views.skills.library.row_delegate import RowDelegate
from app.ui.views.skills.library.skill_list import SkillList

Flag = QItemSelectionModel.SelectionFlag
_MANY = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class SelectingList(SkillList):
    """The first Ctrl-click, Shift-click or Space begins to select several: every row has a check
    box, and moving about changes nothing any more until Esc or a click on a row.

    ← and → fold the group of a row.
    """

    tag_pressed = Signal(str)
    """The tag in the head of a group."""
    fold_wanted = Signal(str, bool)
    """The tag of a group, and whether it is to be folded."""
    selecting_changed = Signal(bool)
    moved = Signal()
    """A key went to another row: an arrow, or the first letters of its title."""

    def __init__(self, model: SkillListModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_selecting = self._is_pressed = self._is_borrowed = False
        self._skills = model
        self.open_skill: int | None = None
        """Whose row was shown last as that of the open skill."""
        self.setModel(model)

    @property
    def is_selecting(self) -> bool:
        """Whether several skills are being selected."""
        return self._is_selecting

    def set_selecting(self, on: bool) -> None:
        """Begin to select several, or end it; what is selected stays."""
        if on != self._is_selecting:
            self._is_selecting = on
            self.show_ticks()
            self.selecting_changed.emit(on)

    def chosen(self) -> tuple[int, ...]:
        """The ids of the selected skills, in the order of the list."""
        places = sorted(index.row() for index in self.selectionModel().selectedRows())
        rows = self._skills.rows
        return tuple(rows[place].id for place in places)

    def select(self, skills: tuple[int, ...]) -> list[int]:
        """Select exactly these, as far as they are listed; in which rows they are."""
        model = self._skills
        places = sorted(index.row() for s in skills if (index := model.index_of(s)).isValid())
        stretches = QItemSelection()
        for _offset, group in groupby(enumerate(places), lambda pair: pair[1] - pair[0]):
            rows = [place for _number, place in group]
            stretches.select(model.index(rows[0]), model.index(rows[-1]))
        self.selectionModel().select(stretches, Flag.ClearAndSelect)
        return places

    def show_open(self, skill: int | None, *, scrolls: bool) -> None:
        """Select the row of the open skill; if it `scrolls`, only to another one than before."""
        if self._is_selecting:
            return
        index = self._skills.index_of(skill) if skill is not None else QModelIndex()
        if not index.isValid():
            self.clearSelection()
        elif self.chosen() != (skill,):
            with nullcontext() if scrolls and skill != self.open_skill else self.standing_still():
                self.choose(index)
        self.open_skill = skill if index.isValid() else None

    def give_back(self) -> bool:
        """Whether the right button had marked a row, only for the menu that is over now."""
        was, self._is_borrowed = self._is_borrowed, False
        return was

    def show_ticks(self) -> None:
        """Rows have check boxes while several are selected."""
        delegate = self.itemDelegate()
        if isinstance(delegate, RowDelegate):
            delegate.show_ticks(self._is_selecting)
        self.viewport().update()

    def make_room(self, *, heads: bool) -> None:
        """Rows are of one height, unless there are `heads` above some."""
        self.setUniformItemSizes(not heads)
        self.doItemsLayout()

    def _toggle(self, index: QModelIndex) -> None:
        """Select a row, too, or no longer."""
        self.set_selecting(True)
        self.selectionModel().setCurrentIndex(index, Flag.Toggle)

    def _begin_or_end(self, keys: Qt.KeyboardModifier) -> None:
        """By a click; the row of the open skill is selected by one with Ctrl only if it is hit."""
        was_selecting = self._is_selecting
        self.set_selecting(bool(keys & _MANY))
        if keys & Qt.KeyboardModifier.ControlModifier and not was_selecting:
            self.clearSelection()

    def _begin(self) -> None:
        """Space in a row: it is selected, whatever it was before."""
        self.set_selecting(True)
        self.selectionModel().setCurrentIndex(self.currentIndex(), Flag.Select)

    def _press_head(self, index: QModelIndex, event: QMouseEvent) -> bool:
        """The head of a group is no part of its first row; whether that is where it was pressed."""
        head: Head | None = index.data(HEAD)
        delegate, at = self.itemDelegate(), event.position().toPoint()
        if head is None or not isinstance(delegate, RowDelegate):
            return False
        place = self.visualRect(index)
        if not delegate.is_head(place, index, at):
            return False
        if event.type() is not QEvent.Type.MouseButtonRelease:
            if delegate.is_tag(place, index, at):
                self.tag_pressed.emit(head.tag)
            else:
                self.fold_wanted.emit(head.tag, not head.is_folded)
        return True

    def _is_on_tick(self, index: QModelIndex, event: QMouseEvent) -> bool:
        delegate, at = self.itemDelegate(), event.position().toPoint()
        return (
            index.isValid()
            and isinstance(delegate, RowDelegate)
            and delegate.is_tick(self.visualRect(index), index, at)
        )

    def _fold(self, folded: bool) -> None:
        """Fold the group that the current row is in, or unfold it."""
        index = self.currentIndex()
        while index.isValid() and index.data(HEAD) is None:
            index = index.siblingAtRow(index.row() - 1)
        head: Head | None = index.data(HEAD) if index.isValid() else None
        if head is not None and head.is_folded is not folded:
            self.selectionModel().setCurrentIndex(index, Flag.NoUpdate)
            self.fold_wanted.emit(head.tag, folded)

    # Qt

    def selectionCommand(
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Keys only move while several are selected, Shift excepted."""
        if self._is_selecting and not self._is_pressed:
            keys = isinstance(event, QKeyEvent) and event.modifiers()
            if not (keys and keys & Qt.KeyboardModifier.ShiftModifier):
                return Flag.NoUpdate
        return super().selectionCommand(index, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if self._press_head(index, event):
            return
        if event.button() is Qt.MouseButton.LeftButton:
            if self._is_on_tick(index, event):
                self._toggle(index)
                return
            if index.isValid():
                self._begin_or_end(event.modifiers())
        elif not self.selectionModel().isSelected(index):
            self.set_selecting(False)
            self._is_borrowed = True
        self._is_pressed = True  # Qt asks about what is selected without the event, too
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if not (self._press_head(index, event) or self._is_on_tick(index, event)):
            super().mouseReleaseEvent(event)
        self._is_pressed = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second press on a head or a check box is one like the first."""
        index = self.indexAt(event.position().toPoint())
        if self._press_head(index, event):
            return
        if self._is_on_tick(index, event):
            self._toggle(index)
        else:
            super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current, mirrored = self.currentIndex(), self.isRightToLeft()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._entered_head():
            return
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._fold((event.key() == Qt.Key.Key_Left) is not mirrored)
        elif event.key() == Qt.Key.Key_Space:
            if current.isValid():
                self._toggle(current) if self._is_selecting else self._begin()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.set_selecting(True)
            self.selectAll()
        else:
            super().keyPressEvent(event)
            keys = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            if keys and len(self.selectionModel().selectedRows()) > 1:
                self.set_selecting(True)
            elif self.currentIndex() != current:
                self.moved.emit()

    def _entered_head(self) -> bool:
        """Enter on a folded group unfolds it, and on one of several opens only that."""
        head: Head | None = self.currentIndex().data(HEAD)
        if head is not None and head.is_folded:
            self.fold_wanted.emit(head.tag, False)
        elif self._is_selecting:
            self.entered_with_key.emit()
        return self._is_selecting or bool(head is not None and head.is_folded)
