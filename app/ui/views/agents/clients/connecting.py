"""Connecting clients off the GUI thread, each step as a job. Public name: `Connecting`."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.core.connect import connecting, planning, verifying
from app.core.connect.connections import Connection, Verified
from app.core.connect.health import CONNECTED
from app.core.connect.looking import ClientLook, Fault
from app.core.connect.overview import ClientSight
from app.core.connect.planning import Line, Plan
from app.core.connect.settings_file import SettingsFile
from app.core.progress import Progress
from app.core.words import _
from app.desktop import association
from app.ui.context import AppContext
from app.ui.views.agents.clients.connect_dialog import ConnectDialog
from app.ui.views.agents.signs import said_path

T = TypeVar("T")
Trusting = tuple[SettingsFile, str, tuple[Line, ...]]


class Connecting(QObject):
    """`changed` when something was written or checked, or begins to be."""

    changed = Signal()

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._parent = context, parent
        self.busy: set[str] = set()
        """The clients for which something is done just now."""
        self.dialog: ConnectDialog | None = None

    def act(self, sight: ClientSight) -> None:
        """Show what it takes to connect or repair a client, and write it when that is agreed."""
        look = sight.look
        if look.fault is Fault.TRUST and look.setup is not None and look.folder is not None:
            self._ask_trust(sight.id, look, look.folder)
            return
        vault, command = self._context.vault, tuple(association.lasting_command())
        url = look.connection.url if look.connection is not None else ""
        self._do(
            sight.id,
            _("Reading the settings of {name}").format(name=sight.name),
            lambda _progress: planning.plan(vault, sight.id, command, url=url),
            self._ask,
        )

    def verify(self, sight: ClientSight) -> None:
        """Try it again."""
        made = sight.look.connection or Connection(sight.id, "", "", "", ())
        self._verify(sight.id, sight.name, made)

    def undo(self, sight: ClientSight) -> None:
        """Take back what was written."""
        vault = self._context.vault
        self._do(
            sight.id,
            _("Disconnecting {name}").format(name=sight.name),
            lambda _progress: connecting.disconnect(vault, sight.id),
            lambda _files: self._context.say.tell(
                _("Disconnected {name}.").format(name=sight.name)
            ),
        )

    def _ask(self, plan: Plan) -> None:
        if plan.is_done:
            self._connect(plan)
            return
        name = plan.client.name
        about = _(
            "Techne adds itself to the settings of {name}, with a secret by which it is known."
            " A copy of each file is kept, and nothing else in it changes."
        )
        self._open(
            ConnectDialog(
                self._context,
                _("Connect {name}").format(name=name),
                " ".join([about.format(name=name), planning.opening(plan)]).strip(),
                _("Connect"),
                [(one.file.path, one.lines()) for one in plan.changes],
                self._parent,
            ),
            lambda: self._connect(plan),
        )

    def _connect(self, plan: Plan) -> None:
        vault = self._context.vault
        self._do(
            plan.client.id,
            _("Connecting {name}").format(name=plan.client.name),
            lambda _progress: connecting.connect(vault, plan),
            lambda made: self._verify(plan.client.id, plan.client.name, made),
        )

    def _verify(self, client: str, name: str, made: Connection) -> None:
        home = self._context.vault.home.folder
        self._do(
            client,
            _("Checking {name}").format(name=name),
            lambda progress: verifying.verify(home, made, Path.home(), progress),
            lambda how: self._verified(name, how),
        )

    def _verified(self, name: str, how: Verified) -> None:
        if how.failed:
            self._context.say.warn(how.failed)
        elif how.health not in ("", CONNECTED):
            said = _("{name} says: {line}").format(name=name, line=how.health)
            self._context.say.warn(said)
        else:
            self._context.say.tell(_("{name} is connected.").format(name=name))

    def _ask_trust(self, client: str, look: ClientLook, folder: Path) -> None:
        assert look.setup is not None
        its = look.setup

        def read(_progress: Progress) -> Trusting:
            file, text = connecting.trust(its, folder)
            return file, text, planning.difference(file.text, text)

        def ask(found: Trusting) -> None:
            file, text, lines = found
            about = _(
                "{name} starts servers, and reads what is in the project, only in folders that you"
                " trust. Trust {folder} if you know what is in it."
            )
            dialog = ConnectDialog(
                self._context,
                _("Trust {folder}").format(folder=said_path(folder)),
                about.format(name=look.client.name, folder=said_path(folder)),
                _("Trust"),
                [(file.path, lines)],
                self._parent,
            )
            self._open(dialog, lambda: self._trust(client, file, text))

        self._do(client, _("Reading settings"), read, ask)

    def _trust(self, client: str, file: SettingsFile, text: str) -> None:
        self._do(
            client,
            _("Saving"),
            lambda _progress: file.write(file.encoded(text)),
            lambda _nothing: None,
        )

    def _open(self, dialog: ConnectDialog, agreed: Callable[[], None]) -> None:
        self.dialog = dialog
        dialog.agreed.connect(agreed)
        dialog.open()

    def _do(
        self, client: str, title: str, work: Callable[[Progress], T], done: Callable[[T], None]
    ) -> None:
        """One thing at a time for a client; what went wrong is said."""
        if client in self.busy:
            return
        self.busy.add(client)
        self.changed.emit()

        def end(found: T) -> None:
            self.busy.discard(client)
            done(found)
            self.changed.emit()

        def fail(error: Exception) -> None:
            self.busy.discard(client)
            self.changed.emit()
            self._context.jobs.explain(self, error, self._context.say.explain)

        self._context.jobs.start(self, title, work, end, fail)
