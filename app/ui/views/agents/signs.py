"""How a skill in a folder stands, as a person sees it: an icon with a word, and what to do."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

from app.core.mirror.overview import FolderLook, Refusal, SkillFile
from app.core.mirror.survey import State
from app.core.words import _, ngettext
from app.ui.widgets.moments import moment_said


class Act(Enum):
    """The one thing to do about a skill."""

    COMPARE = auto()
    READ = auto()
    WRITE = auto()
    SHOW_BOTH = auto()
    ADOPT = auto()
    HEAL = auto()
    TURN_ON = auto()

    @property
    def words(self) -> str:
        return {
            Act.COMPARE: _("Compare"),
            Act.READ: _("Read"),
            Act.WRITE: _("Write"),
            Act.SHOW_BOTH: _("Show both"),
            Act.ADOPT: _("Adopt"),
            Act.HEAL: _("Heal"),
            Act.TURN_ON: _("Turn on"),
        }[self]


class Sign(NamedTuple):
    """A drawing in the colour of a token, with words."""

    icon: str
    colour: str
    words: str


SHADOWED = "shadowed"
"""Beside the states: a client takes another skill of that name from another folder."""


def state_of(one: SkillFile) -> str:
    """The state that is shown, by its name: what is in order may still be shadowed."""
    state = one.standing.state
    return SHADOWED if state is State.IN_SYNC and one.winner is not None else state.value


def sign(state: str) -> Sign:
    """Of a state, by its name."""
    return {
        State.IN_SYNC.value: Sign("check", "ok", _("In sync")),
        State.NEW.value: Sign("from-disk", "acc", _("New on disk")),
        State.ON_DISK.value: Sign("from-disk", "acc", _("Changed on disk")),
        State.HERE.value: Sign("to-disk", "acc", _("Changed here")),
        State.CONFLICT.value: Sign("conflict", "warn", _("Conflict")),
        State.GONE.value: Sign("circle-slash", "warn", _("Gone from disk")),
        State.DELETED.value: Sign("trash", "t2", _("Deleted here")),
        State.FOREIGN.value: Sign("foreign", "t2", _("Foreign")),
        State.OFF.value: Sign("eye-off", "t2", _("Off")),
        State.BROKEN.value: Sign("link-broken", "err", _("Broken link")),
        State.UNREADABLE.value: Sign("error", "err", _("Unreadable")),
        State.FOUND.value: Sign("foreign", "t3", _("Found")),
        SHADOWED: Sign("shadowed", "t2", _("Shadowed")),
    }[state]


def remark(one: SkillFile, now: datetime) -> str:
    """What there is to say about the state, in a few words."""
    standing = one.standing
    if state_of(one) == SHADOWED and one.winner is not None:
        return _("{folder} wins").format(folder=said_path(one.winner))
    if standing.state is State.HERE and one.row is not None:
        waits = _("v{number} not written yet").format(number=one.row.number)
        return f"{waits}: {standing.about}" if standing.about else waits
    if standing.state in (State.ON_DISK, State.NEW) and standing.found and standing.found.stamp:
        changed = datetime.fromtimestamp(standing.found.stamp.changed / 1e9, UTC)
        return _("changed {when}").format(when=moment_said(changed, now))
    if standing.state is State.GONE and standing.known is not None and standing.known.gone:
        return _("since {when}").format(when=moment_said(standing.known.gone, now))
    if standing.state is State.FOREIGN:
        if standing.known is not None:
            return _("left out by you")
        if standing.found is not None and standing.about == standing.found.target:
            return _("leads to {place}").format(place=standing.about) if standing.about else ""
        return _("installed by {program}").format(program=standing.about)
    if standing.is_pinned:
        return _("pinned: not read or written")
    if standing.state is State.OFF:
        return _("agents do not see it")
    if standing.state is State.BROKEN:
        return _("its target is gone")
    return standing.about


def act_of(one: SkillFile) -> Act | None:
    """What to do about it, if there is something: nothing before its folder is linked."""
    if not one.standing.folder.id:
        return None
    return {
        State.CONFLICT.value: Act.COMPARE,
        State.NEW.value: Act.READ,
        State.ON_DISK.value: Act.READ,
        State.HERE.value: Act.WRITE,
        State.GONE.value: Act.HEAL,
        State.OFF.value: Act.TURN_ON,
        State.FOREIGN.value: Act.ADOPT,
        State.BROKEN.value: Act.HEAL,
        SHADOWED: Act.SHOW_BOTH,
    }.get(state_of(one))


def refused_words(one: Refusal) -> str:
    """Such as "Codex and Gemini would not load this: byte-order mark"."""
    why = _(", ").join(odd.said for odd in one.why)
    if one.by_hand:
        said = _("{clients} would load this only when a person calls it: {why}")
    else:
        said = _("{clients} would not load this: {why}")
    return said.format(clients=listed(one.clients), why=why)


def listed(names: tuple[str, ...]) -> str:
    """Such as "Codex, Gemini, and Cursor"."""
    if len(names) < 3:
        return _(" and ").join(names)
    return _("{names}, and {last}").format(names=_(", ").join(names[:-1]), last=names[-1])


def folder_sign(look: FolderLook, checked: datetime | None) -> Sign:
    """How a folder is: the worst of what is in it."""
    if look.folder is None:
        return Sign("foreign", "t3", _("found, not linked"))
    if not look.is_there:
        return Sign("disk", "t3", _("disk not there, nothing removed"))
    for state, words in _WORST:
        if count := look.count(state):
            icon, colour, _title = sign(state.value)
            return Sign(icon, colour, words(count).format(count=count))
    if not look.is_whole:
        return Sign("warn", "warn", _("too much to look at all of it"))
    if count := sum(bool(one.refusals and one.row) for one in look.skills):
        said = ngettext("{count} would not load", "{count} would not load", count)
        return Sign("error", "err", said.format(count=count))
    time = f"{checked.astimezone():%H:%M}" if checked is not None else ""
    return Sign("check", "ok", _("in sync {time}").format(time=time).strip())


_WORST: tuple[tuple[State, Callable[[int], str]], ...] = (
    (State.CONFLICT, lambda n: ngettext("{count} conflict", "{count} conflicts", n)),
    (State.BROKEN, lambda n: ngettext("{count} broken link", "{count} broken links", n)),
    (State.UNREADABLE, lambda n: ngettext("{count} unreadable", "{count} unreadable", n)),
    (State.ON_DISK, lambda n: ngettext("{count} changed on disk", "{count} changed on disk", n)),
    (State.NEW, lambda n: ngettext("{count} new on disk", "{count} new on disk", n)),
    (State.HERE, lambda n: ngettext("{count} changed here", "{count} changed here", n)),
    (State.GONE, lambda n: ngettext("{count} gone from disk", "{count} gone from disk", n)),
)


def said_path(path: Path) -> str:
    """The path as people write it, with `~` for their own folder."""
    home = os.path.realpath(Path.home())
    text = os.fspath(path)
    return f"~{text[len(home) :]}" if text == home or text.startswith(home + os.sep) else text
