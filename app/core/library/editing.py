"""Edits that name the version they were made from: by the command line, by agents."""

import re
from dataclasses import dataclass

from app.core.actor import USER, Actor
from app.core.errors import NotFound, StaleEdit
from app.core.library import library
from app.core.library.compare import compare
from app.core.library.merge import merge
from app.core.library.record import Saved
from app.core.library.summary import gist
from app.core.vault import Vault
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Edited:
    """What is stored now; `merged` if `text` has changes of others beside those of the edit."""

    saved: Saved
    text: str
    merged: bool


def edit(vault: Vault, skill: int, text: str, base: int, *, actor: Actor = USER) -> Edited:
    """Save `text`, which was made from the version with the id `base`, as a version of its own.

    What others changed meanwhile stays: the two are merged where nothing of either is lost.
    Otherwise raises `StaleEdit`, which says what was changed. Raises `NotFound` for a skill that
    was deleted, and for a version it never had.
    """
    before = text_of(vault, skill, base)
    while True:
        now = library.current(vault, skill)
        if now is None:
            raise library.gone()
        saved, theirs, _meta = now
        both = text if saved.version == base else merge(before, text, theirs)
        if both is None:
            raise _stale(before, theirs, saved)
        try:
            done = library.save(vault, skill, both, base=saved.version, actor=actor, sitting=False)
        except StaleEdit:  # somebody was faster once more
            continue
        return Edited(done, both, merged=both != text)


def base(vault: Vault, skill: int, named: str) -> int:
    """The id of the version that an edit names: by what `SkillRow.base` said, or by its number.

    A number alone is the newest text that was saved under it. Raises `NotFound`.
    """
    found = re.fullmatch(r"([0-9]{1,15})(?:\.([0-9]{1,15}))?", named)
    number, version = map(int, found.groups("0")) if found else (0, 0)
    row = vault.row(
        "select max(id) from version where skill = ? and number = ? and ? in (0, id)",
        skill,
        number,
        version,
    )
    if row is None or row[0] is None:
        raise _no_version(named)
    return int(row[0])


def text_of(vault: Vault, skill: int, version: int) -> str:
    """What the version with this id says; raises `NotFound`, also for a deletion."""
    row = vault.row("select text from version where skill = ? and id = ?", skill, version)
    if row is None or row[0] is None:
        raise _no_version(str(version))
    return str(row[0])


def _no_version(named: str) -> NotFound:
    return NotFound(
        _("There is no version {number} of this skill.").format(number=named),
        _("Choose one from its history."),
    )


def _stale(before: str, theirs: str, now: Saved) -> StaleEdit:
    """What became of the text that an edit was made from."""
    return StaleEdit(
        _("This skill has changed in the meantime: {changes}.").format(
            changes=gist(compare(before, theirs))
        ),
        _("Nothing was saved. Make your edit in version {number} and save again.").format(
            number=now.number
        ),
    )
