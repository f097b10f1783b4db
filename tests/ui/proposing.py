"""The context of a window with a model that answers from a script, for all that asks one."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from shiboken6 import delete

from app.core.library import undoing
from app.core.llm.scripted import Answer, Scripted
from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.jobs import Jobs
from app.ui.model_service import ModelService
from app.ui.theme.theme import Theme
from app.ui.views.shell.workspace import Workspace
from app.ui.window_state import WindowState

NAME = "Small model"
Make = Callable[..., AppContext]
"""Of the fixture `make`: a context over a model with these answers, as of `context_with`."""


@contextmanager
def context_with(
    vault: Vault,
    theme: Theme,
    folder: Path,
    *answers: Answer,
    before: Callable[[], None] | None = None,
) -> Iterator[AppContext]:
    """Without answers there is no model."""
    jobs, bridge = Jobs(), Bridge(vault)
    given = Scripted(answers, name=NAME, before=before) if answers else None
    window_state = WindowState(folder / "window.json")
    yield AppContext(vault, bridge, jobs, theme, window_state, model=ModelService(given=given))
    bridge.stop()
    jobs.shut_down()


@contextmanager
def workspace(context: AppContext) -> Iterator[Workspace]:
    """Everything behind the unlocked vault, gone before the vault is closed."""
    made = Workspace(context)
    made.resize(1400, 900)
    made.show()
    try:
        yield made
    finally:
        made.hide()
        delete(made)


class Gate:
    """Holds a model up in the middle of its answer until it is opened."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self.reached = threading.Event()

    def __call__(self) -> None:
        self.reached.set()
        assert self._open.wait(20)

    def open(self) -> None:
        self._open.set()


def draft_answer(**parts: object) -> str:
    empty = dict.fromkeys(("trigger", "success", "prerequisites", "out_of_scope", "on_failure"), "")
    return json.dumps({"title": "Close the shop", **empty, "steps": ["Lock up."], **parts})


def take_back(context: AppContext) -> None:
    """Undo what was done last, as the button of its toast does."""
    writes, vault = context.writes, context.vault
    entry, _redo = undoing.undoable(vault)
    assert entry is not None
    writes.write(context.jobs, "Undoing", lambda: undoing.undo_entry(vault, entry.journal))
