"""What a person narrows the list of skills down to again and again, under names, in the vault."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from app.core.errors import AppError
from app.core.library.record import DiskState, Source, Status
from app.core.vault import Vault
from app.core.words import _

_SETTING = "saved filters"
LONGEST, MOST = 40, 50
"""Characters of a name, and filters."""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What is searched for, and what else a skill has to be; empty fields do not narrow."""

    text: str = ""
    engram: int | None = None
    role: str = ""
    status: Status | None = None
    tag: str = ""
    source: Source | None = None
    favourite: bool = False
    disk: DiskState | None = None

    def __bool__(self) -> bool:
        return self != Narrowing()


@dataclass(frozen=True, slots=True)
class SavedFilter:
    """A narrowing under a name."""

    name: str
    narrowing: Narrowing


def saved(vault: Vault) -> tuple[SavedFilter, ...]:
    """In the order they were saved; what a later version wrote and we cannot read is left out."""
    stored = vault.setting(_SETTING)
    found = map(_read, stored if isinstance(stored, list) else ())
    return tuple(one for one in found if one is not None)


def save(vault: Vault, name: str, narrowing: Narrowing) -> None:
    """Keep it under that name, in place of what had it; raises `AppError`."""
    name, known = _sound(name), saved(vault)
    new = SavedFilter(name, narrowing)
    if any(_same(one.name, name) for one in known):
        _write(vault, [new if _same(one.name, name) else one for one in known])
        return
    if len(known) >= MOST:
        raise AppError(
            _("You can save {most} filters.").format(most=MOST),
            _("Remove one that you do not use."),
        )
    _write(vault, [*known, new])


def rename(vault: Vault, old: str, new: str) -> None:
    """Call a filter otherwise; raises `AppError` for a name that another one has."""
    new, known = _sound(new), saved(vault)
    if not _same(old, new) and any(_same(one.name, new) for one in known):
        raise AppError(
            _("A filter called “{name}” already exists.").format(name=new),
            _("Choose another name."),
        )
    _write(vault, [SavedFilter(new, f.narrowing) if f.name == old else f for f in known])


def remove(vault: Vault, name: str) -> None:
    """Forget a filter, if there is one of that name."""
    _write(vault, [one for one in saved(vault) if one.name != name])


def _sound(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST or not name.isprintable():
        raise AppError(_("A filter's name has 1 to {most} characters.").format(most=LONGEST))
    return name


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _write(vault: Vault, filters: Sequence[SavedFilter]) -> None:
    vault.put_setting(_SETTING, [{"name": f.name, **asdict(f.narrowing)} for f in filters])


def _read(stored: Any) -> SavedFilter | None:
    try:
        stored = {"disk": None, **stored}  # filters of earlier versions know no disk
        given = {field.name: stored[field.name] for field in fields(Narrowing)}
        given["disk"] = None if given["disk"] is None else DiskState(given["disk"])
        given["status"] = None if given["status"] is None else Status(given["status"])
        given["source"] = None if given["source"] is None else Source(given["source"])
        return SavedFilter(stored["name"], Narrowing(**given))
    except (KeyError, TypeError, ValueError):
        return None
