"""All folders, one below the other. Public name: `FolderList`."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.core.mirror.overview import FolderLook
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.agents.folder_row import FolderRow
from app.ui.views.agents.signs import folder_sign
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import card, label, rule

SHOWN_ROWS, LEAST_ROWS = 6, 2
"""So many have room before they scroll, where there is room, and where there is little."""


class FolderList(QWidget):
    """`chosen(path)`; `mode_wanted(path, Mode or None)` and `link_wanted(path)` from a row."""

    chosen = Signal(object)
    mode_wanted = Signal(object, object)
    link_wanted = Signal(object)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._rows: dict[Path, FolderRow] = {}
        self._current: Path | None = None
        self._title = label(_("Folders"), "head")
        self._counts = Elided(_("Looking…"), role="muted")
        self._checked = Elided(role="caption", modest=True)
        head = QHBoxLayout()
        head.setContentsMargins(15, 11, 15, 9)
        head.setSpacing(10)
        head.addWidget(self._title)
        head.addWidget(self._counts, 1)
        head.addWidget(self._checked)
        inner = QWidget()
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addStretch(1)
        self._area = _Rows(inner)
        frame = card()
        around = QVBoxLayout(frame)
        around.setContentsMargins(1, 1, 1, 1)
        around.setSpacing(0)
        around.addLayout(head)
        around.addWidget(rule())
        around.addWidget(self._area, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        context.theme.changed.connect(self._fit)

    @property
    def current(self) -> Path | None:
        """The folder whose skills are shown."""
        return self._current

    @property
    def rows(self) -> tuple[FolderRow, ...]:
        return tuple(self._rows.values())

    def show_looks(self, looks: tuple[FolderLook, ...]) -> None:
        """Have a row for each, those that were there already with what they had."""
        now = self._context.vault.now()
        wanted = {one.path: one for one in looks}
        for path in self._rows.keys() - wanted.keys():
            row = self._rows.pop(path)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        for n, (path, look) in enumerate(wanted.items()):
            sign = folder_sign(look, now)
            if path in self._rows:
                self._rows[path].show_look(look, sign)
            else:
                self._rows[path] = self._made(look)
            self._column.insertWidget(n, self._rows[path])
            self._rows[path].show()  # the keyboard goes to no row that the layout has yet to show
        self._rows = {path: self._rows[path] for path in wanted}
        count = len({one.standing.skill for look in looks for one in look.skills} - {None})
        skills = ngettext("{count} skill", "{count} skills", count).format(count=count)
        self._counts.setText(f"{len(looks)} · {skills}" if looks else "")
        time = f"{now.astimezone():%H:%M}"
        self._checked.setText(_("watched, last check {time}").format(time=time))
        self._fit()

    def choose(self, path: Path | None) -> None:
        """Mark a folder as the one whose skills are shown."""
        self._current = path
        is_awaited = self.window().focusWidget() is self  # whether the window is in front or not
        for one, row in self._rows.items():
            row.set_chosen(one == path)
            if one == path:
                self.setFocusProxy(row)
        if is_awaited:  # also by whoever came before there was a row
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _made(self, look: FolderLook) -> FolderRow:
        row = FolderRow(self._context.theme, look, folder_sign(look, self._context.vault.now()))
        path = look.path
        row.chosen.connect(partial(self._choose, path))
        row.moved.connect(partial(self._move, path))
        row.mode_wanted.connect(lambda mode: self.mode_wanted.emit(path, mode))
        row.link_wanted.connect(lambda: self.link_wanted.emit(path))
        return row

    def _choose(self, path: Path) -> None:
        self.choose(path)
        self.chosen.emit(path)

    def _move(self, path: Path, by: int) -> None:
        """The arrow keys go from folder to folder, and its skills are shown."""
        paths = list(self._rows)
        at = paths.index(path) + by
        if 0 <= at < len(paths):
            row = self._rows[paths[at]]
            row.setFocus(Qt.FocusReason.OtherFocusReason)
            self._area.ensureWidgetVisible(row)
            self._choose(paths[at])

    def _fit(self) -> None:
        """As high as its rows, up to some of them."""
        rows = list(self._rows.values())[:SHOWN_ROWS]
        high = sum(max(row.sizeHint().height(), row.minimumHeight()) for row in rows)
        each = high // max(len(rows), 1)
        self._area.setMaximumHeight(max(high, 1))
        self._area.setMinimumHeight(min(high, LEAST_ROWS * each))
        self._area.wanted = high
        self._area.updateGeometry()


class _Rows(QScrollArea):
    """Wants to be as high as `wanted`, and can do with less."""

    def __init__(self, inner: QWidget) -> None:
        super().__init__()
        self.wanted = 0
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(_("Folders"))
        self.setWidget(inner)

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.wanted)
