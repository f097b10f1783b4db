"""Where the calls of a skill lead, and letting one lead elsewhere."""

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.api.documents import SkillDocument, skill_document
from app.core.api.lookup import engram_id, find
from app.core.errors import NotFound
from app.core.library import redirect
from app.core.library.catalogue import Ambiguous, SkillRow
from app.core.library.redirect import Leading
from app.core.skills import names
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _


class CallDocument(TypedDict):
    """A name that a skill calls: where it leads, several if that is ambiguous, and where it could
    lead instead; `lost` when what it led to is gone or in quarantine.
    """

    call: str
    targets: list[SkillDocument]
    instead: list[SkillDocument]
    lost: bool


def listed(vault: Vault, name: str, engram: str | None = None) -> list[CallDocument]:
    """What a skill calls; raises `NotFound`, `Ambiguous`."""
    return [_document(one) for one in redirect.leading(vault, find(vault, name, engram).id)]


def change(
    vault: Vault,
    name: str,
    call: str,
    to: str,
    engram: str | None = None,
    *,
    actor: Actor,
) -> list[CallDocument]:
    """Let a call of a skill lead to another: `to` is its id, or the engram with one of that name.

    Raises `NotFound`, `Ambiguous`, and `AppError` for one in quarantine.
    """
    caller = find(vault, name, engram)
    target = _target(vault, caller, call, to)
    redirect.redirect(vault, [caller.id], call, target.id, actor=actor)
    return [_document(one) for one in redirect.leading(vault, caller.id)]


def _target(vault: Vault, caller: SkillRow, call: str, to: str) -> SkillRow:
    if to.startswith("skill:"):
        return find(vault, to)
    place, key = engram_id(vault, to), names.call_key(call)
    known = [one for one in redirect.leading(vault, caller.id) if one.key == key]
    rows = [row for one in known for row in (*one.now, *one.instead) if row.engram == place]
    found = list({row.id: row for row in rows}.values())
    if not found:
        raise NotFound(
            _("{engram} has no skill called “{name}” that it can call.").format(
                engram=to, name=call
            ),
            _("Choose one from the list of its calls."),
        )
    if found[1:]:
        raise Ambiguous(
            _("Several skills in {engram} are called “{name}”.").format(engram=to, name=call),
            _("Use an id instead: {ids}.").format(ids=", ".join(source_id(r.id) for r in found)),
        )
    return found[0]


def _document(one: Leading) -> CallDocument:
    return {
        "call": one.name,
        "targets": [skill_document(row) for row in one.now],
        "instead": [skill_document(row) for row in one.instead],
        "lost": one.lost,
    }
