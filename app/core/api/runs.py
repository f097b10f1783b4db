"""Following skills step by step, by people and agents: the use cases of runs."""

from collections.abc import Callable, Mapping
from contextlib import suppress

from app.core.api.lookup import find
from app.core.api.run_documents import ListedRunDocument, PlaceDocument, place_document
from app.core.api.run_documents import listed as as_listed
from app.core.library.catalogue import SkillRow
from app.core.runs import compile as compiler
from app.core.runs import store
from app.core.runs.actions import Action, Done, Enter, HandOver, TakeOver
from app.core.runs.errors import RunMoved, Unmet, ValuesMissing
from app.core.runs.state import PERSON, By, Stage
from app.core.vault import Vault


def _sees_all(_skill: SkillRow) -> bool:
    return True


def start(
    vault: Vault,
    name: str,
    engram: str | None = None,
    *,
    by: By = PERSON,
    session: str = "",
    sees: Callable[[SkillRow], bool] = _sees_all,
    values: Mapping[str, str] | None = None,
    ticked: bool = False,
    without: str = "",
) -> PlaceDocument:
    """Begin a run of a skill, at its first step if all that it needs was said.

    `ticked` says that all prerequisites hold, `without` why it begins although they do not. Raises
    `NotFound`, `Ambiguous`.
    """
    row = find(vault, name, engram, sees)
    record = store.begin(vault, compiler.compiled(vault, row.id, sees), by, session=session)
    asked = record.program.procedures[row.id].prerequisites
    if record.state.top.stage is Stage.ENTRY and (values or ticked or without):
        every = tuple(range(len(asked))) if ticked else ()
        entered = Enter(step=record.run.step, values=values or {}, ticked=every, without=without)
        with suppress(ValuesMissing, Unmet):  # the document says what is missing
            record = store.act(vault, record.run.id, entered, by)
    return place_document(record, by)


def place(vault: Vault, run: int, *, by: By = PERSON) -> PlaceDocument:
    """Where a run stands; raises `NotFound`."""
    return place_document(store.record(vault, run), by)


def act(
    vault: Vault, run: int, action: Action, *, by: By = PERSON, turn: int | None = None
) -> PlaceDocument:
    """Do something in a run; raises as `store.act`."""
    return place_document(store.act(vault, run, action, by, turn=turn), by)


def answer(vault: Vault, run: int, step: str, exit_: int, to: str) -> PlaceDocument:
    """What a person decides at a step where an agent has handed a run over: this exit is taken, and
    the agent of the client `to` goes on.

    Can be begun again from its beginning. Raises `RunMoved` where nobody waits for it any more, and
    as `store.act`.
    """
    before = store.record(vault, run)
    state = before.state
    if not state.holder.is_person:
        if before.run.step != step or state.offered is None or not state.offered.is_person:
            raise RunMoved()
        before = store.act(vault, run, TakeOver(), PERSON, turn=state.turn)
    if before.run.step == step:
        store.act(vault, run, Done(step=step, exit=exit_), PERSON)
    return act(vault, run, HandOver(to_person=False, to=to))


def listed(
    vault: Vault, name: str | None = None, engram: str | None = None, *, open_only: bool = False
) -> list[ListedRunDocument]:
    """The newest runs first, all or those of a skill; raises `NotFound`, `Ambiguous`."""
    skill = find(vault, name, engram).id if name else None
    return as_listed(vault, store.runs(vault, skill=skill, open_only=open_only))
