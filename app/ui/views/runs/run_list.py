"""All runs as rows, the open ones first, then the newest. Public names: `RunList`, `RUN`."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache, partial
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.core.runs.listing import given
from app.core.runs.place_words import clock
from app.core.runs.store import Run
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.run_words import (
    Sign,
    inputs_words,
    name_of,
    numbered,
    seconds,
    sign,
    step_of,
    titled,
)
from app.ui.widgets.gauges import paint_bar
from app.ui.widgets.list_delegate import Index, ListDelegate
from app.ui.widgets.moments import moment, moment_said

RUN = Qt.ItemDataRole.UserRole
_SHOWN = Qt.ItemDataRole.UserRole + 1
_ROOT = QModelIndex()
STATE, WHO, WHEN = 150, 130, 120
"""Px of the columns at the end of a row while text has its usual size."""
ROOMY, WIDE = 640, 900
BAR = 4


class Shown(NamedTuple):
    """A run with its sign and who has it, when it was worked on, and where it is, in words."""

    run: Run
    how: Sign
    who: str
    when: str
    where: str


class _Rows(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: tuple[Shown, ...] = ()

    def show_rows(self, rows: tuple[Shown, ...]) -> None:
        """The same runs in the same order: repaint. Otherwise start over."""
        same = [row.run.id for row in rows] == [row.run.id for row in self.rows]
        if not same:
            self.beginResetModel()
        self.rows = rows
        if not same:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    # Qt

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        shown = self.rows[index.row()]
        run, how, who, when, where = shown
        if role == RUN:
            return run
        if role == _SHOWN:
            return shown
        if role == Qt.ItemDataRole.DisplayRole:
            return titled(run)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _(", ").join((titled(run), numbered(run), how.words, where, who, when))
        return None


class _RowDelegate(ListDelegate):
    HEIGHT = 50
    PADDING = 14
    INDENT = 44

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        run, how, who, when, where = index.data(_SHOWN)
        theme, scaled = self._theme, self._scaled
        side = self.ICON
        top = bounds.center().y() - side // 2
        self._icon(painter, bounds.left() + scaled(15), top, how.icon, how.colour)
        quiet = theme.colour("t2" if selected else "t3")
        right = bounds.right() - self.PADDING
        is_wide = bounds.width() >= scaled(WIDE)
        if bounds.width() >= scaled(ROOMY):
            for text, width in ((when, WHEN), (who if is_wide else "", WHO if is_wide else 0)):
                cell = QRect(right - scaled(width), bounds.top(), scaled(width), bounds.height())
                self._line(painter, cell, text, 12, quiet)
                right -= scaled(width)
            cell = QRect(right - scaled(STATE), bounds.top(), scaled(STATE), bounds.height())
            cell.setRight(cell.right() - scaled(10))
            self._line(painter, cell, how.words, 12, theme.colour("t2"))
            right -= scaled(STATE) + scaled(10)
        first = self._place(bounds, 8, 17, right)
        ink = theme.colour("t1" if run.status.is_open else "t2")
        end = self._line(painter, first, titled(run), 13, ink, 500)
        number = QRect(end + 8, first.top(), max(right - end - 8, 0), first.height())
        self._line(painter, number, numbered(run), 11, quiet)
        second = self._place(bounds, 26, 15, right)
        if run.status.is_open and run.steps:
            room = scaled(60)
            at = second.center().y() - 1
            bar = QRectF(second.left(), at, room, BAR)
            share = run.done / run.steps
            paint_bar(painter, bar, share, theme.colour("acc"), theme.colour("line2"))
            second.setLeft(second.left() + room + scaled(8))
        self._line(painter, second, where, 11, quiet)


class RunList(QListView):
    """`opened(run)` by a click or Enter."""

    opened = Signal(int)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.rows = _Rows(self)
        self.setModel(self.rows)
        _RowDelegate(context.theme, self).show_in(self, _("Runs"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSpacing(0)
        self.clicked.connect(self._open)
        self.activated.connect(self._open)

    @property
    def current(self) -> Run | None:
        """The one that the keyboard is on."""
        found: Run | None = self.currentIndex().data(RUN)
        return found

    def show_runs(self, runs: tuple[Run, ...], now: datetime) -> None:
        """These, with the keyboard on the same as before."""
        before = self.current
        vault = self._context.vault
        name = cache(partial(name_of, vault))
        inputs = given(vault, [run.id for run in runs])
        self.rows.show_rows(
            tuple(
                Shown(
                    run,
                    sign(run, name),
                    name(run.holder),
                    moment(run.at, now),
                    _where(run, inputs.get(run.id, {}), now),
                )
                for run in runs
            )
        )
        self.choose(before.id if before is not None else None)

    def choose(self, run: int | None) -> None:
        """Have the keyboard on a run; on the first if it is not there."""
        if self.rows.rows:
            found = (n for n, row in enumerate(self.rows.rows) if row.run.id == run)
            self.setCurrentIndex(self.rows.index(next(found, 0)))

    def _open(self, index: QModelIndex) -> None:
        run: Run = index.data(RUN)
        self.opened.emit(run.id)


def _where(run: Run, inputs: Mapping[str, str], now: datetime) -> str:
    """Where it is, and what tells it from others of the same skill: its inputs, else when it
    began, or was opened if it did not begin yet."""
    when = _("opened {when}") if run.step == "start" else _("began {when}")
    apart = inputs_words(inputs) or when.format(when=moment_said(run.started, now))
    if run.status.is_open:
        parts = [step_of(run), clock(seconds(run, now)), apart]
    else:
        came = _("{done} of {steps} done").format(done=run.done, steps=run.steps)
        is_whole = run.done >= run.steps
        parts = ["" if is_whole else came, clock(run.clock), apart, run.said]
    return _(" · ").join(filter(None, parts))
