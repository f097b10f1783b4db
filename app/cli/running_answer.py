"""What `run` and `runs` do and say."""

import argparse
from datetime import datetime
from functools import partial
from pathlib import Path

from app.cli.answer import Answer, table, tell
from app.cli.knowledge_answer import embedder
from app.cli.progress import shown
from app.cli.run_dialogue import Dialogue
from app.cli.run_text import ENDED, far_words, place_text
from app.cli.session import Session
from app.core.api import run_records, run_remarks, runs
from app.core.api.run_documents import ListedRunDocument, PlaceDocument
from app.core.runs import actions, items, moving, places, store
from app.core.runs.actions import Action, Outcome
from app.core.runs.items import Kind
from app.core.runs.readable_record import moment
from app.core.runs.state import PERSON
from app.core.runs.store import Record
from app.core.vault import Vault
from app.core.words import _


def run(session: Session, arguments: argparse.Namespace) -> Answer:
    """One action, or all of them in a dialogue."""
    kept = [*arguments.note, *arguments.link, *arguments.file]
    wrong = arguments.wrong
    if (arguments.name is None) is (arguments.resume is None):
        wrong(_("which skill? Name it, or use --resume with the number of a run"))
    if arguments.wrong_text:
        kept.append(arguments.wrong_text)
    if arguments.resume is None and (arguments.do or kept):
        wrong(_("--do, --note, --link, --file and --wrong need --resume"))
    with session.vault() as vault:
        place = _begun(vault, arguments)
        if arguments.do or kept:
            place = _acted(vault, place["run"], arguments)
        elif not arguments.json:
            place = Dialogue(vault, place["run"]).follow()
            return Answer(place, _left(place))
    return Answer(place, place_text(place))


def _begun(vault: Vault, arguments: argparse.Namespace) -> PlaceDocument:
    if arguments.resume is not None:
        return runs.place(vault, arguments.resume)
    return runs.start(
        vault,
        arguments.name,
        arguments.engram,
        values=dict(arguments.set),
        ticked=arguments.met,
        without=arguments.why,
    )


def _acted(vault: Vault, run: int, arguments: argparse.Namespace) -> PlaceDocument:
    for kind, texts in ((Kind.NOTE, arguments.note), (Kind.LINK, arguments.link)):
        for text in texts:
            items.write_down(vault, run, kind, text, step=arguments.step or "")
    for path in arguments.file:
        with shown(_("Keeping {file}").format(file=path.name)) as progress:
            items.keep_file(
                vault, run, path.name, items.read(path), step=arguments.step or "",
                progress=progress,
            )  # fmt: skip
    if arguments.do == "abandon":  # a run in which nothing was done is not kept
        _remark(vault, run, arguments)
        return runs.act(vault, run, actions.Abandon(why=arguments.why))
    if arguments.do == "move":
        moving.move(vault, run)
    elif arguments.do:
        record = store.record(vault, run)
        store.act(vault, run, _action(record, arguments), PERSON)
    _remark(vault, run, arguments)
    return runs.place(vault, run)


def _remark(vault: Vault, run: int, arguments: argparse.Namespace) -> None:
    """Say what was wrong with the procedure, if anything."""
    if said := arguments.wrong_text:
        step = arguments.step or ""
        found = run_remarks.remark(vault, partial(embedder, vault), run, said, step)
        if found["proposed"]:
            noted = _("Noted; it waits among the proposals for {skill}.")
            tell(noted.format(skill=found["proposed"]))
        else:
            tell(_("Noted. The same was proposed before."))


def _action(record: Record, arguments: argparse.Namespace) -> Action:
    step = arguments.step or places.step(record.program, record.state)
    why, way, values = arguments.why, arguments.exit, dict(arguments.set)
    match arguments.do:
        case "start":
            asked = record.program.procedures[record.state.top.skill].prerequisites
            ticked = tuple(range(len(asked))) if arguments.met else ()
            return actions.Enter(step=step, values=values, ticked=ticked, without=why)
        case "done":
            return actions.Done(step=step, values=values, exit=way)
        case "skip":
            return actions.Skip(step=step, why=why, exit=way)
        case "fail":
            return actions.Fail(step=step, why=why)
        case "retry":
            return actions.Retry(step=step)
        case "go-on":
            return actions.GoOn(step=step, why=why, exit=way)
        case "recover":
            return actions.Recover(step=step)
        case "give-up":
            return actions.GiveUp(step=step)
        case "back":
            return actions.Back()
        case "pause":
            return actions.Pause()
        case "resume":
            return actions.Resume()
        case "hand-over":
            return actions.HandOver(to_person=False, to=arguments.to or "", why=why)
        case "take-over":
            return actions.TakeOver()
    return actions.Finish(outcome=Outcome(arguments.do), why=why, values=values)


def _left(place: PlaceDocument) -> str:
    """What to know when the dialogue ends before the run."""
    if place["status"] in ("finished", "abandoned"):
        return place_text(place)
    return _("The run stays where it is. Go on with `techne run --resume {number}`.").format(
        number=place["run"]
    )


def runs_command(session: Session, arguments: argparse.Namespace) -> Answer:
    """The list, or the record of one as a file."""
    if (arguments.record is None) is not (arguments.output is None):
        arguments.wrong(_("--record and --output belong together"))
    if arguments.record is not None:
        return _recorded(session, arguments.record, arguments.output)
    with session.vault() as vault:
        found = runs.listed(vault, arguments.name, arguments.engram, open_only=arguments.open)
    header = (_("Run"), _("Skill"), _("Version"), _("Step"), _("State"), _("Who"), _("Began"))
    rows = [_row(one) for one in found]
    return Answer(found, table(rows, header) if rows else _("There are no runs."))


def _row(one: ListedRunDocument) -> tuple[str, ...]:
    holder = one["holder"]
    who = _("a person") if holder["kind"] == "person" else holder["name"] or holder["client"]
    return (
        str(one["run"]),
        one["title"],
        str(one["version"]),
        far_words(one),
        ENDED[one["outcome"]] if one["outcome"] else one["status"],
        who,
        moment(datetime.fromisoformat(one["started"])),
    )


def _recorded(session: Session, run: int, path: Path) -> Answer:
    with session.vault() as vault:
        written = run_records.export(vault, run, path)
    if written["fingerprint"]:
        tell(_("Signed with your key, {print}.").format(print=written["fingerprint"]))
    return Answer(written, _("Written to {file}.").format(file=path))
