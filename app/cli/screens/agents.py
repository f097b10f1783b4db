"""The room of the agents, over folders of a person made up for the pictures."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.cli.screens.tour import Tour
from app.core.agents import calls, consent
from app.core.agents.caller import Caller
from app.core.agents.calls import Call, Outcome
from app.core.connect import connecting, connections, planning
from app.core.connect.connections import Verified
from app.core.connect.health import CONNECTED
from app.core.library import catalogue, library
from app.core.mirror import folders, reconcile
from app.core.mirror.folders import Mode
from app.core.vault import Vault
from app.ui.views.agents.linking import LinkDialog
from app.ui.views.agents.view import FOLDERS

_OVEN = """---
name: open-the-kitchen
description: Opens the kitchen in the morning.
---
# Open the kitchen

1. Unlock the back door.
2. Air the room.
3. Light the deck oven and set it to 240 °C.
4. Take the butter out of the cold store.
5. Count the trays and write the number on the board.
"""
_HERE = (("oven and set it to 240 °C.", "oven, set it to 240 °C and open the damper."),)
_DISK = (
    ("240", "245"),
    ("5. Count", "5. Check the fridge log; above 5 °C call the owner.\n6. Count"),
)
_OTHERS = ("feed-the-levain", "close-the-shop", "restore-a-backup", "two-day-bake")


def prepare(vault: Vault, person: Path) -> None:
    """Three folders of agents, two of them linked, with a skill that changed on both sides."""
    agents, claude = person / ".agents" / "skills", person / ".claude" / "skills"
    oven = _put(agents, "open-the-kitchen", _OVEN)
    for name in _OTHERS:
        _put(agents, name)
    _put(agents, "fridge-alarm", "\ufeff" + _plain("fridge-alarm"))
    _put(agents, "pdf-forms")
    _put(claude, "restore-a-backup")
    for name in ("summarize-a-thread", "weekly-report", "tidy-downloads"):
        _put(person / ".gemini" / "skills", name)
    (agents.parent / "skills-lock.json").write_text('{"skills": {"pdf-forms": {}}}')
    (agents / "old-rota").symlink_to(agents / "gone")
    folder = folders.link(vault, agents)
    folders.link(vault, claude, Mode.COPIES)
    reconcile.reconcile(vault)
    (skill,) = [
        one.skill for one in folders.known(vault, folder.id) if one.name == oven.parent.name
    ]
    assert skill is not None
    library.save(vault, skill, _changed(_OVEN, _HERE), sitting=False)
    oven.write_text(_changed(_OVEN, _DISK), encoding="utf-8")
    reconcile.reconcile(vault)


def connect(vault: Vault, person: Path) -> None:
    """Two clients that use the skills, and one that could."""
    program = person / "bin" / "techne"
    program.parent.mkdir()
    program.touch()
    for client in ("claude", "codex"):
        made = connecting.connect(vault, planning.plan(vault, client, (str(program),)))
        how = Verified(vault.now().isoformat(), 0.212, "2025-11-25", 22, CONNECTED)
        connections.verified(vault.home.folder, made, how)
    claude, codex = Caller("claude", "Claude Code", "2.1"), Caller("codex", "Codex", "0.169")
    first, second, third, *_others = (row.id for row in catalogue.rows(vault))
    told = (
        (claude, "walk_skill_structured", Outcome.DONE, first),
        (codex, "get_skill", Outcome.DONE, second),
        (claude, "delete_skill", Outcome.REFUSED, third),
    )
    now = vault.now()
    calls.write_down(vault, [Call(now, who, tool, how, skill) for who, tool, how, skill in told])
    consent.decide(vault, "claude", consent.Group.DELETE, consent.Rule.NEVER)


@contextmanager
def at_home(person: Path) -> Iterator[None]:
    """What is found is theirs, and nothing of whoever draws the pictures."""
    names = (
        "HOME",
        "USERPROFILE",
        "CLAUDE_CONFIG_DIR",
        "CODEX_HOME",
        "XDG_CONFIG_HOME",
        "PATH",
        "TECHNE_PASSPHRASE_FILE",
    )
    before = {name: os.environ.pop(name) for name in names if name in os.environ}
    os.environ.update(HOME=str(person), USERPROFILE=str(person), PATH="")
    try:
        yield
    finally:
        for name in names:
            os.environ.pop(name, None)
        os.environ.update(before)


def screens(tour: Tour) -> Iterator[Path]:
    yield from _pages(tour)
    agents = tour.workspace.pages.agents.folders_page
    agents.next_conflict()
    tour.camera.wait(lambda: agents.compare.is_ready)
    yield tour.take("agents-conflict")
    agents.link(Path(os.environ["HOME"]) / ".gemini" / "skills")
    yield tour.take_dialog("agents-link", LinkDialog, lambda d: d.list.items.rowCount() > 0)


def empty(tour: Tour) -> Iterator[Path]:
    return _pages(tour, "-empty")


def _pages(tour: Tour, ending: str = "") -> Iterator[Path]:
    """The clients and the folders, once they have been looked at."""
    tour.workspace.go("agents")
    page = tour.workspace.pages.agents
    tour.camera.wait(lambda: not page.clients_page.busy)
    yield tour.take(f"agents-clients{ending}")
    page.show_page(FOLDERS)
    tour.camera.wait(lambda: not page.folders_page.busy)
    yield tour.take(f"agents{ending}")


def _put(root: Path, name: str, text: str = "") -> Path:
    file = root / name / "SKILL.md"
    file.parent.mkdir(parents=True)
    file.write_text(text or _plain(name), encoding="utf-8")
    return file


def _plain(name: str) -> str:
    title = name.replace("-", " ").capitalize()
    return f"---\nname: {name}\ndescription: {title}, step by step.\n---\n# {title}\n\n1. Begin.\n"


def _changed(text: str, changes: tuple[tuple[str, str], ...]) -> str:
    for old, new in changes:
        text = text.replace(old, new)
    return text
