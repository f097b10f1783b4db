"""The one table of what a person can do: menus, palette, shortcuts and help are made from it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol, runtime_checkable

from app.core.words import _
from app.ui.commands import Command
from app.ui.views.constellation.commands import commands as sky_commands
from app.ui.views.lifecycle.commands import commands as lifecycle_commands
from app.ui.views.lifecycle.view import LifecycleView
from app.ui.views.shell.places import places
from app.ui.views.shell.run_commands import run_commands
from app.ui.views.shell.status import LOCK
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills import commands as skills
from app.ui.widgets.toast import KEYS, Toast


def commands(
    workspace: Workspace, find: Callable[[], object], show_keys: Callable[[], object], toast: Toast
) -> tuple[Command, ...]:
    """Of every room; `find` opens the palette, `show_keys` the list of keys, and `toast` says
    what was done."""
    return (
        *_searching(workspace, skills.commands(workspace.skills)),
        *_going(workspace),
        *sky_commands(workspace.show_constellation, lambda: workspace.current == "constellation"),
        *_lifecycle(workspace),
        *_vault(workspace),
        Command(
            "edit.take_back",
            _("Undo the action in the last message, or show the message again"),
            toast.take_back_or_recall,
            KEYS,
            icon="undo",
        ),
        Command("app.palette", _("Find anything"), find, "Ctrl+K", icon="search"),
        Command("app.keys", _("Keyboard shortcuts"), show_keys, "F1", icon="help"),
        Command("app.quit", _("Quit"), workspace.window().close, "Ctrl+Q", icon="close"),
    )


@runtime_checkable
class _Searched(Protocol):
    """A page with a search of its own."""

    def focus_search(self) -> None: ...


def _searching(workspace: Workspace, made: tuple[Command, ...]) -> tuple[Command, ...]:
    """What looks for text in the skill in front looks on a page where there is none."""

    def page() -> _Searched | None:
        front = workspace.pages.currentWidget()
        return front if isinstance(front, _Searched) else None

    def wide(command: Command) -> Command:
        def run() -> None:
            if command.enabled():
                command.run()
            elif (searched := page()) is not None:
                searched.focus_search()

        return replace(command, run=run, enabled=lambda: command.enabled() or page() is not None)

    return tuple(wide(one) if one.id == "edit.find" else one for one in made)


def _going(workspace: Workspace) -> tuple[Command, ...]:
    """From place to place."""
    to_place = (
        Command(f"go.{one.name}", one.words, partial(workspace.go_into, one.name), one.keys,
                icon=one.icon, synonyms=one.synonyms)
        for one in places()
    )  # fmt: skip
    go = workspace.context.go
    return (
        *to_place,
        *workspace.way_back.commands(),
        *run_commands(workspace),
        Command("go.model", _("Local model"), go.model_settings, icon="chip"),
        Command("go.next_area", _("Next area"), partial(workspace.step, 1), "F6"),
        Command("go.previous_area", _("Previous area"), partial(workspace.step, -1), "Shift+F6"),
    )


def _lifecycle(workspace: Workspace) -> tuple[Command, ...]:
    def go() -> LifecycleView:
        workspace.go_into("lifecycle")
        return workspace.pages.lifecycle

    def in_front() -> LifecycleView | None:
        return workspace.pages.lifecycle if workspace.current == "lifecycle" else None

    return lifecycle_commands(go, in_front)


def _vault(workspace: Workspace) -> tuple[Command, ...]:
    """What is about no skill in particular."""
    context = workspace.context
    go, model = context.go, context.model
    review = workspace.review_relations
    return (
        Command(
            "memory.new",
            _("Remember…"),
            workspace.remember,
            "Ctrl+Shift+M",
            icon="memory",
            synonyms=_("new memory note"),
        ),
        Command("relations.review", _("Review relations…"), review, icon="link"),
        Command("pack.open", _("Open packs or documents…"), go.open_pack, "Ctrl+O", icon="import"),
        Command(
            "document.import",
            _("Import documents…"),
            go.import_documents,
            "Ctrl+Shift+O",
            icon="file",
        ),
        Command(
            "agents.connect", _("Connect a client of agents…"), context.go.requests, icon="link"
        ),
        Command("folders.link", _("Link a folder…"), workspace.link_folder, icon="link"),
        Command("folders.check", _("Check linked folders"), context.disk.look, icon="refresh"),
        Command(
            "skills.import", _("Import skills from a folder…"), go.import_skills, icon="folder"
        ),
        Command(
            "model.stop",
            _("Stop the model"),
            model.stop,
            enabled=lambda: model.is_busy,
            icon="stop",
            why_not=_("The model is not working"),
        ),
        Command("vault.backup", _("Back up now"), workspace.back_up, icon="save"),
        Command("vault.lock", _("Lock the vault"), go.lock, LOCK, icon="lock"),
    )
