"""Which of the repairs that were proposed are made, and the one write that makes them."""

from collections.abc import Collection

from app.core.actor import USER, Actor
from app.core.drafting.repair import Fix, FixProposal, is_worded
from app.core.errors import StaleEdit
from app.core.library import library
from app.core.library.edit import Edit
from app.core.library.record import Meta, Reason, Saved
from app.core.skills.checking.check import Finding, Known, apply, findings
from app.core.skills.editing.render import with_goal
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _, ngettext


def can_settle(found: Collection[Finding], *, with_model: bool) -> bool:
    """Whether `propose_fixes` might settle one of these; a look, not the work."""
    return any(len(one.repairs) == 1 or (with_model and is_worded(one)) for one in found)


def only(
    proposal: FixProposal, chosen: Collection[Fix], known: Known, *, name: str = ""
) -> FixProposal:
    """The proposal with the chosen repairs alone, made in the same order.

    One that cannot be made without another that was not chosen is left out with it.
    """
    text = proposal.before
    made = []
    for one in proposal.fixes:
        if one in chosen and (changed := _made(text, one, known, name)) != text:
            text = changed
            made.append(one)
    left = findings(parse(text), known, name=name)
    return FixProposal(proposal.before, text, tuple(made), left, proposal.refused)


def accept(
    vault: Vault, skill: int, base: int, proposal: FixProposal, *, actor: Actor = USER
) -> Saved:
    """Save the proposal over the version with id `base`: one write, one undo.

    Raises `StaleEdit` if the skill was changed since, `NotFound` if it is gone.
    """

    def edit(saved: Saved, _text: str, meta: Meta) -> Edit:
        if saved.version != base:
            raise StaleEdit(
                _("This skill has changed since the repairs were proposed."),
                _("Nothing was lost. Ask for the repairs again."),
            )
        return Edit(skill, proposal.text, meta, Reason.EDITED, _label(proposal.fixes))

    return library.revise(vault, _("Fix findings"), skill, edit, actor=actor)[0]


def _made(text: str, one: Fix, known: Known, name: str) -> str:
    """The text with one repair; unchanged where its finding is no longer there."""
    if one.model and one.finding.goal is not None:
        return with_goal(text, one.finding.goal, one.how)
    wanted = one.finding
    for found in findings(parse(text), known, name=name):
        if (found.code, found.step, found.goal) == (wanted.code, wanted.step, wanted.goal):
            for repair in found.repairs:
                if repair.label == one.how and found.message == wanted.message:
                    return apply(text, repair)
    return text


def _label(fixes: Collection[Fix]) -> str:
    """For the history: how many, and who worded what."""
    said = ngettext("{count} finding fixed", "{count} findings fixed", len(fixes))
    models = sorted({one.model for one in fixes if one.model})
    words = _("; worded by {model}").format(model=", ".join(models)) if models else ""
    return said.format(count=len(fixes)) + words
