"""What connecting a client would write: the exact change of each file, before anything is done."""

import difflib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.core.agents import clients as agents
from app.core.connect import settings_file
from app.core.connect.entry import (
    HOME,
    MASK,
    NAME,
    Launch,
    hook_entry,
    hooks_of,
    secret_of,
    server_entry,
)
from app.core.connect.json_edit import NEW
from app.core.connect.known import setup
from app.core.connect.settings_file import SettingsFile
from app.core.connect.setups import Hooks, Setup, chosen
from app.core.mirror.clients import Client
from app.core.store import passphrase
from app.core.store.files import chosen_home
from app.core.vault import Vault
from app.core.words import _

AROUND = 2
"""Lines shown before and after a change."""


@dataclass(frozen=True, slots=True)
class Line:
    """`sign` is "+", "-" or a space; `number` counts from 1 in the new file, for "-" in the old."""

    number: int
    sign: str
    text: str


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file and its new text. `made`: see `Edit`."""

    file: SettingsFile
    text: str
    made: int
    secret: str = field(default="", repr=False)

    def lines(self) -> tuple[Line, ...]:
        """What changes, with a little of what is around it; the secret is not shown."""
        return difference(hidden(self.file.text, self.secret), hidden(self.text, self.secret))


@dataclass(frozen=True, slots=True)
class Plan:
    """`secret` is the one that the client has already, or a new one."""

    client: Client
    setup: Setup
    project: Path | None
    url: str
    secret: str = field(repr=False)
    is_new: bool
    changes: tuple[FileChange, ...]
    passphrase_file: str = ""
    """The file that the client's server opens the vault with, if the settings name one."""

    @property
    def is_done(self) -> bool:
        """Whether all of it stands there already."""
        return not self.changes


def plan(
    vault: Vault,
    id: str,  # noqa: A002
    command: tuple[str, ...],
    *,
    project: Path | None = None,
    url: str = "",
    hooks: bool = True,
) -> Plan:
    """What to write so that the client starts our server, or with `url` calls one that runs.

    Raises `UnknownClient` and what reading its settings raises; nothing is written.
    """
    home = vault.home.folder
    client, its = setup(id, home)
    launch = Launch(command, environment(home))
    place = its.settings(project)
    file = settings_file.read(place, settings_file.base(place, project))
    secret = secret_of(file.find((*its.at, NAME)))
    is_new = agents.of_secret(vault, secret) != id
    secret = agents.new_secret() if is_new else secret
    entry = server_entry(its, launch, url or None, secret)
    text = file.put(file.text, (*its.at, NAME), entry)
    found = [FileChange(file, text, _missing(file, its.at))]
    if hooks and its.hooks is not None:
        found = _with_hooks(found[0], its.hooks, launch, id, project)
    changes = tuple(replace(one, secret=secret) for one in found if one.text != one.file.text)
    opens_with = "" if url else launch.env.get(passphrase.VARIABLE, "")
    return Plan(client, its, project, url, secret, is_new, changes, opens_with)


def environment(home: Path, env: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables that a server needs to find this vault: clients pass on few of their own."""
    needed = {}
    if home.resolve() != chosen_home().resolve():
        needed[HOME] = str(home.resolve())
    if file := env.get(passphrase.VARIABLE):
        needed[passphrase.VARIABLE] = str(Path(file).expanduser().absolute())
    return needed


def opening(plan: Plan) -> str:
    """What it means that the client is told where the passphrase is; empty where it is not."""
    file = plan.passphrase_file
    if not file or plan.is_done:
        return ""
    return _(
        "{name} is told to read the passphrase from {file}: it can open the vault also while the"
        " window of Techne is closed."
    ).format(name=plan.client.name, file=file)


def hidden(text: str, secret: str) -> str:
    """A text without a secret."""
    return text.replace(secret, MASK) if secret else text


def difference(before: str, after: str) -> tuple[Line, ...]:
    """The lines that differ, with a little of what is around them."""
    old, new = before.splitlines(), after.splitlines()
    first = _alike(old, new)
    last = _alike(old[first:][::-1], new[first:][::-1])
    start = max(0, first - AROUND)
    old, new = (one[start : len(one) - max(0, last - AROUND)] for one in (old, new))
    matched = difflib.SequenceMatcher(None, old, new, autojunk=False)
    found: list[Line] = []
    for group in matched.get_grouped_opcodes(AROUND):
        for tag, a, b, c, d in group:
            if tag == "equal":
                found += [Line(start + n + 1, " ", new[n]) for n in range(c, d)]
                continue
            found += [Line(start + n + 1, "-", old[n]) for n in range(a, b)]
            found += [Line(start + n + 1, "+", new[n]) for n in range(c, d)]
    return tuple(found)


def _alike(old: list[str], new: list[str]) -> int:
    """How many lines are the same at the beginning. A file may have hundreds of thousands."""
    pairs = zip(old, new, strict=False)
    return next(
        (n for n, (one, other) in enumerate(pairs) if one != other), min(len(old), len(new))
    )


def _with_hooks(
    server: FileChange, hooks: Hooks, launch: Launch, client: str, project: Path | None
) -> list[FileChange]:
    """The hooks in a file of their own, or in the same one."""
    place = chosen(hooks.file, hooks.project, project)
    if place == server.file.path:
        return [replace(server, text=_hooked(server.file, server.text, hooks, launch, client))]
    file = settings_file.read(place, settings_file.base(place, project))
    return [server, FileChange(file, _hooked(file, file.text, hooks, launch, client), 0)]


def _hooked(file: SettingsFile, text: str, hooks: Hooks, launch: Launch, client: str) -> str:
    for event in hooks.events:
        wanted = hook_entry(hooks, launch, event, client)
        listed = file.find(("hooks", event))
        ours = hooks_of(listed, client)
        place = str(ours[0]) if ours else NEW
        text = file.put(text, ("hooks", event, place), wanted)
    return text


def _missing(file: SettingsFile, at: tuple[str, ...]) -> int:
    """How many objects on the way to our entry are not there."""
    return next((n for n in range(len(at)) if file.find(at[: len(at) - n]) is not None), len(at))
