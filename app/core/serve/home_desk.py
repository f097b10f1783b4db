"""The desk on the vault of a folder, however it is opened, for a server of agents."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self

from app.core import vaults
from app.core.agents.caller import Caller
from app.core.api.json_values import Json
from app.core.changes import Changes, Part
from app.core.errors import AppError
from app.core.lifecycle import config
from app.core.llm.model_store import ModelStore
from app.core.memory.retrieval import chosen
from app.core.memory.retrieval.embed import Embedder
from app.core.serve.errors import NotOpen
from app.core.serve.local_desk import LocalDesk
from app.core.serve.relay.desk import RelayDesk, has_window, reach
from app.core.serve.relay.host import RelayHost
from app.core.serve.relay.place import Kind
from app.core.store.errors import VaultGone, VaultLocked, WrongKey
from app.core.store.files import Home
from app.core.vault import Vault
from app.core.words import _

log = logging.getLogger(__name__)

LOOK = 0.5
"""Seconds between two looks at whether a person locked the vault, and what others wrote."""
AGAIN = 5.0
"""Seconds after which a passphrase that was wrong is tried again."""
Told = Callable[[Changes], None]


class HomeDesk:
    """Opens the vault when something is asked: by the passphrase file, the keychain, or the window
    or server that has it open already. Lock in the window ends each of them; it is tried again at
    the next call.

    A context manager, which lets go of everything at its end.
    """

    def __init__(self, home: Path, *, hosts: bool = False) -> None:
        """`hosts`: others may ask here as long as the vault is open in this process."""
        self._home, self._hosts = Home(home), hosts
        self._opening = threading.RLock()
        self._open: _Opened | RelayDesk | None = None
        self._is_behind = False
        """Whether others may have seen it locked."""
        self._listeners: list[Told] = []
        self._wrong: WrongKey | None = None
        self._wrong_until = 0.0
        self._ended = threading.Event()
        self._watch = threading.Thread(target=self._look_again, name="home desk", daemon=True)

    def __enter__(self) -> Self:
        self._watch.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        self._watch.join()
        self._let_go()

    def ask(self, operation: str, caller: Caller, values: Mapping[str, Json]) -> Json:
        """Raises `NotOpen`, which says how to unlock, and what the operation raises."""
        desk = self._desk()
        try:
            return desk.ask(operation, caller, values)
        except VaultLocked as error:
            self._let_go()
            raise _locked() from error
        except VaultGone:
            self._let_go()
            raise

    def listen(self, told: Told) -> Callable[[], None]:
        self._listeners.append(told)
        return lambda: self._listeners.remove(told)

    def _desk(self) -> "_Opened | RelayDesk":
        with self._opening:
            self._look()
            if self._open is None:
                try:
                    self._open = self._opened()
                except NotOpen:
                    self._is_behind = True
                    raise
                self._open.listen(self._tell)
                if self._is_behind:  # nobody knows what happened meanwhile
                    self._tell(Changes(~Part.NONE))
            return self._open

    def _opened(self) -> "_Opened | RelayDesk":
        folder = self._home.folder
        wrong: AppError = _locked()
        try:
            if not vaults.is_locked_everywhere(folder) and (data_key := self._key()) is not None:
                return _Opened(Vault(folder, data_key), hosts=self._hosts)
        except WrongKey as error:  # another way may do
            wrong = error
        found = reach(self._home)
        if found is None:
            raise wrong
        return found

    def _key(self) -> bytes | None:
        """Without a question. A wrong passphrase takes as long as the right one, so it is not tried
        again at once. Raises `WrongKey` and what else `vaults.unasked` raises."""
        if self._wrong is not None and time.monotonic() < self._wrong_until:
            raise self._wrong
        self._wrong = None
        try:
            return vaults.unasked(self._home.folder)
        except WrongKey as error:
            self._wrong, self._wrong_until = error, time.monotonic() + AGAIN
            raise

    def _look(self) -> None:
        """Let go of what is not to be used any more."""
        with self._opening:
            if self._open is None:
                return
            is_ours = isinstance(self._open, _Opened)
            is_locked = is_ours and vaults.is_locked_everywhere(self._home.folder)
            if is_locked or not self._open.is_open:
                self._let_go()

    def _let_go(self) -> None:
        with self._opening:
            gone, self._open = self._open, None
            self._is_behind = True
        if gone is not None:
            gone.close()

    def _look_again(self) -> None:
        while not self._ended.wait(LOOK):
            try:
                self._look()
                if isinstance(desk := self._open, _Opened):
                    desk.poll()
            except AppError as error:  # somebody holds the vault; the next look will do
                log.info("No news: %s", error)

    def _tell(self, changes: Changes) -> None:
        for told in list(self._listeners):
            told(changes)


class _Opened(LocalDesk):
    """The vault in this process, with its key, until it is closed."""

    def __init__(self, vault: Vault, *, hosts: bool) -> None:
        self._making = threading.Lock()
        self._embedder_made: Embedder | None = None
        super().__init__(
            vault,
            lambda: config.load(vault.home)[0],
            self._make_embedder,
            lambda: has_window(vault.home),
        )
        self._own, self.is_open = vault, True
        self._host = RelayHost(vault.home, Kind.SERVER, self) if hosts else None

    def poll(self) -> None:
        """Tell those who listen what other processes wrote."""
        self._own.poll()

    def close(self) -> None:
        self.is_open = False
        if self._host is not None:
            self._host.close()
        super().close()
        self._own.close()

    def _make_embedder(self) -> Embedder | None:
        """Once; words have to do where there is none that works."""
        with self._making:
            if self._embedder_made is None:
                try:
                    store = ModelStore(self._own.home.models)
                    self._embedder_made, _process = chosen.embedder(store, lambda: not self.is_open)
                except AppError as error:
                    log.info("No embedder: %s", error)
            return self._embedder_made


def _locked() -> NotOpen:
    return NotOpen(
        _("The vault of Techne is locked."),
        _("Ask the person to open Techne and unlock it, then call again."),
    )
