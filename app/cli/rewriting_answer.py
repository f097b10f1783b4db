"""What `train --rewrite` does and says: a model writes, every sentence gets its verdict."""

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Self

from app.cli.answer import Answer, harmless, tell
from app.cli.ask_model import chosen, difference, shelf
from app.cli.knowing import knowing
from app.cli.knowledge_answer import embedder
from app.cli.progress import Unseen, stoppable
from app.cli.session import Session
from app.cli.skill_argument import find
from app.cli.training_answer import document, left_out_lines, outcome, placed_lines
from app.core.llm.model import Model, Sampling
from app.core.progress import checkpoint
from app.core.skills.reading.grammar import parse
from app.core.training import train as training
from app.core.training.memory_query import Memories
from app.core.training.proposal import Choice, Proposal, accept_all
from app.core.training.rewriting.rewrite import Part, Rewrite, RewrittenStep, choose, placed
from app.core.training.rewriting.rewrite import text_of as worded
from app.core.training.rewriting.saving import REWRITTEN, NotVerified, accept_rewrite
from app.core.training.rewriting.saving import summary as said_in_short
from app.core.training.rewriting.verdict import Kind, reason
from app.core.training.rewriting.weaving import Finished, Started, Written, weave
from app.core.vault import Vault
from app.core.words import _

_UNFINISHED = re.compile(r"⟦\d*\Z")
"""A sign that stands for something of the step, while it is being written."""


def train(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        row = find(vault, arguments.name, arguments.engram)
        knowing(vault)
        proposal = training.propose(vault, row.id, Memories(vault, embedder(vault)))
        with chosen(session, arguments) as (model, why):
            rewrite = _watched(model, proposal, shelf(session).manner.sampling())
        rewrite = replace(rewrite, trouble=why or rewrite.trouble)
        if not arguments.json and not arguments.dry_run:
            rewrite = _asked(rewrite)
        rewrite = placed(rewrite, accept_all)
        number, trouble = row.number, rewrite.trouble
        if not arguments.dry_run:
            number, refused = _save(vault, rewrite)
            trouble = refused or trouble
    return _answer(rewrite, trouble, number, number != row.number, arguments.dry_run)


def _watched(model: Model | None, proposal: Proposal, sampling: Sampling) -> Rewrite:
    """The model at work, on standard error; Ctrl C ends it."""
    steps = [" ".join(step.text.split()) for step in parse(proposal.authored).steps]
    with stoppable(Unseen("")) as progress, _Heard() as heard:
        for event in weave(model, proposal, progress, sampling=sampling):
            if isinstance(event, Started):
                tell(_("Step {position} ({number} of {count}): {text}").format(
                    position=event.position, number=event.number, count=event.count,
                    text=_short(steps[event.position - 1])))  # fmt: skip
            elif isinstance(event, Written):
                heard.so_far(event.text)
            elif isinstance(event, Finished):
                checkpoint(progress)
                return event.rewrite
            else:
                heard.end()
    raise AssertionError("weaving always finishes")


class _Heard:
    """What the model has written, on standard error as it comes."""

    def __init__(self) -> None:
        self._said = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.end()

    def so_far(self, text: str) -> None:
        text = _UNFINISHED.sub("", text)
        more = text[len(self._said) :] if text.startswith(self._said) else f"\n{text}"
        self._said = text
        print(harmless(more), end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """What comes next begins a line."""
        if self._said:
            tell("")
        self._said = ""


def _asked(rewrite: Rewrite) -> Rewrite:
    """Ask, where somebody can be asked, about each sentence that nobody but a person can judge."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr and sys.stderr.isatty()):
        return rewrite
    for step in rewrite.steps:
        for number, part in enumerate(step.parts):
            if part.verdict.kind is Kind.CLOSE:
                tell(_("Step {number}: {text}").format(number=step.position, text=_said(part)))
                tell(f"  {reason(part.verdict)}")
                print(_("Does it mean the same? [y/N] "), end="", file=sys.stderr, flush=True)
                yes = sys.stdin.readline().strip().casefold() in (_("y"), _("yes"))
                choice = Choice.ACCEPTED if yes else Choice.REJECTED
                rewrite = choose(rewrite, step.position, number, choice)
    return rewrite


def _save(vault: Vault, rewrite: Rewrite) -> tuple[int, str]:
    """The version it became, with the reason if the memories were only placed."""
    try:
        return accept_rewrite(vault, rewrite, actor="command line").number, ""
    except NotVerified as refused:
        saved = training.accept(vault, rewrite.placement, actor="command line")
        return saved.number, f"{refused} {refused.hint}"


def _answer(rewrite: Rewrite, trouble: str, number: int, saved: bool, dry_run: bool) -> Answer:
    before, after = rewrite.placement.authored, worded(rewrite)
    is_rewritten = before != after and trouble == rewrite.trouble
    woven = _woven(rewrite) if is_rewritten else set()
    rest = [item for item in rewrite.placement.items if item.fragment.id not in woven]
    summary = said_in_short(rewrite) if is_rewritten else training.summary(rewrite.placement)
    about = document(rewrite.placement, number, saved)
    about["mode"] = REWRITTEN if is_rewritten else training.DETERMINISTIC
    if rewrite.writer is not None:
        about |= {"model": rewrite.writer.name, "digest": rewrite.writer.digest}
    about |= {
        "trouble": trouble,
        "summary": summary,
        "verdicts": [_verdict(s, p) for s in rewrite.steps for p in s.parts],
    }
    lines = [line for step in rewrite.steps for line in _step_lines(step)]
    if trouble:
        lines.append(_("Not rewritten further: {why}").format(why=trouble) if is_rewritten
                     else _("Not rewritten: {why}").format(why=trouble))  # fmt: skip
    if is_rewritten:
        lines += ["", difference(before, after), ""]
    lines += [*placed_lines(rewrite.placement, rest), *left_out_lines(rewrite.placement)]
    lines.append(outcome(rewrite.placement.title, number, summary, saved, dry_run))
    return Answer(about, "\n".join(lines))


def _woven(rewrite: Rewrite) -> set[int | None]:
    """The memories that accepted sentences were borrowed from: they are not placed as well."""
    return {
        part.verdict.fragment
        for step in rewrite.steps
        for part in step.parts
        if part.source is not None and part.choice is Choice.ACCEPTED
    }


def _verdict(step: RewrittenStep, part: Part) -> dict[str, Any]:
    return {
        "step": step.position,
        "text": part.text,
        "source": part.source,
        "verdict": part.verdict.kind.value,
        "why": reason(part.verdict),
        "score": round(part.verdict.score, 5),
        "memory": part.verdict.fragment if part.source is not None else None,
        "accepted": part.choice is Choice.ACCEPTED,
    }


def _step_lines(step: RewrittenStep) -> Iterator[str]:
    if step.trouble:
        yield _("Step {number}: {text}").format(number=step.position, text=step.trouble)
        return
    yield _("Step {number}").format(number=step.position)
    for part in step.parts:
        yield f"  {_in_words(part):<12}{_said(part)}"
        if part.verdict.kind is not Kind.SAME:
            yield f"  {'':<12}{reason(part.verdict)}"


def _in_words(part: Part) -> str:
    """The verdict in one word; of what looks close, what was decided."""
    if part.verdict.kind is Kind.CLOSE:
        return _("accepted") if part.choice is Choice.ACCEPTED else _("left out")
    return {
        Kind.SAME: _("same"),
        Kind.REWORDED: _("reworded"),
        Kind.BORROWED: _("borrowed"),
        Kind.REJECTED: _("rejected"),
    }[part.verdict.kind]


def _said(part: Part) -> str:
    return f"{part.text} ({part.source})" if part.source is not None else part.text


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59].rstrip()}…"
