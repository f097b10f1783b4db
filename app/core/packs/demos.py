"""The packs that come with Techne, loaded into a new vault once."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from app.core.actor import DEMOS
from app.core.library import catalogue
from app.core.library.engrams import DEMOS as DEMO_ENGRAM
from app.core.library.engrams import SKILLS, ensure
from app.core.packs import install, plan, trust
from app.core.packs.format import read
from app.core.packs.format.contents import Pack
from app.core.packs.format.problems import BadSignature
from app.core.packs.match import Change, Choice
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault
from app.core.words import _

_LOADED = "demos.loaded"
_TO_SHOW = "demos.toShow"


@dataclass(frozen=True, slots=True)
class Demo:
    """A demo pack that can be chosen."""

    id: str
    name: str
    description: str
    skills: tuple[str, ...]
    path: Path


def available() -> tuple[Demo, ...]:
    """The demo packs in their order; raises `PackError` for one that is not as it was signed."""
    found = []
    for path in sorted(trust.DEMOS.glob("*.gsk")):
        pack = _verified(path)
        skills = tuple(skill.name for skill in pack.skills)
        found.append(Demo(pack.id, pack.name, pack.description, skills, path))
    return tuple(found)


def load(
    vault: Vault, chosen: Collection[str] | None = None, progress: Progress = SILENT
) -> tuple[int, ...]:
    """Prepare a new vault: make its engrams, put the chosen demos (by id; None: all) into one.

    What was offered once is never loaded again, so that deleted demos stay deleted and edited
    ones stay as they are. The one that shows most is kept for `to_show`. Returns the ids of the
    skills that were added. Raises `PackError`.
    """
    if vault.setting(_LOADED) is None:
        with vault.write(None) as write:
            for name in (SKILLS, DEMO_ENGRAM):
                ensure(write, name)
    added: list[int] = []
    demos = available()
    for number, demo in enumerate(demos):
        checkpoint(progress)
        progress.report(number / len(demos), demo.name)
        offered = vault.setting(_LOADED) or []
        if demo.id in offered:
            continue
        if chosen is None or demo.id in chosen:
            added += _load(vault, demo)
        vault.put_setting(_LOADED, [*offered, demo.id])
    if added:
        put_to_show(vault, _richest(vault, added))
    return tuple(added)


def to_show(vault: Vault) -> int | None:
    """The demo to open for a person who has seen none yet, if it is still there."""
    skill = vault.setting(_TO_SHOW)
    return skill if isinstance(skill, int) and catalogue.row(vault, skill) is not None else None


def put_to_show(vault: Vault, skill: int | None) -> None:
    """What `to_show` says from now on; None once the person knows."""
    vault.put_setting(_TO_SHOW, skill)


def _richest(vault: Vault, skills: Collection[int]) -> int:
    """The one that calls most others; of several, the first."""
    calls: dict[int, int] = dict(
        vault.rows(
            "select skill, count(distinct target_key) from edge where target_key <> ''"
            " and skill in (select value from json_each(?)) group by skill",
            json.dumps(list(skills)),
        )
    )
    return max(skills, key=lambda skill: calls.get(skill, 0))


def _load(vault: Vault, demo: Demo) -> tuple[int, ...]:
    planned = plan.plan(vault, _verified(demo.path), DEMO_ENGRAM)
    choices = {
        item.index: Choice.ADD if item.change is Change.NEW else Choice.KEEP
        for item in planned.items
    }
    return install.apply(vault, planned, choices, actor=DEMOS).added


def _verified(path: Path) -> Pack:
    """The pack, if the project's publisher signed it; raises `PackError`."""
    envelope = read.inspect(read.read_file(path))
    if envelope.signer is None or envelope.signer.key != trust.project().key:
        raise BadSignature(
            _("The demo pack {file} is not signed by Techne.").format(file=path.name),
            _("It was not loaded. Reinstall Techne to get the original."),
        )
    return read.unlock(envelope)
