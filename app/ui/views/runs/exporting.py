"""The record of a run as a file: to read, to print, or signed. Public name: `Exporting`."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QObject, QUrl
from PySide6.QtGui import QFont, QPageSize, QPdfWriter, QTextDocument
from PySide6.QtWidgets import QMenu, QWidget

from app.core.packs import identity
from app.core.runs import record
from app.core.runs.readable_record import to_markdown
from app.core.runs.record import Report
from app.core.vault import Vault
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.theme.fonts import family
from app.ui.widgets.file_saving import ask_where, tell_saved, write_file

DOTS, SIZE = 300, 9
"""Dots in an inch of a printed page, and the points of its text."""
Made = Callable[[Vault, Report], bytes]


class Exporting(QObject):
    """Asks where, then writes it in a job."""

    def __init__(self, context: AppContext, page: QWidget) -> None:
        super().__init__(page)
        self._context, self._page = context, page

    def menu(self, run: int, title: str, whole: QMenu) -> QMenu:
        """What it can be."""
        menu = QMenu(_("Export the record"), whole)
        menu.setIcon(self._context.theme.icon("export"))
        for words, ending, made in (
            (_("Markdown, to read…"), "md", _markdown),
            (_("PDF, to print…"), "pdf", _pdf),
            (_("JSON, signed…"), "json", _json),
        ):
            menu.addAction(words, partial(self.ask, run, title, ending, made))
        return menu

    def ask(self, run: int, title: str, ending: str, made: Made) -> None:
        """Ask for a place, then write it there."""
        kind = {"md": _("Markdown"), "pdf": _("PDF"), "json": _("JSON")}[ending]
        name = _("Run {run}, {title}").format(run=run, title=title)
        clean = "".join(one for one in name if one.isprintable() and one not in '/\\:*?"<>|')
        write = partial(self.write, run, made)
        ask_where(self._context, self._page, _("Export the record"), kind,
                  f"{clean}.{ending}", write)  # fmt: skip

    def write(self, run: int, made: Made, place: str) -> None:
        """Write it whole or not at all."""
        vault, file = self._context.vault, Path(place)

        def work(_job: Job) -> None:
            write_file(file, made(vault, record.report(vault, run)))

        said = _("The record of run {run} was exported").format(run=run)
        self._context.jobs.start(
            self, _("Exporting"), work, lambda _nothing: tell_saved(self._context, said, file)
        )


class _Paper(QTextDocument):
    """Loads nothing that somebody wrote the name of."""

    # Qt

    def loadResource(self, type_: int, name: QUrl | str) -> None:
        pass


def _markdown(_vault: Vault, told: Report) -> bytes:
    return to_markdown(told).encode()


def _json(vault: Vault, told: Report) -> bytes:
    return record.to_json(told, identity.mine(vault))


def _pdf(_vault: Vault, told: Report) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF())  # the document leaves two centimetres itself
    paper = _Paper()
    paper.setDefaultFont(QFont(family(), SIZE))
    paper.setMarkdown(to_markdown(told))
    paper.print_(writer)
    del writer  # ends the file
    return bytes(buffer.data().data())
