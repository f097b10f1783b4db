"""Proposals that wait follow their steps when a text is read otherwise than before."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.core.changes import Part
from app.core.skills.reading.grammar import parse
from app.core.skills.step_names import step_names
from app.core.training import inbox, proposal
from app.core.training.procedure import procedure_of
from app.core.training.proposal import Item, Proposal
from app.core.training.rewriting import rewrite as rewriting
from app.core.vault import Vault


def follow(vault: Vault, skills: Iterable[int]) -> None:
    """Let the proposals for these skills name the steps that their texts have now.

    What a model worded anew was made for the steps of before: only its memories stay.
    """
    for skill in skills:
        found = inbox.waiting_for(vault, skill)
        if found is None:
            continue
        moved = following(found.proposal)
        if moved is found.proposal:
            continue
        with vault.write(None) as write:
            ((stored,),) = write.rows(
                "select proposal from training_proposal where skill = ?", skill
            ) or [("",)]
            if stored != _stored(found):
                continue  # somebody decided something meanwhile
            write.db.execute(
                "update training_proposal set proposal = ? where skill = ?",
                (proposal.to_json(moved), skill),
            )
            write.touch(Part.TRAINING, skill)


def _stored(found: inbox.Waiting) -> str:
    return rewriting.to_json(found.rewrite) if found.rewrite else proposal.to_json(found.proposal)


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
