"""A call that a person lets mean another skill; what the text says stays as it is."""

from collections.abc import Collection
from dataclasses import dataclass

from app.core.actor import USER, Actor
from app.core.errors import AppError, NotFound
from app.core.library import bulk, call_targets, catalogue, library
from app.core.library.catalogue import SkillRow
from app.core.library.edit import Edit
from app.core.library.record import Reason
from app.core.progress import SILENT, Progress
from app.core.skills import names
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _, ngettext


@dataclass(frozen=True, slots=True)
class Leading:
    """A name that a skill calls: where it leads now, and where it could lead instead.

    `now` are several where the name is ambiguous. `lost` says that it led somewhere before.
    """

    name: str
    key: str
    now: tuple[SkillRow, ...]
    instead: tuple[SkillRow, ...]
    lost: bool = False


def leading(vault: Vault, skill: int) -> tuple[Leading, ...]:
    """The names that a skill calls, in the order of its text; raises `NotFound`."""
    text, row = library.text(vault, skill), catalogue.row(vault, skill)
    assert row is not None
    written = {
        names.call_key(call.target): call.target for call in parse(text).calls if call.explicit
    }
    kept = call_targets.kept(vault, skill)
    found = []
    for key, name in written.items():
        now = catalogue.resolve(vault, key, row.engram, skill)
        answer = {one for _engram, own in names.readings(key) for one in _answering(vault, own)}
        rows = catalogue.some(vault, sorted({*answer, *now}))
        instead = tuple(
            one
            for one in rows.values()
            if (one.id not in now or len(now) > 1)
            and one.id != skill
            and catalogue.reaches(vault, skill, one.id)
        )
        found.append(
            Leading(name, key, tuple(rows[one] for one in now), instead, key in kept and not now)
        )
    return tuple(found)


def _answering(vault: Vault, key: str) -> list[int]:
    found = vault.rows("select id from skill where key = ? and current is not null", key)
    return [skill for (skill,) in found]


def redirect(
    vault: Vault,
    callers: Collection[int],
    name: str,
    target: int,
    *,
    actor: Actor = USER,
    progress: Progress = SILENT,
) -> tuple[int, ...]:
    """Let the calls that these skills make by a name lead to `target`, in one undo.

    Returns the skills for which that is new. Raises `NotFound` for a skill that is not there or
    does not call by that name, and `AppError` for one in quarantine that they do not reach.
    """
    row = catalogue.row(vault, target)
    if row is None:
        raise library.gone()
    key = names.call_key(name)
    label = _("Calls “{name}” in {engram}").format(name=row.title, engram=row.engram_name)

    def edit(caller: int) -> Edit | None:
        state = library.current(vault, caller)
        if state is None:
            raise library.gone()
        _saved, text, meta = state
        if not any(c.explicit and names.call_key(c.target) == key for c in parse(text).calls):
            raise NotFound(
                _("It does not call “{name}”.").format(name=name),
                _("Name a call as it is written in the text."),
            )
        if not catalogue.reaches(vault, caller, target):
            raise AppError(
                _("“{name}” is in quarantine.").format(name=row.title),
                _("Release it first; until then nothing can call it."),
            )
        if catalogue.resolve(vault, key, meta.engram, caller) == (target,):
            return None
        return Edit(caller, text, meta, Reason.FILED, label, chosen={key: target})

    done = bulk.change(
        vault,
        ngettext("Change call", "Change calls", len(callers)),
        tuple(callers),
        edit,
        actor=actor,
        progress=progress,
    )
    return tuple(one.skill for one in done)
