"""Deterministic training: memories recalled for each step, proposed, and accepted in one write."""

from collections.abc import Iterator
from dataclasses import replace

from app.core.actor import USER, Actor
from app.core.changes import Part
from app.core.errors import NotFound, StaleEdit
from app.core.library import library, trained
from app.core.library.authored import authored, standing
from app.core.library.record import Meta, Placed, Reason, Saved, Training
from app.core.progress import SILENT, Progress
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse
from app.core.training import rejections
from app.core.training.memory_query import as_it_is_now
from app.core.training.placement import Placement
from app.core.training.proposal import Choice, Fragment, Item, Proposal, Recall
from app.core.training.render import Rendered, render
from app.core.training.selection import select
from app.core.training.step_recall import Recalled, ask_for
from app.core.vault import Vault
from app.core.words import _, ngettext

DETERMINISTIC = "deterministic"


def propose(vault: Vault, skill: int, recall: Recall, progress: Progress = SILENT) -> Proposal:
    """What training would add to a skill now; changes nothing. Takes a while: a job.

    Always starts from what the author wrote, never from the last training. Raises `NotFound`,
    and `Cancelled` when the person stops it.
    """
    state = library.current(vault, skill)
    if state is None:
        raise NotFound(_("That skill is no longer in the library."))
    saved, text, meta = state
    original = authored(text, meta.training)
    now = parse(original)
    stands = _standing(parse(text), meta.training)
    taken_out = _taken_out(meta.training, stands)
    valid = dict(_as_they_are_now(vault, stands))
    known = [item.fragment for item in valid.values()]
    recalled = ask_for(now, skill, recall, known, progress)
    standing = [_near(item, recalled) for item in valid.values()]
    said = select(now, recalled.found, standing, rejections.rejected(vault, skill), taken_out)
    offered = {item.fragment.id for item in said.items}
    return Proposal(
        skill=skill,
        title=now.title,
        base=saved.version,
        number=saved.number,
        authored=original,
        steps=tuple(step.text for step in now.steps),
        items=said.items,
        left_out=said.left_out,
        gone=tuple(
            number
            for number in (item.fragment.id for item in stands)
            if number not in valid or valid[number].fragment.id not in offered
        ),
        taken_out=taken_out,
    )


def accept(vault: Vault, proposal: Proposal, *, actor: Actor = USER) -> Saved:
    """Save the skill with the accepted items in it, as a snapshot; remember the rejected ones.

    Writes no version when the text has them already. Raises `StaleEdit` if the skill was changed
    since it was proposed, `NotFound` if it is gone, `NoRoom` if its text has no place for them.
    """
    rendered = render(proposal.authored, proposal.chosen)
    training = _training(proposal, rendered)
    state = library.current(vault, proposal.skill)
    same = state is not None and _is_there(state[1], state[2], rendered, training)
    return commit(
        vault, proposal, None if same else rendered.text, training, Reason.TRAINED,
        summary(proposal), _("Train skill"), actor,
    )  # fmt: skip


def commit(
    vault: Vault, proposal: Proposal, text: str | None, training: Training | None,
    reason: Reason, label: str, action: str, actor: Actor,
) -> Saved:  # fmt: skip
    """Save what a training came to and settle what waited for it; a text of None is there already.

    Raises `StaleEdit` and `NotFound` as `accept` does.
    """
    with vault.write(action if text is not None else None, actor) as write:
        state = library.current(vault, proposal.skill)
        if state is None:
            raise NotFound(
                _("That skill is no longer in the library."), _("Undo brings a deleted skill back.")
            )
        saved, _text, meta = state
        if saved.version != proposal.base:
            raise StaleEdit(
                _("This skill was changed since it was trained."),
                _("Nothing was lost. Train it again to place the memories in the newer text."),
            )
        rejections.remember(write, proposal.skill, proposal.rejected)
        write.db.execute("delete from training_proposal where skill = ?", (proposal.skill,))
        write.db.execute(
            "update training_plan set looked = ? where skill = ?",
            (write.at.isoformat(), proposal.skill),
        )
        write.touch(Part.TRAINING, proposal.skill)
        if text is None:
            trained.confirm(write, proposal.skill)
            return saved
        if training is not None:
            training = replace(training, cause=proposal.cause.value, recalled=proposal.recalled)
        now = replace(meta, training=training)
        return library.put(write, proposal.skill, text, now, reason, label=label)


def summary(proposal: Proposal) -> str:
    """What accepting the proposal changes, such as "2 memories placed, 3 kept, 1 taken out"."""
    new = sum(not item.since for item in proposal.chosen)
    kept = len(proposal.chosen) - new
    left = sum(bool(item.since) for item in proposal.items) - kept + len(proposal.gone)
    said = []
    if new or not (kept or left):
        words = ngettext("{count} memory placed", "{count} memories placed", new)
        said.append(words.format(count=new))
    if kept:
        said.append(ngettext("{count} kept", "{count} kept", kept).format(count=kept))
    if left:
        said.append(ngettext("{count} taken out", "{count} taken out", left).format(count=left))
    return ", ".join(said)


def _standing(skill: Skill, training: Training | None) -> list[Item]:
    """What training placed earlier and is still in the text, as accepted items."""
    items = []
    for number, placed in sorted(standing(skill, training).items()):
        memory = skill.memories[number]
        after = memory.after or (0 if placed.after == 0 else None)
        fragment = Fragment(placed.fragment, memory.text, memory.source, 1.0)
        items.append(
            Item(
                fragment,
                Placement(after, placed.score, placed.similarity, placed.coherence),
                after,
                choice=Choice.ACCEPTED,
                pinned=placed.pinned,
                since=placed.since,
            )
        )
    return items


def _as_they_are_now(vault: Vault, stands: list[Item]) -> Iterator[tuple[int, Item]]:
    """A corrected memory speaks in its new words, from the same place; a forgotten one is gone.

    Each with the number of the memory that stands in the skill.
    """
    for item in stands:
        fragment = as_it_is_now(vault, item.fragment)
        if fragment is not None:
            same = fragment.id == item.fragment.id
            since = item.since if same else 0
            yield item.fragment.id, replace(item, fragment=fragment, since=since)


def _near(item: Item, recalled: Recalled) -> Item:
    return replace(item, relevances=recalled.relevances(item.fragment.id))


def _taken_out(training: Training | None, stands: list[Item]) -> tuple[int, ...]:
    """What somebody deleted from the text since it was placed, this time or earlier."""
    if training is None:
        return ()
    there = {item.fragment.id for item in stands}
    lost = [placed.fragment for placed in training.placed if placed.fragment not in there]
    return tuple(dict.fromkeys([*training.taken_out, *lost]))


def _training(proposal: Proposal, rendered: Rendered) -> Training | None:
    """The record of what is placed; None when nothing is and nothing needs to be remembered."""
    since = {item.fragment.id: item.since or proposal.number + 1 for item in proposal.chosen}
    placed = tuple(replace(one, since=since[one.fragment]) for one in rendered.placed)
    taken_out = tuple(i for i in proposal.taken_out if i not in since)
    return Training(DETERMINISTIC, placed, taken_out) if placed or taken_out else None


def _is_there(text: str, meta: Meta, rendered: Rendered, training: Training | None) -> bool:
    """Whether the skill is already as the proposal would make it."""
    return text == rendered.text and _record(meta.training) == _record(training)


def _record(training: Training | None) -> object:
    """What matters of a record when two are compared: not where in the text, nor how well."""

    def essence(placed: Placed) -> object:
        return placed.fragment, placed.digest, placed.after, placed.pinned

    return training and (list(map(essence, training.placed)), training.taken_out)
