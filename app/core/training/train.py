"""Deterministic training: memories recalled for each step, proposed, and accepted in one write."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import shorten

from app.core.actor import USER, Actor
from app.core.changes import Part
from app.core.errors import StaleEdit
from app.core.library import library, trained
from app.core.library.authored import authored, standing
from app.core.library.record import Meta, Placed, Reason, Removed, Saved, Training
from app.core.progress import SILENT, Progress
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse
from app.core.skills.step_names import step_names
from app.core.training import inbox, rejections, remarks
from app.core.training.memory_query import as_it_is_now
from app.core.training.placement import Placement
from app.core.training.placement_reasons import reason
from app.core.training.proposal import Choice, Fragment, Item, LeftOut, Proposal, Recall, Why
from app.core.training.render import Rendered, render
from app.core.training.selection import Selection, select
from app.core.training.step_recall import Recalled, ask_for
from app.core.vault import Vault
from app.core.words import _, ngettext

DETERMINISTIC = "deterministic"
_NAMED, _GIST = 2, 60
"""So many of those taken out are named in a line, each with so many characters."""


def propose(vault: Vault, skill: int, recall: Recall, progress: Progress = SILENT) -> Proposal:
    """What training would add to a skill now; changes nothing. Takes a while: a job.

    Always starts from what the author wrote, never from the last training. Raises `NotFound`,
    and `Cancelled` when the person stops it.
    """
    state = library.current(vault, skill)
    if state is None:
        raise library.gone()
    saved, text, meta = state
    original = authored(text, meta.training)
    now = parse(original)
    stands = _standing(parse(text), meta.training)
    taken_out = _taken_out(meta.training, stands)
    valid = dict(_as_they_are_now(vault, stands))
    kept = _each_once(valid)
    said = tuple(remarks.remarks(vault, skill, now))
    looked_at = [item.fragment for item in kept.values()]
    recalled = ask_for(now, skill, recall, looked_at, progress)
    standing = [_near(item, recalled) for item in kept.values()]
    rejected = rejections.rejected(vault, skill)
    selected = select(now, recalled.found, standing, rejected, taken_out, said)
    return Proposal(
        skill=skill,
        title=now.title,
        base=saved.version,
        number=saved.number,
        authored=original,
        steps=tuple(step.text for step in now.steps),
        names=step_names(now),
        items=selected.items,
        left_out=selected.left_out,
        gone=tuple(_gone(stands, valid, kept, selected, rejected)),
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
    parsed = parse(text) if text is not None else None  # before the vault is held
    with vault.write(action if text is not None else None, actor) as write:
        state = library.current(vault, proposal.skill)
        if state is None:
            raise library.gone()
        saved, _text, meta = state
        if saved.version != proposal.base:
            raise StaleEdit(
                _("This skill has changed since it was trained."),
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
        else:
            if training is not None or proposal.removed:
                training = _on_record(training or Training(DETERMINISTIC), proposal)
            now = replace(meta, training=training)
            saved = library.put(
                write, proposal.skill, text, now, reason, label=label, parsed=parsed
            )
        if left := _undecided(proposal, saved):
            inbox.put(write, left, proposal.cause)
        return saved


def _undecided(proposal: Proposal, saved: Saved) -> Proposal | None:
    """What goes on waiting after a training was saved: what somebody said in a run and nobody has
    decided about yet, beside what stands there now."""
    items: list[Item] = []
    for item in proposal.items:
        if item.choice is Choice.ACCEPTED:
            items.append(replace(item, since=item.since or saved.number, corrected=False))
        elif item.remarked and item.choice is Choice.OPEN:
            items.append(item)
    if all(item.choice is Choice.ACCEPTED for item in items):
        return None
    there = {item.fragment.id for item in items if item.since}
    return replace(
        proposal, base=saved.version, number=saved.number, items=tuple(items), left_out=(),
        gone=(), taken_out=tuple(one for one in proposal.taken_out if one not in there),
    )  # fmt: skip


def _on_record(training: Training, proposal: Proposal) -> Training:
    """With what the history says about how it came about."""
    removed = tuple(
        Removed(one.fragment.id, one.fragment.text, one.why.value)
        for one in proposal.removed
        if one.fragment.id not in training.cited
    )
    return replace(
        training, cause=proposal.cause.value, recalled=proposal.recalled, removed=removed
    )


def summary(proposal: Proposal) -> str:
    """What accepting the proposal changes, such as "2 memories placed, 3 kept, 1 taken out: …"."""
    kept = sum(bool(item.since) for item in proposal.chosen)
    corrected = sum(item.corrected and not item.since for item in proposal.chosen)
    new = len(proposal.chosen) - kept - corrected
    said = []
    if new or not (kept or corrected or proposal.removed):
        words = ngettext("{count} memory placed", "{count} memories placed", new)
        said.append(words.format(count=new))
    if kept:
        said.append(ngettext("{count} kept", "{count} kept", kept).format(count=kept))
    if corrected:
        words = ngettext("{count} memory corrected", "{count} memories corrected", corrected)
        said.append(words.format(count=corrected))
    if proposal.removed:
        said.append(_taken_out_in_words(proposal.removed))
    return ", ".join(said)


def _taken_out_in_words(removed: Sequence[LeftOut]) -> str:
    """How many, the first of them in their words, and why."""
    count = ngettext("{count} removed", "{count} removed", len(removed))
    said = count.format(count=len(removed))
    known = [one for one in removed if one.fragment.text]
    named = [
        _("“{text}” ({why})").format(
            text=shorten(one.fragment.text, _GIST, placeholder=" …"), why=reason(one.why)
        )
        for one in known[:_NAMED]
    ]
    if len(known) > _NAMED:
        named.append(_("{count} more").format(count=len(known) - _NAMED))
    return f"{said}: {', '.join(named)}" if named else said


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
                corrected=placed.corrected,
            )
        )
    return items


def _as_they_are_now(vault: Vault, stands: list[Item]) -> Iterator[tuple[int, Item]]:
    """A corrected memory speaks in its new words, from the same place; a forgotten one is gone.

    Each with the number of the memory that stands in the skill.
    """
    for item in stands:
        number = item.fragment.id
        fragment = as_it_is_now(vault, item.fragment)
        if fragment is not None:
            if fragment.id != item.fragment.id:
                item = replace(item, since=0, corrected=True)  # noqa: PLW2901
            yield number, replace(item, fragment=fragment)


def _each_once(found: Mapping[int, Item]) -> dict[int, Item]:
    """Of several that have become one memory, the one that it was already, else a pinned one."""
    first: dict[int, int] = {}
    for number, item in sorted(
        found.items(), key=lambda one: (one[0] != one[1].fragment.id, not one[1].pinned)
    ):
        first.setdefault(item.fragment.id, number)
    return {number: item for number, item in found.items() if first[item.fragment.id] == number}


def _gone(
    stands: Iterable[Item], valid: Mapping[int, Item], kept: Collection[int], said: Selection,
    rejected: Collection[int],
) -> Iterator[LeftOut]:  # fmt: skip
    """What stands in the skill in vain, each with the reason."""
    offered = {item.fragment.id for item in said.items}
    why = {one.fragment.id: one.why for one in said.left_out}
    for item in stands:
        number = item.fragment.id
        now = valid[number].fragment.id if number in valid else None
        if now is None:
            yield LeftOut(item.fragment, Why.FORGOTTEN)
        elif number not in kept:
            yield LeftOut(item.fragment, Why.REPEATED)
        elif now not in offered:
            found = Why.REJECTED if now in rejected else why.get(now, Why.FAR)
            yield LeftOut(item.fragment, found)


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

    if training is None:
        return [], ()
    return list(map(essence, training.placed)), training.taken_out
