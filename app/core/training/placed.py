"""A memory that stands in a text, taken out, put elsewhere or worded better by hand."""

from dataclasses import dataclass, replace

from app.core.library import skill_actions
from app.core.library.authored import digest, extent, standing
from app.core.library.record import Meta, Placed, Training
from app.core.skills.editing.writing import line_end
from app.core.skills.model import PlacedMemory, Skill
from app.core.skills.reading.placed_memories import quoted
from app.core.skills.step_names import step_names
from app.core.training.placement import Placement
from app.core.training.placement_reasons import why
from app.core.training.proposal import Fragment, Item, Proposal
from app.core.training.render import render
from app.core.vault import Vault


@dataclass(frozen=True, slots=True)
class Standing:
    """A memory of a text, and the record of the training that placed it there.

    Without one a person wrote it, or it came in a pack.
    """

    memory: PlacedMemory
    record: Placed | None

    @property
    def after(self) -> int | None:
        """The step it follows (0: before the first), None in the supporting context."""
        record = self.record
        first = record.after if record is not None else None
        return self.memory.after or (0 if first == 0 else None)


def standing_at(skill: Skill, training: Training | None, at: int) -> Standing | None:
    """The memory at that place of the text."""
    for number, memory in enumerate(skill.memories):
        if memory.start <= at <= extent(skill, memory)[1]:
            return Standing(memory, standing(skill, training).get(number))
    return None


def reason(skill: Skill, one: Standing) -> str:
    """Why it was placed there, in a sentence; empty if no training placed it."""
    if one.record is None:
        return ""
    steps = tuple(step.text for step in skill.steps)
    item = _item(one, one.record.fragment, one.memory.text)
    return why(Proposal(0, "", 0, 0, "", steps, step_names(skill), (item,)), item)


def without(skill: Skill, one: Standing) -> str:
    """The text without it, and without what was put around it."""
    start, end = extent(skill, one.memory)
    text, record = skill.text, one.record
    if record is not None and text.endswith(record.lead, 0, start):
        start -= len(record.lead)
    elif record is None:
        start = len(text[:start].rstrip())
    if record is not None and text.startswith(record.tail, end):
        end += len(record.tail)
    return text[:start] + text[end:]


def elsewhere(skill: Skill, one: Standing, after: int | None) -> tuple[str, Placed]:
    """The text with it after that step, where later trainings leave it, and the new record.

    Raises `NoRoom` where the text has no place for it.
    """
    fragment = one.record.fragment if one.record is not None else 0
    moved = replace(_item(one, fragment, one.memory.text), after=after, pinned=True)
    rendered = render(without(skill, one), [moved])
    (placed,) = rendered.placed
    return rendered.text, placed


def reworded(skill: Skill, one: Standing, text: str, fragment: int) -> tuple[str, Placed | None]:
    """The text with other words in its place, those of the memory `fragment`, and the record."""
    start, end = extent(skill, one.memory)
    block = quoted(text, one.memory.source).replace("\n", line_end(skill.text))
    written = skill.text[:start] + block + skill.text[end:]
    if one.record is None:
        return written, None
    now = replace(one.record, fragment=fragment, digest=digest(block), corrected=True)
    return written, now


def put_on_record(vault: Vault, skill: int, placed: Placed, label: str) -> None:
    """Note where a memory of the stored text is from, and whether it stays where it is.

    What is on record of its words is replaced; that of other words stays, for they may come back.
    """

    def noted(meta: Meta) -> Meta | None:
        if meta.training is None:
            return None
        kept = [one for one in meta.training.placed if one.digest != placed.digest]
        return replace(meta, training=replace(meta.training, placed=(*kept, placed)))

    skill_actions.refile(vault, label, [skill], noted)


def _item(one: Standing, fragment: int, text: str) -> Item:
    record, after = one.record, one.after
    found = Placement(after, 0.0)
    if record is not None:
        found = Placement(after, record.score, record.similarity, record.coherence)
    return Item(
        Fragment(fragment, text, one.memory.source),
        found,
        after,
        pinned=record is not None and record.pinned,
        since=record.since if record is not None else 0,
        corrected=record is not None and record.corrected,
    )
