"""What was wrong with a procedure: an observation on the skill, and a proposal at that step."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.core.errors import NotFound
from app.core.library import catalogue
from app.core.library.align import pair
from app.core.lifecycle import observations
from app.core.lifecycle.counted import PERSON as PEOPLE
from app.core.lifecycle.observations import Category
from app.core.memory import memories
from app.core.memory.sources import Source, SourceKind
from app.core.progress import SILENT, Progress
from app.core.runs import record
from app.core.runs.moving import key_of
from app.core.runs.state import PERSON, By
from app.core.skills.reading.grammar import parse
from app.core.training import inbox, train
from app.core.training.decisions import with_decisions
from app.core.training.procedure import procedure_of
from app.core.training.proposal import Cause, Fragment, Item, Proposal, Recall
from app.core.vault import Vault
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Remark:
    """The number of the observation, and the skill in whose inbox the remark waits as a memory
    beside that step; None where the same was said before, or the skill is gone."""

    observation: int
    proposed: int | None


def remark(
    vault: Vault,
    run: int,
    text: str,
    recall: Recall,
    by: By = PERSON,
    *,
    step: str = "",
    category: Category = Category.QUALITY,
    progress: Progress = SILENT,
) -> Remark:
    """Note what was wrong at a step, named as the run named it, or with the procedure as a whole.

    What the inbox holds for that skill stays in it. A job. Raises `NotFound` for another step,
    `AppError` for an empty text, and `Cancelled`.
    """
    told = record.report(vault, run)
    skill, words = told.record.run.skill, ""
    if step:
        line = next((one for one in told.lines if one.step == step), None)
        if line is None:
            raise NotFound(
                _("This run was never at step {step}.").format(step=step),
                _("Choose one of its steps."),
            )
        skill, words = line.skill, line.text
    noted = observations.observe(
        vault, skill, text, category, agent=by.client or PEOPLE, run=run, step=step
    )
    row = catalogue.row(vault, skill)
    if row is None:
        return Remark(noted, None)
    at = _("Run {run}, step {step}") if step else _("Run {run}")
    source = Source(at.format(run=run, step=step), SourceKind.NOTE)
    kept = memories.remember(vault, text, engram=row.engram_name, source=source, progress=progress)
    if not kept.added:
        return Remark(noted, None)
    waiting = inbox.waiting_for(vault, skill)
    if waiting is not None and waiting.is_current:
        found = waiting.proposal
    else:
        found = train.propose(vault, skill, recall, progress)
        if waiting is not None:
            found = with_decisions(vault, found, waiting.proposal)
    placed = _with(found, _fragments(vault, source, kept.added), _place(found, words))
    inbox.keep(vault, placed, Cause.ASKED)
    return Remark(noted, skill)


def _fragments(vault: Vault, source: Source, added: Sequence[int]) -> list[Fragment]:
    found = (memories.memory(vault, number) for number in added)
    return [Fragment(one.id, one.text, source.name) for one in found if one is not None]


def _place(found: Proposal, words: str) -> int | None:
    """Behind which step a remark on the step with these words stands; None in the context."""
    couples = pair([key_of(words)], [key_of(step) for step in found.steps])
    place = next((one.right for one in couples if one.left == 0 and one.right is not None), None)
    return None if place is None or not words else place + 1


def _with(found: Proposal, said: Sequence[Fragment], after: int | None) -> Proposal:
    """With these fragments at that place, wherever they would stand otherwise."""
    procedure = procedure_of(parse(found.authored))
    numbers = {one.id for one in said}
    items = [one for one in found.items if one.fragment.id not in numbers]
    for one in said:
        placement = procedure.place(one.text) if after is None else procedure.at(one.text, after)
        items.append(Item(one, placement, after))
    left = tuple(one for one in found.left_out if one.fragment.id not in numbers)
    return replace(found, items=tuple(items), left_out=left)
