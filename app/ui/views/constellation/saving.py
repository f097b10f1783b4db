"""The whole sky as a file: which format, where, written in a job."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QWidget

from app.core.constellation.exports import WRITERS, narrowed, part
from app.core.constellation.layers import Layer
from app.core.constellation.sky import Sky
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.theme.theme import Theme
from app.ui.views.constellation.appearance import Appearance, ColourBy
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.drawn_sky import DrawnSky
from app.ui.views.constellation.legend import Legend
from app.ui.views.constellation.part import look_of_part, part_of
from app.ui.views.constellation.pictures import PICTURES
from app.ui.widgets import file_saving
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.buttons import Button

FORMATS: dict[str, Callable[[], str]] = {
    "png": lambda: _("Picture (PNG)"),
    "svg": lambda: _("Drawing (SVG)"),
    "graphml": lambda: _("Graph (GraphML)"),
    "gexf": lambda: _("Graph for Gephi (GEXF)"),
    "json": lambda: _("Nodes and links (JSON)"),
    "csv": lambda: _("Table of connections (CSV)"),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """The sky, how it looks now, and the layers whose lines are shown."""

    sky: Sky
    chart: Chart
    look: Appearance
    hulls: Sequence[QPainterPath] | None
    """None where the colours are not those of clusters."""
    layers: frozenset[Layer]
    is_part: bool
    """What is around a selection, and nothing else."""

    @classmethod
    def of(
        cls, drawn: DrawnSky, look: Appearance, legend: Legend, around: frozenset[int] | None
    ) -> "Shown":
        """`around` are the stars that are shown, None for all."""
        hulls = drawn.hulls if legend.colour_by is ColourBy.CLUSTER else None
        if around is None:
            return cls(drawn.sky, drawn.chart, look, hulls, legend.layers, is_part=False)
        there = np.isin(np.arange(len(drawn.chart.stars)), list(around))
        chart, kept = part_of(drawn.chart, there)
        if hulls is not None:  # as on the screen: only around those that are there as a whole
            counts = [drawn.chart.clusters[n].count for n in kept]
            hulls = [
                hulls[n] if cluster.count == count else QPainterPath()
                for n, cluster, count in zip(kept, chart.clusters, counts, strict=True)
            ]
        sky = part(drawn.sky, {star.id for star in chart.stars})
        look = look_of_part(look, there)
        return cls(sky, chart, look, hulls, legend.layers, is_part=True)

    @property
    def is_narrowed(self) -> bool:
        """Whether there are lines that are not shown."""
        return any(lines.layer not in self.layers for lines in self.chart.lines)


def export_button(theme: Theme, chosen: Callable[[str], object]) -> Button:
    """`chosen` is handed a key of `FORMATS`."""
    button = Button(theme, _("Export"), icon="export")
    menu = ButtonMenu(button)
    for written_as, words in FORMATS.items():
        menu.addAction(words() + "…", partial(chosen, written_as))
    button.setMenu(menu)
    return button


class Saving:
    """`shown` tells what is exported: the stars that are shown, and the lines that the legend
    shows."""

    def __init__(
        self, context: AppContext, parent: QWidget, shown: Callable[[], Shown | None]
    ) -> None:
        self._context, self._parent, self._shown = context, parent, shown

    def ask(self, written_as: str) -> None:
        """Open the dialog for saving, then write it there."""
        title, name = _("Export the constellation"), _("constellation") + f".{written_as}"
        said = FORMATS[written_as]()
        file_saving.ask_where(
            self._context, self._parent, title, said, name,
            lambda path: self.write(Path(path), written_as),
        )  # fmt: skip

    def write(self, path: Path, written_as: str) -> None:
        """Write the sky as it looks now, all of what is shown of it."""
        if (shown := self._shown()) is None:
            return
        context = self._context

        def work(_job: object) -> Path:
            if written_as in PICTURES:
                draw = PICTURES[written_as]
                data = draw(context.theme, shown.chart, shown.look, shown.hulls, shown.layers)
            else:
                data = WRITERS[written_as](narrowed(shown.sky, shown.layers))
            file_saving.write_file(path, data)
            return path

        def done(file: Path) -> None:
            count = len(shown.chart.stars)
            said = _("Exported the constellation to {file}")
            if shown.is_part:
                said = ngettext(
                    "Exported {count} skill, which is all that is shown, to {file}",
                    "Exported {count} skills, which are all that is shown, to {file}",
                    count,
                )
            said = said.format(file=file.name, count=count)
            if shown.is_narrowed:
                said = _("{exported}, without the lines you have hidden").format(exported=said)
            file_saving.tell_saved(context, said, file)

        title = _("Exporting {name}").format(name=path.name)
        context.jobs.start(self._parent, title, work, done)
