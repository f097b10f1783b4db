"""The whole sky as a file: which format, where, written in a job."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QMenu, QWidget

from app.core.constellation.exports import WRITERS
from app.core.constellation.sky import Sky
from app.core.words import _
from app.ui.context import AppContext
from app.ui.theme.theme import Theme
from app.ui.views.constellation.appearance import Appearance
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.pictures import PICTURES
from app.ui.widgets import file_saving
from app.ui.widgets.buttons import Button

FORMATS: dict[str, Callable[[], str]] = {
    "png": lambda: _("Picture (PNG)"),
    "svg": lambda: _("Drawing (SVG)"),
    "graphml": lambda: _("Graph (GraphML)"),
    "gexf": lambda: _("Graph for Gephi (GEXF)"),
    "json": lambda: _("Nodes and links (JSON)"),
    "csv": lambda: _("Table of connections (CSV)"),
}


def export_button(theme: Theme, chosen: Callable[[str], object]) -> Button:
    """`chosen` is handed a key of `FORMATS`."""
    button = Button(theme, _("Export"), icon="export")
    menu = QMenu(button)
    for written_as, words in FORMATS.items():
        menu.addAction(words() + "…", partial(chosen, written_as))
    button.setMenu(menu)
    return button


def ask_where(
    context: AppContext, parent: QWidget, written_as: str, chosen: Callable[[str], object]
) -> None:
    """Open the dialog for saving; `chosen` is handed the path."""
    title, name = _("Export the constellation"), _("constellation") + f".{written_as}"
    file_saving.ask_where(context, parent, title, FORMATS[written_as](), name, chosen)


def save(
    context: AppContext,
    owner: QWidget,
    path: Path,
    written_as: str,
    sky: Sky,
    picture: tuple[Chart, Appearance, Sequence[QPainterPath]],
) -> None:
    """Write the sky; `picture` is how it looks, for the formats that are drawn."""
    theme = context.theme

    def work(_job: object) -> Path:
        if written_as in PICTURES:
            data = PICTURES[written_as](theme, *picture)
        else:
            data = WRITERS[written_as](sky)
        file_saving.write_file(path, data)
        return path

    def done(file: Path) -> None:
        said = _("Exported the constellation to {file}").format(file=file.name)
        file_saving.tell_saved(context, said, file)

    context.jobs.start(owner, _("Exporting {name}").format(name=path.name), work, done)
