"""Keys of the constellation, which it answers itself while the keyboard is in it.

Public names: the keys by what they do, `sky_keys`, all of them in words, `answer` and `open_menu`.
"""

from collections.abc import Callable, Iterable

from PySide6.QtWidgets import QWidget

from app.core.words import _
from app.ui.commands import PartKey
from app.ui.widgets.buttons import Button
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.part_keys import answer_key

SEARCH, TABLE, FIT, PATH, STEPS = "/", "T", "F", "P", "S"
ASK, TIMELAPSE, TIDY, EXPORT = "Q", "L", "U", "E"
AROUND, PIN = "G", "I"
NEXT_ANSWER, ANSWER_BEFORE, KEEP, DISMISS = "N", "Shift+N", "A", "R"


def sky_keys() -> tuple[PartKey, ...]:
    """In the order in which people come to need them."""
    return (
        PartKey(_("Search the constellation"), SEARCH),
        PartKey(_("Star to the right; the other arrow keys work the same way"), "Right"),
        PartKey(_("Next cluster"), "Tab"),
        PartKey(_("Open the selected skill"), "Enter"),
        PartKey(_("Actions of the selected skill"), "Shift+F10"),
        PartKey(_("Select several; or Shift and a click, or a lasso drawn with Shift"), "Space"),
        PartKey(_("Select all that is shown"), "Ctrl+A"),
        PartKey(_("Closer"), "+"),
        PartKey(_("Farther away"), "-"),
        PartKey(_("Show the whole constellation"), FIT),
        PartKey(_("Path between two selected skills"), PATH),
        PartKey(_("Steps of the selected skill around its star"), STEPS),
        PartKey(_("Around the selection, or the whole constellation"), AROUND),
        PartKey(_("One line around the selection; 2 to 5 for as many"), "1"),
        PartKey(_("Pin the selection, or unpin it"), PIN),
        PartKey(_("Switch between stars and table"), TABLE),
        PartKey(_("Copy rows of the table: the selected ones, or all"), "Ctrl+C"),
        PartKey(_("Ask"), ASK),
        PartKey(_("Next answer"), NEXT_ANSWER),
        PartKey(_("Previous answer"), ANSWER_BEFORE),
        PartKey(_("Keep the answer in front"), KEEP),
        PartKey(_("Dismiss the answer in front"), DISMISS),
        PartKey(_("Timelapse"), TIMELAPSE),
        PartKey(_("Tidy up"), TIDY),
        PartKey(_("Export…"), EXPORT),
    )


def answer(part: QWidget, actions: Iterable[tuple[str, Callable[[], object]]]) -> None:
    """From now on these keys do this while the keyboard is in that part of the window."""
    for key, action in actions:
        answer_key(part, key, action)


def open_menu(button: Button) -> None:
    """The menu of a button, for the keyboard."""
    if (menu := button.menu()) is not None and button.isEnabled():
        open_at(menu, button.mapToGlobal(button.rect().bottomLeft()))
        menu.setActiveAction(menu.actions()[0])
