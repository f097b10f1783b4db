"""The one write that makes a rewriting the current version of a skill."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from app.core.actor import USER, Actor
from app.core.errors import AppError
from app.core.library import library
from app.core.library.authored import authored, digest
from app.core.library.record import Passage, Placed, Reason, Saved, Traced, Training
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.sentences import passage_of
from app.core.training.proposal import Choice, Item
from app.core.training.render import render
from app.core.training.rewriting.rewrite import (
    Rewrite,
    RewrittenStep,
    authored_of,
    text_of,
    verdicts,
)
from app.core.training.rewriting.structure import damages, sentence
from app.core.training.rewriting.support import unfit
from app.core.training.rewriting.verdict import Kind
from app.core.training.rewriting.verify import Judged, Verdicts
from app.core.training.train import accept, commit
from app.core.vault import Vault
from app.core.words import _, ngettext

REWRITTEN = "llm"


class NotVerified(AppError):
    """A rewriting that the verifier does not let through as a whole."""

    code = "not-verified"


def accept_rewrite(vault: Vault, rewrite: Rewrite, *, actor: Actor = USER) -> Saved:
    """Save the skill with the accepted sentences in it, as a snapshot.

    The whole is verified again: of what only looks close there is what a person accepted, of what
    was rejected nothing. Without any new sentence it is the training that it started from. Writes
    no version when the skill is like that already. Raises
    `NotVerified`, `StaleEdit` and `NotFound` as training does, and `NoRoom` if the placed
    memories have no place.
    """
    worded = text_of(rewrite)
    if worded == rewrite.placement.authored:
        return accept(vault, rewrite.placement, actor=actor)
    found = verdicts(rewrite)
    _refuse(rewrite, found)
    rendered = render(worded, _to_place(rewrite, found))
    training = _record(rewrite, found, worded, rendered.text, rendered.placed)
    if authored(rendered.text, training) != authored_of(rewrite):
        raise NotVerified(
            _("Your own text can no longer be told apart from the rewrite."),
            _("Nothing was saved. Leave out the last sentences you accepted."),
        )
    there = _is_there(vault, rewrite.skill, rendered.text, training)
    return commit(
        vault, rewrite.placement, None if there else rendered.text, training, Reason.REWRITTEN,
        summary(rewrite), _("Rewrite skill"), actor,
    )  # fmt: skip


def preview(rewrite: Rewrite) -> str:
    """The text as accepting it would save it. Raises `NoRoom`."""
    return render(text_of(rewrite), _to_place(rewrite, verdicts(rewrite))).text


def summary(rewrite: Rewrite) -> str:
    """What accepting it changes, such as "3 sentences from memories, 1 reworded"."""
    taken = [p for s in rewrite.steps for p in s.parts if p.choice is Choice.ACCEPTED and p.is_new]
    own = sum(part.own for part in taken)
    woven = sum(part.author is None for part in taken) - own
    reworded = len(taken) - woven - own
    said = []
    if woven or not taken:
        words = ngettext("{count} sentence from memories", "{count} sentences from memories", woven)
        said.append(words.format(count=woven))
    if reworded:
        words = ngettext("{count} reworded", "{count} reworded", reworded)
        said.append(words.format(count=reworded))
    if own:
        words = ngettext("{count} made your own words", "{count} made your own words", own)
        said.append(words.format(count=own))
    return ", ".join(said)


def _is_there(vault: Vault, skill: int, text: str, training: Training) -> bool:
    """Whether the skill is already as the rewriting would make it."""
    state = library.current(vault, skill)
    now = state[2].training if state is not None and state[1] == text else None
    return now is not None and (now.cited, now.taken_out, _originals(now)) == (
        training.cited, training.taken_out, _originals(training),
    )  # fmt: skip


def _originals(training: Training) -> list[str]:
    return [passage.original for passage in training.passages]


def _refuse(rewrite: Rewrite, found: Verdicts) -> None:
    """Raise for anything that the verifier rejects, or that looks close and was not accepted."""
    hint = _("Nothing was saved. Leave out that sentence, or place the memories instead.")
    _refuse_own(rewrite, hint)
    for damage in found.damages:
        raise NotVerified(sentence(damage, rewrite.placement.names), hint)
    read = {
        (step.position, part.text)
        for step in rewrite.steps
        for part in step.parts
        if part.verdict.kind is Kind.CLOSE and part.choice is Choice.ACCEPTED
    }
    for one in found.sentences:
        if not one.verdict.passes and (one.step, one.text) not in read:
            raise NotVerified(
                _("This sentence is not from the source it names: “{text}”").format(text=one.text),
                hint,
            )
        if one.verdict.kind is Kind.REJECTED:
            raise NotVerified(
                _("This sentence can no longer be used: “{text}”").format(text=one.text), hint
            )


def _refuse_own(rewrite: Rewrite, hint: str) -> None:
    """Raise if what was made the author's own words is more than words."""
    own = [p.as_own for s in rewrite.steps for p in s.parts if p.own]
    harm = damages(parse(rewrite.placement.authored), parse(authored_of(rewrite))) if own else ()
    if harm or any(unfit(text) is not None for text in own):
        said = _("The sentences you made your own would change more than the words of a step.")
        raise NotVerified(said, hint)


def _to_place(rewrite: Rewrite, found: Verdicts) -> Iterator[Item]:
    """The accepted memories that no sentence was borrowed from."""
    woven = {one.verdict.fragment for one in found.sentences if one.source is not None}
    for item in rewrite.placement.chosen:
        if item.fragment.id not in woven:
            yield item


def _record(
    rewrite: Rewrite, found: Verdicts, worded: str, text: str, placed: tuple[Placed, ...]
) -> Training:
    """What tells the rewriting from what the author wrote."""
    proposal = rewrite.placement
    since = {item.fragment.id: item.since or proposal.number + 1 for item in proposal.chosen}
    standing = tuple(replace(one, since=since[one.fragment]) for one in placed)
    original, before, now = parse(proposal.authored), parse(authored_of(rewrite)), parse(text)
    passages = tuple(
        _passage(step, before, now, found, proposal.number + 1)
        for step in rewrite.steps
        if _words(original, step.position) != _words(now, step.position)
    )
    cited = {one.fragment for passage in passages for one in passage.sentences}
    gone = tuple(i for i in proposal.taken_out if i not in since and i not in cited)
    return Training(REWRITTEN, standing, gone, passages, rewrite.writer)


def _passage(
    step: RewrittenStep, before: Skill, now: Skill, found: Verdicts, number: int
) -> Passage:
    """The record of one step; `before` has the sentences that its author made their own."""
    words = _words(now, step.position)
    left, _right = passage_of(now, now.steps[step.position - 1])
    own = {part.as_own for part in step.parts if part.own and part.choice is Choice.ACCEPTED}
    traced = tuple(_traced(one, own) for one in found.sentences if one.step == step.position)
    return Passage(_words(before, step.position), digest(words), left, traced, number)


def _traced(one: Judged, own: Collection[str]) -> Traced:
    kind = Kind.OWN if one.source is None and one.text in own else one.verdict.kind
    return Traced(kind.value, round(one.verdict.score, 4), one.verdict.fragment)


def _words(skill: Skill, position: int) -> str:
    start, end = passage_of(skill, skill.steps[position - 1])
    return skill.text[start:end]
