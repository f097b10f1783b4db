"""What is kept with a step of a run: files, links and texts. Public name: `Evidence`."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.core.runs import items
from app.core.runs.items import Item, Kind
from app.core.runs.place_words import in_words, without_question
from app.core.runs.state import PERSON
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.theme.focus import lead_to
from app.ui.views.runs.following import Following
from app.ui.views.runs.run_words import size_words
from app.ui.widgets.buttons import Button
from app.ui.widgets.emptying import empty
from app.ui.widgets.file_folder import begin_in_last_folder
from app.ui.widgets.file_saving import ask_where, tell_saved, write_file
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import label
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.name_prompt import ask_name
from app.ui.widgets.tips import plain_tip

_ICONS = {Kind.FILE: "file", Kind.LINK: "link", Kind.TEXT: "text"}
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
LONGEST = 40
"""Characters of a text or a link on its button."""


class Evidence(QWidget):
    """Of the present step, or of a whole run that is over. Files are kept by a job.

    `left` when something was given: the keyboard goes back to the step.
    """

    left = Signal()

    def __init__(
        self, context: AppContext, following: Following, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._following = context, following
        self._shown: tuple[Item, ...] | None = None
        theme = context.theme
        self._flow_room = QWidget()
        self._flow = FlowLayout(self._flow_room, gap=8)
        self.chips: list[Button] = []
        self.attach = Button(theme, _("Attach"), icon="clip")
        self.attach.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard there
        self.attach.setToolTip(plain_tip(_("Attach a file, a link or a text (A)")))
        self.attach.clicked.connect(self.offer_here)
        self._flow.addWidget(self.attach)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(label(_("Evidence"), "secondary"))
        head.addWidget(label(_("kept with this run"), "caption"), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        column.addLayout(head)
        column.addWidget(self._flow_room)
        following.noted.connect(self.look)

    def look(self) -> None:
        """Ask the vault again."""
        sight = self._following.sight
        if sight is None:
            return
        is_open = sight.state.status.is_open
        step = without_question(sight.place["step"])
        kept = items.items(self._context.vault, sight.record.run.id)
        shown = tuple(
            one
            for one in kept
            if one.kind is not Kind.NOTE and (not is_open or without_question(one.step) == step)
        )
        self.setVisible(bool(shown) or sight.is_mine)
        self.attach.setVisible(sight.is_mine)
        if shown != self._shown:
            self._shown = shown
            self._show(shown)

    def keep_files(self, paths: Sequence[Path]) -> None:
        """Keep these with the present step, each as a job."""
        vault, sight = self._context.vault, self._following.sight
        if sight is None or not sight.state.status.is_open:
            return
        run, step = sight.record.run.id, sight.place["step"]

        def keep(path: Path, job: Job) -> Item:
            return items.keep_file(
                vault, run, path.name, items.read(path), PERSON, step=step, progress=job
            )

        for path in paths:
            said = _("Keeping {name}").format(name=path.name)
            self._context.jobs.start(self, said, partial(keep, path), lambda _item: self.look())
        self.left.emit()

    # What people do

    def offer_here(self) -> None:
        """Ask below the button for it, if the step is the person's."""
        if self.attach.isVisible():
            self.offer(self.attach)

    def offer(self, at: QWidget) -> None:
        """Ask below this button what is to be kept."""
        menu, theme = QMenu(self), self._context.theme
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(theme.icon("file"), _("Files…"), self._ask_files)
        menu.addAction(theme.icon("link"), _("A link…"), partial(self._ask, Kind.LINK))
        menu.addAction(theme.icon("text"), _("A text…"), partial(self._ask, Kind.TEXT))
        open_at(menu, at.mapToGlobal(QPoint(0, at.height() + 4)))

    def _ask_files(self) -> None:
        dialog = QFileDialog(self, _("Choose files to keep with this step"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        begin_in_last_folder(dialog, self._context.window_state)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(lambda paths: self.keep_files([Path(one) for one in paths]))
        dialog.open()

    def _ask(self, kind: Kind) -> None:
        is_link = kind is Kind.LINK
        ask_name(
            self._context,
            self,
            partial(self._write_down, kind),
            title=_("Keep a link") if is_link else _("Keep a text"),
            words=_("Its address, such as https://example.org") if is_link else _("What it said"),
            action=_("Keep"),
            form=f"{kind} of run {self._following.run}",
        )

    def _write_down(self, kind: Kind, text: str) -> None:
        vault, sight = self._context.vault, self._following.sight
        if sight is None:
            return
        run, step = sight.record.run.id, sight.place["step"]
        self._context.writes.write(
            self,
            _("Saving"),
            lambda: items.write_down(vault, run, kind, text, step=step),
            lambda _item: self.look(),
            self._context.say.explain,
        )
        self.left.emit()

    def _open(self, one: Item) -> None:
        if one.kind is Kind.LINK:
            QDesktopServices.openUrl(QUrl(one.text))
        elif one.kind is Kind.FILE:
            kind, save = _("File"), partial(self._save, one)
            ask_where(self._context, self, _("Save the file"), kind, one.text, save)

    def _save(self, one: Item, place: str) -> None:
        vault, file = self._context.vault, Path(place)

        def save(_job: Job) -> None:
            write_file(file, items.content(vault, one))

        said = _("{file} saved").format(file=file.name)
        self._context.jobs.start(
            self, _("Saving"), save, lambda _nothing: tell_saved(self._context, said, file)
        )

    def _remove(self, one: Item) -> None:
        vault = self._context.vault
        self._context.writes.write(
            self,
            _("Saving"),
            lambda: items.remove(vault, one.id),
            lambda _nothing: self.look(),
            self._context.say.explain,
        )

    # What it shows

    def _show(self, shown: tuple[Item, ...]) -> None:
        self._flow.removeWidget(self.attach)
        empty(self._flow)
        self.chips = [self._chip(one) for one in shown]
        for chip in (*self.chips, self.attach):
            self._flow.addWidget(chip)
        for chip in self.chips[1:]:
            chip.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # Tab comes to one, arrows to the others
        self._flow_room.updateGeometry()

    def _chip(self, one: Item) -> Button:
        said = " ".join(one.text.split())
        words = said if len(said) <= LONGEST else said[: LONGEST - 1] + "…"
        if one.size:
            words = f"{words}  {size_words(one.size)}"
        made = Button(self._context.theme, words, icon=_ICONS[one.kind])
        made.setAccessibleName(said)
        made.setToolTip(plain_tip(f"{one.text[:2000]}\n{in_words(one.step)}"))
        made.clicked.connect(partial(self._open, one))
        made.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        made.customContextMenuRequested.connect(partial(self._show_menu, one, made))
        made.installEventFilter(self)
        return made

    def _step_to(self, chip: QObject, by: int) -> None:
        """The keyboard goes along the chips, and Tab comes back to where it was."""
        place = next((n for n, one in enumerate(self.chips) if one is chip), 0) + by
        if 0 <= place < len(self.chips):
            for number, one in enumerate(self.chips):
                policy = Qt.FocusPolicy
                one.setFocusPolicy(policy.StrongFocus if number == place else policy.ClickFocus)
            lead_to(self.chips[place])

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            by = _STEPS.get(Qt.Key(event.key()))
            if by is not None:
                ahead = self.layoutDirection() is not Qt.LayoutDirection.RightToLeft
                self._step_to(watched, by if ahead else -by)
                return True
        return super().eventFilter(watched, event)

    def _show_menu(self, one: Item, chip: Button, at: QPoint) -> None:
        menu = QMenu(chip)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if one.kind is not Kind.TEXT:
            words = _("Open") if one.kind is Kind.LINK else _("Save as…")
            menu.addAction(words, partial(self._open, one))
        remove = menu.addAction(_("Remove"), partial(self._remove, one))
        sight = self._following.sight
        remove.setEnabled(sight is not None and sight.state.status.is_open and one.by.is_person)
        open_at(menu, chip.mapToGlobal(at))
