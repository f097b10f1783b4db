"""What `draft` and `fix` do and say: a first text, and findings that are settled."""

import argparse
from typing import Any

from app.cli.answer import Answer, tell
from app.cli.ask_model import chosen, difference
from app.cli.progress import shown
from app.cli.session import Session, read_text
from app.cli.skill_argument import engram_of, find
from app.cli.skills import finding_in_json
from app.core.drafting.draft import draft as drafted
from app.core.drafting.repair import Mended, Mending, mend
from app.core.errors import AppError
from app.core.library import library
from app.core.library.known_skills import known_skills
from app.core.progress import checkpoint
from app.core.skills.checking.check import Finding, KnownSkills, Severity, findings
from app.core.skills.reading.grammar import parse
from app.core.walk.plan import source_id
from app.core.words import _


def draft(session: Session, arguments: argparse.Namespace) -> Answer:
    """The vault is needed only to save it."""
    description = arguments.text if arguments.file is None else read_text(arguments.file)
    if arguments.title:
        description = f"# {' '.join(arguments.title.split())}\n{description}"
    with chosen(session, arguments) as (model, why), shown(_("Drafting")) as progress:
        made = drafted(description, model, progress)
        checkpoint(progress)
    why = made.why or why
    found = findings(parse(made.text), KnownSkills())
    if why:
        tell(_("Sorted without a model: {why}").format(why=why))
    if made.added:
        added = ", ".join(made.added)
        tell(_("Not in your description: {facts}. Check them.").format(facts=added))
    for finding in _serious(found):
        tell(finding.message)
    skill = None
    if arguments.save and not parse(made.text).title:
        raise AppError(
            _("This draft has no title."), _("Name it with --title, then it can be saved.")
        )
    if arguments.save:
        with session.vault() as vault:
            engram = engram_of(vault, arguments)
            skill = library.save(vault, None, made.text, engram=engram, actor="command line").skill
        tell(_("Saved as {id}.").format(id=source_id(skill)))
    document = {
        "text": made.text,
        "model": made.model or None,
        "trouble": why,
        "added": list(made.added),
        "findings": [finding_in_json(finding) for finding in found],
        "id": source_id(skill) if skill is not None else None,
    }
    return Answer(document, made.text)


def fix(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        row = find(vault, arguments.name, arguments.engram)
        state = library.current(vault, row.id)
        assert state is not None
        before, text, _meta = state
        known = known_skills(vault, row.engram, row.status)
        with chosen(session, arguments) as (model, why), shown(_("Looking")) as progress:
            mending = mend(text, known, name=row.title, model=model, progress=progress)
            checkpoint(progress)
        number = row.number
        saved = bool(arguments.save) and mending.text != text
        if saved:
            number = library.save(
                vault, row.id, mending.text, base=before.version, actor="command line"
            ).number
    refused = (*mending.refused, why) if why and _could_be_worded(mending) else mending.refused
    document = {
        "id": source_id(row.id),
        "version": number,
        "saved": saved,
        "text": mending.text,
        "settled": [_settled(one) for one in mending.mended],
        "left": [finding_in_json(finding) for finding in mending.left],
        "refused": list(refused),
    }
    lines = [f"{one.finding.message}\n  {one.how}{_by(one)}" for one in mending.mended]
    lines += [_("Not settled: {why}").format(why=sentence) for sentence in refused]
    lines += [_("Left: {finding}").format(finding=f.message) for f in _serious(mending.left)]
    if mending.text != text:
        lines += ["", difference(text, mending.text), ""]
        lines.append(
            _("Saved {title}, version {number}.").format(title=row.title, number=number)
            if saved
            else _("Nothing was saved. Take it with --save.")
        )
    else:
        lines.append(_("Nothing in {title} can be settled without you.").format(title=row.title)
                     if mending.left else _("Nothing is wrong with {title}.").format(
                         title=row.title))  # fmt: skip
    return Answer(document, "\n".join(lines))


def _serious(found: tuple[Finding, ...]) -> list[Finding]:
    return [finding for finding in found if finding.severity is not Severity.SUGGESTION]


def _could_be_worded(mending: Mending) -> bool:
    """Whether a model could have settled more."""
    return any(finding.code == "goal-missing" for finding in mending.left)


def _settled(one: Mended) -> dict[str, Any]:
    return finding_in_json(one.finding) | {"how": one.how, "model": one.model or None}


def _by(one: Mended) -> str:
    return " " + _("(worded by {model})").format(model=one.model) if one.model else ""
