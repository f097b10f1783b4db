"""What `draft` and `fix` do and say: a first text, and findings that are settled."""

import argparse

from app.cli.answer import Answer, tell
from app.cli.ask_model import chosen, difference
from app.cli.progress import shown
from app.cli.session import Session, read_text
from app.core.actor import COMMAND_LINE
from app.core.api import drafting
from app.core.drafting.repair import Fix
from app.core.skills.checking.check import Finding, Severity
from app.core.words import _


def draft(session: Session, arguments: argparse.Namespace) -> Answer:
    """The vault is needed only to save it."""
    if arguments.engram and not arguments.save:
        arguments.wrong(_("--engram is for --save only"))
    description = arguments.text if arguments.file is None else read_text(arguments.file)
    with chosen(session, arguments) as (model, why), shown(_("Drafting")) as progress:
        made = drafting.draft(description, arguments.title, model, why, progress)
    if made.trouble:
        tell(_("Drafted without a model: {why}").format(why=made.trouble))
    for source in (made.made.other or made.made).lost:
        tell(_("The model left out: {words}").format(words=source.text))
    for struck in made.made.struck:
        tell(_("Removed: {words} {why}").format(words=struck.text, why=struck.why))
    if made.made.added:
        added = ", ".join(made.made.added)
        tell(_("Not in your description: {words}. Check them.").format(words=added))
    for finding in _serious(made.findings):
        tell(finding.message)
    if arguments.save:
        with session.vault() as vault:
            made = drafting.save_draft(vault, made, arguments.engram, actor=COMMAND_LINE)
        tell(_("Saved as {id}.").format(id=made.document["id"]))
    return Answer(made.document, made.made.text)


def fix(session: Session, arguments: argparse.Namespace) -> Answer:
    with (
        session.vault() as vault,
        chosen(session, arguments) as (model, why),
        shown(_("Checking")) as progress,
    ):
        done = drafting.fix(
            vault,
            arguments.name,
            arguments.engram,
            save=arguments.save,
            model=model,
            no_model=why,
            actor=COMMAND_LINE,
            progress=progress,
        )
    title, proposal = done.row.title, done.proposal
    lines = [f"{one.finding.message}\n  {one.how}{_by(one)}" for one in proposal.fixes]
    lines += [_("Not fixed: {why}").format(why=sentence) for sentence in done.refused]
    lines += [_("Still open: {finding}").format(finding=f.message) for f in _serious(proposal.left)]
    if proposal.text != done.before:
        lines += ["", difference(done.before, proposal.text), ""]
        lines.append(
            _("Saved {title}, version {number}.").format(title=title, number=done.number)
            if done.saved
            else _("Nothing was saved. Use --save to keep it.")
        )
    elif proposal.left:
        lines.append(_("Nothing in {title} can be fixed without you.").format(title=title))
    else:
        lines.append(_("No findings in {title}.").format(title=title))
    return Answer(done.document, "\n".join(lines))


def _serious(found: tuple[Finding, ...]) -> list[Finding]:
    return [finding for finding in found if finding.severity is not Severity.SUGGESTION]


def _by(one: Fix) -> str:
    return " " + _("(worded by {model})").format(model=one.model) if one.model else ""
