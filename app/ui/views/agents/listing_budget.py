"""How much of its list of skills a client shows the agent, and whose descriptions it cuts.

Public names: `ListingBudget`, `ListingBudgets`.
"""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.mirror.budgets import Budget
from app.core.mirror.listing import Listed
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import label, tag
from app.ui.widgets.menu_words import menu_words
from app.ui.widgets.quiet_link import QuietLink
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.tips import plain_tip

HEIGHT, RADIUS, HATCH = 8, 4, 7
NAMED = 4
"""Skills that are named beside the bar; a menu has all of them."""
MOST = 30
"""Skills in that menu."""
HIGHEST = 200
"""Px of the meters of several clients while text has its usual size; then they scroll."""


class ListingBudget(QWidget):
    """The meter of one client. `opened(skill)` when a person wants to shorten a description."""

    opened = Signal(int)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._menu = ButtonMenu(self)
        self._cut = Elided(role="warning")
        self._amount = label("", "caption")
        self._bar = _Bar(theme)
        self._skills = QWidget()
        self._flow = FlowLayout(self._skills, gap=6)
        head = QHBoxLayout()
        head.setSpacing(9)
        head.addWidget(label(name, "name"))
        head.addWidget(self._cut, 1)
        head.addWidget(self._amount)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self._bar)
        column.addWidget(self._skills)

    def show_budget(self, budget: Budget) -> None:
        """What the client does now."""
        meter = budget.meter
        self._cut.setText(cut_words(budget))
        self._amount.setText(amount_words(budget))
        self._bar.show_amounts(meter.taken, meter.most)
        said = [cut_words(budget), amount_words(budget)]
        self.setAccessibleName(f"{budget.name}: {' '.join(filter(None, said))}")
        self._name(meter.affected)

    def _name(self, some: Sequence[Listed]) -> None:
        """Those whose descriptions are cut."""
        while (item := self._flow.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._menu.clear()
        self._skills.setVisible(bool(some))
        for one in some[:NAMED]:
            self._flow.addWidget(self._chip(one))
        left = len(some) - NAMED
        if left <= 0:
            return
        for one in some[:MOST]:
            action = self._menu.addAction(menu_words(one.title))
            action.setEnabled(one.skill is not None)
            action.triggered.connect(partial(self._open, one))
        if len(some) > MOST:
            self._menu.addAction(_("…")).setEnabled(False)
        more = Button(self._theme, _("{count} more").format(count=left), "quiet", size="small")
        more.setMenu(self._menu)
        self._flow.addWidget(more)

    def _chip(self, one: Listed) -> QWidget:
        if one.skill is None:
            return tag(one.title)
        chip = Button(self._theme, one.title, size="small")
        chip.setToolTip(plain_tip(_("Open it to shorten its description")))
        chip.clicked.connect(partial(self._open, one))
        return chip

    def _open(self, one: Listed, *_checked: object) -> None:
        if one.skill is not None:
            self.opened.emit(one.skill)


class ListingBudgets(QWidget):
    """A line about the clients that read a folder, with the meter of each folded away below it."""

    opened = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._budgets: tuple[Budget, ...] = ()
        self.link = QuietLink(theme)
        self.link.clicked.connect(self._toggle)
        self._said = Elided(role="muted")
        self._inner = QWidget()
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(0, 2, 0, 2)
        self._column.setSpacing(10)
        self._area = scrolled(self._inner, _("Listing budget"))
        self._area.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(15, 6, 15, 7)
        column.setSpacing(4)
        head = QHBoxLayout()
        head.setSpacing(9)
        head.addWidget(self.link)
        head.addWidget(self._said, 1)
        column.addLayout(head)
        column.addWidget(self._area)

    def show_budgets(self, budgets: tuple[Budget, ...]) -> None:
        """Of the clients that read a folder."""
        self.setVisible(bool(budgets))
        if budgets == self._budgets:
            return
        self._budgets = budgets
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for one in budgets:
            meter = ListingBudget(self._theme, one.name)
            meter.show_budget(one)
            meter.opened.connect(self.opened)
            self._column.addWidget(meter)
        self._show_link()
        self._fit()

    def _toggle(self) -> None:
        self._area.setVisible(self._area.isHidden())
        self._show_link()
        self._fit()

    def _fit(self) -> None:
        wide = self._area.viewport().width()
        high = max(self._column.totalHeightForWidth(wide), self._column.sizeHint().height())
        self._area.setFixedHeight(min(high, self._theme.scaled(HIGHEST)))

    def _show_link(self) -> None:
        cutting = [one for one in self._budgets if one.meter.affected]
        said = [
            _("{cut} in {client}").format(cut=cut_words(one), client=one.name) for one in cutting
        ]
        self._said.setText(_(", ").join(said) or _("nothing will be cut"))
        mark = "chevron-right" if self._area.isHidden() else "chevron-down"
        self.link.show_words(_("Listing budget"), mark, leads=True)


def cut_words(budget: Budget) -> str:
    """Such as "12 of 41 descriptions will be cut"; empty where none is."""
    cut, count = len(budget.meter.affected), budget.meter.count
    if not cut:
        return ""
    said = ngettext(
        "{cut} of {count} description will be cut",
        "{cut} of {count} descriptions will be cut",
        count,
    )
    return said.format(cut=cut, count=count)


def amount_words(budget: Budget) -> str:
    """Such as "11 340 of 8 000 characters"."""
    meter = budget.meter
    if not meter.most:
        return _("{most} characters each").format(most=_spaced(meter.each))
    return _("{taken} of {most} characters").format(
        taken=_spaced(meter.taken), most=_spaced(meter.most)
    )


def _spaced(number: int) -> str:
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


class _Bar(QWidget):
    """What fits is filled, and what does not is hatched behind it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._taken, self._most = theme, 0, 0
        self.setFixedHeight(HEIGHT)
        theme.changed.connect(self.update)

    def show_amounts(self, taken: int, most: int) -> None:
        self._taken, self._most = taken, most
        self.setVisible(most > 0)
        self.update()

    # Qt

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, tokens = QPainter(self), self._theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect())
        shape = QPainterPath()
        shape.addRoundedRect(whole, RADIUS, RADIUS)
        painter.setClipPath(shape)
        painter.fillRect(whole, QColor(tokens.line2))
        all_of_it = max(self._taken, self._most, 1)
        within = QRectF(whole)
        within.setWidth(whole.width() * min(self._taken, self._most) / all_of_it)
        painter.fillRect(within, QColor(tokens.acc))
        if self._taken <= self._most:
            return
        over = QRectF(whole)
        over.setLeft(within.right() + 2)
        painter.fillRect(QRectF(within.right(), 0, 2, whole.height()), QColor(tokens.bg2))
        painter.fillRect(over, QColor(tokens.warn_soft))
        painter.setClipRect(over, Qt.ClipOperation.IntersectClip)
        painter.setPen(QPen(QColor(tokens.warn), 2.5))
        x = over.left() - over.height()
        while x < over.right():
            painter.drawLine(QPointF(x, over.bottom()), QPointF(x + over.height(), over.top()))
            x += HATCH
