"""Choosing skills of the library to be put into a folder. Public name: `PutDialog`."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.library import catalogue
from app.core.library.record import Status
from app.core.mirror.folders import Mode
from app.core.mirror.overview import FolderLook
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.agents.signs import listed, said_path
from app.ui.views.agents.tick_list import TickList
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.labels import label
from app.ui.widgets.search_field import SearchField

SIZE = (640, 560)


class PutDialog(Dialog):
    """`wanted(list of skills)` that are to be put there."""

    is_review = True
    wanted = Signal(object)

    def __init__(self, context: AppContext, look: FolderLook, parent: QWidget) -> None:
        assert look.folder is not None
        name = said_path(look.path)
        super().__init__(
            context.theme,
            _("Put skills into {folder}").format(folder=name),
            _("Read by {clients}").format(clients=listed(look.clients)) if look.clients else "",
            parent=parent,
            icon="export",
            name="put-skills",
            window_state=context.window_state,
        )
        said = {
            Mode.LINKED: _("They are followed both ways from then on."),
            Mode.COPIES: _("They are copied, and what changes here is copied again."),
            Mode.LINKS: _("A link leads to where each is linked; one that is nowhere is copied."),
        }[look.folder.mode]
        safe = _("The files are not encrypted; every program on this computer can read them.")
        self.body.addWidget(label(f"{said} {safe}", "secondary", wrap=True))
        self.search = SearchField(context.theme, _("Search skills"), hint="")
        self.list = TickList(_("Skills to put there"))
        self._count = label("", "muted")
        everything = Button(context.theme, _("Select all"), "quiet", size="small")
        invert = Button(context.theme, _("Invert"), "quiet", size="small")
        tools = QHBoxLayout()
        tools.setSpacing(6)
        tools.addWidget(self._count, 1)
        tools.addWidget(everything)
        tools.addWidget(invert)
        self.body.addWidget(self.search)
        self.body.addLayout(tools)
        self.body.addWidget(self.list, 1)
        cancel = Button(context.theme, _("Cancel"), size="large")
        self.go = Button(context.theme, "", "primary", size="large", icon="export")
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self.go)
        there = {one.standing.skill for one in look.skills}
        for row in catalogue.rows(context.vault):
            if row.id not in there and row.status is not Status.QUARANTINED:
                self.list.add(row.id, row.title)
        self.resize(*SIZE)
        self.search.textChanged.connect(self.list.narrow)
        everything.clicked.connect(lambda: self.list.tick(lambda _on: True))
        invert.clicked.connect(lambda: self.list.tick(lambda on: not on))
        self.list.ticked.connect(self._show_go)
        cancel.clicked.connect(self.reject)
        self.go.clicked.connect(self._go)
        self._show_go()

    def _show_go(self) -> None:
        count = len(self.list.chosen)
        words = ngettext("Put {count} skill there", "Put {count} skills there", count)
        self.go.setText(words.format(count=count) if count else _("Put there"))
        self.go.setEnabled(count > 0)
        said = ngettext("{count} selected", "{count} selected", count)
        self._count.setText(said.format(count=count))

    def _go(self) -> None:
        self.wanted.emit(sorted(self.list.chosen))
        self.accept()
