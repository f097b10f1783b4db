"""What `enrich` does and says: better descriptions, each with where its words come from."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from app.cli.answer import Answer, table
from app.cli.ask_model import chosen, difference
from app.cli.progress import shown
from app.cli.session import Session
from app.cli.settings import settings
from app.core.actor import COMMAND_LINE
from app.core.api import enrichment
from app.core.api.enrichment import Choice, Enriched
from app.core.enrichment.enrich import Part, Value, written
from app.core.gist import gist
from app.core.store.files import Home
from app.core.words import _, ngettext

_ENDINGS = (".md", ".markdown")
"""What is called so is a file and not a skill."""


def enrich(session: Session, arguments: argparse.Namespace) -> Answer:
    if arguments.thin is (arguments.name is not None):
        arguments.wrong(
            _("--thin takes no name") if arguments.thin else _("a name or a file is missing")
        )
    if arguments.thin and (arguments.accept or arguments.all or arguments.decline):
        arguments.wrong(_("--thin only lists"))
    if arguments.thin:
        return _thin(session)
    is_file = "/" in arguments.name and os.path.isfile(arguments.name)  # noqa: PTH113  never raises
    if is_file or arguments.name.lower().endswith(_ENDINGS):
        return _file(session, Path(arguments.name), arguments)
    return _skill(session, arguments)


def _skill(session: Session, arguments: argparse.Namespace) -> Answer:
    with (
        session.vault() as vault,
        chosen(session, arguments) as (model, why),
        shown(_("Describing")) as progress,
    ):
        done = enrichment.describe(
            vault,
            settings(vault.home),
            arguments.name,
            _choice(arguments),
            arguments.engram,
            model=model,
            no_model=why,
            actor=COMMAND_LINE,
            progress=progress,
        )
    said = _("Described {title}, version {number}.")
    return _answer(done, said.format(title=done.found.title, number=done.number))


def _file(session: Session, path: Path, arguments: argparse.Namespace) -> Answer:
    """The vault is not needed."""
    if arguments.decline or arguments.engram:
        arguments.wrong(_("--decline and --engram are for skills in the vault"))
    with chosen(session, arguments) as (model, why), shown(_("Describing")) as progress:
        done = enrichment.describe_file(
            settings(Home(session.home)),
            path,
            _choice(arguments),
            model=model,
            no_model=why,
            progress=progress,
        )
    said = _("Wrote {file}.").format(file=path)
    if done.backup is not None:
        said += " " + _("The previous text is kept in {backup}.").format(backup=done.backup.name)
    return _answer(done, said)


def _choice(arguments: argparse.Namespace) -> Choice:
    parts = frozenset(map(Part, arguments.accept or ()))
    return Choice(parts, everything=arguments.all, declined=arguments.decline)


def _answer(done: Enriched, said: str) -> Answer:
    """`said` is what became of it, if anything was taken."""
    found = done.found
    lines = [line for value in found.values for line in _lines(value)]
    lines += [_("Not proposed: {why}").format(why=sentence) for sentence in done.refused]
    if not found.is_thin:
        lines.append(
            _("{title} is well described; there is nothing to propose.").format(title=found.title)
        )
    elif not found.values:
        lines.append(_("Nothing better was found in {title}.").format(title=found.title))
    else:
        text = written(found.text, done.taken or found.values)
        lines += ["", difference(found.text, text) or _("The text stays as it is."), ""]
        nothing = _("Nothing was saved. Use --all to accept it, or --accept for a part.")
        lines.append(said if done.taken else nothing)
    return Answer(done.document, "\n".join(lines))


def _lines(value: Value) -> Iterator[str]:
    yield {
        Part.DESCRIPTION: _("Description"),
        Part.TRIGGERS: _("Triggers"),
        Part.TAGS: _("Tags"),
    }[value.part]
    for number, said in enumerate(value.new):
        yield f"  {said}"
        if value.model:
            continue
        if value.because[number].casefold() != said.casefold():
            yield "    " + _("from “{words}”").format(words=gist(value.because[number], 80))
    if value.model:
        yield "    " + _("worded by {model}").format(model=value.model)


def _thin(session: Session) -> Answer:
    with session.vault() as vault, shown(_("Reading")) as progress:
        found = enrichment.thin(vault, settings(vault.home), progress)
    rows = [(one["title"], one["engram"], ", ".join(one["proposed"]) or _("–")) for one in found]
    header = (_("Skill"), _("Engram"), _("From its text"))
    count = ngettext("{count} skill", "{count} skills", len(rows)).format(count=len(rows))
    text = f"{table(rows, header)}\n{count}" if rows else _("Every skill is well described.")
    return Answer(found, text)
