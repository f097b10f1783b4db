"""What `enrich` does and says: better descriptions, each with where its words come from."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.cli.answer import Answer, table
from app.cli.ask_model import chosen, difference
from app.cli.progress import shown
from app.cli.session import Session
from app.cli.settings import settings
from app.cli.skill_argument import find
from app.core.enrichment import enrich as enriching
from app.core.enrichment import skill_file, waiting
from app.core.enrichment.enrich import Enrichment, Part, Value, written
from app.core.errors import AppError
from app.core.library import catalogue
from app.core.progress import checkpoint
from app.core.store.files import Home
from app.core.walk.plan import source_id
from app.core.words import _, ngettext

_ENDINGS = (".md", ".markdown")
"""What is called so is a file and not a skill."""


def enrich(session: Session, arguments: argparse.Namespace) -> Answer:
    if arguments.thin:
        return _thin(session)
    is_file = "/" in arguments.name and os.path.isfile(arguments.name)  # noqa: PTH113  never raises
    if is_file or arguments.name.lower().endswith(_ENDINGS):
        return _file(session, Path(arguments.name), arguments)
    return _skill(session, arguments)


def _skill(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        row = find(vault, arguments.name, arguments.engram)
        least = settings(vault.home).enrich_min_description
        with chosen(session, arguments) as (model, why), shown(_("Describing")) as progress:
            found = enriching.propose(vault, row.id, model, progress, least)
            checkpoint(progress)
        taken = _taken(found, arguments)
        number = row.number
        if taken:
            parts = {value.part for value in taken}
            number = enriching.accept(vault, found, parts, actor="command line").number
        elif arguments.decline:
            enriching.decline(vault, found)
    document = {"id": source_id(row.id), "version": number, "file": None, "backup": None}
    done = _("Described {title}, version {number}.").format(title=row.title, number=number)
    return _answer(found, why, taken, document, done if taken else "")


def _file(session: Session, path: Path, arguments: argparse.Namespace) -> Answer:
    """The vault is not needed."""
    if arguments.decline or arguments.engram:
        arguments.wrong(_("--decline and --engram are for skills of the vault"))
    file = skill_file.read(path)
    least = settings(Home(session.home)).enrich_min_description
    with chosen(session, arguments) as (model, why), shown(_("Describing")) as progress:
        found = skill_file.propose(file, model, progress, least)
        checkpoint(progress)
    taken = _taken(found, arguments)
    backup = skill_file.write(file, taken) if taken else None
    document = {"id": None, "version": None, "file": str(path)}
    done = _("Wrote {file}.").format(file=path)
    if backup is not None:
        done += " " + _("What it was is kept in {backup}.").format(backup=backup.name)
    about = document | {"backup": str(backup) if backup else None}
    return _answer(found, why, taken, about, done if taken else "")


def _taken(found: Enrichment, arguments: argparse.Namespace) -> list[Value]:
    """What was chosen of what is proposed; raises `AppError` for what is not among it."""
    if arguments.all:
        return list(found.values)
    wanted = set(map(Part, arguments.accept or ()))
    if missing := sorted(wanted - found.parts):
        raise AppError(
            _("Nothing is proposed for: {parts}.").format(parts=", ".join(missing)),
            _("Look at the proposal first, without --accept."),
        )
    return [value for value in found.values if value.part in wanted]


def _answer(
    found: Enrichment, why: str, taken: list[Value], document: dict[str, Any], done: str
) -> Answer:
    is_complete = not found.is_thin or found.parts == set(Part)
    refused = found.refused if is_complete or not why else (*found.refused, why)
    document |= {
        "title": found.title,
        "thin": found.is_thin,
        "values": [_value(value, value in taken) for value in found.values],
        "refused": list(refused),
    }
    lines = [line for value in found.values for line in _lines(value)]
    lines += [_("Not proposed: {why}").format(why=sentence) for sentence in refused]
    if not found.is_thin:
        lines.append(_("{title} is described well; nothing is proposed.").format(title=found.title))
    elif not found.values:
        lines.append(_("Nothing better is found in {title} itself.").format(title=found.title))
    else:
        text = written(found.text, taken or found.values)
        lines += ["", difference(found.text, text) or _("The text stays as it is."), ""]
        lines.append(done or _("Nothing was saved. Take it with --all, or a part with --accept."))
    return Answer(document, "\n".join(lines))


def _value(value: Value, accepted: bool) -> dict[str, Any]:
    return {
        "part": value.part.value,
        "old": list(value.old),
        "new": list(value.new),
        "because": list(value.because),
        "model": value.model or None,
        "accepted": accepted,
    }


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
            yield "    " + _("from “{words}”").format(words=_short(value.because[number]))
    if value.model:
        yield "    " + _("worded by {model}").format(model=value.model)


def _thin(session: Session) -> Answer:
    with session.vault() as vault:
        least = settings(vault.home).enrich_min_description
        waits = set(waiting.waiting(vault))
        with shown(_("Reading")) as progress:
            found = list(waiting.thin(vault, least, progress))
        rows = [catalogue.row(vault, one.skill) for one in found if one.skill is not None]
    listed = [(one, row) for one, row in zip(found, rows, strict=True) if row is not None]
    documents = [
        {
            "id": source_id(row.id),
            "title": row.title,
            "engram": row.engram_name,
            "proposed": sorted(part.value for part in one.parts),
            "waiting": row.id in waits,
        }
        for one, row in listed
    ]
    lines = [(r.title, r.engram_name, ", ".join(sorted(one.parts)) or _("–")) for one, r in listed]
    header = (_("Skill"), _("Engram"), _("Its own text says"))
    count = ngettext("{count} skill", "{count} skills", len(lines)).format(count=len(lines))
    text = f"{table(lines, header)}\n{count}" if lines else _("Every skill is described well.")
    return Answer(documents, text)


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79].rstrip()}…"
