"""The tags of a skill, and those that the skills around it suggest."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.core.actor import USER, Actor
from app.core.changes import Part
from app.core.errors import AppError
from app.core.graph.communities import TagSuggestion
from app.core.library import catalogue, library
from app.core.library.details import edit
from app.core.library.record import Meta
from app.core.library.skill_actions import refile
from app.core.library.tags import sound
from app.core.library.version import MOST_TAGS
from app.core.lifecycle import related_skills
from app.core.progress import SILENT, Progress
from app.core.vault import Vault, Write, put_setting
from app.core.words import _

_DISMISSED = "tags dismissed"


def tags_of(vault: Vault, skill: int) -> tuple[str, ...]:
    state = library.current(vault, skill)
    return state[2].tags if state is not None else ()


def suggested(vault: Vault, skill: int) -> tuple[TagSuggestion, ...]:
    """What most skills of its group are tagged with and it is not. Takes a while: a job."""
    unwanted = set(_dismissed(vault).get(str(skill), ()))
    return tuple(
        one
        for one in related_skills.tags(vault)
        if one.skill == skill and one.tag.casefold() not in unwanted
    )


def put(vault: Vault, skill: int, *tags: str, actor: Actor = USER) -> None:
    """Add tags; one that is there already in another case stays as it is.

    Raises `AppError` for a tag that cannot be one, and `NotFound`.
    """
    new = [sound(tag) for tag in tags]
    edit(vault, skill, lambda _text, meta: _with(meta, new), _("Change details"), actor)


def take_off(vault: Vault, skill: int, tag: str, *, actor: Actor = USER) -> None:
    """Remove a tag, if the skill has it."""

    def untagged(_text: str, meta: Meta) -> Meta:
        return replace(meta, tags=tuple(one for one in meta.tags if one != tag))

    if tag in tags_of(vault, skill):
        edit(vault, skill, untagged, _("Change details"), actor)


def retag(
    vault: Vault,
    skills: Sequence[int],
    *,
    add: Iterable[str] = (),
    remove: Iterable[str] = (),
    actor: Actor = USER,
    progress: Progress = SILENT,
) -> None:
    """Add tags to skills and take others off; whether letters are capital does not matter.

    Raises `AppError` for a tag that cannot be one; then no skill is changed.
    """
    new = [sound(tag) for tag in add]
    unwanted = {" ".join(tag.split()).casefold() for tag in remove}

    def tagged(meta: Meta) -> Meta | None:
        kept = tuple(one for one in meta.tags if one.casefold() not in unwanted)
        after = _with(replace(meta, tags=kept), new)
        return after if after != meta else None

    refile(vault, _("Change tags"), skills, tagged, actor=actor, progress=progress)


def check(vault: Vault, skills: Sequence[int], tags: Sequence[str]) -> None:
    """Raises `AppError` unless each of these skills can have these tags, too."""
    new = [sound(tag) for tag in tags]
    for row in catalogue.some(vault, skills).values():
        _with(Meta(row.engram, tags=row.tags), new)


def _with(meta: Meta, tags: Iterable[str]) -> Meta:
    """With these tags too; raises `AppError` if they are too many."""
    have = {one.casefold(): one for one in meta.tags}
    for tag in tags:
        have.setdefault(tag.casefold(), tag)
    if len(have) > max(MOST_TAGS, len(meta.tags)):
        raise AppError(_("A skill has at most {most} tags.").format(most=MOST_TAGS))
    return replace(meta, tags=tuple(have.values()))


def dismiss(vault: Vault, skill: int, tag: str) -> None:
    """Never suggest a tag for this skill again."""
    with vault.write(None) as write:
        known = _dismissed(vault)
        own = [*known.get(str(skill), ()), tag.casefold()]
        _remember(write, skill, known | {str(skill): sorted(set(own))})


def reconsider(vault: Vault, skill: int, tag: str) -> None:
    """Take a dismissal back."""
    with vault.write(None) as write:
        known = _dismissed(vault)
        own = [one for one in known.get(str(skill), ()) if one != tag.casefold()]
        _remember(write, skill, known | {str(skill): own})


def _dismissed(vault: Vault) -> dict[str, list[str]]:
    return vault.setting(_DISMISSED) or {}


def _remember(write: Write, skill: int, known: dict[str, list[str]]) -> None:
    put_setting(write, _DISMISSED, {key: tags for key, tags in known.items() if tags})
    write.touch(Part.KNOWLEDGE, skill)
