"""What the list of skills is grouped and ordered by, and where is searched."""

from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.library.catalogue import Order
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.menu_word import MenuWord
from app.ui.widgets.switch import Switch
from app.ui.widgets.tips import plain_tip

KeptOrder = Order | Literal["importance"]
ListOrder = KeptOrder | Literal["fit"]
LIST_ORDERS: tuple[KeptOrder, ...] = (
    "updated", "title", "created", "importance", "uses", "favourite",
)  # fmt: skip
"""`fit` comes first while something is searched for."""


def order_words(order: ListOrder) -> str:
    """What a list is ordered by, as people say it behind `Sort`."""
    return {
        "fit": _("best match"),
        "updated": _("last change"),
        "title": _("name"),
        "created": _("age"),
        "importance": _("importance"),
        "uses": _("uses"),
        "favourite": _("favourites first"),
    }[order]


class Arrangement(QWidget):
    """`changed` when the list is to be arranged otherwise.

    Order and groups are remembered. What is searched for comes with the best first, unless
    another order is chosen for as long as it is.
    """

    changed = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = context.window_state
        self._searches = False
        self._order_of_hits: ListOrder = "fit"
        self.group, self.sort = (
            MenuWord(context.theme, _("Group")),
            MenuWord(context.theme, _("Sort")),
        )
        self.in_text = Switch(context.theme, _("Search the text too"))
        self.in_text.setToolTip(plain_tip(_("Off: only names, descriptions and tags are searched")))
        self.in_text.setChecked(self._state.flag("library.in_text", True))
        self.in_text.toggled.connect(self._set_in_text)
        self.in_text.hide()
        row = FlowLayout(self, gap=8)
        for part in (self.group, self.sort, self.in_text):
            row.addWidget(part)
        self.group.offer(
            {False: _("none"), True: _("tag")}, lambda: self.is_grouped, self.set_grouped
        )
        self._offer_orders()

    @property
    def order(self) -> ListOrder:
        """What is asked for at this moment."""
        return self._order_of_hits if self._searches else self.kept

    @property
    def kept(self) -> KeptOrder:
        """What it is ordered by without a search, as are equals with one."""
        kept = self._state.word("library.order", "")
        return next((order for order in LIST_ORDERS if order == kept), "updated")

    def set_order(self, order: ListOrder) -> None:
        if self._searches:
            self._order_of_hits = order
        else:
            self._state.put("library.order", order)
        self.sort.show_choice()
        self.changed.emit()

    @property
    def is_grouped(self) -> bool:
        """Whether the skills are in groups by their first tag."""
        return self._state.flag("library.grouped", False)

    def set_grouped(self, grouped: bool) -> None:
        self._state.put("library.grouped", grouped)
        self.group.show_choice()
        self.changed.emit()

    def follow(self, searches: bool) -> None:
        """Whether something is searched for now; a new search has the best first."""
        if searches != self._searches:
            self._searches, self._order_of_hits = searches, "fit"
            self.in_text.setVisible(searches)
            self._offer_orders()

    def _set_in_text(self, on: bool) -> None:
        self._state.put("library.in_text", on)
        self.changed.emit()

    def _offer_orders(self) -> None:
        orders: tuple[ListOrder, ...] = ("fit", *LIST_ORDERS) if self._searches else LIST_ORDERS
        self.sort.offer({o: order_words(o) for o in orders}, lambda: self.order, self.set_order)
