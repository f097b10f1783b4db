"""What a person decided about one rewriting, taken over into the next one of that skill."""

from dataclasses import replace

from app.core.errors import AppError
from app.core.training.proposal import Choice
from app.core.training.rewriting.own_words import make_own
from app.core.training.rewriting.rewrite import Part, Rewrite, RewrittenStep, with_part
from app.core.training.rewriting.verdict import Kind

Key = tuple[tuple[str, ...], str, str | None]


def with_decisions(found: Rewrite, earlier: Rewrite) -> Rewrite:
    """What was written now, with what was decided about the same sentences of the same steps.

    A sentence that is rejected now stays so, unless it was made the person's own words.
    """
    decided = {_key(s, p): p for s in earlier.steps for p in s.parts if p.is_new}
    for step in found.steps:
        for number, part in enumerate(step.parts):
            before = decided.get(_key(step, part))
            if before is not None and part.is_new:
                found = _taken_over(found, step.position, number, before)
    return found


def _taken_over(found: Rewrite, position: int, number: int, before: Part) -> Rewrite:
    part = found.step(position).parts[number]
    if before.own:
        try:
            return make_own(found, position, number)
        except AppError:
            return found
    if part.verdict.kind is Kind.REJECTED and before.choice is Choice.ACCEPTED:
        return found
    return with_part(found, position, number, replace(part, choice=before.choice))


def _key(step: RewrittenStep, part: Part) -> Key:
    return step.original, part.text, part.source
