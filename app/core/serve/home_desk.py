"""The desk on the vault of a folder, which is opened when something is asked."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Self

from app.core import vaults
from app.core.agents.caller import Caller
from app.core.api.plain import Json
from app.core.changes import Changes, Part
from app.core.lifecycle import config
from app.core.llm.model_store import ModelStore
from app.core.memory.retrieval import chosen
from app.core.memory.retrieval.embed import Embedder
from app.core.serve.errors import NotOpen
from app.core.serve.local_desk import LocalDesk
from app.core.store.files import Home
from app.core.vault import Vault
from app.core.words import _

_NEWS_EVERY = 0.5
"""Seconds between two looks at what other processes wrote."""
Told = Callable[[Changes], None]


class HomeDesk:
    """Opens the vault through the passphrase file or the keychain, and tells of every change."""

    def __init__(self, home: Path) -> None:
        self._home = Home(home)
        self._opening = Lock()
        self._vault: Vault | None = None
        self._open: LocalDesk | None = None
        self._was_locked = False
        self._listeners: list[Told] = []
        self._ended = Event()
        self._news = Thread(target=self._tell_news, daemon=True)

    def __enter__(self) -> Self:
        self._news.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        if self._open is not None:
            self._open.close()
        if self._vault is not None:
            self._vault.close()

    def ask(self, operation: str, caller: Caller, values: Mapping[str, Json]) -> Json:
        return self._desk().ask(operation, caller, values)

    def listen(self, told: Told) -> Callable[[], None]:
        self._listeners.append(told)
        return lambda: self._listeners.remove(told)

    def _desk(self) -> LocalDesk:
        with self._opening:
            if self._open is None:
                self._vault = vault = self._opened()
                vault.subscribe(self._tell)
                settings = lambda: config.load(self._home)[0]  # noqa: E731
                self._open = LocalDesk(vault, settings, cache(self._embedder))
                if self._was_locked:  # clients were shown nothing until now
                    self._tell(Changes(~Part.NONE))
            return self._open

    def _opened(self) -> Vault:
        key = vaults.unasked(self._home.folder)
        if key is None:
            self._was_locked = True
            raise NotOpen(
                _("The vault is locked."),
                _("Ask the person to open Techne and unlock it, then try again."),
            )
        return Vault(self._home.folder, key)

    def _embedder(self) -> Embedder | None:
        model, _process = chosen.embedder(ModelStore(self._home.models))
        return model

    def _tell(self, changes: Changes) -> None:
        for told in list(self._listeners):
            told(changes)

    def _tell_news(self) -> None:
        while not self._ended.wait(_NEWS_EVERY):
            if self._vault is not None:
                self._vault.poll()
