"""Proposals that wait follow their steps when a text is read otherwise than before."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.core.changes import Part
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.sentences import sentences_of
from app.core.skills.step_names import step_names
from app.core.training import inbox, proposal
from app.core.training.procedure import procedure_of
from app.core.training.proposal import Item, Proposal
from app.core.training.rewriting import rewrite as rewriting
from app.core.training.rewriting.rewrite import Rewrite
from app.core.vault import Vault
from app.core.words import ngettext


def follow(vault: Vault, skills: Iterable[int]) -> None:
    """Let the proposals for these skills name the steps that their texts have now."""
    for skill in skills:
        found = inbox.waiting_for(vault, skill)
        if found is None:
            continue
        made = found.rewrite or found.proposal
        moved = following_rewrite(made) if isinstance(made, Rewrite) else following(made)
        if moved is made:
            continue
        with vault.write(None) as write:
            ((stored,),) = write.rows(
                "select proposal from training_proposal where skill = ?", skill
            ) or [("",)]
            if stored != _stored(made):
                continue  # somebody decided something meanwhile
            write.db.execute(
                "update training_proposal set proposal = ? where skill = ?",
                (_stored(moved), skill),
            )
            write.touch(Part.TRAINING, skill)


def _stored(made: Proposal | Rewrite) -> str:
    return rewriting.to_json(made) if isinstance(made, Rewrite) else proposal.to_json(made)


def following_rewrite(made: Rewrite) -> Rewrite:
    """The rewrite with the steps of its text as they are read now; itself if they are the same.

    What a model worded anew stays, with what was decided about it, where a step has the sentences
    that it had; the rest is left out, and said.
    """
    placement = following(made.placement)
    if placement is made.placement:
        return made
    skill, ends = parse(placement.authored), places(made.placement.steps, placement.steps)
    kept = []
    for step in made.steps:
        now = ends[step.position - 1][0] if step.position <= len(ends) else None
        if now is not None and _sentences(skill, now) == step.original:
            kept.append(replace(step, position=now))
    trouble = made.trouble
    if lost := len(made.steps) - len(kept):
        said = ngettext(
            "{count} step was rewritten for an older reading of the text.",
            "{count} steps were rewritten for an older reading of the text.",
            lost,
        )
        trouble = f"{trouble} {said.format(count=lost)}".strip()
    return replace(made, placement=placement, steps=tuple(kept), trouble=trouble)


def _sentences(skill: Skill, position: int) -> tuple[str, ...]:
    return tuple(one.said for one in sentences_of(skill, skill.steps[position - 1]))


def following(made: Proposal) -> Proposal:
    """The proposal with the steps of its text as they are read now; itself if they are the same.

    A memory stays behind the step it was behind; where that is gone, the formula places it.
    """
    skill = parse(made.authored)
    steps, names = tuple(step.text for step in skill.steps), step_names(skill)
    if (steps, names) == (made.steps, made.names):
        return made
    ends, procedure = places(made.steps, steps), procedure_of(skill)

    def moved(item: Item) -> Item:
        asked = [ends[n - 1][0] if n else 0 for n in item.asked if n <= len(ends)]
        known = tuple(dict.fromkeys(n for n in asked if n is not None))
        end = ends[item.after - 1][1] if item.after and item.after <= len(ends) else item.after
        if item.after and end is None:
            found = procedure.place(item.fragment.text, ())
            return replace(
                item, asked=known, relevances=(), placement=found, after=found.after, pinned=False
            )
        found = item.placement
        if end is not None:
            found = procedure.at(item.fragment.text, end, ())
        return replace(item, asked=known, relevances=(), placement=found, after=end)

    return replace(made, steps=steps, names=names, items=tuple(map(moved, made.items)))


def places(before: Sequence[str], now: Sequence[str]) -> list[tuple[int | None, int | None]]:
    """For each step of before the first and the last step of now that have its words."""
    words = [" ".join(text.split()) for text in now]
    found: list[tuple[int | None, int | None]] = []
    at = 0
    for text in before:
        own = " ".join(text.split())
        start = next((n for n in range(at, len(words)) if _begins(own, words[n])), None)
        if start is None:
            found.append((None, None))
            continue
        end = start
        while end + 1 < len(words) and words[end + 1] and words[end + 1] in own:
            end += 1
        found.append((start + 1, end + 1))
        at = end + 1
    return found


def _begins(text: str, step: str) -> bool:
    """Whether a step of before begins with one of now, or the other way round."""
    return bool(step) and bool(text) and (text.startswith(step) or step.startswith(text))
