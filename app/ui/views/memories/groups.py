"""What the list of memories is narrowed down to at the left: an engram, a source."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.core.memory.listing import MemoryGroup
from app.core.memory.sources import SourceKind
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.labels import label
from app.ui.widgets.list_delegate import Elide, Index, ListDelegate

ID = Qt.ItemDataRole.UserRole
COUNT = Qt.ItemDataRole.UserRole + 1
DRAWING = Qt.ItemDataRole.UserRole + 2
SHOWN = 500
ICONS = {SourceKind.FILE: "file", SourceKind.AGENT: "processor", SourceKind.PACK: "packs"}


class MemoryGroups(QWidget):
    """`chosen` when another engram or source was picked; see `engram` and `source`."""

    chosen = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._wanted: int | None = None
        self.setProperty("ground", "1")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.engrams = self._list(_("Engrams"))
        self.sources = self._list(_("Sources"))
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 14, 2, 6)
        column.setSpacing(6)
        for words, part, share in (
            (_("Engrams"), self.engrams, 2),
            (_("Sources"), self.sources, 3),
        ):
            head = label(words, "head")
            head.setContentsMargins(8, 0, 0, 0)
            column.addWidget(head)
            column.addWidget(part, share)
            column.addSpacing(8)
        column.addStretch(1)
        self.engrams.currentItemChanged.connect(self._on_chosen)
        self.sources.currentItemChanged.connect(self._on_chosen)

    @property
    def engram(self) -> int | None:
        """The engram that is chosen; None for all."""
        return _id(self.engrams)

    @property
    def source(self) -> int | None:
        """The source that is chosen; None for all."""
        return _id(self.sources)

    def show_engrams(self, engrams: tuple[MemoryGroup, ...], whole: int) -> None:
        self._fill(self.engrams, _("All memories"), "memory", engrams, whole)

    def show_sources(self, sources: tuple[MemoryGroup, ...]) -> None:
        """The newest of them, and always the one that is chosen or was asked for."""
        whole = sum(source.count for source in sources)
        asked = self._wanted if self._wanted is not None else self.source
        shown = [one for n, one in enumerate(sources) if n < SHOWN or one.id == asked]
        self._fill(self.sources, _("All sources"), "file", shown, whole)
        if self._wanted is not None:
            self._choose(self.sources, self._wanted)
            self._wanted = None

    def choose(self, engram: int | None, source: int | None) -> None:
        """Narrow the list down to these; to a source that is not shown yet, once it is."""
        self._choose(self.engrams, engram)
        self._wanted = None if self._choose(self.sources, source) else source

    def _choose(self, part: QListWidget, wanted: int | None) -> bool:
        for place in range(part.count()):
            if part.item(place).data(ID) == wanted:
                part.setCurrentRow(place)
                return True
        return False

    def _list(self, name: str) -> QListWidget:
        made = QListWidget()
        _GroupDelegate(self._theme, made).show_in(made, name)
        made.setUniformItemSizes(True)
        return made

    def _fill(
        self, part: QListWidget, all_: str, icon: str, groups: Sequence[MemoryGroup], whole: int
    ) -> None:
        chosen = _id(part)
        part.blockSignals(True)
        part.clear()
        _add(part, all_, icon, None, whole)
        for group in groups:
            drawing = ICONS.get(group.kind, "edit") if group.kind else icon
            _add(part, group.name, drawing, group.id, group.count)
        ids = [None, *(group.id for group in groups)]
        part.setCurrentRow(ids.index(chosen) if chosen in ids else 0)
        part.setMaximumHeight(part.count() * part.sizeHintForRow(0) + 2 * part.frameWidth())
        part.blockSignals(False)
        if chosen not in ids:  # what was there moved or was forgotten
            self.chosen.emit()

    def _on_chosen(self) -> None:
        self.chosen.emit()


class _GroupDelegate(ListDelegate):
    """The count stands at the end of the row."""

    HEIGHT = 30
    ICON = 14
    PADDING = 10
    INDENT = 32

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        colour = self._theme.colour
        top = bounds.top() + (bounds.height() - self.ICON) // 2
        mark = index.data(DRAWING), "acc" if selected else "t3"
        self._icon(painter, bounds.left() + self.PADDING, top, *mark)
        line = bounds.adjusted(self.INDENT, 0, -self.PADDING, 0)
        end = self._end(painter, line, str(index.data(COUNT)), colour("t2" if selected else "t3"))
        line.setRight(end - self.PADDING)
        self._line(painter, line, index.data(), 12, colour("t1"), where=Elide.ElideMiddle)


def _add(part: QListWidget, name: str, drawing: str, number: int | None, count: int) -> None:
    item = QListWidgetItem(name)
    item.setData(ID, number)
    item.setData(COUNT, count)
    item.setData(DRAWING, drawing)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{name}, {count}")
    part.addItem(item)


def _id(part: QListWidget) -> int | None:
    item = part.currentItem()
    found = item.data(ID) if item is not None else None
    return int(found) if found is not None else None
