"""Emptying the bin: what is deleted for good, so that nothing of it is left in the vault.

A person decides it in one short write. From then on the skills can neither be seen nor brought
back, and what is left of them is taken away in short writes, by whoever comes to it: this job, or
upkeep after it was stopped or killed. Copies made before (backups, packs) keep what is in them.
"""

import json
from collections.abc import Callable, Collection, Sequence

from app.core.actor import TECHNE, USER, Actor
from app.core.changes import Part
from app.core.errors import AppError
from app.core.library import call_targets, deleted, file_store, leftovers, overwrite
from app.core.library.slices import Slices
from app.core.memory import run_programs
from app.core.memory.retrieval import index
from app.core.memory.retrieval.item import SKILL, Item
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault, Write
from app.core.words import _

_CHARACTERS = 200_000
"""Of the texts that one write takes away, at first."""
_EACH = 500
"""As many more for every version."""
_SKILLS = 5
"""What is kept about so many is taken away in one write, at first."""


class PersonOnly(AppError):
    """It can be done by a person only."""

    code = "person-only"


def empty(
    vault: Vault,
    skills: Collection[int] | None = None,
    *,
    actor: Actor = USER,
    progress: Progress = SILENT,
) -> int:
    """Delete permanently what is in the bin, or those of the `skills` that are; returns how many.

    Emptied as a whole, what was undone and can only be redone goes with it. It cannot be undone.
    Stopped in the middle, upkeep does the rest. Raises `PersonOnly` where no person asks for it,
    and `Cancelled` before anything is done.
    """
    if not actor.is_person:
        raise PersonOnly(
            _("Only a person can empty the bin."),
            _("Empty it yourself, in the bin."),
        )
    checkpoint(progress)
    wanted = {one.id for one in deleted.in_bin(vault, skills)}
    unlisted = deleted.unlisted(vault) if skills is None else ()
    with vault.write(None, actor) as write:
        if doomed := deleted.doom(write, [*wanted, *unlisted]):
            overwrite.begin(write)
            write.touch(Part.LIST | Part.KNOWLEDGE | Part.DRAFTS, *doomed)
    finish(vault, progress)
    return len(wanted.intersection(doomed))


def is_unfinished(vault: Vault) -> bool:
    """Whether something is left of what was emptied."""
    return overwrite.is_unfinished(vault)


def finish(vault: Vault, progress: Progress = SILENT) -> None:
    """Take away what is left of what was emptied; raises `Cancelled`. A job."""
    if not is_unfinished(vault):
        return
    leftovers.sweep(vault)
    doomed = [skill for (skill,) in vault.rows("select skill from doomed order by skill")]
    _in_slices(vault, doomed, _count_lost, progress)
    _in_slices(vault, doomed, _take_rows, progress)
    _take_texts(vault, doomed, progress)
    run_programs.take_words(vault, doomed, progress)
    _in_slices(vault, doomed, _take_skills, progress)
    file_store.discard_unnamed(vault)
    index.clean(vault, progress)
    overwrite.finish(vault, progress)


def _in_slices(
    vault: Vault,
    doomed: Sequence[int],
    work: Callable[[Write, Sequence[int]], None],
    progress: Progress,
) -> None:
    """Do it to all of them, in writes that nobody has to wait for."""
    slices, done = Slices(_SKILLS, least=1), 0
    while done < len(doomed):
        checkpoint(progress)
        progress.report(done / len(doomed), _("Deleting permanently"))
        some = doomed[done : done + slices.size]
        with slices.write(vault, len(some), TECHNE) as write:
            write.unseen = True
            work(write, some)
        done += len(some)


def _count_lost(write: Write, skills: Sequence[int]) -> None:
    """Note for every entry that changed the skills that it can no longer be undone completely."""
    which = json.dumps(skills)
    write.db.execute(
        "insert into emptied (journal, skills) select journal, count(distinct skill)"
        " from stored_version where skill in (select d.skill from doomed d"
        " where not d.counted and d.skill in (select value from json_each(?))) group by journal"
        " on conflict do update set skills = skills + excluded.skills",
        (which,),
    )
    write.db.execute(
        "update doomed set counted = 1 where skill in (select value from json_each(?))", (which,)
    )


def _take_rows(write: Write, skills: Sequence[int]) -> None:
    """Take away what is kept about the skills beside their texts."""
    nodes = [node for (node,) in write.rows(_NODES, json.dumps(skills))]
    given = {"nodes": json.dumps(nodes), "skills": json.dumps(skills)}
    for table, which in (
        ("mention", "entity in {nodes}"),
        ("relation", "source in {nodes} or target in {nodes} or stated_in in {skills}"),
        ("unpaired", "node in {nodes}"),
        ("skill_meta", "entity in {nodes}"),
        *((table, f"run in ({_RUNS})") for table in ("run_action", "run_item", "run_visit")),
        ("run", "skill in {skills}"),
        ("candidate_place", f"candidate in ({_CANDIDATES})"),
        ("skill_candidate", "evolves in {skills} or made in {skills}"),
        ("run_program", "body ->> '$.root' in {skills}"),
        ("agent_call", f"skill in {{skills}} or request in ({_REQUESTS})"),
        *((table, "skill in {skills}") for table in _TABLES),
    ):
        where = which.format(nodes=_ANY.format("nodes"), skills=_ANY.format("skills"))
        write.db.execute(f"delete from {table} where {where}", given)
    write.db.execute(  # a file that stays on the disk is left alone from now on
        f"update folder_skill set skill = null where skill in {_ANY.format('skills')}"
        " and gone is null",
        given,
    )
    write.db.execute(f"delete from folder_skill where skill in {_ANY.format('skills')}", given)
    call_targets.lose(write, skills)
    index.leave(write, [Item(SKILL, skill) for skill in skills])


_ANY = "(select value from json_each(:{}))"
_CANDIDATES = "select id from skill_candidate where evolves in {skills} or made in {skills}"
_RUNS = "select id from run where skill in {skills}"
_REQUESTS = "select id from agent_request where skill in {skills}"
_NODES = "select id from entity where skill in (select value from json_each(?))"
_TABLES = (
    "skill_use", "importance_day", "entity", "draft", "place", "training_proposal",
    "training_plan", "training_rejection", "favourite", "reread", "skill_seen", "skill_outcome",
    "skill_event", "skill_observation", "agent_request", "run_visit", "skill_sequence",
)  # fmt: skip


def _take_texts(vault: Vault, doomed: Sequence[int], progress: Progress) -> None:
    """Take away all versions, as many in one write as are short enough together."""
    slices = Slices(_CHARACTERS, least=2_000, most=10 * _CHARACTERS)
    which = json.dumps(doomed)
    while found := vault.rows(
        "select id, length(text) + length(meta) from stored_version where skill in"
        " (select value from json_each(?)) limit 200",
        which,
    ):
        checkpoint(progress)
        weight, some = 0, list[int]()
        for version, length in found:
            some.append(version)
            weight += _EACH + (length or 0)
            if weight > slices.size:
                break
        with slices.write(vault, weight, TECHNE) as write:
            leftovers.drop(write, some)


def _take_skills(write: Write, skills: Sequence[int]) -> None:
    for table, column in (("skill", "id"), ("doomed", "skill")):
        write.db.execute(
            f"delete from {table} where {column} in (select value from json_each(?))",
            (json.dumps(skills),),
        )
    write.touch(Part.KNOWLEDGE | Part.TRAINING | Part.MEMORIES | Part.PLACES)
