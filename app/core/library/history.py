"""The versions of a skill, and going back to one.

Nothing is destroyed: going back saves an older text again.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from app.core.actor import USER, Actor
from app.core.errors import AppError, NotFound
from app.core.library import bulk, library
from app.core.library.edit import Edit
from app.core.library.kept_name import under_name
from app.core.library.record import Meta, Reason, Saved, Training
from app.core.library.version import digest
from app.core.skills import names
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Version:
    """One row of a skill's history; `text` is asked for separately.

    `details` are those of the version as they are stored, to tell two of them apart.
    """

    id: int
    number: int
    at: datetime
    actor: Actor
    reason: Reason
    label: str
    digest: str
    is_current: bool
    details: str = ""


def versions(vault: Vault, skill: int) -> tuple[Version, ...]:
    """The history of a skill, newest first; several saves in one sitting are one version."""
    found = vault.rows(
        "select v.id, v.number, v.at, v.actor, v.client, v.agent,"
        " iif(v.reason = ?2 and u.undoes is not null, ?3, v.reason), v.label,"
        " coalesce(v.digest, ''), v.id = s.current, v.meta"
        " from version v join skill s on s.id = v.skill"
        " left join journal j on j.id = v.journal left join journal u on u.id = j.undoes"
        " where v.skill = ?1 and v.id in"
        " (select max(id) from version where skill = ?1 group by number) order by v.id desc",
        skill,
        Reason.UNDONE,
        Reason.REDONE,
    )
    moment = datetime.fromisoformat
    return tuple(
        Version(i, number, moment(at), Actor(*by), Reason(reason), label, sha, bool(now), meta)
        for i, number, at, *by, reason, label, sha, now, meta in found
    )


def text_of(vault: Vault, skill: int, number: int) -> str:
    """The text of version `number`; raises `NotFound`, also for a version that is a deletion."""
    return _version(vault, skill, number)[0]


def training_of(vault: Vault, skill: int, number: int) -> Training | None:
    """What stands in version `number` that its author did not write; raises `NotFound`."""
    return _version(vault, skill, number)[1].training


def before(vault: Vault, skill: int, version: int, text: str) -> tuple[int, str] | None:
    """The newest version with another text than `text` before the one with that id, if any.

    Where that one went back to what was there before, so does this: what had been undone is no
    step on the way.
    """
    row = vault.row(
        "select id, text from version where id in (select max(id) from version where skill = ?1"
        " and number < (select number from version where id = ?2) group by number)"
        " and text is not null and text <> ?3 order by id desc limit 1",
        skill,
        _went_back_to(vault, version),
        text,
    )
    return (int(row[0]), str(row[1])) if row is not None else None


def newest_with(vault: Vault, skill: int, text: str) -> int | None:
    """The id of the newest version of a skill with that very text, if it ever had it."""
    sql = "select max(id) from version where skill = ? and digest = ?"
    ((found,),) = vault.rows(sql, skill, digest(text))
    return int(found) if found is not None else None


def _went_back_to(vault: Vault, version: int) -> int:
    """The version whose text that one has again because what came between was undone or changed
    back; itself where it is new, or somebody went back to it in the history.
    """
    found: int | None = version
    while found is not None:
        version = found
        ((found,),) = vault.rows(
            "select max(e.id) from version v join version e on e.skill = v.skill"
            " and e.number < v.number and e.digest = v.digest"
            " where v.id = ?1 and v.reason in (?2, ?3) and e.id in (select max(id) from version"
            "   where skill = (select skill from version where id = ?1) group by number)",
            version,
            Reason.EDITED,
            Reason.UNDONE,
        )
    return version


def moment_of(vault: Vault, version: int) -> datetime:
    """When the version with that id was written."""
    ((at,),) = vault.rows("select at from version where id = ?", version)
    return datetime.fromisoformat(at)


def earlier_name(vault: Vault, skill: int, number: int) -> str:
    """What the skill was called in version `number`; empty where it is called that now, and for a
    text without a title. Raises `NotFound`.
    """
    was, now = parse(text_of(vault, skill, number)).title, _name(vault, skill)
    return was if names.key(was) and names.key(now) and was != now else ""


def differs_in_name_only(vault: Vault, skill: int, number: int) -> bool:
    """Whether only what it was called sets version `number` apart from now; raises `NotFound`."""
    text, then, _like = _version(vault, skill, number)
    now = library.current(vault, skill)
    if now is None or text == now[1] or then.training != now[2].training:
        return False
    return under_name(text, _name(vault, skill)) == now[1]


def restore(
    vault: Vault, skill: int, number: int, *, exact: bool = False, actor: Actor = USER
) -> Saved:
    """Save the text of version `number` as a new version; raises `NotFound`, and `AppError` where
    only the name would change.

    The name, by which others call it, the engram, status and tags stay as they are now; what
    training had placed is as it was then. `exact` brings the name back too.
    """
    text, then, like = _version(vault, skill, number)
    label = _("Restored v{number}").format(number=number)
    if not exact and differs_in_name_only(vault, skill, number):
        raise AppError(
            _("Version {number} differs only in its name.").format(number=number),
            _("Rename the skill to give that name back: what calls it follows."),
        )

    def edit(skill: int) -> Edit:
        meta = library.last_meta(vault, skill)
        assert meta is not None
        meta = replace(meta, training=then.training)
        kept = text if exact else under_name(text, _name(vault, skill))
        return Edit(skill, kept, meta, Reason.ROLLED_BACK, label, calls_like=like)

    action = _("Restore version {number}").format(number=number)
    return bulk.change(vault, action, [skill], edit, actor=actor)[0]


def name_version(vault: Vault, skill: int, label: str, *, actor: Actor = USER) -> Saved:
    """Keep the current text as a snapshot with a name."""
    return library.save(
        vault, skill, library.text(vault, skill), reason=Reason.NAMED, label=label, actor=actor
    )


def _version(vault: Vault, skill: int, number: int) -> tuple[str, Meta, int]:
    row = vault.row(
        "select text, meta, id from version where skill = ? and number = ?"
        " order by id desc limit 1",
        skill,
        number,
    )
    if row is None:
        raise NotFound(
            _("There is no version {number} of this skill.").format(number=number),
            _("Choose one from its history."),
        )
    if row[0] is None:
        raise _no_text(vault, skill, number)
    return row[0], Meta.from_json(row[1]), row[2]


def _name(vault: Vault, skill: int) -> str:
    """What the skill is called now, or was called last; empty where its text gives it no title."""
    listed = vault.row("select title from skill where id = ? and key <> ''", skill)
    if listed is not None:
        return str(listed[0])
    row = vault.row(
        "select text from version where skill = ? and text is not null order by id desc limit 1",
        skill,
    )
    return parse(row[0]).title if row is not None else ""


def _no_text(vault: Vault, skill: int, number: int) -> NotFound:
    """What is raised for a version that is a deletion: where its text is."""
    before = vault.row(
        "select max(number) from version where skill = ? and number < ? and text is not null",
        skill,
        number,
    )
    return NotFound(
        _("Version {number} has no text: it marks the deletion of the skill.").format(
            number=number
        ),
        _("The text before that is version {before}.").format(before=before[0])
        if before and before[0]
        else None,
    )
