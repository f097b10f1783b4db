"""A run as a record for others to read and check: what was done by whom, when, and what was kept.

It is told from the actions of the run, so that it says what was seen at each of them. As JSON it is
signed with the key of whoever hands it out, over the canonical form of all of it but the signature.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias, cast

from app.core.packs.format.canonical import canonical
from app.core.packs.format.contents import Json
from app.core.packs.format.signing import Identity
from app.core.runs import actions, items, machine, places, store
from app.core.runs.actions import Action, Enter, Move
from app.core.runs.items import Item, Kind
from app.core.runs.signed_record import FORMAT, PURPOSE, VERSION
from app.core.runs.state import By, Stage
from app.core.runs.store import Record
from app.core.vault import Vault

_Object: TypeAlias = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Line:
    """One action: `step` names the place where it was taken, whose text is `text` in the procedure
    `title`."""

    turn: int
    at: datetime
    by: By
    step: str
    skill: int
    title: str
    text: str
    action: Action


@dataclass(frozen=True, slots=True)
class Report:
    """All that is told of a run."""

    record: Record
    lines: tuple[Line, ...]
    items: tuple[Item, ...]


def report(vault: Vault, run: int) -> Report:
    """What is known of a run; raises `NotFound`."""
    found = store.record(vault, run)
    state = store.begun(vault, run)
    lines = []
    for entry in store.entries(vault, run):
        program = found.programs[state.program]
        frame = state.top
        procedure = program.procedures[frame.skill]
        is_at_step = frame.stage not in (Stage.ENTRY, Stage.END)
        text = procedure.nodes[frame.node].text if is_at_step else ""
        step = places.step(program, state)
        where = (step, frame.skill, procedure.title, text)
        lines.append(Line(entry.turn, entry.at, entry.by, *where, entry.action))
        state = machine.apply(found.programs, state, entry.action, entry.by, entry.at)
    return Report(found, tuple(lines), items.items(vault, run))


def to_json(told: Report, signer: Identity) -> bytes:
    """The record, signed: an object in readable JSON."""
    document = _document(told)
    document["signer"] = {"name": signer.name, "key": signer.key.hex()}
    signed = signer.sign(PURPOSE, canonical(document))
    document["signature"] = signed.hex()
    return json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n"


def _document(told: Report) -> _Object:
    run, state = told.record.run, told.record.state
    return {
        "format": FORMAT,
        "version": VERSION,
        "run": {
            "number": run.id,
            "title": run.title,
            "versionOfSkill": run.number,
            "started": run.started.isoformat(),
            "lastAction": run.at.isoformat(),
            "seconds": round(run.clock, 3),
            "status": run.status.value,
            "outcome": run.outcome.value if run.outcome else None,
            "said": run.said,
            "results": dict(state.results),
            "values": dict(state.frames[0].values),
        },
        "procedures": [
            {
                "title": one.title,
                "version": one.number,
                "prerequisites": list(one.prerequisites),
                "steps": [{"number": node.path, "text": node.text} for node in one.nodes],
            }
            for program in told.record.programs.values()
            for one in program.procedures.values()
        ],
        "actions": [_line(line) for line in told.lines],
        "items": [_item(one) for one in told.items],
    }


def _line(line: Line) -> Json:
    said: dict[str, Any] = json.loads(actions.to_json(line.action))
    kind = said.pop("kind")
    said.pop("step", None)
    if isinstance(line.action, Move):
        said = {}  # where the vault keeps it says nothing to others
    if isinstance(line.action, Enter):
        said["ticked"] = [number + 1 for number in line.action.ticked]
    about = {name: value for name, value in said.items() if value not in (None, "", {}, [])}
    return cast(
        Json,
        {
            "turn": line.turn,
            "at": line.at.isoformat(),
            "by": _by(line.by),
            "step": line.step,
            "skill": line.title,
            "text": line.text,
            "action": kind,
            **({"said": about} if about else {}),
        },
    )


def _item(one: Item) -> Json:
    found: _Object = {
        "at": one.at.isoformat(),
        "by": _by(one.by),
        "step": one.step,
        "kind": one.kind.value,
        "text": one.text,
    }
    if one.kind is Kind.FILE:
        found |= {"sha256": one.digest, "bytes": one.size}
    return found


def _by(by: By) -> Json:
    return {"kind": "person" if by.is_person else "agent", "client": by.client, "name": by.name}
