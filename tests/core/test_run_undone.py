"""Which steps of a run were left undone, as its end says."""

from app.core.runs import store
from app.core.runs.actions import Action, Done, Fail, GiveUp, GoOn, Retry, Skip
from app.core.runs.frames import visited
from app.core.runs.state import PERSON, Mark
from app.core.runs.store import Record
from app.core.runs.undone import left_in, step_marks, top_marks, tried_again, undone
from app.core.vault import Vault
from tests.core.running import begun, saved

WEIGH = "# Weigh\n\n1. Tare.\n2. Read it.\n"
SHIP = (
    "# Ship\n\n1. Pack it.\n   a. Fold.\n   b. Tape.\n2. @skill: Weigh\n"
    "3. Ready? If not, go back to step 1, at most 2 times.\n4. Hand it over.\n"
)


def act(vault: Vault, record: Record, *actions: Action) -> Record:
    for action in actions:
        record = store.act(vault, record.run.id, action, PERSON)
    return record


def left(record: Record) -> list[tuple[str, str, str, int]]:
    return [
        (record.program.procedures[one.skill].nodes[one.node].path, one.mark, one.why, one.top)
        for one in undone(record.program, record.state)
    ]


def test_what_was_gone_over_is_undone_also_in_sub_steps_and_calls(vault: Vault) -> None:
    record = begun(vault, saved(vault, WEIGH, SHIP))
    record = act(
        vault, record,
        Fail(step="1.1", why="torn"), GoOn(step="1.1?"), Done(step="1.2"),
        Skip(step="2/1", why="is tared"), Done(step="2/2"), Done(step="2"),
        Done(step="3", exit=-1), Skip(step="4", why="later"),
    )  # fmt: skip
    assert left(record) == [
        ("1.1", "failed", "torn", 0), ("1", "skipped", "is tared", 1), ("4", "skipped", "later", 3),
    ]  # fmt: skip
    assert top_marks(record.program, record.state) == {
        0: Mark.FAILED, 1: Mark.SKIPPED, 2: Mark.DONE, 3: Mark.SKIPPED,
    }  # fmt: skip


def test_a_called_procedure_is_left_as_the_steps_in_it(vault: Vault) -> None:
    record = begun(vault, saved(vault, WEIGH, "# Send\n\n1. @skill: Weigh\n2. Hand it over.\n"))
    record = act(
        vault, record,
        Fail(step="1/1", why="torn"), GoOn(step="1/1?"), Done(step="1/2"), Done(step="1"),
    )  # fmt: skip
    root = record.state.frames[0]
    (called,) = root.visits[0].calls
    weigh, send = (record.program.procedures[one.skill] for one in (called, root))
    assert step_marks(weigh, called) == {0: Mark.FAILED, 1: Mark.DONE}
    assert step_marks(send, root) == top_marks(record.program, record.state) == {0: Mark.FAILED}
    assert [(at, visit.why) for at, visit in left_in(called)] == [(0, "torn")]


def test_what_was_done_later_is_done(vault: Vault) -> None:
    record = begun(vault, saved(vault, WEIGH, SHIP))
    record = act(
        vault, record,
        Fail(step="1.1", why="torn"), Retry(step="1.1?"), Done(step="1.1#2"),
        Skip(step="1.2", why="no tape"), Done(step="2/1"), Fail(step="2/2", why="dark"),
        GiveUp(step="2/2?"), Retry(step="2?"), Done(step="2#2/1"), Done(step="2#2/2"),
        Done(step="2#2"), Done(step="3", exit=0),
    )  # fmt: skip
    assert left(record) == [("1.2", "skipped", "no tape", 0)]
    record = act(vault, record, Done(step="1.1#3"), Done(step="1.2#2"))
    assert left(record) == [] and set(top_marks(record.program, record.state).values()) == {"done"}
    assert sum(map(tried_again, visited(record.state.frames[0]))) == 2


def test_what_was_given_up_is_undone(vault: Vault) -> None:
    record = begun(vault, saved(vault, "# One\n\n1. One.\n2. Two.\n"))
    record = act(vault, record, Done(step="1"), Fail(step="2", why="no"), GiveUp(step="2?"))
    assert left(record) == [("2", "failed", "no", 1)]
