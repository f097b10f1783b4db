"""Keys of the constellation, which it answers itself while the keyboard is in it.

Public names: the keys by what they do, and `sky_keys`, all of them in words.
"""

from app.core.words import _
from app.ui.commands import PartKey

SEARCH, TABLE, FIT, PATH, STEPS = "/", "T", "F", "P", "S"
NEXT_ANSWER, ANSWER_BEFORE, KEEP, DISMISS = "N", "Shift+N", "A", "R"


def sky_keys() -> tuple[PartKey, ...]:
    """In the order in which people come to need them."""
    return (
        PartKey(_("Search the constellation"), SEARCH),
        PartKey(_("Star to the right; the other arrow keys work the same way"), "Right"),
        PartKey(_("Next cluster"), "Tab"),
        PartKey(_("Open the selected skill"), "Enter"),
        PartKey(_("Actions of the selected skill"), "Shift+F10"),
        PartKey(_("Select together with others"), "Space"),
        PartKey(_("Closer"), "+"),
        PartKey(_("Farther away"), "-"),
        PartKey(_("Show the whole constellation"), FIT),
        PartKey(_("Path between two selected skills"), PATH),
        PartKey(_("Steps of the selected skill around its star"), STEPS),
        PartKey(_("Switch between stars and table"), TABLE),
        PartKey(_("Next answer"), NEXT_ANSWER),
        PartKey(_("Previous answer"), ANSWER_BEFORE),
        PartKey(_("Keep the answer in front"), KEEP),
        PartKey(_("Dismiss the answer in front"), DISMISS),
    )
