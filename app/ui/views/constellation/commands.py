"""What can be done with the constellation from anywhere in the window."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.core.constellation.question import Question
from app.core.words import _
from app.ui.commands import Command
from app.ui.views.constellation.asking import QUESTIONS
from app.ui.views.constellation.keys import open_menu

if TYPE_CHECKING:  # the page loads the graph libraries
    from app.ui.views.constellation.view import ConstellationView

    Act = Callable[[ConstellationView], object]


def commands(
    go: Callable[[], "ConstellationView"], is_in_front: Callable[[], bool]
) -> tuple[Command, ...]:
    """`go` brings the page to the front; what is about its selection asks whether it is there."""

    def make(name: str, words: str, act: "Act", icon: str, *, here: bool = False) -> Command:
        said = _("Constellation: {what}").format(what=words)
        can = is_in_front if here else lambda: True
        return Command(
            f"constellation.{name}",
            said,
            lambda: act(go()),
            enabled=can,
            icon=icon,
            why_not=_("Open the constellation") if here else "",
        )

    return (
        *(make(one.value, said(), _asking(one), "help") for one, said in QUESTIONS.items()),
        make("timelapse", _("Timelapse"), lambda view: view.bar.lapse.click(), "history"),
        make("tidy", _("Tidy up"), lambda view: view.bar.again.click(), "refresh"),
        make("fit", _("Fit"), lambda view: view.bar.fit.click(), "fit"),
        make("export", _("Export…"), lambda view: open_menu(view.export), "export"),
        make("table", _("Switch between stars and table"), lambda view: view.toggle_table(),
             "table"),
        make("path", _("Path between two selected skills"), lambda view: view.acting.find_path(),
             "link", here=True),
        make("steps", _("Steps of the selected skill around its star"),
             lambda view: view.overlays.toggle_steps(), "steps", here=True),
    )  # fmt: skip


def _asking(question: Question) -> "Act":
    return lambda view: view.ask(question)
