"""A sentence that only a model said, made a person's own: from then on it is the author's text."""

from dataclasses import replace

from app.core.errors import AppError, NotFound
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.sentences import sentences_of
from app.core.training.proposal import Choice
from app.core.training.rewriting.rewrite import Rewrite, authored_of, with_part
from app.core.training.rewriting.structure import damages
from app.core.training.rewriting.support import unfit
from app.core.training.rewriting.verdict import Why
from app.core.words import _


def make_own(rewrite: Rewrite, position: int, part: int) -> Rewrite:
    """With an added sentence accepted as the author's own words, without a source.

    The verifier then takes it for what its author wrote, so it may be plain words only: raises
    `AppError` for one that brings calls, tags, variables, code or marks, speaks to a model, has
    characters that cannot be seen, stands in the skill already or for a sentence of the author's,
    or with which the skill would be read differently; `NotFound` for one that is not there.
    """
    found = rewrite.step(position)
    if not 0 <= part < len(found.parts):
        raise NotFound(_("That sentence is not part of this rewrite."))
    one = found.parts[part]
    if one.author is not None:
        raise _refused(_("It replaces a sentence that you wrote."))
    if one.verdict.why is Why.REPEATED:
        raise _refused(_("This skill already says it."))
    if (wrong := unfit(one.text)) is not None:
        raise _refused(_why(wrong.why))
    made = with_part(rewrite, position, part, replace(one, choice=Choice.ACCEPTED, own=True))
    if not _is_read_alike(rewrite, made, position):
        raise _refused(_("It would change how the skill is read."))
    return made


def can_be_own(rewrite: Rewrite, position: int, part: int) -> bool:
    """Whether `make_own` would do it."""
    try:
        make_own(rewrite, position, part)
    except AppError:
        return False
    return True


def _is_read_alike(before: Rewrite, now: Rewrite, position: int) -> bool:
    """Whether the author's text has one sentence more in that step, and is otherwise the same."""
    was, text = parse(authored_of(before)), parse(authored_of(now))
    same = not damages(was, text)
    return same and _sentences(text, position) == _sentences(was, position) + 1


def _sentences(skill: Skill, position: int) -> int:
    return len(sentences_of(skill, skill.steps[position - 1]))


def _why(why: Why) -> str:
    return {
        Why.HIDDEN: _("It contains invisible characters."),
        Why.INSTRUCTS: _("It speaks to the model that reads it, not about the work."),
    }.get(why, _("It contains a call, a tag, a variable, code or markup."))


def _refused(why: str) -> AppError:
    said = _("This sentence cannot become your own words. {reason}")
    return AppError(said.format(reason=why), _("Leave it out and write the step in the editor."))
