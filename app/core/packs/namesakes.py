"""Skills of the library, in other engrams, that have the name of a packed one."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from app.core.library import catalogue
from app.core.library.record import Status
from app.core.vault import Vault
from app.core.words import _, ngettext

MOST = 3
"""As many engrams are named where many names are shared."""


@dataclass(frozen=True, slots=True)
class Namesake:
    """A skill of that name; `place` is the id of its engram, `callers` are those who call it."""

    id: int
    title: str
    place: int
    engram: str
    callers: tuple[int, ...] = ()


def namesakes(vault: Vault, keys: Collection[str]) -> dict[str, tuple[Namesake, ...]]:
    """Those that can be called, by the key of their name."""
    rows = vault.rows(
        "select s.id, s.title, s.engram, e.name, s.key from skill s join engram e on e.id ="
        " s.engram where s.key in (select value from json_each(?)) and s.current is not null"
        " and s.status <> ? order by e.name collate nocase, s.id",
        json.dumps(sorted(set(keys) - {""})),
        Status.QUARANTINED,
    )
    calls = catalogue.callers_of(vault, [skill for skill, *_rest in rows], certain=True)
    found: defaultdict[str, list[Namesake]] = defaultdict(list)
    for skill, title, place, engram, key in rows:
        callers = tuple(one for one in calls.get(skill, ()) if one != skill)
        found[key].append(Namesake(skill, title, place, engram, callers))
    return {key: tuple(those) for key, those in found.items()}


def same_name(others: Sequence[Namesake]) -> str:
    """What is said of a new skill because of them."""
    words = _("Same name as “{title}” in {engram}.")
    return words.format(title=others[0].title, engram=", ".join(one.engram for one in others))


def shared_names(known: Iterable[Sequence[Namesake]]) -> str:
    """What it means for calls that new skills have the names of `known`; empty where none has."""
    shared = [others for others in known if others]
    if not shared:
        return ""
    engrams = list(dict.fromkeys(one.engram for others in shared for one in others))
    places = ", ".join(engrams[:MOST]) + (" …" if len(engrams) > MOST else "")
    words = ngettext(
        "“{title}” is also in {engrams}.",
        "{count} of these names are also in {engrams}.",
        len(shared),
    )
    calls = _(
        "New calls by name mean the skill in their own engram; those from elsewhere must say which."
    )
    said = words.format(title=shared[0][0].title, count=len(shared), engrams=places)
    return f"{said} {calls}"


def calls_stay(others: Sequence[Namesake]) -> str:
    """Where calls by that name go on going; empty where there are none."""
    if not any(one.callers for one in others):
        return ""
    return _("Your calls still lead there.")
