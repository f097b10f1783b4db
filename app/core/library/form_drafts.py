"""What was typed into a form and not given, kept in the vault until it is.

A form is named for what it is about, such as `remember` or `memory 12`. What is secret is never
kept here.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.core.changes import Part
from app.core.vault import Vault, Write

MOST = 3
"""Drafts of one form; an older one makes room."""
FORMS = 60
"""Forms with drafts; the one written in longest ago makes room."""
_PREFIX = "form draft:"
_IS_DRAFT = f"name glob '{_PREFIX}*'"


@dataclass(frozen=True, slots=True)
class FormDraft:
    """The fields that were written in, by name. When it was begun tells it from the others."""

    begun: datetime
    at: datetime
    values: Mapping[str, str]


def drafts(vault: Vault, form: str) -> tuple[FormDraft, ...]:
    """Those of one form, newest first; nothing where they cannot be read."""
    return _read(vault.setting(_PREFIX + form))


def leave(write: Write, form: str, values: Mapping[str, str]) -> None:
    """Keep what stood elsewhere as the newest draft of a form, with what becomes of its place."""
    row = write.row("select value from setting where name = ?", _PREFIX + form)
    others = _read(json.loads(row[0])) if row is not None else ()
    _put(write, form, (FormDraft(write.at, write.at, dict(values)), *others)[:MOST])


def _read(kept: Any) -> tuple[FormDraft, ...]:
    try:
        return tuple(
            FormDraft(
                datetime.fromisoformat(one["begun"]),
                datetime.fromisoformat(one["at"]),
                {str(name): str(value) for name, value in one["values"].items()},
            )
            for one in kept or ()
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        return ()


def keep(vault: Vault, form: str, begun: datetime, values: Mapping[str, str]) -> None:
    """Store what is typed by now, over what was stored of the same draft."""
    with vault.write(None) as write:
        now = FormDraft(begun, write.at, dict(values))
        others = (one for one in drafts(vault, form) if one.begun != begun)
        _put(write, form, (now, *others)[:MOST])
        write.db.execute(
            f"delete from setting where {_IS_DRAFT} and name not in (select name from setting"
            f" where {_IS_DRAFT} order by value ->> '$[0].at' desc limit ?)",
            (FORMS,),
        )


def drop(vault: Vault, form: str, begun: datetime) -> None:
    """Forget a draft, because it was given or thrown away."""
    kept = tuple(one for one in drafts(vault, form) if one.begun != begun)
    with vault.write(None) as write:
        _put(write, form, kept)


def _put(write: Write, form: str, kept: tuple[FormDraft, ...]) -> None:
    name = _PREFIX + form
    if kept:
        told = [
            {"at": one.at.isoformat(), "begun": one.begun.isoformat(), "values": dict(one.values)}
            for one in kept
        ]
        write.db.execute("insert or replace into setting values (?, ?)", (name, json.dumps(told)))
    else:
        write.db.execute("delete from setting where name = ?", (name,))
    write.touch(Part.DRAFTS)
