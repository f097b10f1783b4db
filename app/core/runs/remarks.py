"""What was wrong with a procedure: an observation on the skill, and a proposal at that step."""

from dataclasses import dataclass

from app.core.errors import NotFound
from app.core.library import catalogue
from app.core.lifecycle import observations
from app.core.lifecycle.counted import PERSON as PEOPLE
from app.core.lifecycle.observations import Category
from app.core.memory import memories
from app.core.memory.reading.split import Fragment
from app.core.memory.sources import Source, SourceKind
from app.core.progress import SILENT, Progress
from app.core.runs import record
from app.core.runs.place_words import in_words
from app.core.runs.state import PERSON, By
from app.core.training import inbox, train
from app.core.training.decisions import with_decisions
from app.core.training.proposal import Cause, Recall
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
    skill, words, place = told.record.run.skill, "", ""
    if step:
        line = next((one for one in told.lines if one.step == step), None)
        if line is None:
            raise NotFound(
                _("This run was never at step {step}.").format(step=step),
                _("Choose one of its steps."),
            )
        skill, words = line.skill, line.text
        place = in_words(step, line.title if line.skill != told.record.run.skill else "")
    noted = observations.observe(
        vault, skill, text, category, agent=by.client or PEOPLE, run=run, step=step
    )
    row = catalogue.row(vault, skill)
    if row is None:
        return Remark(noted, None)
    at = _("Run {run}, {step}") if step else _("Run {run}")
    source = Source(at.format(run=run, step=place), SourceKind.NOTE)
    said = " ".join(text.split())[: observations.LONGEST]
    kept = memories.keep(vault, [Fragment(words, said)], source, row.engram_name, progress=progress)
    if not kept.added:
        return Remark(noted, None)
    found = train.propose(vault, skill, recall, progress)
    waiting = inbox.waiting_for(vault, skill)
    if waiting is not None:
        found = with_decisions(vault, found, waiting.proposal)
    inbox.keep(vault, found, Cause.ASKED)
    return Remark(noted, skill)
